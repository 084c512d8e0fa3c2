//! Rows, bodies and answers of components.

use prompt_core::VersionNumber;
use prompt_core::component::{Component, ComponentCategory, ComponentContent, ComponentType};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;
use crate::http::error::Result;
use crate::http::json::{Omittable, Patch, Put, RawJson};

row! {
    /// A component as shown on a card: everything but its content.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct ComponentSummary {
        pub id: Uuid,
        /// The workspace that it belongs to.
        pub workspace_id: Uuid,
        pub user_id: Uuid,
        /// Its name in its workspace.
        #[schemars(example = &"polite-tone")]
        pub slug: String,
        /// The handle of its workspace.
        #[schemars(example = &"ada")]
        pub handle: Option<String>,
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
        /// The number of uses, counted once per user and day.
        #[schemars(with = "u32")]
        pub usage_count: i64,
        /// The mean of all ratings; 0 without ratings.
        pub rating: f64,
        #[schemars(with = "u32")]
        pub rating_count: i64,
        /// Your own rating.
        #[schemars(with = "Option<u8>")]
        pub my_rating: Option<i64>,
        pub created_at: Timestamp,
        pub updated_at: Timestamp,
    }
}

row! {
    /// A component with its content.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct StoredComponent {
        #[serde(flatten)]
        pub summary: ComponentSummary,
        #[schemars(with = "ComponentContent")]
        pub content: RawJson,
    }
}

/// The number of components of each type.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ComponentCounts {
    pub all: u32,
    pub module: u32,
    pub wrapper: u32,
    pub template: u32,
    pub asset: u32,
}

/// A change of a component. A field that is left out stays unchanged.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct ComponentPatch {
    /// The version the client edited. If it is not the current one, the response is 409.
    #[serde(default)]
    pub base_version: Omittable<VersionNumber>,
    /// The `id` of the draft that this save deletes; another draft stays. `null` deletes none; if left out, any
    /// stored draft is deleted.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub draft: DraftRef,
    /// Its name, 1 to 200 characters.
    #[schemars(example = &"Answer as a table")]
    #[serde(default)]
    pub title: Omittable<String>,
    /// Its name in its workspace: letters and digits with single hyphens between them. The old one leads to it.
    #[schemars(example = &"answer-as-a-table")]
    #[serde(default)]
    pub slug: Omittable<String>,
    /// Its purpose.
    #[serde(default)]
    pub description: Omittable<String>,
    /// Its type.
    #[serde(default)]
    pub r#type: Omittable<ComponentType>,
    /// Its subject area.
    #[serde(default)]
    pub category: Omittable<ComponentCategory>,
    /// At most 50 tags.
    #[serde(default)]
    pub tags: Omittable<Vec<String>>,
    /// Whether other users can find it.
    #[serde(default)]
    pub is_public: Omittable<bool>,
    /// Its whole content.
    #[serde(default)]
    pub content: Omittable<ComponentContent>,
}

/// A save: as a change, with the version, the title and the content.
pub type ComponentSave = Put<ComponentPatch>;

impl Patch for ComponentPatch {
    const PUT_NAME: &'static str = "ComponentSave";
    const REQUIRED: &'static [&'static str] = &["base_version", "title", "content"];

    fn lacks(&self) -> Option<&'static str> {
        let named = [
            self.base_version.0.is_some(),
            self.title.0.is_some(),
            self.content.0.is_some(),
        ];
        let lacking = Self::REQUIRED
            .iter()
            .zip(named)
            .find(|(_, is_named)| !is_named);
        lacking.map(|(field, _)| *field)
    }
}

impl ComponentPatch {
    /// Applies the change to the stored component.
    pub fn over(self, stored: Component) -> Component {
        Component {
            title: self.title.unwrap_or(stored.title),
            description: self.description.unwrap_or(stored.description),
            r#type: self.r#type.unwrap_or(stored.r#type),
            category: self.category.unwrap_or(stored.category),
            tags: self.tags.unwrap_or(stored.tags),
            is_public: self.is_public.unwrap_or(stored.is_public),
            content: self.content.unwrap_or(stored.content),
        }
    }
}

/// A draft of a component.
#[derive(Deserialize, JsonSchema)]
pub struct ComponentDraft {
    /// The version the draft is based on.
    pub base_version: VersionNumber,
    /// The `id` of the draft that this one replaces, or `null` for the first draft. If another draft is stored, the
    /// response is 409. If left out, any stored draft is replaced.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub follows: DraftRef,
    /// The content of the editor. It need not be valid yet.
    pub data: Component,
}

/// The draft of a component, if there is one.
#[derive(Serialize, JsonSchema)]
pub struct ComponentSession {
    pub draft: Option<SavedDraft>,
}

/// The draft that a request refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DraftRef {
    /// Any stored draft.
    #[default]
    Any,
    /// No stored draft.
    None,
    /// The draft with this id.
    This(String),
}

impl<'de> Deserialize<'de> for DraftRef {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let id = Option::deserialize(value)?;
        Ok(id.map_or(Self::None, Self::This))
    }
}

/// The id of a stored draft.
#[derive(Serialize, JsonSchema)]
pub struct KeptDraft {
    pub id: String,
}

/// A draft and the version it is based on.
#[derive(Serialize, JsonSchema)]
pub struct SavedDraft {
    /// Changes with the content of the draft.
    pub id: String,
    pub base_version: VersionNumber,
    #[schemars(with = "Component")]
    pub data: RawJson,
    pub saved_at: Timestamp,
}

/// Your rating of a component.
#[derive(Deserialize, JsonSchema)]
pub struct NewRating {
    /// 1 to 5 stars.
    #[schemars(example = &5, range(min = 1, max = 5))]
    pub rating_value: u8,
    /// A review of at most 2,000 characters.
    #[serde(default)]
    pub review_text: String,
}

row! {
    /// A user's rating of a component.
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
    /// The ratings of a component after a change.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct RatingState {
        /// The mean of all ratings; 0 without ratings.
        pub rating: f64,
        #[schemars(with = "u32")]
        pub rating_count: i64,
    }
}

/// The number of uses of a component.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UsageState {
    #[schemars(with = "u32")]
    pub usage_count: i64,
}
