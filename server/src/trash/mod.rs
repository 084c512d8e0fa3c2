//! trash: what was deleted rests here for thirty days, can be put back where it was, and is invisible everywhere else.

pub mod store;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::Me;
use crate::clock::Timestamp;
use crate::error::Result;
use crate::page::{self, Page};
use crate::param::{Limit, Word};
use crate::payload::{NoContent, Serde};

/// What can lie in the trash. Assets are prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrashType {
    Prompt,
    Component,
    Collection,
}

/// One thing in the trash. A collection stands for everything that was deleted with it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TrashItem {
    pub r#type: TrashType,
    pub id: Uuid,
    pub title: String,
    pub deleted_at: Timestamp,
    /// When it is removed for good.
    pub purge_at: Timestamp,
}

pub struct TrashApi(pub App);

#[OpenApi(prefix_path = "/trash", tag = "Tags::Trash")]
impl TrashApi {
    /// List the trash, last deleted first
    #[oai(path = "/", method = "get", operation_id = "list_trash")]
    async fn list_trash(
        &self,
        me: Me,
        /// Only prompts and assets, only components or only collections.
        r#type: Query<Option<Word<TrashType>>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Serde<Page<TrashItem>>> {
        let only = r#type.0.map(|word| word.0);
        let limit = page::limit(limit.0)?;
        Ok(Serde(
            store::list(&self.0.db, me.id, only, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Empty the trash
    ///
    /// Removes everything in it for good.
    #[oai(path = "/", method = "delete", operation_id = "empty_trash")]
    async fn empty_trash(&self, me: Me) -> Result<NoContent> {
        store::empty(&self.0, me).await?;
        Ok(NoContent)
    }

    /// Put something back
    ///
    /// It stands where it was, with its history and in its collections. A collection brings back what was deleted with
    /// it; where the collection it lay in is gone, it goes to the top level.
    #[oai(
        path = "/:type/:id/restore",
        method = "post",
        operation_id = "restore_from_trash"
    )]
    async fn restore_from_trash(
        &self,
        me: Me,
        r#type: Path<Word<TrashType>>,
        id: Path<Uuid>,
    ) -> Result<NoContent> {
        store::restore(&self.0, me, r#type.0.0, id.0).await?;
        Ok(NoContent)
    }

    /// Remove something for good
    #[oai(
        path = "/:type/:id",
        method = "delete",
        operation_id = "delete_from_trash"
    )]
    async fn delete_from_trash(
        &self,
        me: Me,
        r#type: Path<Word<TrashType>>,
        id: Path<Uuid>,
    ) -> Result<NoContent> {
        store::purge(&self.0, me, r#type.0.0, id.0).await?;
        Ok(NoContent)
    }
}
