//! Text lengths.

use serde::Serialize;

/// The length of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TextCounts {
    /// The number of Unicode scalar values.
    pub characters: usize,
    /// The approximate number of tokens, which depends on the model.
    pub tokens: usize,
}

impl TextCounts {
    /// Counts a text. Current tokenisers produce about one token per four ASCII letters, and three per
    /// four other characters.
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

    /// Adds two counts.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            characters: self.characters + other.characters,
            tokens: self.tokens + other.tokens,
        }
    }
}
