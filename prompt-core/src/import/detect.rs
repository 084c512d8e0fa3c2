//! Detects the format of a file by its content, then by its name.

use serde_json::Value;

use super::diagnostics::Diagnostics;
use super::lines::{Kind, pieces};
use super::{
    Draft, File, ImportFormat, accounting, collections, data, documents, dotprompt, front_matter,
    html, json, markdown, object, plain_text, poml, prompty, snippet, source, table, toml, xml,
    yaml,
};
use crate::export::prompty::role_of;

/// Reads a file in the given or the detected format.
pub(super) fn read(
    file: &File<'_>,
    wanted: Option<ImportFormat>,
    diagnostics: &mut Diagnostics,
) -> (ImportFormat, Vec<Draft>) {
    let container = match wanted {
        Some(format) => container_of(format, file),
        None => container(file),
    };
    let (format, drafts) = match container {
        Container::Json => match json::parse(file.text, diagnostics) {
            Some(value) => {
                let (format, drafts) = data::read(value, file, ImportFormat::Json, diagnostics);
                if !(drafts.is_empty() || (drafts.len() == 1 && source::is_kept(format))) {
                    let (_, count, line) = json::without_comments(file.text);
                    tell_comments(count, line, diagnostics);
                }
                (format, drafts)
            }
            None => (ImportFormat::Json, Vec::new()),
        },
        Container::JsonLines => lines(file, diagnostics),
        Container::Yaml => documents_of_yaml(file, diagnostics),
        Container::Toml => command(file, diagnostics),
        Container::BrokenJson => {
            // The reason is a warning, since text may begin like JSON.
            let mut problems = Diagnostics::default();
            json::parse(file.text, &mut problems);
            for problem in problems.into_list() {
                diagnostics.warn(
                    "not_json",
                    problem.place.unwrap_or_default(),
                    "This looks like JSON but is not valid; it was imported as plain text"
                        .to_owned(),
                );
            }
            (
                ImportFormat::PlainText,
                one(file, ImportFormat::PlainText, diagnostics),
            )
        }
        Container::Table => (ImportFormat::PromptsChat, table::read(file, diagnostics)),
        Container::Promptfoo => (ImportFormat::Promptfoo, collections::promptfoo_text(file)),
        Container::Snippet => snippet_of(file, diagnostics),
        Container::File(format) => (format, one(file, format, diagnostics)),
    };
    // Where shapes are similar, the requested format is reported.
    (wanted.unwrap_or(format), drafts)
}

/// The syntax of a file's data.
enum Container {
    Json,
    JsonLines,
    Yaml,
    Toml,
    BrokenJson,
    Table,
    Promptfoo,
    /// Code that calls an API.
    Snippet,
    File(ImportFormat),
}

fn one(file: &File<'_>, format: ImportFormat, diagnostics: &mut Diagnostics) -> Vec<Draft> {
    let drafts = read_one(file, format, diagnostics);
    let text = plain_text::with_line_feeds(file.text);
    let found = front_matter::split(&text, &mut Diagnostics::default());
    if let Some(mut fields) = found.map(|found| found.fields)
        && !fields.contains_key("structure_type")
    {
        // What tools read from their own keys is no text for a model, unless it is nested.
        fields.retain(|key, value| {
            !value.is_string() || !front_matter::KNOWN_KEYS.contains(&key.as_str())
        });
        accounting::check_details(fields, &drafts, diagnostics, &text);
    }
    drafts
}

fn read_one(file: &File<'_>, format: ImportFormat, diagnostics: &mut Diagnostics) -> Vec<Draft> {
    match format {
        ImportFormat::Xml => xml::read(file, diagnostics).into_iter().collect(),
        ImportFormat::Html => vec![html::read(file)],
        ImportFormat::Markdown => vec![markdown::read(file)],
        ImportFormat::Prompty => vec![prompty::read(file)],
        ImportFormat::Dotprompt => vec![dotprompt::read(file)],
        ImportFormat::Poml => vec![poml::read(file)],
        ImportFormat::Cursor
        | ImportFormat::ClaudeCode
        | ImportFormat::Vscode
        | ImportFormat::Opencode
        | ImportFormat::Windsurf
        | ImportFormat::Fabric => {
            vec![documents::read(file, format)]
        }
        _ => vec![plain_text::read(file)],
    }
}

