//! Marks changes within a line, word by word.
//!
//! Words follow Unicode: each Chinese character and kana is a word, emoji and combining marks stay
//! whole. Equal whitespace between two changes does not split them.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::lines::{common_length, key, same};
use super::rows::ALIKE;
use super::sequence::{Run, runs};
use super::split::split_ascii;

/// A marked or unmarked stretch of a line up to `end`, a byte offset in the line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) end: usize,
    pub(super) changed: bool,
}

/// The words of a line, each with its key.
#[derive(Default)]
pub(super) struct Words<'a> {
    line: &'a str,
    /// The end of each word, which is the start of the next one.
    ends: Vec<usize>,
    keys: Vec<u64>,
}

impl<'a> Words<'a> {
    /// Splits a line into words.
    pub(super) fn of(line: &'a [u8]) -> Self {
        let mut words = Self::default();
        words.read(line);
        words
    }

    /// Like [`Words::of`], but reuses the buffers.
    fn read(&mut self, line: &'a [u8]) {
        // A line is always valid UTF-8; other bytes have no words.
        self.line = str::from_utf8(line).unwrap_or_default();
        self.ends.clear();
        self.keys.clear();
        let most = self.line.len() / 3 + 1;
        self.ends.reserve(most);
        self.keys.reserve(most);
        let mut start = 0;
        split(self.line, |end| {
            self.ends.push(end);
            self.keys.push(word_key(self.line.as_bytes(), start..end));
            start = end;
        });
    }

    fn start(&self, word: usize) -> usize {
        word.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    fn word(&self, word: usize) -> &'a str {
        &self.line[self.start(word)..self.ends[word]]
    }

    /// The byte range of some words.
    fn place(&self, words: Range<usize>) -> Range<usize> {
        self.start(words.start)..self.start(words.end)
    }

    fn bytes(&self, words: Range<usize>) -> &'a [u8] {
        &self.line.as_bytes()[self.place(words)]
    }

    /// The words other than whitespace, sorted for lookup.
    pub(super) fn sorted(&self) -> Sorted<'_> {
        let words = self.keys.iter().enumerate();
        let that_count = words.filter(|(word, _)| !is_blank(self.word(*word)));
        let mut words: Vec<_> = that_count
            .map(|(word, key)| (*key, self.word(word).len()))
            .collect();
        words.sort_unstable();
        Sorted {
            keys: &self.keys,
            length: words.iter().map(|(_, length)| length).sum(),
            words,
        }
    }
}

/// The words of a line other than whitespace, sorted by key.
pub(super) struct Sorted<'a> {
    /// The keys of all its words, in line order.
    keys: &'a [u64],
    words: Vec<(u64, usize)>,
    length: usize,
}

impl Sorted<'_> {
    /// The similarity of two lines, from 0 to 1: the share of their bytes that belongs to common words.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        let total = self.length + other.length;
        if total == 0 {
            return f64::from(u8::from(self.keys == other.keys));
        }
        let mut common = 0;
        let mut others = other.words.iter().peekable();
        for word in &self.words {
            while others.next_if(|it| *it < word).is_some() {}
            if others.next_if_eq(&word).is_some() {
                common += word.1;
            }
        }
        share(common, total)
    }
}

/// The share of common bytes, which occur in both lines, in the bytes of both.
fn share(common: usize, total: usize) -> f64 {
    #[allow(
        clippy::cast_precision_loss,
        reason = "lengths of lines are far below 2^52"
    )]
    let share = 2.0 * common as f64 / total as f64;
    share
}

