//! `promptcase label`: the labels of a prompt, which point to its versions.

use clap::{Args, Subcommand};
use prompt_core::VersionNumber;
use prompt_core::name::Label as Name;

use crate::failure::{self, Outcome};
use crate::list::day;
use crate::remote::{LabelOf, LabelTarget, LabelUndo, Remote};
use crate::terminal::one_line;
use crate::{files, named};

/// Move labels such as production from version to version, list them, undo a move
#[derive(Args)]
#[command(
    after_help = "Applications fetch a prompt at a label. Moving it is one act, and undo takes it back.

Examples:
  promptcase label move 'Code review' production 1.2.0 --reason 'Shorter answers'
  promptcase label undo @ada/code-review production
  promptcase label list code-review"
)]
pub struct Label {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand)]
enum Act {
    List(List),
    Move(Move),
    Undo(Undo),
}

/// List the labels of a prompt
#[derive(Args)]
struct List {
    /// The prompt's id, name or title, or a file that was pulled
    #[arg(value_name = "NAME")]
    prompt: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    remote: Remote,
}

/// Move a label to a version, or create it
#[derive(Args)]
struct Move {
    /// The prompt's id, name or title, or a file that was pulled
    #[arg(value_name = "NAME")]
    prompt: String,
    /// The label, such as production
    label: Name,
    /// A number of the history
    version: VersionNumber,
    /// Why
    #[arg(long, value_name = "TEXT", default_value = "")]
    reason: String,
    /// Move it even if it is protected
    #[arg(long)]
    confirm: bool,
    #[command(flatten)]
    remote: Remote,
}

/// Return a label to where it was before its last move
#[derive(Args)]
struct Undo {
    /// The prompt's id, name or title, or a file that was pulled
    #[arg(value_name = "NAME")]
    prompt: String,
    /// The label, such as production
    label: Name,
    /// Move it even if it is protected
    #[arg(long)]
    confirm: bool,
    #[command(flatten)]
    remote: Remote,
}

impl Label {
    pub fn run(self) -> Outcome {
        match self.act {
            Act::List(list) => list.run(),
            Act::Move(to) => to.run(),
            Act::Undo(undo) => undo.run(),
        }
    }
}

impl List {
    fn run(self) -> Outcome {
        let server = self.remote.open()?;
        let labels = server.labels(named::find(&server, &self.prompt)?)?;
        if self.json {
            files::print(&files::json(&labels)?)?;
            return Ok(failure::OK);
        }
        let text: String = labels.items.iter().map(line).collect();
        files::print(&text)?;
        Ok(failure::OK)
    }
}

impl Move {
    fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let id = named::find(&server, &self.prompt)?;
        let target = LabelTarget {
            version: self.version,
            reason: &self.reason,
            confirm: self.confirm,
        };
        let moved = server.move_label(id, self.label.as_str(), &target)?;
        files::print(&format!("{} is at {} now.\n", moved.name, moved.version))?;
        Ok(failure::OK)
    }
}

impl Undo {
    fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let id = named::find(&server, &self.prompt)?;
        // Sent again after a broken connection, it must not go further back.
        let labels = server.labels(id)?.items;
        let stands = labels.iter().find(|one| one.name == self.label.as_str());
        let undo = LabelUndo {
            from: stands.map(|label| label.version),
            confirm: self.confirm,
        };
        let moved = server.undo_label(id, self.label.as_str(), &undo)?;
        let text = match moved.items.first() {
            Some(label) => format!("{} is at {} again.\n", label.name, label.version),
            None => format!("{} is gone, as before.\n", self.label),
        };
        files::print(&text)?;
        Ok(failure::OK)
    }
}

fn line(label: &LabelOf) -> String {
    let protected = if label.is_protected { "protected" } else { "" };
    let line = format!(
        "{:<16}  {:<8}  {}  {protected:<9}  {}  {}",
        label.name,
        label.version.to_string(),
        day(&label.moved_at),
        label.moved_by,
        label.reason,
    );
    one_line(line.trim_end()) + "\n"
}
