//! Texts in the syntax of a file: where they stand, and how they are written.

use std::fmt::Write as _;

use serde_json::Value;

use super::super::diagnostics::Diagnostics;
use super::super::{FILE_BYTES, front_matter, toml, yaml};
use crate::export::push_quoted;
use crate::text::{clean_tags, parse_tags};

/// The most blanks before an item of tags.
pub(super) const MOST_BLANKS: usize = 100;

/// How a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// As it is.
    Raw,
    /// A string of JSON.
    Json,
    /// A string of JSON that has only ASCII characters.
    JsonAscii,
    YamlPlain,
    /// A plain text of YAML between brackets.
    YamlFlow,
    YamlSingle,
    YamlDouble,
    /// A block of YAML, indented by this many blanks.
    YamlBlock(usize),
    /// A string of TOML with these quotes.
    Toml(&'static str),
    /// The rest of a line of front matter that is not valid YAML.
    Line,
    /// Tags as a list of JSON.
    JsonTags,
    /// Tags as a list of YAML in brackets.
    YamlTags,
    /// Tags as items of YAML, in this column.
    ItemTags(usize),
    /// Tags between commas.
    CommaTags,
}

impl Style {
    pub(super) fn name(self) -> String {
        match self {
            Self::Raw => "raw".to_owned(),
            Self::Json => "json".to_owned(),
            Self::JsonAscii => "json-ascii".to_owned(),
            Self::YamlPlain => "yaml".to_owned(),
            Self::YamlFlow => "yaml-flow".to_owned(),
            Self::YamlSingle => "yaml-'".to_owned(),
            Self::YamlDouble => "yaml-\"".to_owned(),
            Self::YamlBlock(indent) => format!("yaml-{indent}"),
            Self::Toml(quotes) => format!("toml-{quotes}"),
            Self::Line => "line".to_owned(),
            Self::JsonTags => "tags-json".to_owned(),
            Self::YamlTags => "tags-yaml".to_owned(),
            Self::ItemTags(column) => format!("tags-{column}"),
            Self::CommaTags => "tags-comma".to_owned(),
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "raw" => Self::Raw,
            "json" => Self::Json,
            "json-ascii" => Self::JsonAscii,
            "yaml" => Self::YamlPlain,
            "yaml-flow" => Self::YamlFlow,
            "yaml-'" => Self::YamlSingle,
            "yaml-\"" => Self::YamlDouble,
            "line" => Self::Line,
            "tags-json" => Self::JsonTags,
            "tags-yaml" => Self::YamlTags,
            "tags-comma" => Self::CommaTags,
            name if name.starts_with("tags-") => {
                let column: usize = name.strip_prefix("tags-")?.parse().ok()?;
                Self::ItemTags((column <= MOST_BLANKS).then_some(column)?)
            }
            name => match name.strip_prefix("toml-") {
                Some(quotes) => Self::Toml(QUOTES.into_iter().find(|one| *one == quotes)?),
                None => Self::YamlBlock(name.strip_prefix("yaml-")?.parse().ok()?),
            },
        })
    }

    /// Reads a text. Returns `None` if it is not one in this style.
    pub(super) fn decode(self, raw: &str) -> Option<String> {
        let value = match self {
            Self::Raw => return Some(raw.to_owned()),
            Self::Json | Self::JsonAscii => return serde_json::from_str(raw).ok(),
            Self::Line => return front_matter::line_text(raw),
            Self::JsonTags => return tags(&serde_json::from_str(raw).ok()?),
            Self::CommaTags => {
                let text = Self::YamlPlain.decode(raw)?;
                return Some(clean_tags(parse_tags(&text)).join("\n"));
            }
            Self::YamlTags | Self::ItemTags(_) => {
                let column = match self {
                    Self::ItemTags(column) => column,
                    _ => 0,
                };
                let text = format!("title:\n{}{raw}\n", " ".repeat(column.max(1)));
                // Items in the first column stand deeper here, all of them.
                let text = match self {
                    Self::ItemTags(0) => text.replace("\n- ", "\n - "),
                    _ => text,
                };
                return tags(yaml::parse(&text).ok()?.value.get("title")?);
            }
            Self::Toml(_) => toml::parse(&format!("k = {raw}"), &mut Diagnostics::default())
                .ok()?
                .shift_remove("k")?,
            // Here the key stands in the first column.
            Self::YamlBlock(indent) if indicator(header_of(raw)).is_some() => {
                let (header, rest) = raw.split_at(header_of(raw).len());
                let digit = |one: char| one.is_ascii_digit();
                let header = header.replacen(digit, &indent.to_string(), 1);
                (indent <= 9)
                    .then(|| Self::YamlPlain.decode(&format!("{header}{rest}")))?
                    .map(Value::from)?
            }
            // A key whose value is a text although it looks like a number.
            _ => yaml::parse(&format!("title: {raw}\n"))
                .ok()?
                .value
                .as_object_mut()?
                .shift_remove("title")?,
        };
        match value {
            Value::String(text) => Some(text),
            Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
            _ => None,
        }
    }

    /// Writes a text, in this style if it fits.
    pub(super) fn encode(self, text: &str) -> String {
        let double = || {
            let mut out = String::new();
            push_quoted(&mut out, text, false);
            out
        };
        let list = |one: &dyn Fn(&str) -> String, between: &str| -> String {
            let items: Vec<_> = text.lines().map(one).collect();
            items.join(between)
        };
        let is_line =
            !text.contains(|one: char| one.is_control() || matches!(one, '\u{2028}' | '\u{2029}'));
        match self {
            Self::Raw => text.to_owned(),
            // A line break would begin another key.
            Self::Line
                if text.is_empty() || (is_line && self.decode(text).as_deref() == Some(text)) =>
            {
                text.to_owned()
            }
            Self::Json => Value::from(text).to_string(),
            Self::JsonAscii => ascii(&Value::from(text).to_string()),
            Self::YamlPlain if is_line && self.decode(text).as_deref() == Some(text) => {
                text.to_owned()
            }
            Self::YamlSingle if is_line => format!("'{}'", text.replace('\'', "''")),
            Self::YamlBlock(indent) => block(text, indent).unwrap_or_else(double),
            Self::YamlFlow
                if !text.contains([',', '[', ']', '{', '}'])
                    && Self::YamlPlain.encode(text) == text =>
            {
                text.to_owned()
            }
            Self::Line | Self::YamlPlain | Self::YamlFlow | Self::YamlSingle | Self::YamlDouble => {
                double()
            }
            Self::Toml(quotes) => toml_string(text, quotes, is_line),
            Self::JsonTags => format!("[{}]", list(&|tag| Self::Json.encode(tag), ", ")),
            Self::YamlTags => format!("[{}]", list(&|tag| yaml_tag(tag), ", ")),
            // A list in brackets stands deeper than its key.
            Self::ItemTags(0) if text.is_empty() => " []".to_owned(),
            Self::ItemTags(_) if text.is_empty() => "[]".to_owned(),
            Self::ItemTags(column) => {
                let between = format!("\n{}", " ".repeat(column));
                list(&|tag| format!("- {}", yaml_tag(tag)), &between)
            }
            Self::CommaTags => Self::YamlPlain.encode(&list(&str::to_owned, ", ")),
        }
    }
}

