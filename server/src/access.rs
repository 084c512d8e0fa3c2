//! Who may see and change what. Every read and write path asks here.
//!
//! Private means: to anyone but the owner it does not exist. So a refusal is always 404, never 403.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::db::{Db, Query, Tx};
use crate::http::error::{ApiError, Result};

/// SQL for "the row is visible to viewer `$1`", for rows of prompts, components and collections under the given name. A
/// visitor asks with the nil id, which owns nothing. Joins with other text by `concat!`.
macro_rules! visible {
    ($row:literal) => {
        concat!(
            "(",
            $row,
            ".user_id = $1 OR ",
            $row,
            ".is_public) AND ",
            $row,
            ".deleted_at IS NULL"
        )
    };
}
pub(crate) use visible;

/// Prompt `p` is visible to viewer `$1`.
pub const VISIBLE_PROMPT: &str = visible!("p");
/// Collection `c` is visible to viewer `$1`.
pub const VISIBLE_COLLECTION: &str = visible!("c");
/// Component `c` is visible to viewer `$1`.
pub const VISIBLE_COMPONENT: &str = visible!("c");

const PROMPT_OWNER: &str = concat!(
    "SELECT p.user_id FROM prompts p WHERE p.id = $2 AND ",
    visible!("p")
);
const COLLECTION_OWNER: &str = concat!(
    "SELECT c.user_id FROM collections c WHERE c.id = $2 AND ",
    visible!("c")
);
const COMPONENT_OWNER: &str = concat!(
    "SELECT c.user_id FROM components c WHERE c.id = $2 AND ",
    visible!("c")
);

/// The owner of a prompt the viewer may see.
pub async fn visible_prompt(db: &Db, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    owner(db.read(PROMPT_OWNER), viewer, id, "Prompt").await
}

/// The same inside a transaction, which nobody deletes it under.
pub async fn visible_prompt_in(tx: &mut Tx, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let sql = format!("{PROMPT_OWNER}{}", tx.for_key_share());
    owner(tx.query(AssertSqlSafe(sql)), viewer, id, "Prompt").await
}

/// The owner of a collection the viewer may see.
pub async fn visible_collection(db: &Db, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    owner(db.read(COLLECTION_OWNER), viewer, id, "Collection").await
}

/// The same inside a transaction, which nobody deletes it under.
pub async fn visible_collection_in(tx: &mut Tx, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let sql = format!("{COLLECTION_OWNER}{}", tx.for_key_share());
    owner(tx.query(AssertSqlSafe(sql)), viewer, id, "Collection").await
}

/// The owner of a component the viewer may see.
pub async fn visible_component(db: &Db, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    owner(db.read(COMPONENT_OWNER), viewer, id, "Component").await
}

/// The same inside a transaction, which nobody deletes it under.
pub async fn visible_component_in(tx: &mut Tx, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let sql = format!("{COMPONENT_OWNER}{}", tx.for_key_share());
    owner(tx.query(AssertSqlSafe(sql)), viewer, id, "Component").await
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

async fn owner(query: Query<'_>, viewer: Uuid, id: Uuid, what: &str) -> Result<Uuid> {
    let found = query.bind(viewer).bind(id).optional::<(Uuid,)>().await?;
    let (owner,) = found.ok_or_else(|| ApiError::not_found(what))?;
    Ok(owner)
}
