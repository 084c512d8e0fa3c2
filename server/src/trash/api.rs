//! Handlers of trash.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use uuid::Uuid;

use crate::app::App;
use crate::http::error::Result;
use crate::http::json::{Json, NoContent};
use crate::http::pagination::{self, Limit, Page};
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::session::extractors::Me;
use crate::trash::model::{TrashItem, TrashType};
use crate::trash::store;

pub struct TrashApi(pub App);

#[OpenApi(prefix_path = "/trash", tag = "Tags::Trash")]
impl TrashApi {
    /// List the trash, last deleted first
    #[oai(path = "/", method = "get", operation_id = "list_trash")]
    async fn list_trash(
        &self,
        me: Me,
        /// Only this type: prompts and assets, components, or collections.
        r#type: Query<Option<EnumParam<TrashType>>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<Json<Page<TrashItem>>> {
        let only = r#type.0.map(|word| word.0);
        let limit = pagination::limit(limit.0)?;
        Ok(Json(
            store::list(&self.0.db, me.workspace, only, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Empty the trash
    ///
    /// Permanently deletes everything in it.
    #[oai(path = "/", method = "delete", operation_id = "empty_trash")]
    async fn empty_trash(&self, me: Me) -> Result<NoContent> {
        store::empty(&self.0.db, me).await?;
        Ok(NoContent)
    }

    /// Restore an item
    ///
    /// It returns to its former place, with its history and in its collections. A collection is restored with
    /// everything that was deleted with it; if its parent no longer exists, it moves to the top level.
    #[oai(
        path = "/:type/:id/restore",
        method = "post",
        operation_id = "restore_from_trash"
    )]
    async fn restore_from_trash(
        &self,
        me: Me,
        r#type: Path<EnumParam<TrashType>>,
        id: Path<Uuid>,
    ) -> Result<NoContent> {
        store::restore(&self.0.db, me, r#type.0.0, id.0).await?;
        Ok(NoContent)
    }

    /// Permanently delete an item
    #[oai(
        path = "/:type/:id",
        method = "delete",
        operation_id = "delete_from_trash"
    )]
    async fn delete_from_trash(
        &self,
        me: Me,
        r#type: Path<EnumParam<TrashType>>,
        id: Path<Uuid>,
    ) -> Result<NoContent> {
        store::purge(&self.0.db, me, r#type.0.0, id.0).await?;
        Ok(NoContent)
    }
}
