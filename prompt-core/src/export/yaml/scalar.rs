//! Writing texts and numbers so that every YAML parser reads them back unchanged.

use std::fmt::Write;

use serde_json::Number;

use crate::byte_set::ByteSet;

/// Longer keys are written as explicit keys, because parsers only search for the colon within a limit.
pub(super) const LONG_KEY_BYTES: usize = 120;

pub(super) fn pad(out: &mut String, spaces: usize) {
    const SPACES: &str = "                                ";
    let mut left = spaces;
    while left > 0 {
        let some = left.min(SPACES.len());
        out.push_str(&SPACES[..some]);
        left -= some;
    }
}

/// Whether every parser reads this unquoted word as the same text.
pub(super) fn is_plain(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        && text.len() <= LONG_KEY_BYTES
        && !text.contains("--")
        && !["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
            .iter()
            .any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether a block scalar represents a text exactly in every parser.
pub(super) fn fits_block(text: &str) -> bool {
    // Control characters, and the first bytes of problematic characters.
    const DELICATE: ByteSet = ByteSet::of(&[0x7f, 0xc2, 0xe2, 0xef]).or_below(b' ');
    let bytes = text.as_bytes();
    if !text.contains('\n') || text.ends_with("\n\n") || text == "\n" {
        return false;
    }
    // Whether the line has any non-blank character so far, and whether it has any character at all.
    let (mut ink, mut any) = (false, false);
    let mut at = 0;
    while at < bytes.len() {
        if ink {
            // In the rest of the line only its ending and forbidden characters matter.
            at = DELICATE.find(bytes, at);
        }
        let Some(byte) = bytes.get(at) else {
            break;
        };
        match byte {
            b'\n' => {
                if any && !ink {
                    return false;
                }
                (ink, any) = (false, false);
            }
            b' ' => any = true,
            b'\t' if ink => {}
            0..b' ' | 0x7f => return false,
            0xc2 | 0xe2 | 0xef if is_delicate_at(&text[at..]) => return false,
            _ => (ink, any) = (true, true),
        }
        at += 1;
    }
    ink || !any
}

fn is_delicate_at(text: &str) -> bool {
    text.chars().next().is_some_and(is_delicate)
}

/// Characters that YAML forbids or that parsers treat differently.
const fn is_delicate(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{a0}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
    )
}

/// Writes a block scalar: `|-` if the text has no final line feed, `|` if it has one.
pub(super) fn push_block(out: &mut String, text: &str, column: usize, step: usize) {
    out.push('|');
    if text.starts_with([' ', '\n']) {
        // The parser cannot infer the indentation from such a first line.
        let _ = write!(out, "{step}");
    }
    let lines = if let Some(lines) = text.strip_suffix('\n') {
        lines
    } else {
        out.push('-');
        text
    };
    for line in lines.split('\n') {
        out.push('\n');
        if !line.is_empty() {
            pad(out, column);
            out.push_str(line);
        }
    }
}

/// Writes a text as a double-quoted scalar on one line.
pub(crate) fn push_quoted(out: &mut String, text: &str, guard_runs: bool) {
    out.push('"');
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest
            .find(|character: char| {
                is_delicate(character)
                    || matches!(character, '"' | '\\')
                    || guard_runs && matches!(character, '-' | '+')
            })
            .unwrap_or(rest.len());
        out.push_str(&rest[..end]);
        rest = &rest[end..];
        let Some(character) = rest.chars().next() else {
            break;
        };
        let taken = match character {
            '-' | '+' => {
                let run = rest.len() - rest.trim_start_matches(character).len();
                for _ in 0..run {
                    match character {
                        '-' if run >= 3 => out.push_str("\\x2d"),
                        '+' if run >= 3 => out.push_str("\\x2b"),
                        _ => out.push(character),
                    }
                }
                run
            }
            _ => {
                push_escape(out, character);
                character.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    out.push('"');
}

fn push_escape(out: &mut String, character: char) {
    // Writing to a string cannot fail.
    let _ = match (character, u32::from(character)) {
        ('"', _) => write!(out, "\\\""),
        ('\\', _) => write!(out, "\\\\"),
        ('\n', _) => write!(out, "\\n"),
        ('\r', _) => write!(out, "\\r"),
        ('\t', _) => write!(out, "\\t"),
        (_, number @ 0..0x100) => write!(out, "\\x{number:02x}"),
        (_, number) => write!(out, "\\u{number:04x}"),
    };
}

/// Formats a number so that YAML 1.1 also reads it as a number, which requires a decimal point and a
/// signed exponent.
pub(crate) fn yaml_number(number: &Number) -> String {
    let text = number.to_string();
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text;
    };
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with(['-', '+']) {
        ""
    } else {
        "+"
    };
    format!("{mantissa}{point}e{sign}{exponent}")
}
