//! `promptcase formats`: lists the formats that are read and written.

use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};
use prompt_core::export::{ExportFormat, ForeignFormat};
use prompt_core::import::ImportFormat;
use serde_json::json;

use crate::failure::{self, Outcome};
use crate::files;
use crate::prompts::To;

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

/// Reads the name of a format. Help, completions and errors list the names.
#[derive(Clone)]
pub struct Named<T> {
    names: fn() -> Vec<&'static str>,
    read: PhantomData<fn() -> T>,
}

/// A format to read.
pub fn to_read() -> Named<ImportFormat> {
    Named::of(|| ImportFormat::ALL.iter().map(|one| one.as_str()).collect())
}

/// A format to write.
pub fn to_write() -> Named<To> {
    Named::of(|| {
        let own = ExportFormat::ALL.iter().map(|one| one.as_str());
        let tools = ForeignFormat::ALL.iter().map(|one| one.as_str());
        own.chain(tools).chain(["original"]).collect()
    })
}

/// One of the seven formats.
pub fn of_ours() -> Named<ExportFormat> {
    Named::of(|| ExportFormat::ALL.iter().map(|one| one.as_str()).collect())
}

impl<T> Named<T> {
    const fn of(names: fn() -> Vec<&'static str>) -> Self {
        Self {
            names,
            read: PhantomData,
        }
    }
}

impl<T: FromStr + Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        if let Some(Ok(format)) = value.to_str().map(str::parse) {
            return Ok(format);
        }
        // Names that are read in other ways as well are no values of this list.
        let listed = PossibleValuesParser::new((self.names)());
        let unknown = listed.parse_ref(command, argument, value).err();
        Err(unknown.unwrap_or_else(|| clap::Error::new(ErrorKind::InvalidValue).with_cmd(command)))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}
