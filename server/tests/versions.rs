//! The history of a prompt: numbers, snapshots, restore.

use std::collections::HashSet;
use std::pin::pin;
use std::time::Duration;

use crate::support::{Client, TestServer, path, server, version};
use futures_util::future::{join_all, poll_immediate};
use prompt_core::VersionNumber;
use promptcase_server::components::versions as components;
use promptcase_server::db::Engine;
use promptcase_server::session::extractors::Me;
use promptcase_server::versions::store as prompts;
use serde_json::{Value, json};
use uuid::Uuid;

async fn snapshot(client: &Client, prompt: &Value, part: &str, base: &str) -> Value {
    let new =
        json!({ "version_type": part, "changelog": format!("A {part} one"), "base_version": base });
    client.post(&path(prompt, "/versions"), new).await.created()
}

async fn history(client: &Client, prompt: &Value) -> Vec<String> {
    let page = client.get(&path(prompt, "/versions?limit=100")).await.ok();
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(version)
        .collect()
}

async fn restore(
    server: &TestServer,
    client: &Client,
    prompt: &Value,
    snapshot: &Value,
    base: &str,
) -> Value {
    server.pass(Duration::from_secs(1));
    let id = snapshot["id"].as_str().unwrap();
    client
        .post(
            &path(prompt, &format!("/versions/{id}/restore")),
            json!({ "base_version": base }),
        )
        .await
        .ok()
}

#[tokio::test]
async fn each_part_raises_the_number_and_keeps_what_the_prompt_says() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "One", "tags": ["t"] })).await;
    for (part, from, to) in [
        ("batch", "1.0.0", "1.0.1"),
        ("minor", "1.0.1", "1.1.0"),
        ("batch", "1.1.0", "1.1.1"),
        ("major", "1.1.1", "2.0.0"),
        ("minor", "2.0.0", "2.1.0"),
    ] {
        server.pass(Duration::from_secs(1));
        let made = snapshot(&ada, &prompt, part, from).await;
        assert_eq!(version(&made), to);
        assert_eq!(made["changelog"], format!("A {part} one"));
        assert_eq!(made["created_by"], ada.id());
        assert_eq!(made["is_current"], true);
        for field in [
            "title",
            "description",
            "content",
            "tags",
            "category",
            "structure_type",
            "type",
            "language",
            "complexity",
        ] {
            assert_eq!(made[field], prompt[field], "{field}");
        }
        assert_eq!(version(&ada.get(&path(&prompt, "")).await.ok()), to);
        let read = ada
            .get(&path(
                &prompt,
                &format!("/versions/{}", made["id"].as_str().unwrap()),
            ))
            .await
            .ok();
        assert_eq!(read, made);
    }
    assert_eq!(
        history(&ada, &prompt).await,
        ["2.1.0", "2.0.0", "1.1.1", "1.1.0", "1.0.1"]
    );
    let page = ada.get(&path(&prompt, "/versions?limit=2")).await.ok();
    assert_eq!(page["items"][0]["is_current"], true);
    assert_eq!(page["items"][1]["is_current"], false);
    assert!(page["items"][0].get("content").is_none());
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = ada
        .get(&path(
            &prompt,
            &format!("/versions?limit=5&cursor={cursor}"),
        ))
        .await
        .ok();
    assert_eq!(rest["items"].as_array().unwrap().len(), 3);
    assert_eq!(rest["next_cursor"], Value::Null);
}

#[tokio::test]
async fn a_version_of_an_old_state_is_a_conflict() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;
    let saved = ada.save(&prompt, json!({ "title": "Newer" })).await.ok();
    let stale = json!({ "version_type": "minor", "base_version": "1.0.0" });
    let conflict = ada
        .post(&path(&prompt, "/versions"), stale)
        .await
        .fails(409, "conflict");
    assert_eq!(conflict["current"], saved);
    assert!(history(&ada, &prompt).await.is_empty());
    let long =
        json!({ "version_type": "minor", "base_version": "1.0.1", "changelog": "x".repeat(2001) });
    assert_eq!(
        ada.post(&path(&prompt, "/versions"), long)
            .await
            .fails(422, "too_long")["field"],
        "changelog"
    );
    let bad = json!({ "version_type": "minor", "base_version": "one" });
    assert_eq!(
        ada.post(&path(&prompt, "/versions"), bad)
            .await
            .fails(400, "unreadable")["field"],
        "base_version"
    );
}

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
    // 1.0.2 was a save's number.
    assert_eq!(version(&back), "1.0.3");
    for field in ["title", "tags", "content"] {
        assert_eq!(back[field], prompt[field], "{field}");
    }
    assert_eq!(back["is_public"], true);
    // What stood there was 1.1.0, which is kept: nothing more had to be.
    assert_eq!(history(&ada, &prompt).await.len(), 2);
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
    // 1.0.2 was taken by the automatic snapshot, so the restore takes the next batch.
    assert_eq!(
        (back["title"].as_str(), version(&back).as_str()),
        (Some("Kept"), "1.0.3")
    );
    let page = ada.get(&path(&prompt, "/versions")).await.ok();
    let kept = &page["items"][0];
    assert_eq!(
        (kept["title"].as_str(), version(kept).as_str()),
        (Some("In no snapshot"), "1.0.2")
    );
    assert_eq!(kept["changelog"], "Kept automatically before a restore");

    let again = restore(&server, &ada, &prompt, kept, "1.0.3").await;
    assert_eq!(
        (again["title"].as_str(), version(&again).as_str()),
        (Some("In no snapshot"), "1.0.4")
    );
}

