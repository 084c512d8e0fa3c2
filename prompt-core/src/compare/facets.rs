//! Flattens a prompt into a list of named texts for comparison.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::Prompt;
use crate::content::item::{ItemKind, Place};
use crate::content::{Block, BlockAsset, Content, Module, SOURCE, Section, Segment};

/// Named texts in reading order. Absent and empty texts are equal.
pub(super) type Facets<'a> = Vec<(Cow<'static, str>, Cow<'a, str>)>;

/// An item without its nested items.
pub(super) struct Flat<'a> {
    pub(super) id: &'a str,
    pub(super) kind: ItemKind,
    /// The id of the block that contains it.
    pub(super) block: Option<&'a str>,
    /// Its position in its list, zero-based.
    pub(super) index: usize,
    /// Its title.
    pub(super) title: &'a str,
    /// The label of a segment's type.
    pub(super) role: Option<&'static str>,
    /// The text that represents it in a list of changes.
    pub(super) text: &'a str,
    pub(super) facets: Facets<'a>,
}

impl Flat<'_> {
    /// `segments[<id>]`, `blocks[<id>].modules[<id>]`, …
    pub(super) fn path(&self) -> String {
        let list = match self.kind {
            ItemKind::Segment => "segments",
            ItemKind::Section => "sections",
            ItemKind::Module => "modules",
            ItemKind::Block => "blocks",
            ItemKind::Asset => "assets",
        };
        match self.block {
            Some(block) => format!("blocks[{block}].{list}[{}]", self.id),
            None => format!("{list}[{}]", self.id),
        }
    }

    /// 'Module "Role"', or 'Segment 2' for an item without a title.
    pub(super) fn name(&self) -> String {
        let kind = self.kind.label();
        if self.title.is_empty() {
            format!("{kind} {}", self.index + 1)
        } else {
            format!("{kind} \"{}\"", crate::text::truncate(self.title, 60))
        }
    }

    /// As [`Self::name`], with the role of a segment: 'Segment 1 (System)'.
    pub(super) fn subject(&self) -> String {
        match self.role {
            Some(role) => format!("{} ({role})", self.name()),
            None => self.name(),
        }
    }
}

/// The details that a version stores. The fields it does not store are listed too, so that a new field
/// cannot be forgotten.
pub(super) fn details(prompt: &Prompt) -> Facets<'_> {
    let Prompt {
        title,
        description,
        prompt_type,
        structure_type,
        category,
        r#type,
        language,
        complexity,
        tags,
        asset_fields,
        asset_metadata,
        content,
        is_public: _,
        version_major: _,
        version_minor: _,
        version_batch: _,
    } = prompt;
    let mut facets: Facets = vec![
        ("title".into(), title.into()),
        ("description".into(), description.into()),
        ("prompt_type".into(), prompt_type.as_str().into()),
        ("structure_type".into(), structure_type.as_str().into()),
        ("category".into(), category.as_str().into()),
        ("type".into(), r#type.as_str().into()),
        ("language".into(), language.as_str().into()),
        ("complexity".into(), complexity.as_str().into()),
        ("tags".into(), tags.join(", ").into()),
    ];
    values("asset_fields.", asset_fields, &mut facets);
    values("asset_metadata.", asset_metadata, &mut facets);
    values("content.", &content.extra, &mut facets);
    facets
}

fn values<'a>(prefix: &str, map: &'a Map<String, Value>, facets: &mut Facets<'a>) {
    for (key, value) in map.iter().filter(|(key, _)| *key != SOURCE) {
        facets.push((format!("{prefix}{key}").into(), value_text(value)));
    }
}

/// Formats a value for display: strings as they are, everything else as indented JSON.
fn value_text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Null => "".into(),
        Value::String(text) => text.as_str().into(),
        other => format!("{other:#}").into(),
    }
}

/// Returns every item of a content in reading order.
pub(super) fn items(content: &Content) -> Vec<Flat<'_>> {
    let mut items = Vec::with_capacity(content.item_count());
    content.each_place(|_, place| {
        let block = place.block().map(|at| content.blocks[at].id.as_str());
        let flat = match place {
            Place::Segment(at) => Some(segment(&content.segments[at])),
            Place::Section(at) => Some(section(&content.sections[at])),
            Place::Block(at) => Some(self::block(&content.blocks[at])),
            nested => content
                .module(nested)
                .map(module)
                .or_else(|| content.asset(nested).map(asset)),
        };
        items.extend(flat.map(|flat| Flat {
            block,
            index: place.index(),
            ..flat
        }));
    });
    items
}

fn flat<'a>(kind: ItemKind, id: &'a str, title: &'a str, text: &'a str) -> Flat<'a> {
    Flat {
        id,
        kind,
        block: None,
        index: 0,
        title,
        role: None,
        text,
        facets: Vec::new(),
    }
}

fn segment(item: &Segment) -> Flat<'_> {
    let mut flat = flat(ItemKind::Segment, &item.id, "", &item.content);
    flat.role = Some(item.r#type.label());
    flat.facets
        .push(("type".into(), item.r#type.as_str().into()));
    flat.facets
        .push(("content".into(), item.content.as_str().into()));
    values("", &item.extra, &mut flat.facets);
    flat
}

fn section(item: &Section) -> Flat<'_> {
    let mut flat = flat(ItemKind::Section, &item.id, &item.title, &item.content);
    let description = item.description.as_deref().unwrap_or_default();
    flat.facets
        .push(("title".into(), item.title.as_str().into()));
    flat.facets.push(("description".into(), description.into()));
    flat.facets
        .push(("content".into(), item.content.as_str().into()));
    values("", &item.extra, &mut flat.facets);
    flat
}

fn module(item: &Module) -> Flat<'_> {
    let mut flat = flat(ItemKind::Module, &item.id, &item.title, &item.content);
    let wrappers: Vec<_> = item
        .wrappers
        .iter()
        .map(|wrapper| wrapper.as_str())
        .collect();
    let config = match &item.config {
        Value::Object(map) if map.is_empty() => "".into(),
        config => value_text(config),
    };
    flat.facets
        .push(("title".into(), item.title.as_str().into()));
    flat.facets
        .push(("description".into(), item.description.as_str().into()));
    flat.facets
        .push(("content".into(), item.content.as_str().into()));
    flat.facets
        .push(("wrappers".into(), wrappers.join(", ").into()));
    flat.facets.push(("config".into(), config));
    values("", &item.extra, &mut flat.facets);
    flat
}

fn block(item: &Block) -> Flat<'_> {
    let mut flat = flat(ItemKind::Block, &item.id, &item.title, &item.title);
    flat.facets
        .push(("title".into(), item.title.as_str().into()));
    flat.facets
        .push(("description".into(), item.description.as_str().into()));
    values("", &item.extra, &mut flat.facets);
    flat
}

fn asset(item: &BlockAsset) -> Flat<'_> {
    let title = item.title.as_deref().unwrap_or_default();
    let mut flat = flat(ItemKind::Asset, &item.id, title, &item.reference);
    let description = item.description.as_deref().unwrap_or_default();
    flat.facets
        .push(("type".into(), item.r#type.as_str().into()));
    flat.facets
        .push(("reference".into(), item.reference.as_str().into()));
    flat.facets.push(("title".into(), title.into()));
    flat.facets.push(("description".into(), description.into()));
    values("", &item.extra, &mut flat.facets);
    flat
}
