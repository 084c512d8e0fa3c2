//! A component being edited, with undo and its unsaved changes.
//!
//! A component is small, so each edit and each undo step stores a whole copy. Consecutive typing is one
//! step, as in a [`crate::Document`].

use std::collections::VecDeque;

use serde::Serialize;

use super::Component;
use crate::record::Record;
use crate::text::json_bytes;
use crate::validate::keep_names_on_one_line;

/// The maximum number of undo steps.
const MAX_STEPS: usize = 1_000;
/// The maximum number of bytes of all undo steps except the last.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A component being edited.
pub struct ComponentDocument {
    component: Component,
    saved: Component,
    revision: u64,
    undo: VecDeque<Step>,
    redo: Vec<Component>,
    /// The typing that the last step can be extended by.
    typing: Option<Typing>,
    /// Whether the next edit joins the last step regardless of what it replaces.
    is_joined: bool,
}

/// The component before a step, and its approximate size in bytes.
struct Step {
    component: Component,
    bytes: usize,
}

/// The state of a component's document, for a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ComponentState {
    /// Incremented by every edit, undo and redo.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub revision: u64,
    /// Whether the component differs from the saved one.
    pub is_changed: bool,
    /// Whether there is something to undo.
    pub can_undo: bool,
    /// Whether there is something to redo.
    pub can_redo: bool,
}

impl ComponentDocument {
    /// Opens a saved component.
    pub fn open(mut component: Component) -> Self {
        keep_names_on_one_line(&mut component.title, &mut component.tags);
        Self {
            saved: component.clone(),
            component,
            revision: 0,
            undo: VecDeque::new(),
            redo: Vec::new(),
            typing: None,
            is_joined: false,
        }
    }

    /// Replaces the component. Returns whether it changed.
    pub fn apply(&mut self, mut next: Component) -> bool {
        keep_names_on_one_line(&mut next.title, &mut next.tags);
        if next == self.component {
            return false;
        }
        let typing = Typing::between(&self.component, &next);
        let goes_on = match (&self.typing, &typing) {
            (Some(last), Some(next)) => next.goes_on(last),
            _ => false,
        };
        let is_joined = std::mem::take(&mut self.is_joined);
        let former = std::mem::replace(&mut self.component, next);
        if !(goes_on || is_joined) || self.undo.is_empty() {
            self.push_undo(former);
        }
        self.typing = typing;
        self.redo.clear();
        self.revision += 1;
        true
    }

    /// Continues with `next` as if `other` had preceded it: the first undo returns to `other`.
    pub fn supersede(&mut self, other: Component, next: Component) {
        self.end_step();
        self.apply(other);
        self.end_step();
        self.apply(next);
        self.end_step();
    }

    /// Undoes the last step. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(former) = self.undo.pop_back() else {
            return false;
        };
        let undone = std::mem::replace(&mut self.component, former.component);
        self.redo.push(undone);
        self.end_step();
        self.revision += 1;
        true
    }

    /// Redoes the step that was undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.redo.pop() else {
            return false;
        };
        let former = std::mem::replace(&mut self.component, next);
        self.push_undo(former);
        self.end_step();
        self.revision += 1;
        true
    }

    /// Ends the current step, so that later typing is undone separately.
    pub fn end_step(&mut self) {
        self.typing = None;
        self.is_joined = false;
    }

    /// Makes the next edit join the current step even if it replaces typed text, as during IME
    /// composition.
    pub const fn join_step(&mut self) {
        self.is_joined = true;
    }

    /// Sets the component that is now stored. Edits made since then stay unsaved changes.
    pub fn set_saved(&mut self, mut saved: Component) {
        keep_names_on_one_line(&mut saved.title, &mut saved.tags);
        self.saved = saved;
        self.end_step();
    }

    /// Adopts the stored visibility. Undo and redo do not change it.
    pub fn follow_visibility(&mut self, is_public: bool) {
        if self.saved.is_public == is_public {
            return;
        }
        self.saved.is_public = is_public;
        if self.component.is_public != is_public {
            self.component.is_public = is_public;
            self.revision += 1;
        }
        for step in &mut self.undo {
            step.component.is_public = is_public;
        }
        for next in &mut self.redo {
            next.is_public = is_public;
        }
        // A step that only changed the visibility has become empty.
        let mut kept = VecDeque::with_capacity(self.undo.len());
        for step in std::mem::take(&mut self.undo).into_iter().rev() {
            let next = kept
                .front()
                .map_or(&self.component, |step: &Step| &step.component);
            if step.component != *next {
                kept.push_front(step);
            }
        }
        self.undo = kept;
        self.redo.dedup();
        if self.redo.last() == Some(&self.component) {
            self.redo.pop();
        }
    }

    /// Whether the component differs from the saved one.
    pub fn is_changed(&self) -> bool {
        !self.component.says_the_same(&self.saved)
    }

    /// The current component.
    pub const fn component(&self) -> &Component {
        &self.component
    }

    /// The saved component.
    pub const fn saved(&self) -> &Component {
        &self.saved
    }

    /// The state of the document, for a view.
    pub fn state(&self) -> ComponentState {
        ComponentState {
            revision: self.revision,
            is_changed: self.is_changed(),
            can_undo: !self.undo.is_empty(),
            can_redo: !self.redo.is_empty(),
        }
    }

    fn push_undo(&mut self, component: Component) {
        let bytes = json_bytes(&component.content);
        self.undo.push_back(Step { component, bytes });
        let mut total: usize = self.undo.iter().map(|step| step.bytes).sum();
        while self.undo.len() > MAX_STEPS || (total > MAX_BYTES && self.undo.len() > 1) {
            total -= self.undo.pop_front().map_or(0, |oldest| oldest.bytes);
        }
    }
}

