//! Characters that people do not see and models read: instructions hidden in a text.

/// Hidden characters on one line of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// The line, counted from 1.
    pub line: usize,
    /// The place of the first one in its line, in characters counted from 1.
    pub column: usize,
    /// The characters, in order.
    pub characters: Vec<char>,
}

/// Finds the hidden characters of a text: Unicode tags, bidirectional controls, zero-width characters
/// and others that leave no mark. Joiners within words and emoji, flags and variation selectors have a
/// visible effect and are not found.
///
/// ```
/// let found = prompt_core::lint::hidden_characters("one\ntwo\u{202e}");
/// assert_eq!((found[0].line, found[0].column, &*found[0].characters), (2, 4, &['\u{202e}'][..]));
/// ```
pub fn hidden_characters(text: &str) -> Vec<Hidden> {
    let mut found = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        if line.is_ascii() {
            continue;
        }
        let characters: Vec<char> = line.chars().collect();
        let mut hidden = Vec::new();
        let mut first = None;
        let mut is_in_flag = false;
        for (at, one) in characters.iter().copied().enumerate() {
            let before = at.checked_sub(1).map(|at| characters[at]);
            let after = characters.get(at + 1).copied();
            // A flag such as Scotland's is a black flag followed by tags.
            is_in_flag = match one {
                '\u{1f3f4}' => true,
                '\u{e0020}'..='\u{e007f}' => is_in_flag,
                _ => false,
            };
            if !is_in_flag && is_hidden(before, one, after, index == 0 && at == 0) {
                hidden.push(one);
                first.get_or_insert(at + 1);
            }
        }
        if let Some(column) = first {
            found.push(Hidden {
                line: index + 1,
                column,
                characters: hidden,
            });
        }
    }
    found
}

fn is_hidden(before: Option<char>, one: char, after: Option<char>, is_first: bool) -> bool {
    match one {
        // A byte order mark at the start of a file is no part of its text.
        '\u{feff}' => !is_first,
        '\u{ad}'
        | '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e00ff}'
        | '\u{e01f0}'..='\u{e0fff}' => true,
        // Between letters of a script that joins them, and between emoji, joiners have an effect.
        '\u{200c}' | '\u{200d}' => !(joins(before) && joins(after)),
        // One selector chooses the form of the character before it; several carry data.
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => {
            before.is_none_or(|before| is_selector(before) || before.is_whitespace())
        }
        _ => false,
    }
}

fn joins(one: Option<char>) -> bool {
    one.is_some_and(|one| !one.is_ascii() && !one.is_whitespace())
}

fn is_selector(one: char) -> bool {
    matches!(one, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

impl Hidden {
    /// The characters for a message: `U+202E, U+E0069 (12 in all)`.
    pub fn code_points(&self) -> String {
        /// Characters that are named before the rest is counted.
        const NAMED: usize = 8;
        let named: Vec<_> = self
            .characters
            .iter()
            .take(NAMED)
            .map(|one| format!("U+{:04X}", u32::from(*one)))
            .collect();
        let rest = if self.characters.len() > NAMED {
            format!(" … ({} in all)", self.characters.len())
        } else {
            String::new()
        };
        named.join(", ") + &rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_found_with_its_line() {
        let tags: String = "hi"
            .chars()
            .filter_map(|one| char::from_u32(0xe0000 + u32::from(one)))
            .collect();
        for (text, expected) in [
            (format!("a\nb{tags}c"), vec![(2, "U+E0068, U+E0069")]),
            (
                "\u{202e}x\u{202c}\n\u{2066}y".to_owned(),
                vec![(1, "U+202E, U+202C"), (2, "U+2066")],
            ),
            (
                "a\u{200b}b\u{feff}c".to_owned(),
                vec![(1, "U+200B, U+FEFF")],
            ),
            ("a\u{200d}b".to_owned(), vec![(1, "U+200D")]),
            (
                "x\u{fe0f}\u{fe01}\u{fe02}".to_owned(),
                vec![(1, "U+FE01, U+FE02")],
            ),
            ("\u{3164}".to_owned(), vec![(1, "U+3164")]),
        ] {
            let found = hidden_characters(&text);
            let found: Vec<_> = found
                .iter()
                .map(|one| (one.line, one.code_points()))
                .collect();
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(line, points)| (line, points.to_owned()))
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn ordinary_writing_of_every_script_is_not_found() {
        for text in [
            "plain\ttext\r\nwith lines",
            "👩‍👩‍👧 ❤️ 1️⃣ 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "می‌خواهم نمی‌دانم",
            "क्‍ष श्री‌",
            "שלום \u{200f}(א)\u{200e}",
            "\u{feff}Über ñ 漢字 葛\u{e0100}",
        ] {
            let text = text.trim_end_matches('\u{200c}');
            assert_eq!(hidden_characters(text), [], "{text:?}");
        }
    }
}
