//! Account commands of the administrator's command line.

pub mod accounts;

use poem::http::StatusCode;
use prompt_core::text::is_blank;
use uuid::Uuid;

use crate::access::personal_workspace;
use crate::app::App;
use crate::auth::{store, two_factor};
use crate::credits::model::Credits;
use crate::credits::store as ledger;
use crate::http::error::{ApiError, Result};
use crate::session::throttle;
use crate::{account, billing};

/// The most credits that one grant may give, so that an extra zero is caught.
pub const LARGEST_GIFT: u64 = 1_000_000;
/// Maximum number of characters of a reason.
const REASON_CHARS: usize = 200;

/// Sets a new random password, ends the account's sessions and API tokens and turns its second factor off.
pub async fn reset_password(app: &App, email: &str) -> Result<String> {
    let user = account_of(app, email).await?;
    let password = accounts::new_password();
    let hash = app.passwords.hash(password.clone()).await?;
    store::set_password(&app.db, user, hash, None).await?;
    let email = store::email_key(email);
    throttle::forget(&app.db, throttle::SIGN_IN_ACCOUNT, &email).await?;
    two_factor::turn_off(&app.db, user).await?;
    Ok(password)
}

/// Grants an account credits, for a reason that its owner sees in the ledger.
pub async fn grant(app: &App, email: &str, credits: u64, reason: &str) -> Result<Credits> {
    if !(1..=LARGEST_GIFT).contains(&credits) {
        let message = format!("Credits are given from 1 to {LARGEST_GIFT} at once");
        return Err(ApiError::rule("credits", "out_of_range", message));
    }
    let reason = required(reason, "reason", "Reason")?;
    if reason.chars().count() > REASON_CHARS || reason.chars().any(char::is_control) {
        let message = format!("Reason must be one line of at most {REASON_CHARS} characters");
        return Err(ApiError::rule("reason", "invalid", message));
    }
    let user = account_of(app, email).await?;
    let workspace = personal_workspace(user);
    ledger::give(&app.db, workspace, credits, &reason, app.now()).await
}

/// Deletes an account and everything it owns, after cancelling its subscriptions.
pub async fn delete(app: &App, email: &str) -> Result<()> {
    let user = account_of(app, email).await?;
    billing::subscriptions::end_now(app, personal_workspace(user)).await?;
    account::store::delete(&app.db, user).await
}

async fn account_of(app: &App, email: &str) -> Result<Uuid> {
    let found = store::credentials(&app.db, email).await?;
    let (user, _) = found.ok_or_else(|| {
        let message = format!(
            "no account has the address {email}; are DATA_DIR and DATABASE_URL those of the server?"
        );
        ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
    })?;
    Ok(user)
}

/// Trims the text and rejects it if it is empty.
fn required(text: &str, field: &str, what: &str) -> Result<String> {
    if is_blank(text) {
        return Err(ApiError::rule(
            field,
            "required",
            format!("{what} is required"),
        ));
    }
    Ok(text.trim().to_owned())
}
