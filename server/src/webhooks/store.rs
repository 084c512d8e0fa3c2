//! Webhooks and their messages in the database.

use serde_json::Map;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::clock::{Timestamp, new_id};
use crate::db::{self, Db, Tx, row};
use crate::http::error::{ApiError, Result};
use crate::http::pagination::{self, Page};
use crate::outbox::{self, Event, Message};
use crate::webhooks::model::{Webhook, WebhookMessage};

/// The most webhooks of a workspace.
const WEBHOOKS: i64 = 20;
/// How long a message is kept, in days.
const KEPT_DAYS: u32 = 30;

fn not_found() -> ApiError {
    ApiError::not_found("Webhook")
}

/// The webhooks of a workspace, the oldest first.
pub async fn list(db: &Db, workspace: Uuid) -> Result<Vec<Webhook>> {
    let query = db.read(
        "SELECT id, url, description, events, is_active, created_at FROM webhooks
         WHERE workspace_id = $1 ORDER BY created_at, id",
    );
    Ok(query.bind(workspace).all().await?)
}

async fn get(tx: &mut Tx, workspace: Uuid, id: Uuid) -> Result<Webhook> {
    let query = tx.query(
        "SELECT id, url, description, events, is_active, created_at FROM webhooks
         WHERE workspace_id = $1 AND id = $2",
    );
    let found = query.bind(workspace).bind(id).optional().await?;
    found.ok_or_else(not_found)
}

/// What a webhook says, checked.
pub struct Details<'a> {
    pub url: &'a str,
    pub description: &'a str,
    pub events: &'a [Event],
}

pub async fn create(
    db: &Db,
    workspace: Uuid,
    details: &Details<'_>,
    secret: &str,
    now: Timestamp,
) -> Result<Webhook> {
    let mut tx = db.begin().await?;
    // Of two at once the second counts the first.
    let lock = format!("SELECT id FROM workspaces WHERE id = $1{}", tx.for_update());
    let lock = tx.query(AssertSqlSafe(lock)).bind(workspace);
    lock.optional::<(Uuid,)>().await?;
    let count = tx.query("SELECT COUNT(*) FROM webhooks WHERE workspace_id = $1");
    let (count,) = count.bind(workspace).one::<(i64,)>().await?;
    if count >= WEBHOOKS {
        let message = format!("A workspace may have at most {WEBHOOKS} webhooks");
        return Err(ApiError::rule("url", "too_many", message));
    }
    let id = new_id(now);
    tx.query(
        "INSERT INTO webhooks (id, workspace_id, url, description, events, secret, is_active, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, TRUE, $7)",
    )
    .bind(id)
    .bind(workspace)
    .bind(details.url)
    .bind(details.description)
    .bind(serde_json::to_string(details.events)?)
    .bind(secret)
    .bind(now)
    .execute()
    .await?;
    let created = get(&mut tx, workspace, id).await?;
    tx.commit().await?;
    Ok(created)
}

/// Changes a webhook. What is `None` stays.
pub struct Change {
    pub url: Option<String>,
    pub description: Option<String>,
    pub events: Option<Vec<Event>>,
    pub is_active: Option<bool>,
}

pub async fn update(db: &Db, workspace: Uuid, id: Uuid, change: Change) -> Result<Webhook> {
    let events = change
        .events
        .as_deref()
        .map(serde_json::to_string)
        .transpose()?;
    let mut tx = db.begin().await?;
    tx.query(
        "UPDATE webhooks SET url = COALESCE($3, url), description = COALESCE($4, description),
             events = COALESCE($5, events), is_active = COALESCE($6, is_active)
         WHERE workspace_id = $1 AND id = $2",
    )
    .bind(workspace)
    .bind(id)
    .bind(change.url)
    .bind(change.description)
    .bind(events)
    .bind(change.is_active)
    .execute()
    .await?;
    let updated = get(&mut tx, workspace, id).await?;
    tx.commit().await?;
    Ok(updated)
}

