//! Charges for runs, stops, and failures, which cost nothing.

use super::{TEXT, address, greeting, prompt, run, run_that, runs};
use crate::generation::{balance, events, last_use, server, wait_until_free, with_ai};
use crate::support::{TestServer, fakes, path, server_with};
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use prompt_core::plan::PlanType;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn a_stopped_run_keeps_and_charges_what_was_written() {
    let (server, _fake) = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let (before, _) = balance(&ada).await;
    let prompt = prompt(&ada, "Greet Ada slowly.").await;
    let mut steps = Box::pin(events(&ada, &path(&prompt, "/runs"), &greeting()).await);
    let (_, started) = steps.next().await.unwrap();
    let (name, first) = steps.next().await.unwrap();
    assert_eq!(name, "text");
    assert_eq!(balance(&ada).await, (before, 1));
    bob.post(&address(&started, "/stop"), json!({}))
        .await
        .fails(404, "not_found");
    // A run cannot be cancelled as a generation can, which would cost nothing.
    let cancel = format!("/api/generations/{}", started["id"].as_str().unwrap());
    ada.delete(&cancel).await.fails(404, "not_found");
    ada.post(&address(&started, "/stop"), json!({}))
        .await
        .done();

    let mut text = first["text"].as_str().unwrap().to_owned();
    let done = loop {
        let (name, data) = steps.next().await.unwrap();
        if name == "done" {
            break data;
        }
        assert_eq!(name, "text");
        text.push_str(data["text"].as_str().unwrap());
    };
    assert_eq!(
        (&done["status"], &done["output"], &done["total_cost"]),
        (&json!("stopped"), &json!(text), &json!(1))
    );
    assert!(text.len() < 400, "{text}");
    assert_eq!(balance(&ada).await, (before - 1, 0));
    // A run that has ended stays as it is.
    ada.post(&address(&started, "/stop"), json!({}))
        .await
        .done();
    assert_eq!(ada.get(&address(&done, "")).await.ok()["status"], "stopped");
}

#[tokio::test]
async fn leaving_stops_a_run_with_what_was_written() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let (before, _) = balance(&ada).await;
    let prompt = prompt(&ada, "Greet Ada slowly.").await;
    let mut steps = Box::pin(events(&ada, &path(&prompt, "/runs"), &greeting()).await);
    steps.next().await.unwrap();
    steps.next().await.unwrap();
    drop(steps);
    let kept = run_that(&ada, &prompt, "stopped").await;
    assert!(kept["output"].as_str().unwrap().starts_with("Hel"));
    assert_eq!(balance(&ada).await, (before - 1, 0));
}

#[tokio::test]
async fn a_prompt_that_is_deleted_while_it_runs_still_shows_its_answer() {
    for is_for_good in [false, true] {
        let (server, _fake) = server().await;
        let ada = server.person("Ada").await;
        let (before, _) = balance(&ada).await;
        let prompt = prompt(&ada, "Greet Ada slowly.").await;
        let mut steps = Box::pin(events(&ada, &path(&prompt, "/runs"), &greeting()).await);
        let (_, started) = steps.next().await.unwrap();
        steps.next().await.unwrap();
        ada.delete(&path(&prompt, "")).await.done();
        if is_for_good {
            let trashed = format!("/api/trash/prompt/{}", prompt["id"].as_str().unwrap());
            ada.delete(&trashed).await.done();
        }
        ada.post(&address(&started, "/stop"), json!({}))
            .await
            .done();
        let done = steps.filter(|(name, _)| std::future::ready(name == "done"));
        let (_, done) = Box::pin(done).next().await.unwrap();
        assert_eq!(done["status"], "stopped");
        assert!(done["output"].as_str().unwrap().starts_with("Hel"));
        assert_eq!(balance(&ada).await, (before - 1, 0));
    }
}

#[tokio::test]
async fn a_run_that_is_stopped_before_it_begins_costs_nothing() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada, "a stalled answer").await;
    let mut steps = Box::pin(events(&ada, &path(&prompt, "/runs"), &greeting()).await);
    let (_, started) = steps.next().await.unwrap();
    ada.post(&address(&started, "/stop"), json!({}))
        .await
        .done();
    let (name, error) = steps.next().await.unwrap();
    assert_eq!(
        (name.as_str(), &error["code"]),
        ("failed", &json!("cancelled"))
    );
    wait_until_free(&ada).await;
    assert!(runs(&ada, &prompt).await.is_empty());
}

#[tokio::test]
async fn a_failed_run_costs_nothing_and_says_what_to_do() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let before = balance(&ada).await;
    for (text, message) in [
        (
            "an exhausted quota",
            "This server's OpenAI account has no quota left. Please tell the administrator, or use a key of your own.",
        ),
        (
            "a broken answer",
            "OpenAI's answer broke off. Please try again.",
        ),
    ] {
        let prompt = prompt(&ada, text).await;
        let failed = run(&ada, &prompt, greeting()).await;
        let body = failed.fails(502, "GENERATION_FAILED");
        assert_eq!(body["message"], message);
        let kept = run_that(&ada, &prompt, "failed").await;
        assert_eq!(
            (&kept["message"], &kept["total_cost"], &kept["values"]),
            (&json!(message), &json!(0), &greeting()["values"])
        );
        // What had arrived stays.
        assert_eq!(kept["output"] == "", text == "an exhausted quota");
    }
    assert_eq!(balance(&ada).await, before);
    assert_eq!(last_use(&ada).await["status"], "failed");

    let short = prompt(&ada, "an answer cut off at the limit").await;
    let done = run(&ada, &short, greeting()).await.created();
    assert_eq!(
        done["message"],
        "The answer was cut off at 4096 tokens. Raise the limit of tokens in the prompt's settings."
    );
}

