//! The declared variables of a prompt: a JSON Schema of an object under one key of the content.

use serde_json::{Map, Value};

use super::Content;

/// The content key that stores the schema of the variables.
const KEY: &str = "variables";

impl Content {
    /// The schemas of the declared variables by name, in the order of the author.
    pub fn variable_schemas(&self) -> Option<&Map<String, Value>> {
        self.extra.get(KEY)?.get("properties")?.as_object()
    }

    /// Whether a variable must have a value.
    pub fn is_required_variable(&self, name: &str) -> bool {
        let required = self
            .extra
            .get(KEY)
            .and_then(|schema| schema.get("required"));
        required
            .and_then(Value::as_array)
            .is_some_and(|names| names.iter().any(|one| one == name))
    }
}
