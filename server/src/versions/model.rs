//! Rows, bodies and answers of versions.

use prompt_core::{
    Category, Complexity, Content, Language, PromptKind, PromptType, StructureType, VersionNumber,
    VersionType,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;
use crate::http::error::{ApiError, Result};
use crate::http::json::RawJson;

row! {
    /// A version in a prompt's history.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
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
        /// Whether this is the prompt's current version number.
        pub is_current: bool,
    }
}

row! {
    /// A snapshot of a prompt with its text.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct StoredVersion {
        #[serde(flatten)]
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
        pub tags: RawJson,
        #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
        pub asset_fields: RawJson,
        #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
        pub asset_metadata: RawJson,
        #[schemars(with = "Content")]
        pub content: RawJson,
    }
}

/// A new version of a prompt's current state.
#[derive(Deserialize, JsonSchema)]
pub struct NewVersion {
    /// The part of the number to raise.
    pub version_type: VersionType,
    /// What changed, in the author's words.
    #[serde(default)]
    pub changelog: String,
    /// The version the client saw. If it is not the current one, the response is 409 with the current prompt.
    pub base_version: VersionNumber,
}

/// A restore of a prompt's snapshot.
#[derive(Deserialize, JsonSchema)]
pub struct Restore {
    /// The version the client saw. If it is not the current one, the response is 409 with the current prompt.
    pub base_version: VersionNumber,
}

/// One side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Current,
    Version(Uuid),
}

impl Side {
    pub fn parse(name: &str, text: Option<&str>) -> Result<Self> {
        match text {
            None | Some("current") => Ok(Self::Current),
            Some(id) => id.parse().map(Self::Version).map_err(|_| {
                ApiError::unreadable(format!("{name} must be current or the id of a version"))
                    .at(name)
            }),
        }
    }
}
