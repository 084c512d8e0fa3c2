//! The rendered prompt and its variables.

use std::collections::HashMap;

use prompt_core::Prompt;
use prompt_core::render::{self, CopyFormat, Values, VariableKind};
use wasm_bindgen::prelude::*;

use super::document::Document;
use crate::boundary::{JsResult, from_js, json_to_js, to_js};

/// The JSON Schema of a kind of variable, without its choices.
#[wasm_bindgen(js_name = variableSchema, unchecked_return_type = "Record<string, JsonValue>")]
pub fn variable_schema(
    #[wasm_bindgen(unchecked_param_type = "VariableKind")] kind: &JsValue,
) -> JsResult {
    let kind: VariableKind = from_js("kind", kind)?;
    to_js(&kind.schema())
}

/// Reads prompts by the references to them.
fn prompts(includes: &JsValue) -> Result<HashMap<String, Prompt>, JsValue> {
    let read: Values = from_js("includes", includes)?;
    let known = read.into_iter().filter_map(|(reference, prompt)| {
        let prompt = serde_json::from_value(prompt).ok()?;
        Some((reference, prompt))
    });
    Ok(known.collect())
}

#[wasm_bindgen]
impl Document {
    /// The messages that a model gets, with these values and these prompts by the references to them.
    #[wasm_bindgen(unchecked_return_type = "Rendered")]
    pub fn render(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, unknown>")] values: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Record<string, Prompt>")] includes: &JsValue,
    ) -> JsResult {
        let values: Values = from_js("values", values)?;
        let includes = prompts(includes)?;
        to_js(&render::render(self.now(), &values, &includes))
    }

    /// The rendered prompt as the text to copy.
    #[wasm_bindgen(js_name = renderedCopy)]
    pub fn rendered_copy(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, unknown>")] values: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Record<string, Prompt>")] includes: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "CopyFormat")] format: &JsValue,
    ) -> Result<String, JsValue> {
        let format: CopyFormat = from_js("format", format)?;
        let values: Values = from_js("values", values)?;
        let includes = prompts(includes)?;
        Ok(render::render(self.now(), &values, &includes).copy(format))
    }

    /// The variables: where they are used and what is declared about them.
    #[wasm_bindgen(unchecked_return_type = "VariableUse[]")]
    pub fn variables(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, Prompt>")] includes: &JsValue,
    ) -> JsResult {
        let includes = prompts(includes)?;
        json_to_js(&render::variables(self.now(), &includes))
    }

    /// The references to other prompts, which a caller loads before it renders.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn references(&self) -> JsResult {
        to_js(&render::references(self.now()))
    }

    /// The edit that gives a variable another name everywhere; null if there is nothing to change.
    #[wasm_bindgen(js_name = renameEdit, unchecked_return_type = "Edit | null")]
    pub fn rename_edit(&self, from: &str, to: &str) -> JsResult {
        json_to_js(&render::rename(self.now(), from, to))
    }
}
