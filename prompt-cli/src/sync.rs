//! `promptcase sync`: synchronizes a folder of files with the user's prompts on the server.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;
use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::import::import;
use prompt_core::{Prompt, VersionNumber};
use uuid::Uuid;

use crate::failure::{self, Failure, Outcome};
use crate::merge::Prefer;
use crate::push::{Job, Pushed, Target, tell};
use crate::records::{self, Record, Records};
use crate::remote::{Remote, Server, Stored, Summary, query};
use crate::terminal::one_line;
use crate::working::{self, Renewed};
use crate::{file_names, files, inputs, lock, prompts};

/// Synchronize a folder of files with your prompts on the server
#[derive(Args)]
#[command(
    after_help = "Prompts that have no file get one, named after their title. Files that changed are pushed, as promptcase push does, \
            and prompts that changed on the server are pulled; where both changed they are merged. Nothing is deleted on \
            either side, and a file that was never pushed is left alone: promptcase push FILE makes a prompt of it.

A file that cannot be read or pushed is told and left as it is, and the others are done. While what .promptcase remembers of a \
            file cannot be read, prompts without a file get none: one of them may be that file's.

A file of another program, as a skill, an agent or messages, keeps its form: only the texts that changed are written into it, and \
            what it has no place for is told.

Exit code 1: there are conflicts, which are told and changed nothing, or files that are not written over. Exit codes 3 and 4: a file could not be done.

Examples:
  promptcase sync prompts
  promptcase sync prompts --dry-run
  promptcase sync prompts --to markdown --prefer mine"
)]
pub struct Sync {
    /// The folder; created when missing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The format of new files
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    to: ExportFormat,
    /// Only print what a sync would do
    #[arg(short = 'n', long)]
    dry_run: bool,
    /// Which side wins where both changed the same thing
    #[arg(long, value_enum)]
    prefer: Option<Prefer>,
    #[command(flatten)]
    remote: Remote,
}

/// A step of the plan, for one file or one prompt without a file.
enum Step {
    /// Create a file for the prompt.
    Add(Uuid, PathBuf),
    /// Record that a file without a record has the text of this prompt.
    Link(Box<Unknown>, Box<Stored>),
    /// Overwrite the unchanged file with the server's prompt.
    Pull(PathBuf, Box<Record>),
    Push(PathBuf),
    /// Skip, with the reason.
    Leave(PathBuf, String),
    /// Skip although the file and the server differ, with the reason.
    Refuse(PathBuf, String),
    /// The step could not be determined.
    Fail(Failure),
}

impl Sync {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        // Held until the program exits, however it exits.
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

    /// Plans the steps that bring both sides to the same state.
    fn steps(&self, server: &Server) -> Result<Vec<Step>, Failure> {
        let mut without_file = mine(server)?;
        let known = records::in_folder(&self.folder, server.address())?;
        let mut steps = Vec::new();
        let mut taken: Vec<String> = Vec::new();
        let mut with_file = Vec::new();
        let mut is_all_known = true;
        for (name, record) in known {
            let path = self.folder.join(&name);
            taken.push(file_names::key(&name));
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
            // One of them may belong to the unreadable record, and must not get a second file.
            let count = without_file.len();
            files::note(&format!(
                "Left out what has no file ({count}) until all that is remembered can be read."
            ));
            return Ok(steps);
        }
        let mut left: Vec<Summary> = without_file.into_values().collect();
        left.sort_by(|a, b| (&a.title, a.id).cmp(&(&b.title, b.id)));
        if left.is_empty() {
            return Ok(steps);
        }
        let mut unknown = unknown_files(&self.folder, &taken)?;
        let mut without_text = Vec::new();
        // Match files by text first, since another prompt may have the same title.
        for summary in left {
            let is_known = |file: &Unknown| file.prompt.title == summary.title;
            if unknown.iter().any(is_known) {
                let stored = server.prompt(summary.id)?;
                let is_same = |file: &Unknown| working::is_same_text(&file.prompt, &stored.prompt);
                if let Some(at) = unknown.iter().position(is_same) {
                    steps.push(Step::Link(Box::new(unknown.remove(at)), Box::new(stored)));
                    continue;
                }
            }
            without_text.push(summary);
        }
        for summary in without_text {
            let of_title = (unknown.iter()).find(|file| file.prompt.title == summary.title);
            steps.push(if let Some(file) = of_title {
                Step::Refuse(file.path.clone(), has_other_text(&file.path, summary.id))
            } else {
                let ending = self.to.extension();
                let path = file_names::free(&self.folder, &summary.title, ending, &mut taken);
                Step::Add(summary.id, path)
            });
        }
        Ok(steps)
    }

