//! Fetching prompts by name: rendering, caching, limits, other sites, and counting.

use crate::support::{Answer, Client, PASSWORD, path, seen, server, server_with, version};
use prompt_core::plan::PlanType;
use promptcase_server::fetch::usage;
use reqwest::Method;
use reqwest::header::{ACCEPT_ENCODING, IF_NONE_MATCH};
use serde_json::{Value, json};
use std::time::Duration;

const YEAR: &str = "max-age=31536000, immutable";

/// A prompt of one system message.
async fn said(client: &Client, title: &str, text: &str, is_public: bool) -> Value {
    let content =
        json!({ "segments": [{ "id": "s1", "order": 0, "type": "system", "content": text }] });
    let fields = json!({ "title": title, "is_public": is_public, "content": content });
    client.prompt(fields).await
}

/// Saves another text.
async fn say(client: &Client, prompt: &Value, text: &str) -> Value {
    let content =
        json!({ "segments": [{ "id": "s1", "order": 0, "type": "system", "content": text }] });
    client
        .save(prompt, json!({ "content": content }))
        .await
        .ok()
}

async fn label(client: &Client, prompt: &Value, name: &str, version: &str) {
    let target = json!({ "version": version });
    client
        .put(&path(prompt, &format!("/labels/{name}")), target)
        .await
        .ok();
}

async fn text(client: &Client, address: &str) -> String {
    let answer = client.get(&format!("/api/fetch/{address}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text()
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers[name].to_str().unwrap()
}

#[tokio::test]
async fn a_prompt_is_fetched_at_its_newest_text_a_version_or_a_label() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = said(&ada, "Code review", "Review {{language}}.", false).await;
    let newer = say(&ada, &prompt, "Review {{language}} kindly.").await;
    label(&ada, &prompt, "production", "1.0.0").await;
    let messages = ada.get("/api/fetch/@ada/code-review").await.ok();
    assert_eq!(
        messages["messages"],
        json!([{ "role": "system", "content": "Review {{language}} kindly." }])
    );
    assert_eq!(messages["problems"][0]["kind"], "missing_value");
    assert_eq!(
        (&messages["version"], &messages["label"]),
        (&json!(version(&newer)), &Value::Null)
    );
    assert_eq!(messages["name"], "@ada/code-review");
    let at_label = ada
        .get("/api/fetch/me/code-review?label=production")
        .await
        .ok();
    assert_eq!(
        (&at_label["version"], &at_label["label"]),
        (&json!("1.0.0"), &json!("production"))
    );
    assert_eq!(
        text(&ada, "ada/code-review?format=text&version=1.0.0").await,
        "Review {{language}}."
    );

    let values = json!({ "values": { "language": "{{Rust}}" } });
    let rendered = ada
        .post(
            "/api/fetch/ada/code-review?label=production&format=text",
            values,
        )
        .await;
    assert_eq!(header(&rendered, "cache-control"), "private, no-store");
    assert!(!rendered.headers.contains_key("content-location"));
    assert_eq!(rendered.text(), "Review {{Rust}}.");

    let source = ada
        .get("/api/fetch/ada/code-review?format=source&version=1.0.0")
        .await
        .ok();
    assert_eq!(
        source["prompt"]["content"]["segments"][0]["content"],
        "Review {{language}}."
    );
    for (format, media_type, part) in [
        ("md", "text/markdown", "Review"),
        ("yaml", "yaml", "Review"),
        ("json", "application/json", "Review"),
        ("prompty", "text/", "Review"),
    ] {
        let file = ada
            .get(&format!("/api/fetch/ada/code-review?format={format}"))
            .await;
        assert!(
            header(&file, "content-type").contains(media_type),
            "{file:?}"
        );
        assert!(file.text().contains(part));
    }
}

#[tokio::test]
async fn what_is_not_there_is_an_error_and_never_another_text() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = said(&ada, "Tone", "Be kind.", true).await;
    let no_label = ada
        .get("/api/fetch/ada/tone?label=production")
        .await
        .fails(404, "no_such_label");
    assert!(
        no_label["message"]
            .as_str()
            .unwrap()
            .contains("has no labels")
    );
    label(&ada, &prompt, "staging", "1.0.0").await;
    for client in [&ada, &server.visitor()] {
        let no_label = client
            .get("/api/fetch/ada/tone?label=production")
            .await
            .fails(404, "no_such_label");
        assert!(no_label["message"].as_str().unwrap().contains("staging"));
        client
            .get("/api/fetch/ada/tone?version=3.0.0")
            .await
            .fails(404, "not_found");
        client
            .get("/api/fetch/ada/missing")
            .await
            .fails(404, "not_found");
        client
            .get("/api/fetch/a%20b/tone")
            .await
            .fails(404, "not_found");
        client
            .get("/api/fetch/ada/tone?label=staging&version=1.0.0")
            .await
            .fails(422, "label_or_version");
        client
            .get("/api/fetch/ada/tone?format=docx")
            .await
            .fails(422, "unsupported_format");
        client
            .get("/api/fetch/ada/tone?lable=staging")
            .await
            .fails(400, "unreadable");
        let values = json!({ "values": {} });
        client
            .post("/api/fetch/ada/tone?format=source", values)
            .await
            .fails(422, "not_rendered");
    }
    // A save of a public prompt between two versions is not published.
    let newer = say(&ada, &prompt, "Be brief.").await;
    say(&ada, &newer, "Be both.").await;
    let visitor = server.visitor();
    let own = ada.get("/api/fetch/ada/tone?version=1.0.1").await;
    assert_eq!(header(&own, "cache-control"), format!("private, {YEAR}"));
    own.ok();
    visitor
        .get("/api/fetch/ada/tone?version=1.0.1")
        .await
        .fails(404, "not_found");
    visitor.get("/api/fetch/ada/tone?version=1.0.0").await.ok();
}

