//! Mustache and the common part of Handlebars: `{{name}}`, `{{#list}}…{{/list}}`, `{{^list}}`, `{{#if x}}`,
//! `{{#unless x}}`, `{{#each list}}`, `{{else}}`, comments; `~` removes blanks. Values are never escaped for HTML.
//! In Handlebars `\{{` is literal, and two backslashes before braces are one.

use std::borrow::Cow;

use serde_json::Value;

use super::condition::is_true;
use super::marks::{Mark, MarkKind};
use crate::content::template::TemplateLanguage;

/// The deepest nesting of sections.
const DEPTH: usize = 64;

/// The most texts and tags that one template shows: sections of a list within itself multiply.
const STEPS: usize = 200_000;

/// What a template is rendered with and into.
pub(super) trait Target<'v> {
    /// The value of a name at the outermost level, or its default.
    fn value(&self, name: &str) -> Option<&'v Value>;
    /// Takes a text of the template.
    fn text(&mut self, text: &str);
    /// Takes the value of a variable.
    fn put(&mut self, name: &str, value: &Value);
    /// Takes a variable without a value, as it is written.
    fn missing(&mut self, name: &str, raw: &str);
    /// Takes the address of an image that a tag shows.
    fn image(&mut self, address: &str, raw: &str);
    /// Takes a tag that is not supported, as it is written.
    fn unsupported(&mut self, raw: &str, why: &str);
}

#[derive(Debug)]
enum Node<'t> {
    Text(&'t str),
    Variable { name: &'t str, raw: &'t str },
    Media { url: Url<'t>, raw: &'t str },
    Unsupported(&'t str),
    Section(Section<'t>),
}

/// The image of `{{media url=…}}`, a helper of dotprompt.
#[derive(Debug, Clone, Copy)]
enum Url<'t> {
    Fixed(&'t str),
    Variable(&'t str),
}

#[derive(Debug)]
struct Section<'t> {
    name: &'t str,
    kind: Kind,
    nodes: Vec<Node<'t>>,
    otherwise: Vec<Node<'t>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Mustache's: a list repeats, an object is entered, else a condition.
    Any,
    /// Shown if the value is no.
    Inverted,
    If,
    Unless,
    Each,
    With,
}

/// Renders a template. Fails, without having written anything, if its sections do not match.
pub(super) fn render<'v>(
    template: &str,
    language: TemplateLanguage,
    target: &mut impl Target<'v>,
) -> Result<(), String> {
    let nodes = parse(template, language)?;
    let mut run = Run {
        scopes: Vec::new(),
        steps: 0,
    };
    run.write(&nodes, target);
    if run.steps > STEPS {
        target.unsupported("", "its sections repeat too often");
    }
    Ok(())
}

/// Whether a template has more than variables, or does not parse.
pub(super) fn has_logic(template: &str, language: TemplateLanguage) -> bool {
    let is_variable = |node: &Node<'_>| match node {
        Node::Variable { name, .. } => is_plain(name),
        Node::Text(_) => true,
        Node::Media { .. } | Node::Unsupported(_) | Node::Section(_) => false,
    };
    parse(template, language).map_or(true, |nodes| !nodes.iter().all(is_variable))
}

/// The names of the variables of a template with their ranges.
pub(super) fn names(template: &str, language: TemplateLanguage) -> Vec<&str> {
    fn collect<'t>(nodes: &[Node<'t>], within: usize, names: &mut Vec<&'t str>) {
        for node in nodes {
            match node {
                Node::Variable { name, .. }
                | Node::Media {
                    url: Url::Variable(name),
                    ..
                } if within == 0 && is_plain(name) => names.push(name),
                Node::Section(section) => {
                    if within == 0 && is_plain(section.name) {
                        names.push(section.name);
                    }
                    let enters = matches!(section.kind, Kind::Each | Kind::With | Kind::Any);
                    collect(&section.nodes, within + usize::from(enters), names);
                    collect(&section.otherwise, within, names);
                }
                _ => {}
            }
        }
    }
    let mut names = Vec::new();
    if let Ok(nodes) = parse(template, language) {
        collect(&nodes, 0, &mut names);
    }
    names
}

