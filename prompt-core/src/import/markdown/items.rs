//! Items of our own documents: a heading, then the parts of the item in a fixed order.

use serde_json::{Map, Value};

use super::super::diagnostics::Diagnostics;
use super::super::lines::{Kind, Piece, heading_text, pieces};
use super::super::{json, object};
use super::parts::{decoded, raw, skip_blanks, split, text};
use crate::StructureType;
use crate::content::{Block, Content, Module, Section, Segment, SegmentType};
use crate::export::markdown::{MARKER, MARKER_END, WRAPPERS, shown_heading};

/// Reads the items below the title of one of our own documents.
pub(in crate::import) fn items(
    body: &str,
    structure: StructureType,
    content: &mut Content,
    diagnostics: &mut Diagnostics,
) {
    let pieces = pieces(body);
    let is_level = |piece: &Piece<'_>, wanted: usize| matches!(piece.kind, Kind::Heading { level, .. } if level == wanted);
    let mut parts = split(&pieces, |piece| is_level(piece, 2));
    let before = parts.remove(0);
    // The title precedes the first item, and so does any text a user added.
    let title = before.iter().position(|piece| is_level(piece, 1));
    let loose = without_comment(&before[title.map_or(0, |at| at + 1)..]);
    if !raw(loose, body).is_empty() {
        let item = item(
            loose,
            body,
            structure == StructureType::Modulized,
            diagnostics,
        );
        if item.hidden.is_empty() {
            diagnostics.info(
                "text_above_items",
                "",
                "Text above the first heading became an item of its own".to_owned(),
            );
        }
        push(content, structure, item);
    }
    for part in parts {
        let mut modules = if structure == StructureType::Advanced {
            split(part, |piece| is_level(piece, 3))
        } else {
            vec![part]
        };
        let own = modules.remove(0);
        let mut item = item(
            own,
            body,
            structure == StructureType::Modulized,
            diagnostics,
        );
        for module in modules {
            match assets(module, diagnostics) {
                Some(assets) => item.assets = assets,
                None => item
                    .modules
                    .push(module_of(self::item(module, body, true, diagnostics))),
            }
        }
        push(content, structure, item);
    }
}

/// The parts found below one heading.
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

/// Skips the comment that explains the document.
fn without_comment<'p, 'a>(pieces: &'p [Piece<'a>]) -> &'p [Piece<'a>] {
    let after = skip_blanks(pieces);
    match after.split_first() {
        Some((first, rest)) if matches!(first.kind, Kind::Line(line) if line.starts_with("<!-- ") && !line.starts_with(MARKER)) => {
            rest
        }
        _ => after,
    }
}

/// Reads an item: its heading if it has one, then in this order its comment, description, wrappers, configuration and
/// text.
fn item(pieces: &[Piece<'_>], body: &str, is_module: bool, diagnostics: &mut Diagnostics) -> Found {
    let mut found = Found::default();
    let mut rest = pieces;
    if let Some((first, after)) = rest.split_first()
        && let Kind::Heading { text, .. } = first.kind
    {
        found.heading = heading_text(text);
        rest = after;
    }
    found.hidden = take_marker(&mut rest, diagnostics);
    if let Some((first, _)) = pieces.split_first()
        && let Kind::Heading { text, .. } = first.kind
    {
        // The exact title applies only while the heading still matches it.
        if let Some(Value::String(title)) = found.hidden.get("title")
            && shown_heading(title).trim() == text
        {
            found.heading.clone_from(title);
        }
    }
    found.description = take_description(&mut rest);
    if is_module {
        found.wrappers = take_wrappers(&mut rest);
        found.config = take_config(&mut rest, diagnostics);
    }
    found.text = text(rest, body);
    found
}

fn take_marker(rest: &mut &[Piece<'_>], diagnostics: &mut Diagnostics) -> Map<String, Value> {
    let after = skip_blanks(rest);
    if let Some((piece, after)) = after.split_first()
        && let Kind::Line(line) = piece.kind
        && let Some(hidden) = line
            .strip_prefix(MARKER)
            .and_then(|line| line.trim_end().strip_suffix(MARKER_END))
        && let Ok(hidden) = json::read(hidden, diagnostics)
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

fn take_config(rest: &mut &[Piece<'_>], diagnostics: &mut Diagnostics) -> Option<Value> {
    let (first, after) = skip_blanks(rest).split_first()?;
    let Kind::Fence {
        info: "json config",
        text,
    } = first.kind
    else {
        return None;
    };
    *rest = after;
    match json::read(text, diagnostics) {
        Ok(config) => Some(config),
        Err(error) => {
            diagnostics.warn(
                "bad_config",
                "",
                format!("A module's configuration is not JSON ({error}); it is kept as text"),
            );
            Some(Value::from(text))
        }
    }
}

/// Reads the assets of a block, if this is their part.
fn assets(pieces: &[Piece<'_>], diagnostics: &mut Diagnostics) -> Option<Vec<Value>> {
    let (heading, after) = pieces.split_first()?;
    if !matches!(heading.kind, Kind::Heading { text: "Assets", .. }) {
        return None;
    }
    let (fence, _) = skip_blanks(after).split_first()?;
    match fence.kind {
        Kind::Fence {
            info: "json assets",
            text,
        } => json::read(text, diagnostics).ok(),
        _ => None,
    }
}

fn push(content: &mut Content, structure: StructureType, found: Found) {
    let diagnostics = &mut Diagnostics::default();
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
                // A block has no text, so text a user added there becomes its first module.
                modules.insert(
                    0,
                    module_of(Found {
                        text: found.text.clone(),
                        ..Found::default()
                    }),
                );
            }
            for (order, module) in modules.iter_mut().enumerate() {
                module.order = u32::try_from(order).unwrap_or(u32::MAX);
            }
            let assets = object::read_assets(found.assets, diagnostics);
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

/// Returns the id and the unknown keys stored in a comment.
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
