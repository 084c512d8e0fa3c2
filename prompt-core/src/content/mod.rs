//! The content of a prompt: four lists in one object. The structure type of the prompt determines the
//! list in use.
//!
//! Items are listed in reading order; `order` repeats the position, zero-based and without gaps.
//! Unknown keys are stored in `extra` and written back, so an older program does not lose data of a
//! newer one.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::string_enum::string_enum;

pub(crate) mod derived;
pub mod edit;
mod excerpt;
pub mod item;
pub(crate) mod normalise;
pub mod outline;
pub(crate) mod read;
pub mod settings;
pub(crate) mod source;
pub mod template;
pub mod test_case;
pub mod text;
mod variables;

/// The four lists. All may be filled; the structure type determines the one used by the editor and the
/// exports.
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
    /// Unknown keys, stored unchanged.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

/// The key that stores the source of an imported file. It says nothing that the prompt or what is kept
/// beside it does not say, so comparisons, merges and searches pass over it.
pub(crate) const SOURCE: &str = "imported_source";

string_enum! {
    /// The role of a segment.
    #[derive(Default)]
    pub enum SegmentType as "segment type" {
        /// Instructions that set up the model.
        System = "system", "System";
        /// A message of the user.
        User = "user", "User";
        /// A message of the model.
        Assistant = "assistant", "Assistant";
        /// Background information.
        Context = "context", "Context";
        /// A task.
        #[default]
        Instruction = "instruction", "Instruction";
    }
}

/// One piece of a standard prompt.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Segment {
    /// Unique within its prompt.
    #[serde(default)]
    pub id: String,
    /// Position in its list, zero-based.
    #[serde(default = "unordered")]
    pub order: u32,
    /// Its role.
    #[serde(default)]
    pub r#type: SegmentType,
    /// Its text.
    #[serde(default)]
    pub content: String,
    /// Unknown keys, stored unchanged.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

/// One titled piece of a structured prompt.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Section {
    /// Unique within its prompt.
    #[serde(default)]
    pub id: String,
    /// Position in its list, zero-based.
    #[serde(default = "unordered")]
    pub order: u32,
    /// Its heading.
    #[serde(default)]
    pub title: String,
    /// Its purpose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub description: Option<String>,
    /// Its text.
    #[serde(default)]
    pub content: String,
    /// Unknown keys, stored unchanged.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

/// One reusable piece, either in a modulized prompt or inside a block.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Module {
    /// Unique within its prompt.
    #[serde(default)]
    pub id: String,
    /// Position in its list, zero-based.
    #[serde(default = "unordered")]
    pub order: u32,
    /// Its heading.
    #[serde(default)]
    pub title: String,
    /// Its purpose.
    #[serde(default)]
    pub description: String,
    /// Its text.
    #[serde(default)]
    pub content: String,
    /// The wrappers applied to its text, in order.
    #[serde(default)]
    pub wrappers: Vec<Wrapper>,
    /// Free JSON for the program that runs the module.
    #[serde(default = "no_config")]
    pub config: Value,
    /// Unknown keys, stored unchanged.
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
    /// A processing instruction for a module's text.
    pub enum Wrapper as "wrapper" {
        /// No processing.
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
        /// Apply only if a condition holds.
        ConditionalLogic = "conditional-logic", "Conditional logic";
        /// Define what to do on failure.
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
        /// Defined by the module's configuration.
        Custom = "custom", "Custom";
    }
}

impl Wrapper {
    /// Removes duplicates and 'No wrapper', preserving the order.
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

/// One part of an advanced prompt: related modules and the assets they depend on.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Block {
    /// Unique within its prompt.
    #[serde(default)]
    pub id: String,
    /// Position in its list, zero-based.
    #[serde(default = "unordered")]
    pub order: u32,
    /// Its heading.
    #[serde(default)]
    pub title: String,
    /// Its purpose.
    #[serde(default)]
    pub description: String,
    /// Its modules.
    #[serde(default)]
    pub modules: Vec<Module>,
    /// The assets its modules depend on.
    #[serde(default)]
    pub assets: Vec<BlockAsset>,
    /// Unknown keys, stored unchanged.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

string_enum! {
    /// The kind of target of a block asset.
    #[derive(Default)]
    pub enum BlockAssetType as "asset type" {
        /// Another prompt.
        #[default]
        Prompt = "prompt", "Prompt";
        /// A file.
        File = "file", "File";
        /// A web address.
        Url = "url", "URL";
        /// An image.
        Image = "image", "Image";
    }
}

/// A resource that a block depends on. It is named but never fetched.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BlockAsset {
    /// Unique within its prompt.
    #[serde(default)]
    pub id: String,
    /// The kind of target.
    #[serde(default)]
    pub r#type: BlockAssetType,
    /// The prompt's id, the file's name or the address; not empty.
    #[serde(default)]
    pub reference: String,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub title: Option<String>,
    /// Its purpose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub description: Option<String>,
    /// Unknown keys, stored unchanged.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

impl BlockAsset {
    /// Whether a text is a valid asset reference: it must not be blank.
    pub fn is_reference(text: &str) -> bool {
        !text.trim().is_empty()
    }
}

/// The sort order of an item without one: after all ordered items, in input order.
const fn unordered() -> u32 {
    u32::MAX
}

/// The default configuration of a module.
fn no_config() -> Value {
    Value::Object(Map::new())
}
