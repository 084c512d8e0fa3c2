//! The form of a prompt's variables: its controls, and the values that it sends.

use maud::{Markup, html};
use prompt_core::render::{Values, VariableKind, VariableUse};
use serde_json::Value;

/// The control of a variable with its value, if it has one.
pub fn control(variable: &VariableUse, value: Option<&Value>) -> Markup {
    let text = |key: &str| variable.schema.get(key).map(shown).unwrap_or_default();
    let (id, value) = (format!("v-{}", variable.name), value.map(shown));
    let name = &variable.name;
    let (description, default) = (text("description"), text("default"));
    let example = variable
        .schema
        .get("examples")
        .and_then(|examples| examples.get(0));
    let placeholder = if default.is_empty() {
        example.map(shown).unwrap_or_default()
    } else {
        default
    };
    let hint = (!description.is_empty()).then(|| format!("{id}-hint"));
    let value = value.unwrap_or_default();
    html! {
        div class="field" {
            label for=(id) { (name) @if variable.is_required { " (required)" } }
            @if let Some(hint) = &hint { p id=(hint) { (description) } }
            @match variable.kind {
                VariableKind::Number => {
                    input id=(id) name=(name) data-kind=(variable.kind.as_str()) type="number" step="any" placeholder=(placeholder) value=(value)
                        aria-describedby=[hint];
                }
                VariableKind::Date => {
                    input id=(id) name=(name) type="date" value=(value) aria-describedby=[hint];
                }
                VariableKind::YesNo => (select(variable, (&id, hint.as_deref()), &placeholder, &value, &[
                    ("true".to_owned(), "Yes".to_owned()),
                    ("false".to_owned(), "No".to_owned()),
                ])),
                VariableKind::Choice => (select(variable, (&id, hint.as_deref()), &placeholder, &value, &choices(variable))),
                kind => {
                    textarea id=(id) name=(name) data-kind=(kind.as_str()) placeholder=(placeholder) aria-describedby=[hint]
                        rows=(if kind == VariableKind::Text { 1 } else { 4 }) { "\n" (value) }
                }
            }
        }
    }
}

fn select(
    variable: &VariableUse,
    (id, hint): (&str, Option<&str>),
    default: &str,
    value: &str,
    options: &[(String, String)],
) -> Markup {
    let (name, kind) = (&variable.name, variable.kind.as_str());
    let standard = options.iter().find(|(value, _)| value == default);
    html! {
        select id=(id) name=(name) data-kind=(kind) aria-describedby=[hint] {
            option value="" {
                @if let Some((_, label)) = standard { "Default: " (label) } @else { "Not set" }
            }
            @for (one, label) in options {
                option value=(one) selected[one == value] { (label) }
            }
        }
    }
}

fn choices(variable: &VariableUse) -> Vec<(String, String)> {
    let choices = variable.schema.get("enum").and_then(Value::as_array);
    let choices = choices.into_iter().flatten().map(shown);
    choices.map(|choice| (choice.clone(), choice)).collect()
}

/// A value as a form shows it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

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
