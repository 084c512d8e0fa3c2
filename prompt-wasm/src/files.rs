//! Prompts as files: written in seven formats, read from many.

use prompt_core::export::{self, ExportOptions};
use prompt_core::import::{self, ImportFormat};
use prompt_core::{Diagnostic, Prompt};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::boundary::{Crossing, give, give_large, take};
use crate::document::Document;
use crate::ids::new_id;

/// The beginning of an export, to look at before it is taken.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ExportPreview {
    /// The first 1,000 characters, then an ellipsis if there is more.
    pub text: String,
    /// What to call the file.
    pub file_name: String,
    /// What the format could not hold as it is.
    pub warnings: Vec<Diagnostic>,
}

/// The options an export begins with.
#[wasm_bindgen(js_name = defaultExportOptions, unchecked_return_type = "ExportOptions")]
pub fn default_export_options() -> Crossing {
    give(&ExportOptions::default())
}

/// Writes a prompt in a format.
#[wasm_bindgen(js_name = exportPrompt, unchecked_return_type = "Exported")]
pub fn export_prompt(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "ExportOptions")] options: &JsValue,
) -> Crossing {
    let prompt: Prompt = take("prompt", prompt)?;
    give(&export::export(&prompt, &take("options", options)?))
}

#[wasm_bindgen]
impl Document {
    /// Writes the prompt as it is now in a format.
    #[wasm_bindgen(unchecked_return_type = "Exported")]
    pub fn export(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExportOptions")] options: &JsValue,
    ) -> Crossing {
        give(&export::export(self.now(), &take("options", options)?))
    }

    /// The beginning of what `export` gives.
    #[wasm_bindgen(js_name = exportPreview, unchecked_return_type = "ExportPreview")]
    pub fn export_preview(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExportOptions")] options: &JsValue,
    ) -> Crossing {
        let exported = export::export(self.now(), &take("options", options)?);
        give(&ExportPreview {
            text: export::preview(&exported.text).into_owned(),
            file_name: exported.file_name,
            warnings: exported.warnings,
        })
    }
}

/// Reads the prompts of a file. The format is found by content, then by name, unless it is given.
#[expect(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen gives an optional text away"
)]
#[wasm_bindgen(js_name = importFile, unchecked_return_type = "Imported")]
pub fn import_file(
    bytes: &[u8],
    file_name: Option<String>,
    #[wasm_bindgen(unchecked_optional_param_type = "ImportFormat")] format: &JsValue,
) -> Crossing {
    let format: Option<ImportFormat> = if format.is_undefined() {
        None
    } else {
        take("format", format)?
    };
    give_large(&import::import(
        bytes,
        file_name.as_deref(),
        format,
        &mut new_id,
    ))
}
