//! Handing what a leaver made over to somebody else.

use serde_json::json;

use super::{entries, user};
use crate::support::{path, server, version};

#[tokio::test]
async fn what_a_leaver_made_is_handed_over_with_ids_histories_labels_and_links() {
    let server = server().await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    // Given a prompt of each with one name, and a collection with a label and a link
    bob.prompt(json!({ "title": "Code review" })).await;
    let review = ada.prompt(json!({ "title": "Code review" })).await;
    let saved = ada.save(&review, json!({ "description": "New" })).await;
    assert_eq!(version(&saved.ok()), "1.0.1");
    let tone = ada.prompt(json!({ "title": "Tone" })).await;
    let target = json!({ "version": "1.0.0" });
    ada.put(&path(&review, "/labels/production"), target)
        .await
        .ok();
    let folder = ada
        .post("/api/collections", json!({ "title": "Work" }))
        .await;
    let folder = folder.created();
    let id = |of: &serde_json::Value| of["id"].as_str().expect("an id").to_owned();
    let items = format!("/api/collections/{}/items", id(&folder));
    let filled = json!({ "prompt_ids": [review["id"], tone["id"]] });
    ada.post(&items, filled).await.ok();
    let piece = json!({ "title": "Piece", "content": { "moduleContent": "x" } });
    let piece = ada.post("/api/components", piece).await.created();
    let gone = ada.prompt(json!({ "title": "Gone" })).await;
    ada.delete(&path(&gone, "")).await.done();

    let address = format!("/api/admin/accounts/{}/hand-over", ada.id());
    let to = json!({ "to": bob.id() });
    let done = root.post(&address, to.clone()).await.ok();
    assert_eq!(
        done,
        json!({
            "prompts": 3, "components": 1, "collections": 1,
            "renamed": [{ "id": review["id"], "from": "code-review", "to": "code-review-2" }],
        })
    );
    ada.get(&path(&review, "")).await.fails(404, "not_found");
    let moved = bob.get(&path(&review, "")).await.ok();
    assert_eq!(
        (&moved["slug"], &moved["handle"]),
        (&json!("code-review-2"), &json!("bob"))
    );
    bob.save(&moved, json!({ "description": "Mine" }))
        .await
        .ok();
    let versions = bob.get(&path(&review, "/versions")).await.ok();
    assert_eq!(versions["items"].as_array().expect("a history").len(), 3);
    let labels = bob.get(&path(&review, "/labels")).await.ok();
    assert_eq!(labels["items"][0]["version"], "1.0.0");
    assert_eq!(
        bob.get(&items).await.ok()["items"]
            .as_array()
            .expect("items")
            .len(),
        2
    );
    bob.get(&format!("/api/components/{}", id(&piece)))
        .await
        .ok();
    let trash = bob.get("/api/trash").await.ok();
    assert_eq!(trash["items"][0]["title"], "Gone");

    // The former name leads to it as long as the former account exists
    bob.get("/api/fetch/@ada/code-review").await.ok();
    assert_eq!(
        user(&server, &["delete", "--yes", "ada@example.org"]).0,
        Some(0)
    );
    bob.get("/api/fetch/@bob/code-review-2").await.ok();
    assert_eq!(
        bob.get(&items).await.ok()["items"]
            .as_array()
            .expect("items")
            .len(),
        2
    );
    let log = entries(&root, "&action=handed_over").await;
    assert_eq!(log[0]["details"]["to"], "bob@example.org");
    root.post(&address, to).await.fails(404, "not_found");
}

#[tokio::test]
async fn handing_over_and_back_gives_the_former_names_back() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    let tone = ada.prompt(json!({ "title": "Tone" })).await;
    for (from, to, now) in [("ada", "bob", &bob), ("bob", "ada", &ada)] {
        let (from, to) = (format!("{from}@example.org"), format!("{to}@example.org"));
        let (code, said) = user(&server, &["hand-over", &from, &to]);
        assert_eq!(
            (code, said),
            (
                Some(0),
                format!("Gave 1 prompts, 0 components and 0 collections of {from} to {to}.\n")
            )
        );
        assert_eq!(now.get(&path(&tone, "")).await.ok()["slug"], "tone");
    }
    let address = format!("/api/admin/accounts/{}/hand-over", ada.id());
    ada.post(&address, json!({ "to": ada.id() }))
        .await
        .fails(422, "same_account");
    user(&server, &["disable", "bob@example.org"]);
    ada.post(&address, json!({ "to": bob.id() }))
        .await
        .fails(409, "account_disabled");
}
