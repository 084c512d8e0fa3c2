//! The trash: deleted resources are hidden everywhere, can be restored for thirty days, and are then purged.

use std::time::Duration;

use crate::support::{Client, path, seen, server};
use futures_util::future::join_all;
use promptcase_server::clock::Timestamp;
use promptcase_server::db::Engine;
use promptcase_server::trash::store::purge_expired;
use reqwest::Method;
use serde_json::{Value, json};

async fn titles(client: &Client, query: &str) -> Vec<String> {
    let page = client.get(&format!("/api/trash?{query}")).await.ok();
    let items = page["items"].as_array().expect("a list");
    items
        .iter()
        .map(|item| item["title"].as_str().expect("a title").to_owned())
        .collect()
}

fn at(kind: &str, thing: &Value, rest: &str) -> String {
    format!(
        "/api/trash/{kind}/{}{rest}",
        thing["id"].as_str().expect("an id")
    )
}

#[tokio::test]
async fn a_deleted_prompt_is_nowhere_but_in_the_trash_and_comes_back_as_it_was() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada
        .prompt(json!({ "title": "Lighthouse", "is_public": true, "tags": ["sea"] }))
        .await;
    let new_version = json!({ "version_type": "minor", "base_version": "1.0.0" });
    let version = ada
        .post(&path(&prompt, "/versions"), new_version)
        .await
        .created();
    let folder = ada
        .post(
            "/api/collections",
            json!({ "title": "Folder", "is_public": true }),
        )
        .await
        .created();
    let folder = format!("/api/collections/{}", folder["id"].as_str().unwrap());
    ada.post(
        &format!("{folder}/items"),
        json!({ "prompt_ids": [prompt["id"]] }),
    )
    .await
    .ok();
    let clone = bob
        .post(&path(&prompt, "/clone"), json!({}))
        .await
        .created();
    let before = ada.get(&path(&prompt, "")).await.ok();

    ada.delete(&path(&prompt, "")).await.done();
    for client in [&ada, &bob] {
        for rest in [
            "",
            "/versions",
            &format!("/versions/{}", crate::support::version(&version)),
        ] {
            client
                .get(&path(&prompt, rest))
                .await
                .fails(404, "not_found");
        }
        client
            .post(&path(&prompt, "/clone"), json!({}))
            .await
            .fails(404, "not_found");
        client
            .put(&path(&prompt, "/like"), json!({}))
            .await
            .fails(404, "not_found");
        for query in ["", "?search=lighthouse&owner=all", "?tags=sea"] {
            let page = client.get(&format!("/api/prompts{query}")).await.ok();
            let found = page["items"]
                .as_array()
                .unwrap()
                .iter()
                .any(|item| item["id"] == prompt["id"]);
            assert!(!found, "{query}");
        }
        assert_eq!(client.get(&folder).await.ok()["item_count"], 0);
        assert_eq!(
            client.get(&format!("{folder}/items")).await.ok()["items"],
            json!([])
        );
    }
    assert_eq!(
        bob.get(&path(&clone, "")).await.ok()["forked_from"],
        Value::Null
    );

    let page = ada.get("/api/trash").await.ok();
    assert_eq!(
        page["items"],
        json!([{
            "type": "prompt", "id": prompt["id"], "title": "Lighthouse",
            "deleted_at": "2026-01-31T09:30:00.000Z", "purge_at": "2026-03-02T09:30:00.000Z",
        }])
    );
    ada.post(&at("prompt", &prompt, "/restore"), json!({}))
        .await
        .done();
    assert_eq!(ada.get(&path(&prompt, "")).await.ok(), before);
    assert_eq!(bob.get(&folder).await.ok()["item_count"], 1);
    assert_eq!(
        bob.get(&path(&clone, "")).await.ok()["forked_from"],
        prompt["id"]
    );
    let found = bob.get("/api/prompts?search=lighthouse").await.ok();
    assert_eq!(found["items"].as_array().unwrap().len(), 2);
    assert!(titles(&ada, "").await.is_empty());
    ada.post(&at("prompt", &prompt, "/restore"), json!({}))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn the_trash_is_its_owners_alone() {
    let server = server().await;
    let (ada, bob, visitor) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.visitor(),
    );
    let prompt = ada.prompt(json!({ "is_public": true })).await;
    let component = ada
        .post(
            "/api/components",
            json!({ "title": "C", "is_public": true }),
        )
        .await
        .created();
    let collection = ada
        .post(
            "/api/collections",
            json!({ "title": "F", "is_public": true }),
        )
        .await
        .created();
    ada.delete(&path(&prompt, "")).await.done();
    ada.delete(&format!(
        "/api/components/{}",
        component["id"].as_str().unwrap()
    ))
    .await
    .done();
    ada.delete(&format!(
        "/api/collections/{}",
        collection["id"].as_str().unwrap()
    ))
    .await
    .done();

    assert!(titles(&bob, "").await.is_empty());
    visitor
        .get("/api/trash")
        .await
        .fails(401, "not_authenticated");
    visitor
        .delete("/api/trash")
        .await
        .fails(401, "not_authenticated");
    for (kind, thing) in [
        ("prompt", &prompt),
        ("component", &component),
        ("collection", &collection),
    ] {
        bob.post(&at(kind, thing, "/restore"), json!({}))
            .await
            .fails(404, "not_found");
        bob.delete(&at(kind, thing, ""))
            .await
            .fails(404, "not_found");
        visitor
            .post(&at(kind, thing, "/restore"), json!({}))
            .await
            .fails(401, "not_authenticated");
        visitor
            .delete(&at(kind, thing, ""))
            .await
            .fails(401, "not_authenticated");
    }
    bob.delete("/api/trash").await.done();
    assert_eq!(titles(&ada, "").await.len(), 3);
    assert_eq!(titles(&ada, "type=component").await, ["C"]);
    ada.get("/api/trash?type=gadget")
        .await
        .fails(400, "unreadable");
    ada.post(&at("component", &prompt, "/restore"), json!({}))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn a_collection_comes_back_with_what_was_deleted_with_it() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let make = async |title: &str, parent: Option<&Value>| {
        let new = json!({ "title": title, "parent_id": parent.map(|parent| &parent["id"]) });
        ada.post("/api/collections", new).await.created()
    };
    let url = |of: &Value| format!("/api/collections/{}", of["id"].as_str().unwrap());
    let a = make("A", None).await;
    let b = make("B", Some(&a)).await;
    let c = make("C", Some(&b)).await;
    let d = make("D", Some(&a)).await;

    ada.delete(&url(&d)).await.done();
    server.pass(Duration::from_secs(1));
    ada.delete(&url(&a)).await.done();
    assert_eq!(
        titles(&ada, "").await,
        ["A", "D"],
        "what was deleted with another is not listed"
    );
    ada.post(&at("collection", &b, "/restore"), json!({}))
        .await
        .fails(404, "not_found");

    // Its parent is gone, so it moves to the top level.
    ada.post(&at("collection", &d, "/restore"), json!({}))
        .await
        .done();
    assert_eq!(ada.get(&url(&d)).await.ok()["parent_id"], Value::Null);
    ada.post(&at("collection", &a, "/restore"), json!({}))
        .await
        .done();
    let restored = ada.get(&url(&c)).await.ok();
    assert_eq!(restored["parent_id"], b["id"]);
    assert_eq!(restored["breadcrumbs"][0]["id"], a["id"]);

    ada.delete(&url(&b)).await.done();
    ada.delete(&at("collection", &b, "")).await.done();
    assert!(titles(&ada, "").await.is_empty());
    ada.post(&at("collection", &c, "/restore"), json!({}))
        .await
        .fails(404, "not_found");
    ada.get(&url(&a)).await.ok();
}

