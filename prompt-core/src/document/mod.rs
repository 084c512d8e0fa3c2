//! A prompt being edited: edits with undo, unsaved changes, items by id.
//!
//! A [`Document`] owns the prompt. Each edit returns the items it touched, so a view re-reads only
//! those. The cost of a keystroke depends on the text it changes, not on the size of the prompt.

mod apply;
mod fields;
mod history;
mod items;
mod unsaved;

use std::collections::HashMap;

use serde::Serialize;

use crate::content::item::Place;
use crate::text::TextCounts;
use crate::{Edit, Error, ItemView, Module, Node, Prompt, StructureType};
pub use apply::Applied;
use apply::{Change, Rules};
use history::History;
use unsaved::Unsaved;

/// A prompt being edited.
pub struct Document {
    prompt: Prompt,
    saved: Prompt,
    has_id: bool,
    revision: u64,
    places: HashMap<String, Place>,
    unsaved: Unsaved,
    history: History,
    ids: Box<dyn FnMut() -> String>,
}

/// The state of the document as a whole, for a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[allow(
    clippy::struct_excessive_bools,
    reason = "five independent answers to five questions of a view"
)]
pub struct DocumentState {
    /// Incremented by every edit, undo and redo.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub revision: u64,
    /// Whether the prompt differs from the saved one.
    pub is_changed: bool,
    /// Whether there is something to undo.
    pub can_undo: bool,
    /// Whether there is something to redo.
    pub can_redo: bool,
    /// Whether the structure type is locked: once the prompt has an id, and always for assets.
    pub is_structure_locked: bool,
    /// Whether the complexity is locked: until the prompt is saved, and afterwards unless it was saved
    /// as `custom`.
    pub is_complexity_locked: bool,
}

impl Document {
    /// Creates a document for a prompt that was never saved. `ids` must return a new unique id on every
    /// call.
    pub fn new(prompt: Prompt, ids: impl FnMut() -> String + 'static) -> Self {
        Self::build(prompt, false, Box::new(ids))
    }

    /// Opens a saved prompt.
    pub fn open(prompt: Prompt, ids: impl FnMut() -> String + 'static) -> Self {
        Self::build(prompt, true, Box::new(ids))
    }

    fn build(mut prompt: Prompt, has_id: bool, mut ids: Box<dyn FnMut() -> String>) -> Self {
        prompt.content.normalise(&mut ids);
        prompt.keep_names_on_one_line();
        let places = prompt.content.places();
        Self {
            saved: prompt.clone(),
            has_id,
            revision: 0,
            unsaved: Unsaved::between(&prompt, &prompt, &places),
            places,
            history: History::default(),
            ids,
            prompt,
        }
    }

    /// Applies one edit. An edit that changes nothing does not increment the revision.
    ///
    /// # Errors
    ///
    /// Returns an error if the edit is invalid; the document is then unchanged.
    pub fn apply(&mut self, edit: Edit) -> Result<Applied, Error> {
        let mut change = self.change(edit, Rules::Checked)?;
        if let Some(inverse) = change.inverse.take() {
            self.history.record(inverse, change.seam);
            self.revision += 1;
        }
        Ok(self.finish(change))
    }

    /// Undoes the last step. Returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if the inverse edit cannot be applied.
    pub fn undo(&mut self) -> Result<Option<Applied>, Error> {
        let Some(step) = self.history.pop_undo() else {
            return Ok(None);
        };
        let mut change = self.change(step, Rules::Restoring)?;
        if let Some(inverse) = change.inverse.take() {
            self.history.push_redo(inverse);
        }
        self.revision += 1;
        Ok(Some(self.finish(change)))
    }

    /// Redoes the step that was undone last. Returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if the edit cannot be applied again.
    pub fn redo(&mut self) -> Result<Option<Applied>, Error> {
        let Some(step) = self.history.pop_redo() else {
            return Ok(None);
        };
        let mut change = self.change(step, Rules::Restoring)?;
        if let Some(inverse) = change.inverse.take() {
            self.history.push_undo(inverse);
        }
        self.revision += 1;
        Ok(Some(self.finish(change)))
    }

    /// Ends the current step, so that later typing is undone separately.
    pub fn end_step(&mut self) {
        self.history.seal();
    }

    /// Makes the next edit join the current step even if it replaces typed text, as during IME
    /// composition.
    pub const fn join_step(&mut self) {
        self.history.join();
    }

