//! What changed within a line, word by word.
//!
//! Words are those of Unicode: Chinese characters and kana stand alone, emoji and combining marks stay whole. A change is
//! not cut to pieces by blanks that happen to be the same.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::lines::{common_length, key, same};
use super::rows::ALIKE;
use super::sequence::{Run, runs};
use super::split::split_ascii;

/// A stretch of a line that is marked or not, up to `end`, in bytes from where the line begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) end: usize,
    pub(super) changed: bool,
}

/// A line as words, each with its key.
pub(super) struct Words<'a> {
    line: &'a str,
    /// Where each word ends; the next one begins there.
    ends: Vec<usize>,
    keys: Vec<u64>,
}

impl<'a> Words<'a> {
    /// Cuts a line into words.
    pub(super) fn of(line: &'a [u8]) -> Self {
        // A line of a text is text; bytes that are none have no words.
        let line = str::from_utf8(line).unwrap_or_default();
        let mut ends = Vec::with_capacity(line.len() / 3 + 1);
        split(line, |end| ends.push(end));
        let mut start = 0;
        let mut keys = Vec::with_capacity(ends.len());
        for end in &ends {
            keys.push(word_key(&line.as_bytes()[start..*end]));
            start = *end;
        }
        Self { line, ends, keys }
    }

    fn start(&self, word: usize) -> usize {
        word.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    fn word(&self, word: usize) -> &'a str {
        &self.line[self.start(word)..self.ends[word]]
    }

    /// Where some words lie in the line.
    fn place(&self, words: Range<usize>) -> Range<usize> {
        self.start(words.start)..self.start(words.end)
    }

    fn bytes(&self, words: Range<usize>) -> &'a [u8] {
        &self.line.as_bytes()[self.place(words)]
    }

    /// The words that say something, all but blanks, sorted for being found in another line.
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

/// The words of a line that say something, in an order of their own.
pub(super) struct Sorted<'a> {
    /// The keys of all its words, in theirs.
    keys: &'a [u64],
    words: Vec<(u64, usize)>,
    length: usize,
}

impl Sorted<'_> {
    /// How much two lines have in common, from 0 to 1: the share of their bytes that is in words of both.
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

/// The share that bytes in common, which are in both, are of the bytes of both.
fn share(common: usize, total: usize) -> f64 {
    #[allow(
        clippy::cast_precision_loss,
        reason = "lengths of lines are far below 2^52"
    )]
    let share = 2.0 * common as f64 / total as f64;
    share
}

/// How many bytes two lines begin with, and end with, in which their words are the same: what stands before a blank in both is,
/// and what stands behind one.
fn common_ends(old: &[u8], new: &[u8]) -> (usize, usize) {
    let is_blank = |byte: &u8| *byte == b' ';
    let first = &old[..common_length(old, new)];
    let first = first.iter().rposition(is_blank).map_or(0, |blank| {
        // Blanks are one word, and a mark belongs to the one that it stands on.
        let is_word = |line: &[u8]| line.get(blank + 1).is_some_and(u8::is_ascii_graphic);
        blank + usize::from(is_word(old) && is_word(new))
    });
    let (old_rest, new_rest) = (&old[first..], &new[first..]);
    let last = old_rest.iter().rev().zip(new_rest.iter().rev());
    let last = last.take_while(|(old, new)| old == new).count();
    let last = &old_rest[old_rest.len() - last..];
    let begins = |two: &[u8]| is_blank(&two[0]) && two[1].is_ascii_graphic();
    let begin = last.windows(2).position(begins).unwrap_or(last.len());
    (first, last.len() - begin)
}

/// Whether two lines of so many bytes are alike already by what is not marked of the one, so that their words need not be looked
/// up in each other.
pub(super) fn are_surely_alike(line: &[u8], pieces: &[Piece], bytes: usize) -> bool {
    let says = |bytes: &[u8]| -> usize {
        let text = str::from_utf8(bytes).unwrap_or_default().chars();
        text.filter(|it| !it.is_whitespace())
            .map(char::len_utf8)
            .sum()
    };
    let (mut start, mut common) = (0, 0);
    for piece in pieces {
        if !piece.changed {
            common += says(&line[start..piece.end]);
        }
        start = piece.end;
    }
    share(common, bytes) >= ALIKE
}

