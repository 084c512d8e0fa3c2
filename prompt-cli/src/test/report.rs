//! The results of tests: lines for people, JSON, and `JUnit` XML for CI.

use std::fmt::Write as _;

use prompt_core::checks::{CheckResult, CheckStatus};
use serde::Serialize;

use crate::terminal::{lines, one_line};

/// The result of a test.
#[derive(Serialize)]
pub struct Tested {
    pub id: String,
    pub name: String,
    /// The model that answered; none if none was asked.
    pub model: Option<String>,
    pub status: CheckStatus,
    /// Why the test could not be run.
    pub error: Option<String>,
    pub checks: Vec<CheckResult>,
    pub answer: Option<String>,
}

/// The results of all tests.
pub struct Report<'a> {
    pub prompt: &'a str,
    pub tests: Vec<Tested>,
}

/// The results as JSON.
#[derive(Serialize)]
pub struct Summary<'a> {
    prompt: &'a str,
    passed: usize,
    failed: usize,
    pending: usize,
    tests: &'a [Tested],
}

impl Tested {
    /// Why it did not pass.
    fn reasons(&self) -> Vec<&str> {
        let failed = self
            .checks
            .iter()
            .filter(|check| check.status == CheckStatus::Failed);
        let failed = failed.map(|check| check.message.as_str());
        self.error.as_deref().into_iter().chain(failed).collect()
    }

    /// Whether the provider or the server did not answer.
    fn is_error(&self) -> bool {
        self.status == CheckStatus::Pending && self.error.is_some()
    }

    /// The model that answered, or what stands in its place.
    fn place(&self) -> &str {
        self.model.as_deref().unwrap_or("without a model")
    }
}

impl Report<'_> {
    fn count(&self, status: CheckStatus) -> usize {
        self.tests
            .iter()
            .filter(|test| test.status == status)
            .count()
    }

    pub fn has_failed(&self) -> bool {
        self.count(CheckStatus::Failed) > 0
    }

    pub fn summary(&self) -> Summary<'_> {
        Summary {
            prompt: self.prompt,
            passed: self.count(CheckStatus::Passed),
            failed: self.count(CheckStatus::Failed),
            pending: self.count(CheckStatus::Pending),
            tests: &self.tests,
        }
    }

    /// A line for each test, why it did not pass, and the counts.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut place = None;
        for test in &self.tests {
            if place != Some(test.place()) {
                place = Some(test.place());
                let _ = writeln!(
                    text,
                    "{}, {}",
                    one_line(self.prompt),
                    one_line(test.place())
                );
            }
            let sign = match test.status {
                CheckStatus::Passed => "passed ",
                CheckStatus::Failed => "FAILED ",
                CheckStatus::Pending => "not run",
            };
            let _ = writeln!(text, "  {sign}  {}", one_line(&test.name));
            for reason in test.reasons() {
                let _ = writeln!(text, "           {}", one_line(reason));
            }
        }
        let summary = self.summary();
        let _ = writeln!(
            text,
            "{} passed, {} failed, {} not run",
            summary.passed, summary.failed, summary.pending
        );
        text
    }

    /// The results as `JUnit` XML, which CI systems read. A test on a model is a case of the class of the model.
    pub fn junit(&self) -> String {
        let summary = self.summary();
        let name = escaped(self.prompt);
        let errors = self.tests.iter().filter(|test| test.is_error()).count();
        let mut xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"{errors}\" skipped=\"{}\">\n",
            self.tests.len(),
            summary.failed,
            summary.pending - errors
        );
        for test in &self.tests {
            let (name, place) = (escaped(&test.name), escaped(test.place()));
            let _ = write!(xml, "    <testcase name=\"{name}\" classname=\"{place}\"");
            match test.status {
                CheckStatus::Passed => xml.push_str("/>\n"),
                CheckStatus::Pending if test.is_error() => {
                    let reasons = escaped(&test.reasons().join("\n"));
                    let _ = writeln!(xml, "><error message=\"{reasons}\"/></testcase>");
                }
                CheckStatus::Pending => xml.push_str("><skipped/></testcase>\n"),
                CheckStatus::Failed => {
                    let reasons = escaped(&test.reasons().join("\n"));
                    let answer = escaped(test.answer.as_deref().unwrap_or_default());
                    let _ = writeln!(
                        xml,
                        ">\n      <failure message=\"{reasons}\">{reasons}</failure>\n      <system-out>{answer}</system-out>\n    </testcase>"
                    );
                }
            }
        }
        xml.push_str("  </testsuite>\n</testsuites>\n");
        xml
    }
}

/// A text in XML. Characters that XML does not have are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in lines(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}