#[tokio::test]
async fn after_thirty_days_it_is_gone() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let old = ada.prompt(json!({ "title": "Old" })).await;
    let kept = ada.prompt(json!({ "title": "Kept" })).await;
    ada.delete(&path(&old, "")).await.done();
    server.pass(Timestamp::DAY);
    let young = ada.prompt(json!({ "title": "Young" })).await;
    ada.delete(&path(&young, "")).await.done();
    server.pass((Timestamp::DAY * 29).saturating_sub(Duration::from_secs(1)));
    // The session has expired in the meantime, the trash has not.
    let credentials = json!({ "email": "ada@example.org", "password": crate::support::PASSWORD });
    ada.post("/api/auth/login", credentials).await.ok();
    assert_eq!(
        purge_expired(&server.app.db, server.app.clock.now())
            .await
            .unwrap(),
        0
    );
    server.pass(Duration::from_secs(1));
    assert_eq!(
        purge_expired(&server.app.db, server.app.clock.now())
            .await
            .unwrap(),
        1
    );
    assert_eq!(titles(&ada, "").await, ["Young"]);
    ada.post(&at("prompt", &old, "/restore"), json!({}))
        .await
        .fails(404, "not_found");
    ada.get(&path(&kept, "")).await.ok();

    ada.delete("/api/trash").await.done();
    assert!(titles(&ada, "").await.is_empty());
    ada.get(&path(&kept, "")).await.ok();
}

