//! Titles and tags as they are typed.

use prompt_core::text;
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, to_js};

/// Text on one line, as titles and tags are: a blank for each line break, tab and control character.
#[wasm_bindgen(js_name = onOneLine)]
pub fn on_one_line(mut text: String) -> String {
    text::keep_on_one_line(&mut text);
    text
}

/// Tags as a person typed them, separated by commas.
#[wasm_bindgen(js_name = parseTags, unchecked_return_type = "string[]")]
pub fn parse_tags(text: &str) -> JsResult {
    to_js(&text::parse_tags(text))
}
