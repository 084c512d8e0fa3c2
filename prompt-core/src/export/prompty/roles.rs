//! The lines that begin a message, and texts that must not have one.

use std::borrow::Cow;

/// A zero-width space written before a line so that it does not begin a message.
const GUARD: char = '\u{200b}';

/// The closest text that a message can represent.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let needs_lines = text.contains(is_line_break);
    let text: Cow<'_, str> = if needs_lines {
        Cow::Owned(text.replace("\r\n", "\n").replace(is_line_break, "\n"))
    } else {
        Cow::Borrowed(text)
    };
    if !text.starts_with('\n')
        && !text.ends_with('\n')
        && !text.split('\n').any(|line| role_of(line).is_some())
    {
        return text;
    }
    let lines: Vec<_> = text
        .trim_matches('\n')
        .split('\n')
        .map(|line| {
            if role_of(line).is_some() {
                Cow::Owned(format!("{GUARD}{line}"))
            } else {
                Cow::Borrowed(line)
            }
        })
        .collect();
    Cow::Owned(lines.join("\n"))
}

/// Whether Python treats a character as a line break; the line feed is excluded.
const fn is_line_break(character: char) -> bool {
    matches!(
        character,
        '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Parses a line that begins a message, like `user:` or `# System[name="x"]:`, into its role and
/// attributes. Roles are compared as in Prompty: case-insensitively, including the two letters that
/// Python folds to ASCII.
pub(crate) fn role_of(line: &str) -> Option<(&'static str, &str)> {
    const ROLES: [&str; 4] = ["system", "user", "assistant", "developer"];
    let line = line.trim_matches(is_python_space);
    let line = line.strip_suffix(':')?.trim_end_matches(is_python_space);
    let line = line
        .strip_prefix('#')
        .unwrap_or(line)
        .trim_start_matches(is_python_space);
    let name_end = line.find('[').unwrap_or(line.len());
    let (name, attributes) = line.split_at(name_end);
    if name.len() > 16 || !(attributes.is_empty() || attributes.ends_with(']')) {
        return None;
    }
    let name: String = name
        .chars()
        .map(|letter| match letter {
            'ſ' => 's',
            'ı' | 'İ' => 'i',
            _ => letter.to_ascii_lowercase(),
        })
        .collect();
    let role = ROLES.iter().find(|role| **role == name)?;
    Some((role, attributes))
}

fn is_python_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}
