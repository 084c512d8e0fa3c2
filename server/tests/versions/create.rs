//! Creating versions, and read access to them.

use super::{history, snapshot};
use crate::support::{path, server, version};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn each_part_raises_the_number_and_keeps_what_the_prompt_says() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "One", "tags": ["t"] })).await;
    for (part, from, to) in [
        ("batch", "1.0.0", "1.0.1"),
        ("minor", "1.0.1", "1.1.0"),
        ("batch", "1.1.0", "1.1.1"),
        ("major", "1.1.1", "2.0.0"),
        ("minor", "2.0.0", "2.1.0"),
    ] {
        server.pass(Duration::from_secs(1));
        let made = snapshot(&ada, &prompt, part, from).await;
        assert_eq!(version(&made), to);
        assert_eq!(made["changelog"], format!("A {part} one"));
        assert_eq!(made["created_by"], ada.id());
        assert_eq!(made["is_current"], true);
        for field in [
            "title",
            "description",
            "content",
            "asset_fields",
            "asset_metadata",
            "tags",
            "category",
            "structure_type",
            "type",
            "language",
            "complexity",
        ] {
            assert_eq!(made[field], prompt[field], "{field}");
        }
        assert_eq!(version(&ada.get(&path(&prompt, "")).await.ok()), to);
        let read = ada
            .get(&path(&prompt, &format!("/versions/{to}")))
            .await
            .ok();
        assert_eq!(read, made);
    }
    assert_eq!(
        history(&ada, &prompt).await,
        ["2.1.0", "2.0.0", "1.1.1", "1.1.0", "1.0.1", "1.0.0"]
    );
    let page = ada.get(&path(&prompt, "/versions?limit=2")).await.ok();
    assert_eq!(page["items"][0]["is_current"], true);
    assert_eq!(page["items"][1]["is_current"], false);
    assert!(page["items"][0].get("content").is_none());
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = ada
        .get(&path(
            &prompt,
            &format!("/versions?limit=5&cursor={cursor}"),
        ))
        .await
        .ok();
    assert_eq!(rest["items"].as_array().unwrap().len(), 4);
    assert_eq!(rest["next_cursor"], Value::Null);
}

#[tokio::test]
async fn a_version_of_an_old_state_is_a_conflict() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;
    let saved = ada.save(&prompt, json!({ "title": "Newer" })).await.ok();
    let stale = json!({ "version_type": "minor", "base_version": "1.0.0" });
    let conflict = ada
        .post(&path(&prompt, "/versions"), stale)
        .await
        .fails(409, "conflict");
    assert_eq!(conflict["current"], saved);
    assert_eq!(history(&ada, &prompt).await, ["1.0.1", "1.0.0"]);
    let long =
        json!({ "version_type": "minor", "base_version": "1.0.1", "changelog": "x".repeat(2001) });
    assert_eq!(
        ada.post(&path(&prompt, "/versions"), long)
            .await
            .fails(422, "too_long")["field"],
        "changelog"
    );
    let bad = json!({ "version_type": "minor", "base_version": "one" });
    assert_eq!(
        ada.post(&path(&prompt, "/versions"), bad)
            .await
            .fails(400, "unreadable")["field"],
        "base_version"
    );
}

