//! Which versions a protected label may point to: those whose tests are green.

use prompt_core::VersionNumber;
use prompt_core::checks::{CheckResult, CheckStatus};
use uuid::Uuid;

use crate::db::Db;
use crate::http::error::{ApiError, Result};
use crate::tests::model::TestResult;
use crate::tests::report;

/// How many tests a sentence names.
const NAMED: usize = 5;

/// 422 unless all tests of a version passed. A version without tests passes.
pub async fn expect_green(db: &Db, me: Uuid, prompt: Uuid, version: VersionNumber) -> Result<()> {
    let report = report::of(db, me, prompt, Some(version)).await?;
    let with = |status| {
        report
            .items
            .iter()
            .filter(move |test| test.status == status)
    };
    let pending = || with(CheckStatus::Pending);
    let told: Vec<String> = [
        ("failed", named(with(CheckStatus::Failed))),
        (
            "not run",
            named(pending().filter(|test| !is_over_budget(test))),
        ),
        (
            "not checked, since the checks of this prompt take too long together",
            named(pending().filter(|test| is_over_budget(test))),
        ),
    ]
    .into_iter()
    .filter_map(|(what, names)| Some(format!("{what}: {}", names?)))
    .collect();
    if told.is_empty() {
        return Ok(());
    }
    let advice = if report.items.iter().any(is_over_budget) {
        "Write fewer or simpler checks, and run the others on this version first."
    } else {
        "Run them on this version first."
    };
    let message = format!(
        "A protected label takes only versions whose tests are green. Tests of {version} {}. {advice}",
        told.join("; ")
    );
    Err(ApiError::rule("version", "tests_not_green", message))
}

/// Whether a test is open since no budget was left for its checks.
fn is_over_budget(test: &TestResult) -> bool {
    let runs = test.runs.iter().filter(|run| run.is_this_text);
    let mut checks = test.checks.iter().chain(runs.flat_map(|run| &run.checks));
    test.status == CheckStatus::Pending && checks.any(CheckResult::is_not_checked)
}

fn named<'t>(tests: impl Iterator<Item = &'t TestResult>) -> Option<String> {
    let names: Vec<&str> = tests.map(|test| test.name.as_str()).collect();
    let more = names.len().saturating_sub(NAMED);
    let listed = names[..names.len() - more].join(", ");
    match (names.len(), more) {
        (0, _) => None,
        (_, 0) => Some(listed),
        (_, more) => Some(format!("{listed} and {more} more")),
    }
}
