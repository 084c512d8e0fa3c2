//! Running prompts against a third-party fake of the providers: answers, charges, stops, and who may see them.

use crate::generation::{balance, events, last_use, server};
use crate::support::fakes::OWN_KEY;
use crate::support::{Answer, Client, path, seen};
use futures_util::StreamExt as _;
use reqwest::Method;
use serde_json::{Value, json};

mod access;
mod latency;
mod money;

/// A prompt of two messages with three variables.
async fn prompt(person: &Client, text: &str) -> Value {
    let segments = json!([
        { "type": "system", "content": "You are {{role}}." },
        { "type": "user", "content": text },
    ]);
    let body = json!({ "title": "Greeting", "content": { "segments": segments } });
    person.prompt(body).await
}

fn greeting() -> Value {
    json!({ "values": { "role": "a host", "name": "Ada", "language": "French" } })
}

const TEXT: &str = "Greet {{name}} in {{language}}.";

async fn run(person: &Client, prompt: &Value, body: Value) -> Answer {
    person.post(&path(prompt, "/runs"), body).await
}

async fn runs(person: &Client, prompt: &Value) -> Vec<Value> {
    let page = person.get(&path(prompt, "/runs")).await.ok();
    page["items"].as_array().unwrap().clone()
}

fn address(run: &Value, rest: &str) -> String {
    format!("/api/runs/{}{rest}", run["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_prompt_is_rendered_answered_as_it_is_written_and_kept() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let (before, _) = balance(&ada).await;
    let prompt = prompt(&ada, TEXT).await;
    let seen: Vec<_> = events(&ada, &path(&prompt, "/runs"), &greeting())
        .await
        .collect()
        .await;
    let (names, data): (Vec<_>, Vec<_>) = seen.into_iter().unzip();
    assert_eq!(names.first().unwrap(), "started");
    assert_eq!(names.last().unwrap(), "done");
    let pieces: Vec<&str> = data[1..data.len() - 1]
        .iter()
        .map(|part| part["text"].as_str().unwrap())
        .collect();
    assert!(pieces.len() > 1, "{pieces:?}");
    assert_eq!(pieces.concat(), "Hello, Ada. How are you?");

    // The model got the rendered messages.
    let asked = fake.journal().await.pop().unwrap();
    assert_eq!(
        asked["body"]["messages"],
        json!([
            { "role": "system", "content": "You are a host." },
            { "role": "user", "content": "Greet Ada in French." },
        ])
    );
    assert!(asked["body"].get("response_format").is_none());
    assert!(asked["body"].get("temperature").is_none());

    // The run is kept with what it ran.
    let done = data.last().unwrap();
    assert_eq!(
        (done["total_cost"].as_u64(), balance(&ada).await.0),
        (Some(1), before - 1)
    );
    assert_eq!(done["balance"].as_u64(), Some(before - 1));
    let listed = runs(&ada, &prompt).await;
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["excerpt"], "Hello, Ada. How are you?");
    let kept = ada.get(&address(&listed[0], "")).await.ok();
    for (field, expected) in [
        ("version", json!("1.0.0")),
        ("status", json!("succeeded")),
        ("provider", json!("openai")),
        ("model", json!("gpt-4o-mini")),
        ("output", json!("Hello, Ada. How are you?")),
        ("values", greeting()["values"].clone()),
        ("settings", json!({})),
        ("tool_calls", json!([])),
        ("message", Value::Null),
        ("input_tokens", json!(120)),
        ("output_tokens", json!(80)),
        ("is_pinned", json!(false)),
    ] {
        assert_eq!(kept[field], expected, "{field}");
    }
    let times = (kept["first_token_ms"].as_u64(), kept["total_ms"].as_u64());
    assert!(times.0.is_some() && times.0 <= times.1, "{times:?}");
    let used = last_use(&ada).await;
    assert_eq!(
        (&used["feature_type"], &used["prompt_id"]),
        (&json!("prompt_run"), &prompt["id"])
    );
}

#[tokio::test]
async fn a_run_that_has_not_ended_says_so_to_whoever_runs_it() {
    let (server, _fake) = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = prompt(&ada, "Greet Ada slowly.").await;
    let mut steps = Box::pin(events(&ada, &path(&prompt, "/runs"), &greeting()).await);
    let (_, started) = steps.next().await.unwrap();
    ada.get(&address(&started, ""))
        .await
        .fails(409, "run_pending");
    bob.get(&address(&started, ""))
        .await
        .fails(404, "not_found");
    let (name, _) = steps.next().await.unwrap();
    assert_eq!(name, "text");
    // The connection breaks. What had arrived is kept, and is found under the same id.
    drop(steps);
    let kept = seen(async || {
        let answer = ada.get(&address(&started, "")).await;
        (answer.status == 200).then(|| answer.ok())
    });
    let kept = kept.await.expect("the run ends");
    assert_eq!(kept["status"], "stopped");
    assert!(
        kept["output"].as_str().unwrap().starts_with("Hello"),
        "{kept}"
    );
}

#[tokio::test]
async fn the_settings_of_the_prompt_are_sent_and_a_run_may_have_its_own() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let schema = json!({ "type": "object" });
    let tools = json!([{ "name": "get_weather", "parameters": schema }]);
    let settings = json!({
        "model": "gpt-4.1", "temperature": "0.2", "max_tokens": 50, "response_schema": schema, "tools": tools,
    });
    let content = json!({
        "segments": [{ "type": "user", "content": "Look up the weather in {{> x}}." }], "settings": settings,
    });
    let prompt = ada
        .prompt(json!({ "title": "Weather", "content": content }))
        .await;
    for provider in ["openai", "anthropic"] {
        // The prompt names a model of OpenAI.
        let model = (provider == "anthropic").then_some("claude-3-haiku");
        let body = json!({ "provider": provider });
        let done = run(&ada, &prompt, body).await.created();
        assert_eq!(done["output"], "");
        assert_eq!(
            done["tool_calls"],
            json!([{ "name": "get_weather", "arguments": "{\"city\":\"Ghent\"}" }])
        );
        assert_eq!(done["settings"]["temperature"], 0.2);
        assert_eq!(done["model"], model.unwrap_or("gpt-4.1"));
    }
    let asked = fake.journal().await;
    let sent = &asked[0]["body"];
    assert_eq!(
        (&sent["model"], &sent["temperature"], &sent["max_tokens"]),
        (&json!("gpt-4.1"), &json!(0.2), &json!(50))
    );
    assert_eq!(sent["response_format"]["json_schema"]["schema"], schema);
    assert_eq!(sent["tools"][0]["function"]["name"], "get_weather");

    // A run may replace them; what is not valid is told.
    let own = json!({ "settings": { "temperature": 1 } });
    run(&ada, &prompt, own).await.created();
    let asked = fake.journal().await.pop().unwrap();
    assert_eq!(asked["body"]["model"], "gpt-4o-mini");
    assert!(asked["body"].get("tools").is_none());
    let refused = run(&ada, &prompt, json!({ "settings": { "temperature": 3 } })).await;
    let refused = refused.fails(422, "not_valid");
    assert_eq!(refused["field"], "settings.temperature");
    // No more is asked of a model than it gives.
    let most = json!({ "provider": "anthropic", "settings": { "max_tokens": 99_999 } });
    run(&ada, &prompt, most).await.created();
    let asked = fake.journal().await.pop().unwrap();
    assert_eq!(asked["body"]["max_tokens"], 4_096);
    // What comes with a file of somebody else is stored, and does not run.
    let twice = json!([{ "name": "a" }, { "name": "a" }]);
    let twice = json!({ "title": "Twice", "content": {
        "segments": [{ "type": "user", "content": "Hi" }], "settings": { "tools": twice } } });
    let twice = ada.prompt(twice).await;
    let refused = run(&ada, &twice, json!({})).await.fails(422, "not_valid");
    assert_eq!(refused["field"], "settings.tools");
    let wrong = json!({ "title": "Weather", "content": { "settings": { "tools": {} } } });
    let refused = ada
        .post("/api/prompts", wrong)
        .await
        .fails(422, "not_valid");
    assert_eq!(refused["field"], "content.settings.tools");
}

