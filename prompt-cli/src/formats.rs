//! `promptcase formats`: lists the formats that are read and written.

use clap::Args;
use prompt_core::export::{ExportFormat, ForeignFormat};
use prompt_core::import::ImportFormat;
use serde_json::json;

use crate::failure::{self, Outcome};
use crate::files;

/// List every format that can be read or written
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase formats
  promptcase formats --json | jq -r '.[] | select(.writes) | .name'")]
pub struct Formats {
    /// Print them as JSON
    #[arg(long)]
    json: bool,
}

/// A format and what can be done with it.
struct Format {
    name: &'static str,
    label: &'static str,
    /// The end of the name of a file that is written.
    ending: String,
    is_read: bool,
    is_written: bool,
}

impl Formats {
    pub fn run(self) -> Outcome {
        let formats = all();
        if self.json {
            let list: Vec<_> = formats
                .iter()
                .map(|one| {
                    json!({
                        "name": one.name, "label": one.label, "ending": one.ending,
                        "reads": one.is_read, "writes": one.is_written,
                    })
                })
                .collect();
            files::print(&files::json(&list)?)?;
            return Ok(failure::OK);
        }
        for one in formats {
            let does = match (one.is_read, one.is_written) {
                (true, true) => "reads, writes",
                (true, false) => "reads",
                _ => "writes",
            };
            let line = format!(
                "{:<20} {does:<14} {:<18} {}",
                one.name, one.ending, one.label
            );
            files::print(&(line.trim_end().to_owned() + "\n"))?;
        }
        Ok(failure::OK)
    }
}

/// The seven first, then those of other tools, then those that are only read.
fn all() -> Vec<Format> {
    let reads = |name: &str| ImportFormat::ALL.iter().any(|one| one.as_str() == name);
    let own = ExportFormat::ALL.iter().map(|one| Format {
        name: one.as_str(),
        label: one.label(),
        ending: format!(".{}", one.extension()),
        is_read: reads(one.as_str()),
        is_written: true,
    });
    let tools = ForeignFormat::ALL.iter().map(|one| Format {
        name: one.as_str(),
        label: one.label(),
        ending: one.ending().to_owned(),
        is_read: reads(one.as_str()),
        is_written: true,
    });
    let mut formats: Vec<_> = own.chain(tools).collect();
    for one in ImportFormat::ALL {
        if !formats.iter().any(|known| known.name == one.as_str()) {
            formats.push(Format {
                name: one.as_str(),
                label: one.label(),
                ending: String::new(),
                is_read: true,
                is_written: false,
            });
        }
    }
    formats
}
