//! Edits that add, remove, copy and move items.

use super::Document;
use super::apply::{Change, Rules, checked_reference, no_such_item};
use crate::content::Wrapper;
use crate::content::edit::Edit;
use crate::content::item::{Item, ItemKind, Place};
use crate::content::normalise::{Listed, Names, renumber};
use crate::{Error, ErrorKind};

impl Document {
    pub(super) fn add(
        &mut self,
        item: Item,
        index: Option<usize>,
        parent: Option<String>,
        rules: Rules,
    ) -> Result<Change, Error> {
        let mut item = item;
        if rules == Rules::Checked {
            self.prepare(&mut item)?;
        }
        let block = match &parent {
            Some(id) => match self.place(id)? {
                Place::Block(at) => Some(at),
                _ => return Err(no_such_item(ItemKind::Block, id)),
            },
            None => None,
        };
        let id = item.id().to_owned();
        let mut touched = item_ids(&item);
        let content = &mut self.prompt.content;
        match (item, block) {
            (Item::Segment(item), None) => insert(&mut content.segments, index, item),
            (Item::Section(item), None) => insert(&mut content.sections, index, item),
            (Item::Module(item), None) => insert(&mut content.modules, index, item),
            (Item::Block(item), None) => insert(&mut content.blocks, index, item),
            (Item::Module(item), Some(at)) => insert(&mut content.blocks[at].modules, index, item),
            (Item::Asset(item), Some(at)) => insert(&mut content.blocks[at].assets, index, item),
            (item, _) => {
                return Err(ErrorKind::WrongParent {
                    what: item.kind().as_str(),
                }
                .at(id));
            }
        }
        touched.extend(parent);
        self.places = self.prompt.content.places();
        Ok(Change::structure(touched, Edit::RemoveItem { id }))
    }

    pub(super) fn duplicate(&mut self, id: &str) -> Result<Change, Error> {
        let place = self.place(id)?;
        let content = &self.prompt.content;
        let parent = place.block().map(|at| content.blocks[at].id.clone());
        let copy = content.copy_without_ids(place);
        self.add(copy, Some(place.index() + 1), parent, Rules::Checked)
    }

    /// Prepares an item from outside: unused ids, orders without gaps, and a valid reference for an
    /// asset.
    pub(super) fn prepare(&mut self, item: &mut Item) -> Result<(), Error> {
        let mut seen = std::collections::HashSet::new();
        for id in item_ids(item).iter().filter(|id| !id.is_empty()) {
            if self.places.contains_key(id) || !seen.insert(id.clone()) {
                return Err(ErrorKind::DuplicateId { id: id.clone() }.into());
            }
        }
        let mut names = Names::with(self.places.keys().cloned());
        match item {
            Item::Segment(item) => names.item(item, &mut self.ids),
            Item::Section(item) => names.item(item, &mut self.ids),
            Item::Module(item) => names.item(item, &mut self.ids),
            Item::Block(item) => names.item(item, &mut self.ids),
            Item::Asset(item) => names.item(item, &mut self.ids),
        }
        match item {
            Item::Asset(asset) => asset.reference = checked_reference(&asset.reference, &asset.id)?,
            Item::Block(block) => {
                for module in &mut block.modules {
                    module.wrappers =
                        Wrapper::without_repeats(std::mem::take(&mut module.wrappers));
                }
                for asset in &mut block.assets {
                    asset.reference = checked_reference(&asset.reference, &asset.id)?;
                }
            }
            Item::Module(module) => {
                module.wrappers = Wrapper::without_repeats(std::mem::take(&mut module.wrappers));
            }
            Item::Segment(_) | Item::Section(_) => {}
        }
        Ok(())
    }

    pub(super) fn remove(&mut self, id: &str) -> Result<Change, Error> {
        let place = self.place(id)?;
        let parent = place
            .block()
            .map(|at| self.prompt.content.blocks[at].id.clone());
        let item = self.take(place);
        let mut touched = item_ids(&item);
        touched.extend(parent.clone());
        self.places = self.prompt.content.places();
        let inverse = Edit::AddItem {
            item: Box::new(item),
            index: Some(place.index()),
            parent,
        };
        Ok(Change::structure(touched, inverse))
    }

