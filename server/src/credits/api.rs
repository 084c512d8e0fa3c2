//! Handlers of credits.

use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use crate::app::App;
use crate::credits::model::{CreditCheck, CreditTransaction, Credits, UsageRecord};
use crate::credits::store;
use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::pagination::{self, Limit, Page};
use crate::http::tags::Tags;
use crate::session::extractors::Me;

/// Default page size of the histories.
const HISTORY_LIMIT: u32 = 50;

pub struct CreditsApi(pub App);

#[OpenApi(prefix_path = "/credits", tag = "Tags::Credits")]
impl CreditsApi {
    /// Read the balance
    #[oai(path = "/", method = "get", operation_id = "get_credits")]
    async fn get_credits(&self, me: Me) -> Result<Json<Credits>> {
        Ok(Json(self.balance(me).await?))
    }

    /// Check whether the balance suffices
    #[oai(path = "/check", method = "get", operation_id = "check_credits")]
    async fn check_credits(
        &self,
        me: Me,
        /// The cost to check.
        required_credits: Query<u32>,
    ) -> Result<Json<CreditCheck>> {
        let credits = self.balance(me).await?;
        let has_sufficient_credits = credits.available() >= u64::from(required_credits.0);
        Ok(Json(CreditCheck {
            has_sufficient_credits,
        }))
    }

    /// List earned and spent credits
    ///
    /// Newest first.
    #[oai(
        path = "/transactions",
        method = "get",
        operation_id = "list_credit_transactions"
    )]
    async fn list_credit_transactions(
        &self,
        me: Me,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 50.
        limit: Query<Option<Limit>>,
    ) -> Result<Json<Page<CreditTransaction>>> {
        let limit = pagination::limit(limit.0.or(Some(Limit(HISTORY_LIMIT))))?;
        // Opens the account, so that its first grant is listed even if the balance was never read.
        self.balance(me).await?;
        Ok(Json(
            store::transactions(&self.0.db, me.workspace, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// List AI usage
    ///
    /// Newest first, including failed and cancelled requests.
    #[oai(path = "/usage", method = "get", operation_id = "list_ai_usage")]
    async fn list_ai_usage(
        &self,
        me: Me,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 50.
        limit: Query<Option<Limit>>,
    ) -> Result<Json<Page<UsageRecord>>> {
        let limit = pagination::limit(limit.0.or(Some(Limit(HISTORY_LIMIT))))?;
        Ok(Json(
            store::usage(&self.0.db, me.workspace, cursor.0.as_deref(), limit).await?,
        ))
    }
}

impl CreditsApi {
    async fn balance(&self, me: Me) -> Result<Credits> {
        let app = &self.0;
        store::balance(&app.db, me.workspace, app.config.default_plan(), app.now()).await
    }
}
