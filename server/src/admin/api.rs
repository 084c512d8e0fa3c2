//! Handlers of administration: accounts, what is public, reports, the instance.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use prompt_core::plan::PlanType;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::access::Object;
use crate::admin::accounts::{self, Account, AccountState};
use crate::admin::actions;
use crate::admin::hand_over::{HandedOver, hand_over};
use crate::admin::instance::{self, Instance};
use crate::admin::reports::{self, ReportOutcome};
use crate::app::App;
use crate::http::error::{ProviderError, Result};
use crate::http::json::{Json, NoContent};
use crate::http::pagination::{self, Limit, Page};
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::session::extractors::Administrator;

/// What becomes of what the account made public.
#[derive(Deserialize, JsonSchema)]
pub struct Disabling {
    /// Whether to make it private.
    #[serde(default)]
    #[schemars(example = true)]
    pub unpublish: bool,
}

/// Who gets what an account made.
#[derive(Deserialize, JsonSchema)]
pub struct Receiver {
    /// The id of an account.
    #[schemars(example = &"0192f1c4-6d2a-7b3e-8f10-2c9d4e5a6b7c")]
    pub to: Uuid,
}

/// The plan to give an account.
#[derive(Deserialize, JsonSchema)]
#[schemars(extend("required" = ["plan"]))]
pub struct GivenPlan {
    /// Null for that of all accounts.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schemars(with = "Option<PlanType>", example = &"pro")]
    pub plan: Option<PlanType>,
}

/// The new address of an account.
#[derive(Deserialize, JsonSchema)]
pub struct NewEmail {
    #[schemars(example = &"ada@example.org")]
    pub email: String,
}

/// Whether an account administers the instance.
#[derive(Deserialize, JsonSchema)]
pub struct AdministratorRole {
    #[schemars(example = true)]
    pub is_administrator: bool,
}

/// What to end.
#[derive(Deserialize, JsonSchema)]
pub struct SessionsToEnd {
    /// Whether to end the account's API tokens, too.
    #[serde(default)]
    #[schemars(example = true)]
    pub tokens: bool,
}

/// A kind of record that can be public.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PublicKind {
    Prompt,
    Component,
    Collection,
}

/// A public record.
#[derive(Deserialize, JsonSchema)]
pub struct PublicRecord {
    #[schemars(example = &"prompt")]
    pub kind: PublicKind,
    pub id: Uuid,
}

/// A decision about a report.
#[derive(Deserialize, JsonSchema)]
pub struct ReportDecision {
    #[schemars(example = &"resolved")]
    pub outcome: ReportOutcome,
}

pub struct AdminApi(pub App);

