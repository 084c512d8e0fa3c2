//! The fields of assets.

use prompt_core::{PromptType, asset};
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, to_js};

/// The fields of an asset type.
#[wasm_bindgen(js_name = assetFields, unchecked_return_type = "FieldDefinition[]")]
pub fn asset_fields(#[wasm_bindgen(unchecked_param_type = "PromptType")] of: &JsValue) -> JsResult {
    to_js(asset::fields(from_js::<PromptType>("prompt_type", of)?))
}
