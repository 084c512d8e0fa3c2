//! Regular expressions of a person, with what matching them takes.

use regex::{Error, Regex, RegexBuilder};

use super::quoted;

/// The most bytes of a compiled regular expression. One that fits in a smaller size costs less.
const SIZES: [usize; 4] = [4 * 1024, 16 * 1024, 64 * 1024, 256 * 1024];
/// The most bytes of what matching remembers.
const MEMORY: usize = 256 * 1024;
/// Bytes of a compiled expression that count as a step for each byte of a text.
const BYTES_OF_STEP: usize = 256;
/// The steps that compiling an expression takes.
pub(super) const COMPILE_STEPS: usize = 50_000;

/// A compiled regular expression.
pub(super) struct Pattern {
    pub regex: Regex,
    size: usize,
}

impl Pattern {
    /// Compiles an expression.
    pub fn of(written: &str) -> Result<Self, String> {
        for size in SIZES {
            let compiled = RegexBuilder::new(written)
                .size_limit(size)
                .dfa_size_limit(MEMORY)
                .nest_limit(50)
                .build();
            match compiled {
                Ok(regex) => return Ok(Self { regex, size }),
                Err(Error::CompiledTooBig(_)) => {}
                Err(error) => return Err(not_valid(written, &error)),
            }
        }
        Err("The regular expression is too large".to_owned())
    }

    /// The steps that matching a text of this length takes.
    pub const fn steps(&self, bytes: usize) -> usize {
        bytes.saturating_mul(self.size / BYTES_OF_STEP)
    }
}

fn not_valid(written: &str, error: &Error) -> String {
    // The last line says why, those before it show where.
    let told = error.to_string();
    let why = told.lines().last().unwrap_or_default();
    let why = why.trim_start_matches("error:").trim();
    format!(
        "The regular expression {} is not valid: {why}",
        quoted(written)
    )
}
