//! Rows, bodies and answers of trash.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;

/// The types of items in the trash. Assets are prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrashType {
    Prompt,
    Component,
    Collection,
}

/// An item in the trash. A collection represents everything that was deleted with it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TrashItem {
    pub r#type: TrashType,
    pub id: Uuid,
    pub title: String,
    pub deleted_at: Timestamp,
    /// When it is permanently deleted.
    pub purge_at: Timestamp,
}
