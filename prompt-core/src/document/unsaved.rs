//! The differences from the saved prompt, updated with every edit.
//!
//! They are exact: typing a letter and deleting it leaves nothing to save. A keystroke compares one
//! item.

use std::collections::{HashMap, HashSet};

use super::apply::Change;
use crate::Prompt;
use crate::content::Content;
use crate::content::item::Place;

/// The differences between a document and the saved prompt.
#[derive(Debug, Default)]
pub(super) struct Unsaved {
    details: bool,
    /// Whether items were added, removed or moved.
    structure: bool,
    /// Items that are in both and whose texts or settings differ.
    items: HashSet<String>,
    /// The places of the saved items.
    saved_places: HashMap<String, Place>,
}

impl Unsaved {
    /// Compares everything.
    pub(super) fn between(
        prompt: &Prompt,
        saved: &Prompt,
        places: &HashMap<String, Place>,
    ) -> Self {
        let mut unsaved = Self {
            details: details_differ(prompt, saved),
            structure: structure_differs(&prompt.content, &saved.content),
            items: HashSet::new(),
            saved_places: saved.content.places(),
        };
        for (id, place) in places {
            unsaved.compare_item(prompt, saved, id, Some(*place));
        }
        unsaved
    }

    pub(super) fn any(&self) -> bool {
        self.details || self.structure || !self.items.is_empty()
    }

    /// Compares only the items that an edit touched.
    pub(super) fn update(
        &mut self,
        prompt: &Prompt,
        saved: &Prompt,
        places: &HashMap<String, Place>,
        change: &Change,
    ) {
        if change.details {
            self.details = details_differ(prompt, saved);
        }
        if change.structure {
            self.structure = structure_differs(&prompt.content, &saved.content);
        }
        for id in &change.touched {
            self.compare_item(prompt, saved, id, places.get(id).copied());
        }
    }

    /// Compares one item. An item in only one of the two changes the structure and is not listed as a
    /// changed item.
    fn compare_item(&mut self, prompt: &Prompt, saved: &Prompt, id: &str, now: Option<Place>) {
        let differs = match (now, self.saved_places.get(id)) {
            (Some(now), Some(before)) => {
                !says_the_same(&prompt.content, now, &saved.content, *before)
            }
            _ => false,
        };
        if differs {
            self.items.insert(id.to_owned());
        } else {
            self.items.remove(id);
        }
    }
}

/// Whether details differ, or what the content has beside its items: variables, settings and tests.
fn details_differ(a: &Prompt, b: &Prompt) -> bool {
    !a.has_same_details(b) || a.content.extra != b.content.extra
}

fn structure_differs(a: &Content, b: &Content) -> bool {
    fn list(content: &Content) -> Vec<(&str, Place)> {
        let mut list = Vec::with_capacity(content.item_count());
        content.each_place(|id, place| list.push((id, place)));
        list
    }
    a.extra != b.extra || list(a) != list(b)
}

/// Whether two items have equal texts and settings, regardless of their position and their nested
/// items.
fn says_the_same(a: &Content, at: Place, b: &Content, other: Place) -> bool {
    match (at, other) {
        (Place::Segment(x), Place::Segment(y)) => a.segments[x].says_the_same(&b.segments[y]),
        (Place::Section(x), Place::Section(y)) => a.sections[x].says_the_same(&b.sections[y]),
        (Place::Block(x), Place::Block(y)) => a.blocks[x].says_the_same(&b.blocks[y]),
        (x, y) => match (a.module(x), b.module(y)) {
            (Some(x), Some(y)) => x.says_the_same(y),
            _ => match (a.asset(x), b.asset(y)) {
                (Some(x), Some(y)) => x == y,
                _ => false,
            },
        },
    }
}
