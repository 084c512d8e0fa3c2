//! Numbers in free JSON that a person typed.
//!
//! JSON lets a number have any number of digits, but programs keep it in 64 bits, as an integer or as a floating-point number:
//! of 123456789012345678901234567890 they make another one. RFC 7493 (I-JSON) says to write such a number as a text; so it is
//! refused with that advice rather than changed without a word.

use std::borrow::Cow;

use serde_json::{Number, Value};

use crate::find::Wanted;
use crate::{Error, ErrorKind};

/// JSON: the value, or where the text is none. `what` names it in the message.
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

/// JSON as a person typed it: the value, or where the text is none yet, or which number would not be kept.
pub(crate) fn parse_typed(what: &'static str, json: &str) -> Result<Value, Error> {
    let value = serde_json::from_str(json);
    // 1e400 is JSON, but no number of 64 bits is near it.
    if value.as_ref().is_ok() || value.as_ref().is_err_and(is_out_of_range) {
        check(json)?;
    }
    value.map_err(|error| invalid(what, &error))
}

fn is_out_of_range(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("number out of range")
}

/// Refuses JSON with a number that would not be kept as it is written.
pub fn check(json: &str) -> Result<(), Error> {
    first_unkept(json).map_or(Ok(()), |number| {
        let number = number.to_owned();
        Err(ErrorKind::InexactNumber { number }.into())
    })
}

/// JSON with each number that would not be kept as it is written in quotes, and these numbers.
pub(crate) fn quote_unkept(json: &str) -> (Cow<'_, str>, Vec<&str>) {
    let unkept: Vec<_> = numbers(json)
        .filter(|(_, number)| !is_kept(number))
        .collect();
    if unkept.is_empty() {
        return (Cow::Borrowed(json), Vec::new());
    }
    let mut quoted = String::with_capacity(json.len() + 2 * unkept.len());
    let mut done = 0;
    for &(at, number) in &unkept {
        quoted.push_str(&json[done..at]);
        quoted.push('"');
        quoted.push_str(number);
        quoted.push('"');
        done = at + number.len();
    }
    quoted.push_str(&json[done..]);
    (
        Cow::Owned(quoted),
        unkept.into_iter().map(|(_, number)| number).collect(),
    )
}

/// The first number of a JSON text that would not be kept as it is written.
fn first_unkept(json: &str) -> Option<&str> {
    numbers(json)
        .map(|(_, number)| number)
        .find(|number| !is_kept(number))
}

/// The numbers of a JSON text as they are written, and where they stand.
pub(crate) fn numbers(json: &str) -> impl Iterator<Item = (usize, &str)> {
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

/// What follows a string whose opening quote was read.
fn after_string(text: &str) -> &str {
    const ENDS: Wanted<2> = Wanted::any_of(*b"\"\\");
    let mut at = 0;
    loop {
        at = ENDS.find(text.as_bytes(), at);
        match text.as_bytes().get(at) {
            Some(b'"') => return &text[at + 1..],
            // An escape is a backslash with the character after it.
            Some(_) => at += 2,
            None => return "",
        }
    }
}

/// Whether a number is kept: as an integer of 64 bits, or as a floating-point number that is written with the same value.
fn is_kept(number: &str) -> bool {
    is_same(number, Some)
}

/// Whether a number is an integer that is kept, but not by JavaScript, which has floating-point numbers only.
pub(crate) fn is_rounded_by_javascript(number: &str) -> bool {
    is_kept(number) && !is_same(number, |read| read.as_f64().and_then(Number::from_f64))
}

fn is_same(number: &str, keep: fn(Number) -> Option<Number>) -> bool {
    // So few digits are kept by all, unless an exponent makes of them what it likes.
    if number.len() < 16 && !number.contains(['e', 'E']) {
        return true;
    }
    let kept = serde_json::from_str(number).ok().and_then(keep);
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
            ("18446744073709551616", Some("18446744073709551616")),
            ("[1, -9223372036854775809]", Some("-9223372036854775809")),
            (
                "[18446744073709551615, -9223372036854775808, 9007199254740993]",
                None,
            ),
            (
                r#"{"a": {"b": 123456789012345678901234567890}}"#,
                Some("123456789012345678901234567890"),
            ),
            ("0.1234567890123456789", Some("0.1234567890123456789")),
            ("1E-400", Some("1E-400")),
            ("[1, 1e400]", Some("1e400")),
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
