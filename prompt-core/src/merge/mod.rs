//! Merges two edits of a prompt: item by item, and line by line within texts.
//!
//! A change of one side is applied, and equal changes are applied once. Different changes of the same
//! thing are a conflict. [`resolve`] merges again with the choices made so far, so no state is retained
//! between calls.

mod component;
mod item;
mod items;
mod order;
mod text;

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::content::SOURCE;
use crate::pairing::paired_three;
use crate::string_enum::string_enum;
use crate::{Error, ErrorKind, Prompt};
pub use component::{ComponentMerge, resolve_component};
use text::{Piece, merge_text};

string_enum! {
    /// The kind of a conflict.
    pub enum ConflictKind as "conflict kind" {
        /// Both sides changed the same lines.
        Text = "text", "Text changed on both sides";
        /// Both sides chose different values.
        Value = "value", "Value changed on both sides";
        /// One side removed the item, the other changed it.
        Removed = "removed", "Removed on one side, changed on the other";
        /// Both sides moved the item, to different places.
        Moved = "moved", "Moved to different places";
    }
}

/// A conflict between the two sides. Until it is resolved, the merged prompt has my version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Conflict {
    /// The path that identifies the conflict: `title`, `segments[<id>].content`, or
    /// `segments[<id>].content#2` for a second range of lines.
    pub path: String,
    /// The kind of conflict.
    pub kind: ConflictKind,
    /// The original value.
    pub base: Option<String>,
    /// My value; absent if I removed it.
    pub mine: Option<String>,
    /// Their value; absent if they removed it.
    pub theirs: Option<String>,
}

string_enum! {
    /// The resolution of a conflict.
    pub enum Take as "choice" {
        /// Keep my version.
        Mine = "mine", "Keep mine";
        /// Take their version.
        Theirs = "theirs", "Take theirs";
        /// Take the original.
        Base = "base", "Take the original";
        /// My text followed by theirs.
        Both = "both", "Keep both";
        /// The text given in the choice.
        Written = "written", "Write your own";
    }
}

/// The resolution of one conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MergeChoice"))]
pub struct Choice {
    /// The conflict's path.
    pub path: String,
    /// The resolution.
    pub take: Take,
    /// The text for [`Take::Written`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub text: Option<String>,
}

/// The merged prompt and the unresolved conflicts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Merge {
    /// The result of both edits; conflicting values are mine. Its version is theirs, because it
    /// replaces theirs.
    pub prompt: Prompt,
    /// The unresolved conflicts.
    pub conflicts: Vec<Conflict>,
}

/// Merges two edits of `base`.
pub fn merge(base: &Prompt, mine: &Prompt, theirs: &Prompt) -> Merge {
    Merger::new(&[]).prompts(base, mine, theirs).0
}

/// Merges two edits of `base` with the choices made so far.
///
/// # Errors
///
/// Returns an error if a choice refers to no conflict.
pub fn resolve(
    base: &Prompt,
    mine: &Prompt,
    theirs: &Prompt,
    choices: &[Choice],
) -> Result<Merge, Error> {
    let (merge, used) = Merger::new(choices).prompts(base, mine, theirs);
    check_choices(choices, &used)?;
    Ok(merge)
}

/// Rejects a choice that refers to no conflict.
fn check_choices(choices: &[Choice], used: &HashSet<String>) -> Result<(), Error> {
    match choices.iter().find(|choice| !used.contains(&choice.path)) {
        None => Ok(()),
        Some(choice) => Err(ErrorKind::NoSuchItem {
            what: "conflict",
            id: choice.path.clone(),
        }
        .at(&choice.path)),
    }
}

/// The state of one merge.
struct Merger<'a> {
    choices: HashMap<&'a str, &'a Choice>,
    used: HashSet<String>,
    conflicts: Vec<Conflict>,
}

impl<'a> Merger<'a> {
    fn new(choices: &'a [Choice]) -> Self {
        Self {
            choices: choices
                .iter()
                .map(|choice| (choice.path.as_str(), choice))
                .collect(),
            used: HashSet::new(),
            conflicts: Vec::new(),
        }
    }

