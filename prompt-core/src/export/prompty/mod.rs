//! Prompty: a file that Microsoft's runtimes load and run (version 2 of the format).
//!
//! Every segment becomes a message; the other structures become one system message in Markdown.
//! Variables like `{{name}}` are declared as inputs, and any other template token is escaped so that it
//! renders as itself.
//!
//! The format trims messages, normalises line breaks and interprets lines like `user:` as roles. A text
//! that it cannot represent is approximated in the message with a warning, and stored exactly in the
//! metadata for the import.

mod template;

use std::borrow::Cow;

use serde_json::Value;

use super::data::{DataWriter, write_list};
use super::yaml::YamlWriter;
use super::{ExportOptions, front_matter, markdown, warning};
use crate::content::outline::{Item, ItemKind, Outline};
use crate::content::settings::Settings;
use crate::content::template::TemplateLanguage;
use crate::render::VariableKind;
use crate::{Content, Diagnostic, SegmentType, StructureType};

use template::{variables, without_logic};

pub(super) use template::{is_variable, push_literal};

pub(crate) use template::unliteral;

/// A zero-width space written before a line so that it does not begin a message.
const GUARD: char = '\u{200b}';

/// Writes the prompt as a Prompty file.
pub(super) fn write(
    outline: &Outline<'_>,
    options: &ExportOptions,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let body = body(outline, options, warnings);
    let mut out = String::with_capacity(body.len() + 1024);
    out.push_str("---\n");
    out.push_str(&header(outline, options, &body, warnings));
    out.push_str("---\n");
    out.push_str(&body);
    out
}

