//! `promptcase merge`: merges two edits of one prompt.

use std::path::Path;
use std::process::Command;

use clap::{Args, ValueEnum};
use prompt_core::Prompt;
use prompt_core::export::{ExportOptions, export};
use prompt_core::import::import;
use prompt_core::merge::{Choice, Merge as Merged, Take, merge, resolve};

use crate::failure::{self, Failure, Outcome};
use crate::{files, prompts, working};

/// Merge two edits of one prompt
#[derive(Args)]
#[command(
    after_help = "What both changed in different ways is told on standard error; the prompt written has what is mine there, and the exit
code is 1. With --prefer nothing is asked.

Examples:
  promptcase merge base.json mine.json theirs.json -o merged.json
  promptcase merge base.md mine.md theirs.md --prefer theirs -o merged.md
  git config merge.promptcase.driver 'promptcase merge %O %A %B --git %P'
  echo '*.prompty merge=promptcase' >>.gitattributes"
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
    /// Write the result into MINE as a merge driver of git; PATH is the file's name in the repository
    #[arg(long, value_name = "PATH", conflicts_with = "output")]
    git: Option<String>,
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
        if let Some(path) = &self.git {
            return self.drive(path);
        }
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

    /// Merges for git. What cannot be merged item by item is left to git's own merge, which marks conflicts in
    /// the file.
    fn drive(&self, path: &str) -> Outcome {
        if let Some(text) = self.merged_file(path)? {
            files::write_file(Path::new(&self.mine), &text)?;
            return Ok(failure::OK);
        }
        let merged = Command::new("git")
            .args(["merge-file", &self.mine, &self.base, &self.theirs])
            .status()
            .map_err(|error| {
                Failure::file("git", &error, "install git, or merge the file by hand")
            })?;
        Ok(if merged.success() {
            failure::OK
        } else {
            failure::NO
        })
    }

    /// The merged file in the form of mine. `None` if a side holds no prompt or several, if both changed the
    /// same, or if the file cannot hold the result.
    fn merged_file(&self, path: &str) -> Result<Option<String>, Failure> {
        let mut sides = Vec::new();
        for name in [&self.base, &self.mine, &self.theirs] {
            let bytes = files::read(name)?.bytes;
            let mut prompts = import(&bytes, Some(path), None).prompts;
            if prompts.len() != 1 {
                return Ok(None);
            }
            sides.push((bytes, prompts.remove(0).prompt));
        }
        let [(_, base), (bytes, mine), (_, theirs)] = &sides[..] else {
            return Ok(None);
        };
        let merged = match self.prefer {
            None => merge(base, mine, theirs),
            Some(prefer) => resolved(base, mine, theirs, prefer)?,
        };
        for conflict in &merged.conflicts {
            files::note(&format!(
                "conflict: {path}: {}: {}",
                conflict.path,
                conflict.kind.label()
            ));
        }
        if !merged.conflicts.is_empty() {
            return Ok(None);
        }
        let format = prompts::format_of(path);
        if working::is_as_written(bytes, format, mine)
            && let Some(format) = format
        {
            return Ok(Some(
                export(&merged.prompt, &ExportOptions::new(format)).text,
            ));
        }
        Ok(working::back(path, bytes, &merged.prompt)
            .filter(|new| new.warnings.is_empty())
            .map(|new| new.text))
    }
}
