//! What changed within a line, word by word.
//!
//! Words are those of Unicode: Chinese characters and kana stand alone, emoji and combining marks stay whole. A change is
//! not cut to pieces by blanks that happen to be the same.

use std::ops::Range;

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

use super::sequence::{Interner, runs};

/// A stretch of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Span<'a> {
    /// Its text.
    pub text: &'a str,
    /// Whether the other side has something else here.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub changed: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands fields over by reference"
)]
pub(super) const fn is_false(truth: &bool) -> bool {
    !*truth
}

impl<'a> Span<'a> {
    pub(super) fn whole(text: &'a str, changed: bool) -> Vec<Self> {
        if text.is_empty() {
            return Vec::new();
        }
        vec![Self { text, changed }]
    }
}

/// Two lines as spans, those that differ marked on both sides.
pub fn diff_words<'a>(old: &'a str, new: &'a str) -> (Vec<Span<'a>>, Vec<Span<'a>>) {
    let mut lexicon = Lexicon::default();
    let (old, new) = (lexicon.read(old), lexicon.read(new));
    mark(&old, &new)
}

/// A line as words, each with its number.
pub(super) struct Words<'a> {
    line: &'a str,
    texts: Vec<&'a str>,
    numbers: Vec<u32>,
}

/// The words of some lines, numbered: the same word, the same number.
#[derive(Default)]
pub(super) struct Lexicon<'a> {
    interner: Interner<'a>,
    /// Room for counting words by number, all zero between two calls.
    counts: Vec<usize>,
}

impl<'a> Lexicon<'a> {
    /// Cuts a line into words.
    pub(super) fn read(&mut self, line: &'a str) -> Words<'a> {
        let texts = split(line);
        let numbers = self.interner.all(&texts);
        Words {
            line,
            texts,
            numbers,
        }
    }

    /// How much two lines have in common, from 0 to 1: the share of their bytes that is in words of both.
    pub(super) fn likeness(&mut self, old: &Words<'_>, new: &Words<'_>) -> f64 {
        self.counts.resize(self.interner.len(), 0);
        let mut total = 0;
        for (word, number) in old.that_count() {
            self.counts[number] += 1;
            total += word.len();
        }
        let mut common = 0;
        for (word, number) in new.that_count() {
            total += word.len();
            if self.counts[number] > 0 {
                self.counts[number] -= 1;
                common += word.len();
            }
        }
        for number in &old.numbers {
            self.counts[*number as usize] = 0;
        }
        if total == 0 {
            return f64::from(u8::from(old.texts == new.texts));
        }
        #[allow(
            clippy::cast_precision_loss,
            reason = "lengths of lines are far below 2^52"
        )]
        let share = 2.0 * common as f64 / total as f64;
        share
    }
}

impl<'a> Words<'a> {
    /// The words that say something, with their numbers: all but blanks.
    fn that_count(&self) -> impl Iterator<Item = (&'a str, usize)> {
        let words = self.texts.iter().copied();
        let numbers = self.numbers.iter().map(|number| *number as usize);
        words.zip(numbers).filter(|(word, _)| !is_blank(word))
    }
}

fn is_blank(word: &str) -> bool {
    word.chars().all(char::is_whitespace)
}

/// The words of a line, with all that stands between them.
fn split(line: &str) -> Vec<&str> {
    if !line.is_ascii() {
        return line.split_word_bounds().collect();
    }
    // The library finds words of letters and digits several times faster where all is ASCII; between two of them it never
    // joins what stands apart from both.
    let mut words = Vec::with_capacity(line.len() / 3);
    let mut end = 0;
    for (at, word) in line.unicode_word_indices() {
        words.extend(line[end..at].split_word_bounds());
        words.push(word);
        end = at + word.len();
    }
    words.extend(line[end..].split_word_bounds());
    words
}

/// Two lines of one lexicon as spans, those that differ marked on both sides.
pub(super) fn mark<'a>(old: &Words<'a>, new: &Words<'a>) -> (Vec<Span<'a>>, Vec<Span<'a>>) {
    let mut runs = runs(&old.numbers, &new.numbers);

    // Blanks between two changes belong to the change: "one two" → "uno dos" is one replacement, not two.
    let last = runs.len().saturating_sub(1);
    for (at, run) in runs.iter_mut().enumerate() {
        let is_blank = || old.texts[run.old.clone()].iter().all(|word| is_blank(word));
        if run.is_same && at > 0 && at < last && is_blank() {
            run.is_same = false;
        }
    }
    let (mut old_spans, mut new_spans) = (Spans::of(old.line), Spans::of(new.line));
    for run in runs {
        old_spans.push(&old.texts[run.old], !run.is_same);
        new_spans.push(&new.texts[run.new], !run.is_same);
    }
    (old_spans.done, new_spans.done)
}

/// The spans of a line as they grow.
struct Spans<'a> {
    line: &'a str,
    /// Where the last span begins and ends.
    last: Range<usize>,
    done: Vec<Span<'a>>,
}

impl<'a> Spans<'a> {
    const fn of(line: &'a str) -> Self {
        Self {
            line,
            last: 0..0,
            done: Vec::new(),
        }
    }

    /// Adds the next words of the line.
    fn push(&mut self, words: &[&str], changed: bool) {
        if words.is_empty() {
            return;
        }
        let end = self.last.end + words.iter().map(|word| word.len()).sum::<usize>();
        match self.done.last_mut() {
            Some(span) if span.changed == changed => {
                self.last.end = end;
                span.text = &self.line[self.last.clone()];
            }
            _ => {
                self.last = self.last.end..end;
                let text = &self.line[self.last.clone()];
                self.done.push(Span { text, changed });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changed spans in brackets.
    fn marked(spans: &[Span<'_>]) -> String {
        spans
            .iter()
            .map(|span| {
                if span.changed {
                    format!("[{}]", span.text)
                } else {
                    span.text.to_owned()
                }
            })
            .collect()
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
            let (left, right) = diff_words(old, new);
            assert_eq!(
                (marked(&left).as_str(), marked(&right).as_str()),
                (old_marked, new_marked)
            );
        }
    }

    proptest::proptest! {
        #[test]
        fn words_are_those_of_unicode(line in "[ -~\\t\\r\\n]{0,60}|[ab1_'.:,;é漢 ]{0,20}") {
            let words: Vec<_> = line.split_word_bounds().collect();
            proptest::prop_assert_eq!(split(&line), words);
        }
    }
}
