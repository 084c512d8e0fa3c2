//! The rows of a diff: each changed line is paired with the most similar one.

use std::ops::Range;

use super::RowKind;
use super::lines::{Lines, Stretch, same};
use super::words::{Piece, Words, are_surely_alike, mark};

/// The maximum size of a block of changed lines that is paired by similarity.
const PAIRED_LINES: usize = 40;
/// The maximum total size in bytes of lines compared word by word. Further lines are marked as a whole.
const WORD_BYTES: usize = 300_000;
/// The initial capacity, enough for most comparisons.
const FEW_ROWS: usize = 256;
/// Two lines with a lower similarity are shown one after the other instead of side by side.
pub(super) const ALIKE: f64 = 0.3;

/// A row, by line indices.
pub(super) struct Place {
    pub(super) kind: RowKind,
    pub(super) old: Option<usize>,
    pub(super) new: Option<usize>,
    pub(super) line_end_differs: bool,
    /// The number of lines a gap hides.
    pub(super) hidden: usize,
    pub(super) marks: Marks,
}

/// The marked parts of a row's lines.
pub(super) enum Marks {
    Nothing,
    Everything,
    /// These ranges of the table's pieces.
    Words {
        old: Range<usize>,
        new: Range<usize>,
    },
}

/// The rows under construction.
pub(super) struct Table<'t, 'a> {
    old: &'t Lines<'a>,
    new: &'t Lines<'a>,
    context: usize,
    most: usize,
    word_bytes: usize,
    /// Reusable buffers for the words of two lines.
    words: [Words<'a>; 2],
    pub(super) rows: Vec<Place>,
    /// The pieces of all lines compared word by word.
    pub(super) pieces: Vec<Piece>,
    /// The approximate number of rows beyond the limit.
    pub(super) left: usize,
    /// The number of added or changed lines.
    pub(super) added: usize,
    /// The number of removed or changed lines.
    pub(super) removed: usize,
}

/// Two lines shown side by side.
type Pair = (usize, usize);

impl<'t, 'a> Table<'t, 'a> {
    pub(super) fn new(old: &'t Lines<'a>, new: &'t Lines<'a>, context: usize, most: usize) -> Self {
        Self {
            old,
            new,
            context,
            most,
            word_bytes: WORD_BYTES,
            words: Default::default(),
            rows: Vec::with_capacity(most.min(FEW_ROWS)),
            pieces: Vec::new(),
            left: 0,
            added: 0,
            removed: 0,
        }
    }

