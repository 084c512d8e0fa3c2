//! Sets the tests of a prompt, as its file says. What has no place in ours stays beside the prompt with the rest of the
//! file, and is named.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use crate::Prompt;
use crate::content::test_case::{Check, CheckKind, TESTS, TestCase, check_tests};
use crate::text::truncate;

/// Reads the `tests` of a promptfoo configuration. `file` is the whole configuration.
pub(super) fn of_promptfoo(prompt: &mut Prompt, file: &Map<String, Value>, told: &mut Diagnostics) {
    let Some(list) = file.get("tests").and_then(Value::as_array) else {
        return;
    };
    let common = file.get("defaultTest").unwrap_or(&Value::Null);
    let mut left_out = Vec::new();
    let mut tests = Vec::new();
    for test in list.iter().filter(|test| test.is_object()) {
        let mut vars = Map::new();
        let mut asserts = Vec::new();
        for part in [common, test] {
            if let Some(Value::Object(own)) = part.get("vars") {
                vars.extend(own.clone());
            }
            let own = part.get("assert").and_then(Value::as_array);
            asserts.extend(own.into_iter().flatten());
        }
        let is_kept = |part: &Value| part["options"]["disableVarExpansion"] == true;
        let rows = if is_kept(common) || is_kept(test) {
            vec![vars]
        } else {
            each_row(vars)
        };
        let title = test.get("description").and_then(Value::as_str);
        for row in rows {
            let values = row.iter().map(|(name, value)| {
                let mut value = value.clone();
                fill(&mut value, &row);
                (name.clone(), value)
            });
            let values: Map<String, Value> = values.collect();
            let mut checks = Vec::new();
            for assert in &asserts {
                let mut assert = (*assert).clone();
                let mut is_logic = false;
                if let Some(value) = assert.get_mut("value") {
                    is_logic = has_logic(value, &values);
                    fill(value, &values);
                }
                if is_logic || !promptfoo_check(&assert, &mut checks) {
                    let kind = assert.get("type").and_then(Value::as_str);
                    left_out.push(kind.unwrap_or("assert").to_owned());
                }
            }
            tests.push(TestCase {
                id: String::new(),
                title: title.unwrap_or_default().to_owned(),
                values,
                checks,
            });
        }
    }
    set(prompt, tests, &mut left_out, told);
    tell(left_out, told);
}

/// The values of each case: where a value is a list, there is a case for each of its values, with each of the others.
fn each_row(vars: Map<String, Value>) -> Vec<Map<String, Value>> {
    let mut rows = vec![Map::new()];
    for (name, value) in vars {
        let values = match value {
            Value::Array(list) if !list.is_empty() => list,
            value => vec![value],
        };
        let mut next = Vec::new();
        for row in &rows {
            for value in &values {
                // One more than are taken over, so that this is told.
                if next.len() <= TESTS {
                    let mut row = row.clone();
                    row.insert(name.clone(), value.clone());
                    next.push(row);
                }
            }
        }
        rows = next;
    }
    rows
}

/// Whether a text of a value has more of a template than names with values and quoted texts.
fn has_logic(value: &Value, row: &Map<String, Value>) -> bool {
    match value {
        Value::String(text) => {
            let mut rest = &**text;
            while let Some((before, after)) = rest.split_once("{{") {
                let known = after
                    .split_once("}}")
                    .filter(|(name, _)| shown(name, row).is_some());
                match known {
                    Some((_, after)) if !before.contains("{%") => rest = after,
                    _ => return true,
                }
            }
            rest.contains("{%")
        }
        Value::Array(list) => list.iter().any(|one| has_logic(one, row)),
        _ => false,
    }
}

/// Puts values in the place of their names, in every text of a value.
fn fill(value: &mut Value, row: &Map<String, Value>) {
    match value {
        Value::String(text) if text.contains("{{") => *text = filled(text, row),
        Value::Array(list) => list.iter_mut().for_each(|one| fill(one, row)),
        Value::Object(map) => map.values_mut().for_each(|one| fill(one, row)),
        _ => {}
    }
}

