//! The changes between two versions in a few words, and the version number that fits them.

use serde::Serialize;

use super::{Change, ChangeType};
use crate::VersionType;

/// The most lines of a summary.
const SUMMARY_LINES: usize = 8;

/// Properties of an item that change how a model reads it, beside its texts.
const BEHAVIOUR: [&str; 3] = ["type", "wrappers", "config"];

/// A proposal for a new version, for the author to edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Suggestion {
    /// The part of the number to raise.
    pub part: VersionType,
    /// A drafted changelog.
    pub changelog: String,
}

/// Proposes a version for these changes: Major where a user of the old version misses something (another
/// structure or type, an item removed), Minor where items are added or reordered or act in another way, Patch
/// for edited texts and details.
pub fn suggest(changes: &[Change]) -> Suggestion {
    let parts = changes.iter().map(part);
    let rank = |part: &VersionType| match part {
        VersionType::Batch => 0,
        VersionType::Minor => 1,
        VersionType::Major => 2,
    };
    Suggestion {
        part: parts.max_by_key(rank).unwrap_or(VersionType::Batch),
        changelog: summary(changes).join(", "),
    }
}

/// The part of the number that one change raises.
fn part(change: &Change) -> VersionType {
    let (item, property) = item_and_property(&change.path);
    let is_item = item.ends_with(']');
    match (is_item, property, change.r#type) {
        (false, "structure_type" | "prompt_type", _) | (true, "", ChangeType::Removed) => {
            VersionType::Major
        }
        (false, "type", _) | (true, "", _) => VersionType::Minor,
        (true, property, _) if BEHAVIOUR.contains(&property) => VersionType::Minor,
        _ => VersionType::Batch,
    }
}

/// Splits `segments[<id>].content` into the item and its property. The path of a detail is a property alone.
fn item_and_property(path: &str) -> (&str, &str) {
    path.rfind(']').map_or(("", path), |end| {
        let (item, property) = path.split_at(end + 1);
        (item, property.trim_start_matches('.'))
    })
}

/// The changes as short lines, one for each detail or item: `Title edited`, `Segment 1 (System) added`.
pub fn summary(changes: &[Change]) -> Vec<String> {
    let mut subjects: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for change in changes {
        let (item, property) = item_and_property(&change.path);
        let (key, verb) = match (item, property, change.r#type) {
            ("", detail, _) => (detail, "edited"),
            (item, "", ChangeType::Added) => (item, "added"),
            (item, "", ChangeType::Removed) => (item, "removed"),
            (item, "", ChangeType::Moved) => (item, "moved"),
            (item, ..) => (item, "edited"),
        };
        match subjects.iter_mut().find(|(known, ..)| *known == key) {
            Some((.., verbs)) if verbs.contains(&verb) => {}
            Some((.., verbs)) => verbs.push(verb),
            None => subjects.push((key, &change.subject, vec![verb])),
        }
    }
    let count = subjects.len();
    let shown = if count > SUMMARY_LINES {
        SUMMARY_LINES - 1
    } else {
        count
    };
    let lines = subjects.iter().take(shown);
    let mut lines: Vec<String> = lines
        .map(|(_, subject, verbs)| format!("{subject} {}", verbs.join(" and ")))
        .collect();
    if shown < count {
        lines.push(format!("{} more changes", count - shown));
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::compare::{compare, compare_components};

    fn segments(of: impl Serialize) -> Value {
        json!({ "title": "T", "content": { "segments": of } })
    }

    fn suggested(old: Value, new: Value) -> (VersionType, String) {
        let prompt = |value| serde_json::from_value(value).unwrap();
        let suggestion = compare(&prompt(old), &prompt(new)).suggestion;
        (suggestion.part, suggestion.changelog)
    }

    #[test]
    fn the_part_follows_from_what_changed() {
        use VersionType::{Batch, Major, Minor};
        let one = json!({ "id": "a", "type": "system", "content": "You are kind." });
        let two = json!({ "id": "b", "type": "user", "content": "{{question}}" });
        let edited = json!({ "id": "a", "type": "system", "content": "You are very kind." });
        let spoken = json!({ "id": "a", "type": "user", "content": "You are kind." });
        let base = segments(json!([one, two]));
        for (new, part, changelog) in [
            (base.clone(), Batch, ""),
            (
                segments(json!([edited, two])),
                Batch,
                "Segment 1 (System) edited",
            ),
            (
                json!({ "title": "U", "tags": ["x"], "content": base["content"] }),
                Batch,
                "Title edited, Tags edited",
            ),
            (
                segments(json!([spoken, two])),
                Minor,
                "Segment 1 (User) edited",
            ),
            (segments(json!([two, one])), Minor, "Segment 1 (User) moved"),
            (
                segments(json!([edited, two, { "id": "c", "type": "context", "content": "x" }])),
                Minor,
                "Segment 1 (System) edited, Segment 3 (Context) added",
            ),
            (segments(json!([one])), Major, "Segment 2 (User) removed"),
            (
                json!({ "title": "T", "structure_type": "structured", "content": base["content"] }),
                Major,
                "Structure type edited",
            ),
        ] {
            assert_eq!(
                suggested(base.clone(), new.clone()),
                (part, changelog.to_owned()),
                "{new}"
            );
        }
    }

    #[test]
    fn one_item_is_one_line_and_many_are_counted() {
        let many = |text: &str| {
            let item = |n: usize| json!({ "id": n.to_string(), "type": "user", "content": format!("{text} {n}") });
            segments((1..=20).map(item).collect::<Vec<_>>())
        };
        let (_, changelog) = suggested(many("old"), many("new"));
        assert!(changelog.starts_with("Segment 1 (User) edited, Segment 2 (User) edited, "));
        assert!(changelog.ends_with("Segment 7 (User) edited, 13 more changes"));
        let block = |title: &str, description: &str| {
            json!({ "title": "T", "structure_type": "advanced", "content": {
            "blocks": [{ "id": "b", "title": title, "description": description }] } })
        };
        let (_, changelog) = suggested(block("A", "B"), block("Role", "D"));
        assert_eq!(changelog, "Block \"Role\" edited");
    }

    #[test]
    fn components_are_told_field_by_field() {
        let component = |value: Value| serde_json::from_value(value).unwrap();
        let template = |sections: Value| {
            component(json!({ "title": "T", "type": "template", "content": {
            "templateStructure": { "sections": sections } } }))
        };
        let one = json!({ "title": "Role", "content": "x" });
        let old = template(json!([one]));
        let new = template(json!([one, { "title": "Task", "content": "y" }]));
        let added = suggest(&compare_components(&old, &new));
        assert_eq!(
            (added.part, added.changelog.as_str()),
            (VersionType::Minor, "Section 2 added")
        );
        assert_eq!(
            suggest(&compare_components(&new, &old)).part,
            VersionType::Major
        );
        let module = |text: &str| {
            component(json!({ "title": "T", "tags": [text], "content": { "moduleContent": text } }))
        };
        let edited = suggest(&compare_components(&module("a"), &module("b")));
        assert_eq!(
            (edited.part, edited.changelog.as_str()),
            (VersionType::Batch, "Tags edited, Module content edited")
        );
    }
}
