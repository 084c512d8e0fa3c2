//! The variables of a text, for an editor: where they stand, and a stretch of text made one.

use std::ops::Range;

use serde::Serialize;
use serde_json::{Value, json};

use super::template::{self, Token};
use super::variables::{VariableKind, each_text};
use super::{fstring, jinja, mustache};
use crate::content::template::TemplateLanguage;
use crate::content::text::byte_offset_of_utf16;
use crate::string_enum::string_enum;
use crate::{Edit, Prompt, TextField};

string_enum! {
    /// What a marked stretch of a template is.
    pub enum MarkKind as "mark" {
        /// A variable.
        Variable = "variable", "Variable";
        /// Another prompt.
        Include = "include", "Included prompt";
        /// A tag that opens, closes or divides a section.
        Tag = "tag", "Section";
    }
}

/// A marked stretch of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Mark {
    /// The position of its first character: bytes here, UTF-16 units in a browser.
    pub start: usize,
    /// The position after its last character.
    pub end: usize,
    /// What it is.
    pub kind: MarkKind,
}

impl Mark {
    const fn overlaps(&self, range: &Range<usize>) -> bool {
        self.start < range.end && range.start < self.end
    }
}

/// The variables, includes and tags of a text, in order. A tag that is not closed within the text has no mark.
pub fn marks(text: &str, language: TemplateLanguage) -> Vec<Mark> {
    let tokens = match language {
        TemplateLanguage::None => return Vec::new(),
        TemplateLanguage::Mustache | TemplateLanguage::Handlebars => {
            return mustache::marks(text, language);
        }
        TemplateLanguage::Fstring => fstring::tokens(text),
        TemplateLanguage::Promptcase => template::tokens(text),
        TemplateLanguage::Jinja2 => return jinja::marks(text),
    };
    let marks = tokens.into_iter().filter_map(|token| {
        let (raw, kind) = match token {
            Token::Text(_) | Token::Quoted(_) | Token::Unread(_) => return None,
            Token::Variable { raw, .. } => (raw, MarkKind::Variable),
            Token::Include { raw, .. } => (raw, MarkKind::Include),
        };
        // The token is a slice of the text.
        let start = raw.as_ptr().addr() - text.as_ptr().addr();
        let end = start + raw.len();
        Some(Mark { start, end, kind })
    });
    marks.collect()
}

/// How a variable is written in a language; none in a language without variables.
pub fn written(name: &str, language: TemplateLanguage) -> Option<String> {
    match language {
        TemplateLanguage::None => None,
        TemplateLanguage::Fstring => Some(format!("{{{name}}}")),
        _ => Some(format!("{{{{{name}}}}}")),
    }
}

/// The longest proposed name in characters.
const PROPOSED_CHARS: usize = 30;

/// A name for a variable that takes the place of a text: its first words, joined by `_`.
pub fn proposed_name(text: &str) -> String {
    let mut name = String::new();
    for word in text.split(|one: char| !one.is_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        if !name.is_empty() {
            if name.chars().count() + word.chars().count() >= PROPOSED_CHARS {
                break;
            }
            name.push('_');
        }
        let left = PROPOSED_CHARS.saturating_sub(name.chars().count());
        name.extend(word.to_lowercase().chars().take(left));
    }
    if name.is_empty() {
        name.push_str("value");
    }
    name
}

/// The number of places in all texts of a prompt where a text stands outside of variables and tags.
pub fn occurrences(prompt: &Prompt, text: &str) -> usize {
    let language = prompt.content.template_language();
    let mut count = 0;
    each_content(prompt, &mut |_, content| {
        count += places(content, text, language).len();
    });
    count
}

/// The edit that puts a variable in the place of a range of an item's text in UTF-16 units, or of every place where
/// that text stands. The text becomes the default of a variable that is not declared yet.
///
/// None if the range is empty or inside a variable, the name is no name, or the language has no variables.
pub fn extract(
    prompt: &Prompt,
    id: &str,
    range: Range<usize>,
    name: &str,
    everywhere: bool,
) -> Option<Edit> {
    let language = prompt.content.template_language();
    let written = written(name, language).filter(|_| template::is_name(name))?;
    let mut content = None;
    each_content(prompt, &mut |item, text| {
        if item == id {
            content = Some(text);
        }
    });
    let content = content?;
    let range =
        byte_offset_of_utf16(content, range.start)?..byte_offset_of_utf16(content, range.end)?;
    let selected = content.get(range.clone()).filter(|text| !text.is_empty())?;
    if marks(content, language)
        .iter()
        .any(|mark| mark.overlaps(&range))
    {
        return None;
    }
    let mut edits = Vec::new();
    each_content(prompt, &mut |item, content| {
        let ranges = match everywhere {
            true => places(content, selected, language),
            false if item == id => vec![range.clone()],
            false => Vec::new(),
        };
        // From the last, because every edit moves what follows it.
        edits.extend(ranges.into_iter().rev().map(|place| Edit::Splice {
            id: item.to_owned(),
            field: TextField::Content,
            start: place.start,
            end: place.end,
            text: written.clone(),
        }));
    });
    let is_declared = prompt
        .content
        .variable_schemas()
        .is_some_and(|all| all.contains_key(name));
    if !is_declared {
        let schema = declared(prompt.content.variables(), name, selected);
        edits.push(Edit::SetVariables { schema });
    }
    Some(Edit::Batch { edits })
}

