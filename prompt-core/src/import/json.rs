//! Parses JSON, tolerating lone surrogates.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use crate::number::quote_inexact;

/// Parses JSON embedded in a file. A number that would be rounded becomes a text, with a diagnostic.
pub(super) fn read<T: DeserializeOwned>(
    text: &str,
    diagnostics: &mut Diagnostics,
) -> serde_json::Result<T> {
    let (quoted, numbers) = quote_inexact(text);
    let value = serde_json::from_str(&quoted)?;
    for number in numbers {
        long_number(number, diagnostics);
    }
    Ok(value)
}

/// Adds a diagnostic about a number that became a text.
pub(super) fn long_number(number: &str, diagnostics: &mut Diagnostics) {
    diagnostics.warn(
        "long_number",
        "",
        format!("The number {number} cannot be kept as a number; it is kept as text"),
    );
}

/// Parses JSON. If it returns `None`, the reason is in the diagnostics.
pub(super) fn parse(text: &str, diagnostics: &mut Diagnostics) -> Option<Value> {
    let first = match read(text, diagnostics) {
        Ok(value) => {
            tell_doubled_keys(text, diagnostics);
            return Some(value);
        }
        Err(error) => error,
    };
    let (bare, comments, _) = without_comments(text);
    if let Ok(value) = read(&bare, diagnostics) {
        tell_doubled_keys(&bare, diagnostics);
        return Some(value);
    }
    let (mended, count) = mend_surrogates(if comments > 0 { &bare } else { text });
    if count > 0
        && let Ok(value) = read(&mended, diagnostics)
    {
        diagnostics.warn(
            "half_characters",
            "",
            format!("{count} halves of characters (lone surrogates) were replaced by U+FFFD"),
        );
        return Some(value);
    }
    diagnostics.error(
        "bad_json",
        format!("line {}", first.line()),
        if first.to_string().starts_with("recursion limit exceeded") {
            "Values stand in each other more than 128 deep, which is not read".to_owned()
        } else {
            format!("This is not JSON: {first}")
        },
        "Correct the file and import it again",
    );
    None
}

