//! Prompts and assets: writing, finding, saving under concurrency.

use std::collections::HashSet;
use std::time::Duration;

use crate::support::{Client, TestServer, path, server, version};
use futures_util::future::join_all;
use promptcase_server::db::{Db, Engine, Tx};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

fn titles(page: &Value) -> Vec<&str> {
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["title"].as_str().unwrap())
        .collect()
}

async fn list(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/prompts?{query}")).await.ok()
}

#[tokio::test]
async fn a_new_prompt_has_the_defaults_and_reads_back_as_it_was_given() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let empty = ada.post("/api/prompts", json!({})).await.created();
    for (field, value) in [
        ("title", json!("Untitled Prompt")),
        ("description", json!("")),
        ("prompt_type", json!("prompt")),
        ("structure_type", json!("standard")),
        ("category", json!("ai")),
        ("type", json!("assistant")),
        ("language", json!("english")),
        ("complexity", json!("custom")),
        ("is_public", json!(false)),
        ("tags", json!([])),
        ("content", json!({})),
        ("asset_fields", json!({})),
        ("view_count", json!(0)),
        ("like_count", json!(0)),
        ("fork_count", json!(0)),
        ("is_liked", json!(false)),
        ("forked_from", Value::Null),
        ("author_name", json!("Ada")),
        ("created_at", json!("2026-01-31T09:30:00.000Z")),
    ] {
        assert_eq!(empty[field], value, "{field}");
    }
    assert_eq!(version(&empty), "1.0.0");

    let content = json!({
        "segments": [{ "id": "a", "order": 0, "type": "user", "content": "héllo \u{1F600} \u{202E} {{x}} </script>", "note": [1, 2.5] }],
        "modules": [{ "id": "m", "order": 0, "title": "M", "description": "", "content": "c", "wrappers": ["format-json", "custom"], "config": { "z": 1, "a": { "deep": [null, true] } } }],
        "unknown": { "kept": "yes" },
    });
    let full = ada.prompt(json!({ "title": "Full", "content": content, "tags": ["one", "Two"], "is_public": true })).await;
    let read = ada.get(&path(&full, "")).await.ok();
    assert_eq!(read, full);
    assert_eq!(read["content"], content);
    assert_eq!(read["tags"], json!(["one", "Two"]));
}

