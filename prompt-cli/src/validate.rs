//! `promptcase validate` and `promptcase lint`: check prompts against the rules, and report everything unusual.

use clap::Args;
use prompt_core::asset::missing_fields;
use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::{Diagnostic, Prompt, Severity};

use crate::failure::{self, Outcome};
use crate::{files, prompts};

/// Check whether every prompt in the files may be stored
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase validate prompts/*.json
  cat review.md | promptcase validate -")]
pub struct Validate {
    /// Files in any format that can be imported; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
}

/// Report everything unusual in the files: guesses of the import, what may not be stored, what an export would
/// lose
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase lint prompts/*.md
  promptcase lint --to xml --to prompty review.json")]
pub struct Lint {
    /// Files in any format that can be imported; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// A format to check; may be repeated; all seven when omitted
    #[arg(long = "to", value_name = "FORMAT")]
    formats: Vec<ExportFormat>,
}

impl Validate {
    pub fn run(self) -> Outcome {
        each_file(&self.files, false, |_| Vec::new())
    }
}

impl Lint {
    pub fn run(self) -> Outcome {
        let formats = if self.formats.is_empty() {
            ExportFormat::ALL.to_vec()
        } else {
            self.formats
        };
        each_file(&self.files, true, |prompt| {
            let mut remarks: Vec<String> = missing_fields(prompt.prompt_type, &prompt.asset_fields)
                .into_iter()
                .map(|field| format!("asset_fields.{field}: this required field is empty"))
                .collect();
            for format in &formats {
                for warning in export(prompt, &ExportOptions::new(*format)).warnings {
                    remarks.push(prompts::line(format.label(), &warning));
                }
            }
            remarks
        })
    }
}

/// The report on one file.
#[derive(Default)]
struct Report {
    lines: Vec<String>,
    /// Whether a line makes the file fail.
    is_bad: bool,
}

impl Report {
    fn against(&mut self, line: String) {
        self.lines.push(line);
        self.is_bad = true;
    }

    /// Adds the import's diagnostics: errors always, others on request.
    fn remarks(&mut self, name: &str, remarks: &[Diagnostic], with_all: bool) {
        for remark in remarks {
            if with_all || remark.severity == Severity::Error {
                self.lines.push(prompts::line(name, remark));
                self.is_bad |= remark.severity != Severity::Info;
            }
        }
    }
}

/// Prints the problems of each file, or that there are none.
fn each_file(
    names: &[String],
    with_remarks: bool,
    more: impl Fn(&Prompt) -> Vec<String>,
) -> Outcome {
    let mut code = failure::OK;
    for name in names {
        let (input, imported) = prompts::read(name, None)?;
        let name = &input.name;
        let mut report = Report::default();
        report.remarks(name, &imported.diagnostics, with_remarks);
        for read in &imported.prompts {
            report.remarks(name, &read.diagnostics, with_remarks);
            for error in read.prompt.validate() {
                let place = error
                    .field()
                    .map_or_else(String::new, |field| format!("{field}: "));
                report.against(format!("{name}: {place}error: {error}"));
            }
            for line in more(&read.prompt) {
                report.against(format!("{name}: {line}"));
            }
        }
        match imported.prompts.len() {
            0 => report.against(format!("{name}: error: there is no prompt in it")),
            _ if report.is_bad => {}
            1 => report.lines.push(format!("{name}: ok (1 prompt)")),
            count => report.lines.push(format!("{name}: ok ({count} prompts)")),
        }
        if report.is_bad {
            code = failure::NO;
        }
        files::print(&(report.lines.join("\n") + "\n"))?;
    }
    Ok(code)
}
