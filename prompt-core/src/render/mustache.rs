//! Mustache and the common part of Handlebars: `{{name}}`, `{{#list}}…{{/list}}`, `{{^list}}`, `{{#if x}}`,
//! `{{#unless x}}`, `{{#each list}}`, `{{#with x}}`, `{{else}}`, comments; `~` removes blanks. Values are never escaped for
//! HTML. In Handlebars `\{{` is literal, two backslashes before braces are one, and a name within a section is one of the
//! entered value alone: `../` leads out of it.

use std::borrow::Cow;
use std::cell::Cell;

use serde_json::Value;

use super::marks::{Mark, MarkKind};
use crate::content::template::TemplateLanguage;

/// The deepest nesting of sections.
const DEPTH: usize = 64;

/// The most steps of the repeating sections of a prompt, which multiply if one stands within another: an entry is one, and
/// so is each text and tag that it shows, see [`Run::charge`].
pub(super) const STEPS: usize = 200_000;

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
    Unsupported(&'t str, &'static str),
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
    in_else: bool,
    /// Whether `{{else}}` was read.
    is_divided: bool,
    /// Whether it is the `{{else if x}}` of the section around it, and ends with it.
    is_chained: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Mustache's: a list repeats, an object is entered, else a condition.
    Any,
    If,
    Unless,
    Each,
    With,
}

/// Renders a template within a number of steps, and returns those that are left. Fails, without having written anything,
/// if its sections do not match.
pub(super) fn render<'v>(
    template: &str,
    language: TemplateLanguage,
    steps: usize,
    target: &mut impl Target<'v>,
) -> Result<usize, String> {
    let nodes = parse(template, language)?;
    let mut run = Run {
        is_handlebars: language == TemplateLanguage::Handlebars,
        scopes: Vec::new(),
        left: Cell::new(steps),
    };
    run.write(&nodes, target);
    Ok(run.left.get())
}

/// Whether a template has more than variables, or does not parse.
pub(super) fn has_logic(template: &str, language: TemplateLanguage) -> bool {
    let is_variable = |node: &Node<'_>| match node {
        Node::Variable { name, .. } => is_plain(name),
        Node::Text(_) => true,
        Node::Media { .. } | Node::Unsupported(..) | Node::Section(_) => false,
    };
    parse(template, language).map_or(true, |nodes| !nodes.iter().all(is_variable))
}

