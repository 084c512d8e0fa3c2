//! Requests to the providers and their responses.

use super::{BALANCE, balance, generate, last_use, request, server, stream};
use crate::support::fakes;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::Stdio;
use std::time::Duration;

/// Converts a request that the fake recorded in OpenAI's form, with the system prompt among the messages, back
/// to Anthropic's.
fn as_sent_to_anthropic(mut noted: Value) -> Value {
    let body = noted.as_object_mut().unwrap();
    body.retain(|name, _| !name.starts_with('_'));
    let messages = body["messages"].as_array_mut().unwrap();
    if messages[0]["role"] == "system" {
        let system = messages.remove(0)["content"].clone();
        body.insert("system".into(), system);
    }
    noted
}

#[tokio::test]
async fn all_four_structures_are_written_saved_and_paid() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    assert_eq!(balance(&ada).await, (BALANCE, 0));
    let mut left = BALANCE;
    for (structure, input, complexity, provider, model, cost, list, first) in [
        (
            "standard",
            "Please write a poem",
            "simple",
            "openai",
            "gpt-4o-mini",
            8,
            "segments",
            "You are a poet.",
        ),
        (
            "structured",
            "In structured sections",
            "medium",
            "openai",
            "gpt-4.1",
            150,
            "sections",
            "You are a poet.",
        ),
        (
            "modulized",
            "As reusable modules",
            "complex",
            "anthropic",
            "claude-3-haiku",
            20,
            "modules",
            "Read {{input}}.",
        ),
        (
            "advanced",
            "As blocks of modules",
            "simple",
            "openai",
            "o3-mini",
            55,
            "blocks",
            "",
        ),
    ] {
        // Gives the history a definite order.
        server.pass(Duration::from_secs(1));
        let body = json!({
            "user_input": input, "structure_type": structure, "complexity": complexity, "provider": provider,
            "model": model, "category": "creative", "language": "french",
        });
        let generated = generate(&ada, body).await.created();
        left -= cost;
        assert_eq!(
            (&generated["total_cost"], &generated["balance"]),
            (&json!(cost), &json!(left)),
            "{structure}"
        );
        assert_eq!(
            (&generated["provider"], &generated["model"]),
            (&json!(provider), &json!(model))
        );
        assert!(generated["tokens_used"].as_u64().unwrap() > 0);
        let prompt = &generated["prompt"];
        assert_eq!(prompt["title"], "Generated Prompt - 2026-01-31");
        assert_eq!(
            prompt["description"],
            format!("Generated from: \"{input}\"")
        );
        assert_eq!(prompt["tags"], json!(["ai-generated"]));
        assert_eq!(prompt["is_public"], false);
        let kept = (
            &prompt["structure_type"],
            &prompt["complexity"],
            &prompt["category"],
            &prompt["language"],
        );
        assert_eq!(
            kept,
            (
                &json!(structure),
                &json!(complexity),
                &json!("creative"),
                &json!("french")
            )
        );
        let item = &prompt["content"][list][0];
        assert_eq!(item["content"].as_str().unwrap_or_default(), first);
        assert!(!item["id"].as_str().unwrap().is_empty());
        assert_eq!(
            ada.get(&crate::support::path(prompt, "")).await.ok()["title"],
            prompt["title"]
        );

        let usage = last_use(&ada).await;
        assert_eq!(
            (&usage["status"], &usage["total_cost"]),
            (&json!("succeeded"), &json!(cost))
        );
        assert_eq!(usage["prompt_id"], prompt["id"]);
        assert_eq!(usage["tokens_used"], generated["tokens_used"]);
        let line = &ada.get("/api/credits/transactions").await.ok()["items"][0];
        assert_eq!(
            (&line["transaction_type"], line["amount"].as_i64().unwrap()),
            (&json!("spent"), -cost.cast_signed())
        );
    }
    assert_eq!(balance(&ada).await, (left, 0));
    // Generated prompts are private.
    let bob = server.person("Bob").await;
    let id = last_use(&ada).await["prompt_id"]
        .as_str()
        .unwrap()
        .to_owned();
    bob.get(&format!("/api/prompts/{id}"))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn what_we_send_is_what_the_official_clients_would_send() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    for (provider, model) in [
        ("openai", "gpt-4o"),
        ("openai", "o4-mini"),
        ("anthropic", "claude-3-opus"),
        ("anthropic", "claude-3-sonnet"),
    ] {
        let body = json!({ "user_input": "a poem", "provider": provider, "model": model, "file_context": "Uploaded 1 context files\n\n### a.md\nLike Sappho" });
        generate(&ada, body).await.created();
        let improved =
            json!({ "prompt": crate::improvement::dull(), "provider": provider, "model": model });
        ada.post("/api/generations/improve", improved)
            .await
            .created();
    }
    // A run with everything that a prompt can ask for.
    let schema = json!({ "type": "object" });
    let settings = json!({
        "model": "gpt-4o", "temperature": 0.2, "max_tokens": 50, "response_schema": schema,
        "tools": [{ "name": "find", "description": "Finds.", "parameters": schema }],
    });
    let segments =
        json!([{ "type": "system", "content": "s" }, { "type": "user", "content": "a poem" }]);
    let content = json!({ "segments": segments, "settings": settings });
    let prompt = ada
        .prompt(json!({ "title": "Run", "content": content }))
        .await;
    let runs = crate::support::path(&prompt, "/runs");
    ada.post(&runs, json!({})).await.created();
    // One with images; of Anthropic's the fake keeps no more than the texts.
    let assets = [
        "https://example.org/a.png",
        "data:image/png;base64,iVBORw0KGgo=",
    ];
    let assets = assets.map(|one| json!({ "type": "image", "title": "It", "reference": one }));
    let block = json!({ "title": "a poem", "modules": [], "assets": assets });
    let content = json!({ "blocks": [block] });
    let prompt = json!({ "title": "Images", "structure_type": "advanced", "content": content });
    let shown = ada.prompt(prompt.clone()).await;
    let runs = crate::support::path(&shown, "/runs");
    ada.post(&runs, json!({})).await.created();
    let rendered = serde_json::from_value(prompt).map(|prompt: prompt_core::Prompt| {
        prompt_core::render::render(&prompt, &serde_json::Map::new(), &())
    });
    let content = rendered.unwrap().messages[0].content().anthropic();
    assert_eq!(content.as_array().unwrap().len(), 4);
    let with_images = json!({
        "model": "claude-3-haiku", "max_tokens": 9, "stream": true,
        "messages": [{ "role": "user", "content": content }],
    });
    let journal = fake.journal().await;
    let bodies = |path: &str| -> Vec<Value> {
        let asked = journal.iter().filter(|entry| entry["path"] == path);
        asked.map(|entry| entry["body"].clone()).collect()
    };
    // The fake records Anthropic's requests in OpenAI's form; convert them to the form in which they were sent.
    let mut openai = bodies("/v1/chat/completions");
    for body in &mut openai {
        body.as_object_mut()
            .unwrap()
            .retain(|name, _| !name.starts_with('_'));
    }
    let with_context = openai.iter().filter(|body| {
        let system = body["messages"][0]["content"].as_str();
        system.is_some_and(|system| system.contains("Like Sappho"))
    });
    assert_eq!((openai.len(), with_context.count()), (6, 2));
    let headers = &journal
        .iter()
        .find(|entry| entry["path"] == "/v1/messages")
        .unwrap()["headers"];
    assert_eq!(headers["anthropic-version"], "2023-06-01");
    let mut anthropic: Vec<Value> = bodies("/v1/messages")
        .into_iter()
        .map(as_sent_to_anthropic)
        .collect();
    assert_eq!(anthropic.len(), 4);
    anthropic.push(with_images);

    let mut check = fakes::python();
    check
        .arg(fakes::folder().join("check_requests.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut check = check.spawn().unwrap();
    let input = json!({ "openai": openai, "anthropic": anthropic }).to_string();
    check
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = check.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        said.trim(),
        "11 requests checked",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[tokio::test]
async fn progress_arrives_while_the_model_writes() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let events = stream(&ada, "a slow answer")
        .await
        .collect::<Vec<_>>()
        .await;
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        (names[0], names[names.len() - 1]),
        ("started", "done"),
        "{names:?}"
    );
    assert_eq!(events[0].1["total_cost"], 8);
    let progress: Vec<u64> = events[1..events.len() - 1]
        .iter()
        .map(|(name, data)| {
            assert_eq!(name, "progress");
            data["characters"].as_u64().unwrap()
        })
        .collect();
    assert!(progress.len() > 2 && progress.is_sorted(), "{progress:?}");
    assert_eq!(
        events.last().unwrap().1["prompt"]["title"],
        "Generated Prompt - 2026-01-31"
    );
    assert_eq!(balance(&ada).await, (BALANCE - 8, 0));

    let events = stream(&ada, "an answer of the wrong shape")
        .await
        .collect::<Vec<_>>()
        .await;
    let (name, error) = events.last().unwrap();
    assert_eq!(
        (name.as_str(), &error["code"]),
        ("failed", &json!("GENERATION_FAILED"))
    );
}

#[tokio::test]
async fn fences_and_prose_around_the_answer_are_tolerated() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let generated = generate(&ada, request("a fenced answer")).await.created();
    assert_eq!(
        generated["prompt"]["content"]["segments"][0]["content"],
        "You are a poet."
    );
}
