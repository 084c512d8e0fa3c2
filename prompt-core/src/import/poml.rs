//! POML: the parts of a prompt as elements. Messages become segments, everything else sections in Markdown.
//!
//! Nothing is evaluated: documents, images, tables and definitions stay in the text as they are written.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::diagnostics::Diagnostics;
use super::messages::role_type;
use super::{Draft, File, plain_text, xml};
use crate::content::{Section, Segment};
use crate::text::truncate;
use crate::{Prompt, SegmentType, StructureType};

/// The deepest nesting of elements.
const DEPTH: usize = 64;

/// A part of the prompt: a message, or a section with its title.
struct Part {
    role: Option<&'static str>,
    title: String,
    text: String,
}

/// Reads a file. One that is not well-formed is taken as text.
pub(super) fn read(file: &File<'_>) -> Draft {
    let text = plain_text::with_line_feeds(file.text);
    let mut diagnostics = Diagnostics::default();
    let parts = match parts(&text, &mut diagnostics) {
        Ok(parts) => parts,
        Err(problem) => {
            let mut draft = plain_text::read(file);
            draft.diagnostics.warn(
                "bad_xml",
                "",
                format!("This is not well-formed: {problem}; the file was taken as text"),
            );
            return draft;
        }
    };
    let mut prompt = Prompt::default();
    if parts.iter().any(|part| part.role.is_some()) {
        for part in parts {
            let r#type = match part.role {
                Some(role) => role_type(role, "", &mut diagnostics),
                None => SegmentType::System,
            };
            let content = match part.title.as_str() {
                "" => part.text,
                title => format!("# {title}\n\n{}", part.text),
            };
            prompt.content.segments.push(Segment {
                r#type,
                content,
                ..Segment::default()
            });
        }
        super::library::in_order(&mut prompt.content.segments);
    } else {
        prompt.structure_type = StructureType::Structured;
        for (order, part) in parts.into_iter().enumerate() {
            prompt.content.sections.push(Section {
                order: u32::try_from(order).unwrap_or(u32::MAX),
                title: part.title,
                content: part.text,
                ..Section::default()
            });
        }
    }
    prompt.title = plain_text::title_from_name(file.name).unwrap_or_else(|| {
        let first = prompt.content.sections.first();
        plain_text::first_line(first.map_or("", |section| &section.content))
    });
    Draft::new(prompt, diagnostics)
}

/// The role of a message.
fn role(name: &str) -> Option<&'static str> {
    match name {
        "system-msg" | "system" => Some("system"),
        "human-msg" | "user-msg" | "user" => Some("user"),
        "ai-msg" | "assistant-msg" | "assistant" => Some("assistant"),
        _ => None,
    }
}

