//! Creating and changing collections.

use super::{at, collection};
use crate::support::server;
use serde_json::{Value, json};

#[tokio::test]
async fn a_new_collection_is_private_and_empty_and_can_be_changed() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = collection(&ada, json!({ "title": "  Support  " })).await;
    assert_eq!(new["title"], "Support");
    assert_eq!(new["user_id"], ada.user["id"]);
    assert_eq!(new["author_name"], "Ada");
    for (field, value) in [
        ("description", json!("")),
        ("is_public", json!(false)),
        ("is_smart", json!(false)),
        ("parent_id", Value::Null),
        ("filter", Value::Null),
        ("item_count", json!(0)),
        ("child_count", json!(0)),
        ("view_count", json!(0)),
        ("like_count", json!(0)),
        ("is_liked", json!(false)),
        ("breadcrumbs", json!([])),
    ] {
        assert_eq!(new[field], value, "{field}");
    }

    let edit = json!({ "title": "Help desk", "description": "Answers", "is_public": true });
    let changed = ada.put(&at(&new, ""), edit).await.ok();
    assert_eq!(
        (&changed["title"], &changed["is_public"]),
        (&json!("Help desk"), &json!(true))
    );
    assert_eq!(ada.get(&at(&new, "")).await.ok(), changed);
}

#[tokio::test]
async fn what_is_wrong_with_a_collection_is_said_at_its_field() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let plain = collection(&ada, json!({})).await;
    for (new, field, code) in [
        (json!({ "title": "  " }), "title", "required"),
        (json!({ "title": "\u{200b}\u{feff}" }), "title", "required"),
        (json!({ "title": "a\u{202e}b" }), "title", "not_valid"),
        (json!({ "title": "x".repeat(201) }), "title", "too_long"),
        (
            json!({ "title": "x", "description": "x".repeat(2001) }),
            "description",
            "too_long",
        ),
        (
            json!({ "title": "x", "is_smart": true }),
            "filter",
            "required",
        ),
        (json!({ "title": "x", "filter": {} }), "filter", "not_smart"),
        (
            json!({ "title": "x", "is_smart": true, "filter": { "search": "x".repeat(201) } }),
            "filter.search",
            "too_long",
        ),
    ] {
        assert_eq!(
            ada.post("/api/collections", new).await.fails(422, code)["field"],
            field
        );
    }
    let edit = json!({ "title": "x", "is_public": false, "filter": {} });
    ada.put(&at(&plain, ""), edit).await.fails(422, "not_smart");
    ada.post(
        "/api/collections",
        json!({ "title": "x", "is_smart": true, "filter": { "colour": 1 } }),
    )
    .await
    .fails(400, "unreadable");
}

#[tokio::test]
async fn a_save_without_a_description_leaves_the_description() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = json!({ "title": "Kept", "description": "All that is kept" });
    let collection = ada.post("/api/collections", new).await.created();
    let at = format!("/api/collections/{}", collection["id"].as_str().unwrap());
    let save = json!({ "title": "Renamed", "is_public": true });
    let saved = ada.put(&at, save).await.ok();
    assert_eq!(saved["title"], "Renamed");
    assert_eq!(saved["description"], "All that is kept");
    let save = json!({ "title": "Renamed", "is_public": true, "description": "" });
    assert_eq!(ada.put(&at, save).await.ok()["description"], "");
    assert_eq!(
        ada.put(&at, json!({ "title": "Renamed" }))
            .await
            .fails(422, "required")["field"],
        "is_public"
    );
}
