//! community: what people think of each other's prompts.

pub mod store;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::{Me, Viewer};
use crate::error::Result;
use crate::payload::{NoContent, Serde};

/// Where one's like stands now.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct LikeState {
    pub liked: bool,
    #[schemars(with = "u32")]
    pub like_count: i64,
}

pub struct CommunityApi(pub App);

#[OpenApi(tag = "Tags::Community")]
impl CommunityApi {
    /// Like a prompt
    ///
    /// Liking twice is liking once.
    #[oai(
        path = "/prompts/:id/like",
        method = "put",
        operation_id = "like_prompt"
    )]
    async fn like_prompt(&self, me: Me, id: Path<Uuid>) -> Result<Serde<LikeState>> {
        Ok(Serde(store::like(&self.0, me, id.0, true).await?))
    }

    /// Take a like back
    #[oai(
        path = "/prompts/:id/like",
        method = "delete",
        operation_id = "unlike_prompt"
    )]
    async fn unlike_prompt(&self, me: Me, id: Path<Uuid>) -> Result<Serde<LikeState>> {
        Ok(Serde(store::like(&self.0, me, id.0, false).await?))
    }

    /// Count a view
    ///
    /// Counts once per viewer and day, never the owner's own, and never a visitor's.
    #[oai(
        path = "/prompts/:id/view",
        method = "post",
        operation_id = "view_prompt"
    )]
    async fn view_prompt(&self, viewer: Viewer, id: Path<Uuid>) -> Result<NoContent> {
        store::view(&self.0, viewer, id.0).await?;
        Ok(NoContent)
    }
}
