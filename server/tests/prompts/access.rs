//! Private and deleted prompts, clones, likes and views.

use super::{list, titles};
use crate::support::{path, server, version};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn what_is_private_does_not_exist_for_others() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let visitor = server.visitor();
    let hidden = ada
        .prompt(json!({ "title": "Hidden", "tags": ["secret"] }))
        .await;
    let shown = ada
        .prompt(json!({ "title": "Shown", "is_public": true }))
        .await;
    for client in [&bob, &visitor] {
        client.get(&path(&hidden, "")).await.fails(404, "not_found");
        assert_eq!(client.get(&path(&shown, "")).await.ok()["title"], "Shown");
        let owned = format!("owner={}", ada.id());
        for query in ["kind=all", "search=shown", "is_public=true", &owned] {
            assert_eq!(titles(&list(client, query).await), ["Shown"], "{query}");
        }
        for query in [
            "search=hidden",
            "tags=secret",
            "is_public=false",
            "owner=me",
            "favourites=true",
        ] {
            let found = list(client, query).await;
            assert_eq!(titles(&found), Vec::<&str>::new(), "{query}");
        }
        let count = client.get("/api/prompts/count?kind=all").await.ok();
        assert_eq!(count["count"], 1);
    }
    assert_eq!(titles(&list(&ada, "owner=me").await), ["Shown", "Hidden"]);
    assert_eq!(
        titles(&list(&ada, &format!("owner={}", ada.id())).await),
        ["Shown", "Hidden"]
    );

    // Read access does not allow changes.
    bob.save(&shown, json!({ "title": "Bob's" }))
        .await
        .fails(404, "not_found");
    bob.delete(&path(&shown, "")).await.fails(404, "not_found");
    visitor
        .save(&shown, json!({ "title": "x" }))
        .await
        .fails(401, "not_authenticated");
    visitor
        .delete(&path(&shown, ""))
        .await
        .fails(401, "not_authenticated");
    visitor
        .post("/api/prompts", json!({}))
        .await
        .fails(401, "not_authenticated");
    bob.post(&path(&hidden, "/clone"), json!({}))
        .await
        .fails(404, "not_found");
    assert_eq!(ada.get(&path(&shown, "")).await.ok(), shown);
}

#[tokio::test]
async fn a_deleted_prompt_is_gone_everywhere() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada
        .prompt(json!({ "title": "Findable words", "is_public": true }))
        .await;
    ada.delete(&path(&prompt, "")).await.done();
    ada.delete(&path(&prompt, "")).await.fails(404, "not_found");
    for client in [&ada, &bob] {
        client.get(&path(&prompt, "")).await.fails(404, "not_found");
        client
            .get(&path(&prompt, "/versions"))
            .await
            .fails(404, "not_found");
        assert_eq!(
            titles(&list(client, "search=findable").await),
            Vec::<&str>::new()
        );
    }
    ada.save(&prompt, json!({ "title": "x" }))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn a_clone_is_a_private_copy_that_counts_as_a_fork() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let original = ada
        .prompt(json!({ "title": "Poem", "tags": ["t"], "is_public": true }))
        .await;
    let original = ada
        .save(&original, json!({ "description": "d" }))
        .await
        .ok();
    let copy = bob
        .post(&path(&original, "/clone"), json!({}))
        .await
        .created();
    for (field, value) in [
        ("title", json!("Poem (Copy)")),
        ("is_public", json!(false)),
        ("forked_from", original["id"].clone()),
        ("user_id", json!(bob.id())),
        ("author_name", json!("Bob")),
        ("tags", json!(["t"])),
        ("description", json!("d")),
        ("content", original["content"].clone()),
        ("fork_count", json!(0)),
    ] {
        assert_eq!(copy[field], value, "{field}");
    }
    assert_eq!(version(&copy), "1.0.0");
    assert_eq!(ada.get(&path(&original, "")).await.ok()["fork_count"], 1);

    let long = ada.prompt(json!({ "title": "x".repeat(200) })).await;
    let copy = ada.post(&path(&long, "/clone"), json!({})).await.created();
    assert_eq!(copy["title"].as_str().unwrap().chars().count(), 200);
    assert!(copy["title"].as_str().unwrap().ends_with("(Copy)"));

    // The copy hides its origin once the original is private.
    let original = ada.get(&path(&original, "")).await.ok();
    ada.save(&original, json!({ "is_public": false }))
        .await
        .ok();
    let copies = list(&bob, "owner=me").await;
    assert_eq!(copies["items"][0]["forked_from"], Value::Null);
}

#[tokio::test]
async fn likes_and_views_are_counted_once() {
    let server = server().await;
    let (ada, bob, eve) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.person("Eve").await,
    );
    let prompt = ada.prompt(json!({ "is_public": true })).await;
    let like = path(&prompt, "/like");
    assert_eq!(
        bob.put(&like, json!({})).await.ok(),
        json!({ "liked": true, "like_count": 1 })
    );
    assert_eq!(
        bob.put(&like, json!({})).await.ok(),
        json!({ "liked": true, "like_count": 1 })
    );
    assert_eq!(
        eve.put(&like, json!({})).await.ok(),
        json!({ "liked": true, "like_count": 2 })
    );
    assert_eq!(bob.get(&path(&prompt, "")).await.ok()["is_liked"], true);
    assert_eq!(ada.get(&path(&prompt, "")).await.ok()["is_liked"], false);
    assert_eq!(
        bob.delete(&like).await.ok(),
        json!({ "liked": false, "like_count": 1 })
    );
    assert_eq!(
        bob.delete(&like).await.ok(),
        json!({ "liked": false, "like_count": 1 })
    );
    server
        .visitor()
        .put(&like, json!({}))
        .await
        .fails(401, "not_authenticated");

    let view = path(&prompt, "/view");
    for client in [&bob, &bob, &eve, &ada, &server.visitor()] {
        client.post(&view, json!({})).await.done();
    }
    assert_eq!(ada.get(&path(&prompt, "")).await.ok()["view_count"], 2);
    server.pass(Duration::from_hours(24));
    bob.post(&view, json!({})).await.done();
    assert_eq!(ada.get(&path(&prompt, "")).await.ok()["view_count"], 3);

    let hidden = ada.prompt(json!({})).await;
    bob.put(&path(&hidden, "/like"), json!({}))
        .await
        .fails(404, "not_found");
    bob.post(&path(&hidden, "/view"), json!({}))
        .await
        .fails(404, "not_found");
}
