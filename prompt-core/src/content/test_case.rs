//! The tests of a prompt: values, and checks of what a model answers, under one key of the content.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Content, SOURCE};
use crate::import::IMPORTED;
use crate::string_enum::string_enum;
use crate::{Error, ErrorKind};

/// The content key that stores the tests.
const KEY: &str = "tests";
/// The most tests of a prompt.
pub const TESTS: usize = 100;
/// The most checks of a test.
pub const CHECKS: usize = 20;
/// The most characters of a text in a check.
pub const CHECK_CHARS: usize = 10_000;
/// The most characters of a regular expression.
pub const PATTERN_CHARS: usize = 1_000;
/// The most words of a check.
const WORDS: usize = 200;
/// The most characters of the id and of the title of a test.
const NAME_CHARS: usize = 200;

string_enum! {
    /// What a check looks for.
    pub enum CheckKind as "check" {
        /// The text is part of it.
        Contains = "contains", "Contains";
        /// The text is no part of it.
        NotContains = "not_contains", "Does not contain";
        /// It is the text, apart from blanks around it.
        Equals = "equals", "Equals";
        /// A part of it matches a regular expression.
        Regex = "regex", "Matches the regular expression";
        /// It is JSON that matches a JSON Schema.
        JsonSchema = "json_schema", "Matches the JSON Schema";
        /// It has at most this many characters.
        MaxCharacters = "max_characters", "At most this many characters";
        /// It has at most this many tokens, estimated.
        MaxTokens = "max_tokens", "At most this many tokens";
        /// None of the words is in it, in any case.
        ForbiddenWords = "forbidden_words", "Has none of the words";
        /// A model answers a question about it with yes.
        Judge = "judge", "A model says yes to";
    }
}

string_enum! {
    /// The text that a check reads.
    pub enum CheckTarget as "target of a check" {
        /// What the model answers.
        Answer = "answer", "The answer";
        /// What the model gets.
        Prompt = "prompt", "The rendered prompt";
    }
}

/// A test of a prompt: values for its variables, and what must be true then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TestCase {
    /// Its id, unique in the prompt; its number if the stored test has none.
    pub id: String,
    /// Its title. May be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub title: String,
    /// The values of the variables, by name.
    #[cfg_attr(feature = "ts", ts(as = "std::collections::HashMap<String, Value>"))]
    pub values: Map<String, Value>,
    /// The checks, all of which must pass.
    pub checks: Vec<Check>,
}

/// A check of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Check {
    /// What it looks for.
    pub kind: CheckKind,
    /// A text; a number for the two limits, a list of words for `forbidden_words`, a JSON Schema for `json_schema`.
    pub value: Value,
    /// The text it reads; the answer unless it says otherwise.
    #[serde(skip_serializing_if = "is_answer")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<CheckTarget>"))]
    pub on: CheckTarget,
    /// Whether upper and lower case are the same. For `contains`, `not_contains` and `equals`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub ignore_case: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_answer(target: &CheckTarget) -> bool {
    *target == CheckTarget::Answer
}

/// The keys of tests in the files of GitHub Models and promptfoo. What we have no check for stays under them.
const TESTS_ELSEWHERE: [&str; 5] = [
    "testData",
    "evaluators",
    "tests",
    "defaultTest",
    "scenarios",
];

/// Removes from the fields of a content what only members of the prompt's workspace read: the tests with their values,
/// also as another tool's file had them, and the source of an imported file, which has text from before an edit too.
pub(crate) fn redact(fields: &mut Map<String, Value>) {
    fields.shift_remove(KEY);
    fields.shift_remove(SOURCE);
    let imported = fields
        .get_mut(IMPORTED)
        .and_then(|imported| imported.get_mut("fields"))
        .and_then(Value::as_object_mut);
    if let Some(imported) = imported {
        for key in TESTS_ELSEWHERE {
            imported.shift_remove(key);
        }
    }
}

impl Content {
    /// The tests as they are stored; null without any.
    pub fn stored_tests(&self) -> &Value {
        self.extra.get(KEY).unwrap_or(&Value::Null)
    }

    /// The tests. What is not valid in stored ones is passed over.
    pub fn tests(&self) -> Vec<TestCase> {
        self.read_tests().filter_map(Result::ok).collect()
    }

