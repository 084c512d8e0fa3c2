//! `promptcase pull`: downloads a prompt to a file.

use std::path::Path;

use clap::Args;
use prompt_core::export::ExportFormat;
use prompt_core::{Prompt, VersionNumber};

use crate::failure::{self, Failure, Outcome};
use crate::files::{self, STREAM};
use crate::prompts::{self, Layout, To};
use crate::remote::{Remote, Stored};
use crate::working::{self, Renewed};
use crate::{formats, lock, named};

/// Download a prompt from the server in any format
#[derive(Args)]
#[command(
    visible_alias = "show",
    after_help = "Without --to the ending of the file says the format, and JSON is what remains. With -o it is remembered, in the folder \
            .promptcase beside the file, which prompt and which version it is: promptcase push FILE then saves over it, and merges where \
            somebody else saved meanwhile. A file with changes that were not pushed is not written over.

Examples:
  promptcase pull 'Code review' -o review.md
  promptcase pull 0198c2f4-5d1e-7c3a-9b1f-2f6c1f0a7e55 --to yaml
  promptcase show 'Code review@1.2.0' --to markdown
  promptcase pull 'Code review' --version 1.2.0 -o review-1.2.json
  promptcase pull review.md -o review.md"
)]
pub struct Pull {
    /// The prompt's id, its name, its title, or a file that was pulled; with @1.2.0, that version
    #[arg(value_name = "ID|TITLE")]
    prompt: String,
    /// Where to write; standard output when omitted
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// The format to write; original for the file that the prompt came from
    #[arg(long, value_name = "FORMAT", value_parser = formats::to_write())]
    to: Option<To>,
    /// The version to download; the current prompt when omitted
    #[arg(long, value_name = "VERSION")]
    version: Option<VersionNumber>,
    /// Overwrite a file with different contents
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    remote: Remote,
}

impl Pull {
    pub fn run(self) -> Outcome {
        let server = self.remote.open()?;
        let file = self.output.as_deref().filter(|name| *name != STREAM);
        if let Some(file) = file {
            working::guard(Path::new(file), self.force)?;
        }
        let Stored { id, prompt, .. } = named::at_version(&server, &self.prompt, self.version)?;
        let Some(file) = file else {
            let to = self.to.unwrap_or(To::Format(ExportFormat::Json));
            let exported = self.layout.export_to(&prompt, to)?;
            prompts::note_all(STREAM, &exported.warnings);
            files::print(&exported.text)?;
            return Ok(failure::OK);
        };
        // Held until the program exits. Check again: another process may have changed the file while this one
        // waited.
        let _lock = lock::beside(Path::new(file))?;
        let foreign = working::guard(Path::new(file), self.force)?;
        let new = self.text(file, foreign.as_deref(), &prompt)?;
        prompts::note_all(file, &new.warnings);
        let called = working::called(&prompt, prompt.version());
        let (path, address) = (Path::new(file), server.address());
        let is_whole = if new.is_ours {
            working::write(path, &new.text, address, id, prompt)?
        } else {
            working::write_back(path, &new.text, address, id, prompt)?
        };
        files::print(&format!("Pulled {called} into {file}.\n"))?;
        if !is_whole {
            files::note(&format!(
                "{file}: warning: not all of the prompt is in it, so it cannot be pushed back (pull it as json, or with metadata)"
            ));
        }
        Ok(failure::OK)
    }

    /// The text to write into a file. Another program's file keeps its form, unless a format is named.
    fn text(
        &self,
        file: &str,
        foreign: Option<&[u8]>,
        prompt: &Prompt,
    ) -> Result<Renewed, Failure> {
        if let Some(bytes) = foreign {
            let back = (self.to.is_none()).then(|| working::back(file, bytes, prompt));
            return back.flatten().ok_or_else(|| {
                Failure::usage(
                    format!(
                        "{file} is not in a form that promptcase writes, and would lose its own"
                    ),
                    "name another file, or --force to write over it",
                )
            });
        }
        if self.to.is_none()
            && let Some(exported) = working::source_for(file, prompt)
        {
            return Ok(Renewed::of(exported, false));
        }
        let by_name = || To::of_name(file).unwrap_or(To::Format(ExportFormat::Json));
        let to = self.to.unwrap_or_else(by_name);
        let exported = self.layout.export_to(prompt, to)?;
        let is_ours = match to {
            To::Format(format) => self.layout.export(prompt, format).text == exported.text,
            To::Tool(_) | To::Source(_) => false,
        };
        Ok(Renewed::of(exported, is_ours))
    }
}
