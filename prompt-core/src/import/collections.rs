//! Files with several prompts: Langfuse exports, promptfoo configurations, prompts.chat lists.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::messages::{is_conversation, segments, title_for};
use super::object::{self, Fields, text_of};
use super::{Draft, File, ImportFormat, json, library, plain_text, settings, tests};
use crate::Prompt;
use crate::content::template::TemplateLanguage;
use crate::content::{Segment, SegmentType};

/// Reads one Langfuse prompt.
pub(super) fn langfuse(map: Map<String, Value>, file: &File<'_>) -> Draft {
    let mut diagnostics = Diagnostics::default();
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(map, "", &mut diagnostics);
    let name = fields.text("name");
    prompt.tags = fields.tags("tags").unwrap_or_default();
    let text = fields.take("prompt").unwrap_or_default();
    let instructions = fields.text("instructions");
    let mut rest = fields.rest();
    prompt.content.segments = texts(text, &mut diagnostics);
    if let Some(content) = instructions {
        let system = Segment {
            r#type: SegmentType::System,
            content,
            ..Segment::default()
        };
        prompt.content.segments.insert(0, system);
        library::in_order(&mut prompt.content.segments);
    }
    for (at, segment) in prompt.content.segments.iter().enumerate() {
        for reference in references(&segment.content) {
            diagnostics.warn(
                "not_fetched",
                format!("segments[{at}]"),
                format!("The text includes another prompt, {reference}, which nothing fills in; it stays as it stands"),
            );
        }
    }
    // The name is prefixed with its folders.
    let title = name.as_deref().map(|name| match name.rsplit_once('/') {
        Some((folder, name)) => {
            rest.insert("folder".to_owned(), Value::from(folder));
            diagnostics.taken(format!("{folder}/{name}"));
            name.to_owned()
        }
        None => name.to_owned(),
    });
    prompt.title = title.unwrap_or_else(|| title_for(file, &prompt.content.segments));
    let description = rest
        .get("config")
        .and_then(|config| config.get("description")?.as_str());
    description
        .unwrap_or_default()
        .clone_into(&mut prompt.description);
    settings::of_entry(&mut prompt, &rest);
    object::keep(&mut prompt, ImportFormat::Langfuse, rest);
    Draft::new(prompt, diagnostics)
}

/// The places where a Langfuse text includes another prompt.
fn references(text: &str) -> Vec<&str> {
    const MARK: &str = "@@@";
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("@@@langfusePrompt:") {
        rest = &rest[at..];
        let Some(end) = rest[MARK.len()..].find(MARK) else {
            break;
        };
        let (reference, after) = rest.split_at(end + 2 * MARK.len());
        found.push(reference);
        rest = after;
    }
    found
}

/// Reads a conversation as messages, and a text as one instruction.
fn texts(value: Value, diagnostics: &mut Diagnostics) -> Vec<Segment> {
    match value {
        Value::Array(messages) if is_conversation(&Value::Array(messages.clone())) => {
            segments(messages, diagnostics)
        }
        Value::String(text) if library::is_text_of_messages(&text) => {
            let value = json::read(&text, diagnostics).unwrap_or_default();
            diagnostics.taken(text);
            texts(value, diagnostics)
        }
        value => vec![instruction(text_of(value, "prompt", diagnostics))],
    }
}

fn instruction(content: String) -> Segment {
    Segment {
        order: 0,
        content,
        ..Segment::default()
    }
}

/// Whether a map is a promptfoo configuration, and not any library of prompts.
pub(super) fn is_promptfoo(map: &Map<String, Value>) -> bool {
    const KEYS: [&str; 6] = [
        "providers",
        "targets",
        "tests",
        "defaultTest",
        "scenarios",
        "evaluateOptions",
    ];
    let is_entry = |entry: &Value| {
        entry.is_string()
            || entry.get("raw").is_some()
            || (entry.get("id").is_some_and(Value::is_string)
                && ["title", "name", "text", "content", "prompt", "template"]
                    .iter()
                    .all(|key| entry.get(*key).is_none()))
    };
    match map.get("prompts") {
        Some(Value::String(_)) => true,
        Some(Value::Array(entries)) => {
            !entries.is_empty()
                && (KEYS.iter().any(|key| map.contains_key(*key)) || entries.iter().any(is_entry))
        }
        Some(Value::Object(entries)) => {
            !entries.is_empty() && entries.values().all(Value::is_string)
        }
        _ => false,
    }
}

