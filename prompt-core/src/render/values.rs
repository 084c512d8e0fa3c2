//! The values of variables: given ones and defaults.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Values;
use crate::Prompt;
use crate::content::template::TemplateLanguage;

/// The prompt being rendered, whose language and defaults count for its texts.
pub(super) struct Scope<'a> {
    pub(super) prompt: &'a Prompt,
    pub(super) language: TemplateLanguage,
    variables: Option<&'a Map<String, Value>>,
}

impl<'a> Scope<'a> {
    pub(super) fn of(prompt: &'a Prompt) -> Self {
        Self {
            prompt,
            language: prompt.content.template_language(),
            variables: prompt.content.variable_schemas(),
        }
    }

    fn default(&self, name: &str) -> Option<&'a Value> {
        let schema = self.variables?.get(name)?;
        schema.get("default").filter(|value| !value.is_null())
    }
}

/// The value of a variable, or its default.
pub(super) fn value<'v>(values: &'v Values, scope: &Scope<'v>, name: &str) -> Option<&'v Value> {
    given(values, name).or_else(|| scope.default(name))
}

/// The value given for a name: of the name as a whole, else of the path that its dots make.
pub(super) fn given<'v>(values: &'v Values, name: &str) -> Option<&'v Value> {
    let value = values.get(name).or_else(|| {
        let (first, path) = name.split_once('.')?;
        at_path(values.get(first)?, path)
    });
    value.filter(|value| !value.is_null())
}

/// The value at a path of keys and indexes, separated by dots.
pub(super) fn at_path<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(value, |value, key| match value {
        Value::Object(fields) => fields.get(key),
        Value::Array(list) => list.get(key.parse::<usize>().ok()?),
        _ => None,
    })
}

/// A value as text: a text as it is, all else as JSON.
pub(super) fn text_of(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        Value::Null => Cow::Borrowed(""),
        other => Cow::Owned(other.to_string()),
    }
}
