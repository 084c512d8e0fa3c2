//! Notifications: likes, clones and ratings of one's own work by others.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Client, path, server};

async fn seen_by(client: &Client) -> (Vec<Value>, Value) {
    let answer = client.get("/api/notifications").await.ok();
    (
        answer["items"].as_array().unwrap().clone(),
        answer["unseen"].clone(),
    )
}

#[tokio::test]
async fn what_others_do_with_ones_work_is_told_and_ones_own_acts_are_not() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let shared = json!({ "title": "Shared", "is_public": true });
    let prompt = ada.prompt(shared).await;
    let piece = json!({ "title": "Piece", "is_public": true, "content": {} });
    let piece = ada.post("/api/components", piece).await.created();
    let rating = format!("/api/components/{}/rating", piece["id"].as_str().unwrap());
    assert_eq!(seen_by(&ada).await, (vec![], json!(0)));

    ada.put(&path(&prompt, "/like"), json!({})).await.ok();
    server.pass(Duration::from_secs(1));
    bob.put(&path(&prompt, "/like"), json!({})).await.ok();
    server.pass(Duration::from_secs(1));
    bob.post(&path(&prompt, "/clone"), json!({}))
        .await
        .created();
    server.pass(Duration::from_secs(1));
    bob.put(&rating, json!({ "rating_value": 4 })).await.ok();

    let (items, unseen) = seen_by(&ada).await;
    let told: Vec<(&str, &str, &str, u64)> = items
        .iter()
        .map(|item| {
            let text = |field: &str| item[field].as_str().unwrap();
            (
                text("kind"),
                text("actor_name"),
                text("object_title"),
                item["stars"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("rating", "Bob", "Piece", 4),
            ("clone", "Bob", "Shared", 0),
            ("like", "Bob", "Shared", 0),
        ]
    );
    assert_eq!((unseen, seen_by(&bob).await.0.len()), (json!(3), 0));

    ada.post("/api/notifications/seen", json!({})).await.done();
    let (items, unseen) = seen_by(&ada).await;
    assert_eq!((items.len(), unseen), (3, json!(0)));
    server.pass(Duration::from_secs(1));
    bob.delete(&path(&prompt, "/like")).await.ok();
    bob.put(&path(&prompt, "/like"), json!({})).await.ok();
    assert_eq!(seen_by(&ada).await.1, json!(1));
    // What is deleted tells nothing.
    ada.delete(&path(&prompt, "")).await.done();
    assert_eq!(seen_by(&ada).await.0.len(), 1);
    server
        .visitor()
        .get("/api/notifications")
        .await
        .fails(401, "not_authenticated");
}
