//! Begun sign-ins in the database.

use uuid::Uuid;

use crate::clients::oidc::Begun;
use crate::clock::Timestamp;
use crate::db::{Db, row};
use crate::http::error::Result;
use crate::session::tokens::hash_token;

row! {
    /// A sign-in that somebody has begun.
    pub struct Attempt {
        pub nonce: String,
        pub verifier: String,
        pub page: String,
        pub invitation: Option<String>,
        pub session_id: Option<Uuid>,
    }
}

/// What a sign-in that begins remembers.
pub struct Aim {
    pub page: String,
    pub invitation: Option<String>,
    /// The session to whose account the identity is linked; `None` to sign in.
    pub session: Option<Uuid>,
}

/// Remembers a sign-in that begins.
pub async fn begin(db: &Db, begun: &Begun, aim: Aim, expires_at: Timestamp) -> Result<()> {
    db.write(
        "INSERT INTO oidc_attempts (state_hash, nonce, verifier, page, invitation, session_id, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(hash_token(&begun.state))
    .bind(begun.nonce.as_str())
    .bind(begun.verifier.as_str())
    .bind(aim.page)
    .bind(aim.invitation)
    .bind(aim.session)
    .bind(expires_at)
    .execute()
    .await?;
    Ok(())
}

/// Takes the sign-in of a state; `None` if there is none, or if it was taken before.
pub async fn take(db: &Db, state: &str, now: Timestamp) -> Result<Option<Attempt>> {
    let taken = db.write(
        "DELETE FROM oidc_attempts WHERE state_hash = $1 AND expires_at > $2
         RETURNING nonce, verifier, page, invitation, session_id",
    );
    Ok(taken.bind(hash_token(state)).bind(now).optional().await?)
}
