//! Template tokens in a message: variables are preserved, everything else is escaped so that it renders
//! as itself.

use std::collections::HashSet;

use crate::text::is_mark;

/// Escapes a text so that the template renders it unchanged, except for variables. Returns what looks like
/// a variable and is none.
pub(in crate::export) fn push_literal<'t>(
    out: &mut String,
    text: &'t str,
    with_variables: bool,
) -> Vec<&'t str> {
    let mut literals = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.as_bytes().get(1) {
            Some(b'{') => {
                if let Some((_, length)) = variable(rest).filter(|_| with_variables) {
                    out.push_str(&rest[..length]);
                    length
                } else {
                    literals.extend(seeming_variable(rest));
                    out.push_str("{{ '{{' }}");
                    2
                }
            }
            Some(b'%') => {
                out.push_str("{{ '{%' }}");
                2
            }
            Some(b'#') => {
                out.push_str("{{ '{#' }}");
                2
            }
            _ => {
                out.push('{');
                1
            }
        };
        rest = &rest[taken..];
    }
    out.push_str(rest);
    literals
}

/// The token at the start of a text, if people would take it for a variable.
fn seeming_variable(text: &str) -> Option<&str> {
    /// The longest name that is looked for.
    const NAME_CHARS: usize = 64;
    let inner = &text[2..];
    let mut characters = inner.char_indices().take(NAME_CHARS);
    let (end, _) = characters.find(|(_, one)| !is_seemingly_in_name(*one))?;
    let is_name = inner[..end].chars().any(char::is_alphabetic);
    (is_name && inner[end..].starts_with("}}")).then(|| &text[..end + 4])
}

fn is_seemingly_in_name(one: char) -> bool {
    one.is_alphanumeric()
        || matches!(one, '_' | '-' | '.' | ' ')
        || (!one.is_ascii() && !one.is_whitespace())
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

/// Reverses [`push_literal`].
pub(crate) fn unliteral(text: &str) -> String {
    const TOKENS: [(&str, &str); 5] = [
        ("{{ '#}' }}", "#}"),
        ("{{ '{' }}", "{"),
        ("{{ '{{' }}", "{{"),
        ("{{ '{%' }}", "{%"),
        ("{{ '{#' }}", "{#"),
    ];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let written = TOKENS.iter().find(|(written, _)| rest.starts_with(written));
        let (written, token) = written.copied().unwrap_or(("{{", "{{"));
        out.push_str(token);
        rest = &rest[written.len()..];
    }
    out.push_str(rest);
    out
}

/// Words that the template language does not parse as a variable.
const WORDS: [&str; 11] = [
    "true", "false", "none", "True", "False", "None", "not", "and", "or", "in", "if",
];

/// Whether a name is one of a variable in Jinja2.
pub(in crate::export) fn is_variable(name: &str) -> bool {
    let written = format!("{{{{{name}}}}}");
    variable(&written).is_some_and(|(found, length)| found == name && length == written.len())
}

/// Parses a variable at the start of the text, as `{{name}}` or `{{ user.name }}`, and returns its name
/// and total length.
fn variable(text: &str) -> Option<(&str, usize)> {
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
        let Some((name, length)) = variable(rest) else {
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
            assert_eq!(variable(text), found, "{text}");
        }
        let long = "n".repeat(64);
        assert_eq!(variable(&format!("{{{{{long}}}}}")), Some((&*long, 68)));
        assert_eq!(variable(&format!("{{{{{long}n}}}}")), None);
    }

    #[test]
    fn what_looks_like_a_variable_and_is_none_is_named() {
        let mut out = String::new();
        let text = "{{a}} {{user-name}} {{user name}} {{}} {{ }} {{\nx}} {{1}} {{x|y}} {{x²}}";
        assert_eq!(
            push_literal(&mut out, text, true),
            ["{{user-name}}", "{{user name}}", "{{x²}}"]
        );
        assert_eq!(unliteral(&out), text);
        assert_eq!(push_literal(&mut out, "{{a}}", false), ["{{a}}"]);
    }

    /// A user's text can be as large as a prompt, and must be scanned in linear time.
    #[test]
    fn braces_without_end_and_variables_without_number_are_written() {
        let braces = "{{".repeat(500_000);
        let mut out = String::new();
        push_literal(&mut out, &braces, true);
        assert_eq!(unliteral(&out), braces);
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
