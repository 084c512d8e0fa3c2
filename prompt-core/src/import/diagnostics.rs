//! Collects diagnostics while a file is read.

use crate::{Diagnostic, Severity};

/// The diagnostics of one prompt or one file.
#[derive(Debug, Default)]
pub(super) struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Texts of the file that were read and changed.
    taken: Vec<String>,
}

/// The maximum number of diagnostics per file.
const LIMIT: usize = 100;

impl Diagnostics {
    /// Adds an informational diagnostic.
    pub(super) fn info(&mut self, code: &str, place: impl Into<String>, message: String) {
        self.add(Severity::Info, code, place, message, None);
    }

    /// Adds a warning about something changed, dropped or guessed.
    pub(super) fn warn(&mut self, code: &str, place: impl Into<String>, message: String) {
        self.add(Severity::Warning, code, place, message, None);
    }

    /// Adds an error about something that could not be read, with a suggested fix.
    pub(super) fn error(
        &mut self,
        code: &str,
        place: impl Into<String>,
        message: String,
        hint: &str,
    ) {
        self.add(Severity::Error, code, place, message, Some(hint.to_owned()));
    }

    /// Adds existing diagnostics.
    pub(super) fn extend(&mut self, diagnostics: Vec<Diagnostic>) {
        let left = LIMIT.saturating_sub(self.list.len());
        self.list.extend(diagnostics.into_iter().take(left));
    }

    /// Notes a text of the file that a prompt holds in another form.
    pub(super) fn taken(&mut self, text: String) {
        self.taken.push(text);
    }

    /// The texts that prompts hold in another form.
    pub(super) fn taken_texts(&self) -> &[String] {
        &self.taken
    }

    /// The diagnostics so far.
    pub(super) fn so_far(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the diagnostics in the order in which they were added.
    pub(super) fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }

    fn add(
        &mut self,
        severity: Severity,
        code: &str,
        place: impl Into<String>,
        message: String,
        hint: Option<String>,
    ) {
        if self.list.len() >= LIMIT {
            return;
        }
        let place = place.into();
        self.list.push(Diagnostic {
            code: code.to_owned(),
            severity,
            place: (!place.is_empty()).then_some(place),
            message,
            hint,
        });
    }
}
