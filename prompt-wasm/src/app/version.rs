//! Version numbers, and the selected versions of a history.

use prompt_core::VersionNumber;
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, to_js, to_js_error};

fn parse(text: &str) -> Result<VersionNumber, JsValue> {
    text.parse()
        .map_err(|error: prompt_core::Error| to_js_error(&error))
}

/// Returns the number of a new version that is not in `taken`; unsaved changes are saved first. Throws
/// if the part has reached its maximum.
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

/// The name of a version in the history: patch, minor or major.
#[wasm_bindgen(js_name = versionPart, unchecked_return_type = "VersionType")]
pub fn version_part(version: &str) -> JsResult {
    to_js(&parse(version)?.part())
}

/// Returns the versions of the history that are selected after a click.
#[wasm_bindgen(js_name = selectVersion, unchecked_return_type = "string[]")]
pub fn select_version(
    #[wasm_bindgen(unchecked_param_type = "string[]")] selected: &JsValue,
    clicked: &str,
) -> JsResult {
    let selected: Vec<String> = from_js("selected", selected)?;
    to_js(&prompt_core::select_version(&selected, clicked))
}
