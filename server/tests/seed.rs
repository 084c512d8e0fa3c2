//! The sample data.

use std::collections::HashSet;

use crate::support::{server, server_with};
use promptcase_server::seed::bulk::BulkSeed;
use promptcase_server::seed::{EMAIL, PASSWORD, Seeded, seed};
use serde_json::json;

#[tokio::test]
async fn a_sample_that_was_left_in_the_middle_is_made_anew() {
    let server = server().await;
    let count = async |table: &str| {
        let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let (count,) = server.app.db.read(sql).one::<(i64,)>().await.unwrap();
        count
    };
    // Wait for the first of the readers' accounts.
    let enough = count("users").await + 2;
    let app = server.app.clone();
    let run = tokio::spawn(async move { seed(&app).await.map(drop) });
    while count("users").await < enough {
        tokio::task::yield_now().await;
    }
    run.abort();
    assert!(run.await.unwrap_err().is_cancelled());

    let Seeded::New { prompts, .. } = seed(&server.app).await.unwrap() else {
        panic!("the rest is missing");
    };
    assert_eq!(count("prompts").await, i64::try_from(prompts).unwrap());
    assert_eq!(seed(&server.app).await.unwrap(), Seeded::AlreadyThere);
}

#[tokio::test]
async fn the_sample_shows_everything_there_is_and_comes_once() {
    let server = server().await;
    assert!(matches!(
        seed(&server.app).await.unwrap(),
        Seeded::New { prompts: 12.., .. }
    ));
    assert_eq!(seed(&server.app).await.unwrap(), Seeded::AlreadyThere);

    let demo = server.visitor();
    demo.post(
        "/api/auth/login",
        json!({ "email": EMAIL, "password": PASSWORD }),
    )
    .await
    .ok();
    let list = demo.get("/api/prompts?kind=all&limit=100").await.ok();
    let items = list["items"].as_array().unwrap();
    let words = |field: &str| {
        items
            .iter()
            .map(|item| item[field].as_str().unwrap())
            .collect::<HashSet<_>>()
    };
    assert_eq!(words("structure_type").len(), 4);
    assert!(words("prompt_type").len() >= 4);
    assert!(words("category").len() >= 5);
    assert!(items.iter().any(|item| item["is_public"] == false));
    let mut changelogs = 0;
    for item in items {
        let versions = demo
            .get(&crate::support::path(item, "/versions"))
            .await
            .ok();
        changelogs += versions["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|v| v["changelog"] != "")
            .count();
    }
    assert!(changelogs >= 8);

    let collections = demo.get("/api/collections").await.ok();
    let collections = collections["items"].as_array().unwrap();
    assert!(collections.iter().any(|one| one["is_smart"] == true));
    assert!(collections.iter().any(|one| one["child_count"] == 2));
    let trending = demo.get("/api/community/trending?period=7").await.ok();
    assert!(trending["items"].as_array().unwrap().len() >= 5);
    let parts = demo.get("/api/components?owner=me").await.ok();
    assert_eq!(parts["items"][0]["rating"], 4.5);
}

#[tokio::test]
async fn an_instance_can_be_filled_to_measure_on() {
    let server = server().await;
    seed(&server.app).await.unwrap();
    let filling = BulkSeed {
        prompts: 600,
        versions: 1500,
        people: 20,
        characters: 400,
    };
    filling.fill(&server.app).await.unwrap();

    let counted = |sql: &'static str| {
        let db = &server.app.db;
        async move { db.read(sql).one::<(i64,)>().await.unwrap().0 }
    };
    let prompts = "SELECT COUNT(*) FROM prompts p JOIN users u ON u.id = p.user_id WHERE u.password_hash IS NULL";
    assert_eq!(counted(prompts).await, 600 - 3);
    let versions = "SELECT COUNT(*) FROM prompt_versions WHERE changelog LIKE 'Change %'";
    assert_eq!(counted(versions).await, 1500);
    // Totals, daily counts and single rows agree.
    let totals = "SELECT CAST(SUM(view_count * 10000 + like_count) AS BIGINT) FROM prompt_counts";
    let days = "SELECT CAST(SUM(views * 10000 + likes) AS BIGINT) FROM prompt_days";
    let single =
        "SELECT (SELECT COUNT(*) FROM prompt_views) * 10000 + (SELECT COUNT(*) FROM prompt_likes)";
    assert!(counted(totals).await > 0);
    assert_eq!(counted(totals).await, counted(days).await);
    assert_eq!(counted(totals).await, counted(single).await);

    let visitor = server.visitor();
    for period in [1, 7, 30, 365] {
        let trending = visitor
            .get(&format!("/api/community/trending?period={period}&limit=50"))
            .await
            .ok();
        let scores: Vec<f64> = trending["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["trend_score"].as_f64().unwrap())
            .collect();
        assert!(!scores.is_empty(), "{period}");
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    }
}

#[tokio::test]
async fn the_demo_account_has_no_known_password_where_others_reach_the_server() {
    let server =
        server_with(|config| "https://prompts.example.org".clone_into(&mut config.public_url))
            .await;
    let Seeded::New { password, .. } = seed(&server.app).await.unwrap() else {
        panic!("nothing was made");
    };
    let sign_in = async |password: &str| {
        let form = json!({ "email": EMAIL, "password": password });
        server
            .visitor()
            .post("/api/auth/login", form)
            .await
            .status
            .as_u16()
    };
    assert_eq!(
        (sign_in(PASSWORD).await, sign_in(&password).await),
        (401, 200)
    );
}
