//! Saving prompts: the patch number, conflicts, omitted fields, locked structure, repeated saves.

use super::{list, titles};
use crate::support::{TestServer, path, server, version};
use futures_util::future::join_all;
use prompt_core::Prompt;
use promptcase_server::db::Tx;
use promptcase_server::prompts::model::PromptSave;
use promptcase_server::records::store;
use promptcase_server::session::extractors::Me;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::Duration;
use uuid::Uuid;

/// Begins a transaction that locks a prompt and, on SQLite, the only writer.
async fn holding(server: &TestServer, prompt: &Value) -> Tx {
    let id: Uuid = prompt["id"].as_str().unwrap().parse().unwrap();
    let mut tx = server.app.db.begin().await.unwrap();
    let sql = format!("SELECT id FROM prompts WHERE id = $1{}", tx.for_update());
    let held = tx.query(sqlx::AssertSqlSafe(sql)).bind(id);
    held.one::<(Uuid,)>().await.unwrap();
    tx
}

#[tokio::test]
async fn a_save_that_changes_something_raises_the_batch_and_one_that_does_not_does_nothing() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let first = ada.prompt(json!({ "tags": ["a"] })).await;
    server.pass(Duration::from_secs(1));
    assert_eq!(ada.save(&first, json!({})).await.ok(), first);

    let second = ada
        .save(
            &first,
            json!({ "title": "New", "tags": ["b"], "is_public": true }),
        )
        .await
        .ok();
    assert_eq!(version(&second), "1.0.1");
    assert_eq!(second["updated_at"], "2026-01-31T09:30:01.000Z");
    assert_eq!(second["created_at"], first["created_at"]);
    assert_eq!(
        (&second["title"], &second["tags"], &second["is_public"]),
        (&json!("New"), &json!(["b"]), &json!(true))
    );
    assert_eq!(second["content"], first["content"]);
    assert_eq!(ada.get(&path(&first, "")).await.ok(), second);
    assert!(titles(&list(&ada, "tags=a").await).is_empty());
    assert_eq!(titles(&list(&ada, "tags=b").await), ["New"]);
}

#[tokio::test]
async fn a_save_from_an_old_version_is_a_conflict_that_shows_the_current_prompt() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let first = ada.prompt(json!({})).await;
    let second = ada.save(&first, json!({ "title": "Mine" })).await.ok();
    let conflict = ada
        .save(&first, json!({ "title": "Theirs" }))
        .await
        .fails(409, "conflict");
    assert_eq!(conflict["current"], second);
    assert_eq!(ada.get(&path(&first, "")).await.ok(), second);
    // Repeating a request after a lost response is no conflict: its change is already stored.
    assert_eq!(
        ada.save(&first, json!({ "title": "Mine" })).await.ok(),
        second
    );
}

#[tokio::test]
async fn fifty_parallel_saves_are_saved_in_order_or_refused_and_nothing_is_lost() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;

    // All from one base version: exactly one succeeds.
    let saves = (0..50).map(|n| ada.save(&prompt, json!({ "title": format!("T{n}") })));
    let answers: Vec<_> = join_all(saves)
        .await
        .iter()
        .map(crate::support::Answer::error_or_ok)
        .collect();
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|status| **status == 409).count(), 49);

    // Each retries until it succeeds, adding its own line: all fifty lines are there in the end.
    let adders = (0..50).map(|n| {
        let (ada, prompt) = (&ada, &prompt);
        async move {
            let mut current = ada.get(&path(prompt, "")).await.ok();
            loop {
                let text = format!("{}{n}\n", current["description"].as_str().unwrap());
                let answer = ada.save(&current, json!({ "description": text })).await;
                match answer.status.as_u16() {
                    200 => return version(&answer.json()),
                    409 => current = answer.json()["current"].clone(),
                    _ => panic!("{}", answer.text()),
                }
            }
        }
    });
    let versions: HashSet<String> = join_all(adders).await.into_iter().collect();
    assert_eq!(versions.len(), 50);
    let last = ada.get(&path(&prompt, "")).await.ok();
    let mut lines: Vec<u32> = last["description"]
        .as_str()
        .unwrap()
        .lines()
        .map(|line| line.parse().unwrap())
        .collect();
    lines.sort_unstable();
    assert_eq!(lines, (0..50).collect::<Vec<_>>());
    assert_eq!(version(&last), "1.0.51");
}

