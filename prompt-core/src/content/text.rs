//! The editable texts of items.

use super::item::{Place, TextField};
use super::{Block, BlockAsset, Content, Module, Section};

/// A required text, or an optional one that is `None` when empty.
pub(crate) enum TextSlot<'a> {
    Plain(&'a mut String),
    Optional(&'a mut Option<String>),
}

impl TextSlot<'_> {
    pub(crate) fn get(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Optional(text) => text.as_deref().unwrap_or_default(),
        }
    }

    /// Replaces the text and returns the previous one.
    pub(crate) fn replace(&mut self, text: String) -> String {
        match self {
            Self::Plain(slot) => std::mem::replace(slot, text),
            Self::Optional(slot) => {
                let text = (!text.is_empty()).then_some(text);
                std::mem::replace(*slot, text).unwrap_or_default()
            }
        }
    }

    /// Replaces a byte range, which must lie on character boundaries, and returns the removed text.
    pub(crate) fn splice(&mut self, start: usize, end: usize, text: &str) -> String {
        match self {
            Self::Plain(slot) => splice(slot, start, end, text),
            Self::Optional(slot) => {
                let mut whole = slot.take().unwrap_or_default();
                let removed = splice(&mut whole, start, end, text);
                **slot = (!whole.is_empty()).then_some(whole);
                removed
            }
        }
    }
}

fn splice(whole: &mut String, start: usize, end: usize, text: &str) -> String {
    let removed = whole[start..end].to_owned();
    whole.replace_range(start..end, text);
    removed
}

impl Content {
    /// The text of an item, if its kind has this field.
    pub(crate) fn text_mut(&mut self, place: Place, field: TextField) -> Option<TextSlot<'_>> {
        match place {
            Place::Segment(at) => match field {
                TextField::Content => {
                    Some(TextSlot::Plain(&mut self.segments.get_mut(at)?.content))
                }
                _ => None,
            },
            Place::Section(at) => self.sections.get_mut(at)?.text_mut(field),
            Place::Module(at) => self.modules.get_mut(at)?.text_mut(field),
            Place::Block(at) => self.blocks.get_mut(at)?.text_mut(field),
            Place::BlockModule(block, at) => self
                .blocks
                .get_mut(block)?
                .modules
                .get_mut(at)?
                .text_mut(field),
            Place::BlockAsset(block, at) => self
                .blocks
                .get_mut(block)?
                .assets
                .get_mut(at)?
                .text_mut(field),
        }
    }
}

impl Section {
    fn text_mut(&mut self, field: TextField) -> Option<TextSlot<'_>> {
        match field {
            TextField::Title => Some(TextSlot::Plain(&mut self.title)),
            TextField::Description => Some(TextSlot::Optional(&mut self.description)),
            TextField::Content => Some(TextSlot::Plain(&mut self.content)),
            TextField::Reference => None,
        }
    }
}

impl Module {
    fn text_mut(&mut self, field: TextField) -> Option<TextSlot<'_>> {
        match field {
            TextField::Title => Some(TextSlot::Plain(&mut self.title)),
            TextField::Description => Some(TextSlot::Plain(&mut self.description)),
            TextField::Content => Some(TextSlot::Plain(&mut self.content)),
            TextField::Reference => None,
        }
    }
}

impl Block {
    fn text_mut(&mut self, field: TextField) -> Option<TextSlot<'_>> {
        match field {
            TextField::Title => Some(TextSlot::Plain(&mut self.title)),
            TextField::Description => Some(TextSlot::Plain(&mut self.description)),
            _ => None,
        }
    }
}

impl BlockAsset {
    fn text_mut(&mut self, field: TextField) -> Option<TextSlot<'_>> {
        match field {
            TextField::Title => Some(TextSlot::Optional(&mut self.title)),
            TextField::Description => Some(TextSlot::Optional(&mut self.description)),
            TextField::Reference => Some(TextSlot::Plain(&mut self.reference)),
            TextField::Content => None,
        }
    }
}

/// Converts a position in UTF-16 code units, as in browsers, to a byte offset. Returns `None` outside
/// the text or inside a character.
///
/// It counts whole chunks without decoding, so that typing at the end of a long text stays fast.
pub fn byte_offset_of_utf16(text: &str, position: usize) -> Option<usize> {
    const STRETCH: usize = 256;
    let bytes = text.as_bytes();
    let mut units = 0;
    let mut at = 0;
    while at + STRETCH <= bytes.len() {
        let count = utf16_units(&bytes[at..at + STRETCH]);
        if units + count > position {
            break;
        }
        units += count;
        at += STRETCH;
    }
    // A chunk may end inside a character, whose units were counted with its first byte.
    while at < bytes.len() && !text.is_char_boundary(at) {
        at += 1;
    }
    for character in text[at..].chars() {
        if units >= position {
            break;
        }
        units += character.len_utf16();
        at += character.len_utf8();
    }
    (units == position).then_some(at)
}

/// Converts a byte offset, which must lie on a character boundary, to a position in UTF-16 code units.
pub fn utf16_offset_of_byte(text: &str, offset: usize) -> Option<usize> {
    text.is_char_boundary(offset)
        .then(|| utf16_units(&text.as_bytes()[..offset]))
}

/// The number of UTF-16 code units of the characters that start in these UTF-8 bytes.
///
/// It counts in small chunks whose sum fits a byte, which compiles to SIMD.
fn utf16_units(bytes: &[u8]) -> usize {
    let unit = |byte: &u8| u8::from(byte & 0xc0 != 0x80) + u8::from(*byte >= 0xf0);
    bytes
        .chunks(64)
        .map(|stretch| usize::from(stretch.iter().map(unit).sum::<u8>()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_translate_both_ways_in_any_script() {
        let long = "aé漢😀\u{301}".repeat(300);
        for text in ["", "plain", "é漢😀x", "😀😀", &long] {
            let mut units = 0;
            for (offset, character) in text.char_indices() {
                assert_eq!(byte_offset_of_utf16(text, units), Some(offset));
                assert_eq!(utf16_offset_of_byte(text, offset), Some(units));
                if character.len_utf16() == 2 {
                    assert_eq!(byte_offset_of_utf16(text, units + 1), None, "inside a pair");
                }
                units += character.len_utf16();
            }
            assert_eq!(byte_offset_of_utf16(text, units), Some(text.len()));
            assert_eq!(byte_offset_of_utf16(text, units + 1), None);
        }
    }
}
