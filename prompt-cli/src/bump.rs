//! `promptcase bump`: computes the next version number.

use clap::Args;
use prompt_core::{VersionNumber, VersionType};

use crate::failure::{self, Failure, Outcome};
use crate::files;
use crate::versions::part;

/// Print the next version number
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase bump 1.2.3 minor      prints 1.3.0
  promptcase bump 1.2.3 patch      prints 1.2.4")]
pub struct Bump {
    /// The current version: Major.Minor.Patch
    version: VersionNumber,
    /// The part to raise: major, minor or patch
    #[arg(value_parser = part)]
    part: VersionType,
}

impl Bump {
    pub fn run(self) -> Outcome {
        let next = self.version.bump(self.part).map_err(|error| {
            Failure::usage(
                error.to_string(),
                "raise another part: major, minor or patch",
            )
        })?;
        files::print(&format!("{next}\n"))?;
        Ok(failure::OK)
    }
}