/// The container of a requested format.
fn container_of(format: ImportFormat, file: &File<'_>) -> Container {
    let is_json = file.text.trim_start().starts_with(['{', '['])
        && (is_json(file.text) || is_json_lines(file.text) || yaml::parse(file.text).is_err());
    match format {
        ImportFormat::Json => Container::Json,
        ImportFormat::Yaml => Container::Yaml,
        ImportFormat::Gemini if !is_json => Container::Toml,
        ImportFormat::Opencode if !is_json => Container::File(format),
        ImportFormat::PromptsChat if !is_json => Container::Table,
        ImportFormat::Promptfoo if !is_json && !is_yaml_of_prompts(file.text) => {
            Container::Promptfoo
        }
        ImportFormat::GithubModels
        | ImportFormat::Gemini
        | ImportFormat::Promptfoo
        | ImportFormat::Langfuse
        | ImportFormat::Langchain
        | ImportFormat::Openai
        | ImportFormat::Anthropic
        | ImportFormat::Mcp
        | ImportFormat::PromptsChat
        | ImportFormat::Opencode
        | ImportFormat::Roo
        | ImportFormat::Continue
        | ImportFormat::Chatgpt
        | ImportFormat::Claude
        | ImportFormat::Sharegpt
        | ImportFormat::Librechat
        | ImportFormat::OpenWebui
        | ImportFormat::Typingmind
        | ImportFormat::Nextchat
        | ImportFormat::PromptGenius
        | ImportFormat::Espanso
        | ImportFormat::Raycast
        | ImportFormat::Helicone
        | ImportFormat::Humanloop
        | ImportFormat::Mlflow => match is_json {
            true if is_json_lines(file.text) => Container::JsonLines,
            true => Container::Json,
            false => Container::Yaml,
        },
        format => Container::File(format),
    }
}

fn container(file: &File<'_>) -> Container {
    let name = file.name.unwrap_or_default().to_ascii_lowercase();
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let extension = base.rsplit_once('.').map_or("", |(_, extension)| extension);
    let text = file.text.trim_start();
    let is_own = || file.text.contains("structure_type");
    let by_folder = || by_folder(&name, extension).filter(|_| !is_own());
    let is_skill = || base == "skill.md" || (ends_with_word(base, "skill.md") && !is_own());
    let by_title = || is_skill().then_some(ImportFormat::ClaudeCode);
    let by_place = || by_title().or_else(by_folder);
    if let Some(format) = by_name(base, extension).or_else(by_place) {
        return Container::File(format);
    }
    if text.starts_with(['{', '[']) {
        if extension == "jsonl" || extension == "ndjson" || is_json_lines(text) {
            return Container::JsonLines;
        }
        if matches!(extension, "json" | "jsonc" | "json5") || is_json(text) {
            return Container::Json;
        }
        if begins_like_json(text) && matches!(extension, "" | "txt") {
            return Container::BrokenJson;
        }
    }
    let head: String = text
        .chars()
        .take(32)
        .collect::<String>()
        .to_ascii_lowercase();
    if head.starts_with("<!doctype html") || head.starts_with("<html") {
        return Container::File(ImportFormat::Html);
    }
    if head.starts_with("<poml") {
        return Container::File(ImportFormat::Poml);
    }
    if head.starts_with("<?xml") {
        return Container::File(ImportFormat::Xml);
    }
    match extension {
        "html" | "htm" => return Container::File(ImportFormat::Html),
        "xml" => return Container::File(ImportFormat::Xml),
        "json" | "jsonc" | "json5" => return Container::Json,
        "yaml" | "yml" => return Container::Yaml,
        "csv" | "tsv" => return Container::Table,
        "toml" => return Container::Toml,
        _ => {}
    }
    if let Some(format) = by_front_matter(file.text) {
        return Container::File(format);
    }
    if matches!(extension, "" | "txt" | "py" | "js" | "mjs" | "ts") && snippet::is_call(text) {
        return Container::Snippet;
    }
    if extension != "md" && table::is_table(text) {
        return Container::Table;
    }
    if matches!(extension, "" | "txt") && is_command(text) {
        return Container::Toml;
    }
    match extension {
        "md" | "markdown" => Container::File(ImportFormat::Markdown),
        "txt" | "text" => Container::File(ImportFormat::PlainText),
        _ if is_yaml_of_prompts(text) => Container::Yaml,
        _ if begins_with_role(text) => Container::File(ImportFormat::Prompty),
        _ if has_heading(text) => Container::File(ImportFormat::Markdown),
        _ => Container::File(ImportFormat::PlainText),
    }
}

/// Returns the format of a file name that is unambiguous regardless of the content.
fn by_name(base: &str, extension: &str) -> Option<ImportFormat> {
    match extension {
        "prompty" => return Some(ImportFormat::Prompty),
        "prompt" => return Some(ImportFormat::Dotprompt),
        "poml" => return Some(ImportFormat::Poml),
        "mdc" | "cursorrules" => return Some(ImportFormat::Cursor),
        "windsurfrules" => return Some(ImportFormat::Windsurf),
        _ => {}
    }
    if matches!(base, "system.md" | "user.md") {
        return Some(ImportFormat::Fabric);
    }
    let is_vscode = [
        ".prompt.md",
        ".instructions.md",
        ".agent.md",
        ".chatmode.md",
    ]
    .iter()
    .any(|end| base.ends_with(end));
    is_vscode.then_some(ImportFormat::Vscode)
}

