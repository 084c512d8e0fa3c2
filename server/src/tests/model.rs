//! Answers of tests.

use prompt_core::VersionNumber;
use prompt_core::checks::{CheckResult, CheckStatus};
use prompt_core::credits::Provider;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::clock::Timestamp;

/// The tests of a text with their results.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestReport {
    /// The version of the text.
    pub version: VersionNumber,
    /// The tests, in the order of the text.
    pub items: Vec<TestResult>,
}

/// A test with its results.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestResult {
    /// The id of the test.
    pub id: String,
    /// Its title, or its number.
    pub name: String,
    /// `failed` if the latest run of a model on this text failed, `pending` if none ran it. A test that needs no answer
    /// is `passed` or `failed` at once, but `pending` if it has no checks or cannot be run.
    pub status: CheckStatus,
    /// Whether a check reads the answer of a model.
    pub needs_answer: bool,
    /// Why the test cannot be run with its values, or cannot be read; null if it can.
    pub problem: Option<String>,
    /// The result of each check without an answer.
    pub checks: Vec<CheckResult>,
    /// The latest run by version and model, newest version first.
    pub runs: Vec<TestRun>,
}

/// The result of a test at a version by a model.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestRun {
    pub run_id: Uuid,
    pub version: VersionNumber,
    pub provider: Provider,
    pub model: String,
    pub status: CheckStatus,
    /// Why the run failed; null if the model answered.
    pub error: Option<String>,
    /// The result of each check.
    pub checks: Vec<CheckResult>,
    /// Whether the same model passed the test at an earlier version.
    pub is_regression: bool,
    /// Whether the text is that of the report's version.
    pub is_this_text: bool,
    pub created_at: Timestamp,
}
