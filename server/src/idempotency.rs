//! Idempotency keys: a create request repeated with the same key creates nothing and returns the first result.

use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::Tx;
use crate::http::error::{ApiError, Result};

/// Maximum number of bytes of a key.
const KEY_BYTES: usize = 200;

/// 422 if a client sent an unusable key.
pub fn check(key: &str) -> Result<()> {
    if (1..=KEY_BYTES).contains(&key.len()) && !key.chars().any(char::is_control) {
        return Ok(());
    }
    let message = format!("Idempotency-Key must have 1 to {KEY_BYTES} characters");
    Err(ApiError::rule("Idempotency-Key", "invalid", message))
}

/// An idempotency key, and a hash of the request it was sent with.
pub struct IdempotencyKey {
    key: String,
    request_hash: Vec<u8>,
}

impl IdempotencyKey {
    /// `kind` and workspace are part of the hash, so a key used to create one kind of resource cannot be reused for
    /// another, nor in another workspace.
    pub fn of(kind: &str, workspace: Uuid, key: String, request: &impl Serialize) -> Result<Self> {
        check(&key)?;
        let mut hash = Sha256::new_with_prefix(kind);
        hash.update(workspace);
        hash.update(serde_json::to_vec(request)?);
        Ok(Self {
            key,
            request_hash: hash.finalize().to_vec(),
        })
    }

    /// Claims the key for `id`; returns the id that an earlier request with this key created.
    pub async fn claim(
        self,
        tx: &mut Tx,
        user: Uuid,
        id: Uuid,
        now: Timestamp,
    ) -> Result<Option<Uuid>> {
        let claimed = tx
            .query(
                "INSERT INTO idempotency_keys (user_id, key, request_hash, created_id, created_at)
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, key) DO NOTHING",
            )
            .bind(user)
            .bind(self.key.as_str())
            .bind(self.request_hash.as_slice())
            .bind(id)
            .bind(now)
            .execute()
            .await?;
        if claimed == 1 {
            return Ok(None);
        }
        let (hash, created) = tx
            .query("SELECT request_hash, created_id FROM idempotency_keys WHERE user_id = $1 AND key = $2")
            .bind(user)
            .bind(self.key.as_str())
            .one::<(Vec<u8>, Uuid)>()
            .await?;
        if hash != self.request_hash {
            let message = "This Idempotency-Key was used for another request already";
            return Err(ApiError::rule("Idempotency-Key", "key_reused", message));
        }
        Ok(Some(created))
    }
}
