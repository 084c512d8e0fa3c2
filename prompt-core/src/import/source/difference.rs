//! What a prompt has and the file written from it does not.

use serde_json::{Map, Value};

use super::super::IMPORTED;
use crate::pairing::adopt_ids;
use crate::text::truncate;
use crate::{Diagnostic, Prompt, Severity};

/// Whether two prompts have the same items, apart from their ids. A document has no line ends around its texts, and
/// one kind of them in it.
pub(super) fn has_same_items(again: &Prompt, prompt: &Prompt, is_document: bool) -> bool {
    let is_text = |one: &str, other: &str| {
        let inner = |text: &str| text.replace("\r\n", "\n").trim_matches('\n').to_owned();
        one == other || (is_document && inner(one) == inner(other))
    };
    let mut again = again.content.clone();
    adopt_ids(&prompt.content, &mut again);
    let is_same = |one: &Map<String, Value>, other: &Map<String, Value>| {
        one.get(IMPORTED) == other.get(IMPORTED)
    };
    again.segments.len() == prompt.content.segments.len()
        && again.sections.len() == prompt.content.sections.len()
        && again
            .segments
            .iter()
            .zip(&prompt.content.segments)
            .all(|(one, other)| {
                is_text(&one.content, &other.content)
                    && one.r#type == other.r#type
                    && is_same(&one.extra, &other.extra)
            })
        && again
            .sections
            .iter()
            .zip(&prompt.content.sections)
            .all(|(one, other)| is_text(&one.content, &other.content) && one.title == other.title)
}

/// The fields that only the file's own format has, and that the prompt got from another state of the file.
pub(super) fn of_own_fields(file: &Prompt, prompt: &Prompt) -> Option<Diagnostic> {
    let fields = |prompt: &Prompt| prompt.content.extra.get(IMPORTED)?.get("fields").cloned();
    let (Some(Value::Object(stands)), Some(Value::Object(wanted))) = (
        fields(file).or_else(|| Some(Value::Object(Map::new()))),
        fields(prompt),
    ) else {
        return None;
    };
    let changed = |key: &&String| stands.get(*key) != wanted.get(*key);
    let names: Vec<_> = wanted
        .keys()
        .chain(stands.keys().filter(|key| !wanted.contains_key(*key)))
        .filter(changed)
        .map(String::as_str)
        .collect();
    (!names.is_empty()).then(|| Diagnostic {
        code: "not_in_file".to_owned(),
        severity: Severity::Warning,
        place: Some("fields".to_owned()),
        message: format!(
            "The file keeps its own values of: {}",
            truncate(&names.join(", "), 200)
        ),
        hint: Some("Write the file anew as the original to get those of the prompt".to_owned()),
    })
}

/// What a prompt has and its file does not.
pub(super) fn differences(again: &Prompt, prompt: &Prompt) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let mut tell = |place: &str, value: &str| {
        warnings.push(Diagnostic {
            code: "not_in_file".to_owned(),
            severity: Severity::Warning,
            place: Some(place.to_owned()),
            message: format!("The file has no place for this change of the {place}: {value}"),
            hint: Some("Export it in another format to keep it".to_owned()),
        });
    };
    for (place, found, wanted) in [
        ("title", &again.title, &prompt.title),
        ("description", &again.description, &prompt.description),
    ] {
        if found.trim() != wanted.trim() {
            tell(place, &truncate(wanted, 60));
        }
    }
    if again.tags != prompt.tags {
        tell("tags", &prompt.tags.join(", "));
    }
    // An import of an earlier version declared no variables, set no settings and read no tests.
    let variables = prompt.content.variables();
    if !variables.is_null() && again.content.variables() != variables {
        tell("variables", "what is declared about them");
    }
    let settings = prompt.content.settings();
    if !settings.is_null() && again.content.settings() != settings {
        tell("settings", "the model and how it answers");
    }
    let tests = prompt.content.stored_tests();
    if !tests.is_null() && again.content.stored_tests() != tests {
        tell("tests", "their values and checks");
    }
    for (place, is_same, value) in [
        (
            "category",
            again.category == prompt.category,
            prompt.category.label(),
        ),
        (
            "language",
            again.language == prompt.language,
            prompt.language.label(),
        ),
    ] {
        if !is_same {
            tell(place, value);
        }
    }
    warnings
}
