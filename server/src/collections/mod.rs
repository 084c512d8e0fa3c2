//! collections: nested folders of prompts and of other collections, by hand or by a saved filter.

mod filter;
pub mod items;
mod list;
pub mod store;

use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::{Me, Viewer};
use crate::clock::Timestamp;
use crate::community::LikeState;
use crate::error::Result;
use crate::page::{self, Page};
use crate::param::Limit;
use crate::payload::{Created, Kept, NoContent, Omittable, Serde};
use crate::prompts::{Owner, PromptSummary};

pub use filter::{FilterOwner, SmartFilter};
pub use items::add_prompts;
use list::{CollectionQuery, Level};

/// A collection as a card shows it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own"
)]
pub struct Collection {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The owner's name.
    pub author_name: String,
    /// The collection it lies in; null at the top level, and where the viewer may not see that one.
    pub parent_id: Option<Uuid>,
    #[schemars(example = &"Support answers")]
    pub title: String,
    pub description: String,
    pub is_public: bool,
    /// Whether it fills itself from `filter`.
    pub is_smart: bool,
    /// Only of smart collections, and only shown to the owner.
    pub filter: Option<SmartFilter>,
    /// The items the viewer may see. Nested collections are counted in `child_count`.
    #[schemars(with = "u32")]
    pub item_count: i64,
    /// Whether there may be more than `item_count`: what a smart collection finds is counted up to 1,000, and only as long as
    /// that does not hold up the answer.
    pub more_items: bool,
    /// The collections that lie directly in it, as far as the viewer may see them.
    #[schemars(with = "u32")]
    pub child_count: i64,
    #[schemars(with = "u32")]
    pub view_count: i64,
    #[schemars(with = "u32")]
    pub like_count: i64,
    /// Whether the viewer likes it.
    pub is_liked: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// One step of the way from the top level down to a collection.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct Breadcrumb {
    pub id: Uuid,
    pub title: String,
}

/// A collection and the way to it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CollectionDetail {
    #[serde(flatten)]
    pub collection: Collection,
    /// From the top level down to the collection it lies in, as far as the viewer may see them.
    pub breadcrumbs: Vec<Breadcrumb>,
}

/// What can lie in a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CollectionItemType {
    Prompt,
    Collection,
}

/// One thing in a collection: a prompt or asset, or another collection.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CollectionItem {
    /// Names the item when it is taken out. In a smart collection it is the prompt's id.
    pub id: Uuid,
    pub item_type: CollectionItemType,
    pub prompt_id: Option<Uuid>,
    pub child_collection_id: Option<Uuid>,
    pub added_by: Uuid,
    pub added_at: Timestamp,
    /// Of prompts and assets.
    pub prompt: Option<PromptSummary>,
    /// Of collections.
    pub child_collection: Option<Collection>,
}

/// A collection to create.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct NewCollection {
    /// 1 to 200 characters.
    #[schemars(example = &"Support answers", length(min = 1, max = 200))]
    pub title: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub is_public: bool,
    /// The collection to put it into; the top level without one.
    #[serde(default)]
    pub parent_id: Option<Uuid>,
    /// A smart collection fills itself from `filter`, which it must have.
    #[serde(default)]
    pub is_smart: bool,
    #[serde(default)]
    pub filter: Option<SmartFilter>,
}

/// A collection as it should be.
#[derive(Deserialize, JsonSchema)]
pub struct CollectionEdit {
    /// 1 to 200 characters.
    #[schemars(example = &"Support answers", length(min = 1, max = 200))]
    pub title: String,
    /// Left out, it stays as it is.
    #[serde(default)]
    pub description: Omittable<String>,
    pub is_public: bool,
    /// Only of smart collections; without it the filter stays as it is.
    #[serde(default)]
    pub filter: Option<SmartFilter>,
}

/// Where a collection goes.
#[derive(Deserialize, JsonSchema)]
pub struct CollectionMove {
    /// The collection to put it into; null for the top level.
    #[schemars(example = &"019c376f-cdc0-710d-ad2e-f260a56d409d")]
    pub parent_id: Option<Uuid>,
}

