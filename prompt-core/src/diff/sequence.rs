//! Compares two sequences and returns their equal and replaced runs.
//!
//! Lines and words are interned first, so comparing long texts costs no more than comparing numbers.
//! Myers' algorithm in `similar` bounds its search, so hostile input costs quality, not time.

use std::collections::HashMap;
use std::ops::{Index, Range};

use foldhash::fast::FixedState;
use similar::DiffTag;
use similar::algorithms::{Capture, Compact, DiffHook, Replace, myers};

use super::lines::{Lines, for_each_line_end, same};

/// A run of both sequences, either equal or replaced. One side of a replacement may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) is_same: bool,
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
}

/// A sequence of keys during compaction. A trait object compiles the large compaction code only once;
/// the search reads plain slices for the same reason.
type Keys<'k> = dyn Index<usize, Output = u64> + 'k;

/// Keys that are already computed.
struct List<'k>(&'k [u64]);

impl Index<usize> for List<'_> {
    type Output = u64;

    fn index(&self, at: usize) -> &u64 {
        &self.0[at]
    }
}

/// Collects the changes, and shifts each one to where it joins others.
type Found<'k> = Compact<'k, 'k, Keys<'k>, Keys<'k>, Replace<Capture>>;

fn nothing_found<'k>(old: &'k Keys<'k>, new: &'k Keys<'k>) -> Found<'k> {
    Compact::new(Replace::new(Capture::new()), old, new)
}

/// Returns the runs that lead from one sequence to the other, covering both.
pub(crate) fn runs(old: &[u64], new: &[u64]) -> Vec<Run> {
    search(nothing_found(&List(old), &List(new)), (0, old), (0, new))
}

/// The runs of lines, and the lines already found equal by their bytes, endings included.
pub(super) struct LineRuns {
    pub(super) runs: Vec<Run>,
    pub(super) compared: Vec<Run>,
}

/// Like [`runs`], for lines. Most lines are equal and occur once in each text, so after a small change
/// it only searches for where the texts match again; everything else falls back to [`runs`].
pub(super) fn runs_of_lines(old: &Lines<'_>, new: &Lines<'_>) -> LineRuns {
    let mut found = nothing_found(old, new);
    let mut compared = Vec::new();
    let (mut o, mut n) = (0, 0);
    loop {
        let (length, is_identical) = old.same_from(o, new, n);
        if length > 0 {
            let Ok(()) = found.equal(o, n, length);
            if is_identical {
                let (old, new) = (o..o + length, n..n + length);
                compared.push(Run {
                    is_same: true,
                    old,
                    new,
                });
            }
        }
        (o, n) = (o + length, n + length);
        let Some((removed, added)) = small_change(old, o, new, n) else {
            let rest =
                |lines: &Lines<'_>, from| (from..lines.len()).map(|line| lines[line]).collect();
            let (old_rest, new_rest): (Vec<_>, Vec<_>) = (rest(old, o), rest(new, n));
            let runs = search(found, (o, &old_rest), (n, &new_rest));
            return LineRuns { runs, compared };
        };
        if removed > 0 {
            let Ok(()) = found.delete(o, removed, n);
        }
        if added > 0 {
            let Ok(()) = found.insert(o + removed, n, added);
        }
        (o, n) = (o + removed, n + added);
    }
}

/// Searches for the runs of the remaining parts, each given by its start and keys, and compacts all
/// changes. The
/// hooks cannot fail: their error type is uninhabited.
fn search(
    mut all: Found<'_>,
    (o, old_rest): (usize, &[u64]),
    (n, new_rest): (usize, &[u64]),
) -> Vec<Run> {
    let mut found = Capture::new();
    let Ok(()) = myers::diff(
        &mut found,
        old_rest,
        0..old_rest.len(),
        new_rest,
        0..new_rest.len(),
    );
    for operation in found.into_ops() {
        let (old, new) = (operation.old_range(), operation.new_range());
        let (old_start, new_start) = (o + old.start, n + new.start);
        let Ok(()) = match operation.tag() {
            DiffTag::Equal => all.equal(old_start, new_start, old.len()),
            DiffTag::Delete => all.delete(old_start, old.len(), new_start),
            DiffTag::Insert => all.insert(old_start, new_start, new.len()),
            DiffTag::Replace => all.replace(old_start, old.len(), new_start, new.len()),
        };
    }
    let Ok(()) = all.finish();
    let mut runs: Vec<Run> = Vec::new();
    for operation in all.into_inner().into_inner().into_ops() {
        let is_same = operation.tag() == DiffTag::Equal;
        let (old, new) = (operation.old_range(), operation.new_range());
        match runs.last_mut() {
            Some(last) if last.is_same == is_same => {
                last.old.end = old.end;
                last.new.end = new.end;
            }
            _ => runs.push(Run { is_same, old, new }),
        }
    }
    runs
}

