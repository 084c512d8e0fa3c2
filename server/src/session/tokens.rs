//! Personal API tokens: what a program sends in place of a browser's cookie.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use poem::http::StatusCode;
use prompt_core::plan::PlanType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{ROLE_OF_TOKEN, Role};
use crate::clock::Timestamp;
use crate::db::{Db, Sql, row};
use crate::http::error::{ApiError, Result};
use crate::plans;
use crate::session::extractors::Me;

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

/// 403 unless the workspace's plan includes API tokens, as Pro and Max do.
pub async fn allowed(
    db: &Db,
    workspace: Uuid,
    default_plan: PlanType,
    now: Timestamp,
) -> Result<()> {
    if plans::can_use_ai(db, workspace, default_plan, now).await? {
        return Ok(());
    }
    let message = "API tokens require Pro or Max plan. Please upgrade your subscription.";
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "plan_required",
        message,
    ))
}

row! {
    struct Row {
        id: Uuid,
        user_id: Uuid,
        workspace_id: Uuid,
        role: Option<String>,
        scope: String,
        last_used_at: Option<Timestamp>,
        is_limited: bool,
    }
}

row! {
    /// What a token may fetch, as JSON lists; `None` for everything.
    pub struct Limits {
        pub prompt_ids: Option<String>,
        pub collection_ids: Option<String>,
        pub labels: Option<String>,
    }
}

/// A token, and the account that it acts for in the token's workspace.
pub struct Found {
    pub id: Uuid,
    pub me: Me,
    pub scope: Scope,
}

/// `None` if the token is unknown, revoked or expired, or if the account is no longer a member.
pub async fn find(db: &Db, token: &str, now: Timestamp) -> Result<Option<Found>> {
    let sql = format!(
        "SELECT t.id, t.user_id, t.workspace_id, {ROLE_OF_TOKEN} AS role, t.scope, t.last_used_at,
             (t.prompt_ids IS NOT NULL OR t.collection_ids IS NOT NULL OR t.labels IS NOT NULL) AS is_limited
         FROM api_tokens t
         JOIN users u ON u.id = t.user_id AND u.disabled_at IS NULL
         WHERE t.token_hash = $1 AND (t.expires_at IS NULL OR t.expires_at > $2)"
    );
    let query = db
        .read(AssertSqlSafe(sql))
        .bind(hash_token(token))
        .bind(now);
    let Some(found) = query.optional::<Row>().await? else {
        return Ok(None);
    };
    let Some(role) = found.role.as_deref().and_then(Role::parse) else {
        return Ok(None);
    };
    if found
        .last_used_at
        .is_none_or(|time| time < now.minus(TOUCH_INTERVAL))
    {
        db.write("UPDATE api_tokens SET last_used_at = $2 WHERE id = $1")
            .bind(found.id)
            .bind(now)
            .execute()
            .await?;
    }
    let scope = if found.scope == "write" {
        Scope::Write
    } else {
        Scope::Read
    };
    let me = Me {
        workspace: found.workspace_id,
        role,
        scope: Some(scope),
        limited: found.is_limited.then_some(found.id),
        ..Me::personal(found.user_id)
    };
    let id = found.id;
    Ok(Some(Found { id, me, scope }))
}

/// 403: a token may only fetch some prompts.
pub fn limited() -> ApiError {
    let message = "This API token may only fetch some prompts or labels.";
    ApiError::new(StatusCode::FORBIDDEN, "token_limited", message)
}

fn ids(list: Option<&String>) -> Result<Option<Vec<Uuid>>> {
    let list = list.map(|list| serde_json::from_str(list));
    Ok(list.transpose()?)
}

impl Limits {
    /// The limits of a token.
    pub async fn of(db: &Db, token: Uuid) -> Result<Self> {
        let query =
            db.read("SELECT prompt_ids, collection_ids, labels FROM api_tokens WHERE id = $1");
        let found = query.bind(token).optional().await?;
        found.ok_or_else(ApiError::not_authenticated)
    }

    /// A condition on prompt `p`: the token may fetch it. `None` for all prompts.
    pub fn condition(&self, sql: &mut Sql) -> Result<Option<String>> {
        let (prompts, collections) = (
            ids(self.prompt_ids.as_ref())?,
            ids(self.collection_ids.as_ref())?,
        );
        if prompts.is_none() && collections.is_none() {
            return Ok(None);
        }
        let mut any = vec!["FALSE".to_owned()];
        if let Some(prompts) = prompts.filter(|ids| !ids.is_empty()) {
            any.push(format!("p.id IN ({})", sql.bind_all(&prompts)));
        }
        if let Some(collections) = collections.filter(|ids| !ids.is_empty()) {
            // UNION drops what was found before, so collections cannot lead in a circle.
            any.push(format!(
                "p.id IN (WITH RECURSIVE inside (id) AS (
                         SELECT c.id FROM collections c WHERE c.id IN ({}) AND c.deleted_at IS NULL
                         UNION SELECT c.id FROM collections c JOIN inside ON c.parent_id = inside.id
                             WHERE c.deleted_at IS NULL)
                     SELECT item.prompt_id FROM collection_items item JOIN inside ON item.collection_id = inside.id
                         WHERE item.prompt_id IS NOT NULL)",
                sql.bind_all(&collections)
            ));
        }
        Ok(Some(format!("({})", any.join(" OR "))))
    }

    /// The labels at which the token may fetch; `None` for all texts.
    pub fn labels(&self) -> Result<Option<Vec<String>>> {
        Ok(self
            .labels
            .as_deref()
            .map(serde_json::from_str)
            .transpose()?)
    }

    /// Whether the token may fetch a prompt.
    pub async fn allow_prompt(&self, db: &Db, prompt: Uuid) -> Result<bool> {
        let mut sql = Sql::new("SELECT 1 FROM prompts p WHERE p.id = ");
        let place = sql.bind(prompt);
        sql.push(&place);
        let Some(condition) = self.condition(&mut sql)? else {
            return Ok(true);
        };
        sql.push(&format!(" AND {condition}"));
        Ok(sql.read(db).optional::<(i32,)>().await?.is_some())
    }

    /// Whether the token may fetch a text by a label, or without one.
    pub fn allow_label(&self, label: Option<&str>) -> Result<bool> {
        let allowed = self.labels()?;
        Ok(allowed
            .is_none_or(|labels| label.is_some_and(|label| labels.iter().any(|one| one == label))))
    }
}
