//! Finds the places in a file where the texts of its prompt stand, and cuts the file at them.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Map;

use super::super::diagnostics::Diagnostics;
use super::super::helicone;
use super::super::langchain::from_f_string;
use super::super::lines::heading_text;
use super::super::{ImportFormat, front_matter};
use super::holes::{Field, Hole, Piece, Place, comment_of, count, sum};
use super::scalars::{MOST_BLANKS, Scalar, Style, of_yaml};
use super::{Syntax, blocks};
use crate::{Prompt, StructureType};

/// Offsets in a text before its line ends became line feeds.
pub(super) struct Offsets(Vec<usize>);

impl Offsets {
    pub(super) fn of(text: &str) -> Self {
        // The offsets of the carriage returns that were removed.
        let bytes = text.as_bytes();
        let removed = bytes.windows(2).enumerate();
        Self(
            removed
                .filter(|(_, pair)| *pair == b"\r\n")
                .map(|(at, _)| at)
                .collect(),
        )
    }

    /// The offset in the file of an offset in the text with line feeds.
    pub(super) fn original(&self, at: usize) -> usize {
        // The return number n stood n bytes further on in the file than in the text.
        let mut low = 0;
        let mut high = self.0.len();
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.0[middle] - middle < at {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        at + low
    }
}

/// Cuts a file into its texts and the pieces between them.
pub(super) fn cut(
    file: &str,
    text: &str,
    offsets: &Offsets,
    found: &[Place],
    is_crlf: bool,
    prompt: &Prompt,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for (range, hole) in found {
        let (start, end) = (offsets.original(range.start), offsets.original(range.end));
        if start > at {
            pieces.push(Piece::Text(file[at..start].to_owned()));
        }
        let mut hole = hole.clone();
        if hole.block.is_some() {
            pieces.push(Piece::Hole(hole));
            at = end;
            continue;
        }
        hole.sum = Some(sum(&hole.field.of(prompt)));
        let raw = &file[start..end];
        if matches!(hole.style, Style::YamlBlock(_)) {
            hole.comment = comment_of(raw);
        }
        if hole.written(&hole.field.of(prompt), is_crlf) != raw
            && hole.reads(&text[range.clone()]).is_some()
        {
            hole.was = Some(raw.to_owned());
        }
        pieces.push(Piece::Hole(hole));
        at = end;
    }
    if at < file.len() {
        pieces.push(Piece::Text(file[at..].to_owned()));
    }
    pieces
}

/// Inserts a hole at its place, unless another one overlaps it.
fn insert(found: &mut Vec<Place>, range: Range<usize>, hole: Hole) {
    let at = found.partition_point(|(other, _)| other.start < range.start);
    let is_before = |(other, _): &Place| other.end <= range.start;
    let is_behind = |(other, _): &Place| other.start >= range.end;
    let fits_before = at == 0 || is_before(&found[at - 1]);
    if fits_before && found.get(at).is_none_or(is_behind) {
        found.insert(at, (range, hole));
    }
}

/// The fields of a prompt whose texts are looked for.
fn fields(prompt: &Prompt) -> Vec<Field> {
    let mut fields = vec![
        Field::Title,
        Field::Description,
        Field::Category,
        Field::Language,
    ];
    for at in 0..count(prompt) {
        if prompt.structure_type == StructureType::Structured {
            fields.push(Field::Heading(at));
        }
        fields.push(Field::Content(at));
    }
    fields.retain(|field| !field.of(prompt).is_empty());
    fields
}

/// Keys under which titles stand.
const TITLES: [&str; 6] = [
    "title",
    "name",
    "displayName",
    "act",
    "repo_handle",
    "label",
];
/// Keys under which texts stand in most files.
const CONTENTS: [&str; 9] = [
    "content",
    "text",
    "template",
    "prompt",
    "instructions",
    "system",
    "input",
    "value",
    "promptPrefix",
];

/// Finds the scalars with the texts of a prompt.
pub(super) fn assign(
    text: &str,
    scalars: Vec<Scalar>,
    prompt: &Prompt,
    format: ImportFormat,
    found: &mut Vec<Place>,
) {
    // Texts with variables in the form of the file.
    let convert: Option<fn(&str) -> String> = match format {
        ImportFormat::Langchain => Some(|text| from_f_string(text, &mut Diagnostics::default())),
        ImportFormat::Helicone => Some(|text| helicone::converted(text, &mut Map::new())),
        _ => None,
    };
    let read: Vec<_> = scalars
        .iter()
        .map(|scalar| scalar.style.decode(&text[scalar.start..scalar.end]))
        .collect();
    let plain = read.iter().enumerate();
    let mut texts: Vec<(Cow<'_, str>, usize, bool)> = plain
        .filter_map(|(at, text)| Some((Cow::from(text.as_deref()?), at, false)))
        .collect();
    if let Some(convert) = convert {
        let converted = read
            .iter()
            .enumerate()
            .filter_map(|(at, text)| Some((Cow::from(convert(text.as_deref()?)), at, true)));
        texts.extend(converted);
    }
    // Sorted, so that each text of the prompt is found among thousands without a look at all of them.
    texts.sort();
    let mut scalars: Vec<Option<Scalar>> = scalars.into_iter().map(Some).collect();
    for field in fields(prompt) {
        let wanted = field.of(prompt);
        let keys: &[&str] = match field {
            Field::Title => &TITLES,
            Field::Description => &["description"],
            Field::Category => &["category"],
            Field::Language => &["language"],
            _ => &CONTENTS,
        };
        let is_content = matches!(field, Field::Content(_));
        let from = texts.partition_point(|(text, ..)| **text < *wanted);
        let same = texts[from..]
            .iter()
            .take_while(|(text, ..)| *text == wanted);
        let free = same.filter(|(_, at, is_converted)| {
            scalars[*at].is_some() && (is_content || !is_converted)
        });
        let is_of_key = |at: usize| {
            let scalar = scalars[at].as_ref();
            scalar.is_some_and(|scalar| keys.contains(&scalar.key.as_str()))
        };
        // A text may stand under any key, as a list of texts has none.
        let mut free = free.map(|(_, at, _)| *at);
        let first = free.clone().next().filter(|_| is_content);
        let place = free.find(|at| is_of_key(*at)).or(first);
        if let Some(at) = place
            && let Some(scalar) = scalars[at].take()
        {
            let is_converted = is_content
                && texts
                    .binary_search(&(Cow::from(&*wanted), at, true))
                    .is_ok();
            let is_helicone = is_converted && format == ImportFormat::Helicone;
            let hole = Hole {
                is_fstring: is_converted && !is_helicone,
                types: is_helicone
                    .then(|| helicone::types(read[at].as_deref().unwrap_or_default())),
                ..Hole::of(field, scalar.style)
            };
            insert(found, scalar.start..scalar.end, hole);
        } else if let Field::Content(item) = field {
            for (block, at) in blocks::find(&wanted, &read, &scalars, text)
                .into_iter()
                .enumerate()
            {
                if let (Some(scalar), Some(text)) = (scalars[at].take(), &read[at]) {
                    let hole = blocks::hole((item, block), scalar.style, text, &wanted);
                    insert(found, scalar.start..scalar.end, hole);
                }
            }
        }
    }
}

/// Finds the texts of a prompt in a document: details in its front matter, texts below it.
pub(super) fn in_document(text: &str, prompt: &Prompt, found: &mut Vec<Place>) {
    let body_at = front_matter::body_offset(text).unwrap_or(0);
    let mut details = prompt.clone();
    details.structure_type = StructureType::Standard;
    details.content.segments.clear();
    let scalars = match front_matter::lines_of(&text[..body_at]) {
        Some(lines) => lines
            .into_iter()
            .map(|(key, range)| Scalar {
                start: range.start,
                end: range.end,
                style: Style::Line,
                key,
            })
            .collect(),
        None => of_yaml(&text[..body_at]),
    };
    assign(text, scalars, &details, ImportFormat::Markdown, found);
    let raw = |field: Field| Hole::of(field, Style::Raw);
    let has_title = found.iter().any(|(_, hole)| hole.field == Field::Title);
    let mut at = body_at;
    // A heading below the first text is part of that text as well.
    let mut contents = (0..count(prompt)).map(|at| Field::Content(at).of(prompt));
    let first = contents.find(|text| !text.is_empty());
    let first = first.and_then(|first| text[body_at..].find(&*first));
    let is_above = |range: &Range<usize>| first.is_none_or(|first| body_at + first >= range.end);
    if !has_title && let Some(range) = heading(text, at, &prompt.title).filter(is_above) {
        at = range.end;
        insert(found, range, raw(Field::Title));
    }
    for field in fields(prompt) {
        let wanted = field.of(prompt);
        let range = match field {
            Field::Heading(_) => heading(text, at, &wanted),
            Field::Content(_) => text[at..]
                .find(&*wanted)
                .map(|offset| at + offset..at + offset + wanted.len()),
            _ => None,
        };
        if let Some(range) = range {
            at = range.end;
            insert(found, range, raw(field));
        }
    }
}

/// Finds the text of a heading.
fn heading(text: &str, from: usize, wanted: &str) -> Option<Range<usize>> {
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let start = at;
        at += line.len();
        let marks = line.trim_start_matches(' ').trim_start_matches('#');
        if marks.len() == line.trim_start_matches(' ').len() || !marks.starts_with([' ', '\t']) {
            continue;
        }
        let inner = marks.trim_start();
        let start = start + line.len() - inner.len();
        let trimmed = inner.trim_end();
        let without_marks = trimmed.trim_end_matches('#');
        for title in [trimmed, without_marks.trim_end()] {
            if heading_text(title) == wanted {
                return Some(start..start + title.len());
            }
        }
    }
    None
}

/// The most lists of tags that are looked at.
const TAG_LISTS: usize = 16;

/// Finds the list of the tags under the key `tags`.
pub(super) fn tag_list(text: &str, syntax: Syntax, prompt: &Prompt, found: &mut Vec<Place>) {
    let wanted = Field::Tags.of(prompt);
    let (text, key) = match syntax {
        Syntax::Json => (text, "\"tags\""),
        Syntax::Yaml => (text, "tags:"),
        Syntax::Document => (
            &text[..front_matter::body_offset(text).unwrap_or(0)],
            "tags:",
        ),
        Syntax::Toml => return,
    };
    for (at, _) in text.match_indices(key).take(TAG_LISTS) {
        let value_at = at + key.len();
        let list = match syntax {
            Syntax::Json => json_tags(text, value_at),
            _ => yaml_tags(text, at, value_at),
        };
        if let Some((range, style)) = list
            && style.decode(&text[range.clone()]).as_deref() == Some(&*wanted)
        {
            insert(found, range, Hole::of(Field::Tags, style));
            return;
        }
    }
}

fn json_tags(text: &str, key_end: usize) -> Option<(Range<usize>, Style)> {
    let list = text[key_end..].trim_start().strip_prefix(':')?.trim_start();
    let start = text.len() - list.len();
    let range = bracketed(list, start)?;
    Some((range, Style::JsonTags))
}

/// The range of a flat list in brackets.
fn bracketed(list: &str, start: usize) -> Option<Range<usize>> {
    let mut ends = list
        .starts_with('[')
        .then(|| list.match_indices(']').take(8))?;
    let end = ends.find_map(|(end, _)| Style::YamlTags.decode(&list[..=end]).map(|_| end + 1))?;
    Some(start..start + end)
}

fn yaml_tags(text: &str, at: usize, key_end: usize) -> Option<(Range<usize>, Style)> {
    let line_at = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let indent = at - line_at;
    if !text[line_at..at].trim().is_empty() {
        return None;
    }
    let line = text[key_end..].split('\n').next()?;
    let value = line.trim();
    let start = key_end + line.len() - line.trim_start().len();
    if value.starts_with('[') {
        return Some((bracketed(&text[start..], start)?, Style::YamlTags));
    }
    if !value.is_empty() && !value.starts_with('#') {
        return Some((start..start + value.len(), Style::CommaTags));
    }
    let mut range: Option<(Range<usize>, usize)> = None;
    let mut at = key_end + line.len() + 1;
    for line in text.get(at..)?.split('\n') {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let is_item = line[blanks..].starts_with("- ") && blanks >= indent;
        let end = at + line.trim_end().len();
        match &mut range {
            Some((range, first)) if is_item && blanks == *first => range.end = end,
            None if is_item => range = Some((at + blanks..end, blanks)),
            _ => break,
        }
        at += line.len() + 1;
    }
    let (range, blanks) = range.filter(|(_, blanks)| *blanks <= MOST_BLANKS)?;
    Some((range, Style::ItemTags(blanks)))
}
