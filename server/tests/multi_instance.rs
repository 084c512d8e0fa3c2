//! Two servers on one database behave as one: no relevant state is held in a process.

use std::collections::HashSet;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{Client, path, server, version};

/// The same session on the second server: sessions are stored in the database.
fn at_the_other(other: &crate::support::TestServer, client: &Client) -> Client {
    let there = other.visitor();
    there.set_cookie(client.cookie());
    there
}

#[tokio::test]
async fn what_one_writes_the_other_reads_at_once() {
    let one = server().await;
    let two = one.twin().await;
    let ada = one.person("Ada").await;
    let there = at_the_other(&two, &ada);
    let prompt = ada.prompt(json!({ "title": "Shared" })).await;
    assert_eq!(there.get(&path(&prompt, "")).await.ok(), prompt);
    ada.post("/api/auth/logout", json!({})).await.done();
    assert_eq!(
        there.get("/api/auth/session").await.ok()["user"],
        Value::Null
    );
}

#[tokio::test]
async fn saves_through_both_are_ordered_and_lose_nothing() {
    let one = server().await;
    let two = one.twin().await;
    let ada = one.person("Ada").await;
    let there = at_the_other(&two, &ada);
    let prompt = ada.prompt(json!({})).await;
    let adders = (0..50).map(|n| {
        let client = if n % 2 == 0 { &ada } else { &there };
        let prompt = &prompt;
        async move {
            let mut current = client.get(&path(prompt, "")).await.ok();
            loop {
                let text = format!("{}{n}\n", current["description"].as_str().unwrap());
                let answer = client.save(&current, json!({ "description": text })).await;
                match answer.status.as_u16() {
                    200 => return version(&answer.json()),
                    409 => current = answer.json()["current"].clone(),
                    _ => panic!("{}", answer.text()),
                }
            }
        }
    });
    let versions: HashSet<String> = join_all(adders).await.into_iter().collect();
    assert_eq!(versions.len(), 50);
    let last = there.get(&path(&prompt, "")).await.ok();
    assert_eq!(last["description"].as_str().unwrap().lines().count(), 50);
}

#[tokio::test]
async fn versions_made_at_both_have_numbers_of_their_own() {
    let one = server().await;
    let two = one.twin().await;
    let ada = one.person("Ada").await;
    let there = at_the_other(&two, &ada);
    let prompt = ada.prompt(json!({})).await;
    let makers = (0..20).map(|n| {
        let client = if n % 2 == 0 { &ada } else { &there };
        let versions = path(&prompt, "/versions");
        async move {
            let mut base = "1.0.0".to_owned();
            loop {
                let part = ["major", "minor", "batch"][n % 3];
                let new = json!({ "version_type": part, "base_version": base });
                let answer = client.post(&versions, new).await;
                match answer.status.as_u16() {
                    201 => return version(&answer.json()),
                    409 => base = version(&answer.json()["current"]),
                    _ => panic!("{}", answer.text()),
                }
            }
        }
    });
    let numbers: HashSet<String> = join_all(makers).await.into_iter().collect();
    assert_eq!(numbers.len(), 20);
    let kept = there.get(&path(&prompt, "/versions?limit=100")).await.ok();
    let kept = kept["items"].as_array().unwrap().iter().map(version);
    let first = std::iter::once("1.0.0".to_owned());
    assert_eq!(
        kept.collect::<HashSet<_>>(),
        numbers.into_iter().chain(first).collect()
    );
}

#[tokio::test]
async fn saves_and_restores_at_both_never_give_a_number_twice() {
    let one = server().await;
    let two = one.twin().await;
    let ada = one.person("Ada").await;
    let there = at_the_other(&two, &ada);
    let prompt = ada.prompt(json!({})).await;
    let first = json!({ "version_type": "batch", "base_version": "1.0.0" });
    let first = ada.post(&path(&prompt, "/versions"), first).await.created();
    let kept = ada.get(&path(&prompt, "")).await.ok();
    ada.save(&kept, json!({ "title": "Save" })).await.ok();
    let restore = path(&prompt, &format!("/versions/{}/restore", version(&first)));
    let changes = (0..40).map(|n| {
        let client = if n % 2 == 0 { &ada } else { &there };
        let (prompt, restore) = (&prompt, &restore);
        async move {
            let mut current = client.get(&path(prompt, "")).await.ok();
            loop {
                let answer = if n % 4 < 2 {
                    let base = json!({ "base_version": version(&current) });
                    client.post(restore, base).await
                } else {
                    let title = format!("Save {n}");
                    client.save(&current, json!({ "title": title })).await
                };
                match answer.status.as_u16() {
                    200 => return version(&answer.json()),
                    409 => current = answer.json()["current"].clone(),
                    _ => panic!("{}", answer.text()),
                }
            }
        }
    });
    let numbers: HashSet<String> = join_all(changes).await.into_iter().collect();
    assert_eq!(numbers.len(), 40);
}

#[tokio::test]
async fn moves_at_both_close_no_circle() {
    let one = server().await;
    let two = one.twin().await;
    let ada = one.person("Ada").await;
    let there = at_the_other(&two, &ada);
    for _ in 0..10 {
        let new = |title: &str| ada.post("/api/collections", json!({ "title": title }));
        let (a, b) = (new("A").await.created(), new("B").await.created());
        let parent = |of: &Value| format!("/api/collections/{}/parent", of["id"].as_str().unwrap());
        let (at_a, at_b) = (parent(&a), parent(&b));
        let (under, over) = tokio::join!(
            ada.put(&at_a, json!({ "parent_id": b["id"] })),
            there.put(&at_b, json!({ "parent_id": a["id"] })),
        );
        let mut answers = [under.status.as_u16(), over.status.as_u16()];
        answers.sort_unstable();
        assert_eq!(answers, [200, 422]);
    }
}

#[tokio::test]
async fn a_request_repeated_at_the_other_server_creates_once() {
    let one = server().await;
    let two = one.twin().await;
    let ada = one.person("Ada").await;
    let there = at_the_other(&two, &ada);
    let tries = (0..10).map(|n| {
        let client = if n % 2 == 0 { &ada } else { &there };
        let request = client.request(reqwest::Method::POST, "/api/prompts");
        client.send(
            request
                .header("Idempotency-Key", "k")
                .json(&json!({ "title": "Once" })),
        )
    });
    let ids: HashSet<String> = join_all(tries)
        .await
        .into_iter()
        .map(|answer| answer.created()["id"].to_string())
        .collect();
    assert_eq!(ids.len(), 1);
}

#[tokio::test]
async fn guesses_at_both_are_counted_together() {
    let one = server().await;
    let two = one.twin().await;
    one.person("Ada").await;
    let (here, there) = (one.visitor(), two.visitor());
    let guesses = (0..20).map(|n| {
        let client = if n % 2 == 0 { &here } else { &there };
        client.post(
            "/api/auth/login",
            json!({ "email": "ada@example.org", "password": format!("guess {n}") }),
        )
    });
    let answers = join_all(guesses).await;
    assert_eq!(
        answers.iter().filter(|answer| answer.status == 401).count(),
        10
    );
}
