//! Sets the tests of a prompt, as its file says. What has no place in ours stays beside the prompt with the rest of the
//! file, and is named.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::FILE_BYTES;
use super::diagnostics::Diagnostics;
use crate::Prompt;
use crate::content::test_case::{Check, CheckKind, TESTS, TestCase, parse_tests};
use crate::text::truncate;

/// Reads the `tests` of a promptfoo configuration. `file` is the whole configuration.
pub(super) fn of_promptfoo(
    prompt: &mut Prompt,
    file: &Map<String, Value>,
    room: &mut Room,
    told: &mut Diagnostics,
) {
    let Some(list) = file.get("tests").and_then(Value::as_array) else {
        return;
    };
    let common = file.get("defaultTest").unwrap_or(&Value::Null);
    let mut left_out = Vec::new();
    let mut tests = Vec::new();
    'tests: for test in list.iter().filter(|test| test.is_object()) {
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
        let is_each = !is_kept(common) && !is_kept(test);
        let title = test.get("description").and_then(Value::as_str);
        for row in each_row(&vars, is_each) {
            let mut values = row.clone();
            for value in values.values_mut() {
                fill(value, &row, room);
            }
            let mut checks = Vec::new();
            for assert in &asserts {
                let mut assert = (*assert).clone();
                let mut is_logic = false;
                if let Some(value) = assert.get_mut("value") {
                    is_logic = has_logic(value, &values);
                    fill(value, &values, room);
                }
                if is_logic || !promptfoo_check(&assert, &mut checks) {
                    let kind = assert.get("type").and_then(Value::as_str);
                    left_out.push(kind.unwrap_or("assert").to_owned());
                }
            }
            values.iter().for_each(|(name, value)| {
                room.take(name.len() + size(value));
            });
            // One more than are taken over, so that this is told.
            if room.is_full() || tests.len() > TESTS {
                break 'tests;
            }
            tests.push(TestCase {
                id: String::new(),
                title: title.unwrap_or_default().to_owned(),
                values,
                checks,
            });
        }
    }
    room.tell(told);
    set(prompt, tests, &mut left_out, told);
    tell(&left_out, told);
}

/// The bytes that tests may still take. Values that are put into each other would grow without end.
pub(super) struct Room(usize);

impl Default for Room {
    fn default() -> Self {
        Self(FILE_BYTES)
    }
}

impl Room {
    /// Takes some of it. Returns false if there is not as much left.
    fn take(&mut self, bytes: usize) -> bool {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }

    const fn is_full(&self) -> bool {
        self.0 == 0
    }

    fn tell(&self, told: &mut Diagnostics) {
        if self.is_full() {
            let message = format!(
                "The tests have more than {FILE_BYTES} bytes with their values; those beyond were left out"
            );
            told.warn("tests_too_large", "tests".to_owned(), message);
        }
    }
}

/// About the bytes of a value.
fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(list) => list.iter().map(|one| 1 + size(one)).sum(),
        Value::Object(map) => map.iter().map(|(key, one)| key.len() + size(one)).sum(),
        _ => 4,
    }
}

/// The values of each case: where a value is a list, there is a case for each of its values, with each of the others.
/// Without `is_each`, a list is one value.
fn each_row(vars: &Map<String, Value>, is_each: bool) -> impl Iterator<Item = Map<String, Value>> {
    let choices = move |value: &Value| match value {
        Value::Array(list) if is_each => list.len().max(1),
        _ => 1,
    };
    let rows = vars.values().map(choices).fold(1, usize::saturating_mul);
    (0..rows).map(move |mut at| {
        let mut row = vars.clone();
        for value in row.values_mut().rev() {
            let count = choices(value);
            if let Value::Array(list) = value
                && is_each
                && !list.is_empty()
            {
                *value = list.swap_remove(at % count);
            }
            at /= count;
        }
        row
    })
}

/// Whether a text of a value has more of a template than names with values and quoted texts.
fn has_logic(value: &Value, row: &Map<String, Value>) -> bool {
    match value {
        Value::String(text) => {
            let mut rest = &**text;
            while let Some((before, after)) = rest.split_once("{{") {
                let known = tag(after).filter(|(name, _)| shown(name, row).is_some());
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
fn fill(value: &mut Value, row: &Map<String, Value>, room: &mut Room) {
    match value {
        Value::String(text) if text.contains("{{") => *text = filled(text, row, room),
        Value::Array(list) => list.iter_mut().for_each(|one| fill(one, row, room)),
        Value::Object(map) => map.values_mut().for_each(|one| fill(one, row, room)),
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
    let mut room = Room::default();
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
        .take(TESTS + 1)
        .map(|row| TestCase {
            id: String::new(),
            title: String::new(),
            values: row.clone(),
            checks: wanted
                .iter()
                .filter_map(|(key, text)| {
                    Some(github_check(
                        github_kind(key)?,
                        key,
                        &filled(text, row, &mut room),
                    ))
                })
                .collect(),
        });
    let tests = tests.collect();
    room.tell(told);
    set(prompt, tests, &mut left_out, told);
    tell(&left_out, told);
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
enum Shown<'a> {
    Text(&'a str),
    Value(&'a Value),
}

fn shown<'a>(inner: &'a str, row: &'a Map<String, Value>) -> Option<Shown<'a>> {
    let inner = inner.trim();
    let quoted = ['\'', '"'].into_iter().find_map(|quote| {
        let inner = inner.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inner.contains([quote, '\\'])).then_some(Shown::Text(inner))
    });
    quoted.or_else(|| {
        let value = row.get(inner)?;
        Some(value.as_str().map_or(Shown::Value(value), Shown::Text))
    })
}

/// The inside of a tag that has begun, and the text behind it.
fn tag(after: &str) -> Option<(&str, &str)> {
    /// The longest tag in bytes.
    const LONGEST: usize = 1000;
    let end = after[..after.floor_char_boundary(LONGEST)].find("}}")?;
    Some((&after[..end], &after[end + 2..]))
}

/// A text with the values of a row in the place of their names, as long as there is room.
fn filled(text: &str, row: &Map<String, Value>, room: &mut Room) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let value = tag(after).and_then(|(name, after)| Some((shown(name, row)?, after)));
        let Some((value, after)) = value else {
            filled.push_str("{{");
            rest = after;
            continue;
        };
        let bytes = match value {
            Shown::Text(text) => text.len(),
            Shown::Value(value) => size(value),
        };
        if !room.take(bytes) {
            return filled;
        }
        match value {
            Shown::Text(text) => filled.push_str(text),
            Shown::Value(value) => filled.push_str(&value.to_string()),
        }
        rest = after;
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
        let message =
            format!("The file has more than {TESTS} tests; the first {TESTS} were taken over");
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
    let is_valid =
        |test: &TestCase| parse_tests(&Value::Array(vec![test.written()]), &Value::Null).is_ok();
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

fn tell(left_out: &[String], told: &mut Diagnostics) {
    let mut seen = BTreeSet::new();
    let named: Vec<&str> = left_out
        .iter()
        .map(|one| &**one)
        .filter(|one| seen.insert(*one))
        .collect();
    if !named.is_empty() {
        let message = format!(
            "There is no check for {}; it stays beside the prompt as it is",
            named.join(", ")
        );
        told.warn("checks_left_out", "tests".to_owned(), message);
    }
}