/// The lengths in bytes of a common prefix and suffix of two lines that end at a word boundary, which a
/// blank in both guarantees.
fn common_ends(old: &[u8], new: &[u8]) -> (usize, usize) {
    let is_blank = |byte: &u8| *byte == b' ';
    let first = &old[..common_length(old, new)];
    let first = first.iter().rposition(is_blank).map_or(0, |blank| {
        // Consecutive blanks are one word, and a combining mark belongs to the character before it.
        let is_word = |line: &[u8]| line.get(blank + 1).is_some_and(u8::is_ascii_graphic);
        if is_word(old) && is_word(new) {
            blank + 1
        } else {
            let blanks = first[..blank]
                .iter()
                .rev()
                .take_while(|byte| is_blank(byte));
            blank - blanks.count()
        }
    });
    let (old_rest, new_rest) = (&old[first..], &new[first..]);
    let last = old_rest.iter().rev().zip(new_rest.iter().rev());
    let last = last.take_while(|(old, new)| old == new).count();
    let last = &old_rest[old_rest.len() - last..];
    let begins = |two: &[u8]| is_blank(&two[0]) && two[1].is_ascii_graphic();
    let begin = last.windows(2).position(begins).unwrap_or(last.len());
    (first, last.len() - begin)
}

/// Whether the unmarked part of one line already proves that two lines are similar, so that comparing
/// all their words is unnecessary.
pub(super) fn are_surely_alike(line: &[u8], pieces: &[Piece], bytes: usize) -> bool {
    let says = |bytes: &[u8]| -> usize {
        if bytes.is_ascii() {
            let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t'..=b'\r');
            return bytes.len() - bytes.iter().filter(is_blank).count();
        }
        let text = str::from_utf8(bytes).unwrap_or_default().chars();
        text.filter(|it| !it.is_whitespace())
            .map(char::len_utf8)
            .sum()
    };
    let (mut start, mut common) = (0, 0);
    pieces.iter().any(|piece| {
        if !piece.changed {
            common += says(&line[start..piece.end]);
        }
        start = piece.end;
        share(common, bytes) >= ALIKE
    })
}

/// A number for a word. A short word is encoded as its bytes and length; the keys of longer ones are
/// hashes.
fn word_key(line: &[u8], word: Range<usize>) -> u64 {
    const SHORT: usize = 7;
    let length = word.len();
    if length > SHORT {
        return key(&line[word]) | u64::MAX << (SHORT * 8);
    }
    let bytes = if let Some(eight) = line[word.start..].first_chunk() {
        u64::from_le_bytes(*eight) & !(u64::MAX << (length * 8))
    } else {
        let bytes = line[word].iter().rev();
        bytes.fold(0, |key, byte| key << 8 | u64::from(*byte))
    };
    bytes | (length as u64) << (SHORT * 8)
}

fn is_blank(word: &str) -> bool {
    word.chars().all(char::is_whitespace)
}

/// Calls `tell` with the end of each word, including the stretches between words.
fn split(line: &str, mut tell: impl FnMut(usize)) {
    if line.is_ascii() {
        split_ascii(line.as_bytes(), tell);
    } else {
        let mut end = 0;
        for word in line.split_word_bounds() {
            end += word.len();
            tell(end);
        }
    }
}

/// Appends two lines to `pieces` with the differences marked on both sides, and returns the ranges.
/// `words` are buffers for the words of both lines.
pub(super) fn mark<'a>(
    old: &'a [u8],
    new: &'a [u8],
    pieces: &mut Vec<Piece>,
    [old_words, new_words]: &mut [Words<'a>; 2],
) -> (Range<usize>, Range<usize>) {
    // Only the words between the common ends have to be read.
    let (first, last) = common_ends(old, new);
    old_words.read(&old[first..old.len() - last]);
    new_words.read(&new[first..new.len() - last]);
    let runs = runs_of_words(old_words, new_words);
    let mut add = |line: &[u8], words: &Words<'_>, of: &dyn Fn(&Run) -> Range<usize>| {
        let from = pieces.len();
        let mut push = |start: usize, end: usize, changed: bool| {
            if start == end {
                return;
            }
            match pieces[from..].last_mut() {
                Some(last) if last.changed == changed => last.end = end,
                _ => pieces.push(Piece { end, changed }),
            }
        };
        push(0, first, false);
        for run in &runs {
            let place = words.place(of(run));
            push(first + place.start, first + place.end, !run.is_same);
        }
        push(line.len() - last, line.len(), false);
        from..pieces.len()
    };
    (
        add(old, old_words, &|run| run.old.clone()),
        add(new, new_words, &|run| run.new.clone()),
    )
}

