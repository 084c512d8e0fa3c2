//! The model of a prompt and how it answers, in the words of other tools.

use serde_json::{Map, Value, json};

use super::ForeignFormat;
use crate::Content;
use crate::content::settings::{Settings, Tool};

impl ForeignFormat {
    /// Whether its files name a model and how it answers.
    pub(super) const fn has_settings(self) -> bool {
        matches!(
            self,
            Self::Openai | Self::Anthropic | Self::GithubModels | Self::Dotprompt
        )
    }

    /// Whether they hold a response schema and tools as well.
    pub(super) const fn has_tools(self) -> bool {
        matches!(self, Self::Openai)
    }
}

/// The keys of a request to `OpenAI`.
pub(super) fn openai(content: &Content) -> Map<String, Value> {
    let settings = Settings::read(content.settings());
    let mut keys = parameters(&settings, "max_tokens");
    if let Some(schema) = &settings.response_schema {
        let schema = json!({ "name": "answer", "schema": schema });
        let format = json!({ "type": "json_schema", "json_schema": schema });
        keys.insert("response_format".to_owned(), format);
    }
    if !settings.tools.is_empty() {
        let function = |tool: &Tool| json!({ "type": "function", "function": tool });
        let tools = settings.tools.iter().map(function).collect();
        keys.insert("tools".to_owned(), tools);
    }
    with_model(&settings, keys)
}

/// The keys of a request to Anthropic, which needs a limit of tokens.
pub(super) fn anthropic(content: &Content) -> Map<String, Value> {
    let settings = Settings::read(content.settings());
    with_model(&settings, parameters(&settings, "max_tokens"))
}

/// The keys of a prompt file of GitHub Models.
pub(super) fn github_models(content: &Content) -> Map<String, Value> {
    let settings = Settings::read(content.settings());
    let parameters = parameters(&settings, "max_tokens");
    with_model(&settings, nested("modelParameters", parameters))
}

/// The keys of the front matter of dotprompt.
pub(super) fn dotprompt(content: &Content) -> Map<String, Value> {
    let settings = Settings::read(content.settings());
    let parameters = parameters(&settings, "maxOutputTokens");
    with_model(&settings, nested("config", parameters))
}

fn parameters(settings: &Settings, limit: &str) -> Map<String, Value> {
    let temperature = settings.temperature.clone().map(Value::Number);
    let max_tokens = settings.max_tokens.map(Value::from);
    [("temperature", temperature), (limit, max_tokens)]
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)))
        .collect()
}

fn nested(key: &str, parameters: Map<String, Value>) -> Map<String, Value> {
    if parameters.is_empty() {
        return parameters;
    }
    Map::from_iter([(key.to_owned(), Value::Object(parameters))])
}

fn with_model(settings: &Settings, keys: Map<String, Value>) -> Map<String, Value> {
    let model = settings.model.as_deref().map(Value::from);
    let model = model.map(|model| ("model".to_owned(), model));
    model.into_iter().chain(keys).collect()
}
