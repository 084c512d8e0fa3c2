//! Tags: parsing user input, and comparing them.

use super::{fold, is_blank};
use crate::limits;

/// Parses comma-separated tags: trims them and drops empty and repeated ones.
///
/// ```
/// assert_eq!(prompt_core::text::parse_tags(" code, review,, code "), ["code", "review"]);
/// ```
pub fn parse_tags(text: &str) -> Vec<String> {
    clean_tags(text.split(',').map(str::to_owned).collect())
}

/// Trims tags and drops empty and repeated ones, ignoring case and preserving the order. Tags beyond
/// the maximum number are not deduplicated, because that would take quadratic time and the list is
/// rejected or truncated anyway.
pub fn clean_tags(tags: Vec<String>) -> Vec<String> {
    let mut clean = tags;
    let mut first: Vec<String> = Vec::new();
    clean.retain_mut(|tag| {
        let trimmed = tag.trim();
        let key = tag_key(trimmed);
        if is_blank(trimmed) || first.contains(&key) {
            return false;
        }
        if trimmed.len() < tag.len() {
            *tag = trimmed.to_owned();
        }
        if first.len() <= limits::TAGS {
            first.push(key);
        }
        true
    });
    clean
}

/// Removes the tags that are in `gone`, ignoring case.
pub fn without_tags(mut tags: Vec<String>, gone: &[String]) -> Vec<String> {
    let gone: Vec<String> = gone.iter().map(|tag| tag_key(tag)).collect();
    tags.retain(|tag| !gone.contains(&tag_key(tag)));
    tags
}

/// Puts `to` in the place of the tags that are in `from`, which are compared as a search compares them, and drops
/// repeated ones.
pub fn rename_tags(mut tags: Vec<String>, from: &[String], to: &str) -> Vec<String> {
    let from: Vec<String> = from.iter().map(|tag| fold(tag.trim())).collect();
    for tag in &mut tags {
        if from.contains(&fold(tag)) {
            to.clone_into(tag);
        }
    }
    clean_tags(tags)
}

/// The comparison key of a tag: trimmed and in lower case.
fn tag_key(tag: &str) -> String {
    tag.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renamed_tags_keep_their_place_and_merge_with_those_there() {
        let tags = |text: &str| parse_tags(text);
        for (before, from, to, after) in [
            ("a, b, c", "b", "x", "a, x, c"),
            ("a, b, c", "b, c", "A", "a"),
            ("Draft, b", "draft", "draft", "draft, b"),
            ("a", "b", "c", "a"),
            ("Straße, STRASSE, b", "strasse", "road", "road, b"),
            ("cafe\u{301}", "caf\u{e9}", "tea", "tea"),
        ] {
            assert_eq!(rename_tags(tags(before), &tags(from), to), tags(after));
        }
    }

    #[test]
    fn tags_are_trimmed_and_unique() {
        for (typed, tags) in [
            ("", vec![]),
            (" , ,", vec![]),
            ("a", vec!["a"]),
            ("b , a, b,c c", vec!["b", "a", "c c"]),
            ("Foo, foo, FOO ,bar", vec!["Foo", "bar"]),
        ] {
            assert_eq!(parse_tags(typed), tags, "{typed}");
        }
    }

    #[test]
    fn tags_are_taken_away_whatever_their_case() {
        let tags = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            without_tags(tags("Foo,bar,foo x"), &tags(" foo ,BAR")),
            ["foo x"]
        );
    }

    #[test]
    fn many_more_tags_than_are_allowed_are_still_looked_through() {
        let twice = (0..200_000).map(|n| (n % 100_000).to_string()).collect();
        let clean = clean_tags(twice);
        assert!(clean.len() >= 100_000, "those that are too many are kept");
        assert_eq!(
            clean[..100],
            (0..100).map(|n| n.to_string()).collect::<Vec<_>>()
        );
    }
}
