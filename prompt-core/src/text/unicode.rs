//! Characters that break a line, are invisible, or change the text direction.

/// Whether a character is not allowed in single-line text such as titles, names and tags: line breaks,
/// tabs and terminal control characters.
pub fn breaks_a_line(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Replaces every character that [breaks a line](breaks_a_line) by a blank. Returns whether the change
/// is visible after trimming.
///
/// ```
/// let mut title = "Red \u{1b}[31m\n".to_owned();
/// assert!(prompt_core::text::keep_on_one_line(&mut title));
/// assert_eq!(title, "Red  [31m ");
/// ```
#[inline(never)]
pub fn keep_on_one_line(text: &mut String) -> bool {
    if !text.chars().any(breaks_a_line) {
        return false;
    }
    let is_noticed = text.trim().chars().any(breaks_a_line);
    let kept = text
        .chars()
        .map(|one| if breaks_a_line(one) { ' ' } else { one });
    *text = kept.collect();
    is_noticed
}

/// Whether a text has no visible character. Blanks, control characters and format characters, such as
/// joiners and direction marks, are invisible.
///
/// ```
/// # use prompt_core::text::is_blank;
/// assert!(is_blank(" \u{200b}\u{202e}\u{feff}"));
/// assert!(!is_blank("\u{200f}שלום"));
/// ```
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_invisible)
}

fn is_invisible(character: char) -> bool {
    character.is_whitespace() || character.is_control() || is_ignorable(character)
}

/// Unicode's `Default_Ignorable_Code_Point`, plus the two letters that render as nothing.
pub(super) fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a text closes every direction change it opens. Otherwise it would also reverse the text that
/// follows it on the same line.
///
/// ```
/// # use prompt_core::text::ends_its_directions;
/// assert!(ends_its_directions("a \u{2067}שלום\u{2069} b"));
/// assert!(!ends_its_directions("invoice\u{202e}gpj.exe"));
/// ```
pub fn ends_its_directions(text: &str) -> bool {
    let (mut embedded, mut isolated) = (0_usize, 0_usize);
    for character in text.chars() {
        match character {
            '\u{202a}' | '\u{202b}' | '\u{202d}' | '\u{202e}' => embedded += 1,
            '\u{2066}'..='\u{2068}' => isolated += 1,
            '\u{202c}' => embedded = embedded.saturating_sub(1),
            '\u{2069}' => isolated = isolated.saturating_sub(1),
            _ => {}
        }
    }
    embedded == 0 && isolated == 0
}

/// Whether a character is a mark within words that does not count as alphabetic.
pub(crate) fn is_mark(one: char) -> bool {
    match one {
        // The signs that change or end a consonant stand at the same places of every Indic block.
        '\u{900}'..='\u{d7f}' => matches!(u32::from(one) & 0x7f, 0x3c | 0x4d),
        '\u{300}'..='\u{36f}'
        | '\u{591}'..='\u{5bd}'
        | '\u{64b}'..='\u{652}'
        | '\u{dca}'
        | '\u{e47}'..='\u{e4e}'
        | '\u{1039}'
        | '\u{103a}'
        | '\u{17d2}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_seen_counts_as_text() {
        for (text, blank) in [
            ("", true),
            (" \t\r\n\u{a0}\u{3000}", true),
            ("\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}", true),
            ("\u{202e}\u{2066}\u{2069}", true),
            ("\u{0}\u{1b}\u{7f}\u{9f}", true),
            ("\u{ad}\u{3164}\u{2800}\u{fe0f}\u{e0041}", true),
            ("\u{200b}.", false),
            ("\u{200f}שלום", false),
            ("👨\u{200d}👩\u{200d}👧", false),
            ("❤\u{fe0f}", false),
            ("漢", false),
            ("\u{301}", false),
        ] {
            assert_eq!(is_blank(text), blank, "{text:?}");
        }
    }

    #[test]
    fn a_direction_that_is_not_ended_is_found() {
        for (text, ends) in [
            ("plain", true),
            ("\u{200f}שלום\u{200e}", true),
            ("\u{202b}שלום\u{202c}", true),
            ("\u{2068}שלום\u{2069}", true),
            ("a\u{202c}\u{2069}", true),
            ("\u{202e}", false),
            ("a \u{2067}b", false),
            ("\u{202c}\u{202e}a", false),
            ("\u{202d}\u{202e}a\u{202c}", false),
        ] {
            assert_eq!(ends_its_directions(text), ends, "{text:?}");
        }
    }

    #[test]
    fn a_line_keeps_its_length_without_what_breaks_it() {
        for (text, line, is_noticed) in [
            (
                "Plain — 漢字 👩\u{200d}👩",
                "Plain — 漢字 👩\u{200d}👩",
                false,
            ),
            ("ends\r\n", "ends  ", false),
            ("a\tb\u{0}c\u{9b}d", "a b c d", true),
            ("a\u{2028}b\u{2029}c\u{85}d", "a b c d", true),
        ] {
            let mut kept = text.to_owned();
            assert_eq!(keep_on_one_line(&mut kept), is_noticed, "{text:?}");
            assert_eq!(kept, line);
        }
    }
}
