//! Creating prompts: defaults, validation, unreadable bodies, repeated requests.

use super::{list, titles};
use crate::support::{Client, path, server, server_with, version};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::HashSet;

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
            "content",
        ),
        (
            json!({ "content": { "blocks": [{ "title": "a", "modules": [[]] }] } }),
            400,
            "unreadable",
            "content",
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
            .body(b"{\"title\": \"a\", \"unknown\": \"\xff\"}".to_vec()),
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
async fn what_an_asset_leaves_out_has_the_default_of_assets() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let create = async |asset: Value| ada.post("/api/prompts", asset).await.created();
    let asset = create(json!({ "prompt_type": "persona" })).await;
    for (field, default) in [
        ("title", "Untitled Persona"),
        ("category", "general"),
        ("type", "asset"),
        ("language", "english"),
        ("complexity", "simple"),
        ("structure_type", "standard"),
    ] {
        assert_eq!(asset[field], default, "{field}");
    }
    assert_eq!(asset["is_public"], false);
    let named = json!({ "prompt_type": "persona", "title": "Baker", "category": "web" });
    let named = create(named).await;
    assert_eq!(
        (&named["title"], &named["category"], &named["type"]),
        (&json!("Baker"), &json!("web"), &json!("asset"))
    );
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
async fn a_key_of_serde_json_smuggles_nothing_past_the_checks() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let create = async |body: &str| {
        let post = ada.request(Method::POST, "/api/prompts");
        let post = post.header("content-type", "application/json");
        ada.send(post.body(body.to_owned())).await
    };
    let hidden = r#"{ "$serde_json::private::RawValue": "9007199254740993" }"#;
    let escaped = hidden.replace('$', "\\u0024");
    for hidden in [hidden, &escaped] {
        let body = format!(r#"{{ "title": "a", "content": {{ "later": [{hidden}] }} }}"#);
        create(&body).await.fails(400, "unreadable");
    }
    let text = r#"{ "title": "a", "content": { "later": "$serde_json::private::RawValue" } }"#;
    create(text).await.created();
}

#[tokio::test]
async fn an_account_stores_no_more_than_it_may() {
    let server = server_with(|config| config.storage_per_account = 1).await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    // Does not compress.
    let text = |bytes: usize| -> String {
        let random = |_| char::from(b'a' + rand::random::<u8>() % 26);
        (0..bytes).map(random).collect()
    };
    let content =
        |text: String| json!({ "segments": [{ "id": "s", "type": "user", "content": text }] });
    let prompt = ada
        .prompt(json!({ "content": content(text(200_000)) }))
        .await;
    let component = json!({ "title": "Part", "content": { "moduleContent": text(200_000) } });
    let component = ada.post("/api/components", component).await.created();
    let full = ada
        .save(&prompt, json!({ "content": content(text(600_000)) }))
        .await;
    assert!(full.json()["message"].as_str().unwrap().contains("1 MB"));
    full.fails(422, "storage_full");
    // Nothing of it stays.
    let now = ada.get(&path(&prompt, "")).await.ok();
    assert_eq!(version(&now), version(&prompt));
    let many = json!({ "title": "Many", "content": content(text(500_000)) });
    ada.post("/api/prompts", many.clone())
        .await
        .fails(422, "storage_full");
    bob.post("/api/prompts", many.clone()).await.created();
    // Histories count.
    let mut stored = now;
    for _ in 0..2 {
        let saved = ada
            .save(&stored, json!({ "content": content(text(1_000)) }))
            .await;
        stored = saved.ok();
    }
    let long = (0..20).map(|_| text(100_000));
    let mut refused = None;
    for text in long {
        let saved = ada.save(&stored, json!({ "content": content(text) })).await;
        if saved.status != 200 {
            refused = Some(saved);
            break;
        }
        stored = saved.ok();
    }
    refused.expect("a full history").fails(422, "storage_full");
    // The trash counts until it is emptied.
    ada.delete(&path(&prompt, "")).await.done();
    ada.post("/api/prompts", many.clone())
        .await
        .fails(422, "storage_full");
    ada.delete(&format!(
        "/api/components/{}",
        component["id"].as_str().unwrap()
    ))
    .await
    .done();
    ada.delete("/api/trash").await;
    ada.post("/api/prompts", many).await.created();
}

#[tokio::test]
async fn an_account_changes_things_only_so_fast() {
    let server = server_with(|config| config.change_limit = 3).await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for _ in 0..3 {
        ada.prompt(json!({})).await;
    }
    let refused = ada.post("/api/prompts", json!({ "title": "Fourth" })).await;
    assert_eq!(refused.headers["retry-after"], "60");
    refused.fails(429, "too_many_requests");
    ada.get("/api/prompts").await.ok();
    bob.prompt(json!({})).await;
    server.pass(std::time::Duration::from_mins(1));
    ada.prompt(json!({})).await;
}
