//! Listing, adding, disabling and changing accounts.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use prompt_core::name::Handle;
use prompt_core::validate;
use serde::Serialize;
use uuid::Uuid;

use super::account_of;
use crate::access::personal_workspace;
use crate::app::App;
use crate::auth::store::{self, NewUser};
use crate::clock::{Timestamp, new_id};
use crate::components::samples::SYSTEM_ACCOUNT;
use crate::db::row;
use crate::http::error::{ApiError, Result};
use crate::names::handles;

row! {
    /// An account as an administrator sees it.
    #[derive(Debug, Serialize)]
    pub struct Account {
        pub email: String,
        pub full_name: String,
        pub handle: Option<String>,
        pub created_at: Timestamp,
        /// When one of its open sessions was last used.
        pub last_seen_at: Option<Timestamp>,
        pub disabled_at: Option<Timestamp>,
        /// Its prompts and assets, without those in the trash.
        pub prompts: i64,
    }
}

/// The accounts whose address or name contains a text, in any case; newest first.
pub async fn list(app: &App, search: &str) -> Result<Vec<Account>> {
    let pattern = search.to_lowercase();
    let accounts: Vec<Account> = app
        .db
        .read(
            "SELECT u.email, u.full_name, h.handle, u.created_at, u.disabled_at,
                 (SELECT MAX(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS last_seen_at,
                 (SELECT COUNT(*) FROM prompts p WHERE p.workspace_id = u.id AND p.deleted_at IS NULL) AS prompts
             FROM users u LEFT JOIN handles h ON h.workspace_id = u.id AND h.is_current
             WHERE u.id <> $1 ORDER BY u.created_at DESC, u.id DESC",
        )
        .bind(SYSTEM_ACCOUNT)
        .all()
        .await?;
    let matches = |text: &str| text.to_lowercase().contains(&pattern);
    let found = accounts
        .into_iter()
        .filter(|account| matches(&account.email) || matches(&account.full_name));
    Ok(found.collect())
}

/// Adds an account and returns its password. Works where registration is closed.
pub async fn add(app: &App, email: &str, full_name: &str) -> Result<String> {
    let email = validate::email(email)?;
    let full_name = validate::full_name(full_name)?;
    let password = new_password();
    let now = app.now();
    let user = NewUser {
        id: new_id(now),
        email,
        handle: Some(handles::free(&app.db, &Handle::suggest(&full_name)).await?),
        full_name,
        password_hash: app.passwords.hash(password.clone()).await?,
        created_at: now,
    };
    if store::insert_user(&app.db, user).await? {
        Ok(password)
    } else {
        let message = "an account has this address already";
        Err(ApiError::rule("email", "email_taken", message))
    }
}

/// A password that nobody has to remember for long.
pub(super) fn new_password() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 12]>())
}

/// Ends an account's sessions and lets nobody act for it until it is enabled again; its data stays, and what it made
/// public stays public.
pub async fn disable(app: &App, email: &str) -> Result<()> {
    let user = account_of(app, email).await?;
    let mut tx = app.db.begin().await?;
    tx.query("UPDATE users SET disabled_at = COALESCE(disabled_at, $2) WHERE id = $1")
        .bind(user)
        .bind(app.now())
        .execute()
        .await?;
    tx.query("DELETE FROM sessions WHERE user_id = $1")
        .bind(user)
        .execute()
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Lets a disabled account sign in again; its API tokens work again, too.
pub async fn enable(app: &App, email: &str) -> Result<()> {
    let user = account_of(app, email).await?;
    app.db
        .write("UPDATE users SET disabled_at = NULL WHERE id = $1")
        .bind(user)
        .execute()
        .await?;
    Ok(())
}

/// Ends every session of an account, and every API token if asked to.
pub async fn end_sessions(app: &App, email: &str, and_tokens: bool) -> Result<()> {
    let user = account_of(app, email).await?;
    let mut tx = app.db.begin().await?;
    tx.query("DELETE FROM sessions WHERE user_id = $1")
        .bind(user)
        .execute()
        .await?;
    if and_tokens {
        tx.query("DELETE FROM api_tokens WHERE user_id = $1")
            .bind(user)
            .execute()
            .await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Gives an account another address, which counts as confirmed. Links that were mailed to the former one stop working.
pub async fn change_email(app: &App, email: &str, new: &str) -> Result<()> {
    let user = account_of(app, email).await?;
    let new = validate::email(new)?;
    let owner = store::credentials(&app.db, &new).await?;
    if owner.is_some_and(|(owner, _)| owner != user) {
        let message = "another account has this address";
        return Err(ApiError::rule("email", "email_taken", message));
    }
    let mut tx = app.db.begin().await?;
    tx.query("UPDATE users SET email = $2, email_key = $3, email_confirmed_at = $4 WHERE id = $1")
        .bind(user)
        .bind(new.as_str())
        .bind(store::email_key(&new))
        .bind(app.now())
        .execute()
        .await?;
    for forget in [
        "DELETE FROM password_resets WHERE user_id = $1",
        "DELETE FROM email_confirmations WHERE user_id = $1",
    ] {
        tx.query(forget).bind(user).execute().await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Makes everything private that an account had made public or shared by link, and returns how much that was.
pub async fn unpublish(app: &App, email: &str) -> Result<u64> {
    let user = account_of(app, email).await?;
    let workspace: Uuid = personal_workspace(user);
    let mut hidden = 0;
    let mut tx = app.db.begin().await?;
    for hide in [
        "UPDATE prompts SET is_public = FALSE WHERE workspace_id = $1 AND is_public",
        "UPDATE components SET is_public = FALSE WHERE workspace_id = $1 AND is_public",
        "UPDATE collections SET is_public = FALSE WHERE workspace_id = $1 AND is_public",
        "DELETE FROM share_links WHERE prompt_id IN (SELECT id FROM prompts WHERE workspace_id = $1)",
    ] {
        hidden += tx.query(hide).bind(workspace).execute().await?;
    }
    tx.commit().await?;
    Ok(hidden)
}