/// The mark of a block, without a comment.
fn header_of(raw: &str) -> &str {
    raw.split(['\n', '#']).next().unwrap_or_default()
}

/// A tag in a list of YAML, where commas and brackets are no text.
fn yaml_tag(tag: &str) -> String {
    let is_plain = !tag.contains([',', '[', ']', '{', '}']);
    let style = if is_plain {
        Style::YamlPlain
    } else {
        Style::YamlDouble
    };
    style.encode(tag)
}

/// The tags of a list, one a line.
fn tags(value: &Value) -> Option<String> {
    let list = value.as_array()?.iter().map(|tag| match tag {
        Value::String(tag) => Some(tag.clone()),
        Value::Number(_) | Value::Bool(_) => Some(tag.to_string()),
        _ => None,
    });
    Some(clean_tags(list.collect::<Option<_>>()?).join("\n"))
}

/// Replaces every character beyond ASCII in JSON by its escape.
fn ascii(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for one in json.chars() {
        if one.is_ascii() {
            out.push(one);
        } else {
            for unit in one.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

/// Writes a block of YAML. Returns `None` for a text that a block does not hold.
fn block(text: &str, indent: usize) -> Option<String> {
    let (lines, chomp) = match text.strip_suffix('\n') {
        Some(lines) if lines.ends_with('\n') => (lines, "+"),
        Some(lines) => (lines, ""),
        None => (text, "-"),
    };
    let is_lost = |line: &str| {
        (line.trim().is_empty() && !line.is_empty())
            || line.contains(|one: char| {
                (one.is_control() && one != '\t')
                    || matches!(one, '\u{2028}' | '\u{2029}' | '\u{feff}')
            })
    };
    let blanks = indent.saturating_mul(lines.matches('\n').count() + 1);
    if lines.is_empty()
        || blanks > FILE_BYTES
        || lines.starts_with([' ', '\n', '\t'])
        || lines.split('\n').any(is_lost)
    {
        return None;
    }
    let mut out = format!("|{chomp}");
    for line in lines.split('\n') {
        out.push('\n');
        if !line.is_empty() {
            out.push_str(&" ".repeat(indent));
            out.push_str(line);
        }
    }
    Some(out)
}

fn toml_string(text: &str, quotes: &str, is_line: bool) -> String {
    let has_control =
        |but: &[char]| text.contains(|one: char| one.is_control() && !but.contains(&one));
    match quotes {
        "'''\n" | "'''"
            if !text.contains("''") && !text.ends_with('\'') && !has_control(&['\n', '\t']) =>
        {
            format!("{quotes}{text}'''")
        }
        "'" if is_line && !text.contains('\'') => format!("'{text}'"),
        _ => {
            let is_long = quotes.len() > 1;
            let mut out = String::from(if is_long { "\"\"\"" } else { "\"" });
            // A line break after the quotes is not part of the text.
            if is_long && (quotes.ends_with('\n') || text.starts_with('\n')) {
                out.push('\n');
            }
            for one in text.chars() {
                match one {
                    '\\' => out.push_str("\\\\"),
                    '"' if !is_long || out.ends_with('"') || out.ends_with("\"\n") => {
                        out.push_str("\\\"");
                    }
                    '\n' if is_long => out.push('\n'),
                    '\n' => out.push_str("\\n"),
                    '\t' => out.push('\t'),
                    one if one.is_control() => {
                        let _ = write!(out, "\\u{:04x}", u32::from(one));
                    }
                    one => out.push(one),
                }
            }
            if is_long && out.ends_with('"') && out.len() > 4 && text.ends_with('"') {
                out.pop();
                out.push_str("\\\"");
            }
            out.push_str(if is_long { "\"\"\"" } else { "\"" });
            out
        }
    }
}

/// The quotes of TOML, those with a line break first.
const QUOTES: [&str; 6] = ["\"\"\"\n", "'''\n", "\"\"\"", "'''", "\"", "'"];

/// The longest key in bytes that is noted.
const KEY_BYTES: usize = 100;

/// A text in a file.
pub(super) struct Scalar {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) style: Style,
    /// The key before it.
    pub(super) key: String,
}

/// The strings of a JSON text.
pub(super) fn of_json(text: &str) -> Vec<Scalar> {
    let mut found: Vec<Scalar> = Vec::new();
    let bytes = text.as_bytes();
    let mut key = String::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('"').map(|offset| at + offset) {
        let mut end = start + 1;
        while let Some(byte) = bytes.get(end) {
            end += match byte {
                b'\\' => 2,
                b'"' => break,
                _ => 1,
            };
        }
        let end = (end + 1).min(text.len());
        if !text.is_char_boundary(end) {
            break;
        }
        let raw = &text[start..end];
        if text[end..].trim_start().starts_with(':') {
            // A key is repeated for every text of its list, and no known one is long.
            key = match raw.len() {
                ..=KEY_BYTES => serde_json::from_str(raw).unwrap_or_default(),
                _ => String::new(),
            };
        } else {
            let style = if raw.is_ascii() && raw.contains("\\u") {
                Style::JsonAscii
            } else {
                Style::Json
            };
            found.push(Scalar {
                start,
                end,
                style,
                key: key.clone(),
            });
        }
        at = end;
    }
    found
}

/// The strings of a TOML text that follow a key.
pub(super) fn of_toml(text: &str) -> Vec<Scalar> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut skip_to = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if start < skip_to {
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            continue;
        };
        let blanks = value.len() - value.trim_start_matches([' ', '\t']).len();
        let start = start + key.len() + 1 + blanks;
        let rest = &text[start..];
        let Some(quotes) = QUOTES.into_iter().find(|quotes| rest.starts_with(quotes)) else {
            continue;
        };
        let close = quotes.trim_end();
        // The first closing quotes that make a text of it.
        let mut from = quotes.len();
        let mut tries = 0;
        while let Some(offset) = rest.get(from..).and_then(|rest| rest.find(close)) {
            let end = from + offset + close.len();
            let style = Style::Toml(quotes);
            if style.decode(&rest[..end]).is_some() && !rest[end..].starts_with('"') {
                skip_to = start + end;
                found.push(Scalar {
                    start,
                    end: start + end,
                    style,
                    key: key.trim().trim_matches('"').to_owned(),
                });
                break;
            }
            from += offset + 1;
            tries += 1;
            if tries > 64 {
                break;
            }
        }
    }
    found
}

