//! Nested collections.

use super::{at, collection, contents, list};
use crate::support::server;
use futures_util::future::join_all;
use serde_json::{Value, json};

#[tokio::test]
async fn collections_nest_and_breadcrumbs_lead_to_them() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let a = collection(&ada, json!({ "title": "A" })).await;
    let b = collection(&ada, json!({ "title": "B", "parent_id": a["id"] })).await;
    let c = collection(&ada, json!({ "title": "C", "parent_id": b["id"] })).await;
    let crumb = |of: &Value| json!({ "id": of["id"], "title": of["title"] });
    assert_eq!(c["breadcrumbs"], json!([crumb(&a), crumb(&b)]));

    assert_eq!(list(&ada, "").await, ["A"]);
    assert_eq!(
        list(&ada, &format!("parent_id={}", a["id"].as_str().unwrap())).await,
        ["B"]
    );
    assert_eq!(list(&ada, "parent_id=any").await, ["C", "B", "A"]);
    assert_eq!(ada.get(&at(&a, "")).await.ok()["child_count"], 1);

    let moved = ada
        .put(&at(&c, "/parent"), json!({ "parent_id": null }))
        .await
        .ok();
    assert_eq!(
        (&moved["parent_id"], &moved["breadcrumbs"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(list(&ada, "parent_id=root").await, ["C", "A"]);
    ada.get("/api/collections?parent_id=nonsense")
        .await
        .fails(400, "unreadable");
}

#[tokio::test]
async fn a_collection_never_gets_into_itself() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let a = collection(&ada, json!({ "title": "A" })).await;
    let b = collection(&ada, json!({ "title": "B", "parent_id": a["id"] })).await;
    let c = collection(&ada, json!({ "title": "C", "parent_id": b["id"] })).await;
    for (what, into) in [(&a, &a), (&a, &b), (&a, &c), (&b, &c)] {
        let answer = ada
            .put(&at(what, "/parent"), json!({ "parent_id": into["id"] }))
            .await;
        assert_eq!(answer.fails(422, "collection_cycle")["field"], "parent_id");
        let items = json!({ "collection_ids": [what["id"]] });
        ada.post(&at(into, "/items"), items)
            .await
            .fails(422, "collection_cycle");
    }
    // A bulk move is all or nothing.
    let d = collection(&ada, json!({ "title": "D" })).await;
    let both = json!({ "ids": [d["id"], a["id"]], "parent_id": c["id"] });
    ada.post("/api/collections/move", both)
        .await
        .fails(422, "collection_cycle");
    assert_eq!(ada.get(&at(&d, "")).await.ok()["parent_id"], Value::Null);
    let both = json!({ "ids": [c["id"], d["id"]], "parent_id": a["id"] });
    ada.post("/api/collections/move", both).await.done();
    assert_eq!(ada.get(&at(&a, "")).await.ok()["child_count"], 3);
}

#[tokio::test]
async fn two_moves_at_once_do_not_close_a_circle() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for _ in 0..10 {
        let a = collection(&ada, json!({ "title": "A" })).await;
        let b = collection(&ada, json!({ "title": "B" })).await;
        let (under, over) = (
            json!({ "parent_id": b["id"] }),
            json!({ "parent_id": a["id"] }),
        );
        let (at_a, at_b) = (at(&a, "/parent"), at(&b, "/parent"));
        let answers = join_all([ada.put(&at_a, under), ada.put(&at_b, over)]).await;
        let moved = answers.iter().filter(|answer| answer.status == 200).count();
        let refused = answers.iter().filter(|answer| answer.status == 422).count();
        assert_eq!((moved, refused), (1, 1));
        let tops = [&a, &b].map(|one| at(one, ""));
        let parents = join_all(tops.iter().map(|path| ada.get(path))).await;
        assert_eq!(
            parents
                .into_iter()
                .filter(|answer| answer.json()["parent_id"].is_null())
                .count(),
            1
        );
    }
}

#[tokio::test]
async fn deleting_takes_nested_collections_along_and_never_prompts() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let a = collection(&ada, json!({ "title": "A" })).await;
    let b = collection(
        &ada,
        json!({ "title": "B", "parent_id": a["id"], "is_public": true }),
    )
    .await;
    let prompt = ada.prompt(json!({ "title": "Stays" })).await;
    ada.post(&at(&b, "/items"), json!({ "prompt_ids": [prompt["id"]] }))
        .await
        .ok();
    let bobs = collection(&bob, json!({ "title": "Bob's" })).await;
    bob.post(&at(&bobs, "/items"), json!({ "collection_ids": [b["id"]] }))
        .await
        .ok();

    ada.delete(&at(&a, "")).await.done();
    ada.delete(&at(&a, "")).await.fails(404, "not_found");
    for gone in [&a, &b] {
        ada.get(&at(gone, "")).await.fails(404, "not_found");
        ada.get(&at(gone, "/items")).await.fails(404, "not_found");
        ada.put(&at(gone, "/parent"), json!({ "parent_id": null }))
            .await
            .fails(404, "not_found");
    }
    assert!(list(&ada, "parent_id=any").await.is_empty());
    assert_eq!(bob.get(&at(&bobs, "")).await.ok()["item_count"], 0);
    assert!(contents(&bob, &bobs).await.is_empty());
    assert_eq!(
        ada.get(&crate::support::path(&prompt, "")).await.ok()["title"],
        "Stays"
    );
}
