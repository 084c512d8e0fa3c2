//! Parses JSON, tolerating lone surrogates.

use serde::de::DeserializeOwned;
use serde_json::Value;

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
        Ok(value) => return Some(value),
        Err(error) => error,
    };
    let (mended, count) = mend_surrogates(text);
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
