//! Accounts for every value of a file: what no prompt holds and no diagnostic names is reported.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::{Draft, object};
use crate::Prompt;

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
///
/// The sets are maps of JSON, whose code the browser has anyway.
#[derive(Default)]
struct Held {
    /// Texts, and their lines, to find a text that is part of a longer one.
    texts: Map<String, Value>,
    /// Numbers and booleans, each with its key before it.
    scalars: Map<String, Value>,
}

impl Held {
    fn add(&mut self, value: &Value, key: &str) {
        match value {
            Value::Null => {}
            Value::Bool(_) | Value::Number(_) => {
                self.scalars.insert(format!("{key}={value}"), Value::Null);
            }
            Value::String(text) => self.add_text(text),
            Value::Array(values) => values.iter().for_each(|value| self.add(value, key)),
            Value::Object(map) => self.add_map(map),
        }
    }

    fn add_map(&mut self, map: &Map<String, Value>) {
        for (key, value) in map {
            self.add(value, key);
        }
    }

    fn add_text(&mut self, text: &str) {
        for line in text.lines() {
            self.texts.insert(line.trim().to_owned(), Value::Null);
        }
        self.texts.insert(text.to_owned(), Value::Null);
    }

    /// Adds a prompt, which our own formats do not come here with: it has segments only, or sections.
    fn add_prompt(&mut self, prompt: &Prompt) {
        let content = &prompt.content;
        let words = [prompt.category.as_str(), prompt.language.as_str()];
        let texts = [prompt.title.as_str(), prompt.description.as_str()];
        let tags = prompt.tags.iter().map(String::as_str);
        let segments = content.segments.iter();
        let sections = content.sections.iter();
        texts
            .into_iter()
            .chain(words)
            .chain(tags)
            .chain(
                segments
                    .clone()
                    .flat_map(|one| [one.r#type.as_str(), &one.content]),
            )
            .chain(sections.flat_map(|one| [one.title.as_str(), &one.content]))
            .for_each(|text| self.add_text(text));
        for (key, number) in [
            ("version_major", prompt.version_major),
            ("version_minor", prompt.version_minor),
            ("version_batch", prompt.version_batch),
        ] {
            self.scalars.insert(format!("{key}={number}"), Value::Null);
        }
        let is_public = format!("is_public={}", prompt.is_public);
        self.scalars.insert(is_public, Value::Null);
        self.add_map(&prompt.asset_fields);
        self.add_map(&prompt.asset_metadata);
        self.add_map(&content.extra);
        for segment in segments {
            self.add_map(&segment.extra);
        }
    }

    fn holds(&self, leaf: &Leaf) -> bool {
        if !leaf.is_text {
            let key = format!("{}={}", leaf.key, leaf.text);
            return self.scalars.contains_key(&key) || self.texts.contains_key(&leaf.text);
        }
        // A text may be part of a longer one, trimmed, or in other line ends.
        let mut lines = leaf.text.lines().map(str::trim);
        self.texts.contains_key(&leaf.text)
            || lines.all(|line| line.is_empty() || self.texts.contains_key(line))
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
        held.add_prompt(&draft.prompt);
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
