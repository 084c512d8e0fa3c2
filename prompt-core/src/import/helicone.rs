//! Helicone: messages under a key of their own, with variables that name their type: `{{hc:topic:string}}`.

use serde_json::{Map, Value, json as value};

use super::diagnostics::Diagnostics;
use super::{Draft, json};

/// The keys of the messages in exports and in answers of the API.
pub(super) const KEYS: [&str; 3] = ["helicone_template", "promptBody", "prompt_body"];

/// Parses messages that an export holds as a text of JSON.
pub(super) fn parse_messages(map: &mut Map<String, Value>, diagnostics: &mut Diagnostics) {
    for key in KEYS {
        if let Some(Value::String(text)) = map.get(key)
            && text.trim_start().starts_with(['{', '['])
            && let Ok(value) = json::read(text, diagnostics)
            && let Some(Value::String(text)) = map.insert(key.to_owned(), value)
        {
            diagnostics.taken(text);
        }
    }
}

/// Puts the messages of the newest version in the place of the name, if a prompt comes with its versions. The other
/// versions stay beside it.
pub(super) fn take_newest(map: &mut Map<String, Value>) {
    let key_of = |version: &Value| KEYS.into_iter().find(|key| version.get(*key).is_some());
    let number = |version: &Value, key: &str| version.get(key).and_then(Value::as_u64);
    let Some(Value::Array(versions)) = map.get_mut("versions") else {
        return;
    };
    let newest = (0..versions.len())
        .filter(|at| key_of(&versions[*at]).is_some())
        .max_by_key(|at| {
            let version = &versions[*at];
            let numbers = ["major_version", "minor_version"].map(|key| number(version, key));
            (numbers, versions.len() - at)
        });
    let Some(at) = newest else { return };
    let Some(key) = key_of(&versions[at]) else {
        return;
    };
    let messages = versions[at]
        .as_object_mut()
        .and_then(|version| version.shift_remove(key));
    let name = match map.shift_remove("prompt") {
        Some(Value::String(name)) => Some(Value::from(name)),
        _ => map.shift_remove("user_defined_id"),
    };
    if let Some(name) = name {
        map.entry("name").or_insert(name);
    }
    map.insert(key.to_owned(), messages.unwrap_or_default());
}

/// Converts the variables to ours, and declares them with their types.
pub(super) fn with_our_variables(draft: &mut Draft) {
    let mut properties = Map::new();
    for segment in &mut draft.prompt.content.segments {
        let converted = converted(&segment.content, &mut properties);
        if converted != segment.content {
            let written = std::mem::replace(&mut segment.content, converted);
            draft.diagnostics.taken(written);
        }
    }
    if !properties.is_empty() {
        let schema = value!({ "type": "object", "properties": properties });
        draft.prompt.content.set_variables(schema);
    }
}

/// Writes a text with the types of its variables again.
pub(super) fn with_types(text: &str, types: &Map<String, Value>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let most = rest.floor_char_boundary(LONGEST);
        let name = rest[2..most].split_once("}}").map(|(name, _)| name);
        let Some((name, kind)) = name.and_then(|name| Some((name, types.get(name)?))) else {
            out.push('{');
            rest = &rest[1..];
            continue;
        };
        // The types come from a stored prompt, so that they may be anything.
        let is_type = |kind: &&str| kind.len() <= TYPE_BYTES && !kind.contains(['{', '}']);
        let kind = kind.as_str().filter(is_type).unwrap_or("string");
        out.extend([OPEN, name, ":", kind, "}}"]);
        rest = &rest[name.len() + 4..];
    }
    out.push_str(rest);
    out
}

/// The types of the variables in a text, by name, as they are written.
pub(super) fn types(text: &str) -> Map<String, Value> {
    let found = text.split(OPEN).skip(1).filter_map(|rest| {
        let (name, kind) = rest.split("}}").next()?.split_once(':')?;
        Some((name.to_owned(), Value::from(kind)))
    });
    found.take(TYPES).collect()
}

/// What a variable with a type begins with.
const OPEN: &str = "{{hc:";
/// The longest type that is written.
const TYPE_BYTES: usize = 40;
/// The most variables of a text whose types are kept.
const TYPES: usize = 100;
/// The longest variable in bytes.
const LONGEST: usize = 300;

/// Converts the variables of a text to ours, and collects their types.
pub(super) fn converted(text: &str, properties: &mut Map<String, Value>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(OPEN) {
        out.push_str(&rest[..at]);
        let inner = &rest[at + OPEN.len()..];
        let most = inner.floor_char_boundary(LONGEST);
        let found = inner[..most]
            .find("}}")
            .and_then(|end| Some((inner[..end].split_once(':')?, end)));
        let Some(((name, kind), end)) = found.filter(|((name, _), _)| !name.is_empty()) else {
            out.push_str(OPEN);
            rest = inner;
            continue;
        };
        out.push_str("{{");
        out.push_str(name);
        out.push_str("}}");
        let kind = match kind {
            "number" | "boolean" => kind,
            _ => "string",
        };
        properties.insert(name.to_owned(), value!({ "type": kind }));
        rest = &inner[end + 2..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_hold_names_are_not_filled_in_again() {
        let types =
            value!({ "a": "{{b}}{{b}}", "b": "{{a}}{{a}}", "n": "number", "c": "x".repeat(41) });
        let types = types.as_object().unwrap();
        assert_eq!(
            with_types("{{a}} {{b}} {{n}} {{{n}}} {{c}} {{d}} {{", types),
            "{{hc:a:string}} {{hc:b:string}} {{hc:n:number}} {{{hc:n:number}}} {{hc:c:string}} {{d}} {{"
        );
    }
}
