//! Taking the steps of a plan.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::import::export_to_source;
use prompt_core::{Diagnostic, Prompt};
use uuid::Uuid;

use super::Sync;
use super::plan::{Step, planned};
use super::unknown::Unknown;
use crate::failure::Failure;
use crate::prompts::To;
use crate::push::{Job, Pushed, Target, tell};
use crate::records::{self, Record, Records};
use crate::remote::{Server, Stored};
use crate::working::{self, Renewed};
use crate::{collections, file_names, files, prompts};

impl Sync {
    /// Executes a step, and returns whether it succeeded.
    pub(super) fn take(&self, server: &Server, step: Step) -> Result<bool, Failure> {
        match step {
            Step::Fail(_, failure) => Err(failure),
            Step::Add(id, path, prompt) => self.add(server, id, &path, prompt),
            Step::New(path) => {
                let file = path.to_string_lossy();
                let pushed = self.job(server, &file).push(Target::Remembered)?;
                if let Pushed::Done(done) = pushed {
                    if let Some(name) = &self.filter.collection {
                        let collection = collections::find(server, name)?;
                        server.add_to_collection(collection, &[done.stored.id])?;
                    }
                    self.say(&path, "created", &done.told)?;
                }
                Ok(true)
            }
            Step::Link(file, stored) => self.link(server, &file, *stored),
            Step::Rename(from, to, record) => {
                Records::to_write(&to)?.remember(*record)?;
                records::forget(&from, server.address())?;
                self.say(&to, "renamed", &format!("was {}", from.display()))?;
                Ok(true)
            }
            Step::Pull(path, record) => self.pull(server, &path, &record),
            Step::Push(path) => {
                let file = path.to_string_lossy();
                match self.job(server, &file).push(Target::Remembered)? {
                    Pushed::Done(done) => {
                        self.say(&path, "pushed", &done.told)?;
                        Ok(!done.is_left)
                    }
                    Pushed::Conflicts(id, conflicts) => {
                        tell(&conflicts, id, &file);
                        self.note(&path, "conflict", "conflicts with the server")?;
                        Ok(false)
                    }
                }
            }
            Step::Leave(path, why) => {
                self.leave(&path, &why)?;
                Ok(true)
            }
            Step::Refuse(path, why) => {
                self.leave(&path, &why)?;
                Ok(false)
            }
        }
    }

    /// Says that a file was skipped.
    fn leave(&self, path: &Path, why: &str) -> Result<(), Failure> {
        files::note(&planned(path, why));
        self.note(path, "skipped", why)
    }

    /// Adds what was told on standard error to the list for programs.
    pub(super) fn note(&self, path: &Path, state: &str, told: &str) -> Result<(), Failure> {
        if self.json {
            self.say(path, state, told)?;
        }
        Ok(())
    }

    /// Says what a step of a dry run would do, and returns whether it could be executed.
    pub(super) fn plan(&self, server: &Server, step: Step) -> Result<bool, Failure> {
        let is_refused = matches!(step, Step::Refuse(..));
        let (path, state, told) = match step {
            Step::Fail(_, failure) => return Err(failure),
            Step::Add(_, path, _) => (path, "added", "to be added".to_owned()),
            Step::New(path) => (path, "created", "to be created on the server".to_owned()),
            Step::Rename(from, to, _) => (to, "renamed", format!("was {}", from.display())),
            Step::Link(file, stored) => {
                let called = working::called(&stored.prompt, stored.prompt.version());
                (file.path, "linked", format!("to be linked to {called}"))
            }
            Step::Pull(path, _) => {
                let told = "to be pulled: it changed on the server".to_owned();
                (path, "pulled", told)
            }
            Step::Push(path) => {
                // A file that is renamed first has its record under its former name.
                self.job(server, &path.to_string_lossy()).check()?;
                (path, "pushed", "to be pushed: it changed here".to_owned())
            }
            Step::Leave(path, why) | Step::Refuse(path, why) => (path, "skipped", why),
        };
        self.say(&path, state, &told)?;
        Ok(!is_refused)
    }

    fn job<'a>(&self, server: &'a Server, file: &'a str) -> Job<'a> {
        Job {
            server,
            file,
            from: None,
            is_public: None,
            prefer: self.prefer,
            may_empty: false,
        }
    }
}

/// Whether a file is unchanged since the steps were planned: absent, or with this digest.
fn is_as_planned(path: &Path, sha256: Option<&str>) -> Result<bool, Failure> {
    let is_so = match fs::read(path) {
        Ok(bytes) => sha256.is_some_and(|sha256| records::digest(&bytes) == sha256),
        Err(error) if error.kind() == ErrorKind::NotFound => sha256.is_none(),
        Err(error) => {
            let name = path.display().to_string();
            return Err(Failure::file(&name, &error, "make it readable, or move it"));
        }
    };
    if !is_so {
        let why = "skipped: the file changed during the sync (sync again)";
        files::note(&planned(path, why));
    }
    Ok(is_so)
}