    fn prompts(
        mut self,
        base: &Prompt,
        mine: &Prompt,
        theirs: &Prompt,
    ) -> (Merge, HashSet<String>) {
        let (b, m, t) = (base, mine, theirs);
        let [base_content, my_content, their_content] =
            paired_three(&b.content, &m.content, &t.content);
        let mut prompt = Prompt {
            title: self.text("title", &b.title, &m.title, &t.title),
            description: self.text(
                "description",
                &b.description,
                &m.description,
                &t.description,
            ),
            prompt_type: self.value(
                "prompt_type",
                &b.prompt_type,
                &m.prompt_type,
                &t.prompt_type,
            ),
            structure_type: self.value(
                "structure_type",
                &b.structure_type,
                &m.structure_type,
                &t.structure_type,
            ),
            category: self.value("category", &b.category, &m.category, &t.category),
            r#type: self.value("type", &b.r#type, &m.r#type, &t.r#type),
            language: self.value("language", &b.language, &m.language, &t.language),
            complexity: self.value("complexity", &b.complexity, &m.complexity, &t.complexity),
            tags: merge_set(&b.tags, &m.tags, &t.tags),
            is_public: self.value("is_public", &b.is_public, &m.is_public, &t.is_public),
            asset_fields: self.map(
                "asset_fields",
                &b.asset_fields,
                &m.asset_fields,
                &t.asset_fields,
            ),
            asset_metadata: self.map(
                "asset_metadata",
                &b.asset_metadata,
                &m.asset_metadata,
                &t.asset_metadata,
            ),
            content: self.contents(&base_content, &my_content, &their_content),
            ..Prompt::default()
        };
        prompt.set_version(theirs.version());
        let merge = Merge {
            prompt,
            conflicts: self.conflicts,
        };
        (merge, self.used)
    }

    /// Returns the choice for a conflict. Without one the conflict is recorded, and my version is used.
    fn decide(&mut self, conflict: Conflict) -> Choice {
        if let Some(choice) = self.choices.get(conflict.path.as_str()) {
            self.used.insert(conflict.path);
            return (*choice).clone();
        }
        let path = conflict.path.clone();
        self.conflicts.push(conflict);
        Choice {
            path,
            take: Take::Mine,
            text: None,
        }
    }

