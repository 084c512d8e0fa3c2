//! Merges the items of two edits.

use std::collections::{HashMap, HashSet};

use super::item::{Ref, merge_item};
use super::order::{Mover, merge_order};
use super::{Conflict, ConflictKind, Merger, Take};
use crate::content::item::Item;
use crate::content::normalise::renumber;
use crate::content::{Block, Content};

/// The items of one kind on one side, each with the id of its block; empty at the top level.
#[derive(Default)]
struct Side<'a> {
    items: HashMap<&'a str, (&'a str, Ref<'a>)>,
    lists: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a> Side<'a> {
    fn add(&mut self, block: &'a str, items: impl Iterator<Item = Ref<'a>>) {
        let mut list = Vec::new();
        for item in items {
            list.push(item.id());
            self.items.insert(item.id(), (block, item));
        }
        self.lists.push((block, list));
    }

    fn top(items: impl Iterator<Item = Ref<'a>>) -> Self {
        let mut side = Self::default();
        side.add("", items);
        side
    }

    fn modules_of_blocks(content: &'a Content) -> Self {
        let mut side = Self::default();
        for block in &content.blocks {
            side.add(&block.id, block.modules.iter().map(Ref::Module));
        }
        side
    }

    fn assets_of_blocks(content: &'a Content) -> Self {
        let mut side = Self::default();
        for block in &content.blocks {
            side.add(&block.id, block.assets.iter().map(Ref::Asset));
        }
        side
    }

    fn list(&self, block: &str) -> &[&'a str] {
        let found = self.lists.iter().find(|(other, _)| *other == block);
        found.map_or(&[], |(_, list)| list)
    }

    fn has_list(&self, block: &str) -> bool {
        self.lists.iter().any(|(other, _)| *other == block)
    }

    fn ids(&self) -> impl Iterator<Item = &'a str> {
        self.lists.iter().flat_map(|(_, list)| list.iter().copied())
    }
}

/// The three sides of one kind of item.
struct Three<'a> {
    base: Side<'a>,
    mine: Side<'a>,
    theirs: Side<'a>,
}

impl<'a> Three<'a> {
    fn new([base, mine, theirs]: [&'a Content; 3], side: fn(&'a Content) -> Side<'a>) -> Self {
        Self {
            base: side(base),
            mine: side(mine),
            theirs: side(theirs),
        }
    }
}

