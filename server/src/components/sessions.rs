//! Drafts of the component editor: one a component, its owner's alone.

use prompt_core::{limits, text};
use uuid::Uuid;

use crate::access;
use crate::app::App;
use crate::auth::session::Me;
use crate::clock::Timestamp;
use crate::components::{ComponentDraft, ComponentSession, SavedDraft};
use crate::db::{Db, Tx};
use crate::error::{ApiError, Result};
use crate::prompts::store::version;

#[derive(sqlx::FromRow)]
struct Row {
    version_major: i64,
    version_minor: i64,
    version_batch: i64,
    saved_at: Timestamp,
    data: String,
}

pub async fn get(db: &Db, me: Me, id: Uuid) -> Result<ComponentSession> {
    access::own_component(db, me.id, id).await?;
    let row = db
        .read(
            "SELECT version_major, version_minor, version_batch, saved_at, data
             FROM component_sessions WHERE component_id = $1",
        )
        .bind(id)
        .optional::<Row>()
        .await?;
    let draft = row.map(|row| {
        Ok::<_, ApiError>(SavedDraft {
            base_version: version(row.version_major, row.version_minor, row.version_batch),
            data: row.data.try_into()?,
            saved_at: row.saved_at,
        })
    });
    Ok(ComponentSession {
        draft: draft.transpose()?,
    })
}

pub async fn save(app: &App, me: Me, id: Uuid, draft: &ComponentDraft) -> Result<()> {
    access::own_component(&app.db, me.id, id).await?;
    // A draft may still break rules, but it is not a way to store more than a component holds.
    let bytes = text::json_bytes(&draft.data);
    if bytes > 2 * limits::CONTENT_BYTES {
        let message = format!(
            "A draft may have at most {} bytes",
            2 * limits::CONTENT_BYTES
        );
        return Err(ApiError::rule("data", "too_large", message));
    }
    let data = serde_json::to_string(&draft.data)?;
    app.db
        .write(
            "INSERT INTO component_sessions (component_id, version_major, version_minor, version_batch, saved_at, data)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (component_id) DO UPDATE SET version_major = excluded.version_major,
                 version_minor = excluded.version_minor, version_batch = excluded.version_batch,
                 saved_at = excluded.saved_at, data = excluded.data",
        )
        .bind(id)
        .bind(i64::from(draft.base_version.major))
        .bind(i64::from(draft.base_version.minor))
        .bind(i64::from(draft.base_version.batch))
        .bind(app.clock.now())
        .bind(data)
        .execute()
        .await?;
    Ok(())
}

pub async fn delete(app: &App, me: Me, id: Uuid) -> Result<()> {
    access::own_component(&app.db, me.id, id).await?;
    let mut tx = app.db.begin().await?;
    clear(&mut tx, id).await?;
    tx.commit().await?;
    Ok(())
}

pub async fn clear(tx: &mut Tx, id: Uuid) -> Result<()> {
    tx.query("DELETE FROM component_sessions WHERE component_id = $1")
        .bind(id)
        .execute()
        .await?;
    Ok(())
}
