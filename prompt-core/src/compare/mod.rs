//! Compares two versions of a prompt, item by item, and two of a component, field by field.
//!
//! Items are paired as in [`crate::pairing`]. In a reordered list, the smallest set of items that
//! explains the new order counts as moved.

mod component;
mod facets;
mod suggestion;

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::diff::sequence::only_line_ends_differ;
use crate::lis::longest_increasing;
use crate::pairing::paired;
use crate::string_enum::string_enum;
use crate::text::{EXCERPT, truncate};
use crate::{Content, Prompt, VersionNumber};
pub use component::compare_components;
use facets::{Facets, Flat, details, items};
pub use suggestion::{Suggestion, suggest, summary};

string_enum! {
    /// The kind of a change.
    pub enum ChangeType as "change type" {
        /// It was added.
        Added = "added", "Added";
        /// It was removed.
        Removed = "removed", "Removed";
        /// Its text or a property changed.
        Modified = "modified", "Modified";
        /// Its position changed.
        Moved = "moved", "Moved";
    }
}

/// One difference between two versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Change {
    /// The kind of change.
    pub r#type: ChangeType,
    /// The path of the changed value: `title`, `tags`, `segments[<id>].content`,
    /// `blocks[<id>].modules[<id>]`.
    pub path: String,
    /// The name of the changed detail or item: `Title`, `Segment 1 (System)`, `Module "Role"`.
    pub subject: String,
    /// The old value; for a moved item its old position.
    pub old_value: Option<String>,
    /// The new value; for a moved item its new position.
    pub new_value: Option<String>,
    /// The change in one sentence.
    pub description: String,
}

/// All differences between two versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Comparison {
    /// The older version.
    pub from: VersionNumber,
    /// The version compared with it.
    pub to: VersionNumber,
    /// The changes: details first, then items in reading order, removed items before the others.
    pub changes: Vec<Change>,
    /// The new version that fits these changes.
    pub suggestion: Suggestion,
}

impl Comparison {
    /// The comparison of two versions from their differences.
    pub fn new(from: VersionNumber, to: VersionNumber, changes: Vec<Change>) -> Self {
        Self {
            from,
            to,
            suggestion: suggest(&changes),
            changes,
        }
    }

    /// Truncates every value to 100 characters, for a list of changes.
    #[must_use]
    pub fn for_list(mut self) -> Self {
        for change in &mut self.changes {
            for value in [&mut change.old_value, &mut change.new_value] {
                *value = value.take().map(|text| truncate(&text, EXCERPT));
            }
        }
        self
    }
}

/// Compares two prompts with their values in full. Versions, visibility and counts are ignored.
pub fn compare(old: &Prompt, new: &Prompt) -> Comparison {
    let (old_content, new_content) = paired(&old.content, &new.content);
    compare_contents([old, new], [&old_content, &new_content])
}

/// Like [`compare`], but pairs items by id only.
pub(crate) fn compare_by_id(old: &Prompt, new: &Prompt) -> Comparison {
    compare_contents([old, new], [&old.content, &new.content])
}

fn compare_contents(
    [old, new]: [&Prompt; 2],
    [old_content, new_content]: [&Content; 2],
) -> Comparison {
    let mut changes = Vec::new();
    compare_facets("", None, &details(old), &details(new), &mut changes);
    compare_items(&items(old_content), &items(new_content), &mut changes);
    Comparison::new(old.version(), new.version(), changes)
}

