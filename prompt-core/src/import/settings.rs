//! Sets the model of a prompt and how it answers, as its file says. What the file says stays beside it as well.

use serde_json::{Map, Value};

use crate::Prompt;
use crate::content::settings::Settings;
use crate::content::template::TemplateLanguage;

/// Our settings, each with its names in other programs.
const NAMES: &[(&str, &[&str])] = &[
    (
        "model",
        &["model", "id", "name", "azure_deployment", "deployment"],
    ),
    ("temperature", &["temperature"]),
    (
        "max_tokens",
        &[
            "max_tokens",
            "max_completion_tokens",
            "max_output_tokens",
            "maxTokens",
            "maxOutputTokens",
            "maxCompletionTokens",
        ],
    ),
    (
        "response_schema",
        &["response_format", "responseFormat", "schema"],
    ),
    ("tools", &["tools"]),
];

/// Reads a request to a model, or a prompt file of GitHub Models.
pub(super) fn of_request(prompt: &mut Prompt, fields: &Map<String, Value>) {
    let mut written = Map::new();
    for key in ["model", "tools"] {
        take(&mut written, key, fields.get(key));
    }
    for map in [
        Some(fields),
        nested(fields, "modelParameters"),
        nested(fields, "text"),
    ] {
        parameters(&mut written, map);
    }
    // The Responses API nests the schema of the answer in the settings of its text.
    let format = nested(fields, "text").and_then(|text| text.get("format"));
    if let Some(schema) = format.and_then(|format| format.get("schema")) {
        take(&mut written, "response_schema", Some(schema));
    }
    set(prompt, written);
}

/// Reads the model of a Prompty file: a name, version 1 with `configuration` and `parameters`, or version 2 with
/// `id` and `options`.
pub(super) fn of_prompty(prompt: &mut Prompt, fields: &Map<String, Value>) {
    let mut written = Map::new();
    take(&mut written, "tools", fields.get("tools"));
    match fields.get("model") {
        Some(Value::Object(model)) => {
            let configuration = nested(model, "configuration");
            for map in [Some(model), configuration].into_iter().flatten() {
                name(&mut written, map);
            }
            for map in [
                nested(model, "parameters"),
                nested(model, "options"),
                configuration,
            ] {
                parameters(&mut written, map);
            }
        }
        model => take(&mut written, "model", model),
    }
    set(prompt, written);
}

/// Reads the model of a dotprompt file.
pub(super) fn of_dotprompt(prompt: &mut Prompt, fields: &Map<String, Value>) {
    let mut written = Map::new();
    take(&mut written, "model", fields.get("model"));
    parameters(&mut written, nested(fields, "config"));
    parameters(&mut written, Some(fields));
    set(prompt, written);
}

/// Reads the settings beside the text of one prompt of a library.
pub(super) fn of_entry(prompt: &mut Prompt, fields: &Map<String, Value>) {
    let mut written = Map::new();
    let inner = ["model_config", "modelConfig", "config", "params"];
    let inner = inner.iter().filter_map(|key| nested(fields, key));
    for map in [fields].into_iter().chain(inner) {
        for key in ["model", "model_name"] {
            take(&mut written, "model", map.get(key));
        }
        take(&mut written, "tools", map.get("tools"));
        parameters(&mut written, Some(map));
    }
    set(prompt, written);
}

/// The template language that a file names, as Humanloop and Langfuse do.
pub(super) fn template_language(fields: &Map<String, Value>) -> Option<TemplateLanguage> {
    let named = ["template_language", "template_format"]
        .iter()
        .find_map(|key| fields.get(*key)?.as_str())?;
    match named {
        "jinja" => Some(TemplateLanguage::Jinja2),
        named => named.parse().ok(),
    }
}

fn nested<'a>(map: &'a Map<String, Value>, key: &str) -> Option<&'a Map<String, Value>> {
    map.get(key)?.as_object()
}

fn name(written: &mut Map<String, Value>, map: &Map<String, Value>) {
    let names = NAMES.iter().find(|(own, _)| *own == "model");
    for name in names.into_iter().flat_map(|(_, names)| *names) {
        take(written, "model", map.get(*name));
    }
}

fn parameters(written: &mut Map<String, Value>, map: Option<&Map<String, Value>>) {
    let Some(map) = map else { return };
    for (own, names) in NAMES.iter().filter(|(own, _)| *own != "model") {
        for name in *names {
            let value = map.get(*name);
            // `{"type": "json_object"}` is no schema.
            let is_schema = value.is_some_and(|value| {
                value.get("json_schema").is_some() || value.get("type") == Some(&"object".into())
            });
            if *own != "response_schema" || is_schema {
                take(written, own, value);
            }
        }
    }
}

/// Takes a value that is valid, unless there is one already.
fn take(written: &mut Map<String, Value>, key: &str, value: Option<&Value>) {
    let Some(value) = value else { return };
    let read = Settings::read(&Value::Object(Map::from_iter([(
        key.to_owned(),
        value.clone(),
    )])));
    if let Ok(Value::Object(read)) = serde_json::to_value(&read) {
        for (key, value) in read {
            written.entry(key).or_insert(value);
        }
    }
}

fn set(prompt: &mut Prompt, written: Map<String, Value>) {
    if !written.is_empty() {
        prompt.content.set_settings(Value::Object(written));
    }
}
