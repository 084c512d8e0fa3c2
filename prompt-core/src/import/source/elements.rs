//! Items that were added, removed or moved: their elements in the text of a file.

use std::ops::Range;

use serde_json::{Map, Value};

use super::super::dotprompt::role_at;
use super::super::{File, IMPORTED, ImportFormat, plain_text};
use super::holes::{Field, count};
use super::scalars::Style;
use super::{Source, Syntax, reread, syntax};
use crate::export::prompty::role_of;
use crate::{Prompt, SegmentType, StructureType};

/// Rewrites the items of a file with those of a prompt. `text` is the file with as many texts of the
/// prompt as it has places for.
pub(super) fn rewritten(source: &Source, text: &str, prompt: &Prompt) -> Option<String> {
    let name = source.name.as_deref();
    // The elements are found in a file whose every item has a text of its own.
    let (_, stood) = source.read_again(text)?;
    let mut distinct = stood.clone();
    for at in 0..count(&stood) {
        let has_place = source.holes().any(|hole| hole.field == Field::Content(at));
        if has_place && let Some(content) = Field::Content(at).of_mut(&mut distinct) {
            *content = format!("Text{at}");
        }
    }
    let file = source.fill(&distinct);
    let read = |text: &str| reread(&File { text, name }, Some(source.format));
    let (_, again) = read(&file)?;
    let (_, found) = Source::with_places(&File { text: &file, name }, source.format, &again)?;
    let lf = plain_text::with_line_feeds(&file);
    let hole_of = |field: Field| found.iter().find(|(_, hole)| hole.field == field);
    let syntax = syntax(source.format, &lf);
    let count = count(&again);
    let mut elements: Vec<Range<usize>> = Vec::new();
    for at in 0..count {
        let (place, _) = hole_of(Field::Heading(at)).or_else(|| hole_of(Field::Content(at)))?;
        let element = element(&lf, place, syntax, source.format)?;
        if elements.last().is_some_and(|last| last.end > element.start) {
            return None;
        }
        elements.push(element);
    }
    let model = &lf[elements.last()?.clone()];
    let mut parts = Vec::new();
    for (at, kept) in alignment(&again, prompt).into_iter().enumerate() {
        let part = kept.and_then(|from| {
            let wanted = Field::Content(at).of(prompt);
            let content = hole_of(Field::Content(from));
            if content.is_none() && !wanted.is_empty() {
                return None;
            }
            let element = &elements[from];
            let mut part = lf[element.clone()].to_owned();
            if let Some((place, hole)) = content {
                let place = place.start - element.start..place.end - element.start;
                part.replace_range(place, &hole.written(wanted, false));
            }
            Some(part)
        });
        parts.push(match part {
            Some(part) => part,
            None => new_element(prompt, at, model, syntax, source.format)?,
        });
    }
    let (start, end) = (elements.first()?.start, elements.last()?.end);
    let between = match syntax {
        Syntax::Json if count > 1 => lf[elements[0].end..elements[1].start].to_owned(),
        Syntax::Json => ", ".to_owned(),
        _ => String::new(),
    };
    if syntax != Syntax::Json {
        for part in parts.iter_mut().filter(|part| !part.ends_with('\n')) {
            part.push('\n');
        }
    }
    let mut joined = parts.join(&between);
    if syntax != Syntax::Json {
        // The end of the file stays as it was.
        let is_closed = lf[start..end].ends_with('\n');
        joined.truncate(joined.trim_end_matches('\n').len());
        let blank = lf[start..end].len() - lf[start..end].trim_end_matches('\n').len();
        if is_closed {
            joined.push_str(&"\n".repeat(blank));
        }
    }
    let text = format!("{}{joined}{}", &lf[..start], &lf[end..]);
    Some(if source.is_crlf {
        text.replace('\n', "\r\n")
    } else {
        text
    })
}

/// The element around the text of an item.
fn element(
    text: &str,
    place: &Range<usize>,
    syntax: Syntax,
    format: ImportFormat,
) -> Option<Range<usize>> {
    match syntax {
        Syntax::Json => object_around(text, place),
        Syntax::Yaml => entry_around(text, place),
        Syntax::Toml => None,
        Syntax::Document => document_part(text, place, format),
    }
}