#[tokio::test]
async fn includes_are_those_that_the_asker_may_see() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    let tone = said(&ada, "Tone", "Be {{> manner}}.", true).await;
    said(&ada, "Manner", "kind", true).await;
    said(&bob, "Manner", "rude", true).await;
    said(&ada, "Secret", "hush", false).await;
    said(&ada, "Ada's", "A: {{> tone}} {{> secret}}", true).await;
    said(&bob, "Bob's", "B: {{> @ada/tone}} {{> tone}}", true).await;
    assert_eq!(
        text(&ada, "ada/ada-s?format=text").await,
        "A: Be kind. hush"
    );
    let visitor = server.visitor();
    for other in [&bob, &visitor] {
        assert_eq!(
            text(other, "ada/ada-s?format=text").await,
            "A: Be kind. {{> secret}}"
        );
    }
    // Names without a handle are those of the workspace of the prompt they stand in.
    assert_eq!(
        text(&visitor, "bob/bob-s?format=text").await,
        "B: Be kind. {{> tone}}"
    );
    // A version of an include stays.
    label(&ada, &tone, "live", "1.0.0").await;
    say(&ada, &tone, "Be new.").await;
    said(
        &ada,
        "Pinned",
        "{{> tone@1.0.0}} {{> tone:live}} {{> tone}}",
        true,
    )
    .await;
    assert_eq!(
        text(&visitor, "ada/pinned?format=text").await,
        "Be kind. Be kind. Be new."
    );
    // The browser and the command line load the same ones.
    let wanted = json!({ "references": ["@ada/tone@1.0.0", "tone", "@ada/secret"] });
    let loaded = bob.post("/api/includes", wanted).await.ok();
    let mut names: Vec<&String> = loaded["prompts"].as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(names, ["@ada/manner", "@ada/tone@1.0.0"]);
    // Prompts that include one another end.
    said(&ada, "One", "1 {{> two}}", true).await;
    said(&ada, "Two", "2 {{> one}}", true).await;
    let round = ada.get("/api/fetch/ada/one").await.ok();
    assert!(
        round["problems"]
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it["kind"] == "cycle"),
        "{round}"
    );
}

