//! Access to collections, likes and views.

use super::{at, collection, contents, list};
use crate::support::server;
use serde_json::{Value, json};

#[tokio::test]
async fn others_see_public_collections_and_only_the_public_things_in_them() {
    let server = server().await;
    let (ada, bob, visitor) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.visitor(),
    );
    let private = collection(&ada, json!({ "title": "Private" })).await;
    let shown = collection(
        &ada,
        json!({ "title": "Shown", "is_public": true, "parent_id": private["id"] }),
    )
    .await;
    collection(
        &ada,
        json!({ "title": "Hidden below", "parent_id": shown["id"] }),
    )
    .await;
    let open = ada
        .prompt(json!({ "title": "Open", "is_public": true }))
        .await;
    let secret = ada.prompt(json!({ "title": "Secret" })).await;
    let items = json!({ "prompt_ids": [open["id"], secret["id"]], "collection_ids": [] });
    ada.post(&at(&shown, "/items"), items).await.ok();
    ada.post(
        &at(&private, "/items"),
        json!({ "prompt_ids": [open["id"]] }),
    )
    .await
    .ok();

    // Other users see it at the top level, since its parent is private.
    for stranger in [&bob, &visitor] {
        assert_eq!(list(stranger, "").await, ["Shown"]);
        let owned = format!("owner={}", ada.id());
        assert_eq!(list(stranger, &owned).await, ["Shown"]);
        let with = |prompt: &Value| format!("contains={}", prompt["id"].as_str().unwrap());
        assert_eq!(list(stranger, &with(&open)).await, ["Shown"]);
        for query in [&with(&secret), "owner=me", "search=hidden"] {
            assert!(list(stranger, query).await.is_empty(), "{query}");
        }
        let seen = stranger.get(&at(&shown, "")).await.ok();
        assert_eq!(
            (&seen["item_count"], &seen["child_count"]),
            (&json!(1), &json!(0))
        );
        assert_eq!(
            (&seen["parent_id"], &seen["breadcrumbs"]),
            (&Value::Null, &json!([]))
        );
        assert_eq!(contents(stranger, &shown).await, ["Open"]);
        stranger
            .get(&at(&private, ""))
            .await
            .fails(404, "not_found");
        stranger
            .get(&at(&private, "/items"))
            .await
            .fails(404, "not_found");
        let below = format!(
            "/api/collections?parent_id={}",
            private["id"].as_str().unwrap()
        );
        stranger.get(&below).await.fails(404, "not_found");
    }
    assert_eq!(ada.get(&at(&shown, "")).await.ok()["item_count"], 2);
    // A prompt made private disappears from other users' view and from the count.
    ada.save(&open, json!({ "is_public": false })).await.ok();
    assert_eq!(bob.get(&at(&shown, "")).await.ok()["item_count"], 0);
}

#[tokio::test]
async fn only_the_owner_changes_a_collection() {
    let server = server().await;
    let (ada, bob, visitor) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.visitor(),
    );
    let shown = collection(&ada, json!({ "title": "Shown", "is_public": true })).await;
    let secret = ada.prompt(json!({ "title": "Secret" })).await;
    let bobs = collection(&bob, json!({ "title": "Bob's" })).await;
    let id = json!([shown["id"]]);
    for (method, path, body) in [
        (
            "PUT",
            at(&shown, ""),
            json!({ "title": "Mine now", "is_public": true }),
        ),
        ("PUT", at(&shown, "/parent"), json!({ "parent_id": null })),
        (
            "POST",
            "/api/collections/move".to_owned(),
            json!({ "ids": id, "parent_id": null }),
        ),
        (
            "POST",
            "/api/collections".to_owned(),
            json!({ "title": "x", "parent_id": shown["id"] }),
        ),
        (
            "POST",
            at(&shown, "/items"),
            json!({ "collection_ids": [bobs["id"]] }),
        ),
        (
            "POST",
            at(&shown, "/items/remove"),
            json!({ "item_ids": id }),
        ),
        (
            "POST",
            at(&shown, "/items/move"),
            json!({ "item_ids": id, "to": bobs["id"] }),
        ),
        (
            "POST",
            at(&bobs, "/items"),
            json!({ "prompt_ids": [secret["id"]] }),
        ),
        (
            "DELETE",
            at(&shown, "/items/0190a0a0-0000-7000-8000-000000000000"),
            json!(null),
        ),
        ("DELETE", at(&shown, ""), json!(null)),
    ] {
        let method: reqwest::Method = method.parse().expect("a method");
        let answer = bob
            .send(bob.request(method.clone(), &path).json(&body))
            .await;
        answer.fails(404, "not_found");
        visitor
            .send(visitor.request(method, &path).json(&body))
            .await
            .fails(401, "not_authenticated");
    }
    assert_eq!(ada.get(&at(&shown, "")).await.ok()["title"], "Shown");
    // Bob may add Ada's public collection to his own.
    bob.post(
        &at(&bobs, "/items"),
        json!({ "collection_ids": [shown["id"]] }),
    )
    .await
    .ok();
    assert_eq!(contents(&bob, &bobs).await, ["Shown"]);
}

#[tokio::test]
async fn likes_and_views_count_once() {
    let server = server().await;
    let (ada, bob, visitor) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.visitor(),
    );
    let shown = collection(&ada, json!({ "is_public": true })).await;
    let private = collection(&ada, json!({})).await;
    let like = at(&shown, "/like");
    for (answer, liked, count) in [
        (bob.put(&like, json!({})).await, true, 1),
        (bob.put(&like, json!({})).await, true, 1),
        (ada.put(&like, json!({})).await, true, 2),
        (bob.delete(&like).await, false, 1),
        (bob.delete(&like).await, false, 1),
    ] {
        assert_eq!(answer.ok(), json!({ "liked": liked, "like_count": count }));
    }
    let seen = ada.get(&at(&shown, "")).await.ok();
    assert_eq!(
        (&seen["is_liked"], &seen["like_count"]),
        (&json!(true), &json!(1))
    );

    for client in [&bob, &bob, &ada, &visitor] {
        client.post(&at(&shown, "/view"), json!({})).await.done();
    }
    assert_eq!(ada.get(&at(&shown, "")).await.ok()["view_count"], 1);
    server.pass(promptcase_server::clock::Timestamp::DAY);
    bob.post(&at(&shown, "/view"), json!({})).await.done();
    assert_eq!(ada.get(&at(&shown, "")).await.ok()["view_count"], 2);

    bob.put(&at(&private, "/like"), json!({}))
        .await
        .fails(404, "not_found");
    bob.post(&at(&private, "/view"), json!({}))
        .await
        .fails(404, "not_found");
    visitor
        .put(&like, json!({}))
        .await
        .fails(401, "not_authenticated");
}