/// Puts blanks in the place of comments and of commas before a closing bracket, as editors write them into settings.
/// Returns the number of comments and the line of the first as well.
pub(super) fn without_comments(text: &str) -> (String, usize, usize) {
    let mut bytes = text.as_bytes().to_vec();
    let (mut count, mut first) = (0, 0);
    let mut comma = None;
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let rest = &bytes[at..];
        let end = match rest {
            [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n'),
            [b'/', b'*', ..] => {
                let close = rest[2..].windows(2).position(|pair| pair == b"*/");
                close.map(|close| close + 4)
            }
            _ => Some(0),
        };
        let end = end.unwrap_or(rest.len());
        if end > 0 {
            if count == 0 {
                first = text[..at].matches('\n').count() + 1;
            }
            count += 1;
            for byte in &mut bytes[at..at + end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
            at += end;
            continue;
        }
        match byte {
            b'"' => {
                at += 1;
                while let Some(byte) = bytes.get(at).filter(|byte| **byte != b'"') {
                    at += if *byte == b'\\' { 2 } else { 1 };
                }
                comma = None;
            }
            b',' => comma = Some(at),
            b']' | b'}' => {
                if let Some(at) = comma.take() {
                    bytes[at] = b' ';
                }
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => comma = None,
        }
        at += 1;
    }
    let bare = String::from_utf8(bytes).unwrap_or_default();
    (bare, count, first)
}

/// The most keys of a file that are told to stand twice.
const TOLD: usize = 20;

/// Warns of keys that stand twice in an object, of which the last value counts.
fn tell_doubled_keys(text: &str, diagnostics: &mut Diagnostics) {
    let bytes = text.as_bytes();
    let mut open: Vec<Map<String, Value>> = Vec::new();
    let mut told = 0;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            // A list has no keys, and its strings are followed by no colon.
            b'{' | b'[' => open.push(Map::new()),
            b'}' | b']' => {
                open.pop();
            }
            b'"' => {
                let start = at - 1;
                while let Some(byte) = bytes.get(at) {
                    at += match byte {
                        b'\\' => 2,
                        b'"' => break,
                        _ => 1,
                    };
                }
                at += 1;
                let is_key = text.get(at..).is_some_and(|rest| {
                    rest.trim_start_matches([' ', '\n', '\r', '\t'])
                        .starts_with(':')
                });
                if is_key
                    && let Some(keys) = open.last_mut()
                    && let Ok(key) = serde_json::from_str::<String>(&text[start..at])
                {
                    let shown: String = key.chars().take(60).collect();
                    if keys.insert(key, Value::Null).is_some() {
                        let line = text[..start].matches('\n').count() + 1;
                        diagnostics.warn(
                            "doubled_key",
                            format!("line {line}"),
                            format!("The key '{shown}' stands twice; the last value counts"),
                        );
                        told += 1;
                        if told == TOLD {
                            return;
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// Replaces each lone surrogate, such as `\ud83d`, by `\ufffd`.
fn mend_surrogates(text: &str) -> (String, usize) {
    let mut out = String::with_capacity(text.len());
    let mut count = 0;
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => 12,
            (Some(0xd800..0xe000), _) => {
                out.push_str("\\ufffd");
                count += 1;
                rest = &rest[6..];
                continue;
            }
            _ => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out.push_str(rest);
    (out, count)
}

/// The code unit of a `\uXXXX` escape at the start of the text.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nests_too_deeply_is_said_with_its_line() {
        for text in ["[\n".repeat(200_000), "{\"a\":\n".repeat(200_000)] {
            let mut diagnostics = Diagnostics::default();
            assert_eq!(parse(&text, &mut diagnostics), None);
            let diagnostics = diagnostics.into_list();
            assert_eq!(diagnostics[0].place.as_deref(), Some("line 128"));
            assert!(diagnostics[0].message.contains("more than 128 deep"));
        }
    }

    #[test]
    fn comments_and_last_commas_become_blanks() {
        for (text, expected, count, first) in [
            ("[1, 2,]", "[1, 2 ]", 0, 0),
            (
                "[\"//\", \"/* \\\" */,]\"]",
                "[\"//\", \"/* \\\" */,]\"]",
                0,
                0,
            ),
            (
                "{\n// é,\n\"a\": 1, /* } */ }",
                "{\n      \n\"a\": 1          }",
                2,
                2,
            ),
            ("[1 /* open", "[1        ", 1, 1),
            ("\"open\\", "\"open\\", 0, 0),
        ] {
            let expected = (expected.to_owned(), count, first);
            assert_eq!(without_comments(text), expected, "{text}");
        }
    }

    #[test]
    fn keys_that_stand_twice_are_told_with_their_line() {
        for (text, lines) in [
            (r#"{"a": 1, "b": {"a": 2}, "c": ["a", "a"]}"#, vec![]),
            ("{\"a\": 1,\n\"a\": 2}", vec!["line 2"]),
            (
                "{\"m\": [{\"a\\u0062\": 1,\n \"ab\" : 2}],\n\"m\":\"}\"}",
                vec!["line 2", "line 3"],
            ),
        ] {
            let mut diagnostics = Diagnostics::default();
            assert!(parse(text, &mut diagnostics).is_some());
            let told: Vec<_> = diagnostics
                .into_list()
                .into_iter()
                .filter_map(|one| one.place)
                .collect();
            assert_eq!(told, lines, "{text}");
        }
    }

    #[test]
    fn halves_are_replaced_and_pairs_are_kept() {
        for (text, expected, count) in [
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#, 0),
            (r#""\ud83d""#, r#""\ufffd""#, 1),
            (r#""\ude00\ud83d x""#, r#""\ufffd\ufffd x""#, 2),
            (r#""\\ud83d""#, r#""\\ud83d""#, 0),
        ] {
            assert_eq!(
                mend_surrogates(text),
                (expected.to_owned(), count),
                "{text}"
            );
        }
    }
}
