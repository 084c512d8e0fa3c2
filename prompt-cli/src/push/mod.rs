//! `promptcase push`: uploads a file as a new prompt or on top of the version it was pulled at.

mod job;

use std::path::Path;

use clap::Args;
use prompt_core::VersionType;
use prompt_core::import::ImportFormat;
use prompt_core::merge::Conflict;
use serde_json::Value;
use uuid::Uuid;

use crate::failure::{self, Failure, Outcome};
use crate::merge::Prefer;
use crate::remote::{Remote, Server};
use crate::terminal::one_line;
use crate::{files, formats, inputs, lock, named};

pub use job::{Job, Pushed, Target};

/// Upload files to the server, as new prompts or over those they were pulled from
#[derive(Args)]
#[command(
    after_help = "A file that was pulled or pushed before is saved over the version it had then. When somebody saved meanwhile, both are \
            merged, item by item and line by line, and the file is written anew with both in it. What both changed in different ways is \
            a conflict: it is told, exit code 1, and neither the server nor the file is changed. Say --prefer mine or theirs, or look at \
            theirs with promptcase diff ID FILE, put into the file what should stand there, and push it with --prefer mine.

Any other file makes a new prompt, private unless it says otherwise. With --id it replaces what stands there, which is kept \
            as a version first.

Of a folder every file that may hold a prompt is uploaded. A file that fails, or has a conflict, does not stop the others.

Examples:
  promptcase push review.md
  promptcase push prompts notes.md
  promptcase push review.md -m 'Ask for tests too' --bump minor
  promptcase push notes.md --public
  promptcase push notes.md --id 0198c2f4-5d1e-7c3a-9b1f-2f6c1f0a7e55"
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are switches of a command line"
)]
pub struct Push {
    /// Files in any format, folders with all that is in them, or patterns such as 'prompts/*.md'; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The format to read; detected when omitted
    #[arg(long, value_name = "FORMAT", value_parser = formats::to_read())]
    from: Option<ImportFormat>,
    /// The prompt to save to, by id or title
    #[arg(long, value_name = "ID|TITLE")]
    id: Option<String>,
    /// Create a new prompt, even if the file belongs to one
    #[arg(long, conflicts_with = "id")]
    new: bool,
    /// Make the prompt public
    #[arg(long, conflicts_with = "private")]
    public: bool,
    /// Make the prompt private
    #[arg(long)]
    private: bool,
    /// Also save a version with this changelog
    #[arg(short, long, value_name = "CHANGELOG")]
    message: Option<String>,
    /// Also save a version, raising this part of the number: major, minor or patch
    #[arg(long, value_name = "PART", value_parser = crate::versions::part)]
    bump: Option<VersionType>,
    /// Which side wins where both changed the same thing
    #[arg(long, value_enum)]
    prefer: Option<Prefer>,
    /// Save even if this empties the prompt
    #[arg(long)]
    force: bool,
    /// Print the saved prompts as JSON
    #[arg(long)]
    json: bool,
    /// Print nothing about files that were saved
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    remote: Remote,
}

impl Push {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let names = inputs::expanded(&self.files)?;
        if let [name] = names.as_slice() {
            let (code, stored) = self.push(&server, name)?;
            if self.json
                && let Some(stored) = stored
            {
                files::print(&files::json(&stored)?)?;
            }
            return Ok(code);
        }
        if self.id.is_some() {
            return Err(Failure::usage(
                "several files cannot be saved to one prompt",
                "name one file with --id",
            ));
        }
        let mut code = failure::OK;
        let mut stored = Vec::new();
        for name in &names {
            code = code.max(match self.push(&server, name) {
                Ok((code, json)) => {
                    stored.extend(json);
                    code
                }
                Err(failure) if failure.ends_all() => return Err(failure),
                Err(failure) => {
                    files::note(&failure.to_string());
                    failure.code_among_others()
                }
            });
        }
        if self.json {
            files::print(&files::json(&stored)?)?;
        }
        Ok(code)
    }

    /// Pushes one file, and returns the saved prompt as JSON if that is asked for.
    fn push(&self, server: &Server, file: &str) -> Result<(u8, Option<Value>), Failure> {
        let job = Job {
            server,
            file,
            from: self.from,
            is_public: match (self.public, self.private) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
            prefer: self.prefer,
            may_empty: self.force,
        };
        // Held until this file is done or the program exits.
        let path = Path::new(file);
        let _lock = if file != files::STREAM && path.is_file() {
            lock::beside(path)?
        } else {
            None
        };
        let target = match &self.id {
            Some(name) => Target::Id(named::find(server, name)?),
            None if self.new => Target::New,
            None => Target::Remembered,
        };
        let done = match job.push(target)? {
            Pushed::Done(done) => done,
            Pushed::Conflicts(id, conflicts) => {
                tell(&conflicts, id, file);
                return Ok((failure::NO, None));
            }
        };
        let id = done.stored.id;
        // Report the save before a later step can fail.
        self.say(&format!("{}: {id}\n", done.told))?;
        if self.message.is_some() || self.bump.is_some() {
            let part = self.bump.unwrap_or(VersionType::Batch);
            let number = job.keep(&done, part, self.message.as_deref().unwrap_or_default())?;
            self.say(&format!("Kept as version {number}.\n"))?;
        }
        let json = self.json.then(|| server.prompt(id)).transpose()?;
        let code = if done.is_left {
            failure::NO
        } else {
            failure::OK
        };
        Ok((code, json.map(|stored| stored.json)))
    }

    /// Prints a summary, to standard error when standard output is for JSON.
    fn say(&self, told: &str) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        if self.json {
            files::note(told.trim_end());
            return Ok(());
        }
        files::print(told)
    }
}

/// Prints the conflicts and how to resolve them.
pub fn tell(conflicts: &[Conflict], id: Uuid, file: &str) {
    for conflict in conflicts {
        files::note(&one_line(&format!(
            "conflict: {}: {}",
            conflict.path,
            conflict.kind.label()
        )));
    }
    files::note(&format!(
        "Nothing was changed. Say --prefer mine or --prefer theirs, or see theirs with promptcase diff {id} {file}"
    ));
}
