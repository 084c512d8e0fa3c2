//! The edits of a prompt. [`crate::Document`] applies them.

use serde::Serialize;
use serde_json::{Map, Value};

use super::item::{Item, TextField};
use super::{BlockAssetType, Content, SegmentType, Wrapper};
use crate::prompt::{Category, Complexity, Language, Prompt, PromptKind, StructureType};

/// One edit. Items are addressed by id; list positions are clamped, text positions are not.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Edit {
    /// Sets the title.
    SetTitle {
        /// The new title. Validation decides whether it can be saved.
        title: String,
    },
    /// Sets the description.
    SetDescription {
        /// The new description.
        description: String,
    },
    /// Sets the category.
    SetCategory {
        /// The new category.
        category: Category,
    },
    /// Sets the type.
    SetType {
        /// The new type.
        r#type: PromptKind,
    },
    /// Sets the language.
    SetLanguage {
        /// The new language.
        language: Language,
    },
    /// Sets the complexity. Only allowed for saved prompts whose saved complexity is `custom`.
    SetComplexity {
        /// The new complexity.
        complexity: Complexity,
    },
    /// Replaces the tags.
    SetTags {
        /// The new tags. They are trimmed; empty and repeated tags are dropped.
        tags: Vec<String>,
    },
    /// Sets the visibility.
    SetPublic {
        /// Whether other users can find the prompt.
        is_public: bool,
    },
    /// Sets one type-specific field of an asset; null removes it.
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
    /// Declares the variables of the prompt; null removes every declaration.
    SetVariables {
        /// The JSON Schema of an object whose properties are the variables.
        schema: Value,
    },
    /// Sets the model and how it answers; null removes every setting.
    SetSettings {
        /// The settings: `model`, `temperature`, `max_tokens`, `token_budget`, `response_schema`,
        /// `tools`.
        settings: Value,
    },
    /// Replaces the tests of the prompt; null removes them.
    SetTests {
        /// A list of tests: `id`, `title`, `values`, `checks`.
        tests: Value,
    },
    /// Changes the structure and clears the content. Locked once the prompt has an id, and always for
    /// assets.
    SetStructure {
        /// The structure.
        structure_type: StructureType,
    },
    /// Replaces the whole content. Missing ids and orders are generated.
    SetContent {
        /// The content.
        content: Box<Content>,
    },
    /// Replaces details and content, as a merge or an import into the open prompt does. The version is
    /// not changed, and a locked structure stays the same.
    SetPrompt {
        /// The prompt.
        prompt: Box<Prompt>,
    },
    /// Adds an item. Missing ids are generated; an id already in use is rejected.
    AddItem {
        /// The item.
        item: Box<Item>,
        /// Its position in the list; the end if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        index: Option<usize>,
        /// The block that receives a module or asset.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        parent: Option<String>,
    },
    /// Inserts a copy of an item after it, including its nested items, with new ids.
    DuplicateItem {
        /// The item.
        id: String,
    },
    /// Removes an item and its nested items.
    RemoveItem {
        /// The item.
        id: String,
    },
    /// Moves an item within its list, or a module or asset to another block.
    MoveItem {
        /// The item.
        id: String,
        /// The new position.
        index: usize,
        /// The target block; the current list if absent.
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
    /// Replaces part of a text. Positions are UTF-8 byte offsets.
    Splice {
        /// The item.
        id: String,
        /// Which of its texts.
        field: TextField,
        /// The first byte to replace.
        start: usize,
        /// The first byte after the replaced range.
        end: usize,
        /// The replacement.
        text: String,
    },
    /// Replaces part of a text. Positions are UTF-16 code units, as in browsers.
    SpliceUtf16 {
        /// The item.
        id: String,
        /// Which of its texts.
        field: TextField,
        /// The first unit to replace.
        start: usize,
        /// The first unit after the replaced range.
        end: usize,
        /// The replacement.
        text: String,
    },
    /// Sets the type of a segment.
    SetSegmentType {
        /// The segment.
        id: String,
        /// Its new type.
        segment_type: SegmentType,
    },
    /// Adds a wrapper to a module. A wrapper the module already has, and 'No wrapper', change nothing.
    AddWrapper {
        /// The module.
        id: String,
        /// The wrapper.
        wrapper: Wrapper,
        /// The position; the end if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        index: Option<usize>,
    },
    /// Removes the wrapper at a position from a module.
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
        /// Its current position.
        from: usize,
        /// Its new position.
        to: usize,
    },
    /// Replaces all wrappers of a module.
    SetWrappers {
        /// The module.
        id: String,
        /// The wrappers in order.
        wrappers: Vec<Wrapper>,
    },
    /// Sets a module's configuration from JSON text. Invalid JSON is rejected and changes nothing.
    SetConfig {
        /// The module.
        id: String,
        /// The text.
        json: String,
    },
    /// Replaces all fields of an asset. The reference is trimmed and must not be empty.
    SetAsset {
        /// The asset.
        id: String,
        /// The new type.
        asset_type: BlockAssetType,
        /// The prompt's id, the file's name or the address.
        reference: String,
        /// The new title.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        title: Option<String>,
        /// The new description.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        description: Option<String>,
    },
    /// Applies several edits atomically, as one undo step.
    Batch {
        /// The edits, each applied to the result of the previous ones.
        edits: Vec<Edit>,
    },
}
