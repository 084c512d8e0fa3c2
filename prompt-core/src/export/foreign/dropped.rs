//! Names what a format has no place for.

use super::super::warning;
use super::ForeignFormat;
use super::syntax::Syntax;
use super::template::Template;
use super::tests;
use crate::content::SOURCE;
use crate::content::outline::Outline;
use crate::content::settings::Settings;
use crate::import::IMPORTED;
use crate::render::{Fill, Origin, compose_template};
use crate::{Category, Diagnostic, Prompt};

/// Warns of what the file does not hold, in one sentence.
pub(super) fn warn(
    prompt: &Prompt,
    format: ForeignFormat,
    template: &Template,
    warnings: &mut Vec<Diagnostic>,
) {
    let traits = format.traits();
    let variables = &template.variables;
    let first = template.messages.first().map(|message| message.role);
    let mut roles = template.messages.iter().map(|message| Some(message.role));
    let has_kind = |schema: &serde_json::Map<_, _>| schema.keys().any(|key| key != "default");
    let is_foreign = |key: &String| {
        ![
            "variables",
            "settings",
            "tests",
            "template_language",
            "role",
            IMPORTED,
            SOURCE,
        ]
        .contains(&key.as_str())
    };
    let own = traits.own_fields;
    let imported = prompt.content.extra.get(IMPORTED);
    let imported = imported.and_then(|imported| imported.get("fields")?.as_object());
    let mut settings = Settings::read(prompt.content.settings());
    let budget = settings.token_budget.take();
    let has_tools = settings.response_schema.is_some() || !settings.tools.is_empty();
    let mut left_out = Vec::new();
    for (is_left, what) in [
        (format == ForeignFormat::AgentsMd, "the title"),
        (
            !traits.has_description && !prompt.description.is_empty(),
            "the description",
        ),
        (!traits.has_tags && !prompt.tags.is_empty(), "the tags"),
        (prompt.category != Category::default(), "the category"),
        (
            !traits.has_roles && roles.any(|role| role != first),
            "the roles of the messages",
        ),
        (
            !traits.has_kinds && variables.iter().any(|one| has_kind(&one.schema)),
            "the kinds and descriptions of variables",
        ),
        (
            !traits.has_defaults
                && traits.syntax != Syntax::None
                && variables.iter().any(|one| one.default().is_some()),
            "the defaults of variables",
        ),
        (
            imported.is_some_and(|fields| {
                fields.keys().any(|key| {
                    !own.contains(&key.as_str()) || super::own_field(prompt, format, key).is_none()
                })
            }),
            "the other fields of the imported file",
        ),
        (
            !format.has_settings() && !settings.is_empty(),
            "the model and how it answers",
        ),
        (
            format.has_settings() && !format.has_tools() && has_tools,
            "the response schema and the tools",
        ),
        (budget.is_some(), "the token budget"),
        (
            !format.has_tests() && !prompt.content.tests().is_empty(),
            "the tests",
        ),
        (
            format.has_tests() && tests::left_out(&prompt.content, format) > 0,
            "some checks of the tests",
        ),
        (
            prompt.content.extra.keys().any(is_foreign),
            "the additional data of the prompt",
        ),
        (
            !Outline::of(prompt).unused.is_empty(),
            "the texts of other structures",
        ),
    ] {
        if is_left {
            left_out.push(what);
        }
    }
    warnings.extend(of_files(prompt));
    if !left_out.is_empty() {
        warnings.push(warning(
            "left_out",
            String::new(),
            format!("{} has no place for {}", format.label(), list(&left_out)),
            "JSON, YAML and Markdown hold everything",
        ));
    }
    if traits.syntax == Syntax::Args && variables.len() > 1 {
        warnings.push(warning(
            "one_argument",
            String::new(),
            "Gemini CLI has a single argument; the variables stay in the text, and what is typed is added at the end"
                .to_owned(),
            "A prompt with one variable uses {{args}}",
        ));
    }
    if template.syntax == Syntax::Braces {
        warn_of_braces(prompt, template, warnings);
    }
}

/// Warns that the other files of a skill are not in the one file.
pub(crate) fn of_files(prompt: &Prompt) -> Option<Diagnostic> {
    let imported = prompt.content.extra.get(IMPORTED)?;
    let files = imported.get("files")?.as_object()?;
    (!files.is_empty()).then(|| {
        warning(
            "files_left_out",
            String::new(),
            "This is one file; the other files of the skill are left out".to_owned(),
            "A skill in a folder or a zip archive has them; JSON, YAML and Markdown hold everything",
        )
    })
}

/// Warns of braces that are text here and a variable in the format, which has no way to write them.
fn warn_of_braces(prompt: &Prompt, template: &Template, warnings: &mut Vec<Diagnostic>) {
    let written: usize = template
        .messages
        .iter()
        .map(|message| message.text.matches("{{").count())
        .sum();
    let used: usize = compose_template(prompt, Fill::Nothing)
        .messages
        .iter()
        .flat_map(|message| &message.pieces)
        .filter(|piece| piece.origin == Origin::Missing)
        .count();
    // An opening brace before a variable is taken for a part of it.
    let is_tripled = template.messages.iter().any(|one| one.text.contains("{{{"));
    if written > used || is_tripled {
        warnings.push(warning(
            "braces_read_as_variable",
            String::new(),
            "The text has braces {{ }} that are no variable here, and may be one there".to_owned(),
            "Check the text in the file",
        ));
    }
}

/// `a, b and c`.
fn list(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
