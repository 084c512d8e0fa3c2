//! `promptcase sync`: synchronizes a folder of files with the user's prompts on the server.

mod filter;
mod plan;
mod status;
mod take;
mod unknown;
mod watch;

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::failure::{self, Failure, Outcome};
use crate::merge::Prefer;
use crate::prompts::To;
use crate::remote::{Remote, Server, Summary, query};
use crate::{files, formats, lock};
use filter::Filter;
use plan::{Plan, Scope};

pub use status::Status;
pub use watch::Watch;

/// Synchronize a folder of files with your prompts on the server
#[derive(Args)]
#[command(
    after_help = "Prompts that have no file get one, named after their title. Files that changed are pushed, as promptcase push does, \
            and prompts that changed on the server are pulled; where both changed they are merged. Nothing is deleted on \
            either side. A file that was never pushed is left alone, unless --add makes a prompt of it. A file that was renamed or moved \
            within the folder stays the file of its prompt. Folders in the folder are synchronized with it.

A file that cannot be read or pushed is told and left as it is, and the others are done. While what .promptcase remembers of a \
            file cannot be read, prompts without a file get none: one of them may be that file's.

A file of another program, as a skill, an agent or messages, keeps its form: only the texts that changed are written into it, and \
            what it has no place for is told.

Exit code 1: there are conflicts, which are told and changed nothing, or files that are not written over or cannot hold their prompt's \
            texts. Details that a file's format has no place for are told, and are no difference. Exit codes 3 and 4: a file could not be done.

Examples:
  promptcase sync prompts
  promptcase sync prompts --dry-run
  promptcase sync prompts --to markdown --prefer mine
  promptcase sync .claude/skills --tag skill --to skill
  promptcase sync team --collection Team --tag review --add"
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are switches of a command line"
)]
pub struct Sync {
    /// The folder; created when missing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The format of new files; original for the file that a prompt came from, and JSON for one that came from none
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = formats::to_write())]
    to: To,
    /// Only print what a sync would do
    #[arg(short = 'n', long)]
    dry_run: bool,
    /// Which side wins where both changed the same thing
    #[arg(long, value_enum)]
    prefer: Option<Prefer>,
    /// Create prompts for files that have none
    #[arg(long)]
    add: bool,
    /// Print what was done as JSON, one object for each file
    #[arg(long)]
    json: bool,
    /// Print nothing about files that were done
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    remote: Remote,
    /// What was done, for JSON.
    #[arg(skip)]
    done: RefCell<Vec<Value>>,
}

impl Sync {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        self.once(&server, true)
    }

    /// Synchronizes once, and says that nothing was to do if `tells_nothing`.
    fn once(&self, server: &Server, tells_nothing: bool) -> Outcome {
        if !self.folder.exists() && !self.quiet {
            files::note(&format!("{} is a new folder.", self.folder.display()));
        }
        // Held until the sync is done or the program exits, however it exits.
        let _lock = (!self.dry_run)
            .then(|| lock::folder(&self.folder))
            .transpose()?;
        let scope = Scope {
            folder: &self.folder,
            filter: &self.filter,
            to: self.to,
            adds: self.add,
        };
        let Plan { steps, left_here } = scope.plan(server)?;
        let is_quiet = self.quiet || self.json;
        if steps.is_empty() && left_here.is_empty() && tells_nothing && !is_quiet {
            files::print("Everything is the same on both sides.\n")?;
        }
        let mut code = failure::OK;
        for step in steps {
            let path = step.path().to_owned();
            let done = if self.dry_run {
                self.plan(server, step)
            } else {
                self.take(server, step)
            };
            code = code.max(match done {
                Ok(true) => failure::OK,
                Ok(false) => failure::NO,
                Err(failure) if failure.ends_all() => return Err(failure),
                Err(failure) => {
                    files::note(&failure.to_string());
                    self.note(&path, "failed", &failure.told())?;
                    failure.code_among_others()
                }
            });
        }
        if tells_nothing && !left_here.is_empty() {
            self.say_left(&left_here)?;
        }
        let done = self.done.take();
        if self.json && (tells_nothing || !done.is_empty()) {
            files::print(&files::json(&done)?)?;
        }
        Ok(code)
    }

    /// Says what was done with a file.
    fn say(&self, file: &Path, state: &str, told: &str) -> Result<(), Failure> {
        if self.json {
            let done = json!({ "file": file.to_string_lossy(), "state": state, "message": told });
            self.done.borrow_mut().push(done);
        } else if !self.quiet {
            files::print(&(plan::planned(file, told) + "\n"))?;
        }
        Ok(())
    }

    /// Says which files are not on the server.
    fn say_left(&self, files: &[PathBuf]) -> Result<(), Failure> {
        if self.json {
            for file in files {
                self.say(file, "only_here", "not on the server")?;
            }
        } else if !self.quiet {
            let are = match files.len() {
                1 => "1 file is".to_owned(),
                count => format!("{count} files are"),
            };
            files::print(&format!(
                "{are} not on the server: promptcase status names them, sync --add creates prompts from them.\n"
            ))?;
        }
        Ok(())
    }
}

/// Loads all of the user's prompts and assets that match.
fn mine(
    server: &Server,
    filters: &[(&'static str, String)],
) -> Result<HashMap<Uuid, Summary>, Failure> {
    let mut found = HashMap::new();
    let mut cursor = None;
    loop {
        let mut asked = vec![
            (query::KIND, "all".to_owned()),
            (query::OWNER, "me".to_owned()),
            (query::LIMIT, "100".to_owned()),
        ];
        asked.extend(filters.iter().cloned());
        asked.extend(cursor.map(|cursor| (query::CURSOR, cursor)));
        let page = server.prompts(asked)?;
        found.extend(page.items.into_iter().map(|it| (it.read.id, it.read)));
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(found);
        }
    }
}