#[tokio::test]
async fn a_version_runs_with_its_own_text() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let first = prompt(&ada, "Greet Ada once.").await;
    let changed =
        json!({ "content": { "segments": [{ "type": "user", "content": "Greet Ada twice." }] } });
    let second = ada.save(&first, changed).await.ok();
    let version = json!({ "version": "1.0.0", "values": { "role": "a host" } });
    let done = run(&ada, &second, version).await.created();
    assert_eq!(done["version"], "1.0.0");
    let asked = fake.journal().await.pop().unwrap();
    assert_eq!(asked["body"]["messages"][1]["content"], "Greet Ada once.");
    let done = run(&ada, &second, json!({})).await.created();
    assert_eq!(done["version"], "1.0.1");
    run(&ada, &second, json!({ "version": "7.0.0" }))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn included_prompts_come_along_as_far_as_they_are_visible() {
    let (server, fake) = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let of = async |person: &Client, text: &str| {
        let content = json!({ "segments": [{ "type": "user", "content": text }] });
        let prompt = person
            .prompt(json!({ "title": "Part", "content": content }))
            .await;
        prompt["id"].as_str().unwrap().to_owned()
    };
    of(&ada, "in rhyme").await;
    let hidden = of(&bob, "a secret").await;
    let text = format!("Greet Ada {{{{> part}}}} {{{{> {hidden}}}}}");
    let prompt = prompt(&ada, &text).await;
    run(&ada, &prompt, greeting()).await.created();
    let asked = fake.journal().await.pop().unwrap();
    assert_eq!(
        asked["body"]["messages"][1]["content"],
        format!("Greet Ada in rhyme {{{{> {hidden}}}}}")
    );
}

