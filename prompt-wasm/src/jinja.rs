//! Renders prompts with statements of Jinja2: the functions of a document that render, for a prompt.

use prompt_core::Prompt;
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js};
use crate::rendering::{copied, rendered, size};

/// The messages that a model gets, with these values and these prompts by the references to them.
#[wasm_bindgen(js_name = render, unchecked_return_type = "Rendered")]
pub fn render_prompt(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, unknown>")] values: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, Prompt>")] includes: &JsValue,
) -> JsResult {
    let prompt: Prompt = from_js("prompt", prompt)?;
    rendered(&prompt, values, includes)
}

/// The rendered prompt as the text to copy.
#[wasm_bindgen(js_name = renderedCopy)]
pub fn rendered_copy(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, unknown>")] values: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, Prompt>")] includes: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "CopyFormat")] format: &JsValue,
) -> Result<String, JsValue> {
    let prompt: Prompt = from_js("prompt", prompt)?;
    copied(&prompt, values, includes, format)
}

/// The size of what a model gets. Throws the error if the prompt cannot be run.
#[wasm_bindgen(js_name = runSize, unchecked_return_type = "TextCounts")]
pub fn run_size(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, unknown>")] values: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Record<string, Prompt>")] includes: &JsValue,
) -> JsResult {
    let prompt: Prompt = from_js("prompt", prompt)?;
    size(&prompt, values, includes)
}