    fn finish(&mut self, change: Change) -> Applied {
        self.unsaved
            .update(&self.prompt, &self.saved, &self.places, &change);
        Applied {
            revision: self.revision,
            changed: change.touched,
            details_changed: change.details,
            structure_changed: change.structure,
        }
    }

    /// Sets the prompt that is now stored, after a save (the prompt as it was sent, with its new
    /// version) or after another user's save. The version is adopted; edits made since then stay
    /// unsaved changes.
    pub fn set_saved(&mut self, mut saved: Prompt) {
        saved.content.normalise(&mut self.ids);
        saved.keep_names_on_one_line();
        self.prompt.set_version(saved.version());
        if !self.has_id {
            self.has_id = true;
            self.history.forget_structure_changes();
        }
        self.history.seal();
        self.saved = saved;
        self.unsaved = Unsaved::between(&self.prompt, &self.saved, &self.places);
    }

    /// Adopts the stored visibility, whose changes create no version. Undo and redo do not change it
    /// back, and a local change to the same value is merged.
    pub fn follow_visibility(&mut self, is_public: bool) {
        if self.saved.is_public == is_public {
            return;
        }
        self.saved.is_public = is_public;
        self.history.settle_visibility(is_public);
        if apply::swap(&mut self.prompt.is_public, is_public).is_some() {
            self.revision += 1;
        }
        self.unsaved = Unsaved::between(&self.prompt, &self.saved, &self.places);
    }

    /// Whether the prompt differs from the saved one. Versions are ignored.
    pub fn is_changed(&self) -> bool {
        self.unsaved.any()
    }

    /// The current prompt.
    pub const fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// The saved prompt.
    pub const fn saved(&self) -> &Prompt {
        &self.saved
    }

    /// Incremented by every edit, undo and redo.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// A view of one item without its nested items.
    pub fn item(&self, id: &str) -> Option<ItemView<'_>> {
        self.prompt.content.view(*self.places.get(id)?)
    }

    /// The text counts of an item; for a block, of its modules together.
    pub fn counts(&self, id: &str) -> Option<TextCounts> {
        let content = &self.prompt.content;
        Some(match *self.places.get(id)? {
            Place::Segment(at) => TextCounts::of(&content.segments[at].content),
            Place::Section(at) => TextCounts::of(&content.sections[at].content),
            Place::Module(at) => TextCounts::of(&content.modules[at].content),
            Place::BlockModule(block, at) => {
                TextCounts::of(&content.blocks[block].modules[at].content)
            }
            Place::Block(at) => modules_counts(&content.blocks[at].modules),
            Place::BlockAsset(..) => TextCounts::default(),
        })
    }

    /// The text counts of the structure in use.
    pub fn total_counts(&self) -> TextCounts {
        let content = &self.prompt.content;
        match self.prompt.structure_type {
            StructureType::Standard => total(content.segments.iter().map(|item| &item.content)),
            StructureType::Structured => total(content.sections.iter().map(|item| &item.content)),
            StructureType::Modulized => modules_counts(&content.modules),
            StructureType::Advanced => content
                .blocks
                .iter()
                .map(|block| modules_counts(&block.modules))
                .fold(TextCounts::default(), TextCounts::and),
        }
    }

    /// Returns the items' ids in reading order, nested like the items.
    pub fn skeleton(&self) -> Vec<Node> {
        self.prompt.content.skeleton()
    }

    /// Whether the structure type is locked.
    pub const fn is_structure_locked(&self) -> bool {
        self.has_id || self.prompt.prompt_type.is_asset()
    }

    /// Whether the complexity is locked.
    pub fn is_complexity_locked(&self) -> bool {
        !self.has_id || self.saved.has_settled_complexity()
    }

    /// The state of the document as a whole, for a view.
    pub fn state(&self) -> DocumentState {
        DocumentState {
            revision: self.revision,
            is_changed: self.is_changed(),
            can_undo: self.history.can_undo(),
            can_redo: self.history.can_redo(),
            is_structure_locked: self.is_structure_locked(),
            is_complexity_locked: self.is_complexity_locked(),
        }
    }
}

fn modules_counts(modules: &[Module]) -> TextCounts {
    total(modules.iter().map(|item| &item.content))
}

fn total<'a>(texts: impl Iterator<Item = &'a String>) -> TextCounts {
    texts
        .map(|text| TextCounts::of(text))
        .fold(TextCounts::default(), TextCounts::and)
}