/// The scalars of a YAML text, which stand behind keys and dashes or in quotes.
pub(super) fn of_yaml(text: &str) -> Vec<Scalar> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut skip_to = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if start < skip_to {
            continue;
        }
        let line = line.trim_end_matches('\n');
        if let Some((key, column, value)) = entry(line) {
            let value_at = start + value;
            if let Some(scalar) = scalar(text, value_at, column, key) {
                skip_to = text[..scalar.end].rfind('\n').map_or(0, |at| at + 1);
                skip_to = if skip_to <= start { 0 } else { scalar.end };
                found.push(scalar);
                continue;
            }
        }
        if let Some(open) = line.find(['{', '[']) {
            between_brackets(line, open, start, &mut found);
        }
    }
    found
}

/// Splits a line into its key, the column of the key, and the offset of its value. A value behind a dash
/// has the empty key.
fn entry(line: &str) -> Option<(&str, usize, usize)> {
    let mut column = line.len() - line.trim_start_matches(' ').len();
    while let Some(rest) = line[column..].strip_prefix("- ") {
        column += 2 + rest.len() - rest.trim_start_matches(' ').len();
    }
    let rest = &line[column..];
    if rest.starts_with(['#', '{', '[', '&', '*', '!', '|', '>', '%', '@', '`']) {
        return None;
    }
    let end = match rest.chars().next()? {
        quote @ ('"' | '\'') => 1 + rest[1..].find(quote)? + 1,
        _ => rest
            .find(": ")
            .or_else(|| rest.strip_suffix(':').map(str::len))
            .unwrap_or(rest.len()),
    };
    if rest[end..].starts_with(':') {
        let value = &rest[end + 1..];
        let blanks = value.len() - value.trim_start_matches(' ').len();
        let key = rest[..end].trim_matches(['"', '\'']);
        return Some((key, column, column + end + 1 + blanks));
    }
    line[..column].contains('-').then_some(("", column, column))
}

