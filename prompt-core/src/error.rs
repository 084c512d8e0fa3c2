//! Errors: [`Error`] for a failed operation, [`Diagnostic`] for questionable input.
//!
//! The crate has one error type. Programs match on [`Error::code`], users read the message, and `field`
//! is the path: `title`, `tags[3]`, `content.blocks[2].assets[0].reference`.

use serde::Serialize;

use crate::VersionNumber;
use crate::messages::Message;

/// A failed operation, with the field that caused it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct Error {
    kind: ErrorKind,
    field: Option<String>,
}

/// The reason an operation failed. `Display` is the message for users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A required text is empty.
    #[error("{what} is required")]
    Required {
        /// The missing thing, as shown to users.
        what: &'static str,
    },
    /// A text has more characters than allowed.
    #[error("{what} may have at most {limit} characters, this one has {actual}")]
    TooLong {
        /// The thing that is too long.
        what: &'static str,
        /// The maximum number of characters.
        limit: usize,
        /// The number of characters given.
        actual: usize,
    },
    /// A list has more items than allowed.
    #[error("At most {limit} {what} are allowed, there are {actual}")]
    TooMany {
        /// The name of the items, in the plural.
        what: &'static str,
        /// The maximum number of items.
        limit: usize,
        /// The number of items given.
        actual: usize,
    },
    /// The serialised content is larger than allowed.
    #[error("The content may have at most {limit} bytes, it has {actual}")]
    TooLarge {
        /// The maximum number of bytes.
        limit: usize,
        /// The number of bytes given.
        actual: usize,
    },
    /// The values of a prompt's variables are larger than allowed.
    #[error("The values may have at most {limit} bytes, they have {actual}")]
    ValuesTooLarge {
        /// The maximum number of bytes.
        limit: usize,
        /// The number of bytes given.
        actual: usize,
    },
    /// Variables have neither a value nor a default.
    #[error("Fill in these variables first: {names}")]
    MissingValues {
        /// Their names.
        names: String,
    },
    /// A value that is not a variant of an enum.
    #[error("{}", unknown_word(what, given, known))]
    UnknownVariant {
        /// The enum's name.
        what: &'static str,
        /// The value given.
        given: String,
        /// All variants.
        known: Vec<&'static str>,
    },
    /// An unsupported export format.
    #[error("Unsupported export format: {given}")]
    UnsupportedExportFormat {
        /// The requested format.
        given: String,
    },
    /// A version number that is not `Major.Minor.Patch`.
    #[error("'{given}' is not a version number: write Major.Minor.Patch, as 1.0.0")]
    NotAVersion {
        /// The text given.
        given: String,
    },
    /// A part of a version number that has reached its maximum.
    #[error(
        "The {part} number of {version} cannot grow any further: create a version that raises another part"
    )]
    VersionLimit {
        /// The part: major, minor or patch.
        part: &'static str,
        /// The version to bump.
        version: VersionNumber,
    },
    /// An edit refers to an item that does not exist.
    #[error("There is no {what} '{id}' in this prompt")]
    NoSuchItem {
        /// The kind of item.
        what: &'static str,
        /// The id given.
        id: String,
    },
    /// An edit refers to a text field that the item kind does not have.
    #[error("A {what} has no {field}")]
    NoSuchField {
        /// The kind of item.
        what: &'static str,
        /// The field's name.
        field: &'static str,
    },
    /// A module or asset placed outside a block, or another item placed inside one.
    #[error("A {what} cannot be put there: modules and assets go into blocks, other items do not")]
    WrongParent {
        /// The kind of item.
        what: &'static str,
    },
    /// The structure type of a saved prompt or of an asset cannot change.
    #[error(
        "The structure type is locked: it can be chosen only until a prompt is saved, and never for assets"
    )]
    StructureLocked,
    /// The complexity of an unsaved or generated prompt cannot change.
    #[error(
        "The complexity is locked: it can be chosen only for a saved prompt whose complexity is custom"
    )]
    ComplexityLocked,
    /// A text is not valid JSON.
    #[error("{what} is not valid JSON: look at line {line}, column {column}")]
    InvalidJson {
        /// The invalid text, as shown to users.
        what: &'static str,
        /// The line of the syntax error, from 1.
        line: usize,
        /// The column of the syntax error, from 1.
        column: usize,
    },
    /// A number that JavaScript cannot represent exactly.
    #[error("The number {number} cannot be kept as it is: write it in quotes")]
    InexactNumber {
        /// The number as written.
        number: String,
    },
    /// A fixed message of the catalogue.
    #[error("{}", .0.text())]
    Said(Message),
    /// An invalid value, for instance an address.
    #[error("{what} is not valid: {hint}")]
    NotValid {
        /// The thing, as shown to users.
        what: &'static str,
        /// A description of the valid form.
        hint: &'static str,
    },
    /// The same tag twice.
    #[error("The tag '{tag}' is there twice")]
    DuplicateTag {
        /// The tag.
        tag: String,
    },
    /// A value that is only allowed for assets.
    #[error("The {what} '{given}' is only for assets")]
    OnlyForAssets {
        /// The enum's name.
        what: &'static str,
        /// The value given.
        given: &'static str,
    },
    /// A collection moved into itself or into one of its descendants.
    #[error("A collection cannot be moved into itself or into a collection it contains")]
    CollectionCycle,
    /// Collections nested too deeply.
    #[error("Collections may be nested at most {limit} deep")]
    TooDeep {
        /// The maximum number of levels.
        limit: usize,
    },
    /// A context file that is too large.
    #[error("File {name} is too large. Maximum size is 10MB.")]
    FileTooLarge {
        /// The file's name.
        name: String,
    },
    /// A context file of an unsupported type.
    #[error("File type {extension} is not supported.")]
    FileTypeNotSupported {
        /// Its extension, including the dot.
        extension: String,
    },
    /// A balance below the price.
    #[error("Insufficient credits. This operation requires {required} credits.")]
    InsufficientCredits {
        /// The price.
        required: u64,
    },
    /// An unknown paid feature.
    #[error("Unknown feature type: {given}")]
    UnknownFeature {
        /// The name given.
        given: String,
    },
    /// An AI provider that is not configured.
    #[error("Provider {provider} not available or not configured")]
    ProviderNotAvailable {
        /// Its name.
        provider: String,
    },
    /// An unknown export format.
    #[error("Unsupported export format: {format}")]
    UnsupportedFormat {
        /// The name given.
        format: String,
    },
    /// A failed save with a known reason.
    #[error("Save failed: {reason}")]
    SaveFailed {
        /// The reason.
        reason: String,
    },
    /// A collection that could not be created.
    #[error("Failed to create collection: {reason}")]
    CollectionCreateFailed {
        /// The reason.
        reason: String,
    },
    /// A collection that could not be deleted.
    #[error("Failed to delete collection: {reason}")]
    CollectionDeleteFailed {
        /// The reason.
        reason: String,
    },
    /// A model that judged a test and said nothing that can be read.
    #[error(
        "The judge's answer to the test “{test}” cannot be read. Judge it again, or let another model judge"
    )]
    NotJudged {
        /// The title of the test.
        test: String,
    },
    /// A text splice outside the text, or inside a character.
    #[error("The edit does not fit the text: {start}..{end} of {length}")]
    BadSplice {
        /// The start offset.
        start: usize,
        /// The end offset.
        end: usize,
        /// The length of the text.
        length: usize,
    },
    /// Two items share an id.
    #[error("Two items have the id '{id}'")]
    DuplicateId {
        /// The id.
        id: String,
    },
    /// A NUL character, which databases and most formats cannot store.
    #[error("{what} must not contain the NUL character")]
    ContainsNul {
        /// The thing that contains it.
        what: &'static str,
    },
}

