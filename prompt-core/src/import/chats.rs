//! Exports of conversations: `ChatGPT`, Claude, `ShareGPT`, `LibreChat`.

use serde_json::{Map, Value};

use super::data::Found;
use super::diagnostics::Diagnostics;
use super::messages::{segments, title_for};
use super::object::{self, Fields};
use super::{Draft, File, ImportFormat};
use crate::Prompt;

/// Takes the messages out of a conversation.
type TakeMessages = fn(&mut Map<String, Value>) -> Vec<Value>;

/// Reads a conversation in one of these shapes.
pub(super) fn read(map: &Map<String, Value>, file: &File<'_>) -> Option<Found> {
    let (format, take): (_, TakeMessages) = if CUSTOM_INSTRUCTIONS
        .iter()
        .any(|(key, _)| map.get(*key).is_some_and(Value::is_string))
    {
        (ImportFormat::Chatgpt, custom_instructions)
    } else if map.get("mapping").is_some_and(Value::is_object) {
        (ImportFormat::Chatgpt, branch)
    } else if map.get("chat_messages").is_some_and(Value::is_array) {
        (ImportFormat::Claude, claude)
    } else if is_list_of(map, "conversations", "value") {
        (ImportFormat::Sharegpt, sharegpt)
    } else if is_list_of(map, "messages", "sender") {
        (ImportFormat::Librechat, librechat)
    } else {
        return None;
    };
    let mut map = map.clone();
    let messages = take(&mut map);
    let mut diagnostics = Diagnostics::default();
    let mut fields = Fields::new(map, "", &mut diagnostics);
    let title = ["title", "name"].iter().find_map(|key| fields.text(key));
    let mut prompt = Prompt {
        description: fields.text("description").unwrap_or_default(),
        ..Prompt::default()
    };
    let rest = fields.rest();
    prompt.content.segments = segments(messages, &mut diagnostics);
    if prompt.content.segments.is_empty() {
        diagnostics.warn("no_text", "", "The conversation has no text".to_owned());
    }
    prompt.title = title
        .filter(|title| !title.trim().is_empty())
        .unwrap_or_else(|| title_for(file, &prompt.content.segments));
    object::keep(&mut prompt, format, rest);
    Some((format, vec![Draft::new(prompt, diagnostics)]))
}

fn is_list_of(map: &Map<String, Value>, key: &str, name: &str) -> bool {
    map.get(key).and_then(Value::as_array).is_some_and(|list| {
        !list.is_empty()
            && list
                .iter()
                .all(|one| one.get(name).is_some_and(Value::is_string))
    })
}

/// Builds a message from its role, its content and its other keys.
fn message(role: Value, content: Value, mut rest: Map<String, Value>) -> Value {
    rest.insert("role".to_owned(), role);
    rest.insert("content".to_owned(), content);
    Value::Object(rest)
}

/// The custom instructions of `ChatGPT`: what it should know of the person, and how it should answer.
const CUSTOM_INSTRUCTIONS: [(&str, &str); 4] = [
    ("about_user_message", "context"),
    ("user_profile", "context"),
    ("about_model_message", "system"),
    ("user_instructions", "system"),
];

fn custom_instructions(map: &mut Map<String, Value>) -> Vec<Value> {
    let texts = CUSTOM_INSTRUCTIONS.iter().filter_map(|(key, role)| {
        let text = map.get(*key)?.as_str().filter(|text| !text.is_empty())?;
        let message = message(Value::from(*role), Value::from(text), Map::new());
        map.shift_remove(*key);
        Some(message)
    });
    texts.collect()
}

/// Takes the messages of the branch that was shown last. Messages of other branches stay in the map.
fn branch(map: &mut Map<String, Value>) -> Vec<Value> {
    let mut path = Vec::new();
    let Some(Value::Object(nodes)) = map.get("mapping") else {
        return Vec::new();
    };
    let mut next = map.get("current_node").and_then(Value::as_str);
    while let Some(id) = next.filter(|_| path.len() <= nodes.len()) {
        path.push(id.to_owned());
        next = nodes
            .get(id)
            .and_then(|node| node.get("parent"))
            .and_then(Value::as_str);
    }
    path.reverse();
    if path.iter().all(|id| !nodes.contains_key(id)) {
        path = nodes.keys().cloned().collect();
    }
    let Some(Value::Object(nodes)) = map.get_mut("mapping") else {
        return Vec::new();
    };
    let mut messages = Vec::new();
    for id in path {
        let node = nodes.get_mut(&id);
        if let Some(message) = node.and_then(|node| node.get_mut("message")) {
            messages.extend(chatgpt_message(message));
        }
    }
    messages
}

