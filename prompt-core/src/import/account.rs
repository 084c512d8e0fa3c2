//! Accounts for every value of a file: what no prompt holds and no diagnostic names is reported.

use std::collections::HashSet;

use serde_json::Value;

use super::diagnostics::Diagnostics;
use super::{Draft, object};

/// A scalar of a file with its path.
pub(super) struct Leaf {
    path: String,
    key: String,
    text: String,
    is_text: bool,
}

/// Values that are reported one by one; the rest is counted.
const NAMED: usize = 20;

/// Collects the scalars of a value. Our own prompts have their own rules, and are left out.
pub(super) fn leaves(value: &Value) -> Vec<Leaf> {
    let mut found = Vec::new();
    collect(value, "", "", &mut found);
    found
}

fn collect(value: &Value, path: &str, key: &str, found: &mut Vec<Leaf>) {
    let (text, is_text) = match value {
        Value::Null => return,
        Value::String(text) if text.trim().is_empty() => return,
        Value::String(text) => (text.clone(), true),
        Value::Bool(_) | Value::Number(_) => (value.to_string(), false),
        Value::Array(values) => {
            for (at, value) in values.iter().enumerate() {
                collect(value, &format!("{path}[{at}]"), key, found);
            }
            return;
        }
        Value::Object(map) => {
            if !object::is_prompt(map) {
                for (key, value) in map {
                    let dot = if path.is_empty() { "" } else { "." };
                    collect(value, &format!("{path}{dot}{key}"), key, found);
                }
            }
            return;
        }
    };
    found.push(Leaf {
        path: path.to_owned(),
        key: key.to_owned(),
        text,
        is_text,
    });
}

/// What the prompts of a file hold.
#[derive(Default)]
struct Held {
    texts: HashSet<String>,
    /// Lines of texts, to search only texts that may hold another one.
    lines: HashSet<String>,
    /// Keys with their numbers and booleans.
    scalars: HashSet<(String, String)>,
}

impl Held {
    fn add(&mut self, value: &Value, key: &str) {
        match value {
            Value::Null => {}
            Value::Bool(_) | Value::Number(_) => {
                self.scalars.insert((key.to_owned(), value.to_string()));
            }
            Value::String(text) => self.add_text(text),
            Value::Array(values) => values.iter().for_each(|value| self.add(value, key)),
            Value::Object(map) => map.iter().for_each(|(key, value)| self.add(value, key)),
        }
    }

    fn add_text(&mut self, text: &str) {
        for line in text.lines() {
            self.lines.insert(line.trim().to_owned());
        }
        self.texts.insert(text.to_owned());
    }

    fn holds(&self, leaf: &Leaf) -> bool {
        if self.texts.contains(&leaf.text) {
            return true;
        }
        if !leaf.is_text {
            return self
                .scalars
                .contains(&(leaf.key.clone(), leaf.text.clone()));
        }
        // A text may be part of a longer one, trimmed, or in other line ends.
        let mut lines = leaf.text.lines().map(str::trim);
        lines.all(|line| line.is_empty() || self.lines.contains(line))
    }
}

/// Reports the values that no prompt holds and no diagnostic names.
pub(super) fn check(
    leaves: &[Leaf],
    drafts: &[Draft],
    diagnostics: &mut Diagnostics,
    source: &str,
) {
    if drafts.is_empty() {
        return;
    }
    let mut held = Held::default();
    for draft in drafts {
        // A prompt always serialises to JSON.
        if let Ok(value) = serde_json::to_value(&draft.prompt) {
            held.add(&value, "");
        }
        for text in draft.diagnostics.taken_texts() {
            held.add_text(text);
        }
    }
    let named: Vec<String> = diagnostics
        .so_far()
        .iter()
        .filter_map(|one| one.place.clone())
        .collect();
    let is_named = |path: &str| {
        named.iter().any(|place| {
            path.strip_prefix(place.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    };
    let mut missing = leaves
        .iter()
        .filter(|leaf| !held.holds(leaf) && !is_named(&leaf.path));
    for leaf in missing.by_ref().take(NAMED) {
        let line = source.find(leaf.text.lines().next().unwrap_or_default());
        let line = line.map_or_else(String::new, |at| {
            format!(" (line {})", source[..at].matches('\n').count() + 1)
        });
        diagnostics.warn(
            "left_out",
            leaf.path.clone(),
            format!("No part of a prompt holds this value{line}; it was left out"),
        );
    }
    let count = missing.count();
    if count > 0 {
        diagnostics.warn("left_out", "", format!("{count} more values were left out"));
    }
}
