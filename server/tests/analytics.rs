//! Analytics of the user's own prompts.

use promptcase_server::clock::Timestamp;
use serde_json::{Value, json};

use crate::support::{path, server};

#[tokio::test]
async fn analytics_count_ones_own_prompts_by_day() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let one = ada
        .prompt(json!({ "title": "One", "is_public": true }))
        .await;
    let gone = ada
        .prompt(json!({ "title": "Gone", "is_public": true }))
        .await;
    bob.post(&path(&one, "/view"), json!({})).await.done();
    bob.put(&path(&gone, "/like"), json!({})).await.ok();
    ada.delete(&path(&gone, "")).await.done();
    server.pass(Timestamp::DAY * 2);
    let two = ada
        .prompt(json!({ "title": "Two", "is_public": true }))
        .await;
    for prompt in [&one, &two] {
        bob.post(&path(prompt, "/view"), json!({})).await.done();
    }
    bob.put(&path(&two, "/like"), json!({})).await.ok();
    bob.post(&path(&one, "/clone"), json!({})).await.created();

    let week = ada.get("/api/analytics?period=7").await.ok();
    assert_eq!(week["period"], "7");
    for (field, value) in [
        ("total_prompts", json!(2)),
        ("total_views", json!(3)),
        ("total_likes", json!(1)),
        ("total_forks", json!(1)),
        ("total_collections", json!(0)),
        ("avg_rating", json!(0.0)),
        (
            "in_period",
            json!({ "prompts_created": 2, "views": 3, "likes": 1, "forks": 1 }),
        ),
    ] {
        assert_eq!(week[field], value, "{field}");
    }
    let days = week["by_day"].as_array().unwrap();
    assert_eq!(days.len(), 7);
    let day = |date: &str, created: u32, views: u32, likes: u32, forks: u32| json!({ "date": date, "prompts_created": created, "views": views, "likes": likes, "forks": forks });
    assert_eq!(
        days[4..],
        [
            day("2026-01-31", 1, 1, 0, 0),
            day("2026-02-01", 0, 0, 0, 0),
            day("2026-02-02", 1, 2, 1, 1)
        ]
    );

    let top: Vec<(&Value, &Value)> = week["top_prompts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|top| (&top["prompt"]["title"], &top["views"]))
        .collect();
    assert_eq!(
        top,
        [(&json!("One"), &json!(2)), (&json!("Two"), &json!(1))]
    );
    let recent: Vec<(&Value, &Value, &Value)> = week["recent_activity"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (&line["event_type"], &line["date"], &line["count"]))
        .collect();
    let line = (&json!("prompt_viewed"), &json!("2026-02-02"), &json!(2));
    assert_eq!((recent.len(), recent[1]), (6, line));

    let today = ada.get("/api/analytics?period=1").await.ok();
    assert_eq!(today["by_day"].as_array().unwrap().len(), 1);
    assert_eq!(
        today["in_period"],
        json!({ "prompts_created": 1, "views": 2, "likes": 1, "forks": 1 })
    );
    assert_eq!(today["total_views"], 3, "totals are of all time");
    assert_eq!(
        ada.get("/api/analytics").await.ok()["by_day"]
            .as_array()
            .unwrap()
            .len(),
        30
    );
    assert_eq!(
        ada.get("/api/analytics?period=365").await.ok()["by_day"]
            .as_array()
            .unwrap()
            .len(),
        365
    );
}

#[tokio::test]
async fn analytics_are_ones_own() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({ "is_public": true })).await;
    bob.post(&path(&prompt, "/view"), json!({})).await.done();
    let bobs = bob.get("/api/analytics").await.ok();
    assert_eq!(
        (&bobs["total_prompts"], &bobs["total_views"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(
        (&bobs["top_prompts"], &bobs["recent_activity"]),
        (&json!([]), &json!([]))
    );
    server
        .visitor()
        .get("/api/analytics")
        .await
        .fails(401, "not_authenticated");
    ada.get("/api/analytics?period=3")
        .await
        .fails(400, "unreadable");
}
