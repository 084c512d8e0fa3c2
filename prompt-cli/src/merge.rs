//! `promptcase merge`: merges two edits of one prompt.

use clap::{Args, ValueEnum};
use prompt_core::Prompt;
use prompt_core::merge::{Choice, Merge as Merged, Take, merge, resolve};

use crate::failure::{self, Failure, Outcome};
use crate::{files, prompts};

/// Merge two edits of one prompt
#[derive(Args)]
#[command(
    after_help = "What both changed in different ways is told on standard error; the prompt written has what is mine there, and the exit
code is 1. With --prefer nothing is asked.

Examples:
  promptcase merge base.json mine.json theirs.json -o merged.json
  promptcase merge base.md mine.md theirs.md --prefer theirs -o merged.md"
)]
pub struct Merge {
    /// The version both edits started from
    base: String,
    /// My edit
    mine: String,
    /// Their edit
    theirs: String,
    /// Where to write the merged prompt; the extension selects the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Which side wins where both changed the same thing
    #[arg(long, value_enum)]
    prefer: Option<Prefer>,
}

/// Which side wins a conflict.
#[derive(Clone, Copy, ValueEnum)]
pub enum Prefer {
    Mine,
    Theirs,
}

/// Merges two edits and resolves every conflict in favour of one side.
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