#[tokio::test]
async fn a_version_is_kept_for_ever_and_a_label_for_seconds() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = said(&ada, "Tone", "Be kind.", true).await;
    label(&ada, &prompt, "live", "1.0.0").await;
    said(&ada, "Hidden", "Be kind.", false).await;
    for (title, text) in [("Whole", "{{> tone}}"), ("Pinned", "{{> tone@1.0.0}}")] {
        let prompt = said(&ada, title, text, true).await;
        label(&ada, &prompt, "live", "1.0.0").await;
    }
    let kept = async |client: &Client, address: &str| {
        let answer = client.get(&format!("/api/fetch/{address}")).await;
        header(&answer, "cache-control").to_owned()
    };
    let visitor = server.visitor();
    let seconds = "max-age=30, stale-while-revalidate=30";
    for (client, address, control) in [
        (
            &visitor,
            "ada/tone?version=1.0.0",
            format!("public, {YEAR}"),
        ),
        (
            &visitor,
            "ada/tone?label=live",
            format!("public, {seconds}"),
        ),
        (&visitor, "ada/tone", format!("public, {seconds}")),
        (&ada, "ada/hidden?version=1.0.0", format!("private, {YEAR}")),
        (&ada, "ada/hidden", format!("private, {seconds}")),
        (
            &visitor,
            "ada/whole?version=1.0.0",
            format!("public, {seconds}"),
        ),
        (
            &visitor,
            "ada/whole?version=1.0.0&format=source",
            format!("public, {YEAR}"),
        ),
        (
            &ada,
            "ada/whole?version=1.0.0",
            format!("private, {seconds}"),
        ),
        (
            &visitor,
            "ada/pinned?version=1.0.0",
            format!("public, {YEAR}"),
        ),
    ] {
        assert_eq!(kept(client, address).await, control, "{address}");
    }
}

#[tokio::test]
async fn an_answer_in_memory_goes_only_to_who_may_read_it() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = said(&ada, "Tone", "First.", true).await;
    // A save between versions: its author reads it, and others do not.
    let draft = say(&ada, &prompt, "Draft.").await;
    let newest = say(&ada, &draft, "Newest.").await;
    let draft = format!(
        "/api/fetch/ada/tone?format=text&version={}",
        version(&draft)
    );
    for _ in 0..2 {
        assert_eq!(ada.get(&draft).await.text(), "Draft.");
        bob.get(&draft).await.fails(404, "not_found");
    }
    // The same answer, until the label is moved.
    label(&ada, &prompt, "live", "1.0.0").await;
    for _ in 0..2 {
        assert_eq!(
            text(&bob, "ada/tone?format=text&label=live").await,
            "First."
        );
    }
    label(&ada, &prompt, "live", &version(&newest)).await;
    for _ in 0..2 {
        assert_eq!(
            text(&bob, "ada/tone?format=text&label=live").await,
            "Newest."
        );
    }
    let hidden = json!({ "is_public": false });
    ada.patch(&path(&newest, ""), hidden).await.ok();
    let gone = bob.get("/api/fetch/ada/tone?format=text&label=live").await;
    gone.fails(404, "not_found");
    assert_eq!(
        text(&ada, "ada/tone?format=text&label=live").await,
        "Newest."
    );
}

#[tokio::test]
async fn a_clone_includes_what_the_original_did() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    said(&ada, "Tone", "kindly", true).await;
    said(&bob, "Tone", "harshly", true).await;
    let original = said(&ada, "Review", "Review {{> tone}}.", true).await;
    for (person, content, rendered) in [
        (&ada, "Review {{> tone}}.", "Review kindly."),
        (&bob, "Review {{> @ada/tone}}.", "Review kindly."),
    ] {
        let copy = person
            .post(&path(&original, "/clone"), json!({}))
            .await
            .created();
        assert_eq!(copy["content"]["segments"][0]["content"], content);
        let slug = copy["slug"].as_str().unwrap();
        assert_eq!(
            text(person, &format!("me/{slug}?format=text")).await,
            rendered
        );
    }
}