#[tokio::test]
async fn items_without_id_or_order_get_both() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "content": { "segments": [
        { "content": "third" }, { "order": 7, "content": "second" }, { "order": 2, "content": "first" }
    ] } })).await;
    let segments = prompt["content"]["segments"].as_array().unwrap();
    let texts: Vec<_> = segments
        .iter()
        .map(|segment| segment["content"].as_str().unwrap())
        .collect();
    assert_eq!(texts, ["first", "second", "third"]);
    let ids: HashSet<_> = segments
        .iter()
        .map(|segment| segment["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), 3);
    assert!(
        segments
            .iter()
            .enumerate()
            .all(|(at, segment)| segment["order"] == json!(at))
    );
    assert!(
        segments
            .iter()
            .all(|segment| segment["type"] == "instruction")
    );
}

#[tokio::test]
async fn what_breaks_a_rule_is_refused_at_its_field() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;
    let many: Vec<String> = (0..51).map(|n| format!("tag{n}")).collect();
    let items: Vec<Value> = (0..2001)
        .map(|n| json!({ "id": n.to_string(), "order": n, "content": "" }))
        .collect();
    for (fields, status, code, field) in [
        (json!({ "content": [] }), 400, "unreadable", "content"),
        (
            json!({ "content": { "segments": [["system", "x"]] } }),
            400,
            "unreadable",
            "content.segments[0]",
        ),
        (
            json!({ "content": { "blocks": [{ "title": "a", "modules": [[]] }] } }),
            400,
            "unreadable",
            "content.blocks[0].modules[0]",
        ),
        (json!({ "title": "  " }), 422, "required", "title"),
        (
            json!({ "title": "\u{200b}\u{202e}" }),
            422,
            "required",
            "title",
        ),
        (json!({ "title": "a\u{202e}b" }), 422, "not_valid", "title"),
        (
            json!({ "title": "x".repeat(201) }),
            422,
            "too_long",
            "title",
        ),
        (
            json!({ "description": "x".repeat(2001) }),
            422,
            "too_long",
            "description",
        ),
        (
            json!({ "tags": ["x".repeat(51)] }),
            422,
            "too_long",
            "tags[0]",
        ),
        (json!({ "tags": many }), 422, "too_many", "tags"),
        (
            json!({ "content": { "segments": items } }),
            422,
            "too_many",
            "content",
        ),
        (
            json!({ "content": { "segments": [{ "content": "x".repeat(2 * 1024 * 1024) }] } }),
            422,
            "too_large",
            "content",
        ),
        (
            json!({ "content": { "blocks": [{ "assets": [{ "id": "a", "reference": " " }] }] } }),
            422,
            "required",
            "content.blocks[0].assets[0].reference",
        ),
        (
            json!({ "category": "cooking" }),
            400,
            "unreadable",
            "category",
        ),
        (json!({ "tags": "one" }), 400, "unreadable", "tags"),
        (
            json!({ "content": { "segments": [{ "content": 5 }] } }),
            400,
            "unreadable",
            "content",
        ),
    ] {
        let body = ada
            .post("/api/prompts", fields.clone())
            .await
            .fails(status, code);
        assert!(
            body["field"]
                .as_str()
                .is_some_and(|at| at.starts_with(field)),
            "{body}"
        );
        ada.save(&prompt, fields).await.fails(status, code);
    }
    assert_eq!(ada.get(&path(&prompt, "")).await.ok(), prompt);
    assert_eq!(list(&ada, "").await["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_400_or_415_in_the_one_shape() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let post = || ada.request(Method::POST, "/api/prompts");
    let json_type = "application/json";
    ada.send(post().header("content-type", json_type).body("{"))
        .await
        .fails(400, "unreadable");
    ada.send(post().header("content-type", json_type).body(""))
        .await
        .fails(400, "unreadable");
    ada.send(
        post()
            .header("content-type", json_type)
            .body("{\"title\": \"a\\u0000b\"}"),
    )
    .await
    .fails(400, "unreadable");
    ada.send(
        post()
            .header("content-type", json_type)
            .body(b"{\"title\": \"\xff\"}".to_vec()),
    )
    .await
    .fails(400, "unreadable");
    ada.send(
        post()
            .header("content-type", json_type)
            .body("[".repeat(5000)),
    )
    .await
    .fails(400, "unreadable");
    ada.send(post().header("content-type", "text/plain").body("{}"))
        .await
        .fails(415, "unsupported_media_type");
    ada.send(post()).await.fails(415, "unsupported_media_type");
    let huge = "x".repeat(13 * 1024 * 1024);
    ada.send(post().header("content-type", json_type).body(huge))
        .await
        .fails(413, "too_large");
    ada.get("/api/prompts?limit=none")
        .await
        .fails(400, "unreadable");
    ada.get("/api/prompts?limit=0")
        .await
        .fails(422, "out_of_range");
    ada.get("/api/prompts?limit=101")
        .await
        .fails(422, "out_of_range");
    ada.get("/api/prompts?category=cooking")
        .await
        .fails(400, "unreadable");
    ada.get("/api/prompts?owner=nobody")
        .await
        .fails(400, "unreadable");
    ada.get("/api/prompts?cursor=bogus")
        .await
        .fails(400, "unreadable");
    ada.get("/api/prompts/not-an-id")
        .await
        .fails(404, "not_found");
    ada.get("/api/nowhere").await.fails(404, "not_found");
    ada.send(ada.request(Method::PATCH, "/api/prompts"))
        .await
        .fails(405, "method_not_allowed");
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
    // A repeated request whose first answer was lost is no conflict: what it asks for stands already.
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

    // All from one version: exactly one is first.
    let saves = (0..50).map(|n| ada.save(&prompt, json!({ "title": format!("T{n}") })));
    let answers: Vec<_> = join_all(saves)
        .await
        .iter()
        .map(crate::support::Answer::error_or_ok)
        .collect();
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|status| **status == 409).count(), 49);

    // Each tries until it gets through, adding its own line: all fifty lines are there in the end.
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
    }
    assert_eq!(titles(&list(&bob, "kind=all").await), ["Shown"]);
    assert_eq!(
        titles(&list(&bob, "search=hidden").await),
        Vec::<&str>::new()
    );
    assert_eq!(titles(&list(&bob, "tags=secret").await), Vec::<&str>::new());
    assert_eq!(
        titles(&list(&bob, &format!("owner={}", ada.id())).await),
        ["Shown"]
    );
    assert_eq!(
        titles(&list(&visitor, "kind=all").await),
        Vec::<&str>::new()
    );
    assert_eq!(titles(&list(&ada, "owner=me").await), ["Shown", "Hidden"]);
    assert_eq!(
        titles(&list(&ada, &format!("owner={}", ada.id())).await),
        ["Shown", "Hidden"]
    );

    // Seeing is not changing.
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
async fn every_filter_narrows_the_list() {
    let server = server().await;
    let ada = server.person("Ada").await;
    ada.prompt(json!({ "title": "A", "category": "web", "tags": ["x", "y"] }))
        .await;
    ada.prompt(json!({ "title": "B", "structure_type": "advanced", "tags": ["Y"] }))
        .await;
    ada.prompt(json!({ "title": "C", "complexity": "simple", "is_public": true }))
        .await;
    ada.prompt(
        json!({ "title": "P", "prompt_type": "persona", "category": "general", "type": "asset" }),
    )
    .await;
    ada.prompt(
        json!({ "title": "X", "prompt_type": "examples", "category": "general", "type": "asset" }),
    )
    .await;
    for (query, expected) in [
        ("", vec!["C", "B", "A"]),
        ("kind=prompt", vec!["C", "B", "A"]),
        ("kind=asset", vec!["X", "P"]),
        ("kind=all", vec!["X", "P", "C", "B", "A"]),
        ("category=web", vec!["A"]),
        ("structure_type=advanced", vec!["B"]),
        ("complexity=simple", vec!["C"]),
        ("is_public=true", vec!["C"]),
        ("is_public=false", vec!["B", "A"]),
        ("kind=asset&prompt_type=persona", vec!["P"]),
        ("tags=x", vec!["A"]),
        ("tags=y&tags=%20zzz", vec!["B", "A"]),
        ("tags=zzz", vec![]),
        ("category=web&structure_type=advanced", vec![]),
        ("sort=title", vec!["A", "B", "C"]),
    ] {
        assert_eq!(titles(&list(&ada, query).await), expected, "{query}");
    }
}

