//! Files with several prompts: Langfuse exports, promptfoo configurations, prompts.chat lists.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::messages::{is_conversation, segments, title_for};
use super::object::{self, Fields, text_of};
use super::{Draft, File, ImportFormat, json, plain_text};
use crate::Prompt;
use crate::content::Segment;

/// Reads one Langfuse prompt.
pub(super) fn langfuse(map: Map<String, Value>, file: &File<'_>) -> Draft {
    let mut diagnostics = Diagnostics::default();
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(map, "", &mut diagnostics);
    let name = fields.text("name");
    prompt.tags = fields.tags("tags").unwrap_or_default();
    let text = fields.take("prompt").unwrap_or_default();
    let mut rest = fields.rest();
    rest.shift_remove("type");
    prompt.content.segments = texts(text, &mut diagnostics);
    // The name is prefixed with its folders.
    let title = name.as_deref().map(|name| match name.rsplit_once('/') {
        Some((folder, name)) => {
            rest.insert("folder".to_owned(), Value::from(folder));
            name.to_owned()
        }
        None => name.to_owned(),
    });
    prompt.title = title.unwrap_or_else(|| title_for(file, &prompt.content.segments));
    object::keep(&mut prompt, ImportFormat::Langfuse, rest);
    Draft::new(prompt, diagnostics)
}

/// Reads a conversation as messages, and a text as one instruction.
fn texts(value: Value, diagnostics: &mut Diagnostics) -> Vec<Segment> {
    match value {
        Value::Array(messages) if is_conversation(&Value::Array(messages.clone())) => {
            segments(messages, diagnostics)
        }
        value => vec![instruction(text_of(value, "prompt", diagnostics))],
    }
}

fn instruction(content: String) -> Segment {
    Segment {
        order: 0,
        content,
        ..Segment::default()
    }
}