    fn text(&mut self, path: &str, base: &str, mine: &str, theirs: &str) -> String {
        let pieces = merge_text(base, mine, theirs);
        let is_conflict = |piece: &&Piece| matches!(piece, Piece::Conflict { .. });
        let has_one = pieces.iter().filter(is_conflict).count() == 1;
        let mut number = 0;
        let mut whole = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => whole.push_str(&text),
                Piece::Conflict { base, mine, theirs } => {
                    number += 1;
                    let choice = self.decide(Conflict {
                        path: if has_one {
                            path.to_owned()
                        } else {
                            format!("{path}#{number}")
                        },
                        kind: ConflictKind::Text,
                        base: Some(base.clone()),
                        mine: Some(mine.clone()),
                        theirs: Some(theirs.clone()),
                    });
                    match choice.take {
                        Take::Mine => whole.push_str(&mine),
                        Take::Theirs => whole.push_str(&theirs),
                        Take::Base => whole.push_str(&base),
                        Take::Both => {
                            whole.push_str(&mine);
                            if !mine.is_empty() && !mine.ends_with(['\n', '\r']) {
                                whole.push('\n');
                            }
                            whole.push_str(&theirs);
                        }
                        Take::Written => whole.push_str(&choice.text.unwrap_or_default()),
                    }
                }
            }
        }
        whole
    }

    /// Merges an optional text; empty counts as absent.
    fn optional_text(
        &mut self,
        path: &str,
        base: Option<&str>,
        mine: Option<&str>,
        theirs: Option<&str>,
    ) -> Option<String> {
        let [base, mine, theirs] = [base, mine, theirs].map(Option::unwrap_or_default);
        Some(self.text(path, base, mine, theirs)).filter(|text| !text.is_empty())
    }

    /// Merges an atomic value.
    fn value<T: Clone + PartialEq + ToString>(
        &mut self,
        path: &str,
        base: &T,
        mine: &T,
        theirs: &T,
    ) -> T {
        if mine == theirs || theirs == base {
            return mine.clone();
        }
        if mine == base {
            return theirs.clone();
        }
        let choice = self.decide(Conflict {
            path: path.to_owned(),
            kind: ConflictKind::Value,
            base: Some(base.to_string()),
            mine: Some(mine.to_string()),
            theirs: Some(theirs.to_string()),
        });
        match choice.take {
            Take::Theirs => theirs.clone(),
            Take::Base => base.clone(),
            Take::Mine | Take::Both | Take::Written => mine.clone(),
        }
    }

    /// Merges free JSON key by key.
    fn map(
        &mut self,
        path: &str,
        base: &Map<String, Value>,
        mine: &Map<String, Value>,
        theirs: &Map<String, Value>,
    ) -> Map<String, Value> {
        if mine == theirs || theirs == base {
            return mine.clone();
        }
        if mine == base {
            return theirs.clone();
        }
        let mut merged = Map::new();
        let keys = mine
            .keys()
            .chain(theirs.keys().filter(|key| !mine.contains_key(*key)));
        for key in keys {
            let at = format!("{path}.{key}");
            let value = self.json(&at, base.get(key), mine.get(key), theirs.get(key));
            if let Some(value) = value {
                merged.insert(key.clone(), value);
            }
        }
        merged
    }

    fn json(
        &mut self,
        path: &str,
        base: Option<&Value>,
        mine: Option<&Value>,
        theirs: Option<&Value>,
    ) -> Option<Value> {
        if mine == theirs || theirs == base {
            return mine.cloned();
        }
        if mine == base {
            return theirs.cloned();
        }
        // Either source can be filled with the merged texts. Mine may be another file than the one that theirs came from.
        if path == format!("content.{SOURCE}") {
            let is_same_file = is_same_file(base, theirs);
            let other = if is_same_file { mine } else { theirs };
            return other.or(mine).or(theirs).cloned();
        }
        if let (Some(Value::Object(mine)), Some(Value::Object(theirs))) = (mine, theirs) {
            let empty = Map::new();
            let base = base.and_then(Value::as_object).unwrap_or(&empty);
            return Some(Value::Object(self.map(path, base, mine, theirs)));
        }
        let shown = |value: Option<&Value>| value.map(|value| format!("{value:#}"));
        let choice = self.decide(Conflict {
            path: path.to_owned(),
            kind: ConflictKind::Value,
            base: shown(base),
            mine: shown(mine),
            theirs: shown(theirs),
        });
        match choice.take {
            Take::Theirs => theirs.cloned(),
            Take::Base => base.cloned(),
            Take::Mine | Take::Both | Take::Written => mine.cloned(),
        }
    }
}

/// Whether two sources are of one file, whose name or texts may have changed.
fn is_same_file(one: Option<&Value>, other: Option<&Value>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return true;
    };
    let base = |source: &Value| {
        let name = source.get("name").and_then(Value::as_str);
        name.map(|name| name.rsplit('/').next().unwrap_or(name).to_owned())
    };
    one.get("format") == other.get("format") && base(one) == base(other)
}

/// Merges a list without duplicates: mine, minus the entries they removed, plus those they added. It
/// never conflicts.
fn merge_set<T: Clone + PartialEq>(base: &[T], mine: &[T], theirs: &[T]) -> Vec<T> {
    if mine == theirs || theirs == base {
        return mine.to_vec();
    }
    if mine == base {
        return theirs.to_vec();
    }
    let kept = mine
        .iter()
        .filter(|item| theirs.contains(item) || !base.contains(item));
    let added = theirs
        .iter()
        .filter(|item| !base.contains(item) && !mine.contains(item));
    kept.chain(added).cloned().collect()
}
