//! The items of two edits brought together.

use std::collections::{HashMap, HashSet};

use super::mergeable::Mergeable;
use super::order::{Mover, merge_order};
use super::{Conflict, ConflictKind, Merger, Take};
use crate::content::normalise::renumber;
use crate::content::{Block, BlockAsset, Content, Module};
/// The items of one kind on one side, each with the block it stands in; at the top that is empty.
struct Side<'a, T> {
    items: HashMap<&'a str, (&'a str, &'a T)>,
    lists: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a, T: Mergeable> Side<'a, T> {
    fn new(lists: impl Iterator<Item = (&'a str, &'a [T])>) -> Self {
        let mut side = Self {
            items: HashMap::new(),
            lists: Vec::new(),
        };
        for (block, list) in lists {
            side.items
                .extend(list.iter().map(|item| (item.id(), (block, item))));
            side.lists
                .push((block, list.iter().map(Mergeable::id).collect()));
        }
        side
    }

    fn top(list: &'a [T]) -> Self {
        Self::new(std::iter::once(("", list)))
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
struct Three<'a, T> {
    base: Side<'a, T>,
    mine: Side<'a, T>,
    theirs: Side<'a, T>,
}

impl Merger<'_> {
    pub(super) fn contents(&mut self, base: &Content, mine: &Content, theirs: &Content) -> Content {
        if mine == theirs || theirs == base {
            return mine.clone();
        }
        if mine == base {
            return theirs.clone();
        }
        let (b, m, t) = (base, mine, theirs);
        Content {
            segments: self.top_list(&b.segments, &m.segments, &t.segments),
            sections: self.top_list(&b.sections, &m.sections, &t.sections),
            modules: self.top_list(&b.modules, &m.modules, &t.modules),
            blocks: self.blocks(b, m, t),
            extra: self.map("content", &b.extra, &m.extra, &t.extra),
        }
    }

    fn top_list<T: Mergeable>(&mut self, base: &[T], mine: &[T], theirs: &[T]) -> Vec<T> {
        let three = Three {
            base: Side::top(base),
            mine: Side::top(mine),
            theirs: Side::top(theirs),
        };
        let mut lists = self.lists(&three, &[""], &|_, _| false);
        lists.pop().unwrap_or_default()
    }

    fn blocks(&mut self, base: &Content, mine: &Content, theirs: &Content) -> Vec<Block> {
        let blocks = Three {
            base: Side::top(&base.blocks),
            mine: Side::top(&mine.blocks),
            theirs: Side::top(&theirs.blocks),
        };
        let mut merged = self
            .lists(&blocks, &[""], &nested_touched)
            .pop()
            .unwrap_or_default();
        let kept: Vec<String> = merged.iter().map(|block| block.id.clone()).collect();
        let kept: Vec<&str> = kept.iter().map(String::as_str).collect();

        let modules = Three {
            base: modules(base),
            mine: modules(mine),
            theirs: modules(theirs),
        };
        let assets = Three {
            base: assets(base),
            mine: assets(mine),
            theirs: assets(theirs),
        };
        let modules = self.lists(&modules, &kept, &|_, _| false);
        let assets = self.lists(&assets, &kept, &|_, _| false);
        for ((block, modules), assets) in merged.iter_mut().zip(modules).zip(assets) {
            block.modules = modules;
            block.assets = assets;
        }
        merged
    }

    /// The merged list of each block that is kept, in the order of `blocks`. `nested_touched` says whether a side changed
    /// what nests in an item, so that removing it on the other side is a conflict.
    fn lists<'a, T: Mergeable>(
        &mut self,
        three: &Three<'a, T>,
        blocks: &[&str],
        nested_touched: &dyn Fn(&T, &T) -> bool,
    ) -> Vec<Vec<T>> {
        let mut seen = HashSet::new();
        let mut merged: HashMap<&'a str, (&'a str, T)> = HashMap::new();
        for id in three.mine.ids().chain(three.theirs.ids()) {
            if seen.insert(id)
                && let Some((block, item)) = self.item(three, id, blocks, nested_touched)
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
                let choice = self.decide(Conflict {
                    path: format!("{}.order", path::<T>(block, id)),
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
            let mut list: Vec<T> = order
                .into_iter()
                .filter_map(|id| merged.remove(id))
                .map(|(_, item)| item)
                .collect();
            renumber(&mut list);
            lists.push(list);
        }
        lists
    }

    /// One item of both edits, with the block it goes into; `None` when it is removed.
    fn item<'a, T: Mergeable>(
        &mut self,
        three: &Three<'a, T>,
        id: &str,
        kept: &[&str],
        nested_touched: &dyn Fn(&T, &T) -> bool,
    ) -> Option<(&'a str, T)> {
        let [base, mine, theirs] =
            [&three.base, &three.mine, &three.theirs].map(|side| side.items.get(id).copied());
        let (block, item) = match (base, mine, theirs) {
            (_, Some((my_block, mine)), Some((their_block, theirs))) => {
                let nothing = T::nothing();
                let base_block = base.map(|(block, _)| block);
                let block = self.block::<T>(id, base_block, my_block, their_block, kept);
                let path = path::<T>(block, id);
                let base_item = base.map_or(&nothing, |(_, item)| item);
                (block, T::merged(self, &path, base_item, mine, theirs))
            }
            (Some(base), Some(mine), None) => {
                let gone_with_block = !three.theirs.has_list(base.0) && mine.0 == base.0;
                self.removed(id, base, mine, true, gone_with_block, nested_touched)?
            }
            (Some(base), None, Some(theirs)) => {
                let gone_with_block = !three.mine.has_list(base.0) && theirs.0 == base.0;
                self.removed(id, base, theirs, false, gone_with_block, nested_touched)?
            }
            (None, Some((block, item)), None) | (None, None, Some((block, item))) => {
                (block, item.clone())
            }
            (_, None, None) => return None,
        };
        kept.contains(&block).then_some((block, item))
    }

    /// What one side removed and the other has. Unchanged it goes; changed it is a conflict; if its whole block was
    /// removed, it follows the block.
    fn removed<'a, T: Mergeable>(
        &mut self,
        id: &str,
        base: (&'a str, &'a T),
        other: (&'a str, &'a T),
        other_is_mine: bool,
        gone_with_block: bool,
        nested_touched: &dyn Fn(&T, &T) -> bool,
    ) -> Option<(&'a str, T)> {
        let kept = Some((other.0, other.1.clone()));
        if gone_with_block {
            return kept;
        }
        let is_untouched =
            base.0 == other.0 && base.1.is_like(other.1) && !nested_touched(other.1, base.1);
        if is_untouched {
            return None;
        }
        let text = Some(other.1.text().to_owned());
        let (mine, theirs) = if other_is_mine {
            (text, None)
        } else {
            (None, text)
        };
        let choice = self.decide(Conflict {
            path: path::<T>(other.0, id),
            kind: ConflictKind::Removed,
            base: Some(base.1.text().to_owned()),
            mine,
            theirs,
        });
        match choice.take {
            Take::Mine if other_is_mine => kept,
            Take::Theirs if !other_is_mine => kept,
            Take::Both | Take::Written => kept,
            Take::Base => Some((base.0, base.1.clone())),
            Take::Mine | Take::Theirs => None,
        }
    }

    /// The block an item goes into. If that is not kept, the other side's.
    fn block<'a, T: Mergeable>(
        &mut self,
        id: &str,
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
                path: format!("{}.block", path::<T>(mine, id)),
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

fn modules(content: &Content) -> Side<'_, Module> {
    let lists = content.blocks.iter();
    Side::new(lists.map(|block| (block.id.as_str(), block.modules.as_slice())))
}

fn assets(content: &Content) -> Side<'_, BlockAsset> {
    let lists = content.blocks.iter();
    Side::new(lists.map(|block| (block.id.as_str(), block.assets.as_slice())))
}

fn path<T: Mergeable>(block: &str, id: &str) -> String {
    if block.is_empty() {
        format!("{}[{id}]", T::LIST)
    } else {
        format!("blocks[{block}].{}[{id}]", T::LIST)
    }
}

/// Whether a side put something into a block, or changed something in it. What it took out does not count.
fn nested_touched(side: &Block, before: &Block) -> bool {
    let modules = side.modules.iter().any(|item| {
        let former = before.modules.iter().find(|other| other.id == item.id);
        former.is_none_or(|former| !former.says_the_same(item))
    });
    let assets = side.assets.iter().any(|item| {
        let former = before.assets.iter().find(|other| other.id == item.id);
        former != Some(item)
    });
    modules || assets
}
