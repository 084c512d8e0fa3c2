//! Handlers of invitations.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::auth::invitations::{self, DAYS, Invitation, NewInvitation};
use crate::http::error::Result;
use crate::http::json::{Created, Json, NoContent};
use crate::http::pagination::Page;
use crate::http::tags::Tags;
use crate::session::extractors::Administrator;

/// Whom to invite.
#[derive(Deserialize, JsonSchema)]
pub struct InvitationInput {
    /// The address that alone may use it; null or absent for whoever has the link.
    #[serde(default)]
    #[schemars(example = &"ada@example.org")]
    pub email: Option<String>,
    /// For how many days it is valid: 1 to 90, by default 7.
    #[serde(default)]
    #[schemars(range(min = 1, max = 90))]
    pub days: Option<u32>,
}

pub struct InvitationsApi(pub App);

#[OpenApi(prefix_path = "/admin/invitations", tag = "Tags::Admin")]
impl InvitationsApi {
    /// List the invitations that wait to be used, newest first
    #[oai(path = "/", method = "get", operation_id = "list_invitations")]
    async fn list_invitations(&self, _admin: Administrator) -> Result<Json<Page<Invitation>>> {
        let waiting = invitations::list(&self.0.db, self.0.now()).await?;
        Ok(Json(Page::from(waiting)))
    }

    /// Invite somebody to sign up
    ///
    /// The link works once. It is mailed if the invitation is for an address and this server sends mail. The answer is
    /// the only place where it appears.
    #[oai(path = "/", method = "post", operation_id = "invite")]
    async fn invite(
        &self,
        Administrator(me): Administrator,
        Json(new): Json<InvitationInput>,
    ) -> Result<Created<NewInvitation>> {
        let days = new.days.unwrap_or(DAYS);
        let made = invitations::make(&self.0, new.email.as_deref(), days, me.by()).await?;
        Ok(Created(made))
    }

    /// Revoke an invitation
    #[oai(
        path = "/:invitation_id",
        method = "delete",
        operation_id = "revoke_invitation"
    )]
    async fn revoke_invitation(
        &self,
        Administrator(me): Administrator,
        invitation_id: Path<Uuid>,
    ) -> Result<NoContent> {
        invitations::revoke(&self.0, invitation_id.0, me.by()).await?;
        Ok(NoContent)
    }
}
