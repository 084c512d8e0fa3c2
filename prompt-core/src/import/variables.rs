//! Declares the variables of a prompt as its file declares inputs.

use serde_json::{Map, Value, json};

use crate::Prompt;

/// Declares the inputs of a Prompty file: a map by name, or a list of objects with names. The samples become
/// examples.
pub(super) fn declare_inputs(prompt: &mut Prompt, inputs: Option<&Value>, samples: Option<&Value>) {
    let named: Vec<(&str, &Value)> = match inputs {
        Some(Value::Object(inputs)) => inputs
            .iter()
            .map(|(name, input)| (&**name, input))
            .collect(),
        Some(Value::Array(inputs)) => inputs
            .iter()
            .filter_map(|input| Some((input.get("name")?.as_str()?, input)))
            .collect(),
        _ => return,
    };
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, input) in named {
        let kind = ["kind", "type"]
            .iter()
            .find_map(|key| input.get(key)?.as_str());
        let mut schema = schema_of(kind.or(input.as_str()).unwrap_or("string"));
        copy(
            input,
            &mut schema,
            &[
                ("description", "description"),
                ("default", "default"),
                ("enumValues", "enum"),
                ("enum", "enum"),
            ],
        );
        let sample = samples
            .and_then(|samples| samples.get(name))
            .or_else(|| ["sample", "example"].iter().find_map(|key| input.get(key)));
        if let Some(sample) = sample.filter(|sample| !sample.is_null()) {
            schema.insert("examples".to_owned(), json!([sample]));
        }
        if input.get("required") == Some(&Value::Bool(true)) {
            required.push(Value::from(name));
        }
        properties.insert(name.to_owned(), Value::Object(schema));
    }
    declare(prompt, properties, required);
}

/// Declares the input of a dotprompt file: a JSON Schema, or the short form `name?: string, what it is`.
pub(super) fn declare_picoschema(prompt: &mut Prompt, input: Option<&Value>) {
    let Some(input) = input else { return };
    let schema = input.get("schema").and_then(Value::as_object);
    let defaults = input.get("default").and_then(Value::as_object);
    let (mut properties, mut required) = match schema {
        Some(schema) if schema.get("properties").is_some_and(Value::is_object) => (
            schema["properties"]
                .as_object()
                .cloned()
                .unwrap_or_default(),
            schema
                .get("required")
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default(),
        ),
        Some(schema) => short_form(schema),
        None => (Map::new(), Vec::new()),
    };
    for (name, default) in defaults.into_iter().flatten() {
        let schema = properties
            .entry(name)
            .or_insert_with(|| json!({ "type": "string" }));
        if let Value::Object(schema) = schema {
            schema.insert("default".to_owned(), default.clone());
        }
    }
    // A variable with a default needs no value.
    required.retain(|name| {
        name.as_str()
            .is_none_or(|name| defaults.is_none_or(|all| !all.contains_key(name)))
    });
    declare(prompt, properties, required);
}

/// Reads dotprompt's short form of a schema.
fn short_form(schema: &Map<String, Value>) -> (Map<String, Value>, Vec<Value>) {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (key, value) in schema {
        let (key, note) = match key.split_once('(') {
            Some((key, note)) => (key, note.trim_end_matches(')')),
            None => (key.as_str(), ""),
        };
        let name = key.trim_end_matches('?').trim();
        if name.is_empty() || name.starts_with('(') {
            continue;
        }
        let written = value.as_str().unwrap_or_default();
        let (kind, description) = match note.split_once(',') {
            _ if note.is_empty() => written.split_once(',').unwrap_or((written, "")),
            Some((kind, description)) => (kind, description),
            None => (note, ""),
        };
        let mut schema = match (kind.trim(), value) {
            ("enum", choices @ Value::Array(_)) => {
                Map::from_iter([("enum".to_owned(), choices.clone())])
            }
            ("", Value::Object(_)) => schema_of("object"),
            (kind, _) => schema_of(kind),
        };
        if !description.trim().is_empty() {
            schema.insert("description".to_owned(), Value::from(description.trim()));
        }
        if !key.ends_with('?') {
            required.push(Value::from(name));
        }
        properties.insert(name.to_owned(), Value::Object(schema));
    }
    (properties, required)
}

/// The JSON Schema of a type as other programs call it.
fn schema_of(kind: &str) -> Map<String, Value> {
    let kind = match kind {
        "number" | "float" | "double" => "number",
        "integer" | "int" => "integer",
        "boolean" | "bool" => "boolean",
        "object" | "dict" => "object",
        "array" | "list" => "array",
        _ => "string",
    };
    Map::from_iter([("type".to_owned(), Value::from(kind))])
}

fn copy(from: &Value, to: &mut Map<String, Value>, keys: &[(&str, &str)]) {
    for (key, name) in keys {
        if let Some(value) = from.get(key).filter(|value| !value.is_null()) {
            to.insert((*name).to_owned(), value.clone());
        }
    }
}

fn declare(prompt: &mut Prompt, properties: Map<String, Value>, required: Vec<Value>) {
    if properties.is_empty() {
        return;
    }
    let mut schema = Map::from_iter([
        ("type".to_owned(), Value::from("object")),
        ("properties".to_owned(), Value::Object(properties)),
    ]);
    if !required.is_empty() {
        schema.insert("required".to_owned(), Value::Array(required));
    }
    prompt.content.set_variables(Value::Object(schema));
}
