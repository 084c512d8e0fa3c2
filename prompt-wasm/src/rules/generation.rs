//! Asking for a generated prompt.

use prompt_core::generation::{AiConfig, GenerationConfig};
use wasm_bindgen::prelude::*;

use crate::boundary::{Crossing, give, take};

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
