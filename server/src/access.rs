//! Who may see and change what. Every read and write path asks here.
//!
//! Private means: to anyone but the owner it does not exist. So a refusal is always 404, never 403.

use uuid::Uuid;

use crate::db::{Db, Tx};
use crate::error::{ApiError, Result};

/// SQL for "prompt `p` is visible to viewer `$1`". A visitor asks with the nil id, which owns nothing.
pub const VISIBLE_PROMPT: &str = "(p.user_id = $1 OR p.is_public) AND p.deleted_at IS NULL";

/// SQL for "collection `c` is visible to viewer `$1`".
pub const VISIBLE_COLLECTION: &str = "(c.user_id = $1 OR c.is_public) AND c.deleted_at IS NULL";

/// SQL for "component `c` is visible to viewer `$1`".
pub const VISIBLE_COMPONENT: &str = "(c.user_id = $1 OR c.is_public) AND c.deleted_at IS NULL";

/// The owner of a prompt the viewer may see.
pub async fn visible_prompt(db: &Db, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let found = db
        .read("SELECT p.user_id FROM prompts p WHERE p.id = $2 AND (p.user_id = $1 OR p.is_public) AND p.deleted_at IS NULL")
        .bind(viewer)
        .bind(id)
        .optional::<(Uuid,)>()
        .await?;
    found
        .map(|(owner,)| owner)
        .ok_or_else(|| ApiError::not_found("Prompt"))
}

/// The same inside a transaction.
pub async fn visible_prompt_in(tx: &mut Tx, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let found = tx
        .query("SELECT p.user_id FROM prompts p WHERE p.id = $2 AND (p.user_id = $1 OR p.is_public) AND p.deleted_at IS NULL")
        .bind(viewer)
        .bind(id)
        .optional::<(Uuid,)>()
        .await?;
    found
        .map(|(owner,)| owner)
        .ok_or_else(|| ApiError::not_found("Prompt"))
}

/// The owner of a collection the viewer may see.
pub async fn visible_collection(db: &Db, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let found = db
        .read("SELECT c.user_id FROM collections c WHERE c.id = $2 AND (c.user_id = $1 OR c.is_public) AND c.deleted_at IS NULL")
        .bind(viewer)
        .bind(id)
        .optional::<(Uuid,)>()
        .await?;
    found
        .map(|(owner,)| owner)
        .ok_or_else(|| ApiError::not_found("Collection"))
}

/// The same inside a transaction.
pub async fn visible_collection_in(tx: &mut Tx, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let found = tx
        .query("SELECT c.user_id FROM collections c WHERE c.id = $2 AND (c.user_id = $1 OR c.is_public) AND c.deleted_at IS NULL")
        .bind(viewer)
        .bind(id)
        .optional::<(Uuid,)>()
        .await?;
    found
        .map(|(owner,)| owner)
        .ok_or_else(|| ApiError::not_found("Collection"))
}

/// The owner of a component the viewer may see.
pub async fn visible_component(db: &Db, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let found = db
        .read("SELECT c.user_id FROM components c WHERE c.id = $2 AND (c.user_id = $1 OR c.is_public) AND c.deleted_at IS NULL")
        .bind(viewer)
        .bind(id)
        .optional::<(Uuid,)>()
        .await?;
    found
        .map(|(owner,)| owner)
        .ok_or_else(|| ApiError::not_found("Component"))
}

/// The same inside a transaction.
pub async fn visible_component_in(tx: &mut Tx, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let found = tx
        .query("SELECT c.user_id FROM components c WHERE c.id = $2 AND (c.user_id = $1 OR c.is_public) AND c.deleted_at IS NULL")
        .bind(viewer)
        .bind(id)
        .optional::<(Uuid,)>()
        .await?;
    found
        .map(|(owner,)| owner)
        .ok_or_else(|| ApiError::not_found("Component"))
}

/// Whether a component is one's own.
pub async fn own_component(db: &Db, me: Uuid, id: Uuid) -> Result<()> {
    let owner = visible_component(db, me, id).await?;
    if owner == me {
        Ok(())
    } else {
        Err(ApiError::not_found("Component"))
    }
}
