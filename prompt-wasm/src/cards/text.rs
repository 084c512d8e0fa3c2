//! What fits on a card, and tags as they are typed.

use prompt_core::limits::{TITLE_CHARS, TOKEN_NAME_CHARS};
use prompt_core::text::{
    self, CARD_DESCRIPTION, CARD_TAGS, CARD_TITLE, COMPACT_DESCRIPTION, COMPACT_TAGS,
    COMPACT_TITLE, COMPONENT_TAGS,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::boundary::{Crossing, give, take_words};

/// How much a card or list row shows.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CardLimits {
    /// Characters of a title.
    pub title: usize,
    /// Characters of a description.
    pub description: usize,
    /// Tags.
    pub tags: usize,
}

/// The tags a card shows.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VisibleTags<'a> {
    /// Those shown.
    pub shown: &'a [String],
    /// `+2` for those that are not, or null.
    pub more: Option<String>,
}

/// How much a card shows, or a row of the compact list.
#[wasm_bindgen(js_name = cardLimits, unchecked_return_type = "CardLimits")]
pub fn card_limits(compact: bool) -> Crossing {
    give(&if compact {
        CardLimits {
            title: COMPACT_TITLE,
            description: COMPACT_DESCRIPTION,
            tags: COMPACT_TAGS,
        }
    } else {
        CardLimits {
            title: CARD_TITLE,
            description: CARD_DESCRIPTION,
            tags: CARD_TAGS,
        }
    })
}

/// Tags a component's card shows.
#[wasm_bindgen(js_name = componentTags)]
pub fn component_tags() -> usize {
    COMPONENT_TAGS
}

/// Characters a title may have.
#[wasm_bindgen(js_name = titleLimit)]
pub fn title_limit() -> usize {
    TITLE_CHARS
}

/// Characters the name of an API token may have.
#[wasm_bindgen(js_name = tokenNameLimit)]
pub fn token_name_limit() -> usize {
    TOKEN_NAME_CHARS
}

/// What may stand on one line, as titles and tags do: a blank for each line break, tab and control character.
#[wasm_bindgen(js_name = onOneLine)]
pub fn on_one_line(mut text: String) -> String {
    text::keep_on_one_line(&mut text);
    text
}

/// A text of at most so many characters, then an ellipsis if there was more.
#[wasm_bindgen]
pub fn truncate(text: &str, most: usize) -> String {
    text::truncate(text, most)
}

/// The first so many tags, and how many more there are.
#[wasm_bindgen(js_name = visibleTags, unchecked_return_type = "VisibleTags")]
pub fn visible_tags(
    #[wasm_bindgen(unchecked_param_type = "string[]")] tags: &JsValue,
    most: usize,
) -> Crossing {
    let tags = take_words("tags", tags)?;
    let (shown, more) = text::visible_tags(&tags, most);
    give(&VisibleTags { shown, more })
}

/// Tags as a person typed them, separated by commas.
#[wasm_bindgen(js_name = parseTags, unchecked_return_type = "string[]")]
pub fn parse_tags(text: &str) -> Crossing {
    give(&text::parse_tags(text))
}