#[tokio::test]
async fn fifty_at_once_on_credits_for_ten_charge_exactly_ten() {
    let fake = fakes::ai().await;
    // 100 credits, and no plan: running is open to every plan.
    let server = server_with(|config| {
        with_ai(config, &fake);
        config.default_plan = Some(PlanType::Free);
    })
    .await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada, TEXT).await;
    let mut dear = greeting();
    dear["model"] = json!("gpt-4.1");
    let answers = join_all((0..50).map(|_| run(&ada, &prompt, dear.clone()))).await;
    let of = |status: u16| {
        let with = answers.iter().filter(|answer| answer.status == status);
        with.count()
    };
    assert_eq!((of(201), of(402)), (10, 40));
    assert_eq!(balance(&ada).await, (0, 0));
    assert_eq!(runs(&ada, &prompt).await.len(), 10);
    assert_eq!(fake.journal().await.len(), 10);
}

#[tokio::test]
async fn a_repeated_request_is_answered_with_the_first_run() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada, TEXT).await;
    let send = || {
        let request = ada.request(reqwest::Method::POST, &path(&prompt, "/runs"));
        ada.send(request.header("idempotency-key", "once").json(&greeting()))
    };
    let first = send().await.created();
    let second = send().await.created();
    assert_eq!(first["id"], second["id"]);
    assert_eq!(fake.journal().await.len(), 1);
}

#[tokio::test]
async fn a_server_that_died_in_the_midst_gives_the_credits_back() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let (before, _) = balance(&ada).await;
    let prompt = prompt(&ada, "Greet Ada slowly.").await;
    // The use of a process that is gone: reserved, and nobody ends it.
    let mut steps = Box::pin(events(&ada, &path(&prompt, "/runs"), &greeting()).await);
    let (_, started) = steps.next().await.unwrap();
    steps.next().await.unwrap();
    drop(steps);
    let ended = run_that(&ada, &prompt, "stopped").await;
    let db = &server.app.db;
    let id: uuid::Uuid = started["id"].as_str().unwrap().parse().unwrap();
    for sql in [
        "UPDATE prompt_runs SET status = 'running' WHERE id = $1",
        "UPDATE ai_usage SET status = 'pending' WHERE id = $1",
        "UPDATE credit_accounts SET reserved = 1
         WHERE workspace_id = (SELECT workspace_id FROM ai_usage WHERE id = $1)",
    ] {
        db.write(sql).bind(id).execute().await.unwrap();
    }
    assert_eq!(ended["id"], started["id"]);
    assert_eq!(balance(&ada).await, (before - 1, 1));
    // Until then it has not ended.
    assert!(runs(&ada, &prompt).await.is_empty());
    ada.get(&address(&ended, ""))
        .await
        .fails(409, "run_pending");
    server.pass(Duration::from_mins(11));
    // The next run of the workspace releases it.
    run(
        &ada,
        &prompt,
        json!({ "values": Value::Object(serde_json::Map::new()) }),
    )
    .await
    .fails(422, "missing_values");
    let next = super::prompt(&ada, TEXT).await;
    run(&ada, &next, greeting()).await.created();
    assert_eq!(balance(&ada).await, (before - 2, 0));
    // It is listed with what had arrived and what to do.
    let broken = ada.get(&address(&ended, "")).await.ok();
    assert_eq!(broken["status"], "failed");
    assert_eq!(broken["output"], ended["output"]);
    let message = "The server ended while the model wrote. Nothing was charged; run it again.";
    assert_eq!(broken["message"], message);
    let listed = runs(&ada, &prompt).await;
    assert_eq!(listed[0]["excerpt"], ended["output"]);
}

#[tokio::test]
async fn what_has_arrived_is_stored_while_the_model_writes() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada, "Greet Ada slowly.").await;
    let mut steps = Box::pin(events(&ada, &path(&prompt, "/runs"), &greeting()).await);
    let (_, started) = steps.next().await.unwrap();
    let id: uuid::Uuid = started["id"].as_str().unwrap().parse().unwrap();
    let mut kept: Vec<String> = Vec::new();
    let ended = loop {
        let (name, data) = steps.next().await.unwrap();
        if name == "done" {
            break data;
        }
        let stored = running(&server, id).await;
        if let Some(output) = stored
            && kept.last() != Some(&output)
        {
            kept.push(output);
            assert!(runs(&ada, &prompt).await.is_empty());
        }
    };
    assert!(kept.len() > 1, "{kept:?}");
    let whole = ended["output"].as_str().unwrap();
    assert!(kept.iter().all(|part| whole.starts_with(part.as_str())));
    assert_eq!(running(&server, id).await, None);
    assert_eq!(runs(&ada, &prompt).await.len(), 1);
}

/// What is stored of a run whose model writes.
async fn running(server: &TestServer, id: uuid::Uuid) -> Option<String> {
    let sql = "SELECT output FROM prompt_runs WHERE id = $1 AND status = 'running'";
    let found: Option<(String,)> = server.app.db.read(sql).bind(id).optional().await.unwrap();
    found.map(|(output,)| output)
}
