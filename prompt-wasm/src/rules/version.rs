//! Version numbers, and which versions of a history are chosen.

use prompt_core::VersionNumber;
use wasm_bindgen::prelude::*;

use crate::boundary::{Crossing, give, refuse, take};

fn parse(text: &str) -> Result<VersionNumber, JsValue> {
    text.parse()
        .map_err(|error: prompt_core::Error| refuse(&error))
}

/// The version that follows when a part is raised; throws when it is as large as it can be.
#[wasm_bindgen(js_name = bumpVersion)]
pub fn bump_version(
    version: &str,
    #[wasm_bindgen(unchecked_param_type = "VersionType")] part: &JsValue,
) -> Result<String, JsValue> {
    let next = parse(version)?.bump(take("part", part)?);
    Ok(next.map_err(|error| refuse(&error))?.to_string())
}

/// What the history calls a version: a patch, a minor or a major one.
#[wasm_bindgen(js_name = versionPart, unchecked_return_type = "VersionType")]
pub fn version_part(version: &str) -> Crossing {
    give(&parse(version)?.part())
}

/// Which versions of the history are chosen after a click.
#[wasm_bindgen(js_name = selectVersion, unchecked_return_type = "string[]")]
pub fn select_version(
    #[wasm_bindgen(unchecked_param_type = "string[]")] selected: &JsValue,
    clicked: &str,
) -> Crossing {
    let selected: Vec<String> = take("selected", selected)?;
    give(&prompt_core::select_version(&selected, clicked))
}
