//! What a profile shows.

use prompt_core::profile::ProfileFigures;
use wasm_bindgen::prelude::*;

use crate::boundary::{Crossing, give, take};

/// What was achieved with these figures.
#[wasm_bindgen(unchecked_return_type = "Achievement[]")]
pub fn achievements(
    #[wasm_bindgen(unchecked_param_type = "ProfileFigures")] figures: &JsValue,
) -> Crossing {
    let figures: ProfileFigures = take("figures", figures)?;
    give(&figures.achievements())
}
