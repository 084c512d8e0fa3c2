//! `promptcase sync`: a folder of files and one's prompts on the server, brought to the same state.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;
use prompt_core::VersionNumber;
use prompt_core::export::{ExportFormat, ExportOptions, export};
use uuid::Uuid;

use crate::failure::{self, Failure, Outcome};
use crate::merge::Prefer;
use crate::push::{Job, Pushed, Target, tell};
use crate::records::{self, Record};
use crate::remote::{Remote, Server, Summary, query};
use crate::terminal::one_line;
use crate::{file_names, files, lock, prompts, working};

/// Bring a folder of files and your prompts on the server to the same state
#[derive(Args)]
#[command(
    after_help = "Prompts that have no file get one, named after their title. Files that changed are pushed, as promptcase push does, \
            and prompts that changed on the server are pulled; where both changed they are merged. Nothing is deleted on \
            either side, and a file that was never pushed is left alone: promptcase push FILE makes a prompt of it.

A file that cannot be read or pushed is told and left as it is, and the others are done. While what .promptcase remembers of a \
            file cannot be read, prompts without a file get none: one of them may be that file's.

Exit code 1: there are conflicts, which are told and changed nothing. Exit codes 3 and 4: a file could not be done.

Examples:
  promptcase sync prompts
  promptcase sync prompts --dry-run
  promptcase sync prompts --to markdown --prefer mine"
)]
pub struct Sync {
    /// The folder; made when it is not there
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The format of new files
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    to: ExportFormat,
    /// Only say what would be done
    #[arg(short = 'n', long)]
    dry_run: bool,
    /// What to take where both changed the same
    #[arg(long, value_enum)]
    prefer: Option<Prefer>,
    #[command(flatten)]
    remote: Remote,
}

/// What is to be done with a file, or with a prompt that has none.
enum Step {
    /// Write it to a file that is not there yet.
    Add(Uuid, PathBuf),
    /// Write it over its file, which is as it was.
    Pull(Uuid, PathBuf),
    Push(PathBuf),
    /// Nothing, and why.
    Leave(PathBuf, String),
    /// It cannot even be said.
    Fail(Failure),
}

