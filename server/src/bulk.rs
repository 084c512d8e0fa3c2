//! Bulk changes: one change to many prompts, all or none.

use poem::http::StatusCode;
use poem_openapi::OpenApi;
use prompt_core::{Prompt, VersionType, text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;
use crate::clock::Timestamp;
use crate::collections;
use crate::db::{Db, Tx};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::http::json::Json;
use crate::http::tags::Tags;
use crate::records::columns::Prepared;
use crate::records::numbers;
use crate::records::store::{Write, delete_in, lock_writable, write};
use crate::session::extractors::Me;

/// Maximum number of prompts per request.
const MAX_PROMPTS: usize = 100;

/// A change, and the prompts and assets it applies to.
#[derive(Deserialize, JsonSchema)]
pub struct BulkChange {
    /// 1 to 100 prompts or assets. You must own all of them, except for `add_to_collection`, which takes any you
    /// can see.
    #[schemars(example = &["019c376f-cdc0-710d-ad2e-f260a56d409d"], length(min = 1, max = 100))]
    pub prompt_ids: Vec<Uuid>,
    #[serde(flatten)]
    pub action: BulkAction,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum BulkAction {
    /// Moves them into the trash.
    Delete,
    /// Adds tags. Prompts that have them already stay unchanged.
    AddTags { tags: Vec<String> },
    /// Removes tags.
    RemoveTags { tags: Vec<String> },
    /// Makes them public or private.
    SetPublic { is_public: bool },
    /// Adds them to a collection.
    AddToCollection { collection_id: Uuid },
}

/// The result of a bulk change.
#[derive(Serialize, JsonSchema)]
pub struct BulkDone {
    /// How many were changed; the others needed no change.
    pub changed: u64,
}

pub struct BulkApi(pub App);

#[OpenApi(prefix_path = "/prompts", tag = "Tags::Prompts")]
impl BulkApi {
    /// Change many prompts and assets at once
    ///
    /// All or none: if one of them cannot be changed, no change is made. A change of tags raises the patch number;
    /// a change of visibility does not.
    #[oai(path = "/bulk", method = "post", operation_id = "change_prompts")]
    async fn change_prompts(
        &self,
        me: Me,
        Json(change): Json<BulkChange>,
    ) -> Result<Json<BulkDone>> {
        Ok(Json(BulkDone {
            changed: apply(&self.0.db, me, change, self.0.now()).await?,
        }))
    }
}

async fn apply(db: &Db, me: Me, change: BulkChange, now: Timestamp) -> Result<u64> {
    let mut ids = change.prompt_ids;
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() || ids.len() > MAX_PROMPTS {
        let message = format!("prompt_ids must name 1 to {MAX_PROMPTS} prompts");
        return Err(
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "out_of_range", message)
                .at("prompt_ids"),
        );
    }
    if let BulkAction::AddToCollection { collection_id } = change.action {
        return collections::items::add_prompts(db, me, collection_id, ids, now).await;
    }
    retry_on_deadlock(|| change_all(db, me, &ids, &change.action, now)).await
}

async fn change_all(
    db: &Db,
    me: Me,
    ids: &[Uuid],
    action: &BulkAction,
    now: Timestamp,
) -> Result<u64> {
    let mut tx = db.begin().await?;
    let mut changed = 0;
    // Always in the same order, so that two such requests do not deadlock.
    for &id in ids {
        changed += u64::from(change_one(&mut tx, me, id, action, now).await?);
    }
    tx.commit().await?;
    Ok(changed)
}

/// Changes a prompt; returns whether there was anything to change.
async fn change_one(
    tx: &mut Tx,
    me: Me,
    id: Uuid,
    action: &BulkAction,
    now: Timestamp,
) -> Result<bool> {
    if let BulkAction::Delete = action {
        delete_in::<Prompt>(tx, me.id, id, now).await?;
        return Ok(true);
    }
    let before = lock_writable::<Prompt>(tx, me.id, id).await?;
    let old = before.record()?;
    let mut prompt = old.clone();
    prompt.keep_names_on_one_line();
    match action {
        BulkAction::AddTags { tags } => {
            prompt.tags = text::clean_tags(
                prompt
                    .tags
                    .into_iter()
                    .chain(tags.iter().cloned())
                    .collect(),
            );
        }
        BulkAction::RemoveTags { tags } => prompt.tags = text::without_tags(prompt.tags, tags),
        BulkAction::SetPublic { is_public } => prompt.is_public = *is_public,
        BulkAction::Delete | BulkAction::AddToCollection { .. } => {}
    }
    if let Some(error) = prompt.validate().into_iter().next() {
        return Err(error.into());
    }
    if prompt.tags == old.tags && prompt.is_public == before.is_public {
        return Ok(false);
    }
    let new = Prepared::of(prompt)?;
    // A version number belongs to a text, not to its visibility.
    let number = if new.texts == before.snapshot.texts {
        before.version()
    } else {
        numbers::next::<Prompt>(tx, id, before.version(), VersionType::Batch).await?
    };
    let write_as = Write {
        number,
        note: "",
        at: now,
    };
    write(tx, me, &before, &new, write_as).await?;
    Ok(true)
}
