//! Items by id: their kind, their place and their texts.
//!
//! Every id is unique within its prompt, so an id alone identifies a segment, section, module
//! (top-level or in a block), block or block asset.

use std::collections::HashMap;

use serde::Serialize;

use super::{Block, BlockAsset, Content, Module, Section, Segment};
use crate::string_enum::string_enum;

/// Any item of a prompt as an owned value, to add one or to restore a removed one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Item {
    /// A segment of a standard prompt.
    Segment(Segment),
    /// A section of a structured prompt.
    Section(Section),
    /// A module, top-level or in a block.
    Module(Module),
    /// A block of an advanced prompt, with its modules and assets.
    Block(Block),
    /// An asset of a block.
    Asset(BlockAsset),
}

string_enum! {
    /// The kind of an item.
    pub enum ItemKind as "item kind" {
        /// A segment of a standard prompt.
        Segment = "segment", "Segment";
        /// A section of a structured prompt.
        Section = "section", "Section";
        /// A module, top-level or in a block.
        Module = "module", "Module";
        /// A block of an advanced prompt.
        Block = "block", "Block";
        /// An asset of a block.
        Asset = "asset", "Asset";
    }
}

string_enum! {
    /// An editable text of an item.
    pub enum TextField as "text field" {
        /// The heading of a section, module, block or asset.
        Title = "title", "Title";
        /// The description of a section, module, block or asset.
        Description = "description", "Description";
        /// The text of a segment, section or module.
        Content = "content", "Content";
        /// The reference of an asset.
        Reference = "reference", "Reference";
    }
}

/// A view of one item without its nested items: a block lists its modules and assets by id.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ItemView<'a> {
    /// A segment.
    Segment(&'a Segment),
    /// A section.
    Section(&'a Section),
    /// A module.
    Module(&'a Module),
    /// A block's own texts and the ids of its modules and assets.
    Block {
        /// Unique within its prompt.
        id: &'a str,
        /// Position in its list, zero-based.
        order: u32,
        /// Its heading.
        title: &'a str,
        /// Its description.
        description: &'a str,
        /// Ids of its modules, in order.
        modules: Vec<&'a str>,
        /// Ids of its assets, in order.
        assets: Vec<&'a str>,
    },
    /// An asset.
    Asset(&'a BlockAsset),
}

/// The id of an item and of its nested items: the skeleton of a prompt, without any text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Node {
    /// The item's id.
    pub id: String,
    /// Its kind.
    pub kind: ItemKind,
    /// A block's modules, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Node>>"))]
    pub modules: Vec<Node>,
    /// A block's assets, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Node>>"))]
    pub assets: Vec<Node>,
}

/// The location of an item: its list and position; for nested items the block's position first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Segment(usize),
    Section(usize),
    Module(usize),
    Block(usize),
    BlockModule(usize, usize),
    BlockAsset(usize, usize),
}

impl Place {
    pub(crate) const fn kind(self) -> ItemKind {
        match self {
            Self::Segment(_) => ItemKind::Segment,
            Self::Section(_) => ItemKind::Section,
            Self::Module(_) | Self::BlockModule(..) => ItemKind::Module,
            Self::Block(_) => ItemKind::Block,
            Self::BlockAsset(..) => ItemKind::Asset,
        }
    }

    /// The position in its own list.
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Segment(at)
            | Self::Section(at)
            | Self::Module(at)
            | Self::Block(at)
            | Self::BlockModule(_, at)
            | Self::BlockAsset(_, at) => at,
        }
    }

    /// The position of the containing block.
    pub(crate) const fn block(self) -> Option<usize> {
        match self {
            Self::BlockModule(block, _) | Self::BlockAsset(block, _) => Some(block),
            _ => None,
        }
    }
}

impl Item {
    /// Its id.
    pub fn id(&self) -> &str {
        match self {
            Self::Segment(item) => &item.id,
            Self::Section(item) => &item.id,
            Self::Module(item) => &item.id,
            Self::Block(item) => &item.id,
            Self::Asset(item) => &item.id,
        }
    }

    /// Its kind.
    pub const fn kind(&self) -> ItemKind {
        match self {
            Self::Segment(_) => ItemKind::Segment,
            Self::Section(_) => ItemKind::Section,
            Self::Module(_) => ItemKind::Module,
            Self::Block(_) => ItemKind::Block,
            Self::Asset(_) => ItemKind::Asset,
        }
    }
}

impl Content {
    /// Maps every id to its place. If an id occurs twice, the later item is returned.
    pub(crate) fn places(&self) -> HashMap<String, Place> {
        let mut places = HashMap::with_capacity(self.item_count());
        self.each_place(|id, place| {
            places.insert(id.to_owned(), place);
        });
        places
    }

    /// Calls `visit` with the id and place of every item, in reading order.
    pub(crate) fn each_place<'a>(&'a self, mut visit: impl FnMut(&'a str, Place)) {
        for (at, item) in self.segments.iter().enumerate() {
            visit(&item.id, Place::Segment(at));
        }
        for (at, item) in self.sections.iter().enumerate() {
            visit(&item.id, Place::Section(at));
        }
        for (at, item) in self.modules.iter().enumerate() {
            visit(&item.id, Place::Module(at));
        }
        for (at, block) in self.blocks.iter().enumerate() {
            visit(&block.id, Place::Block(at));
            for (inner, item) in block.modules.iter().enumerate() {
                visit(&item.id, Place::BlockModule(at, inner));
            }
            for (inner, item) in block.assets.iter().enumerate() {
                visit(&item.id, Place::BlockAsset(at, inner));
            }
        }
    }