/// An insertion or a deletion in one text of a component.
struct Typing {
    /// The index of the text in the order of [`take_texts`].
    text: usize,
    start: usize,
    removed: usize,
    added: usize,
    /// Whether it begins a new word or line.
    begins: bool,
}

impl Typing {
    /// The change between two components, if it is one contiguous change of a single text.
    fn between(before: &Component, after: &Component) -> Option<Self> {
        let (mut before, mut after) = (before.clone(), after.clone());
        let (old, new) = (take_texts(&mut before), take_texts(&mut after));
        if before != after {
            return None;
        }
        let mut changed = (0..old.len()).filter(|&at| old[at] != new[at]);
        let text = changed.next()?;
        if changed.next().is_some() {
            return None;
        }
        let (old, new) = (old[text].as_str(), new[text].as_str());
        let same = |(one, other): &(char, char)| one == other;
        let bytes = |(one, _): (char, char)| one.len_utf8();
        let start: usize = old
            .chars()
            .zip(new.chars())
            .take_while(same)
            .map(bytes)
            .sum();
        let (old_end, new_end) = (old[start..].chars().rev(), new[start..].chars().rev());
        let end: usize = old_end.zip(new_end).take_while(same).map(bytes).sum();
        let added = &new[start..new.len() - end];
        let begins_a_word = added.starts_with(|first: char| !first.is_whitespace())
            && new[..start].ends_with(char::is_whitespace);
        Some(Self {
            text,
            start,
            removed: old.len() - end - start,
            added: added.len(),
            begins: begins_a_word || added.contains('\n'),
        })
    }

    /// Whether this continues the last change: typing after it, or deleting next to it.
    const fn goes_on(&self, last: &Self) -> bool {
        let is_typed = self.removed == 0 && last.removed == 0;
        let is_deleted = self.added == 0 && last.added == 0;
        self.text == last.text
            && ((is_typed && !self.begins && self.start == last.start + last.added)
                || (is_deleted
                    && (self.start == last.start || self.start + self.removed == last.start)))
    }
}

