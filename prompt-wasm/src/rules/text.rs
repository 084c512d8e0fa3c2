//! Small rules about text: what a file is called, how a number of items is said.

use prompt_core::{VersionNumber, collection, text};
use wasm_bindgen::prelude::*;

use crate::boundary::{Crossing, give, refuse, take};

/// The name of an exported file.
#[wasm_bindgen(js_name = exportFileName)]
pub fn export_file_name(title: &str, version: &str, extension: &str) -> Result<String, JsValue> {
    let version: VersionNumber = version
        .parse()
        .map_err(|error: prompt_core::Error| refuse(&error))?;
    Ok(text::export_file_name(title, version, extension))
}

/// 'item' or 'items' with its number.
#[wasm_bindgen(js_name = itemCountLabel)]
pub fn item_count_label(count: u32) -> String {
    collection::item_count_label(count.into())
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
