//! The settings of a prompt: the model it is written for and how the model answers, under one key of the
//! content.

use serde::Serialize;
use serde_json::{Map, Number, Value};

use super::Content;
use super::test_case::{REFERENCES, map_refers_elsewhere};
use crate::{Error, ErrorKind};

/// The content key that stores the settings.
const KEY: &str = "settings";
/// The highest temperature.
const MAX_TEMPERATURE: f64 = 2.0;
/// The highest limit of tokens.
const MAX_TOKENS: u64 = 1_000_000;
/// The most characters of a model's name.
const MODEL_CHARS: usize = 200;
/// The most tools.
const TOOLS: usize = 128;
/// The most characters of a tool's name.
const TOOL_NAME_CHARS: usize = 64;

/// Which model answers, and how. What is not set is left to the model, or chosen when the prompt is run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Settings {
    /// The name of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub model: Option<String>,
    /// The sampling temperature, from 0 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub temperature: Option<Number>,
    /// The most tokens of an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub max_tokens: Option<u32>,
    /// The most tokens that the rendered prompt should have. A longer one is warned of, and runs all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub token_budget: Option<u32>,
    /// The JSON Schema of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "ts",
        ts(optional, as = "Option<std::collections::HashMap<String, Value>>")
    )]
    pub response_schema: Option<Map<String, Value>>,
    /// The tools that the model may call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Tool>>"))]
    pub tools: Vec<Tool>,
}

/// A function that a model may call. Calls are shown and never made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tool {
    /// Its name: letters of ASCII, digits, `_` and `-`.
    pub name: String,
    /// Its purpose.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub description: String,
    /// The JSON Schema of its arguments.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(
        feature = "ts",
        ts(optional, as = "Option<std::collections::HashMap<String, Value>>")
    )]
    pub parameters: Map<String, Value>,
}

impl Content {
    /// The settings as they are stored; null without any.
    pub fn settings(&self) -> &Value {
        self.extra.get(KEY).unwrap_or(&Value::Null)
    }

    /// Replaces the settings, and returns the former ones if they are others.
    pub(crate) fn set_settings(&mut self, settings: Value) -> Option<Value> {
        let former = if settings.is_null() {
            self.extra.shift_remove(KEY)
        } else {
            self.extra.insert(KEY.to_owned(), settings)
        };
        let former = former.unwrap_or_default();
        (former != *self.settings()).then_some(former)
    }
}

impl Settings {
    /// Reads stored settings. What is not valid, and every unknown key, is passed over.
    pub fn read(stored: &Value) -> Self {
        let get = |key| stored.get(key).unwrap_or(&Value::Null);
        Self {
            model: model(get("model")),
            temperature: temperature(get("temperature")),
            max_tokens: token_limit(get("max_tokens")),
            token_budget: token_limit(get("token_budget")),
            response_schema: schema(get("response_schema")),
            tools: tools(get("tools")).unwrap_or_default(),
        }
    }

    /// Reads settings that a person or a program writes now. Null stands for none. What no run could use is refused, unless
    /// it `stood` there before.
    ///
    /// # Errors
    ///
    /// Returns an error with the field that is not valid.
    pub fn parse(written: &Value, stood: &Value) -> Result<Self, Error> {
        let settings = Self::check(written)?;
        let is_new = |error: &Error| {
            let key = error
                .field()
                .unwrap_or_default()
                .trim_start_matches("settings.");
            written.get(key) != stood.get(key)
        };
        settings
            .unusable()
            .into_iter()
            .find(is_new)
            .map_or(Ok(settings), Err)
    }

