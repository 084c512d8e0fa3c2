//! `promptcase validate` and `promptcase lint`: check prompts against the rules, and report everything unusual.

use clap::Args;
use prompt_core::asset::missing_fields;
use prompt_core::content::outline::{Item, Outline};
use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::lint::hidden_characters;
use prompt_core::{Diagnostic, Prompt, Severity};

use crate::failure::{self, Outcome};
use crate::inputs::{self, Read};
use crate::{files, prompts};

/// Check whether every prompt in the files may be stored
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase validate prompts/*.json
  cat review.md | promptcase validate -")]
pub struct Validate {
    /// Files, folders or archives in any format that can be imported; - for standard input
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
    /// Files, folders or archives in any format that can be imported; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// A format to check; may be repeated; all seven when omitted
    #[arg(long = "to", value_name = "FORMAT")]
    formats: Vec<ExportFormat>,
}

impl Validate {
    pub fn run(self) -> Outcome {
        each_file(&self.files, false, |_, _| Vec::new())
    }
}

impl Lint {
    pub fn run(self) -> Outcome {
        let formats = if self.formats.is_empty() {
            ExportFormat::ALL.to_vec()
        } else {
            self.formats
        };
        each_file(&self.files, true, |prompt, source| {
            let mut remarks = hidden(prompt, source);
            remarks.extend(
                missing_fields(prompt.prompt_type, &prompt.asset_fields)
                    .into_iter()
                    .map(|field| format!("asset_fields.{field}: this required field is empty")),
            );
            for format in &formats {
                for warning in export(prompt, &ExportOptions::new(*format)).warnings {
                    remarks.push(prompts::line(format.label(), &warning));
                }
            }
            remarks
        })
    }
}

/// Reports hidden characters in the texts of a prompt, with the line of the file where it has the text as
/// it is.
fn hidden(prompt: &Prompt, source: &str) -> Vec<String> {
    let mut texts = vec![
        ("title".to_owned(), prompt.title.as_str()),
        ("description".to_owned(), prompt.description.as_str()),
    ];
    texts.extend(
        prompt
            .tags
            .iter()
            .map(|tag| ("tags".to_owned(), tag.as_str())),
    );
    let outline = Outline::of(prompt);
    for list in std::iter::once(&outline.used).chain(&outline.unused) {
        collect(&list.items, list.structure.list_name(), &mut texts);
    }
    let mut remarks = Vec::new();
    for (path, text) in texts {
        for found in hidden_characters(text) {
            let line = text.split('\n').nth(found.line - 1).unwrap_or_default();
            let at = source.lines().position(|one| one.contains(line.trim_end()));
            let place = match at {
                Some(at) => format!("line {}", at + 1),
                None => format!("{path}, line {}", found.line),
            };
            remarks.push(format!(
                "{place}: warning: characters that nobody sees and a model reads: {}",
                found.code_points()
            ));
        }
    }
    remarks
}

/// Collects the texts of items with their paths.
fn collect<'p>(items: &[Item<'p>], list: &str, texts: &mut Vec<(String, &'p str)>) {
    for item in items {
        let path = format!("{list}[{}]", item.at);
        texts.push((format!("{path}.title"), item.heading));
        texts.push((format!("{path}.description"), item.description));
        texts.push((format!("{path}.content"), item.text));
        collect(&item.children, &format!("{path}.modules"), texts);
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
    more: impl Fn(&Prompt, &str) -> Vec<String>,
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
        let name = &name;
        let source = String::from_utf8_lossy(&bytes);
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
            for line in more(&read.prompt, &source) {
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
            code = code.max(failure::NO);
        }
        files::print(&(report.lines.join("\n") + "\n"))?;
    }
    Ok(code)
}
