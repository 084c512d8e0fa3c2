//! Bodies and answers of fetching.

use std::collections::HashMap;

use prompt_core::content::settings::Settings;
use prompt_core::export::ExportFormat;
use prompt_core::render::{MessageContent, RenderProblem, Role, Values};
use prompt_core::{Prompt, VersionNumber};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;
use crate::http::error::{ApiError, Result};

/// The form of a fetched prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FetchFormat {
    /// The messages that a model gets.
    Messages,
    /// The messages in pieces, with the places of variables.
    Pieces,
    /// The rendered text alone.
    Text,
    /// The prompt as it is stored.
    Source,
    /// A file in an export format.
    File(ExportFormat),
}

impl FetchFormat {
    pub fn parse(word: Option<&str>) -> Result<Self> {
        Ok(match word {
            None | Some("messages") => Self::Messages,
            Some("pieces") => Self::Pieces,
            Some("text") => Self::Text,
            Some("source") => Self::Source,
            Some(word) => {
                let by_ending = ExportFormat::from_extension(word);
                let format = by_ending.map_or_else(|| word.parse(), Ok);
                let format = format.map_err(|_| {
                    let message = format!(
                        "Unsupported format: {word}. Use messages, pieces, text, source, or a file: md, txt, json, yaml, xml, html, prompty"
                    );
                    ApiError::rule("format", "unsupported_format", message)
                });
                Self::File(format?)
            }
        })
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Messages => "messages",
            Self::Pieces => "pieces",
            Self::Text => "text",
            Self::Source => "source",
            Self::File(format) => format.as_str(),
        }
    }

    /// Whether it carries the rendered prompt, with what it includes.
    pub const fn is_rendered(self) -> bool {
        matches!(self, Self::Messages | Self::Pieces | Self::Text)
    }
}

/// The values to render a prompt with.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct FetchValues {
    /// Values by the names of variables. A variable without one takes its default.
    #[schemars(with = "HashMap<String, Value>", example = serde_json::json!({ "language": "Rust" }))]
    #[serde(default)]
    pub values: Values,
}

/// A message for a model.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FetchedMessage {
    pub role: Role,
    /// A text, or its parts if there are images.
    pub content: MessageContent,
}

/// A rendered prompt.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FetchedMessages {
    /// Its current name.
    #[schemars(example = &"@ada/code-review")]
    pub name: String,
    pub id: Uuid,
    pub title: String,
    /// The version that was rendered.
    pub version: VersionNumber,
    /// The label that was asked for.
    pub label: Option<String>,
    pub messages: Vec<FetchedMessage>,
    /// What is not rendered, such as a variable without a value.
    pub problems: Vec<RenderProblem>,
    /// What is left out as the prompt says: modules whose condition is false.
    pub remarks: Vec<RenderProblem>,
}

/// A piece of a text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FetchedPiece {
    /// Its text. That of a variable is its default, or the variable as it is written.
    pub text: String,
    /// The variable whose value takes its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// The address of the image, of the web or a `data:` address, that takes the place of the text where a model takes images.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
}

/// A message for a model, in pieces.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MessagePieces {
    pub role: Role,
    pub pieces: Vec<FetchedPiece>,
}

/// A prompt whose variables an application fills in itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FetchedPieces {
    /// Its current name.
    #[schemars(example = &"@ada/code-review")]
    pub name: String,
    pub id: Uuid,
    pub title: String,
    /// The version of the text.
    pub version: VersionNumber,
    /// The label that was asked for.
    pub label: Option<String>,
    /// Whether values do no more than take the places of their variables. If not, conditions, sections or lists decide which
    /// text there is: render it with POST.
    pub is_fixed: bool,
    pub messages: Vec<MessagePieces>,
    /// The model and how it answers, as the prompt says.
    pub settings: Settings,
    /// What is not rendered, such as a variable without a default.
    pub problems: Vec<RenderProblem>,
    /// What is left out as the prompt says: modules whose condition is false.
    pub remarks: Vec<RenderProblem>,
}

/// A prompt as it is stored.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FetchedSource {
    /// Its current name.
    #[schemars(example = &"@ada/code-review")]
    pub name: String,
    pub id: Uuid,
    /// The version of the text.
    pub version: VersionNumber,
    /// The label that was asked for.
    pub label: Option<String>,
    pub prompt: Prompt,
}

/// A fetched prompt as JSON: messages, its source, or a JSON file.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum Fetched {
    Messages(FetchedMessages),
    Pieces(FetchedPieces),
    Source(Box<FetchedSource>),
    File(Map<String, Value>),
}

/// References to prompts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct IncludesWanted {
    /// Slugs, `@handle/slug`, either with `@version` or `:label`, or ids.
    #[schemars(example = &["@ada/tone@1.2.0"], length(max = 100))]
    pub references: Vec<String>,
    /// The prompt that includes them, whose workspace names without a handle are about. If left out, your own.
    #[serde(default)]
    pub prompt_id: Option<Uuid>,
}

/// Prompts by the references to them, with those that they include in turn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct IncludedPrompts {
    /// A reference that names nothing you may see is left out.
    pub prompts: HashMap<String, Prompt>,
}

/// The kind of record that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NamedKind {
    Prompt,
    Component,
    Collection,
    Profile,
}

/// A record by its name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResolvedName {
    pub kind: NamedKind,
    pub id: Uuid,
    pub title: String,
    /// Its current name, which may not be the one that was asked for.
    #[schemars(example = &"@ada/code-review")]
    pub name: String,
    /// The version that the name stands for. Only for prompts.
    pub version: Option<VersionNumber>,
}

row! {
    /// How often a version of a prompt was fetched under a label by a client.
    #[derive(Clone, Debug)]
    pub struct UsageRow {
        pub version_major: i64,
        pub version_minor: i64,
        pub version_batch: i64,
        pub label: String,
        pub client: String,
        pub requests: i64,
        pub last_at: Timestamp,
        /// The requests of all rows.
        pub total: i64,
    }
}

/// How often a version of a prompt was fetched under a label by a client.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Usage {
    pub version: VersionNumber,
    /// The label that was asked for; null without one.
    pub label: Option<String>,
    /// The name of the program, from its User-Agent.
    pub client: String,
    #[schemars(with = "u32")]
    pub requests: i64,
    pub last_used_at: Timestamp,
}

/// How often a prompt was fetched.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PromptUsage {
    /// The days counted, up to today.
    pub days: u32,
    /// All requests of these days.
    #[schemars(with = "u32")]
    pub requests: i64,
    /// By version, label and client, the most used first.
    pub items: Vec<Usage>,
}
