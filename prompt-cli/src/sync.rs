//! `promptcase sync`: a folder of files and one's prompts on the server, brought to the same state.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;
use prompt_core::VersionNumber;
use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::text::export_file_name;
use uuid::Uuid;

use crate::failure::{self, Failure, Outcome};
use crate::merge::Prefer;
use crate::push::{Job, Pushed, Target, tell};
use crate::records::{self, Record};
use crate::remote::{Remote, Server, Summary, query};
use crate::terminal::one_line;
use crate::{files, prompts, working};

/// Bring a folder of files and your prompts on the server to the same state
#[derive(Args)]
#[command(
    after_help = "Prompts that have no file get one, named after their title. Files that changed are pushed, as promptcase push does, \
            and prompts that changed on the server are pulled; where both changed they are merged. Nothing is deleted on \
            either side, and a file that was never pushed is left alone: promptcase push FILE makes a prompt of it.

Exit code 1: there are conflicts, which are told and changed nothing.

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
}

impl Sync {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let steps = self.steps(&server)?;
        if steps.is_empty() {
            files::print("Everything is the same on both sides.\n")?;
        }
        let mut code = failure::OK;
        for step in &steps {
            if self.dry_run {
                files::print(&(step.planned() + "\n"))?;
            } else if !self.take(&server, step)? {
                code = failure::NO;
            }
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
        for (name, record) in known {
            let path = self.folder.join(&name);
            taken.push(name.to_lowercase());
            steps.extend(step(&path, &record, without_file.get(&record.id))?);
            with_file.push(record.id);
        }
        without_file.retain(|id, _| !with_file.contains(id));
        let mut left: Vec<Summary> = without_file.into_values().collect();
        left.sort_by(|a, b| (&a.title, a.id).cmp(&(&b.title, b.id)));
        for summary in left {
            let path = self.free_path(&summary, &mut taken);
            steps.push(Step::Add(summary.id, path));
        }
        Ok(steps)
    }

    /// A name after the title that no file has.
    fn free_path(&self, summary: &Summary, taken: &mut Vec<String>) -> PathBuf {
        let extension = self.to.extension();
        let initial = VersionNumber::INITIAL;
        let with_version = export_file_name(&summary.title, initial, extension);
        let VersionNumber {
            major,
            minor,
            batch,
        } = initial;
        // A file goes from version to version and keeps its name.
        let stem = with_version
            .strip_suffix(&format!("-v{major}-{minor}-{batch}.{extension}"))
            .unwrap_or("prompt");
        let mut number = 1;
        loop {
            let name = if number == 1 {
                format!("{stem}.{extension}")
            } else {
                format!("{stem}-{number}.{extension}")
            };
            let path = self.folder.join(&name);
            // Some file systems take names that differ in case for the same.
            if !taken.contains(&name.to_lowercase()) && !path.exists() {
                taken.push(name.to_lowercase());
                return path;
            }
            number += 1;
        }
    }

    /// Does a step, and says whether it is done.
    fn take(&self, server: &Server, step: &Step) -> Result<bool, Failure> {
        match step {
            Step::Add(id, path) => pull(server, *id, path, self.to),
            Step::Pull(id, path) => {
                let name = path.to_string_lossy();
                let format = prompts::format_of(&name).unwrap_or(self.to);
                pull(server, *id, path, format)
            }
            Step::Push(path) => {
                let file = path.to_string_lossy();
                let job = Job {
                    server,
                    file: &file,
                    from: None,
                    is_public: None,
                    prefer: self.prefer,
                    may_empty: false,
                };
                match job.push(Target::Remembered)? {
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
            Step::Leave(..) => {
                files::note(&step.planned());
                Ok(true)
            }
        }
    }
}

impl Step {
    fn planned(&self) -> String {
        let (path, what) = match self {
            Self::Add(_, path) => (path, "to be added"),
            Self::Pull(_, path) => (path, "to be pulled: it changed on the server"),
            Self::Push(path) => (path, "to be pushed: it changed here"),
            Self::Leave(path, why) => (path, why.as_str()),
        };
        one_line(&format!("{}: {what}", path.display()))
    }
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
