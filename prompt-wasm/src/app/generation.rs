//! Requests to generate or improve a prompt.

use prompt_core::generation::improve::ImprovementConfig;
use prompt_core::generation::{AiConfig, GenerationConfig};
use wasm_bindgen::prelude::*;

use super::document::Document;
use crate::boundary::{JsResult, from_js, to_js, to_js_error};

/// The default generation request.
#[wasm_bindgen(js_name = defaultGenerationConfig, unchecked_return_type = "GenerationConfig")]
pub fn default_generation_config() -> JsResult {
    to_js(&GenerationConfig::default())
}

/// The default provider and model.
#[wasm_bindgen(js_name = defaultAiConfig, unchecked_return_type = "AiConfig")]
pub fn default_ai_config() -> JsResult {
    to_js(&AiConfig::default())
}

/// Whether there is a description to generate from.
#[wasm_bindgen(js_name = isReadyToGenerate)]
pub fn is_ready_to_generate(
    #[wasm_bindgen(unchecked_param_type = "GenerationConfig")] config: &JsValue,
) -> Result<bool, JsValue> {
    let config: GenerationConfig = from_js("config", config)?;
    Ok(config.is_ready())
}

/// Checks whether a request can be sent, and throws the error otherwise.
#[wasm_bindgen(js_name = checkGeneration)]
pub fn check_generation(
    #[wasm_bindgen(unchecked_param_type = "GenerationConfig")] config: &JsValue,
) -> Result<(), JsValue> {
    let config: GenerationConfig = from_js("config", config)?;
    config.check().map_err(|error| to_js_error(&error))
}

/// The price of a generation, which the server charges.
#[wasm_bindgen(js_name = generationCost, unchecked_return_type = "Cost")]
pub fn generation_cost(
    #[wasm_bindgen(unchecked_param_type = "GenerationConfig")] config: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "AiConfig")] ai: &JsValue,
) -> JsResult {
    let (config, ai): (GenerationConfig, AiConfig) =
        (from_js("config", config)?, from_js("ai", ai)?);
    to_js(&config.cost(&ai).map_err(|error| to_js_error(&error))?)
}

impl Document {
    fn improvement(&self, part: Option<String>, instruction: String) -> ImprovementConfig {
        ImprovementConfig {
            prompt: self.now().clone(),
            part,
            instruction,
        }
    }
}

#[wasm_bindgen]
impl Document {
    /// Checks whether the prompt, or the part with this id, can be improved, and throws the error
    /// otherwise.
    #[wasm_bindgen(js_name = checkImprovement)]
    pub fn check_improvement(
        &self,
        part: Option<String>,
        instruction: String,
    ) -> Result<(), JsValue> {
        let config = self.improvement(part, instruction);
        config.check().map_err(|error| to_js_error(&error))
    }

    /// The price of the improvement, which the server charges.
    #[wasm_bindgen(js_name = improvementCost, unchecked_return_type = "Cost")]
    pub fn improvement_cost(
        &self,
        part: Option<String>,
        instruction: String,
        #[wasm_bindgen(unchecked_param_type = "AiConfig")] ai: &JsValue,
    ) -> JsResult {
        let ai: AiConfig = from_js("ai", ai)?;
        let config = self.improvement(part, instruction);
        to_js(&config.cost(&ai).map_err(|error| to_js_error(&error))?)
    }
}