/// The tags of a template, whether or not its sections are closed.
pub(super) fn marks(template: &str, language: TemplateLanguage) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut at = 0;
    while let Some(found) = template[at..].find("{{") {
        let start = at + found;
        let before = &template[at..start];
        if language == TemplateLanguage::Handlebars
            && before.ends_with('\\')
            && !before.ends_with("\\\\")
        {
            at = start + 2;
            continue;
        }
        let Some(tag) = Tag::at(&template[start..]) else {
            break;
        };
        at = start + tag.raw.len();
        let kind = match tag.inner.chars().next() {
            _ if tag.is_control() => MarkKind::Tag,
            Some('>') => MarkKind::Include,
            _ => MarkKind::Variable,
        };
        marks.push(Mark {
            start,
            end: at,
            kind,
        });
    }
    marks
}

/// One pair of braces with what it encloses.
struct Tag<'t> {
    raw: &'t str,
    inner: &'t str,
    /// Whether it has three braces.
    is_triple: bool,
}

impl<'t> Tag<'t> {
    /// The tag at the start of a text; none if it is not closed.
    fn at(text: &'t str) -> Option<Self> {
        let is_triple = text.starts_with("{{{");
        let close = if is_triple {
            "}}}"
        } else if text.starts_with("{{!--") {
            "--}}"
        } else {
            "}}"
        };
        let end = text.find(close)?;
        let inner = text[if is_triple { 3 } else { 2 }..end].trim_matches('~');
        Some(Self {
            raw: &text[..end + close.len()],
            inner: inner.trim(),
            is_triple,
        })
    }

    /// Whether it opens, closes or divides a section, or is a comment.
    fn is_control(&self) -> bool {
        !self.is_triple && (self.inner.starts_with(['#', '^', '/', '!']) || self.inner == "else")
    }
}

fn is_plain(name: &str) -> bool {
    !name.starts_with(['.', '@']) && name != "this" && !name.starts_with("this.")
}

fn parse(template: &str, language: TemplateLanguage) -> Result<Vec<Node<'_>>, String> {
    struct Open<'t> {
        section: Section<'t>,
        in_else: bool,
    }
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut root = Vec::new();
    let mut rest = template;
    let mut is_line_start = true;
    loop {
        let Some(at) = rest.find("{{") else {
            push(
                &mut root,
                open.last_mut().map(|one| (&mut one.section, one.in_else)),
                Node::Text(rest),
            );
            break;
        };
        let (mut before, tag) = rest.split_at(at);
        if language == TemplateLanguage::Handlebars
            && let Some(without) = before.strip_suffix('\\')
        {
            before = without;
            if !without.ends_with('\\') {
                let section = open.last_mut().map(|one| (&mut one.section, one.in_else));
                push(&mut root, section, Node::Text(before));
                let section = open.last_mut().map(|one| (&mut one.section, one.in_else));
                push(&mut root, section, Node::Text(&tag[..2]));
                rest = &tag[2..];
                is_line_start = false;
                continue;
            }
        }
        let Some(tag) = Tag::at(tag) else {
            push(
                &mut root,
                open.last_mut().map(|one| (&mut one.section, one.in_else)),
                Node::Text(rest),
            );
            break;
        };
        let Tag { raw, inner, .. } = tag;
        let mut after = &rest[at + raw.len()..];
        if raw[2..].starts_with('~') {
            before = before.trim_end();
        }
        if raw[..raw.len() - 2].ends_with('~') {
            after = after.trim_start();
        }
        // A control tag alone on its line takes the line with it.
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let begins = (line_start > 0 || is_line_start) && before[line_start..].trim().is_empty();
        let line_end = after.find('\n').map_or(after.len(), |at| at + 1);
        let is_alone = tag.is_control() && begins && after[..line_end].trim().is_empty();
        let text = if is_alone {
            &before[..line_start]
        } else {
            before
        };
        rest = if is_alone { &after[line_end..] } else { after };
        is_line_start = is_alone;
        push(
            &mut root,
            open.last_mut().map(|one| (&mut one.section, one.in_else)),
            Node::Text(text),
        );

        let node = match inner.chars().next() {
            _ if tag.is_triple => variable(inner, raw),
            Some('!') => continue,
            Some('#') => {
                let (kind, name) = section_of(&inner[1..]);
                // A helper of another program: what it shows is not known.
                if name.is_empty() || name.contains(|one: char| one.is_whitespace() || one == '(') {
                    return Err(format!("{raw} is not supported"));
                }
                if open.len() == DEPTH {
                    return Err("sections are nested too deeply".to_owned());
                }
                open.push(Open {
                    section: Section {
                        name,
                        kind,
                        nodes: Vec::new(),
                        otherwise: Vec::new(),
                    },
                    in_else: false,
                });
                continue;
            }
            Some('^') if inner.len() > 1 => {
                if open.len() == DEPTH {
                    return Err("sections are nested too deeply".to_owned());
                }
                let name = inner[1..].trim();
                open.push(Open {
                    section: Section {
                        name,
                        kind: Kind::Inverted,
                        nodes: Vec::new(),
                        otherwise: Vec::new(),
                    },
                    in_else: false,
                });
                continue;
            }
            Some('/') => {
                let name = inner[1..].trim();
                let closed = open.pop().ok_or_else(|| format!("{raw} closes nothing"))?;
                let word = closed.section.kind.word().unwrap_or(closed.section.name);
                if word != name {
                    return Err(format!("{raw} does not close {{{{#{word}}}}}"));
                }
                Node::Section(closed.section)
            }
            _ if inner == "else" || inner == "^" => {
                let Some(one) = open.last_mut() else {
                    return Err(format!("{raw} is in no section"));
                };
                one.in_else = true;
                continue;
            }
            Some('&') => variable(inner[1..].trim(), raw),
            _ => variable(inner, raw),
        };
        push(
            &mut root,
            open.last_mut().map(|one| (&mut one.section, one.in_else)),
            node,
        );
    }
    match open.last() {
        Some(one) => Err(format!("{{{{#{}}}}} is not closed", one.section.name)),
        None => Ok(root),
    }
}

