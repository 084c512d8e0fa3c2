//! The outline of a prompt, the common input of all export formats for every structure.
//!
//! It borrows all texts, so building one does not copy them.

use serde_json::{Map, Value};

use super::{Block, BlockAsset, Content, Module, Section, Segment, SegmentType, Wrapper};
use crate::prompt::{Prompt, StructureType};

/// A prompt as lists of uniform items.
pub struct Outline<'a> {
    /// The prompt, for its details.
    pub prompt: &'a Prompt,
    /// The list selected by the structure type.
    pub used: List<'a>,
    /// The other lists that are not empty.
    pub unused: Vec<List<'a>>,
}

/// One of the four lists of a prompt's content.
pub struct List<'a> {
    /// The structure it belongs to.
    pub structure: StructureType,
    /// Its items in reading order.
    pub items: Vec<Item<'a>>,
}

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemKind {
    /// A segment and its type.
    Segment(SegmentType),
    /// A section.
    Section,
    /// A module, top-level or in a block.
    Module,
    /// A block.
    Block,
}

/// One item. Fields that its kind does not have are empty.
pub struct Item<'a> {
    /// Its kind.
    pub kind: ItemKind,
    /// Its index in its source list, such as the 2 of `segments[2]`.
    pub at: usize,
    /// Its id.
    pub id: &'a str,
    /// Its heading: its title, or the label of its segment type.
    pub heading: &'a str,
    /// Its purpose.
    pub description: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The wrappers applied to its text.
    pub wrappers: &'a [Wrapper],
    /// The configuration of a module.
    pub config: Option<&'a Value>,
    /// The modules of a block.
    pub children: Vec<Self>,
    /// The assets of a block.
    pub assets: &'a [BlockAsset],
    /// Unknown keys, stored unchanged.
    pub extra: &'a Map<String, Value>,
}

impl StructureType {
    /// The name of its list in the content.
    pub const fn list_name(self) -> &'static str {
        match self {
            Self::Standard => "segments",
            Self::Structured => "sections",
            Self::Modulized => "modules",
            Self::Advanced => "blocks",
        }
    }
}

impl<'a> Outline<'a> {
    /// Builds the outline of a prompt.
    pub fn of(prompt: &'a Prompt) -> Self {
        let content = &prompt.content;
        Self {
            prompt,
            used: List::of(content, prompt.structure_type),
            unused: StructureType::ALL
                .iter()
                .filter(|structure| **structure != prompt.structure_type)
                .map(|structure| List::of(content, *structure))
                .filter(|list| !list.items.is_empty())
                .collect(),
        }
    }

    /// The approximate size of the prompt's text in bytes, for pre-allocating an export.
    pub fn text_size(&self) -> usize {
        fn size(items: &[Item<'_>]) -> usize {
            items
                .iter()
                .map(|item| {
                    item.heading.len()
                        + item.description.len()
                        + item.text.len()
                        + 160
                        + size(&item.children)
                })
                .sum()
        }
        let lists = std::iter::once(&self.used).chain(&self.unused);
        1024 + self.prompt.title.len()
            + self.prompt.description.len()
            + lists.map(|list| size(&list.items)).sum::<usize>()
    }
}

impl<'a> List<'a> {
    /// Builds one list of a content.
    pub fn of(content: &'a Content, structure: StructureType) -> Self {
        let items = match structure {
            StructureType::Standard => each(&content.segments, segment),
            StructureType::Structured => each(&content.sections, section),
            StructureType::Modulized => each(&content.modules, module),
            StructureType::Advanced => each(&content.blocks, block),
        };
        Self { structure, items }
    }
}

impl Item<'_> {
    /// Whether a module has a configuration to show.
    pub fn has_config(&self) -> bool {
        self.config
            .is_some_and(|config| config.as_object().is_none_or(|map| !map.is_empty()))
    }
}

fn each<'a, T>(list: &'a [T], item: fn(usize, &'a T) -> Item<'a>) -> Vec<Item<'a>> {
    list.iter()
        .enumerate()
        .map(|(at, one)| item(at, one))
        .collect()
}

fn segment(at: usize, segment: &Segment) -> Item<'_> {
    Item {
        heading: segment.r#type.label(),
        text: &segment.content,
        ..bare(
            ItemKind::Segment(segment.r#type),
            at,
            &segment.id,
            &segment.extra,
        )
    }
}

fn section(at: usize, section: &Section) -> Item<'_> {
    Item {
        heading: &section.title,
        description: section.description.as_deref().unwrap_or_default(),
        text: &section.content,
        ..bare(ItemKind::Section, at, &section.id, &section.extra)
    }
}

fn module(at: usize, module: &Module) -> Item<'_> {
    Item {
        heading: &module.title,
        description: &module.description,
        text: &module.content,
        wrappers: &module.wrappers,
        config: Some(&module.config),
        ..bare(ItemKind::Module, at, &module.id, &module.extra)
    }
}

fn block(at: usize, block: &Block) -> Item<'_> {
    Item {
        heading: &block.title,
        description: &block.description,
        children: each(&block.modules, module),
        assets: &block.assets,
        ..bare(ItemKind::Block, at, &block.id, &block.extra)
    }
}

fn bare<'a>(kind: ItemKind, at: usize, id: &'a str, extra: &'a Map<String, Value>) -> Item<'a> {
    Item {
        kind,
        at,
        id,
        heading: "",
        description: "",
        text: "",
        wrappers: &[],
        config: None,
        children: Vec::new(),
        assets: &[],
        extra,
    }
}
