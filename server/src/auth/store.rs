//! Accounts, passwords and expired rows in the database.

use prompt_core::name::Handle;
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, SYSTEM_ACCOUNT, personal_workspace};
use crate::audit::{self, Action, By};
use crate::auth::identities;
use crate::auth::invitations::{self, Invited};
use crate::auth::model::User;
use crate::clients::oidc::Identity;
use crate::clock::Timestamp;
use crate::db::{Db, Tx};
use crate::http::error::Result;
use crate::names::handles;
use crate::session::store::{lock_account, lock_for_session};

/// The domain of the sample accounts. Nobody owns it.
pub const SAMPLE_DOMAIN: &str = "@promptcase.example";

pub struct NewUser {
    pub id: Uuid,
    pub email: String,
    pub full_name: String,
    /// The handle that was chosen; suggested from the name if there is none.
    pub handle: Option<Handle>,
    /// `None` for somebody who signs in by a provider.
    pub password_hash: Option<String>,
    /// The identity that the account is made for.
    pub identity: Option<Identity>,
    /// Whether the address needs no confirmation by a mailed link.
    pub email_confirmed: bool,
    pub created_at: Timestamp,
    /// The invitation that is used up.
    pub invited: Option<Invited>,
    pub by: By,
}

/// The form in which email addresses are compared.
pub fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}

/// Inserts an account and its personal workspace. The first account of an instance administers it. Returns `false` if
/// the address has an account already.
pub async fn insert_user(db: &Db, user: NewUser) -> Result<bool> {
    let key = email_key(&user.email);
    let suggested = Handle::suggest(&user.full_name);
    let mut tx = db.begin().await?;
    if let Some(invited) = user.invited {
        invitations::take(&mut tx, invited).await?;
    }
    let is_administrator = !is_sample(&key) && is_first(&mut tx).await?;
    let added = tx
        .query(
            "INSERT INTO users (id, email, email_key, full_name, password_hash, created_at, is_administrator,
                 email_confirmed_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (email_key) DO NOTHING",
        )
        .bind(user.id)
        .bind(user.email)
        .bind(key)
        .bind(user.full_name)
        .bind(user.password_hash)
        .bind(user.created_at)
        .bind(is_administrator)
        .bind(user.email_confirmed.then_some(user.created_at))
        .execute()
        .await?;
    if added == 0 {
        return Ok(false);
    }
    access::create_personal_workspaces(&mut tx, &[user.id], user.created_at).await?;
    let workspace = personal_workspace(user.id);
    match &user.handle {
        None => handles::assign(&mut tx, workspace, &suggested, user.created_at).await?,
        Some(chosen) => {
            let is_free = handles::insert(&mut tx, workspace, chosen.as_str(), user.created_at);
            if !is_free.await? {
                return Err(handles::taken(chosen));
            }
        }
    }
    let mut details = json!({ "is_administrator": is_administrator });
    if let Some(invited) = user.invited {
        details["invitation_id"] = json!(invited.id);
    }
    let created = audit::Entry::account(Action::AccountCreated, user.id).with(details);
    audit::record(&mut tx, user.by, created, user.created_at).await?;
    if let Some(identity) = &user.identity {
        let is_linked =
            identities::insert(&mut tx, user.id, identity, user.by, user.created_at).await?;
        if !is_linked {
            return Ok(false);
        }
    }
    tx.commit().await?;
    if is_administrator {
        tracing::info!(account = %user.id, "the first account of this instance is its administrator");
    }
    Ok(true)
}

/// Whether an address, as [`email_key`] gives it, is one of the sample accounts, whose passwords are known.
fn is_sample(email_key: &str) -> bool {
    email_key.ends_with(SAMPLE_DOMAIN)
}

/// Whether nobody has an account yet. Two first accounts at one moment wait for each other.
async fn is_first(tx: &mut Tx) -> Result<bool> {
    if has_accounts(tx).await? {
        return Ok(false);
    }
    let lock = format!("SELECT id FROM users WHERE id = $1{}", tx.for_update());
    let lock = tx.query(AssertSqlSafe(lock)).bind(SYSTEM_ACCOUNT);
    lock.execute().await?;
    Ok(!has_accounts(tx).await?)
}

async fn has_accounts(tx: &mut Tx) -> Result<bool> {
    let sql = format!(
        "SELECT 1 FROM users WHERE id <> $1 AND email_key NOT LIKE '%{SAMPLE_DOMAIN}' LIMIT 1"
    );
    let found = tx.query(AssertSqlSafe(sql)).bind(SYSTEM_ACCOUNT);
    Ok(found.optional::<(i32,)>().await?.is_some())
}

