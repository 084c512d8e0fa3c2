//! Components of the library.

use prompt_core::component::{ComponentContent, ComponentType, parse_config};
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, json_to_js, to_js, to_js_error};

/// The content of a new component of a type.
#[wasm_bindgen(js_name = emptyComponentContent, unchecked_return_type = "ComponentContent")]
pub fn empty_component_content(
    #[wasm_bindgen(unchecked_param_type = "ComponentType")] of: &JsValue,
) -> JsResult {
    to_js(&ComponentContent::empty(from_js::<ComponentType>(
        "type", of,
    )?))
}

/// Parses the JSON of a configuration field. Throws an error with line and column if it is invalid.
#[wasm_bindgen(js_name = parseConfig, unchecked_return_type = "JsonValue")]
pub fn parse_config_text(text: &str) -> JsResult {
    json_to_js(&parse_config(text).map_err(|error| to_js_error(&error))?)
}
