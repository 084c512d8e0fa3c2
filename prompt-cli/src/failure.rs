//! How the program says that something cannot be done: one line `error: …`, one line `hint: …`, and an exit code.

use std::fmt;
use std::process::ExitCode;

/// Done, and nothing was found wanting.
pub const OK: u8 = 0;
/// Done, and the answer is no: the files differ, a prompt is invalid, a merge or a push has conflicts.
pub const NO: u8 = 1;
/// The command line or what it names makes no sense. Clap exits with the same code.
pub const USAGE: u8 = 2;
/// A file cannot be read or written, or holds no prompt.
pub const FILES: u8 = 3;
/// The server cannot be reached, or does not do what was asked; or nobody is signed in to it.
pub const SERVER: u8 = 4;

/// Why the command was not carried out.
#[derive(Debug)]
pub struct Failure {
    message: String,
    hint: String,
    code: u8,
    ends_all: bool,
}

/// What a command answers: its exit code, or why it was not carried out.
pub type Outcome = Result<u8, Failure>;

impl Failure {
    /// What was asked for makes no sense.
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

    /// A file holds something else than what is needed.
    pub fn content(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            code: FILES,
            ..Self::usage(message, hint)
        }
    }

    /// The server cannot be reached, or does not do what was asked; or nobody is signed in to it.
    pub fn server(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            code: SERVER,
            ..Self::usage(message, hint)
        }
    }

    /// Somebody was first, and what both did cannot be brought together without a decision.
    pub fn conflict(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            code: NO,
            ..Self::usage(message, hint)
        }
    }

    /// Nothing else that is asked of the same server would fare better.
    #[must_use]
    pub const fn for_all(mut self) -> Self {
        self.ends_all = true;
        self
    }

    /// Whether going on with the next of several is of no use.
    pub const fn ends_all(&self) -> bool {
        self.ends_all
    }

    /// It happened after something was done, which stands.
    #[must_use]
    pub fn after(self, done: &str) -> Self {
        Self {
            message: format!("{done}, but that could not be remembered: {}", self.message),
            ..self
        }
    }

    /// The exit code of a command that went on with others. The command line made sense; what one of the files holds did not.
    pub const fn code_among_others(&self) -> u8 {
        if self.code == USAGE { FILES } else { self.code }
    }

    /// The exit code that stands for it.
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
