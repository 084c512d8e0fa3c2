//! Small rules about text: tags, truncation, file names, lengths.

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

use crate::{VersionNumber, limits};

/// Characters of a value in a list of changes, and of a request quoted in a description.
pub const EXCERPT: usize = 100;
/// Tags as a person typed them, separated by commas: trimmed, empty and repeated ones dropped.
///
/// ```
/// assert_eq!(prompt_core::text::parse_tags(" code, review,, code "), ["code", "review"]);
/// ```
pub fn parse_tags(text: &str) -> Vec<String> {
    clean_tags(text.split(',').map(str::to_owned).collect())
}

/// Tags trimmed, empty and repeated ones dropped whatever their case, in the order in which they came. Where there are more than may be stored,
/// what follows is not compared with all before it: that would take minutes, and the list is refused or cut anyway.
pub fn clean_tags(tags: Vec<String>) -> Vec<String> {
    let mut clean = tags;
    let mut first: Vec<String> = Vec::new();
    clean.retain_mut(|tag| {
        let trimmed = tag.trim();
        let key = tag_key(trimmed);
        if is_blank(trimmed) || first.contains(&key) {
            return false;
        }
        if trimmed.len() < tag.len() {
            *tag = trimmed.to_owned();
        }
        if first.len() <= limits::TAGS {
            first.push(key);
        }
        true
    });
    clean
}

/// Tags without those that are `gone`, whatever their case.
pub fn without_tags(mut tags: Vec<String>, gone: &[String]) -> Vec<String> {
    let gone: Vec<String> = gone.iter().map(|tag| tag_key(tag)).collect();
    tags.retain(|tag| !gone.contains(&tag_key(tag)));
    tags
}

/// What tags are compared by: neither case nor blanks around them count.
fn tag_key(tag: &str) -> String {
    tag.trim().to_lowercase()
}

/// Whether a character has no place in what stands on one line, as titles, names and tags do: line breaks, tabs, and all that a
/// terminal obeys.
pub fn breaks_a_line(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Puts a blank for every character that [breaks a line](breaks_a_line), and says whether a person notices: one at an end is
/// trimmed anyway.
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

/// Whether a person sees anything of a text. Blanks, control characters and what only steers other characters, as
/// joiners and directions, show nothing.
///
/// ```
/// # use prompt_core::text::is_blank;
/// assert!(is_blank(" \u{200b}\u{202e}\u{feff}"));
/// assert!(!is_blank("\u{200f}שלום"));
/// ```
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_invisible)
}

/// Unicode's `Default_Ignorable_Code_Point`, which Unicode keeps closed, with blanks, controls and the two letters that are
/// drawn as nothing.
fn is_invisible(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a text ends every change of direction it begins. One that does not turns whatever is shown after it in the same
/// line, which belongs to somebody else.
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

/// How long a text is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TextCounts {
    /// Characters, as people count them roughly: Unicode scalar values.
    pub characters: usize,
    /// About how many tokens a model makes of it; every model counts differently.
    pub tokens: usize,
}

impl TextCounts {
    /// Counts a text. Tokenisers of today make about one token of four ASCII letters, and three of four other characters.
    ///
    /// ```
    /// # use prompt_core::text::TextCounts;
    /// assert_eq!(TextCounts::of("Say hello!"), TextCounts { characters: 10, tokens: 3 });
    /// assert_eq!(TextCounts::of("漢字"), TextCounts { characters: 2, tokens: 2 });
    /// ```
    pub fn of(text: &str) -> Self {
        // Eight bytes at a time, since a long text is counted on every key that is typed into it. In UTF-8 all but ASCII has
        // the highest bit set, and a byte that begins no character has the next one clear.
        const HIGHEST: u64 = 0x8080_8080_8080_8080;
        let (words, rest) = text.as_bytes().as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let (mut high, mut inner) = (0, 0);
        for word in words.iter().chain([&last]) {
            let word = u64::from_ne_bytes(*word);
            let set = word & HIGHEST;
            high += set.count_ones() as usize;
            inner += (set & !(word << 1)).count_ones() as usize;
        }
        let (characters, ascii) = (text.len() - inner, text.len() - high);
        Self {
            characters,
            tokens: (ascii + 3 * (characters - ascii)).div_ceil(4),
        }
    }

    /// The counts of two texts together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            characters: self.characters + other.characters,
            tokens: self.tokens + other.tokens,
        }
    }
}

/// A text of at most so many characters, then an ellipsis if there was more. What a person sees as one character is never
/// cut in two.
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
    // Somebody may stack a thousand marks on one letter: then the rule gives way.
    if end == 0 {
        end = limit;
    }
    format!("{}…", &text[..end])
}

/// The title of a copy. A title that would become too long is cut to make room.
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

/// The name of an exported file: the title in lower case, letters and digits of any script kept and the rest collapsed to
/// '-', then the version and the extension.
///
/// ```
/// # use prompt_core::{VersionNumber, text::export_file_name};
/// let version = VersionNumber::new(1, 2, 3);
/// assert_eq!(export_file_name("Größe & 漢字!", version, "md"), "größe-漢字-v1-2-3.md");
/// assert_eq!(export_file_name("???", version, "md"), "prompt-v1-2-3.md");
/// ```
pub fn export_file_name(title: &str, version: VersionNumber, extension: &str) -> String {
    const MOST: usize = 100;
    // File systems take 255 bytes, of which the version, an ending and what is remembered beside the file need some.
    const MOST_BYTES: usize = 200;
    let mut name = String::new();
    let mut length = 0;
    for character in title.to_lowercase().chars() {
        let kept = if is_kept_in_file_names(character) {
            character
        } else if name.is_empty() || name.ends_with('-') {
            continue;
        } else {
            '-'
        };
        if length == MOST || name.len() + kept.len_utf8() > MOST_BYTES {
            break;
        }
        name.push(kept);
        length += 1;
    }
    let name = name.trim_end_matches('-');
    let name = if name.is_empty() { "prompt" } else { name };
    let VersionNumber {
        major,
        minor,
        batch,
    } = version;
    format!("{name}-v{major}-{minor}-{batch}.{extension}")
}

