//! The server's response types, limited to the fields this program reads. A test checks each field against
//! `openapi.json`; prompts are the core's own type.

use std::collections::HashMap;

use prompt_core::checks::CheckResult;
use prompt_core::plan::PlanType;
use prompt_core::{Prompt, VersionNumber};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::failure::Failure;

/// The body of every error response.
#[derive(Debug, Deserialize)]
pub struct ErrorBody {
    pub code: String,
    pub message: String,
    #[serde(default)]
    pub field: Option<String>,
    /// The current prompt, only in a conflict.
    #[serde(default)]
    pub current: Option<Value>,
}

/// The user and scope of a token.
#[derive(Debug, Deserialize)]
pub struct Session {
    pub user: Option<User>,
    /// The token's scope. Servers of older versions omit it.
    #[serde(default)]
    pub token_scope: Option<Scope>,
}

/// The scope of a token.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    Read,
    Write,
}

/// A user account.
#[derive(Debug, Serialize, Deserialize)]
pub struct User {
    pub id: Uuid,
    pub email: String,
    pub full_name: String,
}

/// The plan of an account.
#[derive(Debug, Deserialize)]
pub struct Billing {
    pub plan_type: PlanType,
}

/// A page of a list.
#[derive(Debug, Serialize, Deserialize)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub next_cursor: Option<String>,
}

/// A value parsed in part, with its complete JSON for output.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Whole<T> {
    #[serde(skip)]
    pub read: T,
    json: Value,
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Value::deserialize(deserializer)?;
        let read = T::deserialize(&json).map_err(D::Error::custom)?;
        Ok(Self { read, json })
    }
}

/// A prompt in a list.
#[derive(Debug, Deserialize)]
pub struct Summary {
    pub id: Uuid,
    pub title: String,
    pub author_name: String,
    pub is_public: bool,
    pub updated_at: String,
    #[serde(flatten)]
    pub number: Number,
}

/// A record by its name.
#[derive(Debug, Deserialize)]
pub struct Named {
    pub kind: String,
    pub id: Uuid,
    /// The version that the name stands for. Only for prompts.
    pub version: Option<VersionNumber>,
}

/// Prompts by the references to them.
#[derive(Debug, Deserialize)]
pub struct Included {
    pub prompts: HashMap<String, Prompt>,
}

/// A label of a prompt.
#[derive(Debug, Serialize, Deserialize)]
pub struct LabelOf {
    pub name: String,
    pub version: VersionNumber,
    pub is_protected: bool,
    pub moved_at: String,
    pub moved_by: String,
    pub reason: String,
}

/// A finished run of a test.
#[derive(Debug, Deserialize)]
pub struct TestRun {
    pub id: Uuid,
    pub output: String,
    pub checks: Vec<CheckResult>,
}

/// The labels of a prompt.
#[derive(Debug, Serialize, Deserialize)]
pub struct Labels {
    pub items: Vec<LabelOf>,
}

/// A collection.
#[derive(Debug, Deserialize)]
pub struct Folder {
    pub id: Uuid,
    pub title: String,
    pub is_smart: bool,
}

/// A prompt or a collection in a collection.
#[derive(Debug, Deserialize)]
pub struct FolderItem {
    /// Identifies the item for removal.
    pub id: Uuid,
    pub prompt_id: Option<Uuid>,
    pub child_collection_id: Option<Uuid>,
}

/// A version number as three fields.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Number {
    #[serde(rename = "version_major")]
    major: u32,
    #[serde(rename = "version_minor")]
    minor: u32,
    #[serde(rename = "version_batch")]
    batch: u32,
}

impl From<Number> for VersionNumber {
    fn from(number: Number) -> Self {
        Self::new(number.major, number.minor, number.batch)
    }
}

/// A prompt as stored on the server.
#[derive(Debug)]
pub struct Stored {
    pub id: Uuid,
    /// The prompt's own fields.
    pub prompt: Prompt,
    /// The complete JSON response.
    pub json: Value,
}

impl<'de> Deserialize<'de> for Stored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Head {
            id: Uuid,
        }
        let Whole { read, json } = Whole::<Head>::deserialize(deserializer)?;
        let prompt = Prompt::deserialize(&json).map_err(D::Error::custom)?;
        let id = read.id;
        Ok(Self { id, prompt, json })
    }
}

/// A version in a prompt's history.
#[derive(Debug, Deserialize)]
pub struct Version {
    /// Whether it is a version, and not a save between two.
    pub is_named: bool,
    pub changelog: String,
    /// What changed since the entry before, in short lines.
    pub changes: Vec<String>,
    pub created_at: String,
    pub is_current: bool,
    #[serde(flatten)]
    pub number: Number,
}

/// A save on top of a base version. It contains every field, since the server leaves an omitted one unchanged.
/// Visibility has no version number, so it is sent only when it changes.
#[derive(Serialize)]
pub struct Save {
    base_version: VersionNumber,
    #[serde(flatten)]
    prompt: Map<String, Value>,
}

impl Save {
    pub fn new(
        base_version: VersionNumber,
        prompt: &Prompt,
        sends_visibility: bool,
    ) -> Result<Self, Failure> {
        let fields = serde_json::to_value(prompt)
            .map_err(|error| Failure::content(error.to_string(), "see promptcase validate"))?;
        let mut fields = match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        // The server assigns the version number.
        fields.retain(|name, _| !name.starts_with("version_"));
        if !sends_visibility {
            fields.shift_remove("is_public");
        }
        // The core omits these fields when empty.
        for name in ["asset_fields", "asset_metadata"] {
            fields.entry(name).or_insert_with(|| Map::new().into());
        }
        Ok(Self {
            base_version,
            prompt: fields,
        })
    }
}
