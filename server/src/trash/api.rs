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
        /// Only prompts and assets, only components or only collections.
        r#type: Query<Option<EnumParam<TrashType>>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Json<Page<TrashItem>>> {
        let only = r#type.0.map(|word| word.0);
        let limit = pagination::limit(limit.0)?;
        Ok(Json(
            store::list(&self.0.db, me.id, only, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Empty the trash
    ///
    /// Removes everything in it for good.
    #[oai(path = "/", method = "delete", operation_id = "empty_trash")]
    async fn empty_trash(&self, me: Me) -> Result<NoContent> {
        store::empty(&self.0.db, me).await?;
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
        r#type: Path<EnumParam<TrashType>>,
        id: Path<Uuid>,
    ) -> Result<NoContent> {
        store::restore(&self.0.db, me, r#type.0.0, id.0).await?;
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
        r#type: Path<EnumParam<TrashType>>,
        id: Path<Uuid>,
    ) -> Result<NoContent> {
        store::purge(&self.0.db, me, r#type.0.0, id.0).await?;
        Ok(NoContent)
    }
}
