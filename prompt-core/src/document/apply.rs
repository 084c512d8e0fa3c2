//! Doing one edit, and finding the edit that takes it back.

use serde::Serialize;

use super::Document;
use crate::content::edit::Edit;
use crate::content::item::{Item, ItemKind, Place, TextField};
use crate::content::normalise::{Names, renumber};
use crate::content::text::byte_offset_of_utf16;
use crate::content::{BlockAsset, Content, Wrapper};
use crate::prompt::Prompt;
use crate::{Error, ErrorKind, text};

/// What an edit did, for a view that re-reads only what it must.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Applied {
    /// The document's revision afterwards.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub revision: u64,
    /// Ids of items that say or hold something else now, added and removed ones included. Of an added item the first.
    pub changed: Vec<String>,
    /// Whether the prompt's details changed.
    pub details_changed: bool,
    /// Whether items were added, removed or moved; then `order` may have changed in items that are not named.
    pub structure_changed: bool,
}

/// Whether an edit comes from a person, or restores what was before and is therefore always right.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    Checked,
    Restoring,
}

/// What an edit did, and how to take it back.
#[derive(Default)]
pub(super) struct Change {
    /// `None` when nothing changed.
    pub(super) inverse: Option<Edit>,
    pub(super) touched: Vec<String>,
    pub(super) details: bool,
    pub(super) structure: bool,
    /// Whether typing begins anew here: a new word or line.
    pub(super) seam: bool,
}

impl Change {
    fn details(inverse: Edit) -> Self {
        Self {
            inverse: Some(inverse),
            details: true,
            ..Self::default()
        }
    }

    fn item(id: String, inverse: Edit) -> Self {
        Self {
            inverse: Some(inverse),
            touched: vec![id],
            ..Self::default()
        }
    }

    fn structure(touched: Vec<String>, inverse: Edit) -> Self {
        Self {
            inverse: Some(inverse),
            touched,
            structure: true,
            ..Self::default()
        }
    }
}

/// Puts a value into a detail; the former one when it was another.
fn swap<T: PartialEq>(slot: &mut T, value: T) -> Option<T> {
    (*slot != value).then(|| std::mem::replace(slot, value))
}

