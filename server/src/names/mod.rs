//! names: handles of workspaces and slugs of records. A name that was replaced leads to what it named.
//!
//! An account's handle is that of its personal workspace. A name is never given to something else, so that a program
//! that uses it never gets another text.

pub mod handles;
pub mod slugs;

/// The longest number of a twin with its hyphen, in characters.
const NUMBER_CHARS: usize = 8;

/// The bounds between which the twins of a name lie, in the order of their bytes.
fn twins_between(name: &str, most_chars: usize) -> (String, String) {
    let short = most_chars - NUMBER_CHARS;
    if name.chars().count() <= short {
        // The full stop follows the hyphen.
        return (format!("{name}-"), format!("{name}."));
    }
    // The twins of a long name are cut.
    let start: String = name.chars().take(short).collect();
    let end = format!("{start}{}", char::MAX);
    (start, end)
}