    /// The tests, or why one that is stored cannot be read.
    pub fn read_tests(&self) -> impl Iterator<Item = Result<TestCase, Error>> {
        let list = self
            .stored_tests()
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let read = list.iter().enumerate();
        read.map(|(at, stored)| TestCase::read(stored, at))
    }

    /// Removes what only members of the prompt's workspace read: see [`redact`].
    pub fn redact(&mut self) {
        redact(&mut self.extra);
    }

    /// Replaces the tests, and returns the former ones if they are others.
    pub(crate) fn set_tests(&mut self, tests: Value) -> Option<Value> {
        let former = if tests.is_null() {
            self.extra.shift_remove(KEY)
        } else {
            self.extra.insert(KEY.to_owned(), tests)
        };
        let former = former.unwrap_or_default();
        (former != *self.stored_tests()).then_some(former)
    }
}

/// Checks tests that a person or a program writes now. Null stands for none. A check that can never be made is refused,
/// unless it `stood` in a test before.
///
/// # Errors
///
/// Returns an error with the field that is not valid, as `tests[2].checks[0].value`.
pub fn parse_tests(written: &Value, stood: &Value) -> Result<(), Error> {
    check_tests(written)?;
    let stood = unusable_checks(stood);
    let is_new = |check: &Check| stood.iter().all(|(other, _)| other != check);
    let mut found = unusable_checks(written).into_iter();
    let error = found.find(|(check, _)| is_new(check));
    error.map_or(Ok(()), |(_, error)| Err(error))
}

/// The checks of stored tests that can never be made, and why.
pub(crate) fn unusable_checks(tests: &Value) -> Vec<(Check, Error)> {
    let tests = tests.as_array().map_or(&[][..], Vec::as_slice);
    let mut found = Vec::new();
    for (at, test) in tests.iter().enumerate() {
        let checks = TestCase::read(test, at).map(|test| test.checks);
        for (index, check) in checks.unwrap_or_default().into_iter().enumerate() {
            if let Some(hint) = check.unusable() {
                let what = "The value of the check";
                let at = format!("tests[{at}].checks[{index}].value");
                found.push((check, ErrorKind::NotValid { what, hint }.at(at)));
            }
        }
    }
    found
}

/// Checks tests that are to be stored: those of a file or a merge may have checks that can never be made, which
/// [`Check::unusable`] names.
///
/// # Errors
///
/// Returns an error with the field that is not valid, as `tests[2].checks[0].value`.
pub fn check_tests(written: &Value) -> Result<(), Error> {
    let list = match written {
        Value::Null => return Ok(()),
        Value::Array(list) => list,
        _ => return not_valid("tests".to_owned(), "The list of tests", "write a JSON list"),
    };
    if list.len() > TESTS {
        return Err(ErrorKind::TooMany {
            what: "tests",
            limit: TESTS,
            actual: list.len(),
        }
        .at("tests"));
    }
    let mut ids = Vec::with_capacity(list.len());
    for (at, written) in list.iter().enumerate() {
        let id = TestCase::read(written, at)?.id;
        if ids.contains(&id) {
            return Err(ErrorKind::DuplicateId { id }.at(format!("tests[{at}].id")));
        }
        ids.push(id);
    }
    Ok(())
}

fn not_valid<T>(at: String, what: &'static str, hint: &'static str) -> Result<T, Error> {
    Err(ErrorKind::NotValid { what, hint }.at(at))
}

impl TestCase {
    /// Its title, or its number.
    pub fn name(&self, at: usize) -> String {
        if self.title.is_empty() {
            format!("Test {}", at + 1)
        } else {
            self.title.clone()
        }
    }

    /// Whether one of its checks reads the answer, so that a model must run.
    pub fn needs_answer(&self) -> bool {
        self.checks
            .iter()
            .any(|check| check.on == CheckTarget::Answer || check.kind == CheckKind::Judge)
    }

    /// The test as a file has it: without an id that its number stands for.
    pub(crate) fn written(&self) -> Value {
        let mut written = Map::new();
        for (key, text) in [("id", &self.id), ("title", &self.title)] {
            if !text.is_empty() {
                written.insert(key.to_owned(), Value::from(text.as_str()));
            }
        }
        written.insert("values".to_owned(), Value::Object(self.values.clone()));
        let checks = self.checks.iter().map(Check::written).collect();
        written.insert("checks".to_owned(), checks);
        Value::Object(written)
    }

