//! Placeholders in a text: `{{name}}`, `{name}` and `${name}`.

use std::collections::HashSet;

/// The maximum length in bytes between the braces of a placeholder.
const LONGEST: usize = 100;

/// Returns the placeholders of a text without repeats, in order of appearance and without surrounding
/// blanks. Double braces may enclose anything on one line, as in template languages; single braces only
/// a name, because they often occur in other text.
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

/// Parses the content between double braces, and returns the total length.
fn double(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix("{{")?;
    let end = beginning(inner, LONGEST + 2)
        .windows(2)
        .position(|two| two == b"}}")?;
    let name = inner[..end].trim();
    let fits = !name.is_empty() && !name.contains(['{', '}', '\n', '\r']);
    fits.then_some((name, end + 4))
}

/// Parses the name between single braces, and returns the total length.
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

/// The prefix in which a placeholder must end. Without this limit, a text of only opening braces takes
/// quadratic time.
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

    // Both cases take quadratic time if every brace is searched to the end of the text, or every
    // placeholder among all previous ones.
    #[test]
    fn a_text_full_of_braces_is_looked_through() {
        assert!(placeholders(&"{".repeat(400_000)).is_empty());
        assert!(placeholders(&"{a ".repeat(130_000)).is_empty());
        let many: Vec<_> = (0..50_000).map(|n| format!("{{{{{n}}}}}")).collect();
        assert_eq!(placeholders(&many.concat()), many);
    }
}
