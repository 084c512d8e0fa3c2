//! The history of prompts and components: entries, numbers, versions, restore.

use crate::support::{Client, TestServer, path, version};
use serde_json::{Value, json};
use std::time::Duration;

mod create;
mod every_save;
mod numbers;
mod restore;

async fn snapshot(client: &Client, prompt: &Value, part: &str, base: &str) -> Value {
    let new =
        json!({ "version_type": part, "changelog": format!("A {part} one"), "base_version": base });
    client.post(&path(prompt, "/versions"), new).await.created()
}

/// The numbers of all entries, newest first.
async fn history(client: &Client, prompt: &Value) -> Vec<String> {
    let page = client.get(&path(prompt, "/versions?limit=100")).await.ok();
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(version)
        .collect()
}

async fn restore(
    server: &TestServer,
    client: &Client,
    prompt: &Value,
    snapshot: &Value,
    base: &str,
) -> Value {
    server.pass(Duration::from_secs(1));
    client
        .post(
            &path(prompt, &format!("/versions/{}/restore", version(snapshot))),
            json!({ "base_version": base }),
        )
        .await
        .ok()
}
