//! The steps that bring a folder and the server to the same state.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use prompt_core::export::ExportFormat;
use prompt_core::import::{export_to_source, kept_files};
use prompt_core::{Prompt, VersionNumber};
use uuid::Uuid;

use super::filter::Filter;
use super::unknown::{self, Unknown};
use crate::failure::Failure;
use crate::prompts::To;
use crate::records::{self, Record};
use crate::remote::{Server, Stored, Summary};
use crate::terminal::one_line;
use crate::{file_names, files, inputs, working};

/// The deepest folder that is synchronized.
const DEPTH: usize = 32;

/// A step of the plan, for one file or one prompt without a file.
pub enum Step {
    /// Create a file for the prompt, which may be loaded already.
    Add(Uuid, PathBuf, Option<Box<Prompt>>),
    /// Create a prompt for the file.
    New(PathBuf),
    /// Record that a file without a record has the text of this prompt.
    Link(Box<Unknown>, Box<Stored>),
    /// Record that the file of this record has another name now.
    Rename(PathBuf, PathBuf, Box<Record>),
    /// Overwrite the unchanged file with the server's prompt.
    Pull(PathBuf, Box<Record>),
    Push(PathBuf),
    /// Skip, with the reason.
    Leave(PathBuf, String),
    /// Skip although the file and the server differ, with the reason.
    Refuse(PathBuf, String),
    /// The step of this file could not be determined.
    Fail(PathBuf, Failure),
}

impl Step {
    /// The file that it is about.
    pub fn path(&self) -> &Path {
        match self {
            Self::Link(file, _) => &file.path,
            Self::Add(_, path, _)
            | Self::New(path)
            | Self::Rename(_, path, _)
            | Self::Pull(path, _)
            | Self::Push(path)
            | Self::Leave(path, _)
            | Self::Refuse(path, _)
            | Self::Fail(path, _) => path,
        }
    }
}

/// The steps, and the files that are left alone because no prompt is theirs.
pub struct Plan {
    pub steps: Vec<Step>,
    pub left_here: Vec<PathBuf>,
}

/// What is synchronized.
pub struct Scope<'a> {
    pub folder: &'a Path,
    pub filter: &'a Filter,
    /// The format of new files.
    pub to: To,
    /// Whether files without a record become prompts.
    pub adds: bool,
}

/// A file with its record.
struct Known {
    path: PathBuf,
    record: Record,
}

impl Scope<'_> {
    /// Plans the steps that bring both sides to the same state.
    pub fn plan(&self, server: &Server) -> Result<Plan, Failure> {
        let all = super::mine(server, &[])?;
        let wanted = self.filter.prompts(server, &all)?;
        let mut steps = Vec::new();
        let (mut known, mut gone) = (Vec::new(), Vec::new());
        let (mut taken, mut names) = (Vec::new(), Vec::new());
        let mut is_all_known = true;
        for folder in folders(self.folder)? {
            for (name, record) in records::in_folder(&folder, server.address())? {
                let path = folder.join(&name);
                taken.push(file_names::key(&path.to_string_lossy()));
                if folder == self.folder {
                    names.push(file_names::key(&name));
                }
                match record {
                    Ok(record) if path.is_file() => known.push(Known { path, record }),
                    Ok(record) => gone.push(Known { path, record }),
                    Err(failure) => {
                        steps.push(Step::Fail(path, failure));
                        is_all_known = false;
                    }
                }
            }
        }
        // A renamed file has a record under its new name already if a sync was interrupted.
        gone.retain(|one| !known.iter().any(|it| it.record.id == one.record.id));
        let with_file: Vec<Uuid> = known.iter().chain(&gone).map(|one| one.record.id).collect();
        let mut left: Vec<&Summary> = all
            .values()
            .filter(|one| wanted.contains(&one.id) && !with_file.contains(&one.id))
            .collect();
        left.sort_by(|a, b| (&a.title, a.id).cmp(&(&b.title, b.id)));

        // A file that is gone may have become one whose name differs in capitals or in the form of its accents only.
        let here: Vec<_> = known
            .iter()
            .map(|one| file_names::key(&one.path.to_string_lossy()))
            .collect();
        let mut unknown = unknown::files(&folders(self.folder)?, &here);
        unknown.retain(|file| !known.iter().any(|one| is_beside(one, file)));
        let were: Vec<_> = gone
            .iter()
            .map(|one| (one.path.as_path(), &one.record))
            .collect();
        let renamed = unknown::renamed(&were, &mut unknown);
        for (one, file) in gone.into_iter().zip(renamed) {
            if let Some(file) = file {
                let record = Box::new(one.record.clone());
                steps.push(Step::Rename(one.path, file.path.clone(), record));
                known.push(Known {
                    path: file.path,
                    record: one.record,
                });
                continue;
            }
            // A prompt made of a file with its title would be a second one.
            let title = &one.record.prompt.title;
            if let Some(at) = unknown.iter().position(|file| file.prompt.title == *title) {
                let path = unknown.remove(at).path;
                let why = may_be_renamed(&path, &one);
                steps.push(Step::Refuse(path, why));
            }
            known.push(one);
        }
        known.sort_by(|a, b| a.path.cmp(&b.path));
        for Known { path, record } in known {
            // What the filter leaves out is no concern of this sync.
            if all.contains_key(&record.id) && !wanted.contains(&record.id) {
                continue;
            }
            let next = step(&path, &record, all.get(&record.id));
            steps.extend(next.unwrap_or_else(|failure| Some(Step::Fail(path, failure))));
        }
        if !is_all_known && !left.is_empty() {
            // One of them may belong to the unreadable record, and must not get a second file.
            let count = left.len();
            files::note(&format!(
                "Left out what has no file ({count}) until all that is remembered can be read."
            ));
            unknown.clear();
        } else {
            self.without_file(server, left, &mut unknown, &mut names, &mut steps)?;
        }
        let mut left_here: Vec<_> = unknown.into_iter().map(|file| file.path).collect();
        if self.adds {
            steps.extend(left_here.drain(..).map(Step::New));
        }
        Ok(Plan { steps, left_here })
    }

    /// Plans the steps for prompts without a file.
    fn without_file(
        &self,
        server: &Server,
        left: Vec<&Summary>,
        unknown: &mut Vec<Unknown>,
        names: &mut Vec<String>,
        steps: &mut Vec<Step>,
    ) -> Result<(), Failure> {
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
            let of_title = unknown
                .iter()
                .position(|file| file.prompt.title == summary.title);
            steps.push(if let Some(at) = of_title {
                let file = unknown.remove(at);
                Step::Refuse(file.path.clone(), has_other_text(&file.path, summary.id))
            } else {
                let (path, prompt) = self.path_of(server, summary, names)?;
                Step::Add(summary.id, path, prompt)
            });
        }
        Ok(())
    }
}

