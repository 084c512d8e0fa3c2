//! The options of an export: the format and three groups of switches.

use serde::{Deserialize, Serialize};

use crate::string_enum::string_enum;

string_enum! {
    /// The seven export formats.
    #[derive(Default)]
    pub enum ExportFormat as "export format" else UnsupportedExportFormat {
        /// The text only, to paste anywhere.
        PlainText = "plain-text", "Plain Text";
        /// A document to read and edit.
        #[default]
        Markdown = "markdown", "Markdown";
        /// The whole prompt as human-readable data.
        Yaml = "yaml", "YAML";
        /// A page to view, print and share.
        Html = "html", "HTML";
        /// The whole prompt as data for XML tools.
        Xml = "xml", "XML";
        /// The whole prompt as data for programs.
        Json = "json", "JSON";
        /// A file for the Prompty runtimes.
        Prompty = "prompty", "Prompty";
    }
}

impl ExportFormat {
    /// The file extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::PlainText => "txt",
            Self::Markdown => "md",
            Self::Yaml => "yaml",
            Self::Html => "html",
            Self::Xml => "xml",
            Self::Json => "json",
            Self::Prompty => "prompty",
        }
    }

    /// The media type, for HTTP.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::PlainText => "text/plain; charset=utf-8",
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Yaml => "application/yaml; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Xml => "application/xml; charset=utf-8",
            Self::Json => "application/json",
            Self::Prompty => "text/x-prompty; charset=utf-8",
        }
    }

    /// Returns the format of a file extension.
    pub fn from_extension(extension: &str) -> Option<Self> {
        let extension = extension.to_ascii_lowercase();
        match extension.as_str() {
            "yml" => Some(Self::Yaml),
            "htm" => Some(Self::Html),
            "markdown" => Some(Self::Markdown),
            "text" => Some(Self::PlainText),
            _ => Self::ALL
                .iter()
                .copied()
                .find(|format| format.extension() == extension),
        }
    }
}

/// All options of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct ExportOptions {
    /// The format.
    pub format: ExportFormat,
    /// Whether to write the prompt's details, ids and all other data except its text.
    pub include_metadata: bool,
    /// Whether to write the version number.
    pub include_version_info: bool,
    /// The layout of the file. JSON ignores it.
    pub formatting: Formatting,
}

/// The layout of an exported file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct Formatting {
    /// Spaces per nesting level.
    pub indentation: Indentation,
    /// Whether to write blank lines between the parts.
    pub line_breaks: bool,
    /// Whether to write explanatory comments, in formats that support them.
    pub comments: bool,
}

/// Spaces per nesting level: 2, 4 or 8.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "2 | 4 | 8"))]
#[serde(try_from = "u8", into = "u8")]
pub enum Indentation {
    /// Two spaces.
    #[default]
    Two,
    /// Four spaces.
    Four,
    /// Eight spaces.
    Eight,
}

impl ExportOptions {
    /// The default options of a format: metadata, version info, line breaks and comments enabled,
    /// indented by 2.
    pub fn new(format: ExportFormat) -> Self {
        Self {
            format,
            ..Self::default()
        }
    }
}

impl Default for ExportOptions {
    fn default() -> Self {
        Self {
            format: ExportFormat::default(),
            include_metadata: true,
            include_version_info: true,
            formatting: Formatting::default(),
        }
    }
}

impl Default for Formatting {
    fn default() -> Self {
        Self {
            indentation: Indentation::default(),
            line_breaks: true,
            comments: true,
        }
    }
}

impl Indentation {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Two, Self::Four, Self::Eight];

    /// The number of spaces.
    pub const fn spaces(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

impl TryFrom<u8> for Indentation {
    type Error = String;

    fn try_from(spaces: u8) -> Result<Self, String> {
        match spaces {
            2 => Ok(Self::Two),
            4 => Ok(Self::Four),
            8 => Ok(Self::Eight),
            _ => Err(format!("the indentation is 2, 4 or 8, not {spaces}")),
        }
    }
}

impl From<Indentation> for u8 {
    fn from(indentation: Indentation) -> Self {
        match indentation {
            Indentation::Two => 2,
            Indentation::Four => 4,
            Indentation::Eight => 8,
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Indentation {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Indentation".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "integer",
            "description": "Spaces a level of nested output",
            "enum": [2, 4, 8],
            "default": 2,
        })
    }
}
