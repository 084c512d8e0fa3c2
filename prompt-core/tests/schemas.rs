//! Our validator of JSON Schema, compared with Python's `jsonschema` on generated schemas and values.
//!
//! `scripts/test-core` installs it; without it the test reports that it was skipped.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a helper of a test may fail and speak as the test itself"
)]

use std::path::Path;
use std::process::Command;

use prompt_core::checks::{CheckStatus, evaluate};
use prompt_core::content::test_case::{Check, CheckKind, TestCase};
use serde_json::{Map, Value, json};

/// The number of generated cases beside the written ones; the seed is fixed.
const CASES: usize = 5_000;

/// A small generator of pseudo-random numbers, which is the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    fn value(&mut self, depth: usize) -> Value {
        let kinds = if depth == 0 { 6 } else { 8 };
        match self.below(kinds) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(7)),
            3 => json!(*self.one(&[-1.5, 0.0, 1.0, 2.5, 3.0])),
            4 | 5 => json!(self.one(&["", "a", "ab", "abc", "ä", "👍🏽", "b1"])),
            6 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => Value::Object(self.map(depth, Self::value)),
        }
    }

    fn map(&mut self, depth: usize, of: impl Fn(&mut Self, usize) -> Value) -> Map<String, Value> {
        let count = self.below(4);
        let fields = (0..count).map(|_| {
            let name = (*self.one(&["a", "ab", "b1", "c/d", "e~f"])).to_owned();
            (name, of(self, depth - 1))
        });
        fields.collect()
    }

    fn list(&mut self, depth: usize) -> Value {
        (0..=self.below(2))
            .map(|_| self.schema(depth - 1))
            .collect()
    }

    fn names(&mut self) -> Value {
        let names = ["a", "ab", "b1", "c/d"];
        let from = self.below(names.len());
        json!(names[from..].iter().take(self.below(3)).collect::<Vec<_>>())
    }

    fn schema(&mut self, depth: usize) -> Value {
        if self.below(12) == 0 {
            return json!(self.below(3) > 0);
        }
        let mut schema = Map::new();
        for _ in 0..=self.below(3) {
            let (key, value) = self.keyword(depth);
            schema.insert(key.to_owned(), value);
        }
        Value::Object(schema)
    }

    fn keyword(&mut self, depth: usize) -> (&'static str, Value) {
        let types = [
            "null", "boolean", "integer", "number", "string", "array", "object",
        ];
        let plain: [(&'static str, Value); 19] = [
            ("type", json!(self.one(&types))),
            (
                "type",
                json!([types[self.below(3)], types[3 + self.below(4)]]),
            ),
            ("const", self.value(1)),
            ("enum", (0..=self.below(3)).map(|_| self.value(1)).collect()),
            ("minimum", json!(self.below(4))),
            ("maximum", json!(self.below(4))),
            ("exclusiveMinimum", json!(self.below(4))),
            ("exclusiveMaximum", json!(self.below(4))),
            ("multipleOf", json!(1 + self.below(3))),
            ("minLength", json!(self.below(3))),
            ("maxLength", json!(self.below(3))),
            (
                "pattern",
                json!(self.one(&["a", "^a", "b$", "^[a-z]+$", "[0-9]"])),
            ),
            ("minItems", json!(self.below(3))),
            ("maxItems", json!(self.below(3))),
            ("uniqueItems", json!(self.below(2) == 0)),
            ("minProperties", json!(self.below(3))),
            ("maxProperties", json!(self.below(3))),
            ("required", self.names()),
            ("dependentRequired", json!({ "a": self.names() })),
        ];
        let nested = if depth == 0 { 0 } else { 16 };
        let at = self.below(plain.len() + nested);
        if let Some((key, value)) = plain.into_iter().nth(at) {
            return (key, value);
        }
        match at - 19 {
            0 | 1 => ("properties", Value::Object(self.map(depth, Self::schema))),
            2 => ("patternProperties", json!({ "^a": self.schema(depth - 1) })),
            3 => ("additionalProperties", self.schema(depth - 1)),
            4 => ("propertyNames", self.schema(depth - 1)),
            5 | 6 => ("items", self.schema(depth - 1)),
            7 => ("prefixItems", self.list(depth)),
            8 => ("contains", self.schema(depth - 1)),
            9 => ("minContains", json!(self.below(3))),
            10 => ("allOf", self.list(depth)),
            11 => ("anyOf", self.list(depth)),
            12 => ("oneOf", self.list(depth)),
            13 => ("not", self.schema(depth - 1)),
            14 => ("if", self.schema(depth - 1)),
            _ => (
                if self.below(2) == 0 { "then" } else { "else" },
                self.schema(depth - 1),
            ),
        }
    }
}

/// Whether our validator takes a value.
fn holds(schema: &Value, value: &Value) -> bool {
    let test = TestCase {
        id: String::new(),
        title: String::new(),
        values: Map::new(),
        checks: vec![Check::new(CheckKind::JsonSchema, schema.clone())],
    };
    let results = evaluate(&test, "", Some(&value.to_string()));
    results[0].status == CheckStatus::Passed
}

#[test]
fn values_are_valid_where_another_validator_says_so() {
    let Some((_, python)) = std::env::vars().find(|(name, _)| name == "PROMPTCASE_JSONSCHEMA")
    else {
        println!("skipped: PROMPTCASE_JSONSCHEMA is not set; run scripts/test-core");
        return;
    };
    let definitions = json!({
        "$defs": { "tree": { "type": "object", "properties": { "a": { "$ref": "#/$defs/tree" } } }, "x/y": { "type": "null" } },
        "properties": { "a": { "$ref": "#/$defs/tree" }, "ab": { "$ref": "#/$defs/x~1y" } },
    });
    let mut cases: Vec<(Value, Value)> = [
        json!({ "a": { "a": {} } }),
        json!({ "a": { "a": 1 } }),
        json!({ "ab": 1 }),
    ]
    .into_iter()
    .map(|value| (definitions.clone(), value))
    .collect();
    let mut random = Random(7);
    for _ in 0..CASES {
        cases.push((random.schema(3), random.value(3)));
    }
    let judged: Vec<Value> = cases
        .iter()
        .map(|(schema, value)| json!([schema, value, holds(schema, value)]))
        .collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemas");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("cases.json"), Value::from(judged).to_string()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers/schemas/check.py");
    let run = Command::new(python)
        .arg(script)
        .arg(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    println!("{said}");
    assert!(
        run.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&run.stderr)
    );
}
