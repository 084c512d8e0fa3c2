//! Restoring entries of a history.

use super::{history, restore, snapshot};
use crate::support::{path, server, version};
use futures_util::future::poll_immediate;
use prompt_core::component::Component;
use prompt_core::{Prompt, VersionNumber};
use promptcase_server::db::Engine;
use promptcase_server::records::versions;
use promptcase_server::session::extractors::Me;
use serde_json::{Value, json};
use std::pin::pin;
use uuid::Uuid;

#[tokio::test]
async fn a_restore_brings_everything_back_under_the_next_batch() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada
        .prompt(json!({ "title": "Old", "tags": ["old"], "is_public": true }))
        .await;
    let old = snapshot(&ada, &prompt, "batch", "1.0.0").await;
    let current = ada.get(&path(&prompt, "")).await.ok();
    let changed = json!({ "title": "New", "tags": ["new"], "content": { "segments": [{ "id": "s", "order": 0, "type": "user", "content": "c" }] } });
    let changed = ada.save(&current, changed).await.ok();
    assert_eq!(version(&changed), "1.0.2");
    let kept = snapshot(&ada, &prompt, "minor", "1.0.2").await;
    assert_eq!(version(&kept), "1.1.0");

    let back = restore(&server, &ada, &prompt, &old, "1.1.0").await;
    // 1.0.2 is taken by a save.
    assert_eq!(version(&back), "1.0.3");
    for field in ["title", "tags", "content"] {
        assert_eq!(back[field], prompt[field], "{field}");
    }
    assert_eq!(back["is_public"], true);
    assert_eq!(
        history(&ada, &prompt).await,
        ["1.0.3", "1.1.0", "1.0.2", "1.0.1", "1.0.0"]
    );
    let found = ada.get("/api/prompts?tags=old").await.ok();
    assert_eq!(found["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_restore_keeps_what_it_overwrites() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "Kept" })).await;
    let old = snapshot(&ada, &prompt, "batch", "1.0.0").await;
    let current = ada.get(&path(&prompt, "")).await.ok();
    ada.save(&current, json!({ "title": "In no snapshot" }))
        .await
        .ok();
    let back = restore(&server, &ada, &prompt, &old, "1.0.2").await;
    // The replaced text has 1.0.2, so the restore takes the next number.
    assert_eq!(
        (back["title"].as_str(), version(&back).as_str()),
        (Some("Kept"), "1.0.3")
    );
    let page = ada.get(&path(&prompt, "/versions")).await.ok();
    assert_eq!(page["items"][0]["changelog"], "Restored from 1.0.1");
    let kept = &page["items"][1];
    assert_eq!(
        (kept["title"].as_str(), version(kept).as_str()),
        (Some("In no snapshot"), "1.0.2")
    );

    let again = restore(&server, &ada, &prompt, kept, "1.0.3").await;
    assert_eq!(
        (again["title"].as_str(), version(&again).as_str()),
        (Some("In no snapshot"), "1.0.4")
    );
}

#[tokio::test]
async fn restoring_the_current_version_changes_nothing() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;
    let current = snapshot(&ada, &prompt, "minor", "1.0.0").await;
    let stands = ada.get(&path(&prompt, "")).await.ok();
    assert_eq!(
        restore(&server, &ada, &prompt, &current, "1.1.0").await,
        stands
    );
    assert_eq!(history(&ada, &prompt).await, ["1.1.0", "1.0.0"]);
}

/// On SQLite transactions share a commit: data of an uncommitted transaction must not be returned.
#[tokio::test]
async fn a_restore_of_the_current_version_is_answered_once_it_is_stored() {
    let server = server().await;
    let (app, ada) = (&server.app, server.person("Ada").await);
    if app.db.engine() == Engine::Postgres {
        return;
    }
    let me = Me::personal(ada.id().parse().unwrap());
    let prompt = ada.prompt(json!({})).await;
    snapshot(&ada, &prompt, "minor", "1.0.0").await;
    let id = |record: &Value| -> Uuid { record["id"].as_str().unwrap().parse().unwrap() };
    let prompt = id(&prompt);

    let piece = json!({ "title": "Piece" });
    let piece = ada.post("/api/components", piece).await.created();
    let new = json!({ "version_type": "minor", "base_version": "1.0.0" });
    let versions = format!("/api/components/{}/versions", piece["id"].as_str().unwrap());
    ada.post(&versions, new).await.created();
    let piece = id(&piece);

    let base = VersionNumber::new(1, 1, 0);
    let mut first = pin!(versions::restore::<Prompt>(
        &app.db,
        me,
        prompt,
        base,
        base,
        app.now()
    ));
    let mut second = pin!(versions::restore::<Component>(
        &app.db,
        me,
        piece,
        base,
        base,
        app.now()
    ));
    let mut breaking = app.db.begin().await.unwrap();
    // Both queue and join the open group, whose commit then fails.
    assert!(poll_immediate(&mut first).await.is_none());
    assert!(poll_immediate(&mut second).await.is_none());
    for sql in [
        "PRAGMA defer_foreign_keys = ON",
        "INSERT INTO prompt_tags (prompt_id, tag) VALUES (x'00000000000000000000000000000001', 'of nothing')",
    ] {
        breaking.query(sql).execute().await.unwrap();
    }
    let (broken, first, second) = tokio::join!(breaking.commit(), first, second);
    assert!(broken.is_err());
    assert!(first.is_err(), "{first:?}");
    assert!(second.is_err(), "{second:?}");
}
