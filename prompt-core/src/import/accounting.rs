//! Accounts for every value of a file: what no prompt holds and no diagnostic names is reported, and so is a text that is
//! only kept aside.

use serde_json::{Map, Value};

use super::data::short_step;
use super::diagnostics::Diagnostics;
use super::{Draft, object};
use crate::Prompt;

/// The code of a remark about a text that is only kept for its own format.
pub(super) const KEPT_ASIDE: &str = "kept_aside";
/// Values that are reported one by one; the rest is counted.
const NAMED: usize = 20;
/// The most values that are counted.
const COUNTED: usize = 10_000;
/// A text that has more words, or letters without words, may be meant for a model.
const FEW_WORDS: usize = 5;
const FEW_LETTERS: usize = 20;
/// The shortest text whose line is looked for. A shorter one could stand anywhere.
const FOUND_CHARS: usize = 6;

/// What the prompts of a file hold.
///
/// The sets are maps of JSON, whose code the browser has anyway.
#[derive(Default)]
struct Held {
    /// Texts, and their lines, to find a text that is part of a longer one.
    texts: Map<String, Value>,
    /// Numbers and booleans, each with its key before it.
    scalars: Map<String, Value>,
    /// Texts that are only kept aside, for the format that they came from.
    aside: Map<String, Value>,
}

