//! Handlers of collections.

use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use uuid::Uuid;

use crate::app::App;
use crate::collections::list::{self, CollectionQuery, Level};
use crate::collections::model::{
    AddedItems, Collection, CollectionDetail, CollectionEdit, CollectionItem, CollectionMove,
    CollectionPatch, CollectionsMove, ItemIds, ItemsMove, NewCollection, NewItems,
};
use crate::collections::{items, store};
use crate::community::model::LikeState;
use crate::http::error::Result;
use crate::http::json::{Created, Json, NoContent, WithEtag};
use crate::http::pagination::{self, Limit, Page};
use crate::http::tags::Tags;
use crate::prompts::list::Owner;
use crate::session::extractors::{Me, Viewer};

pub struct CollectionsApi(pub App);

#[OpenApi(prefix_path = "/collections", tag = "Tags::Collections")]
impl CollectionsApi {
    /// List collections, newest first
    ///
    /// One level at a time: the collections in `parent_id`, or the top level without it. A search without
    /// `parent_id` covers every level. Lists your own and public ones unless `owner` is set. A visitor gets the
    /// public ones.
    #[expect(clippy::too_many_arguments, reason = "one argument a query parameter")]
    #[oai(path = "/", method = "get", operation_id = "list_collections")]
    async fn list_collections(
        &self,
        viewer: Viewer,
        /// The id of the parent collection, `root` for the top level, or `any` for every level.
        parent_id: Query<Option<String>>,
        /// Words that must all occur in the title or the description.
        search: Query<Option<String>>,
        /// Only public ones, or only private ones.
        is_public: Query<Option<bool>>,
        /// `all` (the default: your own and public ones), `me`, or a user id.
        owner: Query<Option<String>>,
        /// Only collections that contain this prompt or asset.
        contains: Query<Option<Uuid>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Page<Collection>>> {
        let search = search.0.unwrap_or_default();
        let query = CollectionQuery {
            level: Level::parse(
                parent_id.0.as_deref(),
                !search.trim().is_empty() || contains.0.is_some(),
            )?,
            search,
            is_public: is_public.0,
            owner: Owner::parse(owner.0.as_deref())?,
            contains: contains.0,
            cursor: cursor.0,
            limit: pagination::limit(limit.0)?,
        };
        Ok(WithEtag(list::list(&self.0.db, viewer, &query).await?))
    }

    /// Create a collection
    ///
    /// A request repeated with the same `Idempotency-Key` creates nothing and returns the first result.
    #[oai(path = "/", method = "post", operation_id = "create_collection")]
    async fn create_collection(
        &self,
        me: Me,
        /// A unique text per created resource, such as a UUID.
        #[oai(name = "Idempotency-Key")]
        key: Header<Option<String>>,
        Json(new): Json<NewCollection>,
    ) -> Result<Created<CollectionDetail>> {
        let id = store::create(&self.0.db, me, new, key.0, self.0.now()).await?;
        Ok(Created(
            list::detail(&self.0.db, Viewer(Some(me)), id).await?,
        ))
    }

    /// Read a collection
    ///
    /// Its items are listed by `GET /collections/{id}/items`.
    #[oai(path = "/:id", method = "get", operation_id = "get_collection")]
    async fn get_collection(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
    ) -> Result<WithEtag<CollectionDetail>> {
        Ok(WithEtag(list::detail(&self.0.db, viewer, id.0).await?))
    }

    /// Change a collection's title, description, visibility or filter
    #[oai(path = "/:id", method = "put", operation_id = "update_collection")]
    async fn update_collection(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(edit): Json<CollectionEdit>,
    ) -> Result<Json<CollectionDetail>> {
        store::update(&self.0.db, me, id.0, edit.0, self.0.now()).await?;
        Ok(Json(
            list::detail(&self.0.db, Viewer(Some(me)), id.0).await?,
        ))
    }

    /// Change some fields of a collection
    #[oai(path = "/:id", method = "patch", operation_id = "change_collection")]
    async fn change_collection(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(patch): Json<CollectionPatch>,
    ) -> Result<Json<CollectionDetail>> {
        store::update(&self.0.db, me, id.0, patch, self.0.now()).await?;
        Ok(Json(
            list::detail(&self.0.db, Viewer(Some(me)), id.0).await?,
        ))
    }

    /// Delete a collection
    ///
    /// Moves it and its nested collections into the trash for 30 days. The prompts in it are not deleted.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_collection")]
    async fn delete_collection(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        store::delete(&self.0.db, me, id.0, self.0.now()).await?;
        Ok(NoContent)
    }

    /// Move a collection
    ///
    /// A collection cannot be moved into itself or into one nested in it.
    #[oai(path = "/:id/parent", method = "put", operation_id = "move_collection")]
    async fn move_collection(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(to): Json<CollectionMove>,
    ) -> Result<Json<CollectionDetail>> {
        store::move_all(&self.0.db, me, &[id.0], to.parent_id, self.0.now()).await?;
        Ok(Json(
            list::detail(&self.0.db, Viewer(Some(me)), id.0).await?,
        ))
    }

    /// Move several collections
    ///
    /// Moves all of them or none.
    #[oai(path = "/move", method = "post", operation_id = "move_collections")]
    async fn move_collections(&self, me: Me, Json(to): Json<CollectionsMove>) -> Result<NoContent> {
        store::move_all(&self.0.db, me, &to.ids, to.parent_id, self.0.now()).await?;
        Ok(NoContent)
    }

    /// List the items of a collection, newest first
    ///
    /// Prompts, assets and collections that were added, or those that match a smart collection's filter. Other
    /// users see only public ones. Nested collections are listed by `GET /collections?parent_id=`.
    #[oai(
        path = "/:id/items",
        method = "get",
        operation_id = "list_collection_items"
    )]
    async fn list_collection_items(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Page<CollectionItem>>> {
        let limit = pagination::limit(limit.0)?;
        Ok(WithEtag(
            items::list(&self.0.db, viewer, id.0, cursor.0, limit).await?,
        ))
    }

    /// Add prompts, assets and collections to a collection
    ///
    /// At most 500 per request, all or none. Items it contains already stay unchanged.
    #[oai(
        path = "/:id/items",
        method = "post",
        operation_id = "add_collection_items"
    )]
    async fn add_collection_items(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(new): Json<NewItems>,
    ) -> Result<Json<AddedItems>> {
        Ok(Json(
            items::add(&self.0.db, me, id.0, &new, self.0.now()).await?,
        ))
    }

    /// Remove an item from a collection
    ///
    /// The prompt or collection itself stays. Removing an item that is not there is not an error.
    #[oai(
        path = "/:id/items/:item_id",
        method = "delete",
        operation_id = "remove_collection_item"
    )]
    async fn remove_collection_item(
        &self,
        me: Me,
        id: Path<Uuid>,
        item_id: Path<Uuid>,
    ) -> Result<NoContent> {
        items::remove(&self.0.db, me, id.0, &[item_id.0], self.0.now()).await?;
        Ok(NoContent)
    }

    /// Remove several items from a collection
    #[oai(
        path = "/:id/items/remove",
        method = "post",
        operation_id = "remove_collection_items"
    )]
    async fn remove_collection_items(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(which): Json<ItemIds>,
    ) -> Result<NoContent> {
        items::remove(&self.0.db, me, id.0, &which.item_ids, self.0.now()).await?;
        Ok(NoContent)
    }

    /// Move items into another collection
    ///
    /// Moves all of them or none. Items that the other collection contains already are only removed from this one.
    #[oai(
        path = "/:id/items/move",
        method = "post",
        operation_id = "move_collection_items"
    )]
    async fn move_collection_items(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(which): Json<ItemsMove>,
    ) -> Result<NoContent> {
        items::move_to(
            &self.0.db,
            me,
            id.0,
            which.to,
            &which.item_ids,
            self.0.now(),
        )
        .await?;
        Ok(NoContent)
    }

    /// Like a collection
    ///
    /// Liking twice counts once.
    #[oai(path = "/:id/like", method = "put", operation_id = "like_collection")]
    async fn like_collection(&self, me: Me, id: Path<Uuid>) -> Result<Json<LikeState>> {
        Ok(Json(
            store::like(&self.0.db, me, id.0, true, self.0.now()).await?,
        ))
    }

    /// Remove your like
    #[oai(
        path = "/:id/like",
        method = "delete",
        operation_id = "unlike_collection"
    )]
    async fn unlike_collection(&self, me: Me, id: Path<Uuid>) -> Result<Json<LikeState>> {
        Ok(Json(
            store::like(&self.0.db, me, id.0, false, self.0.now()).await?,
        ))
    }

    /// Count a view
    ///
    /// Counts once per user and day. Views by the owner and by visitors are not counted.
    #[oai(path = "/:id/view", method = "post", operation_id = "view_collection")]
    async fn view_collection(&self, viewer: Viewer, id: Path<Uuid>) -> Result<NoContent> {
        store::view(&self.0.db, viewer, id.0, self.0.now()).await?;
        Ok(NoContent)
    }
}
