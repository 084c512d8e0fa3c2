//! Every save is an entry of the history, and its number names one text for ever.

use super::{history, restore, snapshot};
use crate::support::{Client, TestServer, path, server, version};
use promptcase_server::db::Engine;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The path of a record of either kind.
fn at(kind: &str, record: &Value, rest: &str) -> String {
    format!("/api/{kind}/{}{rest}", record["id"].as_str().unwrap())
}

/// A new record of either kind with this text, and its save with another.
async fn written(client: &Client, kind: &str, text: &str) -> Value {
    let new = json!({ "title": "Kept", "content": content(kind, text) });
    client.post(&format!("/api/{kind}"), new).await.created()
}

async fn saved(client: &Client, kind: &str, record: &Value, text: &str) -> Value {
    let base = version(&client.get(&at(kind, record, "")).await.ok());
    let save = json!({ "base_version": base, "title": "Kept", "content": content(kind, text) });
    client.put(&at(kind, record, ""), save).await.ok()
}

fn content(kind: &str, text: &str) -> Value {
    match kind {
        "prompts" => json!({ "segments": [{ "id": "s", "type": "system", "content": text }] }),
        _ => json!({ "moduleContent": text }),
    }
}

/// What an entry says.
async fn says(client: &Client, kind: &str, record: &Value, number: &str) -> String {
    let entry = at(kind, record, &format!("/versions/{number}"));
    let entry = client.get(&entry).await.ok();
    assert_eq!(version(&entry), number);
    let content = &entry["content"];
    let text = [
        &content["segments"][0]["content"],
        &content["moduleContent"],
    ];
    let text = text.iter().find_map(|text| text.as_str());
    text.unwrap().to_owned()
}

#[tokio::test]
async fn each_number_is_read_compared_and_restored_by_itself() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for kind in ["prompts", "components"] {
        // Given saves, a version, a restore and a save after it
        let record = written(&ada, kind, "one").await;
        saved(&ada, kind, &record, "two").await;
        server.pass(Duration::from_mins(1));
        let new = json!({ "version_type": "minor", "changelog": "Two", "base_version": "1.0.1" });
        ada.post(&at(kind, &record, "/versions"), new)
            .await
            .created();
        saved(&ada, kind, &record, "three").await;
        let restore = at(kind, &record, "/versions/1.0.0/restore");
        let base = json!({ "base_version": "1.1.1" });
        let restored = ada.post(&restore, base).await.ok();
        assert_eq!(version(&restored), "1.0.2");
        saved(&ada, kind, &record, "four").await;

        // Then every number says what it said
        for (number, text) in [
            ("1.0.0", "one"),
            ("1.0.1", "two"),
            ("1.1.0", "two"),
            ("1.1.1", "three"),
            ("1.0.2", "one"),
            ("1.0.3", "four"),
        ] {
            assert_eq!(
                says(&ada, kind, &record, number).await,
                text,
                "{kind} {number}"
            );
        }
        ada.get(&at(kind, &record, "/versions/1.0.4"))
            .await
            .fails(404, "not_found");
        // And the history tells who did what, newest first
        let page = ada.get(&at(kind, &record, "/versions")).await.ok();
        let told = page["items"].as_array().unwrap().iter().map(|entry| {
            assert_eq!(entry["author_name"], "Ada");
            let named = if entry["is_named"] == true { "*" } else { "" };
            format!(
                "{}{named} {} {}",
                version(entry),
                entry["changelog"],
                entry["changes"]
            )
        });
        let told: Vec<String> = told.collect();
        let edited = match kind {
            "prompts" => "[\"Segment 1 (System) edited\"]",
            _ => "[\"Module content edited\"]",
        };
        assert_eq!(
            told,
            [
                format!("1.0.3 \"\" {edited}"),
                format!("1.0.2 \"Restored from 1.0.0\" {edited}"),
                format!("1.1.1 \"\" {edited}"),
                "1.1.0* \"Two\" []".to_owned(),
                format!("1.0.1 \"\" {edited}"),
                "1.0.0 \"\" []".to_owned(),
            ]
        );
        // And any two are compared
        let compare =
            |from: &str, to: &str| at(kind, &record, &format!("/compare?from={from}&to={to}"));
        let changed = ada.get(&compare("1.0.1", "1.1.1")).await.ok();
        assert_eq!(changed["changes"].as_array().unwrap().len(), 1);
        assert_eq!(
            (
                &changed["changes"][0]["old_value"],
                &changed["changes"][0]["new_value"]
            ),
            (&json!("two"), &json!("three"))
        );
        assert_eq!(
            (&changed["from"], &changed["to"]),
            (&json!("1.0.1"), &json!("1.1.1"))
        );
        assert_eq!(changed["suggestion"]["part"], "batch");
        let same = ada.get(&compare("1.0.0", "1.0.2")).await.ok();
        assert_eq!(same["changes"], json!([]));
        let now = ada.get(&compare("1.0.0", "current")).await.ok();
        assert_eq!(now["to"], "1.0.3");
    }
}

