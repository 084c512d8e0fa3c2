//! Components: reusable library pieces of four types.

mod document;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::content::read::read_by_key;
use crate::number::parse_typed;
use crate::string_enum::string_enum;
use crate::text::{json_bytes, json_has_nul};
use crate::{Error, ErrorKind, StructureType, limits, validate};
pub use document::{ComponentDocument, ComponentState};

string_enum! {
    /// The type of a component.
    #[derive(Default)]
    pub enum ComponentType as "component type" {
        /// A piece of text with a configuration.
        #[default]
        Module = "module", "Module";
        /// A processing instruction for text.
        Wrapper = "wrapper", "Wrapper";
        /// Sections with variables.
        Template = "template", "Template";
        /// A reference to something external.
        Asset = "asset", "Asset";
    }
}

impl ComponentType {
    /// The structure of a new prompt created from such a component: a module becomes a module, a
    /// template becomes sections. `None` if no prompt can begin with it.
    pub const fn begins(self) -> Option<StructureType> {
        match self {
            Self::Module => Some(StructureType::Modulized),
            Self::Template => Some(StructureType::Structured),
            Self::Wrapper | Self::Asset => None,
        }
    }
}

string_enum! {
    /// The subject of a component.
    #[derive(Default)]
    pub enum ComponentCategory as "component category" {
        /// Anything.
        #[default]
        General = "general", "General";
        /// Answer formats.
        Formatting = "formatting", "Formatting";
        /// Software development.
        Development = "development", "Development";
        /// Analysis.
        Analysis = "analysis", "Analysis";
        /// Creative work.
        Creative = "creative", "Creative";
        /// Business.
        Business = "business", "Business";
    }
}

string_enum! {
    /// The processing that a wrapper component requests.
    #[derive(Default)]
    pub enum WrapperType as "wrapper type" {
        /// Answer as JSON.
        #[default]
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
        /// Defined by the wrapper's logic.
        Custom = "custom", "Custom";
    }
}

string_enum! {
    /// The kind of target of an asset component.
    #[derive(Default)]
    pub enum ComponentAssetType as "asset type" {
        /// A prompt.
        #[default]
        Prompt = "prompt", "Prompt";
        /// A file.
        File = "file", "File";
        /// A web address.
        Url = "url", "URL";
        /// An image.
        Image = "image", "Image";
        /// A document.
        Document = "document", "Document";
    }
}

/// The content of a component; its type determines which keys apply. The names are those of the public
/// API.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct ComponentContent {
    /// A module's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module_content: Option<String>,
    /// A module's configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module_config: Option<Value>,
    /// A wrapper's kind of processing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrapper_type: Option<WrapperType>,
    /// A wrapper's logic, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrapper_logic: Option<String>,
    /// A wrapper's configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrapper_config: Option<Value>,
    /// A template's sections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template_structure: Option<TemplateStructure>,
    /// A template's variables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template_variables: Option<Vec<TemplateVariable>>,
    /// The kind of target of an asset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asset_type: Option<ComponentAssetType>,
    /// An asset's target: an address, name or id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asset_reference: Option<String>,
    /// An asset's free notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asset_metadata: Option<Value>,
    /// Unknown keys, stored unchanged.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

read_by_key!(ComponentContent {
    "moduleContent" => module_content or || None,
    "moduleConfig" => module_config or || None,
    "wrapperType" => wrapper_type or || None,
    "wrapperLogic" => wrapper_logic or || None,
    "wrapperConfig" => wrapper_config or || None,
    "templateStructure" => template_structure or || None,
    "templateVariables" => template_variables or || None,
    "assetType" => asset_type or || None,
    "assetReference" => asset_reference or || None,
    "assetMetadata" => asset_metadata or || None,
});

/// The sections of a template.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct TemplateStructure {
    /// The sections in order.
    pub sections: Vec<TemplateSection>,
}

/// A section of a template.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct TemplateSection {
    /// Its heading.
    pub title: String,
    /// Its text.
    pub content: String,
}

/// A variable of a template.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct TemplateVariable {
    /// Its name.
    pub name: String,
    /// Its type: text, number, …
    pub r#type: String,
    /// Whether a value is required.
    pub required: bool,
}

