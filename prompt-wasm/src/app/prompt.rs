//! Prompts and their parts, outside a document.

use prompt_core::{BlockAsset, Prompt, PromptType};
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, to_js};

/// A new prompt or asset of a type with all defaults.
#[wasm_bindgen(js_name = newPrompt, unchecked_return_type = "Prompt")]
pub fn new_prompt(
    #[wasm_bindgen(unchecked_param_type = "PromptType")] prompt_type: &JsValue,
) -> JsResult {
    let prompt_type: PromptType = from_js("prompt_type", prompt_type)?;
    to_js(&Prompt::new(prompt_type))
}

/// Whether two prompts are equal except for their version.
#[wasm_bindgen(js_name = saysTheSame)]
pub fn says_the_same(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] b: &JsValue,
) -> Result<bool, JsValue> {
    let (a, b): (Prompt, Prompt) = (from_js("prompt", a)?, from_js("prompt", b)?);
    Ok(a.says_the_same(&b))
}

/// Whether a text is a valid reference of a block asset.
#[wasm_bindgen(js_name = isReference)]
pub fn is_reference(text: &str) -> bool {
    BlockAsset::is_reference(text)
}