/// Whether a prompt of a configuration names a file or a program in place of a text.
fn is_file(text: &str) -> bool {
    /// Endings of the files that promptfoo reads or runs.
    const ENDINGS: [&str; 20] = [
        "txt", "md", "json", "jsonl", "yaml", "yml", "j2", "njk", "csv", "js", "mjs", "cjs", "ts",
        "py", "sh", "exe", "bat", "rb", "go", "prompty",
    ];
    if ["file://", "exec:", "python:"]
        .iter()
        .any(|start| text.starts_with(start))
    {
        return true;
    }
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    let ending = ending.split(':').next().unwrap_or_default();
    !text.contains(char::is_whitespace) && !text.contains(['{', '}']) && ENDINGS.contains(&ending)
}

/// Reads the prompts of a promptfoo configuration. References to other files are reported, never
/// opened.
pub(super) fn promptfoo(
    map: Map<String, Value>,
    file: &File<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Draft> {
    let mut map = map;
    let description = map
        .get("description")
        .and_then(Value::as_str)
        .map(str::to_owned);
    let entries: Vec<(Option<String>, Value)> = match map.shift_remove("prompts") {
        Some(Value::Array(entries)) => entries.into_iter().map(|entry| (None, entry)).collect(),
        Some(Value::Object(entries)) => entries
            .into_iter()
            .map(|(path, label)| (label.as_str().map(str::to_owned), Value::from(path)))
            .collect(),
        Some(entry) => vec![(None, entry)],
        None => Vec::new(),
    };
    let config = map.clone();
    let mut drafts = Vec::new();
    let mut room = tests::Room::default();
    for (at, (label, entry)) in entries.into_iter().enumerate() {
        let mut problems = Diagnostics::default();
        let mut prompt = Prompt::default();
        let (label, text, mut rest) = match entry {
            Value::Object(entry) => {
                let mut fields = Fields::new(entry, "", &mut problems);
                let label = fields.text("label").or(label);
                let text = fields.take("raw").or_else(|| fields.take("id"));
                (label, text, fields.rest())
            }
            entry => (label, Some(entry), Map::new()),
        };
        let text = text_of(text.unwrap_or_default(), "prompts", &mut problems);
        if is_file(&text) {
            let called = label.map_or_else(String::new, |label| format!(" '{label}'"));
            diagnostics.warn(
                "not_fetched",
                format!("prompts[{at}]"),
                format!("The prompt{called} is in another file, '{text}', which was not opened; import that file too"),
            );
            continue;
        }
        prompt.content.segments = match json::read(&text, &mut problems) {
            Ok(value) if is_conversation(&value) => {
                problems.taken(text);
                texts(value, &mut problems)
            }
            _ => vec![instruction(text)],
        };
        prompt.title = label.unwrap_or_else(|| {
            let title = description
                .clone()
                .unwrap_or_else(|| title_for(file, &prompt.content.segments));
            if at == 0 {
                title
            } else {
                format!("{title} {}", at + 1)
            }
        });
        prompt.description = description.clone().unwrap_or_default();
        if drafts.is_empty() {
            rest.extend(std::mem::take(&mut map));
        }
        tests::of_promptfoo(&mut prompt, &config, &mut room, &mut problems);
        object::keep(&mut prompt, ImportFormat::Promptfoo, rest);
        let language = TemplateLanguage::Jinja2;
        if prompt
            .content
            .segments
            .iter()
            .any(|one| ["{%", "{{ '"].iter().any(|sign| one.content.contains(sign)))
        {
            prompt.content.set_template_language(language);
        }
        drafts.push(Draft::new(prompt, problems));
    }
    drafts
}

/// Reads a promptfoo text file: prompts separated by lines of three dashes.
pub(super) fn promptfoo_text(file: &File<'_>) -> Vec<Draft> {
    let text = plain_text::with_line_feeds(file.text);
    let mut parts = vec![Vec::new()];
    for line in text.lines() {
        if line.trim() == "---" {
            parts.push(Vec::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(line);
        }
    }
    let parts: Vec<_> = parts
        .into_iter()
        .map(|lines| lines.join("\n").trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect();
    let many = parts.len() > 1;
    parts
        .into_iter()
        .enumerate()
        .map(|(at, part)| {
            let title = plain_text::title_from_name(file.name)
                .unwrap_or_else(|| plain_text::first_line(&part));
            let mut prompt = Prompt {
                title: if many {
                    format!("{title} {}", at + 1)
                } else {
                    title
                },
                ..Prompt::default()
            };
            prompt.content.segments.push(instruction(part));
            Draft::new(prompt, Diagnostics::default())
        })
        .collect()
}

/// Reads JSON Lines: one value per line.
pub(super) fn json_lines(text: &str, diagnostics: &mut Diagnostics) -> Vec<Value> {
    let mut values = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let mut problems = Diagnostics::default();
        match json::parse(line, &mut problems) {
            Some(value) => values.push(value),
            None => diagnostics.warn(
                "bad_json",
                format!("line {}", at + 1),
                "This line is not JSON; it was left out".to_owned(),
            ),
        }
    }
    values
}