pub async fn delete(db: &Db, workspace: Uuid, id: Uuid) -> Result<()> {
    let delete = db.write("DELETE FROM webhooks WHERE workspace_id = $1 AND id = $2");
    if delete.bind(workspace).bind(id).execute().await? == 0 {
        return Err(not_found());
    }
    Ok(())
}

/// Writes a message that tries the address.
pub async fn test(db: &Db, workspace: Uuid, id: Uuid, now: Timestamp) -> Result<WebhookMessage> {
    let mut tx = db.begin().await?;
    get(&mut tx, workspace, id).await?;
    let message = Message {
        event: outbox::TEST,
        prompt: None,
        data: &Map::new(),
    };
    let message = outbox::write(&mut tx, id, &message, now).await?;
    let written = one(&mut tx, workspace, id, message).await?;
    tx.commit().await?;
    Ok(written)
}

async fn one(tx: &mut Tx, workspace: Uuid, hook: Uuid, id: Uuid) -> Result<WebhookMessage> {
    let query = tx.query(
        "SELECT m.id, m.place, m.event, m.body, m.status, m.attempts, m.next_at, m.answer_status, m.answer,
             m.attempted_at, m.created_at
         FROM webhook_messages m JOIN webhooks w ON w.id = m.webhook_id
         WHERE w.workspace_id = $1 AND w.id = $2 AND m.id = $3",
    );
    let found = query.bind(workspace).bind(hook).bind(id).optional().await?;
    found.ok_or_else(|| ApiError::not_found("Message"))
}

