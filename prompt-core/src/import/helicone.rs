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

fn converted(text: &str, properties: &mut Map<String, Value>) -> String {
    const OPEN: &str = "{{hc:";
    /// The longest variable in bytes.
    const LONGEST: usize = 300;
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
