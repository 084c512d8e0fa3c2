//! The messages of a prompt as a template in the syntax of a format.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use serde_json::{Map, Value};

use super::super::{prompty, warning};
use super::syntax::Syntax;
use crate::content::template::TemplateLanguage;
use crate::render::{
    Fill, MarkKind, MessageContent, Origin, ProblemKind, Rendered, Role, VariableKind,
    compose_template, marks, variables,
};
use crate::{Diagnostic, Prompt};

/// What the texts are written for.
#[derive(Clone, Copy)]
pub(in crate::export) struct Target {
    /// The name of the format.
    pub(in crate::export) label: &'static str,
    /// The syntax of its variables.
    pub(in crate::export) syntax: Syntax,
    /// The syntax in which the logic of the prompt's template language is written as it is, if it can be.
    pub(in crate::export) logic: Option<Syntax>,
    /// Whether a variable keeps its spelling if it is one in the syntax of the format, too.
    pub(in crate::export) keeps_spelling: bool,
}

/// The messages of a prompt, ready to be written.
pub(in crate::export) struct Template {
    pub(in crate::export) messages: Vec<Message>,
    pub(in crate::export) variables: Vec<Variable>,
    /// The language of texts that are written as they are.
    pub(in crate::export) verbatim: Option<TemplateLanguage>,
    pub(in crate::export) syntax: Syntax,
}

/// A message in the syntax of the format.
pub(in crate::export) struct Message {
    pub(in crate::export) role: Role,
    pub(in crate::export) text: String,
    /// The variable that stands for a list of messages, if the text is nothing else.
    pub(in crate::export) placeholder: Option<String>,
    /// Its images, each at the range of the text that it takes the place of.
    pub(in crate::export) images: Vec<(Range<usize>, Image)>,
}

/// The address of an image, in the syntax of the format.
pub(in crate::export) struct Image {
    pub(in crate::export) url: String,
    /// The variable that holds it.
    pub(in crate::export) variable: Option<String>,
}

impl Message {
    /// The content as chat APIs take it, with its images.
    pub(in crate::export) fn content(&self) -> MessageContent {
        let images = self.images.iter();
        let images: Vec<_> = images
            .map(|(range, image)| (range.clone(), image.url.clone()))
            .collect();
        MessageContent::of(self.text.clone(), &images)
    }
}

/// A variable that a text uses.
pub(in crate::export) struct Variable {
    /// Its name in the format.
    pub(in crate::export) name: String,
    pub(in crate::export) schema: Map<String, Value>,
    pub(in crate::export) kind: VariableKind,
    pub(in crate::export) is_required: bool,
}

impl Variable {
    pub(in crate::export) fn default(&self) -> Option<&Value> {
        self.schema.get("default").filter(|value| !value.is_null())
    }

    pub(in crate::export) fn description(&self) -> &str {
        let description = self.schema.get("description");
        description.and_then(Value::as_str).unwrap_or_default()
    }
}

enum Part {
    Text(String),
    Verbatim(String),
    Variable { name: String, written: String },
    Image(String, Address),
}

/// The address of an image.
enum Address {
    Fixed(String),
    Variable(String),
}

