//! Merges two edits of a text, line by line.

use std::ops::Range;

use crate::diff::sequence::{Interner, Run, lines, runs};

/// A part of the merged text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text that is equal on both sides, or that only one side changed.
    Text(String),
    /// Lines that both sides changed differently.
    Conflict {
        base: String,
        mine: String,
        theirs: String,
    },
}

/// Merges two edits of `base`. Edits that do not overlap are both applied, even if they are adjacent.
pub(super) fn merge_text<'a>(base: &'a str, mine: &'a str, theirs: &'a str) -> Vec<Piece> {
    if mine == theirs || theirs == base {
        return vec![Piece::Text(mine.to_owned())];
    }
    if mine == base {
        return vec![Piece::Text(theirs.to_owned())];
    }
    let ends = [base, mine, theirs].map(line_ends);
    if let [Some(base_ends), Some(my_ends), Some(their_ends)] = ends
        && (base_ends != my_ends || base_ends != their_ends)
    {
        // Line ends alone change no line: the texts are merged without them, and get those of the side that
        // changed them.
        let is_crlf = if my_ends == base_ends {
            their_ends
        } else {
            my_ends
        };
        let [base, mine, theirs] = [base, mine, theirs].map(|text| text.replace("\r\n", "\n"));
        let pieces = merge_text(&base, &mine, &theirs);
        return if is_crlf {
            pieces.into_iter().map(with_returns).collect()
        } else {
            pieces
        };
    }
    let (base, mine, theirs) = (lines(base), lines(mine), lines(theirs));
    let mut interner = Interner::default();
    let mut numbers = |lines: &[&'a str]| interner.all(lines.iter().map(|line| line.as_bytes()));
    let base_ids = numbers(&base);
    let my_edits = edits(runs(&base_ids, &numbers(&mine)));
    let their_edits = edits(runs(&base_ids, &numbers(&theirs)));

    let mut pieces = Pieces::default();
    let (mut my_next, mut their_next) = (my_edits.iter().peekable(), their_edits.iter().peekable());
    let mut at = 0;
    loop {
        // The next changed range of the base, with every edit that overlaps it.
        let first = match (my_next.peek(), their_next.peek()) {
            (None, None) => break,
            (Some(one), None) | (None, Some(one)) => one.old.clone(),
            (Some(one), Some(other)) if starts_before(&one.old, &other.old) => one.old.clone(),
            (_, Some(other)) => other.old.clone(),
        };
        pieces.text(&base[at..first.start]);
        let mut area = first;
        let (mut by_me, mut by_them): (Vec<&Run>, Vec<&Run>) = (Vec::new(), Vec::new());
        loop {
            let mut grew = false;
            for (next, taken) in [(&mut my_next, &mut by_me), (&mut their_next, &mut by_them)] {
                while let Some(edit) = next.next_if(|edit| belongs(&edit.old, &area)) {
                    area.end = area.end.max(edit.old.end);
                    taken.push(edit);
                    grew = true;
                }
            }
            if !grew {
                break;
            }
        }
        let mine = side(&base, &mine, &area, &by_me);
        let theirs = side(&base, &theirs, &area, &by_them);
        if by_them.is_empty() || mine == theirs {
            pieces.push(mine);
        } else if by_me.is_empty() {
            pieces.push(theirs);
        } else {
            pieces.conflict(base[area.clone()].concat(), mine, theirs);
        }
        at = area.end;
    }
    pieces.text(&base[at..]);
    pieces.0
}

/// Whether all line ends of a text are `\r\n`; `None` if they are of several kinds, or there are none.
fn line_ends(text: &str) -> Option<bool> {
    let pairs = text.matches("\r\n").count();
    let is_mixed = text.matches('\r').count() != pairs;
    match text.matches('\n').count() - pairs {
        _ if is_mixed => None,
        0 => (pairs > 0).then_some(true),
        _ => (pairs == 0).then_some(false),
    }
}

fn with_returns(piece: Piece) -> Piece {
    let with = |text: String| text.replace('\n', "\r\n");
    match piece {
        Piece::Text(text) => Piece::Text(with(text)),
        Piece::Conflict { base, mine, theirs } => Piece::Conflict {
            base: with(base),
            mine: with(mine),
            theirs: with(theirs),
        },
    }
}

fn edits(runs: Vec<Run>) -> Vec<Run> {
    runs.into_iter().filter(|run| !run.is_same).collect()
}

/// Insertions come before replacements of the line they precede.
fn starts_before(one: &Range<usize>, other: &Range<usize>) -> bool {
    (one.start, one.end) <= (other.start, other.end)
}

/// Whether an edit overlaps a changed range: it is equal, shares a line with it, or inserts inside it.
fn belongs(edit: &Range<usize>, area: &Range<usize>) -> bool {
    edit == area
        || match (edit.is_empty(), area.is_empty()) {
            (true, true) => false,
            (true, false) => area.start < edit.start && edit.start < area.end,
            (false, true) => edit.start < area.start && area.start < edit.end,
            (false, false) => edit.start < area.end && area.start < edit.end,
        }
}

/// The text of one side for a range of the base.
fn side(base: &[&str], side: &[&str], area: &Range<usize>, edits: &[&Run]) -> String {
    let mut text = String::new();
    let mut at = area.start;
    for edit in edits {
        text.extend(base[at..edit.old.start].iter().copied());
        text.extend(side[edit.new.clone()].iter().copied());
        at = edit.old.end;
    }
    text.extend(base[at..area.end].iter().copied());
    text
}

#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    fn text(&mut self, lines: &[&str]) {
        if !lines.is_empty() {
            self.push(lines.concat());
        }
    }

    fn push(&mut self, text: String) {
        match self.0.last_mut() {
            Some(Piece::Text(last)) => last.push_str(&text),
            _ => self.0.push(Piece::Text(text)),
        }
    }

    fn conflict(&mut self, base: String, mine: String, theirs: String) {
        self.0.push(Piece::Conflict { base, mine, theirs });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats conflicts as `<mine|theirs>`.
    fn merged(base: &str, mine: &str, theirs: &str) -> String {
        merge_text(base, mine, theirs)
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Conflict { mine, theirs, .. } => format!("<{mine}|{theirs}>"),
            })
            .collect()
    }

    #[test]
    fn edits_of_different_lines_are_both_kept() {
        for (base, mine, theirs, both) in [
            ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
            ("a\nb\n", "A\nb\n", "a\nB\n", "A\nB\n"),
            ("a\nb\nc\n", "b\nc\n", "a\nb\nc\nd\n", "b\nc\nd\n"),
            ("a\nb\n", "a\nx\nb\n", "a\nB\n", "a\nx\nB\n"),
            ("a\nb\n", "a\nB\n", "a\nx\nb\n", "a\nx\nB\n"),
            ("a\nb\nc\n", "a\nX\nc\n", "a\nX\nc\n", "a\nX\nc\n"),
            (
                "a\nb\nc\nd\n",
                "A\nb\nc\nD\n",
                "a\nB\nC\nd\n",
                "A\nB\nC\nD\n",
            ),
            ("", "a\n", "", "a\n"),
            // Line ends alone change no line.
            (
                "a\nb\nc\n",
                "a\nB\nc\n",
                "a\r\nb\r\nc\r\nd\r\n",
                "a\r\nB\r\nc\r\nd\r\n",
            ),
            ("a\r\nb\r\n", "a\nb\n", "a\r\nB\r\n", "a\nB\n"),
        ] {
            assert_eq!(
                merged(base, mine, theirs),
                both,
                "{base:?} {mine:?} {theirs:?}"
            );
            assert_eq!(merged(base, theirs, mine), both, "the other way round");
        }
    }

    #[test]
    fn edits_of_the_same_lines_are_conflicts() {
        for (base, mine, theirs, both) in [
            ("a\nb\nc\n", "a\nM\nc\n", "a\nT\nc\n", "a\n<M\n|T\n>c\n"),
            ("a\n", "a\nM\n", "a\nT\n", "a\n<M\n|T\n>"),
            ("a\nb\nc\n", "a\nc\n", "a\nT\nc\n", "a\n<|T\n>c\n"),
            ("", "M", "T", "<M|T>"),
            (
                "a\nb\nc\nd\n",
                "X\nd\n",
                "a\nB\nc\nD\n",
                "<X\n|a\nB\nc\n>D\n",
            ),
        ] {
            assert_eq!(merged(base, mine, theirs), both);
        }
    }
}
