//! Files attached to a generation request.

use prompt_core::file::{self, ContextFile, FileInfo};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::problem::{Problem, problems};
use crate::boundary::{JsResult, from_js, to_js};

/// The result of checking a batch of files.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AdmittedFiles {
    /// The indices of the accepted files in the batch.
    pub accepted: Vec<usize>,
    /// The errors of the rejected files.
    pub refused: Vec<Problem>,
}

/// Checks files before they are added to those already attached.
#[wasm_bindgen(js_name = admitFiles, unchecked_return_type = "AdmittedFiles")]
pub fn admit_files(
    already_there: usize,
    #[wasm_bindgen(unchecked_param_type = "FileInfo[]")] files: &JsValue,
) -> JsResult {
    let files: Vec<FileInfo> = from_js("files", files)?;
    let admission = file::admit(already_there, &files);
    to_js(&AdmittedFiles {
        accepted: admission.accepted,
        refused: problems(&admission.refused),
    })
}

/// Computes how much of the attached texts is sent.
#[wasm_bindgen(js_name = contextBudget, unchecked_return_type = "ContextBudget")]
pub fn context_budget(
    #[wasm_bindgen(unchecked_param_type = "ContextFile[]")] files: &JsValue,
) -> JsResult {
    let files: Vec<ContextFile> = from_js("files", files)?;
    to_js(&file::context_budget(&files))
}

/// Formats the attached files and selected components for a request.
#[wasm_bindgen(js_name = fileContext)]
pub fn file_context(
    #[wasm_bindgen(unchecked_param_type = "ContextFile[]")] files: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "ContextFile[]")] components: &JsValue,
) -> Result<String, JsValue> {
    let files: Vec<ContextFile> = from_js("files", files)?;
    let components: Vec<ContextFile> = from_js("components", components)?;
    Ok(file::context_text(&files, &components))
}
