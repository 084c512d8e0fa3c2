//! Skills, commands, agents and rules: front matter and a text.

use super::super::data::DataWriter;
use super::super::warning;
use super::super::yaml::YamlWriter;
use super::template::Template;
use super::{ForeignFormat, identifier, one_line, own_field, trimmed};
use crate::text::truncate;
use crate::{Diagnostic, Prompt};

/// The longest description of a skill.
const DESCRIPTION_CHARS: usize = 1_024;

/// Writes the file.
pub(super) fn write(
    prompt: &Prompt,
    format: ForeignFormat,
    template: &Template,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let text = template.text();
    let text = trimmed(&text, "", warnings);
    if format == ForeignFormat::AgentsMd {
        return format!("{text}\n");
    }
    format!(
        "---\n{}---\n\n{text}\n",
        header(prompt, format, template, warnings)
    )
}

fn header(
    prompt: &Prompt,
    format: ForeignFormat,
    template: &Template,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let mut yaml = super::front_matter();
    yaml.begin_map();
    let is_named = matches!(format, ForeignFormat::Skill | ForeignFormat::ClaudeAgent);
    if is_named {
        yaml.pair("name", &identifier(&prompt.title));
    } else if !matches!(format, ForeignFormat::ClaudeCommand | ForeignFormat::Cursor) {
        yaml.pair("name", &one_line(&prompt.title));
    }
    let description = one_line(&prompt.description);
    if !description.trim().is_empty() {
        yaml.pair("description", &of_length(&description, format, warnings));
    } else if is_named {
        yaml.pair("description", &one_line(&prompt.title));
        warnings.push(warning(
            "description_missing",
            "description".to_owned(),
            format!("{} needs a description; it got the title", format.label()),
            "Describe what it does and when to use it",
        ));
    }
    for key in format.traits().own_fields {
        if let Some(value) = own_field(prompt, format, key) {
            yaml.key(key);
            yaml.value(value);
        }
    }
    match format {
        ForeignFormat::Skill => metadata(prompt, &mut yaml),
        ForeignFormat::ClaudeCommand if !template.variables.is_empty() => {
            let names: Vec<_> = template
                .variables
                .iter()
                .map(|variable| format!("[{}]", variable.name))
                .collect();
            yaml.pair("argument-hint", &names.join(" "));
        }
        ForeignFormat::Cursor if own_field(prompt, format, "alwaysApply").is_none() => {
            yaml.key("alwaysApply");
            // A rule without a description would never be chosen.
            yaml.truth(description.trim().is_empty());
        }
        ForeignFormat::VscodeInstructions if own_field(prompt, format, "applyTo").is_none() => {
            yaml.pair("applyTo", "**");
        }
        _ => {}
    }
    yaml.end_map();
    yaml.finish()
}

fn of_length(description: &str, format: ForeignFormat, warnings: &mut Vec<Diagnostic>) -> String {
    if format != ForeignFormat::Skill || description.chars().count() <= DESCRIPTION_CHARS {
        return description.to_owned();
    }
    warnings.push(warning(
        "description_truncated",
        "description".to_owned(),
        format!(
            "A skill's description has at most {DESCRIPTION_CHARS} characters; the rest is left out"
        ),
        "Shorten the description",
    ));
    truncate(description, DESCRIPTION_CHARS - 1)
}

/// The details that a skill has no key for, as texts.
fn metadata(prompt: &Prompt, yaml: &mut YamlWriter) {
    yaml.key("metadata");
    yaml.begin_map();
    yaml.pair("title", &prompt.title);
    if !prompt.tags.is_empty() {
        yaml.pair("tags", &prompt.tags.join(", "));
    }
    yaml.pair("version", &prompt.version().to_string());
    yaml.end_map();
}
