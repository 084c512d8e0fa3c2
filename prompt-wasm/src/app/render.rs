//! The rendered prompt and its variables.

use prompt_core::content::settings::Settings;
use prompt_core::content::test_case;
use prompt_core::render::{self, VariableKind};
use prompt_core::runs;
use wasm_bindgen::prelude::*;

use super::document::Document;
use crate::boundary::{JsResult, from_js, json_to_js, to_js, to_js_error};
use crate::rendering::{copied, prompts, rendered, size};

/// The JSON Schema of a kind of variable, without its choices.
#[wasm_bindgen(js_name = variableSchema, unchecked_return_type = "Record<string, JsonValue>")]
pub fn variable_schema(
    #[wasm_bindgen(unchecked_param_type = "VariableKind")] kind: &JsValue,
) -> JsResult {
    let kind: VariableKind = from_js("kind", kind)?;
    to_js(&kind.schema())
}

/// The variables, includes and tags of a text in a template language.
#[wasm_bindgen(unchecked_return_type = "Mark[]")]
pub fn marks(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "TemplateLanguage")] language: &str,
) -> JsResult {
    let language = language
        .parse()
        .map_err(|error: prompt_core::Error| to_js_error(&error))?;
    let (mut bytes, mut units) = (0, 0);
    let mut to_utf16 = |position: usize| {
        units += text[bytes..position].encode_utf16().count();
        bytes = position;
        units
    };
    let mut marks = render::marks(text, language);
    for mark in &mut marks {
        mark.start = to_utf16(mark.start);
        mark.end = to_utf16(mark.end);
    }
    to_js(&marks)
}

/// How a variable is written in a template language; nothing in a language without variables.
#[wasm_bindgen(js_name = writtenVariable)]
pub fn written_variable(
    name: &str,
    #[wasm_bindgen(unchecked_param_type = "TemplateLanguage")] language: &str,
) -> Result<Option<String>, JsValue> {
    let language = language
        .parse()
        .map_err(|error: prompt_core::Error| to_js_error(&error))?;
    Ok(render::written(name, language))
}

/// A name for a variable that takes the place of a text.
#[wasm_bindgen(js_name = proposedName)]
pub fn proposed_name(text: &str) -> String {
    render::proposed_name(text)
}

/// Checks settings that replace those that `stood`, and throws the error with the field that is not valid.
#[wasm_bindgen(js_name = checkSettings)]
pub fn check_settings(
    #[wasm_bindgen(unchecked_param_type = "JsonValue")] settings: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "JsonValue")] stood: &JsValue,
) -> Result<(), JsValue> {
    let settings: serde_json::Value = from_js("settings", settings)?;
    let checked = Settings::parse(&settings, &from_js("settings", stood)?);
    checked.map(drop).map_err(|error| to_js_error(&error))
}

/// Checks tests that replace those that `stood`, and throws the error with the field that is not valid.
#[wasm_bindgen(js_name = checkTests)]
pub fn check_tests(
    #[wasm_bindgen(unchecked_param_type = "JsonValue")] tests: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "JsonValue")] stood: &JsValue,
) -> Result<(), JsValue> {
    let tests: serde_json::Value = from_js("tests", tests)?;
    test_case::parse_tests(&tests, &from_js("tests", stood)?).map_err(|error| to_js_error(&error))
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
        rendered(self.now(), values, includes)
    }

    /// The rendered prompt as the text to copy.
    #[wasm_bindgen(js_name = renderedCopy)]
    pub fn rendered_copy(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, unknown>")] values: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Record<string, Prompt>")] includes: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "CopyFormat")] format: &JsValue,
    ) -> Result<String, JsValue> {
        copied(self.now(), values, includes, format)
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

    /// The settings as they are stored; null without any.
    #[wasm_bindgen(unchecked_return_type = "JsonValue")]
    pub fn settings(&self) -> JsResult {
        json_to_js(self.now().content.settings())
    }

    /// The tests as they are stored; null without any.
    #[wasm_bindgen(unchecked_return_type = "JsonValue")]
    pub fn tests(&self) -> JsResult {
        json_to_js(self.now().content.stored_tests())
    }

    /// The size of what a model gets: the characters determine the price, the tokens are estimated. Throws the error if
    /// the prompt cannot be run.
    #[wasm_bindgen(js_name = runSize, unchecked_return_type = "TextCounts")]
    pub fn run_size(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, unknown>")] values: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Record<string, Prompt>")] includes: &JsValue,
    ) -> JsResult {
        size(self.now(), values, includes)
    }

    /// Whether only the program for Jinja2 can render it: it, or a prompt that it includes, has more than variables of Jinja2.
    #[wasm_bindgen(js_name = needsJinja)]
    pub fn needs_jinja(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, Prompt>")] includes: &JsValue,
    ) -> Result<bool, JsValue> {
        let includes = prompts(includes)?;
        Ok(std::iter::once(self.now())
            .chain(includes.values())
            .any(render::needs_jinja))
    }

    /// The price of a run by a model in credits, which the server charges.
    #[wasm_bindgen(js_name = runPrice)]
    pub fn run_price(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Provider")] provider: &str,
        model: &str,
        length: usize,
    ) -> Result<f64, JsValue> {
        let price = runs::price(self.now().complexity, provider, model, length);
        let price = price.map_err(|error| to_js_error(&error))?.total_cost;
        #[expect(clippy::cast_precision_loss, reason = "a price is far below 2^53")]
        Ok(price as f64)
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

    /// The language of the variables in the texts.
    #[wasm_bindgen(js_name = templateLanguage, unchecked_return_type = "TemplateLanguage")]
    pub fn template_language(&self) -> String {
        self.now().content.template_language().as_str().to_owned()
    }

    /// The number of places where a text stands outside of variables.
    pub fn occurrences(&self, text: &str) -> usize {
        render::occurrences(self.now(), text)
    }

    /// The edit that puts a variable in the place of a range of an item's text, in UTF-16 units; null where none can
    /// stand.
    #[wasm_bindgen(js_name = extractEdit, unchecked_return_type = "Edit | null")]
    pub fn extract_edit(
        &self,
        id: &str,
        start: usize,
        end: usize,
        name: &str,
        everywhere: bool,
    ) -> JsResult {
        json_to_js(&render::extract(
            self.now(),
            id,
            start..end,
            name,
            everywhere,
        ))
    }
}