#[tokio::test]
async fn a_number_that_a_snapshot_has_is_never_taken_again() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;
    let first = snapshot(&ada, &prompt, "batch", "1.0.0").await;
    for (part, base) in [
        ("batch", "1.0.1"),
        ("batch", "1.0.2"),
        ("minor", "1.0.3"),
        ("major", "1.1.0"),
    ] {
        server.pass(Duration::from_secs(1));
        snapshot(&ada, &prompt, part, base).await;
    }
    let back = restore(&server, &ada, &prompt, &first, "2.0.0").await;
    assert_eq!(version(&back), "1.0.4");
    // A save from here must not slide into 1.0.5 if that were taken, and minor and major skip 1.1.0 and 2.0.0.
    assert_eq!(
        version(&snapshot(&ada, &prompt, "minor", "1.0.4").await),
        "1.2.0"
    );
    assert_eq!(
        version(&snapshot(&ada, &prompt, "major", "1.2.0").await),
        "3.0.0"
    );
    let numbers = history(&ada, &prompt).await;
    assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), numbers.len());
}

#[tokio::test]
async fn parallel_versions_and_restores_give_unique_numbers() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;
    let first = snapshot(&ada, &prompt, "batch", "1.0.0").await;
    let id = first["id"].as_str().unwrap();
    let restore_path = path(&prompt, &format!("/versions/{id}/restore"));
    let tries = (0..40).map(|n| {
        let (ada, prompt, restore_path) = (&ada, &prompt, &restore_path);
        async move {
            let mut base = version(&ada.get(&path(prompt, "")).await.ok());
            loop {
                let answer = if n % 4 == 0 {
                    ada.post(restore_path, json!({ "base_version": base }))
                        .await
                } else {
                    let part = ["major", "minor", "batch"][n % 3];
                    ada.post(
                        &path(prompt, "/versions"),
                        json!({ "version_type": part, "base_version": base }),
                    )
                    .await
                };
                match answer.status.as_u16() {
                    200 | 201 => return,
                    409 => base = version(&answer.json()["current"]),
                    _ => panic!("{}", answer.text()),
                }
            }
        }
    });
    join_all(tries).await;
    let numbers = history(&ada, &prompt).await;
    assert!(numbers.len() > 30, "{numbers:?}");
    assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), numbers.len());
}

