//! The variables of a prompt: where they are used and what is declared about them.

use serde::Serialize;
use serde_json::{Map, Value, json};

use std::collections::{HashMap, HashSet};

use super::compose::CONDITION;
use super::{Includes, condition, fstring, jinja, mustache, references, template, wrapper};
use crate::content::outline::{Item, ItemKind, List};
use crate::content::template::TemplateLanguage;
use crate::string_enum::string_enum;
use crate::{Prompt, TextField, Wrapper};

string_enum! {
    /// The kind of value that a variable takes.
    #[derive(Default)]
    pub enum VariableKind as "variable kind" {
        /// One line of text.
        #[default]
        Text = "text", "Text";
        /// Several lines of text.
        LongText = "long_text", "Long text";
        /// A number.
        Number = "number", "Number";
        /// Yes or no.
        YesNo = "yes_no", "Yes or no";
        /// One of a list.
        Choice = "choice", "Choice";
        /// A date.
        Date = "date", "Date";
        /// Any JSON value.
        Json = "json", "JSON";
        /// A list of chat messages.
        Messages = "messages", "Messages";
    }
}

impl VariableKind {
    /// The kind that a JSON Schema describes. A text of several lines has `"format": "multiline"`, a list of
    /// messages `"format": "messages"`.
    pub fn of(schema: &Map<String, Value>) -> Self {
        let format = schema.get("format").and_then(Value::as_str);
        if schema.get("enum").is_some_and(Value::is_array) {
            return Self::Choice;
        }
        match (schema.get("type").and_then(Value::as_str), format) {
            (Some("number" | "integer"), _) => Self::Number,
            (Some("boolean"), _) => Self::YesNo,
            (Some("array"), Some("messages")) => Self::Messages,
            (Some("object" | "array"), _) => Self::Json,
            (_, Some("date")) => Self::Date,
            (_, Some("multiline")) => Self::LongText,
            (None, _) if schema.contains_key("type") || schema.contains_key("anyOf") => Self::Json,
            _ => Self::Text,
        }
    }

    /// A written text as a value of this kind; what is no such value stays a text.
    pub fn value(self, text: String) -> Value {
        match self {
            Self::Number | Self::YesNo | Self::Json | Self::Messages => {
                serde_json::from_str(&text).unwrap_or(Value::String(text))
            }
            _ => Value::String(text),
        }
    }

    /// The JSON Schema of a kind, without its choices.
    pub fn schema(self) -> Value {
        match self {
            Self::Text => json!({ "type": "string" }),
            Self::LongText => json!({ "type": "string", "format": "multiline" }),
            Self::Number => json!({ "type": "number" }),
            Self::YesNo => json!({ "type": "boolean" }),
            Self::Choice => json!({ "type": "string", "enum": [] }),
            Self::Date => json!({ "type": "string", "format": "date" }),
            Self::Json => json!({ "type": "object" }),
            Self::Messages => json!({ "type": "array", "format": "messages" }),
        }
    }
}

/// A variable of a prompt.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VariableUse {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub kind: VariableKind,
    /// Its declared JSON Schema; empty if it is only used.
    pub schema: Map<String, Value>,
    /// Whether it is declared as required.
    pub is_required: bool,
    /// Whether only included prompts use it.
    pub is_included: bool,
    /// The items that use it, in reading order; none if it is only declared.
    pub places: Vec<VariablePlace>,
    /// The name of a variable it may be a misspelling of.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub similar_to: Option<String>,
}

/// An item that uses a variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VariablePlace {
    /// The item's id.
    pub item: String,
    /// How often it stands there.
    pub count: usize,
}

/// The most variables among which misspellings are looked for: each is compared with each.
const COMPARED: usize = 300;

