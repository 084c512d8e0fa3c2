//! Splits a text into lines, each compared by a hash.
//!
//! Texts are long and mostly equal, so no line is copied, and equal stretches are compared by their
//! bytes. Lines around a change are compared by lazily computed hashes, and lines with equal hashes are
//! verified.

use std::cell::OnceCell;
use std::hash::BuildHasher as _;
use std::ops::{Index, Range};

use foldhash::fast::FixedState;

use super::sequence::{Interner, LineRuns, Run, runs_of_lines};
use crate::byte_set::ByteSet;

/// A line of a text.
struct Line {
    /// The end of its content and the start of its line ending.
    end: usize,
    /// The start of the next line.
    next: usize,
}

/// The lines of a text. Indexing returns their keys.
pub(super) struct Lines<'a> {
    text: &'a [u8],
    all: Vec<Line>,
    /// The keys of the lines, allocated on first use. Each key is computed lazily.
    keys: OnceCell<Vec<OnceCell<u64>>>,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a [u8]) -> Self {
        // An average prose line is longer than this, so the list rarely reallocates.
        let mut all = Vec::with_capacity(text.len() / 48 + 8);
        let mut start = 0;
        for_each_line_end(text, |end, next| {
            all.push(Line { end, next });
            start = next;
        });
        if start < text.len() {
            let (end, next) = (text.len(), text.len());
            all.push(Line { end, next });
        }
        let keys = OnceCell::new();
        Self { text, all, keys }
    }

    /// Like [`Lines`], but with interned numbers as keys, which are unique per content.
    fn numbered(&self, interner: &mut Interner<'a>) -> Self {
        let contents = (0..self.len()).map(|line| self.content(line));
        let numbers = interner.all(contents);
        let numbers: Vec<OnceCell<u64>> = numbers.into_iter().map(OnceCell::from).collect();
        Self {
            keys: numbers.into(),
            ..Self::of(self.text)
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }

    /// The start of a line; after the last one, the end of the text.
    pub(super) fn start(&self, line: usize) -> usize {
        line.checked_sub(1)
            .map_or(0, |before| self.all[before].next)
    }

    /// The range of a line without its ending.
    pub(super) fn place(&self, line: usize) -> Range<usize> {
        self.start(line)..self.all[line].end
    }

    /// A line without its ending.
    pub(super) fn content(&self, line: usize) -> &'a [u8] {
        &self.text[self.place(line)]
    }

    /// The ending of a line: `\n`, `\r\n`, `\r`, or empty.
    pub(super) fn end(&self, line: usize) -> &'a [u8] {
        let Line { end, next } = self.all[line];
        &self.text[end..next]
    }

    /// Whether the endings of two lines differ. A last line may have no ending; if the other text
    /// continues there, the following lines show the difference.
    pub(super) fn ends_differ(&self, line: usize, other: &Self, others_line: usize) -> bool {
        let (one, two) = (self.end(line), other.end(others_line));
        let goes_on = one.is_empty() && others_line + 1 < other.len()
            || two.is_empty() && line + 1 < self.len();
        one != two && !goes_on
    }

    /// The bytes of lines including their endings.
    pub(super) fn bytes(&self, lines: Range<usize>) -> &'a [u8] {
        &self.text[self.start(lines.start)..self.start(lines.end)]
    }

    /// Counts the equal lines from a line of each text on, and returns whether their endings are equal
    /// too. It compares bytes and needs no keys.
    pub(super) fn same_from(&self, line: usize, other: &Self, others_line: usize) -> (usize, bool) {
        let (mut one, mut two) = (line, others_line);
        let mut is_identical = true;
        while one < self.len() && two < other.len() {
            let (start, others_start) = (self.start(one), other.start(two));
            let length = common_length(&self.text[start..], &other.text[others_start..]);
            let mut whole = self.all[one..].partition_point(|it| it.next <= start + length);
            // The last line may be longer in the other text: `\r\n` for `\r`, or more text after the
            // end.
            if whole > 0 && other.all[two + whole - 1].next > others_start + length {
                whole -= 1;
            }
            (one, two) = (one + whole, two + whole);
            if whole == 0 {
                // The two lines may differ only in their endings.
                let size = self.place(one).len();
                if size > length || size != other.place(two).len() {
                    break;
                }
                (one, two) = (one + 1, two + 1);
                is_identical = false;
            }
        }
        (one - line, is_identical)
    }
}

impl Index<usize> for Lines<'_> {
    type Output = u64;

    fn index(&self, line: usize) -> &u64 {
        let keys = || vec![OnceCell::new(); self.len()];
        self.keys.get_or_init(keys)[line].get_or_init(|| key(self.content(line)))
    }
}

/// A run, and whether its line endings are equal too.
pub(super) struct Stretch {
    pub(super) run: Run,
    pub(super) is_identical: bool,
}

