//! How one text became another, as numbers: where rows lie in texts that the caller holds already.
//!
//! A browser has both texts as strings of its own. Rows full of strings would have to be written, decoded and made again
//! there, which takes longer than the comparison. So it gets places, and cuts a row out of its own strings when it draws it.

use std::ops::Range;

use super::lines::Lines;
use super::rows::{Marks, Table};
use super::words::Piece;
use super::{Outline, RowKind, unified_order};

/// Numbers before the rows.
const HEAD: usize = 6;
/// Numbers of a row.
const ROW: usize = 8;

/// How one text became another, the first rows, `most` of them, as [`super::first_rows`] has them. Places are counted as
/// JavaScript does, in units of UTF-16.
///
/// - Six numbers: about how many rows follow that were not asked for; the lines that were added or changed, and removed or
///   changed; 1 where only line ends differ; the rows, and the lines of the unified view.
/// - Eight for each row: its kind, as [`super::RowKind::ALL`] has them, plus 8 where the line ends in another way, plus 16
///   where all of it is marked; the old line's number or 0, where it begins and ends; the same of the new line; and where in
///   these numbers its pieces are, or 0. A gap has the number of lines it hides in the place of the old line's.
/// - One for each line of the unified view: twice the number of its row, plus 1 where it is the new side.
/// - The pieces of rows that have some: how many the old line has and how many the new one; of each, those of the old line
///   first, twice where it ends, plus 1 where it is marked.
pub fn places(old: &[u8], new: &[u8], context: usize, most: usize) -> Vec<u32> {
    let (old_lines, new_lines) = (Lines::of(old), Lines::of(new));
    let outline = Outline::of(&old_lines, &new_lines, context, most);
    let Table {
        rows,
        pieces,
        left,
        added,
        removed,
        ..
    } = &outline.table;
    let unified = unified_order(rows, |row| (row.kind, row.old.is_some(), row.new.is_some()));

    let mut numbers = Vec::with_capacity(HEAD + rows.len() * (ROW + 4) + pieces.len());
    let only_line_ends_differ = usize::from(outline.only_line_ends_differ);
    let head = [
        *left,
        *added,
        *removed,
        only_line_ends_differ,
        rows.len(),
        unified.len(),
    ];
    numbers.extend(head.map(number));
    let mut ends = Vec::with_capacity(rows.len() * 2 + pieces.len());
    let ends_from = HEAD + rows.len() * ROW + unified.len();
    let (mut old_units, mut new_units) = (Units::of(old), Units::of(new));
    // The lines that follow the last row.
    let (mut old_next, mut new_next) = (0, 0);
    for row in rows {
        let from = match &row.marks {
            Marks::Words { old, new } => {
                ends.extend([number(old.len()), number(new.len())]);
                number(ends_from + ends.len() - 2)
            }
            Marks::Nothing | Marks::Everything => 0,
        };
        let mut side = |line: Option<usize>, lines: &Lines<'_>, units: &mut Units<'_>, is_new| {
            let Some(line) = line else { return [0; 3] };
            let place = lines.place(line);
            let begin = units.before(place.start);
            if let Some(own) = row.pieces(is_new) {
                let end = |piece: &Piece| {
                    units.before(place.start + piece.end) << 1 | u32::from(piece.changed)
                };
                ends.extend(pieces[own].iter().map(end));
            }
            [number(line + 1), begin, units.before(place.end)]
        };
        let mut old = side(row.old, &old_lines, &mut old_units, false);
        let new = if let (RowKind::Same, Some(o), Some(n)) = (row.kind, row.old, row.new) {
            // What is the same on both sides is counted on one.
            let begin = new_units.before(new_lines.start(n));
            new_units.pass(old_lines.content(o).len(), old[2] - old[1]);
            [number(n + 1), begin, number(new_units.sum)]
        } else {
            side(row.new, &new_lines, &mut new_units, true)
        };
        if row.kind == RowKind::Gap {
            old[0] = number(row.hidden);
            // And so are the lines that are hidden.
            let hidden = old_lines.bytes(old_next..old_next + row.hidden).len();
            let begin = old_units.before(old_lines.start(old_next));
            let units = old_units.before(old_units.at + hidden) - begin;
            new_units.before(new_lines.start(new_next));
            new_units.pass(hidden, units);
        }
        old_next = row.old.map_or(old_next + row.hidden, |line| line + 1);
        new_next = row.new.map_or(new_next + row.hidden, |line| line + 1);
        let is_whole = matches!(row.marks, Marks::Everything);
        let kind =
            row.kind as u32 | u32::from(row.line_end_differs) << 3 | u32::from(is_whole) << 4;
        let ([old_line, old_begin, old_end], [new_line, new_begin, new_end]) = (old, new);
        numbers.extend([
            kind, old_line, old_begin, old_end, new_line, new_begin, new_end, from,
        ]);
    }
    numbers.extend(
        unified
            .iter()
            .map(|(row, is_new)| number(*row) << 1 | u32::from(*is_new)),
    );
    numbers.append(&mut ends);
    numbers
}

