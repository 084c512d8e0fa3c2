//! Charges for generations, and when there are none.

use super::{
    BALANCE, assert_fails, balance, generate, last_use, leave_when_reserved, request, server,
    stream, wait_until_free, with_ai,
};
use crate::support::fakes::OWN_KEY;
use crate::support::{Client, fakes};
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use prompt_core::plan::PlanType;
use promptcase_server::secret::Secret;
use reqwest::Method;
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn an_own_key_is_used_on_every_plan_and_costs_no_credits() {
    let fake = fakes::ai().await;
    let server = crate::support::server_with(|config| {
        with_ai(config, &fake);
        config.default_plan = Some(PlanType::Free);
    })
    .await;
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
        (&json!(0), &json!(100))
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
    // Cancel by request, from any client.
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

    // Cancel by disconnecting.
    let mut events = Box::pin(stream(&ada, "a stalled answer").await);
    events.next().await.unwrap();
    assert_eq!(balance(&ada).await, (BALANCE, 8));
    drop(events);
    wait_until_free(&ada).await;
    assert_eq!(last_use(&ada).await["status"], "cancelled");

    // A reservation is always released, whichever response the client requested and however early it
    // disconnects. An immediate disconnect may precede the reservation, so a second user does that.
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
