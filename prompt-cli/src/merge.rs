//! `promptcase merge`: two edits of one prompt, brought together.

use clap::{Args, ValueEnum};
use prompt_core::Prompt;
use prompt_core::merge::{Choice, Merge as Merged, Take, merge, resolve};

use crate::failure::{self, Failure, Outcome};
use crate::{files, prompts};

/// Bring two edits of one prompt together
#[derive(Args)]
#[command(
    after_help = "What both changed in different ways is told on standard error; the prompt written has what is mine there, and the exit
code is 1. With --prefer nothing is asked.

Examples:
  promptcase merge base.json mine.json theirs.json -o merged.json
  promptcase merge base.md mine.md theirs.md --prefer theirs -o merged.md"
)]
pub struct Merge {
    /// What both began with
    base: String,
    /// My edit of it
    mine: String,
    /// Their edit of it
    theirs: String,
    /// Where to write the merged prompt; its ending says the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// What to take where both changed the same
    #[arg(long, value_enum)]
    prefer: Option<Prefer>,
}

/// What is taken where both changed the same.
#[derive(Clone, Copy, ValueEnum)]
pub enum Prefer {
    Mine,
    Theirs,
}

/// Brings two edits together and decides every conflict in the same way.
pub fn resolved(
    base: &Prompt,
    mine: &Prompt,
    theirs: &Prompt,
    prefer: Prefer,
) -> Result<Merged, Failure> {
    let take = match prefer {
        Prefer::Mine => Take::Mine,
        Prefer::Theirs => Take::Theirs,
    };
    let choices: Vec<_> = merge(base, mine, theirs)
        .conflicts
        .iter()
        .map(|conflict| Choice {
            path: conflict.path.clone(),
            take,
            text: None,
        })
        .collect();
    resolve(base, mine, theirs, &choices).map_err(|error| {
        Failure::content(
            error.to_string(),
            "merge without --prefer and see the conflicts",
        )
    })
}

impl Merge {
    pub fn run(self) -> Outcome {
        let base = prompts::read_one(&self.base, None)?;
        let mine = prompts::read_one(&self.mine, None)?;
        let theirs = prompts::read_one(&self.theirs, None)?;
        let merged = match self.prefer {
            None => merge(&base, &mine, &theirs),
            Some(prefer) => resolved(&base, &mine, &theirs, prefer)?,
        };
        prompts::write(&merged.prompt, self.output.as_deref())?;
        for conflict in &merged.conflicts {
            files::note(&format!(
                "conflict: {}: {}",
                conflict.path,
                conflict.kind.label()
            ));
        }
        Ok(if merged.conflicts.is_empty() {
            failure::OK
        } else {
            failure::NO
        })
    }
}
