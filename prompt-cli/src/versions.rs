//! `promptcase versions`, `snapshot` and `restore`: a prompt's history on the server.

use clap::Args;
use prompt_core::{VersionNumber, VersionType};

use crate::failure::{self, Outcome};
use crate::list::day;
use crate::paging::Paging;
use crate::remote::{NewVersion, Remote, Version};
use crate::terminal::one_line;
use crate::{files, named, working};

/// List the versions of a prompt, newest first
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase versions 'Code review'
  promptcase versions review.md --all --json")]
pub struct Versions {
    /// The prompt's id, its title, or a file that was pulled
    #[arg(value_name = "ID|TITLE")]
    prompt: String,
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
    /// The prompt's id, its title, or a file that was pulled
    #[arg(value_name = "ID|TITLE")]
    prompt: String,
    /// The part of the number to raise: major, minor or batch
    part: VersionType,
    /// The changelog
    #[arg(short, long, value_name = "CHANGELOG", default_value = "")]
    message: String,
    #[command(flatten)]
    remote: Remote,
}

/// Restore a version
#[derive(Args)]
#[command(
    after_help = "What the version said becomes what the prompt says, under a new number. What stood there before and is in no version is \
            kept as one.

Examples:
  promptcase restore 'Code review' 1.2.0"
)]
pub struct Restore {
    /// The prompt's id, its title, or a file that was pulled
    #[arg(value_name = "ID|TITLE")]
    prompt: String,
    /// The version to restore
    version: VersionNumber,
    #[command(flatten)]
    remote: Remote,
}

impl Versions {
    pub fn run(self) -> Outcome {
        let server = self.remote.open()?;
        let id = named::find(&server, &self.prompt)?;
        self.paging.tell(|page| server.versions(id, page), line)?;
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
    let line = format!(
        "{:<8}  {}  {now:<3}  {}",
        VersionNumber::from(version.number).to_string(),
        day(&version.created_at),
        version.changelog.lines().next().unwrap_or_default()
    );
    one_line(line.trim_end())
}
