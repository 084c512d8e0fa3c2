//! Prompty, versions 1 and 2 and their dialects: front matter, then messages that begin with lines like
//! `user:`.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::front_matter::{self, FrontMatter};
use super::object::{self, Fields};
use super::{Draft, File, ImportFormat, plain_text, settings, variables};
use crate::content::outline::Outline;
use crate::content::template::TemplateLanguage;
use crate::content::{Segment, SegmentType};
use crate::export::ExportOptions;
use crate::export::prompty::{body, has_literals, plain, role_of, unliteral};
use crate::{Prompt, StructureType};

/// Reads a Prompty file.
pub(super) fn read(file: &File<'_>) -> Draft {
    let text = plain_text::with_line_feeds(file.text);
    let mut diagnostics = Diagnostics::default();
    let (fields, body) = match front_matter::split(&text, &mut diagnostics) {
        Some(FrontMatter { fields, body }) => (fields, body),
        None => (Map::new(), &*text),
    };
    let is_own = fields
        .get("metadata")
        .and_then(|metadata| metadata.get("structure_type"))
        .is_some_and(Value::is_string);
    if is_own {
        own(fields, body, diagnostics)
    } else {
        foreign(file, fields, body, diagnostics)
    }
}

/// A message of the file.
struct Message {
    role: &'static str,
    attributes: String,
    text: String,
}

/// Splits a body into messages. Text before the first role is a system message.
fn messages(body: &str) -> Vec<Message> {
    let mut messages = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let mut role = "system";
    let mut attributes = String::new();
    let mut begun = false;
    for line in body.split('\n') {
        let Some((next, next_attributes)) = role_of(line) else {
            lines.push(line);
            continue;
        };
        push(&mut messages, role, &attributes, &lines, begun);
        lines.clear();
        role = next;
        next_attributes.clone_into(&mut attributes);
        begun = true;
    }
    push(&mut messages, role, &attributes, &lines, begun);
    messages
}

fn push(
    messages: &mut Vec<Message>,
    role: &'static str,
    attributes: &str,
    lines: &[&str],
    begun: bool,
) {
    let text = lines.join("\n");
    let text = text.trim_matches('\n');
    if begun || !text.trim().is_empty() {
        messages.push(Message {
            role,
            attributes: attributes.to_owned(),
            text: text.to_owned(),
        });
    }
}

fn segment_type(message: &Message) -> SegmentType {
    let named = message
        .attributes
        .split_once("segment=")
        .map(|(_, value)| value.trim_start_matches('"'));
    match (message.role, named) {
        ("user", _) => SegmentType::User,
        ("assistant", _) => SegmentType::Assistant,
        (_, Some(name)) if name.starts_with("context") => SegmentType::Context,
        (_, Some(name)) if name.starts_with("instruction") => SegmentType::Instruction,
        _ => SegmentType::System,
    }
}

/// The template language that a file names; Jinja2 if it names none.
fn language(template: Option<&Value>) -> TemplateLanguage {
    let format = match template {
        Some(Value::Object(template)) => match template.get("format") {
            Some(Value::Object(format)) => format.get("kind"),
            format => format,
        },
        template => template,
    };
    match format.and_then(Value::as_str) {
        Some("mustache") => TemplateLanguage::Mustache,
        Some("handlebars") => TemplateLanguage::Handlebars,
        _ => TemplateLanguage::Jinja2,
    }
}

/// The attributes of a role, which our segments have no place for.
fn aside(message: &Message) -> Map<String, Value> {
    let mut aside = Map::new();
    if !message.attributes.is_empty() {
        aside.insert(
            "attributes".to_owned(),
            Value::from(message.attributes.as_str()),
        );
    }
    if message.role == "developer" {
        aside.insert("role".to_owned(), Value::from(message.role));
    }
    let mut extra = Map::new();
    if !aside.is_empty() {
        extra.insert(object::IMPORTED.to_owned(), Value::Object(aside));
    }
    extra
}

/// Reads one of our own files. Messages take precedence; where they are unchanged, the metadata restore
/// the exact data.
fn own(mut fields: Map<String, Value>, text: &str, mut diagnostics: Diagnostics) -> Draft {
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
    let rest = details.rest();
    if structure != StructureType::Standard
        && let Some(used) = &used
    {
        lists.insert(structure.list_name().to_owned(), used.clone());
    }
    prompt.content = object::read_content(lists, "metadata.", &mut diagnostics);
    if let Some(Value::Object(extra)) = extra {
        prompt.content.extra = extra;
    }
    object::keep(&mut prompt, ImportFormat::Prompty, rest);
    let mut messages = messages(text);
    if has_literals(prompt.content.template_language()) {
        for message in &mut messages {
            message.text = unliteral(&message.text);
        }
    }
    if structure == StructureType::Standard {
        let kept = match used {
            Some(Value::Array(kept)) => kept,
            _ => Vec::new(),
        };
        segments(&mut prompt, messages, kept);
    } else if !is_as_written(&prompt, &messages) {
        edited(&mut prompt, &messages, &mut diagnostics);
    }
    Draft::new(prompt, diagnostics)
}

