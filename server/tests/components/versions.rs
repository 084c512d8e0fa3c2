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
    let restore = format!("{path}/1.1.0/restore");
    ada.post(&restore, json!({ "base_version": "1.1.0" }))
        .await
        .fails(409, "conflict");
    server.pass(Duration::from_secs(1));
    let restored = ada
        .post(&restore, json!({ "base_version": "1.1.1" }))
        .await
        .ok();
    // The saved text has 1.1.1.
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
            ("1.1.2".to_owned(), &json!("First")),
            ("1.1.1".to_owned(), &json!("Second")),
            ("1.1.0".to_owned(), &json!("First")),
            ("1.0.0".to_owned(), &json!("First"))
        ]
    );
    let whole = ada.get(&format!("{path}/1.1.0")).await.ok();
    assert_eq!(whole["content"], new["content"]);
    ada.get(&format!("{path}/1.1.9"))
        .await
        .fails(404, "not_found");
}