impl Scope<'_> {
    /// The path of a new file, and its prompt if it had to be loaded for that.
    fn path_of(
        &self,
        server: &Server,
        summary: &Summary,
        names: &mut Vec<String>,
    ) -> Result<(PathBuf, Option<Box<Prompt>>), Failure> {
        let title = &summary.title;
        let as_ours = |format: ExportFormat, names: &mut Vec<String>| {
            file_names::free(self.folder, title, format.extension(), names)
        };
        let as_tool = |wanted: &str, names: &mut Vec<String>| {
            file_names::free_as(self.folder, title, wanted, names)
        };
        Ok(match self.to {
            To::Format(format) => (as_ours(format, names), None),
            To::Tool(format) => (as_tool(&format.file_name(title), names), None),
            To::Source(_) => {
                let prompt = Box::new(server.prompt(summary.id)?.prompt);
                let path = match export_to_source(&prompt) {
                    Some(exported) => as_tool(&exported.file_name, names),
                    None => as_ours(ExportFormat::Json, names),
                };
                (path, Some(prompt))
            }
        })
    }
}

/// A folder and those below it, in the order of their names.
fn folders(root: &Path) -> Result<Vec<PathBuf>, Failure> {
    fn below(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
        let mut inner: Vec<PathBuf> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_dir() && !path.is_symlink() && inputs::is_walked(path))
            .collect();
        inner.sort();
        for path in inner {
            found.push(path.clone());
            if depth < DEPTH {
                below(&path, depth + 1, found);
            }
        }
    }
    match fs::read_dir(root) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![root.to_owned()]),
        Err(error) => {
            let name = root.display().to_string();
            return Err(Failure::file(
                &name,
                &error,
                "name a folder that can be read",
            ));
        }
    }
    let mut found = vec![root.to_owned()];
    below(root, 1, &mut found);
    Ok(found)
}

/// Whether a file is one of those that are kept with a skill, as it is kept.
fn is_beside(skill: &Known, file: &Unknown) -> bool {
    let Some(name) = (skill.path.parent()).and_then(|at| file.path.strip_prefix(at).ok()) else {
        return false;
    };
    kept_files(&skill.record.prompt)
        .iter()
        .any(|(kept, text)| name == Path::new(kept) && file.bytes == text.as_bytes())
}

fn may_be_renamed(path: &Path, gone: &Known) -> String {
    let (file, was, id) = (path.display(), gone.path.display(), gone.record.id);
    format!(
        "skipped: it may be {was}, which is gone, with another text (push {file} --id {id} saves it there, push {file} --new makes another prompt)"
    )
}

fn has_other_text(path: &Path, id: Uuid) -> String {
    let file = path.display();
    format!(
        "skipped: a prompt with this title has other text (promptcase diff {id} {file} shows the difference, push {file} --id {id} or pull {id} -o {file} --force decides)"
    )
}

pub fn planned(path: &Path, what: &str) -> String {
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
