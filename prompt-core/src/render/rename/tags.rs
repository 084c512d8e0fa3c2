//! A variable of Mustache and Handlebars. Within a section that has names of its own it may be another one.

use super::super::template;
use super::super::variables::VariableKind;
use super::{Rename, Renamed, Replaced, Unclear, has_word, schema};
use crate::content::template::TemplateLanguage;

/// Renames in the tags of Mustache and Handlebars.
pub(super) fn renamed(rename: &Rename<'_>, text: &str) -> Renamed {
    let is_handlebars = rename.language == TemplateLanguage::Handlebars;
    let mut out = Replaced::of(text);
    // Whether each open section has names of its own, and how many have.
    let mut open: Vec<bool> = Vec::new();
    let mut entered = 0_usize;
    let mut at = 0;
    while let Some(found) = text[at..].find("{{") {
        let start = at + found;
        let before = &text[..start];
        if is_handlebars && before.ends_with('\\') && !before.ends_with("\\\\") {
            at = start + 2;
            continue;
        }
        let rest = &text[start..];
        let (begin, close) = match rest {
            _ if rest.starts_with("{{{") => (3, "}}}"),
            _ if is_handlebars && rest.starts_with("{{!--") => (2, "--}}"),
            _ => (2, "}}"),
        };
        let length = rest.find(close).ok_or(Unclear)? + close.len();
        at = start + length;
        let inner = &rest[begin..length - close.len()];
        let written = inner.trim_matches('~').trim();
        // Other signs for the tags that follow.
        if written.starts_with('=') {
            return Err(Unclear);
        }
        if written.starts_with('!') {
            continue;
        }
        let sign = written
            .chars()
            .next()
            .filter(|sign| "#^/&>".contains(*sign));
        let body = written[sign.map_or(0, char::len_utf8)..].trim();
        if sign == Some('/') {
            entered -= usize::from(open.pop() == Some(true));
        }
        let is_entered = entered > 0;
        let (word, name) = match body.split_once(char::is_whitespace) {
            Some((word @ ("if" | "unless" | "each" | "with"), name))
                if is_handlebars && sign == Some('#') =>
            {
                (Some(word), name.trim())
            }
            Some(("else", other)) if is_handlebars && sign.is_none() => {
                let name = other.trim().strip_prefix("if ").unwrap_or(other);
                (None, name.trim())
            }
            _ => (None, body),
        };
        if matches!(sign, Some('#' | '^')) && !body.is_empty() {
            let kind = schema(rename.prompt, name).map(VariableKind::of);
            let has_names = [VariableKind::Json, VariableKind::Messages];
            let is_condition = if let Some(word) = word {
                matches!(word, "if" | "unless")
            } else {
                sign == Some('^') || kind.is_some_and(|kind| !has_names.contains(&kind))
            };
            open.push(!is_condition);
            entered += usize::from(!is_condition);
        }
        if sign == Some('>') {
            continue;
        }
        let is_own = |name: &str| rename.name(name).is_some() || name == rename.to;
        let of_this = name.strip_prefix("this.");
        if is_entered && is_own(name) || !is_entered && of_this.is_some_and(is_own) {
            return Err(Unclear);
        }
        if let Some(new) = rename.name(name) {
            let place = name.as_ptr().addr() - text.as_ptr().addr();
            out.replace(place, place + name.len(), &new);
        } else if has_word(name, rename.from) && !is_path(name) {
            // A helper, a path to an outer section, or one of `this`.
            return Err(Unclear);
        }
    }
    Ok(out.finish())
}

/// Whether a name of a tag is one variable or a part of it.
fn is_path(name: &str) -> bool {
    template::is_name(name) && !name.starts_with(['.', '@'])
}
