//! Conversations: lists of `{role, content}` as used by `OpenAI`, Anthropic, MCP, GitHub Models and
//! many others.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::object::{self, Fields, text_of};
use super::{Draft, File, ImportFormat, plain_text, settings, tests};
use crate::Prompt;
use crate::content::{Segment, SegmentType};

/// Whether a value is a list of messages.
pub(super) fn is_conversation(value: &Value) -> bool {
    value.as_array().is_some_and(|messages| {
        !messages.is_empty()
            && messages.iter().all(|message| {
                message.get("role").is_some_and(Value::is_string)
                    || message.get("type").and_then(Value::as_str) == Some("placeholder")
            })
    })
}

/// Detects which of the formats with a list of `messages` this is.
pub(super) fn format_of(map: &Map<String, Value>, container: ImportFormat) -> ImportFormat {
    let has = |key: &str| map.contains_key(key);
    let has_content_objects =
        map.get("messages")
            .and_then(Value::as_array)
            .is_some_and(|messages| {
                messages
                    .iter()
                    .any(|message| message.get("content").is_some_and(Value::is_object))
            });
    if has_content_objects || has("resultType") {
        ImportFormat::Mcp
    } else if has("system") || has("anthropic_version") {
        ImportFormat::Anthropic
    } else if container == ImportFormat::Yaml
        || has("modelParameters")
        || has("testData")
        || has("evaluators")
    {
        ImportFormat::GithubModels
    } else {
        ImportFormat::Openai
    }
}

/// Reads a request or a prompt file with `messages`, or with `instructions` and `input`.
pub(super) fn request(map: Map<String, Value>, format: ImportFormat, file: &File<'_>) -> Draft {
    let mut diagnostics = Diagnostics::default();
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(map, "", &mut diagnostics);
    let title = fields.text("title").or_else(|| fields.text("name"));
    prompt.description = fields.text("description").unwrap_or_default();
    prompt.tags = fields.tags("tags").unwrap_or_default();
    let mut messages = Vec::new();
    for key in ["system", "instructions"] {
        if let Some(content) = fields.take(key) {
            messages.push(message("system", content));
        }
    }
    match fields.take("input") {
        Some(Value::Array(items)) => messages.extend(items),
        Some(text) => messages.push(message("user", text)),
        None => {}
    }
    match fields.take("messages") {
        Some(Value::Array(list)) => messages.extend(list),
        Some(other) => messages.push(message("user", other)),
        None => {}
    }
    let rest = fields.rest();
    prompt.content.segments = segments(messages, &mut diagnostics);
    prompt.title = title.unwrap_or_else(|| title_for(file, &prompt.content.segments));
    settings::of_request(&mut prompt, &rest);
    tests::of_github(&mut prompt, &rest, &mut diagnostics);
    object::keep(&mut prompt, format, rest);
    Draft::new(prompt, diagnostics)
}

/// Reads a request to the API of Gemini: `contents` with parts, and instructions for the system beside them.
pub(super) fn gemini(map: &Map<String, Value>, file: &File<'_>) -> Option<Draft> {
    let contents = map.get("contents")?;
    let is_content = |one: &Value| one.get("parts").is_some();
    let is_list = contents
        .as_array()
        .is_some_and(|list| list.iter().any(is_content));
    let key = ["system_instruction", "systemInstruction"]
        .into_iter()
        .find(|key| map.contains_key(*key));
    if !(is_list || is_content(contents) || (key.is_some() && contents.is_string())) {
        return None;
    }
    let mut map = map.clone();
    if let Some(mut system) = key.and_then(|key| map.shift_remove(key)) {
        if let Some(parts) = system.get_mut("parts") {
            system = parts.take();
        }
        map.insert("system".to_owned(), system);
    }
    let contents = map.shift_remove("contents").unwrap_or_default();
    let messages = match contents {
        Value::Object(one) => Value::Array(vec![Value::Object(one)]),
        other => other,
    };
    map.insert("messages".to_owned(), messages);
    Some(request(map, ImportFormat::Gemini, file))
}

fn message(role: &str, content: Value) -> Value {
    let mut message = Map::new();
    message.insert("role".to_owned(), Value::from(role));
    message.insert("content".to_owned(), content);
    Value::Object(message)
}