#[tokio::test]
async fn an_integer_beyond_53_bits_is_refused_with_its_place() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let seeded = |seed: Value| {
        json!({
            "title": "Seeded",
            "structure_type": "modulized",
            "content": { "modules": [{ "id": "m", "order": 0, "title": "M", "config": { "seed": seed } }] },
        })
    };
    let refused = ada
        .post("/api/prompts", seeded(json!(9_007_199_254_740_992_u64)))
        .await
        .fails(422, "inexact_number");
    assert_eq!(refused["field"], "content.modules[0].config.seed");
    assert_eq!(
        refused["message"],
        "The number 9007199254740992 cannot be kept as it is: write it in quotes"
    );
    for kept in [json!(9_007_199_254_740_991_u64), json!("9007199254740993")] {
        let prompt = ada.prompt(seeded(kept.clone())).await;
        assert_eq!(prompt["content"]["modules"][0]["config"]["seed"], kept);
    }
}

#[tokio::test]
async fn a_larger_integer_of_an_older_instance_is_read_and_must_be_quoted_to_be_saved() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let seeded = |seed: Value| {
        let config = json!({ "seed": seed });
        json!({ "modules": [{ "id": "m", "order": 0, "title": "M", "content": "", "wrappers": [], "config": config }] })
    };
    let draft =
        json!({ "title": "Old", "structure_type": "modulized", "content": seeded(json!(1)) });
    let prompt = ada.prompt(draft).await;
    let larger = seeded(json!(9_007_199_254_740_993_u64));
    let id: Uuid = prompt["id"].as_str().unwrap().parse().unwrap();
    let sql = "UPDATE prompts SET content = $2 WHERE id = $1";
    let changed = server.app.db.write(sql).bind(id).bind(larger.to_string());
    assert_eq!(changed.execute().await.unwrap(), 1);
    let at = path(&prompt, "");
    let seed = |prompt: &Value| prompt["content"]["modules"][0]["config"]["seed"].clone();
    let read = ada.get(&at).await.ok();
    assert_eq!(seed(&read), 9_007_199_254_740_993_u64);

    let save =
        |content: &Value| json!({ "base_version": "1.0.0", "title": "New", "content": content });
    ada.put(&at, save(&larger))
        .await
        .fails(422, "inexact_number");
    let quoted = seeded(json!("9007199254740993"));
    let saved = ada.put(&at, save(&quoted)).await.ok();
    assert_eq!(saved["title"], "New");
    assert_eq!(seed(&saved), "9007199254740993");
}

