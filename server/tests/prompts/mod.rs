//! Prompts and assets: create, save, list, search, and concurrent saves.

use crate::support::Client;
use promptcase_server::db::Db;
use serde_json::Value;

mod access;
mod create;
mod list;
mod save;
mod search;

fn titles(page: &Value) -> Vec<&str> {
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["title"].as_str().unwrap())
        .collect()
}

async fn list(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/prompts?{query}")).await.ok()
}

/// Reverts a SQLite instance to the state before the migration that repairs its search index.
pub async fn as_before_0046(db: &Db) {
    let first = include_str!("../../../migrations/sqlite/0002_prompts.sql");
    let from = first.find("CREATE TRIGGER prompt_search_forget").unwrap();
    let (forget, learn) = first[from..]
        .split_once("CREATE TRIGGER prompt_search_learn")
        .unwrap();
    for sql in [
        "DROP TRIGGER prompt_search_update",
        forget,
        &format!("CREATE TRIGGER prompt_search_learn{learn}"),
        "DELETE FROM _sqlx_migrations WHERE version = 46",
    ] {
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        db.write(sql).execute().await.unwrap();
    }
}
