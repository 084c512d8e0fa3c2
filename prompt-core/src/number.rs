//! Numbers in free JSON.
//!
//! JavaScript represents integers up to ±(2^53 − 1) exactly, and RFC 7493 (I-JSON) recommends strings
//! for larger ones. A larger integer is rejected in typed or sent JSON; an import converts it to text
//! with a warning.

use std::borrow::Cow;

use serde_json::Value;

use crate::byte_set::ByteSet;
use crate::{Error, ErrorKind};

/// The largest safe integer of JavaScript: 2^53 − 1.
const MAX_INTEGER: f64 = 9_007_199_254_740_991.0;

/// JavaScript formats integers from this value on with an exponent, and smaller ones without.
const MIN_EXPONENT: f64 = 1e21;

/// Parses JSON. `what` names the text in the error.
pub(crate) fn parse_json(what: &'static str, json: &str) -> Result<Value, Error> {
    serde_json::from_str(json).map_err(|error| invalid(what, &error))
}

fn invalid(what: &'static str, error: &serde_json::Error) -> Error {
    ErrorKind::InvalidJson {
        what,
        line: error.line(),
        column: error.column(),
    }
    .into()
}

/// Parses JSON that a user typed, and rejects a number that JavaScript cannot represent exactly.
pub(crate) fn parse_typed(what: &'static str, json: &str) -> Result<Value, Error> {
    let value = serde_json::from_str(json);
    // 1e400 is valid JSON, but out of the range of 64-bit floats.
    if value.as_ref().err().is_none_or(is_out_of_range)
        && let Some((_, number)) = first_inexact(json)
    {
        return Err(inexact(number).into());
    }
    value.map_err(|error| invalid(what, &error))
}

fn is_out_of_range(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("number out of range")
}

fn inexact(number: &str) -> ErrorKind {
    ErrorKind::InexactNumber {
        number: number.to_owned(),
    }
}

/// Checks JSON for numbers that JavaScript cannot represent exactly.
///
/// # Errors
///
/// Returns an error for the first such number, with its path as the field.
pub fn check(json: &str) -> Result<(), Error> {
    let Some((at, number)) = first_inexact(json) else {
        return Ok(());
    };
    let error = inexact(number);
    Err(match path_of(json, at, number) {
        Some(path) if !path.is_empty() => error.at(path),
        _ => error.into(),
    })
}

/// The path of the number at an offset of a JSON text: `content.modules[0].config.seed`.
fn path_of(json: &str, at: usize, number: &str) -> Option<String> {
    // Sent text never contains NUL, so the marker is unique after parsing.
    const MARK: &str = "\0";
    fn find(value: &Value, path: String) -> Option<String> {
        match value {
            Value::String(text) if text == MARK => Some(path),
            Value::Array(items) => {
                let mut items = items.iter().enumerate();
                items.find_map(|(at, item)| find(item, format!("{path}[{at}]")))
            }
            Value::Object(map) => map.iter().find_map(|(key, value)| {
                let dot = if path.is_empty() { "" } else { "." };
                find(value, format!("{path}{dot}{key}"))
            }),
            _ => None,
        }
    }
    let (before, after) = (&json[..at], &json[at + number.len()..]);
    let marked = format!("{before}\"\\u0000\"{after}");
    find(&serde_json::from_str(&marked).ok()?, String::new())
}

/// Quotes each number that JavaScript cannot represent exactly, and returns the JSON and these numbers.
pub fn quote_inexact(json: &str) -> (Cow<'_, str>, Vec<&str>) {
    let inexact: Vec<_> = numbers(json)
        .filter(|(_, number)| !is_exact(number))
        .collect();
    if inexact.is_empty() {
        return (Cow::Borrowed(json), Vec::new());
    }
    let mut quoted = String::with_capacity(json.len() + 2 * inexact.len());
    let mut done = 0;
    for &(at, number) in &inexact {
        quoted.push_str(&json[done..at]);
        quoted.push('"');
        quoted.push_str(number);
        quoted.push('"');
        done = at + number.len();
    }
    quoted.push_str(&json[done..]);
    (
        Cow::Owned(quoted),
        inexact.into_iter().map(|(_, number)| number).collect(),
    )
}

