//! Braces of variables that are opened and not closed, or closed and not opened.

use crate::content::template::TemplateLanguage;

/// A brace without its other half.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unbalanced {
    /// The line, counted from 1.
    pub line: usize,
    /// Its place in the line, in characters counted from 1.
    pub column: usize,
    /// The brace: `{{`.
    pub brace: &'static str,
}

/// Finds braces without their other half. The braces of JSON in a text are no variables.
///
/// ```
/// # use prompt_core::{content::template::TemplateLanguage, lint::unbalanced_braces};
/// let found = unbalanced_braces("Hello {{name}", TemplateLanguage::Promptcase);
/// assert_eq!((found[0].column, found[0].brace), (7, "{{"));
/// ```
pub fn unbalanced_braces(text: &str, language: TemplateLanguage) -> Vec<Unbalanced> {
    let pairs: &[(&str, &str)] = match language {
        TemplateLanguage::Promptcase
        | TemplateLanguage::Mustache
        | TemplateLanguage::Handlebars => &[("{{", "}}")],
        TemplateLanguage::Jinja2 => &[("{{", "}}"), ("{%", "%}")],
        TemplateLanguage::Fstring | TemplateLanguage::None => &[],
    };
    let found = pairs
        .iter()
        .flat_map(|(open, close)| unbalanced(text, open, close));
    found.map(|(at, brace)| place(text, at, brace)).collect()
}

fn place(text: &str, at: usize, brace: &'static str) -> Unbalanced {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    Unbalanced {
        line: before.matches('\n').count() + 1,
        column: before[start..].chars().count() + 1,
        brace,
    }
}

fn unbalanced(text: &str, open: &'static str, close: &'static str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    let mut opened: Option<usize> = None;
    // Single braces that are open: closing ones may belong to them, as in JSON.
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(next) = text[at..].find(['\\', '{', '}', '%']) {
        at += next;
        let rest = &text[at..];
        if let Some(after) = rest.strip_prefix('\\') {
            // A backslash takes the meaning from what follows.
            at += 1 + after.chars().next().map_or(0, char::len_utf8);
        } else if rest.starts_with(open) {
            found.extend(opened.replace(at).map(|before| (before, open)));
            at += open.len();
            // Three braces are an unescaped variable of Mustache.
            at += usize::from(text[at..].starts_with('{'));
        } else if rest.starts_with(close) {
            if opened.take().is_none() {
                if depth == 0 {
                    found.push((at, close));
                }
                depth = depth.saturating_sub(close.len());
            }
            at += close.len();
            at += usize::from(text[at..].starts_with('}'));
        } else {
            match rest.as_bytes().first() {
                Some(b'{') => depth += 1,
                Some(b'}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
        }
    }
    found.extend(opened.map(|at| (at, open)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brace_without_its_other_half_is_found() {
        use TemplateLanguage::{Fstring, Jinja2, Mustache, None, Promptcase};
        for (language, text, expected) in [
            (Promptcase, "Hello {{name}}, {{ other }}.", vec![]),
            (Promptcase, "Ünï {{name}", vec![(1, 5, "{{")]),
            (Promptcase, "one\n{{a {{b}}", vec![(2, 1, "{{")]),
            (Promptcase, "Hello name}}.", vec![(1, 11, "}}")]),
            (Promptcase, "{\"a\": {\"b\": {}}}", vec![]),
            (Promptcase, "\\{{ is literal", vec![]),
            (Mustache, "{{{html}}} {{#a}}x{{/a}}", vec![]),
            (Jinja2, "{% if x %}{{ y }}{% endif", vec![(1, 18, "{%")]),
            (Promptcase, "{% if x", vec![]),
            (Jinja2, "{{ long(\n  call) }} and {%\n if x %}", vec![]),
            (Promptcase, "{{a}\nthen {{b}}", vec![(1, 1, "{{")]),
            (Promptcase, "{\n  \"a\": {\n    \"b\": 1}}\n", vec![]),
            (Fstring, "{{literal {name}", vec![]),
            (None, "{{", vec![]),
        ] {
            let found = unbalanced_braces(text, language);
            let found: Vec<_> = found
                .iter()
                .map(|one| (one.line, one.column, one.brace))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
