//! Google dotprompt: front matter, then a Handlebars template in which `{{role "user"}}` begins a
//! message.
//!
//! The template is parsed, never rendered: partials, helpers and media stay in the text.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::front_matter::{self, FrontMatter};
use super::messages::role_type;
use super::object::{self, Fields};
use super::{Draft, File, ImportFormat, plain_text, settings, variables, yaml};
use crate::Prompt;
use crate::content::Segment;
use crate::content::template::TemplateLanguage;

/// Reads a dotprompt file.
pub(super) fn read(file: &File<'_>) -> Draft {
    let text = plain_text::with_line_feeds(file.text);
    let mut diagnostics = Diagnostics::default();
    let text = without_licence(&text);
    let (fields, body) = match front_matter::split(text, &mut diagnostics) {
        Some(FrontMatter { fields, body }) => (fields, body),
        None => (Map::new(), text),
    };
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(fields, "", &mut diagnostics);
    let title = fields.text("title").or_else(|| fields.text("name"));
    prompt.description = fields.text("description").unwrap_or_default();
    let rest = fields.rest();
    for helper in ["{{history", "{{media", "{{section", "{{>", "{{#"] {
        if body.contains(helper) {
            diagnostics.info(
                "template_kept",
                "",
                format!("'{helper}…' stays in the text as it stands"),
            );
        }
    }
    let (header, body) = match before_rule(body) {
        Some((header, body)) if rest.is_empty() => (header, body),
        _ => (Map::new(), body),
    };
    let mut rest = rest;
    let (mut title, mut header) = (title, header);
    if let Some(Value::String(name)) = header.get("name") {
        title = title.or_else(|| Some(name.clone()));
        header.shift_remove("name");
    }
    if let Some(Value::String(description)) = header.get("description")
        && prompt.description.is_empty()
    {
        prompt.description.clone_from(description);
        header.shift_remove("description");
    }
    rest.extend(header);
    let found = match tagged(body) {
        Some(found) => found,
        None => messages(body),
    };
    for (role, text) in found {
        let at = prompt.content.segments.len();
        let r#type = role_type(role, &format!("segments[{at}]"), &mut diagnostics);
        prompt.content.segments.push(Segment {
            order: u32::try_from(at).unwrap_or(u32::MAX),
            r#type,
            content: text.to_owned(),
            ..Segment::default()
        });
    }
    prompt.title = title
        .or_else(|| plain_text::title_from_name(file.name))
        .unwrap_or_else(|| plain_text::first_line(body));
    variables::declare_picoschema(&mut prompt, rest.get("input"));
    settings::of_dotprompt(&mut prompt, &rest);
    let language = settings::template_language(&rest).unwrap_or(TemplateLanguage::Handlebars);
    object::keep(&mut prompt, ImportFormat::Dotprompt, rest);
    prompt.content.set_template_language(language);
    Draft::new(prompt, diagnostics)
}

/// Removes the comment lines that may precede the front matter.
fn without_licence(text: &str) -> &str {
    let mut rest = text;
    loop {
        let line = rest.split('\n').next().unwrap_or_default();
        let is_skipped = line.starts_with('#') || line.trim().is_empty();
        if !is_skipped || rest.len() == line.len() {
            break;
        }
        rest = &rest[line.len() + 1..];
    }
    // Without front matter after them, such lines are part of the text.
    if rest.starts_with("---\n") {
        rest
    } else {
        text
    }
}

/// Splits a template at its roles. Text before the first role is a user message.
fn messages(body: &str) -> Vec<(&str, &str)> {
    let mut messages = Vec::new();
    let mut role = "user";
    let mut rest = body;
    let mut from = 0;
    while let Some(at) = rest[from..].find("{{").map(|at| at + from) {
        let Some((next, length)) = role_in(rest, at) else {
            from = at + 2;
            continue;
        };
        push(&mut messages, role, &rest[..at]);
        role = next;
        rest = &rest[at + length..];
        from = 0;
    }
    push(&mut messages, role, rest);
    messages
}

