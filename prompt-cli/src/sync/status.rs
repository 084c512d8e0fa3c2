//! `promptcase status`: tells how a folder differs from the server.

use std::path::{Path, PathBuf};

use clap::Args;
use prompt_core::export::ExportFormat;
use serde_json::json;

use super::filter::Filter;
use super::plan::{Scope, Step, planned};
use crate::failure::{self, Failure, Outcome};
use crate::files;
use crate::prompts::To;
use crate::remote::Remote;

/// Tell how a folder of files differs from your prompts on the server
#[derive(Args)]
#[command(after_help = "Nothing is changed. Exit code 1: something differs.

Examples:
  promptcase status
  promptcase status prompts --collection Team
  promptcase status prompts --json | jq -r '.[].file'")]
pub struct Status {
    /// The folder
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// Print the differences as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    remote: Remote,
}

/// A difference: the file, a word for programs, and a sentence for people.
type Difference = (PathBuf, &'static str, String);

impl Status {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let scope = Scope {
            folder: &self.folder,
            filter: &self.filter,
            to: To::Format(ExportFormat::Json),
            adds: true,
        };
        let mut code = failure::OK;
        let mut differences = Vec::new();
        for step in scope.plan(&server)?.steps {
            code = code.max(failure::NO);
            let path = step.path().to_owned();
            match difference(step) {
                Ok(difference) => differences.push(difference),
                Err(failure) => {
                    files::note(&failure.to_string());
                    if self.json {
                        differences.push((path, "failed", failure.told()));
                    }
                    code = code.max(failure.code_among_others());
                }
            }
        }
        if self.json {
            let list: Vec<_> = differences
                .iter()
                .map(|(file, state, told)| {
                    json!({ "file": file.to_string_lossy(), "state": state, "message": told })
                })
                .collect();
            files::print(&files::json(&list)?)?;
        } else if code == failure::OK {
            files::print("Everything is the same on both sides.\n")?;
        } else {
            for (file, _, told) in &differences {
                files::print(&(planned(file, told) + "\n"))?;
            }
        }
        Ok(code)
    }
}

fn difference(step: Step) -> Result<Difference, Failure> {
    let was = |from: &Path| format!("was {}", from.display());
    Ok(match step {
        Step::Add(_, path, _) => (path, "only_on_server", "only on the server".to_owned()),
        Step::New(path) => (
            path,
            "only_here",
            "not on the server (promptcase push, or sync --add)".to_owned(),
        ),
        Step::Link(file, _) => (
            file.path,
            "unlinked",
            "has the text of a prompt, and is not linked to it yet".to_owned(),
        ),
        Step::Rename(from, to, _) => (to, "renamed", was(&from)),
        Step::Pull(path, _) => (
            path,
            "changed_on_server",
            "changed on the server".to_owned(),
        ),
        Step::Push(path) => (path, "changed_here", "changed here".to_owned()),
        Step::Leave(path, why) | Step::Refuse(path, why) => (path, "skipped", why),
        Step::Fail(_, failure) => return Err(failure),
    })
}
