//! Comparing two sequences: the runs that are the same.
//!
//! Lines and words are numbered first, so comparing long texts costs no more than comparing numbers. Myers' algorithm in `similar`
//! bounds its own search, so hostile input costs quality, not time.

use std::collections::HashMap;
use std::ops::{Index, Range};

use foldhash::fast::FixedState;
use similar::DiffTag;
use similar::algorithms::{Capture, Compact, DiffHook, Replace, myers};

use super::lines::{Lines, for_each_line_end, same};

/// A run of both sequences: the same on both sides, or else replaced. One side of a replacement may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) is_same: bool,
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
}

/// A sequence as changes are shifted in it: by its keys, whoever has them. It is one type for all, so that what shifts, which is
/// large, is compiled once; the search reads plain lists for the same reason.
type Keys<'k> = dyn Index<usize, Output = u64> + 'k;

/// Keys that are all made.
struct List<'k>(&'k [u64]);

impl Index<usize> for List<'_> {
    type Output = u64;

    fn index(&self, at: usize) -> &u64 {
        &self.0[at]
    }
}

/// The changes as they are found, each to be shifted to where it joins others.
type Found<'k> = Compact<'k, 'k, Keys<'k>, Keys<'k>, Replace<Capture>>;

fn nothing_found<'k>(old: &'k Keys<'k>, new: &'k Keys<'k>) -> Found<'k> {
    Compact::new(Replace::new(Capture::new()), old, new)
}

/// The runs that lead from one sequence to the other, covering both.
pub(crate) fn runs(old: &[u64], new: &[u64]) -> Vec<Run> {
    search(nothing_found(&List(old), &List(new)), (0, old), (0, new))
}

/// The runs of lines, and which lines were found to be the same by their bytes, ends included.
pub(super) struct LineRuns {
    pub(super) runs: Vec<Run>,
    pub(super) compared: Vec<Run>,
}

/// The same for lines, most of which are the same in both texts and once in each: after a change one only has to look where the
/// two go on together. What cannot be told by that is left to the search that `runs` is.
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

/// Searches for the runs of what is left of both, each given by where it begins and its keys, and makes the best of all. The
/// hooks cannot fail: their error type has no value.
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

/// How few lines have to be removed and added until the two go on together: by some lines of which no two are the same, so that
/// it is no accident.
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

/// Numbers for texts: the same text, the same number.
#[derive(Default)]
pub(crate) struct Interner<'a> {
    numbers: HashMap<&'a [u8], u64, FixedState>,
}

impl<'a> Interner<'a> {
    pub(crate) fn all(&mut self, texts: impl ExactSizeIterator<Item = &'a [u8]>) -> Vec<u64> {
        // A map that grows hashes every text again.
        self.numbers.reserve(texts.len());
        texts
            .map(|text| {
                let next = self.numbers.len() as u64;
                *self.numbers.entry(text).or_insert(next)
            })
            .collect()
    }
}

/// The lines of a text, each with its end, so that joined they give the text again. `\r\n`, `\n` and `\r` end a line.
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

/// Whether two texts differ, and in nothing but how lines end.
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

    /// A run a word: `=2` for two lines that are the same, `-1+2` for a line that became two.
    fn told(runs: &[Run]) -> String {
        let tell = |run: &Run| match run {
            Run {
                is_same: true, old, ..
            } => format!("={}", old.len()),
            Run { old, new, .. } => format!("-{}+{}", old.len(), new.len()),
        };
        runs.iter().map(tell).collect::<Vec<_>>().join(" ")
    }

    /// A text with a line for each letter.
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
            // Two lines together are left to the search, and so are ten that are new.
            ("abcdefg", "aXcdYfg", "=1 -1+1 =2 -1+1 =2"),
            ("abcdefg", "abc0123456789defg", "=3 -0+10 =4"),
            // Lines that repeat say nothing of where a text goes on.
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
