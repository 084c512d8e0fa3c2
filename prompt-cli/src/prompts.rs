//! Reading prompts from files in any supported format, and writing them in the formats of this program and of other tools.

use std::str::FromStr;

use clap::Args;
use prompt_core::export::{
    ExportFormat, ExportOptions, Exported, FILL_PROGRAM, ForeignFormat, Formatting, Indentation,
    export_to_fill,
};
use prompt_core::import::{
    ImportFormat, Imported, export_for_tool, export_to_source, import, is_titled_by_name,
    source_format,
};
use prompt_core::{Diagnostic, Prompt, Severity};
use uuid::Uuid;

use crate::failure::Failure;
use crate::files::{self, Input, STREAM};
use crate::inputs;
use crate::terminal::one_line;

/// Returns a new id for an item that has none.
pub fn new_id() -> String {
    Uuid::now_v7().to_string()
}

/// Imports a file, with its diagnostics.
pub fn read(name: &str, from: Option<ImportFormat>) -> Result<(Input, Imported), Failure> {
    let input = files::read(name)?;
    let file_name = (name != STREAM).then_some(name);
    let imported = import(&input.bytes, file_name, from);
    Ok((input, imported))
}

/// Imports a file that must contain one prompt, and prints its diagnostics. An archive is one of a skill.
pub fn read_one(name: &str, from: Option<ImportFormat>) -> Result<Prompt, Failure> {
    let name = inputs::one(name)?;
    let (input, imported) = read(&name, from)?;
    let Some(archive) = inputs::of_archive(&input.name, &input.bytes, from) else {
        return only(&input.name, imported);
    };
    let mut found = archive?;
    found.retain(|one| !one.imported.prompts.is_empty());
    match found.len() {
        1 => {
            let one = found.remove(0);
            only(&one.name, one.imported)
        }
        0 => Err(no_prompt(&input.name)),
        count => Err(several(&input.name, count)),
    }
}

fn several(name: &str, count: usize) -> Failure {
    Failure::usage(
        format!("{name} holds {count} prompts, and one is needed"),
        "promptcase import writes each into a file of its own",
    )
}

/// Returns the only imported prompt, and prints its diagnostics.
pub fn only(name: &str, imported: Imported) -> Result<Prompt, Failure> {
    let count = imported.prompts.len();
    note_all(name, &imported.diagnostics);
    let mut prompts = imported.prompts.into_iter();
    match (prompts.next(), count) {
        (Some(only), 1) => {
            note_all(name, &only.diagnostics);
            Ok(only.prompt)
        }
        (None, _) => Err(no_prompt(name)),
        _ => Err(several(name, count)),
    }
}

/// The failure for a file without a prompt.
pub fn no_prompt(name: &str) -> Failure {
    Failure::content(
        format!("{name} holds no prompt"),
        "see what promptcase lint says about it, or name its format with --from",
    )
}

/// Prints diagnostics to standard error, one per line.
pub fn note_all<'d>(name: &str, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) {
    for diagnostic in diagnostics {
        files::note(&line(name, diagnostic));
    }
}

/// Whether a remark is about the file itself, as one that leaves out the other files of a skill is not.
pub fn is_of_one_file(diagnostic: &Diagnostic) -> bool {
    diagnostic.code != "files_left_out"
}

/// Formats a diagnostic as one line: `FILE: line 12: warning: … (hint)`.
pub fn line(name: &str, diagnostic: &Diagnostic) -> String {
    let place = diagnostic
        .place
        .as_deref()
        .map_or_else(String::new, |place| format!("{place}: "));
    let hint = diagnostic
        .hint
        .as_deref()
        .map_or_else(String::new, |hint| format!(" ({hint})"));
    format!(
        "{name}: {place}{}: {}{hint}",
        severity(diagnostic.severity),
        diagnostic.message
    )
}

/// The word for a severity.
pub const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// The layout options of exported files.
#[derive(Args, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are switches of a command line"
)]
pub struct Layout {
    /// Leave out metadata: details, ids and everything else that is not the prompt's text
    #[arg(long)]
    no_metadata: bool,
    /// Leave out the version number
    #[arg(long)]
    no_version_info: bool,
    /// Spaces per nesting level: 2, 4 or 8
    #[arg(long, value_name = "SPACES", default_value = "2", value_parser = indentation)]
    indent: Indentation,
    /// Leave out blank lines between parts
    #[arg(long)]
    no_line_breaks: bool,
    /// Leave out explanatory comments
    #[arg(long)]
    no_comments: bool,
}

fn indentation(text: &str) -> Result<Indentation, String> {
    text.parse::<u8>()
        .ok()
        .and_then(|spaces| Indentation::try_from(spaces).ok())
        .ok_or_else(|| "write 2, 4 or 8".to_owned())
}

