//! Personal API tokens: what a program sends in place of a browser's cookie.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use poem::http::StatusCode;
use prompt_core::plan::PlanType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::{ApiError, Result};
use crate::plans;

/// The time of last use is written at most this often.
const TOUCH_INTERVAL: Duration = Duration::from_mins(5);

/// The scope of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Read everything the account can see.
    Read,
    /// Read and change.
    Write,
}

/// 256 random bits as text that is valid in a cookie, a header and a URL.
pub fn new_token() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// The hash under which the database stores a token.
pub fn hash_token(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// 403 unless the plan includes API tokens, as Pro and Max do.
pub async fn allowed(db: &Db, user: Uuid, default_plan: PlanType, now: Timestamp) -> Result<()> {
    if plans::can_use_ai(db, user, default_plan, now).await? {
        return Ok(());
    }
    let message = "API tokens require Pro or Max plan. Please upgrade your subscription.";
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "plan_required",
        message,
    ))
}

/// The account and scope of a token; `None` if it is unknown, revoked or expired.
pub async fn find(db: &Db, token: &str, now: Timestamp) -> Result<Option<(Uuid, Scope)>> {
    let found = db
        .read(
            "SELECT id, user_id, scope, last_used_at FROM api_tokens
             WHERE token_hash = $1 AND (expires_at IS NULL OR expires_at > $2)",
        )
        .bind(hash_token(token))
        .bind(now)
        .optional::<(Uuid, Uuid, String, Option<Timestamp>)>()
        .await?;
    let Some((id, user, scope, last_used)) = found else {
        return Ok(None);
    };
    if last_used.is_none_or(|time| time < now.minus(TOUCH_INTERVAL)) {
        db.write("UPDATE api_tokens SET last_used_at = $2 WHERE id = $1")
            .bind(id)
            .bind(now)
            .execute()
            .await?;
    }
    Ok(Some((
        user,
        if scope == "write" {
            Scope::Write
        } else {
            Scope::Read
        },
    )))
}
