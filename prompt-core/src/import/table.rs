//! Tables of prompts: CSV and its dialects with semicolons, tabs or bars, as spreadsheets write them.

use serde_json::Value;

use super::diagnostics::Diagnostics;
use super::{Draft, File, ImportFormat, accounting, library, object, plain_text};
use crate::content::{Segment, SegmentType};
use crate::text::parse_tags;
use crate::{Category, Prompt};

/// The characters that may separate columns. On a tie the first one counts.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Words of a column that may hold the text of a prompt, the best first.
const TEXTS: [&str; 10] = [
    "prompt",
    "content",
    "text",
    "template",
    "instructions",
    "prompt text",
    "body",
    "prompts",
    "instruction",
    "message",
];
/// Words of a column that may hold its title.
const TITLES: [&str; 5] = ["act", "title", "name", "label", "prompt name"];
/// Words of further columns, in the order in which columns are looked for.
const DESCRIPTIONS: [&str; 2] = ["description", "summary"];
const TAGS: [&str; 4] = ["tags", "tag", "keywords", "labels"];
const CATEGORIES: [&str; 1] = ["category"];
const SYSTEM: [&str; 1] = ["system"];
const ANSWERS: [&str; 3] = ["assistant", "completion", "response"];
/// Where each of them stands in [`columns`].
const TITLE: usize = 0;
const DESCRIPTION: usize = 1;
const TAG: usize = 2;
const CATEGORY: usize = 3;
const FIRST: usize = 4;
const ANSWER: usize = 5;
const TEXT: usize = 6;

/// Whether the first line of a text is the header of a table of prompts.
pub(super) fn is_table(text: &str) -> bool {
    let (text, delimiter) = dialect(text);
    let Some(heads) = header(text, delimiter) else {
        return false;
    };
    // A text whose first line has commas is prose, unless it has a head that is known, or two short ones.
    let is_known = heads.iter().any(|head| TEXTS.contains(&&**head));
    let most_words = if is_known { 3 } else { 2 };
    let found = columns(&heads);
    heads.len() > 1
        && found[TEXT].is_some()
        && (is_known || found[TITLE].is_some())
        && heads
            .iter()
            .all(|head| head.len() < 40 && head.split(' ').count() <= most_words)
}

/// The columns of a table, by what their heads say. A column is taken for one thing.
fn columns(heads: &[String]) -> [Option<usize>; 7] {
    let mut found = [None; 7];
    let kinds: [&[&str]; 7] = [
        &TITLES,
        &DESCRIPTIONS,
        &TAGS,
        &CATEGORIES,
        &SYSTEM,
        &ANSWERS,
        &TEXTS,
    ];
    for (kind, words) in kinds.into_iter().enumerate() {
        // The whole head counts most, then its last word: `Prompt Title` is a title.
        let mut best = usize::MAX;
        for (at, head) in heads.iter().enumerate() {
            for (place, word) in words.iter().enumerate() {
                let Some(way) = head.split(' ').rev().position(|one| one == *word) else {
                    continue;
                };
                let is_more = usize::from(head.len() > word.len());
                let rank = (way + is_more).min(2) * words.len() + place;
                if rank < best && !found[..kind].contains(&Some(at)) {
                    best = rank;
                    found[kind] = Some(at);
                }
            }
        }
    }
    // A text is needed more than an answer or what sets up the model.
    for kind in [FIRST, ANSWER] {
        if found[TEXT].is_none() {
            found[TEXT] = found[kind].take();
        }
    }
    found
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

/// The words of a head for comparison: `Prompt Title`, `prompt_title` and `promptTitle` have the same.
fn name(head: &str) -> String {
    let mut words = String::new();
    let mut before = ' ';
    for one in head.chars() {
        if one.is_ascii_uppercase() && before.is_ascii_lowercase() {
            words.push(' ');
        }
        let is_mark = one.is_ascii() && !one.is_ascii_alphanumeric();
        words.push(if is_mark {
            ' '
        } else {
            one.to_ascii_lowercase()
        });
        before = one;
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads tags that stand in one text, between commas, semicolons or bars, or as a list of JSON.
pub(super) fn tags(text: &str) -> Vec<String> {
    let is_list = text.starts_with('[') && text.ends_with(']');
    let text = if is_list {
        text.replace(['[', ']', '"'], "")
    } else {
        text.to_owned()
    };
    parse_tags(&text.replace([';', '|'], ","))
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
    let heads: Vec<String> = head.iter().map(|head| name(head)).collect();
    let found = columns(&heads);
    if found[TEXT].is_none() {
        diagnostics.error(
            "no_text",
            "line 1",
            "The table has no column 'prompt'".to_owned(),
            "Name the column that holds the text 'prompt' and the one that holds the title 'act'",
        );
        return Vec::new();
    }
    let mut drafts = Vec::new();
    for row in rows {
        let Row { line, cells } = row;
        let cell = |kind: usize| {
            let cell = found[kind].and_then(|at| cells.get(at));
            cell.map(String::as_str).unwrap_or_default()
        };
        let text = plain_text::with_line_feeds(cell(TEXT)).into_owned();
        let mut problems = Diagnostics::default();
        if cells.len() < heads.len() {
            problems.info(
                "short_row",
                format!("line {line}"),
                format!("The row has {} of {} columns", cells.len(), heads.len()),
            );
        }
        if text.trim().is_empty() {
            problems.warn(
                "no_text",
                format!("line {line}"),
                "The row has no text".to_owned(),
            );
        }
        let title = cell(TITLE);
        let mut prompt = Prompt {
            title: if title.trim().is_empty() {
                plain_text::first_line(&text)
            } else {
                title.to_owned()
            },
            description: cell(DESCRIPTION).to_owned(),
            tags: tags(cell(TAG)),
            ..Prompt::default()
        };
        let category = object::read_word::<Category>(cell(CATEGORY));
        let mut rest = serde_json::Map::new();
        for (at, value) in cells.iter().enumerate() {
            let is_taken = match found.iter().position(|column| *column == Some(at)) {
                Some(CATEGORY) => category.is_ok(),
                kind => kind.is_some(),
            };
            if is_taken || value.is_empty() {
                continue;
            }
            let key = head.get(at).filter(|key| !key.is_empty());
            let key = key.map_or_else(|| format!("column {}", at + 1), Clone::clone);
            if accounting::is_long(value) {
                problems.info(
                    accounting::KEPT_ASIDE,
                    format!("line {line}"),
                    format!(
                        "The text in the column '{key}' is no part of the prompt; it is kept aside"
                    ),
                );
            }
            rest.insert(key, Value::from(value.as_str()));
        }
        prompt.category = category.unwrap_or_default();
        let has_system = !cell(FIRST).is_empty();
        let main = if has_system {
            SegmentType::User
        } else {
            SegmentType::default()
        };
        for (r#type, text) in [
            (SegmentType::System, cell(FIRST)),
            (main, &*text),
            (SegmentType::Assistant, cell(ANSWER)),
        ] {
            if r#type == main || !text.is_empty() {
                prompt.content.segments.push(Segment {
                    r#type,
                    content: plain_text::with_line_feeds(text).into_owned(),
                    ..Segment::default()
                });
            }
        }
        library::in_order(&mut prompt.content.segments);
        object::keep(&mut prompt, ImportFormat::PromptsChat, rest);
        drafts.push(Draft::new(prompt, problems));
    }
    drafts
}
