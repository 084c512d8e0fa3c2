//! Markdown files that tools use as instructions: Cursor rules, Claude Code commands, agents and
//! skills, VS Code prompt
//! files, fabric patterns. Each has front matter and a body; they differ in the role of the body.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::front_matter::{self, FrontMatter};
use super::object::{self, Fields};
use super::{Draft, File, ImportFormat, library, markdown, plain_text};
use crate::Prompt;
use crate::content::{Segment, SegmentType};
use crate::export::skill_name;

/// Reads a file of one of these tools.
pub(super) fn read(file: &File<'_>, format: ImportFormat) -> Draft {
    let text = plain_text::with_line_feeds(file.text);
    let mut diagnostics = Diagnostics::default();
    let (fields, body) = match front_matter::split(&text, &mut diagnostics) {
        Some(FrontMatter { fields, body }) => (fields, body),
        None => (Map::new(), &*text),
    };
    warn_of_actions(body, &mut diagnostics);
    match format {
        ImportFormat::Cursor | ImportFormat::Fabric | ImportFormat::Windsurf => {
            let has_title = ["title", "name"]
                .iter()
                .any(|key| fields.contains_key(*key));
            let mut draft = markdown::foreign(file, fields, body, format, diagnostics);
            if draft.prompt.structure_type == crate::StructureType::Standard {
                set_type(&mut draft.prompt, voice(file, format, &Map::new()));
            }
            if let Some(title) = plain_text::title_from_name(file.name) {
                let given = std::mem::replace(&mut draft.prompt.title, title);
                if has_title && given != draft.prompt.title {
                    object::keep_field(&mut draft.prompt, format, "title", Value::from(given));
                }
            }
            draft
        }
        _ => whole(file, fields, body, format, diagnostics),
    }
}

/// Reads a pattern of two documents: a message of the system and one of the user.
pub(super) fn pair(name: &str, system: &str, user: &str, mut diagnostics: Diagnostics) -> Draft {
    let mut prompt = Prompt::default();
    for (r#type, text) in [(SegmentType::System, system), (SegmentType::User, user)] {
        warn_of_actions(text, &mut diagnostics);
        prompt.content.segments.push(Segment {
            r#type,
            content: text.trim_matches('\n').to_owned(),
            ..Segment::default()
        });
    }
    library::in_order(&mut prompt.content.segments);
    prompt.title =
        plain_text::title_from_name(Some(name)).unwrap_or_else(|| plain_text::first_line(system));
    Draft::new(prompt, diagnostics)
}

/// Detects the tool of a document by its front matter.
pub(super) fn tool(fields: &Map<String, Value>) -> Option<ImportFormat> {
    let has = |key: &str| fields.contains_key(key);
    let says = |key: &str, words: &[&str]| {
        let word = fields.get(key).and_then(Value::as_str);
        word.is_some_and(|word| words.contains(&word))
    };
    if says(
        "trigger",
        &["always_on", "glob", "model_decision", "manual"],
    ) {
        Some(ImportFormat::Windsurf)
    } else if has("globs") || has("alwaysApply") {
        Some(ImportFormat::Cursor)
    } else if says("mode", &["primary", "subagent", "all"]) {
        Some(ImportFormat::Opencode)
    } else if has("applyTo") || has("mode") || has("handoffs") || has("user-invocable") {
        Some(ImportFormat::Vscode)
    } else if has("allowed-tools")
        || has("argument-hint")
        || has("disable-model-invocation")
        || (has("name")
            && has("description")
            && ["tools", "model", "color", "license", "compatibility"]
                .iter()
                .any(|key| has(key)))
        || is_skill(fields)
    {
        Some(ImportFormat::ClaudeCode)
    } else {
        None
    }
}

/// Whether front matter is that of an agent skill: an identifier, a description, and nothing else but `metadata`.
fn is_skill(fields: &Map<String, Value>) -> bool {
    let text = |key: &str| fields.get(key).and_then(Value::as_str).unwrap_or_default();
    let name = text("name");
    skill_name(name) == name
        && !text("description").is_empty()
        && fields
            .keys()
            .all(|key| matches!(key.as_str(), "name" | "description" | "metadata"))
}

