//! The edits of a prompt. [`crate::Document`] applies them.

use serde::Serialize;
use serde_json::{Map, Value};

use super::item::{Item, TextField};
use super::{BlockAssetType, Content, SegmentType, Wrapper};
use crate::prompt::{Category, Complexity, Language, Prompt, PromptKind, StructureType};

/// One edit. Items are named by id; positions in lists are clamped to the list, positions in texts are not.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Edit {
    /// Names the prompt.
    SetTitle {
        /// The new title; whether it may be saved is for validation to say.
        title: String,
    },
    /// Says what the prompt is for.
    SetDescription {
        /// The new description.
        description: String,
    },
    /// Says what the prompt is about.
    SetCategory {
        /// The new category.
        category: Category,
    },
    /// Says what the prompt makes of the model.
    SetType {
        /// The new type.
        r#type: PromptKind,
    },
    /// Says which language the prompt is written in.
    SetLanguage {
        /// The new language.
        language: Language,
    },
    /// Says how involved the prompt is: only for saved prompts whose saved complexity is `custom`.
    SetComplexity {
        /// The new complexity.
        complexity: Complexity,
    },
    /// Replaces the tags.
    SetTags {
        /// The new tags: trimmed, empty and repeated ones dropped.
        tags: Vec<String>,
    },
    /// Says whether others can find the prompt.
    SetPublic {
        /// Whether they can.
        is_public: bool,
    },
    /// Sets one type-specific field of an asset; null takes it away.
    SetAssetField {
        /// The field's name.
        name: String,
        /// Its value.
        value: Value,
    },
    /// Replaces all type-specific fields of an asset.
    SetAssetFields {
        /// The values by field name.
        fields: Map<String, Value>,
    },
    /// Replaces the free notes of an asset.
    SetAssetMetadata {
        /// The notes.
        metadata: Map<String, Value>,
    },
    /// Chooses another structure, which empties the content. Locked once the prompt has an id, and always for assets.
    SetStructure {
        /// The structure.
        structure_type: StructureType,
    },
    /// Replaces the whole content; missing ids and orders are filled in.
    SetContent {
        /// The content.
        content: Box<Content>,
    },
    /// Replaces details and content, as a merge or an import into the open prompt does. The version stays; the structure
    /// follows unless it is locked.
    SetPrompt {
        /// The prompt.
        prompt: Box<Prompt>,
    },
    /// Adds an item. Ids that are missing are made; one that is taken is refused.
    AddItem {
        /// The item.
        item: Box<Item>,
        /// Where in its list; at the end when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        index: Option<usize>,
        /// The block to put a module or asset into.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        parent: Option<String>,
    },
    /// Puts a copy of an item behind it, with all that nests in it and with ids of its own.
    DuplicateItem {
        /// The item.
        id: String,
    },
    /// Removes an item with all that nests in it.
    RemoveItem {
        /// The item.
        id: String,
    },
    /// Moves an item within its list, or a module or asset to another block.
    MoveItem {
        /// The item.
        id: String,
        /// Its position afterwards.
        index: usize,
        /// The block to move into; its own list when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        parent: Option<String>,
    },
    /// Replaces a text of an item.
    SetText {
        /// The item.
        id: String,
        /// Which of its texts.
        field: TextField,
        /// The new text.
        text: String,
    },
    /// Replaces part of a text, positions in bytes of UTF-8.
    Splice {
        /// The item.
        id: String,
        /// Which of its texts.
        field: TextField,
        /// First byte replaced.
        start: usize,
        /// First byte kept after it.
        end: usize,
        /// What stands there instead.
        text: String,
    },
    /// Replaces part of a text, positions in UTF-16 code units, as browsers count.
    SpliceUtf16 {
        /// The item.
        id: String,
        /// Which of its texts.
        field: TextField,
        /// First unit replaced.
        start: usize,
        /// First unit kept after it.
        end: usize,
        /// What stands there instead.
        text: String,
    },
    /// Says what a segment says, and to whom.
    SetSegmentType {
        /// The segment.
        id: String,
        /// Its new type.
        segment_type: SegmentType,
    },
    /// Adds a wrapper to a module. One it has already, and 'No wrapper', change nothing.
    AddWrapper {
        /// The module.
        id: String,
        /// The wrapper.
        wrapper: Wrapper,
        /// Where; at the end when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        index: Option<usize>,
    },
    /// Takes the wrapper at a position off a module.
    RemoveWrapper {
        /// The module.
        id: String,
        /// The position.
        index: usize,
    },
    /// Moves a wrapper of a module.
    MoveWrapper {
        /// The module.
        id: String,
        /// Its position now.
        from: usize,
        /// Its position afterwards.
        to: usize,
    },
    /// Replaces all wrappers of a module.
    SetWrappers {
        /// The module.
        id: String,
        /// The wrappers in order.
        wrappers: Vec<Wrapper>,
    },
    /// Sets a module's configuration from JSON text. Text that is no JSON is refused and changes nothing.
    SetConfig {
        /// The module.
        id: String,
        /// The text.
        json: String,
    },
    /// Replaces all that an asset says. The reference is trimmed and must not be empty.
    SetAsset {
        /// The asset.
        id: String,
        /// What it points at.
        asset_type: BlockAssetType,
        /// The prompt's id, the file's name or the address.
        reference: String,
        /// How to call it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        title: Option<String>,
        /// What it is for.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        description: Option<String>,
    },
    /// Several edits as one: all of them or none, and one step to undo.
    Batch {
        /// The edits, each on what the former ones left.
        edits: Vec<Edit>,
    },
}
