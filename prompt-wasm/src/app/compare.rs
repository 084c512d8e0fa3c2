//! Comparing two prompts or texts, choosing from an improvement, and merging two edits of one prompt.

use prompt_core::diff::{self, Row, UnifiedLine};
use prompt_core::generation::improve;
use prompt_core::merge::{self, Choice};
use prompt_core::{Content, Prompt, compare};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, to_js, to_js_error};

/// Compares two prompts, values whole.
#[wasm_bindgen(js_name = comparePrompts, unchecked_return_type = "Comparison")]
pub fn compare_prompts(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] old: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] new: &JsValue,
) -> JsResult {
    let (old, new): (Prompt, Prompt) = (from_js("old", old)?, from_js("new", new)?);
    to_js(&compare::compare(&old, &new))
}

/// Compares two prompts for a list: every value cut at 100 characters.
#[wasm_bindgen(js_name = comparePromptsForList, unchecked_return_type = "Comparison")]
pub fn compare_prompts_for_list(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] old: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] new: &JsValue,
) -> JsResult {
    let (old, new): (Prompt, Prompt) = (from_js("old", old)?, from_js("new", new)?);
    to_js(&compare::compare(&old, &new).for_list())
}

/// How one text became another, for both views.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TextComparison<'a> {
    /// The lines, paired: as many rows as were asked for.
    pub rows: Vec<Row<'a>>,
    /// The same as lines of a unified view.
    pub lines: Vec<UnifiedLine<'a>>,
    /// About how many rows follow that were not asked for.
    pub left: usize,
    /// Lines that were added or changed.
    pub added: usize,
    /// Lines that were removed or changed.
    pub removed: usize,
    /// Whether the texts differ, and in nothing but how lines end.
    pub only_line_ends_differ: bool,
}

/// Compares two texts. `context` unchanged lines stay around a change; at most `most` rows come, or all.
#[wasm_bindgen(js_name = diffText, unchecked_return_type = "TextComparison")]
pub fn diff_text(old: &str, new: &str, context: usize, most: Option<usize>) -> JsResult {
    let diff = diff::first_rows(old, new, context, most.unwrap_or(usize::MAX));
    to_js(&TextComparison {
        lines: diff.unified(),
        rows: diff.rows,
        left: diff.left,
        added: diff.added,
        removed: diff.removed,
        only_line_ends_differ: diff.only_line_ends_differ,
    })
}

/// Brings what is written here and what somebody else saved together, both edits of `base`, with the choices made so far.
#[wasm_bindgen(js_name = mergePrompts, unchecked_return_type = "Merge")]
pub fn merge_prompts(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] base: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] mine: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] theirs: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "MergeChoice[]")] choices: &JsValue,
) -> JsResult {
    let base: Prompt = from_js("base", base)?;
    let (mine, theirs): (Prompt, Prompt) = (from_js("mine", mine)?, from_js("theirs", theirs)?);
    let choices: Vec<Choice> = from_js("choices", choices)?;
    let merged = merge::resolve(&base, &mine, &theirs, &choices);
    to_js(&merged.map_err(|error| to_js_error(&error))?)
}

/// What a proposed content changes in a prompt.
#[wasm_bindgen(js_name = reviewImprovement, unchecked_return_type = "Change[]")]
pub fn review_improvement(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Content")] proposed: &JsValue,
) -> JsResult {
    let (prompt, proposed): (Prompt, Content) =
        (from_js("prompt", prompt)?, from_js("content", proposed)?);
    to_js(&improve::review(&prompt, &proposed))
}

/// The prompt's content with the changes whose paths are accepted, and what to know of it.
#[wasm_bindgen(js_name = chooseImprovement, unchecked_return_type = "Chosen")]
pub fn choose_improvement(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Content")] proposed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string[]")] accepted: &JsValue,
) -> JsResult {
    let (prompt, proposed): (Prompt, Content) =
        (from_js("prompt", prompt)?, from_js("content", proposed)?);
    let accepted: Vec<String> = from_js("paths", accepted)?;
    to_js(&improve::choose(&prompt, &proposed, &accepted))
}