impl Held {
    fn add(&mut self, value: &Value, key: &str) {
        match value {
            Value::Null => {}
            Value::Bool(_) | Value::Number(_) => {
                self.scalars
                    .insert(scalar(key, &value.to_string()), Value::Null);
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
        // What stands where a text belongs is held as JSON.
        for part in text.split("\n\n") {
            if part.starts_with(['[', '{'])
                && let Ok(value) = serde_json::from_str(part)
            {
                self.add(&value, "");
            }
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
        for (key, value) in &content.extra {
            let before = std::mem::take(&mut self.texts);
            self.add(value, key);
            let texts = std::mem::replace(&mut self.texts, before);
            let is_aside = key == object::IMPORTED;
            let list = if is_aside {
                &mut self.aside
            } else {
                &mut self.texts
            };
            list.extend(texts);
        }
        let before = std::mem::take(&mut self.texts);
        for segment in segments {
            self.add_map(&segment.extra);
        }
        let texts = std::mem::replace(&mut self.texts, before);
        self.aside.extend(texts);
    }

    /// Whether a number or a boolean is held, or stands as a line of a text.
    fn holds_scalar(&self, key: &str, text: &str) -> bool {
        self.scalars.contains_key(&scalar(key, text))
            || self.texts.contains_key(text)
            || self.aside.contains_key(text)
    }

    /// Whether a text is held. It may be part of a longer one, trimmed, or in other line ends.
    fn holds_text(&self, text: &str) -> bool {
        has_text(&self.texts, text)
    }
}

fn has_text(texts: &Map<String, Value>, text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    texts.contains_key(text) || lines.all(|line| line.is_empty() || texts.contains_key(line))
}

/// A number or a boolean with its key, which is cut because a list repeats it.
fn scalar(key: &str, text: &str) -> String {
    format!("{}={text}", short_step(key))
}

/// Reports the values of a file that no prompt holds and no diagnostic names. Our own prompts have their own
/// rules, and are left out.
pub(super) fn check(value: &Value, drafts: &[Draft], diagnostics: &mut Diagnostics, source: &str) {
    if drafts.is_empty() {
        return;
    }
    report(value, drafts, diagnostics, source, true);
}

/// Reports the texts of front matter that are only kept aside.
pub(super) fn check_details(
    fields: Map<String, Value>,
    drafts: &[Draft],
    diagnostics: &mut Diagnostics,
    source: &str,
) {
    report(&Value::Object(fields), drafts, diagnostics, source, false);
}

fn report(
    value: &Value,
    drafts: &[Draft],
    diagnostics: &mut Diagnostics,
    source: &str,
    has_missing: bool,
) {
    let mut held = Held::default();
    for text in diagnostics.taken_texts() {
        held.add_text(text);
    }
    for draft in drafts {
        held.add_prompt(&draft.prompt);
        for text in draft.diagnostics.taken_texts() {
            held.add_text(text);
        }
    }
    let told = diagnostics.so_far().iter();
    let mut search = Search {
        held,
        named: told.filter_map(|one| one.place.clone()).collect(),
        path: String::new(),
        missing: Vec::new(),
        more: 0,
        aside: Vec::new(),
        more_aside: 0,
    };
    search.visit(value, "");
    if !has_missing {
        search.missing.clear();
        search.more = 0;
    }
    for (path, text) in search.missing {
        let line = line_of(&text, source);
        let line = line.map_or_else(String::new, |line| format!(" (line {line})"));
        diagnostics.warn(
            "left_out",
            path,
            format!("No part of a prompt holds this value{line}; it was left out"),
        );
    }
    for (path, text) in search.aside {
        let line = line_of(&text, source);
        let line = line.map_or_else(String::new, |line| format!(" (line {line})"));
        diagnostics.info(
            KEPT_ASIDE,
            path,
            format!(
                "This text{line} is no part of the prompt; it is kept aside for its own format"
            ),
        );
    }
    if search.more_aside > 0 {
        let message = format!("{} more texts are kept aside", search.more_aside);
        diagnostics.info(KEPT_ASIDE, "", message);
    }
    if search.more > 0 {
        let least = if search.more == COUNTED {
            "At least "
        } else {
            ""
        };
        let message = format!("{least}{} more values were left out", search.more);
        diagnostics.warn("left_out", "", message);
    }
}

/// A search for the values that no prompt holds.
struct Search {
    held: Held,
    /// The places that diagnostics name.
    named: Vec<String>,
    /// The path of the current value.
    path: String,
    /// The first values that were found, with their paths.
    missing: Vec<(String, String)>,
    /// The number of further values.
    more: usize,
    /// The first texts that are only kept aside, with their paths.
    aside: Vec<(String, String)>,
    /// The number of further ones.
    more_aside: usize,
}

impl Search {
    fn visit(&mut self, value: &Value, key: &str) {
        if self.more == COUNTED {
            return;
        }
        match value {
            Value::Null => {}
            Value::String(text) => {
                if text.trim().is_empty() || self.held.holds_text(text) {
                } else if !has_text(&self.held.aside, text) {
                    self.miss(text);
                } else if is_long(text) && !self.is_named() {
                    if self.aside.len() < NAMED {
                        self.aside.push((self.path.clone(), text.clone()));
                    } else {
                        self.more_aside += 1;
                    }
                }
            }
            Value::Bool(_) | Value::Number(_) => {
                let text = value.to_string();
                if !self.held.holds_scalar(key, &text) {
                    self.miss(&text);
                }
            }
            Value::Array(values) => {
                for (at, value) in values.iter().enumerate() {
                    self.inside(&format!("[{at}]"), value, key);
                }
            }
            Value::Object(map) => {
                if !object::is_prompt(map) {
                    for (key, value) in map {
                        self.inside(&format!(".{key}"), value, key);
                    }
                }
            }
        }
    }

    fn inside(&mut self, step: &str, value: &Value, key: &str) {
        let outer = self.path.len();
        let step = short_step(step);
        self.path.push_str(match outer {
            0 => step.trim_start_matches('.'),
            _ => step,
        });
        self.visit(value, key);
        self.path.truncate(outer);
    }

    /// Whether a diagnostic names the current value.
    fn is_named(&self) -> bool {
        self.named.iter().any(|place| {
            self.path
                .strip_prefix(place.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    }

    fn miss(&mut self, text: &str) {
        if self.is_named() {
            return;
        }
        if self.missing.len() < NAMED {
            self.missing.push((self.path.clone(), text.to_owned()));
        } else {
            self.more += 1;
        }
    }
}

/// Whether a text has more than a few words.
pub(super) fn is_long(text: &str) -> bool {
    let foreign = text.chars().filter(|one| !one.is_ascii());
    text.split_whitespace().nth(FEW_WORDS).is_some() || foreign.count() > FEW_LETTERS
}

/// The line of a value, if its text stands in the file only once.
fn line_of(text: &str, source: &str) -> Option<usize> {
    let first = text.trim().lines().next()?;
    if first.chars().count() < FOUND_CHARS {
        return None;
    }
    let mut places = source.match_indices(first);
    match (places.next(), places.next()) {
        (Some((at, _)), None) => Some(source[..at].matches('\n').count() + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_named_only_where_a_value_stands_once() {
        let source = "a: true\nb: only here\nc: twice over\nd: twice over\ne: 5\nf: 123456\n";
        for (text, line) in [
            ("true", None),
            ("5", None),
            ("only here", Some(2)),
            ("\nonly here\nand more", Some(2)),
            ("twice over", None),
            ("123456", Some(6)),
            ("nowhere", None),
            ("", None),
            ("\n", None),
        ] {
            assert_eq!(line_of(text, source), line, "{text:?}");
        }
    }
}
