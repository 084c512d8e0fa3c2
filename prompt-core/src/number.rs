//! Numbers in free JSON that a person typed.
//!
//! JSON lets a number have any number of digits, but programs keep it in 64 bits: JavaScript, through which every prompt
//! passes in a browser, makes 9007199254740992 of 9007199254740993. RFC 7493 (I-JSON) says to write such a number as a
//! text; so it is refused with that advice rather than changed without a word.

use serde_json::{Number, Value};

use crate::{Error, ErrorKind};

/// JSON: the value, or where the text is none. `what` names it in the message.
pub(crate) fn parse_json(what: &'static str, json: &str) -> Result<Value, Error> {
    serde_json::from_str(json).map_err(|error| {
        ErrorKind::InvalidJson {
            what,
            line: error.line(),
            column: error.column(),
        }
        .into()
    })
}

/// JSON as a person typed it: the value, or where the text is none yet, or which number would not be kept.
pub(crate) fn parse_typed(what: &'static str, json: &str) -> Result<Value, Error> {
    let value = parse_json(what, json)?;
    match numbers(json).find(|number| !is_kept(number)) {
        Some(number) => Err(ErrorKind::InexactNumber {
            number: number.to_owned(),
        }
        .into()),
        None => Ok(value),
    }
}

/// The numbers of a valid JSON text, as they are written.
fn numbers(json: &str) -> impl Iterator<Item = &str> {
    let mut rest = json;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit())?;
            let found = &rest[start..];
            if let Some(text) = found.strip_prefix('"') {
                rest = after_string(text);
                continue;
            }
            let is_part = |c: char| matches!(c, '0'..='9' | '.' | 'e' | 'E' | '+' | '-');
            let end = found.find(|c| !is_part(c)).unwrap_or(found.len());
            let (number, after) = found.split_at(end);
            rest = after;
            return Some(number);
        }
    })
}

/// What follows a string whose opening quote was read.
fn after_string(text: &str) -> &str {
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\\']) {
        let is_end = rest[at..].starts_with('"');
        // An escape is a backslash with the character after it, which is ASCII in valid JSON.
        rest = &rest[(at + if is_end { 1 } else { 2 }).min(rest.len())..];
        if is_end {
            return rest;
        }
    }
    ""
}

/// Whether a number is the same after it was a 64-bit floating-point number, which is what JavaScript has.
pub(crate) fn is_kept(number: &str) -> bool {
    let Ok(read) = serde_json::from_str::<Number>(number) else {
        return false;
    };
    let kept = read.as_f64().and_then(Number::from_f64);
    kept.is_some_and(|kept| Decimal::of(&kept.to_string()) == Decimal::of(number))
}

/// The value of a written number: its digits without zeros at either end, and where the point stands in them.
#[derive(PartialEq)]
struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn of(number: &str) -> Self {
        let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_negative = whole.starts_with('-');
        let all = whole.trim_start_matches('-').to_owned() + fraction;
        let digits = all.trim_start_matches('0').trim_end_matches('0');
        if digits.is_empty() {
            return Self {
                is_negative,
                digits: String::new(),
                exponent: 0,
            };
        }
        let written: i64 = exponent.parse().unwrap_or(i64::MAX / 2);
        let dropped = all.len() - all.trim_end_matches('0').len();
        let shift =
            i64::try_from(dropped).unwrap_or(0) - i64::try_from(fraction.len()).unwrap_or(0);
        Self {
            is_negative,
            digits: digits.to_owned(),
            exponent: written.saturating_add(shift),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_would_change_is_refused_and_named() {
        for (json, named) in [
            ("9007199254740993", Some("9007199254740993")),
            ("[1, -9007199254740993]", Some("-9007199254740993")),
            (
                r#"{"a": {"b": 123456789012345678901234567890}}"#,
                Some("123456789012345678901234567890"),
            ),
            ("0.1234567890123456789", Some("0.1234567890123456789")),
            ("1E-400", Some("1E-400")),
            ("9007199254740992", None),
            ("-9007199254740991", None),
            (
                "[0, -0, 0.0, 0e9, 1.10, 100e-2, 1E+2, 2.5e-3, 1e21, 0.30000000000000004]",
                None,
            ),
            ("1.7976931348623157e308", None),
            ("123456789012345000000000", None),
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
    fn what_is_no_json_is_said_with_its_place() {
        let error = parse_typed("The configuration", "{\n \"a\": 1,,\n}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "The configuration is not valid JSON: look at line 2, column 9"
        );
    }
}
