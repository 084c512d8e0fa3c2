//! Improving prompts with AI, against the same fake of the providers: proposals, charges, and that nothing is
//! stored.

use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::join_all;
use prompt_core::generation::AiConfig;
use prompt_core::generation::improve::ImprovementConfig;
use prompt_core::plan::PlanType;
use reqwest::Method;
use serde_json::{Value, json};

use crate::generation::{
    BALANCE, assert_fails, balance, events, last_use, leave_when_reserved, server, with_ai,
};
use crate::support::fakes::{self, OWN_KEY};
use crate::support::{Answer, Client};

const PATH: &str = "/api/generations/improve";

/// A prompt to improve.
pub fn dull() -> Value {
    with_texts("You are a dull poet.", "Write about {{topic}}.")
}

fn with_texts(first: &str, second: &str) -> Value {
    json!({ "title": "Poet", "content": { "segments": [
        { "id": "a", "order": 0, "type": "system", "content": first },
        { "id": "b", "order": 1, "type": "user", "content": second },
    ] } })
}

async fn improve(person: &Client, body: Value) -> Answer {
    person.post(PATH, body).await
}

fn texts(improved: &Value) -> Vec<(&str, &str)> {
    let segments = improved["content"]["segments"].as_array().unwrap().iter();
    segments
        .map(|item| {
            (
                item["id"].as_str().unwrap(),
                item["content"].as_str().unwrap(),
            )
        })
        .collect()
}

#[tokio::test]
async fn a_better_prompt_is_proposed_paid_and_kept_nowhere() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let improved = improve(
        &ada,
        json!({ "prompt": dull(), "instruction": "Make it lively" }),
    )
    .await
    .created();
    let texts = texts(&improved);
    assert_eq!(
        texts[..2],
        [
            ("a", "You are a lively poet."),
            ("b", "Write four lines about the theme.")
        ]
    );
    let (new, text) = texts[2];
    assert!(!new.is_empty() && text == "Do not rhyme.");
    assert_eq!(improved["content"]["segments"][0]["type"], "system");

    // The price that the browser shows before the click.
    let config = ImprovementConfig {
        prompt: serde_json::from_value(dull()).unwrap(),
        instruction: "Make it lively".into(),
        ..ImprovementConfig::default()
    };
    let quoted = config.cost(&AiConfig::default()).unwrap().total_cost;
    assert_eq!(improved["total_cost"], quoted);
    assert_eq!(improved["balance"], BALANCE - quoted);
    assert_eq!(balance(&ada).await, (BALANCE - quoted, 0));

    let prompts = ada.get("/api/prompts").await.ok();
    assert_eq!(prompts["items"], json!([]));
    let usage = last_use(&ada).await;
    assert_eq!(
        (
            &usage["status"],
            &usage["feature_type"],
            &usage["prompt_id"]
        ),
        (
            &json!("succeeded"),
            &json!("prompt_improvement"),
            &json!(null)
        )
    );
    assert_eq!(usage["tokens_used"], improved["tokens_used"]);
    let line = &ada.get("/api/credits/transactions").await.ok()["items"][0];
    assert_eq!(line["description"], "Prompt improvement with gpt-4o-mini");

    // The model receives the instruction and short keys instead of ids.
    let journal = fake.journal().await;
    let asked = journal[0]["body"]["messages"][1]["content"]
        .as_str()
        .unwrap();
    assert!(
        asked.starts_with("What is wanted: Make it lively"),
        "{asked}"
    );
    assert!(asked.contains(r#""id": "2""#) && !asked.contains(r#""b""#));
}

#[tokio::test]
async fn an_answer_that_changes_nothing_costs_nothing() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let good =
        || json!({ "prompt": with_texts("You are good already.", "Write about {{topic}}.") });
    let told = events(&ada, PATH, &good()).await.collect::<Vec<_>>().await;
    // The price is reserved, and comes back.
    assert!(told[0].1["total_cost"].as_u64() > Some(0), "{told:?}");
    let (name, proposed) = told.last().unwrap();
    assert_eq!(name, "done");
    assert_eq!(
        texts(proposed),
        [
            ("a", "You are good already."),
            ("b", "Write about {{topic}}.")
        ]
    );
    assert_eq!(
        (&proposed["total_cost"], &proposed["balance"]),
        (&json!(0), &json!(BALANCE))
    );
    assert_eq!(balance(&ada).await, (BALANCE, 0));
    let usage = last_use(&ada).await;
    assert_eq!(
        (&usage["status"], &usage["total_cost"]),
        (&json!("succeeded"), &json!(0))
    );
    assert!(usage["tokens_used"].as_u64() > Some(0), "{usage}");
    let lines = ada.get("/api/credits/transactions").await.ok();
    let is_charged = |line: &Value| line["transaction_type"] == "spent";
    assert!(!lines["items"].as_array().unwrap().iter().any(is_charged));
}

