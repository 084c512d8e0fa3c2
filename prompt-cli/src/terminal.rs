//! Makes untrusted text safe to print on a terminal.

use std::borrow::Cow;

/// Joins a text into one line, replacing control characters and bidirectional overrides.
pub fn one_line(text: &str) -> String {
    lines(text).replace(['\n', '\t'], " ")
}

/// Replaces control characters and bidirectional overrides, keeping line breaks and tabs.
pub fn lines(text: &str) -> String {
    text.chars()
        .map(|c| if is_obeyed(c) { '\u{fffd}' } else { c })
        .collect()
}

/// Makes control characters visible: an escape becomes ␛.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // Part of a line break; alone, it would return to the start of the line.
            '\r' if chars.peek() == Some(&'\n') => shown.push(c),
            '\u{7f}' => shown.push('␡'),
            '\0'..='\u{1f}' if is_obeyed(c) => {
                shown.extend(char::from_u32(0x2400 + u32::from(c)));
            }
            c if is_obeyed(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

fn is_obeyed(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_visible() {
        for (text, visible) in [
            (
                "plain ünïcode 漢 😀\n\ttab\r\n",
                "plain ünïcode 漢 😀\n\ttab\r\n",
            ),
            ("\u{1b}[2J\u{1b}]0;title\u{7}", "␛[2J␛]0;title␇"),
            ("secret\rshown\u{8}\u{7f}\0", "secret␍shown␈␡␀"),
            (
                "\u{9b}31m \u{202e}abc\u{2066}",
                "\\u{9b}31m \\u{202e}abc\\u{2066}",
            ),
        ] {
            assert_eq!(shown(text), visible);
        }
    }
}
