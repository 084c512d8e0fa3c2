//! Accounts and sessions in the database.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::auth::User;
use crate::clock::Timestamp;
use crate::db::{Db, Result, Tx};

pub struct NewUser {
    pub id: Uuid,
    pub email: String,
    pub full_name: String,
    pub password_hash: String,
    pub created_at: Timestamp,
}

pub struct NewSession {
    pub id: Uuid,
    pub user_id: Uuid,
    pub token_hash: Vec<u8>,
    pub user_agent: String,
    pub address: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

#[derive(sqlx::FromRow)]
pub struct Session {
    pub id: Uuid,
    pub user_id: Uuid,
    pub last_seen_at: Timestamp,
}

/// How addresses are compared.
pub fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}

/// Adds an account; `false` when the address has one already.
pub async fn insert_user(db: &Db, user: NewUser) -> Result<bool> {
    let key = email_key(&user.email);
    let added = db
        .write(
            "INSERT INTO users (id, email, email_key, full_name, password_hash, created_at)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email_key) DO NOTHING",
        )
        .bind(user.id)
        .bind(user.email)
        .bind(key)
        .bind(user.full_name)
        .bind(user.password_hash)
        .bind(user.created_at)
        .execute()
        .await?;
    Ok(added == 1)
}

pub async fn user(db: &Db, id: Uuid) -> Result<Option<User>> {
    db.read("SELECT id, email, full_name, avatar_url, created_at FROM users WHERE id = $1")
        .bind(id)
        .optional()
        .await
}

/// The id and password hash behind an address.
pub async fn credentials(db: &Db, email: &str) -> Result<Option<(Uuid, Option<String>)>> {
    db.read("SELECT id, password_hash FROM users WHERE email_key = $1")
        .bind(email_key(email))
        .optional()
        .await
}

pub async fn password_hash(db: &Db, id: Uuid) -> Result<Option<String>> {
    let row = db
        .read("SELECT password_hash FROM users WHERE id = $1")
        .bind(id)
        .optional::<(Option<String>,)>()
        .await?;
    Ok(row.and_then(|(hash,)| hash))
}

/// The password hash of an account, locked until the transaction ends. A new password, a sign-in and a new token wait for each
/// other here, so that nothing of an old password outlives it.
async fn lock_account(tx: &mut Tx, id: Uuid) -> Result<Option<String>> {
    let sql = format!(
        "SELECT password_hash FROM users WHERE id = $1{}",
        tx.for_update()
    );
    let row = tx
        .query(AssertSqlSafe(sql))
        .bind(id)
        .optional::<(Option<String>,)>()
        .await?;
    Ok(row.and_then(|(hash,)| hash))
}

/// Locks an account for what one of its sessions does; `false` when that session has ended.
pub async fn lock_for_session(tx: &mut Tx, user: Uuid, session: Uuid) -> Result<bool> {
    lock_account(tx, user).await?;
    let found = tx
        .query("SELECT 1 FROM sessions WHERE id = $1 AND user_id = $2")
        .bind(session)
        .bind(user)
        .optional::<(i32,)>()
        .await?;
    Ok(found.is_some())
}

/// Sets a new password and ends every session but the one that asked; `false` when that one has ended meanwhile. Where none
/// asked, the account may have been taken: its API tokens end too.
pub async fn set_password(db: &Db, id: Uuid, hash: String, keep: Option<Uuid>) -> Result<bool> {
    let mut tx = db.begin().await?;
    match keep {
        Some(session) if !lock_for_session(&mut tx, id, session).await? => return Ok(false),
        Some(_) => {}
        None => {
            lock_account(&mut tx, id).await?;
        }
    }
    tx.query("UPDATE users SET password_hash = $2 WHERE id = $1")
        .bind(id)
        .bind(hash)
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
    tx.commit().await?;
    Ok(true)
}

/// Starts a session; `false` when the password that was shown for it is not the account's any more.
pub async fn insert_session(db: &Db, session: NewSession, shown: Option<&str>) -> Result<bool> {
    let mut tx = db.begin().await?;
    let hash = lock_account(&mut tx, session.user_id).await?;
    if shown.is_some() && hash.as_deref() != shown {
        return Ok(false);
    }
    tx.query(
        "INSERT INTO sessions
             (id, user_id, token_hash, user_agent, address, created_at, last_seen_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7)",
    )
    .bind(session.id)
    .bind(session.user_id)
    .bind(session.token_hash)
    .bind(session.user_agent)
    .bind(session.address)
    .bind(session.created_at)
    .bind(session.expires_at)
    .execute()
    .await?;
    tx.commit().await?;
    Ok(true)
}

pub async fn session(db: &Db, token_hash: &[u8], now: Timestamp) -> Result<Option<Session>> {
    db.read(
        "SELECT id, user_id, last_seen_at FROM sessions WHERE token_hash = $1 AND expires_at > $2",
    )
    .bind(token_hash)
    .bind(now)
    .optional()
    .await
}

pub async fn touch_session(db: &Db, id: Uuid, now: Timestamp, expires_at: Timestamp) -> Result<()> {
    db.write("UPDATE sessions SET last_seen_at = $2, expires_at = $3 WHERE id = $1")
        .bind(id)
        .bind(now)
        .bind(expires_at)
        .execute()
        .await?;
    Ok(())
}

pub async fn end_session(db: &Db, user: Uuid, id: Uuid) -> Result<bool> {
    let ended = db
        .write("DELETE FROM sessions WHERE user_id = $1 AND id = $2")
        .bind(user)
        .bind(id)
        .execute()
        .await?;
    Ok(ended == 1)
}

pub async fn end_session_by_token(db: &Db, token_hash: &[u8]) -> Result<()> {
    db.write("DELETE FROM sessions WHERE token_hash = $1")
        .bind(token_hash)
        .execute()
        .await?;
    Ok(())
}

/// Removes what has run out: sessions, reset links, counted guesses, and keys of requests older than a day.
pub async fn delete_expired(db: &Db, now: Timestamp) -> Result<()> {
    db.write("DELETE FROM sessions WHERE expires_at <= $1")
        .bind(now)
        .execute()
        .await?;
    db.write("DELETE FROM password_resets WHERE expires_at <= $1")
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
