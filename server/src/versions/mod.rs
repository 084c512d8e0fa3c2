//! versions: snapshots of a prompt under a number, and going back to one.

pub mod store;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use prompt_core::compare::{Comparison, compare};
use prompt_core::{
    Category, Complexity, Content, Language, PromptKind, PromptType, StructureType, VersionNumber,
    VersionType,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::{Me, Viewer};
use crate::clock::Timestamp;
use crate::error::{ApiError, Result};
use crate::page::{self, Page};
use crate::param::Limit;
use crate::payload::{Created, Kept, Serde};
use crate::prompts::{RawJson, StoredPrompt};

/// One line of a prompt's history.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct VersionSummary {
    pub id: Uuid,
    pub prompt_id: Uuid,
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
    /// Whether the prompt stands at this number now.
    pub is_current: bool,
}

/// A snapshot, whole.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct StoredVersion {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub summary: VersionSummary,
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

/// A new version of what the prompt says now.
#[derive(Deserialize, JsonSchema)]
pub struct NewVersion {
    /// Which part of the number grows.
    pub version_type: VersionType,
    /// What is new, in the author's words.
    #[serde(default)]
    pub changelog: String,
    /// The version the client looked at. If it is not the current one, the answer is 409 with the current prompt.
    pub base_version: VersionNumber,
}

/// Going back to a snapshot.
#[derive(Deserialize, JsonSchema)]
pub struct Restore {
    /// The version the client looked at. If it is not the current one, the answer is 409 with the current prompt.
    pub base_version: VersionNumber,
}

/// One side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Current,
    Version(Uuid),
}

impl Side {
    fn parse(name: &str, text: Option<&str>) -> Result<Self> {
        match text {
            None | Some("current") => Ok(Self::Current),
            Some(id) => id.parse().map(Self::Version).map_err(|_| {
                ApiError::unreadable(format!("{name} must be current or the id of a version"))
                    .at(name)
            }),
        }
    }
}

pub struct VersionsApi(pub App);

#[OpenApi(tag = "Tags::Versions")]
impl VersionsApi {
    /// List the versions of a prompt, newest first
    #[oai(
        path = "/prompts/:id/versions",
        method = "get",
        operation_id = "list_versions"
    )]
    async fn list_versions(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Page<VersionSummary>>> {
        let limit = page::limit(limit.0)?;
        Ok(Kept(
            store::list(&self.0.db, viewer.id(), id.0, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Create a version
    ///
    /// Raises the number by its major, minor or batch part and keeps a snapshot of the prompt as it is now.
    #[oai(
        path = "/prompts/:id/versions",
        method = "post",
        operation_id = "create_version"
    )]
    async fn create_version(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(new): Serde<NewVersion>,
    ) -> Result<Created<StoredVersion>> {
        Ok(Created(store::create(&self.0, me, id.0, new).await?))
    }

    /// Read a version
    #[oai(
        path = "/prompts/:id/versions/:version_id",
        method = "get",
        operation_id = "get_version"
    )]
    async fn get_version(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        version_id: Path<Uuid>,
    ) -> Result<Kept<StoredVersion>> {
        Ok(Kept(
            store::get(&self.0.db, viewer.id(), id.0, version_id.0).await?,
        ))
    }

    /// Compare two versions
    ///
    /// Items are compared by id: added, removed, modified and moved. Values are whole, for a view side by side.
    #[oai(
        path = "/prompts/:id/compare",
        method = "get",
        operation_id = "compare_versions"
    )]
    async fn compare_versions(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// The id of a version, or `current` (when left out).
        from: Query<Option<String>>,
        /// The id of a version, or `current` (when left out).
        to: Query<Option<String>>,
    ) -> Result<Kept<Comparison>> {
        let side = async |name: &str, of: Option<String>| {
            let of = Side::parse(name, of.as_deref())?;
            store::side(&self.0.db, viewer.id(), id.0, of).await
        };
        let old = side("from", from.0).await?;
        let new = side("to", to.0).await?;
        Ok(Kept(compare(&old, &new)))
    }

    /// Restore a version
    ///
    /// Copies the snapshot into the prompt under a new batch number. What stood there before and is in no snapshot is
    /// kept as one, so nothing is lost. The version that is current changes nothing.
    #[oai(
        path = "/prompts/:id/versions/:version_id/restore",
        method = "post",
        operation_id = "restore_version"
    )]
    async fn restore_version(
        &self,
        me: Me,
        id: Path<Uuid>,
        version_id: Path<Uuid>,
        Serde(restore): Serde<Restore>,
    ) -> Result<Serde<StoredPrompt>> {
        Ok(Serde(
            store::restore(&self.0, me, id.0, version_id.0, restore.base_version).await?,
        ))
    }
}
