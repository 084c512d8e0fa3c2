//! Template tokens in a message: variables are preserved, everything else is escaped so that it renders
//! as itself.

use std::collections::HashSet;

use crate::render::push_escaped;
use crate::text::is_mark;

/// Escapes a text so that the template renders it unchanged.
pub(in crate::export) fn push_literal(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (written, length) = match rest.as_bytes().get(1) {
            Some(b'{') => ("{{ '{{' }}", 2),
            Some(b'%') => ("{{ '{%' }}", 2),
            Some(b'#') => ("{{ '{#' }}", 2),
            _ => ("{", 1),
        };
        out.push_str(written);
        rest = &rest[length..];
    }
    out.push_str(rest);
}

/// Removes the logic of a Jinja2 template, and what it brings into being: only plain variables remain.
pub(super) fn without_logic(body: &str) -> String {
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    let mut depth = 0_usize;
    while let Some(at) = rest.find("{%") {
        if depth == 0 {
            out.push_str(&rest[..at]);
        }
        rest = &rest[at..];
        let Some(end) = rest.find("%}") else {
            break;
        };
        let word = rest[2..end].trim_start_matches(['-', '+', ' ']);
        if word.starts_with("for ") || word.starts_with("macro ") {
            depth += 1;
        } else if word.starts_with("endfor") || word.starts_with("endmacro") {
            depth = depth.saturating_sub(1);
        }
        rest = &rest[end + 2..];
    }
    if depth == 0 {
        out.push_str(rest);
    }
    out
}

/// The text of a message in our own template language: `{{ '{{' }}` becomes braces that are text. `name` gives the
/// name of a variable, if it has another one here.
pub(crate) fn source<'n>(text: &str, name: &dyn Fn(&str) -> Option<&'n str>) -> String {
    const TOKENS: [(&str, &str); 5] = [
        ("{{ '#}' }}", "#}"),
        ("{{ '{' }}", "{"),
        ("{{ '{{' }}", "{{"),
        ("{{ '{%' }}", "{%"),
        ("{{ '{#' }}", "{#"),
    ];
    let mut out = String::with_capacity(text.len());
    // The text since the last variable: braces at the ends of its parts may meet.
    let mut literal = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        literal.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((written, token)) = TOKENS.iter().find(|(written, _)| rest.starts_with(written))
        {
            literal.push_str(token);
            rest = &rest[written.len()..];
        } else if let Some((found, length)) = variable_at(rest) {
            push_escaped(&mut out, &literal);
            literal.clear();
            match name(found) {
                Some(name) => {
                    out.push_str("{{");
                    out.push_str(name);
                    out.push_str("}}");
                }
                None => out.push_str(&rest[..length]),
            }
            rest = &rest[length..];
        } else {
            literal.push_str("{{");
            rest = &rest[2..];
        }
    }
    literal.push_str(rest);
    push_escaped(&mut out, &literal);
    out
}

/// Words that the template language does not parse as a variable.
const WORDS: [&str; 11] = [
    "true", "false", "none", "True", "False", "None", "not", "and", "or", "in", "if",
];

/// Whether a name is one of a variable in Jinja2.
pub(in crate::export) fn is_variable(name: &str) -> bool {
    variable(&format!("{{{{{name}}}}}")) == Some(name)
}

/// The name of the variable that a text is in Jinja2, if it is nothing else.
pub(in crate::export) fn variable(text: &str) -> Option<&str> {
    variable_at(text).and_then(|(name, length)| (length == text.len()).then_some(name))
}

/// Parses a variable at the start of the text, as `{{name}}` or `{{ user.name }}`, and returns its name
/// and total length.
fn variable_at(text: &str) -> Option<(&str, usize)> {
    // Scans no further than a name can extend, because a text may contain many unclosed braces.
    let inner = text.strip_prefix("{{")?.trim_start_matches(' ');
    let end = inner.find(|one: char| !is_in_name(one) && one != '.')?;
    let name = &inner[..end];
    let behind = inner[end..].trim_start_matches(' ').strip_prefix("}}")?;
    let is_name = |part: &str| part.starts_with(begins_name);
    let fits = name.len() <= NAME_BYTES
        && name.split('.').all(is_name)
        && !name
            .split('.')
            .any(|part| part.starts_with('_') || WORDS.contains(&part));
    fits.then_some((name, text.len() - behind.len()))
}

