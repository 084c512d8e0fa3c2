//! `promptcase push`: a file to the server, as a new prompt or over the version it was pulled at.

use std::fmt::Write as _;

use clap::Args;
use prompt_core::import::ImportFormat;
use prompt_core::merge::{Conflict, merge};
use prompt_core::{Prompt, VersionNumber, VersionType};
use uuid::Uuid;

use crate::failure::{self, Failure, Outcome};
use crate::merge::{Prefer, resolved};
use crate::records::{Record, Records};
use crate::remote::{NewVersion, Remote, Save, Saved, Server, Stored};
use crate::working::{self, Working};
use crate::{files, named, records};

/// How often a save is repeated while others save at the same time.
const ATTEMPTS: usize = 5;
/// The changelog of what is kept before it is replaced.
const KEPT: &str = "Kept before it was replaced from the command line";

/// Send a file to the server: a new prompt, or over the one that was pulled
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
    /// The file, of any format; - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The format to read; found by itself when it is not given
    #[arg(long, value_name = "FORMAT")]
    from: Option<ImportFormat>,
    /// The prompt to save it as, by its id or title
    #[arg(long, value_name = "ID|TITLE")]
    id: Option<String>,
    /// Make a new prompt, whatever the file was before
    #[arg(long, conflicts_with = "id")]
    new: bool,
    /// Let everybody find it
    #[arg(long, conflicts_with = "private")]
    public: bool,
    /// Let nobody else find it
    #[arg(long)]
    private: bool,
    /// Keep it as a version, with this changelog
    #[arg(short, long, value_name = "CHANGELOG")]
    message: Option<String>,
    /// Keep it as a version, whose number grows in this part: major, minor or batch
    #[arg(long, value_name = "PART")]
    bump: Option<VersionType>,
    /// What to take where both changed the same
    #[arg(long, value_enum)]
    prefer: Option<Prefer>,
    /// Print the prompt as the server has it now
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    remote: Remote,
}

/// What stands on the server after a push.
struct Pushed {
    stored: Stored,
    /// What was done, for people.
    told: String,
    /// Whether something is in it that the file does not say.
    is_merged: bool,
}

impl Push {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let record = self.record(&server)?;
        let seed = record
            .as_ref()
            .map_or_else(Uuid::now_v7, |record| record.seed);
        let mut working = Working::read(&self.file, self.from, seed)?;
        if let Some(is_public) = self.is_public() {
            working.prompt.is_public = is_public;
        } else if let Some(record) = &record
            && record.says_public == working.says_public
        {
            // The file says what it said; who can find the prompt was decided by an option.
            working.prompt.is_public = record.prompt.is_public;
        }
        if let Some(error) = working.prompt.validate().first() {
            return Err(Failure::content(
                format!("{}: {error}", self.file),
                format!("see promptcase validate {}", self.file),
            ));
        }
        let named = self.id.as_deref().map(|name| named::find(&server, name));
        let pushed = match (named.transpose()?, record) {
            (None, None) => created(&server, &working.prompt)?,
            (named, Some(record)) if named.is_none_or(|id| id == record.id) && record.is_whole => {
                match self.save(&server, &working, &record)? {
                    Ok(pushed) => pushed,
                    Err(conflicts) => return Ok(self.tell(&conflicts, record.id)),
                }
            }
            (None, Some(record)) => {
                return Err(Failure::usage(
                    format!(
                        "{} does not hold all of the prompt it was pulled from",
                        self.file
                    ),
                    format!(
                        "pull it in another format, or replace the prompt with --id {}",
                        record.id
                    ),
                ));
            }
            (Some(id), _) => self.replace(&server, id, &working.prompt)?,
        };
        self.finish(&server, &working, &pushed)
    }

    /// What is remembered of the file, unless it is to become a new prompt.
    fn record(&self, server: &Server) -> Result<Option<Record>, Failure> {
        if self.new || self.file == files::STREAM {
            return Ok(None);
        }
        Ok(Records::beside(self.file.as_ref())?
            .of(server.address())
            .cloned())
    }

    const fn is_public(&self) -> Option<bool> {
        match (self.public, self.private) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// Saves over the version the file had, merged with what others saved since.
    fn save(
        &self,
        server: &Server,
        working: &Working,
        record: &Record,
    ) -> Result<Result<Pushed, Vec<Conflict>>, Failure> {
        let mut base = record.prompt.clone();
        let mut mine = working.prompt.clone();
        let mut with = None;
        for _ in 0..ATTEMPTS {
            let save = Save {
                base_version: base.version(),
                prompt: &mine,
            };
            let current = match server.save(record.id, &save)? {
                Saved::Done(stored) => {
                    return Ok(Ok(pushed(*stored, record.prompt.version(), with)));
                }
                Saved::Conflict(current) => current.prompt,
            };
            // A version that was made of the same text raises the number and nothing else.
            if !current.says_the_same(&base) {
                let merged = match self.prefer {
                    None => merge(&base, &mine, &current),
                    Some(prefer) => resolved(&base, &mine, &current, prefer)?,
                };
                if !merged.conflicts.is_empty() {
                    return Ok(Err(merged.conflicts));
                }
                mine = merged.prompt;
                with = Some(current.version());
            }
            base = current;
        }
        Err(Failure::server(
            "others save all the time, and none of the attempts came first",
            "nothing was saved: try again",
        ))
    }

    /// Replaces a prompt by what the file says. What stood there is kept as a version.
    fn replace(&self, server: &Server, id: Uuid, prompt: &Prompt) -> Result<Pushed, Failure> {
        let stands = server.prompt(id)?.prompt;
        let mut prompt = prompt.clone();
        prompt.is_public = self.is_public().unwrap_or(stands.is_public);
        if prompt.says_the_same(&stands) {
            let save = Save {
                base_version: stands.version(),
                prompt: &prompt,
            };
            return match server.save(id, &save)? {
                Saved::Done(stored) => Ok(pushed(*stored, stands.version(), None)),
                Saved::Conflict(_) => Err(overtaken()),
            };
        }
        let kept = server.snapshot(
            id,
            &NewVersion {
                version_type: VersionType::Batch,
                changelog: KEPT,
                base_version: stands.version(),
            },
        )?;
        let number = VersionNumber::from(kept.read.number);
        files::note(&format!("What stood there is kept as version {number}."));
        let save = Save {
            base_version: number,
            prompt: &prompt,
        };
        match server.save(id, &save)? {
            Saved::Done(stored) => Ok(pushed(*stored, number, None)),
            Saved::Conflict(_) => Err(overtaken()),
        }
    }

    /// Keeps a version if one is asked for, remembers what the server has now, and tells.
    fn finish(&self, server: &Server, working: &Working, pushed: &Pushed) -> Outcome {
        let id = pushed.stored.id;
        // Remembered before anything else can fail: the save is done.
        remember(server, working, pushed)?;
        let mut told = format!("{}: {id}\n", pushed.told);
        if self.message.is_some() || self.bump.is_some() {
            let new = NewVersion {
                version_type: self.bump.unwrap_or(VersionType::Batch),
                changelog: self.message.as_deref().unwrap_or_default(),
                base_version: pushed.stored.prompt.version(),
            };
            let kept = server.snapshot(id, &new)?;
            let number = VersionNumber::from(kept.read.number);
            remember_number(server, working, number)?;
            // Writing to a string does not fail.
            let _ = writeln!(told, "Kept as version {number}.");
        }
        if self.json {
            told = files::json(&server.prompt(id)?.json)?;
        }
        files::print(&told)?;
        Ok(failure::OK)
    }

    fn tell(&self, conflicts: &[Conflict], id: Uuid) -> u8 {
        for conflict in conflicts {
            files::note(&crate::terminal::one_line(&format!(
                "conflict: {}: {}",
                conflict.path,
                conflict.kind.label()
            )));
        }
        files::note(&format!(
            "Nothing was changed. Say --prefer mine or --prefer theirs, or see theirs with promptcase diff {id} {}",
            self.file
        ));
        failure::NO
    }
}

