//! Python's format strings: `{name}` is a variable, `{{` and `}}` are braces.

use super::template::{NAME_BYTES, Token, is_name};

/// Splits a text into tokens. A doubled brace is the text of one.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let brace = &rest[at..];
        let doubled = brace.starts_with("{{") || brace.starts_with("}}");
        if doubled {
            tokens.push(Token::Text(&rest[..=at]));
            rest = &rest[at + 2..];
            continue;
        }
        if at > 0 {
            tokens.push(Token::Text(&rest[..at]));
        }
        let (token, length) = if let Some((name, raw)) = variable(brace) {
            (Token::Variable { name, raw }, raw.len())
        } else {
            let raw = field(brace);
            (Token::Unread(raw), raw.len())
        };
        tokens.push(token);
        rest = &rest[at + length..];
    }
    if !rest.is_empty() {
        tokens.push(Token::Text(rest));
    }
    tokens
}

fn variable(text: &str) -> Option<(&str, &str)> {
    let most = text.floor_char_boundary(NAME_BYTES + 2);
    let end = text[..most].find('}')?;
    let name = text.get(1..end)?;
    is_name(name).then_some((name, &text[..=end]))
}

/// What Python would read as more than a name, as `{name!r}`, or a brace without its other half.
fn field(text: &str) -> &str {
    let most = text.floor_char_boundary(NAME_BYTES);
    let end = text[1..most.max(1)]
        .find(['{', '}', '\n'])
        .map(|end| end + 1);
    match end.filter(|end| text.starts_with('{') && text[*end..].starts_with('}')) {
        Some(end) => &text[..=end],
        None => &text[..1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_braces_are_variables_and_double_ones_are_braces() {
        for (text, shown) in [
            ("Hi {name}", "Hi <name>"),
            ("{{name}}", "{name}"),
            ("{{{name}}}", "{<name>}"),
            ("{} { {a b} }", "!{} !{ !{a b} !}"),
            ("{", "!{"),
            ("{x!r} {x:>10} {u[n]} a}b", "!{x!r} !{x:>10} !{u[n]} a!}b"),
        ] {
            let tokens = tokens(text).into_iter().map(|token| match token {
                Token::Text(text) | Token::Quoted(text) => text.to_owned(),
                Token::Unread(raw) => format!("!{raw}"),
                Token::Variable { name, .. } => format!("<{name}>"),
                Token::Include { .. } => unreachable!("an f-string has no includes"),
            });
            assert_eq!(tokens.collect::<String>(), shown, "{text}");
        }
    }
}
