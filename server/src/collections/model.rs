//! Rows, bodies and answers of collections.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::collections::filter::SmartFilter;
use crate::db::row;
use crate::http::json::Omittable;
use crate::prompts::model::PromptSummary;

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

row! {
    /// One step of the way from the top level down to a collection.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct Breadcrumb {
        pub id: Uuid,
        pub title: String,
    }
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
