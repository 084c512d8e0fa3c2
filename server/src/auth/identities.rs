//! Identities: accounts at an OpenID Connect provider by which people sign in.

use serde_json::json;
use uuid::Uuid;

use crate::audit::{self, Action, By};
use crate::clients::oidc::Identity;
use crate::clock::Timestamp;
use crate::db::{Db, Tx};
use crate::http::error::{ApiError, Result};
use crate::session::store::lock_for_session;

/// The account of an identity.
pub async fn account(db: &Db, identity: &Identity) -> Result<Option<Uuid>> {
    let found = db
        .read("SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2")
        .bind(identity.issuer.as_str())
        .bind(identity.subject.as_str())
        .optional::<(Uuid,)>()
        .await?;
    Ok(found.map(|(id,)| id))
}

/// The address of the identity that is linked to an account.
pub async fn linked(db: &Db, user: Uuid, issuer: &str) -> Result<Option<String>> {
    let found = db
        .read("SELECT email FROM identities WHERE user_id = $1 AND issuer = $2")
        .bind(user)
        .bind(issuer)
        .optional::<(String,)>()
        .await?;
    Ok(found.map(|(email,)| email))
}

/// Links an identity to an account; `false` if either has a link already.
pub async fn insert(
    tx: &mut Tx,
    user: Uuid,
    identity: &Identity,
    by: By,
    now: Timestamp,
) -> Result<bool> {
    let added = tx
        .query(
            "INSERT INTO identities (issuer, subject, user_id, email, created_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT DO NOTHING",
        )
        .bind(identity.issuer.as_str())
        .bind(identity.subject.as_str())
        .bind(user)
        .bind(identity.email.clone().unwrap_or_default())
        .bind(now)
        .execute()
        .await?;
    if added == 1 {
        let entry = audit::Entry::account(Action::IdentityLinked, user);
        let entry = entry.with(json!({ "issuer": identity.issuer }));
        audit::record(tx, by, entry, now).await?;
    }
    Ok(added == 1)
}

/// Links an identity to the account of a session.
pub async fn link(
    db: &Db,
    user: Uuid,
    session: Uuid,
    identity: &Identity,
    by: By,
    now: Timestamp,
) -> Result<bool> {
    let mut tx = db.begin().await?;
    if !lock_for_session(&mut tx, user, session).await? {
        return Err(ApiError::not_authenticated());
    }
    let is_linked = insert(&mut tx, user, identity, by, now).await?;
    tx.commit().await?;
    Ok(is_linked)
}

/// Removes the identities of an account; returns whether it had one.
pub async fn remove(tx: &mut Tx, user: Uuid, by: By, now: Timestamp) -> Result<bool> {
    let gone = tx.query("DELETE FROM identities WHERE user_id = $1");
    let had_one = gone.bind(user).execute().await? > 0;
    if had_one {
        let entry = audit::Entry::account(Action::IdentityUnlinked, user);
        audit::record(tx, by, entry, now).await?;
    }
    Ok(had_one)
}
