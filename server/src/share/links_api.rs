//! Handlers of secret links.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use uuid::Uuid;

use crate::app::App;
use crate::http::error::Result;
use crate::http::json::{Json, NoContent, WithEtag};
use crate::http::tags::Tags;
use crate::session::extractors::Me;
use crate::share::links::{self, ShareLink};

pub struct LinksApi(pub App);

#[OpenApi(prefix_path = "/prompts", tag = "Tags::Share")]
impl LinksApi {
    /// Read the secret link of a prompt
    ///
    /// Whoever has the link can read the prompt, without an account.
    #[oai(path = "/:id/link", method = "get", operation_id = "get_share_link")]
    async fn get_share_link(&self, me: Me, id: Path<Uuid>) -> Result<WithEtag<ShareLink>> {
        Ok(WithEtag(links::get(&self.0.db, me.id, id.0).await?))
    }

    /// Share a prompt by a secret link
    ///
    /// A prompt has one link. It stays the same until it is ended.
    #[oai(path = "/:id/link", method = "put", operation_id = "make_share_link")]
    async fn make_share_link(&self, me: Me, id: Path<Uuid>) -> Result<Json<ShareLink>> {
        let (db, now) = (&self.0.db, self.0.now());
        Ok(Json(links::make(db, me.id, id.0, now).await?))
    }

    /// End the secret link of a prompt
    ///
    /// The address leads nowhere at once. Another link has another address.
    #[oai(path = "/:id/link", method = "delete", operation_id = "end_share_link")]
    async fn end_share_link(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        links::end(&self.0.db, me.id, id.0).await?;
        Ok(NoContent)
    }
}
