//! How prompts are fetched, run and tested, by day of the reader's time zone, version, label and model.

use prompt_core::plan::PlanType;
use promptcase_server::clock::Timestamp;
use serde_json::{Value, json};

use crate::generation::with_ai;
use crate::support::fakes::{self, Fake};
use crate::support::{Client, TestServer, path, seen, server_with};

async fn server() -> (TestServer, Fake) {
    let fake = fakes::ai().await;
    let server = server_with(|config| {
        with_ai(config, &fake);
        config.default_plan = Some(PlanType::Max);
    });
    (server.await, fake)
}

async fn analytics(person: &Client, query: &str) -> Value {
    let address = format!("/api/analytics/advanced{query}");
    person.get(&address).await.ok()
}

/// A public prompt with the label `live` on 1.0.0 and the test `a`, which `gpt-4.1` fails.
async fn prompt(person: &Client, title: &str) -> Value {
    let check = json!({ "kind": "contains", "value": "Hello" });
    let content = json!({
        "segments": [{ "id": "s1", "type": "user", "content": "Greet {{name}}." }],
        "tests": [{ "id": "a", "values": { "name": "Ada" }, "checks": [check] }],
    });
    let fields = json!({ "title": title, "is_public": true, "content": content });
    let prompt = person.prompt(fields).await;
    let target = json!({ "version": "1.0.0" });
    person
        .put(&path(&prompt, "/labels/live"), target)
        .await
        .ok();
    prompt
}

/// The days that say anything, with one figure of each.
fn days(analytics: &Value, figure: &str) -> Vec<(String, i64)> {
    let days = analytics["by_day"].as_array().unwrap().iter();
    let days = days.map(|day| {
        (
            day["date"].as_str().unwrap().to_owned(),
            day[figure].as_i64().unwrap(),
        )
    });
    days.filter(|(_, count)| *count > 0).collect()
}

fn on(date: &str, count: i64) -> (String, i64) {
    (date.to_owned(), count)
}

#[tokio::test]
async fn fetches_are_told_by_day_version_and_label() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    prompt(&ada, "Tone").await;
    let visitor = server.visitor();
    // At 09:30 UTC on 31 January, and at 23:30.
    visitor.get("/api/fetch/ada/tone?label=live").await.ok();
    visitor.get("/api/fetch/ada/tone").await.ok();
    server.pass(Timestamp::HOUR * 14);
    visitor.get("/api/fetch/ada/tone?label=live").await.ok();
    let told = seen(async || {
        let told = analytics(&ada, "?period=7").await;
        (told["in_period"]["requests"] == 3).then_some(told)
    });
    let told = told.await.unwrap();
    assert_eq!(
        (&told["period"], &told["time_zone"]),
        (&json!("7"), &json!("UTC"))
    );
    assert_eq!(told["by_day"].as_array().unwrap().len(), 7);
    assert_eq!(days(&told, "requests"), [on("2026-01-31", 3)]);
    let versions: Vec<_> = told["by_version"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["title"].as_str().unwrap(),
                row["version"].as_str().unwrap(),
                row["label"].as_str(),
                row["requests"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        versions,
        [
            ("Tone", "1.0.0", Some("live"), 2),
            ("Tone", "1.0.0", None, 1)
        ]
    );

    for (zone, expected) in [
        (
            "Europe/Berlin",
            vec![on("2026-01-31", 2), on("2026-02-01", 1)],
        ),
        ("America/Los_Angeles", vec![on("2026-01-31", 3)]),
        (
            "Pacific/Auckland",
            vec![on("2026-01-31", 2), on("2026-02-01", 1)],
        ),
    ] {
        let told = analytics(&ada, &format!("?period=7&time_zone={zone}")).await;
        assert_eq!(days(&told, "requests"), expected, "{zone}");
    }
    // What was before the period does not count.
    server.pass(Timestamp::DAY);
    let told = analytics(&ada, "?period=1").await;
    assert_eq!(
        (days(&told, "requests"), &told["by_version"]),
        (vec![], &json!([]))
    );
}

#[tokio::test]
async fn runs_and_tests_are_told_by_day_and_model() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada, "Tone").await;
    let run = async |body: Value| ada.post(&path(&prompt, "/runs"), body).await;
    run(json!({ "values": { "name": "Ada" } })).await.created();
    server.pass(Timestamp::DAY);
    run(json!({ "test_id": "a" })).await.created();
    run(json!({ "test_id": "a", "model": "gpt-4.1" }))
        .await
        .created();

    let told = analytics(&ada, "").await;
    assert_eq!(
        days(&told, "runs"),
        [on("2026-01-31", 1), on("2026-02-01", 2)]
    );
    assert_eq!(days(&told, "tests_passed"), [on("2026-02-01", 1)]);
    assert_eq!(days(&told, "tests_failed"), [on("2026-02-01", 1)]);
    let credits = ada.get("/api/credits/usage").await.ok();
    let charged = credits["items"].as_array().unwrap().iter();
    let charged: i64 = charged
        .map(|used| used["total_cost"].as_i64().unwrap())
        .sum();
    assert_eq!(told["in_period"]["cost"], charged);
    let models = told["by_model"].as_array().unwrap();
    let counts: Vec<_> = models
        .iter()
        .map(|row| {
            (
                row["model"].as_str().unwrap(),
                row["runs"].as_i64().unwrap(),
                row["failed_runs"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(counts, [("gpt-4o-mini", 2, 0), ("gpt-4.1", 1, 0)]);
    for model in models {
        assert!(
            model["median_ms"].as_i64() <= model["p95_ms"].as_i64() && model["p95_ms"].is_i64(),
            "{model}"
        );
        assert!(model["tokens"].as_i64() > Some(0), "{model}");
    }
}

#[tokio::test]
async fn advanced_analytics_are_ones_own_and_part_of_max() {
    let (server, _fake) = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = prompt(&ada, "Tone").await;
    ada.post(
        &path(&prompt, "/runs"),
        json!({ "values": { "name": "Ada" } }),
    )
    .await
    .created();
    bob.get("/api/fetch/ada/tone").await.ok();
    let counted =
        seen(async || (analytics(&ada, "").await["in_period"]["requests"] == 1).then_some(()));
    counted.await.unwrap();
    let bobs = analytics(&bob, "").await;
    assert_eq!(
        (&bobs["in_period"]["requests"], &bobs["in_period"]["runs"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(
        (&bobs["by_version"], &bobs["by_model"]),
        (&json!([]), &json!([]))
    );

    let at = "/api/analytics/advanced";
    server
        .visitor()
        .get(at)
        .await
        .fails(401, "not_authenticated");
    ada.get(&format!("{at}?time_zone=Mars"))
        .await
        .fails(422, "unknown_time_zone");
    let free = server
        .twin_with(|config| config.default_plan = Some(PlanType::Pro))
        .await;
    free.person("Cy")
        .await
        .get(at)
        .await
        .fails(403, "plan_required");
}
