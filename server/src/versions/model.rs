//! Rows, bodies and answers of histories.

use std::borrow::Cow;

use prompt_core::{VersionNumber, VersionType};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;
use crate::http::error::Result;
use crate::http::json::RawJson;
use crate::records::Kind;

row! {
    /// An entry in the history of a prompt or component.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct VersionSummary {
        /// Its place in the history, counted from 1.
        #[schemars(with = "u32")]
        pub seq: i64,
        #[schemars(with = "u32")]
        pub version_major: i64,
        #[schemars(with = "u32")]
        pub version_minor: i64,
        #[schemars(with = "u32")]
        pub version_batch: i64,
        pub title: String,
        /// Whether it is a version: a save that was given a name.
        pub is_named: bool,
        /// What is new in a version, in the author's words. For a save: how it came about, if not by editing.
        pub changelog: String,
        /// What changed since the entry before, in short lines.
        #[schemars(with = "Vec<String>")]
        pub changes: RawJson,
        pub created_by: Uuid,
        pub author_name: String,
        pub created_at: Timestamp,
        /// For a version and the current entry: the number of saves since the version before.
        #[schemars(with = "u32")]
        pub saves: i64,
        /// Whether it is the current text.
        pub is_current: bool,
    }
}

/// An entry of a history with its text.
#[derive(Clone, Debug, Serialize)]
pub struct StoredVersion<K> {
    #[serde(flatten)]
    pub summary: VersionSummary,
    #[serde(flatten)]
    pub text: Map<String, Value>,
    #[serde(skip)]
    kind: std::marker::PhantomData<K>,
}

/// Fields of a record that the summary has too, or that an entry does not hold.
const NOT_IN_TEXT: [&str; 5] = [
    "title",
    "is_public",
    "version_major",
    "version_minor",
    "version_batch",
];

impl<K: Kind> StoredVersion<K> {
    pub fn of((summary, record): (VersionSummary, K)) -> Result<Self> {
        let mut text = match serde_json::to_value(&record)? {
            Value::Object(text) => text,
            _ => Map::new(),
        };
        // A record leaves out empty maps; an entry has every field.
        for column in K::COLUMNS {
            if !text.contains_key(column.name) {
                let value = serde_json::from_str(&(column.write)(&record)?)?;
                text.insert(column.name.to_owned(), value);
            }
        }
        text.retain(|name, _| !NOT_IN_TEXT.contains(&name.as_str()));
        Ok(Self {
            summary,
            text,
            kind: std::marker::PhantomData,
        })
    }
}

// The fields of the record, all of them present, and those of the summary.
impl<K: Kind + JsonSchema> JsonSchema for StoredVersion<K> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}Version", K::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = VersionSummary::json_schema(generator);
        let mut record = K::json_schema(generator);
        let text = match record.remove("properties") {
            Some(Value::Object(text)) => text,
            _ => Map::new(),
        };
        for (name, field) in text {
            if NOT_IN_TEXT.contains(&name.as_str()) {
                continue;
            }
            if let Some(Value::Array(required)) = schema.get_mut("required") {
                required.push(name.clone().into());
            }
            if let Some(Value::Object(properties)) = schema.get_mut("properties") {
                properties.insert(name, field);
            }
        }
        schema.insert(
            "description".to_owned(),
            "An entry of a history with its text.".into(),
        );
        schema
    }
}

/// A new version of the current text.
#[derive(Deserialize, JsonSchema)]
pub struct NewVersion {
    /// The part of the number to raise; `batch` is the last one, the patch.
    pub version_type: VersionType,
    /// What changed, in the author's words.
    #[serde(default)]
    pub changelog: String,
    /// The version the client saw. If it is not the current one, the response is 409 with the current record.
    pub base_version: VersionNumber,
}

/// The name of a version.
#[derive(Deserialize, JsonSchema)]
pub struct VersionName {
    /// What changed, in the author's words.
    #[schemars(example = &"Asks for tests too")]
    pub changelog: String,
}

/// A restore of an entry.
#[derive(Deserialize, JsonSchema)]
pub struct Restore {
    /// The version the client saw. If it is not the current one, the response is 409 with the current record.
    pub base_version: VersionNumber,
}
