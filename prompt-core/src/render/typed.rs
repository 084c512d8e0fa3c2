//! Values that a person wrote, read as their variables want them.

use serde_json::{Map, Value};

use super::VariableKind;

/// A written text as the value of a variable with this JSON Schema.
///
/// # Errors
///
/// Returns what is expected instead.
pub fn typed(schema: &Map<String, Value>, text: &str) -> Result<Value, String> {
    let json = || serde_json::from_str::<Value>(text);
    let is = |kind| schema.get("type").and_then(Value::as_str) == Some(kind);
    match VariableKind::of(schema) {
        VariableKind::Text | VariableKind::LongText => Ok(Value::from(text)),
        VariableKind::Number => {
            let text = text.trim();
            match serde_json::from_str(text) {
                Ok(Value::Number(number)) if is("integer") && !is_whole(text) => {
                    Err(format!("a whole number, not {number}"))
                }
                // A number that would be written in another way keeps its text.
                Ok(Value::Number(number)) if number.to_string() == text => {
                    Ok(Value::Number(number))
                }
                Ok(Value::Number(_)) => Ok(Value::from(text)),
                _ => Err("a number, as 42 or 0.5".to_owned()),
            }
        }
        VariableKind::YesNo => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" => Ok(Value::Bool(true)),
            "false" | "no" => Ok(Value::Bool(false)),
            _ => Err("true or false".to_owned()),
        },
        VariableKind::Choice => {
            let choices = schema.get("enum").and_then(Value::as_array);
            let choices = choices.map_or(&[][..], Vec::as_slice);
            let is_text = |choice: &&Value| choice.as_str() == Some(text);
            let chosen = choices.iter().find(is_text);
            let chosen = chosen.or_else(|| {
                let written = json().ok()?;
                choices.iter().find(|choice| **choice == written)
            });
            chosen.cloned().ok_or_else(|| {
                let names = choices.iter().map(|choice| match choice {
                    Value::String(text) => text.clone(),
                    choice => choice.to_string(),
                });
                format!("one of {}", names.collect::<Vec<_>>().join(", "))
            })
        }
        VariableKind::Date if is_date(text) => Ok(Value::from(text)),
        VariableKind::Date => Err("a date, as 2026-01-31".to_owned()),
        VariableKind::Json if !is("object") && !is("array") => {
            Ok(json().unwrap_or_else(|_| Value::from(text)))
        }
        VariableKind::Json => match json() {
            Ok(value @ Value::Object(_)) if is("object") => Ok(value),
            Ok(value @ Value::Array(_)) if is("array") => Ok(value),
            _ if is("array") => Err(r#"a JSON list, as ["a", "b"]"#.to_owned()),
            _ => Err(r#"a JSON object, as {"a": 1}"#.to_owned()),
        },
        VariableKind::Messages => match json() {
            Ok(value @ Value::Array(_)) => Ok(value),
            _ => {
                Err(r#"a JSON list of messages, as [{"role": "user", "content": "Hi"}]"#.to_owned())
            }
        },
    }
}

fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else {
        return false;
    };
    let number = |part: &str, digits: usize| {
        let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<u32>().ok()).flatten()
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let most = match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 31,
    };
    (1..=12).contains(&month) && (1..=most).contains(&day)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_of_the_kind_that_is_declared_and_numbers_keep_their_text() {
        for (schema, text, wanted) in [
            (json!({ "type": "number" }), "42", Some(json!(42))),
            (json!({ "type": "number" }), "-0", Some(json!("-0"))),
            (json!({ "type": "number" }), "1.50", Some(json!("1.50"))),
            (
                json!({ "type": "number" }),
                "0.1000000000000000055",
                Some(json!("0.1000000000000000055")),
            ),
            (json!({ "type": "number" }), "abc", None),
            (json!({ "type": "number" }), "1,5", None),
            (json!({ "type": "number" }), "1e999", None),
            (json!({ "type": "integer" }), "1.5", None),
            (json!({ "type": "integer" }), "-7", Some(json!(-7))),
            (json!({ "type": "boolean" }), "no", Some(json!(false))),
            (json!({ "type": "boolean" }), "nope", None),
            (json!({ "enum": ["a", 1, "1"] }), "1", Some(json!("1"))),
            (json!({ "enum": ["a", 2] }), "2", Some(json!(2))),
            (json!({ "enum": ["a"] }), "b", None),
            (
                json!({ "type": "string", "format": "date" }),
                "2024-02-29",
                Some(json!("2024-02-29")),
            ),
            (
                json!({ "type": "string", "format": "date" }),
                "2026-02-29",
                None,
            ),
            (
                json!({ "type": "object" }),
                "{\"a\":1}",
                Some(json!({ "a": 1 })),
            ),
            (json!({ "type": "object" }), "[1]", None),
            (json!({ "type": "array" }), "[1]", Some(json!([1]))),
            (json!({ "type": "array", "format": "messages" }), "Hi", None),
            (json!({ "anyOf": [] }), "Hi", Some(json!("Hi"))),
            (json!({}), "7", Some(json!("7"))),
        ] {
            let found = typed(schema.as_object().expect("an object"), text);
            assert_eq!(found.ok(), wanted, "{schema} {text}");
        }
    }
}
