//! Rows, bodies and answers of profile.

use prompt_core::profile::{Achievement, ProfileFigures};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::activity::ActivityKind;
use crate::clock::Timestamp;
use crate::db::row;

row! {
    /// Who somebody is.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct Profile {
        pub id: Uuid,
        /// May be empty.
        pub full_name: String,
        /// Only in one's own profile.
        pub email: Option<String>,
        pub bio: String,
        pub website: String,
        pub github_username: String,
        pub twitter_username: String,
        pub avatar_url: Option<String>,
        pub created_at: Timestamp,
    }
}

/// What changes in one's profile. What is left out stays as it is.
#[derive(Deserialize, JsonSchema)]
#[serde(default)]
#[derive(Default)]
pub struct ProfileChange {
    pub full_name: Option<String>,
    /// At most 2,000 characters.
    pub bio: Option<String>,
    /// An address that begins with http:// or https://, or nothing.
    #[schemars(example = &"https://example.org")]
    pub website: Option<String>,
    pub github_username: Option<String>,
    pub twitter_username: Option<String>,
}

/// The figures of a profile: one's own count everything, those of others what is public.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProfileStats {
    #[serde(flatten)]
    pub figures: ProfileFigures,
    pub join_date: Timestamp,
    /// When something was last made, saved, liked or rated.
    pub last_active: Timestamp,
    pub achievements: Vec<Achievement>,
}

/// What an activity was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObjectType {
    Prompt,
    Component,
    Collection,
}

/// Something somebody did on a day, as often as they did it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Activity {
    pub kind: ActivityKind,
    pub object_type: ObjectType,
    pub object_id: Uuid,
    /// What the thing is called now.
    pub title: String,
    #[schemars(with = "u32")]
    pub times: i64,
    /// The last time on that day.
    pub at: Timestamp,
}