fn runs_of_words(old: &Words<'_>, new: &Words<'_>) -> Vec<Run> {
    let mut runs =
        small_changes(&old.keys, &new.keys).unwrap_or_else(|| runs(&old.keys, &new.keys));
    // Whitespace between two changes belongs to the change: "one two" → "uno dos" is one replacement,
    // not two.
    let last = runs.len().saturating_sub(1);
    for (at, run) in runs.iter_mut().enumerate() {
        let is_blank = || run.old.clone().all(|word| is_blank(old.word(word)));
        let is_accident = || !same(old.bytes(run.old.clone()), new.bytes(run.new.clone()));
        if run.is_same && (at > 0 && at < last && is_blank() || is_accident()) {
            run.is_same = false;
        }
    }
    runs
}

/// Computes the runs by only searching for where the lines match again after each change, which
/// suffices for most changed lines. Returns `None` where the full search of [`runs`] is needed.
fn small_changes(old: &[u64], new: &[u64]) -> Option<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    loop {
        let (o, n) = runs.last().map_or((0, 0), |run| (run.old.end, run.new.end));
        let (old, new) = (&old[o..], &new[n..]);
        if old.is_empty() && new.is_empty() {
            return Some(runs);
        }
        let pairs = old.iter().zip(new);
        let same = pairs.take_while(|(old, new)| old == new).count();
        let (removed, added) = if same > 0 {
            (same, same)
        } else {
            small_change(old, new)?
        };
        runs.push(Run {
            is_same: same > 0,
            old: o..o + removed,
            new: n..n + added,
        });
    }
}

