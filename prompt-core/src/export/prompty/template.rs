//! Template tokens in a message: variables are preserved, everything else is escaped so that it renders
//! as itself.

use std::collections::HashSet;

/// Escapes a text so that the template renders it unchanged, except for variables.
pub(super) fn push_literal(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.as_bytes().get(1) {
            Some(b'{') => {
                if let Some((_, length)) = variable(rest) {
                    out.push_str(&rest[..length]);
                    length
                } else {
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
}

/// Reverses [`push_literal`].
pub(crate) fn unliteral(text: &str) -> String {
    const TOKENS: [(&str, &str); 3] = [
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

/// Parses a variable at the start of the text, as `{{name}}` or `{{ user.name }}`, and returns its name
/// and total length.
fn variable(text: &str) -> Option<(&str, usize)> {
    // Scans no further than a name can extend, because a text may contain many unclosed braces.
    let inner = text.strip_prefix("{{")?.trim_start_matches(' ');
    let end = inner
        .bytes()
        .position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'.'))?;
    let name = &inner[..end];
    let behind = inner[end..].trim_start_matches(' ').strip_prefix("}}")?;
    let is_name = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let fits = name.len() <= 64
        && name.split('.').all(is_name)
        && !name
            .split('.')
            .any(|part| part.starts_with('_') || WORDS.contains(&part));
    fits.then_some((name, text.len() - behind.len()))
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
            ("{{é}}", None),
            ("{{ '{{' }}", None),
        ] {
            assert_eq!(variable(text), found, "{text}");
        }
        let long = "n".repeat(64);
        assert_eq!(variable(&format!("{{{{{long}}}}}")), Some((&*long, 68)));
        assert_eq!(variable(&format!("{{{{{long}n}}}}")), None);
    }

    /// A user's text can be as large as a prompt, and must be scanned in linear time.
    #[test]
    fn braces_without_end_and_variables_without_number_are_written() {
        let braces = "{{".repeat(500_000);
        let mut out = String::new();
        push_literal(&mut out, &braces);
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