impl Sync {
    /// Records that a file belongs to a prompt.
    fn link(&self, server: &Server, file: &Unknown, stored: Stored) -> Result<bool, Failure> {
        let path = &file.path;
        if !is_as_planned(path, Some(&records::digest(&file.bytes)))? {
            return Ok(false);
        }
        let Stored { id, prompt, .. } = stored;
        let called = working::called(&prompt, prompt.version());
        let mut said = file.prompt.clone();
        working::adopt(&mut said, &prompt);
        let format = prompts::format_of(&path.to_string_lossy());
        let is_ours = working::is_as_written(&file.bytes, format, &prompt);
        let is_said = said.says_the_same(&prompt);
        let mut record = Record::new(server.address(), id, &file.bytes, prompt);
        record.is_ours = is_ours;
        record.said = (!is_said).then_some(said);
        Records::to_write(path)?.remember(record)?;
        self.say(path, "linked", &format!("linked to {called}"))?;
        Ok(true)
    }

    /// Downloads a prompt to a file that is still absent, with the files that belong to a skill.
    fn add(
        &self,
        server: &Server,
        id: Uuid,
        path: &Path,
        prompt: Option<Box<Prompt>>,
    ) -> Result<bool, Failure> {
        let prompt = match prompt {
            Some(prompt) => *prompt,
            None => server.prompt(id)?.prompt,
        };
        if !is_as_planned(path, None)? {
            return Ok(false);
        }
        let new = self.new_file(&prompt)?;
        self.write(server, id, path, prompt, &new, "added")
    }

    /// Downloads a prompt to a file that is unchanged since its record. Another program's file keeps its form.
    fn pull(&self, server: &Server, path: &Path, record: &Record) -> Result<bool, Failure> {
        let id = record.id;
        let prompt = server.prompt(id)?.prompt;
        if !is_as_planned(path, Some(&record.sha256))? {
            return Ok(false);
        }
        let input = files::read(&path.to_string_lossy())?;
        let Some(new) = working::renewed(record, path, &input.bytes, &prompt) else {
            let why = format!(
                "skipped: the prompt changed on the server, and the file cannot hold its texts (promptcase pull {id} shows the prompt, and -o {} --force writes over the file)",
                path.display()
            );
            self.leave(path, &why)?;
            return Ok(false);
        };
        keep_edited(path, record)?;
        self.write(server, id, path, prompt, &new, "pulled")
    }

    /// Writes the file of a prompt. Returns whether it has all that the prompt keeps of such a file.
    fn write(
        &self,
        server: &Server,
        id: Uuid,
        path: &Path,
        prompt: Prompt,
        new: &Renewed,
        state: &str,
    ) -> Result<bool, Failure> {
        let name = path.display().to_string();
        let has_beside = state == "pulled" || self.write_beside(path, new)?;
        let is_told = |one: &&Diagnostic| !has_beside || prompts::is_of_one_file(one);
        prompts::note_all(&name, new.warnings.iter().filter(is_told));
        let keeps_its_own = new
            .warnings
            .iter()
            .any(|warning| warning.place.as_deref() == Some("fields"));
        let called = working::called(&prompt, prompt.version());
        if let Some(folder) = path.parent() {
            files::make_directory(folder)?;
        }
        if new.is_ours {
            working::write(path, &new.text, server.address(), id, prompt)?;
        } else {
            working::write_back(path, &new.text, server.address(), id, prompt)?;
        }
        self.say(path, state, &format!("Pulled {called}"))?;
        Ok(!keeps_its_own)
    }

    /// Writes the other files of a new skill, and returns whether they are there. Files that stand there stay as they are.
    fn write_beside(&self, path: &Path, new: &Renewed) -> Result<bool, Failure> {
        let folder = path.parent().filter(|folder| **folder != self.folder);
        let Some(folder) = folder.filter(|_| !new.beside.is_empty()) else {
            return Ok(false);
        };
        for (name, text) in &new.beside {
            let file = folder.join(name);
            if file.exists() {
                continue;
            }
            if file_names::leads_elsewhere(&self.folder, &file) {
                return Ok(false);
            }
            if let Some(folder) = file.parent() {
                files::make_directory(folder)?;
            }
            files::write_file(&file, text)?;
        }
        Ok(true)
    }

    /// The file of a prompt that has none yet.
    fn new_file(&self, prompt: &Prompt) -> Result<Renewed, Failure> {
        let exported = match self.to {
            To::Format(format) => {
                return Ok(Renewed::of(
                    export(prompt, &ExportOptions::new(format)),
                    true,
                ));
            }
            To::Source(_) => {
                let Some(exported) = export_to_source(prompt) else {
                    let json = ExportOptions::new(ExportFormat::Json);
                    return Ok(Renewed::of(export(prompt, &json), true));
                };
                exported
            }
            to @ To::Tool(_) => prompts::Layout::default().export_to(prompt, to)?,
        };
        Ok(Renewed::of(exported, false))
    }
}

/// Copies a file that is about to be overwritten, unless it is exactly as this program wrote it.
fn keep_edited(path: &Path, record: &Record) -> Result<(), Failure> {
    let name = path.to_string_lossy();
    let input = files::read(&name)?;
    if !working::is_as_written(&input.bytes, prompts::format_of(&name), &record.prompt) {
        let kept = records::keep(path)?;
        files::note(&planned(
            path,
            &format!("as it was it is kept in {}", kept.display()),
        ));
    }
    Ok(())
}
