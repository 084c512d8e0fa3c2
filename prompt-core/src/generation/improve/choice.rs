//! Applies a selection of a proposal's changes.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::placeholders::placeholders;
use crate::compare::{Change, ChangeType, compare_by_id};
use crate::content::normalise::renumber;
use crate::content::outline::{Item, List};
use crate::content::{Block, Content, Module, Section, Segment};
use crate::prompt::Prompt;
use crate::{Diagnostic, Severity};

/// The content after applying the accepted changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chosen {
    /// The content.
    pub content: Content,
    /// Warnings to show before the content is replaced.
    pub warnings: Vec<Diagnostic>,
}

/// Returns the changes that a proposal makes to a prompt. Parts keep their order, so none is ever
/// moved.
pub fn review(prompt: &Prompt, proposed: &Content) -> Vec<Change> {
    let other = Prompt {
        content: proposed.clone(),
        ..prompt.clone()
    };
    // Changes are selected by their paths, which contain ids, so items are paired by id.
    let mut changes = compare_by_id(prompt, &other).changes;
    changes.retain(|change| change.r#type != ChangeType::Moved);
    changes
}

/// Applies the changes with the accepted paths to the prompt's content.
pub fn choose(prompt: &Prompt, proposed: &Content, accepted: &[String]) -> Chosen {
    let accepted = Accepted(accepted.iter().map(String::as_str).collect());
    let now = &prompt.content;
    let mut content = Content {
        segments: accepted.list("segments", &now.segments, &proposed.segments),
        sections: accepted.list("sections", &now.sections, &proposed.sections),
        modules: accepted.list("modules", &now.modules, &proposed.modules),
        blocks: accepted.list("blocks", &now.blocks, &proposed.blocks),
        extra: now.extra.clone(),
    };
    renumber(&mut content.segments);
    renumber(&mut content.sections);
    renumber(&mut content.modules);
    renumber(&mut content.blocks);
    for block in &mut content.blocks {
        renumber(&mut block.modules);
    }
    let warnings = lost(prompt, &content);
    Chosen { content, warnings }
}

/// Warns about placeholders that were in the prompt and are missing from the content.
fn lost(prompt: &Prompt, content: &Content) -> Vec<Diagnostic> {
    let of = |content: &Content| {
        let mut text = String::new();
        for item in &List::of(content, prompt.structure_type).items {
            texts(item, &mut text);
        }
        placeholders(&text)
    };
    let after = of(content);
    let mut lost = of(&prompt.content);
    lost.retain(|placeholder| !after.contains(placeholder));
    if lost.is_empty() {
        return Vec::new();
    }
    vec![Diagnostic {
        code: "placeholders_lost".to_owned(),
        severity: Severity::Warning,
        place: None,
        message: format!("No longer in the prompt: {}", lost.join(", ")),
        hint: Some(
            "Whoever fills the prompt in by name finds no place for it. Refuse the change that drops it, or add it again afterwards."
                .to_owned(),
        ),
    }]
}

fn texts(item: &Item<'_>, text: &mut String) {
    for part in [item.heading, item.description, item.text] {
        text.push_str(part);
        text.push('\n');
    }
    for child in &item.children {
        texts(child, text);
    }
}

struct Accepted<'a>(HashSet<&'a str>);

impl Accepted<'_> {
    fn has(&self, path: &str) -> bool {
        self.0.contains(path)
    }

    /// Selects the old or the new value of a text.
    fn text<T: Clone>(&self, path: &str, field: &str, old: &T, new: &T) -> T {
        let takes = self.has(&format!("{path}.{field}"));
        if takes { new } else { old }.clone()
    }

    /// Merges a list in its existing order: common items with the selected texts, removed items unless
    /// their removal was accepted, and accepted new items after the item they follow in the proposal.
    fn list<T: Part>(&self, name: &str, old: &[T], new: &[T]) -> Vec<T> {
        let path = |item: &T| format!("{name}[{}]", item.id());
        let old_ids: HashSet<&str> = old.iter().map(Part::id).collect();
        let places = new.iter().enumerate().map(|(at, item)| (item.id(), at));
        let places: HashMap<&str, usize> = places.collect();
        let mut chosen = Vec::with_capacity(old.len().max(new.len()));
        let add_behind = |at: usize, chosen: &mut Vec<T>| {
            let added = new.iter().skip(at);
            let added = added.take_while(|item| !old_ids.contains(item.id()));
            chosen.extend(added.filter(|item| self.has(&path(item))).cloned());
        };
        add_behind(0, &mut chosen);
        for item in old {
            let path = path(item);
            match places.get(item.id()) {
                Some(&at) => {
                    chosen.push(item.choose(&new[at], &path, self));
                    add_behind(at + 1, &mut chosen);
                }
                None if self.has(&path) => {}
                None => chosen.push(item.clone()),
            }
        }
        chosen
    }
}

/// An item with an id and selectable texts.
trait Part: Clone {
    fn id(&self) -> &str;
    fn choose(&self, new: &Self, path: &str, accepted: &Accepted<'_>) -> Self;
}

impl Part for Segment {
    fn id(&self) -> &str {
        &self.id
    }

    fn choose(&self, new: &Self, path: &str, accepted: &Accepted<'_>) -> Self {
        Self {
            content: accepted.text(path, "content", &self.content, &new.content),
            ..self.clone()
        }
    }
}

impl Part for Section {
    fn id(&self) -> &str {
        &self.id
    }

    fn choose(&self, new: &Self, path: &str, accepted: &Accepted<'_>) -> Self {
        Self {
            title: accepted.text(path, "title", &self.title, &new.title),
            description: accepted.text(path, "description", &self.description, &new.description),
            content: accepted.text(path, "content", &self.content, &new.content),
            ..self.clone()
        }
    }
}

impl Part for Module {
    fn id(&self) -> &str {
        &self.id
    }

    fn choose(&self, new: &Self, path: &str, accepted: &Accepted<'_>) -> Self {
        Self {
            title: accepted.text(path, "title", &self.title, &new.title),
            description: accepted.text(path, "description", &self.description, &new.description),
            content: accepted.text(path, "content", &self.content, &new.content),
            ..self.clone()
        }
    }
}

impl Part for Block {
    fn id(&self) -> &str {
        &self.id
    }

    fn choose(&self, new: &Self, path: &str, accepted: &Accepted<'_>) -> Self {
        Self {
            title: accepted.text(path, "title", &self.title, &new.title),
            description: accepted.text(path, "description", &self.description, &new.description),
            modules: accepted.list(&format!("{path}.modules"), &self.modules, &new.modules),
            ..self.clone()
        }
    }
}
