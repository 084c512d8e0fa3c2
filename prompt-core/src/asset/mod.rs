//! Assets: the fields of each of the seven asset types, in addition to the text.

mod fields;

use serde::Serialize;
use serde_json::{Map, Number, Value};

use crate::prompt::PromptType;
use crate::string_enum::string_enum;
use crate::text::is_blank;
use crate::{Error, ErrorKind, validate};

pub use fields::fields;

string_enum! {
    /// The input type of a field.
    pub enum FieldType as "field type" {
        /// One line.
        Text = "text", "Text";
        /// A web address.
        Url = "url", "URL";
        /// An email address.
        Email = "email", "Email";
        /// Several lines of text.
        Textarea = "textarea", "Text area";
        /// An integer.
        Number = "number", "Number";
        /// A boolean.
        Boolean = "boolean", "Yes or no";
        /// One option of a list.
        Select = "select", "Choice";
        /// Any number of options of a list.
        Multiselect = "multiselect", "Choices";
        /// A date.
        Date = "date", "Date";
    }
}

/// One field of an asset type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FieldDefinition {
    /// Its key in `asset_fields`.
    pub field_name: &'static str,
    /// Its label on screen.
    pub field_label: &'static str,
    /// Its input type.
    pub field_type: FieldType,
    /// A hint about its content.
    pub field_description: &'static str,
    /// Whether the field is required and marked with an asterisk.
    pub is_required: bool,
    /// The options of a select or multiselect.
    pub field_options: &'static [&'static str],
}

/// Parses field values into their stored form: integers, options from the list, dates as `2027-01-31`.
/// Unknown fields are stored unchanged.
///
/// # Errors
///
/// Returns every value that does not fit its field, each with its path, such as
/// `asset_fields.source_url`.
pub fn parse_fields(
    of: PromptType,
    values: &Map<String, Value>,
) -> Result<Map<String, Value>, Vec<Error>> {
    let mut errors = Vec::new();
    let mut parsed = Map::new();
    for (name, value) in values {
        let definition = fields(of).iter().find(|field| field.field_name == name);
        let value = match definition {
            None => Ok(value.clone()),
            Some(definition) => definition.parse(value),
        };
        match value {
            Ok(value) => {
                parsed.insert(name.clone(), value);
            }
            Err(error) => errors.push(error.at(format!("asset_fields.{name}"))),
        }
    }
    if errors.is_empty() {
        Ok(parsed)
    } else {
        Err(errors)
    }
}

/// Converts a value to its stored form while the user is typing; a number field without digits becomes
/// zero. A value that does not fit yet is returned unchanged, and validation reports it.
pub fn stored_value(of: PromptType, name: &str, value: Value) -> Value {
    let definition = fields(of).iter().find(|field| field.field_name == name);
    match definition.map(|definition| definition.parse(&value)) {
        Some(Ok(parsed)) if !value.is_null() => parsed,
        _ => value,
    }
}

/// Returns the required fields that are still empty. An asset can be saved without them.
pub fn missing_fields(of: PromptType, values: &Map<String, Value>) -> Vec<&'static str> {
    fields(of)
        .iter()
        .filter(|field| field.is_required && values.get(field.field_name).is_none_or(is_empty))
        .map(|field| field.field_name)
        .collect()
}

/// A non-empty field, formatted for display.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FilledField {
    /// Its label on screen.
    pub label: &'static str,
    /// Its value as text: options joined by commas, `Yes` or `No`.
    pub text: String,
}

/// The filled and the missing fields of an asset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Filling {
    /// The filled fields, see [`filled_fields`].
    pub filled: Vec<FilledField>,
    /// The names of the required fields that are empty, see [`missing_fields`].
    pub missing: Vec<&'static str>,
}

impl Filling {
    /// Computes the filled and the missing fields of an asset.
    pub fn of(of: PromptType, values: &Map<String, Value>) -> Self {
        Self {
            filled: filled_fields(of, values),
            missing: missing_fields(of, values),
        }
    }
}

