//! Titles, descriptions and tags that a file has no key for yet.

use std::ops::Range;

use super::super::{ImportFormat, front_matter, plain_text};
use super::holes::Field;
use super::places::Offsets;
use super::scalars::{Style, of_json};
use super::{Syntax, syntax};

/// The text of a file with a key for a title, a description or tags: in the place of an empty one, else as a new line.
/// `None` if files of the format have no such key.
pub(super) fn with_key(
    text: &str,
    format: ImportFormat,
    field: Field,
    value: &str,
    is_crlf: bool,
) -> Option<String> {
    if format == ImportFormat::Langfuse {
        return in_langfuse(text, field, value);
    }
    if field == Field::Tags {
        return tags_in_prompty(text, format, value, is_crlf);
    }
    let has_name = matches!(
        format,
        ImportFormat::Vscode
            | ImportFormat::Dotprompt
            | ImportFormat::GithubModels
            | ImportFormat::Prompty
    );
    let has_description = matches!(
        format,
        ImportFormat::Cursor
            | ImportFormat::ClaudeCode
            | ImportFormat::Opencode
            | ImportFormat::Windsurf
            | ImportFormat::Gemini
    );
    if !has_name && (field == Field::Title || !has_description) {
        return None;
    }
    let key = match field {
        Field::Description => "description",
        _ => "name",
    };
    let lf = plain_text::with_line_feeds(text);
    let (range, new) = match syntax(format, &lf) {
        Syntax::Document => in_front_matter(&lf, key, value)?,
        Syntax::Yaml => {
            let line = format!("{key}: {}\n", Style::YamlPlain.encode(value));
            // Comments and the mark of a document stay above.
            let head = lf
                .split_inclusive('\n')
                .take_while(|line| line.starts_with(['#', '-']) || line.trim().is_empty())
                .map(str::len)
                .sum::<usize>();
            (placed(&lf, head..lf.len(), key, ':'), line)
        }
        Syntax::Toml => {
            let line = format!("{key} = {}\n", Style::Toml("\"").encode(value));
            let head = lf
                .split_inclusive('\n')
                .take_while(|line| line.starts_with('#') || line.trim().is_empty())
                .map(str::len)
                .sum::<usize>();
            (placed(&lf, head..lf.len(), key, '='), line)
        }
        Syntax::Json => return None,
    };
    let new = if is_crlf {
        new.replace('\n', "\r\n")
    } else {
        new
    };
    let offsets = Offsets::of(text);
    let (start, end) = (offsets.original(range.start), offsets.original(range.end));
    Some(format!("{}{new}{}", &text[..start], &text[end..]))
}

/// A prompt of Langfuse with tags before its text, or with another name in its folder.
fn in_langfuse(text: &str, field: Field, value: &str) -> Option<String> {
    let (range, new) = match field {
        Field::Title => {
            let scalars = of_json(text);
            scalars.iter().find_map(|one| {
                let old = one.style.decode(&text[one.start..one.end])?;
                let (folder, _) = old.rsplit_once('/').filter(|_| one.key == "name")?;
                let new = one.style.encode(&format!("{folder}/{value}"));
                Some((one.start..one.end, new))
            })?
        }
        Field::Tags => {
            let at = text.match_indices("\"prompt\"").find_map(|(at, key)| {
                let behind = text[at + key.len()..].trim_start();
                behind.starts_with(':').then_some(at)
            })?;
            let blank = &text[text[..at].trim_end().len()..at];
            let tags = Style::JsonTags.encode(value);
            (at..at, format!("\"tags\": {tags},{blank}"))
        }
        _ => return None,
    };
    let mut text = text.to_owned();
    text.replace_range(range, &new);
    Some(text)
}

/// A Prompty file with tags: among its metadata, or beside its other keys in the dialect of version 1.
fn tags_in_prompty(text: &str, format: ImportFormat, value: &str, is_crlf: bool) -> Option<String> {
    let lf = plain_text::with_line_feeds(text);
    let body_at = front_matter::body_offset(&lf).filter(|_| format == ImportFormat::Prompty)?;
    let head = &lf[..body_at];
    let tags = format!("tags: {}\n", Style::YamlTags.encode(value));
    let close = head.trim_end().rfind('\n')? + 1;
    let (range, new) = match head.find("\nmetadata:").map(|at| at + 1) {
        Some(at) => {
            let end = at + head[at..].find('\n')? + 1;
            let is_block = matches!(head[at..end].trim(), "metadata:" | "metadata: {}");
            let next = &head[end..];
            let blanks = next.len() - next.trim_start_matches(' ').len();
            let indent = " ".repeat(if blanks == 0 { 2 } else { blanks });
            (
                is_block.then_some(at..end)?,
                format!("metadata:\n{indent}{tags}"),
            )
        }
        None if head.contains("\nsample:") || head.contains("\n  api:") => (close..close, tags),
        None => (close..close, format!("metadata:\n  {tags}")),
    };
    let new = if is_crlf {
        new.replace('\n', "\r\n")
    } else {
        new
    };
    let offsets = Offsets::of(text);
    let (start, end) = (offsets.original(range.start), offsets.original(range.end));
    Some(format!("{}{new}{}", &text[..start], &text[end..]))
}

/// Where the key belongs in a document, and what is written there.
fn in_front_matter(text: &str, key: &str, value: &str) -> Option<(Range<usize>, String)> {
    let Some(body_at) = front_matter::body_offset(text) else {
        let line = Style::YamlPlain.encode(value);
        return Some((0..0, format!("---\n{key}: {line}\n---\n")));
    };
    let open = text[..body_at].find("---\n")? + "---\n".len();
    let close = text[..body_at].trim_end().rfind('\n')? + 1;
    let style = if front_matter::lines_of(&text[..body_at]).is_some() {
        Style::Line
    } else {
        Style::YamlPlain
    };
    let line = format!("{key}: {}\n", style.encode(value));
    Some((placed(text, open..close.max(open), key, ':'), line))
}

/// Where the line of a key belongs: in the place of an empty one of the same key, behind the line of the name, or first.
fn placed(text: &str, range: Range<usize>, key: &str, mark: char) -> Range<usize> {
    let mut at = range.start;
    let mut behind_name = None;
    for one in text[range.clone()].split_inclusive('\n') {
        let end = at + one.len();
        let value = one
            .strip_prefix(key)
            .and_then(|rest| rest.trim_start().strip_prefix(mark));
        if value.is_some_and(|value| matches!(value.trim(), "" | "\"\"" | "''")) {
            return at..end;
        }
        let is_line = !text[end..].starts_with([' ', '\t', '-']);
        if one.starts_with("name:") && is_line {
            behind_name = Some(end);
        }
        at = end;
    }
    let at = behind_name.unwrap_or(range.start);
    at..at
}
