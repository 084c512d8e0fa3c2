//! One file on its way to the server.

use std::path::Path;

use prompt_core::import::ImportFormat;
use prompt_core::merge::{Conflict, merge};
use prompt_core::{Prompt, VersionNumber, VersionType};
use uuid::Uuid;

use crate::attempts::Attempt;
use crate::failure::Failure;
use crate::merge::{Prefer, resolved};
use crate::records::{Record, Records};
use crate::remote::{NewVersion, Save, Saved, Server, Stored};
use crate::working::{self, Working};
use crate::{files, named, records};

/// How often a save is repeated while others save at the same time.
const ATTEMPTS: usize = 5;
/// The changelog of what is kept before it is replaced.
const KEPT: &str = "Kept before it was replaced from the command line";

/// A file to push.
pub struct Job<'a> {
    pub server: &'a Server,
    pub file: &'a str,
    pub from: Option<ImportFormat>,
    /// Who can find it, where an option says so.
    pub is_public: Option<bool>,
    pub prefer: Option<Prefer>,
    /// Whether a prompt may be left with nothing in it.
    pub may_empty: bool,
}

/// Which prompt a file becomes.
#[derive(Clone, Copy)]
pub enum Target {
    /// The one it was pulled from or pushed to; a new one if there is none.
    Remembered,
    /// A new one.
    New,
    /// This one.
    Id(Uuid),
}

/// What came of it.
pub enum Pushed {
    Done(Box<Done>),
    /// Nothing was changed: these are to be decided first.
    Conflicts(Uuid, Vec<Conflict>),
}

/// What stands on the server after a push.
pub struct Done {
    pub stored: Stored,
    /// What was done, for people.
    pub told: String,
    /// What the file is to hold, for people, where something is in it that the file did not say.
    holds: Option<String>,
}