/// The names of the variables of a template.
pub(super) fn names(template: &str, language: TemplateLanguage) -> Vec<&str> {
    fn collect<'t>(nodes: &[Node<'t>], within: usize, names: &mut Vec<&'t str>) {
        for node in nodes {
            match node {
                Node::Variable { name, .. }
                | Node::Media {
                    url: Url::Variable(name),
                    ..
                } => names.extend(outer_name(name, within)),
                Node::Section(section) => {
                    names.extend(outer_name(section.name, within));
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

/// The variable that a name stands for within so many entered values; none if it is a part of one of them.
fn outer_name(name: &str, within: usize) -> Option<&str> {
    let name = if let Some(of_root) = name.strip_prefix("@root.") {
        of_root
    } else {
        let (levels, rest) = outwards(name);
        if levels != within {
            return None;
        }
        rest
    };
    let end = name.find(['[', '/']).unwrap_or(name.len());
    let name = name[..end].trim_end_matches('.');
    let name = name.strip_suffix(".length").unwrap_or(name);
    is_plain(name).then_some(name)
}

/// How many values a path leaves, and the rest of it: `../name`.
fn outwards(mut name: &str) -> (usize, &str) {
    let mut levels = 0;
    while let Some(rest) = name.strip_prefix("..") {
        levels += 1;
        name = rest.strip_prefix('/').unwrap_or(rest);
    }
    (levels, name)
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
        let Some(tag) = Tag::at(&template[start..], language) else {
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
    fn at(text: &'t str, language: TemplateLanguage) -> Option<Self> {
        let is_handlebars = language == TemplateLanguage::Handlebars;
        let strip = usize::from(is_handlebars && text[2..].starts_with('~'));
        let is_triple = text[2 + strip..].starts_with('{');
        let is_comment = is_handlebars && text[2 + strip..].starts_with("!--");
        let begin = 2 + strip + usize::from(is_triple);
        // The sign of Handlebars stands within the braces that close.
        let (sign, closes) = match () {
            () if is_triple => ("}", ["}}}", "}~}}"]),
            () if is_comment => ("--", ["--}}", "--~}}"]),
            () => ("}}", ["}}"; 2]),
        };
        let closes = &closes[..=usize::from(is_handlebars)];
        // The first of both in one pass: a search for one that is nowhere would read the rest of the text at every tag.
        let mut end = begin;
        let length = loop {
            end += text[end..].find(sign)?;
            let close = closes.iter().find(|close| text[end..].starts_with(**close));
            if let Some(close) = close {
                break close.len();
            }
            end += 1;
        };
        Some(Self {
            raw: &text[..end + length],
            inner: text[begin..end].trim_matches('~').trim(),
            is_triple,
        })
    }

    /// Whether it opens, closes or divides a section, or is a comment.
    fn is_control(&self) -> bool {
        !self.is_triple
            && (self.inner.starts_with(['#', '^', '/', '!']) || self.otherwise().is_some())
    }

    /// What follows the word `else`.
    fn otherwise(&self) -> Option<&'t str> {
        let rest = self.inner.strip_prefix("else")?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
    }
}

fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(['.', '@'])
        && name != "this"
        && !name.starts_with("this.")
        && !name.contains(['[', '/'])
}

/// The nodes of a template, and its open sections, outermost first.
struct Parser<'t> {
    root: Vec<Node<'t>>,
    open: Vec<Section<'t>>,
}

impl<'t> Parser<'t> {
    fn push(&mut self, node: Node<'t>) {
        if matches!(node, Node::Text("")) {
            return;
        }
        match self.open.last_mut() {
            Some(section) if section.in_else => section.otherwise.push(node),
            Some(section) => section.nodes.push(node),
            None => self.root.push(node),
        }
    }

    fn open(
        &mut self,
        kind: Kind,
        name: &'t str,
        raw: &str,
        is_chained: bool,
    ) -> Result<(), String> {
        // A helper of another program: what it shows is not known.
        if name.is_empty() || name.contains(|one: char| one.is_whitespace() || one == '(') {
            return Err(format!("{raw} is not supported"));
        }
        if self.open.len() == DEPTH {
            return Err("sections are nested too deeply".to_owned());
        }
        self.open.push(Section {
            name,
            kind,
            nodes: Vec::new(),
            otherwise: Vec::new(),
            in_else: false,
            is_divided: false,
            is_chained,
        });
        Ok(())
    }

    fn close(&mut self, name: &str, raw: &str) -> Result<(), String> {
        let nothing = || format!("{raw} closes nothing");
        let mut closed = self.open.pop().ok_or_else(nothing)?;
        while closed.is_chained {
            self.push(Node::Section(closed));
            closed = self.open.pop().ok_or_else(nothing)?;
        }
        let word = closed.kind.word().unwrap_or(closed.name);
        if word != name {
            return Err(format!("{raw} does not close {{{{#{word}}}}}"));
        }
        self.push(Node::Section(closed));
        Ok(())
    }
}

fn parse(template: &str, language: TemplateLanguage) -> Result<Vec<Node<'_>>, String> {
    let is_handlebars = language == TemplateLanguage::Handlebars;
    let mut parser = Parser {
        root: Vec::new(),
        open: Vec::new(),
    };
    let mut rest = template;
    let mut is_line_start = true;
    // Whether the sign `~` of the last tag removes the blanks that follow.
    let mut strips = false;
    while let Some(at) = rest.find("{{") {
        let (mut before, tag) = rest.split_at(at);
        let trimmed = |text: &str| {
            let blanks = text.len() - text.trim_start().len();
            blanks * usize::from(strips)
        };
        if is_handlebars && let Some(without) = before.strip_suffix('\\') {
            before = without;
            if !without.ends_with('\\') {
                parser.push(Node::Text(&before[trimmed(before)..]));
                parser.push(Node::Text(&tag[..2]));
                rest = &tag[2..];
                (is_line_start, strips) = (false, false);
                continue;
            }
        }
        let Some(tag) = Tag::at(tag, language) else {
            break;
        };
        let Tag { raw, inner, .. } = tag;
        let after = &rest[at + raw.len()..];
        // A control tag alone on its line takes the line with it.
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let begins = (line_start > 0 || is_line_start) && before[line_start..].trim().is_empty();
        // Looked for no further than the next sign: a template may be one line of a hundred thousand tags.
        let after_blanks = after.trim_start_matches(|one: char| one != '\n' && one.is_whitespace());
        let blanks = after.len() - after_blanks.len();
        let line_end = match after_blanks.chars().next() {
            None => Some(blanks),
            Some('\n') => Some(blanks + 1),
            Some(_) => None,
        };
        let alone_until = line_end.filter(|_| tag.is_control() && begins);
        let is_alone = alone_until.is_some();
        // Handlebars leaves the blanks before the end of an `{{else if}}`.
        let ends_chain =
            inner.starts_with('/') && parser.open.last().is_some_and(|one| one.is_chained);
        let mut text = if is_alone && !ends_chain {
            &before[..line_start]
        } else {
            before
        };
        text = &text[trimmed(text)..];
        if is_handlebars && raw[2..].starts_with('~') {
            text = text.trim_end();
        }
        strips = is_handlebars && raw.trim_end_matches('}').ends_with('~');
        rest = &after[alone_until.unwrap_or(0)..];
        is_line_start = is_alone;
        parser.push(Node::Text(text));
        let divides = |section: &Section<'_>| is_handlebars || section.kind.word().is_some();
        match inner.chars().next() {
            _ if tag.is_triple => parser.push(variable(inner, raw)),
            Some('!') => {}
            Some('#') => {
                let (kind, name) = section_of(&inner[1..]);
                parser.open(kind, name, raw, false)?;
            }
            Some('^') if inner.len() > 1 => {
                parser.open(Kind::Any, inner[1..].trim(), raw, false)?;
                if let Some(section) = parser.open.last_mut() {
                    section.in_else = true;
                }
            }
            Some('/') => parser.close(inner[1..].trim(), raw)?,
            Some('^') if parser.open.is_empty() => return Err(format!("{raw} is in no section")),
            _ if (inner == "^" || tag.otherwise().is_some())
                && parser.open.last().is_none_or(divides) =>
            {
                let Some(section) = parser.open.last_mut() else {
                    return Err(format!("{raw} is in no section"));
                };
                if section.is_divided {
                    return Err(format!("{raw} comes after {{{{else}}}}"));
                }
                (section.in_else, section.is_divided) = (!section.in_else, true);
                if let Some(next) = tag.otherwise().filter(|next| !next.is_empty()) {
                    let (kind, name) = section_of(next);
                    parser.open(kind, name, raw, true)?;
                }
            }
            Some('&') => parser.push(variable(inner[1..].trim(), raw)),
            _ => parser.push(variable(inner, raw)),
        }
    }
    if strips {
        rest = rest.trim_start();
    }
    if let Some(at) = rest.find("{{") {
        parser.push(Node::Text(&rest[..at]));
        parser.push(Node::Unsupported(&rest[at..at + 2], "it is not closed"));
        rest = &rest[at + 2..];
    }
    parser.push(Node::Text(rest));
    match parser.open.last() {
        Some(one) => Err(format!("{{{{#{}}}}} is not closed", one.name)),
        None => Ok(parser.root),
    }
}

