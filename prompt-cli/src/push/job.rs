//! The push of one file.

mod whole;

use std::path::Path;

use prompt_core::import::ImportFormat;
use prompt_core::merge::{Conflict, merge};
use prompt_core::{Prompt, VersionNumber, VersionType};
use uuid::Uuid;

use crate::failure::Failure;
use crate::merge::{Prefer, resolved};
use crate::records::{Record, Records};
use crate::remote::{NewVersion, Save, Saved, Server, Stored};
use crate::working::{self, Working};
use crate::{files, records};

/// Attempts before a save gives up against concurrent saves.
const ATTEMPTS: usize = 5;

/// A file to push.
pub struct Job<'a> {
    pub server: &'a Server,
    pub file: &'a str,
    pub from: Option<ImportFormat>,
    /// The visibility, when an option sets it.
    pub is_public: Option<bool>,
    pub prefer: Option<Prefer>,
    /// Whether the push may empty the prompt.
    pub may_empty: bool,
}

/// The prompt that a file is pushed to.
#[derive(Clone, Copy)]
pub enum Target {
    /// The recorded prompt, or a new one when none is recorded.
    Remembered,
    /// Always a new prompt.
    New,
    /// The prompt with this id.
    Id(Uuid),
}

/// The outcome of a push.
pub enum Pushed {
    Done(Box<Done>),
    /// Unresolved conflicts; nothing was changed.
    Conflicts(Uuid, Vec<Conflict>),
}

/// The server's state after a push.
pub struct Done {
    pub stored: Stored,
    /// A summary for the user.
    pub told: String,
    /// When the merge added something to the file: what the file said before, and a description of it rewritten.
    holds: Option<(Prompt, String)>,
    /// Whether the file cannot hold what the prompt has.
    pub is_left: bool,
}

/// A merged prompt, and the preference that resolved its conflicts.
type Decided = (Prompt, Option<Prefer>);

