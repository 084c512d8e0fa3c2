//! What a content keeps of the file that it was imported from.

use serde_json::{Map, Value};

use super::{Content, SOURCE};

/// A short sum of a text (FNV-1a), from which the text cannot be found.
pub(crate) fn sum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// The pieces of a source, of which the texts have maps.
pub(crate) fn pieces_mut(
    content: &mut Content,
) -> impl Iterator<Item = Option<&mut Map<String, Value>>> {
    let source = content.extra.get_mut(SOURCE);
    let pieces = source.and_then(|source| source.get_mut("pieces")?.as_array_mut());
    pieces.into_iter().flatten().map(Value::as_object_mut)
}

impl Content {
    /// Removes from its source how the texts of items were written that are in none any more.
    pub(super) fn forget_removed_texts(&mut self) {
        if !self.extra.contains_key(SOURCE) {
            return;
        }
        let sections = self.sections.iter();
        let sections = sections.flat_map(|section| [&section.title, &section.content]);
        let segments = self.segments.iter().map(|segment| &segment.content);
        let mut sums: Vec<u64> = segments
            .chain(sections)
            .map(|text| u64::from(sum(text)))
            .collect();
        sums.sort_unstable();
        for piece in pieces_mut(self).flatten() {
            let text = piece.get("text").and_then(Value::as_str);
            let is_item =
                text.is_some_and(|text| text.starts_with(|one: char| one.is_ascii_digit()));
            let old = piece.get("sum").and_then(Value::as_u64);
            if is_item && old.is_some_and(|old| sums.binary_search(&old).is_err()) {
                piece.shift_remove("sum");
                piece.shift_remove("was");
            }
        }
    }
}
