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
    /// Read your profile
    #[oai(path = "/", method = "get", operation_id = "get_profile")]
    async fn get_profile(&self, me: Me) -> Result<WithEtag<Profile>> {
        Ok(WithEtag(store::get(&self.0.db, me.id, me.id).await?))
    }

    /// Change your profile
    #[oai(path = "/", method = "patch", operation_id = "update_profile")]
    async fn update_profile(
        &self,
        me: Me,
        Json(change): Json<ProfileChange>,
    ) -> Result<Json<Profile>> {
        store::update(&self.0.db, me, change, self.0.now()).await?;
        Ok(Json(store::get(&self.0.db, me.id, me.id).await?))
    }

    /// Replace your picture
    ///
    /// PNG, JPEG, GIF or WebP of at most 5 MB. It is decoded, scaled down and encoded again, so metadata in the
    /// file is not passed on.
    #[oai(path = "/avatar", method = "put", operation_id = "upload_avatar")]
    async fn upload_avatar(&self, me: Me, form: AvatarForm) -> Result<Json<Profile>> {
        avatar::replace(&self.0.db, me, form, self.0.now()).await?;
        Ok(Json(store::get(&self.0.db, me.id, me.id).await?))
    }

    /// Remove your picture
    #[oai(path = "/avatar", method = "delete", operation_id = "delete_avatar")]
    async fn delete_avatar(&self, me: Me) -> Result<NoContent> {
        avatar::remove(&self.0.db, me).await?;
        Ok(NoContent)
    }

    /// Read a user's profile
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
    /// Your own count everything, other users' only what is public.
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

    /// List a user's activity, newest first
    ///
    /// For other users, only activity on public items, and not their likes.
    #[oai(path = "/:id/activity", method = "get", operation_id = "list_activity")]
    async fn list_activity(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Page<Activity>>> {
        let limit = pagination::limit(limit.0)?;
        Ok(WithEtag(
            store::activity(&self.0.db, viewer.id(), id.0, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Read a user's picture
    #[oai(path = "/:id/avatar", method = "get", operation_id = "get_avatar")]
    async fn get_avatar(
        &self,
        id: Path<Uuid>,
        /// Changes with the picture in `avatar_url`, so that caches load the new one. It selects nothing.
        v: Query<Option<String>>,
    ) -> Result<Picture> {
        let _ = v;
        avatar::get(&self.0.db, id.0).await
    }
}
