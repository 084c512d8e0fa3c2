//! Front matter: the details before a document, between two lines of `---`.

use std::ops::Range;

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::{json, yaml};

/// A document with front matter.
pub(super) struct FrontMatter<'a> {
    pub(super) fields: Map<String, Value>,
    pub(super) body: &'a str,
}

/// Splits a document with line feeds. Returns `None` without front matter; a first block that is not a
/// map is part of the text.
pub(super) fn split<'a>(text: &'a str, diagnostics: &mut Diagnostics) -> Option<FrontMatter<'a>> {
    let start = text.len() - text.trim_start().len();
    let (mark, header, body, line) = fenced(text, start)?;
    let fields = match mark {
        "+++" => toml(header, line, diagnostics),
        _ => yaml_or_lines(header, line, diagnostics)?,
    };
    Some(FrontMatter { fields, body })
}

/// The offset of the body of a document with front matter.
pub(super) fn body_offset(text: &str) -> Option<usize> {
    let start = text.len() - text.trim_start().len();
    let (_, _, body, _) = fenced(text, start).or_else(|| {
        // Comments may stand above the front matter of a dotprompt file.
        let at = text.find("\n---\n")?;
        text.starts_with('#').then(|| fenced(text, at + 1))?
    })?;
    Some(text.len() - body.len())
}

/// The values of front matter that is not valid YAML, by their keys. `None` if it is valid.
pub(super) fn lines_of(text: &str) -> Option<Vec<(String, Range<usize>)>> {
    let start = text.len() - text.trim_start().len();
    let (mark, header, ..) = fenced(text, start)?;
    if mark != "---" || yaml::parse(header).is_ok() {
        return None;
    }
    let mut at = text[start..].find('\n')? + start + 1;
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    for line in header.split_inclusive('\n') {
        let is_long = found
            .last()
            .is_some_and(|(_, range)| text[range.clone()].trim_end().contains('\n'));
        if line.starts_with('#') && !is_long {
            at += line.len();
            continue;
        }
        let bare = line.trim_end_matches('\n');
        match key_of(bare).filter(|(key, _)| !is_long || KNOWN_KEYS.contains(key)) {
            Some((key, value)) => {
                let value = value.trim();
                let start = at + bare.len() - bare[key.len() + 1..].trim_start().len();
                found.push((key.to_owned(), start..start + value.len()));
            }
            None => {
                if let Some((_, range)) = found.last_mut() {
                    range.end = at + bare.trim_end().len().max(range.end.saturating_sub(at));
                }
            }
        }
        at += line.len();
    }
    Some(found)
}

/// The text of a value of front matter that is not valid YAML.
pub(super) fn line_text(raw: &str) -> Option<String> {
    match line_value(raw.trim_end()) {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// Returns the fence, the header, the body and the header's first line number, if the text begins with
/// front matter.
fn fenced(text: &str, start: usize) -> Option<(&'static str, &str, &str, usize)> {
    let rest = &text[start..];
    let (first, after) = rest.split_once('\n')?;
    let mark = match first.trim_end() {
        "---" => "---",
        "+++" => "+++",
        _ => return None,
    };
    let line = text[..start].matches('\n').count() + 2;
    let mut at = 0;
    for one in after.split('\n') {
        let is_end = one.trim_end() == mark || mark == "---" && one.trim_end() == "...";
        if is_end {
            let body = after.get(at + one.len() + 1..).unwrap_or_default();
            return Some((mark, &after[..at], body, line));
        }
        at += one.len() + 1;
    }
    None
}

/// Parses a header as YAML, or line by line if it is not valid YAML.
fn yaml_or_lines(
    header: &str,
    line: usize,
    diagnostics: &mut Diagnostics,
) -> Option<Map<String, Value>> {
    match yaml::parse(header) {
        Ok(document) => match document.value {
            Value::Object(fields) => {
                diagnostics.extend(document.diagnostics);
                Some(fields)
            }
            Value::Null => Some(Map::new()),
            _ => None,
        },
        Err(problem) => {
            let fields = by_lines(header);
            if fields.is_empty() {
                return None;
            }
            let at = problem.line.map_or(line, |at| line + at - 1);
            diagnostics.warn(
                "front_matter_not_yaml",
                format!("line {at}"),
                format!(
                    "The front matter is not valid YAML ({}); it was read line by line",
                    problem.message
                ),
            );
            Some(fields)
        }
    }
}

/// Keys that always begin a field.
pub(super) const KNOWN_KEYS: [&str; 22] = [
    "name",
    "title",
    "description",
    "tags",
    "model",
    "tools",
    "color",
    "globs",
    "alwaysApply",
    "applyTo",
    "allowed-tools",
    "argument-hint",
    "disable-model-invocation",
    "user-invocable",
    "mode",
    "agent",
    "agents",
    "handoffs",
    "license",
    "compatibility",
    "metadata",
    "version",
];

/// Parses `key: rest of the line`; lines without a key continue the previous value. After a value with
/// several lines only a known key begins a field, because other keys may be part of an example.
fn by_lines(header: &str) -> Map<String, Value> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in header.lines() {
        let is_long = fields
            .last()
            .is_some_and(|(_, value)| value.trim_end().contains('\n'));
        // In a long value it may be a heading.
        if line.starts_with('#') && !is_long {
            continue;
        }
        match key_of(line).filter(|(key, _)| !is_long || KNOWN_KEYS.contains(key)) {
            Some((key, value)) => fields.push((key.to_owned(), value.trim().to_owned())),
            None => {
                if let Some((_, value)) = fields.last_mut() {
                    value.push('\n');
                    value.push_str(line);
                }
            }
        }
    }
    fields
        .into_iter()
        .map(|(key, text)| {
            let value = line_value(text.trim_end());
            (key, value)
        })
        .collect()
}

fn key_of(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_key = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '$')
        && key
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | '-' | '.' | '$'));
    // `http://…` and `user:"hi"` are not keys.
    (is_key && (value.is_empty() || value.starts_with([' ', '\t']))).then_some((key, value))
}