#[tokio::test]
async fn saves_are_folded_under_versions_and_a_save_can_be_named() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for kind in ["prompts", "components"] {
        let record = written(&ada, kind, "0").await;
        for n in 1..=3 {
            saved(&ada, kind, &record, &n.to_string()).await;
        }
        let new = json!({ "version_type": "major", "changelog": "Two", "base_version": "1.0.3" });
        ada.post(&at(kind, &record, "/versions"), new)
            .await
            .created();
        for n in 4..=6 {
            saved(&ada, kind, &record, &n.to_string()).await;
        }
        let list = async |query: &str| {
            let page = ada
                .get(&at(kind, &record, &format!("/versions?{query}")))
                .await
                .ok();
            let items = page["items"].as_array().unwrap().iter();
            let told = items.map(|entry| format!("{} {}", version(entry), entry["saves"]));
            told.collect::<Vec<_>>()
        };
        // The versions and the current text, with the number of saves under each
        assert_eq!(list("named=true").await, ["2.0.3 2", "2.0.0 4"]);
        assert_eq!(list("under=2.0.3").await, ["2.0.2 0", "2.0.1 0"]);
        assert_eq!(
            list("under=2.0.0&limit=3").await,
            ["1.0.3 0", "1.0.2 0", "1.0.1 0"]
        );
        // When a save is named
        let name = |number: &str| at(kind, &record, &format!("/versions/{number}"));
        let named = json!({ "changelog": "The good one" });
        let named = ada.patch(&name("1.0.2"), named).await.ok();
        assert_eq!(
            (version(&named).as_str(), &named["is_named"]),
            ("1.0.2", &json!(true))
        );
        // Then it is a version with the same text, and the saves are folded anew
        assert_eq!(says(&ada, kind, &record, "1.0.2").await, "2");
        assert_eq!(list("named=true").await, ["2.0.3 2", "2.0.0 1", "1.0.2 2"]);
        assert_eq!(list("under=2.0.0").await, ["1.0.3 0"]);
        // And its changelog can be changed
        let again = ada
            .patch(&name("1.0.2"), json!({ "changelog": "Best" }))
            .await
            .ok();
        assert_eq!(again["changelog"], "Best");
        let long = json!({ "changelog": "x".repeat(2001) });
        ada.patch(&name("1.0.2"), long).await.fails(422, "too_long");
        ada.patch(&name("7.0.0"), json!({ "changelog": "x" }))
            .await
            .fails(404, "not_found");
        ada.get(&at(kind, &record, "/versions?under=7.0.0"))
            .await
            .fails(404, "not_found");
        ada.get(&name("newest")).await.fails(404, "not_found");
    }
}

