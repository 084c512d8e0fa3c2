//! The values that a form of a prompt's variables sends.

use prompt_core::render::{Values, VariableKind, VariableUse};
use serde_json::Value;

/// The values of a sent form. A field that is empty, or whose text is no value of its kind, has none.
pub fn values(variables: &[VariableUse], fields: &[(String, String)]) -> Values {
    let mut values = Values::new();
    for VariableUse { name, kind, .. } in variables {
        let Some((_, text)) = fields.iter().find(|(field, _)| field == name) else {
            continue;
        };
        // A form sends the lines of a text with two characters at their ends.
        let text = text.replace("\r\n", "\n");
        let value = match kind {
            _ if text.is_empty() => None,
            VariableKind::Number
            | VariableKind::YesNo
            | VariableKind::Json
            | VariableKind::Messages => serde_json::from_str(&text).ok(),
            VariableKind::Text
            | VariableKind::LongText
            | VariableKind::Choice
            | VariableKind::Date => Some(Value::String(text)),
        };
        if let Some(value) = value {
            values.insert(name.clone(), value);
        }
    }
    values
}
