//! prompts: prompts and assets, their search, and their saving under concurrency.

pub mod asset_types;
pub mod bulk;
pub mod export;
mod list;
pub mod snapshots;
pub mod store;

use std::fmt;

use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use prompt_core::{
    Category, Complexity, Content, Language, Prompt, PromptKind, PromptType, StructureType,
    VersionNumber,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::{Me, Viewer};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::numbers;
use crate::page::Page;
use crate::param::{Limit, Word};
use crate::payload::{Created, Kept, NoContent, Omittable, Serde};

pub use list::{Owner, PromptFilter, by_ids, count, find};

/// JSON from the database, passed on as it is.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct RawJson(pub Box<RawValue>);

impl TryFrom<String> for RawJson {
    type Error = serde_json::Error;

    fn try_from(text: String) -> std::result::Result<Self, Self::Error> {
        RawValue::from_string(text).map(Self)
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.get())
    }
}

/// A prompt or asset as a card shows it: everything but its text.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct PromptSummary {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The owner's name.
    pub author_name: String,
    pub author_avatar_url: Option<String>,
    pub title: String,
    pub description: String,
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
    #[sqlx(try_from = "String")]
    pub tags: RawJson,
    pub is_public: bool,
    /// The prompt this one was cloned from, where the viewer may see that one.
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
    /// Whether the viewer likes it.
    pub is_liked: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A prompt or asset, whole.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct StoredPrompt {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub summary: PromptSummary,
    /// Values of an asset's type-specific fields.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    #[sqlx(try_from = "String")]
    pub asset_fields: RawJson,
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    #[sqlx(try_from = "String")]
    pub asset_metadata: RawJson,
    #[schemars(with = "Content")]
    #[sqlx(try_from = "String")]
    pub content: RawJson,
}

impl StoredPrompt {
    /// The core's view of it: what a person wrote.
    pub fn to_prompt(&self) -> Result<Prompt> {
        let summary = &self.summary;
        let text = store::Text {
            title: summary.title.clone(),
            description: summary.description.clone(),
            prompt_type: summary.prompt_type.clone(),
            structure_type: summary.structure_type.clone(),
            category: summary.category.clone(),
            r#type: summary.r#type.clone(),
            language: summary.language.clone(),
            complexity: summary.complexity.clone(),
            tags: summary.tags.to_string(),
            asset_fields: self.asset_fields.to_string(),
            asset_metadata: self.asset_metadata.to_string(),
            content: self.content.to_string(),
        };
        let version = numbers::version(
            summary.version_major,
            summary.version_minor,
            summary.version_batch,
        );
        text.to_prompt(version, summary.is_public)
    }
}

/// A save: the prompt as it should be, and the version that was edited. A field that is left out stays as it is stored.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct PromptSave {
    /// The version the client edited. If it is not the current one, the answer is 409 with the current prompt.
    pub base_version: VersionNumber,
    /// Whether the text that this save replaces is kept as a version, unless one holds it already.
    #[serde(default)]
    pub keep_replaced: bool,
    /// Its name, 1 to 200 characters.
    #[schemars(example = &"Answer a customer")]
    pub title: String,
    /// What it is for, at most 2,000 characters.
    #[serde(default)]
    pub description: Omittable<String>,
    /// Prompt, or which kind of asset.
    #[serde(default)]
    pub prompt_type: Omittable<PromptType>,
    /// Which list of the content is in use.
    #[serde(default)]
    pub structure_type: Omittable<StructureType>,
    /// What it is about.
    #[serde(default)]
    pub category: Omittable<Category>,
    /// What it makes of the model.
    #[serde(default)]
    pub r#type: Omittable<PromptKind>,
    /// The language it is written in.
    #[serde(default)]
    pub language: Omittable<Language>,
    /// How involved it is.
    #[serde(default)]
    pub complexity: Omittable<Complexity>,
    /// At most 50 tags of at most 50 characters, without repeats.
    #[serde(default)]
    pub tags: Omittable<Vec<String>>,
    /// Whether others can find it.
    #[serde(default)]
    pub is_public: Omittable<bool>,
    /// Values of an asset's type-specific fields, by field name.
    #[serde(default)]
    pub asset_fields: Omittable<Map<String, Value>>,
    /// Free notes that travel with an asset.
    #[serde(default)]
    pub asset_metadata: Omittable<Map<String, Value>>,
    /// Its whole text, in one of four structures.
    pub content: Content,
}

impl PromptSave {
    /// The prompt as it should be, given what is stored.
    pub fn over(self, stored: Prompt) -> Prompt {
        Prompt {
            title: self.title,
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
            content: self.content,
            version_major: stored.version_major,
            version_minor: stored.version_minor,
            version_batch: stored.version_batch,
        }
    }
}