/// Adds what an assertion of promptfoo checks. Returns false if there is no check for it.
fn promptfoo_check(assert: &Value, checks: &mut Vec<Check>) -> bool {
    let value = assert.get("value").unwrap_or(&Value::Null);
    let kind = assert
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let (name, ignore_case) = match kind {
        "icontains" => ("contains", true),
        "not-icontains" => ("not-contains", true),
        "icontains-all" => ("contains-all", true),
        "not-icontains-any" => ("not-contains-any", true),
        kind => (kind, false),
    };
    let words = || match value {
        Value::Array(list) => list.iter().map(Value::as_str).collect::<Option<Vec<_>>>(),
        Value::String(list) => Some(list.split(',').map(str::trim).collect()),
        _ => None,
    };
    let text = |kind: CheckKind| {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            _ => return None,
        };
        Some(Check::new(kind, text))
    };
    let each = |kind: CheckKind| {
        let checks = words()?.into_iter().map(|word| Check::new(kind, word));
        Some(checks.collect::<Vec<_>>())
    };
    let one = |check: Option<Check>| check.map(|check| vec![check]);
    let read = match name {
        "contains" => one(text(CheckKind::Contains)),
        "not-contains" => one(text(CheckKind::NotContains)),
        "equals" => one(text(CheckKind::Equals)),
        "regex" => one(text(CheckKind::Regex)),
        "llm-rubric" => one(text(CheckKind::Judge)),
        "contains-all" => each(CheckKind::Contains),
        "not-contains-any" => each(CheckKind::NotContains),
        "is-json" => one(match value {
            Value::Null => Some(Check::new(CheckKind::JsonSchema, true)),
            Value::Object(_) => Some(Check::new(CheckKind::JsonSchema, value.clone())),
            _ => None,
        }),
        "javascript" => one(most_characters(value)),
        _ => None,
    };
    let Some(read) = read else {
        return false;
    };
    checks.extend(read.into_iter().map(|check| Check {
        ignore_case,
        ..check
    }));
    true
}

/// `output.length <= 100`, the way to limit an answer there.
fn most_characters(value: &Value) -> Option<Check> {
    let rest = value.as_str()?.trim().trim_end_matches(';');
    let rest = rest
        .strip_prefix("[...output].length")
        .or_else(|| rest.strip_prefix("output.length"))?;
    let most = rest.trim().strip_prefix("<=")?.trim();
    let is_number = (1..=9).contains(&most.len()) && most.bytes().all(|byte| byte.is_ascii_digit());
    let most: u32 = is_number.then(|| most.parse().ok())??;
    Some(Check::new(CheckKind::MaxCharacters, most))
}

/// Reads `testData` and `evaluators` of a prompt file of GitHub Models. An evaluator is a check of every test, and
/// `{{expected}}` in it is a value of the test.
pub(super) fn of_github(prompt: &mut Prompt, file: &Map<String, Value>, told: &mut Diagnostics) {
    let Some(rows) = file.get("testData").and_then(Value::as_array) else {
        return;
    };
    let mut left_out = Vec::new();
    let evaluators = file.get("evaluators").and_then(Value::as_array);
    let mut wanted = Vec::new();
    for evaluator in evaluators.into_iter().flatten() {
        let compared = evaluator.get("string").and_then(Value::as_object);
        for (key, text) in compared.into_iter().flatten() {
            match (github_kind(key), text.as_str()) {
                (Some(_), Some(text)) => wanted.push((key.as_str(), text)),
                _ => left_out.push(key.clone()),
            }
        }
        if compared.is_none() {
            let name = evaluator.get("uses").or_else(|| evaluator.get("name"));
            left_out.push(
                name.and_then(Value::as_str)
                    .unwrap_or("an evaluator")
                    .to_owned(),
            );
        }
    }
    let tests = rows
        .iter()
        .filter_map(Value::as_object)
        .map(|row| TestCase {
            id: String::new(),
            title: String::new(),
            values: row.clone(),
            checks: wanted
                .iter()
                .filter_map(|(key, text)| {
                    Some(github_check(github_kind(key)?, key, &filled(text, row)))
                })
                .collect(),
        });
    let tests = tests.collect();
    set(prompt, tests, &mut left_out, told);
    tell(left_out, told);
}

