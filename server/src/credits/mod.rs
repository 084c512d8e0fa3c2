//! credits: what an account has, the ledger behind it, and the record of every use of AI.
//!
//! Nothing a client sends adds or deducts credits: plans grant them ([`crate::billing`]) and generations spend them
//! ([`crate::generation`]).

pub mod store;

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use prompt_core::credits::{Balance, TransactionType};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::Me;
use crate::clock::Timestamp;
use crate::error::Result;
use crate::page::{self, Page};
use crate::param::Limit;
use crate::payload::Serde;

/// Rows of a history page when nobody says how many.
const HISTORY_LIMIT: u32 = 50;

/// What an account has: the core's balance and what of it is held.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Credits {
    #[serde(flatten)]
    pub balance: Balance,
    /// The part of the balance that running generations hold.
    pub reserved: u64,
    /// Whether it is time to add some.
    pub is_low: bool,
}

impl Credits {
    /// What could be spent now.
    pub fn available(&self) -> u64 {
        self.balance.balance.saturating_sub(self.reserved)
    }
}

/// One line of the ledger.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct CreditTransaction {
    pub id: Uuid,
    #[schemars(with = "TransactionType")]
    pub transaction_type: String,
    /// Positive when earned, negative when spent or taken back.
    pub amount: i64,
    pub description: String,
    pub created_at: Timestamp,
}

/// One use of AI.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct UsageRecord {
    pub id: Uuid,
    /// `pending`, `succeeded`, `failed` or `cancelled`.
    pub status: String,
    pub feature_type: String,
    pub provider: String,
    pub model: String,
    /// Whether one's own key was used, which costs no credits.
    pub own_key: bool,
    pub prompt_length: i64,
    pub base_cost: i64,
    /// The product of all multipliers, as a decimal.
    pub multiplier: String,
    /// What it cost; charged only when it succeeded.
    pub total_cost: i64,
    pub prompt_id: Option<Uuid>,
    pub success: bool,
    pub error_message: Option<String>,
    pub tokens_used: i64,
    pub duration_ms: i64,
    pub created_at: Timestamp,
}

/// Whether the account can pay for something.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CreditCheck {
    pub has_sufficient_credits: bool,
}

pub struct CreditsApi(pub App);

#[OpenApi(prefix_path = "/credits", tag = "Tags::Credits")]
impl CreditsApi {
    /// Read the balance
    #[oai(path = "/", method = "get", operation_id = "get_credits")]
    async fn get_credits(&self, me: Me) -> Result<Serde<Credits>> {
        Ok(Serde(store::balance(&self.0, me.id).await?))
    }

    /// Ask whether the balance suffices
    #[oai(path = "/check", method = "get", operation_id = "check_credits")]
    async fn check_credits(
        &self,
        me: Me,
        /// What something would cost.
        required_credits: Query<u32>,
    ) -> Result<Serde<CreditCheck>> {
        let credits = store::balance(&self.0, me.id).await?;
        let has_sufficient_credits = credits.available() >= u64::from(required_credits.0);
        Ok(Serde(CreditCheck {
            has_sufficient_credits,
        }))
    }

    /// List what was earned and spent
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
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 50 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Serde<Page<CreditTransaction>>> {
        let limit = page::limit(limit.0.or(Some(Limit(HISTORY_LIMIT))))?;
        // Opens the account, so that the first line is there before the balance was ever asked for.
        store::balance(&self.0, me.id).await?;
        Ok(Serde(
            store::transactions(&self.0.db, me.id, cursor.0, limit).await?,
        ))
    }

    /// List the uses of AI
    ///
    /// Newest first, failed and cancelled ones too.
    #[oai(path = "/usage", method = "get", operation_id = "list_ai_usage")]
    async fn list_ai_usage(
        &self,
        me: Me,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 50 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Serde<Page<UsageRecord>>> {
        let limit = page::limit(limit.0.or(Some(Limit(HISTORY_LIMIT))))?;
        Ok(Serde(
            store::usage(&self.0.db, me.id, cursor.0, limit).await?,
        ))
    }
}
