//! Messages as data: APIs, Langfuse, GitHub Models and promptfoo.

use serde_json::{Map, Value, json};

use super::super::warning;
use super::template::{Message, Template};
use super::{json as write_json, settings, tests, yaml};
use crate::render::{MessageContent, Role};
use crate::{Diagnostic, Prompt};

fn messages<'m>(messages: impl IntoIterator<Item = &'m Message>) -> Value {
    messages
        .into_iter()
        .map(|message| json!({ "role": message.role, "content": message.text }))
        .collect()
}

/// Messages with their images.
fn with_images<'m>(
    messages: impl IntoIterator<Item = &'m Message>,
    content: impl Fn(MessageContent) -> Value,
) -> Value {
    let messages = messages.into_iter();
    messages
        .map(|message| json!({ "role": message.role, "content": content(message.content()) }))
        .collect()
}

pub(super) fn openai(prompt: &Prompt, template: &Template, _: &mut [Diagnostic]) -> String {
    let mut request = settings::openai(&prompt.content);
    let messages = with_images(&template.messages, |content| json!(content));
    request.insert("messages".to_owned(), messages);
    write_json(&Value::Object(request))
}

pub(super) fn anthropic(
    prompt: &Prompt,
    template: &Template,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let (system, others): (Vec<_>, Vec<_>) = template
        .messages
        .iter()
        .partition(|message| message.role == Role::System);
    let is_first = template
        .messages
        .iter()
        .take(system.len())
        .all(|message| message.role == Role::System);
    if !is_first || others.is_empty() {
        let (code, message) = if is_first {
            (
                "no_messages",
                "There is only a system message; the API needs one of the user as well",
            )
        } else {
            (
                "messages_moved",
                "System messages that follow others stand at the beginning",
            )
        };
        let hint = "Check the messages in the file";
        warnings.push(warning(code, String::new(), message.to_owned(), hint));
    }
    let mut request = settings::anthropic(&prompt.content);
    if !system.is_empty() {
        let texts: Vec<_> = system.iter().map(|message| &*message.text).collect();
        request.insert("system".to_owned(), Value::from(texts.join("\n\n")));
    }
    let messages = with_images(others, |content| content.anthropic());
    request.insert("messages".to_owned(), messages);
    write_json(&Value::Object(request))
}

pub(super) fn langfuse(
    prompt: &Prompt,
    template: &Template,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let name: String = prompt
        .title
        .chars()
        .map(|one| if "|/<>".contains(one) { '-' } else { one })
        .collect();
    let name = match name.trim() {
        "" | "new" | "metrics" | "prompt-detail" => format!("prompt {name}").trim().to_owned(),
        name => name.to_owned(),
    };
    if name != prompt.title {
        warnings.push(warning(
            "title_changed",
            "title".to_owned(),
            format!("Langfuse does not take this title as a name; it is '{name}'"),
            "Leave out | / < and >",
        ));
    }
    let (kind, text) = if let Some(text) = template.only_text() {
        ("text", Value::from(text))
    } else {
        let items = template.messages.iter().map(|message| {
            message.placeholder.as_ref().map_or_else(
                || json!({ "role": message.role, "content": message.text }),
                |name| json!({ "type": "placeholder", "name": name }),
            )
        });
        ("chat", items.collect())
    };
    let mut config = Map::new();
    if !prompt.description.is_empty() {
        config.insert(
            "description".to_owned(),
            Value::from(prompt.description.as_str()),
        );
    }
    write_json(&json!([{
        "name": name,
        "type": kind,
        "prompt": text,
        "config": config,
        "tags": prompt.tags,
        "labels": [],
    }]))
}

pub(super) fn github_models(prompt: &Prompt, template: &Template, _: &mut [Diagnostic]) -> String {
    let mut file = Map::new();
    file.insert("name".to_owned(), Value::from(prompt.title.as_str()));
    if !prompt.description.is_empty() {
        file.insert(
            "description".to_owned(),
            Value::from(prompt.description.as_str()),
        );
    }
    file.extend(settings::github_models(&prompt.content));
    file.insert("messages".to_owned(), messages(&template.messages));
    file.extend(tests::github_models(&prompt.content));
    yaml(&Value::Object(file))
}

pub(super) fn promptfoo(prompt: &Prompt, template: &Template, _: &mut [Diagnostic]) -> String {
    // A text that is JSON or an address would be read as one.
    let is_text = |text: &&str| {
        let text = text.trim_start();
        !text.starts_with(['{', '[', '"']) && !text.starts_with("file:") && text.contains(' ')
    };
    let raw = match template.only_text().filter(is_text) {
        Some(text) => text.to_owned(),
        None => format!("{:#}", messages(&template.messages)),
    };
    let of = |key: &dyn Fn(&super::template::Variable) -> Option<Value>| -> Map<String, Value> {
        let values = template.variables.iter();
        values
            .filter_map(|one| Some((one.name.clone(), key(one)?)))
            .collect()
    };
    let defaults = of(&|one| one.default().cloned());
    let examples = of(&|one| one.schema.get("examples")?.get(0).cloned());
    let mut file = Map::new();
    let description = match prompt.description.as_str() {
        "" => &prompt.title,
        description => description,
    };
    file.insert("description".to_owned(), Value::from(description));
    file.insert(
        "prompts".to_owned(),
        json!([{ "label": prompt.title, "raw": raw }]),
    );
    // Runs as it is, and shows the prompt as a model gets it.
    file.insert("providers".to_owned(), json!(["echo"]));
    if !defaults.is_empty() {
        file.insert("defaultTest".to_owned(), json!({ "vars": defaults }));
    }
    let tests = tests::promptfoo(&prompt.content);
    if !tests.is_empty() {
        file.insert("tests".to_owned(), Value::from(tests));
    } else if !examples.is_empty() {
        file.insert("tests".to_owned(), json!([{ "vars": examples }]));
    }
    yaml(&Value::Object(file))
}
