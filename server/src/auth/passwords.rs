//! Password checks before a sensitive action.

use prompt_core::validate;
use uuid::Uuid;

use crate::app::App;
use crate::auth::store;
use crate::http::error::{ApiError, Result};
use crate::session::throttle;

/// Rejects a password that may not replace the current one.
pub fn check_new_password(text: &str, again: Option<&str>) -> Result<()> {
    let wrong = validate::new_password(text, again).into_iter().next();
    wrong.map_or(Ok(()), |error| Err(error.into()))
}

/// Asks a signed-in user for the password again, and counts wrong ones.
pub async fn confirm_password(app: &App, user: Uuid, password: String, field: &str) -> Result<()> {
    let attempt =
        throttle::attempt(&app.db, throttle::PASSWORD, &user.to_string(), app.now()).await?;
    let stored = store::password_hash(&app.db, user).await?;
    if !app.passwords.verify(password, stored).await? {
        return Err(ApiError::rule(
            field,
            "wrong_password",
            "The current password is not correct",
        ));
    }
    attempt.succeeded(&app.db).await
}
