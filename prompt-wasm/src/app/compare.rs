//! Comparing two prompts or texts, choosing from an improvement, and merging two edits of one prompt.

use prompt_core::generation::improve;
use prompt_core::merge::{self, Choice};
use prompt_core::{Content, Prompt, compare, diff};
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

/// How much room stays for texts from one comparison to the next, in bytes: 80,000 characters of any script on either side.
const ROOM: usize = 1 << 19;

/// Room for two texts in this program's own memory: what is written there need not be copied. `web/src/core/text-diff.ts`
/// writes it, and makes rows of what it gets.
#[wasm_bindgen]
#[derive(Default)]
pub struct TextRoom {
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl TextRoom {
    /// Room of no size yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The memory that the room is in.
    #[wasm_bindgen(unchecked_return_type = "WebAssembly.Memory")]
    pub fn memory() -> JsValue {
        wasm_bindgen::memory()
    }

    /// Where in `memory()` there is room for so many bytes, until something else is asked of this program.
    pub fn at(&mut self, size: usize) -> *const u8 {
        if size > self.bytes.len() {
            // Nothing of what is there is wanted, so it is not copied into the new room.
            self.bytes = Vec::new();
            self.bytes = vec![0; size.max(ROOM)];
        }
        self.bytes.as_ptr()
    }

    /// How the text that ends at `middle` became the one from there to `end`, both as UTF-8, by the places of rows and words in
    /// the two as strings; `context` unchanged lines stay around a change. At most `most` rows come, or all.
    pub fn places(
        &mut self,
        middle: usize,
        end: usize,
        context: usize,
        most: Option<usize>,
    ) -> Vec<u32> {
        let texts = self.bytes.get(..end).unwrap_or_default();
        let (old, new) = texts.split_at_checked(middle).unwrap_or_default();
        let places = diff::places(old, new, context, most.unwrap_or(usize::MAX));
        if self.bytes.len() > ROOM {
            self.bytes = Vec::new();
        }
        places
    }
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
