//! Imports prompts from files of many formats.

use js_sys::Uint8Array;
use prompt_core::import::{self, NamedFile};
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, json_to_js, to_js};

/// The files that belong together, as places in the list: the first of a group is the one that the others
/// belong to.
#[expect(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen gives a list of texts away"
)]
#[wasm_bindgen(js_name = fileGroups, unchecked_return_type = "number[][]")]
pub fn file_groups(names: Vec<String>) -> JsResult {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    to_js(&import::file_groups(&names))
}

/// Imports the prompts of a file, with the files that belong to it: a group of `fileGroups`. The format is
/// detected by content, then by name.
#[wasm_bindgen(js_name = importFiles, unchecked_return_type = "Imported")]
pub fn import_files(names: Vec<String>, bytes: Vec<Uint8Array>) -> JsResult {
    let files = names.into_iter().zip(bytes);
    let files: Vec<NamedFile> = files
        .map(|(name, bytes)| NamedFile {
            name,
            bytes: bytes.to_vec(),
        })
        .collect();
    let others: Vec<&NamedFile> = files.iter().skip(1).collect();
    match files.first() {
        Some(first) => json_to_js(&import::import_group(first, &others, None)),
        None => Ok(JsValue::UNDEFINED),
    }
}
