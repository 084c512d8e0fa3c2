//! Exports a prompt as a file in one of seven formats, or in the [format of another tool](ForeignFormat).
//!
//! Every format renders the same [`Outline`]. An export never fails: content a format cannot represent
//! is written in a readable form and reported as a warning.
//!
//! With metadata and version info, every format except plain text contains the whole prompt, and
//! [`import`](crate::import) restores an equal one. `docs/export-formats.md` describes the grammar of
//! each format.

mod data;
pub(crate) mod escaped;
mod fill;
mod foreign;
mod front_matter;
mod html;
mod json;
pub(crate) mod markdown;
mod options;
mod plain_text;
pub(crate) mod prompty;
mod xml;
mod yaml;

use std::borrow::Cow;

use serde::Serialize;

use crate::content::outline::Outline;
use crate::render::Includes;
use crate::text::{export_file_name, truncate};
use crate::{Diagnostic, Prompt, Severity};

pub(crate) use yaml::{push_quoted, yaml_number};

pub use fill::{FILL_PROGRAM, FillProgram, controls, messages};
pub(crate) use foreign::dropped::of_files as files_left_out;
pub use foreign::{ForeignFormat, export_foreign, skill_name};
pub use html::page_policy;
pub use options::{ExportFormat, ExportOptions, Formatting, Indentation};

/// The number of characters of an export shown in a preview.
pub const PREVIEW_CHARS: usize = 1_000;

/// A prompt as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Exported {
    /// The file's text, with line feeds and without a byte order mark.
    pub text: String,
    /// The suggested file name.
    pub file_name: String,
    /// The media type, for HTTP.
    pub media_type: &'static str,
    /// Warnings about content the format could not represent exactly.
    pub warnings: Vec<Diagnostic>,
    /// The other files of a skill: the path of each beside the file, and its text. The warning `files_left_out` is for
    /// those who write the one file alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<(String, String)>>"))]
    pub files: Vec<(String, String)>,
}

/// Exports a prompt.
pub fn export(prompt: &Prompt, options: &ExportOptions) -> Exported {
    write(prompt, options, None)
}

/// Exports a prompt. An HTML page fills in and copies the prompt by itself, with `program` in it and with what the
/// prompt includes.
pub fn export_to_fill(
    prompt: &Prompt,
    options: &ExportOptions,
    includes: &impl Includes,
    program: FillProgram<'_>,
) -> Exported {
    let part = (options.format == ExportFormat::Html).then(|| fill::write(prompt, includes));
    write(prompt, options, part.as_deref().map(|part| (part, program)))
}

fn write(
    prompt: &Prompt,
    options: &ExportOptions,
    fill: Option<(&str, FillProgram<'_>)>,
) -> Exported {
    let outline = Outline::of(prompt);
    let mut warnings = Vec::new();
    let text = match options.format {
        ExportFormat::PlainText => plain_text::write(&outline, options),
        ExportFormat::Markdown => markdown::write(&outline, options, &mut warnings),
        ExportFormat::Yaml => yaml::write(&outline, options),
        ExportFormat::Json => json::write(&outline, options),
        ExportFormat::Html => html::write(&outline, options, fill, &mut warnings),
        ExportFormat::Xml => xml::write(&outline, options, &mut warnings),
        ExportFormat::Prompty => prompty::write(&outline, options, &mut warnings),
    };
    Exported {
        text,
        file_name: export_file_name(&prompt.title, prompt.version(), options.format.extension()),
        media_type: options.format.media_type(),
        warnings,
        files: Vec::new(),
    }
}

/// The preview of an export: its first 1,000 characters, followed by an ellipsis if truncated.
pub fn preview(text: &str) -> Cow<'_, str> {
    if text.len() <= PREVIEW_CHARS {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(truncate(text, PREVIEW_CHARS))
    }
}

/// The details shown above the text, each with its label.
fn shown_details(prompt: &Prompt, options: &ExportOptions) -> Vec<(&'static str, String)> {
    let mut shown = Vec::new();
    if options.include_metadata {
        if prompt.prompt_type.is_asset() {
            shown.push(("Asset", prompt.prompt_type.label().to_owned()));
        }
        shown.push(("Structure", prompt.structure_type.label().to_owned()));
        shown.push(("Category", prompt.category.label().to_owned()));
        shown.push(("Type", prompt.r#type.label().to_owned()));
        shown.push(("Language", prompt.language.label().to_owned()));
        shown.push(("Complexity", prompt.complexity.label().to_owned()));
        if !prompt.tags.is_empty() {
            shown.push(("Tags", prompt.tags.join(", ")));
        }
    }
    if options.include_version_info {
        shown.push(("Version", prompt.version().to_string()));
    }
    shown
}

/// A warning about content a format could not represent exactly.
fn warning(code: &str, place: String, message: String, hint: &str) -> Diagnostic {
    Diagnostic {
        code: code.to_owned(),
        severity: Severity::Warning,
        place: (!place.is_empty()).then_some(place),
        message,
        hint: Some(hint.to_owned()),
    }
}
