//! Validates a value against a JSON Schema (2020-12, and the keywords of draft 7 that mean the same).
//!
//! A schema is written by anybody, and references can make one that takes for ever, so the validator counts its steps.
//! Nothing is fetched: a reference leads to a place in the same schema.

mod keywords;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde_json::{Map, Value};

use self::keywords::{brief, child, count, expect, is_same, kind, mismatch, names, units};
use super::patterns::COMPILE_STEPS;
use super::{Budget, Pattern, quoted};

/// The most steps of a validation.
const STEPS: usize = 200_000;
/// The bytes of a text that count as a step, and the steps of a budget that a step of a validation counts for.
const UNIT: usize = 64;
/// The deepest nesting of schemas.
const DEPTH: usize = 100;
/// The most patterns of a schema that are compiled.
const PATTERNS: usize = 50;

/// Keywords that would change the result and are not known here.
const UNSUPPORTED: [&str; 7] = [
    "$dynamicRef",
    "$recursiveRef",
    "unevaluatedItems",
    "unevaluatedProperties",
    "dependentSchemas",
    "dependencies",
    "additionalItems",
];

/// Why a value does not match, or the schema cannot be used.
enum Problem {
    /// The value does not match.
    Mismatch(String),
    /// The schema cannot be used, whatever the value is.
    Schema(String),
}

type Outcome = Result<(), Problem>;

/// Validates a value. `None` if the budget does not cover it.
pub(super) fn validate(
    budget: &mut Budget,
    schema: &Value,
    value: &Value,
) -> Option<Result<(), String>> {
    let mut validator = Validator {
        root: schema,
        steps: 0,
        depth: 0,
        patterns: HashMap::new(),
    };
    let outcome = validator.check(schema, value, "");
    budget.take(validator.steps.min(STEPS) * UNIT)?;
    Some(outcome.map_err(|problem| match problem {
        Problem::Mismatch(message) | Problem::Schema(message) => message,
    }))
}

struct Validator<'s> {
    root: &'s Value,
    steps: usize,
    depth: usize,
    patterns: HashMap<&'s str, Pattern>,
}

impl<'s> Validator<'s> {
    fn step(&mut self, steps: usize) -> Outcome {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > STEPS || self.depth > DEPTH {
            let message = "The JSON Schema takes too long: write a simpler one";
            return Err(Problem::Schema(message.to_owned()));
        }
        Ok(())
    }

    fn check(&mut self, schema: &'s Value, value: &Value, path: &str) -> Outcome {
        self.step(1 + units(path.len()))?;
        let schema = match schema {
            Value::Bool(true) => return Ok(()),
            Value::Bool(false) => return mismatch(path, "must not be there"),
            Value::Object(schema) => schema,
            _ => {
                return Err(Problem::Schema(
                    "The JSON Schema has a part that is none".to_owned(),
                ));
            }
        };
        if let Some(keyword) = UNSUPPORTED.iter().find(|key| schema.contains_key(**key)) {
            let message = format!("The JSON Schema has '{keyword}', which is not supported");
            return Err(Problem::Schema(message));
        }
        self.depth += 1;
        let outcome = self.keywords(schema, value, path);
        self.depth -= 1;
        outcome
    }

