//! `promptcase validate` and `promptcase lint`: check prompts against the rules, and report everything unusual.

use std::collections::HashMap;

use clap::{Args, ValueEnum};
use prompt_core::asset::missing_fields;
use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::lint::{Finding, lint, texts};
use prompt_core::{Diagnostic, Prompt, Severity};
use serde_json::json;

use crate::failure::{self, Outcome};
use crate::inputs::{self, Read};
use crate::{files, formats, prompts, terminal};

/// The most findings that are listed for one prompt.
const MAX_FINDINGS: usize = 100;

/// How a report is printed
#[derive(Args)]
struct Output {
    /// text for people, github for annotations of a workflow run, json for one object per line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    output_format: OutputFormat,
    /// Print nothing about files without a problem
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    Text,
    Github,
    Json,
}

/// Check whether every prompt in the files may be stored
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase validate prompts/*.json
  promptcase validate --output-format github --quiet prompts
  cat review.md | promptcase validate -")]
pub struct Validate {
    /// Files, folders or archives in any format that can be imported; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    output: Output,
}

/// Report everything unusual in the files: guesses of the import, what may not be stored, what an export would
/// lose
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase lint prompts/*.md
  promptcase lint --to xml --to prompty review.json")]
pub struct Lint {
    /// Files, folders or archives in any format that can be imported; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// A format to check; may be repeated; all seven when omitted
    #[arg(long = "to", value_name = "FORMAT", value_parser = formats::of_ours())]
    formats: Vec<ExportFormat>,
    #[command(flatten)]
    output: Output,
}

impl Validate {
    pub fn run(self) -> Outcome {
        each_file(&self.files, &self.output, false, |_, _| Vec::new())
    }
}

impl Lint {
    pub fn run(self) -> Outcome {
        let formats = if self.formats.is_empty() {
            ExportFormat::ALL.to_vec()
        } else {
            self.formats
        };
        each_file(&self.files, &self.output, true, |prompt, file| {
            let mut remarks = findings(prompt, file);
            let missing = missing_fields(prompt.prompt_type, &prompt.asset_fields);
            remarks.extend(missing.into_iter().map(|field| {
                let message = "this required field is empty".to_owned();
                let place = format!("asset_fields.{field}");
                Remark::new(Severity::Warning, "required", Some(place), message)
            }));
            for format in &formats {
                for warning in export(prompt, &ExportOptions::new(*format)).warnings {
                    let mut remark = Remark::of(&warning);
                    remark.message = format!("{}: {}", format.label(), remark.message);
                    remarks.push(remark);
                }
            }
            remarks
        })
    }
}

/// What is unusual in the texts of a prompt. Of very many findings the first are listed and the others counted.
fn findings(prompt: &Prompt, file: &File) -> Vec<Remark> {
    let findings = lint(prompt, &file.name);
    let more = findings.len().saturating_sub(MAX_FINDINGS);
    let texts: HashMap<_, _> = texts(prompt).into_iter().collect();
    let listed = findings.into_iter().take(MAX_FINDINGS).map(|finding| {
        let text = texts.get(&finding.path).copied().unwrap_or_default();
        Remark::of_finding(finding, text, &file.source)
    });
    let mut remarks: Vec<_> = listed.collect();
    if more > 0 {
        let message = format!("{more} more findings like these");
        remarks.push(Remark::new(Severity::Warning, "more", None, message));
    }
    remarks
}

/// A file that was read.
struct File {
    name: String,
    source: String,
}

/// One line of a report.
struct Remark {
    severity: Severity,
    code: String,
    /// Where: a path in the prompt, if no line of the file is known.
    place: Option<String>,
    /// The line and the place in it, counted from 1.
    line: Option<usize>,
    column: Option<usize>,
    message: String,
    hint: Option<String>,
}

impl Remark {
    fn new(severity: Severity, code: &str, place: Option<String>, message: String) -> Self {
        let line = place.as_deref().and_then(line_of);
        Self {
            severity,
            code: code.to_owned(),
            line,
            column: None,
            place: place.filter(|_| line.is_none()),
            message,
            hint: None,
        }
    }

    fn of(diagnostic: &Diagnostic) -> Self {
        let Diagnostic {
            code,
            severity,
            place,
            message,
            hint,
        } = diagnostic;
        Self {
            hint: hint.clone(),
            ..Self::new(*severity, code, place.clone(), message.clone())
        }
    }

    /// A finding, at the line of the file that has its line of the text as it is.
    fn of_finding(finding: Finding, text: &str, source: &str) -> Self {
        let line = text.split('\n').nth(finding.line - 1).unwrap_or_default();
        let found = source.lines().enumerate().find_map(|(at, one)| {
            let start = one.find(line.trim_end())?;
            Some((at + 1, one[..start].chars().count() + finding.column))
        });
        let place = format!("{}, line {}", finding.path, finding.line);
        Self {
            severity: Severity::Warning,
            code: finding.code.to_owned(),
            place: found.is_none().then_some(place),
            line: found.map(|(line, _)| line),
            column: found.map(|(_, column)| column),
            message: finding.message,
            hint: Some(finding.hint.to_owned()),
        }
    }

    fn print(&self, name: &str, format: OutputFormat) -> String {
        let severity = prompts::severity(self.severity);
        match format {
            OutputFormat::Text => {
                let line = self.line.map(|line| format!(":{line}"));
                let column = self.column.map(|column| format!(":{column}"));
                let place = self.place.as_ref().map(|place| format!(": {place}"));
                let hint = self.hint.as_ref().map(|hint| format!(" ({hint})"));
                format!(
                    "{name}{}{}{}: {severity}: {}{}",
                    line.unwrap_or_default(),
                    column.unwrap_or_default(),
                    place.unwrap_or_default(),
                    self.message,
                    hint.unwrap_or_default()
                )
            }
            OutputFormat::Github => {
                let command = match self.severity {
                    Severity::Info => "notice",
                    Severity::Warning => "warning",
                    Severity::Error => "error",
                };
                let line = self.line.map(|line| format!(",line={line}"));
                let column = self.column.map(|column| format!(",col={column}"));
                let place = self.place.as_ref().map(|place| format!("{place}: "));
                format!(
                    "::{command} file={}{}{},title={}::{}",
                    property(name),
                    line.unwrap_or_default(),
                    column.unwrap_or_default(),
                    property(&self.code),
                    escaped(&format!("{}{}", place.unwrap_or_default(), self.message))
                )
            }
            OutputFormat::Json => json!({
                "file": name, "line": self.line, "column": self.column, "place": self.place,
                "severity": severity, "code": self.code, "message": self.message, "hint": self.hint,
            })
            .to_string(),
        }
    }
}

/// The line that a place such as `line 12` or `line 12, column 3` names.
fn line_of(place: &str) -> Option<usize> {
    let number = place.strip_prefix("line ")?;
    let end = number.find(|one: char| !one.is_ascii_digit());
    number[..end.unwrap_or(number.len())].parse().ok()
}

/// A text in a workflow command, which ends at a line break.
fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property of a workflow command, which ends at a comma or a colon.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// Prints the problems of each file, or that there are none.
fn each_file(
    names: &[String],
    output: &Output,
    with_all: bool,
    more: impl Fn(&Prompt, &File) -> Vec<Remark>,
) -> Outcome {
    let mut code = failure::OK;
    for read in inputs::read_all(names, None) {
        let Read {
            name,
            bytes,
            imported,
        } = match read {
            Ok(read) => read,
            Err(failure) => {
                files::note(&failure.to_string());
                code = code.max(failure.code_among_others());
                continue;
            }
        };
        let file = File {
            source: String::from_utf8_lossy(&bytes).into_owned(),
            name,
        };
        let of_import = |list: &[Diagnostic]| -> Vec<Remark> {
            let wanted = list
                .iter()
                .filter(|one| with_all || one.severity == Severity::Error);
            wanted.map(Remark::of).collect()
        };
        let mut remarks = of_import(&imported.diagnostics);
        for read in &imported.prompts {
            remarks.extend(of_import(&read.diagnostics));
            remarks.extend(read.prompt.validate().into_iter().map(|error| {
                let place = error.field().map(str::to_owned);
                Remark::new(Severity::Error, error.code(), place, error.to_string())
            }));
            remarks.extend(read.prompt.content.unusable().into_iter().map(|error| {
                let place = error.field().map(str::to_owned);
                Remark::new(Severity::Warning, "unusable", place, error.to_string())
            }));
            remarks.extend(more(&read.prompt, &file));
        }
        let count = imported.prompts.len();
        if count == 0 {
            let message = "there is no prompt in it".to_owned();
            remarks.push(Remark::new(Severity::Error, "no_prompt", None, message));
        }
        let is_bad = remarks.iter().any(|one| one.severity != Severity::Info);
        if is_bad {
            code = code.max(failure::NO);
        }
        let mut lines: Vec<String> = remarks
            .iter()
            .filter(|one| !output.quiet || one.severity != Severity::Info)
            .map(|remark| remark.print(&file.name, output.output_format))
            .collect();
        if !is_bad && !output.quiet && output.output_format == OutputFormat::Text {
            let prompts = if count == 1 { "prompt" } else { "prompts" };
            lines.push(format!("{}: ok ({count} {prompts})", file.name));
        }
        for line in lines {
            files::print(&(terminal::one_line(&line) + "\n"))?;
        }
    }
    Ok(code)
}