/// The title of a section: `output-format` is `Output Format`. A paragraph has none.
fn title(name: &str) -> String {
    if matches!(name, "p" | "paragraph" | "text" | "cp" | "section" | "list") {
        return String::new();
    }
    let words = name.split('-').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(char::to_uppercase);
        first
            .into_iter()
            .flatten()
            .chain(letters)
            .collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Elements whose content or attributes mean something that only POML can show.
fn is_kept(name: &str) -> bool {
    matches!(
        name,
        "let"
            | "document"
            | "img"
            | "audio"
            | "table"
            | "folder"
            | "tree"
            | "webpage"
            | "object"
            | "obj"
            | "conversation"
            | "include"
            | "stylesheet"
            | "meta"
            | "runtime"
            | "tool"
            | "tool-definition"
            | "output-schema"
            | "template"
    )
}

/// What stands before and after an element's text.
fn around(name: &str) -> (&'static str, &'static str) {
    match name {
        "b" | "bold" => ("**", "**"),
        "i" | "italic" => ("*", "*"),
        "code" => ("`", "`"),
        "br" => ("\n", ""),
        "item" => ("\n- ", "\n"),
        "h" => ("\n\n## ", "\n\n"),
        "input" => ("\n\nInput: ", "\n"),
        "output" => ("\nOutput: ", "\n"),
        "span" | "inline" => ("", ""),
        _ => ("\n\n", "\n\n"),
    }
}

fn parts(text: &str, diagnostics: &mut Diagnostics) -> Result<Vec<Part>, String> {
    let mut reader = Reader::from_str(text);
    let mut parts: Vec<Part> = Vec::new();
    let mut open: Vec<String> = Vec::new();
    // The line of the newest comment, and where the line feeds up to it were counted.
    let (mut line, mut counted) = (1, 0);
    loop {
        let start = position(&reader);
        let event = reader.read_event().map_err(|error| error.to_string())?;
        match event {
            Event::Start(tag) => {
                let name = tag.name().0.to_owned();
                if open.len() == DEPTH {
                    return Err(format!("elements nest deeper than {DEPTH} levels"));
                }
                if is_kept(&name) && !open.is_empty() {
                    reader
                        .read_to_end(tag.name())
                        .map_err(|error| error.to_string())?;
                    let raw = text.get(start..position(&reader)).unwrap_or_default();
                    keep(&mut parts, open.len(), &name, raw, diagnostics);
                    continue;
                }
                begin(&mut parts, open.len(), &tag, diagnostics)?;
                open.push(name);
            }
            Event::Empty(tag) => {
                let name = tag.name().0.to_owned();
                if is_kept(&name) {
                    let raw = text.get(start..position(&reader)).unwrap_or_default();
                    keep(&mut parts, open.len(), &name, raw, diagnostics);
                } else if !open.is_empty() {
                    begin(&mut parts, open.len(), &tag, diagnostics)?;
                }
            }
            Event::End(_) => {
                let name = open.pop().unwrap_or_default();
                if open.len() > 1 {
                    push(&mut parts, around(&name).1);
                }
            }
            Event::Text(found) => push_in(&mut parts, open.len(), &found),
            Event::CData(found) => push_in(&mut parts, open.len(), &found),
            Event::GeneralRef(reference) => {
                let letter = xml::character(&reference)
                    .ok_or_else(|| format!("the entity &{}; is not known", &*reference))?;
                push_in(&mut parts, open.len(), letter.encode_utf8(&mut [0; 4]));
            }
            Event::DocType(_) => return Err("a document type is not read".to_owned()),
            Event::Comment(comment) => {
                let start = start.min(text.len());
                line += text[counted..start].matches('\n').count();
                counted = start;
                diagnostics.info(
                    "comment_left_out",
                    format!("line {line}"),
                    format!("A comment was left out: {}", truncate(comment.trim(), 80)),
                );
            }
            Event::Decl(_) | Event::PI(_) => {}
            Event::Eof => break,
        }
    }
    if let Some(name) = open.last() {
        return Err(format!("<{name}> is never closed"));
    }
    for part in &mut parts {
        part.text = in_lines(&part.text);
    }
    parts.retain(|part| !part.text.is_empty() || !part.title.is_empty());
    Ok(parts)
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}

/// Begins an element: the root, a part, or something within a part.
fn begin(
    parts: &mut Vec<Part>,
    depth: usize,
    tag: &BytesStart<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<(), String> {
    let name = tag.name().0.to_owned();
    let mut caption = None;
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let value = attribute
            .normalized_value(quick_xml::XmlVersion::Explicit1_0)
            .map_err(|error| error.to_string())?;
        if attribute.key.0 == "caption" {
            caption = Some(value.into_owned());
        } else {
            let key = attribute.key.0;
            diagnostics.info(
                "left_out",
                format!("{name}.{key}"),
                format!("The attribute {key}=\"{value}\" of <{name}> was left out"),
            );
        }
    }
    match depth {
        0 => {}
        1 => parts.push(Part {
            role: role(&name),
            title: match (caption, role(&name)) {
                (Some(caption), _) => caption,
                (None, Some(_)) => String::new(),
                (None, None) => title(&name),
            },
            text: String::new(),
        }),
        _ => {
            push(parts, around(&name).0);
            if let Some(caption) = caption {
                push(parts, &format!("## {caption}\n\n"));
            }
        }
    }
    Ok(())
}

/// Keeps an element as it is written.
fn keep(parts: &mut Vec<Part>, depth: usize, name: &str, raw: &str, diagnostics: &mut Diagnostics) {
    diagnostics.info(
        "template_kept",
        "",
        format!("<{name}> stays in the text as it stands"),
    );
    if depth < 2 {
        parts.push(Part {
            role: None,
            title: String::new(),
            text: String::new(),
        });
    }
    push(parts, raw);
}

/// Adds a text. Outside of every part it begins one without a title.
fn push_in(parts: &mut Vec<Part>, depth: usize, text: &str) {
    if depth < 2 {
        if text.trim().is_empty() {
            return;
        }
        parts.push(Part {
            role: None,
            title: String::new(),
            text: String::new(),
        });
    }
    push(parts, text);
}

fn push(parts: &mut [Part], text: &str) {
    if let Some(part) = parts.last_mut() {
        part.text.push_str(text);
    }
}

/// A text without the indentation of the file, and with one blank line at most between paragraphs.
fn in_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut is_blank, mut was_item) = (false, false);
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            is_blank = true;
            continue;
        }
        let is_item = line.starts_with("- ");
        if !out.is_empty() {
            let is_apart = is_blank && !(was_item && is_item);
            out.push_str(if is_apart { "\n\n" } else { "\n" });
        }
        (is_blank, was_item) = (false, is_item);
        out.push_str(line);
    }
    out
}