/// The longest name of a variable in bytes.
const NAME_BYTES: usize = 64;

/// Whether a character may begin a name of Python's: a letter of any script, but no enclosed one.
fn begins_name(one: char) -> bool {
    let is_enclosed = matches!(one, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}');
    one == '_' || (one.is_alphabetic() && !is_enclosed)
}

/// Whether a character may stand in a name of Python's. Of the digits only those of ASCII are taken, of the
/// marks those that words of common scripts have.
fn is_in_name(one: char) -> bool {
    begins_name(one) || one.is_ascii_digit() || is_mark(one)
}

/// Returns the variables of a body without repeats, each with the type of value it needs.
pub(super) fn variables(body: &str) -> Vec<(&str, &'static str)> {
    let mut found = Vec::new();
    let (mut seen, mut objects) = (HashSet::new(), HashSet::new());
    let mut rest = body;
    while let Some(at) = rest.find("{{") {
        rest = &rest[at..];
        let Some((name, length)) = variable_at(rest) else {
            rest = &rest[2..];
            continue;
        };
        let root = name.split('.').next().unwrap_or(name);
        if root.len() < name.len() {
            objects.insert(root.to_owned());
        }
        if seen.insert(root.to_owned()) {
            found.push((root, "string"));
        }
        rest = &rest[length..];
    }
    for (name, kind) in &mut found {
        if objects.contains(*name) {
            *kind = "object";
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_variables() {
        for (text, found) in [
            ("{{name}}", Some(("name", 8))),
            ("{{  user.name }} rest", Some(("user.name", 16))),
            ("{{a}}}", Some(("a", 5))),
            ("{{}}", None),
            ("{{ }}", None),
            ("{{a b}}", None),
            ("{{a}", None),
            ("{{a", None),
            ("{{a.}}", None),
            ("{{1a}}", None),
            ("{{_a}}", None),
            ("{{true}}", None),
            ("{{é}}", Some(("é", 6))),
            ("{{имя}}", Some(("имя", 10))),
            ("{{ 名前 }}", Some(("名前", 12))),
            ("{{हिन्दी}}", Some(("हिन्दी", 22))),
            ("{{x²}}", None),
            ("{{Ⓐ}}", None),
            ("{{user-name}}", None),
            ("{{ '{{' }}", None),
        ] {
            assert_eq!(variable_at(text), found, "{text}");
        }
        let long = "n".repeat(64);
        assert_eq!(variable_at(&format!("{{{{{long}}}}}")), Some((&*long, 68)));
        assert_eq!(variable_at(&format!("{{{{{long}n}}}}")), None);
    }

    #[test]
    fn a_text_that_is_no_variable_comes_back_as_it_was() {
        for text in [
            r"\{{a}} {{user name}} {{}} {{ }} {{",
            "{{#if}} {% x %} {# b #} {{{",
        ] {
            let mut out = String::new();
            push_literal(&mut out, &text.replace(r"\{{a", "{{a"));
            assert_eq!(source(&out, &|_| None), text, "{out}");
        }
        let renamed = |name: &str| (name == "user_name").then_some("user-name");
        assert_eq!(
            source("{{ '{' }}{{ user_name }}} {{x}} {{ '{{' }}x}}", &renamed),
            r"{{{user-name}}} {{x}} \{{x}}"
        );
    }

    /// A user's text can be as large as a prompt, and must be scanned in linear time.
    #[test]
    fn braces_without_end_and_variables_without_number_are_written() {
        let braces = "{{".repeat(500_000);
        let mut out = String::new();
        push_literal(&mut out, &braces);
        assert_eq!(source(&out, &|_| None), braces);
        assert!(variables(&braces).is_empty());
        let many: Vec<String> = (0..100_000)
            .map(|n| format!("{{{{v{n}}}}}{{{{v{n}.x}}}}"))
            .collect();
        let many = many.concat();
        let found = variables(&many);
        assert_eq!(found.len(), 100_000);
        assert_eq!(found[99_999], ("v99999", "object"));
    }
}