#[tokio::test]
async fn a_strong_tag_names_the_answer_with_what_it_includes() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = said(&ada, "Tone", "Be kind.", true).await;
    said(&ada, "Whole", "{{> tone}}", true).await;
    let ask = async |address: &str, known: &str, coding: &str| {
        let address = format!("/api/fetch/ada/{address}");
        let request = ada
            .request(Method::GET, &address)
            .header(IF_NONE_MATCH, known);
        ada.send(request.header(ACCEPT_ENCODING, coding)).await
    };
    for address in [
        "tone",
        "tone?format=text",
        "tone?format=source",
        "tone?format=md",
        "whole",
        "tone?version=1.0.0",
    ] {
        let first = ask(address, "\"0\"", "identity").await;
        let tag = header(&first, "etag").to_owned();
        assert!(tag.starts_with('"'), "{tag} is strong");
        assert!(header(&first, "vary").contains("Authorization"));
        let same = ask(address, &format!("\"0\", {tag}"), "identity").await;
        assert_eq!(
            (same.status.as_u16(), same.bytes.len()),
            (304, 0),
            "{address}"
        );
        assert_eq!(
            (header(&same, "etag"), header(&same, "cache-control")),
            (tag.as_str(), header(&first, "cache-control"))
        );
        let packed = ask(address, "\"0\"", "gzip").await;
        assert_ne!(header(&packed, "etag"), tag);
        let same = ask(address, header(&packed, "etag"), "gzip").await;
        assert_eq!(
            (same.status.as_u16(), header(&same, "etag")),
            (304, header(&packed, "etag"))
        );
    }
    let tag =
        async |address: &str| header(&ask(address, "\"0\"", "identity").await, "etag").to_owned();
    let before = [
        tag("tone").await,
        tag("whole").await,
        tag("tone?version=1.0.0").await,
    ];
    say(&ada, &prompt, "Be brief.").await;
    let after = [
        tag("tone").await,
        tag("whole").await,
        tag("tone?version=1.0.0").await,
    ];
    assert_ne!(before[0], after[0]);
    assert_ne!(before[1], after[1], "what is included changed");
    assert_eq!(before[2], after[2]);
    assert_ne!(tag("tone").await, tag("tone?format=text").await);

    let head = ada
        .send(ada.request(Method::HEAD, "/api/fetch/ada/tone"))
        .await;
    assert_eq!((head.status.as_u16(), head.bytes.len()), (200, 0));
    assert!(head.headers.contains_key("etag"));
}

#[tokio::test]
async fn pages_of_other_sites_may_fetch_and_read_nothing_private() {
    let server = server().await;
    let ada = server.person("Ada").await;
    said(&ada, "Tone", "Be {{manner}}.", true).await;
    let visitor = server.visitor();
    let from = |request: reqwest::RequestBuilder| {
        request
            .header("Origin", "https://example.com")
            .header("Sec-Fetch-Site", "cross-site")
    };
    let preflight = from(visitor.request(Method::OPTIONS, "/api/fetch/ada/tone"));
    let preflight = visitor
        .send(preflight.header("Access-Control-Request-Method", "POST"))
        .await;
    assert_eq!(preflight.status, 204);
    assert!(header(&preflight, "access-control-allow-headers").contains("Content-Type"));
    let values = json!({ "values": { "manner": "kind" } });
    let rendered = from(visitor.request(Method::POST, "/api/fetch/ada/tone?format=text"));
    let rendered = visitor.send(rendered.json(&values)).await;
    assert_eq!(rendered.text(), "Be kind.");
    let missing = visitor
        .send(from(visitor.request(Method::GET, "/api/fetch/ada/no")))
        .await;
    for answer in [&rendered, &missing] {
        assert_eq!(header(answer, "access-control-allow-origin"), "*");
        assert!(
            !answer
                .headers
                .contains_key("access-control-allow-credentials")
        );
    }
    // Nothing else is open to them.
    let other = visitor
        .send(from(visitor.request(Method::GET, "/api/prompts")))
        .await;
    assert!(!other.headers.contains_key("access-control-allow-origin"));
    let other = from(visitor.request(Method::POST, "/api/prompts")).json(&json!({}));
    visitor.send(other).await.fails(403, "foreign_origin");
}

#[tokio::test]
async fn a_client_sees_its_limit_and_is_refused_beyond_it() {
    let server = server_with(|config| config.fetch_limit = 3).await;
    let ada = server.person("Ada").await;
    said(&ada, "Tone", "Be kind.", true).await;
    let visitor = server.visitor();
    for left in ["2", "1", "0"] {
        let answer = visitor.get("/api/fetch/ada/tone").await;
        assert_eq!(
            (
                header(&answer, "ratelimit-limit"),
                header(&answer, "ratelimit-remaining")
            ),
            ("3", left)
        );
        assert_eq!(header(&answer, "ratelimit-reset"), "60");
    }
    let refused = visitor.get("/api/fetch/ada/tone").await;
    assert_eq!(header(&refused, "retry-after"), "60");
    assert_eq!(header(&refused, "ratelimit-remaining"), "0");
    refused.fails(429, "too_many_requests");
    // An error counts, and says so.
    let missing = ada.get("/api/fetch/ada/nothing").await;
    assert_eq!(header(&missing, "ratelimit-remaining"), "2");
    missing.fails(404, "not_found");
    // Which of two labels would count?
    let two = ada.get("/api/fetch/ada/tone?label=a&label=b").await;
    assert_eq!(two.json()["field"], "label");
    two.fails(400, "unreadable");
    ada.get("/api/fetch/ada/tone").await.ok();
    server.pass(Duration::from_mins(1));
    visitor.get("/api/fetch/ada/tone").await.ok();
}