/// No text that reaches a browser is longer than its numbers are.
fn number(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

/// How many units of UTF-16 stand before a place of a text; places are asked for from the first to the last.
struct Units<'a> {
    text: &'a [u8],
    at: usize,
    sum: usize,
}

impl<'a> Units<'a> {
    const fn of(text: &'a [u8]) -> Self {
        Self {
            text,
            at: 0,
            sum: 0,
        }
    }

    fn before(&mut self, place: usize) -> u32 {
        self.sum += units(self.text, self.at..place);
        self.at = place;
        number(self.sum)
    }

    /// Passes by so many bytes, of which it is known how many units they are.
    const fn pass(&mut self, bytes: usize, units: u32) {
        self.at += bytes;
        self.sum += units as usize;
    }
}

/// How many units of UTF-16 a place of a text is.
fn units(text: &[u8], place: Range<usize>) -> usize {
    let (blocks, rest) = text[place.clone()].as_chunks::<BLOCK>();
    let (words, rest) = rest.as_chunks::<8>();
    let words = words
        .iter()
        .map(|word| units_in_8(u64::from_le_bytes(*word)));
    let last = match text[..place.end].last_chunk::<8>() {
        // Of the eight bytes that end there, those that are left; nothing in the others' place counts as ASCII.
        Some(last) if !rest.is_empty() => {
            let others = 8 - rest.len();
            units_in_8(u64::from_le_bytes(*last) >> (others * 8)) - others
        }
        _ => rest
            .iter()
            .map(|byte| units_in_8(u64::from(*byte)) - 7)
            .sum(),
    };
    blocks.iter().map(units_in_block).sum::<usize>() + words.sum::<usize>() + last
}

const BLOCK: usize = 32;

