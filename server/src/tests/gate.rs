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

/// Why a test is not green.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Failed,
    NotRun,
    OverBudget,
    Unchecked,
    /// It cannot be run with its values, or not be read.
    Broken,
}

impl Open {
    const ALL: [Self; 5] = [
        Self::Failed,
        Self::NotRun,
        Self::OverBudget,
        Self::Unchecked,
        Self::Broken,
    ];

    fn of(test: &TestResult) -> Option<Self> {
        match test.status {
            CheckStatus::Passed => None,
            CheckStatus::Failed => Some(Self::Failed),
            CheckStatus::Pending if is_over_budget(test) => Some(Self::OverBudget),
            CheckStatus::Pending if test.problem.is_some() => Some(Self::Broken),
            CheckStatus::Pending if test.checks.is_empty() => Some(Self::Unchecked),
            CheckStatus::Pending => Some(Self::NotRun),
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::NotRun => "not run",
            Self::OverBudget => {
                "not checked, since the checks of this prompt take too long together"
            }
            Self::Unchecked => "without checks",
            Self::Broken => "that cannot be run",
        }
    }
}

/// 422 unless all tests of a version passed. A version without tests passes.
pub async fn expect_green(db: &Db, me: Uuid, prompt: Uuid, version: VersionNumber) -> Result<()> {
    let report = report::of(db, me, prompt, Some(version)).await?;
    let named = |why| {
        named(
            report
                .items
                .iter()
                .filter(|test| Open::of(test) == Some(why)),
        )
    };
    let open: Vec<(Open, String)> = Open::ALL
        .into_iter()
        .filter_map(|why| Some((why, named(why)?)))
        .collect();
    if open.is_empty() {
        return Ok(());
    }
    let has = |wanted: &[Open]| open.iter().any(|(why, _)| wanted.contains(why));
    let advice = if has(&[Open::Unchecked, Open::Broken]) {
        "Mend or delete these tests, and save a version."
    } else if has(&[Open::OverBudget]) {
        "Write fewer or simpler checks, and run the others on this version first."
    } else {
        "Run them on this version first."
    };
    let told: Vec<String> = open
        .iter()
        .map(|(why, names)| format!("{}: {names}", why.label()))
        .collect();
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
