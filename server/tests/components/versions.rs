//! Versions of components.

use super::{at, component, save};
use crate::support::{server, version};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn versions_are_kept_and_restored_without_losing_anything() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = component(&ada, json!({ "title": "First" })).await;
    let path = at(&new, "/versions");
    let minor = json!({ "version_type": "minor", "changelog": "Begun", "base_version": "1.0.0" });
    let first = ada.post(&path, minor.clone()).await.created();
    assert_eq!(
        (
            version(&first).as_str(),
            &first["title"],
            &first["is_current"]
        ),
        ("1.1.0", &json!("First"), &json!(true))
    );
    ada.post(&path, minor).await.fails(409, "conflict");

    let now = ada.get(&at(&new, "")).await.ok();
    let saved = save(&ada, &now, json!({ "title": "Second" })).await.ok();
    assert_eq!(version(&saved), "1.1.1");
    let restore = format!("{path}/{}/restore", first["id"].as_str().unwrap());
    ada.post(&restore, json!({ "base_version": "1.1.0" }))
        .await
        .fails(409, "conflict");
    server.pass(Duration::from_secs(1));
    let restored = ada
        .post(&restore, json!({ "base_version": "1.1.1" }))
        .await
        .ok();
    // 1.1.1 was in no snapshot, so it is saved as one and its number is taken.
    assert_eq!(
        (version(&restored).as_str(), &restored["title"]),
        ("1.1.2", &json!("First"))
    );
    let page = ada.get(&path).await.ok();
    let history: Vec<(String, &Value)> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| (version(item), &item["title"]))
        .collect();
    assert_eq!(
        history,
        [
            ("1.1.1".to_owned(), &json!("Second")),
            ("1.1.0".to_owned(), &json!("First"))
        ]
    );
    let whole = ada
        .get(&format!("{path}/{}", first["id"].as_str().unwrap()))
        .await
        .ok();
    assert_eq!(whole["content"], new["content"]);
    ada.get(&format!("{path}/{}", new["id"].as_str().unwrap()))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn a_save_that_replaces_a_text_keeps_it_as_a_version_where_none_holds_it() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = component(&ada, json!({ "title": "First" })).await;
    let replace = json!({ "title": "Second", "keep_replaced": true });
    let second = save(&ada, &new, replace).await.ok();
    assert_eq!(version(&second), "1.0.1");
    let page = ada.get(&at(&new, "/versions")).await.ok();
    let kept = &page["items"][0];
    assert_eq!(
        (version(kept).as_str(), &kept["title"], &kept["changelog"]),
        (
            "1.0.0",
            &json!("First"),
            &json!("Kept automatically before it was replaced")
        )
    );
    // Without the wish the saved text alone is replaced.
    save(&ada, &second, json!({ "title": "Third" })).await.ok();
    let page = ada.get(&at(&new, "/versions")).await.ok();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
}
