//! The checks of a run that belongs to a test.

use prompt_core::checks::{CheckResult, CheckStatus, evaluate};
use prompt_core::content::test_case::{Check, CheckKind, TestCase};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

use crate::http::error::{ApiError, Result};
use crate::snapshot;

/// The result of a check, and what was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StoredCheck {
    /// Recognises the check.
    pub digest: String,
    #[serde(flatten)]
    pub result: CheckResult,
}

/// Recognises a value.
pub fn digest(value: &impl Serialize) -> Result<String> {
    let json = serde_json::to_vec(value).map_err(|error| ApiError::internal(&error))?;
    Ok(format!("{:016x}", snapshot::digest(&json)))
}

/// What the checks of a test read.
pub struct Checked {
    pub test: TestCase,
    /// The text that the model got.
    pub prompt: String,
    pub answer: Option<String>,
    /// Earlier results for the same answer, which has the word of a judge.
    pub before: Vec<StoredCheck>,
}

/// Evaluates the checks of many tests, off the threads that serve requests.
pub async fn results(all: Vec<Checked>) -> Result<Vec<Vec<StoredCheck>>> {
    let evaluated = spawn_blocking(move || all.iter().map(one).collect()).await;
    evaluated.map_err(|error| ApiError::internal(&error))?
}

fn one(checked: &Checked) -> Result<Vec<StoredCheck>> {
    let answer = checked.answer.as_deref();
    let results = evaluate(&checked.test, &checked.prompt, answer);
    let pairs = checked.test.checks.iter().zip(results);
    pairs
        .map(|(check, result)| stored(check, result, &checked.before))
        .collect()
}

fn stored(check: &Check, result: CheckResult, before: &[StoredCheck]) -> Result<StoredCheck> {
    let digest = digest(check)?;
    let is_open = check.kind == CheckKind::Judge && result.status == CheckStatus::Pending;
    let judged = before.iter().find(|one| is_open && one.digest == digest);
    Ok(StoredCheck {
        result: judged.map_or(result, |one| one.result.clone()),
        digest,
    })
}
