//! Generating prompts against a third-party fake of the providers: requests, saved prompts and charges.

use crate::support::fakes::{Fake, SERVER_KEY};
use crate::support::{Answer, Client, TestServer, fakes, seen};
use futures_util::StreamExt as _;
use prompt_core::plan::PlanType;
use promptcase_server::config::Config;
use promptcase_server::secret::Secret;
use reqwest::Method;
use serde_json::{Value, json};

mod answers;
mod failures;
mod money;

/// The balance of every account in these tests: the initial credits plus those of the Pro plan.
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

/// Streams the events of a generation as (name, data).
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
    // The headers of a browser; the events must still arrive one by one.
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

/// Sends a request that costs 8 credits, disconnects once they are reserved, and waits until they are released.
pub async fn leave_when_reserved(person: &Client, request: reqwest::RequestBuilder) {
    let sent = tokio::spawn(request.send());
    wait_for_balance(person, (BALANCE, 8)).await;
    sent.abort();
    // The task's handle retains a response that has begun, and its connection.
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
