//! Rows, bodies and answers of collections.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::collections::filter::SmartFilter;
use crate::db::row;
use crate::http::json::{Omittable, Patch, Put};
use crate::prompts::model::PromptSummary;

/// A collection as shown on a card.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own"
)]
pub struct Collection {
    pub id: Uuid,
    /// The workspace that it belongs to.
    pub workspace_id: Uuid,
    pub user_id: Uuid,
    /// Its name in its workspace.
    #[schemars(example = &"support-answers")]
    pub slug: String,
    /// The handle of its workspace.
    #[schemars(example = &"ada")]
    pub handle: Option<String>,
    /// The owner's name.
    pub author_name: String,
    /// The parent collection; null at the top level, and if you may not see the parent.
    pub parent_id: Option<Uuid>,
    #[schemars(example = &"Support answers")]
    pub title: String,
    pub description: String,
    pub is_public: bool,
    /// Whether its items come from `filter`.
    pub is_smart: bool,
    /// Only for smart collections, and only visible to the owner.
    pub filter: Option<SmartFilter>,
    /// The number of items you may see. Nested collections are counted in `child_count`.
    #[schemars(with = "u32")]
    pub item_count: i64,
    /// Whether there may be more than `item_count` items. Those of a smart collection are counted up to 1,000, and
    /// only within a time limit.
    pub more_items: bool,
    /// The number of collections directly in it that you may see.
    #[schemars(with = "u32")]
    pub child_count: i64,
    #[schemars(with = "u32")]
    pub view_count: i64,
    #[schemars(with = "u32")]
    pub like_count: i64,
    /// Whether you like it.
    pub is_liked: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

row! {
    /// One ancestor in the path to a collection.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct Breadcrumb {
        pub id: Uuid,
        pub title: String,
    }
}

/// A collection and the path to it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CollectionDetail {
    #[serde(flatten)]
    pub collection: Collection,
    /// The ancestors from the top level down, as far as you may see them.
    pub breadcrumbs: Vec<Breadcrumb>,
}

/// The kinds of items of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CollectionItemType {
    Prompt,
    Collection,
}

/// An item of a collection: a prompt or asset, or another collection.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CollectionItem {
    /// Identifies the item for removal. In a smart collection it is the prompt's id.
    pub id: Uuid,
    pub item_type: CollectionItemType,
    pub prompt_id: Option<Uuid>,
    pub child_collection_id: Option<Uuid>,
    pub added_by: Uuid,
    pub added_at: Timestamp,
    /// Set for prompts and assets.
    pub prompt: Option<PromptSummary>,
    /// Set for collections.
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
    /// The parent collection; the top level if left out.
    #[serde(default)]
    pub parent_id: Option<Uuid>,
    /// Whether its items come from `filter`, which is then required.
    #[serde(default)]
    pub is_smart: bool,
    #[serde(default)]
    pub filter: Option<SmartFilter>,
}

/// A change of a collection. A field that is left out stays unchanged.
#[derive(Deserialize, JsonSchema)]
pub struct CollectionPatch {
    /// 1 to 200 characters.
    #[serde(default)]
    #[schemars(example = &"Support answers", length(min = 1, max = 200))]
    pub title: Omittable<String>,
    /// Its name in its workspace: letters and digits with single hyphens between them. The old one leads to it.
    #[schemars(example = &"support-answers")]
    #[serde(default)]
    pub slug: Omittable<String>,
    /// If left out, it stays unchanged.
    #[serde(default)]
    pub description: Omittable<String>,
    #[serde(default)]
    pub is_public: Omittable<bool>,
    /// Only for smart collections; if left out, the filter stays unchanged.
    #[serde(default)]
    pub filter: Option<SmartFilter>,
}

/// The new state of a collection: as a change, with the title and the visibility.
pub type CollectionEdit = Put<CollectionPatch>;

impl Patch for CollectionPatch {
    const PUT_NAME: &'static str = "CollectionEdit";
    const REQUIRED: &'static [&'static str] = &["title", "is_public"];

    fn lacks(&self) -> Option<&'static str> {
        let named = [self.title.0.is_some(), self.is_public.0.is_some()];
        let lacking = Self::REQUIRED
            .iter()
            .zip(named)
            .find(|(_, is_named)| !is_named);
        lacking.map(|(field, _)| *field)
    }
}

/// The target of a move.
#[derive(Deserialize, JsonSchema)]
pub struct CollectionMove {
    /// The new parent collection; null for the top level.
    #[schemars(example = &"019c376f-cdc0-710d-ad2e-f260a56d409d")]
    pub parent_id: Option<Uuid>,
}

/// Collections to move, and their target.
#[derive(Deserialize, JsonSchema)]
pub struct CollectionsMove {
    /// 1 to 500 collections that you own.
    #[schemars(example = &["019c376f-cdc0-710d-ad2e-f260a56d409d"], length(min = 1, max = 500))]
    pub ids: Vec<Uuid>,
    /// The new parent collection; null for the top level.
    pub parent_id: Option<Uuid>,
}

/// The prompts, assets and collections to add; you must be able to see them.
#[derive(Deserialize, JsonSchema)]
pub struct NewItems {
    #[serde(default)]
    #[schemars(example = &["019c376f-cdc0-710d-ad2e-f260a56d409d"])]
    pub prompt_ids: Vec<Uuid>,
    #[serde(default)]
    pub collection_ids: Vec<Uuid>,
}

/// The items that now represent the sent prompts and collections.
#[derive(Serialize, JsonSchema)]
pub struct AddedItems {
    /// How many were not in the collection before.
    #[schemars(with = "u32")]
    pub added: u64,
    pub items: Vec<CollectionItem>,
}

/// Items of a collection.
#[derive(Deserialize, JsonSchema)]
pub struct ItemIds {
    /// 1 to 500 item ids.
    #[schemars(example = &["019c376f-cdc0-710d-ad2e-f260a56d409d"], length(min = 1, max = 500))]
    pub item_ids: Vec<Uuid>,
}

/// Items to move, and their target.
#[derive(Deserialize, JsonSchema)]
pub struct ItemsMove {
    /// 1 to 500 item ids.
    #[schemars(example = &["019c376f-cdc0-710d-ad2e-f260a56d409d"], length(min = 1, max = 500))]
    pub item_ids: Vec<Uuid>,
    /// The id of the target collection, which you must own.
    pub to: Uuid,
}