#[tokio::test]
async fn one_part_is_improved_by_itself() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let body = json!({ "prompt": dull(), "part": "b", "instruction": "only the task" });
    let improved = improve(&ada, body).await.created();
    assert_eq!(
        texts(&improved),
        [
            ("a", "You are a dull poet."),
            ("b", "Write four lines about {{topic}}, without rhyme.")
        ]
    );

    let advanced = json!({ "title": "T", "structure_type": "advanced", "content": { "blocks": [
        { "id": "x", "title": "Intake", "modules": [{ "id": "m", "title": "Ask", "content": "A dull intake.", "wrappers": ["format-json"] }],
          "assets": [{ "id": "f", "type": "file", "reference": "notes.txt" }] },
        { "id": "y", "title": "End", "modules": [] },
    ] } });
    let improved = improve(&ada, json!({ "prompt": advanced, "part": "x" }))
        .await
        .created();
    let block = &improved["content"]["blocks"][0];
    assert_eq!(
        block["modules"][0]["content"],
        "Ask the user for one thing at a time."
    );
    assert_eq!(block["modules"][0]["wrappers"], json!(["format-json"]));
    assert_eq!(block["assets"][0]["reference"], "notes.txt");
    assert_eq!(improved["content"]["blocks"][1]["id"], "y");
}

#[tokio::test]
async fn a_failed_improvement_says_what_to_do_and_costs_nothing() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    for (text, message) in [
        (
            "an answer that is no JSON",
            "Failed to parse generated content as JSON",
        ),
        (
            "an answer of the wrong shape",
            "Failed to parse generated content as JSON",
        ),
        (
            "dull and lost",
            "The answer did not keep the parts of the prompt. Nothing was charged; please try again.",
        ),
        (
            "dull but long",
            "The answer was cut off at 4096 tokens. Improve one part at a time.",
        ),
        (
            "a declined answer",
            "OpenAI declined to write this. Change the text or the instruction and try again.",
        ),
        (
            "a failing server",
            "OpenAI is overloaded or has a fault. Please try again in a minute, or choose another provider.",
        ),
    ] {
        let body = json!({ "prompt": with_texts(text, "…") });
        assert_fails(improve(&ada, body).await, 502, message);
        let usage = last_use(&ada).await;
        assert_eq!(
            (&usage["status"], &usage["error_message"]),
            (&json!("failed"), &json!(message))
        );
        assert_eq!(balance(&ada).await, (BALANCE, 0), "{text}");
        server.pass(Duration::from_secs(1));
    }
}

#[tokio::test]
async fn who_may_not_or_asks_for_too_much_is_told_so_before_anybody_is_asked() {
    let fake = fakes::ai().await;
    let free = crate::support::server_with(|config| {
        with_ai(config, &fake);
        config.default_plan = Some(PlanType::Free);
    })
    .await;
    let ada = free.person("Ada").await;
    improve(&ada, json!({ "prompt": dull() }))
        .await
        .fails(403, "ai_not_allowed");
    improve(&free.visitor(), json!({ "prompt": dull() }))
        .await
        .fails(401, "not_authenticated");

    let server = crate::support::server_with(|config| with_ai(config, &fake)).await;
    let ada = server.person("Ada").await;
    for (body, status, code, field) in [
        (json!({}), 422, "required", json!("prompt.content")),
        (
            json!({ "prompt": with_texts(" ", "\n") }),
            422,
            "required",
            json!("prompt.content"),
        ),
        (
            json!({ "prompt": with_texts(&"x".repeat(12_001), "") }),
            422,
            "too_long",
            json!("prompt.content"),
        ),
        (
            json!({ "prompt": dull(), "instruction": "x".repeat(2_001) }),
            422,
            "too_long",
            json!("instruction"),
        ),
        (
            json!({ "prompt": dull(), "part": "nobody" }),
            422,
            "no_such_item",
            json!("part"),
        ),
        (
            json!({ "prompt": dull(), "model": "gpt-unheard-of" }),
            422,
            "unknown_model",
            json!("model"),
        ),
        (
            json!({ "prompt": with_texts(&"x".repeat(1_600), ""), "model": "o3-deep-research" }),
            402,
            "insufficient_credits",
            json!(null),
        ),
    ] {
        // 10 × 50 × 2 = 1,000 credits for the last one, which are available until the first is spent.
        if status == 402 {
            let dear = json!({ "prompt": with_texts("dull poet", &"x".repeat(1_600)), "model": "o3-deep-research" });
            improve(&ada, dear).await.created();
        }
        let before = fake.journal().await.len();
        let refused = improve(&ada, body).await.fails(status, code);
        assert_eq!(refused["field"], field, "{code}");
        assert_eq!(fake.journal().await.len(), before);
    }
}

