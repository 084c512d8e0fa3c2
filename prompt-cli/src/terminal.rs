//! What others wrote, so that a terminal shows it and does nothing else with it.

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

fn is_obeyed(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
