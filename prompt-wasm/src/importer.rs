//! Imports prompts from files of many formats.

use prompt_core::import::{self, ImportFormat};
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, json_to_js};

/// Imports the prompts of a file. Unless a format is given, it is detected by content, then by name.
#[expect(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen gives an optional text away"
)]
#[wasm_bindgen(js_name = importFile, unchecked_return_type = "Imported")]
pub fn import_file(
    bytes: &[u8],
    file_name: Option<String>,
    #[wasm_bindgen(unchecked_optional_param_type = "ImportFormat")] format: &JsValue,
) -> JsResult {
    let format: Option<ImportFormat> = if format.is_undefined() {
        None
    } else {
        from_js("format", format)?
    };
    json_to_js(&import::import(bytes, file_name.as_deref(), format))
}