/// The smallest number of words to remove and add until the lines match again. A match must be long
/// enough to be no coincidence, or reach the end.
fn small_change(old: &[u64], new: &[u64]) -> Option<(usize, usize)> {
    const LARGEST: usize = 8;
    /// Two words and two blanks.
    const TOGETHER: usize = 4;
    /// The maximum number of word pairs compared before the rest counts as different.
    const PAIRS: usize = 10_000;
    let go_on_together = |(removed, added): (usize, usize)| {
        let (old, new) = (&old[removed..], &new[added..]);
        match (old.first_chunk::<TOGETHER>(), new.first_chunk()) {
            (Some(old), Some(new)) => old == new && old[..2] != old[2..],
            _ => old == new,
        }
    };
    let has_nothing_in_common = |(removed, added): (usize, usize)| {
        let added = &new[..added];
        old[..removed].iter().all(|word| !added.contains(word))
    };
    let sizes =
        (1..=LARGEST).flat_map(|size| (0..=size).map(move |removed| (removed, size - removed)));
    let all = (old.len().saturating_mul(new.len()) <= PAIRS).then_some((old.len(), new.len()));
    sizes
        .filter(|(removed, added)| *removed <= old.len() && *added <= new.len())
        .chain(all)
        .find(|change| go_on_together(*change) && has_nothing_in_common(*change))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats a line with its changes in brackets.
    fn marked(line: &str, pieces: &[Piece]) -> String {
        let mut start = 0;
        let mut marked = String::new();
        for piece in pieces {
            let text = &line[start..piece.end];
            let (open, close) = if piece.changed { ("[", "]") } else { ("", "") };
            marked.extend([open, text, close]);
            start = piece.end;
        }
        assert_eq!(start, line.len());
        marked
    }

    fn words(line: &str) -> Vec<&str> {
        let words = Words::of(line.as_bytes());
        (0..words.ends.len()).map(|word| words.word(word)).collect()
    }

    #[test]
    fn changes_read_well_in_any_script() {
        for (old, new, old_marked, new_marked) in [
            ("Be kind.", "Be very kind.", "Be kind.", "Be [very ]kind."),
            ("one two", "uno dos", "[one two]", "[uno dos]"),
            ("don't stop", "don't go", "don't [stop]", "don't [go]"),
            (
                "你是一个助手。",
                "你是一位专家。",
                "你是一[个助手]。",
                "你是一[位专家]。",
            ),
            (
                "日本語で答えて",
                "英語で答えて",
                "[日本]語で答えて",
                "[英]語で答えて",
            ),
            (
                "コードを見る",
                "テストを見る",
                "[コード]を見る",
                "[テスト]を見る",
            ),
            ("hi 👨‍👩‍👧!", "hi 👨‍👩‍👦!", "hi [👨‍👩‍👧]!", "hi [👨‍👩‍👦]!"),
            ("cafe\u{301} x", "cafe x", "[cafe\u{301}] x", "[cafe] x"),
            ("مرحبا بك", "مرحبا بكم", "مرحبا [بك]", "مرحبا [بكم]"),
            ("", "new", "", "[new]"),
            ("same", "same", "same", "same"),
        ] {
            let mut pieces = Vec::new();
            let (left, right) = mark(
                old.as_bytes(),
                new.as_bytes(),
                &mut pieces,
                &mut Default::default(),
            );
            assert_eq!(marked(old, &pieces[left]), old_marked);
            assert_eq!(marked(new, &pieces[right]), new_marked);
        }
    }

    proptest::proptest! {
        #[test]
        fn words_are_those_of_unicode(line in "[ -~\\t\\r\\n\\x0b\\x0c\\x00]{0,60}|[ab1_'.:,;\" \r\n]{0,20}|[ab1_'.:,;é漢 ]{0,20}") {
            let expected: Vec<_> = line.split_word_bounds().collect();
            proptest::prop_assert_eq!(words(&line), expected);
        }

        #[test]
        fn what_is_not_marked_is_the_same_on_both_sides(old in "[ab'.\t é漢\u{301}]{0,20}", new in "[ab'.\t é漢\u{301}]{0,20}", cut in 0usize..20) {
            let near: String = old.chars().take(cut).chain(new.chars()).chain(old.chars().skip(cut)).collect();
            for other in [&new, &near] {
                let mut pieces = Vec::new();
                let (left, right) = mark(old.as_bytes(), other.as_bytes(), &mut pieces, &mut Default::default());
                let rest = |line: &str, pieces: &[Piece]| -> String {
                    let marked = marked(line, pieces);
                    marked.split('[').map(|part| part.rsplit(']').next().unwrap_or_default()).collect()
                };
                proptest::prop_assert_eq!(rest(&old, &pieces[left]), rest(other, &pieces[right]));
            }
        }

        #[test]
        fn a_quick_look_finds_as_much_as_the_search(old in "([a-h]{1,3}[ .,]){0,14}", new in "[a-d]{0,3}", at in 0usize..40, more in "[ a-h.,]{0,6}") {
            let end = old.len().min(at);
            let near = format!("{}{new}{}{more}", &old[..end], &old[old.len().min(end + new.len() / 2)..]);
            let (old, near) = (Words::of(old.as_bytes()), Words::of(near.as_bytes()));
            let same = |runs: Vec<Run>| runs.iter().filter(|run| run.is_same).map(|run| run.old.len()).sum::<usize>();
            if let Some(found) = small_changes(&old.keys, &near.keys) {
                let expected = runs(&old.keys, &near.keys);
                proptest::prop_assert!(same(found.clone()) >= same(expected.clone()), "{:?} {:?} {found:?} {expected:?}", old.line, near.line);
            }
        }

        #[test]
        fn lines_that_are_marked_in_a_part_are_alike(old in "[ab'. é漢\u{301}]{0,30}", new in "[ab'. é漢\u{301}]{0,30}", cut in 0usize..30) {
            let near: String = old.chars().take(cut).chain(new.chars()).chain(old.chars().skip(cut)).collect();
            for other in [&new, &near] {
                let (one, two) = (Words::of(old.as_bytes()), Words::of(other.as_bytes()));
                let mut pieces = Vec::new();
                let (left, _) = mark(old.as_bytes(), other.as_bytes(), &mut pieces, &mut Default::default());
                if are_surely_alike(old.as_bytes(), &pieces[left], old.len() + other.len()) {
                    proptest::prop_assert!(one.sorted().likeness(&two.sorted()) >= ALIKE);
                }
            }
        }
    }
}
