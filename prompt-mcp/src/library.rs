//! What a server of prompts asks of whatever holds them.

use std::collections::HashMap;

use prompt_core::{Content, Prompt, VersionNumber, VersionType};
use rmcp::model::{ErrorData, Extensions};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Why something could not be done, in the words of the API.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Whose fault it is.
    pub kind: Kind,
    /// A stable code, such as `not_found`.
    pub code: String,
    /// A sentence that says what to do.
    pub message: String,
    /// The field that it is about.
    pub field: Option<String>,
}

/// The kind of a [`Failure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// There is no such thing, or it is hidden.
    NotFound,
    /// The request is wrong or not allowed.
    Refused,
    /// The program's own fault.
    Internal,
}

impl Failure {
    /// A request that is wrong or not allowed.
    pub fn refused(code: &str, message: impl Into<String>) -> Self {
        Self {
            kind: Kind::Refused,
            code: code.to_owned(),
            message: message.into(),
            field: None,
        }
    }

    /// Something that is not there.
    pub fn not_found(what: &str) -> Self {
        Self {
            kind: Kind::NotFound,
            ..Self::refused("not_found", format!("{what} not found"))
        }
    }

    /// The same failure, about a field.
    #[must_use]
    pub fn at(mut self, field: &str) -> Self {
        self.field = Some(field.to_owned());
        self
    }

    /// The error of a protocol request.
    pub(crate) fn error(self) -> ErrorData {
        let data = json!({ "code": self.code, "field": self.field });
        match self.kind {
            Kind::Internal => ErrorData::internal_error(self.message, Some(data)),
            _ => ErrorData::invalid_params(self.message, Some(data)),
        }
    }
}

impl From<prompt_core::Error> for Failure {
    fn from(error: prompt_core::Error) -> Self {
        Self {
            field: error.field().map(str::to_owned),
            ..Self::refused(error.code(), error.to_string())
        }
    }
}

/// A page of a list.
#[derive(Clone, Debug)]
pub struct Page<T> {
    /// Its entries.
    pub items: Vec<T>,
    /// Where the next page starts; `None` on the last.
    pub next_cursor: Option<String>,
}

/// What a list says of a prompt.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The name by which it is asked for: `code-review`, `@ada/code-review`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its purpose.
    pub description: String,
    /// The version that the name stands for.
    pub version: VersionNumber,
}

/// A prompt with the prompts that it includes.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What a list says of it.
    pub summary: Summary,
    /// Its text.
    pub prompt: Prompt,
    /// Included prompts by the references to them.
    pub includes: HashMap<String, Prompt>,
}

/// A collection of prompts.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The name by which it is asked for.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its purpose.
    pub description: String,
}

/// The text of a draft to save.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The prompt to change; a new one without it.
    #[serde(default)]
    pub name: Option<String>,
    /// The version that was read.
    #[serde(default)]
    pub base_version: Option<VersionNumber>,
    /// Its title.
    #[serde(default)]
    pub title: Option<String>,
    /// Its purpose.
    #[serde(default)]
    pub description: Option<String>,
    /// Its tags.
    #[serde(default)]
    pub tags: Option<Vec<String>>,
    /// Its messages, for a prompt that is written as messages.
    #[serde(default)]
    pub messages: Option<Vec<DraftMessage>>,
    /// Its whole content.
    #[serde(default)]
    pub content: Option<Content>,
}

/// A message of a draft.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftMessage {
    /// Who says it.
    pub role: prompt_core::render::Role,
    /// What is said.
    pub content: String,
}

/// A change of a prompt. What is `None` stays.
#[derive(Clone, Debug)]
pub struct Change {
    /// The version that was read.
    pub base_version: Option<VersionNumber>,
    /// Its title.
    pub title: Option<String>,
    /// Its purpose.
    pub description: Option<String>,
    /// Its tags.
    pub tags: Option<Vec<String>>,
    /// Its whole content.
    pub content: Option<Content>,
}

/// A version to make of a prompt's current text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewVersion {
    /// The prompt.
    pub name: String,
    /// The part of the number to raise.
    #[serde(rename = "type")]
    pub part: VersionType,
    /// What changed.
    pub changelog: String,
    /// The version that was read.
    pub base_version: VersionNumber,
}

/// A saved prompt.
#[derive(Clone, Debug, Serialize)]
pub struct Saved {
    /// Its name.
    pub name: String,
    /// Its version now.
    pub version: VersionNumber,
}

/// Whatever holds prompts.
pub trait Library: Send + Sync + 'static {
    /// Who asks.
    type Caller: Clone + Send + Sync;

    /// Who sent a request, from what its transport says of it.
    fn caller(&self, extensions: &Extensions) -> Result<Self::Caller, Failure>;

    /// Whether the caller may save and make versions. Each call is checked again.
    fn can_write(&self, caller: &Self::Caller) -> bool;

    /// A page of the prompts that the caller uses: own ones first. It has no texts.
    fn list(
        &self,
        caller: &Self::Caller,
        cursor: Option<String>,
    ) -> impl Future<Output = Result<Page<Summary>, Failure>> + Send;

    /// The best matches of words.
    fn search(
        &self,
        caller: &Self::Caller,
        words: &str,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<Summary>, Failure>> + Send;

    /// A prompt by its name, with a version or a label where one is written. `is_used` says whether its text is given
    /// to a model, which a library may count.
    fn load(
        &self,
        caller: &Self::Caller,
        name: &str,
        is_used: bool,
    ) -> impl Future<Output = Result<Loaded, Failure>> + Send;

    /// Does work that may take a processor for long. A library that serves many keeps it apart from them.
    fn in_turn<T: Send>(&self, work: impl FnOnce() -> T + Send) -> impl Future<Output = T> + Send {
        async { work() }
    }

    /// A page of the caller's collections.
    fn collections(
        &self,
        caller: &Self::Caller,
        cursor: Option<String>,
    ) -> impl Future<Output = Result<Page<Collection>, Failure>> + Send;

    /// A collection by its name, with its prompts.
    fn collection(
        &self,
        caller: &Self::Caller,
        name: &str,
    ) -> impl Future<Output = Result<(Collection, Page<Summary>), Failure>> + Send;

    /// Creates a private prompt, or changes the one of a name.
    fn save(
        &self,
        caller: &Self::Caller,
        name: Option<&str>,
        change: Change,
    ) -> impl Future<Output = Result<Saved, Failure>> + Send;

    /// Makes a version of a prompt's current text.
    fn create_version(
        &self,
        caller: &Self::Caller,
        new: NewVersion,
    ) -> impl Future<Output = Result<Saved, Failure>> + Send;
}