fn github_kind(key: &str) -> Option<CheckKind> {
    match key {
        "contains" => Some(CheckKind::Contains),
        "equals" => Some(CheckKind::Equals),
        "startsWith" | "endsWith" => Some(CheckKind::Regex),
        _ => None,
    }
}

fn github_check(kind: CheckKind, key: &str, text: &str) -> Check {
    match key {
        "startsWith" => Check::new(kind, format!("^{}", escaped(text))),
        "endsWith" => Check::new(kind, format!("{}$", escaped(text))),
        _ => Check::new(kind, text),
    }
}

/// What stands for the inside of a tag: the value of a name, or a quoted text, as braces that are text are written.
fn shown(inner: &str, row: &Map<String, Value>) -> Option<String> {
    let inner = inner.trim();
    let quoted = ['\'', '"'].into_iter().find_map(|quote| {
        let inner = inner.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inner.contains([quote, '\\'])).then(|| inner.to_owned())
    });
    quoted.or_else(|| {
        let value = row.get(inner)?;
        Some(
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned),
        )
    })
}

/// A text with the values of a row in the place of their names.
fn filled(text: &str, row: &Map<String, Value>) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let value = after.split_once("}}").and_then(|(name, after)| {
            let value = shown(name, row)?;
            Some((value, after))
        });
        if let Some((value, after)) = value {
            filled.push_str(&value);
            rest = after;
        } else {
            filled.push_str("{{");
            rest = after;
        }
    }
    filled + rest
}

/// A text as a regular expression.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Stores tests. Checks that are not valid, and tests beyond the limit, are left out and named.
fn set(
    prompt: &mut Prompt,
    tests: Vec<TestCase>,
    left_out: &mut Vec<String>,
    told: &mut Diagnostics,
) {
    if tests.len() > TESTS {
        let message = format!(
            "The file has {} tests; the first {TESTS} were taken over",
            tests.len()
        );
        told.warn("too_many_tests", "tests".to_owned(), message);
    }
    let tests = tests.into_iter();
    let written: Vec<Value> = tests
        .take(TESTS)
        .filter_map(|test| stored(test, left_out))
        .collect();
    if !written.is_empty() {
        prompt.content.set_tests(Value::Array(written));
    }
}

/// A test as it is stored, without an id: its number stands for it. Checks that are not valid are left out.
fn stored(mut test: TestCase, left_out: &mut Vec<String>) -> Option<Value> {
    let is_valid = |test: &TestCase| check_tests(&Value::Array(vec![test.written()])).is_ok();
    for check in std::mem::take(&mut test.checks) {
        test.checks.push(check);
        if !is_valid(&test)
            && let Some(check) = test.checks.pop()
        {
            let value = truncate(check.text(), 40);
            left_out.push(format!("{} {value}", check.kind).trim_end().to_owned());
        }
    }
    is_valid(&test).then(|| test.written())
}

fn tell(left_out: Vec<String>, told: &mut Diagnostics) {
    let mut named: Vec<String> = Vec::new();
    for one in left_out {
        if !named.contains(&one) {
            named.push(one);
        }
    }
    if !named.is_empty() {
        let message = format!(
            "There is no check for {}; it stays beside the prompt as it is",
            named.join(", ")
        );
        told.warn("checks_left_out", "tests".to_owned(), message);
    }
}