#[tokio::test]
async fn images_are_sent_in_the_form_of_the_provider() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let image = |reference: &str| json!({ "type": "image", "title": "It", "reference": reference });
    let pixel = "data:image/png;base64,iVBORw0KGgo=";
    let block = json!({
        "title": "Look", "modules": [{ "title": "Task", "content": "Greet Ada." }],
        "assets": [image("{{photo}}"), image(pixel)],
    });
    let content = json!({ "blocks": [block] });
    let prompt = json!({ "title": "Look", "structure_type": "advanced", "content": content });
    let prompt = ada.prompt(prompt).await;
    let address = "https://example.org/a.png";
    let mut sent = serde_json::Map::new();
    for (provider, model) in [("openai", "gpt-4o-mini"), ("anthropic", "claude-3-haiku")] {
        let body = json!({ "provider": provider, "model": model, "values": { "photo": address } });
        run(&ada, &prompt, body).await.created();
        let asked = fake.journal().await.pop().unwrap();
        sent.insert(provider.to_owned(), json!([asked["body"]]));
    }
    let parts = |provider: &str| sent[provider][0]["messages"][0]["content"].clone();
    assert_eq!(
        parts("openai")[1],
        json!({ "type": "image_url", "image_url": { "url": address } })
    );
    assert_eq!(
        parts("openai")[3],
        json!({ "type": "image_url", "image_url": { "url": pixel } })
    );
    // The fake notes the texts of Anthropic's requests only; the form of an image is checked by Anthropic's library.
    assert!(
        parts("anthropic").to_string().contains("- It: "),
        "{sent:?}"
    );
}

#[tokio::test]
async fn what_cannot_be_sent_is_told_before_anybody_is_asked() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada, TEXT).await;
    let lacking = json!({ "values": { "name": "Ada" } });
    let refused = run(&ada, &prompt, lacking)
        .await
        .fails(422, "missing_values");
    assert_eq!(
        (&refused["message"], &refused["field"]),
        (
            &json!("Fill in these variables first: role, language"),
            &json!("values")
        )
    );
    let mut unknown = greeting();
    unknown["model"] = json!("gpt-unheard-of");
    run(&ada, &prompt, unknown)
        .await
        .fails(422, "unknown_model");
    let empty = ada.prompt(json!({ "title": "Empty", "content": {} })).await;
    run(&ada, &empty, json!({})).await.fails(422, "required");
    assert!(fake.journal().await.is_empty());
    assert!(runs(&ada, &prompt).await.is_empty());
}

#[tokio::test]
async fn no_test_has_an_id_with_nul() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada, TEXT).await;
    let runs = ada.get(&path(&prompt, "/runs?test_id=a%00b")).await;
    assert_eq!(runs.fails(400, "unreadable")["field"], "test_id");
}