/// Reads the prompts of a promptfoo configuration. References to other files are reported, never
/// opened.
pub(super) fn promptfoo(
    map: Map<String, Value>,
    file: &File<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Draft> {
    let mut map = map;
    let description = map
        .get("description")
        .and_then(Value::as_str)
        .map(str::to_owned);
    let entries: Vec<(Option<String>, Value)> = match map.shift_remove("prompts") {
        Some(Value::Array(entries)) => entries.into_iter().map(|entry| (None, entry)).collect(),
        Some(Value::Object(entries)) => entries
            .into_iter()
            .map(|(path, label)| (label.as_str().map(str::to_owned), Value::from(path)))
            .collect(),
        Some(entry) => vec![(None, entry)],
        None => Vec::new(),
    };
    let mut drafts = Vec::new();
    for (at, (label, entry)) in entries.into_iter().enumerate() {
        let mut problems = Diagnostics::default();
        let mut prompt = Prompt::default();
        let (label, text, mut rest) = match entry {
            Value::Object(entry) => {
                let mut fields = Fields::new(entry, "", &mut problems);
                let label = fields.text("label").or(label);
                let text = fields.take("raw").or_else(|| fields.take("id"));
                (label, text, fields.rest())
            }
            entry => (label, Some(entry), Map::new()),
        };
        let text = text_of(text.unwrap_or_default(), "prompts", &mut problems);
        let is_file = text.starts_with("file://")
            || text.starts_with("exec:")
            || text.starts_with("python:")
            || (!text.contains(char::is_whitespace)
                && text
                    .rsplit_once('.')
                    .is_some_and(|(_, end)| (1..5).contains(&end.len())));
        if is_file {
            diagnostics.warn(
                "not_fetched",
                format!("prompts[{at}]"),
                format!("The prompt is in another file, '{text}', which was not opened; import that file too"),
            );
            continue;
        }
        prompt.content.segments = match json::read(&text, &mut problems) {
            Ok(value) if is_conversation(&value) => texts(value, &mut problems),
            _ => vec![instruction(text)],
        };
        prompt.title = label.unwrap_or_else(|| {
            let title = description
                .clone()
                .unwrap_or_else(|| title_for(file, &prompt.content.segments));
            if at == 0 {
                title
            } else {
                format!("{title} {}", at + 1)
            }
        });
        prompt.description = description.clone().unwrap_or_default();
        if drafts.is_empty() {
            rest.extend(std::mem::take(&mut map));
        }
        object::keep(&mut prompt, ImportFormat::Promptfoo, rest);
        drafts.push(Draft::new(prompt, problems));
    }
    drafts
}

/// Reads a promptfoo text file: prompts separated by lines of three dashes.
pub(super) fn promptfoo_text(file: &File<'_>) -> Vec<Draft> {
    let text = plain_text::with_line_feeds(file.text);
    let mut parts = vec![Vec::new()];
    for line in text.lines() {
        if line.trim() == "---" {
            parts.push(Vec::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(line);
        }
    }
    let parts: Vec<_> = parts
        .into_iter()
        .map(|lines| lines.join("\n").trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect();
    let many = parts.len() > 1;
    parts
        .into_iter()
        .enumerate()
        .map(|(at, part)| {
            let title = plain_text::title_from_name(file.name)
                .unwrap_or_else(|| plain_text::first_line(&part));
            let mut prompt = Prompt {
                title: if many {
                    format!("{title} {}", at + 1)
                } else {
                    title
                },
                ..Prompt::default()
            };
            prompt.content.segments.push(instruction(part));
            Draft::new(prompt, Diagnostics::default())
        })
        .collect()
}

/// Whether the first line of a text is the header of a prompt table.
pub(super) fn is_table(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let columns: Vec<_> = first
        .split(',')
        .map(|column| column.trim().trim_matches('"').to_ascii_lowercase())
        .collect();
    columns.len() > 1
        && text_column(&columns).is_some()
        && columns.iter().all(|column| {
            !column.is_empty() && column.len() < 40 && !column.contains(char::is_whitespace)
        })
}

fn text_column(columns: &[String]) -> Option<usize> {
    column(columns, &["prompt", "content", "text"])
}

fn column(columns: &[String], names: &[&str]) -> Option<usize> {
    names
        .iter()
        .find_map(|name| columns.iter().position(|column| column == name))
}

/// Reads a table with a column `prompt` and a title column `act`, `title`, `name` or `label`.
pub(super) fn table(file: &File<'_>, diagnostics: &mut Diagnostics) -> Vec<Draft> {
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .has_headers(false)
        .from_reader(file.text.as_bytes());
    let mut rows = reader.records();
    let columns: Vec<String> = match rows.next() {
        Some(Ok(row)) => row
            .iter()
            .map(|column| column.trim().to_ascii_lowercase())
            .collect(),
        _ => Vec::new(),
    };
    let Some(text_at) = text_column(&columns) else {
        diagnostics.error(
            "no_text",
            "line 1",
            "The table has no column 'prompt'".to_owned(),
            "Name the column that holds the text 'prompt' and the one that holds the title 'act'",
        );
        return Vec::new();
    };
    let title_at = column(&columns, &["act", "title", "name", "label"]);
    let mut drafts = Vec::new();
    for row in rows {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                diagnostics.warn("bad_row", "", format!("A row could not be read: {error}"));
                continue;
            }
        };
        let text = plain_text::with_line_feeds(row.get(text_at).unwrap_or_default()).into_owned();
        let title = title_at.and_then(|at| row.get(at)).unwrap_or_default();
        if text.is_empty() && title.is_empty() {
            continue;
        }
        let mut problems = Diagnostics::default();
        if row.len() < columns.len() {
            problems.info(
                "short_row",
                "",
                format!("The row has {} of {} columns", row.len(), columns.len()),
            );
        }
        let rest = columns
            .iter()
            .zip(row.iter())
            .enumerate()
            .filter(|(at, (_, value))| *at != text_at && Some(*at) != title_at && !value.is_empty())
            .map(|(_, (column, value))| (column.clone(), Value::from(value)))
            .collect();
        let mut prompt = Prompt {
            title: if title.is_empty() {
                plain_text::first_line(&text)
            } else {
                title.to_owned()
            },
            ..Prompt::default()
        };
        prompt.content.segments.push(instruction(text));
        object::keep(&mut prompt, ImportFormat::PromptsChat, rest);
        drafts.push(Draft::new(prompt, problems));
    }
    drafts
}

/// Reads an entry of a JSON list of prompts: a title and a text.
pub(super) fn entry(
    map: Map<String, Value>,
    file: &File<'_>,
    format: ImportFormat,
) -> Option<Draft> {
    let key = ["prompt", "content", "text", "template"]
        .into_iter()
        .find(|key| map.get(*key).is_some_and(Value::is_string))?;
    let mut diagnostics = Diagnostics::default();
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(map, "", &mut diagnostics);
    let text = fields.text(key).unwrap_or_default();
    let title = ["title", "act", "name", "label"]
        .iter()
        .find_map(|key| fields.text(key));
    prompt.description = fields.text("description").unwrap_or_default();
    prompt.tags = fields.tags("tags").unwrap_or_default();
    let rest = fields.rest();
    prompt.content.segments = vec![instruction(text)];
    prompt.title = title.unwrap_or_else(|| title_for(file, &prompt.content.segments));
    object::keep(&mut prompt, format, rest);
    Some(Draft::new(prompt, diagnostics))
}

/// Reads JSON Lines: one value per line.
pub(super) fn json_lines(text: &str, diagnostics: &mut Diagnostics) -> Vec<Value> {
    let mut values = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let mut problems = Diagnostics::default();
        match json::parse(line, &mut problems) {
            Some(value) => values.push(value),
            None => diagnostics.warn(
                "bad_json",
                format!("line {}", at + 1),
                "This line is not JSON; it was left out".to_owned(),
            ),
        }
    }
    values
}
