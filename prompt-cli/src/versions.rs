//! `promptcase history`, `snapshot` and `restore`: a prompt's history on the server.

use clap::Args;
use prompt_core::{VersionNumber, VersionType};

use crate::failure::{self, Outcome};
use crate::list::day;
use crate::paging::Paging;
use crate::remote::{NewVersion, Remote, Version, query};
use crate::terminal::one_line;
use crate::{files, named, working};

/// List the history of a prompt, newest first: every save, and the versions among them
#[derive(Args)]
#[command(
    visible_alias = "versions",
    after_help = "Any number of it can be pulled, compared, exported and restored.

Examples:
  promptcase history 'Code review'
  promptcase history review.md --named
  promptcase history review.md --all --json"
)]
pub struct History {
    /// The prompt's id, its name, its title, or a file that was pulled
    #[arg(value_name = "ID|TITLE")]
    prompt: String,
    /// Only the versions and the current text, without the saves between them
    #[arg(long)]
    named: bool,
    #[command(flatten)]
    paging: Paging,
    #[command(flatten)]
    remote: Remote,
}

/// Save the current prompt as a version
#[derive(Args)]
#[command(
    after_help = "It is the prompt as the server has it; push changes of a file first, or with push -m.

Examples:
  promptcase snapshot 'Code review' minor -m 'Asks for tests too'"
)]
pub struct Snapshot {
    /// The prompt's id, its name, its title, or a file that was pulled
    #[arg(value_name = "ID|TITLE")]
    prompt: String,
    /// The part of the number to raise: major, minor or patch
    #[arg(value_parser = part)]
    part: VersionType,
    /// The changelog
    #[arg(short, long, value_name = "CHANGELOG", default_value = "")]
    message: String,
    #[command(flatten)]
    remote: Remote,
}

/// Restore a save or version of the history
#[derive(Args)]
#[command(
    after_help = "Its text becomes the current one, under a new number. The replaced text stays in the history.

Examples:
  promptcase restore 'Code review' 1.2.0"
)]
pub struct Restore {
    /// The prompt's id, its name, its title, or a file that was pulled
    #[arg(value_name = "ID|TITLE")]
    prompt: String,
    /// The version to restore
    version: VersionNumber,
    #[command(flatten)]
    remote: Remote,
}

/// Reads a part of a version number. The API calls the patch `batch`.
pub fn part(text: &str) -> Result<VersionType, prompt_core::Error> {
    match text {
        "patch" => Ok(VersionType::Batch),
        text => text.parse(),
    }
}

impl History {
    pub fn run(self) -> Outcome {
        let server = self.remote.open()?;
        let id = named::find(&server, &self.prompt)?;
        let list = |mut page: Vec<_>| {
            if self.named {
                page.push((query::NAMED, true.to_string()));
            }
            server.versions(id, page)
        };
        self.paging.tell(list, line)?;
        Ok(failure::OK)
    }
}

impl Snapshot {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let stands = server.prompt(named::find(&server, &self.prompt)?)?;
        let new = NewVersion {
            version_type: self.part,
            changelog: &self.message,
            base_version: stands.prompt.version(),
        };
        let version = server.snapshot(stands.id, &new)?.read;
        let called = working::called(&stands.prompt, version.number.into());
        files::print(&format!("Kept {called}.\n"))?;
        Ok(failure::OK)
    }
}

impl Restore {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let stands = server.prompt(named::find(&server, &self.prompt)?)?;
        let restored = server.restore(stands.id, self.version, stands.prompt.version())?;
        let called = working::called(&restored.prompt, restored.prompt.version());
        files::print(&format!("Restored {} as {called}.\n", self.version))?;
        Ok(failure::OK)
    }
}

fn line(version: &Version) -> String {
    let now = if version.is_current { "now" } else { "" };
    let kind = if version.is_named { "version" } else { "save" };
    let told = match version.changelog.lines().next() {
        Some(changelog) => changelog.to_owned(),
        None => version.changes.join(", "),
    };
    let line = format!(
        "{:<8}  {}  {now:<3}  {kind:<7}  {told}",
        VersionNumber::from(version.number).to_string(),
        day(&version.created_at),
    );
    one_line(line.trim_end())
}