/// Reads the scalar that begins at an offset, below a key in a column.
fn scalar(text: &str, start: usize, column: usize, key: &str) -> Option<Scalar> {
    let rest = &text[start..];
    let first = rest.split('\n').next().unwrap_or_default();
    let found = |end: usize, style: Style| {
        Some(Scalar {
            start,
            end: start + end,
            style,
            key: key.to_owned(),
        })
    };
    match first.chars().next()? {
        '|' | '>' => {
            let header = first.split('#').next().unwrap_or_default();
            let digit = indicator(header);
            let keeps = header.contains('+');
            let mut end = first.len();
            let mut indent = digit.map(|digit| column + digit);
            let mut at = first.len() + 1;
            for line in rest.get(at..)?.split('\n') {
                let blanks = line.len() - line.trim_start_matches(' ').len();
                let is_blank = line.trim().is_empty();
                if !is_blank && blanks <= column && !(column == 0 && blanks > 0) {
                    break;
                }
                if !is_blank {
                    indent.get_or_insert(blanks);
                }
                // With a plus the blank lines at the end are part of the text.
                let is_kept = keeps && at + line.len() < rest.len();
                if !is_blank || is_kept {
                    end = at + line.len();
                }
                at += line.len() + 1;
            }
            found(end, Style::YamlBlock(indent?))
        }
        quote @ ('"' | '\'') => {
            let style = if quote == '"' {
                Style::YamlDouble
            } else {
                Style::YamlSingle
            };
            found(closing(rest, quote)?, style)
        }
        '&' | '*' | '!' | '{' | '[' | '#' => None,
        _ => {
            let mut end = first.find(" #").unwrap_or(first.len());
            end = first[..end].trim_end().len();
            if end == first.trim_end().len() {
                // Lines that are indented deeper continue the text.
                let mut at = first.len() + 1;
                for line in rest.get(at..).unwrap_or_default().split('\n') {
                    let blanks = line.len() - line.trim_start_matches(' ').len();
                    if line.trim().is_empty() || blanks <= column || line.contains(" #") {
                        break;
                    }
                    end = at + line.trim_end().len();
                    at += line.len() + 1;
                }
            }
            found(end, Style::YamlPlain)
        }
    }
}