    /// Reads settings that are to be stored: those of a file or a merge may have what no run can use, which
    /// [`Settings::unusable`] names.
    ///
    /// # Errors
    ///
    /// Returns an error with the field that is not valid.
    pub fn check(written: &Value) -> Result<Self, Error> {
        let not_valid = |field: &str, what, hint| {
            let at = if field.is_empty() {
                "settings".to_owned()
            } else {
                format!("settings.{field}")
            };
            Err(ErrorKind::NotValid { what, hint }.at(at))
        };
        let is_set = |key| written.get(key).is_some_and(|value| !value.is_null());
        let settings = Self::read(written);
        if !written.is_null() && !written.is_object() {
            return not_valid("", "The object of settings", "write a JSON object");
        }
        if is_set("model") && settings.model.is_none() {
            let hint = "write a name of at most 200 characters";
            return not_valid("model", "The model", hint);
        }
        if is_set("temperature") && settings.temperature.is_none() {
            let hint = "write a number from 0 to 2, as 0.7";
            return not_valid("temperature", "The temperature", hint);
        }
        if is_set("max_tokens") && settings.max_tokens.is_none() {
            let hint = "write a whole number from 1 to 1000000";
            return not_valid("max_tokens", "The limit of tokens", hint);
        }
        if is_set("token_budget") && settings.token_budget.is_none() {
            let hint = "write a whole number from 1 to 1000000";
            return not_valid("token_budget", "The token budget", hint);
        }
        if is_set("response_schema") && settings.response_schema.is_none() {
            let hint = r#"write a JSON Schema, as {"type": "object"}"#;
            return not_valid("response_schema", "The response schema", hint);
        }
        if is_set("tools") && tools(&written["tools"]).is_none() {
            let hint = "write a list of objects with name, description and parameters; a name has letters, digits, _ and -";
            return not_valid("tools", "The list of tools", hint);
        }
        Ok(settings)
    }

    /// What prevents every run: providers refuse it, or would have to fetch it.
    pub fn unusable(&self) -> Vec<Error> {
        let not_valid = |field: &str, what, hint| {
            ErrorKind::NotValid { what, hint }.at(format!("settings.{field}"))
        };
        let mut errors = Vec::new();
        if self
            .response_schema
            .as_ref()
            .is_some_and(map_refers_elsewhere)
        {
            errors.push(not_valid(
                "response_schema",
                "The response schema",
                REFERENCES,
            ));
        }
        let mut tools = self.tools.iter();
        if tools.any(|tool| map_refers_elsewhere(&tool.parameters)) {
            errors.push(not_valid("tools", "The list of tools", REFERENCES));
        }
        let names = || self.tools.iter().map(|tool| &tool.name);
        let is_double = |(at, name)| names().take(at).any(|other| other == name);
        if names().enumerate().any(is_double) {
            let hint = "give each tool a name of its own; providers refuse two tools of one name";
            errors.push(not_valid("tools", "The list of tools", hint));
        }
        errors
    }

    /// These settings, with those of another in their place where it has any.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            model: self.model.or(other.model),
            temperature: self.temperature.or(other.temperature),
            max_tokens: self.max_tokens.or(other.max_tokens),
            token_budget: self.token_budget.or(other.token_budget),
            response_schema: self.response_schema.or(other.response_schema),
            tools: if self.tools.is_empty() {
                other.tools
            } else {
                self.tools
            },
        }
    }

    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn model(value: &Value) -> Option<String> {
    let name = value.as_str()?.trim();
    let is_name = !name.is_empty()
        && name.chars().count() <= MODEL_CHARS
        && !name.chars().any(char::is_control);
    is_name.then(|| name.to_owned())
}

/// A number from 0 to 2, also one that is written as text.
fn temperature(value: &Value) -> Option<Number> {
    let number = match value {
        Value::Number(number) => number.clone(),
        Value::String(text) => serde_json::from_str(text.trim()).ok()?,
        _ => return None,
    };
    let is_allowed = (0.0..=MAX_TEMPERATURE).contains(&number.as_f64()?);
    is_allowed.then_some(number)
}

fn token_limit(value: &Value) -> Option<u32> {
    let number = match value {
        Value::String(text) => serde_json::from_str(text.trim()).ok()?,
        value => value.as_u64()?,
    };
    let is_allowed = (1..=MAX_TOKENS).contains(&number);
    u32::try_from(number).ok().filter(|_| is_allowed)
}

/// A JSON Schema. OpenAI's form with a name around it is taken too.
fn schema(value: &Value) -> Option<Map<String, Value>> {
    let inner = value.get("json_schema").unwrap_or(value);
    match inner.get("schema") {
        Some(Value::Object(schema)) => Some(schema.clone()),
        _ => inner.as_object().cloned(),
    }
}

/// The tools of a list, each in our form, OpenAI's or Anthropic's.
fn tools(value: &Value) -> Option<Vec<Tool>> {
    let list = value.as_array().filter(|list| list.len() <= TOOLS)?;
    list.iter().map(tool).collect()
}

