//! Reads the keys of untyped data, tolerating unexpected values.

use std::str::FromStr;

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use crate::error::UNKNOWN_WORD;

/// A map whose keys are taken one by one.
pub(super) struct Fields<'a> {
    pub(super) map: Map<String, Value>,
    place: String,
    pub(super) diagnostics: &'a mut Diagnostics,
}

impl<'a> Fields<'a> {
    pub(super) fn new(
        map: Map<String, Value>,
        place: impl Into<String>,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            map,
            place: place.into(),
            diagnostics,
        }
    }

    pub(super) fn at(&self, key: &str) -> String {
        if self.place.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.place)
        }
    }

    /// Takes a key's value of any type. Returns `None` if it is absent or null.
    pub(super) fn take(&mut self, key: &str) -> Option<Value> {
        self.map.shift_remove(key).filter(|value| !value.is_null())
    }

    /// Takes a text. Numbers and booleans are converted to text; lists and maps become JSON, with a
    /// diagnostic.
    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        let value = self.take(key)?;
        let at = self.at(key);
        Some(text_of(value, &at, self.diagnostics))
    }

    /// Takes an enum value, by its name or label. An unknown name is set aside.
    pub(super) fn word<T: FromStr<Err = crate::Error>>(&mut self, key: &str) -> Option<T> {
        let given = self.take(key)?;
        match given.as_str().map(read_word) {
            Some(Ok(word)) => {
                self.diagnostics
                    .taken(given.as_str().unwrap_or_default().to_owned());
                Some(word)
            }
            Some(Err(error)) => {
                let at = self.at(key);
                self.diagnostics
                    .warn(UNKNOWN_WORD, at, error.unknown_word());
                self.set_aside(key, given);
                None
            }
            None => {
                self.set_aside(key, given);
                None
            }
        }
    }

    pub(super) fn number(&mut self, key: &str) -> Option<u32> {
        let given = self.take(key)?;
        let number = given.as_u64().and_then(|number| u32::try_from(number).ok());
        if number.is_none() {
            self.set_aside(key, given);
        }
        number
    }

    /// Stores a value that its field cannot hold under another key, so that it is not read as the
    /// field's value.
    pub(super) fn set_aside(&mut self, key: &str, value: Value) {
        self.map.insert(format!("unknown_{key}"), value);
    }

    pub(super) fn list(&mut self, key: &str) -> Vec<Value> {
        match self.take(key) {
            None => Vec::new(),
            Some(Value::Array(values)) => values,
            Some(other) => vec![other],
        }
    }

    pub(super) fn map(&mut self, key: &str) -> Option<Map<String, Value>> {
        match self.take(key)? {
            Value::Object(map) => Some(map),
            other => {
                self.set_aside(key, other);
                None
            }
        }
    }

    /// Takes tags: a list of texts, or one comma-separated text. Tags with values stay, as they are no texts.
    pub(super) fn tags(&mut self, key: &str) -> Option<Vec<String>> {
        if self.map.get(key).is_some_and(Value::is_object) {
            return None;
        }
        let at = self.at(key);
        let given = self.take(key)?;
        let has_more = given.as_array().is_some_and(|tags| {
            let mut maps = tags.iter().filter_map(Value::as_object);
            maps.any(|tag| tag.len() > 1)
        });
        if has_more {
            self.set_aside(key, given.clone());
        }
        Some(match given {
            Value::Array(values) => values
                .into_iter()
                .enumerate()
                .map(|(index, value)| match value {
                    // Some tools write a tag as `{name, slug}`.
                    Value::Object(mut tag) if tag.get("name").is_some_and(Value::is_string) => {
                        text_of(
                            tag.remove("name").unwrap_or_default(),
                            &at,
                            self.diagnostics,
                        )
                    }
                    value => text_of(value, &format!("{at}[{index}]"), self.diagnostics),
                })
                .collect(),
            other => {
                let text = text_of(other, &at, self.diagnostics);
                let tags = super::table::tags(&text);
                self.diagnostics.taken(text);
                tags
            }
        })
    }

    /// Whether a key has a value.
    pub(super) fn has(&self, key: &str) -> bool {
        self.map.get(key).is_some_and(|value| !value.is_null())
    }

    /// Returns the remaining keys.
    pub(super) fn rest(self) -> Map<String, Value> {
        self.map
    }
}

/// Parses an enum value, ignoring case, by its name or label.
pub(super) fn read_word<T: FromStr<Err = crate::Error>>(given: &str) -> Result<T, crate::Error> {
    given.parse().or_else(|error| {
        let word = given.trim().to_ascii_lowercase();
        word.parse()
            .or_else(|_| word.replace(' ', "_").parse())
            .map_err(|_| error)
    })
}

/// Converts any value to text.
pub(super) fn text_of(value: Value, place: &str, diagnostics: &mut Diagnostics) -> String {
    match value {
        Value::String(text) => text,
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(_) | Value::Object(_) => {
            diagnostics.warn(
                "not_a_text",
                place,
                "A list or map stands where a text belongs; it is kept as JSON".to_owned(),
            );
            serde_json::to_string_pretty(&value).unwrap_or_default()
        }
    }
}