#[tokio::test]
async fn a_search_looks_into_title_description_and_content_of_any_script() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for is_public in [true, false] {
        let who = if is_public { "public" } else { "own" };
        ada.prompt(json!({ "title": format!("Título {who}"), "is_public": is_public }))
            .await;
        ada.prompt(json!({ "title": format!("D {who}"), "description": "A \"quoted\" 100% sure_thing", "is_public": is_public })).await;
        ada.prompt(json!({ "title": format!("S {who}"), "is_public": is_public, "structure_type": "advanced",
            "content": { "blocks": [{ "title": "Straße", "modules": [{ "content": "请总结这篇文章" }] }] } })).await;
    }
    for (query, names) in [
        ("search=T%C3%8DTULO", &["Título"][..]),
        ("search=%22quoted%22", &["D"]),
        ("search=100%25", &["D"]),
        ("search=sure_thing", &["D"]),
        ("search=sureXthing", &[]),
        ("search=quoted%20sure", &["D"]),
        ("search=quoted%20nonsense", &[]),
        ("search=stra%C3%9Fe", &["S"]),
        ("search=%E6%80%BB%E7%BB%93%E8%BF%99", &["S"]),
        ("search=%E6%80%BB%E7%BB%93", &["S"]),
        ("search=%00", &["S", "D", "Título"]),
        ("search=%20", &["S", "D", "Título"]),
    ] {
        let mine: Vec<String> = names
            .iter()
            .map(|name| format!("{name} own"))
            .chain(names.iter().map(|name| format!("{name} public")))
            .collect();
        let theirs: Vec<String> = names.iter().map(|name| format!("{name} public")).collect();
        assert_eq!(titles(&list(&ada, query).await), mine, "{query}");
        assert_eq!(titles(&list(&bob, query).await), theirs, "{query}");
    }
}

