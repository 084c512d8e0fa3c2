//! Loading the sides of a comparison.

use prompt_core::Prompt;
use uuid::Uuid;

use crate::db::Db;
use crate::http::error::Result;
use crate::records::columns::Snapshot;
use crate::records::{store, versions};
use crate::versions::model::Side;

/// Loads the current prompt or a version of it, for a viewer who may see it.
pub async fn side(db: &Db, viewer: Uuid, prompt: Uuid, side: Side) -> Result<Prompt> {
    match side {
        Side::Current => store::record(db, viewer, prompt).await,
        Side::Version(id) => {
            let version = versions::get::<Prompt, Snapshot<Prompt>>(db, viewer, prompt, id).await?;
            version.record(false)
        }
    }
}
