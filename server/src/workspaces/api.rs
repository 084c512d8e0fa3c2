//! Handlers of workspaces and their members.

use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use prompt_core::plan::PlanType;
use uuid::Uuid;

use crate::access::{Right, Role, members, personal_workspace};
use crate::app::App;
use crate::billing;
use crate::http::error::{ApiError, ProviderError, Result};
use crate::http::json::{Created, Json, NoContent};
use crate::http::pagination::Page;
use crate::http::tags::Tags;
use crate::plans;
use crate::session::extractors::{Browser, Me};
use crate::workspaces::model::{
    Member, NewOwner, NewRole, NewTeam, TeamDeletion, TeamPatch, Workspace, WorkspaceDetail,
};
use crate::workspaces::store;

pub struct WorkspacesApi(pub App);

#[OpenApi(prefix_path = "/workspaces", tag = "Tags::Workspaces")]
impl WorkspacesApi {
    /// List your workspaces
    ///
    /// Your personal one first, then your teams by name. A browser names the one that a request is about in the header
    /// `Workspace`; without it that is the personal one. An API token acts in its workspace, which alone is listed.
    #[oai(path = "/", method = "get", operation_id = "list_workspaces")]
    async fn list_workspaces(&self, me: Me) -> Result<Json<Page<Workspace>>> {
        let mut mine = members::memberships(&self.0.db, me.id).await?;
        mine.retain(|workspace| me.scope.is_none() || workspace.id == me.workspace);
        let mine: Vec<Workspace> = mine.into_iter().map(Workspace::from).collect();
        Ok(Json(mine.into()))
    }

    /// Create a team
    ///
    /// Part of the Max plan. You are its owner.
    #[oai(path = "/", method = "post", operation_id = "create_workspace")]
    async fn create_workspace(
        &self,
        Browser(me): Browser,
        Json(new): Json<NewTeam>,
    ) -> Result<Created<WorkspaceDetail>> {
        let app = &self.0;
        let (workspace, plan) = (personal_workspace(me.id), app.config.default_plan());
        if plans::plan(&app.db, workspace, plan, app.now()).await? != PlanType::Max {
            let message = "Teams require the Max plan. Please upgrade your subscription.";
            let status = StatusCode::FORBIDDEN;
            return Err(ApiError::new(status, "plan_required", message));
        }
        let team = store::create(&app.db, me.id, me.by(), new, app.now()).await?;
        Ok(Created(self.detail(me, team).await?))
    }

    /// Read a workspace
    ///
    /// With what belongs to it, which a team is deleted with.
    #[oai(path = "/:id", method = "get", operation_id = "get_workspace")]
    async fn get_workspace(&self, me: Me, id: Path<Uuid>) -> Result<Json<WorkspaceDetail>> {
        Ok(Json(self.detail(me, id.0).await?))
    }

    /// Rename a team
    ///
    /// For owners and admins.
    #[oai(path = "/:id", method = "patch", operation_id = "update_workspace")]
    async fn update_workspace(
        &self,
        Browser(me): Browser,
        id: Path<Uuid>,
        Json(patch): Json<TeamPatch>,
    ) -> Result<Json<WorkspaceDetail>> {
        let app = &self.0;
        store::update(&app.db, me.id, id.0, patch, app.now()).await?;
        Ok(Json(self.detail(me, id.0).await?))
    }

    /// Delete a team and everything that belongs to it
    ///
    /// For owners, who confirm its name. Its subscription ends. Copies that others made of its public prompts are not
    /// deleted. This cannot be undone; export the team first.
    #[oai(
        path = "/:id/delete",
        method = "post",
        operation_id = "delete_workspace"
    )]
    async fn delete_workspace(
        &self,
        Browser(me): Browser,
        id: Path<Uuid>,
        Json(confirmed): Json<TeamDeletion>,
    ) -> Result<NoContent, ProviderError> {
        let (app, name) = (&self.0, &confirmed.name);
        store::expect_deletable(&app.db, me.id, id.0, name).await?;
        billing::subscriptions::end_now(app, id.0).await?;
        store::delete(&app.db, me.id, me.by(), id.0, name, app.now()).await?;
        Ok(NoContent)
    }

    /// List the members of a workspace
    ///
    /// Owners first, then by role and name. Owners and admins see addresses.
    #[oai(path = "/:id/members", method = "get", operation_id = "list_members")]
    async fn list_members(&self, me: Me, id: Path<Uuid>) -> Result<Json<Page<Member>>> {
        let role = self.role(me, id.0).await?;
        let shows_email = role.allows(Right::Administer);
        let rows = members::list(&self.0.db, me.id, id.0).await?;
        let rows = rows.into_iter().map(|row| Member::of(row, shows_email));
        Ok(Json(rows.collect::<Vec<_>>().into()))
    }

    /// Change a member's role
    ///
    /// For owners and admins; owners alone make and unmake owners. The last owner stays: 409.
    #[oai(
        path = "/:id/members/:account_id",
        method = "put",
        operation_id = "set_member_role"
    )]
    async fn set_member_role(
        &self,
        Browser(me): Browser,
        id: Path<Uuid>,
        account_id: Path<Uuid>,
        Json(form): Json<NewRole>,
    ) -> Result<NoContent> {
        let (db, now) = (&self.0.db, self.0.now());
        store::set_role(db, me.id, me.by(), id.0, account_id.0, form.role, now).await?;
        Ok(NoContent)
    }

    /// Remove a member, or leave
    ///
    /// For owners and admins, and for everybody with their own id. All access ends at once: API tokens for this
    /// workspace are revoked. What the member wrote stays. The last owner cannot leave: 409.
    #[oai(
        path = "/:id/members/:account_id",
        method = "delete",
        operation_id = "remove_member"
    )]
    async fn remove_member(
        &self,
        Browser(me): Browser,
        id: Path<Uuid>,
        account_id: Path<Uuid>,
    ) -> Result<NoContent> {
        let (db, now) = (&self.0.db, self.0.now());
        store::remove(db, me.id, me.by(), id.0, account_id.0, now).await?;
        Ok(NoContent)
    }

    /// Hand a team over
    ///
    /// For owners. The member becomes owner, and you become admin.
    #[oai(
        path = "/:id/owner",
        method = "put",
        operation_id = "hand_over_workspace"
    )]
    async fn hand_over_workspace(
        &self,
        Browser(me): Browser,
        id: Path<Uuid>,
        Json(form): Json<NewOwner>,
    ) -> Result<NoContent> {
        let (db, now) = (&self.0.db, self.0.now());
        store::hand_over(db, me.id, me.by(), id.0, form.user_id, now).await?;
        Ok(NoContent)
    }
}

impl WorkspacesApi {
    /// The role in a workspace; 404 for a stranger, and for an API token of another workspace.
    async fn role(&self, me: Me, id: Uuid) -> Result<Role> {
        if me.scope.is_some() && id != me.workspace {
            return Err(members::not_found());
        }
        let role = members::role(&self.0.db, id, me.id).await?;
        role.ok_or_else(members::not_found)
    }

    async fn detail(&self, me: Me, id: Uuid) -> Result<WorkspaceDetail> {
        self.role(me, id).await?;
        let workspace = members::membership(&self.0.db, me.id, id).await?;
        let contents = store::contents(&self.0.db, id).await?;
        Ok(WorkspaceDetail {
            workspace: workspace.into(),
            contents,
        })
    }
}
