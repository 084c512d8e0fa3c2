//! `promptcase rm` and `promptcase mv`: delete, rename and move prompts on the server.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use clap::Args;
use uuid::Uuid;

use crate::collections::{self, Folders};
use crate::failure::{self, Failure, Outcome};
use crate::remote::{NewTitle, Remote, Server};
use crate::terminal::one_line;
use crate::{files, named, working};

/// Move prompts to the trash of the server
#[derive(Args)]
#[command(
    after_help = "Files are left alone, also that of a prompt. From the trash a prompt can be restored in the browser.

Examples:
  promptcase rm 'Code review'
  promptcase rm review.md notes.md --yes"
)]
pub struct Remove {
    /// Prompts by id, by title, or by a file that was pulled
    #[arg(required = true, value_name = "ID|TITLE")]
    prompts: Vec<String>,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
    #[command(flatten)]
    remote: Remote,
}

/// Rename a prompt on the server, or move prompts into a collection
#[derive(Args)]
#[command(
    after_help = "A move takes prompts out of the other collections that hold them; --copy leaves them there, too. The collection is made
when it is missing.

Examples:
  promptcase mv 'Code review' --title 'Review of code'
  promptcase mv review.md notes.md --collection Team"
)]
pub struct Move {
    /// Prompts by id, by title, or by a file that was pulled
    #[arg(required = true, value_name = "ID|TITLE")]
    prompts: Vec<String>,
    /// The new title, for one prompt
    #[arg(long, value_name = "TITLE", required_unless_present = "collection")]
    title: Option<String>,
    /// The collection to move to, by title or id
    #[arg(long, value_name = "ID|TITLE")]
    collection: Option<String>,
    /// Leave the prompts in their other collections
    #[arg(long, requires = "collection")]
    copy: bool,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
    #[command(flatten)]
    remote: Remote,
}

impl Remove {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        each(&server, &self.prompts, |id, called| {
            if !is_confirmed(self.yes, &format!("Move {called} to the trash?"))? {
                return Ok(());
            }
            server.delete(id)?;
            files::print(&format!("Moved {called} to the trash.\n"))
        })
    }
}

impl Move {
    pub fn run(self) -> Outcome {
        if self.title.is_some() && self.prompts.len() > 1 {
            return Err(Failure::usage(
                "several prompts cannot have one title",
                "name one prompt with --title",
            ));
        }
        let server = self.remote.signed_in()?;
        let target = self.collection.as_deref();
        let target = target
            .map(|name| find_or_create(&server, name))
            .transpose()?;
        each(&server, &self.prompts, |id, called| {
            if let Some(title) = &self.title {
                let question = format!("Rename {called} to {}?", one_line(title));
                if is_confirmed(self.yes, &question)? {
                    let base_version = server.prompt(id)?.prompt.version();
                    let new = NewTitle {
                        title,
                        base_version,
                    };
                    let stored = server.rename(id, &new)?.prompt;
                    let now = working::called(&stored, stored.version());
                    files::print(&format!("Renamed {called} to {now}.\n"))?;
                }
            }
            let (Some(target), Some(name)) = (target, &self.collection) else {
                return Ok(());
            };
            let name = one_line(name);
            if !is_confirmed(self.yes, &format!("Move {called} to {name}?"))? {
                return Ok(());
            }
            server.add_to_collection(target, &[id])?;
            if !self.copy {
                leave_others(&server, id, target)?;
            }
            files::print(&format!("Moved {called} to {name}.\n"))
        })
    }
}

/// Does something with every prompt. A failed one does not stop the others.
fn each(
    server: &Server,
    names: &[String],
    act: impl Fn(Uuid, &str) -> Result<(), Failure>,
) -> Outcome {
    let mut code = failure::OK;
    for name in names {
        let done = named::find(server, name).and_then(|id| {
            let prompt = server.prompt(id)?.prompt;
            act(id, &working::called(&prompt, prompt.version()))
        });
        match done {
            Ok(()) => {}
            Err(failure) if failure.ends_all() || names.len() == 1 => return Err(failure),
            Err(failure) => {
                files::note(&failure.to_string());
                code = code.max(failure.code_among_others());
            }
        }
    }
    Ok(code)
}

fn find_or_create(server: &Server, name: &str) -> Result<Uuid, Failure> {
    if let Some(id) = collections::lookup(server, name)? {
        return Ok(id);
    }
    let made = Folders::new(server).find(&[name.to_owned()])?;
    made.ok_or_else(|| Failure::usage("the collection has no title", "name it with --collection"))
}

/// Takes a prompt out of every collection of the user but one.
fn leave_others(server: &Server, prompt: Uuid, target: Uuid) -> Result<(), Failure> {
    for other in collections::containing(server, prompt)? {
        if other.id == target {
            continue;
        }
        for item in collections::items(server, other.id)? {
            if item.prompt_id == Some(prompt) {
                server.remove_from_collection(other.id, item.id)?;
            }
        }
    }
    Ok(())
}

/// Asks a question on the terminal, unless it is answered already. Without a terminal nobody can answer.
fn is_confirmed(is_answered: bool, question: &str) -> Result<bool, Failure> {
    if is_answered {
        return Ok(true);
    }
    if !io::stdin().is_terminal() {
        return Err(Failure::usage(
            format!("{question} Nobody can answer here"),
            "say --yes",
        ));
    }
    let mut error = io::stderr();
    let asked = write!(error, "{question} [y/N] ").and_then(|()| error.flush());
    let mut answer = String::new();
    let read = asked.and_then(|()| io::stdin().lock().read_line(&mut answer));
    read.map_err(|error| Failure::file("the terminal", &error, "say --yes"))?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
