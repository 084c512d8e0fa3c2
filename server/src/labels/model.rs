//! Rows, bodies and answers of labels.

use prompt_core::VersionNumber;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;

/// A label of a prompt.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Label {
    #[schemars(example = &"production")]
    pub name: String,
    /// The version it points to.
    pub version: VersionNumber,
    /// Whether only owners and admins of the workspace may move it, and only with `confirm`.
    pub is_protected: bool,
    pub moved_at: Timestamp,
    /// Who moved it last. Only for members of the workspace; empty for others.
    pub moved_by: String,
    /// Why it was moved last. Only for members of the workspace; empty for others.
    pub reason: String,
}

/// The labels of a prompt, by name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Labels {
    pub items: Vec<Label>,
}

/// A move of a label.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LabelMove {
    /// Its place among the moves of the label, counted from 1. A change of the protection is an entry with the same
    /// version before and after.
    #[schemars(with = "u32")]
    pub seq: i64,
    /// The version it pointed to before; null if it did not exist.
    pub from: Option<VersionNumber>,
    /// The version it points to since; null if it was removed.
    pub to: Option<VersionNumber>,
    pub reason: String,
    pub moved_by: Uuid,
    pub author_name: String,
    pub moved_at: Timestamp,
}

/// Where to move a label.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct LabelTarget {
    /// Any number of the history. A save without a name becomes a version by it.
    pub version: VersionNumber,
    /// Why, at most 2,000 characters.
    #[schemars(example = &"Shorter answers")]
    #[serde(default)]
    pub reason: String,
    /// Whether only owners and admins of the workspace may move it from now on; left out, it stays as it is. Only they
    /// may change this.
    #[serde(default)]
    pub is_protected: Option<bool>,
    /// Required to move a protected label, and to end its protection.
    #[serde(default)]
    pub confirm: bool,
}

/// The return of a label to where it was.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct LabelUndo {
    /// The version that the label points to as you saw it: 409 if it has been moved since. Left out, the last move is
    /// undone, whatever it was.
    #[serde(default)]
    pub from: Option<VersionNumber>,
    /// Why, at most 2,000 characters.
    #[schemars(example = &"Too short")]
    #[serde(default)]
    pub reason: String,
    /// Required for a protected label.
    #[serde(default)]
    pub confirm: bool,
}
