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
        if let Some((name, raw)) = variable(brace) {
            if at > 0 {
                tokens.push(Token::Text(&rest[..at]));
            }
            tokens.push(Token::Variable { name, raw });
            rest = &rest[at + raw.len()..];
        } else {
            tokens.push(Token::Text(&rest[..=at]));
            rest = &rest[at + 1..];
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_braces_are_variables_and_double_ones_are_braces() {
        for (text, shown) in [
            ("Hi {name}", "Hi <name>"),
            ("{{name}}", "{name}"),
            ("{{{name}}}", "{<name>}"),
            ("{} { {a b} }", "{} { {a b} }"),
            ("{", "{"),
        ] {
            let tokens = tokens(text).into_iter().map(|token| match token {
                Token::Text(text) | Token::Quoted(text) => text.to_owned(),
                Token::Variable { name, .. } => format!("<{name}>"),
                Token::Include { .. } => unreachable!("an f-string has no includes"),
            });
            assert_eq!(tokens.collect::<String>(), shown, "{text}");
        }
    }
}