/// A number for a word. Short ones are their own; others have one in common only by accident.
fn word_key(word: &[u8]) -> u64 {
    const SHORT: usize = 7;
    if word.len() <= SHORT {
        let length = word.len() as u64;
        word.iter()
            .fold(length, |key, byte| key << 8 | u64::from(*byte))
    } else {
        key(word) | u64::MAX << 56
    }
}

fn is_blank(word: &str) -> bool {
    word.chars().all(char::is_whitespace)
}

/// Tells where each word of a line ends, what stands between them being words too.
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

/// Two lines as pieces, those that differ marked on both sides. They are added to `pieces`; gives where.
pub(super) fn mark(
    old: &[u8],
    new: &[u8],
    pieces: &mut Vec<Piece>,
) -> (Range<usize>, Range<usize>) {
    // Only words between the ends that are the same have to be read.
    let (first, last) = common_ends(old, new);
    let middle = |line: &'_ [u8]| first..line.len() - last;
    let (old_words, new_words) = (Words::of(&old[middle(old)]), Words::of(&new[middle(new)]));
    let runs = runs_of_words(&old_words, &new_words);
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
        add(old, &old_words, &|run| run.old.clone()),
        add(new, &new_words, &|run| run.new.clone()),
    )
}

fn runs_of_words(old: &Words<'_>, new: &Words<'_>) -> Vec<Run> {
    let mut runs = one_change(&old.keys, &new.keys).unwrap_or_else(|| runs(&old.keys, &new.keys));
    // Blanks between two changes belong to the change: "one two" → "uno dos" is one replacement, not two.
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

/// The runs where nothing is the same but how the words begin and end: then there is nothing to search.
fn one_change(old: &[u64], new: &[u64]) -> Option<Vec<Run>> {
    let pairs = old.iter().zip(new);
    let first = pairs.take_while(|(old, new)| old == new).count();
    let pairs = old[first..].iter().rev().zip(new[first..].iter().rev());
    let last = pairs.take_while(|(old, new)| old == new).count();
    let (old_end, new_end) = (old.len() - last, new.len() - last);
    let added = &new[first..new_end];
    let is_one = old[first..old_end].iter().all(|word| !added.contains(word));
    let run = |is_same, old: Range<usize>, new: Range<usize>| Run { is_same, old, new };
    is_one.then(|| {
        let runs = [
            run(true, 0..first, 0..first),
            run(false, first..old_end, first..new_end),
            run(true, old_end..old.len(), new_end..new.len()),
        ];
        let is_some = |run: &Run| !run.old.is_empty() || !run.new.is_empty();
        runs.into_iter().filter(is_some).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line with what changed in brackets.
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
            let (left, right) = mark(old.as_bytes(), new.as_bytes(), &mut pieces);
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
                let (left, right) = mark(old.as_bytes(), other.as_bytes(), &mut pieces);
                let rest = |line: &str, pieces: &[Piece]| -> String {
                    let marked = marked(line, pieces);
                    marked.split('[').map(|part| part.rsplit(']').next().unwrap_or_default()).collect()
                };
                proptest::prop_assert_eq!(rest(&old, &pieces[left]), rest(other, &pieces[right]));
            }
        }

        #[test]
        fn lines_that_are_marked_in_a_part_are_alike(old in "[ab'. é漢\u{301}]{0,30}", new in "[ab'. é漢\u{301}]{0,30}", cut in 0usize..30) {
            let near: String = old.chars().take(cut).chain(new.chars()).chain(old.chars().skip(cut)).collect();
            for other in [&new, &near] {
                let (one, two) = (Words::of(old.as_bytes()), Words::of(other.as_bytes()));
                let mut pieces = Vec::new();
                let (left, _) = mark(old.as_bytes(), other.as_bytes(), &mut pieces);
                if are_surely_alike(old.as_bytes(), &pieces[left], old.len() + other.len()) {
                    proptest::prop_assert!(one.sorted().likeness(&two.sorted()) >= ALIKE);
                }
            }
        }
    }
}
