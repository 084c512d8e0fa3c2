//! What an AI request costs, and which models there are.

use prompt_core::Complexity;
use prompt_core::credits::{self, LOW_BALANCE, MODELS};
use wasm_bindgen::prelude::*;

use crate::boundary::{Crossing, give, refuse, take};

/// The price of a request of so many characters.
#[wasm_bindgen(js_name = quoteCost, unchecked_return_type = "Cost")]
pub fn quote_cost(
    feature: &str,
    provider: &str,
    model: &str,
    #[wasm_bindgen(unchecked_param_type = "Complexity")] complexity: &JsValue,
    chars: usize,
) -> Crossing {
    let complexity: Complexity = take("complexity", complexity)?;
    let cost = credits::cost(feature, provider, model, complexity, chars);
    give(&cost.map_err(|error| refuse(&error))?)
}

/// The models with a price of their own.
#[wasm_bindgen(unchecked_return_type = "Model[]")]
pub fn models() -> Crossing {
    give(MODELS)
}

/// A balance below this is low.
#[wasm_bindgen(js_name = lowBalance)]
pub fn low_balance() -> u32 {
    u32::try_from(LOW_BALANCE).unwrap_or(u32::MAX)
}
