//! Drafts of the component editor: one per component, visible to the members that may change it. If the component is open in two
//! places, one of them stores its draft: only an editor that knows a draft's id replaces or deletes it.

use prompt_core::component::Component;
use prompt_core::{limits, text};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::components::model::{ComponentDraft, ComponentSession, DraftRef, SavedDraft};
use crate::db::{Db, Tx, row};
use crate::http::error::{ApiError, Result};
use crate::records::columns::version;
use crate::records::store::{lock_writable, writable};
use crate::session::extractors::Me;

row! {
    struct Row {
        version_major: i64,
        version_minor: i64,
        version_batch: i64,
        saved_at: Timestamp,
        data: String,
    }
}

const ROW: &str = "SELECT version_major, version_minor, version_batch, saved_at, data
    FROM component_sessions WHERE component_id = $1";

impl Row {
    /// The id of a draft: a hash of its base version and content.
    fn id(&self) -> String {
        id(
            [self.version_major, self.version_minor, self.version_batch],
            &self.data,
        )
    }
}

fn id(base: [i64; 3], data: &str) -> String {
    let mut hash = Sha256::new();
    for part in base {
        hash.update(part.to_be_bytes());
    }
    hash.update(data);
    format!("{:x}", hash.finalize())
}

pub async fn get(db: &Db, me: Me, id: Uuid) -> Result<ComponentSession> {
    writable::<Component>(db, me.id, id).await?;
    let row = db.read(ROW).bind(id).optional::<Row>().await?;
    let draft = row.map(|row| {
        Ok::<_, ApiError>(SavedDraft {
            id: row.id(),
            base_version: version(row.version_major, row.version_minor, row.version_batch),
            data: row.data.try_into()?,
            saved_at: row.saved_at,
        })
    });
    Ok(ComponentSession {
        draft: draft.transpose()?,
    })
}

/// Stores a draft and returns its id.
pub async fn save(
    db: &Db,
    me: Me,
    component: Uuid,
    draft: &ComponentDraft,
    now: Timestamp,
) -> Result<String> {
    // A draft may break rules, but must not be a way to store more than a component may hold.
    let bytes = text::json_bytes(&draft.data);
    if bytes > 2 * limits::CONTENT_BYTES {
        let message = format!(
            "A draft may have at most {} bytes",
            2 * limits::CONTENT_BYTES
        );
        return Err(ApiError::rule("data", "too_large", message));
    }
    let data = serde_json::to_string(&draft.data)?;
    let base = draft.base_version;
    let base = [base.major, base.minor, base.batch].map(i64::from);
    let mut tx = db.begin().await?;
    // Locked, so that the draft read here is the one replaced.
    lock_writable::<Component>(&mut tx, me.id, component).await?;
    let kept = kept(&mut tx, component).await?;
    // The same draft again is a retry whose first response was lost.
    let own = id(base, &data);
    if kept.is_some_and(|kept| kept != own && !draft.follows.is(&kept)) {
        return Err(ApiError::conflict(
            "A draft of this component is kept from another place where it is open",
        ));
    }
    tx.query(
        "INSERT INTO component_sessions (component_id, version_major, version_minor, version_batch, saved_at, data)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (component_id) DO UPDATE SET version_major = excluded.version_major,
             version_minor = excluded.version_minor, version_batch = excluded.version_batch,
             saved_at = excluded.saved_at, data = excluded.data",
    )
    .bind(component)
    .bind(base[0])
    .bind(base[1])
    .bind(base[2])
    .bind(now)
    .bind(data)
    .execute()
    .await?;
    tx.commit().await?;
    Ok(own)
}

pub async fn delete(db: &Db, me: Me, component: Uuid, meant: &DraftRef) -> Result<()> {
    let mut tx = db.begin().await?;
    lock_writable::<Component>(&mut tx, me.id, component).await?;
    clear(&mut tx, component, meant).await?;
    tx.commit().await?;
    Ok(())
}

/// Deletes the stored draft if `meant` refers to it. The caller has locked the component.
pub async fn clear(tx: &mut Tx, component: Uuid, meant: &DraftRef) -> Result<()> {
    let kept = kept(tx, component).await?;
    if kept.is_none_or(|kept| !meant.is(&kept)) {
        return Ok(());
    }
    tx.query("DELETE FROM component_sessions WHERE component_id = $1")
        .bind(component)
        .execute()
        .await?;
    Ok(())
}

/// The id of the stored draft, if there is one.
async fn kept(tx: &mut Tx, component: Uuid) -> Result<Option<String>> {
    let row = tx.query(ROW).bind(component).optional::<Row>().await?;
    Ok(row.map(|row| row.id()))
}

impl DraftRef {
    fn is(&self, kept: &str) -> bool {
        match self {
            Self::Any => true,
            Self::None => false,
            Self::This(id) => id == kept,
        }
    }
}
