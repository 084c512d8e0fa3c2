//! A variable of Jinja2 in expressions and statements. A name that a statement binds is left alone.

use super::super::template;
use super::{Rename, Renamed, Replaced, Unclear, has_word, is_in_word};

/// Renames in a template of Jinja2, also in its statements and filters.
pub(super) fn renamed(rename: &Rename<'_>, text: &str) -> Renamed {
    let mut out = Replaced::of(text);
    let mut at = 0;
    while let Some(found) = text[at..].find('{') {
        let start = at + found;
        let rest = &text[start..];
        let close = match rest.as_bytes().get(1) {
            Some(b'#') => "#}",
            Some(b'%') => "%}",
            Some(b'{') => "}}",
            _ => {
                at = start + 1;
                continue;
            }
        };
        let Some(length) = jinja_end(rest, close) else {
            return if has_word(rest, rename.from) {
                Err(Unclear)
            } else {
                Ok(out.finish())
            };
        };
        let inner = &rest[2..length - 2];
        at = start + length;
        if close == "#}" {
            continue;
        }
        let trimmed = inner.trim_matches(['-', '+']).trim();
        if close == "%}" && trimmed == "raw" {
            let end = text[at..].find("endraw").ok_or(Unclear)?;
            at += end + "endraw".len();
            continue;
        }
        if close == "}}" && template::is_name(trimmed) {
            if let Some(new) = rename.name(trimmed) {
                out.replace(start, at, &rest[..length].replacen(trimmed, &new, 1));
            }
            continue;
        }
        let (from, to) = (rename.from, rename.to);
        let is_statement = close == "%}";
        if is_statement && binds(trimmed, from, to) {
            return Err(Unclear);
        }
        for (place, path) in jinja_paths(inner) {
            if let Some(new) = rename.name(path) {
                if !to.chars().all(|one| is_in_word(one) || one == '.') {
                    return Err(Unclear);
                }
                let begin = start + 2 + place;
                out.replace(begin, begin + path.len(), &new);
            }
        }
    }
    Ok(out.finish())
}

/// The length of the tag at the start of a text. A quoted text may have the marks of its end.
fn jinja_end(text: &str, close: &str) -> Option<usize> {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, one) in text.char_indices().skip(2) {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if one == '\\' => is_escaped = true,
            Some(open) if one == open => quote = None,
            None if text[at..].starts_with(close) => return Some(at + close.len()),
            None if close != "#}" && matches!(one, '"' | '\'') => quote = Some(one),
            Some(_) | None => {}
        }
    }
    None
}

/// Whether a statement gives one of the names a meaning of its own.
fn binds(statement: &str, from: &str, to: &str) -> bool {
    let (word, rest) = statement
        .split_once(char::is_whitespace)
        .unwrap_or((statement, ""));
    let has_name = |text: &str| has_word(text, from) || has_word(text, to);
    match word {
        "if" | "elif" | "else" | "endif" | "endfor" | "endset" => false,
        "for" => has_name(rest.split_once(" in ").map_or(rest, |(names, _)| names)),
        "set" => has_name(rest.split_once('=').map_or(rest, |(names, _)| names)),
        _ => has_name(rest),
    }
}

/// The dotted names of an expression with their places: no texts, filters, tests, attributes or names of arguments.
fn jinja_paths(expression: &str) -> Vec<(usize, &str)> {
    let mut paths = Vec::new();
    let mut at = 0;
    let mut before = "";
    while let Some(one) = expression[at..].chars().next() {
        let rest = &expression[at..];
        let length = if matches!(one, '"' | '\'') {
            let mut is_escaped = false;
            let end = rest[1..].find(|next: char| {
                let ends = next == one && !is_escaped;
                is_escaped = next == '\\' && !is_escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if is_in_word(one) {
            let end = rest.find(|next: char| !is_in_word(next) && next != '.');
            end.unwrap_or(rest.len())
        } else {
            one.len_utf8()
        };
        let word = &rest[..length];
        at += length;
        if is_in_word(one) && !one.is_ascii_digit() {
            let after = expression[at..].trim_start();
            let is_argument = after.starts_with('=') && !after.starts_with("==");
            if !matches!(before, "|" | "is" | ".") && !is_argument {
                let name = word.trim_end_matches('.');
                paths.push((at - length, name));
            }
        }
        // `is not` is one operator.
        let is_operator = before == "is" && word == "not";
        if !word.trim().is_empty() && !is_operator {
            before = word;
        }
    }
    paths
}
