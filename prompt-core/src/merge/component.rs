//! Merges two edits of a component: field by field, and line by line within texts.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Choice, Conflict, Merger, check_choices, merge_set};
use crate::Error;
use crate::component::Component;

/// The merged component and the unresolved conflicts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ComponentMerge {
    /// The result of both edits; conflicting fields have my value.
    pub component: Component,
    /// The unresolved conflicts.
    pub conflicts: Vec<Conflict>,
}

/// Merges two edits of `base` with the choices made so far.
///
/// # Errors
///
/// Returns an error if a choice refers to no conflict.
pub fn resolve_component(
    base: &Component,
    mine: &Component,
    theirs: &Component,
    choices: &[Choice],
) -> Result<ComponentMerge, Error> {
    let mut merger = Merger::new(choices);
    let component = merger.component(base, mine, theirs);
    check_choices(choices, &merger.used)?;
    Ok(ComponentMerge {
        component,
        conflicts: merger.conflicts,
    })
}

impl Merger<'_> {
    /// Merges the components as JSON, so that every field is included, even ones added later.
    fn component(&mut self, base: &Component, mine: &Component, theirs: &Component) -> Component {
        let [base, my_fields, theirs] =
            [base, mine, theirs].map(|one| serde_json::to_value(one).ok());
        let merged = self.tree("", [base.as_ref(), my_fields.as_ref(), theirs.as_ref()]);
        // All merged fields come from valid components, so the result deserializes.
        let merged = merged.and_then(|merged| serde_json::from_value(merged).ok());
        merged.unwrap_or_else(|| mine.clone())
    }

    /// Merges texts line by line, objects key by key, and lists of equal length entry by entry.
    fn tree(&mut self, path: &str, [base, mine, theirs]: [Option<&Value>; 3]) -> Option<Value> {
        if mine == theirs || theirs == base {
            return mine.cloned();
        }
        if mine == base {
            return theirs.cloned();
        }
        let is_word = matches!(
            path,
            "type" | "category" | "content.wrapperType" | "content.assetType"
        );
        match (mine, theirs) {
            (Some(Value::String(mine)), Some(Value::String(theirs))) => {
                let base = base.and_then(Value::as_str).unwrap_or_default();
                let merged = if is_word {
                    self.value(path, &base.to_owned(), mine, theirs)
                } else {
                    self.text(path, base, mine, theirs)
                };
                Some(merged.into())
            }
            (Some(Value::Object(my_map)), Some(Value::Object(their_map))) => {
                let base = base.and_then(Value::as_object);
                let mut merged = Map::new();
                let keys = my_map
                    .keys()
                    .chain(their_map.keys().filter(|key| !my_map.contains_key(*key)));
                for key in keys {
                    let path = if path.is_empty() {
                        key.clone()
                    } else {
                        format!("{path}.{key}")
                    };
                    let values = [
                        base.and_then(|base| base.get(key)),
                        my_map.get(key),
                        their_map.get(key),
                    ];
                    merged.extend(self.tree(&path, values).map(|value| (key.clone(), value)));
                }
                Some(Value::Object(merged))
            }
            (Some(Value::Array(mine)), Some(Value::Array(theirs))) if path == "tags" => {
                let base = base
                    .and_then(Value::as_array)
                    .map_or(&[][..], Vec::as_slice);
                Some(merge_set(base, mine, theirs).into())
            }
            (Some(Value::Array(my_items)), Some(Value::Array(their_items)))
                if my_items.len() == their_items.len()
                    && base.and_then(Value::as_array).map(Vec::len) == Some(my_items.len()) =>
            {
                let items = (0..my_items.len()).filter_map(|at| {
                    let path = format!("{path}[{at}]");
                    self.tree(
                        &path,
                        [
                            base.and_then(|base| base.get(at)),
                            my_items.get(at),
                            their_items.get(at),
                        ],
                    )
                });
                Some(Value::Array(items.collect()))
            }
            _ => self.json(path, base, mine, theirs),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::merge::{ConflictKind, Take};

    fn of(json: Value) -> Component {
        serde_json::from_value(json).unwrap()
    }

    fn merged(base: Value, mine: Value, theirs: Value, choices: &[Choice]) -> ComponentMerge {
        resolve_component(&of(base), &of(mine), &of(theirs), choices).unwrap()
    }

    #[test]
    fn edits_of_different_fields_and_lines_are_both_kept() {
        let content = |text: &str, level: u8| json!({ "moduleContent": text, "moduleConfig": { "level": level, "a": 1 } });
        let merge = merged(
            json!({ "title": "T", "tags": ["a"], "content": content("one\ntwo\nthree\n", 1) }),
            json!({ "title": "Mine", "tags": ["a", "b"], "content": content("ONE\ntwo\nthree\n", 1) }),
            json!({ "title": "T", "tags": [], "is_public": true, "content": content("one\ntwo\nTHREE\n", 2) }),
            &[],
        );
        assert!(merge.conflicts.is_empty());
        assert_eq!(
            merge.component,
            of(
                json!({ "title": "Mine", "tags": ["b"], "is_public": true, "content": content("ONE\ntwo\nTHREE\n", 2) })
            )
        );
    }

    #[test]
    fn only_what_both_changed_is_asked() {
        let with = |title: &str, kind: &str, logic: &str| json!({ "title": title, "type": "wrapper", "content": { "wrapperType": kind, "wrapperLogic": logic } });
        let (base, mine, theirs) = (
            with("T", "custom", "a\nb\n"),
            with("M", "format-json", "A\nb\n"),
            with("T2", "format-list", "x\nb\n"),
        );
        let merge = merged(base.clone(), mine.clone(), theirs.clone(), &[]);
        let asked: Vec<_> = merge
            .conflicts
            .iter()
            .map(|conflict| (conflict.path.as_str(), conflict.kind))
            .collect();
        assert_eq!(
            asked,
            [
                ("title", ConflictKind::Text),
                ("content.wrapperType", ConflictKind::Value),
                ("content.wrapperLogic", ConflictKind::Text),
            ]
        );
        assert_eq!(
            merge.component,
            of(mine.clone()),
            "mine until it is decided"
        );
        let take = |path: &str, take| Choice {
            path: path.into(),
            take,
            text: None,
        };
        let choices = [
            take("title", Take::Theirs),
            take("content.wrapperType", Take::Theirs),
            take("content.wrapperLogic", Take::Both),
        ];
        let merge = merged(base, mine, theirs, &choices);
        assert!(merge.conflicts.is_empty());
        assert_eq!(merge.component, of(with("T2", "format-list", "A\nx\nb\n")));
    }

    #[test]
    fn sections_of_a_template_are_merged_one_by_one_while_they_are_as_many() {
        let with = |sections: &[(&str, &str)]| {
            let sections: Vec<_> = sections
                .iter()
                .map(|(title, content)| json!({ "title": title, "content": content }))
                .collect();
            json!({ "title": "T", "type": "template", "content": { "templateStructure": { "sections": sections } } })
        };
        let base = with(&[("Task", "one"), ("End", "two")]);
        let merge = merged(
            base.clone(),
            with(&[("Job", "one"), ("End", "two")]),
            with(&[("Task", "one"), ("End", "2")]),
            &[],
        );
        assert!(merge.conflicts.is_empty());
        assert_eq!(merge.component, of(with(&[("Job", "one"), ("End", "2")])));
        let more = with(&[("Task", "one"), ("End", "two"), ("Mine", "m")]);
        let less = with(&[("Task", "one")]);
        let merge = merged(base, more.clone(), less, &[]);
        assert_eq!(merge.conflicts.len(), 1);
        assert_eq!(
            merge.conflicts[0].path,
            "content.templateStructure.sections"
        );
        assert_eq!(merge.component, of(more));
    }

    #[test]
    fn a_choice_that_names_no_conflict_is_refused() {
        let component = of(json!({ "title": "T" }));
        let choice = Choice {
            path: "title".into(),
            take: Take::Mine,
            text: None,
        };
        let error = resolve_component(&component, &component, &component, &[choice]).unwrap_err();
        assert_eq!(error.code(), "no_such_item");
    }

    #[test]
    fn any_two_edits_merge_to_one_of_them_where_the_other_changed_nothing() {
        let base = of(
            json!({ "title": "T", "type": "asset", "content": { "assetReference": "a", "assetMetadata": { "k": [1] }, "odd": "x" } }),
        );
        let mut mine = base.clone();
        mine.content.asset_metadata = None;
        mine.content.extra.insert("odd".into(), "y".into());
        for (one, other) in [(&mine, &base), (&base, &mine)] {
            let merge = resolve_component(&base, one, other, &[]).unwrap();
            assert_eq!((merge.component, merge.conflicts), (mine.clone(), vec![]));
        }
    }
}
