//! What to call an exported file: `code-review-v1-2-3.md`.

use super::ExportFormat;
use crate::Prompt;

/// Characters of the title's part of a file name.
const TITLE_CHARS: usize = 100;

/// The title in lower case, with everything but letters and digits (of any script) collapsed to `-`, then the version.
pub(super) fn file_name(prompt: &Prompt, format: ExportFormat) -> String {
    let mut title = String::new();
    for character in prompt.title.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            title.push(character);
        } else if !title.is_empty() && !title.ends_with('-') {
            title.push('-');
        }
    }
    let title: String = title.chars().take(TITLE_CHARS).collect();
    let title = match title.trim_end_matches('-') {
        "" => "prompt",
        title => title,
    };
    let version = prompt.version();
    format!(
        "{title}-v{}-{}-{}.{}",
        version.major,
        version.minor,
        version.batch,
        format.extension()
    )
}
