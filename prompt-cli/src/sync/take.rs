//! Taking the steps of a plan.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use prompt_core::export::{ExportFormat, ExportOptions, export};
use uuid::Uuid;

use super::Sync;
use super::plan::{Step, planned};
use super::unknown::Unknown;
use crate::failure::Failure;
use crate::push::{Job, Pushed, Target, tell};
use crate::records::{self, Record, Records};
use crate::remote::{Server, Stored};
use crate::working::{self, Renewed};
use crate::{collections, files, prompts};

impl Sync {
    /// Executes a step, and returns whether it succeeded.
    pub(super) fn take(&self, server: &Server, step: Step) -> Result<bool, Failure> {
        match step {
            Step::Fail(failure) => Err(failure),
            Step::Add(id, path) => pull(server, id, &path, self.to, None),
            Step::New(path) => {
                let file = path.to_string_lossy();
                let pushed = self.job(server, &file).push(Target::Remembered)?;
                if let Pushed::Done(done) = pushed {
                    if let Some(name) = &self.filter.collection {
                        let collection = collections::find(server, name)?;
                        server.add_to_collection(collection, &[done.stored.id])?;
                    }
                    files::print(&format!("{file}: {}\n", done.told))?;
                }
                Ok(true)
            }
            Step::Link(file, stored) => link(server, &file, *stored),
            Step::Rename(from, to, record) => {
                Records::to_write(&to)?.remember(*record)?;
                records::forget(&from, server.address())?;
                let from = from.display();
                files::print(&(planned(&to, &format!("was {from}")) + "\n"))?;
                Ok(true)
            }
            Step::Pull(path, record) => {
                let name = path.to_string_lossy();
                let format = prompts::format_of(&name).unwrap_or(self.to);
                pull(server, record.id, &path, format, Some(&record))
            }
            Step::Push(path) => {
                let file = path.to_string_lossy();
                match self.job(server, &file).push(Target::Remembered)? {
                    Pushed::Done(done) => {
                        files::print(&format!("{file}: {}\n", done.told))?;
                        Ok(true)
                    }
                    Pushed::Conflicts(id, conflicts) => {
                        tell(&conflicts, id, &file);
                        Ok(false)
                    }
                }
            }
            Step::Leave(path, why) => {
                files::note(&planned(&path, &why));
                Ok(true)
            }
            Step::Refuse(path, why) => {
                files::note(&planned(&path, &why));
                Ok(false)
            }
        }
    }

    /// Prints a step of a dry run, and returns whether it could be executed.
    pub(super) fn plan(&self, server: &Server, step: Step) -> Result<bool, Failure> {
        let is_refused = matches!(step, Step::Refuse(..));
        let told = match step {
            Step::Fail(failure) => return Err(failure),
            Step::Add(_, path) => planned(&path, "to be added"),
            Step::New(path) => planned(&path, "to be created on the server"),
            Step::Rename(from, to, _) => planned(&to, &format!("was {}", from.display())),
            Step::Link(file, stored) => planned(
                &file.path,
                &format!(
                    "to be linked to {}",
                    working::called(&stored.prompt, stored.prompt.version())
                ),
            ),
            Step::Pull(path, _) => planned(&path, "to be pulled: it changed on the server"),
            Step::Push(path) => {
                self.job(server, &path.to_string_lossy()).check()?;
                planned(&path, "to be pushed: it changed here")
            }
            Step::Leave(path, why) | Step::Refuse(path, why) => planned(&path, &why),
        };
        files::print(&(told + "\n"))?;
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

/// Records that a file belongs to a prompt.
fn link(server: &Server, file: &Unknown, stored: Stored) -> Result<bool, Failure> {
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
    files::print(&(planned(path, &format!("linked to {called}")) + "\n"))?;
    Ok(true)
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

/// Downloads a prompt to a file that is unchanged since its record, or still absent. Another program's file
/// keeps its form.
fn pull(
    server: &Server,
    id: Uuid,
    path: &Path,
    format: ExportFormat,
    record: Option<&Record>,
) -> Result<bool, Failure> {
    let prompt = server.prompt(id)?.prompt;
    let name = path.display().to_string();
    if !is_as_planned(path, record.map(|record| record.sha256.as_str()))? {
        return Ok(false);
    }
    let new = match record {
        Some(record) => {
            let input = files::read(&path.to_string_lossy())?;
            working::renewed(record, path, &input.bytes, &prompt)
        }
        None => Some(Renewed::of(
            export(&prompt, &ExportOptions::new(format)),
            true,
        )),
    };
    let Some(new) = new else {
        let why = format!(
            "skipped: the prompt changed on the server, and the file cannot hold its texts (promptcase pull {id} shows the prompt, and -o {} --force writes over the file)",
            path.display()
        );
        files::note(&planned(path, &why));
        return Ok(false);
    };
    prompts::note_all(&name, &new.warnings);
    let keeps_its_own = new
        .warnings
        .iter()
        .any(|warning| warning.place.as_deref() == Some("fields"));
    let called = working::called(&prompt, prompt.version());
    if let Some(folder) = path.parent() {
        files::make_directory(folder)?;
    }
    if let Some(record) = record {
        keep_edited(path, format, record)?;
    }
    if new.is_ours {
        working::write(path, &new.text, server.address(), id, prompt)?;
    } else {
        working::write_back(path, &new.text, server.address(), id, prompt)?;
    }
    files::print(&format!("{name}: Pulled {called}\n"))?;
    Ok(!keeps_its_own)
}

/// Copies a file that is about to be overwritten, unless it is exactly as this program wrote it.
fn keep_edited(path: &Path, format: ExportFormat, record: &Record) -> Result<(), Failure> {
    let input = files::read(&path.to_string_lossy())?;
    if !working::is_as_written(&input.bytes, Some(format), &record.prompt) {
        let kept = records::keep(path)?;
        files::note(&planned(
            path,
            &format!("as it was it is kept in {}", kept.display()),
        ));
    }
    Ok(())
}