    /// Reads the test at an index of the list.
    fn read(written: &Value, at: usize) -> Result<Self, Error> {
        let path = |field| format!("tests[{at}]{field}");
        let get = |key| written.get(key).unwrap_or(&Value::Null);
        let name = |value: &Value| {
            let read = match value {
                Value::Null => String::new(),
                Value::String(text) => text.trim().to_owned(),
                Value::Number(number) => number.to_string(),
                _ => return None,
            };
            (read.chars().count() <= NAME_CHARS).then_some(read)
        };
        if !written.is_object() {
            return not_valid(
                path(""),
                "The test",
                "write an object with values and checks",
            );
        }
        let hint = "write a text of at most 200 characters";
        let Some(id) = name(get("id")) else {
            return not_valid(path(".id"), "The id of the test", hint);
        };
        let Some(title) = name(get("title")) else {
            return not_valid(path(".title"), "The title of the test", hint);
        };
        let values = match get("values") {
            Value::Null => Map::new(),
            Value::Object(values) => values.clone(),
            _ => {
                let hint = "write an object with a value by the name of each variable";
                return not_valid(path(".values"), "The list of values", hint);
            }
        };
        let checks = match get("checks") {
            Value::Null => Vec::new(),
            Value::Array(list) if list.len() <= CHECKS => {
                let read = list.iter().enumerate();
                read.map(|(index, check)| {
                    Check::read(check, &format!("tests[{at}].checks[{index}]"))
                })
                .collect::<Result<_, _>>()?
            }
            _ => {
                let hint = "write a list of at most 20 objects with kind and value";
                return not_valid(path(".checks"), "The list of checks", hint);
            }
        };
        Ok(Self {
            id: if id.is_empty() {
                (at + 1).to_string()
            } else {
                id
            },
            title,
            values,
            checks,
        })
    }
}

impl Check {
    /// A check of the answer.
    pub fn new(kind: CheckKind, value: impl Into<Value>) -> Self {
        Self {
            kind,
            value: value.into(),
            on: CheckTarget::Answer,
            ignore_case: false,
        }
    }

    fn written(&self) -> Value {
        let mut written = Map::new();
        written.insert("kind".to_owned(), Value::from(self.kind.as_str()));
        written.insert("value".to_owned(), self.value.clone());
        if self.on != CheckTarget::Answer {
            written.insert("on".to_owned(), Value::from(self.on.as_str()));
        }
        if self.ignore_case {
            written.insert("ignore_case".to_owned(), Value::Bool(true));
        }
        Value::Object(written)
    }

    fn read(written: &Value, path: &str) -> Result<Self, Error> {
        let get = |key| written.get(key).unwrap_or(&Value::Null);
        let at = |field| move |error: Error| error.at(format!("{path}.{field}"));
        let kind: CheckKind = get("kind")
            .as_str()
            .unwrap_or_default()
            .parse()
            .map_err(at("kind"))?;
        let on = match get("on") {
            Value::Null => CheckTarget::Answer,
            target => target
                .as_str()
                .unwrap_or_default()
                .parse()
                .map_err(at("on"))?,
        };
        let value = get("value");
        let is_text = |most: usize| {
            value
                .as_str()
                .is_some_and(|text| !text.is_empty() && text.chars().count() <= most)
        };
        let is_word = |word: &Value| word.as_str().is_some_and(|word| !word.trim().is_empty());
        let (is_valid, hint) = match kind {
            CheckKind::JsonSchema => (
                value.is_object() || value.is_boolean(),
                r#"write a JSON Schema, as {"type": "object"}"#,
            ),
            CheckKind::MaxCharacters | CheckKind::MaxTokens => {
                (value.as_u64().is_some(), "write a whole number, as 500")
            }
            CheckKind::ForbiddenWords => (
                value.as_array().is_some_and(|words| {
                    (1..=WORDS).contains(&words.len()) && words.iter().all(is_word)
                }),
                "write a list of 1 to 200 words",
            ),
            CheckKind::Regex => (
                is_text(PATTERN_CHARS),
                "write a regular expression of at most 1000 characters",
            ),
            _ => (
                is_text(CHECK_CHARS),
                "write a text of at most 10000 characters",
            ),
        };
        if !is_valid {
            return not_valid(format!("{path}.value"), "The value of the check", hint);
        }
        Ok(Self {
            kind,
            value: value.clone(),
            on,
            ignore_case: get("ignore_case").as_bool().unwrap_or_default(),
        })
    }