impl Job<'_> {
    pub fn push(&self, target: Target) -> Result<Pushed, Failure> {
        let record = match target {
            Target::New => None,
            Target::Remembered => self.record(Records::beside)?,
            Target::Id(_) => self.record(Records::to_write)?,
        };
        let id = match (target, &record) {
            (Target::Id(id), _) => id,
            (_, Some(record)) => record.id,
            (_, None) => return self.create(matches!(target, Target::New)),
        };
        let known = record.as_ref().filter(|record| record.id == id);
        let working = self.read(known.map(|record| &record.prompt))?;
        if let Some(path) = working.path() {
            records::check(path)?;
        }
        let sha256 = records::digest(&working.bytes);
        let was_ours = record
            .as_ref()
            .is_some_and(|it| it.is_ours && it.sha256 == sha256);
        let mut done = match record.filter(|record| record.id == id) {
            Some(record) if record.is_whole => {
                self.check_rest(&working.prompt, &record)?;
                match self.save(&working, &record)? {
                    Ok(done) => done,
                    Err(conflicts) => return Ok(Pushed::Conflicts(id, conflicts)),
                }
            }
            Some(_) if matches!(target, Target::Remembered) => {
                return Err(Failure::usage(
                    format!(
                        "{} does not hold all of the prompt it was pulled from",
                        self.file
                    ),
                    format!("pull it in another format, or replace the prompt with --id {id}"),
                ));
            }
            _ => self.replace(id, &working.prompt)?,
        };
        done.is_left = self.remember(&working, &done, was_ours)?;
        Ok(Pushed::Done(Box::new(done)))
    }

    /// Checks locally whether the file can be pushed to its recorded prompt.
    pub fn check(&self) -> Result<(), Failure> {
        let Some(record) = self.record(Records::beside)? else {
            return Ok(());
        };
        let working = self.read(Some(&record.prompt))?;
        self.check_rest(&working.prompt, &record)
    }

    /// Refuses to empty a prompt, as pushing a truncated file would.
    fn check_rest(&self, mine: &Prompt, record: &Record) -> Result<(), Failure> {
        let is_empty =
            |prompt: &Prompt| prompt.content.has_no_items() && prompt.asset_fields.is_empty();
        if self.may_empty || !is_empty(mine) || is_empty(&record.prompt) {
            return Ok(());
        }
        let file = self.file;
        Err(Failure::content(
            format!("{file} has nothing left of the prompt's text"),
            format!(
                "get it back with promptcase pull {} -o {file} --force; or promptcase push {file} --force to empty the prompt",
                record.id
            ),
        ))
    }

    /// The record of the file on this server.
    fn record(
        &self,
        read: fn(&Path) -> Result<Records, Failure>,
    ) -> Result<Option<Record>, Failure> {
        if self.file == files::STREAM {
            return Ok(None);
        }
        let records = read(self.file.as_ref())?;
        Ok(records.of(self.server.address()).cloned())
    }

    /// Reads and validates the file.
    fn read(&self, known: Option<&Prompt>) -> Result<Working, Failure> {
        let working = Working::read(self.file, self.from, known)?;
        match working.prompt.validate().first() {
            None => Ok(working),
            Some(error) => Err(Failure::content(
                format!("{}: {error}", self.file),
                format!("see promptcase validate {}", self.file),
            )),
        }
    }

    /// The prompt with the visibility that an option sets.
    fn overruled(&self, prompt: &Prompt) -> Prompt {
        Prompt {
            is_public: self.is_public.unwrap_or(prompt.is_public),
            ..prompt.clone()
        }
    }

    /// Builds a save on a base version. A requested visibility is always sent, because the recorded one may be
    /// stale.
    fn new_save(&self, mine: &Prompt, base: &Prompt) -> Result<Save, Failure> {
        let sends_visibility = self.is_public.is_some() || mine.is_public != base.is_public;
        Save::new(base.version(), mine, sends_visibility)
    }

    /// Merges two edits, resolving conflicts by the preference if there is one. Returns the conflicts
    /// otherwise.
    fn merged(
        &self,
        base: &Prompt,
        mine: &Prompt,
        theirs: &Prompt,
    ) -> Result<Result<Decided, Vec<Conflict>>, Failure> {
        let merged = merge(base, mine, theirs);
        if merged.conflicts.is_empty() {
            return Ok(Ok((merged.prompt, None)));
        }
        let Some(prefer) = self.prefer else {
            return Ok(Err(merged.conflicts));
        };
        let merged = resolved(base, mine, theirs, prefer)?;
        Ok(if merged.conflicts.is_empty() {
            Ok((merged.prompt, Some(prefer)))
        } else {
            Err(merged.conflicts)
        })
    }

    /// Saves on top of the recorded version, merging with concurrent saves.
    fn save(
        &self,
        working: &Working,
        record: &Record,
    ) -> Result<Result<Done, Vec<Conflict>>, Failure> {
        let mut base = record.prompt.clone();
        // Rebase on what the file said last, since it may differ from the recorded prompt.
        let (mut said, mut mine) = (record.said.clone(), working.prompt.clone());
        if let Some(said) = &mut said {
            working::adopt_ends(said, &mut mine, &base);
        }
        let (mut mine, mut decided) =
            match self.merged(said.as_ref().unwrap_or(&base), &mine, &base)? {
                Ok((mine, decided)) => (self.overruled(&mine), decided),
                Err(conflicts) => return Ok(Err(conflicts)),
            };
        let written = mine.clone();
        let mut with = None;
        for _ in 0..ATTEMPTS {
            let save = self.new_save(&mine, &base)?;
            let current = match self.server.save(record.id, &save)? {
                Saved::Done(stored) => {
                    return Ok(Ok(saved(*stored, base.version(), with, decided)));
                }
                Saved::Conflict(current) => current.prompt,
            };
            // Creating a version raises the number without changing the text: no merge is needed.
            if !current.says_the_same(&base) {
                match self.merged(&base, &mine, &current)? {
                    Ok((merged, now)) => {
                        mine = self.overruled(&merged);
                        decided = decided.or(now);
                    }
                    Err(conflicts) => return Ok(Err(conflicts)),
                }
                with = Some((written.clone(), current.version()));
            }
            base = current;
        }
        Err(Failure::server(
            "others save all the time, and none of the attempts came first",
            "nothing was saved: try again",
        ))
    }

    /// Records the server's state, and rewrites the file if it lacks merged changes. Returns whether it still does, as it
    /// cannot hold them.
    fn remember(&self, working: &Working, done: &Done, was_ours: bool) -> Result<bool, Failure> {
        // The server has applied the change even if recording it fails.
        self.settle(working, done, was_ours)
            .map_err(|failure| failure.after(&done.told))
    }

    fn settle(&self, working: &Working, done: &Done, was_ours: bool) -> Result<bool, Failure> {
        let Some(path) = working.path() else {
            return Ok(false);
        };
        let stored = &done.stored.prompt;
        let mut record = Record::new(
            self.server.address(),
            done.stored.id,
            &working.bytes,
            stored.clone(),
        );
        record.is_ours = was_ours
            || working::is_as_written(&working.bytes, working.written_as(), &working.prompt);
        record.said = (!working.prompt.says_the_same(stored)).then(|| working.prompt.clone());
        if let Some((written, holds)) = &done.holds
            && record.said.is_some()
        {
            let mut before = record.clone();
            before.prompt = written.clone();
            if working::rewrite(working, &before, stored.clone(), holds)? {
                return Ok(false);
            }
        }
        let is_left = record.lacks_something()
            && working::renewed(&record, path, &working.bytes, stored).is_none();
        if is_left || (done.holds.is_some() && record.said.is_some()) {
            files::note(&format!(
                "{0} is as you wrote it, without what was merged (promptcase pull {1} shows all of it, with -o {0} --force in a form of promptcase)",
                self.file, record.id
            ));
        }
        Records::to_write(path)?.remember(record)?;
        Ok(is_left)
    }

    /// Saves the pushed prompt as a version and records the new number.
    pub fn keep(
        &self,
        done: &Done,
        part: VersionType,
        changelog: &str,
    ) -> Result<VersionNumber, Failure> {
        let stands = done.stored.prompt.version();
        let new = NewVersion {
            version_type: part,
            changelog,
            base_version: stands,
        };
        let kept = self.server.snapshot(done.stored.id, &new)?;
        let number = kept.read.number.into();
        if let Some(mut record) = self.record(Records::beside)? {
            record.prompt.set_version(number);
            Records::beside(self.file.as_ref())?.remember(record)?;
        }
        Ok(number)
    }
}

/// Summarizes a save, and the merge if there was one.
fn saved(
    stored: Stored,
    before: VersionNumber,
    with: Option<(Prompt, VersionNumber)>,
    decided: Option<Prefer>,
) -> Done {
    let called = working::called(&stored.prompt, stored.prompt.version());
    let is_theirs = stored.prompt.version() == before;
    let with_theirs =
        (with.as_ref()).map_or_else(String::new, |(_, number)| format!(", merged with {number}"));
    let decision = decided.map_or_else(String::new, |prefer| {
        let whose = match prefer {
            Prefer::Mine => "yours",
            Prefer::Theirs => "theirs",
        };
        format!(", {whose} where both changed the same")
    });
    let told = match (is_theirs, decided) {
        (true, Some(Prefer::Theirs)) => format!("Took theirs, {called}, without your edit"),
        (true, _) => format!("Nothing to save, it is {called}"),
        (false, _) => format!("Saved {called}{with_theirs}{decision}"),
    };
    let holds = with.map(|(written, _)| {
        let now = if is_theirs {
            "holds theirs now".to_owned()
        } else {
            format!("holds both now{decision}")
        };
        (written, now)
    });
    Done {
        stored,
        told,
        holds,
        is_left: false,
    }
}
