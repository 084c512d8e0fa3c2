//! Rows, bodies and answers of trash.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;

/// What can lie in the trash. Assets are prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrashType {
    Prompt,
    Component,
    Collection,
}

/// One thing in the trash. A collection stands for everything that was deleted with it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TrashItem {
    pub r#type: TrashType,
    pub id: Uuid,
    pub title: String,
    pub deleted_at: Timestamp,
    /// When it is removed for good.
    pub purge_at: Timestamp,
}
