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
