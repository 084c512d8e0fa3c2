//! `LangChain`: serialised constructors (`lc`), the older `_type` files, and `LangSmith` commits that
//! contain them.
//!
//! Templates are only parsed, never evaluated. The variables of an f-string become `{{name}}`; templates in
//! other languages stay as they are.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::messages::{self, role_type};
use super::object::{self, Fields, text_of};
use super::{Draft, File, ImportFormat, library};
use crate::Prompt;
use crate::content::template::TemplateLanguage;
use crate::content::{Segment, SegmentType};
use crate::render::push_escaped;

/// The texts found so far, and the languages of their templates.
#[derive(Default)]
struct Reading {
    segments: Vec<Segment>,
    languages: Vec<TemplateLanguage>,
    diagnostics: Diagnostics,
}

/// Reads a prompt in any of these shapes.
pub(super) fn read(map: Map<String, Value>, file: &File<'_>) -> Draft {
    let mut reading = Reading::default();
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(map, "", &mut reading.diagnostics);
    let title = ["repo_handle", "repo"]
        .iter()
        .find_map(|key| fields.text(key));
    prompt.description = fields.text("description").unwrap_or_default();
    prompt.tags = fields.tags("tags").unwrap_or_default();
    let map = fields.rest();
    let manifest = map
        .get("manifest")
        .and_then(Value::as_object)
        .unwrap_or(&map);
    // Where our own exports have them.
    let metadata = manifest
        .get("kwargs")
        .and_then(|kwargs| kwargs.get("metadata"));
    let said = |key: &str| {
        let text = metadata.and_then(|metadata| metadata.get(key)?.as_str());
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let title = title.or_else(|| said("title"));
    if prompt.description.is_empty() {
        prompt.description = said("description").unwrap_or_default();
    }
    if prompt.tags.is_empty()
        && let Some(Value::Array(tags)) =
            manifest.get("kwargs").and_then(|kwargs| kwargs.get("tags"))
    {
        prompt.tags = tags
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
    }
    let rest = if map.contains_key("manifest") || map.contains_key("lc") {
        let mut whole = Value::Object(map);
        let manifest = match whole.get_mut("manifest") {
            Some(manifest) => manifest,
            None => &mut whole,
        };
        constructor(manifest, &mut reading);
        match whole {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    } else {
        legacy(map, &mut reading)
    };
    let Reading {
        mut segments,
        languages,
        mut diagnostics,
    } = reading;
    object::keep(&mut prompt, ImportFormat::Langchain, rest);
    library::in_order(&mut segments);
    if segments.is_empty() {
        diagnostics.warn(
            "no_text",
            "",
            "No template was found in this LangChain file".to_owned(),
        );
    }
    if let Some(first) = languages.first() {
        if languages.iter().any(|language| language != first) {
            diagnostics.warn(
                "template_languages",
                "",
                format!("The templates are in several languages; all are taken as {first}"),
            );
        }
        prompt.content.set_template_language(*first);
    }
    prompt.content.segments = segments;
    prompt.title = title.unwrap_or_else(|| messages::title_for(file, &prompt.content.segments));
    Draft::new(prompt, diagnostics)
}

/// Takes the texts of a serialised object: the messages of a chat prompt, a template, or the first prompt
/// of a sequence.
fn constructor(value: &mut Value, reading: &mut Reading) {
    let name = class(value).to_owned();
    let Some(kwargs) = value.get_mut("kwargs") else {
        return;
    };
    match name.as_str() {
        "ChatPromptTemplate" | "StructuredPrompt" => {
            for message in list(kwargs.get_mut("messages")) {
                constructor(message, reading);
            }
        }
        "PromptTemplate" | "FewShotPromptTemplate" => {
            if let Some(text) = template(kwargs, reading) {
                push(&mut reading.segments, SegmentType::User, text);
            }
        }
        "MessagesPlaceholder" => {
            let variable = kwargs
                .get("variable_name")
                .and_then(Value::as_str)
                .unwrap_or("messages");
            reading.diagnostics.info(
                "placeholder",
                "",
                "A placeholder for messages became a variable".to_owned(),
            );
            let text = format!("{{{{{variable}}}}}");
            push(&mut reading.segments, SegmentType::User, text);
        }
        _ => message(&name, kwargs, reading),
    }
}

fn message(name: &str, kwargs: &mut Value, reading: &mut Reading) {
    let role = if name.starts_with("System") {
        "system"
    } else if name.starts_with("Human") {
        "user"
    } else if name.starts_with("AI") {
        "assistant"
    } else {
        kwargs
            .get("role")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }
    .to_owned();
    let mut images = None;
    let text = match kwargs.get_mut("prompt") {
        Some(Value::Array(parts)) => {
            images = with_images(parts);
            let texts: Vec<_> = parts
                .iter_mut()
                .filter_map(|part| template(part.get_mut("kwargs")?, reading))
                .collect();
            Some(texts.join("\n\n"))
        }
        Some(prompt) if prompt.get("kwargs").is_some() => prompt
            .get_mut("kwargs")
            .and_then(|kwargs| template(kwargs, reading)),
        Some(prompt) => template(prompt, reading),
        None => kwargs
            .as_object_mut()
            .and_then(|kwargs| kwargs.shift_remove("content"))
            .map(|content| {
                let (text, rest) = messages::content_text(content, "", &mut reading.diagnostics);
                if let (Some(rest), Some(kwargs)) = (rest, kwargs.as_object_mut()) {
                    kwargs.insert("content".to_owned(), rest);
                }
                text
            }),
    };
    if let Some(text) = text {
        let segment_type = role_type(&role, "", &mut reading.diagnostics);
        push(&mut reading.segments, segment_type, text);
        if let (Some(images), Some(segment)) = (images, reading.segments.last_mut()) {
            let kept = serde_json::json!({ "content": images });
            segment.extra.insert(object::IMPORTED.to_owned(), kept);
        }
        return;
    }
    // Of a sequence, only the first prompt is read.
    for key in ["first", "steps", "bound"] {
        let steps = match kwargs.get_mut(key) {
            Some(Value::Array(steps)) => steps.iter_mut().collect(),
            Some(step) => vec![step],
            None => Vec::new(),
        };
        for step in steps {
            if reading.segments.is_empty() && step.get("lc").is_some() {
                constructor(step, reading);
            }
        }
    }
}

/// The parts of a message with images, as those of a message of `OpenAI` are kept.
fn with_images(parts: &[Value]) -> Option<Value> {
    let address = |part: &Value| {
        part["kwargs"]["template"]["url"]
            .as_str()
            .map(str::to_owned)
    };
    let kept = |part: &Value| match address(part) {
        Some(url) => serde_json::json!({ "type": "image_url", "image_url": { "url": url } }),
        None => serde_json::json!({ "type": "text" }),
    };
    let has_image = parts.iter().any(|part| address(part).is_some());
    has_image.then(|| parts.iter().map(kept).collect())
}

fn class(value: &Value) -> &str {
    value
        .get("id")
        .and_then(Value::as_array)
        .and_then(|path| path.last())
        .and_then(Value::as_str)
        .unwrap_or_default()
}

fn list(value: Option<&mut Value>) -> &mut [Value] {
    value
        .and_then(Value::as_array_mut)
        .map_or(&mut [], Vec::as_mut_slice)
}

/// Takes the text of a template.
fn template(kwargs: &mut Value, reading: &mut Reading) -> Option<String> {
    let format = kwargs.get("template_format").and_then(Value::as_str);
    let format = format.unwrap_or("f-string").to_owned();
    let kwargs = kwargs.as_object_mut()?;
    if !kwargs.get("template")?.is_string() {
        return None;
    }
    match kwargs.shift_remove("template") {
        Some(Value::String(text)) => Some(in_its_language(text, &format, reading)),
        _ => None,
    }
}

/// Converts an f-string to our variables. Every other language stays as it is.
fn in_its_language(text: String, format: &str, reading: &mut Reading) -> String {
    let language = match format {
        "mustache" => TemplateLanguage::Mustache,
        "jinja2" => TemplateLanguage::Jinja2,
        _ => TemplateLanguage::Promptcase,
    };
    reading.languages.push(language);
    if language == TemplateLanguage::Promptcase {
        let converted = from_f_string(&text, &mut reading.diagnostics);
        reading.diagnostics.taken(text);
        return converted;
    }
    text
}

/// Converts `{name}` to `{{name}}`, and the doubled braces of an f-string to single ones.
pub(super) fn from_f_string(text: &str, diagnostics: &mut Diagnostics) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    // What stands before the next variable: braces in it are text.
    let mut literal = String::new();
    let mut rest = text;
    let last_end = text.rfind('}').unwrap_or(0);
    while let Some(at) = rest.find(['{', '}']) {
        literal.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("{{") {
            literal.push('{');
            rest = after;
        } else if let Some(after) = rest.strip_prefix("}}") {
            literal.push('}');
            rest = after;
        } else if text.len() - rest.len() < last_end
            && let Some(end) = rest.find('}').filter(|end| *end > 1)
        {
            let field = &rest[1..end];
            let name = field.split(['!', ':']).next().unwrap_or_default();
            if name.len() < field.len() {
                diagnostics.info(
                    "variable_format",
                    "",
                    format!("The formatting of the variable '{{{field}}}' was dropped"),
                );
            }
            push_escaped(&mut out, &literal);
            literal.clear();
            out.push_str("{{");
            out.push_str(name);
            out.push_str("}}");
            rest = &rest[end + 1..];
        } else {
            literal.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    literal.push_str(rest);
    push_escaped(&mut out, &literal);
    out
}

/// Writes a text with our variables as an f-string: the reverse of [`from_f_string`].
pub(super) fn to_f_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("{{") && out.ends_with('\\') {
            out.pop();
            out.push_str("{{{{");
            rest = &rest[2..];
            continue;
        }
        let variable = rest.strip_prefix("{{").and_then(|inner| {
            let end = inner.find("}}")?;
            let is_name = !inner[..end].contains(['{', '}', '\n']) && end > 0;
            is_name.then(|| (&inner[..end], &inner[end + 2..]))
        });
        if let Some((name, after)) = variable {
            out.push('{');
            out.push_str(name);
            out.push('}');
            rest = after;
        } else {
            let brace = &rest[..1];
            out.push_str(brace);
            out.push_str(brace);
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

/// Reads the older files. References to other files are reported, never opened.
fn legacy(map: Map<String, Value>, reading: &mut Reading) -> Map<String, Value> {
    let mut fields = Fields::new(map, "", &mut reading.diagnostics);
    let format = match fields.map.get("template_format") {
        Some(Value::String(format)) => format.clone(),
        _ => "f-string".to_owned(),
    };
    let prefix = fields.text("prefix");
    let template = fields.take("template").or_else(|| fields.take("messages"));
    let suffix = fields.text("suffix");
    let rest = fields.rest();
    match template {
        Some(Value::Array(mut messages)) => {
            let formats: Vec<_> = messages.iter_mut().filter_map(with_its_template).collect();
            let format_of_messages = formats.into_iter().next();
            let format = format_of_messages.unwrap_or_else(|| format.clone());
            for mut segment in messages::segments(messages, &mut reading.diagnostics) {
                segment.content = in_its_language(segment.content, &format, reading);
                reading.segments.push(segment);
            }
        }
        Some(text) => {
            let text = text_of(text, "template", &mut reading.diagnostics);
            let text = in_its_language(text, &format, reading);
            push(&mut reading.segments, SegmentType::User, text);
        }
        None => {}
    }
    if prefix.is_some() || suffix.is_some() {
        let examples = rest.get("examples").map(|examples| match examples {
            Value::String(name) => {
                reading.diagnostics.warn(
                    "not_fetched",
                    "examples",
                    format!("The examples are in another file, '{name}', which was not opened"),
                );
                format!("(examples: {name})")
            }
            examples => serde_json::to_string_pretty(examples).unwrap_or_default(),
        });
        let mut texts = Vec::new();
        // Examples are values, in which braces have no meaning.
        for (text, is_template) in [(prefix, true), (examples, false), (suffix, true)] {
            if let Some(text) = text {
                texts.push(if is_template {
                    in_its_language(text, &format, reading)
                } else {
                    text
                });
            }
        }
        push(&mut reading.segments, SegmentType::User, texts.join("\n\n"));
    }
    rest
}

/// Moves the template of a message, which is a prompt of its own there, and its role to where other messages have them.
/// Returns the language of the template, if it is said.
fn with_its_template(message: &mut Value) -> Option<String> {
    let map = message.as_object_mut()?;
    let inner = map.get_mut("prompt")?.as_object_mut()?;
    if !inner.get("template")?.is_string() {
        return None;
    }
    let text = inner.shift_remove("template")?;
    let language = inner.get("template_format").and_then(Value::as_str);
    let language = language.map(str::to_owned);
    map.insert("content".to_owned(), text);
    if !map.contains_key("role") {
        let kind = ["_type", "type"].into_iter().find(|key| {
            let kind = map.get(*key).and_then(Value::as_str);
            kind.is_some_and(|kind| matches!(kind, "system" | "human" | "ai"))
        });
        // Without a kind, nothing says whose it is.
        let role = kind.and_then(|key| map.shift_remove(key));
        map.insert("role".to_owned(), role.unwrap_or_else(|| "user".into()));
    }
    language
}

fn push(segments: &mut Vec<Segment>, r#type: SegmentType, content: String) {
    segments.push(Segment {
        r#type,
        content,
        ..Segment::default()
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_f_string_becomes_a_text_with_our_variables() {
        for (text, expected) in [
            ("Hi {name}!", "Hi {{name}}!"),
            (
                "{{\"a\": {{\"b\": 1}}}} or {{}} for {topic}",
                "{\"a\": {\"b\": 1}} or {} for {{topic}}",
            ),
            ("{x!r} {y:>10}", "{{x}} {{y}}"),
            ("{ } {", "{{ }} {"),
            ("}", "}"),
            ("{{{{a}}}} {a} \\{{{{", "\\{{a}} {{a}} \\\\{{"),
        ] {
            assert_eq!(from_f_string(text, &mut Diagnostics::default()), expected);
        }
        // Unclosed braces are not searched to the end of the text.
        let open = "{a".repeat(300_000);
        assert_eq!(from_f_string(&open, &mut Diagnostics::default()), open);
    }
}
