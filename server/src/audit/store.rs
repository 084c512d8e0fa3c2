//! The audit log in the database.

use std::time::Duration;

use serde_json::Value;
use uuid::Uuid;

use crate::audit::model::{Action, AuditEntry, By};
use crate::clock::{Timestamp, new_id};
use crate::db::{self, Db, Sql, Tx, row};
use crate::http::error::Result;
use crate::http::events;
use crate::http::pagination::{self, Page};

/// What is logged of an act.
#[derive(Clone, Debug)]
pub struct Entry {
    action: Action,
    account: Option<Uuid>,
    target: String,
    details: Value,
}

impl Entry {
    /// An act on an account, whose address is the target.
    pub fn account(action: Action, account: Uuid) -> Self {
        Self {
            account: Some(account),
            ..Self::thing(action, "")
        }
    }

    /// An act on something else, told in words.
    pub fn thing(action: Action, target: impl Into<String>) -> Self {
        Self {
            action,
            account: None,
            target: target.into(),
            details: Value::Object(serde_json::Map::new()),
        }
    }

    /// Adds what else there is to say: an object without secrets.
    #[must_use]
    pub fn with(mut self, details: Value) -> Self {
        self.details = details;
        self
    }
}

/// Logs an act in its transaction.
pub async fn record(tx: &mut Tx, by: By, entry: Entry, now: Timestamp) -> db::Result<()> {
    tx.query(
        "INSERT INTO audit_log (id, created_at, action, actor_id, actor, address, account_id, target, details)
         VALUES ($1, $2, $3, $4, COALESCE((SELECT u.email FROM users u WHERE u.id = $4), $5), $6, $7,
             CASE WHEN $8 = '' THEN COALESCE((SELECT u.email FROM users u WHERE u.id = $7), '') ELSE $8 END, $9)",
    )
    .bind(new_id(now))
    .bind(now)
    .bind(entry.action.as_str())
    .bind(by.account())
    .bind(by.word())
    .bind(by.from())
    .bind(entry.account)
    .bind(entry.target)
    .bind(entry.details.to_string())
    .execute()
    .await?;
    if let Some(account) = by.account().or(entry.account) {
        events::is_of(account);
    }
    events::note_why(entry.action.as_str(), entry.details["reason"].as_str());
    Ok(())
}

/// Logs something that changes nothing, such as a failed sign-in.
pub async fn record_alone(db: &Db, by: By, entry: Entry, now: Timestamp) -> db::Result<()> {
    let mut tx = db.begin().await?;
    record(&mut tx, by, entry, now).await?;
    tx.commit().await
}

/// Deletes the entries that are older than a number of days; 0 keeps all.
pub async fn forget_old(db: &Db, days: u32, now: Timestamp) -> db::Result<u64> {
    if days == 0 {
        return Ok(0);
    }
    let kept = Duration::from_hours(24 * u64::from(days));
    let delete = db
        .write("DELETE FROM audit_log WHERE created_at < $1")
        .bind(now.minus(kept));
    delete.execute().await
}

/// Which entries are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    pub action: Option<Action>,
    /// Those by this account, and about it.
    pub account: Option<Uuid>,
    /// From this time on.
    pub since: Option<Timestamp>,
    /// Before this time.
    pub until: Option<Timestamp>,
}

row! {
    struct Row {
        id: Uuid,
        created_at: Timestamp,
        action: String,
        actor_id: Option<Uuid>,
        actor: String,
        address: String,
        account_id: Option<Uuid>,
        target: String,
        details: String,
    }
}

impl TryFrom<Row> for AuditEntry {
    type Error = serde_json::Error;

    fn try_from(row: Row) -> std::result::Result<Self, serde_json::Error> {
        Ok(Self {
            id: row.id,
            created_at: row.created_at,
            action: row.action,
            actor_id: row.actor_id,
            actor: row.actor,
            address: row.address,
            account_id: row.account_id,
            target: row.target,
            details: serde_json::from_str(&row.details)?,
        })
    }
}

/// The entries, newest first.
pub async fn list(
    db: &Db,
    filter: Filter,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<AuditEntry>> {
    let (at, id) = pagination::newest_before(cursor)?;
    let mut sql = Sql::new(
        "SELECT a.id, a.created_at, a.action, a.actor_id, a.actor, a.address, a.account_id, a.target, a.details
         FROM audit_log a WHERE (a.created_at, a.id) < (",
    );
    let (at, id) = (sql.bind(at), sql.bind(id));
    sql.push(&format!("{at}, {id})"));
    if let Some(action) = filter.action {
        let action = sql.bind(action.as_str());
        sql.push(&format!(" AND a.action = {action}"));
    }
    if let Some(account) = filter.account {
        let account = sql.bind(account);
        sql.push(&format!(
            " AND (a.account_id = {account} OR a.actor_id = {account})"
        ));
    }
    if let Some(since) = filter.since {
        let since = sql.bind(since);
        sql.push(&format!(" AND a.created_at >= {since}"));
    }
    if let Some(until) = filter.until {
        let until = sql.bind(until);
        sql.push(&format!(" AND a.created_at < {until}"));
    }
    sql.push(&format!(
        " ORDER BY a.created_at DESC, a.id DESC LIMIT {}",
        limit + 1
    ));
    let rows: Vec<Row> = sql.read(db).all().await?;
    let page = Page::cut(rows, limit, |row| (row.created_at.0, row.id));
    page.try_map(|row| Ok(row.try_into()?))
}