fn compare_facets(
    path: &str,
    owner: Option<&Flat>,
    old: &Facets,
    new: &Facets,
    changes: &mut Vec<Change>,
) {
    let find = |facets: &Facets, name: &str| -> Option<String> {
        let (_, value) = facets.iter().find(|(other, _)| other == name)?;
        (!value.is_empty()).then(|| value.to_string())
    };
    let same = |name: &str| {
        let of = |facets: &'_ Facets| facets.iter().position(|(other, _)| other == name);
        match (of(old), of(new)) {
            (Some(x), Some(y)) => old[x].1 == new[y].1,
            (Some(x), None) => old[x].1.is_empty(),
            (None, Some(y)) => new[y].1.is_empty(),
            (None, None) => true,
        }
    };
    let names = new.iter().chain(
        old.iter()
            .filter(|(name, _)| !new.iter().any(|(other, _)| other == name)),
    );
    for (name, _) in names {
        if same(name) {
            continue;
        }
        let (old_value, new_value) = (find(old, name), find(new, name));
        let (r#type, verb) = match (&old_value, &new_value) {
            (None, _) => (ChangeType::Added, "added"),
            (_, None) => (ChangeType::Removed, "removed"),
            _ => (ChangeType::Modified, "changed"),
        };
        let readable = readable(name);
        let mut description = match owner {
            Some(owner) => format!("{readable} of {} {verb}", owner.name()),
            None => format!("{readable} {verb}"),
        };
        if let (Some(old), Some(new)) = (&old_value, &new_value)
            && only_line_ends_differ(old, new)
        {
            description.push_str(", only in how lines end");
        }
        changes.push(Change {
            r#type,
            path: if path.is_empty() {
                name.to_string()
            } else {
                format!("{path}.{name}")
            },
            subject: owner.map_or(readable, Flat::subject),
            old_value,
            new_value,
            description,
        });
    }
}

/// Turns `structure_type` into 'Structure type'.
fn readable(name: &str) -> String {
    let text = name.replace(['_', '.'], " ");
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => text,
    }
}

fn compare_items(old: &[Flat], new: &[Flat], changes: &mut Vec<Change>) {
    let key = |item: &Flat<'_>| (item.kind, item.id.to_owned());
    let before: HashMap<_, _> = old.iter().map(|item| (key(item), item)).collect();
    let after: HashMap<_, _> = new.iter().map(|item| (key(item), item)).collect();
    let old_ids: HashSet<&str> = old.iter().map(|item| item.id).collect();
    let new_ids: HashSet<&str> = new.iter().map(|item| item.id).collect();

    for item in old {
        // Items removed together with their block are not listed separately.
        let went_along = item.block.is_some_and(|block| !new_ids.contains(block));
        if !after.contains_key(&key(item)) && !went_along {
            changes.push(Change {
                r#type: ChangeType::Removed,
                path: item.path(),
                subject: item.subject(),
                old_value: Some(item.text.to_owned()),
                new_value: None,
                description: format!("{} removed", item.name()),
            });
        }
    }
    let moved = moved(old, new);
    for item in new {
        let Some(former) = before.get(&key(item)) else {
            let came_along = item.block.is_some_and(|block| !old_ids.contains(block));
            if !came_along {
                changes.push(Change {
                    r#type: ChangeType::Added,
                    path: item.path(),
                    subject: item.subject(),
                    old_value: None,
                    new_value: Some(item.text.to_owned()),
                    description: format!("{} added", item.name()),
                });
            }
            continue;
        };
        if former.block != item.block || moved.contains(item.id) {
            changes.push(moved_change(former, item, old, new));
        }
        compare_facets(
            &item.path(),
            Some(item),
            &former.facets,
            &item.facets,
            changes,
        );
    }
}

fn moved_change(former: &Flat, item: &Flat, old: &[Flat], new: &[Flat]) -> Change {
    let block_name = |id: Option<&str>, items: &[Flat]| {
        let found = items.iter().find(|other| Some(other.id) == id);
        found.map_or_else(|| "the prompt".to_owned(), Flat::name)
    };
    let (from, to) = (former.index + 1, item.index + 1);
    let (old_value, new_value) = if former.block == item.block {
        (format!("position {from}"), format!("position {to}"))
    } else {
        (
            format!("position {from} in {}", block_name(former.block, old)),
            format!("position {to} in {}", block_name(item.block, new)),
        )
    };
    Change {
        r#type: ChangeType::Moved,
        path: item.path(),
        subject: item.subject(),
        description: format!("{} moved from {old_value} to {new_value}", item.name()),
        old_value: Some(old_value),
        new_value: Some(new_value),
    }
}

