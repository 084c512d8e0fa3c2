//! `promptcase fill`: renders a prompt with values.

use std::collections::HashMap;
use std::path::Path;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use prompt_core::Prompt;
use prompt_core::render::{
    CopyFormat, Values, VariableKind, VariableUse, qualify, references, render, typed, variables,
};
use serde_json::Value;
use uuid::Uuid;

use crate::failure::{self, Failure, Outcome};
use crate::files;
use crate::named;
use crate::prompts;
use crate::remote::{Remote, Server};
use crate::terminal::one_line;

/// Fill in a prompt's variables and print what a model gets
#[derive(Args)]
#[command(
    after_help = "A variable without a value takes its default. If it has none, it stays as it is written, a note names it, and the
exit code is 1.

An include such as {{> tone}} reads a prompt of this name beside FILE: tone.md, tone.json and so on, but no link out of the
folder. {{> @ada/tone}}, and that of a prompt on the server, is read from the server.

A value must be of the kind of its variable: 0.5, true, 2026-01-31, JSON, or one of its choices. The value @ada is written @@ada,
because @ names a file.

Examples:
  promptcase fill review.md -v language=Rust -v diff=@changes.diff
  promptcase fill 'Code review' --values values.json --as messages
  promptcase fill review.md --list"
)]
pub struct Fill {
    /// A file, or a prompt on the server: its name, title or id, also at a version or a label: @ada/code-review:production
    #[arg(value_name = "FILE|NAME")]
    prompt: String,
    /// A value; @FILE reads it from a file, and @@ begins a value with an @
    #[arg(short = 'v', long = "value", value_name = "NAME=VALUE")]
    values: Vec<String>,
    /// A JSON file with values by name; - for standard input
    #[arg(long = "values", value_name = "FILE")]
    file: Option<String>,
    /// text, markdown or messages
    #[arg(long = "as", value_name = "FORM", default_value = "text")]
    format: CopyFormat,
    /// List the variables instead
    #[arg(long)]
    list: bool,
    /// With --list: print JSON
    #[arg(long, requires = "list")]
    json: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    #[command(flatten)]
    server: ServerOptions,
}

/// The options of every command that uses a server, without the `-v` of `--verbose`, which gives values here.
pub struct ServerOptions(Remote);

