//! The tokens of our own template language: `{{name}}`, `{{> reference}}` and `\{{`, which is literal.

use crate::text::is_mark;

/// A stretch of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A text without a meaning.
    Text(&'t str),
    /// A text that a template quotes, such as the braces of `{{ '{{' }}`.
    Quoted(&'t str),
    /// What the language of the template would read, and is not filled in.
    Unread(&'t str),
    /// A variable.
    Variable {
        /// Its name.
        name: &'t str,
        /// As it is written.
        raw: &'t str,
    },
    /// Another prompt.
    Include {
        /// What names it.
        reference: &'t str,
        /// As it is written.
        raw: &'t str,
    },
}

/// The longest name of a variable in bytes.
pub(super) const NAME_BYTES: usize = 256;

/// Splits a text into tokens. Braces that enclose no name are text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(found) = text[at..].find("{{") {
        let brace = at + found;
        if text[..brace].ends_with('\\') && brace > start {
            push_text(&mut tokens, &text[start..brace - 1]);
            start = brace;
            at = brace + 2;
            continue;
        }
        let Some(token) = token(&text[brace..]) else {
            // The name may begin at the second brace, as in `{{{name}}`.
            at = brace + 1;
            continue;
        };
        push_text(&mut tokens, &text[start..brace]);
        at = brace + token.raw().len();
        start = at;
        tokens.push(token);
    }
    push_text(&mut tokens, &text[start..]);
    tokens
}

/// Writes a text so that braces in it are read as text.
pub(crate) fn push_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if token(rest).is_some() || out.ends_with('\\') {
            out.push_str("\\{{");
            rest = &rest[2..];
        } else {
            out.push('{');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
}

fn push_text<'t>(tokens: &mut Vec<Token<'t>>, text: &'t str) {
    if !text.is_empty() {
        tokens.push(Token::Text(text));
    }
}

impl<'t> Token<'t> {
    const fn raw(self) -> &'t str {
        match self {
            Self::Text(raw)
            | Self::Quoted(raw)
            | Self::Unread(raw)
            | Self::Variable { raw, .. }
            | Self::Include { raw, .. } => raw,
        }
    }
}

/// The variable or include at the start of a text.
fn token(text: &str) -> Option<Token<'_>> {
    // Scans no further than a name can extend, because a text may contain many unclosed braces.
    let most = text.floor_char_boundary(NAME_BYTES + 8);
    // No name has a brace.
    let end = 2 + text[2..most].find(['{', '}'])?;
    if !text[end..].starts_with("}}") {
        return None;
    }
    let raw = &text[..end + 2];
    let inner = trim_blanks(&text[2..end]);
    if let Some(reference) = inner.strip_prefix('>').map(trim_blanks) {
        return is_reference(reference).then_some(Token::Include { reference, raw });
    }
    is_name(inner).then_some(Token::Variable { name: inner, raw })
}

fn trim_blanks(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// Whether a text is the name of a variable: letters, marks and digits of any script, `_`, `-` and `.`.
pub(super) fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    !text.is_empty()
        && text.len() <= NAME_BYTES
        && characters.all(is_in_name)
        && text.chars().any(|one| one.is_alphanumeric() || one == '_')
}

fn is_in_name(one: char) -> bool {
    one.is_alphanumeric()
        || matches!(one, '_' | '-' | '.')
        || is_mark(one)
        // Joiners stand within words of Persian and Indic scripts.
        || matches!(one, '\u{200c}' | '\u{200d}')
}

fn is_reference(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|one| is_in_name(one) || matches!(one, '@' | '/' | ':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let shown = tokens(text).into_iter().map(|token| match token {
            Token::Text(text) | Token::Quoted(text) | Token::Unread(text) => {
                format!("{text:?}")
            }
            Token::Variable { name, .. } => format!("<{name}>"),
            Token::Include { reference, .. } => format!("[{reference}]"),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_of_any_script_are_variables_and_all_else_is_text() {
        for (text, tokens) in [
            ("Hello {{name}}!", r#""Hello " <name> "!""#),
            ("{{ user.name }}", "<user.name>"),
            ("{{имя}}{{名前}}{{हिन्दी}}", "<имя> <名前> <हिन्दी>"),
            ("{{user-name}}{{1}}", "<user-name> <1>"),
            ("{{{a}}}", r#""{" <a> "}""#),
            ("{{}} {{ }} {{-}}", r#""{{}} {{ }} {{-}}""#),
            ("{{a b}} {{a|b}} {{a", r#""{{a b}} {{a|b}} {{a""#),
            ("{{a {{b}}", r#""{{a " <b>"#),
            (r"\{{a}} {{a}}", r#""{{a}} " <a>"#),
            (r"C:\{{a}}", r#""C:" "{{a}}""#),
            ("{{> tone}}", "[tone]"),
            (
                "{{> @ada/tone@1.2.0}}{{>tone:live}}",
                "[@ada/tone@1.2.0] [tone:live]",
            ),
            ("{{> }} {{> a b}}", r#""{{> }} {{> a b}}""#),
        ] {
            assert_eq!(shown(text), tokens, "{text}");
        }
    }

    #[test]
    fn many_open_braces_are_scanned_once() {
        let braces = "{{".repeat(500_000);
        assert_eq!(tokens(&braces), [Token::Text(&braces)]);
    }
}
