//! The fields of assets.

use prompt_core::{PromptType, asset};
use wasm_bindgen::prelude::*;

use crate::boundary::{Crossing, give, give_words, take};

/// The fields of a kind of asset.
#[wasm_bindgen(js_name = assetFields, unchecked_return_type = "FieldDefinition[]")]
pub fn asset_fields(#[wasm_bindgen(unchecked_param_type = "PromptType")] of: &JsValue) -> Crossing {
    give(asset::fields(take::<PromptType>("prompt_type", of)?))
}

/// The fields of an asset that are filled in, as a person reads them.
#[wasm_bindgen(js_name = filledAssetFields, unchecked_return_type = "FilledField[]")]
pub fn filled_asset_fields(
    #[wasm_bindgen(unchecked_param_type = "PromptType")] of: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, JsonValue>")] values: &JsValue,
) -> Crossing {
    let values = take("asset_fields", values)?;
    give(&asset::filled_fields(take("prompt_type", of)?, &values))
}

/// The names of the fields with an asterisk that are still empty.
#[wasm_bindgen(js_name = missingAssetFields, unchecked_return_type = "string[]")]
pub fn missing_asset_fields(
    #[wasm_bindgen(unchecked_param_type = "PromptType")] of: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, JsonValue>")] values: &JsValue,
) -> Crossing {
    let values = take("asset_fields", values)?;
    give_words(&asset::missing_fields(take("prompt_type", of)?, &values))
}