/// Two edits together, and what decided where both changed the same.
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
        let done = match record.filter(|record| record.id == id) {
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
        self.remember(&working, &done, was_ours)?;
        Ok(Pushed::Done(Box::new(done)))
    }

    /// Whether the file could be pushed over what it was pulled from, as far as can be told without asking.
    pub fn check(&self) -> Result<(), Failure> {
        let Some(record) = self.record(Records::beside)? else {
            return Ok(());
        };
        let working = self.read(Some(&record.prompt))?;
        self.check_rest(&working.prompt, &record)
    }

    /// Refuses to take everything out of a prompt, which a file that was cut short would.
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

    /// What is remembered of the file.
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

    /// The file, if what it holds may be stored.
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

    /// A prompt that is found by whom an option says.
    fn overruled(&self, prompt: &Prompt) -> Prompt {
        Prompt {
            is_public: self.is_public.unwrap_or(prompt.is_public),
            ..prompt.clone()
        }
    }

    /// A save over another text. A visibility that was asked for is always sent, since the server may have another one than is
    /// remembered.
    fn new_save(&self, mine: &Prompt, base: &Prompt) -> Result<Save, Failure> {
        let sends_visibility = self.is_public.is_some() || mine.is_public != base.is_public;
        Save::new(base.version(), mine, sends_visibility)
    }

    /// Two edits together, with what decided where both changed the same; or what is to be decided first.
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

    /// Makes a new prompt. An attempt whose answer did not come is repeated as it was. A file of which nothing is remembered makes
    /// no second prompt of the same text unless it is asked to.
    fn create(&self, may_repeat: bool) -> Result<Pushed, Failure> {
        let address = self.server.address();
        let path = (self.file != files::STREAM).then(|| self.file.as_ref());
        let mut attempt = match path {
            Some(path) => Attempt::of(path, address)?,
            None => Attempt::new(address),
        };
        let working = self.read(None)?;
        let prompt = self.overruled(&working.prompt);
        if let Some(path) = path {
            records::check(path)?;
            let body = files::json(&prompt)?;
            if !may_repeat && !attempt.is_of(body.as_bytes()) {
                self.check_same_text(&working.prompt)?;
            }
            attempt.begin(path, body.as_bytes())?;
        }
        let stored = self.server.create(&prompt, attempt.key)?;
        let called = working::called(&stored.prompt, stored.prompt.version());
        let done = Done {
            told: format!("Created {called}"),
            stored,
            holds: None,
        };
        self.remember(&working, &done, false)?;
        if let Some(path) = path {
            Attempt::end(path)?;
        }
        Ok(Pushed::Done(Box::new(done)))
    }

    /// Refuses to make a second prompt of one that is there.
    fn check_same_text(&self, prompt: &Prompt) -> Result<(), Failure> {
        let Some(stored) = named::same_text(self.server, prompt)? else {
            return Ok(());
        };
        let (file, called) = (
            self.file,
            working::called(&stored.prompt, stored.prompt.version()),
        );
        Err(Failure::conflict(
            format!(
                "{file} says the same as your prompt {called}, and nothing is remembered of the file"
            ),
            format!(
                "promptcase push {file} --id {} makes it the file of that prompt, and --new makes another prompt",
                stored.id
            ),
        ))
    }

    /// Saves over the version the file had, merged with what others saved since.
    fn save(
        &self,
        working: &Working,
        record: &Record,
    ) -> Result<Result<Done, Vec<Conflict>>, Failure> {
        let mut base = record.prompt.clone();
        // Of a file that said something else than the server had, what was changed in it since counts.
        let said = record.said.as_ref().unwrap_or(&base);
        let (mut mine, mut decided) = match self.merged(said, &working.prompt, &base)? {
            Ok((mine, decided)) => (self.overruled(&mine), decided),
            Err(conflicts) => return Ok(Err(conflicts)),
        };
        let mut with = None;
        for _ in 0..ATTEMPTS {
            let save = self.new_save(&mine, &base)?;
            let current = match self.server.save(record.id, &save)? {
                Saved::Done(stored) => {
                    return Ok(Ok(saved(*stored, base.version(), with, decided)));
                }
                Saved::Conflict(current) => current.prompt,
            };
            // A version that was made of the same text raises the number and nothing else.
            if !current.says_the_same(&base) {
                match self.merged(&base, &mine, &current)? {
                    Ok((merged, now)) => {
                        mine = self.overruled(&merged);
                        decided = decided.or(now);
                    }
                    Err(conflicts) => return Ok(Err(conflicts)),
                }
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
    fn replace(&self, id: Uuid, prompt: &Prompt) -> Result<Done, Failure> {
        let mut stands = self.server.prompt(id)?.prompt;
        let mut prompt = Prompt {
            is_public: self.is_public.unwrap_or(stands.is_public),
            // Most files say nothing of it, and it is settled.
            complexity: if stands.has_settled_complexity() {
                stands.complexity
            } else {
                prompt.complexity
            },
            ..prompt.clone()
        };
        working::adopt(&mut prompt, &stands);
        // Before anything is kept that is not replaced then.
        prompt.check_settled(&stands).map_err(|error| {
            Failure::content(
                format!("{}: {error}", self.file),
                "push it with --new as a prompt of its own",
            )
        })?;
        if !prompt.says_the_same(&stands) {
            let kept = self.server.snapshot(
                id,
                &NewVersion {
                    version_type: VersionType::Batch,
                    changelog: KEPT,
                    base_version: stands.version(),
                },
            )?;
            let number = kept.read.number.into();
            stands.set_version(number);
            files::note(&format!("What stood there is kept as version {number}."));
        }
        let save = self.new_save(&prompt, &stands)?;
        match self.server.save(id, &save)? {
            Saved::Done(stored) => Ok(saved(*stored, stands.version(), None, None)),
            Saved::Conflict(_) => Err(Failure::conflict(
                "somebody saved at the same moment",
                "nothing was replaced: look at what stands there now, and try again",
            )),
        }
    }

    /// Remembers what the server has now. A file that lacks what was merged into it is written anew.
    fn remember(&self, working: &Working, done: &Done, was_ours: bool) -> Result<(), Failure> {
        // What was sent stands, whatever becomes of the file.
        self.settle(working, done, was_ours)
            .map_err(|failure| failure.after(&done.told))
    }

    fn settle(&self, working: &Working, done: &Done, was_ours: bool) -> Result<(), Failure> {
        let Some(path) = working.path() else {
            return Ok(());
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
        if let Some(holds) = &done.holds
            && record.said.is_some()
        {
            if working::rewrite(working, &record, stored.clone(), holds)? {
                return Ok(());
            }
            files::note(&format!(
                "{0} is as you wrote it, without what was merged (promptcase pull {1} shows all of it, with -o {0} --force in a form of promptcase)",
                self.file, record.id
            ));
        }
        Records::to_write(path)?.remember(record)
    }

    /// Keeps what a push stored as a version, and remembers that the same text has another number now.
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

/// A save that was done, from a version, and merged with another where somebody saved meanwhile.
fn saved(
    stored: Stored,
    before: VersionNumber,
    with: Option<VersionNumber>,
    decided: Option<Prefer>,
) -> Done {
    let called = working::called(&stored.prompt, stored.prompt.version());
    let is_theirs = stored.prompt.version() == before;
    let with_theirs = with.map_or_else(String::new, |number| format!(", merged with {number}"));
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
    let holds = with.map(|_| {
        if is_theirs {
            "holds theirs now".to_owned()
        } else {
            format!("holds both now{decision}")
        }
    });
    Done {
        stored,
        told,
        holds,
    }
}