#[tokio::test]
async fn what_is_fetched_is_counted_by_version_label_and_client() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = said(&ada, "Tone", "Be kind.", true).await;
    label(&ada, &prompt, "live", "1.0.0").await;
    let visitor = server.visitor();
    let fetch = async |query: &str, agent: &str| {
        let request = visitor.request(Method::GET, &format!("/api/fetch/ada/tone{query}"));
        visitor.send(request.header("User-Agent", agent)).await.ok();
    };
    for _ in 0..3 {
        fetch("?label=live", "shop/1.2").await;
    }
    fetch("", "curl/8").await;
    visitor
        .get("/api/fetch/ada/tone?label=no")
        .await
        .fails(404, "no_such_label");
    let usage = seen(async || {
        let usage = ada.get(&path(&prompt, "/usage")).await.ok();
        (usage["requests"] == 4).then_some(usage)
    });
    let usage = usage.await.unwrap();
    let rows: Vec<_> = usage["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            (
                it["version"].as_str().unwrap(),
                it["label"].as_str(),
                it["client"].as_str().unwrap(),
                it["requests"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("1.0.0", Some("live"), "shop", 3),
            ("1.0.0", None, "curl", 1)
        ]
    );
    // More of the same is added to the day; only members read it.
    fetch("", "curl/9").await;
    let more = seen(async || {
        let usage = ada.get(&path(&prompt, "/usage?days=1")).await.ok();
        (usage["requests"] == 5).then_some(usage["items"].as_array().unwrap().len())
    });
    assert_eq!(more.await, Some(2));
    let bob = server.person("Bob").await;
    bob.get(&path(&prompt, "/usage"))
        .await
        .fails(404, "not_found");
    ada.get(&path(&prompt, "/usage?days=0"))
        .await
        .fails(422, "out_of_range");

    // What no report shows any more is deleted.
    let db = &server.app.db;
    let forget = async |days: u64| {
        let now = server.clock.now().plus(Duration::from_hours(24 * days));
        usage::forget_old(db, now).await.unwrap()
    };
    // A day longer than the longest report, which may begin on the day before in another time zone.
    assert_eq!(forget(365).await, 0);
    assert_eq!(forget(366).await, 2);
}

