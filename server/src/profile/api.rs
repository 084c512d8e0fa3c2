//! Handlers of profile.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use uuid::Uuid;

use crate::app::App;
use crate::http::error::Result;
use crate::http::json::{Json, NoContent, WithEtag};
use crate::http::pagination::{self, Limit, Page};
use crate::http::tags::Tags;
use crate::profile::avatar::{self, AvatarForm, Picture};
use crate::profile::model::{Activity, Profile, ProfileChange, ProfileStats};
use crate::profile::{stats, store};
use crate::session::extractors::{Me, Viewer};

pub struct ProfileApi(pub App);

#[OpenApi(prefix_path = "/profile", tag = "Tags::Profile")]
impl ProfileApi {
    /// Read one's own profile
    #[oai(path = "/", method = "get", operation_id = "get_profile")]
    async fn get_profile(&self, me: Me) -> Result<WithEtag<Profile>> {
        Ok(WithEtag(store::get(&self.0.db, me.id, me.id).await?))
    }

    /// Change one's own profile
    #[oai(path = "/", method = "patch", operation_id = "update_profile")]
    async fn update_profile(
        &self,
        me: Me,
        Json(change): Json<ProfileChange>,
    ) -> Result<Json<Profile>> {
        store::update(&self.0.db, me, change).await?;
        Ok(Json(store::get(&self.0.db, me.id, me.id).await?))
    }

    /// Replace one's picture
    ///
    /// PNG, JPEG, GIF or WebP of at most 5 MB. It is decoded, made small and encoded again, so nothing hidden in the
    /// file is passed on.
    #[oai(path = "/avatar", method = "put", operation_id = "upload_avatar")]
    async fn upload_avatar(&self, me: Me, form: AvatarForm) -> Result<Json<Profile>> {
        avatar::replace(&self.0.db, me, form, self.0.now()).await?;
        Ok(Json(store::get(&self.0.db, me.id, me.id).await?))
    }

    /// Remove one's picture
    #[oai(path = "/avatar", method = "delete", operation_id = "delete_avatar")]
    async fn delete_avatar(&self, me: Me) -> Result<NoContent> {
        avatar::remove(&self.0.db, me).await?;
        Ok(NoContent)
    }

    /// Read somebody's profile
    #[oai(path = "/:id", method = "get", operation_id = "get_public_profile")]
    async fn get_public_profile(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
    ) -> Result<WithEtag<Profile>> {
        Ok(WithEtag(store::get(&self.0.db, viewer.id(), id.0).await?))
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
    ) -> Result<WithEtag<ProfileStats>> {
        Ok(WithEtag(
            stats::get(&self.0.db, viewer.id(), id.0, self.0.now()).await?,
        ))
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
    ) -> Result<WithEtag<Page<Activity>>> {
        let limit = pagination::limit(limit.0)?;
        Ok(WithEtag(
            store::activity(&self.0.db, viewer.id(), id.0, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Look at somebody's picture
    #[oai(path = "/:id/avatar", method = "get", operation_id = "get_avatar")]
    async fn get_avatar(&self, id: Path<Uuid>) -> Result<Picture> {
        avatar::get(&self.0.db, id.0).await
    }
}
