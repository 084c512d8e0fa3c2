//! Restores the source of texts that YAML parsed as numbers or booleans.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

use crate::export::yaml_number;
use crate::number::is_exact;

/// Keys with text values, so that `title: 1.10` is not read as the number 1.1.
const TEXT_KEYS: [&str; 9] = [
    "title",
    "name",
    "description",
    "content",
    "version",
    "id",
    "label",
    "prompt",
    "tags",
];

/// Whether YAML parsed a number or a boolean under a text key, or a number that may be rounded.
pub(super) fn needs_source(value: &Value, is_text: bool) -> bool {
    match value {
        Value::Number(number) if may_be_inexact(number) => true,
        Value::Number(_) | Value::Bool(_) => is_text,
        Value::Array(values) => values.iter().any(|value| needs_source(value, is_text)),
        Value::Object(map) => map
            .iter()
            .any(|(key, value)| needs_source(value, TEXT_KEYS.contains(&key.as_str()))),
        Value::Null | Value::String(_) => false,
    }
}

/// Restores the source of a scalar in text positions, unless the value is equal to it.
pub(super) struct SourceSeed<'v> {
    pub(super) value: &'v mut Value,
    pub(super) is_text: bool,
    /// Collects the numbers that were converted to text.
    pub(super) long: &'v RefCell<Vec<String>>,
}

/// Whether a number may be inexact and its source must be checked. A long integer was already parsed as
/// a float.
fn may_be_inexact(number: &Number) -> bool {
    number.is_f64() || !is_exact(&number.to_string())
}

/// Whether JavaScript represents a number exactly as written in YAML.
fn is_kept(source: &str) -> bool {
    let number = source.trim_start_matches('+');
    let whole = if number.starts_with('.') { "0" } else { "" };
    is_exact(&(whole.to_owned() + number))
}

impl<'de> DeserializeSeed<'de> for SourceSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.value {
            Value::Array(_) => deserializer.deserialize_seq(self),
            Value::Object(_) => deserializer.deserialize_map(self),
            Value::Number(_) | Value::Bool(_) if self.is_text => deserializer.deserialize_str(self),
            Value::Number(number) if may_be_inexact(number) => deserializer.deserialize_str(self),
            Value::Null | Value::String(_) | Value::Number(_) | Value::Bool(_) => {
                deserializer.deserialize_ignored_any(IgnoredAny).map(|_| ())
            }
        }
    }
}

impl<'de> Visitor<'de> for SourceSeed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the same YAML as before")
    }

    fn visit_str<E: serde::de::Error>(self, source: &str) -> Result<(), E> {
        let says_the_same = match &*self.value {
            Value::Number(_) if !self.is_text => {
                let is_kept = is_kept(source);
                if !is_kept {
                    self.long.borrow_mut().push(source.to_owned());
                }
                is_kept
            }
            Value::Number(number) => source == yaml_number(number) || source == number.to_string(),
            Value::Bool(truth) => source == if *truth { "true" } else { "false" },
            _ => true,
        };
        if !says_the_same {
            *self.value = Value::from(source);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Value::Array(values) = self.value else {
            return Ok(());
        };
        for value in values {
            let (is_text, long) = (self.is_text, self.long);
            if list
                .next_element_seed(SourceSeed {
                    value,
                    is_text,
                    long,
                })?
                .is_none()
            {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let Value::Object(map) = self.value else {
            return Ok(());
        };
        while let Some(key) = entries.next_key::<String>()? {
            match map.get_mut(&key) {
                Some(value) => {
                    let is_text = TEXT_KEYS.contains(&key.as_str());
                    let long = self.long;
                    entries.next_value_seed(SourceSeed {
                        value,
                        is_text,
                        long,
                    })?;
                }
                None => {
                    entries.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}
