//! Markdown: our own documents without loss, and others by their headings.

mod foreign;
mod items;
mod parts;

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::front_matter::{self, FrontMatter};
use super::object::{self, Fields};
use super::{Draft, File, ImportFormat, plain_text};
use crate::Prompt;

pub(super) use foreign::foreign;
pub(super) use items::items;

/// Reads a Markdown file.
pub(super) fn read(file: &File<'_>) -> Draft {
    let text = plain_text::with_line_feeds(file.text);
    let mut diagnostics = Diagnostics::default();
    match front_matter::split(&text, &mut diagnostics) {
        Some(FrontMatter { fields, body }) => {
            if fields.get("structure_type").is_some_and(Value::is_string) {
                own(fields, body, diagnostics)
            } else {
                foreign(file, fields, body, ImportFormat::Markdown, diagnostics)
            }
        }
        None => foreign(file, Map::new(), &text, ImportFormat::Markdown, diagnostics),
    }
}

/// Reads a document with our front matter.
fn own(front_matter: Map<String, Value>, body: &str, mut diagnostics: Diagnostics) -> Draft {
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(front_matter, "", &mut diagnostics);
    let structure = object::details(&mut fields, &mut prompt).unwrap_or_default();
    prompt.structure_type = structure;
    let extra = fields.take("extra");
    let unused = fields.take("unused");
    let rest = fields.rest();
    if let Some(Value::Object(unused)) = unused {
        prompt.content = object::read_content(unused, "unused.", &mut diagnostics);
    }
    if let Some(Value::Object(extra)) = extra {
        prompt.content.extra = extra;
    }
    object::keep(&mut prompt, ImportFormat::Markdown, rest);
    items(body, structure, &mut prompt.content, &mut diagnostics);
    Draft::new(prompt, diagnostics)
}
