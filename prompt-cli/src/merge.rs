//! `promptcase merge`: merges two edits of one prompt.

use std::path::Path;
use std::process::Command;

use clap::{Args, ValueEnum};
use prompt_core::Prompt;
use prompt_core::export::{ExportFormat, ExportOptions, export, export_foreign};
use prompt_core::import::import;
use prompt_core::merge::{Choice, Merge as Merged, Take, merge, resolve};

use crate::failure::{self, Failure, Outcome};
use crate::files::STREAM;
use crate::prompts::{Layout, To};
use crate::working::Renewed;
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

/// One of the three files.
struct Side {
    name: String,
    bytes: Vec<u8>,
    prompt: Prompt,
    /// The title that the file gives it.
    title: String,
}

impl Side {
    /// Whether the file has nothing beside its prompt that the base does not have: it is in our form, or the
    /// base with this prompt written into it.
    fn changed_only_its_prompt(&self, base: &Self) -> bool {
        let squeezed = |text: &str| -> String { text.split_whitespace().collect() };
        self.is_ours()
            || base.back(&self.prompt).is_some_and(|new| {
                new.text.as_bytes() == self.bytes
                    // A new item may be laid out in another way than we would.
                    || (count(&self.prompt) != count(&base.prompt)
                        && squeezed(&new.text) == squeezed(&String::from_utf8_lossy(&self.bytes)))
            })
    }

    fn is_ours(&self) -> bool {
        working::is_as_written(&self.bytes, prompts::format_of(&self.name), &self.prompt)
    }

    /// This file with another prompt in it. A title that all sides have is that of the file.
    fn back(&self, prompt: &Prompt) -> Option<Renewed> {
        let mut prompt = prompt.clone();
        if prompt.title == self.prompt.title {
            prompt.title.clone_from(&self.title);
        }
        working::back(&self.name, &self.bytes, &prompt)
    }

    /// This file with another prompt in it, if it holds all of it.
    fn with(&self, prompt: &Prompt) -> Option<String> {
        self.back(prompt)
            .filter(|new| new.warnings.is_empty())
            .map(|new| new.text)
    }
}

fn count(prompt: &Prompt) -> usize {
    prompt.content.item_count()
}

/// Whether a file has one prompt, with so many items.
fn has_items(bytes: &[u8], path: &str, items: usize) -> bool {
    let read = import(bytes, Some(path), None).prompts;
    matches!(&read[..], [only] if count(&only.prompt) == items)
}

/// What the items of two edits make.
enum OfItems {
    /// The file, and its prompt.
    Merged(String, Box<Prompt>),
    /// Both changed the same.
    Conflict,
    /// A side holds no prompt or several, or the result would lose something that a side changed. With the number of its items,
    /// if it is known.
    NotMerged(Option<usize>),
}

/// The merged prompt in the form of the files. A file is more than its prompt: what one side changed beside the
/// prompt is kept by writing into its file. `None` if both changed such things, or if no file holds the result.
fn in_their_form([base, mine, theirs]: &[Side; 3], merged: &Prompt) -> Option<String> {
    if mine.is_ours()
        && theirs.changed_only_its_prompt(base)
        && let Some(format) = prompts::format_of(&mine.name)
    {
        return Some(export(merged, &ExportOptions::new(format)).text);
    }
    [(mine, theirs), (theirs, mine)]
        .into_iter()
        .filter(|(_, other)| other.changed_only_its_prompt(base))
        .find_map(|(kept, _)| kept.with(merged))
}

impl Merge {
    pub fn run(self) -> Outcome {
        if let Some(path) = &self.git {
            return self.drive(path);
        }
        let [base, mine, theirs] = [&self.base, &self.mine, &self.theirs].map(|name| {
            let (input, imported) = prompts::read(name, None)?;
            let prompt = prompts::only(&input.name, imported)?;
            Ok::<_, Failure>(Side {
                title: prompt.title.clone(),
                prompt,
                name: name.clone(),
                bytes: input.bytes,
            })
        });
        let mut sides = [base?, mine?, theirs?];
        // Mine first, whose title the merged prompt gets.
        let [base, mine, theirs] = &mut sides;
        prompts::share_titles(
            [mine, base, theirs].map(|side| (&*side.name, &*side.bytes, &mut side.prompt)),
        );
        let merged = self.merged(&sides)?;
        let code = self.write(&sides, &merged.prompt)?;
        for conflict in &merged.conflicts {
            files::note(&format!(
                "conflict: {}: {}",
                conflict.path,
                conflict.kind.label()
            ));
        }
        Ok(if merged.conflicts.is_empty() {
            code
        } else {
            failure::NO
        })
    }

    fn merged(&self, [base, mine, theirs]: &[Side; 3]) -> Result<Merged, Failure> {
        let [base, mine, theirs] = [&base.prompt, &mine.prompt, &theirs.prompt];
        match self.prefer {
            None => Ok(merge(base, mine, theirs)),
            Some(prefer) => resolved(base, mine, theirs, prefer),
        }
    }

