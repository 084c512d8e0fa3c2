//! Imports prompts from files of many formats, and writes them for the tools that these formats belong to.

use js_sys::Uint8Array;
use prompt_core::Prompt;
use prompt_core::import::{self, ImportFormat, NamedFile};
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, json_to_js, to_js, to_js_error};

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

/// Writes a prompt, as JSON, in the format of another tool: as the file that it was imported from if that is of this
/// format.
#[wasm_bindgen(js_name = exportForTool, unchecked_return_type = "Exported")]
pub fn export_for_tool(json: &str, format: &str) -> JsResult {
    let format = format.parse().map_err(|error| to_js_error(&error))?;
    json_to_js(&import::export_for_tool(&read(json), format))
}

/// Writes a prompt, as JSON, as the file that it was imported from; undefined without one, or if it cannot hold its
/// texts.
#[wasm_bindgen(js_name = exportOriginal, unchecked_return_type = "Exported | undefined")]
pub fn export_original(json: &str) -> JsResult {
    import::export_to_source(&read(json)).map_or(Ok(JsValue::UNDEFINED), |file| json_to_js(&file))
}

/// Reads a prompt with the importer's own reader of JSON: the one of serde would be a fifth of the program.
fn read(json: &str) -> Prompt {
    let mut imported = import::import(json.as_bytes(), None, Some(ImportFormat::Json)).prompts;
    imported.pop().map(|one| one.prompt).unwrap_or_default()
}