fn variable<'t>(name: &'t str, raw: &'t str) -> Node<'t> {
    let is_name = !name.is_empty()
        && !name.contains(|one: char| one.is_whitespace() || "(){}>=|".contains(one));
    if is_name {
        Node::Variable { name, raw }
    } else {
        media(name, raw).unwrap_or(Node::Unsupported(raw, "this tag is not supported"))
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
            Self::Any => None,
        }
    }
}

/// One level of values: an entered value, none for all values, and, within a list or an object, its place there.
type Scope<'v> = (Option<Cow<'v, Value>>, Option<Place<'v>>);

/// The place of an entry in a list or an object.
struct Place<'v> {
    at: usize,
    length: usize,
    /// The key in an object.
    key: Option<&'v str>,
}

struct Run<'v> {
    is_handlebars: bool,
    scopes: Vec<Scope<'v>>,
    /// The steps that are left.
    left: Cell<usize>,
}

impl<'v> Run<'v> {
    /// Takes a step, and one more for each 64 bytes that it reads.
    fn charge(&self, bytes: usize) {
        let left = self.left.get().saturating_sub(1 + bytes / 64);
        self.left.set(left);
    }

    const fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    fn write(&mut self, nodes: &[Node<'_>], target: &mut impl Target<'v>) {
        for node in nodes {
            // What stands in no section is written once.
            if !self.scopes.is_empty() {
                if self.is_spent() {
                    return;
                }
                self.charge(match node {
                    // Its bytes are counted by who takes it.
                    Node::Text(_) => 0,
                    Node::Variable { raw, .. }
                    | Node::Media { raw, .. }
                    | Node::Unsupported(raw, _) => raw.len(),
                    Node::Section(section) => section.name.len(),
                });
            }
            match node {
                Node::Text(text) => target.text(text),
                Node::Unsupported(raw, why) => target.unsupported(raw, why),
                Node::Variable { name, raw } => match self.find(name, target) {
                    Some(value) => target.put(name, &value),
                    None => self.write_missing(name, raw, target),
                },
                Node::Media { url, raw } => self.write_image(*url, raw, target),
                Node::Section(section) => self.write_section(section, target),
            }
        }
    }

    fn write_missing(&self, name: &str, raw: &str, target: &mut impl Target<'v>) {
        let is_outer = self.is_handlebars
            && !self.scopes.is_empty()
            && is_plain(name)
            && target.value(name).is_some();
        if is_outer {
            return target.unsupported(
                raw,
                "this section has values of its own; write ../ before the name for the outer one",
            );
        }
        target.missing(name, raw);
    }

    fn write_image(&self, url: Url<'_>, raw: &str, target: &mut impl Target<'v>) {
        match url {
            Url::Fixed(address) => target.image(address, raw),
            Url::Variable(name) => match self.find(name, target).as_deref() {
                Some(Value::String(address)) => target.image(address, raw),
                Some(_) => target.unsupported(raw, "its value is no address of an image"),
                None => self.write_missing(name, raw, target),
            },
        }
    }

    fn write_section(&mut self, section: &Section<'_>, target: &mut impl Target<'v>) {
        if self.is_root(section.name) {
            return match section.kind {
                Kind::If => self.write(&section.nodes, target),
                Kind::Unless => self.write(&section.otherwise, target),
                Kind::Any | Kind::With => self.write_within((None, None), section, target),
                Kind::Each => target.unsupported("{{#each this}}", "name the list to repeat"),
            };
        }
        let found = self.find(section.name, target);
        let value = found.as_deref().unwrap_or(&Value::Null);
        let is_any = self.is_handlebars && section.kind == Kind::Any;
        let holds = match (section.kind, value) {
            (_, Value::Null | Value::Bool(false)) => false,
            (_, Value::Array(list)) => !list.is_empty(),
            (Kind::Each, value) => value.as_object().is_some_and(|fields| !fields.is_empty()),
            // As the programs have it.
            (_, Value::String(text)) => is_any || !text.is_empty(),
            (_, Value::Number(number)) => {
                section.kind == Kind::With || is_any || number.as_f64() != Some(0.0)
            }
            _ => true,
        };
        match section.kind {
            Kind::If if holds => self.write(&section.nodes, target),
            Kind::Unless if !holds => self.write(&section.nodes, target),
            Kind::Any | Kind::Each | Kind::With if holds => match found {
                Some(Cow::Borrowed(Value::Array(list))) if section.kind != Kind::With => {
                    let entries = list.iter().map(|one| (None, one));
                    self.write_entries(&mut { entries }, list.len(), section, target);
                }
                Some(Cow::Borrowed(Value::Object(fields))) if section.kind == Kind::Each => {
                    let entries = fields.iter().map(|(key, one)| (Some(&**key), one));
                    self.write_entries(&mut { entries }, fields.len(), section, target);
                }
                Some(value) if *value != Value::Bool(true) => {
                    self.write_within((Some(value), None), section, target);
                }
                _ => self.write(&section.nodes, target),
            },
            _ => self.write(&section.otherwise, target),
        }
    }

    fn write_entries(
        &mut self,
        entries: &mut dyn Iterator<Item = (Option<&'v str>, &'v Value)>,
        length: usize,
        section: &Section<'_>,
        target: &mut impl Target<'v>,
    ) {
        for (at, (key, one)) in entries.enumerate() {
            // A section without a text takes its time, too.
            self.charge(0);
            if self.is_spent() {
                let raw = format!("{{{{#{}}}}}", section.name);
                return target.unsupported(&raw, "the sections of the prompt repeat too often");
            }
            let place = Place { at, length, key };
            self.write_within((Some(Cow::Borrowed(one)), Some(place)), section, target);
        }
    }

    fn write_within(
        &mut self,
        scope: Scope<'v>,
        section: &Section<'_>,
        target: &mut impl Target<'v>,
    ) {
        self.scopes.push(scope);
        self.write(&section.nodes, target);
        self.scopes.pop();
    }

    /// Whether a name stands for all values together.
    fn is_root(&self, name: &str) -> bool {
        let (levels, path) = if self.is_handlebars {
            outwards(name)
        } else {
            (0, name)
        };
        let left = self.scopes.len().checked_sub(levels);
        let scope = left.map(|left| self.scopes[..left].last());
        let is_all = scope.is_some_and(|scope| scope.is_none_or(|(value, _)| value.is_none()));
        is_all && (path == "." || self.is_handlebars && matches!(path, "" | "this"))
    }

    /// The value of a name: in Mustache of the innermost level that has it, in Handlebars of the innermost level alone.
    fn find(&self, name: &str, target: &impl Target<'v>) -> Option<Cow<'v, Value>> {
        let found = self.looked_up(name, target);
        if let Some(Cow::Owned(Value::String(key))) = &found {
            self.charge(key.len());
        }
        found
    }

    fn looked_up(&self, name: &str, target: &impl Target<'v>) -> Option<Cow<'v, Value>> {
        if !self.is_handlebars {
            if name.contains(['/', '[']) {
                return target.value(name).map(Cow::Borrowed);
            }
            let first = name.split('.').next().unwrap_or(name);
            let mut scopes = self.scopes.iter().rev();
            if name == "." {
                return scopes.next().and_then(|(value, _)| value.clone());
            }
            let mut values = scopes.filter_map(|(value, _)| value.as_ref());
            return match values.find(|value| value.get(first).is_some()) {
                Some(value) => self.within(value, name),
                None => self.at_root(name, target),
            };
        }
        if let Some(name) = name.strip_prefix('@') {
            if let Some(of_root) = name.strip_prefix("root.") {
                return self.at_root(of_root, target);
            }
            let (levels, name) = outwards(name);
            let mut places = self
                .scopes
                .iter()
                .rev()
                .filter_map(|(_, place)| place.as_ref());
            let place = places.nth(levels)?;
            return Some(Cow::Owned(match name {
                "index" => Value::from(place.at),
                "first" => Value::from(place.at == 0),
                "last" => Value::from(place.at + 1 == place.length),
                "key" => place.key.map_or_else(|| Value::from(place.at), Value::from),
                _ => return None,
            }));
        }
        let (levels, path) = outwards(name);
        let scopes = &self.scopes[..self.scopes.len().checked_sub(levels)?];
        let innermost = scopes.last().and_then(|(value, _)| value.as_ref());
        if matches!(path, "" | "." | "this") {
            return innermost.cloned();
        }
        let signs = ["this.", "this/", "./"];
        let path = signs
            .iter()
            .find_map(|sign| path.strip_prefix(sign))
            .unwrap_or(path);
        match innermost {
            Some(value) => self.within(value, path),
            None => self.at_root(path, target),
        }
    }

    /// The value of a variable, or the part of it that a path leads to.
    fn at_root(&self, path: &str, target: &impl Target<'v>) -> Option<Cow<'v, Value>> {
        target.value(path).map(Cow::Borrowed).or_else(|| {
            let end = path.find(['.', '/'])?;
            self.within(
                &Cow::Borrowed(target.value(&path[..end])?),
                &path[end + 1..],
            )
        })
    }

    /// The value at a path: `a.b`, `a/b`, `list.[0]`, `list.length`.
    fn within(&self, value: &Cow<'v, Value>, path: &str) -> Option<Cow<'v, Value>> {
        let mut value = value.clone();
        let mut rest = path;
        while !rest.is_empty() {
            let (key, after) = if let Some(quoted) = rest.strip_prefix('[') {
                let (key, after) = quoted.split_once(']')?;
                (key, after.strip_prefix(['.', '/']).unwrap_or(after))
            } else {
                rest.split_once(['.', '/']).unwrap_or((rest, ""))
            };
            rest = after;
            let Cow::Borrowed(outer) = value else {
                return None;
            };
            let length = match outer {
                Value::Array(list) if key == "length" => Some(list.len()),
                Value::String(text) if key == "length" => {
                    if self.is_spent() {
                        return None;
                    }
                    // Counting is quick.
                    self.charge(text.len() / 8);
                    Some(text.encode_utf16().count())
                }
                _ => None,
            };
            value = match length {
                Some(length) => Cow::Owned(Value::from(length)),
                None => Cow::Borrowed(super::values::at_path(outer, key)?),
            };
        }
        Some(value)
    }
}
