//! Trending prompts, recommendations and community figures.

use std::time::Duration;

use promptcase_server::clock::Timestamp;
use promptcase_server::community::trends::forget_old;
use serde_json::{Value, json};

use crate::support::{Client, PASSWORD, path, server};

async fn titles(client: &Client, url: &str) -> Vec<String> {
    let page = client.get(url).await.ok();
    let items = page["items"].as_array().expect("a list");
    items
        .iter()
        .map(|item| item["title"].as_str().expect("a title").to_owned())
        .collect()
}

async fn public(client: &Client, title: &str, tags: &[&str]) -> Value {
    client
        .prompt(json!({ "title": title, "is_public": true, "tags": tags }))
        .await
}

#[tokio::test]
async fn trending_adds_up_views_likes_and_forks() {
    let server = server().await;
    let (ada, bob, eve) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.person("Eve").await,
    );
    let viewed = public(&ada, "Viewed", &[]).await;
    let liked = public(&ada, "Liked", &[]).await;
    let forked = public(&ada, "Forked", &[]).await;
    let equal = public(&ada, "As often viewed, and newer", &[]).await;
    public(&ada, "Ignored", &[]).await;
    for viewer in [&bob, &eve, &bob, &ada, &server.visitor()] {
        viewer.post(&path(&viewed, "/view"), json!({})).await.done();
        viewer.post(&path(&equal, "/view"), json!({})).await.done();
    }
    bob.put(&path(&liked, "/like"), json!({})).await.ok();
    bob.post(&path(&forked, "/clone"), json!({}))
        .await
        .created();

    for url in [
        "/api/community/trending",
        "/api/community/trending?period=1",
        "/api/community/trending?period=365",
    ] {
        let page = server.visitor().get(url).await.ok();
        let list: Vec<(&str, f64)> = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| {
                (
                    item["title"].as_str().unwrap(),
                    item["trend_score"].as_f64().unwrap(),
                )
            })
            .collect();
        let expected = [
            ("Forked", 8.0),
            ("Liked", 4.0),
            ("As often viewed, and newer", 2.0),
            ("Viewed", 2.0),
        ];
        assert_eq!(list, expected, "{url}");
    }
    assert_eq!(
        titles(&bob, "/api/community/trending?limit=1").await,
        ["Forked"]
    );
    let mine = bob.get("/api/community/trending").await.ok();
    assert_eq!(
        (
            &mine["items"][1]["is_liked"],
            &mine["items"][1]["like_count"]
        ),
        (&json!(true), &json!(1))
    );

    bob.delete(&path(&liked, "/like")).await.ok();
    eve.put(&path(&viewed, "/like"), json!({})).await.ok();
    eve.delete(&path(&viewed, "/like")).await.ok();
    let now = titles(&bob, "/api/community/trending").await;
    assert_eq!(
        now,
        ["Forked", "As often viewed, and newer", "Viewed"],
        "what was taken back does not count"
    );
    for (query, status, code) in [
        ("period=2", 400, "unreadable"),
        ("limit=0", 422, "out_of_range"),
        ("limit=101", 422, "out_of_range"),
    ] {
        bob.get(&format!("/api/community/trending?{query}"))
            .await
            .fails(status, code);
    }
}

#[tokio::test]
async fn days_count_less_with_time_and_not_at_all_after_the_period() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let old = public(&ada, "Old", &[]).await;
    bob.put(&path(&old, "/like"), json!({})).await.ok();
    let new = public(&ada, "New", &[]).await;
    let score = async |period: &str| {
        let page = bob
            .get(&format!("/api/community/trending?period={period}"))
            .await
            .ok();
        let items = page["items"].as_array().unwrap().clone();
        items
            .into_iter()
            .map(|item| (item["title"].clone(), item["trend_score"].as_f64().unwrap()))
            .collect::<Vec<_>>()
    };
    server.pass(Timestamp::DAY * 7);
    bob.post(&path(&new, "/view"), json!({})).await.done();
    // Seven days are four half-lives of this period: a score of 4 decays to 0.25.
    assert_eq!(
        score("7").await,
        [(json!("New"), 1.0), (json!("Old"), 0.25)]
    );
    let month = score("30").await;
    assert_eq!(month[0].0, "Old");
    assert!((month[0].1 - 4.0 * (-7.0_f64 / 7.5).exp2()).abs() < 1e-9);
    assert_eq!(score("1").await, [(json!("New"), 1.0)]);
    server.pass(Timestamp::DAY);
    assert_eq!(score("7").await.len(), 1);
    server.pass(Timestamp::DAY * 20);
    assert_eq!(score("7").await, []);
    assert_eq!(score("30").await.len(), 2);
    assert_eq!(
        forget_old(&server.app.db, server.app.clock.now())
            .await
            .unwrap(),
        4
    );
    assert_eq!(score("30").await.len(), 2);
}

