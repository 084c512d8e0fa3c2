//! Providers that fail, time out or are not configured.

use super::{BALANCE, assert_fails, balance, generate, last_use, request, server, with_ai};
use crate::support::fakes;
use crate::support::fakes::{OWN_KEY, SERVER_KEY};
use prompt_core::plan::PlanType;
use reqwest::Method;
use serde_json::json;
use std::time::Duration;

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
        // No server listens on this port.
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
    let improved = json!({ "prompt": crate::improvement::dull(), "instruction": "XYZZY" });
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
