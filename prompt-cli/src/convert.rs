//! `promptcase convert`, `export` and `import`: converts prompts between formats.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use prompt_core::export::ExportFormat;
use prompt_core::import::ImportFormat;
use prompt_core::{Prompt, VersionNumber};

use crate::failure::{self, Failure, Outcome};
use crate::inputs::{self, Read};
use crate::prompts::{self, Layout, To};
use crate::remote::Remote;
use crate::upload::Upload;
use crate::{file_names, files, formats, named};

/// Read a prompt in any format and write it in another
#[derive(Args)]
#[command(
    after_help = "promptcase formats lists every format that is read or written. The format of the input is found by content, then by
name; that of the output by --to, else by the name of the file to write. --to original writes the file that the prompt came
from: the same bytes outside of what was edited.

Examples:
  promptcase convert review.md -o review.json
  promptcase convert review.md --to skill -o .claude/skills/review/SKILL.md
  promptcase convert - --from markdown --to yaml <review.md
  promptcase convert chat.prompt.yml --to prompty --no-comments"
)]
pub struct Convert {
    /// The file to read; - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The format to read; detected when omitted
    #[arg(long, value_name = "FORMAT", value_parser = formats::to_read())]
    from: Option<ImportFormat>,
    /// The format to write; by the name of the output when omitted; original for the file that the prompt came from
    #[arg(long, value_name = "FORMAT", value_parser = formats::to_write())]
    to: Option<To>,
    /// Where to write; standard output when omitted
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    #[command(flatten)]
    layout: Layout,
}

/// Write every prompt in the files, or of the server, to a folder, in one, several or all seven formats
#[derive(Args)]
#[command(
    after_help = "Files are named after the prompts, as the app names them: code-review-v1-2-3.md. Those for other tools are named as the
tool expects it: code-review/SKILL.md. What is no file is looked up on the server.

