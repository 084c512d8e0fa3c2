//! Promptcase's core for the browser: converts in, makes one call, converts out.
//!
//! Functions are named in camelCase, fields in `snake_case` as everywhere on the wire. What cannot be done is thrown as an
//! `Error` with `code`, `message` and `field` (`CoreError`). The TypeScript declarations of all types are written from the
//! core's own by `make gen`.
//!
//! Four programs are built of this crate, so that a browser downloads what it needs: `cards` for every screen behind the
//! sign-in, `rules` where something is written, `compare` where versions are compared or merged, and `reader` for imports.

mod boundary;
#[cfg(feature = "cards")]
pub mod cards;
#[cfg(feature = "compare")]
pub mod compare;
#[cfg(feature = "rules")]
mod ids;
#[cfg(feature = "reader")]
pub mod reader;
#[cfg(feature = "rules")]
pub mod rules;

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

/// A new id for a prompt or item.
#[cfg(feature = "rules")]
#[wasm_bindgen(js_name = newId)]
pub fn new_id() -> String {
    ids::new_id()
}
