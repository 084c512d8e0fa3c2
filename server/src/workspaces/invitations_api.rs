//! Handlers of invitations to teams.

use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use uuid::Uuid;

use crate::access::{Right, members};
use crate::app::App;
use crate::http::error::Result;
use crate::http::json::{Created, Json, NoContent};
use crate::http::pagination::Page;
use crate::http::tags::Tags;
use crate::mail::{self, Mail};
use crate::session::extractors::{Browser, Viewer};
use crate::session::throttle;
use crate::session::tokens::new_token;
use crate::workspaces::invitations::{
    self, CreatedTeamInvitation, InvitationPreview, InvitationToken, NewTeamInvitation,
    TeamInvitation,
};
use crate::workspaces::model::Workspace;

pub struct TeamInvitationsApi(pub App);

#[OpenApi(tag = "Tags::Workspaces")]
impl TeamInvitationsApi {
    /// List the invitations to a team that wait
    ///
    /// For owners and admins.
    #[oai(
        path = "/workspaces/:id/invitations",
        method = "get",
        operation_id = "list_team_invitations"
    )]
    async fn list_team_invitations(
        &self,
        Browser(me): Browser,
        id: Path<Uuid>,
    ) -> Result<Json<Page<TeamInvitation>>> {
        let app = &self.0;
        let waiting = invitations::list(&app.db, me.id, id.0, app.now()).await?;
        Ok(Json(waiting.into()))
    }

    /// Invite to a team
    ///
    /// For owners and admins. With `email` it is mailed, and the account with this confirmed address may accept it
    /// once. Without, it is a link that more than one person may follow until it expires or is revoked.
    #[oai(
        path = "/workspaces/:id/invitations",
        method = "post",
        operation_id = "create_team_invitation"
    )]
    async fn create_team_invitation(
        &self,
        Browser(me): Browser,
        id: Path<Uuid>,
        Json(new): Json<NewTeamInvitation>,
    ) -> Result<Created<CreatedTeamInvitation>> {
        let app = &self.0;
        let role = members::role(&app.db, id.0, me.id).await?;
        let role = role.ok_or_else(members::not_found)?;
        role.expect(Right::Administer)?;
        let wanted = new.parse()?;
        if wanted.email.is_some() {
            let team = id.0.to_string();
            let _ = throttle::attempt(&app.db, throttle::INVITATION, &team, app.now()).await?;
        }
        let token = new_token();
        let link = format!("{}/join#token={token}", app.config.origin());
        let mut tx = app.db.begin().await?;
        let made = invitations::create(&mut tx, me.id, me.by(), id.0, &wanted, &token, app.now());
        let (invitation, team) = made.await?;
        // In the transaction of the invitation: there is none without its mail.
        let mail = match &wanted.email {
            None => None,
            Some(email) => {
                let mail = Mail {
                    to: email.clone(),
                    subject: format!("Join {team} at Promptcase"),
                    body: body(&invitation, &team, &link),
                    valid: wanted.valid,
                };
                Some((mail::queue::keep(&mut tx, &mail, app.now()).await?, mail))
            }
        };
        tx.commit().await?;
        if let Some((id, mail)) = mail {
            app.mailer.send_kept(&app.db, &app.clock, id, mail);
        }
        Ok(Created(CreatedTeamInvitation { invitation, link }))
    }

    /// Revoke an invitation to a team
    ///
    /// For owners and admins. Who has accepted it stays a member.
    #[oai(
        path = "/workspaces/:id/invitations/:invitation_id",
        method = "delete",
        operation_id = "revoke_team_invitation"
    )]
    async fn revoke_team_invitation(
        &self,
        Browser(me): Browser,
        id: Path<Uuid>,
        invitation_id: Path<Uuid>,
    ) -> Result<NoContent> {
        let (db, now) = (&self.0.db, self.0.now());
        invitations::revoke(db, me.id, me.by(), id.0, invitation_id.0, now).await?;
        Ok(NoContent)
    }

    /// Read what an invitation to a team is
    ///
    /// By the token of its link, for visitors too.
    #[oai(
        path = "/team-invitations/preview",
        method = "post",
        operation_id = "preview_team_invitation"
    )]
    async fn preview_team_invitation(
        &self,
        request: &Request,
        _viewer: Viewer,
        Json(form): Json<InvitationToken>,
    ) -> Result<Json<InvitationPreview>> {
        let app = &self.0;
        let address = throttle::origin(&app.sessions.client_address(request));
        let attempt = throttle::attempt(&app.db, throttle::INVITATION_ADDRESS, &address, app.now());
        let attempt = attempt.await?;
        let found = invitations::preview(&app.db, &form.token, app.now()).await?;
        attempt.succeeded(&app.db).await?;
        Ok(Json(found))
    }

    /// Accept an invitation to a team
    ///
    /// By the token of its link. One that names an address or a domain is accepted by an account whose confirmed address
    /// fits. Who is a member already keeps the role.
    #[oai(
        path = "/team-invitations/accept",
        method = "post",
        operation_id = "accept_team_invitation"
    )]
    async fn accept_team_invitation(
        &self,
        Browser(me): Browser,
        Json(form): Json<InvitationToken>,
    ) -> Result<Json<Workspace>> {
        let (db, now) = (&self.0.db, self.0.now());
        let confirms = self.0.config.smtp_url.is_some();
        let team = invitations::accept(db, me.id, me.by(), &form.token, confirms, now).await?;
        let team = members::membership(db, me.id, team).await?;
        Ok(Json(team.into()))
    }
}

fn body(invitation: &TeamInvitation, team: &str, link: &str) -> String {
    let who = invitation.invited_by.as_deref().unwrap_or("Somebody");
    format!(
        "{who} invites you to the team {team} at Promptcase, as {}.\n\n\
         Open this link to join, until {}:\n\n{link}\n\n\
         You need an account with this address; the page lets you make one.\n\n\
         If you do not know {who}, do nothing.\n",
        in_words(&invitation.role),
        invitation.expires_at.date(),
    )
}

/// A role as a mail says it.
fn in_words(role: &str) -> &'static str {
    match role {
        "admin" => "an admin",
        "editor" => "an editor",
        "commenter" => "a commenter",
        _ => "a viewer",
    }
}