Examples:
  promptcase export review.json --directory out
  promptcase export prompts/*.json --to markdown --to html --directory out
  promptcase export prompts --to skill --directory .claude/skills
  promptcase export 'Code review' --version 1.2.0 --to prompty"
)]
pub struct Export {
    /// Files, folders or archives in any format that can be imported, - for standard input, or prompts of the server by id or
    /// title
    #[arg(required = true, value_name = "FILE|ID|TITLE")]
    files: Vec<String>,
    /// A format to write; may be repeated; all seven when omitted
    #[arg(long = "to", value_name = "FORMAT", value_parser = formats::to_write())]
    formats: Vec<To>,
    /// This version of prompts of the server; their current text when omitted
    #[arg(long, value_name = "VERSION")]
    version: Option<VersionNumber>,
    /// The folder to write to; created when missing
    #[arg(short, long, value_name = "FOLDER", default_value = ".")]
    directory: PathBuf,
    /// Overwrite files with different contents
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    remote: Remote,
}

/// Read files in any format and write each prompt to its own JSON file, or create it on the server
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase import awesome.csv --directory prompts
  promptcase import ~/.claude/commands/*.md --directory prompts
  promptcase import --from openai conversation.jsonl --directory prompts
  promptcase import prompts.zip --to-server --collection Team --folders --tag moved")]
pub struct Import {
    /// Files, folders or archives in any format that can be imported; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The format to read; detected when omitted
    #[arg(long, value_name = "FORMAT", value_parser = formats::to_read())]
    from: Option<ImportFormat>,
    /// The folder to write to; created when missing
    #[arg(short, long, value_name = "FOLDER", default_value = ".")]
    directory: PathBuf,
    /// Overwrite files with different contents
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    upload: Upload,
}

impl Convert {
    pub fn run(self) -> Outcome {
        let to = To::or_by_name(self.to, self.output.as_deref())?;
        let prompt = prompts::read_one(&self.file, self.from)?;
        let exported = self.layout.export_to(&prompt, to)?;
        prompts::note_all(&exported.file_name, &exported.warnings);
        files::write(self.output.as_deref(), &exported.text)?;
        Ok(failure::OK)
    }
}

impl Export {
    pub fn run(self) -> Outcome {
        let formats = if self.formats.is_empty() {
            ExportFormat::ALL.iter().copied().map(To::Format).collect()
        } else {
            self.formats
        };
        let mut folder = Folder::of(&self.directory, self.force);
        // With a version, a file that was pulled stands for its prompt on the server.
        let is_file = |name: &String| {
            let is_named_so = inputs::is_readable(name)
                || inputs::is_pattern_of_files(name)
                || Path::new(name).exists();
            self.version.is_none() && (name == files::STREAM || is_named_so)
        };
        let (names, stored): (Vec<_>, Vec<_>) = self.files.into_iter().partition(is_file);
        let mut code = each_prompt(&names, None, &mut folder, &formats, &self.layout)?;
        if stored.is_empty() {
            return Ok(code);
        }
        let server = self.remote.open()?;
        for name in stored {
            let exported = named::at_version(&server, &name, self.version).and_then(|stored| {
                let written = formats
                    .iter()
                    .map(|format| folder.write(&stored.prompt, *format, &self.layout));
                written.collect::<Result<(), _>>()
            });
            match exported {
                Ok(()) => {}
                Err(failure) if failure.ends_all() => return Err(failure),
                Err(failure) => {
                    files::note(&failure.to_string());
                    code = code.max(failure.code_among_others());
                }
            }
        }
        Ok(code)
    }
}

impl Import {
    pub fn run(self) -> Outcome {
        if self.upload.to_server {
            return self.upload.run(&self.files, self.from);
        }
        let layout = Layout::default();
        let mut folder = Folder::of(&self.directory, self.force);
        each_prompt(
            &self.files,
            self.from,
            &mut folder,
            &[To::Format(ExportFormat::Json)],
            &layout,
        )
    }
}

/// The output folder of `export` and `import`.
struct Folder<'a> {
    path: &'a Path,
    is_forced: bool,
    /// Normalized file names written in this run.
    taken: HashSet<String>,
}

impl<'a> Folder<'a> {
    fn of(path: &'a Path, is_forced: bool) -> Self {
        Self {
            path,
            is_forced,
            taken: HashSet::new(),
        }
    }

    /// Writes a prompt to its own file and prints the path. Refuses to overwrite a file with different contents
    /// unless forced.
    fn write(&mut self, prompt: &Prompt, format: To, layout: &Layout) -> Result<(), Failure> {
        let exported = layout.export_to(prompt, format)?;
        let name = free_name(&exported.file_name, &mut self.taken);
        let path = self.path.join(&name);
        let mut written = vec![(path.clone(), &exported.text)];
        // The file of a skill has a folder of its own.
        if name.contains('/') {
            let warnings = exported.warnings.iter();
            prompts::note_all(&name, warnings.filter(|one| prompts::is_of_one_file(one)));
            let beside = exported.files.iter();
            written.extend(beside.map(|(name, text)| (path.with_file_name(name), text)));
        } else {
            prompts::note_all(&name, &exported.warnings);
        }
        for (path, text) in &written {
            let is_the_same = || fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes());
            if !self.is_forced && path.exists() && !is_the_same() {
                return Err(Failure::content(
                    format!(
                        "{} is there already, with something else in it",
                        path.display()
                    ),
                    "name another folder with --directory, or --force to write over it",
                ));
            }
        }
        for (path, text) in &written {
            if let Some(parent) = path.parent() {
                files::make_directory(parent)?;
            }
            files::write_file(path, text)?;
            files::print(&format!("{}\n", path.display()))?;
        }
        Ok(())
    }
}

/// Writes every prompt of every file in every format and prints the paths. A failed prompt does not stop the
/// others.
fn each_prompt(
    names: &[String],
    from: Option<ImportFormat>,
    folder: &mut Folder<'_>,
    formats: &[To],
    layout: &Layout,
) -> Outcome {
    files::make_directory(folder.path)?;
    let mut code = failure::OK;
    for read in inputs::read_all(names, from) {
        let Read { name, imported, .. } = match read {
            Ok(read) => read,
            Err(failure) => {
                files::note(&failure.to_string());
                code = code.max(failure.code_among_others());
                continue;
            }
        };
        prompts::note_all(&name, &imported.diagnostics);
        if imported.prompts.is_empty() {
            files::note(&prompts::no_prompt(&name).to_string());
            code = code.max(failure::NO);
        }
        for read in &imported.prompts {
            prompts::note_all(&name, &read.diagnostics);
            for format in formats {
                if let Err(failure) = folder.write(&read.prompt, *format, layout) {
                    files::note(&failure.to_string());
                    code = code.max(failure.code_among_others());
                }
            }
        }
    }
    Ok(code)
}

/// The name, with a number before its extension, or after its folder, when this run has already used it.
fn free_name(name: &str, taken: &mut HashSet<String>) -> String {
    let (stem, rest) = match name.split_once('/') {
        Some((folder, base)) => (folder, format!("/{base}")),
        None => match name.rsplit_once('.') {
            Some((stem, extension)) => (stem, format!(".{extension}")),
            None => (name, String::new()),
        },
    };
    let mut free = name.to_owned();
    let mut number = 2;
    while !taken.insert(file_names::key(&free)) {
        free = format!("{stem}-{number}{rest}");
        number += 1;
    }
    free
}
