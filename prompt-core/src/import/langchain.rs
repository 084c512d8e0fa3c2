//! `LangChain`: serialised constructors (`lc`), the older `_type` files, and `LangSmith` commits that
//! contain them.
//!
//! Templates are only parsed, never evaluated. Variables of every template syntax become `{{name}}`.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::messages::{self, role_type};
use super::object::{self, Fields, text_of};
use super::{Draft, File, ImportFormat};
use crate::Prompt;
use crate::content::{Segment, SegmentType};

/// Reads a prompt in any of these shapes.
pub(super) fn read(map: Map<String, Value>, file: &File<'_>) -> Draft {
    let mut diagnostics = Diagnostics::default();
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(map, "", &mut diagnostics);
    let title = ["repo_handle", "repo"]
        .iter()
        .find_map(|key| fields.text(key));
    prompt.description = fields.text("description").unwrap_or_default();
    prompt.tags = fields.tags("tags").unwrap_or_default();
    let mut segments = Vec::new();
    if let Some(manifest) = fields.take("manifest") {
        constructor(&manifest, &mut segments, &mut diagnostics);
        object::keep(&mut prompt, ImportFormat::Langchain, Map::new());
    } else {
        let map = fields.rest();
        if map.contains_key("lc") {
            constructor(&Value::Object(map.clone()), &mut segments, &mut diagnostics);
            let mut rest = map;
            if let Some(kwargs) = rest.get_mut("kwargs").and_then(Value::as_object_mut) {
                kwargs.shift_remove("messages");
                kwargs.shift_remove("template");
            }
            object::keep(&mut prompt, ImportFormat::Langchain, rest);
        } else {
            let rest = legacy(map, &mut segments, &mut diagnostics);
            object::keep(&mut prompt, ImportFormat::Langchain, rest);
        }
    }
    for (order, segment) in segments.iter_mut().enumerate() {
        segment.order = u32::try_from(order).unwrap_or(u32::MAX);
    }
    if segments.is_empty() {
        diagnostics.warn(
            "no_text",
            "",
            "No template was found in this LangChain file".to_owned(),
        );
    }
    prompt.content.segments = segments;
    prompt.title = title.unwrap_or_else(|| messages::title_for(file, &prompt.content.segments));
    Draft::new(prompt, diagnostics)
}

/// Reads a serialised object: the messages of a chat prompt, a template, or the first prompt of a
/// sequence.
fn constructor(value: &Value, segments: &mut Vec<Segment>, diagnostics: &mut Diagnostics) {
    let name = class(value);
    let kwargs = value.get("kwargs").unwrap_or(&Value::Null);
    match name {
        "ChatPromptTemplate" | "StructuredPrompt" => {
            for message in list(kwargs.get("messages")) {
                constructor(message, segments, diagnostics);
            }
        }
        "PromptTemplate" | "FewShotPromptTemplate" => {
            if let Some(text) = template(kwargs, diagnostics) {
                push(segments, SegmentType::User, text);
            }
        }
        "MessagesPlaceholder" => {
            let variable = kwargs
                .get("variable_name")
                .and_then(Value::as_str)
                .unwrap_or("messages");
            diagnostics.info(
                "placeholder",
                "",
                "A placeholder for messages became a variable".to_owned(),
            );
            push(segments, SegmentType::User, format!("{{{{{variable}}}}}"));
        }
        _ => {
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
            };
            let text = match (kwargs.get("prompt"), kwargs.get("content")) {
                (Some(Value::Array(parts)), _) => {
                    let texts: Vec<_> = parts
                        .iter()
                        .filter_map(|part| template(part.get("kwargs")?, diagnostics))
                        .collect();
                    Some(texts.join("\n\n"))
                }
                (Some(prompt), _) => template(prompt.get("kwargs").unwrap_or(prompt), diagnostics),
                (None, Some(content)) => {
                    Some(messages::content_text(content.clone(), "", diagnostics))
                }
                (None, None) => None,
            };
            if let Some(text) = text {
                let segment_type = role_type(role, "", diagnostics);
                push(segments, segment_type, text);
            } else {
                // Of a sequence, only the first prompt is read.
                let steps = ["first", "steps", "bound"]
                    .iter()
                    .filter_map(|key| kwargs.get(*key));
                for step in steps.flat_map(|step| match step {
                    Value::Array(steps) => steps.iter().collect(),
                    step => vec![step],
                }) {
                    if segments.is_empty() && step.get("lc").is_some() {
                        constructor(step, segments, diagnostics);
                    }
                }
            }
        }
    }
}

