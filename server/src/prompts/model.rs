//! Rows, bodies and answers of prompts.

use std::borrow::Cow;

use prompt_core::{
    Category, Complexity, Content, Language, Prompt, PromptKind, PromptType, StructureType,
    VersionNumber,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;
use crate::http::error::ApiError;
use crate::http::json::{Omittable, Patch, Put, RawJson};

row! {
    /// A prompt or asset as shown on a card: everything but its text.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct PromptSummary {
        pub id: Uuid,
        /// The workspace that it belongs to.
        pub workspace_id: Uuid,
        pub user_id: Uuid,
        /// Its name in addresses and includes: `@handle/slug`.
        #[schemars(example = &"answer-a-customer")]
        pub slug: String,
        /// The handle of its workspace.
        #[schemars(example = &"ada")]
        pub handle: Option<String>,
        /// The owner's name.
        pub author_name: String,
        pub author_avatar_url: Option<String>,
        pub title: String,
        pub description: String,
        /// The beginning of its text on one line, at most 200 characters.
        pub excerpt: String,
        #[schemars(with = "PromptType")]
        pub prompt_type: String,
        #[schemars(with = "StructureType")]
        pub structure_type: String,
        #[schemars(with = "Category")]
        pub category: String,
        #[schemars(with = "PromptKind")]
        pub r#type: String,
        #[schemars(with = "Language")]
        pub language: String,
        #[schemars(with = "Complexity")]
        pub complexity: String,
        #[schemars(with = "Vec<String>")]
        pub tags: RawJson,
        pub is_public: bool,
        /// The prompt this one was cloned from, if you may see it.
        pub forked_from: Option<Uuid>,
        #[schemars(with = "u32")]
        pub version_major: i64,
        #[schemars(with = "u32")]
        pub version_minor: i64,
        #[schemars(with = "u32")]
        pub version_batch: i64,
        #[schemars(with = "u32")]
        pub view_count: i64,
        #[schemars(with = "u32")]
        pub like_count: i64,
        #[schemars(with = "u32")]
        pub fork_count: i64,
        /// Whether you like it.
        pub is_liked: bool,
        /// Whether it is among your favourites, which nobody else sees.
        pub is_favourite: bool,
        /// Whether it is private, and whoever has its secret link can read it.
        pub has_link: bool,
        pub created_at: Timestamp,
        pub updated_at: Timestamp,
    }
}

row! {
    /// A prompt or asset with its text.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct StoredPrompt {
        #[serde(flatten)]
        pub summary: PromptSummary,
        /// Values of an asset's type-specific fields.
        #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
        pub asset_fields: RawJson,
        #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
        pub asset_metadata: RawJson,
        #[schemars(with = "Content")]
        pub content: RawJson,
    }
}

impl StoredPrompt {
    /// Removes what only members of its workspace read.
    pub fn redact(&mut self) -> Result<(), ApiError> {
        let mut content: Content = serde_json::from_str(&self.content.to_string())?;
        content.redact();
        self.content = RawJson::of(&content)?;
        Ok(())
    }
}

/// A prompt or asset to create. A field that is left out has the default of its type.
#[derive(Deserialize)]
pub struct NewPrompt {
    #[serde(default)]
    prompt_type: PromptType,
    #[serde(default)]
    title: Omittable<String>,
    #[serde(default)]
    description: Omittable<String>,
    #[serde(default)]
    structure_type: Omittable<StructureType>,
    #[serde(default)]
    category: Omittable<Category>,
    #[serde(default)]
    r#type: Omittable<PromptKind>,
    #[serde(default)]
    language: Omittable<Language>,
    #[serde(default)]
    complexity: Omittable<Complexity>,
    #[serde(default)]
    tags: Omittable<Vec<String>>,
    #[serde(default)]
    is_public: Omittable<bool>,
    #[serde(default)]
    version_major: Omittable<u32>,
    #[serde(default)]
    version_minor: Omittable<u32>,
    #[serde(default)]
    version_batch: Omittable<u32>,
    #[serde(default)]
    asset_fields: Omittable<Map<String, Value>>,
    #[serde(default)]
    asset_metadata: Omittable<Map<String, Value>>,
    #[serde(default)]
    content: Omittable<Content>,
}

