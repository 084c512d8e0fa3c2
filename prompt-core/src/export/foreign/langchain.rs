//! `LangChain`: a `ChatPromptTemplate` as `langchain_core.load` reads it.

use serde_json::{Map, Value, json};

use super::template::{Message, Template};
use crate::content::template::TemplateLanguage;
use crate::render::{MessageContent, Role};
use crate::{Diagnostic, Prompt};

pub(super) fn write(prompt: &Prompt, template: &Template, _: &mut [Diagnostic]) -> String {
    let (mut inputs, mut defaults) = (Vec::new(), Map::new());
    for variable in &template.variables {
        match variable.default() {
            Some(default) => {
                defaults.insert(variable.name.clone(), default.clone());
            }
            None => inputs.push(Value::from(variable.name.as_str())),
        }
    }
    let messages: Vec<_> = template
        .messages
        .iter()
        .map(|one| message(one, template))
        .collect();
    let mut kwargs = Map::new();
    kwargs.insert("input_variables".to_owned(), Value::Array(inputs));
    if !defaults.is_empty() {
        kwargs.insert("partial_variables".to_owned(), Value::Object(defaults));
    }
    kwargs.insert(
        "metadata".to_owned(),
        json!({ "title": prompt.title, "description": prompt.description }),
    );
    if !prompt.tags.is_empty() {
        kwargs.insert("tags".to_owned(), json!(prompt.tags));
    }
    kwargs.insert("messages".to_owned(), Value::Array(messages));
    super::json(&constructor(
        &["langchain", "prompts", "chat", "ChatPromptTemplate"],
        &Value::Object(kwargs),
    ))
}

fn message(message: &Message, template: &Template) -> Value {
    if let Some(name) = &message.placeholder {
        return constructor(
            &["langchain", "prompts", "chat", "MessagesPlaceholder"],
            &json!({ "variable_name": name }),
        );
    }
    let class = match message.role {
        Role::System => "SystemMessagePromptTemplate",
        Role::User => "HumanMessagePromptTemplate",
        Role::Assistant => "AIMessagePromptTemplate",
    };
    let format = match template.verbatim {
        Some(TemplateLanguage::Jinja2) => "jinja2",
        Some(_) => "mustache",
        None => "f-string",
    };
    let used: Vec<_> = template
        .variables
        .iter()
        .filter(|variable| {
            template.verbatim.is_some() || message.text.contains(&format!("{{{}}}", variable.name))
        })
        .map(|variable| &variable.name)
        .collect();
    let text = |text: &str| {
        constructor(
            &["langchain", "prompts", "prompt", "PromptTemplate"],
            &json!({ "input_variables": used, "template": text, "template_format": format }),
        )
    };
    let prompt = match message.content() {
        MessageContent::Text(all) => text(&all),
        MessageContent::Parts(parts) => {
            let parts = parts.iter().map(|part| match &part.image_url {
                Some(image) => constructor(
                    &["langchain", "prompts", "image", "ImagePromptTemplate"],
                    &json!({ "input_variables": used, "template": image, "template_format": format }),
                ),
                None => text(part.text.as_deref().unwrap_or_default()),
            });
            parts.collect()
        }
    };
    constructor(
        &["langchain", "prompts", "chat", class],
        &json!({ "prompt": prompt }),
    )
}

fn constructor(id: &[&str], kwargs: &Value) -> Value {
    json!({ "lc": 1, "type": "constructor", "id": id, "kwargs": kwargs })
}
