//! The component library: samples, filters and search.

use super::{at, component, list, save};
use crate::support::server;
use promptcase_server::components::samples;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn six_samples_of_promptcase_are_there_for_everybody() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let page = ada.get("/api/components").await.ok();
    let samples = page["items"].as_array().unwrap();
    assert_eq!(samples.len(), 6);
    assert!(
        samples
            .iter()
            .all(|sample| sample["author_name"] == "Promptcase" && sample["is_public"] == true)
    );
    samples::ensure(&server.app.db, server.app.now())
        .await
        .expect("a second start adds nothing");
    let counts = ada.get("/api/components/counts").await.ok();
    assert_eq!(
        counts,
        json!({ "all": 6, "module": 2, "wrapper": 2, "template": 1, "asset": 1 })
    );
    for credentials in [
        json!({ "email": "Promptcase", "password": "" }),
        json!({ "email": "", "password": "x" }),
    ] {
        assert!(
            server
                .visitor()
                .post("/api/auth/login", credentials)
                .await
                .status
                .is_client_error()
        );
    }
}

#[tokio::test]
async fn lists_and_counts_follow_the_same_filters() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    component(
        &ada,
        json!({ "title": "One", "tags": ["Fast"], "is_public": true }),
    )
    .await;
    server.pass(Duration::from_secs(1));
    component(
        &ada,
        json!({ "title": "Two", "type": "asset", "description": "Schnelle Übersicht" }),
    )
    .await;
    server.pass(Duration::from_secs(1));
    component(
        &bob,
        json!({ "title": "Bob's", "category": "creative", "is_public": true, "tags": ["slow"] }),
    )
    .await;
    component(&bob, json!({ "title": "Bob's secret" })).await;

    for (query, titles) in [
        ("owner=me", vec!["Two", "One"]),
        ("owner=me&type=asset", vec!["Two"]),
        ("search=ÜBERSICHT%20two", vec!["Two"]),
        ("category=creative", vec!["Bob's", "Plain Language Guide"]),
        ("tags=FAST&tags=slow", vec!["Bob's", "One"]),
        ("is_public=false", vec!["Two"]),
        ("search=secret", vec![]),
        ("limit=2", vec!["Bob's", "Two"]),
    ] {
        assert_eq!(list(&ada, query).await, titles, "{query}");
    }
    let of_bob = format!("owner={}", bob.id());
    assert_eq!(list(&ada, &of_bob).await, ["Bob's"]);
    let counts = ada.get("/api/components/counts?owner=me").await.ok();
    assert_eq!(
        counts,
        json!({ "all": 2, "module": 1, "wrapper": 0, "template": 0, "asset": 1 })
    );
    let counts = ada
        .get("/api/components/counts?tags=fast&tags=slow")
        .await
        .ok();
    assert_eq!((&counts["all"], &counts["module"]), (&json!(2), &json!(2)));

    let first = ada.get("/api/components?limit=5").await.ok();
    let rest = ada
        .get(&format!(
            "/api/components?limit=5&cursor={}",
            first["next_cursor"].as_str().unwrap()
        ))
        .await
        .ok();
    assert_eq!(
        (
            first["items"].as_array().unwrap().len(),
            rest["items"].as_array().unwrap().len()
        ),
        (5, 4)
    );
    assert_eq!(rest["next_cursor"], Value::Null);
    assert!(list(&server.visitor(), "").await.is_empty());
    assert_eq!(
        server.visitor().get("/api/components/counts").await.ok()["all"],
        0
    );
}

#[tokio::test]
async fn a_search_finds_parts_of_words_in_any_script_in_ones_own_and_in_public_ones() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for is_public in [true, false] {
        let who = if is_public { "public" } else { "own" };
        component(
            &ada,
            json!({ "title": format!("Título {who}"), "is_public": is_public }),
        )
        .await;
        component(&ada, json!({ "title": format!("D {who}"), "description": "A \"quoted\" 100% sure_thing", "is_public": is_public })).await;
        component(&ada, json!({ "title": format!("S {who}"), "description": "请总结这篇文章", "is_public": is_public })).await;
    }
    for (query, names) in [
        ("search=T%C3%8DTULO", &["Título"][..]),
        ("search=%22quoted%22", &["D"]),
        ("search=100%25", &["D"]),
        ("search=sure_thing", &["D"]),
        ("search=sureXthing", &[]),
        ("search=uot%20sure", &["D"]),
        ("search=quoted%20nonsense", &[]),
        ("search=%E6%80%BB%E7%BB%93%E8%BF%99", &["S"]),
        ("search=%E6%80%BB%E7%BB%93", &["S"]),
    ] {
        let mine = names
            .iter()
            .flat_map(|name| [format!("{name} own"), format!("{name} public")]);
        let theirs: Vec<String> = names.iter().map(|name| format!("{name} public")).collect();
        assert_eq!(list(&ada, query).await, mine.collect::<Vec<_>>(), "{query}");
        assert_eq!(list(&bob, query).await, theirs, "{query}");
        let counts = bob
            .get(&format!("/api/components/counts?{query}"))
            .await
            .ok();
        assert_eq!(counts["all"], theirs.len(), "{query}");
    }
}

#[tokio::test]
async fn a_common_word_hides_no_component_that_a_filter_would_show() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let new = |title: &str, kind: &str| json!({ "title": title, "is_public": true, "type": kind });
    component(&ada, new("An old zebra", "wrapper")).await;
    let newer = component(&bob, new("A new zebra", "module")).await;
    server.add_copies("components", &newer, 1_199).await;
    for filter in [format!("owner={}", ada.id()), "type=wrapper".to_owned()] {
        let query = format!("search=zebra&{filter}");
        assert_eq!(list(&bob, &query).await, ["An old zebra"], "{filter}");
    }
    let counts = ada.get("/api/components/counts?search=zebra").await.ok();
    assert_eq!(
        (&counts["all"], &counts["module"]),
        (&json!(1_201), &json!(1_200))
    );
}

#[tokio::test]
async fn a_search_follows_what_was_saved_published_hidden_deleted_and_restored() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let before = component(&ada, json!({ "title": "Zebra" })).await;
    let finds = async |word: &str| list(&bob, &format!("search={word}")).await.len();
    assert_eq!(finds("zebra").await, 0);
    let step = async |component: &Value, changes: Value| save(&ada, component, changes).await.ok();
    let shown = step(&before, json!({ "is_public": true })).await;
    assert_eq!(finds("zebra").await, 1);
    let renamed = step(&shown, json!({ "title": "Okapi" })).await;
    assert_eq!((finds("zebra").await, finds("okapi").await), (0, 1));
    let hidden = step(&renamed, json!({ "is_public": false })).await;
    assert_eq!(finds("okapi").await, 0);
    let back = step(&hidden, json!({ "is_public": true, "title": "Tapir" })).await;
    assert_eq!((finds("okapi").await, finds("tapir").await), (0, 1));
    ada.delete(&at(&back, "")).await.done();
    assert_eq!(finds("tapir").await, 0);
    let trashed = format!("/api/trash/component/{}", back["id"].as_str().unwrap());
    ada.post(&format!("{trashed}/restore"), json!({}))
        .await
        .done();
    assert_eq!(finds("tapir").await, 1);
    ada.delete(&at(&back, "")).await.done();
    ada.delete(&trashed).await.done();
    assert_eq!(finds("tapir").await, 0);
}