#[tokio::test]
async fn a_save_that_leaves_a_field_out_empties_nothing() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada
        .prompt(json!({
            "title": "Keep me", "description": "Kept", "prompt_type": "persona", "category": "general", "type": "asset",
            "language": "french", "complexity": "medium", "tags": ["kept"], "is_public": true,
            "asset_fields": { "name": "Ada" }, "asset_metadata": { "source": "a book" },
        }))
        .await;
    let at = path(&prompt, "");
    let content = &prompt["content"];
    for (body, missing) in [
        (json!({ "base_version": "1.0.0" }), "title"),
        (
            json!({ "base_version": "1.0.0", "content": content }),
            "title",
        ),
        (json!({ "base_version": "1.0.0", "title": "T" }), "content"),
        (json!({ "title": "T", "content": content }), "base_version"),
    ] {
        let refused = ada.put(&at, body).await.fails(422, "required");
        assert_eq!(refused["field"], missing);
    }
    assert_eq!(ada.get(&at).await.ok(), prompt);

    let save = json!({ "base_version": "1.0.0", "title": "Renamed", "content": content });
    let saved = ada.put(&at, save).await.ok();
    assert_eq!(
        (saved["title"].as_str(), version(&saved).as_str()),
        (Some("Renamed"), "1.0.1")
    );
    for (field, stood) in prompt.as_object().unwrap() {
        if !["title", "version_batch", "updated_at"].contains(&field.as_str()) {
            assert_eq!(&saved[field], stood, "{field}");
        }
    }

    // A field that is sent is saved, even if empty; null counts as omitted.
    let mut save = json!({ "base_version": "1.0.1", "title": "Renamed", "content": {}, "description": "", "tags": [],
        "asset_fields": {}, "asset_metadata": {} });
    let emptied = ada.put(&at, save.clone()).await.ok();
    for field in ["content", "asset_fields", "asset_metadata"] {
        assert_eq!(emptied[field], json!({}), "{field}");
    }
    assert_eq!(
        (&emptied["description"], &emptied["tags"]),
        (&json!(""), &json!([]))
    );
    save["description"] = Value::Null;
    assert_eq!(
        ada.put(&at, save).await.fails(400, "unreadable")["field"],
        "description"
    );
}

#[tokio::test]
async fn the_structure_of_a_saved_prompt_is_settled_and_so_is_a_complexity_that_is_not_custom() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for fields in [
        json!({}),
        json!({ "prompt_type": "persona", "type": "asset" }),
    ] {
        let prompt = ada.prompt(fields).await;
        let sections = json!({ "structure_type": "structured", "content": { "sections": [] } });
        let refused = ada
            .save(&prompt, sections)
            .await
            .fails(422, "structure_locked");
        assert_eq!(refused["field"], "structure_type");
        // The complexity `custom` may change to another one, which is then locked.
        let simple = ada
            .save(&prompt, json!({ "complexity": "simple" }))
            .await
            .ok();
        for complexity in ["medium", "custom"] {
            let refused = ada.save(&simple, json!({ "complexity": complexity })).await;
            assert_eq!(
                refused.fails(422, "complexity_locked")["field"],
                "complexity"
            );
        }
        assert_eq!(ada.get(&path(&prompt, "")).await.ok(), simple);
        ada.save(&simple, json!({ "title": "Another" })).await.ok();
    }
}

#[tokio::test]
async fn a_repeated_save_of_items_without_ids_changes_nothing() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;
    let save = json!({ "base_version": "1.0.0", "title": "A prompt", "content": {
        "segments": [{ "id": "twice", "content": "One" }, { "content": "Two" }],
        "sections": [{ "id": "twice", "content": "Three" }],
        "blocks": [{ "title": "B", "modules": [{ "content": "Four" }] }],
    } });
    let saved = ada.put(&path(&prompt, ""), save.clone()).await.ok();
    assert_eq!(version(&saved), "1.0.1");
    assert_eq!(ada.put(&path(&prompt, ""), save.clone()).await.ok(), saved);

    // A changed item keeps its id.
    let mut changed = save;
    changed["content"]["segments"][1]["content"] = json!("Two, changed");
    changed["base_version"] = json!("1.0.1");
    let changed = ada.put(&path(&prompt, ""), changed).await.ok();
    let ids = |prompt: &Value| {
        let items = prompt["content"]["segments"].as_array().unwrap();
        items
            .iter()
            .map(|item| item["id"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (version(&changed), ids(&changed)),
        ("1.0.2".to_owned(), ids(&saved))
    );
}

#[tokio::test]
async fn who_sees_a_prompt_is_no_part_of_its_number() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({})).await;
    let public = ada.save(&prompt, json!({ "is_public": true })).await.ok();
    assert_eq!(
        (version(&public).as_str(), &public["is_public"]),
        ("1.0.0", &json!(true))
    );
    bob.get(&path(&prompt, "")).await.ok();
    let hide = json!({ "prompt_ids": [prompt["id"]], "action": "set_public", "is_public": false });
    assert_eq!(ada.post("/api/prompts/bulk", hide).await.ok()["changed"], 1);
    let hidden = ada.get(&path(&prompt, "")).await.ok();
    assert_eq!(
        (version(&hidden).as_str(), &hidden["is_public"]),
        ("1.0.0", &json!(false))
    );
    bob.get(&path(&prompt, "")).await.fails(404, "not_found");
    // An editor that was open meanwhile can still save.
    let saved = ada
        .save(&prompt, json!({ "title": "Written meanwhile" }))
        .await
        .ok();
    assert_eq!(version(&saved), "1.0.1");
}

