//! The rows of a diff as they grow, changed lines paired with those they are most like.

use std::ops::Range;

use super::sequence::{Run, split_end};
use super::words::{Lexicon, Span, Words, mark};
use super::{Row, RowKind, Side};

/// Blocks of changed lines up to this many are paired by what they have in common.
const PAIRED_LINES: usize = 40;
/// Bytes of all lines of which words are compared; the rest is marked line by line.
const WORD_BYTES: usize = 300_000;
/// Two lines with less in common than this are shown one after the other, not side by side.
const ALIKE: f64 = 0.3;

/// The rows as they grow.
pub(super) struct Table<'t, 'a> {
    old: &'t [&'a str],
    new: &'t [&'a str],
    context: usize,
    most: usize,
    word_bytes: usize,
    lexicon: Lexicon<'a>,
    pub(super) rows: Vec<Row<'a>>,
    /// About how many rows there would be besides.
    pub(super) left: usize,
    /// Lines that were added or changed.
    pub(super) added: usize,
    /// Lines that were removed or changed.
    pub(super) removed: usize,
}

/// Two lines that stand side by side, and their words where these were read already.
struct Pair<'a> {
    old: usize,
    new: usize,
    words: Option<(Words<'a>, Words<'a>)>,
}

impl<'t, 'a> Table<'t, 'a> {
    pub(super) fn new(old: &'t [&'a str], new: &'t [&'a str], context: usize, most: usize) -> Self {
        Self {
            old,
            new,
            context,
            most,
            word_bytes: WORD_BYTES,
            lexicon: Lexicon::default(),
            rows: Vec::new(),
            left: 0,
            added: 0,
            removed: 0,
        }
    }

    pub(super) fn push(&mut self, run: Run) {
        if run.is_same {
            self.same(run.old, run.new);
        } else if self.is_full() {
            // Which lines stand side by side is not looked at either.
            self.left += run.old.len().max(run.new.len());
            self.added += run.new.len();
            self.removed += run.old.len();
        } else {
            self.replaced(run.old, run.new);
        }
    }

    const fn is_full(&self) -> bool {
        self.rows.len() >= self.most
    }

    /// Adds a row, or only counts it.
    fn add(&mut self, kind: RowKind, row: impl FnOnce(&mut Self) -> Row<'a>) {
        self.added += usize::from(matches!(kind, RowKind::Added | RowKind::Modified));
        self.removed += usize::from(matches!(kind, RowKind::Removed | RowKind::Modified));
        if self.is_full() {
            self.left += 1;
        } else {
            let row = row(self);
            self.rows.push(row);
        }
    }

    fn same(&mut self, old: Range<usize>, new: Range<usize>) {
        let context = self.context;
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
        let (old_lines, new_lines) = (self.old, self.new);
        let ends_differ = |at: usize| {
            split_end(old_lines[old.start + at]).1 != split_end(new_lines[new.start + at]).1
        };
        let mut at = 0;
        while at < length {
            if fold && at >= before && at < length - after && !ends_differ(at) {
                let hidden = (at..length - after)
                    .take_while(|at| !ends_differ(*at))
                    .count();
                self.add(RowKind::Gap, |_| Row {
                    kind: RowKind::Gap,
                    old: None,
                    new: None,
                    line_end_differs: false,
                    hidden,
                });
                at += hidden;
                continue;
            }
            self.pair(Pair {
                old: old.start + at,
                new: new.start + at,
                words: None,
            });
            at += 1;
        }
    }

    fn replaced(&mut self, old: Range<usize>, new: Range<usize>) {
        let pairs = self.pairs(old.clone(), new.clone());
        let (mut o, mut n) = (old.start, new.start);
        for pair in pairs {
            self.one_sided(o..pair.old, n..pair.new);
            (o, n) = (pair.old + 1, pair.new + 1);
            self.pair(pair);
        }
        self.one_sided(o..old.end, n..new.end);
    }

    /// Lines that stand alone.
    fn one_sided(&mut self, old: Range<usize>, new: Range<usize>) {
        for at in old {
            self.add(RowKind::Removed, |table| {
                let side = Side::of(table.old, at, true);
                Row::one_sided(RowKind::Removed, Some(side), None)
            });
        }
        for at in new {
            self.add(RowKind::Added, |table| {
                let side = Side::of(table.new, at, true);
                Row::one_sided(RowKind::Added, None, Some(side))
            });
        }
    }

    /// Which changed lines stand side by side: those most alike, in order. Large blocks are paired as they come.
    fn pairs(&mut self, old: Range<usize>, new: Range<usize>) -> Vec<Pair<'a>> {
        if old.is_empty() || new.is_empty() {
            return Vec::new();
        }
        let bytes: usize = self.old[old.clone()]
            .iter()
            .chain(&self.new[new.clone()])
            .map(|line| line.len())
            .sum();
        if old.len().max(new.len()) > PAIRED_LINES || bytes > 100_000 {
            let pair = |(old, new)| Pair {
                old,
                new,
                words: None,
            };
            return old.zip(new).map(pair).collect();
        }
        let (rows, columns) = (old.len(), new.len());
        let mut read = |lines: &[&'a str]| -> Vec<_> {
            let contents = lines.iter().map(|line| split_end(line).0);
            contents.map(|line| Some(self.lexicon.read(line))).collect()
        };
        let mut old_words = read(&self.old[old.clone()]);
        let mut new_words = read(&self.new[new.clone()]);
        let mut like = Vec::with_capacity(rows * columns);
        for old in old_words.iter().flatten() {
            for new in new_words.iter().flatten() {
                let share = self.lexicon.likeness(old, new);
                like.push(if share < ALIKE { 0.0 } else { share });
            }
        }
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
                pairs.push(Pair {
                    old: old.start + row,
                    new: new.start + column,
                    words: old_words[row].take().zip(new_words[column].take()),
                });
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

    fn pair(&mut self, pair: Pair<'a>) {
        let (o, n) = (pair.old, pair.new);
        let ((old, old_end), (new, new_end)) = (split_end(self.old[o]), split_end(self.new[n]));
        let line_end_differs = old_end != new_end;
        let kind = if old == new && !line_end_differs {
            RowKind::Same
        } else {
            RowKind::Modified
        };
        self.add(kind, |table| {
            let (old_spans, new_spans) = if old == new {
                (Span::whole(old, false), Span::whole(new, false))
            } else if old.len() + new.len() <= table.word_bytes {
                table.word_bytes -= old.len() + new.len();
                let words = pair.words;
                let (old, new) =
                    words.unwrap_or_else(|| (table.lexicon.read(old), table.lexicon.read(new)));
                mark(&old, &new)
            } else {
                (Span::whole(old, true), Span::whole(new, true))
            };
            let side = |at: usize, spans, end| Side {
                line: at + 1,
                spans,
                end,
            };
            Row {
                kind,
                old: Some(side(o, old_spans, old_end)),
                new: Some(side(n, new_spans, new_end)),
                line_end_differs,
                hidden: 0,
            }
        });
    }
}

impl<'a> Side<'a> {
    fn of(lines: &[&'a str], at: usize, changed: bool) -> Self {
        let (content, end) = split_end(lines[at]);
        Self {
            line: at + 1,
            spans: Span::whole(content, changed),
            end,
        }
    }
}

impl<'a> Row<'a> {
    const fn one_sided(kind: RowKind, old: Option<Side<'a>>, new: Option<Side<'a>>) -> Self {
        Self {
            kind,
            old,
            new,
            line_end_differs: false,
            hidden: 0,
        }
    }
}