#[tokio::test]
async fn the_trash_comes_in_pages() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for n in 0..3 {
        let prompt = ada.prompt(json!({ "title": format!("P{n}") })).await;
        ada.delete(&path(&prompt, "")).await.done();
        let component = ada
            .post("/api/components", json!({ "title": format!("C{n}") }))
            .await
            .created();
        ada.delete(&format!(
            "/api/components/{}",
            component["id"].as_str().unwrap()
        ))
        .await
        .done();
        server.pass(Duration::from_secs(1));
    }
    let first = ada.get("/api/trash?limit=4").await.ok();
    let rest = format!("limit=4&cursor={}", first["next_cursor"].as_str().unwrap());
    assert_eq!(titles(&ada, "limit=4").await, ["C2", "P2", "C1", "P1"]);
    assert_eq!(titles(&ada, &rest).await, ["C0", "P0"]);
}

#[tokio::test]
async fn what_is_purged_while_others_use_it_is_gone_for_them_and_never_a_failure() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for _ in 0..15 {
        let prompt = ada.prompt(json!({ "is_public": true })).await;
        let new = json!({ "title": "C", "is_public": true, "content": {} });
        let (component, collection) = tokio::join!(
            ada.post("/api/components", new.clone()),
            ada.post("/api/collections", new),
        );
        let at = |kind: &str, of: &Value| format!("/api/{kind}/{}", of["id"].as_str().unwrap());
        let prompt = at("prompts", &prompt);
        let component = at("components", &component.created());
        let collection = at("collections", &collection.created());
        let uses = [
            (Method::POST, format!("{prompt}/view")),
            (Method::PUT, format!("{prompt}/like")),
            (Method::DELETE, format!("{prompt}/like")),
            (Method::POST, format!("{prompt}/clone")),
            (Method::POST, format!("{component}/use")),
            (Method::POST, format!("{collection}/view")),
            (Method::PUT, format!("{collection}/like")),
        ];
        let uses = uses.into_iter().map(|(method, path)| {
            let request = bob.request(method, &path).json(&json!({}));
            async move {
                let answer = status_of(request).await;
                assert!(answer < 300 || answer == 404, "{path}: {answer}");
            }
        });
        let gone = [
            ("prompt", &prompt),
            ("component", &component),
            ("collection", &collection),
        ];
        let gone = gone.map(|(kind, path)| {
            let (ada, id) = (&ada, path.rsplit('/').next().unwrap());
            async move {
                ada.delete(path).await.done();
                ada.delete(&format!("/api/trash/{kind}/{id}")).await.done();
            }
        });
        tokio::join!(join_all(uses), join_all(gone));
    }
}

async fn status_of(request: reqwest::RequestBuilder) -> u16 {
    request.send().await.unwrap().status().as_u16()
}

/// On PostgreSQL a like and a purge that wait for each other: one of them is aborted.
#[tokio::test]
async fn a_deadlock_is_tried_again() {
    let server = server().await;
    if server.app.db.engine() == Engine::Sqlite {
        // SQLite has a single writer.
        return;
    }
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({ "is_public": true })).await;
    let like = path(&prompt, "/like");
    bob.put(&like, json!({})).await.ok();
    let id = prompt["id"]
        .as_str()
        .unwrap()
        .parse::<uuid::Uuid>()
        .unwrap();

    let mut purge = server.app.db.begin().await.unwrap();
    // So that the other transaction is aborted.
    let patience = "SET LOCAL deadlock_timeout = '60s'";
    purge.query(patience).execute().await.unwrap();
    let count = "UPDATE prompt_counts SET like_count = 0 WHERE prompt_id = $1";
    purge.query(count).bind(id).execute().await.unwrap();
    let (unliked, ()) = tokio::join!(bob.delete(&like), async {
        let waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
        let waiting = async || {
            server
                .app
                .db
                .read(waits)
                .optional::<(i32,)>()
                .await
                .unwrap()
        };
        seen(waiting).await.expect("the like waits for its count");
        let delete = "DELETE FROM prompts WHERE id = $1";
        purge.query(delete).bind(id).execute().await.unwrap();
        purge.commit().await.unwrap();
    });
    unliked.fails(404, "not_found");
}
