//! Prompty, versions 1 and 2 and their dialects: front matter, then messages that begin with lines like
//! `user:`.

mod own;

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::front_matter::{self, FrontMatter};
use super::object::{self, Fields};
use super::{Draft, File, ImportFormat, plain_text, settings, variables};
use crate::Prompt;
use crate::content::template::TemplateLanguage;
use crate::content::{Segment, SegmentType};
use crate::export::prompty::role_of;

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
        own::read(fields, body, diagnostics)
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
        ("user", Some(name)) if name.starts_with("instruction") => SegmentType::Instruction,
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
