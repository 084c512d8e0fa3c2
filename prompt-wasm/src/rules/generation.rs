//! Asking for a generated prompt.

use prompt_core::generation::{AiConfig, GenerationConfig};
use wasm_bindgen::prelude::*;

use crate::boundary::{Crossing, give, refuse, take};

/// What a request begins with.
#[wasm_bindgen(js_name = defaultGenerationConfig, unchecked_return_type = "GenerationConfig")]
pub fn default_generation_config() -> Crossing {
    give(&GenerationConfig::default())
}

/// Who answers unless somebody else is chosen.
#[wasm_bindgen(js_name = defaultAiConfig, unchecked_return_type = "AiConfig")]
pub fn default_ai_config() -> Crossing {
    give(&AiConfig::default())
}

/// Whether there is something to generate from.
#[wasm_bindgen(js_name = isReadyToGenerate)]
pub fn is_ready_to_generate(
    #[wasm_bindgen(unchecked_param_type = "GenerationConfig")] config: &JsValue,
) -> Result<bool, JsValue> {
    let config: GenerationConfig = take("config", config)?;
    Ok(config.is_ready())
}

/// Whether a request can be sent; throws what is wrong with it.
#[wasm_bindgen(js_name = checkGeneration)]
pub fn check_generation(
    #[wasm_bindgen(unchecked_param_type = "GenerationConfig")] config: &JsValue,
) -> Result<(), JsValue> {
    let config: GenerationConfig = take("config", config)?;
    config.check().map_err(|error| refuse(&error))
}

/// What a generation costs: the number that the server charges.
#[wasm_bindgen(js_name = generationCost, unchecked_return_type = "Cost")]
pub fn generation_cost(
    #[wasm_bindgen(unchecked_param_type = "GenerationConfig")] config: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "AiConfig")] ai: &JsValue,
) -> Crossing {
    let (config, ai): (GenerationConfig, AiConfig) = (take("config", config)?, take("ai", ai)?);
    give(&config.cost(&ai).map_err(|error| refuse(&error))?)
}
