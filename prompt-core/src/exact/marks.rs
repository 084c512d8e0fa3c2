//! Integers on their way through JavaScript, which keeps 53 bits of their 64.
//!
//! What goes into a browser has each integer that JavaScript would round in the place of `{"$exact_number": "9007199254740993"}`;
//! what comes back has the number again. An object goes through everything that programs in JavaScript do with JSON: it is
//! copied, compared, stored and sent. An object of somebody's own that looks like a mark gets one more `$` before its key on the
//! way in and loses it on the way out. `web/src/api/exact-json.ts` does the same where a browser talks to a server.

use super::may_be_rounded;
use crate::number::{is_rounded_by_javascript, numbers};

/// A mark in its parts: before the last `$` of the key an object of somebody's own has more of them.
const OPEN: &str = "{\"";
const KEY: &str = "$exact_number\":\"";
const CLOSE: &str = "\"}";

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
    let json = respell(json, Way::In);
    let mut marked = String::with_capacity(json.len() + 64);
    let mut rest = json.as_str();
    for (before, number) in numbers(&json) {
        if is_rounded_by_javascript(number) {
            marked.push_str(&rest[..before - (json.len() - rest.len())]);
            marked.push_str(OPEN);
            marked.push_str(KEY);
            marked.push_str(number);
            marked.push_str(CLOSE);
            rest = &json[before + number.len()..];
        }
    }
    marked + rest
}

/// Puts the numbers back that [`mark`] replaced. The text is as `JSON.stringify` writes it, without blanks.
pub fn unmark(json: String) -> String {
    respell(json, Way::Out)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    In,
    Out,
}

/// On the way in, gives each object that looks like a mark one more `$`; on the way out, takes it away again, and puts its number
/// in the place of each mark.
fn respell(json: String, way: Way) -> String {
    if !json.contains(KEY) {
        return json;
    }
    let mut whole = String::with_capacity(json.len() + 64);
    let mut rest = json.as_str();
    while let Some(at) = rest.find(KEY) {
        let (mut before, mut after) = (&rest[..at], &rest[at + KEY.len()..]);
        let number = after.split('"').next().unwrap_or_default();
        let open = before.trim_end_matches('$');
        let looks_like_a_mark = open.ends_with(OPEN)
            && after[number.len()..].starts_with(CLOSE)
            && is_rounded_by_javascript(number);
        if looks_like_a_mark && way == Way::Out && open == before {
            whole.push_str(&open[..open.len() - OPEN.len()]);
            whole.push_str(number);
            after = &after[number.len() + CLOSE.len()..];
        } else {
            if looks_like_a_mark && way == Way::Out {
                before = &before[..at - 1];
            }
            whole.push_str(before);
            if looks_like_a_mark && way == Way::In {
                whole.push('$');
            }
            whole.push_str(KEY);
        }
        rest = after;
    }
    whole + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

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
    fn an_object_of_ones_own_that_looks_like_a_mark_stays_one() {
        for number in ["9007199254740993", "-9007199254740993"] {
            let own = |dollars: &str| format!(r#"[1,{{"{dollars}exact_number":"{number}"}}]"#);
            for (plain, away) in [("$", "$$"), ("$$", "$$$"), ("$$$", "$$$$")] {
                assert_eq!(mark(own(plain)), own(away));
                assert_eq!(unmark(own(away)), own(plain));
            }
        }
        let beside = r#"{"a":9007199254740993,"b":{"$exact_number":"9007199254740993"}}"#;
        assert_eq!(
            mark(beside.to_owned()),
            r#"{"a":{"$exact_number":"9007199254740993"},"b":{"$$exact_number":"9007199254740993"}}"#
        );
    }

    /// Free JSON, with much that is a number to be marked, looks like a mark, or looks like a part of one.
    fn free_json() -> impl Strategy<Value = Value> {
        let number = prop_oneof![any::<u64>(), Just(9_007_199_254_740_993), 0..9_u64];
        let number = prop_oneof![
            number.clone().prop_map(|it| it.to_string()),
            any::<i64>().prop_map(|it| it.to_string()),
            number.prop_map(|it| format!("0{it}")),
            Just("99999999999999999999".to_owned()),
        ];
        let key = "(\\$){0,3}exact_number|[a\"{}:\\\\$]{0,3}(\\$exact_number)?(\":\")?";
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<u64>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            number.clone().prop_map(Value::from),
            key.prop_map(Value::from),
            (key, number).prop_map(|(key, number)| Value::from_iter([(key, number)])),
        ];
        leaf.prop_recursive(4, 24, 4, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((key, inner), 0..4).prop_map(Value::from_iter),
            ]
        })
    }

    proptest! {
        #[test]
        fn whatever_goes_into_a_browser_comes_back_the_same(value in free_json()) {
            let json = value.to_string();
            let marked = mark(json.clone());
            // JavaScript keeps every number that is left, and so does what it does with JSON.
            prop_assert!(numbers(&marked).all(|(_, number)| !is_rounded_by_javascript(number)));
            prop_assert_eq!(unmark(marked), json);
        }
    }

    #[test]
    fn everything_else_goes_and_comes_as_it_is() {
        for json in [
            "[9007199254740992,1e300,1.0,-0,1234567890123456]",
            r#"{"text":"{\"$exact_number\":\"9007199254740993\"}"}"#,
            r#"{"9007199254740993":"9007199254740993"}"#,
            r#"[{"$exact_number":"1"},{"$exact_number":"09007199254740993"},{"$exact_number":"-"},{"$exact_number":"99999999999999999999"},{"$$exact_number":"1"}]"#,
            r#"[{"$exact_number":"9007199254740993","more":1},{"$exact_number":"text"},{"$exact_number":""}]"#,
        ] {
            assert_eq!(mark(json.to_owned()), json);
            assert_eq!(unmark(json.to_owned()), json);
        }
    }
}
