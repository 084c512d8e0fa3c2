//! Names of exported files.

use unicode_segmentation::UnicodeSegmentation;

use crate::VersionNumber;

/// Returns the name of an exported file: the title in lower case with every run of characters other
/// than letters and digits replaced by '-', then the version and the extension.
///
/// ```
/// # use prompt_core::{VersionNumber, text::export_file_name};
/// let version = VersionNumber::new(1, 2, 3);
/// assert_eq!(export_file_name("Größe & 漢字!", version, "md"), "größe-漢字-v1-2-3.md");
/// assert_eq!(export_file_name("???", version, "md"), "prompt-v1-2-3.md");
/// ```
pub fn export_file_name(title: &str, version: VersionNumber, extension: &str) -> String {
    let VersionNumber {
        major,
        minor,
        batch,
    } = version;
    format!("{}-v{major}-{minor}-{batch}.{extension}", file_stem(title))
}

/// The name of a file without version and extension: the title in lower case with every run of characters other
/// than letters and digits replaced by '-'.
pub(crate) fn file_stem(title: &str) -> String {
    const MOST: usize = 100;
    // File systems allow 255 bytes; the rest is reserved for the version, the extension and suffixes of
    // other tools.
    const MOST_BYTES: usize = 200;
    let mut name = String::new();
    let mut length = 0;
    for character in title.to_lowercase().chars() {
        let kept = if is_kept_in_file_names(character) {
            character
        } else if name.is_empty() || name.ends_with('-') {
            continue;
        } else {
            '-'
        };
        if length == MOST || name.len() + kept.len_utf8() > MOST_BYTES {
            break;
        }
        name.push(kept);
        length += 1;
    }
    let name = name.trim_end_matches('-');
    if name.is_empty() { "prompt" } else { name }.to_owned()
}

/// Letters and digits of any script, including the combining marks within words of Indic and other
/// scripts.
fn is_kept_in_file_names(character: char) -> bool {
    character.is_alphanumeric()
        || (!character.is_ascii()
            && !character.is_whitespace()
            && !character.is_control()
            && is_mark(character))
}

/// Whether a character extends the preceding one, as combining marks do.
fn is_mark(character: char) -> bool {
    let mut pair = String::from("a");
    pair.push(character);
    // The joiner is neither a letter nor a mark.
    character != '\u{200d}' && pair.graphemes(true).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_keep_every_script() {
        let version = VersionNumber::INITIAL;
        for (title, name) in [
            ("My Prompt", "my-prompt"),
            ("  --Hello,   World!--  ", "hello-world"),
            ("Ärger über ÖL", "ärger-über-öl"),
            ("コードレビュー", "コードレビュー"),
            ("हिन्दी", "हिन्दी"),
            ("مرحبا 123", "مرحبا-123"),
            ("../../etc/passwd", "etc-passwd"),
            ("🎉", "prompt"),
            ("", "prompt"),
        ] {
            assert_eq!(
                export_file_name(title, version, "txt"),
                format!("{name}-v1-0-0.txt"),
                "{title}"
            );
        }
        let long = export_file_name(&"ab ".repeat(200), version, "txt");
        assert_eq!(long.chars().count(), 100 + "-v1-0-0.txt".len());
        assert!(!long.contains("--"));
    }
}
