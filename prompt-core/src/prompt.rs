//! The prompt as edited by its author: its details, its content and its version.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::content::source::pieces_mut;
use crate::content::{Content, SOURCE};
use crate::string_enum::string_enum;
use crate::text::copy_title;
use crate::version::VersionNumber;
use crate::{Error, ErrorKind};

string_enum! {
    /// The type of a prompt record: a prompt, or one of the seven asset types.
    #[derive(Default)]
    pub enum PromptType as "prompt type" {
        /// A prompt.
        #[default]
        Prompt = "prompt", "Prompt";
        /// Background information for a prompt.
        Context = "context", "Context";
        /// The required form of an answer.
        ResponseSchema = "response_schema", "Response Schema";
        /// Sample answers in the required form.
        ResponseExamples = "response_examples", "Response Examples";
        /// The role of the model.
        Persona = "persona", "Persona";
        /// The task of the model.
        Instructions = "instructions", "Instructions";
        /// Restrictions for the model.
        Constraints = "constraints", "Constraints";
        /// Worked examples.
        Examples = "examples", "Examples";
    }
}

impl PromptType {
    /// Whether this is an asset: any type except `prompt`.
    pub const fn is_asset(self) -> bool {
        !matches!(self, Self::Prompt)
    }
}

string_enum! {
    /// The structure, which selects the list of the content that the editor and the exports use.
    #[derive(Default)]
    pub enum StructureType as "structure type" {
        /// Simple segments.
        #[default]
        Standard = "standard", "Standard";
        /// Hierarchical sections.
        Structured = "structured", "Structured";
        /// Reusable modules with processing wrappers.
        Modulized = "modulized", "Modulized";
        /// Blocks with modules and assets.
        Advanced = "advanced", "Advanced";
    }
}

string_enum! {
    /// The complexity of a prompt. The first three come from generation; prompts written by a user are
    /// `custom`.
    #[derive(Default)]
    pub enum Complexity as "complexity" {
        /// One to three components.
        Simple = "simple", "Simple";
        /// Three to five components.
        Medium = "medium", "Medium";
        /// Five components or more.
        Complex = "complex", "Complex";
        /// Written by a user.
        #[default]
        Custom = "custom", "Custom";
    }
}

string_enum! {
    /// The subject of a prompt. `general` is for assets.
    #[derive(Default)]
    pub enum Category as "category" {
        /// Artificial intelligence.
        #[default]
        Ai = "ai", "AI";
        /// Web development.
        Web = "web", "Web";
        /// Data and analysis.
        Data = "data", "Data";
        /// Creative work.
        Creative = "creative", "Creative";
        /// Business.
        Business = "business", "Business";
        /// Research.
        Research = "research", "Research";
        /// Any subject; the default of assets.
        General = "general", "General";
    }
}

impl Category {
    /// Whether the category is allowed for a prompt or an asset of this type.
    pub const fn is_for(self, prompt_type: PromptType) -> bool {
        prompt_type.is_asset() || !matches!(self, Self::General)
    }
}

string_enum! {
    /// The role that a prompt gives the model. `asset` is for assets.
    #[derive(Default)]
    pub enum PromptKind as "type" {
        /// Answers questions and helps.
        #[default]
        Assistant = "assistant", "Assistant";
        /// Analyzes its input.
        Analyzer = "analyzer", "Analyzer";
        /// Creates something new.
        Generator = "generator", "Generator";
        /// Improves its input.
        Optimizer = "optimizer", "Optimizer";
        /// Performs a single task.
        Tool = "tool", "Tool";
        /// Works towards a goal autonomously.
        Agent = "agent", "Agent";
        /// An asset.
        Asset = "asset", "Asset";
    }
}

impl PromptKind {
    /// Whether the kind is allowed for a prompt or an asset of this type.
    pub const fn is_for(self, prompt_type: PromptType) -> bool {
        prompt_type.is_asset() || !matches!(self, Self::Asset)
    }
}

string_enum! {
    /// The language a prompt is written in.
    #[derive(Default)]
    pub enum Language as "language" {
        /// English.
        #[default]
        English = "english", "English";
        /// French.
        French = "french", "French";
        /// German.
        German = "german", "German";
        /// Spanish.
        Spanish = "spanish", "Spanish";
    }
}

