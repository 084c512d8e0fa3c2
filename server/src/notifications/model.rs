//! Rows and answers of notifications.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;

/// What somebody did with your work.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotificationKind {
    /// Liked a prompt or asset.
    Like,
    /// Cloned a prompt or asset.
    Clone,
    /// Rated a component.
    Rating,
}

row! {
    /// One thing that somebody did with your work.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct Notification {
        #[schemars(with = "NotificationKind")]
        pub kind: String,
        /// Who did it.
        pub actor_id: Uuid,
        pub actor_name: String,
        /// The prompt, asset or component.
        pub object_id: Uuid,
        pub object_title: String,
        /// `prompt`, a kind of asset, or `component`.
        #[schemars(example = &"prompt")]
        pub object_type: String,
        /// The stars of a rating, else 0.
        #[schemars(with = "u32")]
        pub stars: i64,
        pub at: Timestamp,
    }
}

/// The latest notifications.
#[derive(Serialize, JsonSchema)]
pub struct Notifications {
    /// At most 30, newest first.
    pub items: Vec<Notification>,
    /// How many of them are newer than your last look.
    pub unseen: u32,
}
