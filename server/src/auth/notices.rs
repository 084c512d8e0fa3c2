//! Mails about changes to what protects an account, so that nobody else makes them unseen.

use uuid::Uuid;

use crate::app::App;
use crate::auth::store;
use crate::mail::{self, Mail};

/// Mails the owner of an account what was changed. The change stands, so a failure is only logged.
pub async fn tell(app: &App, user: Uuid, subject: &str, what: &str) {
    match store::user(&app.db, user).await {
        Ok(Some(user)) => send(app, &user.email, subject, what),
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, subject, "a notice could not be mailed"),
    }
}

/// Mails the owner of an account what an administrator did with it.
pub fn send_by_administrator(app: &App, email: &str, subject: &str, what: &str) {
    app.mail(Mail {
        to: email.to_owned(),
        subject: subject.to_owned(),
        body: format!(
            "{what}\n\nIf you do not expect it, ask whoever runs this server:\n\n{}\n",
            app.config.origin()
        ),
        valid: mail::A_DAY,
    });
}

/// Mails the address of an account what was changed, and how to stop it.
pub fn send(app: &App, email: &str, subject: &str, what: &str) {
    let origin = app.config.origin();
    let text = format!(
        "{what}\n\nIf it was you, there is nothing to do.\n\n\
         If it was not you, choose a new password at once, which also ends all sessions, API tokens and requests for \
         another address:\n\n{origin}/forgot-password\n"
    );
    app.mail(Mail {
        to: email.to_owned(),
        subject: subject.to_owned(),
        body: text,
        valid: mail::A_DAY,
    });
}
