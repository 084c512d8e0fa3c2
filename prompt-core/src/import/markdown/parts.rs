//! Helpers for the pieces of a document, shared by both readers.

use super::super::lines::{Kind, Piece};
use crate::export::escaped::unescape;

/// Splits pieces before each one that begins a part. The first part contains the pieces before all
/// others.
pub(super) fn split<'p, 'a>(
    pieces: &'p [Piece<'a>],
    begins: impl Fn(&Piece<'a>) -> bool,
) -> Vec<&'p [Piece<'a>]> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, piece) in pieces.iter().enumerate() {
        if begins(piece) && at > 0 {
            parts.push(&pieces[start..at]);
            start = at;
        } else if begins(piece) {
            parts.push(&pieces[0..0]);
        }
    }
    parts.push(&pieces[start..]);
    parts
}

pub(super) fn skip_blanks<'p, 'a>(pieces: &'p [Piece<'a>]) -> &'p [Piece<'a>] {
    let blanks = pieces
        .iter()
        .take_while(|piece| matches!(piece.kind, Kind::Line(line) if line.trim().is_empty()))
        .count();
    &pieces[blanks..]
}

pub(super) fn decoded(text: &str, encoding: &str) -> String {
    if encoding == " escaped" {
        unescape(text)
    } else {
        text.to_owned()
    }
}

/// Returns the lines of some pieces unchanged, without surrounding blank lines.
pub(super) fn raw<'a>(pieces: &[Piece<'_>], body: &'a str) -> &'a str {
    match (pieces.first(), pieces.last()) {
        (Some(first), Some(last)) => trim_lines(&body[first.start..last.end]),
        _ => "",
    }
}

/// Removes surrounding blank lines; the indentation of the first line is preserved.
fn trim_lines(text: &str) -> &str {
    let text = text.trim_end();
    let start = text
        .char_indices()
        .find(|(_, character)| !character.is_whitespace())
        .map_or(text.len(), |(at, _)| at);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    &text[line..]
}

/// Returns the text of an item: the content of its single fence, or the lines unchanged.
pub(super) fn text(pieces: &[Piece<'_>], body: &str) -> String {
    if let Some((first, after)) = skip_blanks(pieces).split_first()
        && skip_blanks(after).is_empty()
        && let Kind::Fence { info, text } = first.kind
        && let Some(encoding) = info.strip_prefix("text")
        && matches!(encoding, "" | " escaped")
    {
        return decoded(text, encoding);
    }
    raw(pieces, body).to_owned()
}
