//! The fields of assets.

use prompt_core::{PromptType, asset};
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;

use super::problem::problems;
use crate::boundary::{Crossing, give, take};

/// The fields of a kind of asset.
#[wasm_bindgen(js_name = assetFields, unchecked_return_type = "FieldDefinition[]")]
pub fn asset_fields(#[wasm_bindgen(unchecked_param_type = "PromptType")] of: &JsValue) -> Crossing {
    give(asset::fields(take::<PromptType>("prompt_type", of)?))
}

/// The required fields that are still empty.
#[wasm_bindgen(js_name = missingAssetFields, unchecked_return_type = "string[]")]
pub fn missing_asset_fields(
    #[wasm_bindgen(unchecked_param_type = "PromptType")] of: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, JsonValue>")] values: &JsValue,
) -> Crossing {
    let values: Map<String, Value> = take("asset_fields", values)?;
    give(&asset::missing_fields(take("prompt_type", of)?, &values))
}

/// Everything that is wrong with the values of an asset's fields.
#[wasm_bindgen(js_name = validateAssetFields, unchecked_return_type = "Problem[]")]
pub fn validate_asset_fields(
    #[wasm_bindgen(unchecked_param_type = "PromptType")] of: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, JsonValue>")] values: &JsValue,
) -> Crossing {
    let values: Map<String, Value> = take("asset_fields", values)?;
    let parsed = asset::parse_fields(take("prompt_type", of)?, &values);
    give(&problems(&parsed.err().unwrap_or_default()))
}
