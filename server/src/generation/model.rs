//! Rows, bodies and answers of generation.

use prompt_core::credits::Provider;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// The cost of a use of AI.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Receipt {
    /// The id of the use.
    pub id: Uuid,
    pub provider: Provider,
    pub model: String,
    pub tokens_used: u64,
    /// Milliseconds from request to result.
    pub generation_time: u64,
    /// The credits charged; 0 with your own key.
    pub total_cost: u64,
    /// The remaining credits.
    pub balance: u64,
}

/// The first event of a stream, `started`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Started {
    /// The id with which the request can be cancelled: `DELETE /generations/{id}`.
    pub id: Uuid,
    /// The reserved credits.
    pub total_cost: u64,
}

/// The event `progress`, sent as the model writes.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Progress {
    /// Characters of the answer so far.
    pub characters: usize,
}

/// The event `text` of a run, sent as the model writes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TextPart {
    /// What the model wrote since the last event.
    pub text: String,
}

/// A provider and its models on this instance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProviderOffer {
    pub provider: Provider,
    /// Whether it works without a key of your own.
    pub is_configured: bool,
    /// Whether it is an Ollama on the server's machine instead.
    pub is_ollama: bool,
    pub models: Vec<String>,
}

/// The available providers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GenerationOptions {
    pub providers: Vec<ProviderOffer>,
}