/// Returns a title for a conversation without one: the file's name, or its first text.
pub(super) fn title_for(file: &File<'_>, segments: &[Segment]) -> String {
    plain_text::title_from_name(file.name).unwrap_or_else(|| {
        let first = segments
            .iter()
            .find(|segment| segment.r#type == SegmentType::User)
            .or(segments.first());
        first.map_or_else(String::new, |segment| {
            plain_text::first_line(&segment.content)
        })
    })
}

/// Reads the messages of a conversation.
pub(super) fn segments(messages: Vec<Value>, diagnostics: &mut Diagnostics) -> Vec<Segment> {
    messages
        .into_iter()
        .enumerate()
        .map(|(at, message)| segment(message, at, diagnostics))
        .collect()
}

fn segment(message: Value, at: usize, diagnostics: &mut Diagnostics) -> Segment {
    let place = format!("segments[{at}]");
    let order = u32::try_from(at).unwrap_or(u32::MAX);
    let message = pair(message);
    let Value::Object(mut map) = message else {
        return Segment {
            order,
            r#type: SegmentType::User,
            content: text_of(message, &place, diagnostics),
            ..Segment::default()
        };
    };
    if map.get("type").and_then(Value::as_str) == Some("placeholder") {
        let name = map.get("name").and_then(Value::as_str).unwrap_or_default();
        diagnostics.info(
            "placeholder",
            place,
            "A placeholder for messages became a variable".to_owned(),
        );
        return Segment {
            order,
            r#type: SegmentType::User,
            content: format!("{{{{{name}}}}}"),
            extra: keep_apart(map),
            ..Segment::default()
        };
    }
    role_as_key(&mut map);
    take_item(&mut map, &place, diagnostics);
    let role = match map.shift_remove("role") {
        Some(Value::String(role)) => role,
        Some(role) => {
            map.insert("unknown_role".to_owned(), role);
            String::new()
        }
        None => String::new(),
    };
    let content = match map
        .shift_remove("content")
        .or_else(|| map.shift_remove("parts"))
    {
        Some(content) => {
            let (text, rest) = content_text(content, &place, diagnostics);
            if let Some(rest) = rest {
                map.insert("content".to_owned(), rest);
            }
            text
        }
        None => String::new(),
    };
    map.retain(|_, value| !value.is_null());
    let r#type = role_type(&role, &place, diagnostics);
    if !role.is_empty() && r#type.as_str() != role {
        map.insert("role".to_owned(), Value::from(role));
    }
    Segment {
        order,
        r#type,
        content,
        extra: keep_apart(map),
        ..Segment::default()
    }
}

/// Turns `[user, text]`, a role and its text in a list, into a message as others are.
fn pair(value: Value) -> Value {
    const ROLES: [&str; 8] = [
        "system",
        "user",
        "assistant",
        "developer",
        "human",
        "ai",
        "model",
        "tool",
    ];
    match value.as_array().map(Vec::as_slice) {
        Some([Value::String(role), Value::String(text)]) if ROLES.contains(&&**role) => {
            message(role, Value::from(text.as_str()))
        }
        _ => value,
    }
}

/// Gives an item of the Responses API that is no message its role: a call is the model's, what it returned a tool's.
fn take_item(map: &mut Map<String, Value>, place: &str, diagnostics: &mut Diagnostics) {
    let Some(kind) = map.get("type").and_then(Value::as_str).map(str::to_owned) else {
        return;
    };
    let is_output = kind.ends_with("_output");
    let is_item = is_output || kind.ends_with("_call") || kind == "reasoning";
    if !is_item || map.contains_key("role") {
        return;
    }
    let role = if is_output { "tool" } else { "assistant" };
    map.insert("role".to_owned(), Value::from(role));
    if map.get("output").is_some_and(Value::is_string) {
        let output = map.shift_remove("output").unwrap_or_default();
        map.insert("content".to_owned(), output);
    } else {
        diagnostics.info(
            "part_not_text",
            place,
            format!("An item of the kind '{kind}' is no text; it is kept with its message"),
        );
    }
}

/// Turns `{user: text}`, a role with its text, into a message as others are.
fn role_as_key(map: &mut Map<String, Value>) {
    if map.len() == 1
        && let Some((role, Value::String(_))) = map.iter().next()
        && matches!(&**role, "system" | "user" | "assistant" | "developer")
        && let role = role.clone()
        && let Some(text) = map.shift_remove(&role)
    {
        map.insert("role".to_owned(), Value::from(role));
        map.insert("content".to_owned(), text);
    }
}