/// The innermost JSON object around a place that is a message, and not a part of one.
fn object_around(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let mut open = Vec::new();
    let mut is_text = false;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if is_text {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => is_text = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => is_text = true,
            b'{' => open.push(at),
            b'}' => {
                let start = open.pop()?;
                let is_around = start < place.start && at >= place.end;
                if is_around && text[start..=at].contains("\"role\"") {
                    return Some(start..at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The entry of a YAML list around a place, with its line feed.
fn entry_around(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let line_at = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let mut column = place.start - line_at;
    let mut start = line_at;
    let dash = loop {
        let line = text[start..].split('\n').next().unwrap_or_default();
        let blanks = line.len() - line.trim_start_matches(' ').len();
        if line[blanks..].starts_with("- ") && blanks < column {
            break blanks;
        }
        if !line.trim().is_empty() {
            column = column.min(blanks + 1);
        }
        start = text[..start.checked_sub(1)?]
            .rfind('\n')
            .map_or(0, |at| at + 1);
    };
    let mut end = text[place.end..]
        .find('\n')
        .map_or(text.len(), |at| place.end + at + 1);
    while end < text.len() {
        let line = text[end..].split_inclusive('\n').next().unwrap_or_default();
        let blanks = line.len() - line.trim_start_matches(' ').len();
        if !line.trim().is_empty() && blanks <= dash {
            break;
        }
        end += line.len();
    }
    Some(start..end)
}

/// The part of a document around a place: from its role or heading to the next one.
fn document_part(text: &str, place: &Range<usize>, format: ImportFormat) -> Option<Range<usize>> {
    if format == ImportFormat::Dotprompt {
        let roles: Vec<usize> = text
            .match_indices("{{")
            .map(|(at, _)| at)
            .filter(|at| role_at(&text[*at..]).is_some())
            .collect();
        let start = roles.iter().rev().find(|at| **at < place.start).copied();
        let end = roles.iter().find(|at| **at >= place.end).copied();
        return Some(start.unwrap_or(place.start)..end.unwrap_or(text.len()));
    }
    let begins = |line: &str| match format {
        ImportFormat::Prompty => role_of(line).is_some(),
        _ => line.starts_with('#'),
    };
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if begins(line.trim_end_matches('\n')) {
            if at >= place.end {
                return Some(start?..at);
            }
            if at < place.start {
                start = Some(at);
            }
        }
        at += line.len();
    }
    Some(start?..text.len())
}

/// The old item of each new one: the longest common sequence of the items' types or titles.
fn alignment(old: &Prompt, new: &Prompt) -> Vec<Option<usize>> {
    type Key = (String, Option<Value>);
    let keys = |prompt: &Prompt| -> Vec<Key> {
        let content = &prompt.content;
        let segments = content.segments.iter();
        let sections = content.sections.iter();
        match prompt.structure_type {
            StructureType::Standard => segments
                .map(|one| (one.r#type.to_string(), one.extra.get(IMPORTED).cloned()))
                .collect(),
            _ => sections.map(|one| (one.title.clone(), None)).collect(),
        }
    };
    let (old, new) = (keys(old), keys(new));
    let mut lengths = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for (i, one) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            lengths[i][j] = if one == other {
                lengths[i + 1][j + 1] + 1
            } else {
                lengths[i + 1][j].max(lengths[i][j + 1])
            };
        }
    }
    let mut aligned = vec![None; new.len()];
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < new.len() {
        if old[i] == new[j] {
            aligned[j] = Some(i);
            i += 1;
            j += 1;
        } else if lengths[i + 1][j] >= lengths[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    aligned.resize(new.len(), None);
    aligned
}

/// Writes an element for an item that the file does not have.
fn new_element(
    prompt: &Prompt,
    at: usize,
    model: &str,
    syntax: Syntax,
    format: ImportFormat,
) -> Option<String> {
    if prompt.structure_type == StructureType::Structured {
        let section = prompt.content.sections.get(at)?;
        let marks = model.len() - model.trim_start_matches('#').len();
        if section.title.is_empty() {
            return Some(format!("{}\n\n", section.content));
        }
        let gap = if section.content.is_empty() {
            ""
        } else {
            "\n\n"
        };
        let marks = "#".repeat(marks.max(1));
        return Some(format!(
            "{marks} {}\n\n{}{gap}",
            section.title, section.content
        ));
    }
    let segment = prompt.content.segments.get(at)?;
    let kept = segment.extra.get(IMPORTED).and_then(Value::as_object);
    let kept_role = kept.and_then(|kept| kept.get("role")?.as_str());
    let role = kept_role.unwrap_or(match segment.r#type {
        SegmentType::User => "user",
        SegmentType::Assistant if format == ImportFormat::Dotprompt => "model",
        SegmentType::Assistant => "assistant",
        SegmentType::System | SegmentType::Context | SegmentType::Instruction => "system",
    });
    let text = &segment.content;
    Some(match syntax {
        Syntax::Json => {
            // Constructors of LangChain have no element that a role and a text would make.
            if !model.contains("\"role\"") || !model.contains("\"content\"") {
                return None;
            }
            let mut map = Map::new();
            map.insert("role".to_owned(), Value::from(role));
            map.insert("content".to_owned(), Value::from(text.as_str()));
            for (key, value) in kept.into_iter().flatten() {
                if key != "role" && key != "content" {
                    map.insert(key.clone(), value.clone());
                }
            }
            spaced(&Value::Object(map))
        }
        Syntax::Yaml => {
            let dash = " ".repeat(model.len() - model.trim_start_matches(' ').len());
            let style = Style::YamlBlock(dash.len() + 4);
            format!(
                "{dash}- role: {role}\n{dash}  content: {}\n",
                style.encode(text)
            )
        }
        Syntax::Toml => return None,
        Syntax::Document => match format {
            ImportFormat::Prompty => format!("{role}:\n{text}\n\n"),
            ImportFormat::Dotprompt => format!("{{{{role \"{role}\"}}}}\n{text}\n"),
            _ => return None,
        },
    })
}

/// A JSON object on one line, with blanks between its parts.
fn spaced(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let parts: Vec<_> = map
                .iter()
                .map(|(key, value)| format!("{}: {value}", Value::from(key.as_str())))
                .collect();
            format!("{{{}}}", parts.join(", "))
        }
        value => value.to_string(),
    }
}
