//! What to call an exported file: `code-review-v1-2-3.md`.

use super::ExportFormat;
use crate::Prompt;
use crate::text::export_file_name;

/// The prompt's file name in a format.
pub(super) fn file_name(prompt: &Prompt, format: ExportFormat) -> String {
    export_file_name(&prompt.title, prompt.version(), format.extension())
}
