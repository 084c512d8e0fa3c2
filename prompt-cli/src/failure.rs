//! Failures as the program reports them: one line `error: …`, one line `hint: …`, and an exit code.

use std::fmt;
use std::process::ExitCode;

/// Success.
pub const OK: u8 = 0;
/// Ran, with a negative result: the files differ, a prompt is invalid, a merge or a push has conflicts.
pub const NO: u8 = 1;
/// The command line or one of its arguments is invalid. Clap exits with the same code.
pub const USAGE: u8 = 2;
/// A file cannot be read or written, or contains no prompt.
pub const FILES: u8 = 3;
/// The server is unreachable, rejects the request, or no user is signed in to it.
pub const SERVER: u8 = 4;

/// Why a command failed.
#[derive(Debug)]
pub struct Failure {
    message: String,
    hint: String,
    code: u8,
    ends_all: bool,
}

/// A command's exit code, or its failure.
pub type Outcome = Result<u8, Failure>;

impl Failure {
    /// Invalid usage.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: hint.into(),
            code: USAGE,
            ends_all: false,
        }
    }

    /// A file cannot be read or written.
    pub fn file(name: &str, error: &std::io::Error, hint: impl Into<String>) -> Self {
        Self::content(format!("{name}: {error}"), hint)
    }

    /// A file with unusable contents.
    pub fn content(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            code: FILES,
            ..Self::usage(message, hint)
        }
    }

    /// The server is unreachable, rejects the request, or no user is signed in to it.
    pub fn server(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            code: SERVER,
            ..Self::usage(message, hint)
        }
    }

    /// A concurrent change that cannot be merged without a decision.
    pub fn conflict(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            code: NO,
            ..Self::usage(message, hint)
        }
    }

    /// Marks a failure that every further request to the same server would repeat.
    #[must_use]
    pub const fn for_all(mut self) -> Self {
        self.ends_all = true;
        self
    }

    /// What went wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What went wrong and what to do, on one line.
    pub fn told(&self) -> String {
        format!("{}; {}", self.message, self.hint)
    }

    /// Whether to stop instead of continuing with the next file.
    pub const fn ends_all(&self) -> bool {
        self.ends_all
    }

    /// Adds that the server applied the change, although recording it locally failed.
    #[must_use]
    pub fn after(self, done: &str) -> Self {
        Self {
            message: format!("{done}, but that could not be remembered: {}", self.message),
            ..self
        }
    }

    /// The exit code for a command that continues with other files. A usage failure is then one of a file's
    /// contents.
    pub const fn code_among_others(&self) -> u8 {
        if self.code == USAGE { FILES } else { self.code }
    }

    /// The process exit code.
    pub fn exit_code(&self) -> ExitCode {
        self.code.into()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "error: {}", self.message)?;
        write!(f, "hint: {}", self.hint)
    }
}
