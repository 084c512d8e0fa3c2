//! Gives a variable another name wherever it stands: in texts, conditions, parameters of wrappers, fields of an asset,
//! tests and declarations. Where the meaning of a name cannot be told from the text, nothing is changed at all.

mod jinja;
mod tags;

use serde_json::{Map, Value};

use super::compose::CONDITION;
use super::variables::{VariableKind, each_text};
use super::{condition, fstring, template};
use crate::content::outline::{Item, List};
use crate::content::template::TemplateLanguage;
use crate::content::test_case::CheckKind;
use crate::{Edit, Prompt};

/// A name stands where it may be another variable.
struct Unclear;

/// A text with the new name; none if the name is not in it.
type Renamed = Result<Option<String>, Unclear>;

/// The edit that gives a variable another name everywhere; none if nothing changes, the new name is no name, or a
/// template uses the name where it may mean something else, as within `{{#each}}`.
pub fn rename(prompt: &Prompt, from: &str, to: &str) -> Option<Edit> {
    if from == to || !template::is_name(to) {
        return None;
    }
    Rename::of(prompt, from, to).edit().ok().flatten()
}

struct Rename<'p> {
    prompt: &'p Prompt,
    language: TemplateLanguage,
    from: &'p str,
    to: &'p str,
    /// Whether the parts of its value stand under its name, too: `{{user.name}}`.
    has_parts: bool,
}

impl<'p> Rename<'p> {
    fn of(prompt: &'p Prompt, from: &'p str, to: &'p str) -> Self {
        let kind = schema(prompt, from).map(VariableKind::of);
        Self {
            prompt,
            language: prompt.content.template_language(),
            from,
            to,
            has_parts: matches!(kind, Some(VariableKind::Json | VariableKind::Messages)),
        }
    }

    fn edit(&self) -> Result<Option<Edit>, Unclear> {
        let mut edits = Vec::new();
        let mut is_unclear = false;
        each_text(self.prompt, &mut |id, field, text| match self.text(text) {
            Ok(Some(text)) => {
                let id = id.to_owned();
                edits.push(Edit::SetText { id, field, text });
            }
            Ok(None) => {}
            Err(Unclear) => is_unclear = true,
        });
        if is_unclear {
            return Err(Unclear);
        }
        let list = List::of(&self.prompt.content, self.prompt.structure_type);
        self.configs(&list.items, &mut edits)?;
        let mut fields = self.prompt.asset_fields.clone();
        let mut is_changed = false;
        for value in fields.values_mut() {
            is_changed |= self.strings(value)?;
        }
        if is_changed {
            edits.push(Edit::SetAssetFields { fields });
        }
        let mut tests = self.prompt.content.stored_tests().clone();
        if self.tests(&mut tests)? {
            edits.push(Edit::SetTests { tests });
        }
        if let Some(schema) = self.declarations() {
            edits.push(Edit::SetVariables { schema });
        }
        Ok((!edits.is_empty()).then_some(Edit::Batch { edits }))
    }

    /// The new spelling of a name.
    fn name(&self, name: &str) -> Option<String> {
        let rest = name.strip_prefix(self.from)?;
        let is_part =
            self.has_parts && rest.starts_with('.') && schema(self.prompt, name).is_none();
        (rest.is_empty() || is_part).then(|| format!("{}{rest}", self.to))
    }

    fn text(&self, text: &str) -> Renamed {
        if !text.contains(self.from) {
            return Ok(None);
        }
        match self.language {
            TemplateLanguage::None => Ok(None),
            TemplateLanguage::Promptcase => Ok(self.tokens(text, template::tokens(text))),
            TemplateLanguage::Fstring => self.fstring(text),
            TemplateLanguage::Jinja2 => jinja::renamed(self, text),
            TemplateLanguage::Mustache | TemplateLanguage::Handlebars => tags::renamed(self, text),
        }
    }

    fn tokens(&self, text: &str, tokens: Vec<template::Token<'_>>) -> Option<String> {
        let mut out = Replaced::of(text);
        for token in tokens {
            if let template::Token::Variable { name, raw } = token
                && let Some(new) = self.name(name)
            {
                // Both are slices of the text.
                let start = raw.as_ptr().addr() - text.as_ptr().addr();
                out.replace(start, start + raw.len(), &raw.replacen(name, &new, 1));
            }
        }
        out.finish()
    }

    fn fstring(&self, text: &str) -> Renamed {
        let tokens = fstring::tokens(text);
        // What Python reads beside plain names: `{name!r}`, `{name:>10}`, `{name[0]}`.
        let mut rest = text;
        while let Some(at) = rest.find('{') {
            rest = &rest[at..];
            if rest.starts_with("{{") {
                rest = &rest[2..];
                continue;
            }
            let after = rest[1..].strip_prefix(self.from);
            if after.is_some_and(|after| after.starts_with(['!', ':', '['])) {
                return Err(Unclear);
            }
            rest = &rest[1..];
        }
        Ok(self.tokens(text, tokens))
    }

    /// Renames in every text of a value. Returns whether one had the name.
    fn strings(&self, value: &mut Value) -> Result<bool, Unclear> {
        let mut is_changed = false;
        match value {
            Value::String(text) => {
                if let Some(renamed) = self.text(text)? {
                    *text = renamed;
                    is_changed = true;
                }
            }
            Value::Array(list) => {
                for one in list {
                    is_changed |= self.strings(one)?;
                }
            }
            Value::Object(map) => {
                for one in map.values_mut() {
                    is_changed |= self.strings(one)?;
                }
            }
            _ => {}
        }
        Ok(is_changed)
    }