/// A prompt or asset as edited by its author. Owner, timestamps and likes are stored by the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct Prompt {
    /// Its name, 1 to 200 characters.
    #[cfg_attr(feature = "schema", schemars(example = &"Answer a customer"))]
    pub title: String,
    /// Its purpose, at most 2,000 characters.
    pub description: String,
    /// A prompt, or a type of asset.
    pub prompt_type: PromptType,
    /// The structure, which selects the list of the content in use.
    pub structure_type: StructureType,
    /// Its subject.
    pub category: Category,
    /// The role it gives the model.
    pub r#type: PromptKind,
    /// The language it is written in.
    pub language: Language,
    /// Its complexity.
    pub complexity: Complexity,
    /// At most 50 distinct tags of at most 50 characters.
    pub tags: Vec<String>,
    /// Whether it is visible to other users.
    pub is_public: bool,
    /// Major part of the version.
    pub version_major: u32,
    /// Minor part of the version.
    pub version_minor: u32,
    /// Patch part of the version, incremented by every save.
    pub version_batch: u32,
    /// Values of an asset's type-specific fields, by field name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(
        feature = "ts",
        ts(optional, as = "Option<std::collections::HashMap<String, Value>>")
    )]
    pub asset_fields: Map<String, Value>,
    /// Free notes of an asset.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(
        feature = "ts",
        ts(optional, as = "Option<std::collections::HashMap<String, Value>>")
    )]
    pub asset_metadata: Map<String, Value>,
    /// Its text, in one of four structures. It is serialised last because it is the largest field.
    pub content: Content,
}

impl Default for Prompt {
    /// A new prompt: 'Untitled Prompt', private, standard, 1.0.0.
    fn default() -> Self {
        Self {
            title: "Untitled Prompt".to_owned(),
            description: String::new(),
            prompt_type: PromptType::default(),
            structure_type: StructureType::default(),
            category: Category::default(),
            r#type: PromptKind::default(),
            language: Language::default(),
            complexity: Complexity::default(),
            tags: Vec::new(),
            is_public: false,
            version_major: VersionNumber::INITIAL.major,
            version_minor: VersionNumber::INITIAL.minor,
            version_batch: VersionNumber::INITIAL.batch,
            asset_fields: Map::new(),
            asset_metadata: Map::new(),
            content: Content::default(),
        }
    }
}

impl Prompt {
    /// A new prompt or asset of a type: 'Untitled Prompt', or 'Untitled Persona' in the category
    /// `general` and of complexity `simple`.
    pub fn new(prompt_type: PromptType) -> Self {
        if !prompt_type.is_asset() {
            return Self::default();
        }
        Self {
            title: format!("Untitled {}", prompt_type.label()),
            prompt_type,
            category: Category::General,
            r#type: PromptKind::Asset,
            complexity: Complexity::Simple,
            ..Self::default()
        }
    }

    /// Its version as one value.
    pub const fn version(&self) -> VersionNumber {
        VersionNumber {
            major: self.version_major,
            minor: self.version_minor,
            batch: self.version_batch,
        }
    }

    /// Sets the three parts of its version.
    pub const fn set_version(&mut self, version: VersionNumber) {
        self.version_major = version.major;
        self.version_minor = version.minor;
        self.version_batch = version.batch;
    }

    /// A copy for cloning: private, version 1.0.0, with '(Copy)' appended to the title, which is
    /// truncated if necessary.
    #[must_use]
    pub fn copy(&self) -> Self {
        let mut copy = Self {
            title: copy_title(&self.title),
            is_public: false,
            ..self.clone()
        };
        copy.set_version(VersionNumber::INITIAL);
        copy
    }

    /// The prompt without its content, for lists and detail cards.
    #[must_use]
    pub fn without_content(&self) -> Self {
        let Self {
            title,
            description,
            prompt_type,
            structure_type,
            category,
            r#type,
            language,
            complexity,
            tags,
            is_public,
            version_major,
            version_minor,
            version_batch,
            asset_fields,
            asset_metadata,
            content: _,
        } = self;
        Self {
            title: title.clone(),
            description: description.clone(),
            prompt_type: *prompt_type,
            structure_type: *structure_type,
            category: *category,
            r#type: *r#type,
            language: *language,
            complexity: *complexity,
            tags: tags.clone(),
            is_public: *is_public,
            version_major: *version_major,
            version_minor: *version_minor,
            version_batch: *version_batch,
            asset_fields: asset_fields.clone(),
            asset_metadata: asset_metadata.clone(),
            content: Content::default(),
        }
    }

