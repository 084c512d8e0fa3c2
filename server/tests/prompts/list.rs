//! Lists: filters, orders and pages.

use super::{list, titles};
use crate::support::server;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn every_filter_narrows_the_list() {
    let server = server().await;
    let ada = server.person("Ada").await;
    ada.prompt(json!({ "title": "A", "category": "web", "tags": ["x", "y"] }))
        .await;
    ada.prompt(json!({ "title": "B", "structure_type": "advanced", "tags": ["Y"] }))
        .await;
    ada.prompt(json!({ "title": "C", "complexity": "simple", "is_public": true }))
        .await;
    ada.prompt(
        json!({ "title": "P", "prompt_type": "persona", "category": "general", "type": "asset" }),
    )
    .await;
    ada.prompt(
        json!({ "title": "X", "prompt_type": "examples", "category": "general", "type": "asset" }),
    )
    .await;
    for (query, expected) in [
        ("", vec!["C", "B", "A"]),
        ("kind=prompt", vec!["C", "B", "A"]),
        ("kind=asset", vec!["X", "P"]),
        ("kind=all", vec!["X", "P", "C", "B", "A"]),
        ("category=web", vec!["A"]),
        ("structure_type=advanced", vec!["B"]),
        ("complexity=simple", vec!["C"]),
        ("is_public=true", vec!["C"]),
        ("is_public=false", vec!["B", "A"]),
        ("kind=asset&prompt_type=persona", vec!["P"]),
        ("tags=x", vec!["A"]),
        ("tags=y&tags=%20zzz", vec!["B", "A"]),
        ("tags=zzz", vec![]),
        ("category=web&structure_type=advanced", vec![]),
        ("sort=title", vec!["A", "B", "C"]),
    ] {
        assert_eq!(titles(&list(&ada, query).await), expected, "{query}");
    }
}

#[tokio::test]
async fn pages_hold_everything_once_in_every_order() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for n in 0..13 {
        // Some share a timestamp and some a title, so that only the id orders them.
        if n % 3 == 0 {
            server.pass(Duration::from_millis(1));
        }
        let who = if n % 2 == 0 { &ada } else { &bob };
        who.prompt(json!({ "title": format!("T{}", n / 2), "is_public": true }))
            .await;
    }
    for sort in ["updated_at", "created_at", "title"] {
        let whole = list(&ada, &format!("sort={sort}&limit=100")).await;
        assert_eq!(whole["next_cursor"], Value::Null);
        let mut paged = Vec::new();
        let mut query = format!("sort={sort}&limit=4");
        loop {
            let page = list(&ada, &query).await;
            paged.extend(page["items"].as_array().unwrap().clone());
            let Some(cursor) = page["next_cursor"].as_str() else {
                break;
            };
            query = format!("sort={sort}&limit=4&cursor={cursor}");
        }
        assert_eq!(json!(paged), whole["items"], "{sort}");
        assert_eq!(paged.len(), 13, "{sort}");
    }
}

#[tokio::test]
async fn a_tag_that_holds_a_comma_is_found_as_it_is() {
    let server = server().await;
    let ada = server.person("Ada").await;
    ada.prompt(json!({ "title": "T", "tags": ["c, c++"] }))
        .await;
    ada.prompt(json!({ "title": "U", "tags": ["c"] })).await;
    assert_eq!(titles(&list(&ada, "tags=c,%20c%2B%2B").await), ["T"]);
    assert_eq!(
        titles(&list(&ada, "tags=c,%20c%2B%2B&tags=C").await),
        ["U", "T"]
    );
    let smart = json!({ "title": "Smart", "is_smart": true, "filter": { "tags": ["c, c++"] } });
    let smart = ada.post("/api/collections", smart).await.created();
    assert_eq!(smart["item_count"], 1);
}
