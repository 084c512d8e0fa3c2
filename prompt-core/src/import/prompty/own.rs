//! Our own files: the source is in the metadata, unless the messages were edited.

use serde_json::{Map, Value};

use super::super::diagnostics::Diagnostics;
use super::super::lines::{Kind, heading_text, pieces};
use super::super::object::{self, Fields};
use super::super::{Draft, ImportFormat};
use super::{Message, language, messages, segment_type};
use crate::asset::filled_fields;
use crate::content::source::sum;
use crate::content::template::TemplateLanguage;
use crate::content::{Block, Content, Module, Section, Segment};
use crate::export::prompty::{source, spelled};
use crate::render::role_of as role_of_segment;
use crate::{Prompt, StructureType};

/// Reads one of our own files. The metadata have the source; messages that were edited take precedence.
pub(super) fn read(
    mut fields: Map<String, Value>,
    text: &str,
    mut diagnostics: Diagnostics,
) -> Draft {
    let mut metadata = match fields.remove("metadata") {
        Some(Value::Object(metadata)) => metadata,
        _ => Map::new(),
    };
    // The copies in the metadata are exact, while Prompty's own keys may not be.
    for (key, own) in [("title", "name"), ("description", "description")] {
        if let Some(value) = fields.remove(own) {
            metadata.entry(key).or_insert(value);
        }
    }
    let mut prompt = Prompt::default();
    let mut details = Fields::new(metadata, "metadata", &mut diagnostics);
    let structure = object::details(&mut details, &mut prompt).unwrap_or_default();
    prompt.structure_type = structure;
    let mut lists = match details.take("unused") {
        Some(Value::Object(unused)) => unused,
        _ => Map::new(),
    };
    let used = details.take(structure.list_name());
    let extra = details.take("extra");
    let sums = details.take("messages");
    let rest = details.rest();
    let is_written_in_messages = sums.is_none() && structure == StructureType::Standard;
    if !is_written_in_messages && let Some(used) = &used {
        lists.insert(structure.list_name().to_owned(), used.clone());
    }
    prompt.content = object::read_content(lists, "metadata.", &mut diagnostics);
    if let Some(Value::Object(extra)) = extra {
        prompt.content.extra = extra;
    }
    object::keep(&mut prompt, ImportFormat::Prompty, rest);
    let messages = messages(text);
    if is_written_in_messages {
        let kept = match used {
            Some(Value::Array(kept)) => kept,
            _ => Vec::new(),
        };
        segments(&mut prompt, &messages, kept);
    } else if let Some(Value::Array(sums)) = sums {
        let is_as_written = |(message, sum): (&Message, &Value)| message.has_sum(sum);
        if sums.len() != messages.len() || !messages.iter().zip(&sums).all(is_as_written) {
            let is_mustache = language(fields.get("template")) == TemplateLanguage::Mustache;
            edited(&mut prompt, &messages, &sums, is_mustache, &mut diagnostics);
        }
    } else if !has_texts(&prompt.content, structure, &messages) {
        let is_mustache = language(fields.get("template")) == TemplateLanguage::Mustache;
        edited(&mut prompt, &messages, &[], is_mustache, &mut diagnostics);
    }
    Draft::new(prompt, diagnostics)
}

impl Message {
    /// Whether it is as it was written.
    fn has_sum(&self, wanted: &Value) -> bool {
        wanted.as_u64() == Some(u64::from(sum(&self.text)))
    }
}

/// A text without its layout and what keeps it from being read as something else.
fn bare(text: &str) -> String {
    let is_layout = |sign: char| sign.is_whitespace() || matches!(sign, '\u{200b}' | '\\');
    text.chars().filter(|sign| !is_layout(*sign)).collect()
}

/// Whether messages have every text of the items, in their order. Older files have no checksums of their messages.
fn has_texts(content: &Content, structure: StructureType, messages: &[Message]) -> bool {
    let written: String = messages.iter().map(|message| bare(&message.text)).collect();
    let nested = content.blocks.iter().flat_map(|block| &block.modules);
    let texts: Vec<&str> = match structure {
        StructureType::Standard => return true,
        StructureType::Structured => content.sections.iter().map(|one| &*one.content).collect(),
        StructureType::Modulized => content.modules.iter().map(|one| &*one.content).collect(),
        StructureType::Advanced => nested.map(|one| &*one.content).collect(),
    };
    let mut rest = &*written;
    texts.into_iter().all(|text| {
        let found = rest.split_once(&bare(text));
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    })
}

/// Converts messages that are the texts of segments, with the ids stored for them.
fn segments(prompt: &mut Prompt, messages: &[Message], kept: Vec<Value>) {
    let is_ours = prompt.content.template_language() == TemplateLanguage::Promptcase;
    let mut kept = kept.into_iter();
    for (order, message) in messages.iter().enumerate() {
        let mut kept = match kept.next() {
            Some(Value::Object(kept)) => kept,
            _ => Map::new(),
        };
        // Older files have the exact text beside a message; it applies while that is not edited.
        let exact = match kept.remove("content") {
            Some(Value::String(exact)) if bare(&exact) == bare(&message.text) => Some(exact),
            _ => None,
        };
        prompt.content.segments.push(Segment {
            id: match kept.remove("id") {
                Some(Value::String(id)) => id,
                _ => String::new(),
            },
            order: u32::try_from(order).unwrap_or(u32::MAX),
            r#type: segment_type(message),
            content: match exact {
                Some(exact) => exact,
                None if is_ours => source(&message.text, &|_| None),
                None => message.text.clone(),
            },
            extra: match kept.remove("extra") {
                Some(Value::Object(extra)) => extra,
                _ => Map::new(),
            },
        });
    }
}

