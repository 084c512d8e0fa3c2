//! Small rules about text: tags, truncation, lengths.

use serde::Serialize;

/// Tags as a person typed them, separated by commas: trimmed, empty and repeated ones dropped.
///
/// ```
/// assert_eq!(prompt_core::text::parse_tags(" code, review,, code "), ["code", "review"]);
/// ```
pub fn parse_tags(text: &str) -> Vec<String> {
    clean_tags(text.split(',').map(str::to_owned).collect())
}

/// Tags trimmed, empty and repeated ones dropped, in the order in which they came.
pub fn clean_tags(tags: Vec<String>) -> Vec<String> {
    let mut clean: Vec<String> = Vec::with_capacity(tags.len());
    for tag in tags {
        let tag = tag.trim();
        if !tag.is_empty() && !clean.iter().any(|other| other == tag) {
            clean.push(tag.to_owned());
        }
    }
    clean
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
        let characters = text.chars().count();
        let ascii = text.bytes().filter(u8::is_ascii).count();
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
    match serde_json::to_writer(&mut count, value) {
        Ok(()) => count.0,
        // Only a map whose keys are no strings cannot be written, and no type of ours has one.
        Err(_) => usize::MAX,
    }
}
