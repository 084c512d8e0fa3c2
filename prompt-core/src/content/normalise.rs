//! Normalises content: orders without gaps, and a unique id for every item.

use std::collections::HashSet;

use super::derived::derived_id;
use super::{Block, BlockAsset, Content, Module, Section, Segment, Wrapper};
use crate::{Diagnostic, Severity};

impl Content {
    /// Sorts every list by `order` and renumbers it from 0; items without an order come last, in input
    /// order. Items without an id, or with one already taken, get a new id; empty optional texts become
    /// `None`, and duplicate wrappers are removed; so is what the source of a file says about texts that are gone.
    ///
    /// Returns a diagnostic for each replaced id, because something outside may refer to it.
    pub fn normalise(&mut self, ids: &mut impl FnMut() -> String) -> Vec<Diagnostic> {
        let mut names = Names::default();
        names.list(&mut self.segments, ids);
        names.list(&mut self.sections, ids);
        names.list(&mut self.modules, ids);
        names.list(&mut self.blocks, ids);
        self.forget_removed_texts();
        names.renamed
    }

    /// Like [`Self::normalise`], for content read from a file. Missing ids are derived from the items'
    /// texts, so that reading a file twice returns the same prompt.
    pub fn normalise_read(&mut self) -> Vec<Diagnostic> {
        self.derive_ids();
        let mut number = 0;
        self.normalise(&mut || {
            number += 1;
            derived_id("taken", [""; 2], number)
        })
    }
}

/// Renumbers a list from 0 in its current order.
pub(crate) fn renumber<T: Listed>(items: &mut [T]) {
    for (at, item) in items.iter_mut().enumerate() {
        item.set_order(u32::try_from(at).unwrap_or(u32::MAX));
    }
}

/// Sorts by order; the sort is stable. It sorts positions rather than items, so that the sort is
/// compiled once and not per item type.
fn sort<T: Listed>(items: &mut Vec<T>) {
    let mut positions: Vec<(u32, usize)> = items
        .iter()
        .enumerate()
        .map(|(at, item)| (item.order(), at))
        .collect();
    positions.sort_unstable();
    let mut unsorted: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(
        positions
            .into_iter()
            .filter_map(|(_, at)| unsorted[at].take()),
    );
}

/// The common interface of all listed items.
pub(crate) trait Listed {
    fn id_mut(&mut self) -> &mut String;
    /// The requested position. Block assets have none and stay in input order.
    fn order(&self) -> u32;
    fn set_order(&mut self, order: u32);
    /// Normalises the lists and optional texts inside the item.
    fn normalise_inside(&mut self, names: &mut Names, ids: &mut impl FnMut() -> String);
}

/// The ids already in use.
#[derive(Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
    renamed: Vec<Diagnostic>,
}

impl Names {
    /// Starts with ids that are already taken.
    pub(crate) fn with(taken: impl Iterator<Item = String>) -> Self {
        Self {
            taken: taken.collect(),
            renamed: Vec::new(),
        }
    }

    fn list<T: Listed>(&mut self, items: &mut Vec<T>, ids: &mut impl FnMut() -> String) {
        if !items.is_sorted_by_key(Listed::order) {
            sort(items);
        }
        renumber(items);
        for item in items {
            self.item(item, ids);
        }
    }

    /// Gives an item and its nested items unused ids.
    pub(crate) fn item<T: Listed>(&mut self, item: &mut T, ids: &mut impl FnMut() -> String) {
        let id = item.id_mut();
        if id.is_empty() {
            *id = self.fresh(ids);
        } else if self.taken.contains(id.as_str()) {
            let new = self.fresh(ids);
            let old = std::mem::replace(id, new.clone());
            self.renamed.push(Diagnostic {
                code: "duplicate_id".to_owned(),
                severity: Severity::Warning,
                place: Some(new.clone()),
                message: format!("Two items had the id '{old}'; the second one is now '{new}'"),
                hint: None,
            });
        }
        self.taken.insert(id.clone());
        item.normalise_inside(self, ids);
    }

    /// Returns an unused id. If the source repeats itself, a number is appended.
    fn fresh(&self, ids: &mut impl FnMut() -> String) -> String {
        let id = ids();
        if !id.is_empty() && !self.taken.contains(&id) {
            return id;
        }
        let mut number = self.taken.len();
        loop {
            let numbered = format!("{id}-{number}");
            if !self.taken.contains(&numbered) {
                return numbered;
            }
            number += 1;
        }
    }
}

