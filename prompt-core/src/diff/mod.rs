//! How one text became another, for people: rows for a side-by-side or a unified view.

mod rows;
pub(crate) mod sequence;
mod words;

use serde::Serialize;

use crate::words::words as word_list;
use rows::Table;
use sequence::{Interner, lines, runs, split_end};
use words::is_false;
pub use words::{Span, diff_words};

word_list! {
    /// What a row of a diff shows.
    pub enum RowKind as "row kind" {
        /// A line that both have.
        Same = "same", "Same";
        /// A line only the new text has.
        Added = "added", "Added";
        /// A line only the old text has.
        Removed = "removed", "Removed";
        /// A line that was changed.
        Modified = "modified", "Modified";
        /// Lines that both have, folded away.
        Gap = "gap", "Unchanged lines";
    }
}

/// One side of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Side<'a> {
    /// The line's number, from 1.
    pub line: usize,
    /// Its text without the end, what changed marked.
    pub spans: Vec<Span<'a>>,
    /// How the line ends: `\n`, `\r\n`, `\r`, or not at all.
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub end: &'a str,
}

/// A line on both sides, or on one of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Row<'a> {
    /// What the row shows.
    pub kind: RowKind,
    /// The old line.
    pub old: Option<Side<'a>>,
    /// The new line.
    pub new: Option<Side<'a>>,
    /// Whether the line ends in another way.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub line_end_differs: bool,
    /// How many lines a gap hides; 0 for other rows.
    pub hidden: usize,
}

/// How one text became another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TextDiff<'a> {
    /// The lines, paired: as many rows as were asked for.
    pub rows: Vec<Row<'a>>,
    /// About how many rows follow that were not asked for.
    pub left: usize,
    /// Lines that were added or changed.
    pub added: usize,
    /// Lines that were removed or changed.
    pub removed: usize,
    /// Whether the texts differ, and in nothing but how lines end.
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
    /// Its text, what changed marked.
    pub spans: Vec<Span<'a>>,
    /// How many lines a gap hides.
    pub hidden: usize,
}

/// Compares two texts line by line and, within changed lines, word by word. Lines are the same when their texts are; how
/// they end is told apart. Of runs of lines that did not change, `context` remain at each end and the rest becomes a gap;
/// `usize::MAX` keeps all.
pub fn diff_text<'a>(old: &'a str, new: &'a str, context: usize) -> TextDiff<'a> {
    first_rows(old, new, context, usize::MAX)
}

/// The same, but only the first rows, `most` of them: words are looked at where somebody looks.
pub fn first_rows<'a>(old: &'a str, new: &'a str, context: usize, most: usize) -> TextDiff<'a> {
    let (old_lines, new_lines) = (lines(old), lines(new));
    let mut interner = Interner::default();
    let old_contents: Vec<&str> = old_lines.iter().map(|line| split_end(line).0).collect();
    let new_contents: Vec<&str> = new_lines.iter().map(|line| split_end(line).0).collect();
    let (old_ids, new_ids) = (interner.all(&old_contents), interner.all(&new_contents));

    let mut table = Table::new(&old_lines, &new_lines, context, most);
    for run in runs(&old_ids, &new_ids) {
        table.push(run);
    }
    TextDiff {
        only_line_ends_differ: old != new && old_contents == new_contents,
        added: table.added,
        removed: table.removed,
        left: table.left,
        rows: table.rows,
    }
}

impl<'a> TextDiff<'a> {
    /// The rows as lines of a unified view: of each run of changes the removed lines first, then the added ones.
    pub fn unified(&self) -> Vec<UnifiedLine<'a>> {
        let mut whole = Vec::with_capacity(self.rows.len());
        let mut added = Vec::new();
        for row in &self.rows {
            match row.kind {
                RowKind::Same | RowKind::Gap => {
                    whole.append(&mut added);
                    whole.push(UnifiedLine {
                        kind: row.kind,
                        old_line: row.old.as_ref().map(|side| side.line),
                        new_line: row.new.as_ref().map(|side| side.line),
                        spans: row
                            .new
                            .as_ref()
                            .map_or_else(Vec::new, |side| side.spans.clone()),
                        hidden: row.hidden,
                    });
                }
                RowKind::Added | RowKind::Removed | RowKind::Modified => {
                    if let Some(side) = &row.old {
                        whole.push(UnifiedLine {
                            kind: RowKind::Removed,
                            old_line: Some(side.line),
                            new_line: None,
                            spans: side.spans.clone(),
                            hidden: 0,
                        });
                    }
                    if let Some(side) = &row.new {
                        added.push(UnifiedLine {
                            kind: RowKind::Added,
                            old_line: None,
                            new_line: Some(side.line),
                            spans: side.spans.clone(),
                            hidden: 0,
                        });
                    }
                }
            }
        }
        whole.append(&mut added);
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row a line: sign, old text, `|`, new text.
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
            ("alpha beta\n", "123 456\n", &["- alpha beta", "+ 123 456"]),
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
            // Two lines may turn out to stand side by side or not.
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
