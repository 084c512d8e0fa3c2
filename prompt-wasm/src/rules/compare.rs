//! What changed between two prompts, and two edits of one brought together.

use prompt_core::merge::{self, Choice};
use prompt_core::{Prompt, compare, diff};
use wasm_bindgen::prelude::*;

use super::document::Document;
use crate::boundary::{Crossing, give, refuse, take};

/// Compares two prompts, values whole.
#[wasm_bindgen(js_name = comparePrompts, unchecked_return_type = "Comparison")]
pub fn compare_prompts(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] old: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] new: &JsValue,
) -> Crossing {
    let (old, new): (Prompt, Prompt) = (take("old", old)?, take("new", new)?);
    give(&compare::compare(&old, &new))
}

/// Compares two prompts for a list: every value cut at 100 characters.
#[wasm_bindgen(js_name = comparePromptsForList, unchecked_return_type = "Comparison")]
pub fn compare_prompts_for_list(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] old: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] new: &JsValue,
) -> Crossing {
    let (old, new): (Prompt, Prompt) = (take("old", old)?, take("new", new)?);
    give(&compare::compare(&old, &new).for_list())
}

/// How one text became another, for a side-by-side view; `context` unchanged lines stay around a change.
#[wasm_bindgen(js_name = diffText, unchecked_return_type = "TextDiff")]
pub fn diff_text(old: &str, new: &str, context: usize) -> Crossing {
    give(&diff::diff_text(old, new, context))
}

/// The same for a unified view.
#[wasm_bindgen(js_name = diffLines, unchecked_return_type = "UnifiedLine[]")]
pub fn diff_lines(old: &str, new: &str, context: usize) -> Crossing {
    give(&diff::diff_text(old, new, context).unified())
}

#[wasm_bindgen]
impl Document {
    /// Brings what is written here and what somebody else saved together, both edits of what was saved, with the choices
    /// made so far.
    #[wasm_bindgen(js_name = mergeWith, unchecked_return_type = "Merge")]
    pub fn merge_with(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Prompt")] theirs: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "MergeChoice[]")] choices: &JsValue,
    ) -> Crossing {
        let theirs: Prompt = take("theirs", theirs)?;
        let choices: Vec<Choice> = take("choices", choices)?;
        let merged = merge::resolve(self.before(), self.now(), &theirs, &choices);
        give(&merged.map_err(|error| refuse(&error))?)
    }
}
