//! Undo and redo within limits.

use std::collections::VecDeque;

use crate::text::json_bytes;
use crate::{Edit, Item};

/// The maximum number of undo steps.
const STEPS: usize = 1_000;
/// The maximum number of bytes of all undo steps except the last.
const BYTES: usize = 16 * 1024 * 1024;
/// The maximum number of typed bytes in one step.
const STEP_BYTES: usize = 2_000;

/// Inverse edits, newest last.
#[derive(Default)]
pub(super) struct History {
    undo: VecDeque<Step>,
    redo: Vec<Edit>,
    bytes: usize,
    /// Whether further typing can still join the last step.
    is_open: bool,
    /// Whether the next splice joins the last step even after a save, and even if it replaces text
    /// typed in that step.
    is_joined: bool,
}

struct Step {
    inverse: Edit,
    bytes: usize,
}

impl History {
    /// Records the inverse of an edit. Typing joins the last step unless a `seam` (a new word or line)
    /// begins a new one.
    pub(super) fn record(&mut self, inverse: Edit, seam: bool) {
        self.redo.clear();
        let is_typing = matches!(
            inverse,
            Edit::Splice { .. } | Edit::SetTitle { .. } | Edit::SetDescription { .. }
        );
        let is_joined = std::mem::take(&mut self.is_joined);
        if let Some(last) = self.undo.back_mut()
            && (is_joined || (self.is_open && !seam))
            && extend(&mut last.inverse, &inverse, is_joined)
        {
            self.bytes -= last.bytes;
            last.bytes = weight(&last.inverse);
            self.bytes += last.bytes;
            return;
        }
        self.push_undo(inverse);
        self.is_open = is_typing;
    }

    pub(super) fn push_undo(&mut self, inverse: Edit) {
        self.is_open = false;
        let bytes = weight(&inverse);
        self.bytes += bytes;
        self.undo.push_back(Step { inverse, bytes });
        while self.undo.len() > STEPS || (self.bytes > BYTES && self.undo.len() > 1) {
            if let Some(oldest) = self.undo.pop_front() {
                self.bytes -= oldest.bytes;
            }
        }
    }

    pub(super) fn pop_undo(&mut self) -> Option<Edit> {
        self.is_open = false;
        let step = self.undo.pop_back()?;
        self.bytes -= step.bytes;
        Some(step.inverse)
    }

    pub(super) fn push_redo(&mut self, inverse: Edit) {
        self.redo.push(inverse);
    }

    pub(super) fn pop_redo(&mut self) -> Option<Edit> {
        self.redo.pop()
    }

    pub(super) const fn seal(&mut self) {
        self.is_open = false;
        self.is_joined = false;
    }

    pub(super) const fn join(&mut self) {
        self.is_joined = true;
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub(super) const fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Drops all steps up to the last structure change, because the structure is now locked.
    pub(super) fn forget_structure_changes(&mut self) {
        if let Some(last) = self
            .undo
            .iter()
            .rposition(|step| changes_structure(&step.inverse))
        {
            self.undo.drain(..=last);
            self.bytes = self.undo.iter().map(|step| step.bytes).sum();
        }
        if let Some(last) = self.redo.iter().rposition(changes_structure) {
            self.redo.drain(..=last);
        }
    }

    /// Removes visibility changes from all steps, because the visibility was set elsewhere.
    pub(super) fn settle_visibility(&mut self, is_public: bool) {
        self.undo
            .retain_mut(|step| settle_visibility(&mut step.inverse, is_public));
        self.bytes = self.undo.iter().map(|step| step.bytes).sum();
        self.redo
            .retain_mut(|edit| settle_visibility(edit, is_public));
    }
}

/// Removes visibility changes from an edit. Returns whether anything remains.
fn settle_visibility(edit: &mut Edit, is_public: bool) -> bool {
    match edit {
        Edit::SetPublic { .. } => return false,
        Edit::SetPrompt { prompt } => prompt.is_public = is_public,
        Edit::Batch { edits } => edits.retain_mut(|edit| settle_visibility(edit, is_public)),
        _ => {}
    }
    true
}

fn changes_structure(edit: &Edit) -> bool {
    match edit {
        Edit::SetStructure { .. } | Edit::SetPrompt { .. } => true,
        Edit::Batch { edits } => edits.iter().any(changes_structure),
        _ => false,
    }
}

/// Extends the inverse of the last edit by a further one if that continues where it ended or, when
/// `joined`, replaces only text it typed.
fn extend(last: &mut Edit, next: &Edit, joined: bool) -> bool {
    if matches!(
        (&*last, next),
        (Edit::SetTitle { .. }, Edit::SetTitle { .. })
            | (Edit::SetDescription { .. }, Edit::SetDescription { .. })
    ) {
        return true;
    }
    let Edit::Splice {
        id,
        field,
        start,
        end,
        text,
    } = last
    else {
        return false;
    };
    let Edit::Splice {
        id: next_id,
        field: next_field,
        start: from,
        end: to,
        text: removed,
    } = next
    else {
        return false;
    };
    if id != next_id || field != next_field || *end - *start + text.len() > STEP_BYTES {
        return false;
    }
    let (typed, next_typed) = (text.is_empty(), removed.is_empty());
    let (deleted, next_deleted) = (start == end, from == to);
    if typed && next_typed && from == end {
        // Typing.
        *end = *to;
        return true;
    }
    if deleted && next_deleted && *from + removed.len() == *start {
        // Backspace.
        text.insert_str(0, removed);
        (*start, *end) = (*from, *from);
        return true;
    }
    if deleted && next_deleted && from == start {
        // Delete.
        text.push_str(removed);
        return true;
    }
    if joined && from >= start && *from + removed.len() <= *end {
        *end = *end - removed.len() + (*to - *from);
        return true;
    }
    false
}

/// The approximate size of a step in bytes.
fn weight(edit: &Edit) -> usize {
    const FIXED: usize = 128;
    FIXED
        + match edit {
            Edit::Batch { edits } => edits.iter().map(weight).sum(),
            Edit::Splice { text, .. }
            | Edit::SetText { text, .. }
            | Edit::SetTitle { title: text }
            | Edit::SetDescription { description: text }
            | Edit::SetConfig { json: text, .. } => text.len(),
            Edit::SetTags { tags } => tags.iter().map(String::len).sum(),
            Edit::SetAssetField { value, .. } => json_bytes(value),
            Edit::SetAssetFields { fields: map } | Edit::SetAssetMetadata { metadata: map } => {
                json_bytes(map)
            }
            Edit::SetContent { content } => json_bytes(content),
            Edit::SetPrompt { prompt } => json_bytes(prompt),
            Edit::AddItem { item, .. } => match &**item {
                Item::Segment(item) => json_bytes(item),
                Item::Section(item) => json_bytes(item),
                Item::Module(item) => json_bytes(item),
                Item::Block(item) => json_bytes(item),
                Item::Asset(item) => json_bytes(item),
            },
            // The remaining edits hold a few words. Serializing an edit to measure it would add about 2
            // % to the
            // WebAssembly file.
            _ => 0,
        }
}
