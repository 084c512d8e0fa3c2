//! The tests of a prompt in the words of other tools.

use serde_json::{Map, Value, json};

use super::ForeignFormat;
use super::syntax::Syntax;
use crate::Content;
use crate::content::test_case::{Check, CheckKind, CheckTarget, TestCase};

impl ForeignFormat {
    /// Whether its files have tests.
    pub(super) const fn has_tests(self) -> bool {
        matches!(self, Self::GithubModels | Self::Promptfoo)
    }
}

/// The tests of a configuration of promptfoo.
pub(super) fn promptfoo(content: &Content) -> Vec<Value> {
    let tests = content.tests();
    tests.iter().map(promptfoo_test).collect()
}

fn promptfoo_test(test: &TestCase) -> Value {
    let mut written = Map::new();
    if !test.title.is_empty() {
        written.insert("description".to_owned(), Value::from(&*test.title));
    }
    let vars = test.values.iter().map(|(name, value)| {
        let value = match literal(value) {
            // A list of values would be as many tests.
            Value::Array(list) => json!([list]),
            value => value,
        };
        (name.clone(), value)
    });
    written.insert("vars".to_owned(), Value::Object(vars.collect()));
    let assert: Vec<_> = test.checks.iter().flat_map(promptfoo_assert).collect();
    if !assert.is_empty() {
        written.insert("assert".to_owned(), Value::from(assert));
    }
    Value::Object(written)
}

/// The assertions for a check; none if there is no such one.
fn promptfoo_assert(check: &Check) -> Vec<Value> {
    if check.on == CheckTarget::Prompt {
        return Vec::new();
    }
    let value = match check.kind {
        CheckKind::JsonSchema => check.value.clone(),
        _ => literal(&check.value),
    };
    let folded = if check.ignore_case { "i" } else { "" };
    match check.kind {
        CheckKind::Contains => vec![json!({ "type": format!("{folded}contains"), "value": value })],
        CheckKind::NotContains => {
            vec![json!({ "type": format!("not-{folded}contains"), "value": value })]
        }
        CheckKind::Equals if !check.ignore_case => {
            vec![json!({ "type": "equals", "value": value })]
        }
        CheckKind::Regex => vec![json!({ "type": "regex", "value": value })],
        CheckKind::JsonSchema if value.is_object() => {
            vec![json!({ "type": "is-json", "value": value })]
        }
        CheckKind::JsonSchema => vec![json!({ "type": "is-json" })],
        CheckKind::MaxCharacters => {
            let limit = format!("[...output].length <= {value}");
            vec![json!({ "type": "javascript", "value": limit })]
        }
        CheckKind::ForbiddenWords => vec![json!({ "type": "not-icontains-any", "value": value })],
        CheckKind::Judge => vec![json!({ "type": "llm-rubric", "value": value })],
        CheckKind::Equals | CheckKind::MaxTokens => Vec::new(),
    }
}

/// A value in whose texts nothing is filled in.
fn literal(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            let mut written = String::new();
            Syntax::Jinja.push_text(&mut written, text, false);
            Value::from(written)
        }
        Value::Array(list) => list.iter().map(literal).collect(),
        Value::Object(map) => {
            let map = map.iter().map(|(key, one)| (key.clone(), literal(one)));
            Value::Object(map.collect())
        }
        value => value.clone(),
    }
}

/// `testData` and `evaluators` of a prompt file of GitHub Models, where every evaluator checks every test. Checks that
/// differ from test to test are one evaluator of `{{expected}}` where each test has one of the same kind.
pub(super) fn github_models(content: &Content) -> Map<String, Value> {
    let tests = content.tests();
    let Some(first) = tests.first() else {
        return Map::new();
    };
    let is_common = |check: &Check| tests.iter().all(|test| test.checks.contains(check));
    let mut evaluators = Vec::new();
    for check in first.checks.iter().filter(|check| is_common(check)) {
        if let Some(key) = github_key(check) {
            evaluators.push(evaluator(key, &check.value));
        }
    }
    let expected = [CheckKind::Equals, CheckKind::Contains]
        .into_iter()
        .find_map(|kind| {
            let own = tests.iter().map(|test| {
                let is_own = |check: &&Check| {
                    check.kind == kind && github_key(check).is_some() && !is_common(check)
                };
                test.checks.iter().find(is_own)
            });
            own.collect::<Option<Vec<&Check>>>()
        });
    let has_expected = tests
        .iter()
        .any(|test| test.values.contains_key("expected"));
    let expected = expected.filter(|_| !has_expected);
    let rows = tests.iter().enumerate().map(|(at, test)| {
        let mut row = test.values.clone();
        if let Some(expected) = &expected {
            row.insert("expected".to_owned(), expected[at].value.clone());
        }
        Value::Object(row)
    });
    let rows: Value = rows.collect();
    if let Some(key) = expected.as_ref().and_then(|checks| github_key(checks[0])) {
        evaluators.push(evaluator(key, &Value::from("{{expected}}")));
    }
    let mut file = Map::from_iter([("testData".to_owned(), rows)]);
    if !evaluators.is_empty() {
        file.insert("evaluators".to_owned(), Value::from(evaluators));
    }
    file
}

fn github_key(check: &Check) -> Option<&'static str> {
    if check.on == CheckTarget::Prompt || check.ignore_case {
        return None;
    }
    match check.kind {
        CheckKind::Contains => Some("contains"),
        CheckKind::Equals => Some("equals"),
        _ => None,
    }
}

fn evaluator(key: &str, value: &Value) -> Value {
    let name = format!("{key} {}", value.as_str().unwrap_or_default());
    json!({ "name": name, "string": { key: value } })
}

/// The number of checks that the file of a format does not have.
pub(super) fn left_out(content: &Content, format: ForeignFormat) -> usize {
    let tests = content.tests();
    let all: usize = tests.iter().map(|test| test.checks.len()).sum();
    let checks = tests.iter().flat_map(|test| &test.checks);
    match format {
        ForeignFormat::Promptfoo => checks
            .filter(|check| promptfoo_assert(check).is_empty())
            .count(),
        ForeignFormat::GithubModels => {
            let file = github_models(content);
            let evaluators = file.get("evaluators").and_then(Value::as_array);
            all - evaluators.map_or(0, Vec::len) * tests.len()
        }
        _ => all,
    }
}