    pub(super) fn push(&mut self, Stretch { run, is_identical }: Stretch) {
        if run.is_same {
            self.same(run.old, run.new, is_identical);
        } else if self.is_full() {
            // Lines beyond the limit are not paired either.
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

    /// Adds a row, or only counts it beyond the limit.
    fn add(&mut self, kind: RowKind, row: impl FnOnce(&mut Self) -> Place) {
        self.added += usize::from(matches!(kind, RowKind::Added | RowKind::Modified));
        self.removed += usize::from(matches!(kind, RowKind::Removed | RowKind::Modified));
        if self.is_full() {
            self.left += 1;
        } else {
            let row = row(self);
            self.rows.push(row);
        }
    }

    fn same(&mut self, old: Range<usize>, new: Range<usize>, is_identical: bool) {
        let context = self.context;
        let length = old.len();
        // Context is shown only next to a change, not at the start or end of the texts.
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
            !is_identical && old_lines.ends_differ(old.start + at, new_lines, new.start + at)
        };
        let mut at = 0;
        while at < length {
            if fold && at >= before && at < length - after && !ends_differ(at) {
                let foldable = at..length - after;
                let hidden = if is_identical {
                    foldable.len()
                } else {
                    foldable.take_while(|at| !ends_differ(*at)).count()
                };
                self.add(RowKind::Gap, |_| Place {
                    hidden,
                    ..Place::of(RowKind::Gap, None, None, Marks::Nothing)
                });
                at += hidden;
                continue;
            }
            let line_end_differs = ends_differ(at);
            let kind = if line_end_differs {
                RowKind::Modified
            } else {
                RowKind::Same
            };
            let lines = (Some(old.start + at), Some(new.start + at));
            self.add(kind, |_| Place {
                line_end_differs,
                ..Place::of(kind, lines.0, lines.1, Marks::Nothing)
            });
            at += 1;
        }
    }

    fn replaced(&mut self, old: Range<usize>, new: Range<usize>) {
        if old.len() == 1 && new.len() == 1 && self.changed_line((old.start, new.start)) {
            return;
        }
        if self.old.len() == 1 && self.new.len() == 1 {
            // Two single-line texts, such as titles, are always paired.
            return self.pair((old.start, new.start));
        }
        let (mut o, mut n) = (old.start, new.start);
        for pair in self.pairs(old.clone(), new.clone()) {
            self.one_sided(o..pair.0, n..pair.1);
            (o, n) = (pair.0 + 1, pair.1 + 1);
            self.pair(pair);
        }
        self.one_sided(o..old.end, n..new.end);
    }

    /// Lines without a counterpart.
    fn one_sided(&mut self, old: Range<usize>, new: Range<usize>) {
        for at in old {
            self.add(RowKind::Removed, |_| {
                Place::of(RowKind::Removed, Some(at), None, Marks::Everything)
            });
        }
        for at in new {
            self.add(RowKind::Added, |_| {
                Place::of(RowKind::Added, None, Some(at), Marks::Everything)
            });
        }
    }

    /// Pairs the most similar changed lines, preserving their order. Large blocks are paired by
    /// position.
    fn pairs(&self, old: Range<usize>, new: Range<usize>) -> Vec<Pair> {
        if old.is_empty() || new.is_empty() {
            return Vec::new();
        }
        let bytes = self.old.bytes(old.clone()).len() + self.new.bytes(new.clone()).len();
        if old.len().max(new.len()) > PAIRED_LINES || bytes > 100_000 {
            return old.zip(new).collect();
        }
        let (rows, columns) = (old.len(), new.len());
        let read = |lines: &Lines<'a>, of: Range<usize>| -> Vec<_> {
            of.map(|line| Words::of(lines.content(line))).collect()
        };
        let old_words = read(self.old, old.clone());
        let new_words = read(self.new, new.clone());
        let old_sorted: Vec<_> = old_words.iter().map(Words::sorted).collect();
        let new_sorted: Vec<_> = new_words.iter().map(Words::sorted).collect();
        let mut like = Vec::with_capacity(rows * columns);
        for old in &old_sorted {
            for new in &new_sorted {
                let share = old.likeness(new);
                like.push(if share < ALIKE { 0.0 } else { share });
            }
        }
        // Maximizes the total similarity by dynamic programming, as in string alignment.
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

    /// Adds a changed line if its unmarked part alone shows that the sides are similar. This covers
    /// most changes.
    fn changed_line(&mut self, (o, n): Pair) -> bool {
        let (old, new) = (self.old.content(o), self.new.content(n));
        let (bytes, pieces) = (old.len() + new.len(), self.pieces.len());
        if bytes > self.word_bytes || same(old, new) {
            return false;
        }
        let (old_pieces, new_pieces) = mark(old, new, &mut self.pieces, &mut self.words);
        let is_alike = are_surely_alike(old, &self.pieces[old_pieces.clone()], bytes);
        if is_alike {
            self.word_bytes -= bytes;
            let line_end_differs = self.old.ends_differ(o, self.new, n);
            let marks = Marks::Words {
                old: old_pieces,
                new: new_pieces,
            };
            self.add(RowKind::Modified, |_| Place {
                line_end_differs,
                ..Place::of(RowKind::Modified, Some(o), Some(n), marks)
            });
        } else {
            self.pieces.truncate(pieces);
        }
        is_alike
    }

    /// Two changed lines side by side.
    fn pair(&mut self, (o, n): Pair) {
        let (old, new) = (self.old.content(o), self.new.content(n));
        let line_end_differs = self.old.ends_differ(o, self.new, n);
        let is_same = same(old, new);
        let kind = if is_same && !line_end_differs {
            RowKind::Same
        } else {
            RowKind::Modified
        };
        self.add(kind, |table| {
            let marks = if is_same {
                Marks::Nothing
            } else if old.len() + new.len() <= table.word_bytes {
                table.word_bytes -= old.len() + new.len();
                let (old, new) = mark(old, new, &mut table.pieces, &mut table.words);
                Marks::Words { old, new }
            } else {
                Marks::Everything
            };
            Place {
                line_end_differs,
                ..Place::of(kind, Some(o), Some(n), marks)
            }
        });
    }
}

impl Place {
    const fn of(kind: RowKind, old: Option<usize>, new: Option<usize>, marks: Marks) -> Self {
        Self {
            kind,
            old,
            new,
            line_end_differs: false,
            hidden: 0,
            marks,
        }
    }
}