#[tokio::test]
async fn the_history_of_a_private_prompt_is_hidden_and_of_a_public_one_readable() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let hidden = ada.prompt(json!({})).await;
    let hidden_version = snapshot(&ada, &hidden, "minor", "1.0.0").await;
    let shown = ada.prompt(json!({ "is_public": true })).await;
    let shown_version = snapshot(&ada, &shown, "minor", "1.0.0").await;
    let of = |prompt: &Value, version: &Value| {
        path(
            prompt,
            &format!("/versions/{}", version["id"].as_str().unwrap()),
        )
    };
    for client in [&bob, &server.visitor()] {
        client
            .get(&path(&hidden, "/versions"))
            .await
            .fails(404, "not_found");
        client
            .get(&of(&hidden, &hidden_version))
            .await
            .fails(404, "not_found");
        // Neither does another prompt's address open it.
        client
            .get(&of(&shown, &hidden_version))
            .await
            .fails(404, "not_found");
        client.get(&of(&shown, &shown_version)).await.ok();
    }
    let restore = format!("{}/restore", of(&shown, &shown_version));
    bob.post(&restore, json!({ "base_version": "1.1.0" }))
        .await
        .fails(404, "not_found");
    let new = json!({ "version_type": "minor", "base_version": "1.1.0" });
    bob.post(&path(&shown, "/versions"), new.clone())
        .await
        .fails(404, "not_found");
    server
        .visitor()
        .post(&path(&shown, "/versions"), new)
        .await
        .fails(401, "not_authenticated");
    let foreign = format!("{}/restore", of(&shown, &hidden_version));
    ada.post(&foreign, json!({ "base_version": "1.1.0" }))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn two_versions_or_a_version_and_now_are_compared_by_item() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({ "title": "One" })).await;
    let first = snapshot(&ada, &prompt, "minor", "1.0.0").await;
    let current = ada.get(&path(&prompt, "")).await.ok();
    let changed = json!({ "title": "Two", "content": { "segments": [
        { "id": "s1", "order": 0, "type": "system", "content": "You are very kind." },
        { "id": "s2", "order": 1, "type": "user", "content": "Hello" },
    ] } });
    let saved = ada.save(&current, changed).await.ok();
    let id = first["id"].as_str().unwrap();

    let comparison = ada
        .get(&path(&prompt, &format!("/compare?from={id}&to=current")))
        .await
        .ok();
    assert_eq!(
        (&comparison["from"], &comparison["to"]),
        (&json!("1.1.0"), &json!("1.1.1"))
    );
    let paths: Vec<(&str, &str)> = comparison["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            (
                change["type"].as_str().unwrap(),
                change["path"].as_str().unwrap(),
            )
        })
        .collect();
    assert!(paths.contains(&("modified", "title")), "{paths:?}");
    assert!(
        paths.contains(&("modified", "segments[s1].content")),
        "{paths:?}"
    );
    assert!(
        paths
            .iter()
            .any(|(kind, path)| *kind == "added" && path.starts_with("segments[s2]")),
        "{paths:?}"
    );
    let same = ada
        .get(&path(&prompt, &format!("/compare?from={id}&to={id}")))
        .await
        .ok();
    assert_eq!(same["changes"], json!([]));

    bob.get(&path(&prompt, &format!("/compare?from={id}")))
        .await
        .fails(404, "not_found");
    ada.get(&path(&saved, "/compare?from=yesterday"))
        .await
        .fails(400, "unreadable");
    ada.get(&path(
        &saved,
        "/compare?from=00000000-0000-0000-0000-000000000000",
    ))
    .await
    .fails(404, "not_found");
}

#[tokio::test]
async fn a_number_at_its_limit_refuses_with_words_and_another_part_goes_on() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let last = "1.0.4294967295";
    let prompt = ada.prompt(json!({ "version_batch": u32::MAX })).await;
    let stands = ada.get(&path(&prompt, "")).await.ok();
    assert_eq!(version(&stands), last, "what is imported keeps its number");
    let refused = ada.save(&stands, json!({ "title": "One save more" })).await;
    let refused = refused.fails(422, "version_limit");
    assert_eq!(
        refused["message"],
        format!(
            "The batch number of {last} cannot grow any further: create a version that raises another part"
        )
    );
    let new = |part: &str| json!({ "version_type": part, "base_version": last });
    ada.post(&path(&prompt, "/versions"), new("batch"))
        .await
        .fails(422, "version_limit");
    let minor = ada.post(&path(&prompt, "/versions"), new("minor")).await;
    assert_eq!(version(&minor.created()), "1.1.0");
    let too_large = json!({ "title": "x", "version_batch": 4_294_967_296_u64 });
    ada.post("/api/prompts", too_large)
        .await
        .fails(400, "unreadable");
}

/// The sequence by which a stale save once passed: a restore gave a number again that a save had had.
#[tokio::test]
async fn a_number_that_a_save_had_is_never_given_again_and_a_stale_save_is_refused() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "First" })).await;
    let old = snapshot(&ada, &prompt, "batch", "1.0.0").await;
    let first = ada.get(&path(&prompt, "")).await.ok();
    let second = ada.save(&first, json!({ "title": "Second" })).await.ok();
    let laptop = ada.save(&second, json!({ "title": "Third" })).await.ok();
    assert_eq!(version(&laptop), "1.0.3");

    snapshot(&ada, &prompt, "minor", "1.0.3").await;
    let back = restore(&server, &ada, &prompt, &old, "1.1.0").await;
    assert_eq!(version(&back), "1.0.4");
    let important = ada.save(&back, json!({ "title": "Important" })).await.ok();
    let stale = ada.save(&laptop, json!({ "title": "Stale" })).await;
    assert_eq!(stale.fails(409, "conflict")["current"], important);

    // The same by a change of many at once, and from a part that was raised before.
    let tag = json!({ "prompt_ids": [prompt["id"]], "action": "add_tags", "tags": ["t"] });
    ada.post("/api/prompts/bulk", tag).await.ok();
    let back = restore(&server, &ada, &prompt, &old, "1.0.6").await;
    assert_eq!(version(&back), "1.0.7");
    let minor = snapshot(&ada, &prompt, "minor", "1.0.7").await;
    assert_eq!(version(&minor), "1.2.0");
}