/// Reads messages that were edited after our export: their text takes the place of the source.
fn edited(
    prompt: &mut Prompt,
    messages: &[Message],
    sums: &[Value],
    is_mustache: bool,
    diagnostics: &mut Diagnostics,
) {
    diagnostics.warn(
        "message_edited",
        "",
        "The messages were edited after the export, so they were read instead of the prompt's source; wrappers, conditions and includes are text now".to_owned(),
    );
    let language = prompt.content.template_language();
    let is_ours = language == TemplateLanguage::Promptcase;
    let keeps_language = is_ours
        || language == TemplateLanguage::Jinja2
        || language == TemplateLanguage::Mustache && is_mustache;
    let declared = prompt.content.variable_schemas();
    let names: Vec<String> = declared
        .map(|all| all.keys().cloned().collect())
        .unwrap_or_default();
    let ours = |found: &str| {
        let is_other = |name: &&String| *name != found && spelled(name) == found;
        names.iter().find(is_other).map(String::as_str)
    };
    let read = |text: &str| {
        if is_ours {
            source(text, &ours)
        } else {
            text.to_owned()
        }
    };
    if !keeps_language {
        prompt
            .content
            .set_template_language(TemplateLanguage::Jinja2);
    }
    let mut texts: Vec<_> = messages.iter().map(|message| read(&message.text)).collect();
    let is_first_edited = !(keeps_language
        && prompt.structure_type == StructureType::Standard
        && messages.len() == sums.len()
        && messages
            .iter()
            .zip(sums)
            .next()
            .is_some_and(|(message, sum)| message.has_sum(sum)));
    if is_first_edited {
        without_fields(prompt, texts.first_mut());
    }
    let content = &mut prompt.content;
    match prompt.structure_type {
        StructureType::Standard => {
            let kept = std::mem::take(&mut content.segments);
            let is_each_a_segment = kept.len() == messages.len()
                && kept.iter().zip(messages).all(|(kept, message)| {
                    role_of_segment(kept.r#type) == role_of_segment(segment_type(message))
                });
            for (at, (message, text)) in messages.iter().zip(texts).enumerate() {
                let kept = kept.get(at).filter(|_| is_each_a_segment).cloned();
                let is_kept =
                    keeps_language && sums.get(at).is_some_and(|sum| message.has_sum(sum));
                content.segments.push(match kept {
                    Some(kept) if is_kept => kept,
                    kept => Segment {
                        order: u32::try_from(at).unwrap_or(u32::MAX),
                        r#type: segment_type(message),
                        content: text,
                        ..kept.unwrap_or_default()
                    },
                });
            }
        }
        structure => {
            let role = messages.first().map_or("user", |message| message.role);
            content.extra.remove("role");
            if matches!(role, "system" | "assistant") {
                content.extra.insert("role".to_owned(), Value::from(role));
            }
            items(&texts.join("\n\n"), structure, content);
        }
    }
}

/// Takes the fields of an asset from the start of the text that they are rendered in, or forgets them if they were
/// edited.
fn without_fields(prompt: &mut Prompt, text: Option<&mut String>) {
    let fields = filled_fields(prompt.prompt_type, &prompt.asset_fields);
    if fields.is_empty() {
        return;
    }
    let fields: Vec<_> = fields
        .iter()
        .map(|field| format!("{}: {}", field.label, field.text))
        .collect();
    match text {
        Some(text) if text.starts_with(&fields.join("\n\n")) => {
            let rest = &text[fields.join("\n\n").len()..];
            *text = rest.trim_start_matches('\n').to_owned();
        }
        _ => prompt.asset_fields.clear(),
    }
}

/// Reads a rendered message by its headings.
fn items(text: &str, structure: StructureType, content: &mut Content) {
    let deepest = match structure {
        StructureType::Structured => 4,
        StructureType::Advanced => 2,
        StructureType::Standard | StructureType::Modulized => 1,
    };
    // The level and the title of each part, and where its text begins and ends.
    let mut parts = vec![(1, String::new(), 0, 0)];
    for piece in pieces(text) {
        match piece.kind {
            Kind::Heading { level, text: title } if level <= deepest => {
                parts.push((level, heading_text(title), piece.end, piece.end));
            }
            _ => {
                if let Some(last) = parts.last_mut() {
                    last.3 = piece.end;
                }
            }
        }
    }
    let parts = parts.into_iter().map(|(level, title, from, to)| {
        let text = text.get(from..to).unwrap_or_default();
        (level, title, text.trim_matches('\n').to_owned())
    });
    content
        .sections
        .retain(|_| structure != StructureType::Structured);
    content
        .modules
        .retain(|_| structure != StructureType::Modulized);
    content
        .blocks
        .retain(|_| structure != StructureType::Advanced);
    for (level, title, text) in parts {
        if title.is_empty() && text.is_empty() {
            continue;
        }
        let module = |title, content| Module {
            title,
            content,
            ..Module::default()
        };
        match structure {
            StructureType::Structured => {
                let mut extra = Map::new();
                if level > 1 {
                    extra.insert("level".to_owned(), Value::from(level));
                }
                content.sections.push(Section {
                    title,
                    content: text,
                    extra,
                    ..Section::default()
                });
            }
            StructureType::Advanced => {
                let has_block = level > 1 && !content.blocks.is_empty();
                if !has_block {
                    let title = if level > 1 {
                        String::new()
                    } else {
                        title.clone()
                    };
                    content.blocks.push(Block {
                        title,
                        ..Block::default()
                    });
                }
                let title = if level > 1 { title } else { String::new() };
                if let Some(block) = content.blocks.last_mut()
                    && !(title.is_empty() && text.is_empty())
                {
                    block.modules.push(module(title, text));
                }
            }
            StructureType::Standard | StructureType::Modulized => {
                content.modules.push(module(title, text));
            }
        }
    }
}
