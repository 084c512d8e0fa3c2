//! Rows, bodies and answers of profile.

use prompt_core::profile::{Achievement, ProfileFigures};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::activity::ActivityKind;
use crate::clock::Timestamp;
use crate::db::row;

row! {
    /// A user's profile.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct Profile {
        pub id: Uuid,
        /// The name of the account in references: `@ada/code-review`.
        #[schemars(example = &"ada")]
        pub handle: String,
        /// May be empty.
        pub full_name: String,
        /// Only in your own profile.
        pub email: Option<String>,
        pub bio: String,
        pub website: String,
        pub github_username: String,
        pub twitter_username: String,
        pub avatar_url: Option<String>,
        pub created_at: Timestamp,
    }
}

/// A change of your profile. Fields that are left out stay unchanged.
#[derive(Deserialize, JsonSchema)]
#[serde(default)]
#[derive(Default)]
pub struct ProfileChange {
    pub full_name: Option<String>,
    /// 2 to 39 letters a to z and digits, with single hyphens between them. The old one leads to it and stays yours.
    #[schemars(example = &"ada")]
    pub handle: Option<String>,
    /// At most 2,000 characters.
    pub bio: Option<String>,
    /// A URL that begins with http:// or https://, or an empty text.
    #[schemars(example = &"https://example.org")]
    pub website: Option<String>,
    pub github_username: Option<String>,
    pub twitter_username: Option<String>,
}

/// The figures of a profile: your own count everything, other users' only what is public.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProfileStats {
    #[serde(flatten)]
    pub figures: ProfileFigures,
    pub join_date: Timestamp,
    /// When the user last created, saved, liked or rated something.
    pub last_active: Timestamp,
    pub achievements: Vec<Achievement>,
}

/// The kind of object of an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObjectType {
    Prompt,
    Component,
    Collection,
}

/// An activity of a user on one object and day, with the number of times.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Activity {
    pub kind: ActivityKind,
    pub object_type: ObjectType,
    pub object_id: Uuid,
    /// The object's current title.
    pub title: String,
    #[schemars(with = "u32")]
    pub times: i64,
    /// The last time on that day.
    pub at: Timestamp,
}