/// The variables of a prompt: those that are used in reading order, then those that are only declared, then those
/// of the prompts that it includes.
///
/// A name used once that differs by one letter from a declared one, or from one used more often, is taken for a
/// misspelling of it.
pub fn variables(prompt: &Prompt, includes: &impl Includes) -> Vec<VariableUse> {
    let mut list = Uses::default();
    list.add_own(prompt);
    if list.found.len() <= COMPARED {
        for at in 0..list.found.len() {
            list.found[at].similar_to = similar(&list.found[at], &list.found);
        }
    }
    let mut wanted = references(prompt);
    let mut read = HashSet::new();
    while let Some(reference) = wanted.pop() {
        if !read.insert(reference.clone()) {
            continue;
        }
        if let Some(included) = includes.find(&reference) {
            list.add_included(included);
            wanted.extend(references(included));
        }
    }
    list.found
}

#[derive(Default)]
struct Uses {
    found: Vec<VariableUse>,
    index: HashMap<String, usize>,
    /// The names that the prompt being read declares as required.
    required: HashSet<String>,
}

impl Uses {
    /// The variable of a name; a new one is declared as in `prompt`.
    fn of(&mut self, name: &str, prompt: &Prompt) -> (&mut VariableUse, bool) {
        let count = self.found.len();
        let at = *self.index.entry(name.to_owned()).or_insert(count);
        if at == count {
            let declared = prompt.content.variable_schemas();
            let schema = declared
                .and_then(|all| all.get(name))
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default();
            self.found.push(VariableUse {
                name: name.to_owned(),
                kind: VariableKind::of(&schema),
                schema,
                is_required: self.required.contains(name),
                is_included: false,
                places: Vec::new(),
                similar_to: None,
            });
        }
        (&mut self.found[at], at == count)
    }

    fn read_required(&mut self, prompt: &Prompt) {
        let required = prompt.content.required_variables();
        self.required = required.map(str::to_owned).collect();
    }

    fn add_own(&mut self, prompt: &Prompt) {
        self.read_required(prompt);
        each_use(prompt, &mut |name, item| {
            let places = &mut self.of(name, prompt).0.places;
            match places.last_mut().filter(|place| place.item == item) {
                Some(place) => place.count += 1,
                None => places.push(VariablePlace {
                    item: item.to_owned(),
                    count: 1,
                }),
            }
        });
        let declared = prompt.content.variable_schemas();
        for name in declared.into_iter().flat_map(Map::keys) {
            self.of(name, prompt);
        }
    }

    fn add_included(&mut self, prompt: &Prompt) {
        self.read_required(prompt);
        each_use(prompt, &mut |name, _| {
            let (variable, is_new) = self.of(name, prompt);
            variable.is_included |= is_new;
        });
    }
}

/// Calls `visit` with the name of every variable and the id of the item that uses it, as often as it does.
fn each_use(prompt: &Prompt, visit: &mut impl FnMut(&str, &str)) {
    let language = prompt.content.template_language();
    for (item, text) in texts(prompt) {
        for name in names(text, language) {
            visit(name, item);
        }
    }
    for (item, _, condition) in conditions(prompt) {
        for name in condition::names(condition) {
            visit(&name, item);
        }
    }
}

/// The names of the variables in a text, as often as they stand there.
pub(super) fn names(text: &str, language: TemplateLanguage) -> Vec<&str> {
    let tokens = match language {
        TemplateLanguage::None => return Vec::new(),
        TemplateLanguage::Mustache | TemplateLanguage::Handlebars => {
            return mustache::names(text, language);
        }
        TemplateLanguage::Fstring => fstring::tokens(text),
        TemplateLanguage::Promptcase => template::tokens(text),
        TemplateLanguage::Jinja2 => {
            return jinja::uses(text).into_iter().map(|one| one.name).collect();
        }
    };
    let names = tokens.into_iter().filter_map(|token| match token {
        template::Token::Variable { name, .. } => Some(name),
        _ => None,
    });
    names.collect()
}