impl ErrorKind {
    /// A stable error code, never renamed once released.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Required { .. } => "required",
            Self::TooLong { .. } => "too_long",
            Self::TooMany { .. } => "too_many",
            Self::TooLarge { .. } | Self::ValuesTooLarge { .. } => "too_large",
            Self::MissingValues { .. } => "missing_values",
            Self::UnknownVariant { .. } => UNKNOWN_WORD,
            Self::UnsupportedExportFormat { .. } => "unsupported_export_format",
            Self::NotAVersion { .. } => "not_a_version",
            Self::VersionLimit { .. } => "version_limit",
            Self::NoSuchItem { .. } => "no_such_item",
            Self::NoSuchField { .. } => "no_such_field",
            Self::WrongParent { .. } => "wrong_parent",
            Self::StructureLocked => "structure_locked",
            Self::ComplexityLocked => "complexity_locked",
            Self::InvalidJson { .. } => "invalid_json",
            Self::InexactNumber { .. } => "inexact_number",
            Self::Said(message) => message.code(),
            Self::NotValid { .. } => "not_valid",
            Self::DuplicateTag { .. } => "duplicate_tag",
            Self::OnlyForAssets { .. } => "only_for_assets",
            Self::CollectionCycle => "collection_cycle",
            Self::TooDeep { .. } => "too_deep",
            Self::FileTooLarge { .. } => "file_too_large",
            Self::FileTypeNotSupported { .. } => "file_type_not_supported",
            Self::InsufficientCredits { .. } => "insufficient_credits",
            Self::UnknownFeature { .. } => "unknown_feature",
            Self::ProviderNotAvailable { .. } => "provider_not_available",
            Self::UnsupportedFormat { .. } => "unsupported_format",
            Self::SaveFailed { .. } => "save_failed",
            Self::CollectionCreateFailed { .. } => "collection_create_failed",
            Self::CollectionDeleteFailed { .. } => "collection_delete_failed",
            Self::NotJudged { .. } => "not_judged",
            Self::BadSplice { .. } => "bad_splice",
            Self::DuplicateId { .. } => "duplicate_id",
            Self::ContainsNul { .. } => "contains_nul",
        }
    }

    /// Attaches a field to this kind of error.
    pub fn at(self, field: impl Into<String>) -> Error {
        Error {
            kind: self,
            field: Some(field.into()),
        }
    }
}

