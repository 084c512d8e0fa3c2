//! Compares two texts and returns rows for a side-by-side or a unified view.

mod lines;
mod rows;
pub(crate) mod sequence;
mod split;
mod words;

use std::ops::Range;

use serde::Serialize;

use crate::string_enum::string_enum;
use lines::{Lines, stretches};
use rows::{Marks, Place, Table};
use words::Piece;

string_enum! {
    /// The kind of a row.
    pub enum RowKind as "row kind" {
        /// A line in both texts.
        Same = "same", "Same";
        /// A line only in the new text.
        Added = "added", "Added";
        /// A line only in the old text.
        Removed = "removed", "Removed";
        /// A changed line.
        Modified = "modified", "Modified";
        /// Unchanged lines, collapsed.
        Gap = "gap", "Unchanged lines";
    }
}

/// A stretch of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Span<'a> {
    /// Its text.
    pub text: &'a str,
    /// Whether it differs from the other side.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub changed: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands fields over by reference"
)]
const fn is_false(truth: &bool) -> bool {
    !*truth
}

/// One side of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Side<'a> {
    /// The line's number, from 1.
    pub line: usize,
    /// Its text without the line ending, with changes marked.
    pub spans: Vec<Span<'a>>,
    /// Its line ending: `\n`, `\r\n`, `\r`, or empty.
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub end: &'a str,
}

/// A line on both sides, or on one of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Row<'a> {
    /// The kind of row.
    pub kind: RowKind,
    /// The old line.
    pub old: Option<Side<'a>>,
    /// The new line.
    pub new: Option<Side<'a>>,
    /// Whether the line endings differ.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub line_end_differs: bool,
    /// The number of lines a gap hides; 0 for other rows.
    pub hidden: usize,
}

/// The difference between two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TextDiff<'a> {
    /// The paired lines, at most as many rows as requested.
    pub rows: Vec<Row<'a>>,
    /// The approximate number of remaining rows.
    pub left: usize,
    /// The number of added or changed lines.
    pub added: usize,
    /// The number of removed or changed lines.
    pub removed: usize,
    /// Whether the texts differ only in their line endings.
    pub only_line_ends_differ: bool,
}

/// One line of a unified view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnifiedLine<'a> {
    /// Same, added, removed, or a gap.
    pub kind: RowKind,
    /// Its number in the old text.
    pub old_line: Option<usize>,
    /// Its number in the new text.
    pub new_line: Option<usize>,
    /// Its text, with changes marked.
    pub spans: Vec<Span<'a>>,
    /// The number of lines a gap hides.
    pub hidden: usize,
}

/// Compares two texts line by line and, within changed lines, word by word. Line endings are compared
/// separately.
///
/// Each run of unchanged lines is collapsed into a gap with `context` lines at both ends; `usize::MAX`
/// collapses none.
pub fn diff_text<'a>(old: &'a str, new: &'a str, context: usize) -> TextDiff<'a> {
    first_rows(old, new, context, usize::MAX)
}

/// Like [`diff_text`], but returns only the first `most` rows. Words are compared only within these
/// rows.
pub fn first_rows<'a>(old: &'a str, new: &'a str, context: usize, most: usize) -> TextDiff<'a> {
    let lines = (Lines::of(old.as_bytes()), Lines::of(new.as_bytes()));
    let stretches = stretches(&lines.0, &lines.1);
    // All lines are equal, but not all line endings.
    let only_line_ends_differ =
        matches!(&stretches[..], [only] if only.run.is_same && !only.is_identical);
    let mut table = Table::new(&lines.0, &lines.1, context, most);
    for stretch in stretches {
        table.push(stretch);
    }
    let side = |text: &'a str, lines: &Lines<'_>, line: Option<usize>, place: &Place, new: bool| {
        line.map(|line| Side {
            line: line + 1,
            spans: place.spans(&text[lines.place(line)], new, &table.pieces),
            end: &text[lines.place(line).end..][..lines.end(line).len()],
        })
    };
    let row = |place: &Place| Row {
        kind: place.kind,
        old: side(old, &lines.0, place.old, place, false),
        new: side(new, &lines.1, place.new, place, true),
        line_end_differs: place.line_end_differs,
        hidden: place.hidden,
    };
    TextDiff {
        rows: table.rows.iter().map(row).collect(),
        left: table.left,
        added: table.added,
        removed: table.removed,
        only_line_ends_differ,
    }
}

