//! Tables of prompts: CSV and its dialects with semicolons, tabs or bars, as spreadsheets write them.

use serde_json::Value;

use super::diagnostics::Diagnostics;
use super::object;
use super::{Draft, File, ImportFormat, plain_text};
use crate::content::Segment;
use crate::text::parse_tags;
use crate::{Category, Prompt};

/// The characters that may separate columns. On a tie the first one counts.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Columns that may hold the text of a prompt.
const TEXTS: [&str; 8] = [
    "prompt",
    "content",
    "text",
    "template",
    "instructions",
    "prompt text",
    "body",
    "prompts",
];
/// Columns that may hold its title.
const TITLES: [&str; 5] = ["act", "title", "name", "label", "prompt name"];

/// Whether the first line of a text is the header of a table of prompts.
pub(super) fn is_table(text: &str) -> bool {
    let (text, delimiter) = dialect(text);
    let Some(columns) = header(text, delimiter) else {
        return false;
    };
    columns.len() > 1
        && column(&columns, &TEXTS).is_some()
        && columns
            .iter()
            .all(|column| column.len() < 40 && column.split(' ').count() < 4)
}

/// Removes the line `sep=;` that Excel understands, and finds the delimiter.
fn dialect(text: &str) -> (&str, u8) {
    let (first, after) = text.split_once('\n').unwrap_or((text, ""));
    if let Some(given) = first.trim_end().strip_prefix("sep=")
        && let [delimiter] = given.as_bytes()
    {
        return (after, *delimiter);
    }
    // Delimiters in quotes belong to a name.
    let outside: Vec<_> = first.split('"').step_by(2).collect();
    let count = |delimiter: u8| -> usize {
        let parts = outside.iter();
        parts
            .map(|part| part.bytes().filter(|byte| *byte == delimiter).count())
            .sum()
    };
    let mut best = DELIMITERS[0];
    for delimiter in DELIMITERS {
        if count(delimiter) > count(best) {
            best = delimiter;
        }
    }
    (text, best)
}

/// A row of a table, with the line that it begins on.
struct Row {
    line: usize,
    cells: Vec<String>,
}

/// Splits a table into its rows (RFC 4180). A reader of our own, since the browser downloads it.
fn rows(text: &str, delimiter: u8) -> Vec<Row> {
    let delimiter = char::from(delimiter);
    let mut rows = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while !rest.is_empty() {
        let mut row = Row {
            line,
            cells: Vec::new(),
        };
        loop {
            let mut cell = String::new();
            // A cell in quotes goes on to the next single quote.
            if let Some(quoted) = rest.strip_prefix('"') {
                rest = quoted;
                loop {
                    let end = rest.find('"').unwrap_or(rest.len());
                    cell.push_str(&rest[..end]);
                    rest = rest.get(end + 1..).unwrap_or_default();
                    match rest.strip_prefix('"') {
                        Some(after) => {
                            cell.push('"');
                            rest = after;
                        }
                        None => break,
                    }
                }
                line += cell.matches('\n').count();
            }
            let end = rest.find([delimiter, '\n']).unwrap_or(rest.len());
            let (more, after) = rest.split_at(end);
            cell.push_str(more.strip_suffix('\r').unwrap_or(more));
            row.cells.push(cell);
            rest = after;
            match rest.strip_prefix(delimiter) {
                Some(after) => rest = after,
                None => break,
            }
        }
        rest = rest.strip_prefix('\n').unwrap_or_default();
        line += 1;
        if row.cells.iter().any(|cell| !cell.is_empty()) {
            rows.push(row);
        }
    }
    rows
}

fn header(text: &str, delimiter: u8) -> Option<Vec<String>> {
    let first = text.split('\n').next().unwrap_or_default();
    let row = rows(first, delimiter).into_iter().next()?;
    Some(row.cells.iter().map(|cell| name(cell)).collect())
}

/// A column's name for comparison.
fn name(column: &str) -> String {
    column.trim().to_ascii_lowercase().replace('_', " ")
}

fn column(columns: &[String], names: &[&str]) -> Option<usize> {
    names
        .iter()
        .find_map(|name| columns.iter().position(|column| column == name))
}

/// Reads a table. A column holds the text; columns for title, description, tags and category are
/// optional.
pub(super) fn read(file: &File<'_>, diagnostics: &mut Diagnostics) -> Vec<Draft> {
    let (text, delimiter) = dialect(file.text);
    let mut rows = rows(text, delimiter).into_iter();
    let head: Vec<String> = rows.next().map_or_else(Vec::new, |row| {
        row.cells
            .iter()
            .map(|cell| cell.trim().to_owned())
            .collect()
    });
    let columns: Vec<String> = head.iter().map(|column| name(column)).collect();
    let Some(text_at) = column(&columns, &TEXTS) else {
        diagnostics.error(
            "no_text",
            "line 1",
            "The table has no column 'prompt'".to_owned(),
            "Name the column that holds the text 'prompt' and the one that holds the title 'act'",
        );
        return Vec::new();
    };
    let title_at = column(&columns, &TITLES);
    let mut drafts = Vec::new();
    for row in rows {
        let Row { line, cells } = row;
        let cell = |at: usize| cells.get(at).map(String::as_str).unwrap_or_default();
        let text = plain_text::with_line_feeds(cell(text_at)).into_owned();
        let title = title_at.map(cell).unwrap_or_default();
        let mut problems = Diagnostics::default();
        if cells.len() < columns.len() {
            problems.info(
                "short_row",
                format!("line {line}"),
                format!("The row has {} of {} columns", cells.len(), columns.len()),
            );
        }
        if text.trim().is_empty() {
            problems.warn(
                "no_text",
                format!("line {line}"),
                "The row has no text".to_owned(),
            );
        }
        let mut prompt = Prompt {
            title: if title.trim().is_empty() {
                plain_text::first_line(&text)
            } else {
                title.to_owned()
            },
            ..Prompt::default()
        };
        let mut rest = serde_json::Map::new();
        for (at, value) in cells.iter().enumerate() {
            if at == text_at || Some(at) == title_at || value.is_empty() {
                continue;
            }
            match columns.get(at).map(String::as_str) {
                Some("description") => prompt.description.clone_from(value),
                Some("tags") => prompt.tags = parse_tags(value),
                Some("category") if object::read_word::<Category>(value).is_ok() => {
                    prompt.category = object::read_word(value).unwrap_or_default();
                }
                _ => {
                    let key = head.get(at).filter(|key| !key.is_empty());
                    let key = key.map_or_else(|| format!("column {}", at + 1), Clone::clone);
                    rest.insert(key, Value::from(value.as_str()));
                }
            }
        }
        prompt.content.segments.push(Segment {
            order: 0,
            content: text,
            ..Segment::default()
        });
        object::keep(&mut prompt, ImportFormat::PromptsChat, rest);
        drafts.push(Draft::new(prompt, problems));
    }
    drafts
}