/// Nests the unknown keys of a message, so that they cannot collide with keys of a segment.
fn keep_apart(map: Map<String, Value>) -> Map<String, Value> {
    if map.is_empty() {
        return map;
    }
    let mut extra = Map::new();
    extra.insert(object::IMPORTED.to_owned(), Value::Object(map));
    extra
}

/// The segment type of a role. An unknown role is read as the user's.
pub(super) fn role_type(role: &str, place: &str, diagnostics: &mut Diagnostics) -> SegmentType {
    let (segment_type, is_same) = match role.to_ascii_lowercase().as_str() {
        "system" => (SegmentType::System, true),
        "developer" => (SegmentType::System, false),
        "user" | "human" => (SegmentType::User, true),
        "assistant" | "ai" | "model" | "gpt" => (SegmentType::Assistant, true),
        "tool" | "function" => (SegmentType::Assistant, false),
        "context" => (SegmentType::Context, true),
        "instruction" => (SegmentType::Instruction, true),
        _ => {
            diagnostics.warn(
                "unknown_role",
                place,
                match role {
                    "" => "The message names no role; its text was taken as a user's".to_owned(),
                    role => {
                        format!("The role '{role}' is not known; the text was taken as a user's")
                    }
                },
            );
            (SegmentType::User, true)
        }
    };
    if !is_same {
        diagnostics.info(
            "role_changed",
            place,
            format!("The role '{role}' became {segment_type}"),
        );
    }
    segment_type
}

/// Returns the text of a message, which is a string, a part or a list of parts, and the rest of the parts:
/// images, files, marks for caches. A plain text has no rest.
pub(super) fn content_text(
    content: Value,
    place: &str,
    diagnostics: &mut Diagnostics,
) -> (String, Option<Value>) {
    match content {
        Value::Array(parts) => {
            let is_alone = parts.len() == 1;
            let mut texts = Vec::new();
            let mut rest = Vec::new();
            let mut is_plain = is_alone;
            for part in parts {
                let (text, part) = part_text(part, place, diagnostics);
                texts.extend(text);
                is_plain &= part.as_object().is_none_or(is_plain_part);
                rest.push(part);
            }
            if is_plain {
                take_kinds(&rest, diagnostics);
            }
            let rest = (!is_plain).then_some(Value::Array(rest));
            (texts.join("\n\n"), rest)
        }
        Value::Object(part) => {
            let (text, rest) = part_text(Value::Object(part), place, diagnostics);
            let is_plain = rest.as_object().is_none_or(is_plain_part);
            if is_plain {
                take_kinds(std::slice::from_ref(&rest), diagnostics);
            }
            (text.unwrap_or_default(), (!is_plain).then_some(rest))
        }
        text => (text_of(text, place, diagnostics), None),
    }
}

/// Notes that the kinds of plain parts need no place.
fn take_kinds(parts: &[Value], diagnostics: &mut Diagnostics) {
    for kind in parts.iter().filter_map(|part| part.get("type")?.as_str()) {
        diagnostics.taken(kind.to_owned());
    }
}

/// Whether a part has nothing but its text.
fn is_plain_part(rest: &Map<String, Value>) -> bool {
    let mut others = rest.iter().filter(|(key, value)| {
        let is_kind = *key == "type"
            && value
                .as_str()
                .is_some_and(|kind| matches!(kind, "text" | "input_text" | "output_text"));
        !is_kind && !value.is_null()
    });
    others.next().is_none()
}

/// Takes the text of a part, and returns it with the rest of the part.
fn part_text(part: Value, place: &str, diagnostics: &mut Diagnostics) -> (Option<String>, Value) {
    let Value::Object(mut map) = part else {
        return (Some(text_of(part, place, diagnostics)), Value::Null);
    };
    for key in ["text", "refusal"] {
        if let Some(Value::String(_)) = map.get(key)
            && let Some(Value::String(text)) = map.shift_remove(key)
        {
            return (Some(text), Value::Object(map));
        }
    }
    if let Some(resource) = map.get_mut("resource").and_then(Value::as_object_mut)
        && let Some(Value::String(_)) = resource.get("text")
        && let Some(Value::String(text)) = resource.shift_remove("text")
    {
        return (Some(text), Value::Object(map));
    }
    let kind = map.get("type").and_then(Value::as_str).unwrap_or("unknown");
    diagnostics.warn(
        "part_not_text",
        place,
        format!("A part of the kind '{kind}' is no text; it is kept beside the text"),
    );
    (None, Value::Object(map))
}
