//! Rows, bodies and answers of credits.

use prompt_core::credits::{Balance, TransactionType};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;

/// The balance of an account, and the part that is reserved.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Credits {
    #[serde(flatten)]
    pub balance: Balance,
    /// The part of the balance reserved by running generations.
    pub reserved: u64,
    /// Whether the balance is low.
    pub is_low: bool,
}

impl Credits {
    /// The credits that can be spent now.
    pub fn available(&self) -> u64 {
        self.balance.balance.saturating_sub(self.reserved)
    }
}

row! {
    /// An entry of the ledger.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct CreditTransaction {
        pub id: Uuid,
        #[schemars(with = "TransactionType")]
        pub transaction_type: String,
        /// Positive for earned credits, negative for spent or taken back ones.
        pub amount: i64,
        pub description: String,
        /// The member who spent it; null for what was earned or taken back, and once the account is deleted.
        #[schemars(example = &"Ada Lovelace")]
        pub spent_by: Option<String>,
        pub created_at: Timestamp,
    }
}

row! {
    /// One use of AI.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct UsageRecord {
        pub id: Uuid,
        /// `pending`, `succeeded`, `failed` or `cancelled`.
        pub status: String,
        pub feature_type: String,
        pub provider: String,
        pub model: String,
        /// Whether your own key was used, which costs no credits.
        pub own_key: bool,
        pub prompt_length: i64,
        pub base_cost: i64,
        /// The product of all multipliers, as a decimal string.
        pub multiplier: String,
        /// The cost, which is only charged on success.
        pub total_cost: i64,
        pub prompt_id: Option<Uuid>,
        pub success: bool,
        pub error_message: Option<String>,
        pub tokens_used: i64,
        pub duration_ms: i64,
        pub created_at: Timestamp,
    }
}

/// Whether the balance covers a cost.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CreditCheck {
    pub has_sufficient_credits: bool,
}
