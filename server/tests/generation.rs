//! Prompts written by AI, against a fake of the providers that others wrote: what is asked, what is saved, what is paid.

use std::io::Write as _;
use std::process::Stdio;
use std::time::Duration;

use crate::support::fakes::{self, Fake, OWN_KEY, SERVER_KEY};
use crate::support::{Answer, Client, TestServer, seen};
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use prompt_core::plan::PlanType;
use promptcase_server::config::Config;
use promptcase_server::secret::Secret;
use reqwest::Method;
use serde_json::{Value, json};

/// What everybody has in these tests: the credits to start with and those of the Pro plan.
pub const BALANCE: u64 = 1_100;

pub fn with_ai(config: &mut Config, fake: &Fake) {
    config.default_plan = Some(PlanType::Pro);
    config.ai.openai_api_key = Some(Secret(SERVER_KEY.into()));
    config.ai.openai_base_url = Some(format!("{}/v1", fake.url));
    config.ai.anthropic_api_key = Some(Secret(SERVER_KEY.into()));
    config.ai.anthropic_base_url = Some(format!("{}/v1", fake.url));
}

pub async fn server() -> (TestServer, Fake) {
    let fake = fakes::ai().await;
    let server = crate::support::server_with(|config| with_ai(config, &fake)).await;
    (server, fake)
}

fn request(input: &str) -> Value {
    json!({ "user_input": input })
}

async fn generate(person: &Client, body: Value) -> Answer {
    person.post("/api/generations", body).await
}

pub async fn balance(person: &Client) -> (u64, u64) {
    let credits = person.get("/api/credits").await.ok();
    (
        credits["balance"].as_u64().unwrap(),
        credits["reserved"].as_u64().unwrap(),
    )
}

pub async fn last_use(person: &Client) -> Value {
    person.get("/api/credits/usage").await.ok()["items"][0].clone()
}

pub fn assert_fails(answer: Answer, status: u16, message: &str) {
    let body = answer.fails(status, "GENERATION_FAILED");
    assert_eq!(body["message"], message);
    assert!(body["provider"].is_string(), "{body}");
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
        // So that the history has an order.
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
    // Private means private.
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
            json!({ "prompt": super::improvement::dull(), "provider": provider, "model": model });
        ada.post("/api/generations/improve", improved)
            .await
            .created();
    }
    let journal = fake.journal().await;
    let bodies = |path: &str| -> Vec<Value> {
        let asked = journal.iter().filter(|entry| entry["path"] == path);
        asked.map(|entry| entry["body"].clone()).collect()
    };
    // Anthropic's requests are noted in OpenAI's form; they are checked as they were sent, by the unit tests' form.
    let mut openai = bodies("/v1/chat/completions");
    for body in &mut openai {
        body.as_object_mut()
            .unwrap()
            .retain(|name, _| !name.starts_with('_'));
    }
    let with_context = openai.iter().filter(|body| {
        let system = body["messages"][0]["content"].as_str();
        system.unwrap().contains("Like Sappho")
    });
    assert_eq!((openai.len(), with_context.count()), (4, 2));
    let headers = &journal
        .iter()
        .find(|entry| entry["path"] == "/v1/messages")
        .unwrap()["headers"];
    assert_eq!(headers["anthropic-version"], "2023-06-01");
    let anthropic: Vec<Value> = bodies("/v1/messages")
        .into_iter()
        .map(as_sent_to_anthropic)
        .collect();
    assert_eq!(anthropic.len(), 4);

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
        "8 requests checked",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The fake keeps what it was asked in OpenAI's form: the system prompt stands among the messages.
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

/// The events of a generation, as name and data.
async fn stream(
    person: &Client,
    input: &str,
) -> impl futures_util::Stream<Item = (String, Value)> + use<> {
    events(person, "/api/generations", &request(input)).await
}

pub async fn events(
    person: &Client,
    path: &str,
    body: &Value,
) -> impl futures_util::Stream<Item = (String, Value)> + use<> {
    use eventsource_stream::Eventsource as _;
    let request = person.request(Method::POST, path).json(body);
    // What a browser sends; the events must come one by one all the same.
    let request = request
        .header("accept", "text/event-stream")
        .header("accept-encoding", "gzip, br");
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.headers().get("content-encoding").is_none());
    response.bytes_stream().eventsource().map(|event| {
        let event = event.unwrap();
        (event.event, serde_json::from_str(&event.data).unwrap())
    })
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

