//! Two edits of one item brought together, field by field.

use super::{Merger, merge_set};
use crate::content::normalise::Listed;
use crate::content::{Block, BlockAsset, Module, Section, Segment};

/// An item that can be merged by itself, without what nests in it.
pub(super) trait Mergeable: Listed + Clone {
    /// The list it stands in, for paths.
    const LIST: &'static str;
    fn id(&self) -> &str;
    fn is_like(&self, other: &Self) -> bool;
    /// The text that stands for it in a conflict.
    fn text(&self) -> &str;
    /// Both edits together. Without a base, both added it.
    fn merged(merger: &mut Merger, path: &str, base: &Self, mine: &Self, theirs: &Self) -> Self;
    fn nothing() -> Self;
}

impl Mergeable for Segment {
    const LIST: &'static str = "segments";

    fn id(&self) -> &str {
        &self.id
    }

    fn is_like(&self, other: &Self) -> bool {
        self.says_the_same(other)
    }

    fn text(&self) -> &str {
        &self.content
    }

    fn merged(merger: &mut Merger, path: &str, b: &Self, m: &Self, t: &Self) -> Self {
        Self {
            id: m.id.clone(),
            order: 0,
            r#type: merger.value(&format!("{path}.type"), &b.r#type, &m.r#type, &t.r#type),
            content: merger.text(
                &format!("{path}.content"),
                &b.content,
                &m.content,
                &t.content,
            ),
            extra: merger.map(path, &b.extra, &m.extra, &t.extra),
        }
    }

    fn nothing() -> Self {
        Self::default()
    }
}

impl Mergeable for Section {
    const LIST: &'static str = "sections";

    fn id(&self) -> &str {
        &self.id
    }

    fn is_like(&self, other: &Self) -> bool {
        self.says_the_same(other)
    }

    fn text(&self) -> &str {
        &self.content
    }

    fn merged(merger: &mut Merger, path: &str, b: &Self, m: &Self, t: &Self) -> Self {
        Self {
            id: m.id.clone(),
            order: 0,
            title: merger.text(&format!("{path}.title"), &b.title, &m.title, &t.title),
            description: merger.optional_text(
                &format!("{path}.description"),
                b.description.as_deref(),
                m.description.as_deref(),
                t.description.as_deref(),
            ),
            content: merger.text(
                &format!("{path}.content"),
                &b.content,
                &m.content,
                &t.content,
            ),
            extra: merger.map(path, &b.extra, &m.extra, &t.extra),
        }
    }

    fn nothing() -> Self {
        Self::default()
    }
}

impl Mergeable for Module {
    const LIST: &'static str = "modules";

    fn id(&self) -> &str {
        &self.id
    }

    fn is_like(&self, other: &Self) -> bool {
        self.says_the_same(other)
    }

    fn text(&self) -> &str {
        &self.content
    }

    fn merged(merger: &mut Merger, path: &str, b: &Self, m: &Self, t: &Self) -> Self {
        let description = format!("{path}.description");
        let config = merger.json(
            &format!("{path}.config"),
            Some(&b.config),
            Some(&m.config),
            Some(&t.config),
        );
        Self {
            id: m.id.clone(),
            order: 0,
            title: merger.text(&format!("{path}.title"), &b.title, &m.title, &t.title),
            description: merger.text(&description, &b.description, &m.description, &t.description),
            content: merger.text(
                &format!("{path}.content"),
                &b.content,
                &m.content,
                &t.content,
            ),
            wrappers: merge_set(&b.wrappers, &m.wrappers, &t.wrappers),
            config: config.unwrap_or_else(|| m.config.clone()),
            extra: merger.map(path, &b.extra, &m.extra, &t.extra),
        }
    }

    fn nothing() -> Self {
        Self::default()
    }
}

impl Mergeable for Block {
    const LIST: &'static str = "blocks";

    fn id(&self) -> &str {
        &self.id
    }

    fn is_like(&self, other: &Self) -> bool {
        self.says_the_same(other)
    }

    fn text(&self) -> &str {
        &self.title
    }

    fn merged(merger: &mut Merger, path: &str, b: &Self, m: &Self, t: &Self) -> Self {
        let description = format!("{path}.description");
        Self {
            id: m.id.clone(),
            order: 0,
            title: merger.text(&format!("{path}.title"), &b.title, &m.title, &t.title),
            description: merger.text(&description, &b.description, &m.description, &t.description),
            modules: Vec::new(),
            assets: Vec::new(),
            extra: merger.map(path, &b.extra, &m.extra, &t.extra),
        }
    }

    fn nothing() -> Self {
        Self::default()
    }
}

impl Mergeable for BlockAsset {
    const LIST: &'static str = "assets";

    fn id(&self) -> &str {
        &self.id
    }

    fn is_like(&self, other: &Self) -> bool {
        self == other
    }

    fn text(&self) -> &str {
        &self.reference
    }

    fn merged(merger: &mut Merger, path: &str, b: &Self, m: &Self, t: &Self) -> Self {
        Self {
            id: m.id.clone(),
            r#type: merger.value(&format!("{path}.type"), &b.r#type, &m.r#type, &t.r#type),
            reference: merger.text(
                &format!("{path}.reference"),
                &b.reference,
                &m.reference,
                &t.reference,
            ),
            title: merger.optional_text(
                &format!("{path}.title"),
                b.title.as_deref(),
                m.title.as_deref(),
                t.title.as_deref(),
            ),
            description: merger.optional_text(
                &format!("{path}.description"),
                b.description.as_deref(),
                m.description.as_deref(),
                t.description.as_deref(),
            ),
            extra: merger.map(path, &b.extra, &m.extra, &t.extra),
        }
    }

    fn nothing() -> Self {
        Self::default()
    }
}
