//! Markdown: our own documents back exactly, and anybody's by their headings.

use serde_json::{Map, Value};

use super::front_matter::{self, FrontMatter};
use super::lines::{Kind, Piece, heading_text, pieces};
use super::object::{self, Fields};
use super::remarks::Remarks;
use super::{Draft, File, ImportFormat, plain_text};
use crate::content::{Block, Content, Module, Section, Segment, SegmentType};
use crate::export::escaped::unescape;
use crate::export::markdown::{MARKER, MARKER_END, WRAPPERS, shown_heading};
use crate::{Prompt, StructureType};

/// Reads a Markdown file.
pub(super) fn read(file: &File<'_>) -> Draft {
    let text = plain_text::with_line_feeds(file.text);
    let mut remarks = Remarks::default();
    match front_matter::split(&text, &mut remarks) {
        Some(FrontMatter { fields, body }) => {
            if fields.get("structure_type").is_some_and(Value::is_string) {
                own(fields, body, remarks)
            } else {
                foreign(file, fields, body, ImportFormat::Markdown, remarks)
            }
        }
        None => foreign(file, Map::new(), &text, ImportFormat::Markdown, remarks),
    }
}

/// Reads a document whose front matter is ours.
fn own(front_matter: Map<String, Value>, body: &str, mut remarks: Remarks) -> Draft {
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(front_matter, "", &mut remarks);
    let structure = object::details(&mut fields, &mut prompt).unwrap_or_default();
    prompt.structure_type = structure;
    let extra = fields.take("extra");
    let unused = fields.take("unused");
    let rest = fields.rest();
    if let Some(Value::Object(unused)) = unused {
        prompt.content = object::read_content(unused, "unused.", &mut remarks);
    }
    if let Some(Value::Object(extra)) = extra {
        prompt.content.extra = extra;
    }
    object::keep(&mut prompt, ImportFormat::Markdown, rest);
    items(body, structure, &mut prompt.content, &mut remarks);
    Draft::new(prompt, remarks)
}

/// Reads the items that a document of ours has below its title.
pub(super) fn items(
    body: &str,
    structure: StructureType,
    content: &mut Content,
    remarks: &mut Remarks,
) {
    let pieces = pieces(body);
    let is_level = |piece: &Piece<'_>, wanted: usize| matches!(piece.kind, Kind::Heading { level, .. } if level == wanted);
    let mut parts = split(&pieces, |piece| is_level(piece, 2));
    let before = parts.remove(0);
    // Above the first item stands the title, and what somebody wrote there.
    let loose = before.iter().position(|piece| is_level(piece, 1));
    let loose = raw(&before[loose.map_or(0, |at| at + 1)..], body);
    if !loose.is_empty() && !loose.starts_with("<!--") {
        remarks.info(
            "text_above_items",
            "",
            "Text above the first heading became an item of its own".to_owned(),
        );
        push(content, structure, loose_item(loose));
    }
    for part in parts {
        let mut modules = if structure == StructureType::Advanced {
            split(part, |piece| is_level(piece, 3))
        } else {
            vec![part]
        };
        let own = modules.remove(0);
        let mut item = item(own, body, structure == StructureType::Modulized, remarks);
        for module in modules {
            match assets(module) {
                Some(assets) => item.assets = assets,
                None => item
                    .modules
                    .push(module_of(self::item(module, body, true, remarks))),
            }
        }
        push(content, structure, item);
    }
}

/// What stands below one heading.
#[derive(Default)]
struct Found {
    heading: String,
    hidden: Map<String, Value>,
    description: String,
    wrappers: Option<Value>,
    config: Option<Value>,
    text: String,
    modules: Vec<Module>,
    assets: Vec<Value>,
}

fn loose_item(text: &str) -> Found {
    Found {
        text: text.to_owned(),
        ..Found::default()
    }
}

/// Cuts pieces before each that begins a part. The first part is what stands before all of them.
fn split<'p, 'a>(
    pieces: &'p [Piece<'a>],
    begins: impl Fn(&Piece<'a>) -> bool,
) -> Vec<&'p [Piece<'a>]> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, piece) in pieces.iter().enumerate() {
        if begins(piece) && at > 0 {
            parts.push(&pieces[start..at]);
            start = at;
        } else if begins(piece) {
            parts.push(&pieces[0..0]);
        }
    }
    parts.push(&pieces[start..]);
    parts
}