/// A format to write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// One of the seven.
    Format(ExportFormat),
    /// The format of another tool.
    Tool(ForeignFormat),
    /// The file that the prompt was imported from, in this format if one is named.
    Source(Option<ImportFormat>),
}

impl FromStr for To {
    type Err = prompt_core::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if name == "original" {
            return Ok(Self::Source(None));
        }
        let tool = || name.parse().map(Self::Tool);
        let source = || name.parse().map(|format| Self::Source(Some(format)));
        let ending = || ExportFormat::from_extension(name).map(Self::Format);
        name.parse().map(Self::Format).or_else(|error| {
            ending()
                .or_else(|| tool().ok())
                .or_else(|| source().ok())
                .ok_or(error)
        })
    }
}

impl To {
    /// The format that a file's name says.
    pub fn of_name(name: &str) -> Option<Self> {
        let tool = ForeignFormat::from_file_name(name).map(Self::Tool);
        tool.or_else(|| format_of(name).map(Self::Format))
    }

    /// The format to write a file in: the one that is named, else the one that the file's name says.
    pub fn or_by_name(named: Option<Self>, output: Option<&str>) -> Result<Self, Failure> {
        let output = output.filter(|name| *name != STREAM);
        named
            .or_else(|| output.and_then(Self::of_name))
            .ok_or_else(|| match output {
                Some(name) => Failure::usage(
                    format!("the name {} says no format", one_line(name)),
                    "name one with --to; promptcase formats lists them",
                ),
                None => Failure::usage(
                    "no format is named",
                    "name one with --to, or write to a file with -o, whose name says it; promptcase formats lists them",
                ),
            })
    }
}

impl Layout {
    /// Exports a prompt. A prompt that was imported from a file of the same format is written as that file.
    pub fn export_to(&self, prompt: &Prompt, to: To) -> Result<Exported, Failure> {
        let source = source_format(prompt);
        match to {
            To::Format(format) => {
                let is_source = source.is_some_and(|source| source.as_str() == format.as_str());
                let written = (is_source && !self.no_metadata).then(|| export_to_source(prompt));
                Ok(written
                    .flatten()
                    .unwrap_or_else(|| self.export(prompt, format)))
            }
            To::Tool(format) => Ok(export_for_tool(prompt, format)),
            To::Source(wanted) => {
                let is_wanted = wanted.is_none() || wanted == source;
                if source.is_none() || !is_wanted {
                    let from = source
                        .map_or_else(String::new, |source| format!("; it came from {source}"));
                    return Err(Failure::usage(
                        format!(
                            "{} was not imported from a file of this format{from}",
                            one_line(&prompt.title)
                        ),
                        format!(
                            "promptcase formats lists what it can be written as; --to original is the file it came from{from}"
                        ),
                    ));
                }
                export_to_source(prompt).ok_or_else(|| {
                    Failure::content(
                        format!(
                            "the file that {} came from cannot hold its texts",
                            one_line(&prompt.title)
                        ),
                        "write it as one of the seven formats",
                    )
                })
            }
        }
    }

    /// Exports a prompt with this layout.
    pub fn export(&self, prompt: &Prompt, format: ExportFormat) -> Exported {
        let options = ExportOptions {
            format,
            include_metadata: !self.no_metadata,
            include_version_info: !self.no_version_info,
            formatting: Formatting {
                indentation: self.indent,
                line_breaks: !self.no_line_breaks,
                comments: !self.no_comments,
            },
        };
        // Includes are shown as they are written.
        export_to_fill(prompt, &options, &(), FILL_PROGRAM)
    }
}

/// Writes a prompt to a file or standard output. The file's name says the format; JSON is the default.
pub fn write(prompt: &Prompt, output: Option<&str>) -> Result<(), Failure> {
    let to = output
        .and_then(To::of_name)
        .unwrap_or(To::Format(ExportFormat::Json));
    let exported = Layout::default().export_to(prompt, to)?;
    note_all(output.unwrap_or(STREAM), &exported.warnings);
    files::write(output, &exported.text)
}

/// Gives the prompts whose title is only the name of their file the title of the first of them, so that names of
/// files are no difference between prompts.
pub fn share_titles<const N: usize>(sides: [(&str, &[u8], &mut Prompt); N]) {
    let ending = sides
        .iter()
        .map(|(name, ..)| *name)
        .find(|name| *name != STREAM);
    let mut shared: Option<String> = None;
    for (name, bytes, prompt) in sides {
        let name = if name == STREAM {
            ending.unwrap_or("prompt.txt")
        } else {
            name
        };
        if is_titled_by_name(bytes, name, prompt) {
            prompt.title = shared.get_or_insert_with(|| prompt.title.clone()).clone();
        }
    }
}

/// The export format of a file's extension.
pub fn format_of(name: &str) -> Option<ExportFormat> {
    let (_, extension) = name.rsplit_once('.')?;
    ExportFormat::from_extension(extension)
}
