//! profile: who people are, what they made, and what came of it.

pub mod avatar;
mod stats;
mod store;

pub use store::figures;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use prompt_core::profile::{Achievement, ProfileFigures};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::activity::Act;
use crate::app::{App, Tags};
use crate::auth::session::{Me, Viewer};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::page::{self, Page};
use crate::param::Limit;
use crate::payload::{Kept, NoContent, Serde};
use crate::profile::avatar::{AvatarForm, Picture};

/// Who somebody is.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
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
    pub kind: Act,
    pub object_type: ObjectType,
    pub object_id: Uuid,
    /// What the thing is called now.
    pub title: String,
    #[schemars(with = "u32")]
    pub times: i64,
    /// The last time on that day.
    pub at: Timestamp,
}

pub struct ProfileApi(pub App);

#[OpenApi(prefix_path = "/profile", tag = "Tags::Profile")]
impl ProfileApi {
    /// Read one's own profile
    #[oai(path = "/", method = "get", operation_id = "get_profile")]
    async fn get_profile(&self, me: Me) -> Result<Kept<Profile>> {
        Ok(Kept(store::get(&self.0.db, me.id, me.id).await?))
    }

    /// Change one's own profile
    #[oai(path = "/", method = "patch", operation_id = "update_profile")]
    async fn update_profile(
        &self,
        me: Me,
        Serde(change): Serde<ProfileChange>,
    ) -> Result<Serde<Profile>> {
        store::update(&self.0, me, change).await?;
        Ok(Serde(store::get(&self.0.db, me.id, me.id).await?))
    }

    /// Replace one's picture
    ///
    /// PNG, JPEG, GIF or WebP of at most 5 MB. It is decoded, made small and encoded again, so nothing hidden in the
    /// file is passed on.
    #[oai(path = "/avatar", method = "put", operation_id = "upload_avatar")]
    async fn upload_avatar(&self, me: Me, form: AvatarForm) -> Result<Serde<Profile>> {
        avatar::replace(&self.0, me, form).await?;
        Ok(Serde(store::get(&self.0.db, me.id, me.id).await?))
    }

    /// Remove one's picture
    #[oai(path = "/avatar", method = "delete", operation_id = "delete_avatar")]
    async fn delete_avatar(&self, me: Me) -> Result<NoContent> {
        avatar::remove(&self.0, me).await?;
        Ok(NoContent)
    }

    /// Read somebody's profile
    #[oai(path = "/:id", method = "get", operation_id = "get_public_profile")]
    async fn get_public_profile(&self, viewer: Viewer, id: Path<Uuid>) -> Result<Kept<Profile>> {
        Ok(Kept(store::get(&self.0.db, viewer.id(), id.0).await?))
    }

    /// Read the figures of a profile
    ///
    /// One's own count everything, those of others what is public.
    #[oai(
        path = "/:id/stats",
        method = "get",
        operation_id = "get_profile_stats"
    )]
    async fn get_profile_stats(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
    ) -> Result<Kept<ProfileStats>> {
        Ok(Kept(stats::get(&self.0, viewer.id(), id.0).await?))
    }

    /// List what somebody did, newest first
    ///
    /// Of others only what they did with public things, and not what they like.
    #[oai(path = "/:id/activity", method = "get", operation_id = "list_activity")]
    async fn list_activity(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Page<Activity>>> {
        let limit = page::limit(limit.0)?;
        Ok(Kept(
            store::activity(&self.0.db, viewer.id(), id.0, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Look at somebody's picture
    #[oai(path = "/:id/avatar", method = "get", operation_id = "get_avatar")]
    async fn get_avatar(&self, id: Path<Uuid>) -> Result<Picture> {
        avatar::get(&self.0.db, id.0).await
    }
}