#[tokio::test]
async fn a_long_search_finds_what_holds_all_of_it_and_not_what_begins_alike() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for title in [
        "Internationalisation of prompts",
        "Internationalisations of problems",
        "Internationalisable prompts",
    ] {
        ada.prompt(json!({ "title": title, "is_public": true }))
            .await;
    }
    for (search, found) in [
        ("internationalisa%20pro", 3),
        ("internationalisation", 2),
        ("internationalisation%20prompts", 1),
        ("internationalisations%20prompts", 0),
    ] {
        let query = format!("search={search}");
        for who in [&ada, &bob] {
            assert_eq!(titles(&list(who, &query).await).len(), found, "{search}");
        }
    }
}

#[tokio::test]
async fn a_search_follows_what_was_saved_published_and_hidden() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({ "title": "Before" })).await;
    let finds = async |word: &str| titles(&list(&bob, &format!("search={word}")).await).len();
    assert_eq!(finds("before").await, 0);
    let prompt = ada.save(&prompt, json!({ "is_public": true })).await.ok();
    assert_eq!(finds("before").await, 1);
    let prompt = ada
        .save(&prompt, json!({ "title": "Afterwards" }))
        .await
        .ok();
    assert_eq!((finds("before").await, finds("afterwards").await), (0, 1));
    let prompt = ada.save(&prompt, json!({ "is_public": false })).await.ok();
    assert_eq!(finds("afterwards").await, 0);
    let prompt = ada
        .save(&prompt, json!({ "is_public": true, "title": "Back again" }))
        .await
        .ok();
    assert_eq!((finds("afterwards").await, finds("back").await), (0, 1));
    ada.delete(&path(&prompt, "")).await.done();
    assert_eq!(finds("back").await, 0);
}

/// What SQLite's own check says of the index, rows and words alike; `true` on PostgreSQL, whose index is its own affair.
async fn index_is_whole(server: &TestServer) -> bool {
    let db = &server.app.db;
    let check = "INSERT INTO prompt_search (prompt_search, rank) VALUES ('integrity-check', 1)";
    db.engine() == Engine::Postgres || db.write(check).execute().await.is_ok()
}

#[tokio::test]
async fn others_find_a_public_prompt_however_often_it_was_saved() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let found = async |word: &str| titles(&list(&bob, &format!("search={word}")).await).len();
    let mut prompt = ada
        .prompt(json!({ "title": "Review a_b", "is_public": true }))
        .await;
    for title in ["Review of code", "Review of prose", "Review a_b", "Other"] {
        prompt = ada.save(&prompt, json!({ "title": title })).await.ok();
        let expected = usize::from(title.starts_with("Review"));
        assert_eq!(found("review").await, expected, "{title}");
        assert_eq!(found(&title[..5]).await, 1, "{title}");
        assert!(index_is_whole(&server).await, "{title}");
    }
    // The same words at another moment of its life: hidden, shown, in the trash and back.
    for changes in [
        json!({ "is_public": false }),
        json!({ "title": "Review hidden" }),
        json!({ "is_public": true }),
        json!({ "title": "Review shown" }),
    ] {
        prompt = ada.save(&prompt, changes).await.ok();
    }
    ada.delete(&path(&prompt, "")).await.done();
    assert_eq!(found("review").await, 0);
    let trashed = format!("/api/trash/prompt/{}", prompt["id"].as_str().unwrap());
    ada.post(&format!("{trashed}/restore"), json!({}))
        .await
        .done();
    assert_eq!((found("review").await, found("shown").await), (1, 1));
    assert!(index_is_whole(&server).await);
}

/// Takes an instance on SQLite back to what it was before the migration that mends its index.
pub async fn as_before_0046(db: &Db) {
    let first = include_str!("../../migrations/sqlite/0002_prompts.sql");
    let from = first.find("CREATE TRIGGER prompt_search_forget").unwrap();
    let (forget, learn) = first[from..]
        .split_once("CREATE TRIGGER prompt_search_learn")
        .unwrap();
    for sql in [
        "DROP TRIGGER prompt_search_update",
        forget,
        &format!("CREATE TRIGGER prompt_search_learn{learn}"),
        "DELETE FROM _sqlx_migrations WHERE version = 46",
    ] {
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        db.write(sql).execute().await.unwrap();
    }
}

