//! Prompty in the dialect of version 1, which the loaders before 2.0 read.

use serde_json::{Map, Value, json};

use super::super::data::DataWriter;
use super::super::{prompty, warning};
use super::template::Template;
use crate::render::VariableKind;
use crate::{Diagnostic, Prompt};

pub(super) fn write(
    prompt: &Prompt,
    template: &Template,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let mut out = format!("---\n{}---\n", header(prompt, template));
    for (at, message) in template.messages.iter().enumerate() {
        let plain = prompty::plain(message.text.trim());
        if *plain != *message.text {
            warnings.push(warning(
                "text_changed",
                format!("messages[{at}]"),
                "Prompty cannot hold this text exactly: line breaks and blanks around it are left out, other line breaks become line feeds, and lines like 'user:' get an invisible character in front".to_owned(),
                "Export as JSON or YAML to keep the exact text",
            ));
        }
        if at > 0 {
            out.push('\n');
        }
        out.push_str(message.role.as_str());
        out.push_str(":\n");
        out.push_str(&plain);
        out.push('\n');
    }
    out
}

fn header(prompt: &Prompt, template: &Template) -> String {
    let mut yaml = super::front_matter();
    yaml.begin_map();
    yaml.pair("name", &prompt.title);
    if !prompt.description.is_empty() {
        yaml.pair("description", &prompt.description);
    }
    if !prompt.tags.is_empty() {
        yaml.key("tags");
        yaml.value(&json!(prompt.tags));
    }
    // Without it the loader finds no parser for the messages.
    yaml.key("model");
    yaml.value(&json!({ "api": "chat" }));
    let mut inputs = Map::new();
    for variable in &template.variables {
        let root = variable.name.split('.').next().unwrap_or_default();
        let kind = match variable.kind {
            _ if root.len() < variable.name.len() => "object",
            VariableKind::Number => "number",
            VariableKind::YesNo => "boolean",
            VariableKind::Messages => "array",
            VariableKind::Json => "object",
            _ => "string",
        };
        let mut input = json!({ "type": kind });
        if !variable.description().is_empty() {
            input["description"] = Value::from(variable.description());
        }
        if let Some(default) = variable.default() {
            input["default"] = default.clone();
        }
        if !inputs.contains_key(root) || root.len() == variable.name.len() {
            inputs.insert(root.to_owned(), input);
        }
    }
    if !inputs.is_empty() {
        yaml.key("inputs");
        yaml.value(&Value::Object(inputs));
    }
    yaml.end_map();
    yaml.finish()
}
