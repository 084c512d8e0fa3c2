//! Handlers of notifications.

use poem_openapi::OpenApi;

use crate::app::App;
use crate::http::error::Result;
use crate::http::json::{Json, NoContent};
use crate::http::tags::Tags;
use crate::notifications::model::Notifications;
use crate::notifications::store;
use crate::session::extractors::Me;

pub struct NotificationsApi(pub App);

#[OpenApi(prefix_path = "/notifications", tag = "Tags::Notifications")]
impl NotificationsApi {
    /// List your notifications
    ///
    /// The latest likes, clones and ratings of your work by others.
    #[oai(path = "/", method = "get", operation_id = "list_notifications")]
    async fn list_notifications(&self, me: Me) -> Result<Json<Notifications>> {
        Ok(Json(store::latest(&self.0.db, me).await?))
    }

    /// Mark your notifications as seen
    #[oai(path = "/seen", method = "post", operation_id = "see_notifications")]
    async fn see_notifications(&self, me: Me) -> Result<NoContent> {
        store::see(&self.0.db, me, self.0.now()).await?;
        Ok(NoContent)
    }
}
