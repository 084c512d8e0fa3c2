//! Messages to webhooks. They are written in the transaction of their event, so there is none without the other;
//! `webhooks` sends them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::clock::{Timestamp, new_id};
use crate::db::Tx;
use crate::http::error::Result;

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WebhookEvent")]
pub enum Event {
    /// A prompt has a new version.
    #[serde(rename = "prompt.version.created")]
    VersionCreated,
    /// A label of a prompt points to another version, or to none.
    #[serde(rename = "prompt.label.moved")]
    LabelMoved,
    /// A prompt became public, or has a secret link.
    #[serde(rename = "prompt.shared")]
    Shared,
}

impl Event {
    /// Its name, the same as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::VersionCreated => "prompt.version.created",
            Self::LabelMoved => "prompt.label.moved",
            Self::Shared => "prompt.shared",
        }
    }
}

/// The event of a message that is sent to try an address.
pub const TEST: &str = "webhook.test";

/// Tells the webhooks of a prompt's workspace about an event. `data` is what the message says besides the prompt.
pub async fn tell(
    tx: &mut Tx,
    prompt: Uuid,
    event: Event,
    data: impl IntoIterator<Item = (String, Value)> + Send,
    now: Timestamp,
) -> Result<()> {
    let hooks: Vec<(Uuid, String)> = tx
        .query(
            "SELECT w.id, w.events FROM webhooks w JOIN prompts p ON p.workspace_id = w.workspace_id
             WHERE p.id = $1 AND w.is_active ORDER BY w.id",
        )
        .bind(prompt)
        .all()
        .await?;
    let mut told = Vec::new();
    for (id, events) in hooks {
        if serde_json::from_str::<Vec<String>>(&events)?
            .iter()
            .any(|one| one == event.as_str())
        {
            told.push(id);
        }
    }
    if told.is_empty() {
        return Ok(());
    }
    let named = tx.query(
        "SELECT p.title, (SELECT s.slug FROM slugs s WHERE s.prompt_id = p.id AND s.is_current),
             (SELECT h.handle FROM handles h WHERE h.workspace_id = p.workspace_id AND h.is_current)
         FROM prompts p WHERE p.id = $1",
    );
    let (title, slug, handle): (String, Option<String>, Option<String>) =
        named.bind(prompt).one().await?;
    let slug = slug.unwrap_or_default();
    let name = handle.map_or_else(|| slug.clone(), |handle| format!("@{handle}/{slug}"));
    let mut said = Map::new();
    said.insert(
        "prompt".to_owned(),
        json!({ "id": prompt, "name": name, "title": title }),
    );
    said.extend(data);
    for hook in told {
        let message = Message {
            event: event.as_str(),
            prompt: Some(prompt),
            data: &said,
        };
        write(tx, hook, &message, now).await?;
    }
    Ok(())
}

/// A message to write.
pub struct Message<'a> {
    pub event: &'a str,
    pub prompt: Option<Uuid>,
    pub data: &'a Map<String, Value>,
}

/// Writes a message to a webhook, to be sent at once. Returns its id.
pub async fn write(tx: &mut Tx, hook: Uuid, message: &Message<'_>, now: Timestamp) -> Result<Uuid> {
    // Places are given one after another.
    let lock = format!("SELECT id FROM webhooks WHERE id = $1{}", tx.for_update());
    let lock = tx.query(AssertSqlSafe(lock)).bind(hook);
    lock.optional::<(Uuid,)>().await?;
    let id = new_id(now);
    let body = json!({ "type": message.event, "timestamp": now, "data": message.data });
    tx.query(
        "INSERT INTO webhook_messages
             (id, webhook_id, place, prompt_id, event, body, status, attempts, next_at, locked_until, answer, created_at)
         VALUES ($1, $2, (SELECT COALESCE(MAX(place), 0) + 1 FROM webhook_messages WHERE webhook_id = $2), $3, $4, $5,
             'pending', 0, $6, 0, '', $6)",
    )
    .bind(id)
    .bind(hook)
    .bind(message.prompt)
    .bind(message.event)
    .bind(body.to_string())
    .bind(now)
    .execute()
    .await?;
    Ok(id)
}
