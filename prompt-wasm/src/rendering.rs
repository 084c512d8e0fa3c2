//! Rendering, as the app and the program for Jinja2 do it.

use std::collections::HashMap;

use prompt_core::render::{self, CopyFormat, Values};
use prompt_core::text::TextCounts;
use prompt_core::{Prompt, runs};
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, to_js, to_js_error};

/// Reads prompts by the references to them.
pub fn prompts(includes: &JsValue) -> Result<HashMap<String, Prompt>, JsValue> {
    let read: Values = from_js("includes", includes)?;
    let known = read.into_iter().filter_map(|(reference, prompt)| {
        let prompt = serde_json::from_value(prompt).ok()?;
        Some((reference, prompt))
    });
    Ok(known.collect())
}

pub fn rendered(prompt: &Prompt, values: &JsValue, includes: &JsValue) -> JsResult {
    let values: Values = from_js("values", values)?;
    let includes = prompts(includes)?;
    to_js(&render::render(prompt, &values, &includes))
}

pub fn copied(
    prompt: &Prompt,
    values: &JsValue,
    includes: &JsValue,
    format: &JsValue,
) -> Result<String, JsValue> {
    let format: CopyFormat = from_js("format", format)?;
    let values: Values = from_js("values", values)?;
    let includes = prompts(includes)?;
    Ok(render::render(prompt, &values, &includes).copy(format))
}

pub fn size(prompt: &Prompt, values: &JsValue, includes: &JsValue) -> JsResult {
    let values: Values = from_js("values", values)?;
    let rendered = render::render(prompt, &values, &prompts(includes)?);
    let settings = prompt.content.settings();
    runs::check(&rendered, settings, &values).map_err(|error| to_js_error(&error))?;
    to_js(&TextCounts {
        characters: runs::length(&rendered, settings),
        tokens: runs::tokens(&rendered),
    })
}
