//! Compares prompts or texts, applies parts of an improvement, and merges two edits of one prompt.

use prompt_core::compare::{Change, Suggestion};
use prompt_core::component::Component;
use prompt_core::diff::{self, Row, UnifiedLine};
use prompt_core::generation::improve;
use prompt_core::merge::{self, Choice};
use prompt_core::{Content, Prompt, compare};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, json_to_js, to_js, to_js_error};

/// Compares two prompts with their values in full.
#[wasm_bindgen(js_name = comparePrompts, unchecked_return_type = "Comparison")]
pub fn compare_prompts(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] old: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] new: &JsValue,
) -> JsResult {
    let (old, new): (Prompt, Prompt) = (from_js("old", old)?, from_js("new", new)?);
    json_to_js(&compare::compare(&old, &new))
}

/// Compares two prompts for a list of changes, with every value truncated to 100 characters.
#[wasm_bindgen(js_name = comparePromptsForList, unchecked_return_type = "Comparison")]
pub fn compare_prompts_for_list(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] old: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Prompt")] new: &JsValue,
) -> JsResult {
    let (old, new): (Prompt, Prompt) = (from_js("old", old)?, from_js("new", new)?);
    to_js(&compare::compare(&old, &new).for_list())
}

/// All differences between two versions of a component.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ComponentComparison {
    /// The changes, field by field.
    pub changes: Vec<Change>,
    /// The new version that fits these changes.
    pub suggestion: Suggestion,
}

/// Compares two components with their values in full.
#[wasm_bindgen(js_name = compareComponents, unchecked_return_type = "ComponentComparison")]
pub fn compare_components(
    #[wasm_bindgen(unchecked_param_type = "Component")] old: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Component")] new: &JsValue,
) -> JsResult {
    let (old, new): (Component, Component) = (from_js("old", old)?, from_js("new", new)?);
    let changes = compare::compare_components(&old, &new);
    to_js(&ComponentComparison {
        suggestion: compare::suggest(&changes),
        changes,
    })
}

/// The difference between two texts, for both views.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TextComparison<'a> {
    /// The paired lines, at most as many rows as requested.
    pub rows: Vec<Row<'a>>,
    /// The same rows as lines of a unified view.
    pub lines: Vec<UnifiedLine<'a>>,
    /// The approximate number of remaining rows.
    pub left: usize,
    /// The number of added or changed lines.
    pub added: usize,
    /// The number of removed or changed lines.
    pub removed: usize,
    /// Whether the texts differ only in their line endings.
    pub only_line_ends_differ: bool,
}

/// Compares two texts with `context` unchanged lines around each change. Returns at most `most` rows,
/// or all.
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

/// Merges my edit with another user's save, both edits of `base`, with the choices made so far.
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
    json_to_js(&merged.map_err(|error| to_js_error(&error))?)
}

/// Returns the changes that a proposed content makes to a prompt.
#[wasm_bindgen(js_name = reviewImprovement, unchecked_return_type = "Change[]")]
pub fn review_improvement(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Content")] proposed: &JsValue,
) -> JsResult {
    let (prompt, proposed): (Prompt, Content) =
        (from_js("prompt", prompt)?, from_js("content", proposed)?);
    json_to_js(&improve::review(&prompt, &proposed))
}

/// Applies the changes with the accepted paths to the prompt's content, and returns it with warnings.
#[wasm_bindgen(js_name = chooseImprovement, unchecked_return_type = "Chosen")]
pub fn choose_improvement(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Content")] proposed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string[]")] accepted: &JsValue,
) -> JsResult {
    let (prompt, proposed): (Prompt, Content) =
        (from_js("prompt", prompt)?, from_js("content", proposed)?);
    let accepted: Vec<String> = from_js("paths", accepted)?;
    json_to_js(&improve::choose(&prompt, &proposed, &accepted))
}