fn header(
    outline: &Outline<'_>,
    options: &ExportOptions,
    body: &str,
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
            if prompt.structure_type == StructureType::Standard {
                write_segments(&outline.used.items, &mut yaml);
            } else {
                write_list(&outline.used, options, &mut yaml);
            }
        }
        if options.include_version_info {
            yaml.pair("version", &prompt.version().to_string());
        }
        yaml.end_map();
    }
    write_model(&prompt.content, &mut yaml);
    let language = prompt.content.template_language();
    if language == TemplateLanguage::Mustache {
        yaml.key("template");
        yaml.begin_map();
        yaml.pair("format", "mustache");
        yaml.pair("parser", "prompty");
        yaml.end_map();
    }
    let body = match language {
        TemplateLanguage::Jinja2 => without_logic(body).into(),
        TemplateLanguage::Promptcase | TemplateLanguage::Mustache => Cow::Borrowed(body),
        _ => Cow::Borrowed(""),
    };
    let variables = variables(&body);
    if !variables.is_empty() {
        yaml.key("inputs");
        yaml.begin_list(variables.len());
        for (name, kind) in variables {
            yaml.next();
            yaml.begin_map();
            yaml.pair("name", name);
            write_input(&prompt.content, name, kind, &mut yaml);
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
fn write_input(content: &Content, name: &str, used_as: &str, out: &mut impl DataWriter) {
    let schema = content.variable_schemas().and_then(|all| all.get(name));
    let Some(schema) = schema.and_then(Value::as_object) else {
        out.pair("kind", used_as);
        return;
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
    if content.is_required_variable(name) {
        out.key("required");
        out.truth(true);
    }
    if let Some(default) = schema.get("default") {
        out.key("default");
        out.value(default);
    }
}

/// Writes the segment data that messages cannot contain: ids, unknown keys and texts that had to be
/// changed.
fn write_segments(items: &[Item<'_>], out: &mut impl DataWriter) {
    out.key("segments");
    out.begin_list(items.len());
    for item in items {
        out.next();
        out.begin_map();
        out.pair("id", item.id);
        if plain(item.text) != item.text {
            out.pair("content", item.text);
        }
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

/// Writes the messages of a prompt.
pub(crate) fn body(
    outline: &Outline<'_>,
    options: &ExportOptions,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let mut out = String::with_capacity(outline.text_size());
    if outline.prompt.structure_type == StructureType::Standard {
        for item in &outline.used.items {
            let marker = match item.kind {
                ItemKind::Segment(SegmentType::User) => "user:",
                ItemKind::Segment(SegmentType::Assistant) => "assistant:",
                ItemKind::Segment(SegmentType::Context) => "system[segment=context]:",
                ItemKind::Segment(SegmentType::Instruction) => "system[segment=instruction]:",
                _ => "system:",
            };
            let place = format!("segments[{}].content", item.at);
            message(
                &mut out, marker, item.text, &place, outline, options, warnings,
            );
        }
    } else {
        let text = rendered(outline, options);
        let place = outline.used.structure.list_name();
        message(
            &mut out, "system:", &text, place, outline, options, warnings,
        );
    }
    out
}

/// Whether tokens of a template that have no meaning in this language are written as literals.
pub(crate) const fn has_literals(language: TemplateLanguage) -> bool {
    !matches!(
        language,
        TemplateLanguage::Jinja2 | TemplateLanguage::Mustache
    )
}

/// Renders the items of a structure that Prompty does not support as the text of one message.
pub(crate) fn rendered(outline: &Outline<'_>, options: &ExportOptions) -> String {
    let options = ExportOptions {
        include_metadata: false,
        ..options.clone()
    };
    // Texts that Markdown escapes are stored exactly in the metadata.
    let text = markdown::write_items(&outline.used, &options, &mut Vec::new());
    text.trim_matches('\n').to_owned()
}

fn message(
    out: &mut String,
    marker: &str,
    text: &str,
    place: &str,
    outline: &Outline<'_>,
    options: &ExportOptions,
    warnings: &mut Vec<Diagnostic>,
) {
    let plain = plain(text);
    if plain != text {
        warnings.push(warning(
            "text_changed",
            place.to_owned(),
            "Prompty cannot hold this text exactly: outer line breaks are trimmed, other line breaks become line feeds, and lines like 'user:' get an invisible character in front".to_owned(),
            if options.include_metadata {
                "Promptcase reads the exact text back from the metadata"
            } else {
                "Include metadata to keep the exact text"
            },
        ));
    }
    out.push_str(marker);
    out.push('\n');
    let language = outline.prompt.content.template_language();
    if has_literals(language) {
        let literals = push_literal(out, &plain, language == TemplateLanguage::Promptcase);
        warn_of_literals(&literals, place, language, warnings);
    } else {
        out.push_str(&plain);
    }
    out.push('\n');
    // A role marker without a line after it would not begin a message.
    if options.formatting.line_breaks || plain.is_empty() {
        out.push('\n');
    }
}

/// Warns of variables and logic that Prompty's templates do not have.
fn warn_of_literals(
    literals: &[&str],
    place: &str,
    language: TemplateLanguage,
    warnings: &mut Vec<Diagnostic>,
) {
    let Some(first) = literals.first() else {
        return;
    };
    let others = match literals.len() - 1 {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    if language != TemplateLanguage::None {
        warnings.push(warning(
            "variable_literal",
            place.to_owned(),
            format!("{first}{others} is no variable of Prompty's template language, Jinja2; it is written as text"),
            "Name variables with letters, digits and _, the first a letter",
        ));
    }
}

/// The closest text that a message can represent.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let needs_lines = text.contains(is_line_break);
    let text: Cow<'_, str> = if needs_lines {
        Cow::Owned(text.replace("\r\n", "\n").replace(is_line_break, "\n"))
    } else {
        Cow::Borrowed(text)
    };
    if !text.starts_with('\n')
        && !text.ends_with('\n')
        && !text.split('\n').any(|line| role_of(line).is_some())
    {
        return text;
    }
    let lines: Vec<_> = text
        .trim_matches('\n')
        .split('\n')
        .map(|line| {
            if role_of(line).is_some() {
                Cow::Owned(format!("{GUARD}{line}"))
            } else {
                Cow::Borrowed(line)
            }
        })
        .collect();
    Cow::Owned(lines.join("\n"))
}

/// Whether Python treats a character as a line break; the line feed is excluded.
const fn is_line_break(character: char) -> bool {
    matches!(
        character,
        '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Parses a line that begins a message, like `user:` or `# System[name="x"]:`, into its role and
/// attributes. Roles are compared as in Prompty: case-insensitively, including the two letters that
/// Python folds to ASCII.
pub(crate) fn role_of(line: &str) -> Option<(&'static str, &str)> {
    const ROLES: [&str; 4] = ["system", "user", "assistant", "developer"];
    let line = line.trim_matches(is_python_space);
    let line = line.strip_suffix(':')?.trim_end_matches(is_python_space);
    let line = line
        .strip_prefix('#')
        .unwrap_or(line)
        .trim_start_matches(is_python_space);
    let name_end = line.find('[').unwrap_or(line.len());
    let (name, attributes) = line.split_at(name_end);
    if name.len() > 16 || !(attributes.is_empty() || attributes.ends_with(']')) {
        return None;
    }
    let name: String = name
        .chars()
        .map(|letter| match letter {
            'ſ' => 's',
            'ı' | 'İ' => 'i',
            _ => letter.to_ascii_lowercase(),
        })
        .collect();
    let role = ROLES.iter().find(|role| **role == name)?;
    Some((role, attributes))
}

fn is_python_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}