#[tokio::test]
async fn progress_arrives_and_cancelling_or_leaving_stops_the_charge() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let slow = json!({ "prompt": with_texts("slow and dull", "…") });
    let told = events(&ada, PATH, &slow).await.collect::<Vec<_>>().await;
    let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names[0], names[names.len() - 1]), ("started", "done"));
    assert!(names.len() > 3, "{names:?}");
    assert_eq!(
        told[0].1["total_cost"],
        told[told.len() - 1].1["total_cost"]
    );
    assert_eq!(
        texts(&told[told.len() - 1].1)[0].1,
        "You are a lively poet."
    );

    let ada = server.person("Bob").await;
    let stalled = json!({ "prompt": with_texts("a stalled answer", "…") });
    let mut running = Box::pin(events(&ada, PATH, &stalled).await);
    let (_, started) = running.next().await.unwrap();
    assert_eq!(balance(&ada).await, (BALANCE, 8));
    let path = format!("/api/generations/{}", started["id"].as_str().unwrap());
    ada.delete(&path).await.done();
    let (name, error) = running.next().await.unwrap();
    assert_eq!(
        (name.as_str(), &error["code"]),
        ("failed", &json!("cancelled"))
    );
    assert_eq!(balance(&ada).await, (BALANCE, 0));

    for accept in ["text/event-stream", "application/json"] {
        let waiting = ada.request(Method::POST, PATH).header("accept", accept);
        leave_when_reserved(&ada, waiting.json(&stalled)).await;
    }
}

#[tokio::test]
async fn an_own_key_is_free_and_a_repeated_request_is_not_paid_twice() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let own = ada
        .request(Method::POST, PATH)
        .header("x-provider-key", OWN_KEY)
        .json(&json!({ "prompt": dull() }));
    let improved = ada.send(own).await.created();
    assert_eq!(
        (&improved["total_cost"], &improved["balance"]),
        (&json!(0), &json!(BALANCE))
    );

    let keyed = |path: &'static str, body: Value| {
        let request = ada.request(Method::POST, path);
        ada.send(request.header("idempotency-key", "once").json(&body))
    };
    let before = fake.journal().await.len();
    keyed(PATH, json!({ "prompt": dull() })).await.created();
    keyed(PATH, json!({ "prompt": dull() }))
        .await
        .fails(409, "conflict");
    // The key cannot be reused for another endpoint either.
    keyed("/api/generations", json!({ "user_input": "a poem" }))
        .await
        .fails(409, "conflict");
    assert_eq!(fake.journal().await.len() - before, 1);
    assert_eq!(balance(&ada).await, (BALANCE - 8, 0));
}

#[tokio::test]
async fn ten_at_once_on_credit_for_one_ask_the_provider_once() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    // 1,100 credits, and each costs 10 × 50 × 2 = 1,000.
    let dear = json!({ "prompt": with_texts("dull poet", &"x".repeat(1_600)), "model": "o3-deep-research" });
    let answers = join_all((0..10).map(|_| improve(&ada, dear.clone()))).await;
    let with = |wanted: u16| {
        let statuses = answers.iter().map(|answer| answer.status.as_u16());
        statuses.filter(|status| *status == wanted).count()
    };
    assert_eq!((with(201), with(402)), (1, 9));
    assert_eq!(fake.journal().await.len(), 1);
    assert_eq!(balance(&ada).await, (BALANCE - 1_000, 0));
}
