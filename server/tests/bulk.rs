//! Bulk changes to prompts.

use serde_json::{Value, json};

use crate::support::{path, server, version};

#[tokio::test]
async fn many_prompts_change_together() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let one = ada.prompt(json!({ "title": "One", "tags": ["a"] })).await;
    let two = ada.prompt(json!({ "title": "Two", "tags": ["b"] })).await;
    let ids = json!([one["id"], two["id"], one["id"]]);
    let change = async |mut action: Value| {
        action["prompt_ids"] = ids.clone();
        ada.post("/api/prompts/bulk", action).await.ok()["changed"].clone()
    };
    assert_eq!(
        change(json!({ "action": "add_tags", "tags": [" b ", "c"] })).await,
        2
    );
    assert_eq!(
        change(json!({ "action": "add_tags", "tags": ["c"] })).await,
        0
    );
    let now = ada.get(&path(&one, "")).await.ok();
    assert_eq!(
        (&now["tags"], version(&now).as_str()),
        (&json!(["a", "b", "c"]), "1.0.1")
    );
    assert_eq!(
        change(json!({ "action": "remove_tags", "tags": ["b"] })).await,
        2
    );
    let found = ada.get("/api/prompts?tags=b").await.ok();
    assert_eq!(found["items"], json!([]));
    assert_eq!(
        change(json!({ "action": "set_public", "is_public": true })).await,
        2
    );
    assert_eq!(ada.get(&path(&two, "")).await.ok()["is_public"], true);

    let folder = ada
        .post("/api/collections", json!({ "title": "Folder" }))
        .await
        .created();
    let into = json!({ "action": "add_to_collection", "collection_id": folder["id"] });
    assert_eq!(change(into.clone()).await, 2);
    assert_eq!(change(into).await, 0);
    assert_eq!(change(json!({ "action": "delete" })).await, 2);
    ada.get(&path(&one, "")).await.fails(404, "not_found");
    assert_eq!(
        ada.get("/api/trash").await.ok()["items"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[tokio::test]
async fn one_that_cannot_be_changed_stops_all() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let mine = ada.prompt(json!({ "title": "Mine" })).await;
    let theirs = bob
        .prompt(json!({ "title": "Theirs", "is_public": true }))
        .await;
    let ids = json!([mine["id"], theirs["id"]]);
    for action in [
        json!({ "action": "delete", "prompt_ids": ids }),
        json!({ "action": "add_tags", "tags": ["x"], "prompt_ids": ids }),
        json!({ "action": "set_public", "is_public": true, "prompt_ids": ids }),
    ] {
        ada.post("/api/prompts/bulk", action.clone())
            .await
            .fails(404, "not_found");
        server
            .visitor()
            .post("/api/prompts/bulk", action)
            .await
            .fails(401, "not_authenticated");
    }
    assert_eq!(ada.get(&path(&mine, "")).await.ok(), mine);
    for (change, status, code) in [
        (
            json!({ "action": "delete", "prompt_ids": [] }),
            422,
            "out_of_range",
        ),
        (
            json!({ "action": "delete", "prompt_ids": vec![mine["id"].clone(); 1] }),
            200,
            "",
        ),
        (
            json!({ "action": "explode", "prompt_ids": [mine["id"]] }),
            400,
            "unreadable",
        ),
        (
            json!({ "action": "add_tags", "tags": ["x".repeat(51)], "prompt_ids": [theirs["id"]] }),
            404,
            "not_found",
        ),
    ] {
        let answer = ada.post("/api/prompts/bulk", change).await;
        if status == 200 {
            answer.ok();
        } else {
            answer.fails(status, code);
        }
    }
    let long =
        json!({ "action": "add_tags", "tags": ["x".repeat(51)], "prompt_ids": [theirs["id"]] });
    bob.post("/api/prompts/bulk", long)
        .await
        .fails(422, "too_long");
}

#[tokio::test]
async fn tags_are_the_same_whatever_their_case() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "tags": ["Foo", "bar", "foo"] })).await;
    assert_eq!(prompt["tags"], json!(["Foo", "bar"]));
    let change = async |action: &str, tags: &[&str]| {
        let change = json!({ "prompt_ids": [prompt["id"]], "action": action, "tags": tags });
        ada.post("/api/prompts/bulk", change).await.ok()["changed"].clone()
    };
    assert_eq!(change("add_tags", &["foo", "BAR "]).await, 0);
    assert_eq!(change("remove_tags", &[" foo "]).await, 1);
    assert_eq!(
        ada.get(&path(&prompt, "")).await.ok()["tags"],
        json!(["bar"])
    );
    let found = ada.get("/api/prompts?tags=BAR").await.ok();
    assert_eq!(found["items"].as_array().unwrap().len(), 1);
}
