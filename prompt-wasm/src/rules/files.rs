//! Prompts as files, written in seven formats. Reading them is the reader's work.

use js_sys::Reflect;
use prompt_core::export::{self, ExportOptions, Exported};
use prompt_core::{Diagnostic, Prompt};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::document::Document;
use crate::boundary::{Crossing, give, take};

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
    give_file(export::export(&prompt, &take("options", options)?))
}

/// Gives a file out. Its text, which may be large, goes over as it is: as JSON it would be escaped and parsed on the way.
fn give_file(mut exported: Exported) -> Crossing {
    let text = std::mem::take(&mut exported.text);
    let file = give(&exported)?;
    Reflect::set(&file, &"text".into(), &text.into())?;
    Ok(file)
}

#[wasm_bindgen]
impl Document {
    /// Writes the prompt as it is now in a format.
    #[wasm_bindgen(unchecked_return_type = "Exported")]
    pub fn export(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExportOptions")] options: &JsValue,
    ) -> Crossing {
        give_file(export::export(self.now(), &take("options", options)?))
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