fn push<'t>(root: &mut Vec<Node<'t>>, open: Option<(&mut Section<'t>, bool)>, node: Node<'t>) {
    if matches!(node, Node::Text("")) {
        return;
    }
    match open {
        Some((section, true)) => section.otherwise.push(node),
        Some((section, false)) => section.nodes.push(node),
        None => root.push(node),
    }
}

fn variable<'t>(name: &'t str, raw: &'t str) -> Node<'t> {
    let is_name = !name.is_empty()
        && !name.contains(|one: char| one.is_whitespace() || "(){}>=|".contains(one));
    if is_name {
        Node::Variable { name, raw }
    } else {
        media(name, raw).unwrap_or(Node::Unsupported(raw))
    }
}

/// Reads `media url="https://…"` and `media url=name`.
fn media<'t>(inner: &'t str, raw: &'t str) -> Option<Node<'t>> {
    let arguments = inner.strip_prefix("media")?;
    let (before, url) = arguments.split_once("url=")?;
    if !before.ends_with(char::is_whitespace) {
        return None;
    }
    let url = if let Some(quote) = url.chars().next().filter(|one| matches!(one, '"' | '\'')) {
        Url::Fixed(url[1..].split(quote).next()?)
    } else {
        Url::Variable(url.split_whitespace().next()?)
    };
    Some(Node::Media { url, raw })
}

fn section_of(inner: &str) -> (Kind, &str) {
    let inner = inner.trim();
    let (word, name) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let kind = match word {
        _ if name.is_empty() => return (Kind::Any, inner),
        "if" => Kind::If,
        "unless" => Kind::Unless,
        "each" => Kind::Each,
        "with" => Kind::With,
        _ => return (Kind::Any, inner),
    };
    (kind, name.trim())
}

impl Kind {
    /// The word that closes a block of Handlebars.
    const fn word(self) -> Option<&'static str> {
        match self {
            Self::If => Some("if"),
            Self::Unless => Some("unless"),
            Self::Each => Some("each"),
            Self::With => Some("with"),
            Self::Any | Self::Inverted => None,
        }
    }
}

/// One level of values: an entered value and, within a list, its index and the length of the list.
type Scope<'v> = (Cow<'v, Value>, Option<(usize, usize)>);

struct Run<'v> {
    scopes: Vec<Scope<'v>>,
    steps: usize,
}

