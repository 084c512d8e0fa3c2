//! Placeholders in a text: `{{name}}`, `{name}` and `${name}`.

use std::collections::HashSet;

/// Bytes between the braces of a placeholder.
const LONGEST: usize = 100;

/// The placeholders of a text, each once, in the order in which they come, without idle blanks. What stands between two
/// braces may be anything on one line, as template languages have it; between single ones only a name, since single braces
/// stand in much that is no placeholder.
pub fn placeholders(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut from = 0;
    while let Some(at) = text[from..].find('{').map(|at| from + at) {
        let rest = &text[at..];
        let token = if rest.starts_with("{{") {
            double(rest).map(|(inner, length)| (format!("{{{{{inner}}}}}"), length))
        } else {
            let dollar = if text[..at].ends_with('$') { "$" } else { "" };
            single(rest).map(|(name, length)| (format!("{dollar}{{{name}}}"), length))
        };
        let Some((token, length)) = token else {
            from = at + 1;
            continue;
        };
        if seen.insert(token.clone()) {
            found.push(token);
        }
        from = at + length;
    }
    found
}

/// What stands between two braces, and the length of the whole.
fn double(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix("{{")?;
    let end = beginning(inner, LONGEST + 2)
        .windows(2)
        .position(|two| two == b"}}")?;
    let name = inner[..end].trim();
    let fits = !name.is_empty() && !name.contains(['{', '}', '\n', '\r']);
    fits.then_some((name, end + 4))
}

/// The name between single braces, and the length of the whole.
fn single(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('{')?;
    let end = beginning(inner, LONGEST + 1)
        .iter()
        .position(|byte| *byte == b'}')?;
    let name = &inner[..end];
    let begins = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    (begins && name.chars().all(is_name)).then_some((name, end + 2))
}

/// No more is looked at than a placeholder may take: a text of nothing but open braces would be read to its end for each.
fn beginning(text: &str, most: usize) -> &[u8] {
    &text.as_bytes()[..text.len().min(most)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_people_use_are_found_and_braces_alone_are_not() {
        for (text, expected) in [
            ("Write about {{topic}}.", &["{{topic}}"][..]),
            (
                "{{ user.name }} and {{user.name}}, {{#if x}}",
                &["{{user.name}}", "{{#if x}}"],
            ),
            (
                "Dear {name}, ${amount} of {größe}",
                &["{name}", "${amount}", "{größe}"],
            ),
            ("{{{raw}}}", &["{{raw}}"]),
            (r#"{"a": 1} { x } {} {{}} {{ }} {1}"#, &[]),
            ("{{over\ntwo lines}} {{open", &[]),
            ("{{a}{b}", &["{a}", "{b}"]),
            ("漢{{字}}漢", &["{{字}}"]),
            ("", &[]),
        ] {
            assert_eq!(placeholders(text), expected, "{text}");
        }
        for (length, expected) in [(100, 1), (101, 0)] {
            let name = "x".repeat(length);
            assert_eq!(placeholders(&format!("{{{{{name}}}}}")).len(), expected);
            assert_eq!(placeholders(&format!("{{{name}}}")).len(), expected);
        }
    }

    // Each takes many times as long where every brace is looked for to the end of the text, and every placeholder among all before.
    #[test]
    fn a_text_full_of_braces_is_looked_through() {
        assert!(placeholders(&"{".repeat(400_000)).is_empty());
        assert!(placeholders(&"{a ".repeat(130_000)).is_empty());
        let many: Vec<_> = (0..50_000).map(|n| format!("{{{{{n}}}}}")).collect();
        assert_eq!(placeholders(&many.concat()), many);
    }
}
