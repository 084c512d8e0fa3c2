//! Sessions in the database.

use std::net::IpAddr;

use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::audit::{self, Action, By};
use crate::clock::Timestamp;
use crate::db::{Db, Result, Tx, row};

/// The most browsers in which an account is signed in.
const SESSIONS: i64 = 50;

pub struct NewSession {
    pub id: Uuid,
    pub user_id: Uuid,
    pub token_hash: Vec<u8>,
    pub user_agent: String,
    pub address: String,
    /// The address, if it is one.
    pub from: Option<IpAddr>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

row! {
    pub struct Session {
        pub id: Uuid,
        pub user_id: Uuid,
        pub created_at: Timestamp,
        pub last_seen_at: Timestamp,
    }
}

/// The password hash of an account, locked until the transaction ends. Password changes, sign-ins and new tokens
/// are serialised here, so that nothing authorised by an old password outlives it.
pub async fn lock_account(tx: &mut Tx, id: Uuid) -> Result<Option<String>> {
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

/// Locks an account for an action of one of its sessions; `false` if that session has ended.
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

/// Whether an administrator has disabled an account.
pub async fn is_disabled(db: &Db, id: Uuid) -> Result<bool> {
    let disabled = db.read("SELECT 1 FROM users WHERE id = $1 AND disabled_at IS NOT NULL");
    Ok(disabled.bind(id).optional::<(i32,)>().await?.is_some())
}

/// Starts a session; `false` if the password hash `shown` is no longer the account's, or if the account is disabled.
pub async fn insert_session(db: &Db, session: NewSession, shown: Option<&str>) -> Result<bool> {
    let mut tx = db.begin().await?;
    let hash = lock_account(&mut tx, session.user_id).await?;
    if shown.is_some() && hash.as_deref() != shown {
        return Ok(false);
    }
    // Read under the lock: an account that is being disabled gets no session that outlives it.
    let enabled = tx.query("SELECT 1 FROM users WHERE id = $1 AND disabled_at IS NULL");
    let enabled = enabled.bind(session.user_id).optional::<(i32,)>().await?;
    if enabled.is_none() {
        return Ok(false);
    }
    let by = By::Account {
        id: session.user_id,
        from: session.from,
    };
    let signed_in = audit::Entry::account(Action::SignedIn, session.user_id)
        .with(json!({ "user_agent": session.user_agent }));
    audit::record(&mut tx, by, signed_in, session.created_at).await?;
    // Beyond a number of browsers, those that were used longest ago are signed out.
    tx.query(
        "DELETE FROM sessions WHERE user_id = $1 AND id NOT IN
             (SELECT s.id FROM sessions s WHERE s.user_id = $1 ORDER BY s.last_seen_at DESC, s.id DESC LIMIT $2)",
    )
    .bind(session.user_id)
    .bind(SESSIONS - 1)
    .execute()
    .await?;
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
        "SELECT id, user_id, created_at, last_seen_at FROM sessions WHERE token_hash = $1 AND expires_at > $2",
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

/// Replaces the token of a session.
pub async fn set_token(db: &Db, user: Uuid, id: Uuid, token_hash: &[u8]) -> Result<()> {
    db.write("UPDATE sessions SET token_hash = $3 WHERE user_id = $1 AND id = $2")
        .bind(user)
        .bind(id)
        .bind(token_hash)
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