impl<'v> Run<'v> {
    fn write(&mut self, nodes: &[Node<'_>], target: &mut impl Target<'v>) {
        for node in nodes {
            self.steps += 1;
            if self.steps > STEPS {
                return;
            }
            match node {
                Node::Text(text) => target.text(text),
                Node::Unsupported(raw) => target.unsupported(raw, "this tag is not supported"),
                Node::Variable { name, raw } => match find(name, &self.scopes, target) {
                    Some(value) => target.put(name, &value),
                    None => target.missing(name, raw),
                },
                Node::Media { url, raw } => self.write_image(*url, raw, target),
                Node::Section(section) => self.write_section(section, target),
            }
        }
    }

    fn write_image(&self, url: Url<'_>, raw: &str, target: &mut impl Target<'v>) {
        match url {
            Url::Fixed(address) => target.image(address, raw),
            Url::Variable(name) => match find(name, &self.scopes, target).as_deref() {
                Some(Value::String(address)) => target.image(address, raw),
                Some(_) => target.unsupported(raw, "its value is no address of an image"),
                None => target.missing(name, raw),
            },
        }
    }

    fn write_section(&mut self, section: &Section<'_>, target: &mut impl Target<'v>) {
        let found = find(section.name, &self.scopes, target);
        let holds = found.as_deref().is_some_and(is_true);
        match section.kind {
            Kind::If if holds => self.write(&section.nodes, target),
            Kind::Inverted | Kind::Unless if !holds => self.write(&section.nodes, target),
            Kind::Any | Kind::Each | Kind::With if holds => match found {
                Some(Cow::Owned(Value::Array(list))) if section.kind != Kind::With => {
                    let length = list.len();
                    for (at, one) in list.into_iter().enumerate() {
                        let scope = (Cow::Owned(one), Some((at, length)));
                        self.write_within(scope, section, target);
                    }
                }
                Some(Cow::Borrowed(Value::Array(list))) if section.kind != Kind::With => {
                    for (at, one) in list.iter().enumerate() {
                        let scope = (Cow::Borrowed(one), Some((at, list.len())));
                        self.write_within(scope, section, target);
                    }
                }
                Some(value) => self.write_within((value, None), section, target),
                None => {}
            },
            _ => self.write(&section.otherwise, target),
        }
    }

    fn write_within(
        &mut self,
        scope: Scope<'v>,
        section: &Section<'_>,
        target: &mut impl Target<'v>,
    ) {
        if self.steps > STEPS {
            return;
        }
        self.scopes.push(scope);
        self.write(&section.nodes, target);
        self.scopes.pop();
    }
}

/// The value of a name: of the innermost level that has it.
fn find<'v>(name: &str, scopes: &[Scope<'v>], target: &impl Target<'v>) -> Option<Cow<'v, Value>> {
    let innermost = scopes.last();
    match name {
        "." | "this" => return innermost.map(|(value, _)| value.clone()),
        "@index" => return list_place(scopes).map(|(at, _)| Cow::Owned(Value::from(at))),
        "@first" => return list_place(scopes).map(|(at, _)| Cow::Owned(Value::from(at == 0))),
        "@last" => {
            return list_place(scopes)
                .map(|(at, length)| Cow::Owned(Value::from(at + 1 == length)));
        }
        _ => {}
    }
    if let Some(path) = name.strip_prefix("this.") {
        return match innermost {
            Some((value, _)) => within(value, path),
            None => target.value(path).map(Cow::Borrowed),
        };
    }
    let first = name.split('.').next().unwrap_or(name);
    let scope = scopes
        .iter()
        .rev()
        .find(|(value, _)| value.get(first).is_some());
    match scope {
        Some((value, _)) => within(value, name),
        None => target.value(name).map(Cow::Borrowed),
    }
}

fn list_place(scopes: &[Scope<'_>]) -> Option<(usize, usize)> {
    scopes.iter().rev().find_map(|(_, place)| *place)
}

fn within<'v>(value: &Cow<'v, Value>, path: &str) -> Option<Cow<'v, Value>> {
    match value {
        Cow::Borrowed(value) => super::values::at_path(value, path).map(Cow::Borrowed),
        Cow::Owned(value) => super::values::at_path(value, path).cloned().map(Cow::Owned),
    }
}