/// Returns the filled fields in the order of their definitions. A 0 counts as empty, and a field
/// without a definition is left out because it has no label.
pub fn filled_fields(of: PromptType, values: &Map<String, Value>) -> Vec<FilledField> {
    let filled = fields(of).iter().filter_map(|field| {
        let text = match values.get(field.field_name)? {
            value if is_empty(value) => return None,
            Value::String(text) => text.clone(),
            Value::Bool(truth) => if *truth { "Yes" } else { "No" }.to_owned(),
            Value::Number(number) if number.as_i64() == Some(0) => return None,
            Value::Number(number) => number.to_string(),
            Value::Array(items) => {
                let words: Vec<_> = items.iter().filter_map(Value::as_str).collect();
                words.join(", ")
            }
            Value::Null | Value::Object(_) => return None,
        };
        let label = field.field_label;
        Some(FilledField { label, text })
    });
    filled.collect()
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => is_blank(text),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

impl FieldDefinition {
    /// Parses a value into its stored form. Empty values are valid.
    ///
    /// # Errors
    ///
    /// Returns an error if the value does not fit the field's type or is not one of its options.
    pub fn parse(&self, value: &Value) -> Result<Value, Error> {
        if self.field_type == FieldType::Number {
            return Ok(Value::Number(whole_number(value)));
        }
        if is_empty(value) {
            return Ok(value.clone());
        }
        let fits = match self.field_type {
            FieldType::Boolean => match value {
                Value::Bool(_) => return Ok(value.clone()),
                Value::String(text) if text == "true" || text == "false" => {
                    return Ok(Value::Bool(text == "true"));
                }
                _ => false,
            },
            FieldType::Multiselect => value
                .as_array()
                .is_some_and(|items| items.iter().all(|item| self.offers(item))),
            FieldType::Select => self.offers(value),
            FieldType::Url => value.as_str().is_some_and(validate::is_web_url),
            FieldType::Email => value
                .as_str()
                .is_some_and(|text| validate::email(text).is_ok()),
            FieldType::Date => value.as_str().is_some_and(is_date),
            FieldType::Text | FieldType::Textarea | FieldType::Number => value.is_string(),
        };
        if fits {
            return Ok(value.clone());
        }
        Err(ErrorKind::NotValid {
            what: self.field_label,
            hint: match self.field_type {
                FieldType::Url => "write the whole address, as https://example.org",
                FieldType::Email => "write it as name@example.org",
                FieldType::Date => "write it as 2027-01-31",
                FieldType::Select | FieldType::Multiselect => "choose from the list",
                FieldType::Boolean => "yes or no",
                FieldType::Text | FieldType::Textarea | FieldType::Number => "write text",
            },
        }
        .into())
    }

    fn offers(&self, value: &Value) -> bool {
        value
            .as_str()
            .is_some_and(|text| self.field_options.contains(&text))
    }
}

/// The integer at the start of the typed text, or 0.
fn whole_number(value: &Value) -> Number {
    let from_text = |text: &str| {
        let text = text.trim();
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let end = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        digits[..end]
            .parse::<i64>()
            .map_or(0, |number| sign * number)
    };
    let number = match value {
        Value::Number(number) => number
            .as_i64()
            .unwrap_or_else(|| from_text(&number.to_string())),
        Value::String(text) => from_text(text),
        _ => 0,
    };
    Number::from(number)
}

/// Whether a text is an existing date, such as `2028-02-29`.
fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let mut part = |length: usize| -> Option<u32> {
        let digits = parts.next()?;
        (digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| digits.parse().ok())?
    };
    let (Some(year), Some(month), Some(day)) = (part(4), part(2), part(2)) else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => return false,
    };
    parts.next().is_none() && (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::FieldType as T;
    use super::fields::field;
    use super::*;

    #[test]
    fn every_kind_has_fields_that_make_sense() {
        for kind in PromptType::ALL {
            let fields = fields(*kind);
            assert_eq!(fields.is_empty(), !kind.is_asset());
            let mut names: Vec<_> = fields.iter().map(|field| field.field_name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), fields.len(), "{kind} repeats a name");
            for field in fields {
                let is_choice = matches!(field.field_type, T::Select | T::Multiselect);
                assert_eq!(
                    is_choice,
                    !field.field_options.is_empty(),
                    "{}",
                    field.field_name
                );
            }
        }
    }

    #[test]
    fn what_is_filled_in_reads_as_a_person_says_it() {
        let values = json!({
            "background": "Sailed\nfor years.",
            "role": "Pirate",
            "tone": "",
            "audience": " ",
            "expertise": ["Law", "Design"],
            "experience_years": 0,
            "first_person": false,
            "parrot": "Polly",
        });
        let filled = filled_fields(PromptType::Persona, values.as_object().unwrap());
        let told: Vec<_> = filled
            .iter()
            .map(|field| (field.label, field.text.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                ("Role", "Pirate"),
                ("Expertise", "Law, Design"),
                ("Background", "Sailed\nfor years."),
                ("Speaks in the first person", "No"),
            ]
        );
    }

    #[test]
    fn values_are_brought_into_their_form_or_refused() {
        let of = |kind| field("x", "X", kind, "").options(&["a", "b"]);
        for (kind, typed, stored) in [
            (T::Number, json!("42"), Some(json!(42))),
            (T::Number, json!("12abc"), Some(json!(12))),
            (T::Number, json!("-3.9"), Some(json!(-3))),
            (T::Number, json!(7.9), Some(json!(7))),
            (T::Number, json!("abc"), Some(json!(0))),
            (T::Number, json!(""), Some(json!(0))),
            (T::Number, Value::Null, Some(json!(0))),
            (T::Boolean, json!("true"), Some(json!(true))),
            (T::Boolean, json!("yes"), None),
            (T::Select, json!("a"), Some(json!("a"))),
            (T::Select, json!("c"), None),
            (T::Select, json!(""), Some(json!(""))),
            (T::Multiselect, json!(["a", "b"]), Some(json!(["a", "b"]))),
            (T::Multiselect, json!(["a", "c"]), None),
            (
                T::Url,
                json!("https://example.org/x"),
                Some(json!("https://example.org/x")),
            ),
            (T::Url, json!("javascript:alert(1)"), None),
            (T::Email, json!("a@b.org"), Some(json!("a@b.org"))),
            (T::Email, json!("a b"), None),
            (T::Date, json!("2028-02-29"), Some(json!("2028-02-29"))),
            (T::Date, json!("2027-02-29"), None),
            (T::Date, json!("1.2.2027"), None),
            (T::Text, json!("any"), Some(json!("any"))),
            (T::Text, json!(["any"]), None),
        ] {
            assert_eq!(of(kind).parse(&typed).ok(), stored, "{kind} {typed}");
        }
    }

    #[test]
    fn required_fields_are_named_while_they_are_empty() {
        let values = |value: Value| value.as_object().cloned().unwrap();
        assert_eq!(
            missing_fields(PromptType::Persona, &values(json!({}))),
            ["role"]
        );
        assert_eq!(
            missing_fields(PromptType::Persona, &values(json!({ "role": " " }))),
            ["role"]
        );
        assert!(
            missing_fields(PromptType::Persona, &values(json!({ "role": "Judge" }))).is_empty()
        );
        let errors = parse_fields(
            PromptType::Context,
            &values(json!({ "source_url": "nowhere", "unknown": [1], "max_length": "10 words" })),
        )
        .unwrap_err();
        assert_eq!(errors[0].field(), Some("asset_fields.source_url"));
        let parsed = parse_fields(
            PromptType::Context,
            &values(json!({ "unknown": [1], "max_length": "10 words" })),
        )
        .unwrap();
        assert_eq!(
            Value::Object(parsed),
            json!({ "unknown": [1], "max_length": 10 })
        );
    }
}
