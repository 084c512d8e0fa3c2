//! Rows, bodies and answers of generation.

use prompt_core::credits::Provider;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// What a use of AI came to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Receipt {
    /// The id of the use.
    pub id: Uuid,
    pub provider: Provider,
    pub model: String,
    pub tokens_used: u64,
    /// Milliseconds from the request to the answer.
    pub generation_time: u64,
    /// What was charged; 0 with one's own key.
    pub total_cost: u64,
    /// What is left.
    pub balance: u64,
}

/// The first event of a stream, `started`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Started {
    /// Whom to DELETE in order to cancel.
    pub id: Uuid,
    /// What is reserved.
    pub total_cost: u64,
}

/// The event `progress`, whenever the model has written something.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Progress {
    /// Characters of the answer so far.
    pub characters: usize,
}

/// A provider and what it offers here.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProviderOffer {
    pub provider: Provider,
    /// Whether it works without a key of one's own.
    pub is_configured: bool,
    pub models: Vec<String>,
}

/// Who can be asked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GenerationOptions {
    pub providers: Vec<ProviderOffer>,
}
