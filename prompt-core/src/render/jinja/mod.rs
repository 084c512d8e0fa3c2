//! Jinja2. Templates of `{{ name }}` and `{{ 'text' }}` alone are split into tokens; a backslash has no meaning before braces.
//! The engine that renders all others is large, and a part of the programs that have the feature `jinja`.

#[cfg(feature = "jinja")]
pub(super) mod engine;
mod scan;

use super::marks::{Mark, MarkKind};
use super::template::{NAME_BYTES, Token, is_name};

use scan::tags;
pub(super) use scan::uses;

/// Whether a template has more than variables and quoted texts.
pub(super) fn has_logic(text: &str) -> bool {
    let is_logic = |text: &str| ["{%", "{#", "{{"].iter().any(|sign| text.contains(sign));
    let mut tokens = tokens(text).into_iter();
    tokens.any(|token| matches!(token, Token::Text(text) if is_logic(text)))
}

/// The tags of a template: outputs of a variable alone, and all others.
pub(super) fn marks(text: &str) -> Vec<Mark> {
    let marks = tags(text).into_iter().filter_map(|tag| {
        let kind = match token(&text[tag.range.clone()]) {
            Some((Token::Variable { .. }, _)) => MarkKind::Variable,
            Some(_) => return None,
            None => MarkKind::Tag,
        };
        let std::ops::Range { start, end } = tag.range;
        Some(Mark { start, end, kind })
    });
    marks.collect()
}

/// Splits a text into tokens. Braces that enclose neither are text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(found) = text[at..].find("{{") {
        let brace = at + found;
        let Some((token, length)) = token(&text[brace..]) else {
            at = brace + 1;
            continue;
        };
        if brace > start {
            tokens.push(Token::Text(&text[start..brace]));
        }
        tokens.push(token);
        start = brace + length;
        at = start;
    }
    if start < text.len() {
        tokens.push(Token::Text(&text[start..]));
    }
    tokens
}

/// The variable or quoted text at the start of a text, and its length.
fn token(text: &str) -> Option<(Token<'_>, usize)> {
    // Scans no further than a name can extend, because a text may contain many unclosed braces.
    let most = text.floor_char_boundary(NAME_BYTES + 8);
    let inner = text[2..most].trim_start();
    let begin = most - inner.len();
    if let Some(quote) = inner.chars().next().filter(|one| matches!(one, '\'' | '"')) {
        let end = inner[1..].find([quote, '\\'])? + 1;
        let close = inner[end..].strip_prefix(quote)?.trim_start();
        let after = close.strip_prefix("}}")?;
        return Some((Token::Quoted(&inner[1..end]), most - after.len()));
    }
    // No name has a brace.
    let end = begin + inner.find(['{', '}'])?;
    if !text[end..].starts_with("}}") {
        return None;
    }
    let name = text[begin..end].trim_end();
    let raw = &text[..end + 2];
    // A sign beside the braces removes blanks.
    let is_variable = is_name(name) && (!name.contains('-') || scan::is_own_name(name));
    is_variable.then_some((Token::Variable { name, raw }, raw.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_variables_and_quoted_texts_are_text() {
        for (text, shown) in [
            ("Hi {{ name }}!", "Hi <name>!"),
            ("{{ '{{' }}a}} {{ \"#}\" }}", "{{a}} #}"),
            ("{{ '{' }}{{ a }}}", "{<a>}"),
            (r"C:\{{a}}", r"C:\<a>"),
            ("{{ 'it\\'s' }}", "{{ 'it\\'s' }}"),
            (
                "{{ a|upper }} {{ 'a' ~ b }} {{",
                "{{ a|upper }} {{ 'a' ~ b }} {{",
            ),
        ] {
            let tokens = tokens(text).into_iter().map(|token| match token {
                Token::Text(text) | Token::Quoted(text) | Token::Unread(text) => text.to_owned(),
                Token::Variable { name, .. } => format!("<{name}>"),
                Token::Include { .. } => unreachable!("Jinja2 has no includes of ours"),
            });
            assert_eq!(tokens.collect::<String>(), shown, "{text}");
        }
        let open = "{{ '".repeat(100_000);
        assert_eq!(tokens(&open), [Token::Text(&open)]);
    }
}