/// Returns the format of a document in a folder that belongs to one tool.
fn by_folder(name: &str, extension: &str) -> Option<ImportFormat> {
    /// The folders of tools, each with the folders in it.
    const FOLDERS: [(&str, &[&str], ImportFormat); 5] = [
        (
            ".claude",
            &["commands", "agents", "skills"],
            ImportFormat::ClaudeCode,
        ),
        (".codex", &["prompts"], ImportFormat::ClaudeCode),
        (".cursor", &["rules", "commands"], ImportFormat::Cursor),
        (
            ".opencode",
            &["command", "commands", "agent", "agents"],
            ImportFormat::Opencode,
        ),
        (".windsurf", &["rules", "workflows"], ImportFormat::Windsurf),
    ];
    if extension != "md" {
        return None;
    }
    let parts: Vec<_> = name.split(['/', '\\']).collect();
    let found = FOLDERS.iter().find(|(tool, inner, _)| {
        parts
            .windows(2)
            .any(|pair| pair[0] == *tool && inner.contains(&pair[1]))
    });
    found.map(|(_, _, format)| *format)
}

/// Whether a name ends with a word, as `review-skill.md` does with `skill.md`.
fn ends_with_word(base: &str, word: &str) -> bool {
    base.strip_suffix(word)
        .is_some_and(|before| !before.ends_with(char::is_alphanumeric))
}

/// Detects the format from the front matter of a document.
fn by_front_matter(text: &str) -> Option<ImportFormat> {
    let text = plain_text::with_line_feeds(text);
    let found = front_matter::split(&text, &mut Diagnostics::default())?;
    if found
        .fields
        .get("structure_type")
        .is_some_and(Value::is_string)
    {
        return Some(ImportFormat::Markdown);
    }
    let is_own_prompty = found
        .fields
        .get("metadata")
        .is_some_and(|metadata| metadata.get("structure_type").is_some());
    if is_own_prompty || begins_with_role(found.body) {
        return Some(ImportFormat::Prompty);
    }
    Some(documents::tool(&found.fields).unwrap_or(ImportFormat::Markdown))
}

fn begins_with_role(text: &str) -> bool {
    text.trim_start()
        .lines()
        .next()
        .is_some_and(|line| role_of(line).is_some())
}

fn has_heading(text: &str) -> bool {
    pieces(text)
        .iter()
        .any(|piece| matches!(piece.kind, Kind::Heading { .. }))
}

/// Whether a text is one JSON value. Lone surrogates are tolerated.
pub(super) fn is_json(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok()
        || json::parse(text, &mut Diagnostics::default()).is_some()
}

/// Whether a text was probably meant to be JSON: it begins with a list or a map of values.
fn begins_like_json(text: &str) -> bool {
    let mut inner = text;
    while let Some(rest) = inner.strip_prefix(['[', '{']) {
        inner = rest.trim_start();
    }
    inner.starts_with('"')
}

/// Whether a text is a TOML document with a prompt.
fn is_command(text: &str) -> bool {
    let is_key = text.lines().any(|line| {
        line.strip_prefix("prompt")
            .is_some_and(|rest| rest.trim_start().starts_with('='))
    });
    is_key
        && toml::parse(text, &mut Diagnostics::default())
            .is_ok_and(|map| map.get("prompt").is_some_and(Value::is_string))
}

/// Reads TOML: a command of Gemini CLI. A file that is none is taken as text.
fn command(file: &File<'_>, diagnostics: &mut Diagnostics) -> (ImportFormat, Vec<Draft>) {
    let text = plain_text::with_line_feeds(file.text);
    match toml::parse(&text, diagnostics) {
        Ok(map) => {
            let is_command = map.get("prompt").is_some_and(Value::is_string);
            let (format, drafts) =
                data::read(Value::Object(map), file, ImportFormat::Gemini, diagnostics);
            let format = if is_command {
                ImportFormat::Gemini
            } else {
                format
            };
            (format, drafts)
        }
        Err(problem) => {
            diagnostics.warn(
                "bad_toml",
                format!("line {}", problem.line),
                format!(
                    "This is not TOML: {}; the file was taken as text",
                    problem.message
                ),
            );
            (ImportFormat::PlainText, vec![plain_text::read(file)])
        }
    }
}

