//! `promptcase bump`: the version that follows another.

use clap::Args;
use prompt_core::{VersionNumber, VersionType};

use crate::failure::{self, Failure, Outcome};
use crate::files;

/// Print the version that follows another
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase bump 1.2.3 minor      prints 1.3.0
  promptcase bump 1.2.3 batch      prints 1.2.4")]
pub struct Bump {
    /// The version now: Major.Minor.Batch
    version: VersionNumber,
    /// The part that grows: major, minor or batch
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