fn first_inexact(json: &str) -> Option<(usize, &str)> {
    numbers(json).find(|(_, number)| !is_exact(number))
}

/// Returns the numbers of a JSON text as written, with their byte offsets.
fn numbers(json: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = json;
    std::iter::from_fn(move || {
        loop {
            let is_start = |byte| matches!(byte, b'"' | b'-' | b'0'..=b'9');
            let start = rest.bytes().position(is_start)?;
            let found = &rest[start..];
            if let Some(text) = found.strip_prefix('"') {
                rest = after_string(text);
                continue;
            }
            let is_part = |c: char| matches!(c, '0'..='9' | '.' | 'e' | 'E' | '+' | '-');
            let end = found.find(|c| !is_part(c)).unwrap_or(found.len());
            let (number, after) = found.split_at(end);
            rest = after;
            return Some((json.len() - found.len(), number));
        }
    })
}

/// Returns the text after a string whose opening quote has been read.
fn after_string(text: &str) -> &str {
    const ENDS: ByteSet = ByteSet::of(b"\"\\");
    let mut at = 0;
    loop {
        at = ENDS.find(text.as_bytes(), at);
        match text.as_bytes().get(at) {
            Some(b'"') => return &text[at + 1..],
            // An escape is a backslash and the character after it.
            Some(_) => at += 2,
            None => return "",
        }
    }
}

/// Whether JavaScript represents a number exactly: no integer beyond ±(2^53 − 1), and nothing out of
/// the range of 64-bit floats.
///
/// 1e20 counts as an integer, because JavaScript formats it as 100000000000000000000.
pub(crate) fn is_exact(number: &str) -> bool {
    let is_float = number.contains(['.', 'e', 'E']);
    if number.len() < 16 && !is_float {
        return true;
    }
    let size = serde_json::from_str(number).map_or(f64::INFINITY, f64::abs);
    size <= MAX_INTEGER || (is_float && size.is_finite() && size >= MIN_EXPONENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_that_javascript_rounds_is_refused_and_named() {
        for (json, named) in [
            ("9007199254740992", Some("9007199254740992")),
            ("[1, -9007199254740992]", Some("-9007199254740992")),
            ("18446744073709551616", Some("18446744073709551616")),
            (
                r#"{"a": {"b": 123456789012345678901234567890}}"#,
                Some("123456789012345678901234567890"),
            ),
            ("1e20", Some("1e20")),
            ("[1, 1e400]", Some("1e400")),
            ("[9007199254740991, -9007199254740991]", None),
            (
                "[0, -0, 0.0, 0e9, 1.10, 100e-2, 1E+2, 2.5e-3, 1e21, 0.30000000000000004]",
                None,
            ),
            ("[1.7976931348623157e308, 0.1234567890123456789]", None),
            (
                r#"{"9007199254740993": "9007199254740993", "a\"b\\": "\\9007199254740993\""}"#,
                None,
            ),
            (r#"["\u00e9 9007199254740993", "漢字", 1]"#, None),
        ] {
            let found = parse_typed("The configuration", json).err();
            let named = named.map(|number| ErrorKind::InexactNumber {
                number: number.to_owned(),
            });
            assert_eq!(found.as_ref().map(Error::kind), named.as_ref(), "{json}");
        }
    }

    #[test]
    fn the_field_of_a_refusal_is_the_path_of_the_number() {
        for (json, field) in [
            (r#"{"seed": 9007199254740993}"#, "seed"),
            (
                r#"{"content": {"modules": [{}, {"config": {"a b": [1, 9007199254740993]}}]}}"#,
                "content.modules[1].config.a b[1]",
            ),
        ] {
            assert_eq!(check(json).unwrap_err().field(), Some(field));
        }
        assert_eq!(check("9007199254740993").unwrap_err().field(), None);
        assert!(check(r#"{"seed": "9007199254740993"}"#).is_ok());
    }

    #[test]
    fn what_is_no_json_is_said_with_its_place() {
        let error = parse_typed("The configuration", "{\n \"a\": 1,,\n}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "The configuration is not valid JSON: look at line 2, column 9"
        );
    }
}
