//! Collecting diagnostics while a file is read.

use crate::{Diagnostic, Severity};

/// The diagnostics of one prompt or one file.
#[derive(Debug, Default)]
pub(super) struct Diagnostics {
    list: Vec<Diagnostic>,
}

/// The most diagnostics of one file: a thousand odd rows need no thousand sentences.
const LIMIT: usize = 100;

impl Diagnostics {
    /// Good to know.
    pub(super) fn info(&mut self, code: &str, place: impl Into<String>, message: String) {
        self.add(Severity::Info, code, place, message, None);
    }

    /// Something was changed, dropped or guessed.
    pub(super) fn warn(&mut self, code: &str, place: impl Into<String>, message: String) {
        self.add(Severity::Warning, code, place, message, None);
    }

    /// Something could not be read, and what to do about it.
    pub(super) fn error(
        &mut self,
        code: &str,
        place: impl Into<String>,
        message: String,
        hint: &str,
    ) {
        self.add(Severity::Error, code, place, message, Some(hint.to_owned()));
    }

    /// Adds diagnostics made elsewhere.
    pub(super) fn extend(&mut self, diagnostics: Vec<Diagnostic>) {
        self.list.extend(diagnostics);
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The diagnostics, in the order in which they were made.
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
