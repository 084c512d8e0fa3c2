//! Files a person attaches to a generation request.

use prompt_core::file::{self, ContextFile, EXTENSIONS, FileInfo, TEXT_EXTENSIONS};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::problem::{Problem, problems};
use crate::boundary::{Crossing, give, give_words, take};

/// Which files of a batch may be added.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AdmittedFiles {
    /// Places in the batch of those that may.
    pub accepted: Vec<usize>,
    /// Why the others may not.
    pub refused: Vec<Problem>,
}

/// Looks at files before they are added to those already there.
#[wasm_bindgen(js_name = admitFiles, unchecked_return_type = "AdmittedFiles")]
pub fn admit_files(
    already_there: usize,
    #[wasm_bindgen(unchecked_param_type = "FileInfo[]")] files: &JsValue,
) -> Crossing {
    let files: Vec<FileInfo> = take("files", files)?;
    let admission = file::admit(already_there, &files);
    give(&AdmittedFiles {
        accepted: admission.accepted,
        refused: problems(&admission.refused),
    })
}

/// The extensions of files that may be attached, each with its dot.
#[wasm_bindgen(js_name = fileExtensions, unchecked_return_type = "string[]")]
pub fn file_extensions() -> Crossing {
    give_words(EXTENSIONS)
}

/// The extensions of files that are text as they stand.
#[wasm_bindgen(js_name = textFileExtensions, unchecked_return_type = "string[]")]
pub fn text_file_extensions() -> Crossing {
    give_words(TEXT_EXTENSIONS)
}

/// How much of the texts that are attached goes along.
#[wasm_bindgen(js_name = contextBudget, unchecked_return_type = "ContextBudget")]
pub fn context_budget(
    #[wasm_bindgen(unchecked_param_type = "ContextFile[]")] files: &JsValue,
) -> Crossing {
    let files: Vec<ContextFile> = take("files", files)?;
    give(&file::context_budget(&files))
}

/// The text about attached files and chosen components that goes with a request.
#[wasm_bindgen(js_name = fileContext)]
pub fn file_context(
    #[wasm_bindgen(unchecked_param_type = "ContextFile[]")] files: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "ContextFile[]")] components: &JsValue,
) -> Result<String, JsValue> {
    let files: Vec<ContextFile> = take("files", files)?;
    let components: Vec<ContextFile> = take("components", components)?;
    Ok(file::context_text(&files, &components))
}