/// Which collections go where.
#[derive(Deserialize, JsonSchema)]
pub struct CollectionsMove {
    /// 1 to 500 collections, all one's own.
    #[schemars(example = &["019c376f-cdc0-710d-ad2e-f260a56d409d"], length(min = 1, max = 500))]
    pub ids: Vec<Uuid>,
    /// The collection to put them into; null for the top level.
    pub parent_id: Option<Uuid>,
}

/// What to put into a collection: any prompts, assets and collections one may see.
#[derive(Deserialize, JsonSchema)]
pub struct NewItems {
    #[serde(default)]
    #[schemars(example = &["019c376f-cdc0-710d-ad2e-f260a56d409d"])]
    pub prompt_ids: Vec<Uuid>,
    #[serde(default)]
    pub collection_ids: Vec<Uuid>,
}

/// What now lies in the collection of the things that were sent.
#[derive(Serialize, JsonSchema)]
pub struct AddedItems {
    /// How many were not there before.
    #[schemars(with = "u32")]
    pub added: u64,
    pub items: Vec<CollectionItem>,
}

/// Items of a collection.
#[derive(Deserialize, JsonSchema)]
pub struct ItemIds {
    /// 1 to 500 ids of items.
    #[schemars(example = &["019c376f-cdc0-710d-ad2e-f260a56d409d"], length(min = 1, max = 500))]
    pub item_ids: Vec<Uuid>,
}

/// Which items go where.
#[derive(Deserialize, JsonSchema)]
pub struct ItemsMove {
    /// 1 to 500 ids of items.
    #[schemars(example = &["019c376f-cdc0-710d-ad2e-f260a56d409d"], length(min = 1, max = 500))]
    pub item_ids: Vec<Uuid>,
    /// The collection of one's own they go into.
    pub to: Uuid,
}

pub struct CollectionsApi(pub App);

#[OpenApi(prefix_path = "/collections", tag = "Tags::Collections")]
impl CollectionsApi {
    /// List collections, newest first
    ///
    /// One level at a time: the collections in `parent_id`, or the top level without it. A search without `parent_id`
    /// looks on every level. One's own and public ones, unless `owner` says otherwise. A visitor gets an empty list.
    #[expect(clippy::too_many_arguments, reason = "one argument a query parameter")]
    #[oai(path = "/", method = "get", operation_id = "list_collections")]
    async fn list_collections(
        &self,
        viewer: Viewer,
        /// The collection whose nested ones are listed, `root` for the top level, or `any` for every level.
        parent_id: Query<Option<String>>,
        /// Words that must all occur in the title.
        search: Query<Option<String>>,
        /// Whether everybody can find them.
        is_public: Query<Option<bool>>,
        /// `all` (the default: one's own and public ones), `me`, or the id of a user.
        owner: Query<Option<String>>,
        /// Only collections in which this prompt or asset lies.
        contains: Query<Option<Uuid>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Page<Collection>>> {
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
            limit: page::limit(limit.0)?,
        };
        Ok(Kept(list::list(&self.0.db, viewer, &query).await?))
    }

    /// Create a collection
    ///
    /// Repeating the request with the same `Idempotency-Key` creates nothing twice and gives the same answer.
    #[oai(path = "/", method = "post", operation_id = "create_collection")]
    async fn create_collection(
        &self,
        me: Me,
        /// Any text that is new for each thing to create, such as a UUID.
        #[oai(name = "Idempotency-Key")]
        key: Header<Option<String>>,
        Serde(new): Serde<NewCollection>,
    ) -> Result<Created<CollectionDetail>> {
        let id = store::create(&self.0, me, new, key.0).await?;
        Ok(Created(list::detail(&self.0.db, me.id, id).await?))
    }

    /// Read a collection
    ///
    /// What lies in it has a list of its own.
    #[oai(path = "/:id", method = "get", operation_id = "get_collection")]
    async fn get_collection(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
    ) -> Result<Kept<CollectionDetail>> {
        Ok(Kept(list::detail(&self.0.db, viewer.id(), id.0).await?))
    }

    /// Change a collection's title, description, visibility or filter
    #[oai(path = "/:id", method = "put", operation_id = "update_collection")]
    async fn update_collection(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(edit): Serde<CollectionEdit>,
    ) -> Result<Serde<CollectionDetail>> {
        store::update(&self.0, me, id.0, edit).await?;
        Ok(Serde(list::detail(&self.0.db, me.id, id.0).await?))
    }

