//! Integers on their way through JavaScript, which keeps 53 bits of their 64.
//!
//! What goes into a browser has each integer that JavaScript would round in the place of `{"$exact_number": "9007199254740993"}`;
//! what comes back has the number again. An object goes through everything that programs in JavaScript do with JSON: it is
//! copied, compared, stored and sent. `web/src/api/exact-json.ts` does the same where a browser talks to a server.

use super::may_be_rounded;
use crate::number::{is_rounded_by_javascript, numbers};

const BEFORE: &str = r#"{"$exact_number":""#;
const AFTER: &str = r#""}"#;

/// Puts an object in the place of each integer that JavaScript would round.
///
/// ```
/// use prompt_core::exact::mark;
/// let marked = mark(r#"{"seed":9007199254740993}"#.to_owned());
/// assert_eq!(marked, r#"{"seed":{"$exact_number":"9007199254740993"}}"#);
/// ```
pub fn mark(json: String) -> String {
    if !may_be_rounded(&json) {
        return json;
    }
    let mut marked = String::with_capacity(json.len() + 64);
    let mut rest = json.as_str();
    for (before, number) in numbers(&json) {
        if is_rounded_by_javascript(number) {
            marked.push_str(&rest[..before - (json.len() - rest.len())]);
            marked.push_str(BEFORE);
            marked.push_str(number);
            marked.push_str(AFTER);
            rest = &json[before + number.len()..];
        }
    }
    marked + rest
}

/// Puts the numbers back that [`mark`] replaced. The text is as `JSON.stringify` writes it, without blanks.
pub fn unmark(json: String) -> String {
    if !json.contains(BEFORE) {
        return json;
    }
    let mut whole = String::with_capacity(json.len());
    let mut rest = json.as_str();
    while let Some(at) = rest.find(BEFORE) {
        let (before, marked) = (&rest[..at], &rest[at + BEFORE.len()..]);
        whole.push_str(before);
        match marked.split_once(AFTER) {
            // Anything else is an object that happens to look like one of ours.
            Some((number, after)) if is_rounded_by_javascript(number) => {
                whole.push_str(number);
                rest = after;
            }
            _ => {
                whole.push_str(BEFORE);
                rest = marked;
            }
        }
    }
    whole + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_that_javascript_rounds_are_marked_and_come_back() {
        let marked = |number: &str| format!(r#"{{"$exact_number":"{number}"}}"#);
        for (json, number) in [
            ("*", "9007199254740993"),
            (r#"{"a":[1,*],"b":{"c":*}}"#, "12345678901234567890"),
            (
                r#"[-1.5,*,*,"*",{"9007199254740993":*}]"#,
                "-9223372036854775807",
            ),
            (r#"["漢字 \" \\",*]"#, "9007199254740993"),
        ] {
            let plain = json
                .replace("\"*\"", "\"9007199254740993\"")
                .replace('*', number);
            let away = json
                .replace("\"*\"", "\"9007199254740993\"")
                .replace('*', &marked(number));
            assert_eq!(mark(plain.clone()), away);
            assert_eq!(unmark(away), plain);
        }
    }

    #[test]
    fn everything_else_goes_and_comes_as_it_is() {
        for json in [
            "[9007199254740992,1e300,1.0,-0,1234567890123456]",
            r#"{"text":"{\"$exact_number\":\"9007199254740993\"}"}"#,
            r#"{"9007199254740993":"9007199254740993"}"#,
            r#"[{"$exact_number":"1"},{"$exact_number":"09007199254740993"},{"$exact_number":"-"},{"$exact_number":"99999999999999999999"}]"#,
            r#"[{"$exact_number":"9007199254740993","more":1},{"$exact_number":"text"},{"$exact_number":""}]"#,
        ] {
            assert_eq!(mark(json.to_owned()), json);
            assert_eq!(unmark(json.to_owned()), json);
        }
    }
}
