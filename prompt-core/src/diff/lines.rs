//! A text as lines, each with a key by which it is compared.
//!
//! Texts are long and mostly the same, so the price of a comparison is that of looking at every byte: eight are read at a
//! time, no line is copied, and none is looked up in a table. Two lines with one key are the same but for an accident, so what
//! was found to be the same is compared once, byte by byte, where it lies.

use std::ops::Range;

use super::sequence::{Interner, Run, runs_of_lines};

/// Where a line lies in its text.
#[derive(Clone, Copy)]
struct Bounds {
    start: usize,
    /// Where its content ends and its line end begins.
    end: usize,
}

/// The lines of a text.
pub(super) struct Lines<'a> {
    text: &'a [u8],
    bounds: Vec<Bounds>,
    keys: Vec<u64>,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a [u8]) -> Self {
        // A line of prose is longer than this; a list that grows is copied.
        let room = text.len() / 48 + 8;
        let (mut bounds, mut keys) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let mut start = 0;
        for_each_line_end(text, |end, next| {
            bounds.push(Bounds { start, end });
            keys.push(key(&text[start..end]));
            start = next;
        });
        if start < text.len() {
            bounds.push(Bounds {
                start,
                end: text.len(),
            });
            keys.push(key(&text[start..]));
        }
        Self { text, bounds, keys }
    }

    pub(super) const fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Where a line begins; behind the last one that is the end of the text.
    fn start(&self, line: usize) -> usize {
        self.bounds.get(line).map_or(self.text.len(), |it| it.start)
    }

    /// Where a line lies, without its end.
    pub(super) fn place(&self, line: usize) -> Range<usize> {
        let Bounds { start, end } = self.bounds[line];
        start..end
    }

    /// A line without its end.
    pub(super) fn content(&self, line: usize) -> &'a [u8] {
        &self.text[self.place(line)]
    }

    fn contents(&self) -> impl ExactSizeIterator<Item = &'a [u8]> {
        (0..self.len()).map(|line| self.content(line))
    }

    /// How a line ends: `\n`, `\r\n`, `\r`, or not at all.
    pub(super) fn end(&self, line: usize) -> &'a [u8] {
        &self.text[self.bounds[line].end..self.start(line + 1)]
    }

    /// Lines with their ends, as they lie in the text.
    pub(super) fn bytes(&self, lines: Range<usize>) -> &'a [u8] {
        &self.text[self.start(lines.start)..self.start(lines.end)]
    }
}

/// A run, and whether it is the same in its line ends too.
pub(super) struct Stretch {
    pub(super) run: Run,
    pub(super) is_identical: bool,
}

/// The runs that lead from one text to the other. Lines are the same when their contents are.
pub(super) fn stretches(old: &Lines<'_>, new: &Lines<'_>) -> Vec<Stretch> {
    proven(old, new, runs_of_lines(&old.keys, &new.keys)).unwrap_or_else(|| {
        // Somebody made two lines that have one key: numbers tell them apart, and cost more.
        let mut interner = Interner::default();
        let (old_ids, new_ids) = (interner.all(old.contents()), interner.all(new.contents()));
        proven(old, new, runs_of_lines(&old_ids, &new_ids)).unwrap_or_default()
    })
}

/// The runs, where everything that is said to be the same is.
fn proven(old: &Lines<'_>, new: &Lines<'_>, runs: Vec<Run>) -> Option<Vec<Stretch>> {
    runs.into_iter()
        .map(|run| {
            let is_identical =
                run.is_same && same(old.bytes(run.old.clone()), new.bytes(run.new.clone()));
            let mut lines = run.old.clone().zip(run.new.clone());
            let is_proven = !run.is_same
                || is_identical
                || lines.all(|(o, n)| same(old.content(o), new.content(n)));
            is_proven.then_some(Stretch { run, is_identical })
        })
        .collect()
}

/// Whether two stretches of text are the same. In a browser `==` goes byte by byte.
pub(super) fn same(one: &[u8], other: &[u8]) -> bool {
    let ((ones, one_rest), (others, other_rest)) = (one.as_chunks::<16>(), other.as_chunks::<16>());
    one.len() == other.len()
        && ones
            .iter()
            .zip(others)
            .all(|(one, other)| u128::from_ne_bytes(*one) == u128::from_ne_bytes(*other))
        && one_rest == other_rest
}

pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
pub(super) const HIGH: u64 = ONES << 7;
const LOW: u64 = u32::MAX as u64;

/// Tells where every line's content ends, and where the next line begins. `\r\n`, `\n` and `\r` end a line.
pub(super) fn for_each_line_end(text: &[u8], mut tell: impl FnMut(usize, usize)) {
    // Where the next line begins, so that the second half of `\r\n` is passed by.
    let mut next = 0;
    let mut look = |at: usize, byte: u8| {
        if at >= next && (byte == b'\n' || byte == b'\r') {
            let is_pair = byte == b'\r' && text.get(at + 1) == Some(&b'\n');
            next = at + 1 + usize::from(is_pair);
            tell(at, next);
        }
    };
    let (words, rest) = text.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let number = u64::from_le_bytes(*word);
        // A byte below 14 borrows from its high bit; few are but line ends. The borrow may reach into the next byte, where
        // nothing is found then.
        let mut found = number.wrapping_sub(ONES * 14) & !number & HIGH;
        while found != 0 {
            let place = (found.trailing_zeros() / 8) as usize;
            look(at * 8 + place, word[place]);
            found &= found - 1;
        }
    }
    for (at, byte) in rest.iter().enumerate() {
        look(words.len() * 8 + at, *byte);
    }
}

/// A number that two different texts have in common only by accident. Of eight bytes, the halves are each changed by their
/// place, multiplied, and the products added up (NH, as UMAC has it: Black et al. 1999): a half that differs changes the sum by
/// a multiple of the other one, and no step waits for the one before.
pub(super) fn key(text: &[u8]) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut place, mut products) = (STEP, 0_u64);
    let mut add = |word: u64| {
        let low = (word & LOW).wrapping_add(place) & LOW;
        let high = (word >> 32).wrapping_add(place >> 32) & LOW;
        place = place.wrapping_add(STEP);
        products = products.wrapping_add(low.wrapping_mul(high));
    };
    let (words, rest) = text.as_chunks::<8>();
    for word in words {
        add(u64::from_le_bytes(*word));
    }
    if let Some(last) = text.last_chunk::<8>() {
        // The end once more rather than byte by byte.
        add(u64::from_le_bytes(*last));
    } else {
        let byte = |word, byte: &u8| word << 8 | u64::from(*byte);
        add(rest.iter().fold(0, byte));
    }
    let mixed = products ^ (text.len() as u64).wrapping_mul(STEP);
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_with_one_key_are_told_apart() {
        let (mut old, mut new) = (Lines::of(b"a\nb\nc\n"), Lines::of(b"a\nx\nc\n"));
        old.keys.fill(7);
        new.keys.fill(7);
        let runs: Vec<_> = stretches(&old, &new)
            .into_iter()
            .map(|it| (it.run.is_same, it.run.old, it.run.new))
            .collect();
        assert_eq!(
            runs,
            [(true, 0..1, 0..1), (false, 1..2, 1..2), (true, 2..3, 2..3)]
        );
    }

    proptest! {
        #[test]
        fn keys_and_bytes_tell_texts_apart(one in "[ab\\x00é漢]{0,40}", other in "[ab\\x00é漢]{0,40}", at in 0usize..40) {
            prop_assert_eq!(key(one.as_bytes()) == key(other.as_bytes()), one == other);
            prop_assert_eq!(same(one.as_bytes(), other.as_bytes()), one == other);
            let mut changed = one.clone().into_bytes();
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 1;
                prop_assert_ne!(key(one.as_bytes()), key(&changed));
                prop_assert!(!same(one.as_bytes(), &changed));
            }
        }

        #[test]
        fn lines_are_found_wherever_they_end(text in "([a-c\\t\\x0b\\x0d\\x0e漢]{0,20}(\n|\r\n|\r)){0,9}[ab]{0,9}") {
            let lines = Lines::of(text.as_bytes());
            let mut whole = Vec::new();
            for line in 0..lines.len() {
                prop_assert!(!lines.content(line).iter().any(|byte| b"\r\n".contains(byte)));
                prop_assert!([&b"\n"[..], b"\r\n", b"\r", b""].contains(&lines.end(line)));
                whole.extend_from_slice(lines.content(line));
                whole.extend_from_slice(lines.end(line));
            }
            prop_assert_eq!(whole, text.as_bytes());
            prop_assert_eq!(lines.len(), text.replace("\r\n", "\n").replace('\r', "\n").lines().count());
        }
    }
}