/// Converts the messages to segments, with the ids and exact texts stored for them.
fn segments(prompt: &mut Prompt, messages: Vec<Message>, kept: Vec<Value>) {
    let mut kept = kept.into_iter();
    for (order, message) in messages.into_iter().enumerate() {
        let mut kept = match kept.next() {
            Some(Value::Object(kept)) => kept,
            _ => Map::new(),
        };
        let mut content = message.text.clone();
        // The exact text applies only while the message is unchanged.
        if let Some(Value::String(exact)) = kept.remove("content")
            && plain(&exact) == content
        {
            content = exact;
        }
        prompt.content.segments.push(Segment {
            id: match kept.remove("id") {
                Some(Value::String(id)) => id,
                _ => String::new(),
            },
            order: u32::try_from(order).unwrap_or(u32::MAX),
            r#type: segment_type(&message),
            content,
            extra: match kept.remove("extra") {
                Some(Value::Object(extra)) => extra,
                _ => Map::new(),
            },
        });
    }
}

/// Whether the single message matches our export of the prompt in the metadata, with or without blank
/// lines.
fn is_as_written(prompt: &Prompt, found: &[Message]) -> bool {
    [true, false].into_iter().any(|line_breaks| {
        let mut options = ExportOptions::default();
        options.formatting.line_breaks = line_breaks;
        let written = body(&Outline::of(prompt), &options, &mut Vec::new());
        let is_literal = has_literals(prompt.content.template_language());
        let written: Vec<_> = messages(&written)
            .into_iter()
            .map(|message| {
                if is_literal {
                    unliteral(&message.text)
                } else {
                    message.text
                }
            })
            .collect();
        written.iter().eq(found.iter().map(|message| &message.text))
    })
}

/// Reads a message that was edited after our export: its headings become the items.
fn edited(prompt: &mut Prompt, messages: &[Message], diagnostics: &mut Diagnostics) {
    diagnostics.warn(
        "message_edited",
        "",
        "The message was edited after the export, so it was read by its headings; ids are new"
            .to_owned(),
    );
    let texts: Vec<_> = messages
        .iter()
        .map(|message| message.text.as_str())
        .collect();
    let structure = prompt.structure_type;
    match structure {
        StructureType::Standard => {}
        StructureType::Structured => prompt.content.sections.clear(),
        StructureType::Modulized => prompt.content.modules.clear(),
        StructureType::Advanced => prompt.content.blocks.clear(),
    }
    super::markdown::items(
        &texts.join("\n\n"),
        structure,
        &mut prompt.content,
        diagnostics,
    );
}

/// Reads any other file.
fn foreign(
    file: &File<'_>,
    fields: Map<String, Value>,
    text: &str,
    mut diagnostics: Diagnostics,
) -> Draft {
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(fields, "", &mut diagnostics);
    let display_name = fields.text("displayName");
    let title = display_name.or_else(|| fields.text("name"));
    prompt.description = fields.text("description").unwrap_or_default();
    if let Some(tags) = fields.tags("tags") {
        prompt.tags = tags;
    }
    let metadata = fields.take("metadata");
    let mut rest = fields.rest();
    match metadata {
        Some(Value::Object(metadata)) => {
            let mut metadata = Fields::new(metadata, "metadata", &mut diagnostics);
            prompt
                .tags
                .extend(metadata.tags("tags").unwrap_or_default());
            prompt.category = metadata.word("category").unwrap_or_default();
            prompt.language = metadata.word("language").unwrap_or_default();
            let metadata = metadata.rest();
            if !metadata.is_empty() {
                rest.insert("metadata".to_owned(), Value::Object(metadata));
            }
        }
        Some(other) => {
            rest.insert("metadata".to_owned(), other);
        }
        None => {}
    }
    let found = messages(text);
    prompt.title = title
        .filter(|title| !title.trim().is_empty())
        .or_else(|| plain_text::title_from_name(file.name))
        .unwrap_or_else(|| plain_text::first_line(text));
    for (order, message) in found.iter().enumerate() {
        if message.role == "developer" {
            diagnostics.info(
                "role_changed",
                format!("segments[{order}]"),
                "A message of the developer became one of the system".to_owned(),
            );
        }
        prompt.content.segments.push(Segment {
            order: u32::try_from(order).unwrap_or(u32::MAX),
            r#type: segment_type(message),
            content: message.text.clone(),
            extra: aside(message),
            ..Segment::default()
        });
    }
    prompt
        .content
        .set_template_language(language(rest.get("template")));
    variables::declare_inputs(&mut prompt, rest.get("inputs"), rest.get("sample"));
    settings::of_prompty(&mut prompt, &rest);
    object::keep(&mut prompt, ImportFormat::Prompty, rest);
    Draft::new(prompt, diagnostics)
}