/// Every byte is a unit but those within a character, and the first of four bytes is two.
fn units_in_block(block: &[u8; BLOCK]) -> usize {
    let words = block.as_chunks::<8>().0;
    let number = |word: &[u8; 8]| u64::from_le_bytes(*word);
    // Most is ASCII.
    if words.iter().fold(0, |any, word| any | number(word)) & HIGH == 0 {
        BLOCK
    } else {
        words.iter().map(|word| units_in_8(number(word))).sum()
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = ONES << 7;

/// How many units begin in eight bytes: every byte is one but those within a character, and the first of four bytes is two.
fn units_in_8(eight: u64) -> usize {
    let (high, next) = (eight >> 7, eight >> 6);
    let within = high & !next & ONES;
    let of_four = high & next & (eight >> 5) & (eight >> 4) & ONES;
    // The sum of all bytes is what the highest one becomes.
    8 - (within.wrapping_mul(ONES) >> 56) as usize + (of_four.wrapping_mul(ONES) >> 56) as usize
}

#[cfg(test)]
mod tests {
    use super::super::{Side, Span, TextDiff, UnifiedLine, first_rows};
    use super::*;
    use proptest::prelude::*;

    /// What a browser makes of the numbers and its own strings, rows as words.
    struct Read<'t> {
        numbers: Vec<usize>,
        texts: [&'t [u16]; 2],
    }

    impl Read<'_> {
        fn text(&self, side: usize, from: usize, to: usize) -> String {
            String::from_utf16(&self.texts[side][from..to]).expect("no character is cut")
        }

        fn side(&self, row: usize, side: usize) -> Option<(usize, Vec<(String, bool)>)> {
            let at = HEAD + row * ROW;
            let is_gap = RowKind::ALL[self.numbers[at] & 7] == RowKind::Gap;
            let [line, begin, end] = self.numbers[at + 1 + side * 3..][..3] else {
                return None;
            };
            if line == 0 || is_gap {
                return None;
            }
            let own = self.numbers[at + 7];
            let mut spans = Vec::new();
            if own == 0 {
                if begin < end {
                    spans.push((self.text(side, begin, end), self.numbers[at] & 16 != 0));
                }
            } else {
                let [olds, news] = self.numbers[own..][..2] else {
                    return None;
                };
                let first = own + 2 + side * olds;
                let mut from = begin;
                for end in &self.numbers[first..first + [olds, news][side]] {
                    spans.push((self.text(side, from, end >> 1), end & 1 != 0));
                    from = end >> 1;
                }
                assert_eq!(from, end);
            }
            Some((line, spans))
        }
    }

    fn spans(spans: &[Span<'_>]) -> Vec<(String, bool)> {
        spans
            .iter()
            .map(|span| (span.text.to_owned(), span.changed))
            .collect()
    }

    fn assert_same(read: &Read<'_>, diff: &TextDiff<'_>, unified: &[UnifiedLine<'_>]) {
        let only = usize::from(diff.only_line_ends_differ);
        let head = [
            diff.left,
            diff.added,
            diff.removed,
            only,
            diff.rows.len(),
            unified.len(),
        ];
        assert_eq!(read.numbers[..HEAD], head);
        for (at, row) in diff.rows.iter().enumerate() {
            let first = read.numbers[HEAD + at * ROW];
            assert_eq!(RowKind::ALL[first & 7], row.kind);
            assert_eq!(first & 8 != 0, row.line_end_differs);
            if row.kind == RowKind::Gap {
                assert_eq!(read.numbers[HEAD + at * ROW + 1], row.hidden);
            }
            let told =
                |side: &Option<Side<'_>>| side.as_ref().map(|it| (it.line, spans(&it.spans)));
            assert_eq!(read.side(at, 0), told(&row.old));
            assert_eq!(read.side(at, 1), told(&row.new));
        }
        for (at, line) in unified.iter().enumerate() {
            let number = read.numbers[HEAD + diff.rows.len() * ROW + at];
            let told = read.side(number >> 1, number & 1);
            assert_eq!(
                told.map_or_else(Vec::new, |(_, spans)| spans),
                spans(&line.spans)
            );
        }
    }

    proptest! {
        #[test]
        fn numbers_tell_what_rows_tell(
            old in "([ab ,.]{0,9}[a漢é😀\u{301}]{0,3}(\n|\r\n|\r)){0,12}",
            new in "([ab ,.]{0,9}[a漢é😀\u{301}]{0,3}(\n|\r\n|\r)){0,12}",
            context in 0usize..4,
            most in 0usize..20,
            cut in 0usize..20,
        ) {
            let begins: String = old.chars().take(cut).collect();
            for new in [&new, &format!("{begins}{new}{old}"), &old.replace("\r\n", "\n")] {
                let units: [Vec<u16>; 2] = [&old, new].map(|text| text.encode_utf16().collect());
                let numbers = places(old.as_bytes(), new.as_bytes(), context, most);
                let numbers = numbers.into_iter().map(|number| number as usize).collect();
                let diff = first_rows(&old, new, context, most);
                let texts = [&units[0][..], &units[1][..]];
                assert_same(&Read { numbers, texts }, &diff, &diff.unified());
            }
        }
    }
}
