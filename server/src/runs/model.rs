//! Rows, bodies and answers of runs.

use prompt_core::VersionNumber;
use prompt_core::content::settings::Settings;
use prompt_core::credits::Provider;
use prompt_core::render::Values;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::clients::ai::ToolCall;
use crate::clock::Timestamp;
use crate::db::row;
use crate::http::json::RawJson;
use crate::runs::checks::StoredCheck;

/// Characters of [`RunSummary::excerpt`].
pub const EXCERPT_CHARS: usize = 300;

/// What to run. The prompt itself is the saved one.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RunRequest {
    /// The version to run; the current text without it.
    pub version: Option<VersionNumber>,
    /// A test to run: its values take the place of `values`, and its checks are evaluated.
    pub test_id: Option<String>,
    /// The version whose test of this id is run; without it that of the version that runs, or of the current text if
    /// that has none.
    pub test_version: Option<VersionNumber>,
    /// The values of the variables, by name.
    pub values: Values,
    /// The provider that answers.
    pub provider: Provider,
    /// The model that answers; without it the one that the prompt names.
    pub model: Option<String>,
    /// Settings for this run: `model`, `temperature`, `max_tokens`, `token_budget`, `response_schema`, `tools`. They
    /// replace those of the prompt.
    #[schemars(with = "Option<Settings>")]
    pub settings: Option<Value>,
}

/// Which model judges the answer of a run.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct JudgeRequest {
    /// The provider that answers; that of the run without it.
    pub provider: Option<Provider>,
    /// The model that answers; that of the run without it.
    #[schemars(example = &"gpt-4o-mini")]
    pub model: Option<String>,
}

row! {
    /// A run of a prompt, without the whole answer.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct RunSummary {
        pub id: Uuid,
        pub prompt_id: Uuid,
        /// The version of the text that ran.
        #[schemars(with = "VersionNumber")]
        pub version: String,
        #[schemars(with = "Provider")]
        pub provider: String,
        pub model: String,
        /// The test that it belongs to.
        pub test_id: Option<String>,
        /// Whether it ran with a key of one's own, which costs no credits.
        pub own_key: bool,
        /// `succeeded`, `stopped` or `failed`.
        pub status: String,
        /// Why it failed, or why the answer ended early.
        pub message: Option<String>,
        /// The first 300 characters of the answer.
        pub excerpt: String,
        /// Tokens of the messages, as the provider counts them; 0 if it did not tell.
        pub input_tokens: i64,
        /// Tokens of the answer; 0 if the provider did not tell.
        pub output_tokens: i64,
        /// The credits charged. A run that failed costs nothing.
        pub total_cost: i64,
        /// Milliseconds until the first part of the answer arrived.
        pub first_token_ms: Option<i64>,
        /// Milliseconds until the answer ended.
        pub total_ms: i64,
        /// Whether it is kept when newer runs push out old ones.
        pub is_pinned: bool,
        pub created_at: Timestamp,
    }
}

row! {
    /// A run of a prompt.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct PromptRun {
        #[serde(flatten)]
        pub summary: RunSummary,
        /// The values of the variables, by name.
        #[serde(rename = "values")]
        #[schemars(with = "Values")]
        pub variable_values: RawJson,
        /// The settings it ran with.
        #[schemars(with = "Settings")]
        pub settings: RawJson,
        /// The answer.
        pub output: String,
        /// The calls of tools that the model asked for. None was made.
        #[schemars(with = "Vec<ToolCall>")]
        pub tool_calls: RawJson,
        /// The results of the checks of its test, in their order.
        #[schemars(with = "Vec<StoredCheck>")]
        pub checks: RawJson,
    }
}

/// A finished run, which has been stored and charged.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RunDone {
    #[serde(flatten)]
    pub run: PromptRun,
    /// The remaining credits.
    pub balance: u64,
}