impl Document {
    pub(super) fn change(&mut self, edit: Edit, rules: Rules) -> Result<Change, Error> {
        if rules == Rules::Checked {
            refuse_nul(&edit)?;
        }
        let prompt = &mut self.prompt;
        let inverse =
            match edit {
                Edit::SetTitle { title } => {
                    swap(&mut prompt.title, title).map(|title| Edit::SetTitle { title })
                }
                Edit::SetDescription { description } => swap(&mut prompt.description, description)
                    .map(|description| Edit::SetDescription { description }),
                Edit::SetCategory { category } => swap(&mut prompt.category, category)
                    .map(|category| Edit::SetCategory { category }),
                Edit::SetType { r#type } => {
                    swap(&mut prompt.r#type, r#type).map(|r#type| Edit::SetType { r#type })
                }
                Edit::SetLanguage { language } => swap(&mut prompt.language, language)
                    .map(|language| Edit::SetLanguage { language }),
                Edit::SetComplexity { complexity } => {
                    if rules == Rules::Checked
                        && complexity != prompt.complexity
                        && self.is_complexity_locked()
                    {
                        return Err(ErrorKind::ComplexityLocked.at("complexity"));
                    }
                    swap(&mut self.prompt.complexity, complexity)
                        .map(|complexity| Edit::SetComplexity { complexity })
                }
                Edit::SetTags { tags } => {
                    let tags = match rules {
                        Rules::Checked => text::clean_tags(tags),
                        Rules::Restoring => tags,
                    };
                    swap(&mut prompt.tags, tags).map(|tags| Edit::SetTags { tags })
                }
                Edit::SetPublic { is_public } => swap(&mut prompt.is_public, is_public)
                    .map(|is_public| Edit::SetPublic { is_public }),
                Edit::SetAssetField { name, value } => {
                    let mut fields = prompt.asset_fields.clone();
                    if value.is_null() {
                        fields.shift_remove(&name);
                    } else {
                        fields.insert(name, value);
                    }
                    swap(&mut prompt.asset_fields, fields)
                        .map(|fields| Edit::SetAssetFields { fields })
                }
                Edit::SetAssetFields { fields } => swap(&mut prompt.asset_fields, fields)
                    .map(|fields| Edit::SetAssetFields { fields }),
                Edit::SetAssetMetadata { metadata } => swap(&mut prompt.asset_metadata, metadata)
                    .map(|metadata| Edit::SetAssetMetadata { metadata }),
                other => return self.change_content(other, rules),
            };
        Ok(inverse.map_or_else(Change::default, Change::details))
    }

    fn change_content(&mut self, edit: Edit, rules: Rules) -> Result<Change, Error> {
        match edit {
            Edit::SetStructure { structure_type } => {
                if structure_type == self.prompt.structure_type {
                    return Ok(Change::default());
                }
                if rules == Rules::Checked && self.is_structure_locked() {
                    return Err(ErrorKind::StructureLocked.at("structure_type"));
                }
                let mut next = self.prompt.clone();
                next.structure_type = structure_type;
                next.content = Content::default();
                Ok(self.replace_prompt(next))
            }
            Edit::SetContent { mut content } => {
                if rules == Rules::Checked {
                    content.normalise(&mut self.ids);
                }
                if *content == self.prompt.content {
                    return Ok(Change::default());
                }
                let (former, touched) = self.replace_content(*content);
                let content = Box::new(former);
                Ok(Change::structure(touched, Edit::SetContent { content }))
            }
            Edit::SetPrompt { mut prompt } => {
                if rules == Rules::Checked {
                    if prompt.structure_type != self.prompt.structure_type
                        && self.is_structure_locked()
                    {
                        return Err(ErrorKind::StructureLocked.at("structure_type"));
                    }
                    prompt.content.normalise(&mut self.ids);
                    prompt.tags = text::clean_tags(std::mem::take(&mut prompt.tags));
                }
                prompt.set_version(self.prompt.version());
                if *prompt == self.prompt {
                    return Ok(Change::default());
                }
                Ok(self.replace_prompt(*prompt))
            }
            Edit::AddItem {
                item,
                index,
                parent,
            } => self.add(*item, index, parent, rules),
            Edit::DuplicateItem { id } => self.duplicate(&id),
            Edit::RemoveItem { id } => self.remove(&id),
            Edit::MoveItem { id, index, parent } => self.move_item(id, index, parent.as_deref()),
            Edit::Batch { edits } => self.batch(edits, rules),
            other => self.change_item(other, rules),
        }
    }

    fn change_item(&mut self, edit: Edit, rules: Rules) -> Result<Change, Error> {
        match edit {
            Edit::SetText { id, field, text } => self.set_text(id, field, text, rules),
            Edit::Splice {
                id,
                field,
                start,
                end,
                text,
            } => self.splice(id, field, (start, end), &text, rules),
            Edit::SpliceUtf16 {
                id,
                field,
                start,
                end,
                text,
            } => {
                let place = self.place(&id)?;
                let slot = self
                    .prompt
                    .content
                    .text_mut(place, field)
                    .ok_or_else(|| no_such_field(place.kind(), field, &id))?;
                let whole = slot.get();
                let (Some(from), Some(to)) = (
                    byte_offset_of_utf16(whole, start),
                    byte_offset_of_utf16(whole, end),
                ) else {
                    let length = whole.encode_utf16().count();
                    return Err(ErrorKind::BadSplice { start, end, length }.at(id));
                };
                self.splice(id, field, (from, to), &text, rules)
            }
            Edit::SetSegmentType { id, segment_type } => {
                let place = self.place(&id)?;
                let Place::Segment(at) = place else {
                    return Err(no_such_item(ItemKind::Segment, &id));
                };
                let slot = &mut self.prompt.content.segments[at].r#type;
                Ok(
                    swap(slot, segment_type).map_or_else(Change::default, |segment_type| {
                        let inverse = Edit::SetSegmentType {
                            id: id.clone(),
                            segment_type,
                        };
                        Change::item(id, inverse)
                    }),
                )
            }
            Edit::SetAsset {
                id,
                asset_type,
                reference,
                title,
                description,
            } => {
                let place = self.place(&id)?;
                let asset = self
                    .prompt
                    .content
                    .asset_mut(place)
                    .ok_or_else(|| no_such_item(ItemKind::Asset, &id))?;
                let former = asset.clone();
                let reference = match rules {
                    Rules::Checked => checked_reference(&reference, &id)?,
                    Rules::Restoring => reference,
                };
                asset.r#type = asset_type;
                asset.reference = reference;
                asset.title = title.filter(|text| !text.is_empty());
                asset.description = description.filter(|text| !text.is_empty());
                if *asset == former {
                    return Ok(Change::default());
                }
                let inverse = Edit::SetAsset {
                    id: id.clone(),
                    asset_type: former.r#type,
                    reference: former.reference,
                    title: former.title,
                    description: former.description,
                };
                Ok(Change::item(id, inverse))
            }
            other => self.change_module(other, rules),
        }
    }

    fn change_module(&mut self, edit: Edit, rules: Rules) -> Result<Change, Error> {
        match edit {
            Edit::AddWrapper { id, wrapper, index } => self.change_wrappers(id, |wrappers| {
                if wrapper != Wrapper::NoWrapper && !wrappers.contains(&wrapper) {
                    let at = index.unwrap_or(usize::MAX).min(wrappers.len());
                    wrappers.insert(at, wrapper);
                }
            }),
            Edit::RemoveWrapper { id, index } => self.change_wrappers(id, |wrappers| {
                if index < wrappers.len() {
                    wrappers.remove(index);
                }
            }),
            Edit::MoveWrapper { id, from, to } => self.change_wrappers(id, |wrappers| {
                if from < wrappers.len() {
                    let wrapper = wrappers.remove(from);
                    wrappers.insert(to.min(wrappers.len()), wrapper);
                }
            }),
            Edit::SetWrappers { id, wrappers: new } => self.change_wrappers(id, |wrappers| {
                *wrappers = match rules {
                    Rules::Checked => Wrapper::without_repeats(new),
                    Rules::Restoring => new,
                };
            }),
            Edit::SetConfig { id, json } => {
                let config = serde_json::from_str(&json).map_err(|error| {
                    ErrorKind::InvalidJson {
                        what: "The configuration",
                        line: error.line(),
                        column: error.column(),
                    }
                    .at(format!("{id}.config"))
                })?;
                let place = self.place(&id)?;
                let module = self
                    .prompt
                    .content
                    .module_mut(place)
                    .ok_or_else(|| no_such_item(ItemKind::Module, &id))?;
                Ok(
                    swap(&mut module.config, config).map_or_else(Change::default, |config| {
                        let inverse = Edit::SetConfig {
                            id: id.clone(),
                            json: config.to_string(),
                        };
                        Change::item(id, inverse)
                    }),
                )
            }
            // Every other edit is handled before it comes here.
            _ => Ok(Change::default()),
        }
    }

    fn change_wrappers(
        &mut self,
        id: String,
        change: impl FnOnce(&mut Vec<Wrapper>),
    ) -> Result<Change, Error> {
        let place = self.place(&id)?;
        let module = self
            .prompt
            .content
            .module_mut(place)
            .ok_or_else(|| no_such_item(ItemKind::Module, &id))?;
        let former = module.wrappers.clone();
        change(&mut module.wrappers);
        if module.wrappers == former {
            return Ok(Change::default());
        }
        let inverse = Edit::SetWrappers {
            id: id.clone(),
            wrappers: former,
        };
        Ok(Change::item(id, inverse))
    }

    fn set_text(
        &mut self,
        id: String,
        field: TextField,
        text: String,
        rules: Rules,
    ) -> Result<Change, Error> {
        let place = self.place(&id)?;
        let mut slot = self
            .prompt
            .content
            .text_mut(place, field)
            .ok_or_else(|| no_such_field(place.kind(), field, &id))?;
        let text = if field == TextField::Reference && rules == Rules::Checked {
            checked_reference(&text, &id)?
        } else {
            text
        };
        if slot.get() == text {
            return Ok(Change::default());
        }
        let inverse = Edit::SetText {
            id: id.clone(),
            field,
            text: slot.replace(text),
        };
        Ok(Change::item(id, inverse))
    }

    fn splice(
        &mut self,
        id: String,
        field: TextField,
        (start, end): (usize, usize),
        text: &str,
        rules: Rules,
    ) -> Result<Change, Error> {
        let place = self.place(&id)?;
        let mut slot = self
            .prompt
            .content
            .text_mut(place, field)
            .ok_or_else(|| no_such_field(place.kind(), field, &id))?;
        let whole = slot.get();
        if start > end || !whole.is_char_boundary(start) || !whole.is_char_boundary(end) {
            let length = whole.len();
            return Err(ErrorKind::BadSplice { start, end, length }.at(id));
        }
        if whole[start..end] == *text {
            return Ok(Change::default());
        }
        if field == TextField::Reference && rules == Rules::Checked {
            let after = [&whole[..start], text, &whole[end..]].concat();
            checked_reference(&after, &id)?;
        }
        let begins_a_word = text.starts_with(|first: char| !first.is_whitespace())
            && whole[..start].ends_with(char::is_whitespace);
        let seam = begins_a_word || text.contains('\n');
        let inverse = Edit::Splice {
            id: id.clone(),
            field,
            start,
            end: start + text.len(),
            text: slot.splice(start, end, text),
        };
        Ok(Change {
            seam,
            ..Change::item(id, inverse)
        })
    }

    fn add(
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

    fn duplicate(&mut self, id: &str) -> Result<Change, Error> {
        let place = self.place(id)?;
        let content = &self.prompt.content;
        let parent = place.block().map(|at| content.blocks[at].id.clone());
        let copy = content.copy_without_ids(place);
        self.add(copy, Some(place.index() + 1), parent, Rules::Checked)
    }

    /// Makes an item that comes from outside fit: ids that are free, dense orders inside, a reference for an asset.
    fn prepare(&mut self, item: &mut Item) -> Result<(), Error> {
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

    fn remove(&mut self, id: &str) -> Result<Change, Error> {
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

    fn move_item(
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
            // An asset always stands in a block.
            (Item::Asset(_), None) => {}
        }
        self.places = self.prompt.content.places();
        Ok(Change::structure(touched, inverse))
    }

    fn batch(&mut self, edits: Vec<Edit>, rules: Rules) -> Result<Change, Error> {
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

    /// Takes the item at a place out of its list.
    fn take(&mut self, place: Place) -> Item {
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

    fn list_length(&self, place: Place) -> usize {
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

    fn replace_prompt(&mut self, next: Prompt) -> Change {
        let former = std::mem::replace(&mut self.prompt, next);
        let touched = self.refresh_places();
        Change {
            details: true,
            ..Change::structure(
                touched,
                Edit::SetPrompt {
                    prompt: Box::new(former),
                },
            )
        }
    }

    fn replace_content(&mut self, content: Content) -> (Content, Vec<String>) {
        let former = std::mem::replace(&mut self.prompt.content, content);
        (former, self.refresh_places())
    }

    /// Finds all items anew; the ids of all that are or were there.
    fn refresh_places(&mut self) -> Vec<String> {
        let former = std::mem::replace(&mut self.places, self.prompt.content.places());
        let gone = former
            .into_keys()
            .filter(|id| !self.places.contains_key(id));
        let mut touched: Vec<String> = gone.collect();
        touched.sort_unstable();
        self.prompt
            .content
            .each_place(|id, _| touched.push(id.to_owned()));
        touched
    }

    fn place(&self, id: &str) -> Result<Place, Error> {
        self.places.get(id).copied().ok_or_else(|| {
            Error::from(ErrorKind::NoSuchItem {
                what: "item",
                id: id.to_owned(),
            })
        })
    }
}

fn insert<T: crate::content::normalise::Listed>(list: &mut Vec<T>, index: Option<usize>, item: T) {
    let at = index.unwrap_or(usize::MAX).min(list.len());
    list.insert(at, item);
    renumber(list);
}

fn take<T: crate::content::normalise::Listed>(list: &mut Vec<T>, at: usize) -> T {
    let item = list.remove(at);
    renumber(list);
    item
}

/// The item's id first, then those of what nests in it.
fn item_ids(item: &Item) -> Vec<String> {
    let mut ids = vec![item.id().to_owned()];
    if let Item::Block(block) = item {
        ids.extend(block.modules.iter().map(|item| item.id.clone()));
        ids.extend(block.assets.iter().map(|item| item.id.clone()));
    }
    ids
}

fn checked_reference(reference: &str, id: &str) -> Result<String, Error> {
    if !BlockAsset::is_reference(reference) {
        return Err(ErrorKind::Required { what: "Reference" }.at(format!("{id}.reference")));
    }
    Ok(reference.trim().to_owned())
}

fn no_such_item(kind: ItemKind, id: &str) -> Error {
    ErrorKind::NoSuchItem {
        what: kind.as_str(),
        id: id.to_owned(),
    }
    .into()
}

fn no_such_field(kind: ItemKind, field: TextField, id: &str) -> Error {
    ErrorKind::NoSuchField {
        what: kind.as_str(),
        field: field.as_str(),
    }
    .at(id)
}

/// Typed text must not contain NUL. Whole contents are checked by validation.
fn refuse_nul(edit: &Edit) -> Result<(), Error> {
    let (field, text) = match edit {
        Edit::SetTitle { title } => ("title", title),
        Edit::SetDescription { description } => ("description", description),
        Edit::SetText { id, text, .. }
        | Edit::Splice { id, text, .. }
        | Edit::SpliceUtf16 { id, text, .. } => (id.as_str(), text),
        _ => return Ok(()),
    };
    if text.contains('\0') {
        return Err(ErrorKind::ContainsNul { what: "The text" }.at(field));
    }
    Ok(())
}