/// Returns the runs that lead from one text to the other. Lines are equal if their contents are.
pub(super) fn stretches(old: &Lines<'_>, new: &Lines<'_>) -> Vec<Stretch> {
    proven(old, new, runs_of_lines(old, new)).unwrap_or_else(|| {
        // Two different lines have the same hash. Interned numbers are slower but distinguish them.
        let mut interner = Interner::default();
        let (old, new) = (old.numbered(&mut interner), new.numbered(&mut interner));
        proven(&old, &new, runs_of_lines(&old, &new)).unwrap_or_default()
    })
}

/// Verifies that all runs marked as equal really are; returns `None` on a hash collision.
fn proven(old: &Lines<'_>, new: &Lines<'_>, found: LineRuns) -> Option<Vec<Stretch>> {
    let LineRuns { runs, compared } = found;
    // Whether the lines of a run were already compared byte by byte. A shifted run may contain other
    // lines.
    let is_seen = |run: &Run| {
        let before = compared.partition_point(|it| it.old.start <= run.old.start);
        compared[..before].last().is_some_and(|it| {
            let into = run.old.start - it.old.start;
            run.new.start == it.new.start + into && run.old.end <= it.old.end
        })
    };
    runs.into_iter()
        .map(|run| {
            let is_identical = run.is_same
                && (is_seen(&run) || same(old.bytes(run.old.clone()), new.bytes(run.new.clone())));
            let mut lines = run.old.clone().zip(run.new.clone());
            let is_proven = !run.is_same
                || is_identical
                || lines.all(|(o, n)| same(old.content(o), new.content(n)));
            is_proven.then_some(Stretch { run, is_identical })
        })
        .collect()
}

/// The length of the common prefix in bytes.
pub(super) fn common_length(one: &[u8], other: &[u8]) -> usize {
    let (ones, others) = (one.as_chunks::<16>().0, other.as_chunks::<16>().0);
    let pairs = ones.iter().zip(others);
    let blocks =
        pairs.take_while(|(one, other)| u128::from_ne_bytes(**one) == u128::from_ne_bytes(**other));
    let length = blocks.count() * 16;
    let pairs = one[length..].iter().zip(&other[length..]);
    length + pairs.take_while(|(one, other)| one == other).count()
}

/// Whether two byte slices are equal. In WebAssembly `==` compares byte by byte.
pub(super) fn same(one: &[u8], other: &[u8]) -> bool {
    let ((ones, one_rest), (others, other_rest)) = (one.as_chunks::<16>(), other.as_chunks::<16>());
    one.len() == other.len()
        && ones
            .iter()
            .zip(others)
            .all(|(one, other)| u128::from_ne_bytes(*one) == u128::from_ne_bytes(*other))
        && one_rest == other_rest
}

/// Calls `tell` with the end of every line's content and the start of the next line. `\r\n`, `\n` and
/// `\r` end a line.
pub(super) fn for_each_line_end(text: &[u8], mut tell: impl FnMut(usize, usize)) {
    const ENDS: ByteSet = ByteSet::of(b"\r\n");
    let mut at = ENDS.find(text, 0);
    while at < text.len() {
        let next = at
            + if text[at..].starts_with(b"\r\n") {
                2
            } else {
                1
            };
        tell(at, next);
        at = ENDS.find(text, next);
    }
}

/// A hash of a text.
pub(super) fn key(text: &[u8]) -> u64 {
    FixedState::default().hash_one(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_with_one_key_are_told_apart() {
        let (mut old, mut new) = (Lines::of(b"a\nb\nc\n"), Lines::of(b"a\nx\nc\n"));
        for lines in [&mut old, &mut new] {
            lines.keys = vec![OnceCell::from(7); 3].into();
        }
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
            let pairs = one.bytes().zip(other.bytes());
            let common = pairs.take_while(|(one, other)| one == other).count();
            prop_assert_eq!(common_length(one.as_bytes(), other.as_bytes()), common);
            let mut changed = one.clone().into_bytes();
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 1;
                prop_assert_ne!(key(one.as_bytes()), key(&changed));
                prop_assert!(!same(one.as_bytes(), &changed));
            }
        }

        #[test]
        fn lines_are_the_same_whatever_their_ends_are(
            old in "([ab]{0,2}(\n|\r\n|\r)){0,9}[ab]{0,2}",
            new in "([ab]{0,2}(\n|\r\n|\r)){0,9}[ab]{0,2}",
            long in "[a漢]{0,60}(\n|\r\n|\r)",
            ends in 0usize..3,
        ) {
            let other_ends = old.replace("\r\n", "\n").replace('\r', ["\n", "\r", "\r\n"][ends]);
            for new in [&new, &format!("{old}{new}"), &other_ends] {
                let (old, new) = (format!("{long}{old}"), format!("{long}{new}"));
                let (old, new) = (Lines::of(old.as_bytes()), Lines::of(new.as_bytes()));
                for line in 0..=old.len().min(new.len()) {
                    let rest = (line..old.len()).zip(line..new.len());
                    let same = rest.take_while(|(o, n)| old.content(*o) == new.content(*n));
                    let (count, is_identical) = old.same_from(line, &new, line);
                    prop_assert_eq!(count, same.count());
                    let lines = line..line + count;
                    prop_assert_eq!(is_identical, old.bytes(lines.clone()) == new.bytes(lines));
                }
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
