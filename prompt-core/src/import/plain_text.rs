//! Plain text: one instruction, and the title rules that other readers share.

use std::borrow::Cow;

use super::diagnostics::Diagnostics;
use super::{Draft, File};
use crate::Prompt;
use crate::content::Segment;

/// The maximum number of characters of a title taken from a text's first line.
const TITLE_CHARS: usize = 80;

/// Reads any text.
pub(super) fn read(file: &File<'_>) -> Draft {
    let text = with_line_feeds(file.text);
    let text = without_last_line_feed(&text);
    let mut prompt = Prompt {
        title: title_from_name(file.name).unwrap_or_else(|| first_line(text)),
        ..Prompt::default()
    };
    if !text.is_empty() {
        prompt.content.segments.push(Segment {
            order: 0,
            content: text.to_owned(),
            ..Segment::default()
        });
    }
    Draft::new(prompt, Diagnostics::default())
}

/// Converts every line ending to a line feed.
pub(super) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Removes the final line feed of a file.
pub(super) fn without_last_line_feed(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}

/// Endings of file names that say the kind of a file. Any other dot belongs to the name.
const ENDINGS: &[&str] = &[
    ".prompt.md",
    ".instructions.md",
    ".agent.md",
    ".chatmode.md",
    ".prompt.yml",
    ".prompt.yaml",
    ".txt",
    ".text",
    ".md",
    ".markdown",
    ".mdx",
    ".json",
    ".jsonl",
    ".jsonc",
    ".json5",
    ".ndjson",
    ".yaml",
    ".yml",
    ".xml",
    ".html",
    ".htm",
    ".csv",
    ".tsv",
    ".toml",
    ".prompty",
    ".prompt",
    ".mdc",
    ".skill",
    ".poml",
    ".cursorrules",
    ".windsurfrules",
    ".clinerules",
    ".roomodes",
];

/// A file name without its folders and its ending.
pub(super) fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let file = file.trim_start_matches('.');
    let lower = file.to_ascii_lowercase();
    let ending = ENDINGS.iter().find(|ending| lower.ends_with(**ending));
    match ending.map(|ending| &file[..file.len() - ending.len()]) {
        Some(stem) if !stem.is_empty() => stem,
        _ => file,
    }
}

/// Derives a title from a file name: without folders and ending, with blanks for dashes and
/// underscores.
pub(super) fn title_from_name(name: Option<&str>) -> Option<String> {
    let name = name?;
    let stem = stem(name);
    // These names only identify the file type; the folder is the title.
    let mut parts = name.rsplit(['/', '\\']);
    let stem = match (parts.next(), parts.next()) {
        (Some(base), Some(folder))
            if is_named_by_folder(base) && !matches!(folder, "" | "." | "..") =>
        {
            folder
        }
        _ => stem,
    };
    let mut title = stem.replace(['-', '_'], " ");
    title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = title.chars().next()?;
    if first.is_lowercase() {
        title = first.to_uppercase().chain(title.chars().skip(1)).collect();
    }
    Some(title)
}

/// Whether a file is called like every one of its kind, so that its folder says which it is.
pub(super) fn is_named_by_folder(base: &str) -> bool {
    ["skill.md", "system.md", "user.md"]
        .iter()
        .any(|name| base.eq_ignore_ascii_case(name))
}

/// Derives a title from a text: its first line that is not blank.
pub(super) fn first_line(text: &str) -> String {
    let line = text
        .lines()
        .map(|line| {
            line.trim_start_matches(['#', '-', '*', '>', ' ', '\t'])
                .trim()
        })
        .find(|line| line.chars().any(char::is_alphanumeric))
        .unwrap_or_default();
    match line.char_indices().nth(TITLE_CHARS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.to_owned(),
    }
}