fn declared(variables: &Value, name: &str, default: &str) -> Value {
    let mut variables = match variables {
        Value::Object(_) => variables.clone(),
        _ => json!({ "type": "object" }),
    };
    let kind = if default.contains(['\n', '\r']) {
        VariableKind::LongText
    } else {
        VariableKind::Text
    };
    let mut schema = kind.schema();
    schema["default"] = Value::from(default);
    if !variables["properties"].is_object() {
        variables["properties"] = json!({});
    }
    variables["properties"][name] = schema;
    variables
}

/// Where a text stands in another outside of marks.
fn places(content: &str, text: &str, language: TemplateLanguage) -> Vec<Range<usize>> {
    if text.is_empty() {
        return Vec::new();
    }
    let marks = marks(content, language);
    let mut next = 0;
    let found = content.match_indices(text).filter_map(|(start, found)| {
        let range = start..start + found.len();
        while marks.get(next).is_some_and(|mark| mark.end <= start) {
            next += 1;
        }
        let is_free = marks.get(next).is_none_or(|mark| !mark.overlaps(&range));
        is_free.then_some(range)
    });
    found.collect()
}

fn each_content<'a>(prompt: &'a Prompt, visit: &mut impl FnMut(&'a str, &'a str)) {
    each_text(prompt, &mut |id, field, text| {
        if field == TextField::Content {
            visit(id, text);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, language: TemplateLanguage) -> String {
        let mut out = String::new();
        let mut end = 0;
        for mark in marks(text, language) {
            out.push_str(&text[end..mark.start]);
            let (open, close) = match mark.kind {
                MarkKind::Variable => ('<', '>'),
                MarkKind::Include => ('[', ']'),
                MarkKind::Tag => ('(', ')'),
            };
            out.push(open);
            out.push_str(&text[mark.start..mark.end]);
            out.push(close);
            end = mark.end;
        }
        out + &text[end..]
    }

    #[test]
    fn variables_includes_and_tags_are_marked_in_each_language() {
        use TemplateLanguage::{Fstring, Handlebars, Jinja2, Mustache, None, Promptcase};
        for (language, text, expected) in [
            (
                Promptcase,
                "Hi {{ имя }}, {{> tone}}",
                "Hi <{{ имя }}>, [{{> tone}}]",
            ),
            (
                Promptcase,
                r"\{{a}} {{a b}} {{{a}}}",
                r"\{{a}} {{a b}} {<{{a}}>}",
            ),
            (Fstring, "{a} {{b}} {c d}", "<{a}> {{b}} {c d}"),
            (Jinja2, "{{ a }} {{ '{{' }}", "<{{ a }}> {{ '{{' }}"),
            (Handlebars, r"\{{a}} {{b}}", r"\{{a}} <{{b}}>"),
            (
                Mustache,
                "{{#list}}{{{name}}}, {{&x}}{{/list}}{{!no}}{{^a}}{{> b}}",
                "({{#list}})<{{{name}}}>, <{{&x}}>({{/list}})({{!no}})({{^a}})[{{> b}}]",
            ),
            (
                Handlebars,
                "{{#if a}}b{{else}}c{{/if}} {{~d~}} {{open",
                "({{#if a}})b({{else}})c({{/if}}) <{{~d~}}> {{open",
            ),
            (None, "{{a}} {b}", "{{a}} {b}"),
        ] {
            assert_eq!(marked(text, language), expected, "{language:?}");
        }
    }

    #[test]
    fn a_proposed_name_is_a_name_made_of_the_first_words() {
        for (text, name) in [
            ("Berlin", "berlin"),
            (
                "  The quick, brown fox jumps over the lazy dog",
                "the_quick_brown_fox_jumps_over",
            ),
            ("—!?", "value"),
            ("Straße 12", "straße_12"),
            ("東京", "東京"),
            (&"x".repeat(99), &"x".repeat(30)),
        ] {
            assert_eq!(proposed_name(text), name);
            assert!(template::is_name(name));
        }
    }
}
