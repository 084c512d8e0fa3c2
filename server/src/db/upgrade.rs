//! Upgrade steps that SQL cannot do. A migration records them in `pending_upgrades`, and they run once, after all
//! migrations.

use prompt_core::number::quote_inexact;
use prompt_core::record::search_text;
use prompt_core::text::fold;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::{Db, Result, Tx, row};

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
row! {
    struct Searched {
        id: Uuid,
        title: String,
        description: String,
        tags: String,
        content: String,
        fields: String,
    }
}

struct SearchedTable {
    name: &'static str,
    /// Title, description, tags and two columns of JSON.
    columns: &'static str,
    /// The table of its tags and the key of that, if it has tags.
    tags: Option<(&'static str, &'static str)>,
}

const SEARCHED: [SearchedTable; 3] = [
    SearchedTable {
        name: "prompts",
        columns: "title, description, tags, content, asset_fields AS fields",
        tags: Some(("prompt_tags", "prompt_id")),
    },
    SearchedTable {
        name: "components",
        columns: "title, description, tags, content, '{}' AS fields",
        tags: Some(("component_tags", "component_id")),
    },
    SearchedTable {
        name: "collections",
        columns: "title, description, '[]' AS tags, '{}' AS content, '{}' AS fields",
        tags: None,
    },
];
const ROWS_PER_PAGE: i64 = 200;

/// Runs the pending steps in one transaction.
pub async fn run(db: &Db) -> Result<()> {
    let mut tx = db.begin().await?;
    if is_pending(&mut tx, "quote_large_integers").await? {
        for (table, columns) in FREE_JSON {
            for column in columns {
                quote_large_integers(&mut tx, table, column).await?;
            }
        }
    }
    if is_pending(&mut tx, "fold_searched_texts").await? {
        fold_searched_texts(&mut tx).await?;
    }
    tx.commit().await
}

/// Whether a step is pending. It no longer is afterwards.
async fn is_pending(tx: &mut Tx, name: &str) -> Result<bool> {
    let delete = tx.query("DELETE FROM pending_upgrades WHERE name = $1");
    Ok(delete.bind(name).execute().await? > 0)
}

/// Recomputes the search texts and the tags that are searched: earlier versions only lowered the case, and left
/// out tags, component contents and collection descriptions.
async fn fold_searched_texts(tx: &mut Tx) -> Result<()> {
    for SearchedTable {
        name,
        columns,
        tags,
    } in SEARCHED
    {
        let read = format!(
            "SELECT id, {columns} FROM {name} WHERE id > $1 ORDER BY id LIMIT {ROWS_PER_PAGE}"
        );
        let write = format!("UPDATE {name} SET search_text = $2 WHERE id = $1");
        let mut last = Uuid::nil();
        loop {
            let query = tx.query(AssertSqlSafe(read.clone())).bind(last);
            let rows: Vec<Searched> = query.all().await?;
            let Some(row) = rows.last() else {
                break;
            };
            last = row.id;
            for row in rows {
                let tag_list: Vec<String> = serde_json::from_str(&row.tags).unwrap_or_default();
                let contents = [&row.content, &row.fields]
                    .map(|json| serde_json::from_str(json).unwrap_or_default());
                let text = search_text(&row.title, &row.description, &tag_list, &contents);
                let query = tx.query(AssertSqlSafe(write.clone())).bind(row.id);
                query.bind(fold(&text)).execute().await?;
                if let Some(tags) = tags {
                    fold_tags(tx, tags, row.id, &tag_list).await?;
                }
            }
        }
    }
    Ok(())
}

async fn fold_tags(
    tx: &mut Tx,
    (table, key): (&str, &str),
    id: Uuid,
    tags: &[String],
) -> Result<()> {
    let delete = format!("DELETE FROM {table} WHERE {key} = $1");
    tx.query(AssertSqlSafe(delete)).bind(id).execute().await?;
    let insert = format!("INSERT INTO {table} ({key}, tag) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    for tag in tags {
        let insert = tx.query(AssertSqlSafe(insert.clone())).bind(id);
        insert.bind(fold(tag)).execute().await?;
    }
    Ok(())
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
