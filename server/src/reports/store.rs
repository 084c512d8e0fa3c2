//! Reports in the database.

use std::time::Duration;

use sqlx::AssertSqlSafe;

use crate::clock::{Timestamp, new_id};
use crate::db::Db;
use crate::http::error::Result;
use crate::names::slugs::named;
use crate::reports::model::{Reason, Report, Reported};

/// How long a report is kept.
const KEPT: Duration = Duration::from_hours(24 * 180);
/// The most reports that are listed.
const LISTED: usize = 200;

pub async fn add(
    db: &Db,
    page: &Reported,
    reason: Reason,
    message: &str,
    now: Timestamp,
) -> Result<()> {
    db.write(
        "INSERT INTO reports (id, path, title, prompt_id, reason, message, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(new_id(now))
    .bind(page.path.as_str())
    .bind(page.title.as_str())
    .bind(page.prompt)
    .bind(reason.as_str())
    .bind(message)
    .bind(now)
    .execute()
    .await?;
    Ok(())
}

/// Removes reports that are older than half a year.
pub async fn forget_old(db: &Db, now: Timestamp) -> Result<()> {
    db.write("DELETE FROM reports WHERE created_at < $1")
        .bind(now.minus(KEPT))
        .execute()
        .await?;
    Ok(())
}

/// The reports, newest first: the open ones, or all.
pub async fn list(db: &Db, all: bool) -> Result<Vec<Report>> {
    let named = named!("prompt", "p");
    let only = if all { "" } else { "WHERE r.closed_at IS NULL" };
    let sql = format!(
        "SELECT r.id, r.prompt_id, COALESCE(p.is_public AND p.deleted_at IS NULL, FALSE) AS is_public, r.outcome, r.closed_at, r.path, r.title,
             {named}, r.reason, r.message, r.created_at
         FROM reports r LEFT JOIN prompts p ON p.id = r.prompt_id {only}
         ORDER BY r.created_at DESC, r.id DESC LIMIT {LISTED}"
    );
    Ok(db.read(AssertSqlSafe(sql)).all().await?)
}
