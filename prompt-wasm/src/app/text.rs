//! Normalises titles and tags while the user is typing.

use prompt_core::text;
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, to_js};

/// Replaces each line break, tab and control character by a blank, for single-line text.
#[wasm_bindgen(js_name = onOneLine)]
pub fn on_one_line(mut text: String) -> String {
    text::keep_on_one_line(&mut text);
    text
}

/// Parses comma-separated tags.
#[wasm_bindgen(js_name = parseTags, unchecked_return_type = "string[]")]
pub fn parse_tags(text: &str) -> JsResult {
    to_js(&text::parse_tags(text))
}