impl Merger<'_> {
    pub(super) fn contents(&mut self, base: &Content, mine: &Content, theirs: &Content) -> Content {
        if mine == theirs || theirs == base {
            return mine.clone();
        }
        if mine == base {
            return theirs.clone();
        }
        let sides = [base, mine, theirs];
        let mut content = Content {
            extra: self.map("content", &base.extra, &mine.extra, &theirs.extra),
            ..Content::default()
        };
        let tops: [fn(&Content) -> Side; 4] = [
            |content| Side::top(content.segments.iter().map(Ref::Segment)),
            |content| Side::top(content.sections.iter().map(Ref::Section)),
            |content| Side::top(content.modules.iter().map(Ref::Module)),
            |content| Side::top(content.blocks.iter().map(Ref::Block)),
        ];
        for top in tops {
            for item in self
                .lists(&Three::new(sides, top), &[""])
                .into_iter()
                .flatten()
            {
                match item {
                    Item::Segment(item) => content.segments.push(item),
                    Item::Section(item) => content.sections.push(item),
                    Item::Module(item) => content.modules.push(item),
                    Item::Block(item) => content.blocks.push(item),
                    // Assets only occur in blocks.
                    Item::Asset(_) => {}
                }
            }
        }
        renumber(&mut content.segments);
        renumber(&mut content.sections);
        renumber(&mut content.modules);
        renumber(&mut content.blocks);
        self.nested(sides, &mut content.blocks);
        content
    }

    /// Fills the merged blocks with their nested items.
    fn nested(&mut self, sides: [&Content; 3], blocks: &mut [Block]) {
        let kept: Vec<String> = blocks.iter().map(|block| block.id.clone()).collect();
        let kept: Vec<&str> = kept.iter().map(String::as_str).collect();
        let modules = self.lists(&Three::new(sides, Side::modules_of_blocks), &kept);
        let assets = self.lists(&Three::new(sides, Side::assets_of_blocks), &kept);
        for ((block, modules), assets) in blocks.iter_mut().zip(modules).zip(assets) {
            block.modules.clear();
            block.assets.clear();
            for item in modules.into_iter().chain(assets) {
                match item {
                    Item::Module(item) => block.modules.push(item),
                    Item::Asset(item) => block.assets.push(item),
                    // Only modules and assets are nested.
                    Item::Segment(_) | Item::Section(_) | Item::Block(_) => {}
                }
            }
            renumber(&mut block.modules);
        }
    }

    /// Returns the merged list of each remaining block, in the order of `blocks`.
    fn lists<'a>(&mut self, three: &Three<'a>, blocks: &[&str]) -> Vec<Vec<Item>> {
        let mut seen = HashSet::new();
        let mut merged: HashMap<&'a str, (&'a str, Item)> = HashMap::new();
        for id in three.mine.ids().chain(three.theirs.ids()) {
            if seen.insert(id)
                && let Some((block, item)) = self.item(three, id, blocks)
            {
                merged.insert(id, (block, item));
            }
        }
        let mut lists = Vec::with_capacity(blocks.len());
        for block in blocks {
            let stays: HashSet<&str> = merged
                .iter()
                .filter(|(_, (other, _))| other == block)
                .map(|(id, _)| *id)
                .collect();
            let (base, mine, theirs) = (
                three.base.list(block),
                three.mine.list(block),
                three.theirs.list(block),
            );
            let order = merge_order(base, mine, theirs, &stays, |id| {
                let place = |list: &[&str]| {
                    let at = list.iter().position(|other| *other == id)?;
                    Some(format!("position {}", at + 1))
                };
                // An item that both sides moved exists on both sides.
                let Some((_, item)) = three.mine.items.get(id) else {
                    return Mover::Mine;
                };
                let choice = self.decide(Conflict {
                    path: format!("{}.order", path(block, *item)),
                    kind: ConflictKind::Moved,
                    base: place(base),
                    mine: place(mine),
                    theirs: place(theirs),
                });
                match choice.take {
                    Take::Theirs => Mover::Theirs,
                    _ => Mover::Mine,
                }
            });
            let list = order.into_iter().filter_map(|id| merged.remove(id));
            lists.push(list.map(|(_, item)| item).collect());
        }
        lists
    }

    /// Merges one item, and returns it with the block it belongs to; `None` if it was removed.
    fn item<'a>(&mut self, three: &Three<'a>, id: &str, kept: &[&str]) -> Option<(&'a str, Item)> {
        let [base, mine, theirs] =
            [&three.base, &three.mine, &three.theirs].map(|side| side.items.get(id).copied());
        let (block, item) = match (base, mine, theirs) {
            (_, Some((my_block, mine)), Some((their_block, theirs))) => {
                let base_block = base.map(|(block, _)| block);
                let block = self.block(mine, base_block, my_block, their_block, kept);
                let base = base.map(|(_, item)| item);
                (
                    block,
                    merge_item(self, &path(block, mine), base, mine, theirs),
                )
            }
            (Some(base), Some(mine), None) => {
                let gone_with_block = !three.theirs.has_list(base.0) && mine.0 == base.0;
                self.removed(base, mine, true, gone_with_block)?
            }
            (Some(base), None, Some(theirs)) => {
                let gone_with_block = !three.mine.has_list(base.0) && theirs.0 == base.0;
                self.removed(base, theirs, false, gone_with_block)?
            }
            (None, Some((block, item)), None) | (None, None, Some((block, item))) => {
                (block, item.to_item())
            }
            (_, None, None) => return None,
        };
        kept.contains(&block).then_some((block, item))
    }

    /// Merges an item that one side removed. If the other side left it unchanged it is removed; a
    /// change is a conflict, and an item of a removed block follows the block.
    fn removed<'a>(
        &mut self,
        base: (&'a str, Ref<'a>),
        other: (&'a str, Ref<'a>),
        other_is_mine: bool,
        gone_with_block: bool,
    ) -> Option<(&'a str, Item)> {
        let kept = Some((other.0, other.1.to_item()));
        if gone_with_block {
            return kept;
        }
        if base.0 == other.0 && !other.1.is_touched(base.1) {
            return None;
        }
        let text = Some(other.1.text().to_owned());
        let (mine, theirs) = if other_is_mine {
            (text, None)
        } else {
            (None, text)
        };
        let choice = self.decide(Conflict {
            path: path(other.0, other.1),
            kind: ConflictKind::Removed,
            base: Some(base.1.text().to_owned()),
            mine,
            theirs,
        });
        match choice.take {
            Take::Mine if other_is_mine => kept,
            Take::Theirs if !other_is_mine => kept,
            Take::Both | Take::Written => kept,
            Take::Base => Some((base.0, base.1.to_item())),
            Take::Mine | Take::Theirs => None,
        }
    }

    /// The block that an item belongs to. If that block was removed, the other side's is used.
    fn block<'a>(
        &mut self,
        item: Ref<'a>,
        base: Option<&'a str>,
        mine: &'a str,
        theirs: &'a str,
        kept: &[&str],
    ) -> &'a str {
        if mine == theirs {
            return mine;
        }
        let (chosen, other) = if base == Some(mine) {
            (theirs, mine)
        } else if base == Some(theirs) {
            (mine, theirs)
        } else {
            let choice = self.decide(Conflict {
                path: format!("{}.block", path(mine, item)),
                kind: ConflictKind::Moved,
                base: base.map(str::to_owned),
                mine: Some(mine.to_owned()),
                theirs: Some(theirs.to_owned()),
            });
            match (choice.take, base) {
                (Take::Theirs, _) => (theirs, mine),
                (Take::Base, Some(base)) => (base, mine),
                _ => (mine, theirs),
            }
        };
        if kept.contains(&chosen) {
            chosen
        } else {
            other
        }
    }
}

fn path(block: &str, item: Ref) -> String {
    let (list, id) = (item.list(), item.id());
    if block.is_empty() {
        format!("{list}[{id}]")
    } else {
        format!("blocks[{block}].{list}[{id}]")
    }
}