impl Args for ServerOptions {
    fn augment_args(command: Command) -> Command {
        Remote::augment_args(command).mut_arg("verbose", |option| option.short(None))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ServerOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Remote::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl Fill {
    pub fn run(self) -> Outcome {
        let Loaded {
            prompt, includes, ..
        } = Loaded::read(&self.prompt, &self.server)?;
        let known = variables(&prompt, &includes);
        if self.list {
            return self.print_list(&known);
        }
        let values = self.read_values(&known)?;
        let rendered = render(&prompt, &values, &includes);
        for problem in rendered.problems.iter().chain(&rendered.remarks) {
            files::note(&format!("{}: {}", self.prompt, problem.message));
        }
        let mut text = rendered.copy(self.format);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        files::write(self.output.as_deref(), &text)?;
        Ok(if rendered.problems.is_empty() {
            failure::OK
        } else {
            failure::NO
        })
    }

    /// The values of `--values`, overruled by those of `-v`.
    fn read_values(&self, known: &[VariableUse]) -> Result<Values, Failure> {
        let mut values = match &self.file {
            None => Values::new(),
            Some(name) => {
                let input = files::read(name)?;
                let read: Value = serde_json::from_slice(&input.bytes).map_err(|error| {
                    Failure::content(
                        format!("{name}: {error}"),
                        "write a JSON object of values by name",
                    )
                })?;
                let Value::Object(values) = read else {
                    return Err(Failure::content(
                        format!("{name} holds no JSON object"),
                        "write {\"name\": \"value\"}",
                    ));
                };
                values
            }
        };
        for given in &self.values {
            let Some((name, value)) = given.split_once('=') else {
                return Err(Failure::usage(
                    format!("-v {given} has no value"),
                    "write -v NAME=VALUE",
                ));
            };
            let variable = known.iter().find(|one| one.name == name);
            if variable.is_none() {
                files::note(&format!("{}: no variable is called '{name}'", self.prompt));
            }
            let text = match value.strip_prefix('@') {
                Some(text) if text.starts_with('@') => text.to_owned(),
                Some(file) => text_of(file)?,
                None => value.to_owned(),
            };
            values.insert(name.to_owned(), Value::from(text));
        }
        for (name, value) in &mut values {
            let Some(variable) = known.iter().find(|one| one.name == *name) else {
                continue;
            };
            // A value of a file may be of its kind already.
            let text = match &*value {
                Value::Null => continue,
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let is_text = matches!(variable.kind, VariableKind::Text | VariableKind::LongText);
            if is_text {
                continue;
            }
            *value = typed(&variable.schema, &text).map_err(|expected| {
                Failure::usage(
                    format!("{name} is '{}'", one_line(&text)),
                    format!("write {expected}"),
                )
            })?;
        }
        Ok(values)
    }

    fn print_list(&self, known: &[VariableUse]) -> Outcome {
        if self.json {
            files::print(&(files::json(&known)? + "\n"))?;
            return Ok(failure::OK);
        }
        let text: String = known.iter().map(line).collect();
        files::print(&text)?;
        Ok(failure::OK)
    }
}

/// A prompt with what it includes.
pub struct Loaded {
    pub prompt: Prompt,
    pub includes: HashMap<String, Prompt>,
    /// Where it is on a server; none for a file.
    pub stored: Option<OnServer>,
}

/// A prompt on a server.
pub struct OnServer {
    pub server: Server,
    pub id: Uuid,
}

impl Loaded {
    /// Reads the file, or the prompt of the server if there is no such file, with the prompts that it includes.
    pub fn read(name: &str, server: &ServerOptions) -> Result<Self, Failure> {
        if name == files::STREAM || Path::new(name).exists() {
            let prompt = prompts::read_one(name, None)?;
            return Ok(Self {
                includes: includes(name, &prompt, server),
                prompt,
                stored: None,
            });
        }
        let server = server.0.open().map_err(|_| {
            Failure::usage(
                format!("there is no file {name}"),
                "name a file, or sign in to name a prompt of the server",
            )
        })?;
        let stored = named::at_version(&server, name, None)?;
        let wanted = references(&stored.prompt);
        let includes = if wanted.is_empty() {
            HashMap::new()
        } else {
            server.includes(Some(stored.id), &wanted)?.prompts
        };
        Ok(Self {
            prompt: stored.prompt,
            includes,
            stored: Some(OnServer {
                id: stored.id,
                server,
            }),
        })
    }
}

/// The included prompts that lie beside the file, those of the server, and what they include in turn.
fn includes(name: &str, prompt: &Prompt, server: &ServerOptions) -> HashMap<String, Prompt> {
    let mut found = HashMap::new();
    let mut of_server: Vec<String> = Vec::new();
    let folder = Path::new(name).parent().unwrap_or_else(|| Path::new(""));
    let mut wanted = references(prompt);
    while let Some(reference) = wanted.pop() {
        if reference.starts_with('@') && !of_server.contains(&reference) {
            of_server.push(reference);
            continue;
        }
        if found.contains_key(&reference) || reference.contains(['/', '\\']) {
            continue;
        }
        if let Some(included) = beside(folder, &reference) {
            wanted.extend(references(&included));
            found.insert(reference, included);
        }
    }
    if !of_server.is_empty() {
        match on_server(&of_server, server) {
            Ok(included) => found.extend(included),
            Err(failure) => files::note(&format!(
                "{}: '{}' is a prompt of a server: {}",
                name,
                of_server.join("', '"),
                failure.told()
            )),
        }
    }
    found
}

/// The prompts of the server by their names, `@ada/tone`, and what they include in turn.
fn on_server(names: &[String], server: &ServerOptions) -> Result<HashMap<String, Prompt>, Failure> {
    let answer = server.0.open()?.includes(None, names)?.prompts;
    let mut found = HashMap::new();
    let mut wanted = names.to_vec();
    while let Some(name) = wanted.pop() {
        let Some((handle, slug)) = name.strip_prefix('@').and_then(|name| name.split_once('/'))
        else {
            continue;
        };
        if found.contains_key(&name) {
            continue;
        }
        if let Some(included) = answer.get(&name).or_else(|| answer.get(slug)) {
            // A slug alone is one of its own workspace, and no file.
            let included = qualify(included.clone(), handle);
            wanted.extend(references(&included));
            found.insert(name, included);
        }
    }
    Ok(found)
}

/// A variable in a line: `name (number, required, default 3): What it is`.
fn line(one: &VariableUse) -> String {
    let mut facts = one.kind.label().to_lowercase();
    if one.is_required {
        facts.push_str(", required");
    }
    if let Some(default) = one.schema.get("default") {
        facts = format!("{facts}, default {default}");
    }
    let description = one.schema.get("description").and_then(Value::as_str);
    let description = description.map_or_else(String::new, |text| format!(": {text}"));
    format!("{} ({facts}){description}\n", one.name)
}

/// The prompt of a file in a folder whose name without its ending is the reference.
fn beside(folder: &Path, reference: &str) -> Option<Prompt> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let is_named = |path: &&std::path::PathBuf| {
        path.is_file()
            && !files::leads_out(path, folder)
            && path.file_stem().is_some_and(|stem| stem == reference)
    };
    let path = paths.iter().find(is_named)?;
    prompts::read_one(&path.display().to_string(), None).ok()
}

fn text_of(name: &str) -> Result<String, Failure> {
    let input = files::read(name)?;
    String::from_utf8(input.bytes)
        .map_err(|_| Failure::content(format!("{name} is not UTF-8"), "save it as UTF-8"))
}