/// Takes every editable text out of a component, in a fixed order. Two components with equally many
/// sections and variables return equally many texts.
fn take_texts(component: &mut Component) -> Vec<String> {
    let content = &mut component.content;
    let mut slots = vec![&mut component.title, &mut component.description];
    slots.extend(&mut content.module_content);
    slots.extend(&mut content.wrapper_logic);
    slots.extend(&mut content.asset_reference);
    for section in content
        .template_structure
        .iter_mut()
        .flat_map(|structure| &mut structure.sections)
    {
        slots.extend([&mut section.title, &mut section.content]);
    }
    for variable in content.template_variables.iter_mut().flatten() {
        slots.extend([&mut variable.name, &mut variable.r#type]);
    }
    slots.into_iter().map(std::mem::take).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn module(text: &str) -> Component {
        let content = json!({ "moduleContent": text });
        serde_json::from_value(json!({ "title": "Tone", "content": content })).unwrap()
    }

    fn text(document: &ComponentDocument) -> &str {
        document
            .component()
            .content
            .module_content
            .as_deref()
            .unwrap()
    }

    /// Types characters one by one at the end.
    fn typed(document: &mut ComponentDocument, typed: &str) {
        for character in typed.chars() {
            let now = format!("{}{character}", text(document));
            assert!(document.apply(module(&now)));
        }
    }

    #[test]
    fn typing_is_undone_word_by_word() {
        let mut document = ComponentDocument::open(module(""));
        typed(&mut document, "one two\nthree");
        let mut undone = Vec::new();
        while document.undo() {
            undone.push(text(&document).to_owned());
        }
        assert_eq!(undone, ["one two\n", "one two", "one ", ""]);
        assert!(document.redo());
        assert_eq!(text(&document), "one ");
    }

    #[test]
    fn deleting_backwards_and_forwards_is_one_step_each() {
        let mut document = ComponentDocument::open(module("abcdef"));
        for now in ["abcde", "abcd", "bcd", "cd"] {
            document.apply(module(now));
        }
        assert!(document.undo());
        assert_eq!(text(&document), "abcd");
        assert!(document.undo());
        assert_eq!(text(&document), "abcdef");
        assert!(!document.undo());
    }

    #[test]
    fn typing_in_another_text_is_another_step() {
        let mut document = ComponentDocument::open(module(""));
        typed(&mut document, "a");
        document.apply(Component {
            title: "Tones".into(),
            ..document.component().clone()
        });
        assert!(document.undo());
        assert_eq!(
            (document.component().title.as_str(), text(&document)),
            ("Tone", "a")
        );
    }

    #[test]
    fn a_composed_word_is_one_step() {
        let mut document = ComponentDocument::open(module("x"));
        document.end_step();
        document.apply(module("xに"));
        for now in ["xにほ", "x日本"] {
            document.join_step();
            document.apply(module(now));
        }
        document.end_step();
        typed(&mut document, "y");
        document.undo();
        assert_eq!(text(&document), "x日本");
        document.undo();
        assert_eq!(text(&document), "x");
    }

    #[test]
    fn the_same_again_is_no_edit_and_an_edit_forgets_what_was_undone() {
        let mut document = ComponentDocument::open(module("a"));
        assert!(!document.apply(module("a")));
        assert_eq!(document.state().revision, 0);
        typed(&mut document, "b");
        document.undo();
        typed(&mut document, "c");
        assert!(!document.redo());
    }

    #[test]
    fn names_stay_on_one_line() {
        let broken = Component {
            title: "Two\twords".into(),
            tags: vec!["a\nb".into()],
            ..Component::default()
        };
        let document = ComponentDocument::open(broken);
        assert_eq!(document.component().title, "Two words");
        assert_eq!(document.component().tags, ["a b"]);
        assert!(!document.is_changed());
    }

    #[test]
    fn what_is_typed_and_deleted_again_is_no_change() {
        let mut document = ComponentDocument::open(module("a"));
        typed(&mut document, "b");
        assert!(document.is_changed());
        document.apply(module("a"));
        assert!(!document.is_changed());
        typed(&mut document, "b");
        document.set_saved(module("ab"));
        assert!(!document.is_changed() && document.state().can_undo);
    }

    #[test]
    fn visibility_from_elsewhere_is_in_every_step() {
        let mut document = ComponentDocument::open(module("a"));
        let mut shown = module("a");
        shown.is_public = true;
        document.apply(shown);
        typed_public(&mut document, "ab");
        document.undo();
        document.follow_visibility(true);
        assert!(document.component().is_public && !document.is_changed());
        assert!(!document.state().can_undo, "showing it was the only step");
        document.redo();
        assert_eq!(
            (text(&document), document.component().is_public),
            ("ab", true)
        );
        document.undo();
        document.follow_visibility(false);
        assert!(!document.component().is_public);
        document.redo();
        assert!(!document.component().is_public);
    }

    fn typed_public(document: &mut ComponentDocument, text: &str) {
        let mut next = module(text);
        next.is_public = true;
        document.apply(next);
    }

    #[test]
    fn superseding_leaves_both_in_undo() {
        let mut document = ComponentDocument::open(module("base"));
        document.apply(module("mine"));
        document.supersede(module("theirs"), module("mine"));
        assert_eq!(text(&document), "mine");
        document.undo();
        assert_eq!(text(&document), "theirs");
        document.undo();
        assert_eq!(text(&document), "mine");
    }

    #[test]
    fn the_oldest_steps_give_way_to_a_large_component() {
        let mut document = ComponentDocument::open(module(""));
        for number in 0..40 {
            document.apply(module(&format!("{number}{}", "x".repeat(1_000_000))));
        }
        let steps = std::iter::from_fn(|| document.undo().then_some(())).count();
        assert!((10..20).contains(&steps), "{steps}");
    }
}