#[tokio::test]
async fn runs_are_pinned_deleted_and_the_oldest_give_way() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada, TEXT).await;
    let first = run(&ada, &prompt, greeting()).await.created();
    let pinned = ada.put(&address(&first, "/pin"), json!({})).await.ok();
    assert_eq!(pinned["is_pinned"], true);
    let second = run(&ada, &prompt, greeting()).await.created();
    server.add_copies("prompt_runs", &second, 510).await;
    server.pass(std::time::Duration::from_secs(1));
    let newest = run(&ada, &prompt, greeting()).await.created();

    let (mut kept, mut cursor) = (Vec::new(), String::new());
    loop {
        let list = path(&prompt, &format!("/runs?limit=100{cursor}"));
        let page = ada.get(&list).await.ok();
        kept.extend(page["items"].as_array().unwrap().iter().cloned());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(kept.len(), 501);
    assert_eq!(kept[0]["id"], newest["id"]);
    assert_eq!(kept[500]["id"], first["id"]);
    let only_pinned = ada.get(&path(&prompt, "/runs?pinned=true")).await.ok();
    assert_eq!(only_pinned["items"].as_array().unwrap().len(), 1);

    ada.delete(&address(&first, "/pin")).await.ok();
    let only_pinned = ada.get(&path(&prompt, "/runs?pinned=true")).await.ok();
    assert_eq!(only_pinned["items"], json!([]));
    ada.delete(&address(&newest, "")).await.done();
    ada.get(&address(&newest, "")).await.fails(404, "not_found");
    ada.delete(&address(&newest, ""))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn an_own_key_runs_any_model_and_costs_nothing() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let before = balance(&ada).await;
    let prompt = prompt(&ada, TEXT).await;
    let mut body = greeting();
    body["model"] = json!("llama3.2");
    let request = ada.request(Method::POST, &path(&prompt, "/runs"));
    let request = request.header("x-provider-key", OWN_KEY).json(&body);
    let done = ada.send(request).await.created();
    assert_eq!(
        (&done["own_key"], &done["total_cost"], &done["model"]),
        (&json!(true), &json!(0), &json!("llama3.2"))
    );
    assert_eq!(balance(&ada).await, before);
}

#[tokio::test]
async fn an_account_waits_for_few_answers_on_its_own_keys() {
    let (server, _fake) = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = prompt(&ada, "Greet Ada slowly.").await;
    let run = |person: &Client, prompt: &Value| {
        let request = person.request(Method::POST, &path(prompt, "/runs"));
        request.header("x-provider-key", OWN_KEY).json(&greeting())
    };
    let id: uuid::Uuid = ada.id().parse().unwrap();
    let pending = "INSERT INTO ai_usage (id, workspace_id, user_id, status, feature_type, provider, model, own_key,
            prompt_length, base_cost, multiplier, total_cost, created_at)
        SELECT $1, $2, $2, 'pending', 'run', 'ollama', 'llama3.2', TRUE, 1, 0, '1', 0, $3";
    for _ in 0..20 {
        let insert = server.app.db.write(pending).bind(uuid::Uuid::new_v4());
        insert
            .bind(id)
            .bind(server.app.now())
            .execute()
            .await
            .unwrap();
    }
    let refused = ada.send(run(&ada, &prompt)).await;
    assert_eq!(refused.headers["retry-after"], "10");
    refused.fails(429, "too_many_runs");
    let of_bob = self::prompt(&bob, TEXT).await;
    bob.send(run(&bob, &of_bob)).await.created();
    let end = server
        .app
        .db
        .write("UPDATE ai_usage SET status = 'failed' WHERE user_id = $1");
    end.bind(id).execute().await.unwrap();
    ada.send(run(&ada, &prompt)).await.created();
}

/// Waits until the prompt has a run of this status.
async fn run_that(person: &Client, prompt: &Value, status: &str) -> Value {
    let found = seen(async || {
        let runs = runs(person, prompt).await;
        runs.into_iter().find(|run| run["status"] == status)
    });
    let found = found.await.expect("the run is stored");
    person.get(&address(&found, "")).await.ok()
}
