//! Prompts as files, written in seven formats.

use js_sys::Uint8Array;
use prompt_core::Diagnostic;
use prompt_core::export::{self, ExportOptions};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::document::Document;
use crate::boundary::{JsResult, from_js, to_js};

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
pub fn default_export_options() -> JsResult {
    to_js(&ExportOptions::default())
}

/// An exported file without its bytes.
#[derive(Serialize)]
struct AllButBytes<'a> {
    file_name: &'a str,
    media_type: &'a str,
    warnings: &'a [Diagnostic],
}

#[wasm_bindgen(typescript_custom_section)]
const EXPORTED_FILE: &str = "
/** A prompt as a file: its bytes, what to call it, and what the format could not hold. */
export interface ExportedFile extends Omit<Exported, 'text'> {
  bytes: Uint8Array<ArrayBuffer>;
}
";

#[wasm_bindgen]
extern "C" {
    /// The same in Rust's eyes.
    type HasBytes;

    #[wasm_bindgen(method, setter)]
    fn set_bytes(this: &HasBytes, bytes: &Uint8Array);
}

#[wasm_bindgen]
impl Document {
    /// Writes the prompt as it is now in a format. It comes as bytes, which is what a file is: as a string it would be
    /// decoded here only to be encoded again.
    #[wasm_bindgen(unchecked_return_type = "ExportedFile")]
    pub fn export(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExportOptions")] options: &JsValue,
    ) -> JsResult {
        let exported = export::export(self.now(), &from_js("options", options)?);
        let file = to_js(&AllButBytes {
            file_name: &exported.file_name,
            media_type: exported.media_type,
            warnings: &exported.warnings,
        })?;
        let bytes = Uint8Array::from(exported.text.as_bytes());
        file.unchecked_ref::<HasBytes>().set_bytes(&bytes);
        Ok(file)
    }

    /// The beginning of what `export` gives.
    #[wasm_bindgen(js_name = exportPreview, unchecked_return_type = "ExportPreview")]
    pub fn export_preview(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExportOptions")] options: &JsValue,
    ) -> JsResult {
        let exported = export::export(self.now(), &from_js("options", options)?);
        to_js(&ExportPreview {
            text: export::preview(&exported.text).into_owned(),
            file_name: exported.file_name,
            warnings: exported.warnings,
        })
    }
}