impl Template {
    pub(in crate::export) fn of(
        prompt: &Prompt,
        target: Target,
        warnings: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut syntax = target.syntax;
        let mut verbatim = None;
        let fill = match syntax {
            Syntax::None => Fill::Defaults,
            _ => Fill::Nothing,
        };
        let mut rendered = compose_template(prompt, fill);
        let has_logic = |rendered: &Rendered| {
            let mut kinds = rendered.problems.iter().map(|problem| problem.kind);
            kinds.any(|kind| kind == ProblemKind::Template)
        };
        if let Some(logic) = target.logic
            && has_logic(&rendered)
        {
            rendered = compose_template(prompt, Fill::Verbatim);
            verbatim = Some(prompt.content.template_language());
            syntax = logic;
        }
        for problem in &rendered.problems {
            let is_told = match problem.kind {
                ProblemKind::MissingValue => syntax == Syntax::None,
                _ => true,
            };
            if is_told {
                warnings.push(not_rendered(problem, target.label));
            }
        }
        let is_template = syntax != Syntax::None;
        let messages: Vec<_> = rendered
            .messages
            .into_iter()
            .map(|message| {
                let mut parts = Vec::new();
                for piece in message.pieces {
                    let part = match piece.origin {
                        Origin::Image if let Some(url) = piece.image => {
                            Part::Image(piece.text, Address::Fixed(url))
                        }
                        Origin::Missing if is_template && piece.image.is_some() => {
                            let name = piece.name.unwrap_or_default();
                            Part::Image(piece.text, Address::Variable(name))
                        }
                        Origin::Missing if is_template => Part::Variable {
                            name: piece.name.unwrap_or_default(),
                            written: piece.text,
                        },
                        Origin::Text if syntax == Syntax::Mustache => {
                            Part::Verbatim(unescaped(&piece.text))
                        }
                        Origin::Text if verbatim.is_some() => Part::Verbatim(piece.text),
                        _ => Part::Text(piece.text),
                    };
                    push(&mut parts, part);
                }
                (message.role, parts)
            })
            .collect();
        let names = Names::of(prompt, &messages, syntax, verbatim.is_some(), warnings);
        let mut is_changed = false;
        let messages = messages
            .into_iter()
            .map(|(role, parts)| names.message(role, &parts, target, syntax, &mut is_changed))
            .collect();
        if is_changed {
            warnings.push(warning(
                "text_changed",
                String::new(),
                format!(
                    "{} would run or replace a part of the text; it has an invisible character in it",
                    target.label
                ),
                "Check what the text says there",
            ));
        }
        Self {
            messages,
            variables: names.variables,
            verbatim,
            syntax,
        }
    }

    /// The texts of all messages, with a blank line between them.
    pub(in crate::export) fn text(&self) -> String {
        let texts: Vec<_> = self.messages.iter().map(|one| &*one.text).collect();
        texts.join("\n\n")
    }

    /// The only message, if it is the user's.
    pub(in crate::export) fn only_text(&self) -> Option<&str> {
        match &*self.messages {
            [only] if only.role == Role::User && only.placeholder.is_none() => Some(&only.text),
            _ => None,
        }
    }
}

fn not_rendered(problem: &crate::render::RenderProblem, label: &str) -> Diagnostic {
    let (code, message) = match problem.kind {
        ProblemKind::MissingValue => (
            "no_variables",
            format!(
                "{label} has no variables; '{}' stays in the text",
                problem.name
            ),
        ),
        ProblemKind::Template => ("template_kept", problem.message.clone()),
        ProblemKind::Condition => ("condition_dropped", problem.message.clone()),
        ProblemKind::Settings => ("settings_unusable", problem.message.clone()),
        _ => (
            "include_kept",
            format!(
                "The included '{}' is not in this file; its reference stays in the text",
                problem.name
            ),
        ),
    };
    warning(
        code,
        problem.item.clone(),
        message,
        "Check the text in the file",
    )
}

/// A Mustache template whose variables are not escaped for HTML, as we render them.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for mark in marks(text, TemplateLanguage::Mustache) {
        let tag = &text[mark.start..mark.end];
        let inner = tag
            .strip_prefix("{{")
            .and_then(|tag| tag.strip_suffix("}}"));
        let inner = inner.filter(|inner| !inner.trim_start().starts_with(['{', '&']));
        if let Some(inner) = inner.filter(|_| mark.kind == MarkKind::Variable) {
            out.push_str(&text[end..mark.start]);
            out.push_str("{{{");
            out.push_str(inner);
            out.push_str("}}}");
            end = mark.end;
        }
    }
    out.push_str(&text[end..]);
    out
}