#[tokio::test]
async fn a_save_that_replaces_a_text_keeps_it_as_a_version_where_none_holds_it() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "First" })).await;
    let replace = json!({ "title": "Second", "keep_replaced": true });
    let second = ada.save(&prompt, replace).await.ok();
    assert_eq!(version(&second), "1.0.1");
    let page = ada.get(&path(&prompt, "/versions")).await.ok();
    let kept = &page["items"][0];
    assert_eq!(
        (
            kept["title"].as_str(),
            version(kept).as_str(),
            kept["changelog"].as_str()
        ),
        (
            Some("First"),
            "1.0.0",
            Some("Kept automatically before it was replaced")
        )
    );

    // Neither a refused save nor one that changes nothing keeps anything, and what a version holds is not kept again.
    let stale = json!({ "title": "Third", "keep_replaced": true });
    ada.save(&prompt, stale.clone())
        .await
        .fails(409, "conflict");
    ada.save(&second, json!({ "keep_replaced": true }))
        .await
        .ok();
    assert_eq!(history(&ada, &prompt).await, ["1.0.0"]);
    let minor = snapshot(&ada, &prompt, "minor", "1.0.1").await;
    ada.save(&ada.get(&path(&prompt, "")).await.ok(), stale)
        .await
        .ok();
    assert_eq!(
        history(&ada, &prompt).await,
        [version(&minor).as_str(), "1.0.0"]
    );
}

/// What the migration that made the numbers' table knows of an instance that had prompts before.
#[tokio::test]
async fn the_numbers_of_an_older_instance_are_taken_from_its_prompts_and_versions() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "First" })).await;
    let old = snapshot(&ada, &prompt, "batch", "1.0.0").await;
    let current = ada.get(&path(&prompt, "")).await.ok();
    let saved = ada.save(&current, json!({ "title": "Second" })).await.ok();
    let saved = ada.save(&saved, json!({ "title": "Third" })).await.ok();
    assert_eq!(version(&saved), "1.0.3");

    let migration = match server.app.db.engine() {
        Engine::Sqlite => include_str!("../../migrations/sqlite/0042_versions.sql"),
        Engine::Postgres => include_str!("../../migrations/postgres/0042_versions.sql"),
    };
    let run = async |sql: &'static str| server.app.db.write(sql).execute().await.unwrap();
    for table in [
        "DELETE FROM prompt_numbers",
        "DELETE FROM component_numbers",
    ] {
        run(table).await;
    }
    for statement in migration.split_inclusive(';').map(str::trim) {
        if statement.starts_with("INSERT") {
            run(statement).await;
        }
    }
    let back = restore(&server, &ada, &prompt, &old, "1.0.3").await;
    assert_eq!(version(&back), "1.0.4");
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
    assert_eq!(history(&ada, &prompt).await, ["1.1.0"]);
}

/// On SQLite transactions share a commit: what is only read of one that is not on the disk yet must not be answered.
#[tokio::test]
async fn a_restore_of_the_current_version_is_answered_once_it_is_stored() {
    let server = server().await;
    let (app, ada) = (&server.app, server.person("Ada").await);
    if app.db.engine() == Engine::Postgres {
        return;
    }
    let me = Me {
        id: ada.id().parse().unwrap(),
        session: Uuid::nil(),
        scope: None,
    };
    let prompt = ada.prompt(json!({})).await;
    let version = snapshot(&ada, &prompt, "minor", "1.0.0").await;
    let ids = |record: &Value, version: &Value| -> (Uuid, Uuid) {
        let id = |value: &Value| value["id"].as_str().unwrap().parse().unwrap();
        (id(record), id(version))
    };
    let (prompt, version) = ids(&prompt, &version);

    let piece = json!({ "title": "Piece" });
    let piece = ada.post("/api/components", piece).await.created();
    let new = json!({ "version_type": "minor", "base_version": "1.0.0" });
    let versions = format!("/api/components/{}/versions", piece["id"].as_str().unwrap());
    let of_piece = ada.post(&versions, new).await.created();
    let (piece, of_piece) = ids(&piece, &of_piece);

    let base = VersionNumber::new(1, 1, 0);
    let mut first = pin!(prompts::restore(
        &app.db,
        me,
        prompt,
        version,
        base,
        app.now()
    ));
    let mut second = pin!(components::restore(
        &app.db,
        me,
        piece,
        of_piece,
        base,
        app.now()
    ));
    let mut breaking = app.db.begin().await.unwrap();
    // Both wait for their turn, and join the group of the one that has it. The commit of the group fails.
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
