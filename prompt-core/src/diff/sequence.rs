//! The smallest layer: which runs of two sequences are the same.
//!
//! Lines and words become numbers first, so that long texts are compared at the price of short ones. Myers' algorithm as
//! `similar` has it bounds its own search, so hostile input costs quality, not time.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;
use similar::algorithms::{Capture, Compact, Replace, myers};

use crate::find::Wanted;

/// A run of both sequences: the same on both sides, or else replaced. One side of a replacement may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) is_same: bool,
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
}

/// The runs that lead from one sequence to the other, covering both.
pub(crate) fn runs(old: &[u32], new: &[u32]) -> Vec<Run> {
    let mut hook = Compact::new(Replace::new(Capture::new()), old, new);
    // The hooks cannot fail: their error type has no value.
    let Ok(()) = myers::diff(&mut hook, old, 0..old.len(), new, 0..new.len());
    let mut runs: Vec<Run> = Vec::new();
    for operation in hook.into_inner().into_inner().into_ops() {
        let is_same = operation.tag() == similar::DiffTag::Equal;
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

/// Numbers for texts: the same text, the same number.
#[derive(Default)]
pub(crate) struct Interner<'a> {
    numbers: HashMap<&'a str, u32, FixedState>,
}

impl<'a> Interner<'a> {
    /// How many different texts there were.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(crate) fn all(&mut self, texts: &[&'a str]) -> Vec<u32> {
        // A map that grows hashes every text again.
        self.numbers.reserve(texts.len());
        texts
            .iter()
            .map(|text| {
                let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
                *self.numbers.entry(text).or_insert(next)
            })
            .collect()
    }
}

/// The lines of a text, each with its end, so that joined they give the text again. `\r\n`, `\n` and `\r` end a line.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    const LINE_END: Wanted<2> = Wanted::any_of([b'\n', b'\r']);
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut start = 0;
    loop {
        let at = LINE_END.find(bytes, start);
        let end = match bytes.get(at) {
            Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => at + 2,
            Some(_) => at + 1,
            None => break,
        };
        lines.push(&text[start..end]);
        start = end;
    }
    if start < text.len() {
        lines.push(&text[start..]);
    }
    lines
}

/// Whether two texts differ, and in nothing but how lines end.
pub(crate) fn only_line_ends_differ(old: &str, new: &str) -> bool {
    let contents = |text| lines(text).into_iter().map(|line| split_end(line).0);
    old != new && contents(old).eq(contents(new))
}

/// A line and its end apart.
pub(crate) fn split_end(line: &str) -> (&str, &str) {
    let content = line
        .strip_suffix("\r\n")
        .or_else(|| line.strip_suffix('\n'))
        .or_else(|| line.strip_suffix('\r'))
        .unwrap_or(line);
    (content, &line[content.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(split_end("a\r\n"), ("a", "\r\n"));
        assert_eq!(split_end("a"), ("a", ""));
    }
}
