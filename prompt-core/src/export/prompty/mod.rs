//! Prompty: a file that Microsoft's runtimes load and run (version 2 of the format).
//!
//! The messages are the ones that [`render`](crate::render) composes, with variables as `{{ name }}` of Jinja2; the
//! loader renders what we render. Variables are declared as inputs, and any other template token is escaped so that
//! it renders as itself.
//!
//! The metadata carry the source for the import: only ids where each message is a segment as it is written,
//! otherwise every item, with a sum of each message that tells whether it was edited.
//!
//! The format trims messages, normalises line breaks and interprets lines like `user:` as roles. A text
//! that it cannot represent is approximated in the message with a warning.

mod roles;
mod template;

use std::borrow::Cow;

use serde_json::Value;

use super::data::{DataWriter, write_list};
use super::foreign::syntax::Syntax;
use super::foreign::template::{Target, Template, Variable};
use super::yaml::YamlWriter;
use super::{ExportOptions, front_matter, warning};
use crate::content::outline::{Item, ItemKind, Outline};
use crate::content::settings::Settings;
use crate::content::source::sum;
use crate::content::template::TemplateLanguage;
use crate::render::{Role, VariableKind, role_of as role_of_segment};
use crate::{Content, Diagnostic, SegmentType, StructureType};

use template::{variables, without_logic};

pub(super) use template::{is_variable, push_literal, variable};

pub(crate) use roles::{plain, role_of};
pub(crate) use template::source;

/// Writes the prompt as a Prompty file.
pub(super) fn write(
    outline: &Outline<'_>,
    options: &ExportOptions,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let language = outline.prompt.content.template_language();
    let target = Target {
        label: "Prompty",
        syntax: Syntax::Jinja,
        logic: match language {
            TemplateLanguage::Jinja2 => Some(Syntax::Jinja),
            TemplateLanguage::Mustache => Some(Syntax::Mustache),
            _ => None,
        },
        keeps_spelling: true,
    };
    let template = Template::of(outline.prompt, target, warnings);
    let messages = messages(outline, &template, options, warnings);
    let mut out = String::with_capacity(outline.text_size());
    out.push_str("---\n");
    out.push_str(&header(outline, options, &template, &messages, warnings));
    out.push_str("---\n");
    for message in &messages {
        out.push_str(message.marker);
        out.push_str(&message.text);
        // A role marker without a line after it would not begin a message.
        let has_blank_line = options.formatting.line_breaks || message.text.is_empty();
        out.push_str(if has_blank_line { "\n\n" } else { "\n" });
    }
    out
}

/// A message as it stands in the file.
struct Message {
    /// The line that begins it.
    marker: &'static str,
    text: String,
    /// Whether it is the text of the segment at its place, which the import finds in it.
    is_source: bool,
}

fn messages(
    outline: &Outline<'_>,
    template: &Template,
    options: &ExportOptions,
    warnings: &mut Vec<Diagnostic>,
) -> Vec<Message> {
    let language = outline.prompt.content.template_language();
    let items = &outline.used.items;
    let is_each_an_item = items.len() == template.messages.len();
    let write = |(at, message): (usize, &super::foreign::template::Message)| {
        let text = plain(&message.text).into_owned();
        let item = items.get(at).filter(|_| is_each_an_item);
        let segment = item.and_then(|item| match item.kind {
            ItemKind::Segment(kind) if role_of_segment(kind) == message.role => Some((kind, item)),
            _ => None,
        });
        if text != message.text {
            let place = match segment {
                Some(_) => format!("segments[{at}].content"),
                None => outline.used.structure.list_name().to_owned(),
            };
            warnings.push(text_changed(place, options));
        }
        let marker = match (message.role, segment) {
            (Role::User, Some((SegmentType::Instruction, _))) => "user[segment=instruction]:\n",
            (Role::User, _) => "user:\n",
            (Role::Assistant, _) => "assistant:\n",
            (Role::System, _) => "system:\n",
        };
        let is_source = segment.is_some_and(|(kind, item)| {
            kind != SegmentType::Context
                && match language {
                    TemplateLanguage::Promptcase => source(&text, &|_| None) == item.text,
                    TemplateLanguage::Jinja2 => text == item.text,
                    _ => false,
                }
        });
        Message {
            marker,
            text,
            is_source,
        }
    };
    template.messages.iter().enumerate().map(write).collect()
}

fn text_changed(place: String, options: &ExportOptions) -> Diagnostic {
    warning(
        "text_changed",
        place,
        "Prompty cannot hold this text exactly: outer line breaks are trimmed, other line breaks become line feeds, and lines like 'user:' get an invisible character in front".to_owned(),
        if options.include_metadata {
            "Promptcase reads the exact text back from the metadata"
        } else {
            "Include metadata to keep the exact text"
        },
    )
}