/// The number behind the mark of a block that says how deep its text stands.
fn indicator(header: &str) -> Option<usize> {
    let digit = header.chars().find(char::is_ascii_digit)?.to_digit(10)?;
    usize::try_from(digit).ok()
}

/// The offset behind a quoted scalar.
fn closing(text: &str, quote: char) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        if *byte == b'\\' && quote == '"' {
            at += 2;
        } else if char::from(*byte) == quote {
            if quote == '\'' && bytes.get(at + 1) == Some(&b'\'') {
                at += 2;
                continue;
            }
            return Some(at + 1);
        } else {
            at += 1;
        }
    }
    None
}

/// The scalars of a line between brackets.
fn between_brackets(line: &str, open: usize, start: usize, found: &mut Vec<Scalar>) {
    let mut at = open;
    let mut key = "";
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        let (length, style) = match first {
            '#' if line[..at].ends_with([' ', '\t']) => return,
            ' ' | '\t' | ',' | '{' | '}' | '[' | ']' => {
                at += 1;
                continue;
            }
            '"' | '\'' => {
                let style = if first == '"' {
                    Style::YamlDouble
                } else {
                    Style::YamlSingle
                };
                match closing(rest, first).filter(|end| rest.is_char_boundary(*end)) {
                    Some(length) => (length, style),
                    None => return,
                }
            }
            _ => (plain_length(rest), Style::YamlFlow),
        };
        let behind = rest[length..].trim_start();
        if let Some(after) = behind.strip_prefix(':') {
            key = rest[..length].trim_matches(['"', '\'']);
            at = line.len() - after.len();
            continue;
        }
        found.push(Scalar {
            start: start + at,
            end: start + at + length,
            style,
            key: std::mem::take(&mut key).to_owned(),
        });
        at += length.max(1);
        if !line.is_char_boundary(at) {
            return;
        }
    }
}

/// The length of a plain scalar between brackets: up to a bracket, a comma, a key's colon or a comment.
fn plain_length(text: &str) -> usize {
    let ends = |(at, one): (usize, char)| {
        let rest = &text[at + one.len_utf8()..];
        let is_end = match one {
            ',' | '{' | '}' | '[' | ']' => true,
            ':' => rest.is_empty() || rest.starts_with([' ', '\t', ',', '{', '}', '[', ']']),
            '#' => text[..at].ends_with([' ', '\t']),
            _ => false,
        };
        is_end.then_some(at)
    };
    let end = text.char_indices().find_map(ends).unwrap_or(text.len());
    text[..end].trim_end().len()
}