fn push<'a>(messages: &mut Vec<(&'a str, &'a str)>, role: &'a str, text: &'a str) {
    let text = without_outer_lines(text);
    if !text.is_empty() {
        messages.push((role, text));
    }
}

/// Removes blank lines and blanks around a text; the indentation of its first line is preserved.
fn without_outer_lines(text: &str) -> &str {
    let text = text.trim_end();
    let blank = text.len() - text.trim_start().len();
    match text[..blank].rfind('\n') {
        Some(at) => &text[at + 1..],
        None => &text[blank..],
    }
}

/// Reads a header without an opening rule, as in the prompt files of Continue.
fn before_rule(body: &str) -> Option<(Map<String, Value>, &str)> {
    if body.starts_with("---") {
        return None;
    }
    let at = body.find("\n---\n")?;
    let document = yaml::parse(&body[..=at]).ok()?;
    match document.value {
        Value::Object(map) => Some((map, &body[at + "\n---\n".len()..])),
        _ => None,
    }
}

/// Splits a template whose messages stand in tags like `<system>`, as Humanloop and Continue write them.
/// Text outside of them is a user message.
fn tagged(body: &str) -> Option<Vec<(&str, &str)>> {
    const ROLES: [&str; 4] = ["system", "user", "assistant", "tool"];
    let mut messages = Vec::new();
    let mut rest = body;
    let mut outside = 0;
    let mut is_found = false;
    // A tag that is not closed once is not searched again.
    let mut is_closed = [true; ROLES.len()];
    while let Some(at) = rest[outside..].find('<').map(|at| at + outside) {
        let begins_line = rest[..at]
            .rsplit('\n')
            .next()
            .is_some_and(|line| line.trim().is_empty());
        let inner = &rest[at + 1..];
        let kind = ROLES.iter().position(|role| {
            inner
                .strip_prefix(role)
                .is_some_and(|after| after.starts_with('>'))
        });
        let Some(kind) = kind.filter(|kind| begins_line && is_closed[*kind]) else {
            outside = at + 1;
            continue;
        };
        let role = ROLES[kind];
        let start = role.len() + 1;
        let Some(length) = inner[start..].find(&format!("</{role}>")) else {
            is_closed[kind] = false;
            outside = at + 1;
            continue;
        };
        let end = start + length;
        let after = end + role.len() + 3;
        push(&mut messages, "user", &rest[..at]);
        push(&mut messages, role, &inner[start..end]);
        rest = &inner[after..];
        outside = 0;
        is_found = true;
    }
    push(&mut messages, "user", rest);
    is_found.then_some(messages)
}

/// The maximum length in bytes of `{{role "name"}}`. Without this limit, a text of only opening braces
/// takes quadratic time.
const LONGEST_ROLE: usize = 200;

/// Parses `{{role "name"}}` at an offset. Behind a backslash it is text, and a backslash behind another is one, too.
pub(super) fn role_in(text: &str, at: usize) -> Option<(&str, usize)> {
    let before = &text.as_bytes()[..at];
    let backslashes = before.iter().rev().take_while(|byte| **byte == b'\\');
    (backslashes.count() % 2 == 0).then(|| role_at(&text[at..]))?
}

/// Parses `{{role "name"}}` at the start of the text, and returns the role and the total length.
pub(super) fn role_at(text: &str) -> Option<(&str, usize)> {
    let beginning = &text.as_bytes()[..text.len().min(LONGEST_ROLE)];
    let end = beginning.windows(2).position(|two| two == b"}}")?;
    // `~` removes blanks around the call, which never belong to a text.
    let inner = text[2..end].strip_prefix('~').unwrap_or(&text[2..end]);
    let inner = inner.strip_suffix('~').unwrap_or(inner).trim();
    let name = inner.strip_prefix("role")?.trim_start();
    let quote = name
        .chars()
        .next()
        .filter(|one| matches!(one, '"' | '\''))?;
    let name = name[1..].strip_suffix(quote)?;
    Some((name, end + 2))
}
