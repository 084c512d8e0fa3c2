//! How long a text is.

use serde::Serialize;

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