impl NewPrompt {
    /// The prompt, with the defaults of its type.
    pub fn prompt(self) -> Prompt {
        let new = Prompt::new(self.prompt_type);
        Prompt {
            prompt_type: self.prompt_type,
            title: self.title.unwrap_or(new.title),
            description: self.description.unwrap_or(new.description),
            structure_type: self.structure_type.unwrap_or(new.structure_type),
            category: self.category.unwrap_or(new.category),
            r#type: self.r#type.unwrap_or(new.r#type),
            language: self.language.unwrap_or(new.language),
            complexity: self.complexity.unwrap_or(new.complexity),
            tags: self.tags.unwrap_or(new.tags),
            is_public: self.is_public.unwrap_or(new.is_public),
            version_major: self.version_major.unwrap_or(new.version_major),
            version_minor: self.version_minor.unwrap_or(new.version_minor),
            version_batch: self.version_batch.unwrap_or(new.version_batch),
            asset_fields: self.asset_fields.unwrap_or(new.asset_fields),
            asset_metadata: self.asset_metadata.unwrap_or(new.asset_metadata),
            content: self.content.unwrap_or(new.content),
        }
    }
}

// It is described as the prompt that it becomes.
impl JsonSchema for NewPrompt {
    fn schema_name() -> Cow<'static, str> {
        Prompt::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Prompt::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Prompt::json_schema(generator)
    }
}

/// A change of a prompt. A field that is left out stays unchanged.
#[derive(Clone, Default, Deserialize, JsonSchema)]
pub struct PromptPatch {
    /// The version the client edited. If it is not the current one, the response is 409 with the current prompt.
    #[serde(default)]
    pub base_version: Omittable<VersionNumber>,
    /// Its name, 1 to 200 characters.
    #[schemars(example = &"Answer a customer")]
    #[serde(default)]
    pub title: Omittable<String>,
    /// Its name in addresses and includes: letters and digits with single hyphens between them. The old one leads
    /// to it. Not part of its text, so it raises no version.
    #[schemars(example = &"answer-a-customer")]
    #[serde(default)]
    pub slug: Omittable<String>,
    /// Its purpose, at most 2,000 characters.
    #[serde(default)]
    pub description: Omittable<String>,
    /// A prompt, or a kind of asset.
    #[serde(default)]
    pub prompt_type: Omittable<PromptType>,
    /// The structure in use, which selects the list of the content that holds its text.
    #[serde(default)]
    pub structure_type: Omittable<StructureType>,
    /// Its subject area.
    #[serde(default)]
    pub category: Omittable<Category>,
    /// The role it gives the model.
    #[serde(default)]
    pub r#type: Omittable<PromptKind>,
    /// The language it is written in.
    #[serde(default)]
    pub language: Omittable<Language>,
    /// How involved it is.
    #[serde(default)]
    pub complexity: Omittable<Complexity>,
    /// At most 50 different tags of at most 50 characters.
    #[serde(default)]
    pub tags: Omittable<Vec<String>>,
    /// Whether other users can find it.
    #[serde(default)]
    pub is_public: Omittable<bool>,
    /// Values of an asset's type-specific fields, by field name.
    #[serde(default)]
    pub asset_fields: Omittable<Map<String, Value>>,
    /// Free-form metadata of an asset.
    #[serde(default)]
    pub asset_metadata: Omittable<Map<String, Value>>,
    /// Its whole text, in one of four structures.
    #[serde(default)]
    pub content: Omittable<Content>,
}

/// A save: as a change, with the version, the title and the content.
pub type PromptSave = Put<PromptPatch>;

impl Patch for PromptPatch {
    const PUT_NAME: &'static str = "PromptSave";
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

impl PromptPatch {
    /// Applies the change to the stored prompt.
    pub fn over(self, stored: Prompt) -> Prompt {
        Prompt {
            title: self.title.unwrap_or(stored.title),
            description: self.description.unwrap_or(stored.description),
            prompt_type: self.prompt_type.unwrap_or(stored.prompt_type),
            structure_type: self.structure_type.unwrap_or(stored.structure_type),
            category: self.category.unwrap_or(stored.category),
            r#type: self.r#type.unwrap_or(stored.r#type),
            language: self.language.unwrap_or(stored.language),
            complexity: self.complexity.unwrap_or(stored.complexity),
            tags: self.tags.unwrap_or(stored.tags),
            is_public: self.is_public.unwrap_or(stored.is_public),
            asset_fields: self.asset_fields.unwrap_or(stored.asset_fields),
            asset_metadata: self.asset_metadata.unwrap_or(stored.asset_metadata),
            content: self.content.unwrap_or(stored.content),
            version_major: stored.version_major,
            version_minor: stored.version_minor,
            version_batch: stored.version_batch,
        }
    }
}

/// The number of prompts that match a filter.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct PromptCount {
    /// Counted up to 10,000.
    #[schemars(with = "u32")]
    pub count: i64,
    /// Whether there are more than `count`.
    pub more: bool,
}

/// Whether a prompt is among your favourites.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct FavouriteState {
    pub is_favourite: bool,
}

/// The records a list contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    #[default]
    Prompt,
    Asset,
    All,
}

/// The sort order of a list: times newest first, titles from A.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PromptSort {
    #[default]
    UpdatedAt,
    CreatedAt,
    Title,
}