/// Which records a list holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    #[default]
    Prompt,
    Asset,
    All,
}

/// What a list is ordered by: times newest first, titles from A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PromptSort {
    UpdatedAt,
    CreatedAt,
    Title,
}

pub struct PromptsApi(pub App);

#[OpenApi(prefix_path = "/prompts", tag = "Tags::Prompts")]
impl PromptsApi {
    /// List prompts and assets
    ///
    /// One's own and public ones, unless `owner` says otherwise. A visitor gets an empty list.
    #[expect(clippy::too_many_arguments, reason = "one argument a query parameter")]
    #[oai(path = "/", method = "get", operation_id = "list_prompts")]
    async fn list_prompts(
        &self,
        viewer: Viewer,
        /// Prompts (the default), assets or both.
        kind: Query<Option<Word<RecordKind>>>,
        /// Words that must all occur in the title, the description or the content.
        search: Query<Option<String>>,
        /// What they are about.
        category: Query<Option<Word<Category>>>,
        /// How they are built.
        structure_type: Query<Option<Word<StructureType>>>,
        /// How involved they are.
        complexity: Query<Option<Word<Complexity>>>,
        /// Whether everybody can find them.
        is_public: Query<Option<bool>>,
        /// Prompts, or which kind of asset.
        prompt_type: Query<Option<Word<PromptType>>>,
        /// `all` (the default: one's own and public ones), `me`, or the id of a user.
        owner: Query<Option<String>>,
        /// A tag; given again, one in common is enough.
        tags: Query<Option<Vec<String>>>,
        /// By what they are sorted.
        sort: Query<Option<Word<PromptSort>>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Page<PromptSummary>>> {
        let filter = PromptFilter {
            kind: kind.0.map_or(RecordKind::Prompt, |word| word.0),
            search: search.0.unwrap_or_default(),
            category: category.0.map(|word| word.0),
            structure_type: structure_type.0.map(|word| word.0),
            complexity: complexity.0.map(|word| word.0),
            is_public: is_public.0,
            prompt_type: prompt_type.0.map(|word| word.0),
            owner: Owner::parse(owner.0.as_deref())?,
            tags: tags.0.unwrap_or_default(),
            sort: sort.0.map_or(PromptSort::UpdatedAt, |word| word.0),
            cursor: cursor.0,
            limit: crate::page::limit(limit.0)?,
        };
        Ok(Kept(list::list(&self.0.db, viewer, &filter).await?))
    }

    /// Create a prompt or asset
    ///
    /// Repeating the request with the same `Idempotency-Key` creates nothing twice and gives the same answer.
    #[oai(path = "/", method = "post", operation_id = "create_prompt")]
    async fn create_prompt(
        &self,
        me: Me,
        /// Any text that is new for each thing to create, such as a UUID.
        #[oai(name = "Idempotency-Key")]
        key: Header<Option<String>>,
        Serde(draft): Serde<Prompt>,
    ) -> Result<Created<StoredPrompt>> {
        Ok(Created(store::create(&self.0, me, draft, key.0).await?))
    }

    /// Read a prompt or asset
    #[oai(path = "/:id", method = "get", operation_id = "get_prompt")]
    async fn get_prompt(&self, viewer: Viewer, id: Path<Uuid>) -> Result<Kept<StoredPrompt>> {
        Ok(Kept(store::get(&self.0.db, viewer.id(), id.0).await?))
    }

    /// Save a prompt or asset
    ///
    /// `title` and `content` are replaced whole; any other field that is left out stays as it is stored. A save that changes
    /// something but who sees it raises the batch number; one that changes nothing changes nothing.
    #[oai(path = "/:id", method = "put", operation_id = "save_prompt")]
    async fn save_prompt(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(save): Serde<PromptSave>,
    ) -> Result<Serde<StoredPrompt>> {
        Ok(Serde(store::save(&self.0, me, id.0, save).await?))
    }

    /// Delete a prompt or asset
    #[oai(path = "/:id", method = "delete", operation_id = "delete_prompt")]
    async fn delete_prompt(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        store::delete(&self.0, me, id.0).await?;
        Ok(NoContent)
    }

    /// Clone a prompt or asset
    ///
    /// Makes a private copy with '(Copy)' behind its title, and counts as a fork of the original.
    #[oai(path = "/:id/clone", method = "post", operation_id = "clone_prompt")]
    async fn clone_prompt(&self, me: Me, id: Path<Uuid>) -> Result<Created<StoredPrompt>> {
        Ok(Created(store::clone(&self.0, me, id.0).await?))
    }
}
