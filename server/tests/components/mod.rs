//! The component library: editing, drafts, versions, ratings and access.

use crate::support::{Client, version};
use serde_json::{Value, json};

mod access;
mod list;
mod save;
mod versions;

async fn component(client: &Client, fields: Value) -> Value {
    let mut new = json!({ "title": "Table", "content": { "moduleContent": "Rows." } });
    for (name, value) in fields.as_object().expect("an object of fields") {
        new[name] = value.clone();
    }
    client.post("/api/components", new).await.created()
}

fn at(component: &Value, rest: &str) -> String {
    format!(
        "/api/components/{}{rest}",
        component["id"].as_str().expect("an id")
    )
}

async fn save(client: &Client, component: &Value, changes: Value) -> crate::support::Answer {
    let mut save = component.clone();
    for (name, value) in changes.as_object().expect("an object of changes") {
        save[name] = value.clone();
    }
    save["base_version"] = json!(version(component));
    client.put(&at(component, ""), save).await
}

async fn list(client: &Client, query: &str) -> Vec<String> {
    let page = client.get(&format!("/api/components?{query}")).await.ok();
    let items = page["items"].as_array().expect("a list");
    items
        .iter()
        .map(|item| item["title"].as_str().expect("a title").to_owned())
        .collect()
}
