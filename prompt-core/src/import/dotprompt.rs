//! Google dotprompt: front matter, then a Handlebars template in which `{{role "user"}}` begins a
//! message.
//!
//! The template is parsed, never rendered: partials, helpers and media stay in the text.

use serde_json::Map;

use super::diagnostics::Diagnostics;
use super::front_matter::{self, FrontMatter};
use super::messages::role_type;
use super::object::{self, Fields};
use super::{Draft, File, ImportFormat, plain_text};
use crate::Prompt;
use crate::content::Segment;

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
    for (role, text) in messages(body) {
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
    object::keep(&mut prompt, ImportFormat::Dotprompt, rest);
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
        let Some((next, length)) = role_at(&rest[at..]) else {
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
    let text = text.trim();
    if !text.is_empty() {
        messages.push((role, text));
    }
}

/// The maximum length in bytes of `{{role "name"}}`. Without this limit, a text of only opening braces
/// takes quadratic time.
const LONGEST_ROLE: usize = 200;

/// Parses `{{role "name"}}` at the start of the text, and returns the role and the total length.
fn role_at(text: &str) -> Option<(&str, usize)> {
    let beginning = &text.as_bytes()[..text.len().min(LONGEST_ROLE)];
    let end = beginning.windows(2).position(|two| two == b"}}")?;
    let inner = text[2..end].trim();
    let name = inner.strip_prefix("role")?.trim_start();
    let quote = name
        .chars()
        .next()
        .filter(|one| matches!(one, '"' | '\''))?;
    let name = name[1..].strip_suffix(quote)?;
    Some((name, end + 2))
}