pub async fn user(db: &Db, id: Uuid) -> Result<Option<User>> {
    let found = db
        .read(
            "SELECT u.id, u.email, u.full_name, COALESCE(h.handle, '') AS handle, u.avatar_url, u.created_at,
                 u.email_confirmed_at IS NOT NULL AS email_confirmed, u.is_administrator
             FROM users u LEFT JOIN handles h ON h.workspace_id = u.id AND h.is_current WHERE u.id = $1",
        )
        .bind(id)
        .optional()
        .await?;
    Ok(found)
}

/// The id and password hash of the account with an address.
pub async fn credentials(db: &Db, email: &str) -> Result<Option<(Uuid, Option<String>)>> {
    let found = db
        .read("SELECT id, password_hash FROM users WHERE email_key = $1")
        .bind(email_key(email))
        .optional()
        .await?;
    Ok(found)
}

pub async fn password_hash(db: &Db, id: Uuid) -> Result<Option<String>> {
    let row = db
        .read("SELECT password_hash FROM users WHERE id = $1")
        .bind(id)
        .optional::<(Option<String>,)>()
        .await?;
    Ok(row.and_then(|(hash,)| hash))
}

/// Replaces the hash of a password by another one of the same password, unless it was changed meanwhile.
pub async fn renew_hash(db: &Db, id: Uuid, old: &str, new: String) -> Result<()> {
    db.write("UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
        .bind(id)
        .bind(old)
        .bind(new)
        .execute()
        .await?;
    Ok(())
}

/// Sets a new password and ends every session but `keep`; returns `false` if that one has ended meanwhile. Without
/// `keep` the account may have been taken over, so its API tokens end too.
pub async fn set_password(
    db: &Db,
    id: Uuid,
    hash: String,
    keep: Option<Uuid>,
    by: By,
    now: Timestamp,
) -> Result<bool> {
    let mut tx = db.begin().await?;
    match keep {
        Some(session) if !lock_for_session(&mut tx, id, session).await? => return Ok(false),
        Some(_) => {}
        None => {
            lock_account(&mut tx, id).await?;
        }
    }
    replace_password(&mut tx, id, hash, keep, by, now).await?;
    tx.commit().await?;
    Ok(true)
}

/// Sets a new password and ends every session but `keep`, under the lock of the account.
pub async fn replace_password(
    tx: &mut Tx,
    id: Uuid,
    hash: String,
    keep: Option<Uuid>,
    by: By,
    now: Timestamp,
) -> Result<()> {
    let changed = audit::Entry::account(Action::PasswordChanged, id);
    audit::record(tx, by, changed, now).await?;
    tx.query("UPDATE users SET password_hash = $2 WHERE id = $1")
        .bind(id)
        .bind(hash)
        .execute()
        .await?;
    // A link that was mailed before must not set another one.
    tx.query("DELETE FROM password_resets WHERE user_id = $1")
        .bind(id)
        .execute()
        .await?;
    // Whoever knew the former password may have asked for another address.
    tx.query(
        "DELETE FROM email_confirmations WHERE user_id = $1
             AND email <> (SELECT u.email FROM users u WHERE u.id = $1)",
    )
    .bind(id)
    .execute()
    .await?;
    tx.query("DELETE FROM sessions WHERE user_id = $1 AND id <> $2")
        .bind(id)
        .bind(keep.unwrap_or(Uuid::nil()))
        .execute()
        .await?;
    if keep.is_none() {
        tx.query("DELETE FROM api_tokens WHERE user_id = $1")
            .bind(id)
            .execute()
            .await?;
    }
    Ok(())
}

/// Deletes expired rows: sessions, reset links, attempt counters, and idempotency keys older than a day.
pub async fn delete_expired(db: &Db, now: Timestamp) -> Result<()> {
    db.write("DELETE FROM sessions WHERE expires_at <= $1")
        .bind(now)
        .execute()
        .await?;
    db.write("DELETE FROM password_resets WHERE expires_at <= $1")
        .bind(now)
        .execute()
        .await?;
    db.write("DELETE FROM email_confirmations WHERE expires_at <= $1")
        .bind(now)
        .execute()
        .await?;
    db.write("DELETE FROM invitations WHERE expires_at <= $1")
        .bind(now)
        .execute()
        .await?;
    db.write("DELETE FROM oidc_attempts WHERE expires_at <= $1")
        .bind(now)
        .execute()
        .await?;
    db.write("DELETE FROM attempts WHERE window_ends <= $1")
        .bind(now)
        .execute()
        .await?;
    db.write("DELETE FROM idempotency_keys WHERE created_at <= $1")
        .bind(now.minus(Timestamp::DAY))
        .execute()
        .await?;
    Ok(())
}
