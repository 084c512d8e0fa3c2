//! What an administrator does to accounts from the command line.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use crate::app::App;
use crate::auth::{account, store};
use crate::error::{ApiError, Result};

/// Gives an account a new random password, ends its sessions and turns its second factor off.
pub async fn reset_password(app: &App, email: &str) -> Result<String> {
    let (user, _) = store::credentials(&app.db, email)
        .await?
        .ok_or_else(|| ApiError::not_found("Account"))?;
    let password = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 12]>());
    let hash = app.passwords.hash(password.clone()).await?;
    store::set_password(&app.db, user, hash, None).await?;
    app.db
        .write("DELETE FROM two_factor WHERE user_id = $1")
        .bind(user)
        .execute()
        .await?;
    app.db
        .write("DELETE FROM recovery_codes WHERE user_id = $1")
        .bind(user)
        .execute()
        .await?;
    Ok(password)
}

/// Deletes an account and everything it owns.
pub async fn delete(app: &App, email: &str) -> Result<()> {
    let (user, _) = store::credentials(&app.db, email)
        .await?
        .ok_or_else(|| ApiError::not_found("Account"))?;
    account::delete(&app.db, user).await
}
