//! What changed within a line, word by word.
//!
//! Words are those of Unicode: Chinese characters and kana stand alone, emoji and combining marks stay whole. A change is
//! not cut to pieces by blanks that happen to be the same.

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

use super::sequence::{Interner, runs};

/// A stretch of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Span {
    /// Its text.
    pub text: String,
    /// Whether the other side has something else here.
    pub changed: bool,
}

impl Span {
    pub(super) fn whole(text: &str, changed: bool) -> Vec<Self> {
        if text.is_empty() {
            return Vec::new();
        }
        vec![Self {
            text: text.to_owned(),
            changed,
        }]
    }
}

/// Two lines as spans, those that differ marked on both sides.
pub fn diff_words(old: &str, new: &str) -> (Vec<Span>, Vec<Span>) {
    let old_words: Vec<&str> = old.split_word_bounds().collect();
    let new_words: Vec<&str> = new.split_word_bounds().collect();
    let mut interner = Interner::default();
    let mut runs = runs(&interner.all(&old_words), &interner.all(&new_words));

    // Blanks between two changes belong to the change: "one two" → "uno dos" is one replacement, not two.
    let last = runs.len().saturating_sub(1);
    for (at, run) in runs.iter_mut().enumerate() {
        let is_blank = || {
            old_words[run.old.clone()]
                .iter()
                .all(|word| word.chars().all(char::is_whitespace))
        };
        if run.is_same && at > 0 && at < last && is_blank() {
            run.is_same = false;
        }
    }
    let mut sides = (Vec::new(), Vec::new());
    for run in runs {
        push(&mut sides.0, &old_words[run.old], !run.is_same);
        push(&mut sides.1, &new_words[run.new], !run.is_same);
    }
    sides
}

fn push(spans: &mut Vec<Span>, words: &[&str], changed: bool) {
    if words.is_empty() {
        return;
    }
    match spans.last_mut() {
        Some(last) if last.changed == changed => last.text.extend(words.iter().copied()),
        _ => spans.push(Span {
            text: words.concat(),
            changed,
        }),
    }
}

/// How much two lines have in common, from 0 to 1: the share of their bytes that is in words of both.
pub(super) fn likeness(old: &str, new: &str) -> f64 {
    let mut counts = std::collections::HashMap::new();
    for word in words_that_count(old) {
        *counts.entry(word).or_insert(0_usize) += 1;
    }
    let mut common = 0;
    for word in words_that_count(new) {
        if let Some(count) = counts.get_mut(word).filter(|count| **count > 0) {
            *count -= 1;
            common += word.len();
        }
    }
    let total = |text| words_that_count(text).map(str::len).sum::<usize>();
    let all = total(old) + total(new);
    if all == 0 {
        return f64::from(u8::from(old == new));
    }
    #[allow(
        clippy::cast_precision_loss,
        reason = "lengths of lines are far below 2^52"
    )]
    let share = 2.0 * common as f64 / all as f64;
    share
}

fn words_that_count(text: &str) -> impl Iterator<Item = &str> {
    text.split_word_bounds()
        .filter(|word| !word.chars().all(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changed spans in brackets.
    fn marked(spans: &[Span]) -> String {
        spans
            .iter()
            .map(|span| {
                if span.changed {
                    format!("[{}]", span.text)
                } else {
                    span.text.clone()
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
}