#[tokio::test]
async fn a_save_over_the_limits_is_refused_before_it_waits_for_anything() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let segments = |count: usize| -> Value {
        let segments = (0..count).map(|n| json!({ "content": format!("a b c {n}") }));
        json!({ "segments": segments.collect::<Vec<_>>() })
    };
    let prompt = ada.prompt(json!({ "content": segments(1_984) })).await;
    let held = holding(&server, &prompt).await;
    let long = "x".repeat(2 * 1024 * 1024);
    for (changes, code) in [
        (json!({ "content": segments(20_000) }), "too_many"),
        (
            json!({ "content": { "segments": [{ "content": long }] } }),
            "too_large",
        ),
        (json!({ "title": "x".repeat(201) }), "too_long"),
        (json!({ "description": "x".repeat(2_001) }), "too_long"),
        (
            json!({ "tags": (0..51).map(|n| format!("tag {n}")).collect::<Vec<_>>() }),
            "too_many",
        ),
    ] {
        ada.save(&prompt, changes).await.fails(422, code);
    }
    drop(held);
    // A duplicate id is replaced, and what is within the limits is saved.
    let twice =
        json!({ "segments": [{ "id": "a", "content": "one" }, { "id": "a", "content": "two" }] });
    ada.save(&prompt, json!({ "content": twice })).await.ok();
}

#[tokio::test]
async fn a_save_that_empties_a_prompt_keeps_what_it_said() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let content = json!({ "segments": [{ "id": "s", "content": "Precious" }] });
    let empty = async |empty: Value| {
        let prompt = ada.prompt(json!({ "content": content })).await;
        let save = json!({ "base_version": "1.0.0", "title": "A prompt", "content": empty });
        ada.put(&path(&prompt, ""), save).await.ok();
        prompt
    };
    let blank = empty(json!({ "segments": [{ "content": " " }] })).await;
    let kept = ada.get(&path(&blank, "/versions")).await.ok();
    assert_eq!(version(&kept["items"][1]), "1.0.0");
    // A misspelt `segments` key.
    let prompt = empty(json!({ "segment": [{ "content": "Better" }] })).await;
    let kept = ada.get(&path(&prompt, "/versions")).await.ok()["items"][1].clone();
    assert_eq!(version(&kept), "1.0.0");
    let at = format!("/versions/{}/restore", version(&kept));
    let base = json!({ "base_version": "1.0.1" });
    let back = ada.post(&path(&prompt, &at), base).await.ok();
    assert_eq!(back["content"]["segments"][0]["content"], "Precious");
}

#[tokio::test]
async fn a_save_that_waited_for_another_never_turns_the_time_back() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let began = server.app.now();
    server.pass(Duration::from_secs(1));
    let prompt = ada.prompt(json!({ "title": "Tone" })).await;
    let me = Me::personal(ada.id().parse().unwrap());
    let id = prompt["id"].as_str().unwrap().parse().unwrap();
    let body = json!({ "base_version": "1.0.0", "title": "Tone", "content": prompt["content"], "is_public": true });
    let promptcase_server::http::json::Put(save): PromptSave =
        serde_json::from_value(body).unwrap();
    store::save::<Prompt>(&server.app.db, me, id, &save, began)
        .await
        .unwrap();
    let saved = ada.get(&path(&prompt, "")).await.ok();
    assert_eq!(saved["is_public"], true);
    assert_eq!(saved["updated_at"], prompt["updated_at"]);
}
