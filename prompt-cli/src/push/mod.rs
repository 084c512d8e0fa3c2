//! `promptcase push`: uploads a file as a new prompt or on top of the version it was pulled at.

mod job;

use std::path::Path;

use clap::Args;
use prompt_core::VersionType;
use prompt_core::import::ImportFormat;
use prompt_core::merge::Conflict;
use uuid::Uuid;

use crate::failure::{self, Failure, Outcome};
use crate::merge::Prefer;
use crate::remote::Remote;
use crate::terminal::one_line;
use crate::{files, lock, named};

pub use job::{Job, Pushed, Target};

/// Upload a file to the server, as a new prompt or over the one it was pulled from
#[derive(Args)]
#[command(
    after_help = "A file that was pulled or pushed before is saved over the version it had then. When somebody saved meanwhile, both are \
            merged, item by item and line by line, and the file is written anew with both in it. What both changed in different ways is \
            a conflict: it is told, exit code 1, and neither the server nor the file is changed. Say --prefer mine or theirs, or look at \
            theirs with promptcase diff ID FILE, put into the file what should stand there, and push it with --prefer mine.

Any other file makes a new prompt, private unless it says otherwise. With --id it replaces what stands there, which is kept \
            as a version first.

Examples:
  promptcase push review.md
  promptcase push review.md -m 'Ask for tests too' --bump minor
  promptcase push notes.md --public
  promptcase push notes.md --id 0198c2f4-5d1e-7c3a-9b1f-2f6c1f0a7e55"
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are switches of a command line"
)]
pub struct Push {
    /// The file, in any format; - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The format to read; detected when omitted
    #[arg(long, value_name = "FORMAT")]
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
    /// Print the saved prompt as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    remote: Remote,
}

impl Push {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let job = Job {
            server: &server,
            file: &self.file,
            from: self.from,
            is_public: match (self.public, self.private) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
            prefer: self.prefer,
            may_empty: self.force,
        };
        // Held until the program exits, however it exits.
        let path = Path::new(&self.file);
        let _lock = if self.file != files::STREAM && path.is_file() {
            lock::beside(path)?
        } else {
            None
        };
        let target = match &self.id {
            Some(name) => Target::Id(named::find(&server, name)?),
            None if self.new => Target::New,
            None => Target::Remembered,
        };
        let done = match job.push(target)? {
            Pushed::Done(done) => done,
            Pushed::Conflicts(id, conflicts) => {
                tell(&conflicts, id, &self.file);
                return Ok(failure::NO);
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
        if self.json {
            files::print(&files::json(&server.prompt(id)?.json)?)?;
        }
        Ok(failure::OK)
    }

    /// Prints a summary, to standard error when standard output is for JSON.
    fn say(&self, told: &str) -> Result<(), Failure> {
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