    /// Delete a collection
    ///
    /// It and everything nested in it rest in the trash for 30 days. Prompts are never deleted with a collection.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_collection")]
    async fn delete_collection(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        store::delete(&self.0, me, id.0).await?;
        Ok(NoContent)
    }

    /// Move a collection
    ///
    /// A collection cannot be moved into itself or into one that lies in it.
    #[oai(path = "/:id/parent", method = "put", operation_id = "move_collection")]
    async fn move_collection(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(to): Serde<CollectionMove>,
    ) -> Result<Serde<CollectionDetail>> {
        store::move_all(&self.0, me, &[id.0], to.parent_id).await?;
        Ok(Serde(list::detail(&self.0.db, me.id, id.0).await?))
    }

    /// Move several collections
    ///
    /// All or none of them.
    #[oai(path = "/move", method = "post", operation_id = "move_collections")]
    async fn move_collections(
        &self,
        me: Me,
        Serde(to): Serde<CollectionsMove>,
    ) -> Result<NoContent> {
        store::move_all(&self.0, me, &to.ids, to.parent_id).await?;
        Ok(NoContent)
    }

    /// List what lies in a collection, newest first
    ///
    /// Prompts, assets and collections that were put in, or what a smart collection finds. Others see only what is
    /// public. Nested collections are listed by `GET /collections?parent_id=`.
    #[oai(
        path = "/:id/items",
        method = "get",
        operation_id = "list_collection_items"
    )]
    async fn list_collection_items(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Page<CollectionItem>>> {
        let limit = page::limit(limit.0)?;
        Ok(Kept(
            items::list(&self.0.db, viewer.id(), id.0, cursor.0, limit).await?,
        ))
    }

    /// Put prompts, assets and collections into a collection
    ///
    /// At most 500 at once, all or none. What is there already stays as it is.
    #[oai(
        path = "/:id/items",
        method = "post",
        operation_id = "add_collection_items"
    )]
    async fn add_collection_items(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(new): Serde<NewItems>,
    ) -> Result<Serde<AddedItems>> {
        Ok(Serde(items::add(&self.0, me, id.0, &new).await?))
    }

    /// Take an item out of a collection
    ///
    /// The prompt or collection itself stays. An item that is not there any more is no error.
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
        items::remove(&self.0, me, id.0, &[item_id.0]).await?;
        Ok(NoContent)
    }

    /// Take several items out of a collection
    #[oai(
        path = "/:id/items/remove",
        method = "post",
        operation_id = "remove_collection_items"
    )]
    async fn remove_collection_items(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(which): Serde<ItemIds>,
    ) -> Result<NoContent> {
        items::remove(&self.0, me, id.0, &which.item_ids).await?;
        Ok(NoContent)
    }

    /// Move items into another collection
    ///
    /// All or none of them. What the other collection holds already is only taken out here.
    #[oai(
        path = "/:id/items/move",
        method = "post",
        operation_id = "move_collection_items"
    )]
    async fn move_collection_items(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(which): Serde<ItemsMove>,
    ) -> Result<NoContent> {
        items::move_to(&self.0, me, id.0, which.to, &which.item_ids).await?;
        Ok(NoContent)
    }

    /// Like a collection
    ///
    /// Liking twice is liking once.
    #[oai(path = "/:id/like", method = "put", operation_id = "like_collection")]
    async fn like_collection(&self, me: Me, id: Path<Uuid>) -> Result<Serde<LikeState>> {
        Ok(Serde(store::like(&self.0, me, id.0, true).await?))
    }

    /// Take a like back
    #[oai(
        path = "/:id/like",
        method = "delete",
        operation_id = "unlike_collection"
    )]
    async fn unlike_collection(&self, me: Me, id: Path<Uuid>) -> Result<Serde<LikeState>> {
        Ok(Serde(store::like(&self.0, me, id.0, false).await?))
    }

    /// Count a view
    ///
    /// Counts once per viewer and day, never the owner's own, and never a visitor's.
    #[oai(path = "/:id/view", method = "post", operation_id = "view_collection")]
    async fn view_collection(&self, viewer: Viewer, id: Path<Uuid>) -> Result<NoContent> {
        store::view(&self.0, viewer, id.0).await?;
        Ok(NoContent)
    }
}
