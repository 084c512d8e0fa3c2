//! Nested collections, their items, and access to both.

use crate::support::Client;
use serde_json::{Value, json};

mod access;
mod create;
mod items;
mod list;
mod nesting;

async fn collection(client: &Client, fields: Value) -> Value {
    let mut new = json!({ "title": "A collection" });
    for (name, value) in fields.as_object().expect("an object of fields") {
        new[name] = value.clone();
    }
    client.post("/api/collections", new).await.created()
}

fn at(collection: &Value, rest: &str) -> String {
    format!(
        "/api/collections/{}{rest}",
        collection["id"].as_str().expect("an id")
    )
}

async fn list(client: &Client, query: &str) -> Vec<String> {
    let page = client.get(&format!("/api/collections?{query}")).await.ok();
    titles(&page["items"])
}

fn titles(items: &Value) -> Vec<String> {
    let items = items.as_array().expect("a list");
    items
        .iter()
        .map(|item| item["title"].as_str().expect("a title").to_owned())
        .collect()
}

/// The titles of a collection's items.
async fn contents(client: &Client, collection: &Value) -> Vec<String> {
    let page = client.get(&at(collection, "/items")).await.ok();
    let items = page["items"].as_array().expect("a list");
    let title = |item: &Value| {
        let thing = if item["item_type"] == "prompt" {
            &item["prompt"]
        } else {
            &item["child_collection"]
        };
        thing["title"].as_str().expect("a title").to_owned()
    };
    items.iter().map(title).collect()
}