    /// The number of items, including nested ones.
    pub fn item_count(&self) -> usize {
        let nested: usize = self
            .blocks
            .iter()
            .map(|block| block.modules.len() + block.assets.len())
            .sum();
        self.segments.len() + self.sections.len() + self.modules.len() + self.blocks.len() + nested
    }

    /// Whether all lists are empty.
    pub const fn has_no_items(&self) -> bool {
        self.segments.is_empty()
            && self.sections.is_empty()
            && self.modules.is_empty()
            && self.blocks.is_empty()
    }

    /// The item at a place that [`Content::places`] returned for this content.
    pub(crate) fn view(&self, place: Place) -> Option<ItemView<'_>> {
        Some(match place {
            Place::Segment(at) => ItemView::Segment(self.segments.get(at)?),
            Place::Section(at) => ItemView::Section(self.sections.get(at)?),
            Place::Module(at) => ItemView::Module(self.modules.get(at)?),
            Place::BlockModule(block, at) => {
                ItemView::Module(self.blocks.get(block)?.modules.get(at)?)
            }
            Place::BlockAsset(block, at) => {
                ItemView::Asset(self.blocks.get(block)?.assets.get(at)?)
            }
            Place::Block(at) => {
                let block = self.blocks.get(at)?;
                ItemView::Block {
                    id: &block.id,
                    order: block.order,
                    title: &block.title,
                    description: &block.description,
                    modules: block.modules.iter().map(|item| item.id.as_str()).collect(),
                    assets: block.assets.iter().map(|item| item.id.as_str()).collect(),
                }
            }
        })
    }

    /// Copies the item at a place that [`Content::places`] returned for this content. The ids of the
    /// copy and of its nested items are empty, because it is a new item.
    pub(crate) fn copy_without_ids(&self, place: Place) -> Item {
        let module = |item: &Module| Module {
            id: String::new(),
            ..item.clone()
        };
        let asset = |item: &BlockAsset| BlockAsset {
            id: String::new(),
            ..item.clone()
        };
        match place {
            Place::Segment(at) => Item::Segment(Segment {
                id: String::new(),
                ..self.segments[at].clone()
            }),
            Place::Section(at) => Item::Section(Section {
                id: String::new(),
                ..self.sections[at].clone()
            }),
            Place::Module(at) => Item::Module(module(&self.modules[at])),
            Place::BlockModule(block, at) => Item::Module(module(&self.blocks[block].modules[at])),
            Place::BlockAsset(block, at) => Item::Asset(asset(&self.blocks[block].assets[at])),
            Place::Block(at) => {
                let block = &self.blocks[at];
                Item::Block(Block {
                    id: String::new(),
                    modules: block.modules.iter().map(module).collect(),
                    assets: block.assets.iter().map(asset).collect(),
                    ..block.clone()
                })
            }
        }
    }

    /// The module at a place, top-level or in a block.
    pub(crate) fn module(&self, place: Place) -> Option<&Module> {
        match place {
            Place::Module(at) => self.modules.get(at),
            Place::BlockModule(block, at) => self.blocks.get(block)?.modules.get(at),
            _ => None,
        }
    }

    /// The asset at a place.
    pub(crate) fn asset(&self, place: Place) -> Option<&BlockAsset> {
        match place {
            Place::BlockAsset(block, at) => self.blocks.get(block)?.assets.get(at),
            _ => None,
        }
    }

    /// The module at a place, top-level or in a block, for mutation.
    pub(crate) fn module_mut(&mut self, place: Place) -> Option<&mut Module> {
        match place {
            Place::Module(at) => self.modules.get_mut(at),
            Place::BlockModule(block, at) => self.blocks.get_mut(block)?.modules.get_mut(at),
            _ => None,
        }
    }

    /// The asset at a place, for mutation.
    pub(crate) fn asset_mut(&mut self, place: Place) -> Option<&mut BlockAsset> {
        match place {
            Place::BlockAsset(block, at) => self.blocks.get_mut(block)?.assets.get_mut(at),
            _ => None,
        }
    }

    /// Returns the items' ids in reading order, nested like the items.
    pub fn skeleton(&self) -> Vec<Node> {
        let leaf = |id: &str, kind| Node {
            id: id.to_owned(),
            kind,
            modules: Vec::new(),
            assets: Vec::new(),
        };
        let module = |item: &Module| leaf(&item.id, ItemKind::Module);
        let segments = self
            .segments
            .iter()
            .map(|item| leaf(&item.id, ItemKind::Segment));
        let sections = self
            .sections
            .iter()
            .map(|item| leaf(&item.id, ItemKind::Section));
        let blocks = self.blocks.iter().map(|block| Node {
            modules: block.modules.iter().map(module).collect(),
            assets: block
                .assets
                .iter()
                .map(|item| leaf(&item.id, ItemKind::Asset))
                .collect(),
            ..leaf(&block.id, ItemKind::Block)
        });
        segments
            .chain(sections)
            .chain(self.modules.iter().map(module))
            .chain(blocks)
            .collect()
    }
}

// Whether two items have equal texts and settings, regardless of their position and their nested items.

impl Segment {
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.r#type == other.r#type && self.content == other.content && self.extra == other.extra
    }
}

impl Section {
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.title == other.title
            && self.description == other.description
            && self.content == other.content
            && self.extra == other.extra
    }
}

impl Module {
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.title == other.title
            && self.description == other.description
            && self.content == other.content
            && self.wrappers == other.wrappers
            && self.config == other.config
            && self.extra == other.extra
    }
}

impl Block {
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.title == other.title
            && self.description == other.description
            && self.extra == other.extra
    }
}
