//! `promptcase bump`: computes the next version number.

use clap::Args;
use prompt_core::{VersionNumber, VersionType};

use crate::failure::{self, Failure, Outcome};
use crate::files;

/// Print the next version number
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase bump 1.2.3 minor      prints 1.3.0
  promptcase bump 1.2.3 batch      prints 1.2.4")]
pub struct Bump {
    /// The current version: Major.Minor.Batch
    version: VersionNumber,
    /// The part to raise: major, minor or batch
    part: VersionType,
}

impl Bump {
    pub fn run(self) -> Outcome {
        let next = self.version.bump(self.part).map_err(|error| {
            Failure::usage(
                error.to_string(),
                "raise another part: major, minor or batch",
            )
        })?;
        files::print(&format!("{next}\n"))?;
        Ok(failure::OK)
    }
}
