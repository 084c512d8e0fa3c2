//! Password checks before a sensitive action.

use std::sync::LazyLock;

use prompt_core::validate;
use uuid::Uuid;

use crate::app::App;
use crate::auth::store;
use crate::http::error::{ApiError, Result};
use crate::http::events;
use crate::session::throttle;

/// Rejects a password that may not replace the current one.
pub fn check_new_password(text: &str, again: Option<&str>) -> Result<()> {
    let wrong = validate::new_password(text, again).into_iter().next();
    wrong.map_or(Ok(()), |error| Err(error.into()))
}

/// The passwords that are guessed first, in small letters and in order: those of six characters and more of the list that
/// Django ships, which Royce Williams made from leaked ones.
static COMMON: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("common-passwords.txt").lines().collect());

/// Rejects a password that is guessed among the first: a common one, the name of this product, or what is known of its
/// owner.
pub fn expect_uncommon(password: &str, field: &str, known: &[&str]) -> Result<()> {
    let password = password.to_lowercase();
    let is_known = known
        .iter()
        .any(|known| known.trim().to_lowercase() == password);
    if is_known || password == "promptcase" || COMMON.binary_search(&&*password).is_ok() {
        let message = "This password is one of the first that are guessed. Choose another one, such as four words.";
        return Err(ApiError::rule(field, "password_too_common", message));
    }
    Ok(())
}

/// What of an account nobody needs to guess: its address, the part before the `@`, and its name.
pub async fn known_of(app: &App, user: Uuid) -> Result<Vec<String>> {
    let found = store::user(&app.db, user).await?;
    Ok(found.map_or_else(Vec::new, |user| {
        let name = user.email.split('@').next().unwrap_or_default().to_owned();
        vec![name, user.email, user.full_name, user.handle]
    }))
}

/// Asks a signed-in user for the password again, and counts wrong ones.
pub async fn confirm_password(app: &App, user: Uuid, password: String, field: &str) -> Result<()> {
    let attempt =
        throttle::attempt(&app.db, throttle::PASSWORD, &user.to_string(), app.now()).await?;
    let stored = store::password_hash(&app.db, user).await?;
    if stored.is_none() {
        let message = "This account has no password yet. Set one with \"Forgot password?\" on the sign-in page.";
        return Err(ApiError::rule(field, "no_password", message));
    }
    if !app.passwords.verify(password, stored).await? {
        events::note("wrong_password");
        return Err(ApiError::rule(
            field,
            "wrong_password",
            "The current password is not correct",
        ));
    }
    attempt.succeeded(&app.db).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_first_is_no_password() {
        assert!(COMMON.is_sorted());
        let ada = ["ada", "ada@example.org", "Ada Lovelace"];
        for password in [
            "123456",
            "Password1",
            "QWERTY123",
            "PromptCase",
            "ada lovelace",
            "ADA@example.org",
        ] {
            assert!(
                expect_uncommon(password, "password", &ada).is_err(),
                "{password}"
            );
        }
        for password in ["correct horse", "ada lovelace 1815", "парольный"] {
            assert!(
                expect_uncommon(password, "password", &ada).is_ok(),
                "{password}"
            );
        }
    }
}