impl Place {
    /// The range of the table's pieces that mark one of its lines; `None` if the line is marked as a
    /// whole or not at all.
    fn pieces(&self, new: bool) -> Option<Range<usize>> {
        match &self.marks {
            Marks::Words { old, .. } if !new => Some(old.clone()),
            Marks::Words { new, .. } => Some(new.clone()),
            Marks::Nothing | Marks::Everything => None,
        }
    }

    /// One of its lines, with changes marked.
    fn spans<'a>(&self, line: &'a str, new: bool, pieces: &[Piece]) -> Vec<Span<'a>> {
        let Some(own) = self.pieces(new) else {
            let changed = matches!(self.marks, Marks::Everything);
            let whole = (!line.is_empty()).then_some(Span {
                text: line,
                changed,
            });
            return whole.into_iter().collect();
        };
        let mut start = 0;
        let span = |piece: &Piece| {
            let text = &line[start..piece.end];
            start = piece.end;
            let changed = piece.changed;
            Span { text, changed }
        };
        pieces[own].iter().map(span).collect()
    }
}

impl<'a> TextDiff<'a> {
    /// Converts the rows to a unified view: in each run of changes the removed lines come before the
    /// added ones.
    pub fn unified(&self) -> Vec<UnifiedLine<'a>> {
        let mut lines = Vec::with_capacity(self.rows.len());
        let mut added = Vec::new();
        for row in &self.rows {
            if matches!(row.kind, RowKind::Same | RowKind::Gap) {
                lines.append(&mut added);
                lines.push(row.as_line(true));
                continue;
            }
            if row.old.is_some() {
                lines.push(row.as_line(false));
            }
            if row.new.is_some() {
                added.push(row.as_line(true));
            }
        }
        lines.append(&mut added);
        lines
    }
}

impl<'a> Row<'a> {
    /// Converts the row, or one side of a changed row, to a line of a unified view.
    fn as_line(&self, is_new: bool) -> UnifiedLine<'a> {
        let is_change = !matches!(self.kind, RowKind::Same | RowKind::Gap);
        let side = if is_new { &self.new } else { &self.old };
        let number = |of: &Option<Side<'_>>| of.as_ref().map(|side| side.line);
        UnifiedLine {
            kind: match self.kind {
                RowKind::Same | RowKind::Gap => self.kind,
                _ if is_new => RowKind::Added,
                _ => RowKind::Removed,
            },
            old_line: number(&self.old).filter(|_| !(is_change && is_new)),
            new_line: number(&self.new).filter(|_| is_new),
            spans: side
                .as_ref()
                .map_or_else(Vec::new, |side| side.spans.clone()),
            hidden: self.hidden,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats one row per line: sign, old text, `|`, new text.
    fn drawn(diff: &TextDiff<'_>) -> Vec<String> {
        let text = |side: &Option<Side<'_>>| -> String {
            side.iter()
                .flat_map(|side| &side.spans)
                .map(|span| span.text)
                .collect()
        };
        diff.rows
            .iter()
            .map(|row| match row.kind {
                RowKind::Gap => format!("… {}", row.hidden),
                RowKind::Same => format!("= {}", text(&row.old)),
                RowKind::Added => format!("+ {}", text(&row.new)),
                RowKind::Removed => format!("- {}", text(&row.old)),
                RowKind::Modified => format!("~ {} | {}", text(&row.old), text(&row.new)),
            })
            .collect()
    }