    /// Renames in the conditions of modules and the parameters of their wrappers.
    fn configs(&self, items: &[Item<'_>], edits: &mut Vec<Edit>) -> Result<(), Unclear> {
        /// The place of the module's text in the template of a custom wrapper.
        const CONTENT: &str = "content";
        for item in items {
            if let Some(config) = item.config.filter(|_| !item.wrappers.is_empty()) {
                let mut renamed = config.clone();
                let mut is_changed = false;
                for (key, value) in renamed.as_object_mut().into_iter().flatten() {
                    match value {
                        Value::String(text) if key == CONDITION => {
                            let new = condition::renamed(text, |name| self.name(name));
                            is_changed |= new != *text;
                            *text = new;
                        }
                        _ if self.from == CONTENT => {}
                        value => {
                            let has_name = self.strings(value)?;
                            if has_name && self.to == CONTENT {
                                return Err(Unclear);
                            }
                            is_changed |= has_name;
                        }
                    }
                }
                if is_changed {
                    edits.push(Edit::SetConfig {
                        id: item.id.to_owned(),
                        json: renamed.to_string(),
                    });
                }
            }
            self.configs(&item.children, edits)?;
        }
        Ok(())
    }

    /// Renames the values of tests, and the name where a check quotes it.
    fn tests(&self, tests: &mut Value) -> Result<bool, Unclear> {
        let mut is_changed = false;
        for test in tests.as_array_mut().into_iter().flatten() {
            if let Some(values) = test.get_mut("values").and_then(Value::as_object_mut) {
                let root = self.from.split('.').next().unwrap_or_default();
                // The value is a part of another one.
                if !values.contains_key(self.from) && root != self.from && values.contains_key(root)
                {
                    return Err(Unclear);
                }
                if let Some(renamed) = self.keys(values) {
                    *values = renamed;
                    is_changed = true;
                }
            }
            let checks = test.get_mut("checks").and_then(Value::as_array_mut);
            for check in checks.into_iter().flatten() {
                let kind = check.get("kind").and_then(Value::as_str);
                let kind = kind.and_then(|kind| kind.parse::<CheckKind>().ok());
                let is_text = !matches!(kind, Some(CheckKind::Regex | CheckKind::JsonSchema));
                if let Some(value) = check.get_mut("value").filter(|_| is_text) {
                    // A list of which one text is unclear stays whole as it is.
                    let mut renamed = value.clone();
                    if self.strings(&mut renamed).unwrap_or_default() {
                        *value = renamed;
                        is_changed = true;
                    }
                }
            }
        }
        Ok(is_changed)
    }

    /// Values by new names. One that is there already under the new name stays.
    fn keys(&self, values: &Map<String, Value>) -> Option<Map<String, Value>> {
        values.keys().find(|name| self.name(name).is_some())?;
        let mut renamed = Map::new();
        for (name, value) in values {
            match self.name(name) {
                Some(new) if values.contains_key(&new) => {}
                Some(new) => {
                    renamed.insert(new, value.clone());
                }
                None => {
                    renamed.insert(name.clone(), value.clone());
                }
            }
        }
        Some(renamed)
    }

    /// The declarations with the new name; none if the old one has none.
    fn declarations(&self) -> Option<Value> {
        let schema = self.prompt.content.variables();
        let mut changed = schema.clone();
        let mut is_changed = false;
        let properties = schema.get("properties").and_then(Value::as_object);
        if let Some(properties) = properties.filter(|all| all.contains_key(self.from)) {
            let mut renamed = Map::new();
            for (name, one) in properties {
                if name == self.from {
                    renamed.insert(self.to.to_owned(), one.clone());
                } else if name != self.to {
                    renamed.insert(name.clone(), one.clone());
                }
            }
            changed["properties"] = Value::Object(renamed);
            is_changed = true;
        }
        if let Some(required) = changed.get_mut("required").and_then(Value::as_array_mut)
            && required.iter().any(|name| name == self.from)
        {
            let is_there = required.iter().any(|name| name == self.to);
            required.retain(|name| !(is_there && name == self.from));
            for name in required {
                if name == self.from {
                    *name = Value::from(self.to);
                }
            }
            is_changed = true;
        }
        is_changed.then_some(changed)
    }
}

fn schema<'p>(prompt: &'p Prompt, name: &str) -> Option<&'p Map<String, Value>> {
    prompt.content.variable_schemas()?.get(name)?.as_object()
}

/// A text of which stretches are replaced, from its start to its end.
struct Replaced<'t> {
    text: &'t str,
    out: String,
    end: usize,
}

impl<'t> Replaced<'t> {
    const fn of(text: &'t str) -> Self {
        Self {
            text,
            out: String::new(),
            end: 0,
        }
    }

    fn replace(&mut self, start: usize, end: usize, by: &str) {
        self.out.push_str(&self.text[self.end..start]);
        self.out.push_str(by);
        self.end = end;
    }

    fn finish(mut self) -> Option<String> {
        if self.end == 0 {
            return None;
        }
        self.out.push_str(&self.text[self.end..]);
        Some(self.out)
    }
}

const fn is_in_word(one: char) -> bool {
    one == '_' || one.is_ascii_alphanumeric() || !one.is_ascii()
}

/// Whether a name stands in a text as a word.
fn has_word(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_in_word) && !after.is_some_and(is_in_word)
    })
}