#[tokio::test]
async fn private_and_deleted_prompts_are_in_no_list() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let hidden = public(&ada, "Hidden", &["t"]).await;
    let deleted = public(&ada, "Deleted", &["t"]).await;
    let shown = public(&ada, "Shown", &["t"]).await;
    bob.prompt(json!({ "tags": ["t"] })).await;
    for prompt in [&hidden, &deleted, &shown] {
        bob.post(&path(prompt, "/view"), json!({})).await.done();
    }
    ada.save(&hidden, json!({ "is_public": false })).await.ok();
    ada.delete(&path(&deleted, "")).await.done();
    for url in [
        "/api/community/trending",
        "/api/community/recommended",
        "/api/community/recent",
    ] {
        assert_eq!(titles(&bob, url).await, ["Shown"], "{url}");
    }
    let figures = server.visitor().get("/api/community/figures").await.ok();
    assert_eq!(
        figures,
        json!({ "users": 2, "prompts": 1, "views": 1, "collections": 0 })
    );
    public(&ada, "One more", &[]).await;
    ada.post("/api/collections", json!({ "title": "Secret" }))
        .await
        .created();
    ada.post(
        "/api/collections",
        json!({ "title": "Shown", "is_public": true }),
    )
    .await
    .created();
    server.pass(Duration::from_mins(1));
    let figures = server.visitor().get("/api/community/figures").await.ok();
    assert_eq!(
        figures,
        json!({ "users": 2, "prompts": 2, "views": 1, "collections": 1 })
    );
}

#[tokio::test]
async fn recommended_follows_what_one_wrote_liked_and_forked() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let popular = public(&ada, "Popular", &["cooking"]).await;
    public(&ada, "Fits", &["Rust", "cli"]).await;
    public(&ada, "Fits a little", &["rust"]).await;
    let liked = public(&ada, "Liked", &["rust"]).await;
    let forked = public(&ada, "Forked", &["cli"]).await;
    let eve = server.person("Eve").await;
    eve.put(&path(&popular, "/like"), json!({})).await.ok();

    // Without a history, recommendations are the trending prompts.
    assert_eq!(
        titles(&bob, "/api/community/recommended").await,
        ["Popular"]
    );
    bob.prompt(
        json!({ "title": "Mine", "is_public": true, "tags": ["rust", "cli"], "category": "web" }),
    )
    .await;
    bob.put(&path(&liked, "/like"), json!({})).await.ok();
    bob.post(&path(&forked, "/clone"), json!({}))
        .await
        .created();
    let page = bob.get("/api/community/recommended").await.ok();
    let list: Vec<&Value> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["title"])
        .collect();
    assert_eq!(list, ["Fits", "Fits a little", "Popular"]);
    let scores: Vec<f64> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["recommendation_score"].as_f64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
    assert_eq!(
        titles(&bob, "/api/community/recommended?limit=1").await,
        ["Fits"]
    );
    server
        .visitor()
        .get("/api/community/recommended")
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn recommended_finds_tags_in_every_spelling_of_a_search() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let spellings = [("STRASSE", "straße"), ("ﬁre", "FIRE"), ("アイ", "ｱｲ")];
    for (at, (shared, own)) in spellings.into_iter().enumerate() {
        // Given a prompt with a tag, and one person's own prompt with the tag in another spelling
        public(&ada, shared, &[shared]).await;
        let reader = server.person(&format!("Reader{at}")).await;
        reader
            .prompt(json!({ "title": "Mine", "tags": [own], "category": "web" }))
            .await;
        // Then it is the first that is recommended, for its tag
        let page = reader.get("/api/community/recommended").await.ok();
        let first = &page["items"][0];
        assert_eq!(first["title"], shared);
        assert!(first["recommendation_score"].as_f64().unwrap() >= 4.0);
    }
}

#[tokio::test]
async fn recent_is_the_newest_first_in_pages() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for n in 0..3 {
        public(&ada, &format!("P{n}"), &[]).await;
        server.pass(Duration::from_secs(1));
    }
    let visitor = server.visitor();
    let first = visitor.get("/api/community/recent?limit=2").await.ok();
    let next = format!(
        "/api/community/recent?limit=2&cursor={}",
        first["next_cursor"].as_str().unwrap()
    );
    assert_eq!(
        titles(&visitor, "/api/community/recent?limit=2").await,
        ["P2", "P1"]
    );
    assert_eq!(titles(&visitor, &next).await, ["P0"]);
}

#[tokio::test]
async fn the_likes_of_a_deleted_account_leave_rankings_and_charts() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada
        .prompt(json!({ "title": "Liked", "is_public": true }))
        .await;
    bob.put(&path(&prompt, "/like"), json!({})).await.ok();
    let trending = async || ada.get("/api/community/trending").await.ok()["items"].clone();
    let figures = async || ada.get("/api/analytics").await.ok();
    assert_eq!(trending().await[0]["trend_score"], 4.0);
    assert_eq!(figures().await["in_period"]["likes"], 1);

    // Days later, the figures of the day of the like change.
    server.pass(Duration::from_hours(48));
    let gone = json!({ "password": PASSWORD });
    bob.post("/api/auth/account/delete", gone).await.done();
    assert_eq!(trending().await, json!([]));
    let figures = figures().await;
    assert_eq!(
        (&figures["in_period"]["likes"], &figures["total_likes"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(ada.get(&path(&prompt, "")).await.ok()["like_count"], 0);
}