    /// Executes a step, and returns whether it succeeded.
    fn take(&self, server: &Server, step: Step) -> Result<bool, Failure> {
        match step {
            Step::Fail(failure) => Err(failure),
            Step::Add(id, path) => pull(server, id, &path, self.to, None),
            Step::Link(file, stored) => link(server, &file, *stored),
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
    fn plan(&self, server: &Server, step: Step) -> Result<bool, Failure> {
        let is_refused = matches!(step, Step::Refuse(..));
        let told = match step {
            Step::Fail(failure) => return Err(failure),
            Step::Add(_, path) => planned(&path, "to be added"),
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

/// A file without a record.
struct Unknown {
    path: PathBuf,
    bytes: Vec<u8>,
    prompt: Prompt,
}

/// Finds the files of a folder that contain one prompt and have no record.
fn unknown_files(folder: &Path, known: &[String]) -> Result<Vec<Unknown>, Failure> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(Failure::file(
                &folder.display().to_string(),
                &error,
                "name a folder that can be read",
            ));
        }
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut unknown = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if known.contains(&file_names::key(&name)) || !inputs::is_readable(&name) || !path.is_file()
        {
            continue;
        }
        // Unreadable files and files in other formats belong to no prompt.
        let Ok(bytes) = fs::read(&path) else { continue };
        // The path, as push has it: the folder may be the title.
        let mut prompts = import(&bytes, Some(&path.to_string_lossy()), None).prompts;
        if let [_] = prompts[..] {
            let prompt = prompts.remove(0).prompt;
            unknown.push(Unknown {
                path,
                bytes,
                prompt,
            });
        }
    }
    Ok(unknown)
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

fn has_other_text(path: &Path, id: Uuid) -> String {
    let file = path.display();
    format!(
        "skipped: a prompt with this title has other text (promptcase diff {id} {file} shows the difference, push {file} --id {id} or pull {id} -o {file} --force decides)"
    )
}

fn planned(path: &Path, what: &str) -> String {
    one_line(&format!("{}: {what}", path.display()))
}

/// Plans the step for a file with a record, given the prompt on the server.
fn step(path: &Path, record: &Record, stands: Option<&Summary>) -> Result<Option<Step>, Failure> {
    let leave = |why: String| Ok(Some(Step::Leave(path.to_owned(), why)));
    let refuse = |why: String| Ok(Some(Step::Refuse(path.to_owned(), why)));
    let id = record.id;
    let instead = one_line(&format!(
        "promptcase pull {id} shows the prompt, and -o {} --force writes over the file",
        path.display()
    ));
    if !path.is_file() {
        return leave(format!(
            "skipped: the file is gone (promptcase pull {id} -o FILE brings it back)"
        ));
    }
    let Some(stands) = stands else {
        return leave(
            "skipped: the prompt is gone, or not yours (push --new makes one)".to_owned(),
        );
    };
    let input = files::read(&path.to_string_lossy())?;
    let is_edited = records::digest(&input.bytes) != record.sha256;
    let has_new_text = VersionNumber::from(stands.number) != record.prompt.version();
    // Visibility has no version number.
    let is_newer = has_new_text || stands.is_public != record.prompt.is_public;
    match (is_edited, is_newer) {
        (false, false) if record.lacks_something() => {
            match working::renewed(record, path, &input.bytes, &record.prompt) {
                // What the file lacks, it has no place for.
                Some(new) if new.text.as_bytes() == input.bytes => Ok(None),
                Some(_) => Ok(Some(Step::Pull(path.to_owned(), Box::new(record.clone())))),
                None => refuse(format!(
                    "skipped: it cannot hold what was merged into the prompt ({instead})"
                )),
            }
        }
        (false, false) => Ok(None),
        (true, _) if !record.is_whole => leave(
            "skipped: it changed, and does not hold all of the prompt it was pulled from"
                .to_owned(),
        ),
        (true, _) => Ok(Some(Step::Push(path.to_owned()))),
        (false, true) if !has_new_text && !working::may_rewrite(record, path, &input.bytes) => {
            // Only our forms say who may see a prompt.
            Ok(None)
        }
        (false, true) => Ok(Some(Step::Pull(path.to_owned(), Box::new(record.clone())))),
    }
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
    Ok(true)
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

/// Loads all of the user's prompts and assets.
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