fn tool(value: &Value) -> Option<Tool> {
    let value = value.get("function").unwrap_or(value);
    let name = value.get("name")?.as_str()?;
    let is_name = (1..=TOOL_NAME_CHARS).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if !is_name {
        return None;
    }
    let schema = ["parameters", "input_schema"]
        .into_iter()
        .find_map(|key| value.get(key).filter(|schema| !schema.is_null()));
    Some(Tool {
        name: name.to_owned(),
        description: match value.get("description") {
            None | Some(Value::Null) => String::new(),
            Some(text) => text.as_str()?.to_owned(),
        },
        parameters: match schema {
            None => Map::new(),
            Some(schema) => schema.as_object()?.clone(),
        },
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_are_read_in_every_form_that_people_have() {
        let written = json!({
            "model": " gpt-4o ", "temperature": "0.7", "max_tokens": 500, "top_p": 1,
            "response_schema": { "type": "json_schema", "json_schema": { "name": "a", "schema": { "type": "object" } } },
            "tools": [
                { "name": "look_up", "input_schema": { "type": "object" } },
                { "type": "function", "function": { "name": "find", "description": "Finds.", "parameters": {} } },
            ],
        });
        let read = Settings::check(&written).unwrap();
        assert_eq!(
            serde_json::to_value(&read).unwrap(),
            json!({
                "model": "gpt-4o", "temperature": 0.7, "max_tokens": 500, "response_schema": { "type": "object" },
                "tools": [
                    { "name": "look_up", "parameters": { "type": "object" } },
                    { "name": "find", "description": "Finds." },
                ],
            })
        );
        assert_eq!(Settings::read(&serde_json::to_value(&read).unwrap()), read);
        assert!(Settings::check(&Value::Null).unwrap().is_empty());
        assert!(
            Settings::check(&json!({ "model": null }))
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn what_is_not_valid_is_named_and_passed_over_in_stored_settings() {
        for (field, value) in [
            ("model", json!(" ")),
            ("model", json!(3)),
            ("model", json!("x".repeat(201))),
            ("temperature", json!(2.1)),
            ("temperature", json!(-0.1)),
            ("temperature", json!("warm")),
            ("max_tokens", json!(0)),
            ("max_tokens", json!(1.5)),
            ("max_tokens", json!(1_000_001)),
            ("token_budget", json!(0)),
            ("token_budget", json!("many")),
            ("response_schema", json!([])),
            ("tools", json!({})),
            ("tools", json!([{ "name": "two words" }])),
            ("tools", json!([{ "name": "a", "parameters": "b" }])),
        ] {
            let settings = json!({ field: value });
            let error = Settings::check(&settings).expect_err(field);
            assert_eq!(error.field(), Some(&*format!("settings.{field}")));
            assert!(Settings::read(&settings).is_empty(), "{settings}");
        }
        let error = Settings::check(&json!([])).unwrap_err();
        assert_eq!(error.field(), Some("settings"));
    }

    #[test]
    fn what_no_run_can_use_is_stored_and_not_written_anew() {
        let twice = json!([{ "name": "a" }, { "name": "a" }]);
        let outside = json!({ "properties": { "a": { "$ref": "https://example.com/a.json" } } });
        for (key, value) in [
            ("tools", twice),
            ("tools", json!([{ "name": "a", "parameters": outside }])),
            ("response_schema", outside),
        ] {
            let stored = json!({ "model": "a", key: value });
            let read = Settings::check(&stored).unwrap();
            assert_eq!(read.unusable().len(), 1, "{stored}");
            let error = Settings::parse(&stored, &Value::Null).unwrap_err();
            assert_eq!(error.field(), Some(&*format!("settings.{key}")));
            let mut edited = stored.clone();
            edited["model"] = json!("b");
            Settings::parse(&edited, &stored).unwrap();
        }
        let fine = json!({ "response_schema": { "$ref": "#/$defs/a" }, "tools": [{ "name": "a" }, { "name": "b" }] });
        assert_eq!(Settings::parse(&fine, &Value::Null).unwrap().unusable(), []);
    }

    #[test]
    fn settings_of_a_run_go_before_those_of_the_prompt() {
        let of = |value| Settings::read(&value);
        let run = of(json!({ "model": "a" }));
        let both = run.or(of(json!({ "model": "b", "max_tokens": 5 })));
        assert_eq!(both, of(json!({ "model": "a", "max_tokens": 5 })));
    }
}