/// Takes the text of a message, or the custom instructions it carries. A message without one, such as a call of a tool,
/// gives none.
fn chatgpt_message(message_: &mut Value) -> Vec<Value> {
    let Some(map) = message_.as_object_mut() else {
        return Vec::new();
    };
    let Some(content) = map.get_mut("content").and_then(Value::as_object_mut) else {
        return Vec::new();
    };
    let mut own = custom_instructions(content);
    if !own.is_empty() {
        return own;
    }
    own.extend(chatgpt_text(map));
    own
}

fn chatgpt_text(map: &mut Map<String, Value>) -> Option<Value> {
    let role = map.get_mut("author")?.as_object_mut()?.get("role")?.clone();
    let content = map.get_mut("content")?.as_object_mut()?;
    let has_text = |content: &Map<String, Value>| {
        let parts = content.get("parts").and_then(Value::as_array);
        parts.is_some_and(|parts| {
            parts
                .iter()
                .any(|part| part.is_object() || part.as_str().is_some_and(|text| !text.is_empty()))
        })
    };
    let taken = if has_text(content) {
        content.shift_remove("parts")?
    } else if content.get("text").is_some_and(Value::is_string) {
        content.shift_remove("text")?
    } else {
        return None;
    };
    let rest = std::mem::take(map);
    Some(message(role, taken, rest_of_chatgpt(rest)))
}

/// Renames the keys of a message that ours would replace.
fn rest_of_chatgpt(mut rest: Map<String, Value>) -> Map<String, Value> {
    if let Some(content) = rest.shift_remove("content") {
        rest.insert("content_info".to_owned(), content);
    }
    rest
}

fn claude(map: &mut Map<String, Value>) -> Vec<Value> {
    each(map, "chat_messages", |mut one| {
        let sender = one.shift_remove("sender").unwrap_or_default();
        let text = one
            .shift_remove("text")
            .filter(|text| text.as_str() != Some(""));
        let parts = one
            .shift_remove("content")
            .filter(|parts| parts.as_array().is_some_and(|parts| !parts.is_empty()));
        // The text repeats the parts, unless the parts have other kinds too.
        let content = match (parts, text) {
            (Some(parts), Some(text)) => {
                let is_repeated = parts.as_array().is_some_and(|parts| {
                    let mut texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
                    texts.any(|part| Some(part) == text.as_str())
                });
                if !is_repeated {
                    one.insert("text".to_owned(), text);
                }
                parts
            }
            (Some(content), None) | (None, Some(content)) => content,
            (None, None) => Value::from(""),
        };
        message(sender, content, one)
    })
}

fn sharegpt(map: &mut Map<String, Value>) -> Vec<Value> {
    let mut messages = Vec::new();
    if let Some(system) = map
        .get("system")
        .filter(|system| system.as_str().is_some_and(|text| !text.is_empty()))
    {
        messages.push(message(Value::from("system"), system.clone(), Map::new()));
        map.shift_remove("system");
    }
    messages.extend(each(map, "conversations", |mut one| {
        let role = one.shift_remove("from").unwrap_or_default();
        let content = one.shift_remove("value").unwrap_or_default();
        message(role, content, one)
    }));
    messages
}

fn librechat(map: &mut Map<String, Value>) -> Vec<Value> {
    let mut messages = Vec::new();
    let prefix = match map.get("options").and_then(|one| one.get("promptPrefix")) {
        Some(prefix) => Some(prefix.clone()),
        None => map.shift_remove("promptPrefix"),
    };
    if let Some(prefix) = prefix.filter(Value::is_string) {
        messages.push(message(Value::from("system"), prefix, Map::new()));
    }
    // An export of a tree has the answers to a message in it.
    if let Some(Value::Array(list)) = map.get_mut("messages") {
        let mut waiting = std::mem::take(list);
        waiting.reverse();
        while let Some(mut one) = waiting.pop() {
            if let Some(Value::Array(children)) = one.get_mut("children") {
                waiting.extend(std::mem::take(children).into_iter().rev());
            }
            list.push(one);
        }
    }
    messages.extend(each(map, "messages", |mut one| {
        if one.get("children") == Some(&Value::Array(Vec::new())) {
            one.shift_remove("children");
        }
        let is_user = one.get("isCreatedByUser") == Some(&Value::Bool(true))
            || one.get("sender").and_then(Value::as_str) == Some("User");
        let text = one.shift_remove("text").unwrap_or_default();
        let content = one.shift_remove("content").filter(Value::is_array);
        let content = content.unwrap_or(text);
        message(
            Value::from(if is_user { "user" } else { "assistant" }),
            content,
            one,
        )
    }));
    messages
}

/// Takes the list under a key and converts its entries.
fn each(
    map: &mut Map<String, Value>,
    key: &str,
    convert: fn(Map<String, Value>) -> Value,
) -> Vec<Value> {
    let Some(Value::Array(list)) = map.shift_remove(key) else {
        return Vec::new();
    };
    list.into_iter()
        .filter_map(|one| match one {
            Value::Object(one) => Some(convert(one)),
            _ => None,
        })
        .collect()
}
