//! The text of a prompt: four lists in one object. The structure type of the prompt says which list counts.
//!
//! Items are listed in reading order; `order` repeats the position, 0-based and dense. Unknown keys are stored in `extra` and
//! written back, so an older program loses nothing that a newer one stored.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::string_enum::string_enum;

pub(crate) mod derived;
pub mod edit;
pub mod item;
pub(crate) mod normalise;
pub mod outline;
pub(crate) mod read;
pub mod text;

/// The four lists. All may be filled; the structure type says which one the editor and the exports use.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct Content {
    /// Items of a standard prompt.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Segment>>"))]
    pub segments: Vec<Segment>,
    /// Items of a structured prompt.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Section>>"))]
    pub sections: Vec<Section>,
    /// Items of a modulized prompt.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Module>>"))]
    pub modules: Vec<Module>,
    /// Items of an advanced prompt.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Block>>"))]
    pub blocks: Vec<Block>,
    /// Keys this version does not know, kept as they came.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

string_enum! {
    /// What a segment says, and to whom.
    #[derive(Default)]
    pub enum SegmentType as "segment type" {
        /// Sets the model up.
        System = "system", "System";
        /// What a person says.
        User = "user", "User";
        /// What the model says.
        Assistant = "assistant", "Assistant";
        /// Background.
        Context = "context", "Context";
        /// What to do.
        #[default]
        Instruction = "instruction", "Instruction";
    }
}

/// One piece of a standard prompt.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Segment {
    /// Unique in its prompt.
    #[serde(default)]
    pub id: String,
    /// Position in its list, from 0.
    #[serde(default = "unordered")]
    pub order: u32,
    /// What it says, and to whom.
    #[serde(default)]
    pub r#type: SegmentType,
    /// Its text.
    #[serde(default)]
    pub content: String,
    /// Keys this version does not know.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

/// One titled piece of a structured prompt.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Section {
    /// Unique in its prompt.
    #[serde(default)]
    pub id: String,
    /// Position in its list, from 0.
    #[serde(default = "unordered")]
    pub order: u32,
    /// Its heading.
    #[serde(default)]
    pub title: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub description: Option<String>,
    /// Its text.
    #[serde(default)]
    pub content: String,
    /// Keys this version does not know.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

/// One reusable piece, alone in a modulized prompt or inside a block.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Module {
    /// Unique in its prompt.
    #[serde(default)]
    pub id: String,
    /// Position in its list, from 0.
    #[serde(default = "unordered")]
    pub order: u32,
    /// Its heading.
    #[serde(default)]
    pub title: String,
    /// What it is for.
    #[serde(default)]
    pub description: String,
    /// Its text.
    #[serde(default)]
    pub content: String,
    /// How its text is processed, in this order.
    #[serde(default)]
    pub wrappers: Vec<Wrapper>,
    /// Free JSON for whoever runs it.
    #[serde(default = "no_config")]
    pub config: Value,
    /// Keys this version does not know.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

impl Default for Module {
    fn default() -> Self {
        Self {
            id: String::new(),
            order: unordered(),
            title: String::new(),
            description: String::new(),
            content: String::new(),
            wrappers: Vec::new(),
            config: no_config(),
            extra: Map::new(),
        }
    }
}

string_enum! {
    /// How a module's text is processed.
    pub enum Wrapper as "wrapper" {
        /// Not at all.
        NoWrapper = "no_wrapper", "No wrapper";
        /// Answer as JSON.
        FormatJson = "format-json", "Format JSON";
        /// Answer as a list.
        FormatList = "format-list", "Format list";
        /// Answer as a table.
        FormatTable = "format-table", "Format table";
        /// Check the input first.
        ValidateInput = "validate-input", "Validate input";
        /// Transform the data.
        TransformData = "transform-data", "Transform data";
        /// Only if a condition holds.
        ConditionalLogic = "conditional-logic", "Conditional logic";
        /// Say what to do when it fails.
        ErrorHandling = "error-handling", "Error handling";
        /// Answer as Markdown.
        FormatMarkdown = "format-markdown", "Format Markdown";
        /// Answer as YAML.
        FormatYaml = "format-yaml", "Format YAML";
        /// Answer as XML.
        FormatXml = "format-xml", "Format XML";
        /// Answer as CSV.
        FormatCsv = "format-csv", "Format CSV";
        /// Shorten the text.
        Summarize = "summarize", "Summarize";
        /// Translate the text.
        Translate = "translate", "Translate";
        /// Whatever the config says.
        Custom = "custom", "Custom";
    }
}

impl Wrapper {
    /// The wrappers without repeats and without 'No wrapper', in the order in which they came.
    pub fn without_repeats(wrappers: Vec<Self>) -> Vec<Self> {
        let mut kept = Vec::with_capacity(wrappers.len());
        for wrapper in wrappers {
            if wrapper != Self::NoWrapper && !kept.contains(&wrapper) {
                kept.push(wrapper);
            }
        }
        kept
    }
}

/// One part of an advanced prompt: modules that belong together, and what they rely on.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Block {
    /// Unique in its prompt.
    #[serde(default)]
    pub id: String,
    /// Position in its list, from 0.
    #[serde(default = "unordered")]
    pub order: u32,
    /// Its heading.
    #[serde(default)]
    pub title: String,
    /// What it is for.
    #[serde(default)]
    pub description: String,
    /// Its modules.
    #[serde(default)]
    pub modules: Vec<Module>,
    /// What the modules rely on.
    #[serde(default)]
    pub assets: Vec<BlockAsset>,
    /// Keys this version does not know.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

string_enum! {
    /// What a block's asset points at.
    #[derive(Default)]
    pub enum BlockAssetType as "asset type" {
        /// Another prompt.
        #[default]
        Prompt = "prompt", "Prompt";
        /// A file.
        File = "file", "File";
        /// A web address.
        Url = "url", "URL";
        /// A picture.
        Image = "image", "Image";
    }
}

/// Something a block relies on, named but never fetched.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BlockAsset {
    /// Unique in its prompt.
    #[serde(default)]
    pub id: String,
    /// What it points at.
    #[serde(default)]
    pub r#type: BlockAssetType,
    /// The prompt's id, the file's name or the address; not empty.
    #[serde(default)]
    pub reference: String,
    /// How to call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub title: Option<String>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub description: Option<String>,
    /// Keys this version does not know.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

impl BlockAsset {
    /// Whether a text can be an asset's reference: it says something.
    pub fn is_reference(text: &str) -> bool {
        !text.trim().is_empty()
    }
}

/// The order of an item that came without one: after all that have one, in the order in which they came.
const fn unordered() -> u32 {
    u32::MAX
}

/// The configuration of a module that has none.
fn no_config() -> Value {
    Value::Object(Map::new())
}