#[tokio::test]
async fn a_token_can_be_limited_to_named_prompts_and_labels() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let ada = server.person("Ada").await;
    let tone = said(&ada, "Tone", "Be kind.", false).await;
    said(&ada, "Other", "Be other.", false).await;
    label(&ada, &tone, "live", "1.0.0").await;
    let token = async |fields: Value| {
        let mut new = json!({ "name": "App", "password": PASSWORD, "scope": "read" });
        for (name, value) in fields.as_object().unwrap() {
            new[name] = value.clone();
        }
        let made = ada.post("/api/auth/tokens", new).await.created();
        made["token"].as_str().unwrap().to_owned()
    };
    let visitor = server.visitor();
    let ask = async |token: &str, address: &str| {
        let request = visitor.request(Method::GET, address).bearer_auth(token);
        visitor.send(request).await
    };
    let all = token(json!({})).await;
    let one = token(json!({ "prompt_ids": [tone["id"]] })).await;
    let later = token(json!({ "labels": ["later"] })).await;
    let live = token(json!({ "prompt_ids": [tone["id"]], "labels": ["live"] })).await;
    ask(&all, "/api/fetch/ada/other").await.ok();
    ask(&one, "/api/fetch/ada/tone").await.ok();
    ask(&one, "/api/fetch/me/tone?version=1.0.0").await.ok();
    ask(&one, "/api/fetch/ada/other")
        .await
        .fails(404, "not_found");
    let answer = ask(&later, "/api/fetch/ada/tone?label=later").await;
    assert!(!answer.text().contains("live"), "{}", answer.text());
    answer.fails(404, "no_such_label");
    // It tells nothing about the labels of others either.
    ask(&one, "/api/fetch/ada/other?label=live")
        .await
        .fails(404, "not_found");
    ask(&one, "/api/prompts").await.fails(403, "token_limited");
    ask(&one, &path(&tone, ""))
        .await
        .fails(403, "token_limited");
    ask(&live, "/api/fetch/ada/tone?label=live").await.ok();
    ask(&live, "/api/fetch/ada/tone")
        .await
        .fails(403, "token_limited");
    ask(&live, "/api/fetch/ada/tone?version=1.0.0")
        .await
        .fails(403, "token_limited");
    ask(&live, "/api/fetch/ada/tone?label=no")
        .await
        .fails(403, "token_limited");
    // A read token may render, which changes nothing.
    let request = visitor.request(Method::POST, "/api/fetch/ada/tone?format=text&label=live");
    let rendered = visitor
        .send(request.bearer_auth(&live).json(&json!({ "values": {} })))
        .await;
    assert_eq!(rendered.text(), "Be kind.");
    let listed = ada.get("/api/auth/tokens").await.ok();
    assert_eq!(listed["items"][0]["labels"], json!(["live"]));
    let bob = server.person("Bob").await;
    let theirs =
        json!({ "name": "App", "password": PASSWORD, "scope": "read", "prompt_ids": [tone["id"]] });
    bob.post("/api/auth/tokens", theirs)
        .await
        .fails(404, "not_found");
    for (field, value) in [("labels", json!(["a b"])), ("scope", json!("write"))] {
        let mut new =
            json!({ "name": "App", "password": PASSWORD, "scope": "read", "labels": ["live"] });
        new[field] = value;
        ada.post("/api/auth/tokens", new).await.fails(
            422,
            if field == "labels" {
                "not_valid"
            } else {
                "read_only"
            },
        );
    }
}

/// The cases that the core, the browser and the command line render too.
#[tokio::test]
async fn a_token_can_be_limited_to_collections_and_what_is_nested_in_them() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let (tone, voice) = (
        said(&ada, "Tone", "Be kind.", false).await,
        said(&ada, "Voice", "Be loud.", false).await,
    );
    let make = async |client: &Client, fields: Value| {
        let made = client.post("/api/collections", fields).await.created();
        made["id"].as_str().unwrap().to_owned()
    };
    let app = make(&ada, json!({ "title": "App" })).await;
    let inner = make(&ada, json!({ "title": "Inner", "parent_id": app })).await;
    let theirs = make(&bob, json!({ "title": "Theirs" })).await;
    let smart = json!({ "title": "Smart", "is_smart": true, "filter": { "kind": "all" } });
    let smart = make(&ada, smart).await;
    let new = |ids: &[&String]| json!({ "name": "App", "password": PASSWORD, "scope": "read", "collection_ids": ids });
    let refused = ada.post("/api/auth/tokens", new(&[&theirs])).await;
    refused.fails(404, "not_found");
    let refused = ada.post("/api/auth/tokens", new(&[&smart])).await;
    refused.fails(422, "is_smart");
    let token = ada.post("/api/auth/tokens", new(&[&app])).await.created();
    assert_eq!(token["collection_ids"], json!([app]));
    let token = token["token"].as_str().unwrap().to_owned();
    let visitor = server.visitor();
    let ask = async |address: &str| {
        let request = visitor.request(Method::GET, address);
        visitor.send(request.bearer_auth(&token)).await
    };
    // What enters the collection, or one in it, is fetched at once; what leaves it is not.
    ask("/api/fetch/ada/tone").await.fails(404, "not_found");
    let items = format!("/api/collections/{inner}/items");
    let added = json!({ "prompt_ids": [tone["id"]] });
    ada.post(&items, added.clone()).await.ok();
    ask("/api/fetch/ada/tone").await.ok();
    ask("/api/fetch/ada/voice").await.fails(404, "not_found");
    ask("/api/prompts").await.fails(403, "token_limited");
    ask(&format!("/api/collections/{app}"))
        .await
        .fails(403, "token_limited");
    let listed = |token: String| {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "prompts/list", "params": {} });
        let request = visitor.request(Method::POST, "/mcp").json(&body);
        request
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2025-11-25")
            .bearer_auth(token)
    };
    let agent = visitor.send(listed(token.clone())).await.text();
    assert!(
        agent.contains("\"tone\"") && !agent.contains("\"voice\""),
        "{agent}"
    );
    // Prompts that are named beside are allowed too.
    let both = json!({ "name": "Both", "password": PASSWORD, "scope": "read", "collection_ids": [app], "prompt_ids": [voice["id"]] });
    let both = ada.post("/api/auth/tokens", both).await.created();
    for name in ["tone", "voice"] {
        let request = visitor.request(Method::GET, &format!("/api/fetch/ada/{name}"));
        let request = request.bearer_auth(both["token"].as_str().unwrap());
        visitor.send(request).await.ok();
    }
    ada.delete(&format!("/api/collections/{inner}"))
        .await
        .done();
    ask("/api/fetch/ada/tone").await.fails(404, "not_found");
}

