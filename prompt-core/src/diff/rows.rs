//! The rows of a diff as they grow, changed lines paired with those they are most like.

use std::ops::Range;

use super::sequence::split_end;
use super::words::{Span, diff_words, likeness};
use super::{Row, RowKind, Side};

/// Blocks of changed lines up to this many are paired by what they have in common.
const PAIRED_LINES: usize = 40;
/// Bytes of all lines of which words are compared; the rest is marked line by line.
const WORD_BYTES: usize = 300_000;
/// Two lines with less in common than this are shown one after the other, not side by side.
const ALIKE: f64 = 0.3;

/// The rows as they grow.
pub(super) struct Table<'a> {
    old: &'a [&'a str],
    new: &'a [&'a str],
    rows: Vec<Row>,
    word_bytes: usize,
}

impl<'a> Table<'a> {
    pub(super) const fn new(old: &'a [&'a str], new: &'a [&'a str]) -> Self {
        Self {
            old,
            new,
            rows: Vec::new(),
            word_bytes: WORD_BYTES,
        }
    }

    pub(super) fn into_rows(self) -> Vec<Row> {
        self.rows
    }

    pub(super) fn same(&mut self, old: Range<usize>, new: Range<usize>, context: usize) {
        let length = old.len();
        // Nothing is folded before the first and after the last line of the texts but the far ends.
        let before = if old.start == 0 && new.start == 0 {
            0
        } else {
            context
        };
        let after = if old.end == self.old.len() && new.end == self.new.len() {
            0
        } else {
            context
        };
        let fold = context != usize::MAX && length > before.saturating_add(after) + 1;
        let ends_differ = |at: usize| {
            split_end(self.old[old.start + at]).1 != split_end(self.new[new.start + at]).1
        };
        let mut at = 0;
        while at < length {
            if fold && at >= before && at < length - after && !ends_differ(at) {
                let hidden = (at..length - after)
                    .take_while(|at| !ends_differ(*at))
                    .count();
                self.rows.push(Row {
                    kind: RowKind::Gap,
                    old: None,
                    new: None,
                    line_end_differs: false,
                    hidden,
                });
                at += hidden;
                continue;
            }
            let (o, n) = (old.start + at, new.start + at);
            let row = self.pair(o, n);
            self.rows.push(row);
            at += 1;
        }
    }

    pub(super) fn replaced(&mut self, old: Range<usize>, new: Range<usize>) {
        let pairs = self.pairs(old.clone(), new.clone());
        let (mut o, mut n) = (old.start, new.start);
        for (pair_old, pair_new) in pairs.into_iter().chain([(old.end, new.end)]) {
            for at in o..pair_old {
                let side = Side::of(self.old, at, true);
                self.rows
                    .push(Row::one_sided(RowKind::Removed, Some(side), None));
            }
            for at in n..pair_new {
                let side = Side::of(self.new, at, true);
                self.rows
                    .push(Row::one_sided(RowKind::Added, None, Some(side)));
            }
            if pair_old < old.end && pair_new < new.end {
                let row = self.pair(pair_old, pair_new);
                self.rows.push(row);
            }
            (o, n) = (pair_old + 1, pair_new + 1);
        }
    }

    /// Which changed lines stand side by side: those most alike, in order. Large blocks are paired as they come.
    fn pairs(&self, old: Range<usize>, new: Range<usize>) -> Vec<(usize, usize)> {
        if old.is_empty() || new.is_empty() {
            return Vec::new();
        }
        let bytes: usize = self.old[old.clone()]
            .iter()
            .chain(&self.new[new.clone()])
            .map(|line| line.len())
            .sum();
        if old.len().max(new.len()) > PAIRED_LINES || bytes > 100_000 {
            return old.zip(new).collect();
        }
        let (rows, columns) = (old.len(), new.len());
        let like: Vec<f64> = old
            .clone()
            .flat_map(|o| new.clone().map(move |n| (o, n)))
            .map(|(o, n)| {
                let share = likeness(split_end(self.old[o]).0, split_end(self.new[n]).0);
                if share < ALIKE { 0.0 } else { share }
            })
            .collect();
        // The best total, as in aligning two strings.
        let mut best = vec![0.0_f64; (rows + 1) * (columns + 1)];
        let at = |row: usize, column: usize| row * (columns + 1) + column;
        for row in (0..rows).rev() {
            for column in (0..columns).rev() {
                let paired = like[row * columns + column] + best[at(row + 1, column + 1)];
                best[at(row, column)] = paired
                    .max(best[at(row + 1, column)])
                    .max(best[at(row, column + 1)]);
            }
        }
        let mut pairs = Vec::new();
        let (mut row, mut column) = (0, 0);
        while row < rows && column < columns {
            let share = like[row * columns + column];
            let here = best[at(row, column)];
            if share > 0.0 && here <= share + best[at(row + 1, column + 1)] {
                pairs.push((old.start + row, new.start + column));
                row += 1;
                column += 1;
            } else if here <= best[at(row + 1, column)] {
                row += 1;
            } else {
                column += 1;
            }
        }
        pairs
    }

    fn pair(&mut self, o: usize, n: usize) -> Row {
        let ((old, old_end), (new, new_end)) = (split_end(self.old[o]), split_end(self.new[n]));
        let line_end_differs = old_end != new_end;
        let (old_spans, new_spans) = if old == new {
            (Span::whole(old, false), Span::whole(new, false))
        } else if old.len() + new.len() <= self.word_bytes {
            self.word_bytes -= old.len() + new.len();
            diff_words(old, new)
        } else {
            (Span::whole(old, true), Span::whole(new, true))
        };
        Row {
            kind: if old == new && !line_end_differs {
                RowKind::Same
            } else {
                RowKind::Modified
            },
            old: Some(Side {
                line: o + 1,
                spans: old_spans,
                end: old_end.to_owned(),
            }),
            new: Some(Side {
                line: n + 1,
                spans: new_spans,
                end: new_end.to_owned(),
            }),
            line_end_differs,
            hidden: 0,
        }
    }
}

impl Side {
    fn of(lines: &[&str], at: usize, changed: bool) -> Self {
        let (content, end) = split_end(lines[at]);
        Self {
            line: at + 1,
            spans: Span::whole(content, changed),
            end: end.to_owned(),
        }
    }
}

impl Row {
    const fn one_sided(kind: RowKind, old: Option<Side>, new: Option<Side>) -> Self {
        Self {
            kind,
            old,
            new,
            line_end_differs: false,
            hidden: 0,
        }
    }
}