fn header(
    outline: &Outline<'_>,
    options: &ExportOptions,
    template: &Template,
    messages: &[Message],
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let prompt = outline.prompt;
    let mut yaml = YamlWriter::front_matter(options);
    yaml.begin_map();
    yaml.comment("Prompty, version 2: prompty 2.0 and newer load it.");
    let name = unreferenced(&prompt.title);
    yaml.pair("name", &name);
    if name != prompt.title && !options.include_metadata {
        warnings.push(warning(
            "title_changed",
            "title".to_owned(),
            "A blank was added to the title, since Prompty would replace it by a variable"
                .to_owned(),
            "Include metadata to keep the exact title",
        ));
    }
    let description = unreferenced(&prompt.description);
    if options.include_metadata {
        yaml.pair("description", &description);
    }
    if options.include_metadata || options.include_version_info {
        yaml.comment(
            "What Prompty has no key for. Promptcase reads it back with the messages below.",
        );
        yaml.key("metadata");
        yaml.begin_map();
        if options.include_metadata {
            if name != prompt.title {
                yaml.pair("title", &prompt.title);
            }
            if description != prompt.description {
                yaml.pair("description", &prompt.description);
            }
            front_matter::write_details(outline, options, &mut yaml);
            let items = &outline.used.items;
            let is_source =
                items.len() == messages.len() && messages.iter().all(|one| one.is_source);
            if prompt.structure_type == StructureType::Standard && is_source {
                write_segments(items, &mut yaml);
            } else {
                write_list(&outline.used, options, &mut yaml);
                yaml.comment(
                    "A checksum of each message below, which tells whether it was edited.",
                );
                yaml.key("messages");
                yaml.begin_list(messages.len());
                for message in messages {
                    yaml.next();
                    yaml.number(sum(&message.text) as usize);
                }
                yaml.end_list();
            }
        }
        if options.include_version_info {
            yaml.pair("version", &prompt.version().to_string());
        }
        yaml.end_map();
    }
    write_model(&prompt.content, &mut yaml);
    if template.verbatim == Some(TemplateLanguage::Mustache) {
        yaml.key("template");
        yaml.begin_map();
        yaml.pair("format", "mustache");
        yaml.pair("parser", "prompty");
        yaml.end_map();
    }
    let texts: Vec<_> = messages.iter().map(|message| &*message.text).collect();
    let mut texts = texts.join("\n");
    if template.verbatim == Some(TemplateLanguage::Jinja2) {
        texts = without_logic(&texts);
    }
    if template.verbatim == Some(TemplateLanguage::Mustache) {
        let names = template.variables.iter();
        let names: Vec<_> = names.map(|one| format!("{{{{{}}}}}", one.name)).collect();
        texts = names.concat();
    }
    let variables = variables(&texts);
    if !variables.is_empty() {
        yaml.key("inputs");
        yaml.begin_list(variables.len());
        for (name, kind) in variables {
            yaml.next();
            yaml.begin_map();
            yaml.pair("name", name);
            write_input(&prompt.content, &template.variables, name, kind, &mut yaml);
            yaml.end_map();
        }
        yaml.end_list();
    }
    yaml.end_map();
    yaml.finish()
}

/// Writes the model and how it answers. A schema and tools have no place in a file that every runtime loads.
fn write_model(content: &Content, out: &mut impl DataWriter) {
    let settings = Settings::read(content.settings());
    let options = [
        ("temperature", settings.temperature.map(Value::Number)),
        ("maxOutputTokens", settings.max_tokens.map(Value::from)),
    ];
    let has_options = options.iter().any(|(_, value)| value.is_some());
    if settings.model.is_none() && !has_options {
        return;
    }
    out.key("model");
    out.begin_map();
    if let Some(model) = &settings.model {
        out.pair("id", &unreferenced(model));
    }
    if has_options {
        out.key("options");
        out.begin_map();
        for (key, value) in options {
            if let Some(value) = value {
                out.key(key);
                out.value(&value);
            }
        }
        out.end_map();
    }
    out.end_map();
}

/// Writes the kind of an input, and what is declared about its variable.
fn write_input(
    content: &Content,
    variables: &[Variable],
    name: &str,
    used_as: &str,
    out: &mut impl DataWriter,
) {
    let variable = variables.iter().find(|variable| variable.name == name);
    let declared = content.variable_schemas().and_then(|all| all.get(name));
    let (schema, is_required) = match (variable, declared.and_then(Value::as_object)) {
        (Some(variable), _) if !variable.schema.is_empty() => {
            (&variable.schema, variable.is_required)
        }
        // The parts of a value are used, and the whole is declared.
        (_, Some(schema)) => (schema, content.is_required_variable(name)),
        _ => {
            out.pair("kind", used_as);
            return;
        }
    };
    let kind = match VariableKind::of(schema) {
        VariableKind::Number => "float",
        VariableKind::YesNo => "boolean",
        VariableKind::Messages => "array",
        VariableKind::Json => schema
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or("object"),
        _ => used_as,
    };
    out.pair("kind", kind);
    if let Some(Value::String(description)) = schema.get("description") {
        out.pair("description", &unreferenced(description));
    }
    if is_required {
        out.key("required");
        out.truth(true);
    }
    if let Some(default) = schema.get("default") {
        out.key("default");
        out.value(default);
    }
}

/// Writes the data of segments that messages cannot contain: ids and unknown keys.
fn write_segments(items: &[Item<'_>], out: &mut impl DataWriter) {
    out.key("segments");
    out.begin_list(items.len());
    for item in items {
        out.next();
        out.begin_map();
        out.pair("id", item.id);
        if !item.extra.is_empty() {
            out.key("extra");
            out.begin_map();
            out.pairs(item.extra);
            out.end_map();
        }
        out.end_map();
    }
    out.end_list();
}

/// Escapes a text that Prompty would resolve as a reference to a file or an environment variable.
fn unreferenced(text: &str) -> Cow<'_, str> {
    if text.starts_with("${") && text.ends_with('}') {
        Cow::Owned(format!("{text} "))
    } else {
        Cow::Borrowed(text)
    }
}

/// A name of ours as it is spelled in Jinja2.
pub(crate) fn spelled(name: &str) -> Cow<'_, str> {
    Syntax::Jinja.spelled(name)
}