#[tokio::test]
async fn the_server_renders_the_same_bytes() {
    let server = server().await;
    let cases = include_str!("../../prompt-core/tests/rendered.json");
    let cases: Vec<Value> = serde_json::from_str(cases).unwrap();
    for (number, case) in cases.iter().enumerate() {
        let ada = server
            .person(&format!("Ada {number}").replace(' ', ""))
            .await;
        for (reference, included) in case["includes"].as_object().unwrap() {
            let included = ada.post("/api/prompts", included.clone()).await.created();
            assert_eq!(included["slug"], *reference);
        }
        let prompt = ada
            .post("/api/prompts", case["prompt"].clone())
            .await
            .created();
        let slug = prompt["slug"].as_str().unwrap();
        let values = json!({ "values": case["values"] });
        let address = |format: &str| format!("/api/fetch/me/{slug}?format={format}");
        let rendered = ada.post(&address("text"), values.clone()).await;
        assert_eq!(
            rendered.text(),
            case["text"].as_str().unwrap(),
            "{}",
            case["name"]
        );
        let rendered = ada.post(&address("messages"), values).await.ok();
        assert_eq!(rendered["messages"], case["messages"], "{}", case["name"]);
    }
}

#[tokio::test]
async fn a_save_between_versions_is_kept_for_seconds_by_others() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let prompt = said(&ada, "Tone", "Be kind.", true).await;
    said(&ada, "Whole", "{{> tone@1.0.0}}", true).await;
    let kept = async |client: &Client, address: &str| {
        let answer = client.get(&format!("/api/fetch/ada/{address}")).await;
        assert_eq!(answer.status, 200, "{address}");
        header(&answer, "cache-control").to_owned()
    };
    let seconds = "public, max-age=30, stale-while-revalidate=30";
    assert_eq!(kept(&visitor, "tone?version=1.0.0").await, seconds);
    assert_eq!(kept(&visitor, "whole?version=1.0.0").await, seconds);
    assert_eq!(
        kept(&ada, "tone?version=1.0.0").await,
        format!("private, {YEAR}")
    );
    label(&ada, &prompt, "live", "1.0.0").await;
    assert_eq!(
        kept(&visitor, "tone?version=1.0.0").await,
        format!("public, {YEAR}")
    );
}

#[tokio::test]
async fn a_prompt_without_text_says_so() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    said(&ada, "Blank", " \n", true).await;
    said(&ada, "Values", "{{x}}", true).await;
    for format in ["messages", "pieces"] {
        let got = visitor
            .get(&format!("/api/fetch/ada/blank?format={format}"))
            .await
            .ok();
        assert_eq!(got["problems"][0]["kind"], "no_text", "{got}");
    }
    let text = visitor.get("/api/fetch/ada/blank?format=text").await;
    text.fails(422, "no_text");
    let spaces = json!({ "values": { "x": "  " } });
    let got = visitor.post("/api/fetch/ada/values", spaces).await.ok();
    assert_eq!(got["problems"][0]["kind"], "no_text", "{got}");
    let got = visitor.get("/api/fetch/ada/values").await.ok();
    assert_eq!(got["problems"][0]["kind"], "missing_value", "{got}");
}
