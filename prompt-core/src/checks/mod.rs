//! Evaluates the checks of a test. Texts, patterns and schemas are hostile: every check ends within a bounded number of
//! steps.

mod budget;
pub mod judge;
mod patterns;
mod schema;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::content::test_case::{Check, CheckKind, CheckTarget, TestCase};
use crate::string_enum::string_enum;
use crate::text::{TextCounts, truncate};

pub use budget::Budget;
use patterns::Pattern;

/// The most bytes of a text that a regular expression is matched with, or that is read as JSON.
const MATCHED_BYTES: usize = 256 * 1024;
/// Steps that reading a byte of JSON counts for: a value takes more memory than its text.
const JSON_STEPS: usize = 8;
/// The characters of a text that a sentence quotes.
const QUOTED_CHARS: usize = 60;

/// The message of a check that no budget was left for.
const NOT_CHECKED: &str =
    "Not checked: the checks of this prompt take too long together. Write fewer or simpler ones.";

string_enum! {
    /// The outcome of a check, or of all checks of a test.
    pub enum CheckStatus as "outcome of a check" {
        /// It is true.
        Passed = "passed", "Passed";
        /// It is not true, or cannot be found out.
        Failed = "failed", "Failed";
        /// The answer, or the word of the judge, is still missing.
        Pending = "pending", "Not run";
    }
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckResult {
    /// Its outcome.
    pub status: CheckStatus,
    /// Why it did not pass; empty if it did.
    pub message: String,
}

impl CheckResult {
    /// A check that passed.
    pub const fn passed() -> Self {
        Self {
            status: CheckStatus::Passed,
            message: String::new(),
        }
    }

    /// A check that did not pass.
    pub fn failed(message: impl Into<String>) -> Self {
        Self {
            status: CheckStatus::Failed,
            message: message.into(),
        }
    }

    /// A check whose outcome is open, and why.
    pub fn pending(message: &str) -> Self {
        Self {
            status: CheckStatus::Pending,
            message: message.to_owned(),
        }
    }

    fn not_checked() -> Self {
        Self::pending(NOT_CHECKED)
    }

    /// Whether no budget was left for it.
    pub fn is_not_checked(&self) -> bool {
        self.status == CheckStatus::Pending && self.message == NOT_CHECKED
    }

    fn of(is_passed: bool, message: impl FnOnce() -> String) -> Self {
        if is_passed {
            Self::passed()
        } else {
            Self::failed(message())
        }
    }
}

/// The outcome of a test with these results: failed if one check failed, pending if one is missing or there is none.
pub fn status(results: &[CheckResult]) -> CheckStatus {
    let has = |status| results.iter().any(|result| result.status == status);
    match () {
        () if has(CheckStatus::Failed) => CheckStatus::Failed,
        () if has(CheckStatus::Pending) || results.is_empty() => CheckStatus::Pending,
        () => CheckStatus::Passed,
    }
}

/// Evaluates the checks of a test, in their order. `prompt` is the text that the model gets, `answer` what it answered.
pub fn evaluate(test: &TestCase, prompt: &str, answer: Option<&str>) -> Vec<CheckResult> {
    evaluate_within(&mut Budget::default(), test, prompt, answer)
}

/// As [`evaluate`], with a budget that other tests share. What it does not cover stays pending and says so.
pub fn evaluate_within(
    budget: &mut Budget,
    test: &TestCase,
    prompt: &str,
    answer: Option<&str>,
) -> Vec<CheckResult> {
    let evaluated = test.checks.iter().map(|check| {
        let (what, read) = match check.on {
            CheckTarget::Prompt => ("prompt", Some(prompt)),
            CheckTarget::Answer => ("answer", answer),
        };
        if let Some(hint) = check.unusable() {
            return CheckResult::failed(format!("This check can never be made: {hint}"));
        }
        match read {
            None => CheckResult::pending("No model has answered yet"),
            Some(_) if check.kind == CheckKind::Judge => {
                CheckResult::pending("No model has judged the answer yet")
            }
            Some(read) => {
                evaluate_check(budget, check, what, read).unwrap_or_else(CheckResult::not_checked)
            }
        }
    });
    evaluated.collect()
}

/// The results of a test that no budget is left for.
pub fn not_checked(test: &TestCase) -> Vec<CheckResult> {
    let results = test.checks.iter().map(|_| CheckResult::not_checked());
    results.collect()
}

fn quoted(text: &str) -> String {
    format!("\u{201c}{}\u{201d}", truncate(text, QUOTED_CHARS))
}

/// `None` if the budget does not cover it.
fn evaluate_check(
    budget: &mut Budget,
    check: &Check,
    what: &str,
    text: &str,
) -> Option<CheckResult> {
    let wanted = check.text();
    let folded = |text: &str| {
        if check.ignore_case {
            text.to_lowercase()
        } else {
            text.to_owned()
        }
    };
    let times = match (check.kind, &check.value) {
        (CheckKind::ForbiddenWords, Value::Array(words)) => words.len() + 2,
        (CheckKind::MaxTokens | CheckKind::MaxCharacters, _) => 4,
        _ => 2,
    };
    budget.take((text.len() + wanted.len()).saturating_mul(times))?;
    Some(match check.kind {
        CheckKind::Contains => CheckResult::of(folded(text).contains(&folded(wanted)), || {
            format!("The {what} does not contain {}", quoted(wanted))
        }),
        CheckKind::NotContains => CheckResult::of(!folded(text).contains(&folded(wanted)), || {
            format!("The {what} contains {}", quoted(wanted))
        }),
        CheckKind::Equals => CheckResult::of(folded(text.trim()) == folded(wanted.trim()), || {
            format!(
                "The {what} is {}, not {}",
                quoted(text.trim()),
                quoted(wanted)
            )
        }),
        CheckKind::Regex => return regex(budget, wanted, what, text),
        CheckKind::JsonSchema => return json_schema(budget, &check.value, what, text),
        CheckKind::MaxCharacters => limit(
            &check.value,
            what,
            TextCounts::of(text).characters,
            "characters",
        ),
        CheckKind::MaxTokens => limit(&check.value, what, TextCounts::of(text).tokens, "tokens"),
        CheckKind::ForbiddenWords => forbidden_words(&check.value, what, text),
        CheckKind::Judge => CheckResult::pending("No model has judged the answer yet"),
    })
}

fn too_long(what: &str, reader: &str) -> CheckResult {
    CheckResult::failed(format!(
        "The {what} is too long for {reader}: at most {MATCHED_BYTES} bytes"
    ))
}

fn regex(budget: &mut Budget, written: &str, what: &str, text: &str) -> Option<CheckResult> {
    if text.len() > MATCHED_BYTES {
        return Some(too_long(what, "a regular expression"));
    }
    budget.take(patterns::COMPILE_STEPS)?;
    let pattern = match Pattern::of(written) {
        Ok(pattern) => pattern,
        Err(message) => return Some(CheckResult::failed(message)),
    };
    budget.take(pattern.steps(text.len()))?;
    Some(CheckResult::of(pattern.regex.is_match(text), || {
        format!("Nothing in the {what} matches {}", quoted(written))
    }))
}

fn json_schema(budget: &mut Budget, schema: &Value, what: &str, text: &str) -> Option<CheckResult> {
    if text.len() > MATCHED_BYTES {
        return Some(too_long(what, "a JSON Schema"));
    }
    budget.take(JSON_STEPS * text.len())?;
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            return Some(CheckResult::failed(format!(
                "The {what} is not JSON: look at line {}, column {}",
                error.line(),
                error.column()
            )));
        }
    };
    Some(match schema::validate(budget, schema, &value)? {
        Ok(()) => CheckResult::passed(),
        Err(message) => CheckResult::failed(message),
    })
}