#[tokio::test]
async fn a_version_is_exported_by_its_number() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = written(&ada, "prompts", "one").await;
    saved(&ada, "prompts", &prompt, "two").await;
    let export = async |query: &str| {
        ada.get(&path(&prompt, &format!("/export?format=txt{query}")))
            .await
    };
    assert!(export("").await.text().contains("two"));
    let old = export("&version=1.0.0").await;
    assert!(old.text().contains("one") && !old.text().contains("two"));
    let disposition = old.headers["content-disposition"].to_str().unwrap();
    assert!(disposition.contains("kept-v1-0-0.txt"), "{disposition}");
    export("&version=1.0.7").await.fails(404, "not_found");
    assert_eq!(
        export("&version=newest").await.fails(400, "unreadable")["field"],
        "version"
    );
}

#[tokio::test]
async fn a_thousand_saves_of_a_long_prompt_are_small_and_open_quickly() {
    let server = server().await;
    let ada = server.person("Ada").await;
    // Given a prompt of 50 KB
    let mut sentences: Vec<String> = (0..500).map(|n| sentence(n, 0)).collect();
    let text = |sentences: &[String]| sentences.join(" ");
    assert!(
        text(&sentences).len() > 50_000,
        "{}",
        text(&sentences).len()
    );
    let prompt = written(&ada, "prompts", &text(&sentences)).await;
    let before = history_bytes(&server).await;
    // When a sentence of it is changed a thousand times
    for edit in 1..=1000 {
        let at = edit * 37 % 500;
        sentences[at] = sentence(at, edit);
        saved(&ada, "prompts", &prompt, &text(&sentences)).await;
    }
    // Then the history takes less than 2 MB
    let grown = history_bytes(&server).await - before;
    assert!(grown < 2_000_000, "{grown} bytes");
    // And each entry opens in less than 50 ms
    let mut longest = Duration::ZERO;
    for number in [0, 1, 50, 51, 499, 777, 1000] {
        let began = Instant::now();
        let entry = says(&ada, "prompts", &prompt, &format!("1.0.{number}")).await;
        longest = longest.max(began.elapsed());
        let last = (1..=number).rev().find(|edit| edit * 37 % 500 == 37);
        assert!(entry.contains(&sentence(37, last.unwrap_or(0))), "{number}");
    }
    println!("a history of {grown} bytes; the slowest entry opened in {longest:?}");
}

/// A sentence of about a hundred characters that no other resembles.
fn sentence(place: usize, edit: usize) -> String {
    let mut state = (place * 1_000_003 + edit + 1) as u64;
    let mut words = vec![format!("Sentence{place}")];
    for _ in 0..14 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        words.push(format!("{:x}", state >> 42));
    }
    words.join(" ") + "."
}

/// What the histories take on disk, with their indexes.
async fn history_bytes(server: &TestServer) -> i64 {
    let db = &server.app.db;
    let sql = match db.engine() {
        Engine::Sqlite => {
            "SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)
                 - (SELECT freelist_count FROM pragma_freelist_count) * (SELECT page_size FROM pragma_page_size)"
        }
        Engine::Postgres => "SELECT pg_total_relation_size('prompt_versions')",
    };
    db.read(sql).one::<(i64,)>().await.unwrap().0
}

#[tokio::test]
async fn a_history_goes_on_over_a_text_that_it_does_not_hold() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = written(&ada, "prompts", "one").await;
    saved(&ada, "prompts", &prompt, "two").await;
    // Given a text that was changed beside the program
    let sql = "UPDATE prompts SET description = 'changed' WHERE id = $1";
    let id: uuid::Uuid = prompt["id"].as_str().unwrap().parse().unwrap();
    server.app.db.write(sql).bind(id).execute().await.unwrap();
    // When it is saved again
    saved(&ada, "prompts", &prompt, "three").await;
    snapshot(&ada, &prompt, "minor", "1.0.2").await;
    // Then every entry is read, each with its own text
    for (number, text) in [
        ("1.0.0", "one"),
        ("1.0.1", "two"),
        ("1.0.2", "three"),
        ("1.1.0", "three"),
    ] {
        assert_eq!(says(&ada, "prompts", &prompt, number).await, text);
    }
    let old = json!({ "version_major": 1, "version_minor": 0, "version_batch": 0 });
    restore(&server, &ada, &prompt, &old, "1.1.0").await;
    assert_eq!(history(&ada, &prompt).await[0], "1.0.3");
}