#[tokio::test]
async fn every_failure_says_what_to_do_and_costs_nothing() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    for (input, calls, message) in [
        (
            "an answer of the wrong shape",
            1,
            "Failed to parse generated content as JSON",
        ),
        (
            "an answer that is no JSON",
            1,
            "Failed to parse generated content as JSON",
        ),
        ("an empty answer", 1, "No content generated from OpenAI"),
        (
            "an answer cut off at the limit",
            1,
            "The answer was cut off at 2048 tokens. Ask for something smaller or a lower complexity.",
        ),
        (
            "a declined answer",
            1,
            "OpenAI declined to write this. Change the description and try again.",
        ),
        (
            "a broken answer",
            1,
            "OpenAI's answer broke off. Please try again.",
        ),
        (
            "an exhausted quota",
            1,
            "This server's OpenAI account has no quota left. Please tell the administrator, or use a key of your own.",
        ),
        (
            "a failing server",
            3,
            "OpenAI is overloaded or has a fault. Please try again in a minute, or choose another provider.",
        ),
        (
            "an unknown model",
            1,
            "OpenAI does not know the model gpt-4o-mini. Choose another model.",
        ),
        (
            "an overlong request",
            1,
            "OpenAI did not accept the request: This model's maximum context length is 8192 tokens",
        ),
    ] {
        let before = fake.journal().await.len();
        assert_fails(generate(&ada, request(input)).await, 502, message);
        assert_eq!(fake.journal().await.len() - before, calls, "{input}");
        let usage = last_use(&ada).await;
        assert_eq!(
            (&usage["status"], &usage["error_message"]),
            (&json!("failed"), &json!(message))
        );
        assert_eq!(balance(&ada).await, (BALANCE, 0), "{input}");
        server.pass(Duration::from_secs(1));
    }
}

#[tokio::test]
async fn a_provider_that_is_busy_is_asked_again_but_not_when_it_wants_a_long_wait() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    generate(&ada, request("a briefly failing server"))
        .await
        .created();
    assert_eq!(fake.journal().await.len(), 3);
    generate(&ada, request("a briefly limited answer"))
        .await
        .created();
    assert_eq!(fake.journal().await.len(), 5);
    let refused = generate(&ada, request("a rate limited answer")).await;
    assert_eq!(refused.headers["retry-after"], "33");
    assert_fails(
        refused,
        502,
        "OpenAI is receiving too many requests. Please try again in 33 seconds.",
    );
    assert_eq!(fake.journal().await.len(), 6);
}

#[tokio::test]
async fn a_provider_that_is_silent_or_absent_is_given_up() {
    let fake = fakes::ai().await;
    let server = crate::support::server_with(|config| {
        with_ai(config, &fake);
        config.ai.ai_time_limit = Some(1);
    })
    .await;
    let ada = server.person("Ada").await;
    let silent = generate(&ada, request("a stalled answer")).await;
    assert_fails(
        silent,
        502,
        "OpenAI did not answer in 1 seconds. Please try again, or choose a faster model.",
    );
    assert_eq!(balance(&ada).await, (BALANCE, 0));

    let server = crate::support::server_with(|config| {
        with_ai(config, &fake);
        // Nobody listens there.
        config.ai.anthropic_base_url = Some("http://127.0.0.1:1/v1".into());
    })
    .await;
    let ada = server.person("Ada").await;
    let body =
        json!({ "user_input": "a poem", "provider": "anthropic", "model": "claude-3-haiku" });
    let absent = generate(&ada, body).await;
    assert_fails(
        absent,
        502,
        "Anthropic could not be reached. Please try again in a minute.",
    );
    assert_eq!(balance(&ada).await, (BALANCE, 0));
}

#[tokio::test]
async fn a_provider_that_nobody_set_up_is_named_as_the_specification_does() {
    let server =
        crate::support::server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    let ada = server.person("Ada").await;
    for (provider, model) in [("openai", "gpt-4o-mini"), ("anthropic", "claude-3-opus")] {
        let body = json!({ "user_input": "a poem", "provider": provider, "model": model });
        let error = generate(&ada, body).await.fails(503, "GENERATION_FAILED");
        assert_eq!(
            error["message"],
            format!("Provider {provider} not available or not configured")
        );
        assert_eq!(error["provider"], provider);
        assert_eq!(last_use(&ada).await["status"], "failed");
    }
    let options = ada.get("/api/generations/options").await.ok();
    assert_eq!(options["providers"][0]["is_configured"], false);
    assert!(
        options["providers"][0]["models"]
            .as_array()
            .unwrap()
            .contains(&json!("gpt-4o-mini"))
    );
}

