//! Escapes characters that a format cannot represent, so that readers see them and the import restores
//! them.
//!
//! In *escaped* text, `\u000b` is the character with that number, `\r` a carriage return and `\\` a
//! backslash. Markdown, XML and HTML share this rule.

use std::fmt::Write;

/// Escapes a text: backslashes, carriage returns and every character for which `lacks` returns true.
pub(crate) fn escape(text: &str, lacks: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\r' => out.push_str("\\r"),
            character if lacks(character) => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            character => out.push(character),
        }
    }
    out
}

/// Decodes an escaped text. A backslash that begins no escape is literal.
pub(crate) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('\\') {
            out.push('\\');
            rest = after;
        } else if let Some(after) = rest.strip_prefix('r') {
            out.push('\r');
            rest = after;
        } else if let Some((character, after)) = numbered(rest) {
            out.push(character);
            rest = after;
        } else {
            out.push('\\');
        }
    }
    out.push_str(rest);
    out
}

fn numbered(text: &str) -> Option<(char, &str)> {
    let digits = text.strip_prefix('u')?.get(..4)?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    Some((char::from_u32(number)?, &text[5..]))
}

/// Control characters other than tab and line feed, and the two noncharacters of the basic plane.
pub(crate) const fn is_control(character: char) -> bool {
    matches!(character, '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_escaped_comes_back() {
        for text in [
            "",
            "plain",
            "a\r\nb",
            "\0\u{b}\u{1f}\u{ffff}",
            "\\",
            "\\r \\u0041 \\\\",
            "ends in \\",
        ] {
            let escaped = escape(text, is_control);
            assert!(!escaped.contains(is_control), "{escaped:?}");
            assert_eq!(unescape(&escaped), text);
        }
    }

    #[test]
    fn a_stray_backslash_stands_for_itself() {
        assert_eq!(unescape("\\q \\u12 \\uzzzz \\"), "\\q \\u12 \\uzzzz \\");
    }
}