    #[test]
    fn lines_that_are_alike_stand_side_by_side() {
        for (old, new, rows) in [
            ("", "", &[][..]),
            ("a\nb\nc\n", "a\nc\n", &["= a", "- b", "= c"]),
            (
                "Be kind to all.\n",
                "New first line\nBe very kind to all.\n",
                &[
                    "+ New first line",
                    "~ Be kind to all. | Be very kind to all.",
                ],
            ),
            (
                "alpha beta\nsame\n",
                "123 456\nsame\n",
                &["- alpha beta", "+ 123 456", "= same"],
            ),
            // Two single-line texts are always paired.
            ("alpha beta", "123 456\n", &["~ alpha beta | 123 456"]),
            ("alpha", "", &["- alpha"]),
            // Text after the last line appears as added lines.
            ("a\nb", "a\nb\nc", &["= a", "= b", "+ c"]),
            ("a\nb\r\n\nc", "a\nb", &["= a", "= b", "- ", "- c"]),
            (
                "a\nbe kind to all",
                "a\nbe kinder to all\nc",
                &["= a", "~ be kind to all | be kinder to all", "+ c"],
            ),
            ("", "a\nb", &["+ a", "+ b"]),
        ] {
            assert_eq!(drawn(&diff_text(old, new, usize::MAX)), rows);
        }
    }

    #[test]
    fn the_first_rows_are_those_of_the_whole_and_the_rest_is_counted() {
        let old: Vec<_> = (0..60).map(|n| format!("line {n} of the text\n")).collect();
        let old = old.concat();
        let new = old
            .replace("line 7 of", "row 7 of")
            .replace("line 30 of the text\n", "")
            .replace("line 31 of", "one more\nline 31 or")
            .replace("line 50 of the text\n", "line 50 of the text\r\n");
        let whole = diff_text(&old, &new, 3);
        assert_eq!((whole.added, whole.removed, whole.left), (4, 4, 0));
        for most in 0..=whole.rows.len() {
            let first = first_rows(&old, &new, 3, most);
            assert_eq!(first.rows, whole.rows[..most]);
            assert_eq!((first.added, first.removed), (4, 4));
            // Whether two lines are paired is not known in advance, so the count is approximate.
            let left = whole.rows.len() - most;
            assert!(
                first.left <= left && (first.left == 0) == (left == 0),
                "{most}"
            );
        }
    }

    #[test]
    fn only_line_ends_differ_is_said() {
        for (old, new, only) in [
            ("a\r\nb\r\n", "a\nb\n", true),
            ("a\n", "a", true),
            ("a\rb", "a\nb", true),
            ("a\r\nb\n", "a\nc\n", false),
            ("a\n", "a\n\n", false),
            ("a\nb", "a\nb\nc", false),
            ("a\r\nb", "a\nb\nc", false),
            ("a", "a", false),
        ] {
            let diff = diff_text(old, new, 3);
            assert_eq!(diff.only_line_ends_differ, only, "{old:?} {new:?}");
        }
        let diff = diff_text("a\r\nb\r\n", "a\nb\n", 0);
        assert!(
            diff.rows
                .iter()
                .all(|row| row.line_end_differs && row.kind == RowKind::Modified)
        );
    }

    #[test]
    fn what_did_not_change_is_folded() {
        let old: Vec<String> = (0..20).map(|n| n.to_string()).collect();
        let old = old.join("\n");
        let new = old.replace("10\n", "ten 10\n");
        let diff = diff_text(&old, &new, 2);
        assert_eq!(
            drawn(&diff),
            ["… 8", "= 8", "= 9", "~ 10 | ten 10", "= 11", "= 12", "… 7"]
        );
        let unified = diff.unified();
        let kinds: Vec<_> = unified.iter().map(|line| line.kind.as_str()).collect();
        assert_eq!(
            kinds,
            [
                "gap", "same", "same", "removed", "added", "same", "same", "gap"
            ]
        );
        assert_eq!((diff.added, diff.removed), (1, 1));
    }
}
