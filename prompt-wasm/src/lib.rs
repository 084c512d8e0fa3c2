//! Promptcase's core for the browser: converts in, makes one call, converts out.
//!
//! Functions are named in camelCase, fields in `snake_case` as everywhere on the wire. A failure is thrown as an `Error` with
//! `code`, `message` and `field` (`CoreError`). `make gen` writes the TypeScript declarations from the core's own types.
//!
//! Two programs are built from this crate: `app` has every rule that screens need, and `importer` reads files. A browser loads
//! the importer when a person imports for the first time.

#[cfg(feature = "app")]
pub mod app;
pub mod boundary;
#[cfg(feature = "importer")]
pub mod importer;

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

#[wasm_bindgen(typescript_custom_section)]
const ERROR: &str = "
/** What is thrown when something cannot be done. */
export interface CoreError extends Error {
  /** A stable word for programs. */
  code: string;
  /** Where: `title`, `tags[3]`, `content.blocks[2].assets[0].reference`. */
  field?: string;
}
";

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}
