//! Items that come without ids, in a content that is saved over another: which stored item each of them is.

use std::collections::HashSet;

use super::normalise::Listed;
use super::{Block, BlockAsset, Content, Module, Section, Segment};

impl Content {
    /// [`Content::normalise`] for a content that is saved over `stored`: an item that came without an id of its own is the
    /// stored item of its list that says the same, or else the next one that no other item is. Only what is left gets a new id,
    /// so that the same items sent again are the same items.
    pub fn normalise_over(&mut self, stored: &Self, ids: &mut impl FnMut() -> String) {
        let sent = self.id_set();
        self.normalise(ids);
        let mut known = self.id_set();
        known.retain(|id| sent.contains(id));
        if known.len() == self.item_count() {
            return;
        }
        pair(&mut self.segments, &stored.segments, &known);
        pair(&mut self.sections, &stored.sections, &known);
        pair(&mut self.modules, &stored.modules, &known);
        pair(&mut self.blocks, &stored.blocks, &known);
        for block in &mut self.blocks {
            if let Some(stands) = stored.blocks.iter().find(|stands| stands.id == block.id) {
                pair(&mut block.modules, &stands.modules, &known);
                pair(&mut block.assets, &stands.assets, &known);
            }
        }
    }

    fn id_set(&self) -> HashSet<String> {
        let mut ids = HashSet::new();
        self.each_place(|id, _| {
            ids.insert(id.to_owned());
        });
        ids
    }
}

/// Gives the items whose ids are not `known` the ids of the stored items that they are.
fn pair<T: Paired>(items: &mut [T], stored: &[T], known: &HashSet<String>) {
    let free = stored.iter().filter(|item| !known.contains(item.id()));
    let mut free: Vec<(&str, T)> = free.map(|item| (item.id(), item.bare())).collect();
    let mut others = Vec::new();
    for item in items.iter_mut().filter(|item| !known.contains(item.id())) {
        let bare = item.bare();
        match free.iter().position(|(_, stands)| *stands == bare) {
            Some(at) => free.remove(at).0.clone_into(item.id_mut()),
            None => others.push(item),
        }
    }
    for (item, (id, _)) in others.into_iter().zip(free) {
        id.clone_into(item.id_mut());
    }
}

trait Paired: Listed + Clone + PartialEq {
    fn id(&self) -> &str;

    /// What the item says, without ids and order.
    fn bare(&self) -> Self {
        let mut bare = self.clone();
        bare.id_mut().clear();
        bare.set_order(0);
        bare
    }
}

impl Paired for Segment {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Paired for Section {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Paired for Module {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Paired for Block {
    fn id(&self) -> &str {
        &self.id
    }

    fn bare(&self) -> Self {
        Self {
            id: String::new(),
            order: 0,
            modules: self.modules.iter().map(Paired::bare).collect(),
            assets: self.assets.iter().map(Paired::bare).collect(),
            ..self.clone()
        }
    }
}

impl Paired for BlockAsset {
    fn id(&self) -> &str {
        &self.id
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn content(value: Value) -> Content {
        serde_json::from_value(value).unwrap()
    }

    /// Ids in reading order after a save over `stored`; new ones are `new-1`, `new-2`, ….
    fn ids(sent: Value, stored: Value) -> String {
        let mut next = 0;
        let mut sent = content(sent);
        sent.normalise_over(&content(stored), &mut || {
            next += 1;
            format!("new-{next}")
        });
        let mut ids = Vec::new();
        sent.each_place(|id, _| ids.push(id.to_owned()));
        ids.join(" ")
    }

    #[test]
    fn an_item_without_an_id_is_the_stored_one_that_says_the_same_or_the_next() {
        let segments = |items: &[(&str, &str)]| {
            let items = items
                .iter()
                .map(|(id, text)| json!({ "id": id, "content": text }));
            json!({ "segments": items.collect::<Vec<_>>() })
        };
        let stored = [("a", "A"), ("b", "B"), ("c", "C")];
        for (sent, expected) in [
            (&[("", "A"), ("", "B"), ("", "C")][..], "a b c"),
            (&[("", "C"), ("", "A"), ("", "B")], "c a b"),
            (&[("", "A"), ("", "changed"), ("", "C")], "a b c"),
            (
                &[("", "new"), ("", "A"), ("", "B"), ("", "C")],
                "new-1 a b c",
            ),
            (&[("", "B")], "b"),
            // What has an id keeps it, whatever it says, and nobody else gets it.
            (&[("b", "A"), ("", "B"), ("", "C")], "b a c"),
            (&[("a", "A"), ("x", "B"), ("", "B")], "a x b"),
            // Of two with one id the second has none of its own.
            (&[("a", "A"), ("a", "B")], "a b"),
            (&[], ""),
        ] {
            assert_eq!(ids(segments(sent), segments(&stored)), expected, "{sent:?}");
        }
    }

    #[test]
    fn items_in_blocks_are_paired_within_their_block() {
        let stored = json!({
            "sections": [{ "id": "s", "content": "S" }],
            "blocks": [
                { "id": "one", "title": "One", "modules": [{ "id": "m", "content": "M" }] },
                { "id": "two", "title": "Two", "modules": [{ "id": "n", "content": "M" }],
                  "assets": [{ "id": "f", "reference": "F" }] },
            ],
        });
        let sent = json!({
            "sections": [{ "content": "S" }],
            "blocks": [
                { "title": "Two", "modules": [{ "content": "M" }], "assets": [{ "reference": "F", "title": "" }] },
                { "id": "one", "title": "Renamed", "modules": [{ "content": "M" }, { "content": "more" }] },
            ],
        });
        assert_eq!(ids(sent, stored), "s two n f one m new-6");
    }
}