impl Sync {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        // Held until the end of the program, however it ends.
        let _lock = (!self.dry_run)
            .then(|| lock::folder(&self.folder))
            .transpose()?;
        let steps = self.steps(&server)?;
        if steps.is_empty() {
            files::print("Everything is the same on both sides.\n")?;
        }
        let mut code = failure::OK;
        for step in steps {
            let done = if self.dry_run {
                self.plan(&server, step)
            } else {
                self.take(&server, step)
            };
            code = code.max(match done {
                Ok(true) => failure::OK,
                Ok(false) => failure::NO,
                Err(failure) if failure.ends_all() => return Err(failure),
                Err(failure) => {
                    files::note(&failure.to_string());
                    failure.code_among_others()
                }
            });
        }
        Ok(code)
    }

    /// What has to be done for both sides to be the same.
    fn steps(&self, server: &Server) -> Result<Vec<Step>, Failure> {
        let mut without_file = mine(server)?;
        let known = records::in_folder(&self.folder, server.address())?;
        let mut steps = Vec::new();
        let mut taken: Vec<String> = Vec::new();
        let mut with_file = Vec::new();
        let mut is_all_known = true;
        for (name, record) in known {
            let path = self.folder.join(&name);
            taken.push(name.to_lowercase());
            match record {
                Ok(record) => {
                    let next = step(&path, &record, without_file.get(&record.id));
                    steps.extend(next.unwrap_or_else(|failure| Some(Step::Fail(failure))));
                    with_file.push(record.id);
                }
                Err(failure) => {
                    steps.push(Step::Fail(failure));
                    is_all_known = false;
                }
            }
        }
        without_file.retain(|id, _| !with_file.contains(id));
        if !is_all_known && !without_file.is_empty() {
            // One of them may be what could not be read, and must not get a second file.
            let count = without_file.len();
            files::note(&format!(
                "Left out what has no file ({count}) until all that is remembered can be read."
            ));
            return Ok(steps);
        }
        let mut left: Vec<Summary> = without_file.into_values().collect();
        left.sort_by(|a, b| (&a.title, a.id).cmp(&(&b.title, b.id)));
        for summary in left {
            let path = file_names::free(
                &self.folder,
                &summary.title,
                self.to.extension(),
                &mut taken,
            );
            steps.push(Step::Add(summary.id, path));
        }
        Ok(steps)
    }

    /// Does a step, and says whether it is done.
    fn take(&self, server: &Server, step: Step) -> Result<bool, Failure> {
        match step {
            Step::Fail(failure) => Err(failure),
            Step::Add(id, path) => pull(server, id, &path, self.to),
            Step::Pull(id, path) => {
                let name = path.to_string_lossy();
                let format = prompts::format_of(&name).unwrap_or(self.to);
                pull(server, id, &path, format)
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
        }
    }

    /// Says what would be done, and whether it could not.
    fn plan(&self, server: &Server, step: Step) -> Result<bool, Failure> {
        let told = match step {
            Step::Fail(failure) => return Err(failure),
            Step::Add(_, path) => planned(&path, "to be added"),
            Step::Pull(_, path) => planned(&path, "to be pulled: it changed on the server"),
            Step::Push(path) => {
                self.job(server, &path.to_string_lossy()).check()?;
                planned(&path, "to be pushed: it changed here")
            }
            Step::Leave(path, why) => planned(&path, &why),
        };
        files::print(&(told + "\n"))?;
        Ok(true)
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

fn planned(path: &Path, what: &str) -> String {
    one_line(&format!("{}: {what}", path.display()))
}

/// What has to be done with a file that is known, given what the server has of it.
fn step(path: &Path, record: &Record, stands: Option<&Summary>) -> Result<Option<Step>, Failure> {
    let leave = |why: String| Ok(Some(Step::Leave(path.to_owned(), why)));
    let id = record.id;
    if !path.is_file() {
        return leave(format!(
            "left out: the file is gone (promptcase pull {id} -o FILE brings it back)"
        ));
    }
    let Some(stands) = stands else {
        return leave(
            "left out: the prompt is gone, or not yours (push --new makes one)".to_owned(),
        );
    };
    let input = files::read(&path.to_string_lossy())?;
    let is_edited = records::digest(&input.bytes) != record.sha256;
    let is_newer = VersionNumber::from(stands.number) != record.prompt.version();
    match (is_edited, is_newer) {
        (false, false) => Ok(None),
        (true, _) if !record.is_whole => leave(
            "left out: it changed, and does not hold all of the prompt it was pulled from"
                .to_owned(),
        ),
        (true, _) => Ok(Some(Step::Push(path.to_owned()))),
        (false, true) if prompts::format_of(&path.to_string_lossy()).is_none() => leave(format!(
            "left out: the prompt changed on the server, and files of this kind are not written (promptcase pull {id})"
        )),
        (false, true) => Ok(Some(Step::Pull(id, path.to_owned()))),
    }
}

/// Writes what the server has to a file.
fn pull(server: &Server, id: Uuid, path: &Path, format: ExportFormat) -> Result<bool, Failure> {
    let prompt = server.prompt(id)?.prompt;
    let exported = export(&prompt, &ExportOptions::new(format));
    let name = path.display().to_string();
    prompts::note_all(&name, &exported.warnings);
    let called = working::called(&prompt, prompt.version());
    if let Some(folder) = path.parent() {
        files::make_directory(folder)?;
    }
    working::write(path, &exported.text, server.address(), id, prompt)?;
    files::print(&format!("{name}: Pulled {called}\n"))?;
    Ok(true)
}

/// All of one's prompts and assets.
fn mine(server: &Server) -> Result<HashMap<Uuid, Summary>, Failure> {
    let mut found = HashMap::new();
    let mut cursor = None;
    loop {
        let mut asked = vec![
            (query::KIND, "all".to_owned()),
            (query::OWNER, "me".to_owned()),
            (query::LIMIT, "100".to_owned()),
        ];
        asked.extend(cursor.map(|cursor| (query::CURSOR, cursor)));
        let page = server.prompts(asked)?;
        found.extend(page.items.into_iter().map(|it| (it.read.id, it.read)));
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(found);
        }
    }
}
