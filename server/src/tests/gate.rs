//! Which versions a protected label may point to: those whose tests are green.

use prompt_core::VersionNumber;
use prompt_core::checks::CheckStatus;
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
    let red = named(with(CheckStatus::Failed));
    let open = named(with(CheckStatus::Pending));
    let told = match (red, open) {
        (None, None) => return Ok(()),
        (Some(red), None) => format!("failed: {red}"),
        (None, Some(open)) => format!("not run: {open}"),
        (Some(red), Some(open)) => format!("failed: {red}; not run: {open}"),
    };
    let message = format!(
        "A protected label takes only versions whose tests are green. Tests of {version} {told}. Run them on this version first."
    );
    Err(ApiError::rule("version", "tests_not_green", message))
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
