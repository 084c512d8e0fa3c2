//! The pieces of a message while it is composed.

use super::{Origin, Piece};

/// The pieces of a message. Parts are separated by a blank line.
#[derive(Default)]
pub(super) struct Pieces {
    pub(super) pieces: Vec<Piece>,
    pub(super) is_new_part: bool,
}

impl Pieces {
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.iter().all(|piece| piece.text.is_empty())
    }

    /// Begins a part: a blank line comes before its first text.
    pub(super) const fn part(&mut self) {
        self.is_new_part = true;
    }

    pub(super) fn push(&mut self, text: &str, origin: Origin, item: &str, name: Option<&str>) {
        if text.is_empty() {
            return;
        }
        self.begin(item);
        let item = (!item.is_empty()).then_some(item);
        if let Some(last) = self.pieces.last_mut()
            && last.origin == origin
            && matches!(origin, Origin::Text | Origin::Layout)
            && last.item.as_deref() == item
            && last.name.as_deref() == name
        {
            last.text.push_str(text);
            return;
        }
        self.pieces.push(Piece {
            text: text.to_owned(),
            origin,
            item: item.map(str::to_owned),
            name: name.map(str::to_owned),
            image: None,
        });
    }

    /// Notes the place of a module that is left out.
    pub(super) fn leave_out(&mut self, item: &str, name: &str) {
        self.pieces.push(Piece {
            text: String::new(),
            origin: Origin::LeftOut,
            item: (!item.is_empty()).then(|| item.to_owned()),
            name: Some(name.to_owned()),
            image: None,
        });
    }

    /// Adds a piece of another message.
    pub(super) fn add(&mut self, piece: Piece) {
        let item = piece.item.as_deref().unwrap_or_default();
        if piece.origin == Origin::LeftOut {
            return self.pieces.push(piece);
        }
        if piece.image.is_none() {
            return self.push(&piece.text, piece.origin, item, piece.name.as_deref());
        }
        self.begin(item);
        self.pieces.push(piece);
    }

    /// Writes the blank line before a part.
    fn begin(&mut self, item: &str) {
        if std::mem::take(&mut self.is_new_part) && !self.is_empty() {
            self.push("\n\n", Origin::Layout, item, None);
        }
    }
}
