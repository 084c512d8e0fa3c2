//! The prompt being edited. It is stored in WebAssembly memory; JavaScript has a handle, sends edits
//! and reads only the changed items.

use prompt_core::asset::Filling;
use wasm_bindgen::prelude::*;

use super::ids::new_id;
use crate::boundary::{JsResult, from_js, json_to_js, to_js, to_js_error};

/// A prompt being edited. Call `free()` when it is closed.
#[wasm_bindgen]
pub struct Document(prompt_core::Document);

impl Document {
    /// The current prompt, for the exports of this crate.
    pub(crate) const fn now(&self) -> &prompt_core::Prompt {
        self.0.prompt()
    }
}

#[wasm_bindgen]
impl Document {
    /// Creates a document for a prompt that was never saved.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    ) -> Result<Document, JsValue> {
        let prompt = from_js("prompt", prompt)?;
        Ok(Self(prompt_core::Document::new(prompt, new_id)))
    }

    /// Opens a saved prompt.
    pub fn open(
        #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
    ) -> Result<Document, JsValue> {
        let prompt = from_js("prompt", prompt)?;
        Ok(Self(prompt_core::Document::open(prompt, new_id)))
    }

    /// Applies one edit. A rejected edit changes nothing.
    #[wasm_bindgen(unchecked_return_type = "Applied")]
    pub fn apply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Edit")] edit: &JsValue,
    ) -> JsResult {
        let edit = from_js("edit", edit)?;
        to_js(&self.0.apply(edit).map_err(|error| to_js_error(&error))?)
    }

    /// A fast path for `splice_utf16` that allocates no objects per keystroke. It only changes the
    /// item's text, so it returns whether the text changed.
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

    /// Undoes the last step. Returns null if there is none.
    #[wasm_bindgen(unchecked_return_type = "Applied | null")]
    pub fn undo(&mut self) -> JsResult {
        to_js(&self.0.undo().map_err(|error| to_js_error(&error))?)
    }

    /// Redoes the step that was undone last. Returns null if there is none.
    #[wasm_bindgen(unchecked_return_type = "Applied | null")]
    pub fn redo(&mut self) -> JsResult {
        to_js(&self.0.redo().map_err(|error| to_js_error(&error))?)
    }

    /// Ends the current step, so that later typing is undone separately.
    #[wasm_bindgen(js_name = endStep)]
    pub fn end_step(&mut self) {
        self.0.end_step();
    }

    /// Makes the next edit join the current step even if it replaces typed text, as during IME
    /// composition.
    #[wasm_bindgen(js_name = joinStep)]
    pub fn join_step(&mut self) {
        self.0.join_step();
    }

    /// Sets the prompt that is now stored, after a save by this or another user.
    #[wasm_bindgen(js_name = setSaved)]
    pub fn set_saved(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Prompt")] saved: &JsValue,
    ) -> Result<(), JsValue> {
        self.0.set_saved(from_js("saved", saved)?);
        Ok(())
    }

    /// Adopts the stored visibility. Undo does not change it back.
    #[wasm_bindgen(js_name = followVisibility)]
    pub fn follow_visibility(&mut self, is_public: bool) {
        self.0.follow_visibility(is_public);
    }

    /// The revision, whether there are unsaved changes, whether undo and redo are possible, and what is
    /// locked.
    #[wasm_bindgen(unchecked_return_type = "DocumentState")]
    pub fn state(&self) -> JsResult {
        to_js(&self.0.state())
    }

    /// The items' ids in reading order, nested like the items.
    #[wasm_bindgen(unchecked_return_type = "Node[]")]
    pub fn skeleton(&self) -> JsResult {
        to_js(&self.0.skeleton())
    }

    /// One item without its nested items; null if it does not exist.
    #[wasm_bindgen(unchecked_return_type = "ItemView | null")]
    pub fn item(&self, id: &str) -> JsResult {
        json_to_js(&self.0.item(id))
    }

    /// The current prompt without its content.
    #[wasm_bindgen(unchecked_return_type = "Omit<Prompt, 'content'>")]
    pub fn details(&self) -> JsResult {
        json_to_js(&self.0.prompt().without_content())
    }

    /// The text counts of an item, for a block of its modules; null if it does not exist.
    #[wasm_bindgen(unchecked_return_type = "TextCounts | null")]
    pub fn counts(&self, id: &str) -> JsResult {
        to_js(&self.0.counts(id))
    }

    /// The text counts of the structure in use.
    #[wasm_bindgen(js_name = totalCounts, unchecked_return_type = "TextCounts")]
    pub fn total_counts(&self) -> JsResult {
        to_js(&self.0.total_counts())
    }

    /// The filled and the missing fields of an asset.
    #[wasm_bindgen(unchecked_return_type = "Filling")]
    pub fn filling(&self) -> JsResult {
        let prompt = self.0.prompt();
        to_js(&Filling::of(prompt.prompt_type, &prompt.asset_fields))
    }

    /// The whole current prompt.
    #[wasm_bindgen(unchecked_return_type = "Prompt")]
    pub fn prompt(&self) -> JsResult {
        json_to_js(self.0.prompt())
    }

    /// The whole saved prompt.
    #[wasm_bindgen(unchecked_return_type = "Prompt")]
    pub fn saved(&self) -> JsResult {
        json_to_js(self.0.saved())
    }
}