    pub(super) fn move_item(
        &mut self,
        id: String,
        index: usize,
        parent: Option<&str>,
    ) -> Result<Change, Error> {
        let place = self.place(&id)?;
        let from_block = place.block();
        let to_block = match parent {
            None => from_block,
            Some(parent) => match (self.place(parent)?, from_block) {
                (Place::Block(to), Some(_)) => Some(to),
                (Place::Block(_), None) => {
                    return Err(ErrorKind::WrongParent {
                        what: place.kind().as_str(),
                    }
                    .at(id));
                }
                _ => return Err(no_such_item(ItemKind::Block, parent)),
            },
        };
        if from_block == to_block {
            let last = self.list_length(place) - 1;
            if place.index() == index.min(last) {
                return Ok(Change::default());
            }
        }
        let content = &mut self.prompt.content;
        let mut touched = vec![id.clone()];
        for at in [from_block, to_block].into_iter().flatten() {
            let block = content.blocks[at].id.clone();
            if !touched.contains(&block) {
                touched.push(block);
            }
        }
        let inverse = Edit::MoveItem {
            id,
            index: place.index(),
            parent: from_block.map(|at| content.blocks[at].id.clone()),
        };
        let item = self.take(place);
        let content = &mut self.prompt.content;
        match (item, to_block) {
            (Item::Segment(item), _) => insert(&mut content.segments, Some(index), item),
            (Item::Section(item), _) => insert(&mut content.sections, Some(index), item),
            (Item::Block(item), _) => insert(&mut content.blocks, Some(index), item),
            (Item::Module(item), None) => insert(&mut content.modules, Some(index), item),
            (Item::Module(item), Some(to)) => {
                insert(&mut content.blocks[to].modules, Some(index), item);
            }
            (Item::Asset(item), Some(to)) => {
                insert(&mut content.blocks[to].assets, Some(index), item);
            }
            // An asset is always in a block.
            (Item::Asset(_), None) => {}
        }
        self.places = self.prompt.content.places();
        Ok(Change::structure(touched, inverse))
    }

    pub(super) fn batch(&mut self, edits: Vec<Edit>, rules: Rules) -> Result<Change, Error> {
        let mut whole = Change::default();
        let mut inverses = Vec::new();
        for edit in edits {
            match self.change(edit, rules) {
                Ok(part) => {
                    inverses.extend(part.inverse);
                    whole.details |= part.details;
                    whole.structure |= part.structure;
                    for id in part.touched {
                        if !whole.touched.contains(&id) {
                            whole.touched.push(id);
                        }
                    }
                }
                Err(error) => {
                    for inverse in inverses.into_iter().rev() {
                        self.change(inverse, Rules::Restoring)?;
                    }
                    return Err(error);
                }
            }
        }
        inverses.reverse();
        whole.inverse = (!inverses.is_empty()).then_some(Edit::Batch { edits: inverses });
        Ok(whole)
    }

    /// Removes the item at a place from its list and returns it.
    pub(super) fn take(&mut self, place: Place) -> Item {
        let content = &mut self.prompt.content;
        match place {
            Place::Segment(at) => Item::Segment(take(&mut content.segments, at)),
            Place::Section(at) => Item::Section(take(&mut content.sections, at)),
            Place::Module(at) => Item::Module(take(&mut content.modules, at)),
            Place::Block(at) => Item::Block(take(&mut content.blocks, at)),
            Place::BlockModule(block, at) => {
                Item::Module(take(&mut content.blocks[block].modules, at))
            }
            Place::BlockAsset(block, at) => {
                Item::Asset(take(&mut content.blocks[block].assets, at))
            }
        }
    }

    pub(super) fn list_length(&self, place: Place) -> usize {
        let content = &self.prompt.content;
        match place {
            Place::Segment(_) => content.segments.len(),
            Place::Section(_) => content.sections.len(),
            Place::Module(_) => content.modules.len(),
            Place::Block(_) => content.blocks.len(),
            Place::BlockModule(block, _) => content.blocks[block].modules.len(),
            Place::BlockAsset(block, _) => content.blocks[block].assets.len(),
        }
    }
}

fn insert<T: Listed>(list: &mut Vec<T>, index: Option<usize>, item: T) {
    let at = index.unwrap_or(usize::MAX).min(list.len());
    list.insert(at, item);
    renumber(list);
}

fn take<T: Listed>(list: &mut Vec<T>, at: usize) -> T {
    let item = list.remove(at);
    renumber(list);
    item
}

/// The item's id first, then those of its nested items.
fn item_ids(item: &Item) -> Vec<String> {
    let mut ids = vec![item.id().to_owned()];
    if let Item::Block(block) = item {
        ids.extend(block.modules.iter().map(|item| item.id.clone()));
        ids.extend(block.assets.iter().map(|item| item.id.clone()));
    }
    ids
}
