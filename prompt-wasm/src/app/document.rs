//! The prompt that is being written. It lives here, in WebAssembly; JavaScript holds a handle, sends
//! edits in and takes out only what they touched.

use prompt_core::asset::Filling;
use wasm_bindgen::prelude::*;

use super::ids::new_id;
use crate::boundary::{JsResult, from_js, to_js, to_js_error};

/// A prompt being written. Call `free()` when it is closed.
#[wasm_bindgen]
pub struct Document(prompt_core::Document);

impl Document {
    /// The prompt as it is now, for the parts of this crate that write it.
    pub(crate) const fn now(&self) -> &prompt_core::Prompt {
        self.0.prompt()
    }
}

#[wasm_bindgen]
impl Document {
    /// A prompt that was never saved.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    ) -> Result<Document, JsValue> {
        let prompt = from_js("prompt", prompt)?;
        Ok(Self(prompt_core::Document::new(prompt, new_id)))
    }

    /// A saved prompt, opened.
    pub fn open(
        #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    ) -> Result<Document, JsValue> {
        let prompt = from_js("prompt", prompt)?;
        Ok(Self(prompt_core::Document::open(prompt, new_id)))
    }

    /// Does one edit. When it is refused, nothing has changed.
    #[wasm_bindgen(unchecked_return_type = "Applied")]
    pub fn apply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Edit")] edit: &JsValue,
    ) -> JsResult {
        let edit = from_js("edit", edit)?;
        to_js(&self.0.apply(edit).map_err(|error| to_js_error(&error))?)
    }

    /// What `apply` does with a `splice_utf16`, without objects for every keystroke. It changes the item's text alone, so
    /// the answer is whether that is another one now.
    pub fn splice(
        &mut self,
        id: String,
        #[wasm_bindgen(unchecked_param_type = "TextField")] field: &str,
        start: usize,
        end: usize,
        text: String,
    ) -> Result<bool, JsValue> {
        let field = field
            .parse()
            .map_err(|error: prompt_core::Error| to_js_error(&error))?;
        let edit = prompt_core::Edit::SpliceUtf16 {
            id,
            field,
            start,
            end,
            text,
        };
        let applied = self.0.apply(edit).map_err(|error| to_js_error(&error))?;
        Ok(!applied.changed.is_empty())
    }

    /// Takes the last step back; null when there is none.
    #[wasm_bindgen(unchecked_return_type = "Applied | null")]
    pub fn undo(&mut self) -> JsResult {
        to_js(&self.0.undo().map_err(|error| to_js_error(&error))?)
    }

    /// Does the step again that was taken back last; null when there is none.
    #[wasm_bindgen(unchecked_return_type = "Applied | null")]
    pub fn redo(&mut self) -> JsResult {
        to_js(&self.0.redo().map_err(|error| to_js_error(&error))?)
    }

    /// Ends the current step: what is typed next is undone apart from what was typed before.
    #[wasm_bindgen(js_name = endStep)]
    pub fn end_step(&mut self) {
        self.0.end_step();
    }

    /// What is typed next belongs to the current step even if it replaces what that typed, as when a word is composed.
    #[wasm_bindgen(js_name = joinStep)]
    pub fn join_step(&mut self) {
        self.0.join_step();
    }

    /// Says what the store now holds: after a save, or when somebody else has saved.
    #[wasm_bindgen(js_name = setSaved)]
    pub fn set_saved(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Prompt")] saved: &JsValue,
    ) -> Result<(), JsValue> {
        self.0.set_saved(from_js("saved", saved)?);
        Ok(())
    }

    /// Says who sees the prompt in the store; no undo goes back behind that.
    #[wasm_bindgen(js_name = followVisibility)]
    pub fn follow_visibility(&mut self, is_public: bool) {
        self.0.follow_visibility(is_public);
    }

    /// Revision, whether it is changed, what can be undone, what is locked.
    #[wasm_bindgen(unchecked_return_type = "DocumentState")]
    pub fn state(&self) -> JsResult {
        to_js(&self.0.state())
    }

    /// The items' ids in reading order, nested as they nest.
    #[wasm_bindgen(unchecked_return_type = "Node[]")]
    pub fn skeleton(&self) -> JsResult {
        to_js(&self.0.skeleton())
    }

    /// One item as it is now, without what nests in it; null when it is gone.
    #[wasm_bindgen(unchecked_return_type = "ItemView | null")]
    pub fn item(&self, id: &str) -> JsResult {
        to_js(&self.0.item(id))
    }

    /// The prompt as it is now, without its text.
    #[wasm_bindgen(unchecked_return_type = "Omit<Prompt, 'content'>")]
    pub fn details(&self) -> JsResult {
        to_js(&self.0.prompt().without_content())
    }

    /// How long an item's own text is, for a block that of its modules; null when it is gone.
    #[wasm_bindgen(unchecked_return_type = "TextCounts | null")]
    pub fn counts(&self, id: &str) -> JsResult {
        to_js(&self.0.counts(id))
    }

    /// How long the texts of the structure in use are together.
    #[wasm_bindgen(js_name = totalCounts, unchecked_return_type = "TextCounts")]
    pub fn total_counts(&self) -> JsResult {
        to_js(&self.0.total_counts())
    }

    /// What is filled in of an asset's fields, and what is not.
    #[wasm_bindgen(unchecked_return_type = "Filling")]
    pub fn filling(&self) -> JsResult {
        let prompt = self.0.prompt();
        to_js(&Filling::of(prompt.prompt_type, &prompt.asset_fields))
    }

    /// The whole prompt as it is now.
    #[wasm_bindgen(unchecked_return_type = "Prompt")]
    pub fn prompt(&self) -> JsResult {
        to_js(self.0.prompt())
    }

    /// The whole prompt as it was saved.
    #[wasm_bindgen(unchecked_return_type = "Prompt")]
    pub fn saved(&self) -> JsResult {
        to_js(self.0.saved())
    }
}
