//! What an AI request costs.

use prompt_core::Complexity;
use prompt_core::credits;
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