    /// Writes the merged prompt: in the form of the files if the output has their ending, else in the format that
    /// the output's name says.
    fn write(&self, sides: &[Side; 3], merged: &Prompt) -> Outcome {
        let ending = |name: &str| Path::new(name).extension().map(ToOwned::to_owned);
        let mine = &sides[1];
        let output = self.output.as_deref().filter(|name| *name != STREAM);
        let is_like_mine = output.is_some_and(|name| ending(name) == ending(&mine.name));
        if is_like_mine {
            if let Some(text) = in_their_form(sides, merged) {
                files::write(output, &text)?;
                return Ok(failure::OK);
            }
            if !mine.is_ours()
                && let Some(text) = mine.with(merged)
            {
                files::write(output, &text)?;
                files::note(&format!(
                    "{}: warning: both sides changed what is no part of the prompt, and only mine is written (compare the files themselves)",
                    mine.name
                ));
                return Ok(failure::NO);
            }
        }
        if !is_like_mine {
            prompts::write(merged, self.output.as_deref())?;
            return Ok(failure::OK);
        }
        self.write_anew(sides, merged)
    }

    /// Writes a merged prompt that no file of the sides can hold whole.
    fn write_anew(&self, [base, mine, theirs]: &[Side; 3], merged: &Prompt) -> Outcome {
        let output = self.output.as_deref();
        let to = output.and_then(To::of_name);
        let to = to.unwrap_or(To::Format(ExportFormat::Json));
        let mut written = Layout::default().export_to(merged, to)?;
        // What the file of one side does not hold may have a key in a new file.
        if let To::Tool(format) = to
            && !written.warnings.is_empty()
        {
            written = export_foreign(merged, format);
        }
        files::write(output, &written.text)?;
        prompts::note_all(&mine.name, &written.warnings);
        let is_file_lost = [mine, theirs]
            .iter()
            .any(|side| !side.changed_only_its_prompt(base));
        if is_file_lost {
            files::note(&format!(
                "{}: warning: the file is written anew, and comments and other things beside the prompt that a side changed may be missing (compare the files themselves)",
                mine.name
            ));
        }
        let is_whole = !is_file_lost && written.warnings.is_empty();
        Ok(if is_whole { failure::OK } else { failure::NO })
    }

    /// Merges for git. Where git's own merge has no conflict and the same items, its lines stand, so that no line of one side
    /// is lost. What cannot be merged item by item either is left to git, which marks conflicts in the file.
    fn drive(&self, path: &str) -> Outcome {
        let of_items = self.merged_file(path)?;
        if let OfItems::Merged(text, merged) = &of_items {
            let lines = self
                .merged_lines()
                .filter(|lines| has_items(lines, path, count(merged)));
            let lines = lines.and_then(|lines| String::from_utf8(lines).ok());
            let text = lines.as_deref().unwrap_or(text);
            files::write_file(Path::new(&self.mine), text)?;
            return Ok(failure::OK);
        }
        let merged = Command::new("git")
            .args(["merge-file", &self.mine, &self.base, &self.theirs])
            .status()
            .map_err(|error| {
                Failure::file("git", &error, "install git, or merge the file by hand")
            })?;
        // Lines that git merges do not settle a conflict of items: one that both moved would be there twice.
        let is_settled = match of_items {
            OfItems::NotMerged(Some(items)) => {
                has_items(&files::read(&self.mine)?.bytes, path, items)
            }
            OfItems::NotMerged(None) => true,
            OfItems::Merged(..) | OfItems::Conflict => false,
        };
        Ok(if merged.success() && is_settled {
            failure::OK
        } else {
            failure::NO
        })
    }

    /// The file as git merges its lines, if that makes no conflict.
    fn merged_lines(&self) -> Option<Vec<u8>> {
        let merged = Command::new("git")
            .args(["merge-file", "-p", &self.mine, &self.base, &self.theirs])
            .output()
            .ok()?;
        merged.status.success().then_some(merged.stdout)
    }

    /// Merges the items of the files.
    fn merged_file(&self, path: &str) -> Result<OfItems, Failure> {
        let mut sides = Vec::new();
        for name in [&self.base, &self.mine, &self.theirs] {
            let bytes = files::read(name)?.bytes;
            let mut prompts = import(&bytes, Some(path), None).prompts;
            if prompts.len() != 1 {
                return Ok(OfItems::NotMerged(None));
            }
            let prompt = prompts.remove(0).prompt;
            sides.push(Side {
                name: path.to_owned(),
                bytes,
                title: prompt.title.clone(),
                prompt,
            });
        }
        let Ok(sides) = <[Side; 3]>::try_from(sides) else {
            return Ok(OfItems::NotMerged(None));
        };
        let merged = self.merged(&sides)?;
        for conflict in &merged.conflicts {
            files::note(&format!(
                "conflict: {path}: {}: {}",
                conflict.path,
                conflict.kind.label()
            ));
        }
        if !merged.conflicts.is_empty() {
            return Ok(OfItems::Conflict);
        }
        let text = in_their_form(&sides, &merged.prompt);
        Ok(match text {
            Some(text) => OfItems::Merged(text, Box::new(merged.prompt)),
            None => OfItems::NotMerged(Some(count(&merged.prompt))),
        })
    }
}