    /// Why it can never be made, and what to write instead; none of most checks.
    pub fn unusable(&self) -> Option<&'static str> {
        match self.kind {
            CheckKind::JsonSchema if refers_elsewhere(&self.value) => Some(REFERENCES),
            CheckKind::Regex if looks_around(self.text()) => Some(
                r"write a regular expression without (?=, (?!, (?<=, (?<! and \1, which are not known here; a check of what is not contained may say the same",
            ),
            _ => None,
        }
    }

    /// Its text; empty if its value is none.
    pub fn text(&self) -> &str {
        self.value.as_str().unwrap_or_default()
    }
}

/// What to do about a reference to another document.
pub(super) const REFERENCES: &str =
    "let $ref lead to a place in the same schema, as #/$defs/name; nothing is fetched";

/// Whether a JSON Schema has a reference to another document.
fn refers_elsewhere(schema: &Value) -> bool {
    match schema {
        Value::Object(map) => map_refers_elsewhere(map),
        Value::Array(list) => list.iter().any(refers_elsewhere),
        _ => false,
    }
}

pub(super) fn map_refers_elsewhere(map: &Map<String, Value>) -> bool {
    map.iter().any(|(key, value)| match (&**key, value) {
        ("$ref", Value::String(reference)) => !reference.starts_with('#'),
        ("const" | "enum" | "default" | "examples", _) => false,
        // The keys are names here, which may be any of these words.
        (
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
            Value::Object(schemas),
        ) => schemas.values().any(refers_elsewhere),
        (_, value) => refers_elsewhere(value),
    })
}