fn limit(most: &Value, what: &str, actual: usize, unit: &str) -> CheckResult {
    let most = most.as_u64().unwrap_or(u64::MAX);
    let actual = u64::try_from(actual).unwrap_or(u64::MAX);
    CheckResult::of(actual <= most, || {
        format!("The {what} has {actual} {unit}, at most {most} are allowed")
    })
}

fn forbidden_words(words: &Value, what: &str, text: &str) -> CheckResult {
    let text = text.to_lowercase();
    let words = words.as_array().map_or(&[][..], Vec::as_slice);
    let found: Vec<_> = words
        .iter()
        .filter_map(Value::as_str)
        .filter(|word| has_word(&text, &word.trim().to_lowercase()))
        .map(quoted)
        .collect();
    CheckResult::of(found.is_empty(), || {
        format!("The {what} has {}", found.join(", "))
    })
}

/// Whether a word stands in a text and is no part of a longer one. Scripts without upper and lower case, such as
/// Chinese, do not separate words, so there every place counts.
fn has_word(text: &str, word: &str) -> bool {
    let goes_on = |letter: Option<char>| {
        letter.is_some_and(|letter| letter.is_lowercase() || letter.is_numeric() || letter == '_')
    };
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            let starts_inside =
                goes_on(text[..at].chars().next_back()) && goes_on(word.chars().next());
            let ends_inside = goes_on(text[at + word.len()..].chars().next())
                && goes_on(word.chars().next_back());
            !starts_inside && !ends_inside
        })
}