read_by_key!(TemplateStructure without extra { "sections" => sections, });
read_by_key!(TemplateSection without extra { "title" => title, "content" => content, });
read_by_key!(TemplateVariable without extra { "name" => name, "type" => r#type, "required" => required, });

/// A component as saved by its author.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct Component {
    /// Its name, 1 to 200 characters.
    #[cfg_attr(feature = "schema", schemars(example = &"Answer as a table"))]
    pub title: String,
    /// Its purpose.
    pub description: String,
    /// Its type.
    pub r#type: ComponentType,
    /// Its subject.
    pub category: ComponentCategory,
    /// At most 50 tags.
    pub tags: Vec<String>,
    /// Whether the component is visible to other users.
    pub is_public: bool,
    /// Its content.
    pub content: ComponentContent,
}

impl Component {
    /// Returns everything that prevents saving, each error with its field.
    pub fn validate(&self) -> Vec<Error> {
        let mut errors = Vec::new();
        errors.extend(validate::title(&self.title).err());
        errors.extend(validate::description(&self.description).err());
        validate::tags(&self.tags, &mut errors);
        let bytes = json_bytes(&self.content);
        if bytes > limits::CONTENT_BYTES {
            errors.push(
                ErrorKind::TooLarge {
                    limit: limits::CONTENT_BYTES,
                    actual: bytes,
                }
                .at("content"),
            );
        }
        if json_has_nul(&self.content) {
            errors.push(
                ErrorKind::ContainsNul {
                    what: "The content",
                }
                .at("content"),
            );
        }
        errors
    }
}

impl ComponentContent {
    /// The content of a new component of a type.
    pub fn empty(of: ComponentType) -> Self {
        let nothing = || Some(Value::Object(Map::new()));
        match of {
            ComponentType::Module => Self {
                module_content: Some(String::new()),
                module_config: nothing(),
                ..Self::default()
            },
            ComponentType::Wrapper => Self {
                wrapper_type: Some(WrapperType::default()),
                wrapper_logic: Some(String::new()),
                wrapper_config: nothing(),
                ..Self::default()
            },
            ComponentType::Template => Self {
                template_structure: Some(TemplateStructure::default()),
                template_variables: Some(Vec::new()),
                ..Self::default()
            },
            ComponentType::Asset => Self {
                asset_type: Some(ComponentAssetType::default()),
                asset_reference: Some(String::new()),
                asset_metadata: nothing(),
                ..Self::default()
            },
        }
    }
}

/// Parses the JSON of a configuration field.
///
/// # Errors
///
/// Returns an error with line and column if the text is not valid JSON.
pub fn parse_config(text: &str) -> Result<Value, Error> {
    parse_typed("The configuration", text)
}

/// Validates a rating of 1 to 5 stars.
///
/// # Errors
///
/// Returns an error if the number is out of range.
pub fn rating(stars: u8) -> Result<u8, Error> {
    if (1..=5).contains(&stars) {
        Ok(stars)
    } else {
        Err(ErrorKind::NotValid {
            what: "The rating",
            hint: "give 1 to 5 stars",
        }
        .at("rating_value"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_cannot_be_stored_is_named() {
        for (component, fields) in [
            (json!({ "title": "Table" }), vec![]),
            (json!({ "title": "  " }), vec!["title"]),
            (
                json!({ "title": "x".repeat(201), "tags": ["a", "", "a"] }),
                vec!["title", "tags[1]", "tags[2]"],
            ),
            (
                json!({ "title": "x", "content": { "moduleContent": "\0" } }),
                vec!["content"],
            ),
        ] {
            let component: Component = serde_json::from_value(component).unwrap();
            let errors = component.validate();
            let named: Vec<_> = errors.iter().filter_map(Error::field).collect();
            assert_eq!(named, fields);
        }
    }

    #[test]
    fn content_keeps_the_contract_s_names_and_what_it_does_not_know() {
        let stored =
            json!({ "wrapperType": "format-table", "wrapperLogic": "Rows.", "other": [1] });
        let content: ComponentContent = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(content.wrapper_type, Some(WrapperType::FormatTable));
        assert_eq!(serde_json::to_value(content).unwrap(), stored);
        for of in ComponentType::ALL {
            let empty = serde_json::to_value(ComponentContent::empty(*of)).unwrap();
            assert!(
                empty
                    .as_object()
                    .is_some_and(|map| map.keys().all(|key| key.starts_with(of.as_str()))),
                "{of}"
            );
        }
    }

    #[test]
    fn a_prompt_begins_with_what_has_text_of_its_own() {
        for (component, structure) in [
            ("module", Some(StructureType::Modulized)),
            ("template", Some(StructureType::Structured)),
            ("wrapper", None),
            ("asset", None),
        ] {
            let component: ComponentType = component.parse().unwrap();
            assert_eq!(component.begins(), structure, "{component}");
        }
    }

    #[test]
    fn stars_go_from_one_to_five() {
        assert_eq!(
            [0, 1, 5, 6].map(|stars| rating(stars).is_ok()),
            [false, true, true, false]
        );
    }
}