/// Reads an item: its heading, then in this order its comment, description, wrappers, configuration and text.
fn item(pieces: &[Piece<'_>], body: &str, is_module: bool, remarks: &mut Remarks) -> Found {
    let mut found = Found::default();
    let mut rest = pieces;
    if let Some((first, after)) = rest.split_first()
        && let Kind::Heading { text, .. } = first.kind
    {
        found.heading = heading_text(text);
        rest = after;
        found.hidden = take_marker(&mut rest);
        // The exact title counts as long as the heading still shows it.
        if let Some(Value::String(title)) = found.hidden.get("title")
            && shown_heading(title).trim() == text
        {
            found.heading.clone_from(title);
        }
    }
    found.description = take_description(&mut rest);
    if is_module {
        found.wrappers = take_wrappers(&mut rest);
        found.config = take_config(&mut rest, remarks);
    }
    found.text = text(rest, body);
    found
}

fn skip_blanks<'p, 'a>(pieces: &'p [Piece<'a>]) -> &'p [Piece<'a>] {
    let blanks = pieces
        .iter()
        .take_while(|piece| matches!(piece.kind, Kind::Line(line) if line.trim().is_empty()))
        .count();
    &pieces[blanks..]
}

fn take_marker(rest: &mut &[Piece<'_>]) -> Map<String, Value> {
    let after = skip_blanks(rest);
    if let Some((piece, after)) = after.split_first()
        && let Kind::Line(line) = piece.kind
        && let Some(json) = line
            .strip_prefix(MARKER)
            .and_then(|line| line.trim_end().strip_suffix(MARKER_END))
        && let Ok(hidden) = serde_json::from_str(json)
    {
        *rest = after;
        return hidden;
    }
    Map::new()
}

fn take_description(rest: &mut &[Piece<'_>]) -> String {
    let after = skip_blanks(rest);
    let Some((first, behind)) = after.split_first() else {
        return String::new();
    };
    if let Kind::Fence { info, text } = first.kind
        && let Some(encoding) = info.strip_prefix("text description")
    {
        *rest = behind;
        return decoded(text, encoding);
    }
    let quote: Vec<_> = after
        .iter()
        .map_while(|piece| match piece.kind {
            Kind::Line(line) => line.strip_prefix('>'),
            _ => None,
        })
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    if !quote.is_empty() {
        *rest = &after[quote.len()..];
    }
    quote.join("\n")
}

fn take_wrappers(rest: &mut &[Piece<'_>]) -> Option<Value> {
    let (first, after) = skip_blanks(rest).split_first()?;
    let Kind::Line(line) = first.kind else {
        return None;
    };
    let names = line.strip_prefix(WRAPPERS)?;
    *rest = after;
    Some(names.split(',').map(str::trim).collect())
}

fn take_config(rest: &mut &[Piece<'_>], remarks: &mut Remarks) -> Option<Value> {
    let (first, after) = skip_blanks(rest).split_first()?;
    let Kind::Fence {
        info: "json config",
        text,
    } = first.kind
    else {
        return None;
    };
    *rest = after;
    match serde_json::from_str(text) {
        Ok(config) => Some(config),
        Err(error) => {
            remarks.warn(
                "bad_config",
                "",
                format!("A module's configuration is not JSON ({error}); it is kept as text"),
            );
            Some(Value::from(text))
        }
    }
}

/// The text of an item: the one fence that holds it exactly, or the lines as they stand.
fn text(pieces: &[Piece<'_>], body: &str) -> String {
    if let Some((first, after)) = skip_blanks(pieces).split_first()
        && skip_blanks(after).is_empty()
        && let Kind::Fence { info, text } = first.kind
        && let Some(encoding) = info.strip_prefix("text")
        && matches!(encoding, "" | " escaped")
    {
        return decoded(text, encoding);
    }
    raw(pieces, body).to_owned()
}

fn decoded(text: &str, encoding: &str) -> String {
    if encoding == " escaped" {
        unescape(text)
    } else {
        text.to_owned()
    }
}

/// The lines of some pieces as they stand, without blank lines around them.
fn raw<'a>(pieces: &[Piece<'_>], body: &'a str) -> &'a str {
    match (pieces.first(), pieces.last()) {
        (Some(first), Some(last)) => trim_lines(&body[first.start..last.end]),
        _ => "",
    }
}

/// A text without the blank lines around it; the indentation of its first line stays.
fn trim_lines(text: &str) -> &str {
    let text = text.trim_end();
    let start = text
        .char_indices()
        .find(|(_, character)| !character.is_whitespace())
        .map_or(text.len(), |(at, _)| at);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    &text[line..]
}

/// The assets of a block, if this is their part.
fn assets(pieces: &[Piece<'_>]) -> Option<Vec<Value>> {
    let (heading, after) = pieces.split_first()?;
    if !matches!(heading.kind, Kind::Heading { text: "Assets", .. }) {
        return None;
    }
    let (fence, _) = skip_blanks(after).split_first()?;
    match fence.kind {
        Kind::Fence {
            info: "json assets",
            text,
        } => serde_json::from_str(text).ok(),
        _ => None,
    }
}

fn push(content: &mut Content, structure: StructureType, found: Found) {
    let remarks = &mut Remarks::default();
    match structure {
        StructureType::Standard => {
            let segment_type = object::read_word::<SegmentType>(&found.heading);
            let (id, mut extra) = hidden(found.hidden);
            if segment_type.is_err() && !found.heading.is_empty() {
                extra.insert("unknown_type".to_owned(), Value::from(found.heading));
            }
            content.segments.push(Segment {
                id,
                order: at(&content.segments),
                r#type: segment_type.unwrap_or_default(),
                content: found.text,
                extra,
            });
        }
        StructureType::Structured => {
            let (id, extra) = hidden(found.hidden);
            content.sections.push(Section {
                id,
                order: at(&content.sections),
                title: found.heading,
                description: Some(found.description),
                content: found.text,
                extra,
            });
        }
        StructureType::Modulized => {
            let mut module = module_of(found);
            module.order = at(&content.modules);
            content.modules.push(module);
        }
        StructureType::Advanced => {
            let (id, extra) = hidden(found.hidden);
            let mut modules = found.modules;
            if !found.text.is_empty() {
                // A block has no text of its own: what somebody wrote there becomes its first module.
                modules.insert(0, module_of(loose_item(&found.text)));
            }
            for (order, module) in modules.iter_mut().enumerate() {
                module.order = u32::try_from(order).unwrap_or(u32::MAX);
            }
            let assets = object::read_assets(found.assets, remarks);
            content.blocks.push(Block {
                id,
                order: at(&content.blocks),
                title: found.heading,
                description: found.description,
                modules,
                assets,
                extra,
            });
        }
    }
}

fn module_of(found: Found) -> Module {
    let (id, extra) = hidden(found.hidden);
    let parts = [("wrappers", found.wrappers), ("config", found.config)];
    let parts = parts
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)))
        .collect();
    let mut module = object::read_module(parts);
    module.id = id;
    module.title = found.heading;
    module.description = found.description;
    module.content = found.text;
    module.extra.extend(extra);
    module
}

/// The id and unknown keys that stood in a comment.
fn hidden(mut hidden: Map<String, Value>) -> (String, Map<String, Value>) {
    let id = match hidden.remove("id") {
        Some(Value::String(id)) => id,
        _ => String::new(),
    };
    let extra = match hidden.remove("extra") {
        Some(Value::Object(extra)) => extra,
        _ => Map::new(),
    };
    (id, extra)
}

fn at<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}

/// Reads anybody's document: headings become sections, a document without headings is one instruction.
pub(super) fn foreign(
    file: &File<'_>,
    fields: Map<String, Value>,
    body: &str,
    format: ImportFormat,
    mut remarks: Remarks,
) -> Draft {
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(fields, "", &mut remarks);
    let has_title = ["title", "name"].iter().any(|key| fields.has(key));
    object::details(&mut fields, &mut prompt);
    let rest = fields.rest();
    let (heading, content) = by_headings(body);
    if !has_title {
        prompt.title = heading
            .or_else(|| plain_text::title_from_name(file.name))
            .unwrap_or_else(|| plain_text::first_line(body));
    }
    prompt.structure_type = object::filled(&content);
    prompt.content = content;
    object::keep(&mut prompt, format, rest);
    Draft::new(prompt, remarks)
}

/// A document's one top heading, if it has one above all others, and its content by the headings below.
fn by_headings(body: &str) -> (Option<String>, Content) {
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
            title = Some(heading_text(text));
            if skip_blanks(&part[..at]).is_empty() {
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
                title: heading.unwrap_or_else(|| "Introduction".to_owned()),
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

/// A text that stands alone in a fence of ours, without the fence.
fn exact_text(source: &str) -> String {
    text(&pieces(source), source)
}
