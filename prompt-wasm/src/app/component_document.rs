//! The component being edited, and merging two edits of one component.

use prompt_core::component::{Component, ComponentDocument as CoreDocument};
use prompt_core::merge::{Choice, resolve_component};
use prompt_core::record::Record as _;
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, json_to_js, to_js, to_js_error};

/// A component being edited. Call `free()` when it is closed.
#[wasm_bindgen]
pub struct ComponentDocument(CoreDocument);

#[wasm_bindgen]
impl ComponentDocument {
    /// Opens a saved component.
    pub fn open(
        #[wasm_bindgen(unchecked_param_type = "Component")] component: &JsValue,
    ) -> Result<ComponentDocument, JsValue> {
        Ok(Self(CoreDocument::open(from_js("component", component)?)))
    }

    /// Replaces the component. Returns whether it changed.
    pub fn apply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Component")] next: &JsValue,
    ) -> Result<bool, JsValue> {
        Ok(self.0.apply(from_js("component", next)?))
    }

    /// Continues with `next` as if `other` had preceded it: the first undo returns to `other`.
    pub fn supersede(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Component")] other: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Component")] next: &JsValue,
    ) -> Result<(), JsValue> {
        self.0
            .supersede(from_js("component", other)?, from_js("component", next)?);
        Ok(())
    }

    /// Undoes the last step. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Redoes the step that was undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.0.redo()
    }

    /// Ends the current step, so that later typing is undone separately.
    #[wasm_bindgen(js_name = endStep)]
    pub fn end_step(&mut self) {
        self.0.end_step();
    }

    /// Makes the next edit join the current step.
    #[wasm_bindgen(js_name = joinStep)]
    pub fn join_step(&mut self) {
        self.0.join_step();
    }

    /// Sets the component that is now stored.
    #[wasm_bindgen(js_name = setSaved)]
    pub fn set_saved(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Component")] saved: &JsValue,
    ) -> Result<(), JsValue> {
        self.0.set_saved(from_js("saved", saved)?);
        Ok(())
    }

    /// Adopts the stored visibility. Undo does not change it back.
    #[wasm_bindgen(js_name = followVisibility)]
    pub fn follow_visibility(&mut self, is_public: bool) {
        self.0.follow_visibility(is_public);
    }

    /// The revision, whether there are unsaved changes, and whether undo and redo are possible.
    #[wasm_bindgen(unchecked_return_type = "ComponentState")]
    pub fn state(&self) -> JsResult {
        to_js(&self.0.state())
    }

    /// The current component.
    #[wasm_bindgen(unchecked_return_type = "Component")]
    pub fn component(&self) -> JsResult {
        json_to_js(self.0.component())
    }

    /// The saved component.
    #[wasm_bindgen(unchecked_return_type = "Component")]
    pub fn saved(&self) -> JsResult {
        json_to_js(self.0.saved())
    }
}

/// Whether saving one over the other would change nothing.
#[wasm_bindgen(js_name = componentsSayTheSame)]
pub fn components_say_the_same(
    #[wasm_bindgen(unchecked_param_type = "Component")] one: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Component")] other: &JsValue,
) -> Result<bool, JsValue> {
    let (one, other): (Component, Component) =
        (from_js("component", one)?, from_js("component", other)?);
    Ok(one.says_the_same(&other))
}

/// Merges my edit with another save, both edits of `base`, with the choices made so far.
#[wasm_bindgen(js_name = mergeComponents, unchecked_return_type = "ComponentMerge")]
pub fn merge_components(
    #[wasm_bindgen(unchecked_param_type = "Component")] base: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Component")] mine: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Component")] theirs: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "MergeChoice[]")] choices: &JsValue,
) -> JsResult {
    let base: Component = from_js("base", base)?;
    let (mine, theirs): (Component, Component) =
        (from_js("mine", mine)?, from_js("theirs", theirs)?);
    let choices: Vec<Choice> = from_js("choices", choices)?;
    let merged = resolve_component(&base, &mine, &theirs, &choices);
    json_to_js(&merged.map_err(|error| to_js_error(&error))?)
}