#[tokio::test]
async fn an_index_that_the_old_triggers_damaged_is_made_anew() {
    let server = server().await;
    let db = &server.app.db;
    if db.engine() == Engine::Postgres {
        return;
    }
    as_before_0046(db).await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada
        .prompt(json!({ "title": "Review a_b", "is_public": true }))
        .await;
    ada.save(&prompt, json!({ "title": "Review of code" }))
        .await
        .ok();
    let found = async || titles(&list(&bob, "search=review").await).len();
    assert_eq!((found().await, index_is_whole(&server).await), (0, false));

    db.migrate().await.unwrap();
    assert_eq!((found().await, index_is_whole(&server).await), (1, true));
}

#[tokio::test]
async fn a_common_word_hides_nothing_that_a_filter_would_show() {
    let server = server().await;
    let (ada, bob, eve) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.person("Eve").await,
    );
    let old =
        json!({ "title": "An old review", "is_public": true, "tags": ["ada"], "category": "web" });
    ada.prompt(old).await;
    let smart = json!({
        "title": "Reviews", "is_public": true, "is_smart": true, "filter": { "search": "review" },
    });
    let smart = ada.post("/api/collections", smart).await.created();
    let smart = format!("/api/collections/{}", smart["id"].as_str().unwrap());
    // More than what is looked at one by one, and newer.
    let new = json!({ "title": "A new review", "is_public": true });
    let new = eve.prompt(new).await;
    server.add_copies("prompts", &new, 1_199).await;

    for filter in [
        format!("owner={}", ada.id()),
        "tags=ada".to_owned(),
        "category=web".to_owned(),
    ] {
        let found = list(&bob, &format!("search=review&{filter}")).await;
        assert_eq!(titles(&found), ["An old review"], "{filter}");
    }
    // One's own hide nobody else's either.
    let found = list(&eve, "search=review&category=web").await;
    assert_eq!(titles(&found), ["An old review"]);
    let found = list(&eve, "search=old%20review").await;
    assert_eq!(titles(&found), ["An old review"]);
    assert_eq!(bob.get(&smart).await.ok()["item_count"], 1);
    let items = bob.get(&format!("{smart}/items")).await.ok();
    assert_eq!(items["items"][0]["prompt"]["title"], "An old review");

    // Pages end where there is nothing more.
    let mut pages = 0;
    let mut seen = HashSet::new();
    let mut query = "search=review&limit=100".to_owned();
    loop {
        let page = list(&bob, &query).await;
        pages += 1;
        for item in page["items"].as_array().unwrap() {
            assert!(seen.insert(item["id"].as_str().unwrap().to_owned()));
        }
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        query = format!("search=review&limit=100&cursor={cursor}");
    }
    assert_eq!((pages, seen.len()), (13, 1_201));
}

#[tokio::test]
async fn pages_hold_everything_once_in_every_order() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for n in 0..13 {
        // Some share a moment and some a title, so that only the id tells them apart.
        if n % 3 == 0 {
            server.pass(Duration::from_millis(1));
        }
        let who = if n % 2 == 0 { &ada } else { &bob };
        who.prompt(json!({ "title": format!("T{}", n / 2), "is_public": true }))
            .await;
    }
    for sort in ["updated_at", "created_at", "title"] {
        let whole = list(&ada, &format!("sort={sort}&limit=100")).await;
        assert_eq!(whole["next_cursor"], Value::Null);
        let mut paged = Vec::new();
        let mut query = format!("sort={sort}&limit=4");
        loop {
            let page = list(&ada, &query).await;
            paged.extend(page["items"].as_array().unwrap().clone());
            let Some(cursor) = page["next_cursor"].as_str() else {
                break;
            };
            query = format!("sort={sort}&limit=4&cursor={cursor}");
        }
        assert_eq!(json!(paged), whole["items"], "{sort}");
        assert_eq!(paged.len(), 13, "{sort}");
    }
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

    // Once the original is hidden, the copy no longer tells where it comes from.
    let original = ada.get(&path(&original, "")).await.ok();
    ada.save(&original, json!({ "is_public": false }))
        .await
        .ok();
    let copies = list(&bob, "owner=me").await;
    assert_eq!(copies["items"][0]["forked_from"], Value::Null);
}