#[OpenApi(prefix_path = "/admin", tag = "Tags::Admin")]
impl AdminApi {
    /// List accounts, newest first
    #[oai(path = "/accounts", method = "get", operation_id = "list_accounts")]
    async fn list_accounts(
        &self,
        Administrator(me): Administrator,
        /// A part of the address, the name or the handle.
        search: Query<Option<String>>,
        /// Only those in this state.
        state: Query<Option<EnumParam<AccountState>>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<Json<Page<Account>>> {
        let limit = pagination::limit(limit.0)?;
        let search = search.0.unwrap_or_default();
        let state = state.0.map(|word| word.0);
        let cursor = cursor.0.as_deref();
        let page = accounts::list(&self.0, me.id, &search, state, cursor, limit);
        Ok(Json(page.await?))
    }

    /// Read an account
    #[oai(
        path = "/accounts/:account_id",
        method = "get",
        operation_id = "get_account"
    )]
    async fn get_account(
        &self,
        _admin: Administrator,
        account_id: Path<Uuid>,
    ) -> Result<Json<Account>> {
        self.account(account_id.0).await
    }

    /// Delete an account and everything it owns
    ///
    /// As its owner would: its subscriptions are cancelled first. This cannot be undone. Not your own account, and not the
    /// last administrator.
    #[oai(
        path = "/accounts/:account_id",
        method = "delete",
        operation_id = "delete_account_of"
    )]
    async fn delete_account_of(
        &self,
        Administrator(me): Administrator,
        account_id: Path<Uuid>,
    ) -> Result<NoContent, ProviderError> {
        accounts::expect(&self.0.db, account_id.0).await?;
        actions::delete(&self.0, account_id.0, me.by()).await?;
        Ok(NoContent)
    }

    /// Disable an account
    ///
    /// Its sessions end, and nobody can sign in, use its API tokens or get its webhooks until it is enabled. Its data
    /// stays; so does what it made public, unless that is made private. Not your own account, and not the last
    /// administrator.
    #[oai(
        path = "/accounts/:account_id/disable",
        method = "post",
        operation_id = "disable_account"
    )]
    async fn disable_account(
        &self,
        Administrator(me): Administrator,
        account_id: Path<Uuid>,
        Json(form): Json<Disabling>,
    ) -> Result<Json<Account>> {
        accounts::expect(&self.0.db, account_id.0).await?;
        actions::disable(&self.0, account_id.0, form.unpublish, me.by()).await?;
        self.account(account_id.0).await
    }

    /// Enable an account
    #[oai(
        path = "/accounts/:account_id/enable",
        method = "post",
        operation_id = "enable_account"
    )]
    async fn enable_account(
        &self,
        Administrator(me): Administrator,
        account_id: Path<Uuid>,
    ) -> Result<Json<Account>> {
        accounts::expect(&self.0.db, account_id.0).await?;
        actions::enable(&self.0, account_id.0, me.by()).await?;
        self.account(account_id.0).await
    }

    /// Make an account an administrator, or no longer one
    ///
    /// Nobody demotes their own account, and the last administrator stays one.
    #[oai(
        path = "/accounts/:account_id/administrator",
        method = "put",
        operation_id = "set_administrator"
    )]
    async fn set_administrator(
        &self,
        Administrator(me): Administrator,
        account_id: Path<Uuid>,
        Json(form): Json<AdministratorRole>,
    ) -> Result<Json<Account>> {
        accounts::expect(&self.0.db, account_id.0).await?;
        actions::set_administrator(&self.0, account_id.0, form.is_administrator, me.by()).await?;
        self.account(account_id.0).await
    }

    /// Give an account a plan
    ///
    /// It takes the place of the plan of all accounts. A plan that the account pays for counts if it is the higher one.
    #[oai(
        path = "/accounts/:account_id/plan",
        method = "put",
        operation_id = "set_account_plan"
    )]
    async fn set_account_plan(
        &self,
        Administrator(me): Administrator,
        account_id: Path<Uuid>,
        Json(form): Json<GivenPlan>,
    ) -> Result<Json<Account>> {
        accounts::expect(&self.0.db, account_id.0).await?;
        actions::set_plan(&self.0, account_id.0, form.plan, me.by()).await?;
        self.account(account_id.0).await
    }

    /// Change the address of an account
    ///
    /// It counts as confirmed. Links that were mailed to the former one stop working, and a mail tells it.
    #[oai(
        path = "/accounts/:account_id/email",
        method = "put",
        operation_id = "set_account_email"
    )]
    async fn set_account_email(
        &self,
        Administrator(me): Administrator,
        account_id: Path<Uuid>,
        Json(form): Json<NewEmail>,
    ) -> Result<Json<Account>> {
        accounts::expect(&self.0.db, account_id.0).await?;
        actions::change_email(&self.0, account_id.0, &form.email, me.by()).await?;
        self.account(account_id.0).await
    }

    /// End the sessions of an account
    #[oai(
        path = "/accounts/:account_id/end-sessions",
        method = "post",
        operation_id = "end_sessions_of"
    )]
    async fn end_sessions_of(
        &self,
        Administrator(me): Administrator,
        account_id: Path<Uuid>,
        Json(form): Json<SessionsToEnd>,
    ) -> Result<Json<Account>> {
        accounts::expect(&self.0.db, account_id.0).await?;
        actions::end_sessions(&self.0, account_id.0, form.tokens, me.by()).await?;
        self.account(account_id.0).await
    }

    /// Mail an account a link to a new password
    #[oai(
        path = "/accounts/:account_id/reset-link",
        method = "post",
        operation_id = "send_reset_link"
    )]
    async fn send_reset_link(
        &self,
        Administrator(me): Administrator,
        account_id: Path<Uuid>,
    ) -> Result<NoContent> {
        let account = accounts::get(&self.0, account_id.0).await?;
        actions::send_reset_link(&self.0, account.id, &account.email, me.by()).await?;
        Ok(NoContent)
    }

    /// Hand over what an account made
    ///
    /// Its prompts, components and collections become another account's, with ids, histories, labels and links. The name
    /// of one that the other account has already gets a number. Nobody hands over to their own account. Both owners get a
    /// mail.
    #[oai(
        path = "/accounts/:account_id/hand-over",
        method = "post",
        operation_id = "hand_over"
    )]
    async fn hand_over(
        &self,
        Administrator(me): Administrator,
        account_id: Path<Uuid>,
        Json(form): Json<Receiver>,
    ) -> Result<Json<HandedOver>> {
        let done = hand_over(&self.0, account_id.0, form.to, me.by());
        Ok(Json(done.await?))
    }

    /// Make a public record private
    ///
    /// Ends the secret link of a prompt, too.
    #[oai(path = "/unpublish", method = "post", operation_id = "unpublish")]
    async fn unpublish(
        &self,
        Administrator(me): Administrator,
        Json(form): Json<PublicRecord>,
    ) -> Result<NoContent> {
        let object = match form.kind {
            PublicKind::Prompt => Object::Prompt,
            PublicKind::Component => Object::Component,
            PublicKind::Collection => Object::Collection,
        };
        actions::unpublish_record(&self.0, object, form.id, me.by()).await?;
        Ok(NoContent)
    }

    /// List reports of public pages, newest first
    ///
    /// The 200 newest.
    #[oai(path = "/reports", method = "get", operation_id = "list_reports")]
    async fn list_reports(
        &self,
        _admin: Administrator,
        /// Whether to list those that are decided, too.
        all: Query<Option<bool>>,
    ) -> Result<Json<Page<reports::PageReport>>> {
        let items = reports::list(&self.0.db, all.0.unwrap_or_default()).await?;
        Ok(Json(Page::from(items)))
    }

    /// Decide about a report
    #[oai(
        path = "/reports/:report_id/decision",
        method = "put",
        operation_id = "decide_report"
    )]
    async fn decide_report(
        &self,
        Administrator(me): Administrator,
        report_id: Path<Uuid>,
        Json(form): Json<ReportDecision>,
    ) -> Result<NoContent> {
        reports::decide(&self.0, report_id.0, form.outcome, me.by()).await?;
        Ok(NoContent)
    }

    /// Read figures about the instance
    #[oai(path = "/instance", method = "get", operation_id = "get_instance")]
    async fn get_instance(&self, _admin: Administrator) -> Result<Json<Instance>> {
        Ok(Json(instance::read(&self.0).await?))
    }
}

impl AdminApi {
    async fn account(&self, id: Uuid) -> Result<Json<Account>> {
        Ok(Json(accounts::get(&self.0, id).await?))
    }
}
