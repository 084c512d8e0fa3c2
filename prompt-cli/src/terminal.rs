//! What others wrote, so that a terminal shows it and does nothing else with it.

use std::borrow::Cow;

/// A text on one line. Characters that a terminal obeys, and those that turn the reading direction, are replaced.
pub fn one_line(text: &str) -> String {
    lines(text).replace(['\n', '\t'], " ")
}

/// A text on as many lines as it has.
pub fn lines(text: &str) -> String {
    text.chars()
        .map(|c| if is_obeyed(c) { '\u{fffd}' } else { c })
        .collect()
}

/// A text as a terminal may show it: what it would obey is visible instead, an escape as ␛.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // The end of a line, and not a way back to its beginning.
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