/// Parses a single value: lists, quoted texts and text.
fn line_value(text: &str) -> Value {
    if text.is_empty() {
        return Value::Null;
    }
    if let Some(text) = block(text) {
        return Value::from(text);
    }
    let list: Vec<_> = text
        .trim_start()
        .lines()
        .map(|line| line.trim().strip_prefix("- "))
        .collect();
    if let Some(items) = list.into_iter().collect::<Option<Vec<_>>>() {
        return items.into_iter().map(unquoted).collect();
    }
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => Value::from(unquoted(text)),
    }
}

/// The text of a block of YAML, which begins with `|` or `>`.
fn block(text: &str) -> Option<String> {
    let (first, rest) = text.split_once('\n')?;
    let is_header = first.starts_with(['|', '>'])
        && first[1..]
            .chars()
            .all(|one| matches!(one, '-' | '+' | '0'..='9'));
    if !is_header || !rest.starts_with(' ') {
        return None;
    }
    let mut document = yaml::parse(&format!("text: {text}\n")).ok()?;
    match document.value.as_object_mut()?.shift_remove("text")? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn unquoted(text: &str) -> String {
    let text = text.trim();
    if let Some(escaped) = with_escapes(text) {
        return escaped;
    }
    for quote in ['"', '\''] {
        if let Some(inner) = text
            .strip_prefix(quote)
            .and_then(|text| text.strip_suffix(quote))
            && !inner.contains(quote)
        {
            return inner.to_owned();
        }
    }
    text.to_owned()
}

/// The text between double quotes on one line that has escapes.
fn with_escapes(text: &str) -> Option<String> {
    let is_quoted = text.starts_with('"') && text.ends_with('"');
    if !is_quoted || !text.contains('\\') || text.contains('\n') {
        return None;
    }
    let mut document = yaml::parse(&format!("text: {text}\n")).ok()?;
    match document.value.as_object_mut()?.shift_remove("text")? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// Parses a header as TOML. A line that breaks it is left out, with a warning.
fn toml(header: &str, line: usize, diagnostics: &mut Diagnostics) -> Map<String, Value> {
    match super::toml::parse(header, diagnostics) {
        Ok(fields) => fields,
        Err(problem) => {
            let at = line + problem.line - 1;
            diagnostics.warn(
                "front_matter_not_toml",
                format!("line {at}"),
                format!(
                    "The front matter is not valid TOML ({}); it was read line by line",
                    problem.message
                ),
            );
            let mut fields = Map::new();
            for (index, text) in header.lines().enumerate() {
                let text = text.trim();
                if text.is_empty() || text.starts_with('#') {
                    continue;
                }
                let Some((key, value)) = text.split_once('=') else {
                    diagnostics.warn(
                        "toml_line_skipped",
                        format!("line {}", line + index),
                        format!("A line of the TOML front matter could not be read: {text}"),
                    );
                    continue;
                };
                let value = value.trim();
                let read =
                    json::read(value, diagnostics).unwrap_or_else(|_| Value::from(unquoted(value)));
                fields.insert(key.trim().trim_matches('"').to_owned(), read);
            }
            fields
        }
    }
}