/// Whether a regular expression looks ahead or behind, or refers to what a group matched.
fn looks_around(pattern: &str) -> bool {
    let mut rest = pattern;
    let mut is_in_class = false;
    while let Some(one) = rest.chars().next() {
        let is_look = ["(?=", "(?!", "(?<=", "(?<!", "(?>"];
        match one {
            '\\' => {
                let next = rest[1..].chars().next();
                if !is_in_class && next.is_some_and(|next| matches!(next, '1'..='9' | 'k')) {
                    return true;
                }
                rest = &rest[1 + next.map_or(0, char::len_utf8)..];
                continue;
            }
            '[' => is_in_class = true,
            ']' => is_in_class = false,
            '(' if !is_in_class && is_look.iter().any(|look| rest.starts_with(look)) => {
                return true;
            }
            _ => {}
        }
        rest = &rest[one.len_utf8()..];
    }
    false
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn stored(tests: Value) -> Content {
        let mut content = Content::default();
        content.set_tests(tests);
        content
    }

    #[test]
    fn others_read_no_test_wherever_it_stands() {
        let file = "name: T\nmessages:\n  - role: user\n    content: Hi {{name}}\nmodel: gpt-4o\n\
            testData:\n  - name: Mrs Byron\nevaluators:\n  - name: odd\n    string:\n      matches: Byron\n";
        let read = crate::import::import(file.as_bytes(), Some("t.prompt.yml"), None);
        let mut prompt = read.prompts.into_iter().next().expect("a prompt").prompt;
        let stored = |prompt: &crate::Prompt| serde_json::to_string(prompt).expect("JSON");
        assert!(stored(&prompt).contains("Byron"));
        prompt.content.redact();
        assert!(!stored(&prompt).contains("Byron"), "{}", stored(&prompt));
        assert!(stored(&prompt).contains("Hi {{name}}"));
    }

    #[test]
    fn tests_are_read_as_they_are_written() {
        let written = json!([
            {
                "id": "a", "title": "Short", "values": { "name": "Ada" },
                "checks": [
                    { "kind": "contains", "value": "Ada", "ignore_case": true },
                    { "kind": "max_tokens", "value": 5, "on": "prompt" },
                    { "kind": "forbidden_words", "value": ["sorry"] },
                    { "kind": "json_schema", "value": { "type": "object" } },
                ],
            },
            {},
        ]);
        check_tests(&written).unwrap();
        let tests = stored(written.clone()).tests();
        assert_eq!(serde_json::to_value(&tests[0]).unwrap(), written[0]);
        assert_eq!((&*tests[1].id, &*tests[1].name(1)), ("2", "Test 2"));
        assert!(tests[0].needs_answer() && !tests[1].needs_answer());
        check_tests(&Value::Null).unwrap();
        let check =
            |kind: &str, value: Value| json!([{ "checks": [{ "kind": kind, "value": value }] }]);
        for pattern in [r"\(\?=", "[(?=]", "(?:a)(?i)b(?<n>c)", r"\d\\1"] {
            parse_tests(&check("regex", json!(pattern)), &Value::Null).unwrap();
        }
        let schema = json!({ "$ref": "#/$defs/a", "$defs": { "a": {} }, "enum": [{ "$ref": "x" }], "properties": { "$ref": {} } });
        parse_tests(&check("json_schema", schema), &Value::Null).unwrap();
    }

    #[test]
    fn what_is_not_valid_is_named_and_passed_over_in_stored_tests() {
        let check = |check: Value| json!({ "checks": [check] });
        for (field, test) in [
            ("", json!(3)),
            (".id", json!({ "id": [] })),
            (".title", json!({ "title": "x".repeat(201) })),
            (".values", json!({ "values": [] })),
            (".checks", json!({ "checks": {} })),
            (".checks", json!({ "checks": vec![json!({}); 21] })),
            (".checks[0].kind", check(json!({ "value": "a" }))),
            (
                ".checks[0].kind",
                check(json!({ "kind": "sounds", "value": "a" })),
            ),
            (
                ".checks[0].on",
                check(json!({ "kind": "contains", "value": "a", "on": "x" })),
            ),
            (
                ".checks[0].value",
                check(json!({ "kind": "contains", "value": "" })),
            ),
            (
                ".checks[0].value",
                check(json!({ "kind": "contains", "value": "x".repeat(10_001) })),
            ),
            (
                ".checks[0].value",
                check(json!({ "kind": "regex", "value": "x".repeat(1_001) })),
            ),
            (
                ".checks[0].value",
                check(json!({ "kind": "json_schema", "value": "{}" })),
            ),
            (
                ".checks[0].value",
                check(json!({ "kind": "max_tokens", "value": -1 })),
            ),
            (
                ".checks[0].value",
                check(json!({ "kind": "forbidden_words", "value": [] })),
            ),
            (
                ".checks[0].value",
                check(json!({ "kind": "forbidden_words", "value": [" "] })),
            ),
        ] {
            let error = check_tests(&json!([{}, test])).expect_err(field);
            assert_eq!(error.field(), Some(&*format!("tests[1]{field}")));
            assert_eq!(stored(json!([{}, test])).tests().len(), 1, "{test}");
        }
        let twice = check_tests(&json!([{ "id": "a" }, { "id": "a" }])).unwrap_err();
        assert_eq!(twice.code(), "duplicate_id");
        let many = check_tests(&json!(vec![json!({}); 101])).unwrap_err();
        assert_eq!(many.code(), "too_many");
        assert_eq!(check_tests(&json!({})).unwrap_err().field(), Some("tests"));
        assert!(stored(json!("no list")).tests().is_empty());
    }

    #[test]
    fn a_check_that_can_never_be_made_is_stored_and_not_written_anew() {
        let outside = json!({ "$ref": "http://127.0.0.1/s" });
        for (kind, value) in [
            ("regex", json!("a(?!b)")),
            ("regex", json!(r"(a)\1")),
            ("json_schema", json!({ "items": [outside] })),
            (
                "json_schema",
                json!({ "properties": { "default": outside } }),
            ),
        ] {
            let test = json!({ "checks": [{ "kind": "contains", "value": "a" }, { "kind": kind, "value": value }] });
            let stored_tests = json!([{}, test]);
            check_tests(&stored_tests).unwrap();
            assert!(
                stored(stored_tests.clone()).tests()[1].checks[1]
                    .unusable()
                    .is_some()
            );
            let error = parse_tests(&stored_tests, &Value::Null).unwrap_err();
            assert_eq!(error.field(), Some("tests[1].checks[1].value"));
            let mut edited = stored_tests.clone();
            edited[1]["title"] = json!("Another");
            parse_tests(&edited, &stored_tests).unwrap();
        }
    }
}
