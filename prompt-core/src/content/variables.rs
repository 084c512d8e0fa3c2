//! The declared variables of a prompt: a JSON Schema of an object under one key of the content.

use serde_json::{Map, Value};

use super::Content;

/// The content key that stores the schema of the variables.
const KEY: &str = "variables";

impl Content {
    /// The JSON Schema of the declared variables; null without one.
    pub fn variables(&self) -> &Value {
        self.extra.get(KEY).unwrap_or(&Value::Null)
    }

    /// Replaces the JSON Schema of the declared variables, and returns the former one if it is another.
    pub(crate) fn set_variables(&mut self, schema: Value) -> Option<Value> {
        let former = if schema.is_null() {
            self.extra.shift_remove(KEY)
        } else {
            self.extra.insert(KEY.to_owned(), schema)
        };
        let former = former.unwrap_or_default();
        (former != *self.variables()).then_some(former)
    }

    /// The schemas of the declared variables by name, in the order of the author.
    pub fn variable_schemas(&self) -> Option<&Map<String, Value>> {
        self.extra.get(KEY)?.get("properties")?.as_object()
    }

    /// Whether a variable must have a value.
    pub fn is_required_variable(&self, name: &str) -> bool {
        self.required_variables().any(|one| one == name)
    }

    /// The names of the variables that are declared as required.
    pub fn required_variables(&self) -> impl Iterator<Item = &str> {
        let schema = self.extra.get(KEY);
        let required = schema.and_then(|schema| schema.get("required"));
        let names = required.and_then(Value::as_array);
        names.into_iter().flatten().filter_map(Value::as_str)
    }
}