    /// Whether its complexity is locked once it is saved. Only `custom` can change.
    pub fn has_settled_complexity(&self) -> bool {
        self.complexity != Complexity::Custom
    }

    /// Checks whether it can be saved over `stored`.
    ///
    /// # Errors
    ///
    /// Returns an error if the structure changed, or if the complexity changed and the stored one is
    /// not `custom`.
    pub fn check_settled(&self, stored: &Self) -> Result<(), Error> {
        if self.structure_type != stored.structure_type {
            return Err(ErrorKind::StructureLocked.at("structure_type"));
        }
        if self.complexity != stored.complexity && stored.has_settled_complexity() {
            return Err(ErrorKind::ComplexityLocked.at("complexity"));
        }
        Ok(())
    }

    /// Whether two prompts have the same details: all fields except content and version.
    pub fn has_same_details(&self, other: &Self) -> bool {
        self.title == other.title
            && self.description == other.description
            && self.prompt_type == other.prompt_type
            && self.structure_type == other.structure_type
            && self.category == other.category
            && self.r#type == other.r#type
            && self.language == other.language
            && self.complexity == other.complexity
            && self.tags == other.tags
            && self.is_public == other.is_public
            && self.asset_fields == other.asset_fields
            && self.asset_metadata == other.asset_metadata
    }

    /// Whether saving this over `other` would change nothing: all fields except the version are equal.
    pub fn says_the_same(&self, other: &Self) -> bool {
        self.has_same_details(other)
            && (self.content == other.content
                || is_same_but_for_sums(&self.content, &other.content))
    }
}

/// Whether two contents differ at most in what the sources of their files say about texts that stood there.
fn is_same_but_for_sums(one: &Content, other: &Content) -> bool {
    let [Some(_), Some(_)] = [one, other].map(|content| content.extra.get(SOURCE)) else {
        return false;
    };
    let [mut one, mut other] = [one, other].map(Clone::clone);
    for (one, other) in pieces_mut(&mut one).zip(pieces_mut(&mut other)) {
        let (Some(one), Some(other)) = (one, other) else {
            continue;
        };
        // How a text was written is forgotten together with its sum.
        let is_forgotten = !(one.contains_key("sum") && other.contains_key("sum"));
        for piece in [one, other] {
            piece.shift_remove("sum");
            piece.shift_remove("block");
            if is_forgotten {
                piece.shift_remove("was");
            }
        }
    }
    one == other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits;

    #[test]
    fn a_saved_prompt_keeps_its_structure_and_a_complexity_that_is_not_custom() {
        use Complexity::{Custom, Medium, Simple};
        use StructureType::{Advanced, Standard};
        for (stored, saved, code) in [
            ((Standard, Custom), (Standard, Custom), None),
            ((Standard, Custom), (Standard, Simple), None),
            (
                (Standard, Simple),
                (Standard, Medium),
                Some("complexity_locked"),
            ),
            (
                (Standard, Simple),
                (Standard, Custom),
                Some("complexity_locked"),
            ),
            (
                (Standard, Custom),
                (Advanced, Custom),
                Some("structure_locked"),
            ),
        ] {
            let prompt = |(structure_type, complexity)| Prompt {
                structure_type,
                complexity,
                ..Prompt::default()
            };
            let refused = prompt(saved).check_settled(&prompt(stored)).err();
            assert_eq!(
                refused.map(|error| error.code()),
                code,
                "{stored:?} {saved:?}"
            );
        }
    }

    #[test]
    fn a_copy_is_private_and_marked_and_its_title_still_fits() {
        let mut original = Prompt {
            title: "Poem".to_owned(),
            is_public: true,
            ..Prompt::default()
        };
        original.set_version(VersionNumber::new(2, 3, 4));
        let copy = original.copy();
        assert_eq!(copy.title, "Poem (Copy)");
        assert!(!copy.is_public);
        assert_eq!(copy.version(), VersionNumber::INITIAL);
        original.title = "é".repeat(limits::TITLE_CHARS);
        let title = original.copy().title;
        assert_eq!(title.chars().count(), limits::TITLE_CHARS);
        assert!(title.ends_with("é (Copy)"));
    }
}
