//! Merges two edits of an item, field by field.
//!
//! All five kinds of item share one borrowed type, so the code exists and is compiled only once.

use super::{Merger, merge_set};
use crate::content::item::Item;
use crate::content::{Block, BlockAsset, Module, Section, Segment};

/// Any item, borrowed.
#[derive(Clone, Copy)]
pub(super) enum Ref<'a> {
    Segment(&'a Segment),
    Section(&'a Section),
    Module(&'a Module),
    Block(&'a Block),
    Asset(&'a BlockAsset),
}

impl<'a> Ref<'a> {
    pub(super) fn id(self) -> &'a str {
        match self {
            Self::Segment(item) => &item.id,
            Self::Section(item) => &item.id,
            Self::Module(item) => &item.id,
            Self::Block(item) => &item.id,
            Self::Asset(item) => &item.id,
        }
    }

    /// The name of its list, for paths.
    pub(super) const fn list(self) -> &'static str {
        match self {
            Self::Segment(_) => "segments",
            Self::Section(_) => "sections",
            Self::Module(_) => "modules",
            Self::Block(_) => "blocks",
            Self::Asset(_) => "assets",
        }
    }

    /// The text that represents it in a conflict.
    pub(super) fn text(self) -> &'a str {
        match self {
            Self::Segment(item) => &item.content,
            Self::Section(item) => &item.content,
            Self::Module(item) => &item.content,
            Self::Block(item) => &item.title,
            Self::Asset(item) => &item.reference,
        }
    }

    pub(super) fn to_item(self) -> Item {
        match self {
            Self::Segment(item) => Item::Segment(item.clone()),
            Self::Section(item) => Item::Section(item.clone()),
            Self::Module(item) => Item::Module(item.clone()),
            Self::Block(item) => Item::Block(item.clone()),
            Self::Asset(item) => Item::Asset(item.clone()),
        }
    }

    /// Whether a side changed the item or its nested items, so that removing it on the other side is a
    /// conflict.
    pub(super) fn is_touched(self, base: Self) -> bool {
        match (self, base) {
            (Self::Segment(side), Self::Segment(base)) => !side.says_the_same(base),
            (Self::Section(side), Self::Section(base)) => !side.says_the_same(base),
            (Self::Module(side), Self::Module(base)) => !side.says_the_same(base),
            (Self::Block(side), Self::Block(base)) => {
                !side.says_the_same(base) || nested_touched(side, base)
            }
            (Self::Asset(side), Self::Asset(base)) => side != base,
            _ => true,
        }
    }
}

/// Whether a side added items to a block or changed items in it. Removed items do not count.
fn nested_touched(side: &Block, base: &Block) -> bool {
    let modules = side.modules.iter().any(|item| {
        let former = base.modules.iter().find(|other| other.id == item.id);
        former.is_none_or(|former| !former.says_the_same(item))
    });
    let assets = side.assets.iter().any(|item| {
        let former = base.assets.iter().find(|other| other.id == item.id);
        former != Some(item)
    });
    modules || assets
}

/// Merges both edits of an item without its nested items. Without a base, both sides added it.
pub(super) fn merge_item(
    merger: &mut Merger,
    path: &str,
    base: Option<Ref>,
    mine: Ref,
    theirs: Ref,
) -> Item {
    match (mine, theirs) {
        (Ref::Segment(mine), Ref::Segment(theirs)) => {
            let nothing = Segment::default();
            let base = match base {
                Some(Ref::Segment(base)) => base,
                _ => &nothing,
            };
            Item::Segment(segment(merger, path, base, mine, theirs))
        }
        (Ref::Section(mine), Ref::Section(theirs)) => {
            let nothing = Section::default();
            let base = match base {
                Some(Ref::Section(base)) => base,
                _ => &nothing,
            };
            Item::Section(section(merger, path, base, mine, theirs))
        }
        (Ref::Module(mine), Ref::Module(theirs)) => {
            let nothing = Module::default();
            let base = match base {
                Some(Ref::Module(base)) => base,
                _ => &nothing,
            };
            Item::Module(module(merger, path, base, mine, theirs))
        }
        (Ref::Block(mine), Ref::Block(theirs)) => {
            let nothing = Block::default();
            let base = match base {
                Some(Ref::Block(base)) => base,
                _ => &nothing,
            };
            Item::Block(block(merger, path, base, mine, theirs))
        }
        (Ref::Asset(mine), Ref::Asset(theirs)) => {
            let nothing = BlockAsset::default();
            let base = match base {
                Some(Ref::Asset(base)) => base,
                _ => &nothing,
            };
            Item::Asset(asset(merger, path, base, mine, theirs))
        }
        // A list only contains one kind of item.
        (mine, _) => mine.to_item(),
    }
}

fn segment(merger: &mut Merger, path: &str, b: &Segment, m: &Segment, t: &Segment) -> Segment {
    Segment {
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

fn section(merger: &mut Merger, path: &str, b: &Section, m: &Section, t: &Section) -> Section {
    Section {
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

fn module(merger: &mut Merger, path: &str, b: &Module, m: &Module, t: &Module) -> Module {
    let description = format!("{path}.description");
    let config = merger.json(
        &format!("{path}.config"),
        Some(&b.config),
        Some(&m.config),
        Some(&t.config),
    );
    Module {
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

fn block(merger: &mut Merger, path: &str, b: &Block, m: &Block, t: &Block) -> Block {
    let description = format!("{path}.description");
    Block {
        id: m.id.clone(),
        order: 0,
        title: merger.text(&format!("{path}.title"), &b.title, &m.title, &t.title),
        description: merger.text(&description, &b.description, &m.description, &t.description),
        modules: Vec::new(),
        assets: Vec::new(),
        extra: merger.map(path, &b.extra, &m.extra, &t.extra),
    }
}

fn asset(
    merger: &mut Merger,
    path: &str,
    b: &BlockAsset,
    m: &BlockAsset,
    t: &BlockAsset,
) -> BlockAsset {
    BlockAsset {
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
