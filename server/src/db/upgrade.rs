//! Upgrade steps that SQL cannot do. A migration records them in `pending_upgrades`, and they run once, after all
//! migrations.

use prompt_core::number::quote_inexact;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::{Db, Result, Tx};

/// The tables with free-form JSON, and the columns that hold it.
const FREE_JSON: [(&str, &[&str]); 4] = [
    ("prompts", &["content", "asset_fields", "asset_metadata"]),
    (
        "prompt_versions",
        &["content", "asset_fields", "asset_metadata"],
    ),
    ("components", &["content"]),
    ("component_versions", &["content"]),
];
const ROWS_PER_PAGE: i64 = 200;

/// Runs the pending steps in one transaction.
pub async fn run(db: &Db) -> Result<()> {
    let mut tx = db.begin().await?;
    let pending = tx
        .query("DELETE FROM pending_upgrades WHERE name = 'quote_large_integers'")
        .execute()
        .await?;
    if pending > 0 {
        for (table, columns) in FREE_JSON {
            for column in columns {
                quote_large_integers(&mut tx, table, column).await?;
            }
        }
    }
    tx.commit().await
}

/// Quotes integers that JavaScript would round. Earlier versions stored them as numbers, which a save now rejects.
async fn quote_large_integers(tx: &mut Tx, table: &str, column: &str) -> Result<()> {
    let read =
        format!("SELECT id, {column} FROM {table} WHERE id > $1 ORDER BY id LIMIT {ROWS_PER_PAGE}");
    let write = format!("UPDATE {table} SET {column} = $2 WHERE id = $1");
    let mut last = Uuid::nil();
    loop {
        let query = tx.query(AssertSqlSafe(read.clone())).bind(last);
        let rows: Vec<(Uuid, String)> = query.all().await?;
        let Some((id, _)) = rows.last() else {
            return Ok(());
        };
        last = *id;
        for (id, json) in &rows {
            let (quoted, numbers) = quote_inexact(json);
            if !numbers.is_empty() {
                let query = tx.query(AssertSqlSafe(write.clone())).bind(*id);
                query.bind(quoted.into_owned()).execute().await?;
            }
        }
    }
}
