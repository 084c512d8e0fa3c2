//! A command of Gemini CLI: TOML with a description and a prompt.

use super::one_line;
use super::template::Template;
use crate::{Diagnostic, Prompt};

pub(super) fn write(prompt: &Prompt, template: &Template, _: &mut [Diagnostic]) -> String {
    let mut out = String::new();
    let description = if prompt.description.trim().is_empty() {
        &prompt.title
    } else {
        &prompt.description
    };
    out.push_str("description = \"");
    push_escaped(&mut out, &one_line(description), false);
    out.push_str("\"\n\nprompt = \"\"\"\n");
    push_escaped(&mut out, &template.text(), true);
    out.push_str("\"\"\"\n");
    out
}

/// Writes the inside of a basic string. Of several lines, line feeds and tabs stay as they are.
fn push_escaped(out: &mut String, text: &str, is_multiline: bool) {
    use std::fmt::Write as _;
    for letter in text.chars() {
        match letter {
            '\n' | '\t' if is_multiline => out.push(letter),
            '"' | '\\' => {
                out.push('\\');
                out.push(letter);
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1f}' | '\u{7f}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
            }
            _ => out.push(letter),
        }
    }
}