/// Calls `visit` with every text of the items in use that is rendered, and the id and the field of its item.
pub(super) fn each_text<'a>(
    prompt: &'a Prompt,
    visit: &mut impl FnMut(&'a str, TextField, &'a str),
) {
    fn walk<'a>(items: &[Item<'a>], visit: &mut impl FnMut(&'a str, TextField, &'a str)) {
        for item in items {
            if !matches!(item.kind, ItemKind::Segment(_)) {
                visit(item.id, TextField::Title, item.heading);
                visit(item.id, TextField::Description, item.description);
            }
            if item.kind != ItemKind::Block {
                visit(item.id, TextField::Content, item.text);
            }
            walk(&item.children, visit);
            for asset in item.assets {
                visit(
                    &asset.id,
                    TextField::Title,
                    asset.title.as_deref().unwrap_or_default(),
                );
                visit(&asset.id, TextField::Reference, &asset.reference);
                let description = asset.description.as_deref().unwrap_or_default();
                visit(&asset.id, TextField::Description, description);
            }
        }
    }
    walk(&used(prompt), visit);
}

fn used(prompt: &Prompt) -> Vec<Item<'_>> {
    List::of(&prompt.content, prompt.structure_type).items
}

/// Every text of the items in use that is rendered, with the id of its item.
pub(super) fn texts(prompt: &Prompt) -> Vec<(&str, &str)> {
    let mut texts = Vec::new();
    each_text(prompt, &mut |id, _, text| texts.push((id, text)));
    added(
        &used(prompt),
        prompt.content.template_language(),
        &mut texts,
    );
    texts
}

/// The texts that wrappers write.
fn added<'a>(items: &[Item<'a>], language: TemplateLanguage, texts: &mut Vec<(&'a str, &'a str)>) {
    for item in items {
        for wrapper in item.wrappers {
            let config = item.config.unwrap_or(&Value::Null);
            let is_text =
                language != TemplateLanguage::Fstring || !wrapper::has_json(*wrapper, config);
            if is_text {
                let written = wrapper::written_texts(*wrapper, config).into_iter();
                texts.extend(written.map(|text| (item.id, text)));
            }
        }
        added(&item.children, language, texts);
    }
}

/// The conditions of modules, each with the id and the configuration of its module.
fn conditions(prompt: &Prompt) -> Vec<(&str, &Value, &str)> {
    fn walk<'a>(items: &[Item<'a>], found: &mut Vec<(&'a str, &'a Value, &'a str)>) {
        for item in items {
            if let Some(config) = item.config
                && item.wrappers.contains(&Wrapper::ConditionalLogic)
                && let Some(text) = config.get(CONDITION).and_then(Value::as_str)
            {
                found.push((item.id, config, text));
            }
            walk(&item.children, found);
        }
    }
    let mut found = Vec::new();
    walk(&used(prompt), &mut found);
    found
}

fn similar(one: &VariableUse, all: &[VariableUse]) -> Option<String> {
    let count = |variable: &VariableUse| {
        variable
            .places
            .iter()
            .map(|place| place.count)
            .sum::<usize>()
    };
    if !one.schema.is_empty() || count(one) != 1 {
        return None;
    }
    let better = |other: &&VariableUse| !other.schema.is_empty() || count(other) > 1;
    let name = |variable: &VariableUse| variable.name.clone();
    all.iter()
        .filter(better)
        .find(|other| is_close(&one.name, &other.name))
        .map(name)
}

/// Whether two names of at least four letters differ by one letter, by the order of two, or by case alone.
fn is_close(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (
        a.to_lowercase().chars().collect(),
        b.to_lowercase().chars().collect(),
    );
    if a == b {
        return true;
    }
    if a.len().min(b.len()) < 4 || a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[start..], &b[start..]);
    // Names that end in different numbers are different on purpose.
    if a.iter().chain(b).any(char::is_ascii_digit) {
        return false;
    }
    match a.len().cmp(&b.len()) {
        std::cmp::Ordering::Less => a == &b[1..],
        std::cmp::Ordering::Greater => &a[1..] == b,
        std::cmp::Ordering::Equal => {
            a[1..] == b[1..] || (a.len() > 1 && a[0] == b[1] && a[1] == b[0] && a[2..] == b[2..])
        }
    }
}
