//! Google dotprompt: front matter with the short form of a schema, and a Handlebars template.

use serde_json::{Map, Value};

use super::super::data::DataWriter;
use super::template::{Message, Template, Variable};
use super::{settings, trimmed};
use crate::render::{Role, VariableKind};
use crate::{Diagnostic, Prompt};

pub(super) fn write(
    prompt: &Prompt,
    template: &Template,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let mut out = format!("---\n{}---\n", header(prompt, template));
    let is_plain = template.only_text().is_some();
    for (at, message) in template.messages.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        if let Some(name) = &message.placeholder
            && name == "history"
        {
            out.push_str("{{history}}\n");
            continue;
        }
        if !is_plain {
            let role = match message.role {
                Role::System => "system",
                Role::User => "user",
                Role::Assistant => "model",
            };
            out.push_str("{{role \"");
            out.push_str(role);
            out.push_str("\"}}\n");
        }
        let text = with_media(message);
        out.push_str(trimmed(&text, &format!("messages[{at}]"), warnings));
        out.push('\n');
    }
    out
}

/// The text with its images as `{{media url=…}}`.
fn with_media(message: &Message) -> String {
    let mut out = String::new();
    let mut end = 0;
    for (range, image) in &message.images {
        out.push_str(&message.text[end..range.start]);
        let url = match &image.variable {
            Some(name) => name.clone(),
            None => format!("\"{}\"", image.url),
        };
        out.push_str("{{media url=");
        out.push_str(&url);
        out.push_str("}}");
        end = range.end;
    }
    out.push_str(&message.text[end..]);
    out
}

fn header(prompt: &Prompt, template: &Template) -> String {
    let mut yaml = super::front_matter();
    yaml.begin_map();
    yaml.pair("name", &prompt.title);
    if !prompt.description.is_empty() {
        yaml.pair("description", &prompt.description);
    }
    for (key, value) in settings::dotprompt(&prompt.content) {
        yaml.key(&key);
        yaml.value(&value);
    }
    let mut schema = Map::new();
    let mut defaults = Map::new();
    for variable in &template.variables {
        let root = variable.name.split('.').next().unwrap_or_default();
        let is_path = root.len() < variable.name.len();
        if is_path && template.variables.iter().any(|one| one.name == root) {
            continue;
        }
        if is_path {
            schema.insert(root.to_owned(), Value::from("any"));
            continue;
        }
        let (key, value) = entry(variable);
        schema.insert(key, value);
        if let Some(default) = variable.default() {
            defaults.insert(variable.name.clone(), default.clone());
        }
    }
    if !schema.is_empty() {
        yaml.key("input");
        yaml.begin_map();
        yaml.key("schema");
        yaml.value(&Value::Object(schema));
        if !defaults.is_empty() {
            yaml.key("default");
            yaml.value(&Value::Object(defaults));
        }
        yaml.end_map();
    }
    yaml.end_map();
    yaml.finish()
}

/// A variable in the short form: `name?: string, what it is`.
fn entry(variable: &Variable) -> (String, Value) {
    let optional = if variable.is_required { "" } else { "?" };
    let name = &variable.name;
    let description = super::one_line(variable.description());
    if let Some(choices @ Value::Array(_)) = variable.schema.get("enum") {
        // A parenthesis would end the note.
        let description = description.replace(['(', ')'], "");
        let note = if description.is_empty() {
            "enum".to_owned()
        } else {
            format!("enum, {description}")
        };
        return (format!("{name}{optional}({note})"), choices.clone());
    }
    let kind = match variable.kind {
        VariableKind::Number => match variable.schema.get("type") {
            Some(Value::String(kind)) if kind == "integer" => "integer",
            _ => "number",
        },
        VariableKind::YesNo => "boolean",
        VariableKind::Json | VariableKind::Messages => "any",
        _ => "string",
    };
    let value = if description.is_empty() {
        kind.to_owned()
    } else {
        format!("{kind}, {description}")
    };
    (format!("{name}{optional}"), Value::from(value))
}