/// The smallest number of lines to remove and add until the texts match again. A match needs several
/// distinct lines, so that it is no coincidence.
fn small_change(old: &Lines<'_>, o: usize, new: &Lines<'_>, n: usize) -> Option<(usize, usize)> {
    const LARGEST: usize = 6;
    const TOGETHER: usize = 3;
    (1..=LARGEST).find_map(|size| {
        (0..=size).find_map(|removed| {
            let added = size - removed;
            let (o, n) = (o + removed, n + added);
            let is_within = o + TOGETHER <= old.len() && n + TOGETHER <= new.len();
            let go_together =
                || (0..TOGETHER).all(|at| same(old.content(o + at), new.content(n + at)));
            let is_distinct = || {
                let is_new = |at, before| !same(old.content(o + before), old.content(o + at));
                (1..TOGETHER).all(|at| (0..at).all(|before| is_new(at, before)))
            };
            (is_within && go_together() && is_distinct()).then_some((removed, added))
        })
    })
}

/// Interns texts: equal texts get equal numbers.
#[derive(Default)]
pub(crate) struct Interner<'a> {
    numbers: HashMap<&'a [u8], u64, FixedState>,
}

impl<'a> Interner<'a> {
    pub(crate) fn all(&mut self, texts: impl ExactSizeIterator<Item = &'a [u8]>) -> Vec<u64> {
        // Reserving up front avoids rehashing every text.
        self.numbers.reserve(texts.len());
        texts
            .map(|text| {
                let next = self.numbers.len() as u64;
                *self.numbers.entry(text).or_insert(next)
            })
            .collect()
    }
}

/// Splits a text into lines with their endings, so that joining them restores the text. `\r\n`, `\n`
/// and `\r` end a line.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut start = 0;
    for_each_line_end(text.as_bytes(), |_, next| {
        lines.push(&text[start..next]);
        start = next;
    });
    if start < text.len() {
        lines.push(&text[start..]);
    }
    lines
}

/// Whether two texts differ only in their line endings.
pub(crate) fn only_line_ends_differ(old: &str, new: &str) -> bool {
    let contents = |text| lines(text).into_iter().map(without_end);
    old != new && contents(old).eq(contents(new))
}

fn without_end(line: &str) -> &str {
    line.strip_suffix("\r\n")
        .or_else(|| line.strip_suffix('\n'))
        .or_else(|| line.strip_suffix('\r'))
        .unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats one run per word: `=2` for two equal lines, `-1+2` for a line replaced by two.
    fn told(runs: &[Run]) -> String {
        let tell = |run: &Run| match run {
            Run {
                is_same: true, old, ..
            } => format!("={}", old.len()),
            Run { old, new, .. } => format!("-{}+{}", old.len(), new.len()),
        };
        runs.iter().map(tell).collect::<Vec<_>>().join(" ")
    }

    /// Puts each letter on a line.
    fn in_lines(letters: &str) -> Vec<u8> {
        letters.bytes().flat_map(|letter| [letter, b'\n']).collect()
    }

    #[test]
    fn lines_go_on_together_after_a_change() {
        for (old, new, expected) in [
            ("abcdefgh", "abcdefgh", "=8"),
            ("abcdefgh", "abXcdefgh", "=2 -0+1 =6"),
            ("abcdefgh", "abdefgh", "=2 -1+0 =5"),
            ("abcdefgh", "abXdefgh", "=2 -1+1 =5"),
            ("abcdefgh", "XYZabcdefghXY", "-0+3 =8 -0+2"),
            ("abcdefghijk", "abcXYhijk", "=3 -4+2 =4"),
            // Two changes close together, or ten new lines, fall back to the search.
            ("abcdefg", "aXcdYfg", "=1 -1+1 =2 -1+1 =2"),
            ("abcdefg", "abc0123456789defg", "=3 -0+10 =4"),
            // Repeated lines do not show where a text continues.
            ("a----b----c", "a----c----b", "=5 -1+1 =4 -1+1"),
            ("", "abc", "-0+3"),
            ("abc", "", "-3+0"),
            ("", "", ""),
        ] {
            let (old, new) = (in_lines(old), in_lines(new));
            let runs = runs_of_lines(&Lines::of(&old), &Lines::of(&new)).runs;
            assert_eq!(told(&runs), expected);
        }
    }

    #[test]
    fn lines_end_as_they_do_in_any_editor() {
        for (text, expected) in [
            ("", vec![]),
            ("a", vec!["a"]),
            ("a\n", vec!["a\n"]),
            ("a\r\nb\rc\n\nd", vec!["a\r\n", "b\r", "c\n", "\n", "d"]),
            ("\r\r\n", vec!["\r", "\r\n"]),
        ] {
            assert_eq!(lines(text), expected);
            assert_eq!(lines(text).concat(), text);
        }
    }

    proptest::proptest! {
        #[test]
        fn runs_lead_from_one_to_the_other(old in "[a-f]{0,30}|[a-z]{0,30}", new in "[a-f]{0,30}|[a-z]{0,30}", cut in 0usize..30) {
            let near: String = old.chars().take(cut).chain(new.chars()).chain(old.chars().skip(cut)).collect();
            for new in [&new, &near] {
                let (old_text, new_text) = (in_lines(&old), in_lines(new));
                let (old, new) = (Lines::of(&old_text), Lines::of(&new_text));
                let (mut o, mut n) = (0, 0);
                for run in runs_of_lines(&old, &new).runs {
                    proptest::prop_assert_eq!((run.old.start, run.new.start), (o, n));
                    (o, n) = (run.old.end, run.new.end);
                    proptest::prop_assert!(!run.is_same || old.bytes(run.old) == new.bytes(run.new));
                }
                proptest::prop_assert_eq!((o, n), (old.len(), new.len()));
            }
        }
    }
}