/// Reads the body as one segment.
fn whole(
    file: &File<'_>,
    fields: Map<String, Value>,
    body: &str,
    format: ImportFormat,
    mut diagnostics: Diagnostics,
) -> Draft {
    let mut prompt = Prompt::default();
    let voice = voice(file, format, &fields);
    let mut fields = Fields::new(fields, "", &mut diagnostics);
    let title = fields.text("title").or_else(|| fields.text("name"));
    prompt.description = fields.text("description").unwrap_or_default();
    prompt.tags = fields.tags("tags").unwrap_or_default();
    let rest = fields.rest();
    // Where our own skills have what a skill has no key for.
    let metadata = rest
        .get("metadata")
        .filter(|_| format == ImportFormat::ClaudeCode);
    let said = |key: &str| metadata.and_then(|metadata| metadata.get(key)?.as_str());
    // Of a skill that was renamed by hand, the name counts.
    let named = said("title").filter(|named| title.as_ref() == Some(&skill_name(named)));
    let title = named.map(str::to_owned).or(title);
    if prompt.tags.is_empty()
        && let Some(tags) = said("tags")
    {
        prompt.tags = crate::text::parse_tags(tags);
    }
    if let Some(version) = said("version").and_then(|version| version.parse().ok()) {
        prompt.set_version(version);
    }
    prompt.title = title
        .or_else(|| plain_text::title_from_name(file.name))
        .unwrap_or_else(|| plain_text::first_line(body));
    let body = body.trim_matches('\n');
    if !body.is_empty() {
        prompt.content.segments.push(Segment {
            order: 0,
            r#type: voice,
            content: body.to_owned(),
            ..Segment::default()
        });
    }
    object::keep(&mut prompt, format, rest);
    Draft::new(prompt, diagnostics)
}

/// Whether one of the folders of a file has this name.
fn is_in_folder(name: &str, folder: &str) -> bool {
    let mut parts = name.rsplit(['/', '\\']).skip(1);
    parts.any(|part| part == folder)
}

/// The role of a body: a command is a user message, an agent a system message, a rule an instruction.
fn voice(file: &File<'_>, format: ImportFormat, fields: &Map<String, Value>) -> SegmentType {
    let name = file.name.unwrap_or_default().to_ascii_lowercase();
    let has = |key: &str| fields.contains_key(key);
    match format {
        ImportFormat::Fabric if name.ends_with("user.md") => SegmentType::User,
        ImportFormat::Fabric | ImportFormat::Opencode => SegmentType::System,
        ImportFormat::ClaudeCode
            if name.ends_with("skill.md") || has("license") || has("compatibility") =>
        {
            SegmentType::Instruction
        }
        // Without anything else it is a skill, unless its folder says that it is an agent.
        ImportFormat::ClaudeCode if is_skill(fields) && !is_in_folder(&name, "agents") => {
            SegmentType::Instruction
        }
        ImportFormat::ClaudeCode if has("name") && !has("argument-hint") => SegmentType::System,
        ImportFormat::Vscode if name.contains(".instructions.") || has("applyTo") => {
            SegmentType::Instruction
        }
        ImportFormat::Vscode if name.contains(".agent.") || name.contains(".chatmode.") => {
            SegmentType::System
        }
        ImportFormat::ClaudeCode | ImportFormat::Vscode => SegmentType::User,
        _ => SegmentType::Instruction,
    }
}

fn set_type(prompt: &mut Prompt, segment_type: SegmentType) {
    for segment in &mut prompt.content.segments {
        segment.r#type = segment_type;
    }
}

/// Warns that actions the tool would run, and files it would open, stay plain text.
fn warn_of_actions(body: &str, diagnostics: &mut Diagnostics) {
    if body.contains("!`") {
        diagnostics.info(
            "not_executed",
            "",
            "Commands like !`…` stay in the text and are not run".to_owned(),
        );
    }
}