/// The code of a value that is not a variant of an enum.
pub(crate) const UNKNOWN_WORD: &str = "unknown_word";

fn unknown_word(what: &str, given: &str, known: &[&str]) -> String {
    format!(
        "Unknown {what}: '{given}'. Use one of: {}",
        known.join(", ")
    )
}

impl Error {
    /// The sentence of an unknown word alone. The program that reads files in the browser has no other error,
    /// and downloads the sentences of none.
    pub(crate) fn unknown_word(&self) -> String {
        match &self.kind {
            ErrorKind::UnknownVariant { what, given, known } => unknown_word(what, given, known),
            _ => String::new(),
        }
    }

    /// The reason the operation failed.
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// A stable error code.
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The path of the field that caused the error.
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// Sets the field of the error.
    #[must_use]
    pub fn at(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self { kind, field: None }
    }
}

/// The severity of a [`Diagnostic`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// For information only.
    Info,
    /// Something was changed, dropped or guessed.
    Warning,
    /// Something could not be read.
    Error,
}

/// A remark on input or output that did not stop the operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Diagnostic {
    /// A stable code.
    pub code: String,
    /// Its severity.
    pub severity: Severity,
    /// Its location: a path in the prompt (`segments[2].content`) or a line of the file (`line 12`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub place: Option<String>,
    /// What happened, in one sentence.
    pub message: String,
    /// A suggested fix.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hint: Option<String>,
}