#[tokio::test]
async fn an_own_key_is_used_and_costs_no_credits() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let with_key = |key: &str| {
        let own = ada
            .request(Method::POST, "/api/generations")
            .header("x-provider-key", key);
        ada.send(own.json(&request("a poem")))
    };
    let generated = with_key(OWN_KEY).await.created();
    assert_eq!(
        (&generated["total_cost"], &generated["balance"]),
        (&json!(0), &json!(BALANCE))
    );
    assert_eq!(last_use(&ada).await["own_key"], true);
    assert_eq!(fake.journal().await.len(), 1);
    let message =
        "OpenAI did not accept your API key. Check it under Settings, or remove it to use credits.";
    assert_fails(with_key("sk-nobody-knows").await, 502, message);

    let wrong = crate::support::server_with(|config| {
        with_ai(config, &fake);
        config.ai.openai_api_key = Some(Secret("sk-expired".into()));
    })
    .await;
    let message = "OpenAI did not accept this server's API key. Please tell the administrator, or use a key of your own.";
    assert_fails(
        generate(&wrong.person("Ada").await, request("a poem")).await,
        502,
        message,
    );
}

#[tokio::test]
async fn who_may_not_or_cannot_pay_is_told_so_before_anybody_is_asked() {
    let fake = fakes::ai().await;
    let free = crate::support::server_with(|config| {
        with_ai(config, &fake);
        config.default_plan = Some(PlanType::Free);
    })
    .await;
    let ada = free.person("Ada").await;
    let refused = generate(&ada, request("a poem"))
        .await
        .fails(403, "ai_not_allowed");
    assert_eq!(
        refused["message"],
        "AI features require Pro or Max plan. Please upgrade your subscription."
    );
    generate(&free.visitor(), request("a poem"))
        .await
        .fails(401, "not_authenticated");

    let server = crate::support::server_with(|config| with_ai(config, &fake)).await;
    let ada = server.person("Ada").await;
    generate(&ada, request(" \n")).await.fails(422, "required");
    generate(&ada, request(&"x".repeat(20_001)))
        .await
        .fails(422, "too_long");
    let unknown = json!({ "user_input": "a poem", "model": "gpt-unheard-of" });
    generate(&ada, unknown).await.fails(422, "unknown_model");
    let dear = json!({ "user_input": "x".repeat(1_501), "model": "o3-deep-research", "complexity": "complex" });
    let refused = generate(&ada, dear)
        .await
        .fails(402, "insufficient_credits");
    assert_eq!(
        refused["message"],
        "Insufficient credits. This operation requires 2000 credits."
    );
    assert!(fake.journal().await.is_empty());
    assert_eq!(balance(&ada).await, (BALANCE, 0));
}

#[tokio::test]
async fn ten_at_once_on_credit_for_one_ask_the_provider_once() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    // 1,100 − 1,000 = 100, and the next one costs 100.
    let dear = json!({ "user_input": "a poem", "model": "gpt-4.1", "complexity": "simple" });
    for _ in 0..10 {
        generate(&ada, dear.clone()).await.created();
    }
    let before = fake.journal().await.len();
    let answers = join_all((0..10).map(|_| generate(&ada, dear.clone()))).await;
    let statuses: Vec<u16> = answers
        .iter()
        .map(|answer| answer.status.as_u16())
        .collect();
    assert_eq!(
        statuses.iter().filter(|status| **status == 201).count(),
        1,
        "{statuses:?}"
    );
    assert_eq!(
        statuses.iter().filter(|status| **status == 402).count(),
        9,
        "{statuses:?}"
    );
    assert_eq!(fake.journal().await.len() - before, 1);
    assert_eq!(balance(&ada).await, (0, 0));
}

#[tokio::test]
async fn cancelling_stops_the_call_and_the_charge() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    // By asking for it, from anywhere.
    let mut events = Box::pin(stream(&ada, "a stalled answer").await);
    let (_, started) = events.next().await.unwrap();
    let path = format!("/api/generations/{}", started["id"].as_str().unwrap());
    assert_eq!(balance(&ada).await, (BALANCE, 8));
    bob.delete(&path).await.fails(404, "not_found");
    ada.delete(&path).await.done();
    assert_eq!(balance(&ada).await, (BALANCE, 0));
    let (name, error) = events.next().await.unwrap();
    assert_eq!(
        (name.as_str(), &error["code"]),
        ("failed", &json!("cancelled"))
    );
    assert!(events.next().await.is_none());
    ada.delete(&path).await.done();

    // By going away.
    let mut events = Box::pin(stream(&ada, "a stalled answer").await);
    events.next().await.unwrap();
    assert_eq!(balance(&ada).await, (BALANCE, 8));
    drop(events);
    wait_until_free(&ada).await;
    assert_eq!(last_use(&ada).await["status"], "cancelled");

    // A reservation is never left behind, whatever answer one waited for and however early one goes. Whoever goes at
    // once may be gone before the server reserved anything, so that is another person.
    let eve = server.person("Eve").await;
    let asked = |person: &Client, accept: &str| {
        person
            .request(Method::POST, "/api/generations")
            .header("accept", accept)
            .json(&request("a stalled answer"))
    };
    for accept in ["text/event-stream", "application/json"] {
        leave_when_reserved(&ada, asked(&ada, accept)).await;
        for patience in [1, 20] {
            let early = asked(&eve, accept).timeout(Duration::from_millis(patience));
            drop(early.send().await);
        }
    }
    wait_until_free(&eve).await;
}

