//! Any other Markdown document, split by its headings.

use serde_json::{Map, Value};

use super::super::diagnostics::Diagnostics;
use super::super::lines::{Kind, heading_text, pieces};
use super::super::object::{self, Fields};
use super::super::{Draft, File, ImportFormat, plain_text};
use super::parts::{raw, split, text};
use crate::Prompt;
use crate::content::{Content, Section, Segment, SegmentType};

/// Reads any document: headings become sections; a document without headings is one instruction.
pub(in crate::import) fn foreign(
    file: &File<'_>,
    fields: Map<String, Value>,
    body: &str,
    format: ImportFormat,
    mut diagnostics: Diagnostics,
) -> Draft {
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(fields, "", &mut diagnostics);
    let has_title = ["title", "name"].iter().any(|key| fields.has(key));
    object::details(&mut fields, &mut prompt);
    let rest = fields.rest();
    let name = plain_text::title_from_name(file.name);
    // The name of a rule or a pattern is that of its file, and every heading belongs to its text.
    let is_named = has_title || (format != ImportFormat::Markdown && name.is_some());
    let (heading, content) = by_headings(body, !is_named);
    if !has_title {
        prompt.title = heading
            .or(name)
            .unwrap_or_else(|| plain_text::first_line(body));
    }
    prompt.structure_type = object::filled(&content);
    prompt.content = content;
    object::keep(&mut prompt, format, rest);
    Draft::new(prompt, diagnostics)
}

/// Returns the content of a document by its headings, and its single top-level heading if that is its
/// title. Text above the first heading is a section without a title.
fn by_headings(body: &str, takes_title: bool) -> (Option<String>, Content) {
    let pieces = pieces(body);
    let levels: Vec<usize> = pieces
        .iter()
        .filter_map(|piece| match piece.kind {
            Kind::Heading { level, .. } => Some(level),
            _ => None,
        })
        .collect();
    let top = levels.iter().copied().min().unwrap_or(0);
    let is_title = levels.first() == Some(&top)
        && levels.iter().filter(|level| **level == top).count() == 1
        && levels.len() > 1;
    let begins = if is_title {
        levels
            .iter()
            .copied()
            .filter(|level| *level > top)
            .min()
            .unwrap_or(top)
    } else {
        top
    };
    let parts = split(
        &pieces,
        |piece| matches!(piece.kind, Kind::Heading { level, .. } if level == begins),
    );
    let mut title = None;
    let mut sections = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        let mut part = part;
        let mut heading = None;
        if let Some((first, after)) = part.split_first()
            && index > 0
            && let Kind::Heading { text, .. } = first.kind
        {
            heading = Some(heading_text(text));
            part = after;
        } else if is_title
            && let Some(at) = part
                .iter()
                .position(|piece| matches!(piece.kind, Kind::Heading { level, .. } if level == top))
            && let Kind::Heading { text, .. } = part[at].kind
        {
            let above = raw(&part[..at], body);
            if takes_title {
                title = Some(heading_text(text));
                if above.is_empty() {
                    part = &part[at + 1..];
                }
            } else {
                if !above.is_empty() {
                    sections.push((None, above.to_owned()));
                }
                heading = Some(heading_text(text));
                part = &part[at + 1..];
            }
        }
        let text = raw(part, body);
        if heading.is_some() || !text.is_empty() {
            sections.push((heading, text.to_owned()));
        }
    }
    let mut content = Content::default();
    if begins == 0 {
        content.segments.push(Segment {
            content: plain_text::without_last_line_feed(body).to_owned(),
            ..Segment::default()
        });
        return (None, content);
    }
    let types: Option<Vec<SegmentType>> = sections
        .iter()
        .map(|(heading, _)| {
            SegmentType::ALL
                .iter()
                .copied()
                .find(|one| Some(one.label()) == heading.as_deref())
        })
        .collect();
    if let Some(types) = types {
        content.segments = types
            .into_iter()
            .zip(sections)
            .map(|(segment_type, (_, text))| Segment {
                r#type: segment_type,
                content: exact_text(&text),
                ..Segment::default()
            })
            .collect();
    } else {
        content.sections = sections
            .into_iter()
            .map(|(heading, text)| Section {
                title: heading.unwrap_or_default(),
                content: exact_text(&text),
                ..Section::default()
            })
            .collect();
    }
    for (order, segment) in content.segments.iter_mut().enumerate() {
        segment.order = u32::try_from(order).unwrap_or(u32::MAX);
    }
    for (order, section) in content.sections.iter_mut().enumerate() {
        section.order = u32::try_from(order).unwrap_or(u32::MAX);
    }
    (title, content)
}

/// Removes the fence from a text that consists of a single exact fence.
fn exact_text(source: &str) -> String {
    text(&pieces(source), source)
}
