//! Access control: which accounts may see and change a resource. Every read and write path checks here.
//!
//! A private resource is hidden from every account but its owner's, so a refusal is always 404, never 403.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::db::{Db, Query, Tx};
use crate::http::error::{ApiError, Result};

/// SQL for "the row is visible to viewer `$1`", for rows of prompts, components and collections under the given
/// alias. A visitor has the nil id, which owns nothing. Combines with other SQL by `concat!`.
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
/// Record `r`, of any kind, is visible to viewer `$1`.
pub const VISIBLE_RECORD: &str = visible!("r");

/// A kind of resource that has an owner and may be public.
#[derive(Clone, Copy, Debug)]
pub enum Object {
    Prompt,
    Component,
    Collection,
}

impl Object {
    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Prompt => "Prompt",
            Self::Component => "Component",
            Self::Collection => "Collection",
        }
    }

    fn owner_sql(self) -> String {
        let table = match self {
            Self::Prompt => "prompts",
            Self::Component => "components",
            Self::Collection => "collections",
        };
        format!("SELECT r.user_id FROM {table} r WHERE r.id = $2 AND {VISIBLE_RECORD}")
    }
}

/// The owner of a resource the viewer may see; 404 for any other viewer.
pub async fn owner(db: &Db, object: Object, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    found(
        db.read(AssertSqlSafe(object.owner_sql())),
        object,
        viewer,
        id,
    )
    .await
}

/// As [`owner`], inside a transaction that also prevents the resource from being deleted before it ends.
pub async fn owner_in(tx: &mut Tx, object: Object, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let sql = object.owner_sql() + tx.for_key_share();
    found(tx.query(AssertSqlSafe(sql)), object, viewer, id).await
}

/// 404 unless `me` owns the resource.
pub async fn expect_own(db: &Db, object: Object, me: Uuid, id: Uuid) -> Result<()> {
    if owner(db, object, me, id).await? == me {
        Ok(())
    } else {
        Err(ApiError::not_found(object.name()))
    }
}

async fn found(query: Query<'_>, object: Object, viewer: Uuid, id: Uuid) -> Result<Uuid> {
    let found = query.bind(viewer).bind(id).optional::<(Uuid,)>().await?;
    let (owner,) = found.ok_or_else(|| ApiError::not_found(object.name()))?;
    Ok(owner)
}