#[tokio::test]
async fn a_repeated_creating_request_creates_once() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let post = |client: &Client, key: &str, title: &str| {
        client
            .request(Method::POST, "/api/prompts")
            .header("Idempotency-Key", key)
            .json(&json!({ "title": title }))
    };
    let repeated = (0..10).map(|_| ada.send(post(&ada, "k1", "Once")));
    let answers: Vec<Value> = join_all(repeated)
        .await
        .into_iter()
        .map(crate::support::Answer::created)
        .collect();
    assert!(answers.iter().all(|answer| answer == &answers[0]));
    ada.send(post(&ada, "k1", "Other"))
        .await
        .fails(422, "key_reused");
    ada.send(post(&ada, "k2", "Once")).await.created();
    bob.send(post(&bob, "k1", "Bob's")).await.created();
    assert_eq!(titles(&list(&ada, "").await), ["Once", "Once"]);
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

    // What is sent is meant, an empty value too; null is no value.
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
        // A person's own complexity may become another one, which then stays.
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
async fn a_module_has_each_wrapper_once() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let wrapped = |wrappers: Value| json!({ "structure_type": "modulized", "content": { "modules": [{ "id": "m", "wrappers": wrappers }] } });
    let prompt = ada
        .prompt(wrapped(json!([
            "format-json",
            "format-json",
            "no_wrapper",
            "summarize"
        ])))
        .await;
    let kept = |prompt: &Value| prompt["content"]["modules"][0]["wrappers"].clone();
    assert_eq!(kept(&prompt), json!(["format-json", "summarize"]));
    let saved = ada
        .save(&prompt, wrapped(json!(["no_wrapper", "custom", "custom"])))
        .await;
    assert_eq!(kept(&saved.ok()), json!(["custom"]));
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

    // An item that changed is the same item still.
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
    // An editor that was open meanwhile saves on.
    let saved = ada
        .save(&prompt, json!({ "title": "Written meanwhile" }))
        .await
        .ok();
    assert_eq!(version(&saved), "1.0.1");
}

#[tokio::test]
async fn a_tag_that_holds_a_comma_is_found_as_it_is() {
    let server = server().await;
    let ada = server.person("Ada").await;
    ada.prompt(json!({ "title": "T", "tags": ["c, c++"] }))
        .await;
    ada.prompt(json!({ "title": "U", "tags": ["c"] })).await;
    assert_eq!(titles(&list(&ada, "tags=c,%20c%2B%2B").await), ["T"]);
    assert_eq!(
        titles(&list(&ada, "tags=c,%20c%2B%2B&tags=C").await),
        ["U", "T"]
    );
    let smart = json!({ "title": "Smart", "is_smart": true, "filter": { "tags": ["c, c++"] } });
    let smart = ada.post("/api/collections", smart).await.created();
    assert_eq!(smart["item_count"], 1);
}

/// A transaction that holds a prompt, and on SQLite the only writer.
async fn holding(server: &TestServer, prompt: &Value) -> Tx {
    let id: Uuid = prompt["id"].as_str().unwrap().parse().unwrap();
    let mut tx = server.app.db.begin().await.unwrap();
    let sql = format!("SELECT id FROM prompts WHERE id = $1{}", tx.for_update());
    let held = tx.query(sqlx::AssertSqlSafe(sql)).bind(id);
    held.one::<(Uuid,)>().await.unwrap();
    tx
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
    // An id that is given twice is given once, and what is within the limits is saved.
    let twice =
        json!({ "segments": [{ "id": "a", "content": "one" }, { "id": "a", "content": "two" }] });
    ada.save(&prompt, json!({ "content": twice })).await.ok();
}

#[tokio::test]
async fn a_save_that_empties_a_prompt_keeps_what_it_said() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let content = json!({ "segments": [{ "id": "s", "content": "Precious" }] });
    let prompt = ada.prompt(json!({ "content": content })).await;
    // A program means to send segments and misspells them.
    let misspelt = json!({ "segment": [{ "content": "Better" }] });
    let save = json!({ "base_version": "1.0.0", "title": "A prompt", "content": misspelt });
    ada.put(&path(&prompt, ""), save).await.ok();
    let kept = ada.get(&path(&prompt, "/versions")).await.ok()["items"][0].clone();
    assert_eq!(version(&kept), "1.0.0");
    let at = format!("/versions/{}/restore", kept["id"].as_str().unwrap());
    let base = json!({ "base_version": "1.0.1" });
    let back = ada.post(&path(&prompt, &at), base).await.ok();
    assert_eq!(back["content"]["segments"][0]["content"], "Precious");
}
