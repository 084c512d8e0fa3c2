//! Events of security in the log: who signed in, who guesses, and what was changed that protects an account.
//!
//! They stand inside the span of their request, which has its id, the client's address and the account, and under the
//! target `security`. docs/operations.md lists them.

use uuid::Uuid;

use crate::http::middleware::SECURITY;

/// Says in the log what happened.
pub fn note(event: &'static str) {
    tracing::info!(target: SECURITY, event, "security");
}

/// As [`note`], with a reason.
pub fn note_why(event: &'static str, reason: Option<&str>) {
    tracing::info!(target: SECURITY, event, reason, "security");
}

/// As [`note`], for an account that the request does not show.
pub fn note_of(event: &'static str, account: Uuid) {
    is_of(account);
    note(event);
}

/// Says in the log which account a request is of.
pub fn is_of(account: Uuid) {
    tracing::Span::current().record("account", tracing::field::display(account));
}
