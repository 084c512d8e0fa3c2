//! Conditional requests with etags.

use reqwest::Method;
use reqwest::header::IF_NONE_MATCH;
use serde_json::json;

use crate::support::{Answer, Client, path, server};

/// Revalidates a response with its etag.
async fn again(client: &Client, path: &str, tag: &str) -> Answer {
    let request = client.request(Method::GET, path).header(IF_NONE_MATCH, tag);
    client.send(request).await
}

fn tag(answer: &Answer) -> String {
    answer.headers["etag"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_did_not_change_is_not_sent_again() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "is_public": true })).await;
    let id = prompt["id"].as_str().unwrap();
    let collection = ada
        .post("/api/collections", json!({ "title": "Kept" }))
        .await
        .created();
    for path in [
        format!("/api/prompts/{id}"),
        "/api/prompts".to_owned(),
        format!("/api/prompts/{id}/versions"),
        "/api/components".to_owned(),
        "/api/collections".to_owned(),
        format!("/api/collections/{}", collection["id"].as_str().unwrap()),
        "/api/community/recent".to_owned(),
        "/api/community/trending".to_owned(),
        "/api/profile".to_owned(),
    ] {
        let first = ada.get(&path).await;
        assert_eq!(first.status, 200, "{path}");
        assert_eq!(
            first.headers["cache-control"], "private, no-cache",
            "{path}"
        );

        let same = again(&ada, &path, &tag(&first)).await;
        assert_eq!(same.status, 304, "{path}");
        assert_eq!(same.bytes, b"", "{path}");
        assert_eq!(tag(&same), tag(&first), "{path}");

        let other = again(&ada, &path, "W/\"0\", \"1\"").await;
        assert_eq!(other.bytes, first.bytes, "{path}");
        let among_others = format!("\"0\", {}", tag(&first));
        assert_eq!(
            again(&ada, &path, &among_others).await.status,
            304,
            "{path}"
        );
    }
}

#[tokio::test]
async fn what_changed_is_sent_whole() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let ben = server.person("Ben").await;
    let prompt = ada.prompt(json!({ "is_public": true })).await;
    let path = path(&prompt, "");

    let known = tag(&ada.get(&path).await);
    ada.save(&prompt, json!({ "title": "Another" })).await.ok();
    let saved = again(&ada, &path, &known).await;
    assert_ne!(tag(&saved), known);
    assert_eq!(saved.ok()["title"], "Another");

    // A like changes the etag although nothing was saved.
    let known = tag(&ada.get(&path).await);
    ben.put(&format!("{path}/like"), json!({})).await.ok();
    assert_eq!(again(&ada, &path, &known).await.ok()["like_count"], 1);

    // The etag depends on the user: Ben likes the prompt, Ada does not.
    let known = tag(&ada.get(&path).await);
    assert_eq!(again(&ben, &path, &known).await.ok()["is_liked"], true);
}

#[tokio::test]
async fn a_tag_opens_nothing() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let ben = server.person("Ben").await;
    let prompt = ada.prompt(json!({})).await;
    let path = path(&prompt, "");
    let known = tag(&ada.get(&path).await);
    for tag in [known.as_str(), "*"] {
        again(&ben, &path, tag).await.fails(404, "not_found");
        again(&server.visitor(), &path, tag)
            .await
            .fails(404, "not_found");
    }
    let cookie = ada.cookie();
    ada.post("/api/auth/logout", json!({})).await.done();
    ada.set_cookie(cookie);
    again(&ada, &path, &known).await.fails(404, "not_found");
    again(&ada, "/api/profile", &known)
        .await
        .fails(401, "not_authenticated");
}
