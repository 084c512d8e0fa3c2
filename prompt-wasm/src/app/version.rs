//! Version numbers, and which versions of a history are chosen.

use prompt_core::VersionNumber;
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, to_js, to_js_error};

fn parse(text: &str) -> Result<VersionNumber, JsValue> {
    text.parse()
        .map_err(|error: prompt_core::Error| to_js_error(&error))
}

/// The number that a new version gets, of those in `taken` none; what is changed is saved first. Throws when the part that is
/// raised is as large as it can be.
#[wasm_bindgen(js_name = nextVersion)]
pub fn next_version(
    version: &str,
    #[wasm_bindgen(unchecked_param_type = "VersionType")] part: &JsValue,
    is_changed: bool,
    #[wasm_bindgen(unchecked_param_type = "string[]")] taken: &JsValue,
) -> Result<String, JsValue> {
    let taken: Vec<String> = from_js("taken", taken)?;
    let is_taken = |number: VersionNumber| taken.contains(&number.to_string());
    let next = parse(version)?.next_version(from_js("part", part)?, is_changed, is_taken);
    Ok(next.map_err(|error| to_js_error(&error))?.to_string())
}

/// What the history calls a version: a patch, a minor or a major one.
#[wasm_bindgen(js_name = versionPart, unchecked_return_type = "VersionType")]
pub fn version_part(version: &str) -> JsResult {
    to_js(&parse(version)?.part())
}

/// Which versions of the history are chosen after a click.
#[wasm_bindgen(js_name = selectVersion, unchecked_return_type = "string[]")]
pub fn select_version(
    #[wasm_bindgen(unchecked_param_type = "string[]")] selected: &JsValue,
    clicked: &str,
) -> JsResult {
    let selected: Vec<String> = from_js("selected", selected)?;
    to_js(&prompt_core::select_version(&selected, clicked))
}