/// The messages to a webhook, newest first.
pub async fn messages(
    db: &Db,
    workspace: Uuid,
    hook: Uuid,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<WebhookMessage>> {
    let before: i64 = cursor.map_or(Ok(i64::MAX), pagination::decode_cursor)?;
    let found = db.read("SELECT id FROM webhooks WHERE workspace_id = $1 AND id = $2");
    let found = found.bind(workspace).bind(hook);
    if found.optional::<(Uuid,)>().await?.is_none() {
        return Err(not_found());
    }
    let query = db.read(
        "SELECT m.id, m.place, m.event, m.body, m.status, m.attempts, m.next_at, m.answer_status, m.answer,
             m.attempted_at, m.created_at
         FROM webhook_messages m WHERE m.webhook_id = $1 AND m.place < $2 ORDER BY m.place DESC LIMIT $3",
    );
    let most = i64::try_from(limit + 1).unwrap_or(i64::MAX);
    let rows = query.bind(hook).bind(before).bind(most).all().await?;
    Ok(Page::cut(rows, limit, |row: &WebhookMessage| row.place))
}

/// Sends a message again, from the first attempt on.
pub async fn replay(
    db: &Db,
    workspace: Uuid,
    hook: Uuid,
    id: Uuid,
    now: Timestamp,
) -> Result<WebhookMessage> {
    let mut tx = db.begin().await?;
    one(&mut tx, workspace, hook, id).await?;
    tx.query(
        "UPDATE webhook_messages SET status = 'pending', attempts = 0, next_at = $2, answer = '' WHERE id = $1",
    )
    .bind(id)
    .bind(now)
    .execute()
    .await?;
    let again = one(&mut tx, workspace, hook, id).await?;
    tx.commit().await?;
    Ok(again)
}

row! {
    /// A message whose time has come.
    #[derive(Clone, Debug)]
    pub struct Due {
        pub id: Uuid,
        pub body: String,
        pub attempts: i64,
        pub workspace_id: Uuid,
        pub url: String,
        pub secret: String,
    }
}

/// The most messages that are sent at a time to one webhook, and to those of one workspace: the others keep their turn
/// while an address does not answer.
const AT_ONCE_TO_WEBHOOK: i64 = 2;
const AT_ONCE_OF_WORKSPACE: i64 = 6;

/// The messages to send now: of each prompt and webhook only the oldest that is not sent yet, and of each webhook and
/// workspace so many that with those being sent there are not too many.
pub async fn due(db: &Db, now: Timestamp, most: i64) -> db::Result<Vec<Due>> {
    db.read(
        "WITH waiting AS (
             SELECT m.id, m.webhook_id, m.prompt_id, m.place, m.next_at, m.locked_until, w.workspace_id
             FROM webhook_messages m JOIN webhooks w ON w.id = m.webhook_id
             WHERE m.status = 'pending' AND m.next_at <= $1 AND w.is_active
                 AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = w.workspace_id AND u.disabled_at IS NOT NULL)
         ), of_webhooks AS (
             SELECT a.id, a.workspace_id, a.next_at, a.place,
                 ROW_NUMBER() OVER (PARTITION BY a.webhook_id ORDER BY a.next_at, a.place)
                     + (SELECT COUNT(*) FROM waiting s WHERE s.webhook_id = a.webhook_id AND s.locked_until >= $1)
                     AS turn
             FROM waiting a
             WHERE a.locked_until < $1
                 AND NOT EXISTS (SELECT 1 FROM webhook_messages e
                     WHERE e.webhook_id = a.webhook_id AND e.prompt_id = a.prompt_id AND e.status = 'pending'
                         AND e.place < a.place)
         ), of_workspaces AS (
             SELECT a.id, a.next_at, a.place,
                 ROW_NUMBER() OVER (PARTITION BY a.workspace_id ORDER BY a.next_at, a.place)
                     + (SELECT COUNT(*) FROM waiting s WHERE s.workspace_id = a.workspace_id AND s.locked_until >= $1)
                     AS turn
             FROM of_webhooks a WHERE a.turn <= $3
         )
         SELECT m.id, m.body, m.attempts, w.workspace_id, w.url, w.secret
         FROM of_workspaces a JOIN webhook_messages m ON m.id = a.id JOIN webhooks w ON w.id = m.webhook_id
         WHERE a.turn <= $4
         ORDER BY a.next_at, a.place LIMIT $2",
    )
    .bind(now)
    .bind(most)
    .bind(AT_ONCE_TO_WEBHOOK)
    .bind(AT_ONCE_OF_WORKSPACE)
    .all()
    .await
}

/// Takes a message for this process until a time; `false` if another one has it.
pub async fn claim(db: &Db, id: Uuid, until: Timestamp, now: Timestamp) -> db::Result<bool> {
    let claim = db.write(
        "UPDATE webhook_messages SET locked_until = $2 WHERE id = $1 AND status = 'pending' AND locked_until < $3",
    );
    Ok(claim.bind(id).bind(until).bind(now).execute().await? == 1)
}

/// How an attempt ended.
pub struct Outcome<'a> {
    pub status: &'a str,
    /// When it is tried next.
    pub next_at: Timestamp,
    pub answer_status: Option<i64>,
    pub answer: &'a str,
}

pub async fn finish(db: &Db, id: Uuid, outcome: &Outcome<'_>, now: Timestamp) -> db::Result<()> {
    db.write(
        "UPDATE webhook_messages SET status = $2, attempts = attempts + 1, next_at = $3, locked_until = 0,
             answer_status = $4, answer = $5, attempted_at = $6
         WHERE id = $1",
    )
    .bind(id)
    .bind(outcome.status)
    .bind(outcome.next_at)
    .bind(outcome.answer_status)
    .bind(outcome.answer)
    .bind(now)
    .execute()
    .await?;
    Ok(())
}

/// Deletes old messages.
pub async fn forget_old(db: &Db, now: Timestamp) -> db::Result<u64> {
    let before = now.minus(Timestamp::DAY * KEPT_DAYS);
    let delete = db.write("DELETE FROM webhook_messages WHERE created_at < $1");
    delete.bind(before).execute().await
}