/// Reads the arguments of the calls. Code without any is taken as text.
fn snippet_of(file: &File<'_>, diagnostics: &mut Diagnostics) -> (ImportFormat, Vec<Draft>) {
    let text = plain_text::with_line_feeds(file.text);
    let calls = snippet::read(&text);
    let has_prompt = |call: &snippet::Call| {
        ["prompt", "input", "messages", "instructions", "system"]
            .into_iter()
            .any(|key| call.request.contains_key(key))
    };
    if !calls.iter().any(has_prompt) {
        return (ImportFormat::PlainText, vec![plain_text::read(file)]);
    }
    diagnostics.warn(
        "code_left_out",
        "",
        "This is code; the arguments of its calls were taken, and the code around them was left out"
            .to_owned(),
    );
    let mut format = None;
    let mut drafts = Vec::new();
    let is_only = calls.len() == 1;
    for (at, call) in calls.into_iter().enumerate() {
        let place = if is_only {
            String::new()
        } else {
            format!("call {}", at + 1)
        };
        let is_prompt = has_prompt(&call);
        if !call.left_out.is_empty() {
            diagnostics.warn(
                "argument_left_out",
                place.clone(),
                format!(
                    "Left out, because the code computes it: {}",
                    call.left_out.join(", ")
                ),
            );
        }
        if !is_prompt {
            diagnostics.warn(
                "call_left_out",
                place,
                "This call has no text that can be read without running the code".to_owned(),
            );
            continue;
        }
        let request = Value::Object(call.request);
        let (found, mut more) = data::read(request, file, ImportFormat::Json, diagnostics);
        format.get_or_insert(found);
        if !is_only {
            for draft in &mut more {
                draft.prompt.title = format!("{} {}", draft.prompt.title, at + 1);
            }
        }
        drafts.extend(more);
    }
    (format.unwrap_or(ImportFormat::Openai), drafts)
}

/// Whether each of the first lines is a separate JSON value.
fn is_json_lines(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let is_object = |line: &str| {
        line.trim_start().starts_with('{') && serde_json::from_str::<Value>(line).is_ok()
    };
    lines.next().is_some_and(is_object) && lines.next().is_some_and(is_object)
}

/// Whether a text is YAML that contains prompts, and not prose that is valid YAML by accident.
fn is_yaml_of_prompts(text: &str) -> bool {
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty() && !line.starts_with('#') && *line != "---");
    let is_key = first.is_some_and(|line| {
        line.split_once(':').is_some_and(|(key, _)| {
            !key.is_empty()
                && key
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-'))
        })
    });
    is_key
        && yaml::parse(text).is_ok_and(|document| {
            document.value.as_object().is_some_and(|map| {
                object::is_prompt(map)
                    || ["messages", "prompts", "matches", "customModes"]
                        .iter()
                        .any(|key| map.get(*key).is_some_and(Value::is_array))
                    || map.get("_type").is_some_and(Value::is_string)
            })
        })
}

fn documents_of_yaml(file: &File<'_>, diagnostics: &mut Diagnostics) -> (ImportFormat, Vec<Draft>) {
    let documents = match yaml::parse_all(file.text) {
        Ok(documents) => documents,
        Err(problem) => {
            diagnostics.error(
                "bad_yaml",
                problem
                    .line
                    .map_or_else(String::new, |line| format!("line {line}")),
                format!("This YAML cannot be read: {}", problem.message),
                "Correct the file and import it again",
            );
            return (ImportFormat::Yaml, Vec::new());
        }
    };
    let mut format = None;
    let mut drafts = Vec::new();
    let mut is_own = false;
    for document in documents {
        diagnostics.extend(document.diagnostics);
        if document.value.is_null() {
            continue;
        }
        is_own |= document.value.as_object().is_some_and(object::is_prompt);
        let (found, more) = data::read(document.value, file, ImportFormat::Yaml, diagnostics);
        format.get_or_insert(found);
        drafts.extend(more);
    }
    let format = format.unwrap_or(ImportFormat::Yaml);
    // The source of a single prompt keeps them, and our own explain the file.
    let is_kept = drafts.len() == 1 && source::is_kept(format);
    if !(is_own || is_kept || drafts.is_empty()) {
        let (count, line) = yaml::comments(file.text);
        tell_comments(count, line, diagnostics);
    }
    (format, drafts)
}

fn tell_comments(count: usize, line: usize, diagnostics: &mut Diagnostics) {
    let message = match count {
        0 => return,
        1 => "A comment was left out".to_owned(),
        count => format!("{count} comments were left out, of which this is the first"),
    };
    diagnostics.info("comment_left_out", format!("line {line}"), message);
}

fn lines(file: &File<'_>, diagnostics: &mut Diagnostics) -> (ImportFormat, Vec<Draft>) {
    let mut format = None;
    let mut drafts = Vec::new();
    for value in collections::json_lines(file.text, diagnostics) {
        // A line has no name, so its title is taken from its text.
        let line = File {
            text: file.text,
            name: None,
        };
        let (found, more) = data::read(value, &line, ImportFormat::Json, diagnostics);
        format.get_or_insert(found);
        drafts.extend(more);
    }
    (format.unwrap_or(ImportFormat::Openai), drafts)
}
