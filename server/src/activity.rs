//! The activity log: which user did what on which day. Features write it; profiles, streaks and charts read it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::{self, Tx};

/// A kind of activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Act")]
pub enum ActivityKind {
    PromptCreated,
    PromptForked,
    PromptSaved,
    PromptLiked,
    VersionCreated,
    ComponentCreated,
    ComponentSaved,
    ComponentRated,
    CollectionCreated,
    CollectionSaved,
}

impl ActivityKind {
    /// Activities on the user's own work, which count towards a streak. Likes and ratings of other users' work do
    /// not.
    pub const WORK: [Self; 8] = [
        Self::PromptCreated,
        Self::PromptForked,
        Self::PromptSaved,
        Self::VersionCreated,
        Self::ComponentCreated,
        Self::ComponentSaved,
        Self::CollectionCreated,
        Self::CollectionSaved,
    ];

    /// The word in the database, the same as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PromptCreated => "prompt_created",
            Self::PromptForked => "prompt_forked",
            Self::PromptSaved => "prompt_saved",
            Self::PromptLiked => "prompt_liked",
            Self::VersionCreated => "version_created",
            Self::ComponentCreated => "component_created",
            Self::ComponentSaved => "component_saved",
            Self::ComponentRated => "component_rated",
            Self::CollectionCreated => "collection_created",
            Self::CollectionSaved => "collection_saved",
        }
    }
}

/// Records an activity on a prompt, component or collection.
pub async fn record(
    tx: &mut Tx,
    user: Uuid,
    act: ActivityKind,
    object: Uuid,
    at: Timestamp,
) -> db::Result<()> {
    tx.query(
        "INSERT INTO activity (user_id, day, kind, object_id, times, at) VALUES ($1, $2, $3, $4, 1, $5)
         ON CONFLICT (user_id, day, kind, object_id)
             DO UPDATE SET times = activity.times + 1, at = excluded.at",
    )
    .bind(user)
    .bind(at.day())
    .bind(act.as_str())
    .bind(object)
    .bind(at)
    .execute()
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_has_one_word() {
        for act in ActivityKind::WORK
            .into_iter()
            .chain([ActivityKind::PromptLiked, ActivityKind::ComponentRated])
        {
            assert_eq!(serde_json::to_value(act).unwrap(), act.as_str());
        }
    }
}