/// Letters and digits of any script; the marks that Indic and other scripts write within words belong to their letters.
fn is_kept_in_file_names(character: char) -> bool {
    character.is_alphanumeric()
        || (!character.is_ascii()
            && !character.is_whitespace()
            && !character.is_control()
            && is_mark(character))
}

/// Whether a character extends the one before it, as combining marks do.
fn is_mark(character: char) -> bool {
    let mut pair = String::from("a");
    pair.push(character);
    // The joiner is no letter and no mark: it only glues.
    character != '\u{200d}' && pair.graphemes(true).count() == 1
}

/// How many bytes a value has as JSON, without writing it anywhere.
pub fn json_bytes(value: &impl Serialize) -> usize {
    struct Count(usize);

    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let mut count = Count(0);
    match write_json(value, &mut count) {
        Ok(()) => count.0,
        // Only a map whose keys are no strings cannot be written, and no type of ours has one.
        Err(_) => usize::MAX,
    }
}

/// A value as JSON text.
pub fn json(value: &(impl Serialize + ?Sized)) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::new();
    write_json(value, &mut text)?;
    Ok(text)
}

/// All that writes JSON goes through one kind of writer, so that no type is compiled once for each: a browser downloads it.
fn write_json(
    value: &(impl Serialize + ?Sized),
    writer: &mut dyn std::io::Write,
) -> serde_json::Result<()> {
    serde_json::to_writer(writer, value)
}

/// Whether a NUL stands anywhere in a value.
pub(crate) fn json_has_nul(value: &impl Serialize) -> bool {
    const ESCAPE: &[u8] = b"\\u0000";

    /// Finds the escape JSON has for NUL. A backslash of the text itself comes doubled, so it is taken off in pairs.
    #[derive(Default)]
    struct Look {
        /// Bytes of the escape seen so far, also across pieces.
        seen: usize,
        found: bool,
    }

    impl std::io::Write for Look {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.seen == 0 && !bytes.contains(&b'\\') {
                return Ok(bytes.len());
            }
            for &byte in bytes {
                self.seen = if byte == ESCAPE[self.seen] {
                    self.seen + 1
                } else {
                    // The second half of `\\\\` must not begin an escape; every other byte after a backslash ends one.
                    usize::from(byte == b'\\' && self.seen != 1)
                };
                if self.seen == ESCAPE.len() {
                    self.found = true;
                    self.seen = 0;
                }
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let mut look = Look::default();
    write_json(value, &mut look).is_ok() && look.found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_and_what_only_looks_like_it_is_not() {
        for (text, found) in [
            ("a\0b", true),
            ("\0", true),
            ("\\\0", true),
            ("\u{1}\0", true),
            ("\\u0000", false),
            ("\\\\u0000", false),
            ("u0000", false),
            ("", false),
        ] {
            assert_eq!(json_has_nul(&[text]), found, "{text:?}");
        }
    }

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
    fn file_names_keep_every_script() {
        let version = VersionNumber::INITIAL;
        for (title, name) in [
            ("My Prompt", "my-prompt"),
            ("  --Hello,   World!--  ", "hello-world"),
            ("Ärger über ÖL", "ärger-über-öl"),
            ("コードレビュー", "コードレビュー"),
            ("हिन्दी", "हिन्दी"),
            ("مرحبا 123", "مرحبا-123"),
            ("../../etc/passwd", "etc-passwd"),
            ("🎉", "prompt"),
            ("", "prompt"),
        ] {
            assert_eq!(
                export_file_name(title, version, "txt"),
                format!("{name}-v1-0-0.txt"),
                "{title}"
            );
        }
        let long = export_file_name(&"ab ".repeat(200), version, "txt");
        assert_eq!(long.chars().count(), 100 + "-v1-0-0.txt".len());
        assert!(!long.contains("--"));
    }

    #[test]
    fn tags_are_trimmed_and_unique() {
        for (typed, tags) in [
            ("", vec![]),
            (" , ,", vec![]),
            ("a", vec!["a"]),
            ("b , a, b,c c", vec!["b", "a", "c c"]),
            ("Foo, foo, FOO ,bar", vec!["Foo", "bar"]),
        ] {
            assert_eq!(parse_tags(typed), tags, "{typed}");
        }
    }

    #[test]
    fn tags_are_taken_away_whatever_their_case() {
        let tags = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            without_tags(tags("Foo,bar,foo x"), &tags(" foo ,BAR")),
            ["foo x"]
        );
    }

    #[test]
    fn many_more_tags_than_are_allowed_are_still_looked_through() {
        let twice = (0..200_000).map(|n| (n % 100_000).to_string()).collect();
        let clean = clean_tags(twice);
        assert!(clean.len() >= 100_000, "those that are too many are kept");
        assert_eq!(
            clean[..100],
            (0..100).map(|n| n.to_string()).collect::<Vec<_>>()
        );
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
