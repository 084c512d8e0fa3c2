//! The sample data.

use std::collections::HashSet;

use crate::support::server;
use promptcase_server::seed::{EMAIL, PASSWORD, Seeded, seed};
use serde_json::json;

#[tokio::test]
async fn the_sample_shows_everything_there_is_and_comes_once() {
    let server = server().await;
    assert!(matches!(
        seed(&server.app).await.unwrap(),
        Seeded::New(12..)
    ));
    assert_eq!(seed(&server.app).await.unwrap(), Seeded::AlreadyThere);

    let demo = server.visitor();
    demo.post(
        "/api/auth/login",
        json!({ "email": EMAIL, "password": PASSWORD }),
    )
    .await
    .ok();
    let list = demo.get("/api/prompts?kind=all&limit=100").await.ok();
    let items = list["items"].as_array().unwrap();
    let words = |field: &str| {
        items
            .iter()
            .map(|item| item[field].as_str().unwrap())
            .collect::<HashSet<_>>()
    };
    assert_eq!(words("structure_type").len(), 4);
    assert!(words("prompt_type").len() >= 4);
    assert!(words("category").len() >= 5);
    assert!(items.iter().any(|item| item["is_public"] == false));
    let mut changelogs = 0;
    for item in items {
        let versions = demo
            .get(&crate::support::path(item, "/versions"))
            .await
            .ok();
        changelogs += versions["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|v| v["changelog"] != "")
            .count();
    }
    assert!(changelogs >= 8);
}
