//! Exports prompts as files in seven formats.

use js_sys::Uint8Array;
use prompt_core::Diagnostic;
use prompt_core::export::{self, ExportOptions, Exported, FillProgram};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::document::Document;
use crate::boundary::{JsResult, from_js, to_js};
use crate::rendering::prompts;

/// The beginning of an export, for a preview.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ExportPreview {
    /// The first 1,000 characters, followed by an ellipsis if truncated.
    pub text: String,
    /// The suggested file name.
    pub file_name: String,
    /// Warnings about content the format could not represent exactly.
    pub warnings: Vec<Diagnostic>,
}

/// The default export options.
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
    /// The TypeScript type above, for wasm-bindgen.
    type HasBytes;

    #[wasm_bindgen(method, setter)]
    fn set_bytes(this: &HasBytes, bytes: &Uint8Array);
}

fn file(exported: &Exported) -> JsResult {
    let file = to_js(&AllButBytes {
        file_name: &exported.file_name,
        media_type: exported.media_type,
        warnings: &exported.warnings,
    })?;
    let bytes = Uint8Array::from(exported.text.as_bytes());
    file.unchecked_ref::<HasBytes>().set_bytes(&bytes);
    Ok(file)
}

#[wasm_bindgen]
impl Document {
    /// Exports the current prompt. It returns bytes, because a string would be decoded here and encoded
    /// again for the file.
    #[wasm_bindgen(unchecked_return_type = "ExportedFile")]
    pub fn export(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExportOptions")] options: &JsValue,
    ) -> JsResult {
        file(&export::export(self.now(), &from_js("options", options)?))
    }

    /// Exports the current prompt as a page that fills it in by itself, with the script and the style for that.
    #[wasm_bindgen(js_name = exportToFill, unchecked_return_type = "ExportedFile")]
    pub fn export_to_fill(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExportOptions")] options: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Record<string, Prompt>")] includes: &JsValue,
        script: &str,
        style: &str,
    ) -> JsResult {
        let (options, includes) = (from_js("options", options)?, prompts(includes)?);
        let program = FillProgram { script, style };
        file(&export::export_to_fill(
            self.now(),
            &options,
            &includes,
            program,
        ))
    }

    /// Returns the beginning of an export.
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