/// Adds a part. Texts side by side are one, because braces at their ends may meet.
fn push(parts: &mut Vec<Part>, part: Part) {
    match (parts.last_mut(), part) {
        (Some(Part::Text(text)), Part::Text(next))
        | (Some(Part::Verbatim(text)), Part::Verbatim(next)) => text.push_str(&next),
        (_, part) => parts.push(part),
    }
}

/// The variables of a prompt and how the format calls them.
struct Names {
    variables: Vec<Variable>,
    /// The names in the format by ours, and the number of each variable.
    spelled: HashMap<String, (String, usize)>,
}

impl Names {
    fn of(
        prompt: &Prompt,
        messages: &[(Role, Vec<Part>)],
        syntax: Syntax,
        is_verbatim: bool,
        warnings: &mut Vec<Diagnostic>,
    ) -> Self {
        let parts = messages.iter().flat_map(|(_, parts)| parts);
        let used: HashSet<&str> = parts
            .filter_map(|part| match part {
                Part::Variable { name, .. } | Part::Image(_, Address::Variable(name)) => {
                    Some(name.as_str())
                }
                _ => None,
            })
            .collect();
        let mut names = Self {
            variables: Vec::new(),
            spelled: HashMap::new(),
        };
        let mut taken = HashSet::new();
        for variable in variables(prompt, &()) {
            if !used.contains(variable.name.as_str())
                && (!is_verbatim || variable.places.is_empty())
            {
                continue;
            }
            let spelled = syntax.spelled(&variable.name);
            let mut name = spelled.clone().into_owned();
            let mut number = 2;
            while !taken.insert(name.clone()) {
                name = format!("{spelled}_{number}");
                number += 1;
            }
            if name != variable.name {
                warnings.push(warning(
                    "variable_renamed",
                    String::new(),
                    format!("The variable '{}' is called '{name}'", variable.name),
                    "Names of letters, digits and _ stay as they are",
                ));
            }
            let at = names.variables.len();
            names.spelled.insert(variable.name, (name.clone(), at));
            names.variables.push(Variable {
                name,
                schema: variable.schema,
                kind: variable.kind,
                is_required: variable.is_required,
            });
        }
        names
    }

    fn message(
        &self,
        role: Role,
        parts: &[Part],
        target: Target,
        syntax: Syntax,
        is_changed: &mut bool,
    ) -> Message {
        let mut text = String::new();
        let mut placeholder = None;
        let mut images = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Verbatim(written) => text.push_str(written),
                Part::Text(written) => {
                    let next = parts.get(at + 1);
                    let is_before_variable = matches!(
                        next,
                        Some(Part::Variable { .. } | Part::Image(_, Address::Variable(_)))
                    );
                    *is_changed |= syntax.push_text(&mut text, written, is_before_variable);
                }
                Part::Image(shown, address) => {
                    let start = text.len();
                    let image = match address {
                        Address::Fixed(url) => {
                            *is_changed |= syntax.push_text(&mut text, shown, false);
                            let mut written = String::new();
                            *is_changed |= syntax.push_text(&mut written, url, false);
                            Image {
                                url: written,
                                variable: None,
                            }
                        }
                        Address::Variable(name) => {
                            let Some((spelled, number)) = self.spelled.get(name) else {
                                continue;
                            };
                            syntax.push_variable(&mut text, spelled, *number, self.variables.len());
                            Image {
                                url: text[start..].to_owned(),
                                variable: Some(spelled.clone()),
                            }
                        }
                    };
                    images.push((start..text.len(), image));
                }
                Part::Variable { name, written } => {
                    let Some((spelled, number)) = self.spelled.get(name) else {
                        continue;
                    };
                    if target.keeps_spelling && prompty::variable(written) == Some(spelled) {
                        text.push_str(written);
                    } else {
                        syntax.push_variable(&mut text, spelled, *number, self.variables.len());
                    }
                    let is_messages = self.variables[*number].kind == VariableKind::Messages;
                    if parts.len() == 1 && is_messages {
                        placeholder = Some(spelled.clone());
                    }
                }
            }
        }
        Message {
            role,
            text,
            placeholder,
            images,
        }
    }
}
