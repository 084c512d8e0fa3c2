//! `promptcase pull`: downloads a prompt to a file.

use std::path::Path;

use clap::Args;
use prompt_core::VersionNumber;
use prompt_core::export::ExportFormat;

use crate::failure::{self, Outcome};
use crate::files::{self, STREAM};
use crate::prompts::{self, Layout};
use crate::remote::Remote;
use crate::{lock, named, working};

/// Download a prompt from the server in any of the seven formats
#[derive(Args)]
#[command(
    after_help = "Without --to the ending of the file says the format, and JSON is what remains. With -o it is remembered, in the folder \
            .promptcase beside the file, which prompt and which version it is: promptcase push FILE then saves over it, and merges where \
            somebody else saved meanwhile. A file with changes that were not pushed is not written over.

Examples:
  promptcase pull 'Code review' -o review.md
  promptcase pull 0198c2f4-5d1e-7c3a-9b1f-2f6c1f0a7e55 --to yaml
  promptcase pull 'Code review' --version 1.2.0 -o review-1.2.json
  promptcase pull review.md -o review.md"
)]
pub struct Pull {
    /// The prompt's id, its title, or a file that was pulled
    #[arg(value_name = "ID|TITLE")]
    prompt: String,
    /// Where to write; standard output when omitted
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: Option<ExportFormat>,
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
        let stored = server.prompt(named::find(&server, &self.prompt)?)?;
        let prompt = match self.version {
            Some(number) => server.prompt_at(stored.id, number, &stored.prompt)?,
            None => stored.prompt,
        };
        let format = self
            .to
            .or_else(|| prompts::format_of(file?))
            .unwrap_or(ExportFormat::Json);
        let exported = self.layout.export(&prompt, format);
        prompts::note_all(file.unwrap_or(STREAM), &exported.warnings);
        let Some(file) = file else {
            files::print(&exported.text)?;
            return Ok(failure::OK);
        };
        // Held until the program exits. Check again: another process may have changed the file while this one
        // waited.
        let _lock = lock::beside(Path::new(file))?;
        working::guard(Path::new(file), self.force)?;
        let called = working::called(&prompt, prompt.version());
        let is_whole = working::write(
            Path::new(file),
            &exported.text,
            server.address(),
            stored.id,
            prompt,
        )?;
        files::print(&format!("Pulled {called} into {file}.\n"))?;
        if !is_whole {
            files::note(&format!(
                "{file}: warning: not all of the prompt is in it, so it cannot be pushed back (pull it as json, or with metadata)"
            ));
        }
        Ok(failure::OK)
    }
}
