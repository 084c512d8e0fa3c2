//! What changed between two prompts or texts, what to take of it, and two edits of one prompt brought together: a program
//! of its own, loaded when somebody compares versions or looks at an improvement, or when two saves met.

use prompt_core::generation::improve;
use prompt_core::merge::{self, Choice};
use prompt_core::{Content, Prompt, compare, diff};
use wasm_bindgen::prelude::*;

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

/// How one text became another, both as UTF-8, by the places of rows and words in the two as strings; `context` unchanged
/// lines stay around a change. At most `most` rows come, or all. `web/src/core/text-diff.ts` makes rows of it.
#[wasm_bindgen(js_name = diffPlaces)]
pub fn diff_places(old: &[u8], new: &[u8], context: usize, most: Option<usize>) -> Vec<u32> {
    diff::places(old, new, context, most.unwrap_or(usize::MAX))
}

/// Brings what is written here and what somebody else saved together, both edits of `base`, with the choices made so far.
#[wasm_bindgen(js_name = mergePrompts, unchecked_return_type = "Merge")]
pub fn merge_prompts(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] base: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] mine: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] theirs: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "MergeChoice[]")] choices: &JsValue,
) -> Crossing {
    let base: Prompt = take("base", base)?;
    let (mine, theirs): (Prompt, Prompt) = (take("mine", mine)?, take("theirs", theirs)?);
    let choices: Vec<Choice> = take("choices", choices)?;
    let merged = merge::resolve(&base, &mine, &theirs, &choices);
    give(&merged.map_err(|error| refuse(&error))?)
}

/// What a proposed content changes in a prompt.
#[wasm_bindgen(js_name = reviewImprovement, unchecked_return_type = "Change[]")]
pub fn review_improvement(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Content")] proposed: &JsValue,
) -> Crossing {
    let (prompt, proposed): (Prompt, Content) =
        (take("prompt", prompt)?, take("content", proposed)?);
    give(&improve::review(&prompt, &proposed))
}

/// The prompt's content with the changes whose paths are accepted, and what to know of it.
#[wasm_bindgen(js_name = chooseImprovement, unchecked_return_type = "Chosen")]
pub fn choose_improvement(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Content")] proposed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string[]")] accepted: &JsValue,
) -> Crossing {
    let (prompt, proposed): (Prompt, Content) =
        (take("prompt", prompt)?, take("content", proposed)?);
    let accepted: Vec<String> = take("paths", accepted)?;
    give(&improve::choose(&prompt, &proposed, &accepted))
}
