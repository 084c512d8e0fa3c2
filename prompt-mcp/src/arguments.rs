//! The variables of a prompt as arguments of the protocol, and arguments as values.

use prompt_core::render::{Rendered, Values, VariableKind, VariableUse, render, variables};
use rmcp::model::PromptArgument;
use serde_json::Value;

use crate::library::{Failure, Loaded};

/// The variables of a prompt and of those that it includes.
pub fn of(loaded: &Loaded) -> Vec<VariableUse> {
    variables(&loaded.prompt, &loaded.includes)
}

/// A variable as an argument. None is marked as required: clients send required ones empty, or do not ask for them, so
/// a missing value is told with the prompt's own words in [`filled`].
pub fn argument(variable: &VariableUse) -> PromptArgument {
    let mut text = described(variable).unwrap_or_default().to_owned();
    let mut add = |fact: String| {
        if !text.is_empty() {
            text.push_str(" · ");
        }
        text.push_str(&fact);
    };
    if variable.is_required && default(variable).is_none() {
        add("required".to_owned());
    }
    match variable.kind {
        VariableKind::Choice => add(format!("one of {}", choices(variable).join(", "))),
        VariableKind::Text | VariableKind::LongText => {}
        kind => add(kind.label().to_lowercase()),
    }
    if let Some(default) = default(variable) {
        add(format!("default {default}"));
    }
    let argument = PromptArgument::new(&*variable.name).with_required(false);
    if text.is_empty() {
        argument
    } else {
        argument.with_description(text)
    }
}

fn described(variable: &VariableUse) -> Option<&str> {
    variable.schema.get("description")?.as_str()
}

fn default(variable: &VariableUse) -> Option<&Value> {
    let default = variable.schema.get("default");
    default.filter(|value| !value.is_null())
}

/// The values that a variable may take, if they are few.
pub fn choices(variable: &VariableUse) -> Vec<String> {
    match variable.kind {
        VariableKind::Choice => {
            let choices = variable.schema.get("enum").and_then(Value::as_array);
            let choices = choices.into_iter().flatten();
            choices
                .map(|choice| match choice {
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                })
                .collect()
        }
        VariableKind::YesNo => vec!["true".to_owned(), "false".to_owned()],
        _ => Vec::new(),
    }
}

/// Renders a prompt. An empty argument counts as none, because clients send one for what nobody typed. A text becomes a
/// value of the variable's kind.
pub fn filled(loaded: &Loaded, given: &Values) -> Result<Rendered, Failure> {
    let known = of(loaded);
    let mut values = Values::new();
    for (name, value) in given {
        let value = match value {
            Value::Null => continue,
            Value::String(text) if text.is_empty() => continue,
            Value::String(text) => {
                let variable = known.iter().find(|one| one.name == *name);
                let kind = variable.map_or(VariableKind::Text, |one| one.kind);
                kind.value(text.clone())
            }
            other => other.clone(),
        };
        values.insert(name.clone(), value);
    }
    let missing = known
        .iter()
        .filter(|one| one.is_required && default(one).is_none() && !values.contains_key(&one.name));
    let missing: Vec<String> = missing
        .map(|one| match described(one) {
            Some(text) => format!("{} ({text})", one.name),
            None => one.name.clone(),
        })
        .collect();
    if !missing.is_empty() {
        let message = format!(
            "{} needs a value for {}. Give it as an argument, or ask for the tool fill_prompt with \
             {{\"name\": \"{0}\", \"values\": {{…}}}}.",
            loaded.summary.name,
            missing.join(", "),
        );
        return Err(Failure::refused("missing_value", message).at("arguments"));
    }
    Ok(render(&loaded.prompt, &values, &loaded.includes))
}
