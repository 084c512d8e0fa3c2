//! Edits of an item: its texts, a module's wrappers and configuration, an asset.

use super::Document;
use super::apply::{Change, Rules, checked_reference, no_such_field, no_such_item, swap};
use crate::content::Wrapper;
use crate::content::edit::Edit;
use crate::content::item::{ItemKind, Place, TextField};
use crate::content::text::byte_offset_of_utf16;
use crate::number::{parse_json, parse_typed};
use crate::{Error, ErrorKind};

impl Document {
    pub(super) fn change_item(&mut self, edit: Edit, rules: Rules) -> Result<Change, Error> {
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
                let from = byte_offset_of_utf16(whole, start);
                let to = if end == start {
                    from
                } else {
                    byte_offset_of_utf16(whole, end)
                };
                let (Some(from), Some(to)) = (from, to) else {
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
                // Restored values were stored before, possibly by another program, and are not checked.
                let parse = match rules {
                    Rules::Checked => parse_typed,
                    Rules::Restoring => parse_json,
                };
                let config = parse("The configuration", &json)
                    .map_err(|error| error.at(format!("{id}.config")))?;
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
            // Every other edit is handled by the caller.
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
}