fn absent_when_empty(text: &mut Option<String>) {
    if text.as_deref() == Some("") {
        *text = None;
    }
}

impl Listed for Segment {
    fn id_mut(&mut self) -> &mut String {
        &mut self.id
    }
    fn order(&self) -> u32 {
        self.order
    }
    fn set_order(&mut self, order: u32) {
        self.order = order;
    }
    fn normalise_inside(&mut self, _: &mut Names, _: &mut impl FnMut() -> String) {}
}

impl Listed for Section {
    fn id_mut(&mut self) -> &mut String {
        &mut self.id
    }
    fn order(&self) -> u32 {
        self.order
    }
    fn set_order(&mut self, order: u32) {
        self.order = order;
    }
    fn normalise_inside(&mut self, _: &mut Names, _: &mut impl FnMut() -> String) {
        absent_when_empty(&mut self.description);
    }
}

impl Listed for Module {
    fn id_mut(&mut self) -> &mut String {
        &mut self.id
    }
    fn order(&self) -> u32 {
        self.order
    }
    fn set_order(&mut self, order: u32) {
        self.order = order;
    }
    fn normalise_inside(&mut self, _: &mut Names, _: &mut impl FnMut() -> String) {
        self.wrappers = Wrapper::without_repeats(std::mem::take(&mut self.wrappers));
    }
}

impl Listed for Block {
    fn id_mut(&mut self) -> &mut String {
        &mut self.id
    }
    fn order(&self) -> u32 {
        self.order
    }
    fn set_order(&mut self, order: u32) {
        self.order = order;
    }
    fn normalise_inside(&mut self, names: &mut Names, ids: &mut impl FnMut() -> String) {
        names.list(&mut self.modules, ids);
        names.list(&mut self.assets, ids);
    }
}

impl Listed for BlockAsset {
    fn id_mut(&mut self) -> &mut String {
        &mut self.id
    }
    fn order(&self) -> u32 {
        0
    }
    fn set_order(&mut self, _: u32) {}
    fn normalise_inside(&mut self, _: &mut Names, _: &mut impl FnMut() -> String) {
        absent_when_empty(&mut self.title);
        absent_when_empty(&mut self.description);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn counter() -> impl FnMut() -> String {
        let mut next = 0;
        move || {
            next += 1;
            format!("new-{next}")
        }
    }

    #[test]
    fn items_are_sorted_numbered_and_named_at_every_level() {
        let mut content: Content = serde_json::from_value(json!({
            "segments": [
                { "content": "no order, no id" },
                { "id": "b", "order": 7, "content": "second" },
                { "id": "a", "order": 7, "content": "same order, came later" },
                { "id": "c", "order": 1, "content": "first" },
            ],
            "blocks": [{
                "id": "a",
                "modules": [{ "id": "m2", "order": 9 }, { "id": "m1", "order": 3 }],
                "assets": [{ "reference": "x", "title": "" }, { "id": "m1", "reference": "y" }],
            }],
        }))
        .unwrap();
        let renamed = content.normalise(&mut counter());
        let segments: Vec<_> = content
            .segments
            .iter()
            .map(|item| (item.id.as_str(), item.order))
            .collect();
        assert_eq!(segments, [("c", 0), ("b", 1), ("a", 2), ("new-1", 3)]);
        let block = &content.blocks[0];
        assert_eq!((block.id.as_str(), block.order), ("new-2", 0));
        let modules: Vec<_> = block
            .modules
            .iter()
            .map(|item| (item.id.as_str(), item.order))
            .collect();
        assert_eq!(modules, [("m1", 0), ("m2", 1)]);
        let assets: Vec<_> = block.assets.iter().map(|item| item.id.as_str()).collect();
        assert_eq!(assets, ["new-3", "new-4"]);
        assert_eq!(block.assets[0].title, None);
        let codes: Vec<_> = renamed
            .iter()
            .map(|diagnostic| diagnostic.code.as_str())
            .collect();
        assert_eq!(
            codes,
            ["duplicate_id", "duplicate_id"],
            "the block and the asset"
        );
    }

    #[test]
    fn a_source_that_repeats_itself_still_gives_unique_ids() {
        let mut content = Content {
            segments: vec![Segment::default(); 3],
            ..Content::default()
        };
        content.normalise(&mut || "same".to_owned());
        let ids: HashSet<_> = content.segments.iter().map(|item| &item.id).collect();
        assert_eq!(ids.len(), 3);
    }
}
