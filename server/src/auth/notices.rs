//! Mails about changes to what protects an account, so that nobody else makes them unseen.

use uuid::Uuid;

use crate::app::App;
use crate::auth::store;
use crate::http::error::Result;

/// Mails the owner of an account what was changed.
pub async fn tell(app: &App, user: Uuid, subject: &str, what: &str) -> Result<()> {
    if let Some(user) = store::user(&app.db, user).await? {
        send(app, &user.email, subject, what);
    }
    Ok(())
}

/// Mails an address what was changed.
pub fn send(app: &App, email: &str, subject: &str, what: &str) {
    let origin = app.config.origin();
    let text = format!(
        "{what}\n\nIf it was you, there is nothing to do.\n\n\
         If it was not you, choose a new password at once, which also ends all sessions and API tokens:\n\n\
         {origin}/forgot-password\n"
    );
    app.mailer.send(email, subject, text);
}
