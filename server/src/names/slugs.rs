//! Slugs of records in the database.

use std::collections::HashSet;

use prompt_core::limits::SLUG_CHARS;
use prompt_core::name::Slug;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::twins_between;
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::http::error::{ApiError, Result};

/// SQL for the columns `slug` and `handle` of a row of prompts, components or collections, under an alias. Combines
/// with other SQL by `concat!`.
macro_rules! named {
    ($kind:literal, $row:literal) => {
        concat!(
            "(SELECT name.slug FROM slugs name WHERE name.",
            $kind,
            "_id = ",
            $row,
            ".id AND name.is_current) AS slug,
             (SELECT owner.handle FROM handles owner
                 WHERE owner.workspace_id = ",
            $row,
            ".workspace_id AND owner.is_current) AS handle"
        )
    };
}
pub(crate) use named;

/// Gives a new record a slug: `wanted`, or the first of its twins that is free. `kind` is the word of its table.
pub async fn assign(
    tx: &mut Tx,
    workspace: Uuid,
    kind: &str,
    record: Uuid,
    wanted: &Slug,
    now: Timestamp,
) -> Result<()> {
    loop {
        let (low, high) = twins_between(wanted.as_str(), SLUG_CHARS);
        let taken: Vec<(String,)> = tx
            .query(
                "SELECT slug FROM slugs WHERE workspace_id = $1 AND (slug = $2 OR (slug >= $3 AND slug < $4))",
            )
            .bind(workspace)
            .bind(wanted.as_str())
            .bind(low)
            .bind(high)
            .all()
            .await?;
        let taken: HashSet<String> = taken.into_iter().map(|(slug,)| slug).collect();
        let slug = wanted.first_free(|slug| taken.contains(slug));
        // Another transaction may have taken it meanwhile.
        if insert(tx, workspace, kind, record, &slug, now).await? {
            return Ok(());
        }
    }
}

async fn insert(
    tx: &mut Tx,
    workspace: Uuid,
    kind: &str,
    record: Uuid,
    slug: &Slug,
    now: Timestamp,
) -> Result<bool> {
    let sql = format!(
        "INSERT INTO slugs (workspace_id, slug, {kind}_id, is_current, created_at) VALUES ($1, $2, $3, TRUE, $4)
         ON CONFLICT (workspace_id, slug) DO NOTHING"
    );
    let insert = tx.query(AssertSqlSafe(sql)).bind(workspace);
    let insert = insert.bind(slug.as_str()).bind(record).bind(now);
    Ok(insert.execute().await? == 1)
}

/// Gives a record another slug; the old one leads to it. The caller's transaction has locked the record.
pub async fn rename(
    tx: &mut Tx,
    kind: &str,
    record: Uuid,
    slug: &Slug,
    now: Timestamp,
) -> Result<()> {
    let sql = format!("SELECT workspace_id FROM {kind}s WHERE id = $1");
    let (workspace,) = tx
        .query(AssertSqlSafe(sql))
        .bind(record)
        .one::<(Uuid,)>()
        .await?;
    let sql = format!("UPDATE slugs SET is_current = FALSE WHERE {kind}_id = $1 AND slug <> $2");
    let update = tx.query(AssertSqlSafe(sql)).bind(record);
    update.bind(slug.as_str()).execute().await?;
    if insert(tx, workspace, kind, record, slug, now).await? {
        return Ok(());
    }
    // Back to a name that it had before.
    let sql = format!(
        "UPDATE slugs SET is_current = TRUE WHERE workspace_id = $1 AND slug = $2 AND {kind}_id = $3"
    );
    let update = tx.query(AssertSqlSafe(sql)).bind(workspace);
    let update = update.bind(slug.as_str()).bind(record);
    if update.execute().await? == 0 {
        let message = format!(
            "The name {slug} is taken, or it led to something else before. Choose another."
        );
        return Err(ApiError::rule("slug", "slug_taken", message));
    }
    Ok(())
}

/// Parses a slug that somebody chose.
pub fn parse(text: &str) -> Result<Slug> {
    Ok(text.parse()?)
}
