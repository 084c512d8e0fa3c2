//! Truncates texts.

use unicode_segmentation::UnicodeSegmentation;

use crate::limits;

/// The maximum number of characters of a value in a list of changes, and of a request quoted in a
/// description.
pub const EXCERPT: usize = 100;

/// Truncates a text to at most `most` characters and appends an ellipsis. Grapheme clusters are never
/// split.
///
/// ```
/// # use prompt_core::text::truncate;
/// assert_eq!(truncate("short", 5), "short");
/// assert_eq!(truncate("longer", 5), "longe…");
/// assert_eq!(truncate("ab👨‍👩‍👧", 3), "ab…");
/// ```
pub fn truncate(text: &str, most: usize) -> String {
    let Some((limit, _)) = text.char_indices().nth(most) else {
        return text.to_owned();
    };
    let mut end = 0;
    for (at, grapheme) in text.grapheme_indices(true) {
        if at + grapheme.len() > limit {
            break;
        }
        end = at + grapheme.len();
    }
    // A first cluster longer than the limit is split, because a letter may carry a thousand marks.
    if end == 0 {
        end = limit;
    }
    format!("{}…", &text[..end])
}

/// Returns the title of a copy, truncated if it would become too long.
///
/// ```
/// # use prompt_core::text::copy_title;
/// assert_eq!(copy_title("Greeter"), "Greeter (Copy)");
/// assert_eq!(copy_title(&"x".repeat(200)).chars().count(), 200);
/// ```
pub fn copy_title(title: &str) -> String {
    const MARK: &str = " (Copy)";
    let room = limits::TITLE_CHARS - MARK.len();
    let kept: String = title.chars().take(room).collect();
    format!("{}{MARK}", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_counts_characters() {
        for (text, most, cut) in [
            ("", 0, ""),
            ("漢字漢字", 2, "漢字…"),
            ("e\u{301}e\u{301}", 2, "e\u{301}…"),
            ("e\u{301}e\u{301}", 3, "e\u{301}…"),
            ("a\u{301}\u{301}\u{301}", 2, "a\u{301}…"),
        ] {
            assert_eq!(truncate(text, most), cut, "{text}");
        }
    }
}