    fn keywords(&mut self, schema: &'s Map<String, Value>, value: &Value, path: &str) -> Outcome {
        if let Some(reference) = schema.get("$ref") {
            let target = self.target(reference)?;
            self.check(target, value, path)?;
        }
        if let Some(Value::Array(kinds)) = schema.get("type") {
            self.step(kinds.len())?;
        }
        kind(schema.get("type"), value, path)?;
        self.listed(schema, value, path)?;
        match value {
            Value::Object(fields) => self.object(schema, fields, path)?,
            Value::Array(items) => self.array(schema, items, path)?,
            Value::String(text) => self.string(schema, text, path)?,
            Value::Number(number) => {
                if let Some(number) = number.as_f64() {
                    keywords::number(schema, number, path)?;
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
        self.combined(schema, value, path)
    }

    /// The schema that a reference leads to.
    fn target(&mut self, reference: &'s Value) -> Result<&'s Value, Problem> {
        let written = reference.as_str().unwrap_or_default();
        self.step(units(written.len()))?;
        let found = written.strip_prefix('#').and_then(|pointer| {
            let pointer = pointer.replace("%25", "%");
            self.root.pointer(&pointer)
        });
        found.ok_or_else(|| {
            Problem::Schema(format!(
                "The JSON Schema refers to {}, which is not in it",
                quoted(written)
            ))
        })
    }

    fn listed(&mut self, schema: &'s Map<String, Value>, value: &Value, path: &str) -> Outcome {
        if let Some(wanted) = schema.get("const") {
            let is_wanted = self.is_same(wanted, value)?;
            expect(is_wanted, path, || format!("must be {}", brief(wanted)))?;
        }
        if let Some(Value::Array(choices)) = schema.get("enum") {
            let mut is_listed = false;
            for one in choices {
                is_listed = self.is_same(one, value)?;
                if is_listed {
                    break;
                }
            }
            let told = || format!("must be one of {}", brief(&schema["enum"]));
            expect(is_listed, path, told)?;
        }
        Ok(())
    }

    fn is_same(&mut self, a: &Value, b: &Value) -> Result<bool, Problem> {
        let mut steps = 0;
        let is_same = is_same(a, b, &mut steps);
        self.step(steps)?;
        Ok(is_same)
    }

    /// Whether an object has a field.
    fn has(&mut self, fields: &Map<String, Value>, name: &str) -> Result<bool, Problem> {
        self.step(1 + units(name.len()))?;
        Ok(fields.contains_key(name))
    }

    fn object(
        &mut self,
        schema: &'s Map<String, Value>,
        fields: &Map<String, Value>,
        path: &str,
    ) -> Outcome {
        for name in names(schema.get("required")) {
            let has = self.has(fields, name)?;
            expect(has, path, || format!("has no {}", quoted(name)))?;
        }
        if let Some(Value::Object(dependent)) = schema.get("dependentRequired") {
            for (key, needed) in dependent {
                if !self.has(fields, key)? {
                    continue;
                }
                for name in names(Some(needed)) {
                    let has = self.has(fields, name)?;
                    expect(has, path, || {
                        format!("has {} and no {}", quoted(key), quoted(name))
                    })?;
                }
            }
        }
        let told = |most: &str, limit: usize| {
            format!("has {} fields, {most} {limit} are allowed", fields.len())
        };
        if let Some(most) = count(schema.get("maxProperties")) {
            expect(fields.len() <= most, path, || told("at most", most))?;
        }
        if let Some(least) = count(schema.get("minProperties")) {
            expect(fields.len() >= least, path, || told("at least", least))?;
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        for (key, field) in fields {
            self.step(1 + units(path.len() + 2 * key.len()))?;
            let path = child(path, key);
            let mut is_known = false;
            if let Some(property) = properties.and_then(|properties| properties.get(key)) {
                is_known = true;
                self.check(property, field, &path)?;
            }
            for (written, property) in patterns.into_iter().flatten() {
                if self.matches(written, key)? {
                    is_known = true;
                    self.check(property, field, &path)?;
                }
            }
            if let Some(additional) = schema.get("additionalProperties").filter(|_| !is_known) {
                self.check(additional, field, &path)?;
            }
            if let Some(name) = schema.get("propertyNames") {
                self.check(name, &Value::from(key.as_str()), &path)?;
            }
        }
        Ok(())
    }

    fn array(&mut self, schema: &'s Map<String, Value>, items: &[Value], path: &str) -> Outcome {
        let told = |most: &str, limit: usize| {
            format!("has {} items, {most} {limit} are allowed", items.len())
        };
        if let Some(most) = count(schema.get("maxItems")) {
            expect(items.len() <= most, path, || told("at most", most))?;
        }
        if let Some(least) = count(schema.get("minItems")) {
            expect(items.len() >= least, path, || told("at least", least))?;
        }
        // Draft 7 writes the list of the first items as `items`.
        let (first, rest) = match (schema.get("prefixItems"), schema.get("items")) {
            (None, Some(Value::Array(first))) => (&**first, None),
            (Some(Value::Array(first)), rest) => (&**first, rest),
            (_, rest) => (&[][..], rest),
        };
        for (at, item) in items.iter().enumerate() {
            if let Some(schema) = first.get(at).or(rest) {
                self.step(units(path.len()))?;
                self.check(schema, item, &child(path, &at.to_string()))?;
            }
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            for (at, item) in items.iter().enumerate() {
                for other in &items[..at] {
                    let is_new = !self.is_same(other, item)?;
                    expect(is_new, path, || format!("has {} twice", brief(item)))?;
                }
            }
        }
        let Some(contained) = schema.get("contains") else {
            return Ok(());
        };
        let mut found = 0;
        for item in items {
            found += usize::from(self.holds(contained, item, path)?);
        }
        let least = count(schema.get("minContains")).unwrap_or(1);
        let most = count(schema.get("maxContains")).unwrap_or(usize::MAX);
        expect((least..=most).contains(&found), path, || {
            format!("has {found} of the items that it must contain")
        })
    }

    fn string(&mut self, schema: &'s Map<String, Value>, text: &str, path: &str) -> Outcome {
        self.step(units(text.len()))?;
        let length = text.chars().count();
        let told = |most: &str, limit: usize| {
            format!("has {length} characters, {most} {limit} are allowed")
        };
        if let Some(most) = count(schema.get("maxLength")) {
            expect(length <= most, path, || told("at most", most))?;
        }
        if let Some(least) = count(schema.get("minLength")) {
            expect(length >= least, path, || told("at least", least))?;
        }
        if let Some(Value::String(written)) = schema.get("pattern") {
            let is_match = self.matches(written, text)?;
            expect(is_match, path, || {
                format!("does not match {}", quoted(written))
            })?;
        }
        Ok(())
    }

    fn combined(&mut self, schema: &'s Map<String, Value>, value: &Value, path: &str) -> Outcome {
        let list = |key| schema.get(key).and_then(Value::as_array);
        for one in list("allOf").into_iter().flatten() {
            self.check(one, value, path)?;
        }
        if let Some(choices) = list("anyOf") {
            let mut holds = false;
            for one in choices {
                holds = self.holds(one, value, path)?;
                if holds {
                    break;
                }
            }
            expect(holds, path, || "matches none of the choices".to_owned())?;
        }
        if let Some(choices) = list("oneOf") {
            let mut found = 0;
            for one in choices {
                found += usize::from(self.holds(one, value, path)?);
            }
            expect(found == 1, path, || {
                format!("matches {found} of the choices, not one")
            })?;
        }
        if let Some(other) = schema.get("not") {
            let holds = self.holds(other, value, path)?;
            expect(!holds, path, || "matches what it must not".to_owned())?;
        }
        if let Some(condition) = schema.get("if") {
            let branch = if self.holds(condition, value, path)? {
                "then"
            } else {
                "else"
            };
            if let Some(branch) = schema.get(branch) {
                self.check(branch, value, path)?;
            }
        }
        Ok(())
    }

    /// Whether a value matches. A schema that cannot be used stays an error.
    fn holds(&mut self, schema: &'s Value, value: &Value, path: &str) -> Result<bool, Problem> {
        match self.check(schema, value, path) {
            Ok(()) => Ok(true),
            Err(Problem::Mismatch(_)) => Ok(false),
            Err(problem) => Err(problem),
        }
    }

    fn matches(&mut self, written: &'s str, text: &str) -> Result<bool, Problem> {
        self.step(1)?;
        if !self.patterns.contains_key(written) {
            if self.patterns.len() >= PATTERNS {
                let message = format!("The JSON Schema has more than {PATTERNS} patterns");
                return Err(Problem::Schema(message));
            }
            self.step(units(COMPILE_STEPS))?;
            let compiled = Pattern::of(written).map_err(Problem::Schema)?;
            self.patterns.insert(written, compiled);
        }
        self.step(units(self.patterns[written].steps(text.len())))?;
        Ok(self.patterns[written].regex.is_match(text))
    }
}