fn class(value: &Value) -> &str {
    value
        .get("id")
        .and_then(Value::as_array)
        .and_then(|path| path.last())
        .and_then(Value::as_str)
        .unwrap_or_default()
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the text of a template with our variable syntax.
fn template(kwargs: &Value, diagnostics: &mut Diagnostics) -> Option<String> {
    let text = kwargs.get("template")?.as_str()?;
    let format = kwargs.get("template_format").and_then(Value::as_str);
    Some(with_our_variables(
        text,
        format.unwrap_or("f-string"),
        diagnostics,
    ))
}

fn with_our_variables(text: &str, format: &str, diagnostics: &mut Diagnostics) -> String {
    match format {
        "f-string" => from_f_string(text, diagnostics),
        "mustache" => text.replace("{{{", "{{").replace("}}}", "}}"),
        _ => text.to_owned(),
    }
}

/// Converts `{name}` to `{{name}}`, and the doubled braces of an f-string to single ones.
fn from_f_string(text: &str, diagnostics: &mut Diagnostics) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    let last_end = text.rfind('}').unwrap_or(0);
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("{{") {
            out.push('{');
            rest = after;
        } else if let Some(after) = rest.strip_prefix("}}") {
            out.push('}');
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
            out.push_str("{{");
            out.push_str(name);
            out.push_str("}}");
            rest = &rest[end + 1..];
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

/// Reads the older files. References to other files are reported, never opened.
fn legacy(
    map: Map<String, Value>,
    segments: &mut Vec<Segment>,
    diagnostics: &mut Diagnostics,
) -> Map<String, Value> {
    let mut fields = Fields::new(map, "", diagnostics);
    let format = fields
        .text("template_format")
        .unwrap_or_else(|| "f-string".to_owned());
    let prefix = fields.text("prefix");
    let template = fields.take("template").or_else(|| fields.take("messages"));
    let suffix = fields.text("suffix");
    let rest = fields.rest();
    match template {
        Some(Value::Array(messages)) => {
            for mut segment in messages::segments(messages, diagnostics) {
                segment.content = with_our_variables(&segment.content, &format, diagnostics);
                segments.push(segment);
            }
        }
        Some(text) => {
            let text = text_of(text, "template", diagnostics);
            let text = with_our_variables(&text, &format, diagnostics);
            push(segments, SegmentType::User, text);
        }
        None => {}
    }
    if prefix.is_some() || suffix.is_some() {
        let examples = rest.get("examples");
        let parts = [
            prefix,
            examples.map(|examples| match examples {
                Value::String(name) => {
                    diagnostics.warn(
                        "not_fetched",
                        "examples",
                        format!("The examples are in another file, '{name}', which was not opened"),
                    );
                    format!("(examples: {name})")
                }
                examples => serde_json::to_string_pretty(examples).unwrap_or_default(),
            }),
            suffix,
        ];
        let text = parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
        let text = with_our_variables(&text, &format, diagnostics);
        push(segments, SegmentType::User, text);
    }
    rest
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
        ] {
            assert_eq!(from_f_string(text, &mut Diagnostics::default()), expected);
        }
        // Unclosed braces are not searched to the end of the text.
        let open = "{a".repeat(300_000);
        assert_eq!(from_f_string(&open, &mut Diagnostics::default()), open);
    }
}
