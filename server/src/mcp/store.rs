//! Names and titles of prompts for lists of the protocol: no texts.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::VISIBLE_PROMPT;
use crate::clock::Timestamp;
use crate::db::{Db, Sql, row};
use crate::http::error::Result;
use crate::http::pagination::{self, Page};
use crate::names::slugs::named;
use crate::session::extractors::Me;
use crate::session::tokens::Limits;

row! {
    /// A prompt of a list, at a label where it is listed at one.
    pub struct Entry {
        pub id: Uuid,
        pub workspace_id: Uuid,
        pub slug: String,
        pub handle: Option<String>,
        pub label: Option<String>,
        pub title: String,
        pub description: String,
        pub version_major: i64,
        pub version_minor: i64,
        pub version_batch: i64,
        /// Its place in the list, where that is a time.
        pub at: Timestamp,
    }
}

const NAMED: &str = named!("prompt", "p");
const CURRENT: &str =
    "NULL AS label, p.title, p.description, p.version_major, p.version_minor, p.version_batch";
/// A prompt at label `l`. What its text says now is not for whoever may have the label alone.
const LABELLED: &str = "l.name AS label,
    COALESCE((SELECT v.title FROM prompt_versions v WHERE v.prompt_id = p.id AND v.version_major = l.version_major
        AND v.version_minor = l.version_minor AND v.version_batch = l.version_batch),
        CASE WHEN p.version_major = l.version_major AND p.version_minor = l.version_minor
            AND p.version_batch = l.version_batch THEN p.title ELSE '' END) AS title,
    CASE WHEN p.version_major = l.version_major AND p.version_minor = l.version_minor
        AND p.version_batch = l.version_batch THEN p.description ELSE '' END AS description,
    l.version_major, l.version_minor, l.version_batch";

/// The prompts of other workspaces that the account likes, the newest like first.
pub async fn liked(db: &Db, me: Me, cursor: Option<&str>, limit: usize) -> Result<Page<Entry>> {
    let (at, id) = pagination::newest_before(cursor)?;
    let sql = format!(
        "SELECT p.id, p.workspace_id, {NAMED}, {CURRENT}, l.created_at AS at
         FROM prompt_likes l JOIN prompts p ON p.id = l.prompt_id
         WHERE l.user_id = $1 AND p.workspace_id <> $2 AND p.prompt_type = 'prompt' AND {VISIBLE_PROMPT}
             AND (l.created_at < $3 OR (l.created_at = $3 AND p.id < $4))
         ORDER BY l.created_at DESC, p.id DESC LIMIT $5"
    );
    let query = db.read(AssertSqlSafe(sql)).bind(me.id).bind(me.workspace);
    let most = i64::try_from(limit + 1).unwrap_or(i64::MAX);
    let rows = query.bind(at).bind(id).bind(most).all().await?;
    Ok(Page::cut(rows, limit, |last: &Entry| (last.at.0, last.id)))
}

/// What a limited token may fetch: its prompts, at its labels.
pub async fn of_limited(
    db: &Db,
    me: Me,
    limits: &Limits,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<Entry>> {
    let after: Option<(Uuid, String)> = cursor.map(pagination::decode_cursor).transpose()?;
    let labels = limits.labels()?;
    if labels.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Page::from(Vec::new()));
    }
    let mut sql = Sql::new("");
    // `VISIBLE_PROMPT` has the viewer at `$1`.
    sql.bind(me.id);
    let (columns, from) = match labels {
        Some(_) => (LABELLED, "prompts p JOIN labels l ON l.prompt_id = p.id"),
        None => (CURRENT, "prompts p"),
    };
    sql.push(&format!(
        "SELECT p.id, p.workspace_id, {NAMED}, {columns}, p.created_at AS at FROM {from} WHERE {VISIBLE_PROMPT}"
    ));
    let among = if let Some(condition) = limits.condition(&mut sql)? {
        format!(" AND {condition}")
    } else {
        let own = sql.bind(me.workspace);
        format!(" AND p.workspace_id = {own} AND p.prompt_type = 'prompt'")
    };
    sql.push(&among);
    if let Some(labels) = &labels {
        let names: Vec<_> = labels.iter().map(|name| sql.bind(&**name)).collect();
        sql.push(&format!(" AND l.name IN ({})", names.join(", ")));
    }
    if let Some((id, label)) = after {
        let id = sql.bind(id);
        let rest = if labels.is_some() {
            let label = sql.bind(label);
            format!(" AND (p.id > {id} OR (p.id = {id} AND l.name > {label}))")
        } else {
            format!(" AND p.id > {id}")
        };
        sql.push(&rest);
    }
    let order = if labels.is_some() {
        "p.id, l.name"
    } else {
        "p.id"
    };
    sql.push(&format!(" ORDER BY {order} LIMIT {}", limit + 1));
    let rows = sql.read(db).all().await?;
    Ok(Page::cut(rows, limit, |last: &Entry| {
        (last.id, last.label.clone().unwrap_or_default())
    }))
}
