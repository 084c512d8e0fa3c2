//! `promptcase completions`: prints shell completion scripts.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::failure::{self, Outcome};
use crate::{Cli, files};

/// Print the completion script for a shell
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase completions bash >~/.local/share/bash-completion/completions/promptcase
  promptcase completions zsh >~/.zfunc/_promptcase
  promptcase completions fish >~/.config/fish/completions/promptcase.fish")]
pub struct Completions {
    /// The shell to complete in
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Outcome {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "promptcase", &mut script);
        files::print(&String::from_utf8_lossy(&script))?;
        Ok(failure::OK)
    }
}