fn created(server: &Server, prompt: &Prompt) -> Result<Pushed, Failure> {
    let stored = server.create(prompt)?;
    Ok(Pushed {
        told: format!(
            "Created {}",
            working::called(&stored.prompt, stored.prompt.version())
        ),
        stored,
        is_merged: false,
    })
}

/// A save that was done, from a version, and merged with another where somebody saved meanwhile.
fn pushed(stored: Stored, before: VersionNumber, with: Option<VersionNumber>) -> Pushed {
    let called = working::called(&stored.prompt, stored.prompt.version());
    let told = match with {
        Some(number) => format!("Saved {called}, merged with {number}"),
        None if stored.prompt.version() == before => format!("Nothing to save, it is {called}"),
        None => format!("Saved {called}"),
    };
    Pushed {
        stored,
        told,
        is_merged: with.is_some(),
    }
}

fn overtaken() -> Failure {
    Failure::conflict(
        "somebody saved at the same moment",
        "nothing was replaced: look at what stands there now, and try again",
    )
}

/// Remembers what the server has now. A file that lacks what was merged into it is written anew.
fn remember(server: &Server, working: &Working, pushed: &Pushed) -> Result<(), Failure> {
    let Some(path) = working.path() else {
        return Ok(());
    };
    let record = Record {
        server: server.address().clone(),
        id: pushed.stored.id,
        seed: working.seed,
        says_public: working.says_public,
        sha256: records::digest(&working.bytes),
        is_whole: true,
        prompt: pushed.stored.prompt.clone(),
    };
    if !pushed.is_merged {
        return Records::beside(path)?.remember(record);
    }
    if !working::rewrite(working, &record, pushed.stored.prompt.clone())? {
        files::note(&format!(
            "{} is as you wrote it, without what was merged; the next push merges again.",
            working.name
        ));
    }
    Ok(())
}

/// Remembers that the same text has another number now.
fn remember_number(
    server: &Server,
    working: &Working,
    number: VersionNumber,
) -> Result<(), Failure> {
    let Some(path) = working.path() else {
        return Ok(());
    };
    let records = Records::beside(path)?;
    let Some(mut record) = records.of(server.address()).cloned() else {
        return Ok(());
    };
    record.prompt.set_version(number);
    records.remember(record)
}
