//! The checks of a run that belongs to a test.

use prompt_core::checks::{Budget, CheckResult, CheckStatus, evaluate_within};
use prompt_core::content::settings::Settings;
use prompt_core::content::test_case::{Check, CheckKind, TestCase};
use prompt_core::render::Rendered;
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

/// Recognises what a model gets, apart from its own name: the messages and the settings.
pub fn text_digest(rendered: &Rendered, settings: &Settings) -> Result<String> {
    let messages: Vec<_> = rendered
        .messages
        .iter()
        .map(|message| (message.role, message.content()))
        .collect();
    let settings = Settings {
        model: None,
        ..settings.clone()
    };
    digest(&(messages, settings))
}

/// What the checks of a test read.
pub struct Checked<'t> {
    pub test: &'t TestCase,
    /// The text that the model got.
    pub prompt: &'t str,
    pub answer: Option<&'t str>,
    /// Earlier results for the same answer, which has the word of a judge.
    pub before: &'t [StoredCheck],
}

/// Evaluates the checks of a test. Not for the threads that serve requests.
pub fn results(budget: &mut Budget, checked: &Checked<'_>) -> Result<Vec<StoredCheck>> {
    let results = evaluate_within(budget, checked.test, checked.prompt, checked.answer);
    let pairs = checked.test.checks.iter().zip(results);
    pairs
        .map(|(check, result)| stored(check, result, checked.before))
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

/// Runs long work off the threads that serve requests.
pub async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let done = spawn_blocking(work).await;
    done.map_err(|error| ApiError::internal(&error))?
}