/// Returns the smallest set of items that must have moved within their lists to explain the new order.
fn moved<'a>(old: &[Flat<'a>], new: &[Flat<'a>]) -> HashSet<&'a str> {
    let places: HashMap<_, _> = old
        .iter()
        .map(|item| ((item.kind, item.block, item.id), item.index))
        .collect();
    let mut lists: HashMap<_, Vec<(&'a str, usize)>> = HashMap::new();
    for item in new {
        if let Some(index) = places.get(&(item.kind, item.block, item.id)) {
            lists
                .entry((item.kind, item.block))
                .or_default()
                .push((item.id, *index));
        }
    }
    let mut moved = HashSet::new();
    for list in lists.values() {
        let kept = longest_increasing(&list.iter().map(|(_, index)| *index).collect::<Vec<_>>());
        moved.extend(
            list.iter()
                .zip(kept)
                .filter(|(_, kept)| !kept)
                .map(|((id, _), _)| *id),
        );
    }
    moved
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn prompt(value: Value) -> Prompt {
        serde_json::from_value(value).unwrap()
    }

    /// Formats one change per line: type, path, old → new.
    fn told(old: Value, new: Value) -> Vec<String> {
        compare(&prompt(old), &prompt(new))
            .changes
            .iter()
            .map(|change| {
                format!(
                    "{} {} {:?} → {:?}: {}",
                    change.r#type,
                    change.path,
                    change.old_value.as_deref().unwrap_or("-"),
                    change.new_value.as_deref().unwrap_or("-"),
                    change.description
                )
            })
            .collect()
    }

    /// A prompt with every field filled.
    fn whole() -> Value {
        let item = |rest: Value| {
            let mut item = json!({ "title": "T", "description": "D", "content": "C", "mark": "M" });
            for (name, value) in rest.as_object().unwrap() {
                item[name] = value.clone();
            }
            item
        };
        let module = |id: &str| {
            item(json!({ "id": id, "order": 0, "wrappers": ["format-json"], "config": { "n": 1 } }))
        };
        let asset = json!({ "id": "f", "type": "file", "reference": "R", "title": "T", "description": "D", "mark": "M" });
        let whole = prompt(json!({
            "title": "T", "description": "D", "tags": ["a"], "asset_fields": { "f": "v" }, "asset_metadata": { "m": "v" },
            "content": {
                "segments": [{ "id": "a", "order": 0, "type": "system", "content": "C", "mark": "M" }],
                "sections": [item(json!({ "id": "b", "order": 0 }))],
                "modules": [module("c")],
                "blocks": [item(json!({ "id": "d", "order": 0, "modules": [module("e")], "assets": [asset] }))],
                "mark": "M",
            },
        }));
        serde_json::to_value(whole).unwrap()
    }

    /// Collects the JSON pointers of all leaf values.
    fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    leaves(field, &format!("{at}/{name}"), found);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    leaves(item, &format!("{at}/{index}"), found);
                }
            }
            _ => found.push(at.to_owned()),
        }
    }

    #[test]
    fn every_field_that_a_version_holds_is_compared() {
        let stands = whole();
        let mut places = Vec::new();
        leaves(&stands, "", &mut places);
        // The first of these that the enum accepts; a string field accepts any.
        let others = "persona structured web agent french simple user url format-xml".split(' ');
        let others: Vec<Value> = others
            .map(Value::from)
            .chain([json!(7), json!(true)])
            .collect();
        let mut unseen = Vec::new();
        // The order of an only item in its list is not compared.
        for place in places.iter().filter(|place| !place.ends_with("/order")) {
            let changed = others.iter().find_map(|other| {
                let mut changed = stands.clone();
                *changed.pointer_mut(place)? = other.clone();
                serde_json::from_value::<Prompt>(changed).ok()
            });
            let changed = changed.unwrap_or_else(|| panic!("{place}: no other value"));
            if compare(&prompt(stands.clone()), &changed)
                .changes
                .is_empty()
            {
                unseen.push(place);
            }
        }
        assert_eq!(
            unseen,
            [
                "/is_public",
                "/version_major",
                "/version_minor",
                "/version_batch"
            ]
        );
    }

    #[test]
    fn details_and_items_are_compared_by_name_and_id() {
        let old = json!({
            "title": "Old", "tags": ["a"], "category": "web",
            "content": {
                "segments": [
                    { "id": "s1", "content": "one" }, { "id": "s2", "content": "two" },
                    { "id": "s3", "content": "three" }, { "id": "s4", "content": "four" },
                ],
                "blocks": [
                    { "id": "b1", "title": "First", "modules": [{ "id": "m1", "title": "M", "wrappers": ["custom"] }] },
                    { "id": "b2", "title": "Second", "assets": [{ "id": "a1", "reference": "x" }] },
                    { "id": "b3", "title": "Third", "modules": [{ "id": "m3" }] },
                ],
            },
        });
        let new = json!({
            "title": "New", "tags": ["a", "b"], "category": "web", "description": "now with one",
            "version_batch": 3, "is_public": true,
            "content": {
                "segments": [
                    { "id": "s4", "content": "four" }, { "id": "s1", "content": "one" },
                    { "id": "s2", "content": "two!", "type": "user" }, { "id": "s5", "content": "five" },
                ],
                "blocks": [
                    { "id": "b1", "title": "First" },
                    { "id": "b2", "title": "Second",
                        "modules": [{ "id": "m1", "title": "M", "wrappers": ["translate", "custom"], "config": { "k": 1 } }],
                        "assets": [{ "id": "a1", "reference": "x" }] },
                ],
            },
        });
        assert_eq!(
            told(old, new),
            [
                "modified title \"Old\" → \"New\": Title changed",
                "added description \"-\" → \"now with one\": Description added",
                "modified tags \"a\" → \"a, b\": Tags changed",
                "removed segments[s3] \"three\" → \"-\": Segment 3 removed",
                "removed blocks[b3] \"Third\" → \"-\": Block \"Third\" removed",
                "moved segments[s4] \"position 4\" → \"position 1\": Segment 1 moved from position 4 to position 1",
                "modified segments[s2].type \"instruction\" → \"user\": Type of Segment 3 changed",
                "modified segments[s2].content \"two\" → \"two!\": Content of Segment 3 changed",
                "added segments[s5] \"-\" → \"five\": Segment 4 added",
                "moved blocks[b2].modules[m1] \"position 1 in Block \\\"First\\\"\" → \"position 1 in Block \\\"Second\\\"\": \
                 Module \"M\" moved from position 1 in Block \"First\" to position 1 in Block \"Second\"",
                "modified blocks[b2].modules[m1].wrappers \"custom\" → \"translate, custom\": Wrappers of Module \"M\" changed",
                "added blocks[b2].modules[m1].config \"-\" → \"{\\n  \\\"k\\\": 1\\n}\": Config of Module \"M\" added",
            ]
        );
    }

    #[test]
    fn nothing_different_is_nothing_told() {
        let prompt = || json!({ "title": "x", "content": { "sections": [{ "id": "a", "title": "t", "future": 1 }] } });
        assert!(told(prompt(), prompt()).is_empty());
        let absent = json!({ "title": "x", "content": { "sections": [{ "id": "a", "title": "t", "description": "", "future": 1 }] } });
        assert!(
            told(prompt(), absent).is_empty(),
            "absent and empty are the same"
        );
    }

    #[test]
    fn line_ends_alone_are_told_as_such() {
        let of = |text: &str| json!({ "title": "x", "content": { "segments": [{ "id": "a", "content": text }] } });
        let changes = told(of("a\r\nb"), of("a\nb"));
        assert!(
            changes[0].ends_with("Content of Segment 1 changed, only in how lines end"),
            "{changes:?}"
        );
    }

    #[test]
    fn the_list_cuts_and_the_view_does_not() {
        let long = "漢".repeat(150);
        let comparison = compare(
            &prompt(json!({ "title": "x" })),
            &prompt(json!({ "title": "x", "description": long })),
        );
        assert_eq!(comparison.changes[0].new_value, Some(long));
        let listed = comparison.for_list();
        assert_eq!(listed.changes[0].new_value, Some("漢".repeat(100) + "…"));
    }
}
