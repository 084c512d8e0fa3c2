//! Administrators of the instance.

use serde_json::{Value, json};

use crate::operations::program;
use crate::support::{Client, TestServer};

mod accounts;
mod audit;
mod hand_over;
mod invitations;
mod public;

/// The entries of the log that an administrator reads, newest first.
async fn entries(admin: &Client, query: &str) -> Vec<Value> {
    let address = format!("/api/admin/audit?limit=100{query}");
    let page = admin.get(&address).await.ok();
    page["items"].as_array().expect("entries").clone()
}

fn acts(entries: &[Value]) -> Vec<&str> {
    let acts = entries.iter().map(|entry| entry["action"].as_str());
    acts.map(|act| act.expect("an act")).collect()
}

async fn is_administrator(client: &Client) -> bool {
    client.get("/api/auth/session").await.ok()["user"]["is_administrator"] == json!(true)
}

/// A mail that contains these words, with long lines put together.
fn mail_with(server: &TestServer, words: &str) -> Option<String> {
    let mut mails = std::fs::read_dir(server.data_dir().join("mail")).ok()?;
    mails.find_map(|mail| {
        let text = std::fs::read_to_string(mail.ok()?.path()).ok()?;
        let text = text.replace("=\r\n", "");
        text.contains(words).then_some(text)
    })
}

/// Does something from the command line, and returns what it said.
fn user(server: &TestServer, arguments: &[&str]) -> (Option<i32>, String) {
    let (code, said, error) = program(server, &[&["user"], arguments].concat());
    (code, said + &error)
}