/// Sends a request that costs 8 credits and goes away as soon as these are reserved; waits until they are given back.
pub async fn leave_when_reserved(person: &Client, request: reqwest::RequestBuilder) {
    let sent = tokio::spawn(request.send());
    wait_for_balance(person, (BALANCE, 8)).await;
    sent.abort();
    // An answer that had begun is kept by the handle, and its connection with it.
    drop(sent);
    wait_until_free(person).await;
    assert_eq!(last_use(person).await["status"], "cancelled");
}

pub async fn wait_until_free(person: &Client) {
    wait_for_balance(person, (BALANCE, 0)).await;
}

async fn wait_for_balance(person: &Client, wanted: (u64, u64)) {
    let came = seen(async || (balance(person).await == wanted).then_some(())).await;
    if came.is_none() {
        let stands = balance(person).await;
        panic!("the balance and what is reserved stay {stands:?} and do not become {wanted:?}");
    }
}

#[tokio::test]
async fn a_repeated_request_is_answered_with_the_first_prompt() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let send = || {
        let keyed = ada
            .request(Method::POST, "/api/generations")
            .header("idempotency-key", "once");
        ada.send(keyed.json(&request("a poem")))
    };
    let first = send().await.created();
    let second = send().await.created();
    assert_eq!(first["prompt"]["id"], second["prompt"]["id"]);
    assert_eq!(fake.journal().await.len(), 1);
    assert_eq!(balance(&ada).await, (BALANCE - 8, 0));
}

#[tokio::test]
async fn neither_keys_nor_tokens_nor_what_was_asked_reach_the_log() {
    let fake = fakes::ai().await;
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let port = fakes::free_port();
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_promptcase-server"))
        .env("LISTEN", format!("127.0.0.1:{port}"))
        .env("DATA_DIR", folder.path().join("data"))
        .env("DEFAULT_PLAN", "pro")
        .env("LOG", "trace,hyper=info,hyper_util=info")
        .env("UNSAFE_FAST_PASSWORDS", "true")
        .env("OPENAI_API_KEY", SERVER_KEY)
        .env("OPENAI_BASE_URL", format!("{}/v1", fake.url))
        .env("STRIPE_SECRET_KEY", "sk_test_secret")
        .env("STRIPE_WEBHOOK_SECRET", "whsec_secret")
        .env("STRIPE_PRICE_PRO_MONTHLY", "p1")
        .env("STRIPE_PRICE_PRO_YEARLY", "p2")
        .env("STRIPE_PRICE_MAX_MONTHLY", "p3")
        .env("STRIPE_PRICE_MAX_YEARLY", "p4")
        .env("STRIPE_API_URL", "http://127.0.0.1:1")
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let ada = crate::support::person_at(&format!("http://127.0.0.1:{port}"), "Ada").await;
    for input in [
        "a poem about XYZZY",
        "a failing server XYZZY",
        "an overlong request XYZZY",
        "an empty answer XYZZY",
    ] {
        generate(&ada, request(input)).await;
    }
    let own = ada
        .request(Method::POST, "/api/generations")
        .header("x-provider-key", OWN_KEY);
    ada.send(own.json(&request("a poem about XYZZY")))
        .await
        .created();
    let improved = json!({ "prompt": super::improvement::dull(), "instruction": "XYZZY" });
    ada.post("/api/generations/improve", improved)
        .await
        .created();
    ada.post("/api/billing/checkout", json!({ "plan_type": "pro" }))
        .await
        .fails(502, "payment_failed");
    let cookie = ada.cookie().unwrap();
    program.kill().unwrap();
    program.wait().unwrap();
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(
        log.contains("/api/generations") && log.contains("no answer"),
        "the log is on"
    );
    let token = cookie.split_once('=').unwrap().1;
    for secret in [
        SERVER_KEY,
        OWN_KEY,
        "XYZZY",
        "You are a poet",
        "dull poet",
        "lively poet",
        "maximum context",
        token,
        "sk_test",
        "whsec",
        crate::support::PASSWORD,
    ] {
        assert!(!log.contains(secret), "{secret} stands in the log");
    }
}
