//! Personal API tokens: what a program shows in place of a browser's cookie.

use std::time::Duration;

use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use prompt_core::validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::{Browser, Me, hash_token, new_token};
use crate::auth::store;
use crate::billing;
use crate::clock::{Timestamp, new_id};
use crate::db::Db;
use crate::error::{ApiError, Result};
use crate::page::Page;
use crate::payload::{Created, NoContent, Serde};

/// How every token begins, so that people and secret scanners know one when they see it.
pub const PREFIX: &str = "promptcase_";
const TOKENS: i64 = 50;
/// The time of last use is written down at most this often.
const TOUCH_EVERY: Duration = Duration::from_mins(5);

/// What a token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Read everything the account can see.
    Read,
    /// Read and change.
    Write,
}

/// A token as its owner sees it later: without the token.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct ApiToken {
    pub id: Uuid,
    pub name: String,
    #[schemars(with = "Scope")]
    pub scope: String,
    pub created_at: Timestamp,
    /// To five minutes.
    pub last_used_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
}

/// A token to create.
#[derive(Deserialize, JsonSchema)]
pub struct NewApiToken {
    /// What it is for.
    #[schemars(example = &"Nightly export", length(min = 1, max = 100))]
    pub name: String,
    pub scope: Scope,
    /// When it stops working; never when left out.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
}

/// The only time the token itself is shown.
#[derive(Serialize, JsonSchema)]
pub struct CreatedApiToken {
    #[serde(flatten)]
    pub details: ApiToken,
    /// Send it as `Authorization: Bearer …`.
    pub token: String,
}

pub struct TokensApi(pub App);

#[OpenApi(prefix_path = "/auth/tokens", tag = "Tags::Auth")]
impl TokensApi {
    /// List one's API tokens, the newest first
    #[oai(path = "/", method = "get", operation_id = "list_tokens")]
    async fn list_tokens(&self, Browser(me): Browser) -> Result<Serde<Page<ApiToken>>> {
        let items = self
            .0
            .db
            .read(
                "SELECT id, name, scope, created_at, last_used_at, expires_at FROM api_tokens
                 WHERE user_id = $1 ORDER BY created_at DESC, id DESC",
            )
            .bind(me.id)
            .all()
            .await?;
        Ok(Serde(Page {
            items,
            next_cursor: None,
        }))
    }

    /// Create an API token
    ///
    /// For Pro and Max. The answer is the only place where the token stands.
    #[oai(path = "/", method = "post", operation_id = "create_token")]
    async fn create_token(
        &self,
        Browser(me): Browser,
        Serde(new): Serde<NewApiToken>,
    ) -> Result<Created<CreatedApiToken>> {
        let app = &self.0;
        allowed(app, me.id).await?;
        let name = validate::token_name(&new.name)?;
        let now = app.clock.now();
        if new.expires_at.is_some_and(|end| end <= now) {
            return Err(ApiError::rule(
                "expires_at",
                "in_the_past",
                "The expiry must lie in the future",
            ));
        }
        let token = format!("{PREFIX}{}", new_token());
        let details = ApiToken {
            id: new_id(now),
            name,
            scope: match new.scope {
                Scope::Read => "read".to_owned(),
                Scope::Write => "write".to_owned(),
            },
            created_at: now,
            last_used_at: None,
            expires_at: new.expires_at,
        };
        insert(&app.db, me, &details, &token).await?;
        Ok(Created(CreatedApiToken { details, token }))
    }

    /// Revoke an API token
    #[oai(path = "/:token_id", method = "delete", operation_id = "revoke_token")]
    async fn revoke_token(&self, Browser(me): Browser, token_id: Path<Uuid>) -> Result<NoContent> {
        let revoked = self
            .0
            .db
            .write("DELETE FROM api_tokens WHERE user_id = $1 AND id = $2")
            .bind(me.id)
            .bind(token_id.0)
            .execute()
            .await?;
        if revoked == 1 {
            Ok(NoContent)
        } else {
            Err(ApiError::not_found("Token"))
        }
    }
}

/// API tokens come with the plans that have AI: Pro and Max.
pub async fn allowed(app: &App, user: Uuid) -> Result<()> {
    if billing::store::can_use_ai(app, user).await? {
        return Ok(());
    }
    let message = "API tokens require Pro or Max plan. Please upgrade your subscription.";
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "plan_required",
        message,
    ))
}

async fn insert(db: &Db, me: Me, token: &ApiToken, secret: &str) -> Result<()> {
    let user = me.id;
    let mut tx = db.begin().await?;
    // A password that was reset meanwhile ended this session, and its tokens.
    if !store::lock_for_session(&mut tx, user, me.session).await? {
        return Err(ApiError::not_authenticated());
    }
    let (count,) = tx
        .query("SELECT COUNT(*) FROM api_tokens WHERE user_id = $1")
        .bind(user)
        .one::<(i64,)>()
        .await?;
    if count >= TOKENS {
        return Err(ApiError::rule(
            "name",
            "too_many",
            format!("At most {TOKENS} tokens are allowed"),
        ));
    }
    tx.query(
        "INSERT INTO api_tokens (id, user_id, name, token_hash, scope, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(token.id)
    .bind(user)
    .bind(token.name.as_str())
    .bind(hash_token(secret))
    .bind(token.scope.as_str())
    .bind(token.created_at)
    .bind(token.expires_at)
    .execute()
    .await?;
    tx.commit().await?;
    Ok(())
}

/// Whose token this is and what it may do; none when it is unknown, revoked or too old.
pub async fn find(app: &App, token: &str) -> Result<Option<(Uuid, Scope)>> {
    let now = app.clock.now();
    let found = app
        .db
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
    if last_used.is_none_or(|time| time < now.minus(TOUCH_EVERY)) {
        app.db
            .write("UPDATE api_tokens SET last_used_at = $2 WHERE id = $1")
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
