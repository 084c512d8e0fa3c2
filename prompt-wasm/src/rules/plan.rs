//! The plans.

use prompt_core::plan;
use wasm_bindgen::prelude::*;

use crate::boundary::{Crossing, give};

/// All plans in the order in which they are offered.
#[wasm_bindgen(unchecked_return_type = "Plan[]")]
pub fn plans() -> Crossing {
    give(&plan::catalogue())
}