#[tokio::test]
async fn others_read_the_versions_of_what_is_public_and_not_the_saves_between() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let text = |text: &str| json!({ "content": { "segments": [{ "id": "s", "order": 0, "type": "user", "content": text }] } });
    // Given a secret that was saved while the prompt was private, and removed before it was published
    let prompt = ada.prompt(text("The key is 1234.")).await;
    let secret = ada.save(&prompt, text("The key is 12345.")).await.ok();
    let clean = ada.save(&secret, text("The key is elsewhere.")).await.ok();
    let named = snapshot(&ada, &clean, "minor", "1.0.2").await;
    let named_prompt = ada.get(&path(&prompt, "")).await.ok();
    let mut public = text("The key is in the vault.");
    public["is_public"] = json!(true);
    let public = ada.save(&named_prompt, public).await.ok();

    for client in [&bob, &server.visitor()] {
        // Then others see the version and the current text
        for query in ["", "?named=true"] {
            let listed = client
                .get(&path(&prompt, &format!("/versions{query}")))
                .await
                .ok();
            let listed: Vec<String> = listed["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(version)
                .collect();
            assert_eq!(listed, [version(&public), version(&named)], "{query}");
        }
        let between = format!("/versions?under={}", version(&named));
        let between = client.get(&path(&prompt, &between)).await.ok();
        assert_eq!(between["items"], json!([]));
        for entry in [&public, &named] {
            client
                .get(&path(&prompt, &format!("/versions/{}", version(entry))))
                .await
                .ok();
        }
        // But not what changed since the save before, which names its items
        let entry = client
            .get(&path(&prompt, &format!("/versions/{}", version(&public))))
            .await
            .ok();
        assert_eq!(entry["changes"], json!([]));
        // And nothing of the saves before
        for entry in [&prompt, &secret, &clean] {
            let number = version(entry);
            for of in [
                format!("/versions/{number}"),
                format!("/export?version={number}"),
                format!("/compare?from={number}&to=current"),
            ] {
                client
                    .get(&path(&prompt, &of))
                    .await
                    .fails(404, "not_found");
            }
        }
    }
    // While the owner sees all of them
    let all = ada.get(&path(&prompt, "/versions")).await.ok();
    assert_eq!(all["items"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn the_history_of_a_private_prompt_is_hidden_and_of_a_public_one_readable() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let hidden = ada.prompt(json!({})).await;
    let hidden_version = snapshot(&ada, &hidden, "major", "1.0.0").await;
    let shown = ada.prompt(json!({ "is_public": true })).await;
    let shown_version = snapshot(&ada, &shown, "minor", "1.0.0").await;
    let of = |prompt: &Value, entry: &Value| path(prompt, &format!("/versions/{}", version(entry)));
    for client in [&bob, &server.visitor()] {
        client
            .get(&path(&hidden, "/versions"))
            .await
            .fails(404, "not_found");
        client
            .get(&of(&hidden, &hidden_version))
            .await
            .fails(404, "not_found");
        // The number is not found under another prompt either.
        client
            .get(&of(&shown, &hidden_version))
            .await
            .fails(404, "not_found");
        client.get(&of(&shown, &shown_version)).await.ok();
    }
    let restore = format!("{}/restore", of(&shown, &shown_version));
    bob.post(&restore, json!({ "base_version": "1.1.0" }))
        .await
        .fails(404, "not_found");
    let new = json!({ "version_type": "minor", "base_version": "1.1.0" });
    bob.post(&path(&shown, "/versions"), new.clone())
        .await
        .fails(404, "not_found");
    server
        .visitor()
        .post(&path(&shown, "/versions"), new)
        .await
        .fails(401, "not_authenticated");
    let foreign = format!("{}/restore", of(&shown, &hidden_version));
    ada.post(&foreign, json!({ "base_version": "1.1.0" }))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn two_versions_or_a_version_and_now_are_compared_by_item() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({ "title": "One" })).await;
    let first = snapshot(&ada, &prompt, "minor", "1.0.0").await;
    let current = ada.get(&path(&prompt, "")).await.ok();
    let changed = json!({ "title": "Two", "content": { "segments": [
        { "id": "s1", "order": 0, "type": "system", "content": "You are very kind." },
        { "id": "s2", "order": 1, "type": "user", "content": "Hello" },
    ] } });
    let saved = ada.save(&current, changed).await.ok();
    let number = version(&first);

    let comparison = ada
        .get(&path(
            &prompt,
            &format!("/compare?from={number}&to=current"),
        ))
        .await
        .ok();
    assert_eq!(
        (&comparison["from"], &comparison["to"]),
        (&json!("1.1.0"), &json!("1.1.1"))
    );
    let paths: Vec<(&str, &str)> = comparison["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            (
                change["type"].as_str().unwrap(),
                change["path"].as_str().unwrap(),
            )
        })
        .collect();
    assert!(paths.contains(&("modified", "title")), "{paths:?}");
    assert!(
        paths.contains(&("modified", "segments[s1].content")),
        "{paths:?}"
    );
    assert!(
        paths
            .iter()
            .any(|(kind, path)| *kind == "added" && path.starts_with("segments[s2]")),
        "{paths:?}"
    );
    let same = ada
        .get(&path(
            &prompt,
            &format!("/compare?from={number}&to=v{number}"),
        ))
        .await
        .ok();
    assert_eq!(same["changes"], json!([]));

    bob.get(&path(&prompt, &format!("/compare?from={number}")))
        .await
        .fails(404, "not_found");
    ada.get(&path(&saved, "/compare?from=yesterday"))
        .await
        .fails(400, "unreadable");
    ada.get(&path(&saved, "/compare?from=7.0.0"))
        .await
        .fails(404, "not_found");
}
