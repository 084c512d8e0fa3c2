//! Rows, bodies and answers of components.

use prompt_core::component::{Component, ComponentCategory, ComponentContent, ComponentType};
use prompt_core::{VersionNumber, VersionType};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;
use crate::http::error::Result;
use crate::http::json::{Omittable, RawJson};

row! {
    /// A component as a card shows it: everything but its content.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct ComponentSummary {
        pub id: Uuid,
        pub user_id: Uuid,
        /// The owner's name.
        pub author_name: String,
        pub title: String,
        pub description: String,
        #[schemars(with = "ComponentType")]
        pub r#type: String,
        #[schemars(with = "ComponentCategory")]
        pub category: String,
        #[schemars(with = "Vec<String>")]
        pub tags: RawJson,
        pub is_public: bool,
        #[schemars(with = "u32")]
        pub version_major: i64,
        #[schemars(with = "u32")]
        pub version_minor: i64,
        #[schemars(with = "u32")]
        pub version_batch: i64,
        /// By how many people on how many days it was used.
        #[schemars(with = "u32")]
        pub usage_count: i64,
        /// The mean of all ratings, 0 without any.
        pub rating: f64,
        #[schemars(with = "u32")]
        pub rating_count: i64,
        /// The viewer's own rating.
        #[schemars(with = "Option<u8>")]
        pub my_rating: Option<i64>,
        pub created_at: Timestamp,
        pub updated_at: Timestamp,
    }
}

row! {
    /// A component, whole.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct StoredComponent {
        #[serde(flatten)]
        pub summary: ComponentSummary,
        #[schemars(with = "ComponentContent")]
        pub content: RawJson,
    }
}

/// How many components there are of each type.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ComponentCounts {
    pub all: u32,
    pub module: u32,
    pub wrapper: u32,
    pub template: u32,
    pub asset: u32,
}

/// A save: the component as it should be, and the version that was edited. A field that is left out stays as it is stored.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct ComponentSave {
    /// The version the client edited. If it is not the current one, the answer is 409.
    pub base_version: VersionNumber,
    /// Whether the text that this save replaces is kept as a version, unless one holds it already.
    #[serde(default)]
    pub keep_replaced: bool,
    /// The `id` of the draft that is saved by this: another one stays. With `null` every draft stays, and without it none.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub draft: DraftRef,
    /// Its name, 1 to 200 characters.
    #[schemars(example = &"Answer as a table")]
    pub title: String,
    /// What it is for.
    #[serde(default)]
    pub description: Omittable<String>,
    /// What it is.
    #[serde(default)]
    pub r#type: Omittable<ComponentType>,
    /// What it is about.
    #[serde(default)]
    pub category: Omittable<ComponentCategory>,
    /// At most 50 tags.
    #[serde(default)]
    pub tags: Omittable<Vec<String>>,
    /// Whether others can find it.
    #[serde(default)]
    pub is_public: Omittable<bool>,
    /// All that it holds.
    pub content: ComponentContent,
}

impl ComponentSave {
    /// The component as it should be, given what is stored.
    pub fn over(self, stored: Component) -> Component {
        Component {
            title: self.title,
            description: self.description.unwrap_or(stored.description),
            r#type: self.r#type.unwrap_or(stored.r#type),
            category: self.category.unwrap_or(stored.category),
            tags: self.tags.unwrap_or(stored.tags),
            is_public: self.is_public.unwrap_or(stored.is_public),
            content: self.content,
        }
    }
}

/// A draft in the component editor.
#[derive(Deserialize, JsonSchema)]
pub struct ComponentDraft {
    /// The version the draft began from.
    pub base_version: VersionNumber,
    /// The `id` of the draft that this one goes on with, or `null` where it is the first. What somebody keeps elsewhere is not
    /// replaced then; the answer is 409. Left out, whatever is kept is replaced.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub follows: DraftRef,
    /// What stands in the editor. It need not be fit to be saved yet.
    pub data: Component,
}

/// The draft in the component editor, if there is one.
#[derive(Serialize, JsonSchema)]
pub struct ComponentSession {
    pub draft: Option<SavedDraft>,
}

/// Which draft is meant by whoever changes something about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DraftRef {
    /// Whichever is kept.
    #[default]
    Any,
    /// None that is kept.
    None,
    /// The one with this id.
    This(String),
}

impl<'de> Deserialize<'de> for DraftRef {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let id = Option::deserialize(value)?;
        Ok(id.map_or(Self::None, Self::This))
    }
}

/// What a draft is called that was kept.
#[derive(Serialize, JsonSchema)]
pub struct KeptDraft {
    pub id: String,
}

/// A draft, and the version it began from.
#[derive(Serialize, JsonSchema)]
pub struct SavedDraft {
    /// Another one once it holds something else.
    pub id: String,
    pub base_version: VersionNumber,
    #[schemars(with = "Component")]
    pub data: RawJson,
    pub saved_at: Timestamp,
}

row! {
    /// One line of a component's history.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct ComponentVersionSummary {
        pub id: Uuid,
        pub component_id: Uuid,
        #[schemars(with = "u32")]
        pub version_major: i64,
        #[schemars(with = "u32")]
        pub version_minor: i64,
        #[schemars(with = "u32")]
        pub version_batch: i64,
        pub title: String,
        pub changelog: String,
        pub created_by: Uuid,
        pub created_at: Timestamp,
        /// Whether the component stands at this number now.
        pub is_current: bool,
    }
}

row! {
    /// A snapshot of a component, whole.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct ComponentVersion {
        #[serde(flatten)]
        pub summary: ComponentVersionSummary,
        pub description: String,
        #[schemars(with = "ComponentType")]
        pub r#type: String,
        #[schemars(with = "ComponentCategory")]
        pub category: String,
        #[schemars(with = "Vec<String>")]
        pub tags: RawJson,
        #[schemars(with = "ComponentContent")]
        pub content: RawJson,
    }
}

/// A new version of what the component holds now.
#[derive(Deserialize, JsonSchema)]
pub struct NewComponentVersion {
    /// Which part of the number grows.
    pub version_type: VersionType,
    /// What is new, in the author's words.
    #[serde(default)]
    pub changelog: String,
    /// The version the client looked at. If it is not the current one, the answer is 409.
    pub base_version: VersionNumber,
}

/// Going back to a snapshot of a component.
#[derive(Deserialize, JsonSchema)]
pub struct ComponentRestore {
    /// The version the client looked at. If it is not the current one, the answer is 409.
    pub base_version: VersionNumber,
}

/// What one thinks of a component.
#[derive(Deserialize, JsonSchema)]
pub struct NewRating {
    /// 1 to 5 stars.
    #[schemars(example = &5, range(min = 1, max = 5))]
    pub rating_value: u8,
    /// What one thinks of it, at most 2,000 characters.
    #[serde(default)]
    pub review_text: String,
}

row! {
    /// Somebody's rating of a component.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct Rating {
        pub user_id: Uuid,
        pub author_name: String,
        #[schemars(with = "u8")]
        pub rating_value: i64,
        pub review_text: String,
        pub updated_at: Timestamp,
    }
}

row! {
    /// How a component is rated now.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct RatingState {
        /// The mean of all ratings, 0 without any.
        pub rating: f64,
        #[schemars(with = "u32")]
        pub rating_count: i64,
    }
}

/// How often a component was used.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UsageState {
    #[schemars(with = "u32")]
    pub usage_count: i64,
}
