//! The browser bindings of Promptcase's core: each function converts its arguments, makes one call and
//! converts the result.
//!
//! Functions are named in camelCase, fields in `snake_case` as in all JSON. An error is thrown as an
//! `Error` with `code`, `message` and `field` (`CoreError`). `make gen` generates the TypeScript
//! declarations from the core's types.
//!
//! Three packages are built from this crate: `app` has the rules that screens need, `importer` reads files, and `jinja` renders
//! prompts with statements of Jinja2. The browser loads the latter two when they are needed.

#[cfg(feature = "app")]
pub mod app;
pub mod boundary;
#[cfg(feature = "importer")]
pub mod importer;
#[cfg(feature = "jinja")]
pub mod jinja;
#[cfg(any(feature = "app", feature = "jinja"))]
mod rendering;

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
