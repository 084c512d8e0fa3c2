//! Personal API tokens, which a program sends in place of a browser's cookie.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use prompt_core::name::Label;
use prompt_core::validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::access::{self, Object};
use crate::app::App;
use crate::audit::{self, Action};
use crate::auth::notices;
use crate::auth::passwords::confirm_password;
use crate::clock::{Timestamp, new_id};
use crate::db::{Db, row};
use crate::http::error::{ApiError, Result};
use crate::http::json::{Created, Json, NoContent, RawJson};
use crate::http::pagination::Page;
use crate::http::tags::Tags;
use crate::session::extractors::{Browser, Me};
use crate::session::store;
use crate::session::token_uses::{self, TokenUses};
use crate::session::tokens::{self, Scope, hash_token, new_token};

/// The prefix of every token, for people and secret scanners.
pub const PREFIX: &str = "promptcase_";
const TOKENS: i64 = 50;
/// The most prompts or labels that a token can be limited to.
const LIMITED_TO: usize = 100;

row! {
    /// An API token as listed: without the secret.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct ApiToken {
        pub id: Uuid,
        pub name: String,
        #[schemars(with = "Scope")]
        pub scope: String,
        pub created_at: Timestamp,
        /// Accurate to five minutes.
        pub last_used_at: Option<Timestamp>,
        pub expires_at: Option<Timestamp>,
        /// The prompts it may fetch; with `collection_ids` too, null for all.
        #[schemars(with = "Option<Vec<Uuid>>")]
        pub prompt_ids: Option<RawJson>,
        /// The collections whose prompts it may fetch, with those nested in them; null without any.
        #[schemars(with = "Option<Vec<Uuid>>")]
        pub collection_ids: Option<RawJson>,
        /// The labels at which it may fetch; null for all, and for versions.
        #[schemars(with = "Option<Vec<String>>")]
        pub labels: Option<RawJson>,
    }
}

/// A token to create.
#[derive(Deserialize, JsonSchema)]
pub struct NewApiToken {
    /// Its purpose.
    #[schemars(example = &"Nightly export", length(min = 1, max = 100))]
    pub name: String,
    /// Your password: what a token may do lasts longer than a session.
    #[schemars(example = &"correct horse battery staple")]
    pub password: String,
    pub scope: Scope,
    /// When it expires; null or absent for never.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    /// The only prompts it may fetch, at most 100 that you can see. A token with this may do nothing else.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub prompt_ids: Option<Vec<Uuid>>,
    /// Collections whose prompts it may fetch beside these, with what is nested in them, at most 100 that you can see and
    /// none with a filter. What enters or leaves a collection counts at once. A token with this may do nothing else.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub collection_ids: Option<Vec<Uuid>>,
    /// The only labels at which it may fetch, at most 100. A token with this may do nothing else.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub labels: Option<Vec<String>>,
}

/// A new API token. This is the only response that contains the secret.
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
    /// List your API tokens, newest first
    #[oai(path = "/", method = "get", operation_id = "list_tokens")]
    async fn list_tokens(&self, Browser(me): Browser) -> Result<Json<Page<ApiToken>>> {
        let items: Vec<_> = self
            .0
            .db
            .read(
                "SELECT id, name, scope, created_at, last_used_at, expires_at, prompt_ids, collection_ids, labels
                 FROM api_tokens WHERE workspace_id = $1 AND user_id = $2 ORDER BY created_at DESC, id DESC",
            )
            .bind(me.workspace)
            .bind(me.id)
            .all()
            .await?;
        Ok(Json(Page::from(items)))
    }

    /// Create an API token
    ///
    /// For Pro and Max. Requires the password. The response is the only place where the token appears.
    #[oai(path = "/", method = "post", operation_id = "create_token")]
    async fn create_token(
        &self,
        Browser(me): Browser,
        Json(new): Json<NewApiToken>,
    ) -> Result<Created<CreatedApiToken>> {
        let app = &self.0;
        tokens::allowed(&app.db, me.workspace, app.config.default_plan(), app.now()).await?;
        let name = validate::token_name(&new.name)?;
        let now = app.clock.now();
        if new.expires_at.is_some_and(|end| end <= now) {
            return Err(ApiError::rule(
                "expires_at",
                "in_the_past",
                "The expiry must lie in the future",
            ));
        }
        let limits = limits(&app.db, me, &new).await?;
        confirm_password(app, me.id, new.password, "password").await?;
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
            prompt_ids: limits.prompt_ids,
            collection_ids: limits.collection_ids,
            labels: limits.labels,
        };
        insert(&app.db, me, &details, &token).await?;
        let what = format!(
            "The API token “{}” was created for your Promptcase account.",
            details.name
        );
        notices::tell(app, me.id, "A new API token", &what).await;
        Ok(Created(CreatedApiToken { details, token }))
    }

    /// Read what an API token was used for
    ///
    /// The last 90 days, the latest use first, at most 100. Counts arrive within some seconds.
    #[oai(
        path = "/:token_id/uses",
        method = "get",
        operation_id = "list_token_uses"
    )]
    async fn list_token_uses(
        &self,
        Browser(me): Browser,
        token_id: Path<Uuid>,
    ) -> Result<Json<Page<TokenUses>>> {
        let db = &self.0.db;
        let own = db.read("SELECT 1 FROM api_tokens WHERE user_id = $1 AND id = $2");
        let own = own.bind(me.id).bind(token_id.0).optional::<(i32,)>();
        own.await?.ok_or_else(|| ApiError::not_found("Token"))?;
        Ok(Json(Page::from(
            token_uses::of_token(db, token_id.0).await?,
        )))
    }

    /// Revoke an API token
    #[oai(path = "/:token_id", method = "delete", operation_id = "revoke_token")]
    async fn revoke_token(&self, Browser(me): Browser, token_id: Path<Uuid>) -> Result<NoContent> {
        let mut tx = self.0.db.begin().await?;
        let revoked = tx
            .query("DELETE FROM api_tokens WHERE user_id = $1 AND id = $2 RETURNING id")
            .bind(me.id)
            .bind(token_id.0)
            .optional::<(Uuid,)>()
            .await?;
        let (id,) = revoked.ok_or_else(|| ApiError::not_found("Token"))?;
        let entry = audit::Entry::account(Action::TokenRevoked, me.id);
        let entry = entry.with(json!({ "token_id": id }));
        audit::record(&mut tx, me.by(), entry, self.0.now()).await?;
        tx.commit().await?;
        Ok(NoContent)
    }
}

/// What a new token may fetch, as it is stored.
struct NewLimits {
    prompt_ids: Option<RawJson>,
    collection_ids: Option<RawJson>,
    labels: Option<RawJson>,
}

/// What a new token may fetch, if it is limited.
async fn limits(db: &Db, me: Me, new: &NewApiToken) -> Result<NewLimits> {
    let is_limited =
        new.prompt_ids.is_some() || new.collection_ids.is_some() || new.labels.is_some();
    if is_limited && new.scope != Scope::Read {
        let message = "A token that is limited to prompts, collections or labels may only read";
        return Err(ApiError::rule("scope", "read_only", message));
    }
    let lengths = [
        ("prompt_ids", new.prompt_ids.as_ref().map(Vec::len)),
        ("collection_ids", new.collection_ids.as_ref().map(Vec::len)),
        ("labels", new.labels.as_ref().map(Vec::len)),
    ];
    for (field, length) in lengths {
        if length.is_some_and(|length| length == 0 || length > LIMITED_TO) {
            let message = format!("Name 1 to {LIMITED_TO}");
            return Err(ApiError::rule(field, "out_of_range", message));
        }
    }
    for &id in new.prompt_ids.iter().flatten() {
        access::sees(db, Object::Prompt, me.id, id).await?;
    }
    for &id in new.collection_ids.iter().flatten() {
        access::sees(db, Object::Collection, me.id, id).await?;
        let filter = db.read("SELECT 1 FROM collections WHERE id = $1 AND filter IS NOT NULL");
        if filter.bind(id).optional::<(i32,)>().await?.is_some() {
            let message = "A collection with a filter has no prompts of its own. Name another one.";
            return Err(ApiError::rule("collection_ids", "is_smart", message));
        }
    }
    let labels = new.labels.as_ref().map(|labels| {
        let labels = labels
            .iter()
            .map(|label| Ok(label.parse::<Label>()?.to_string()));
        labels.collect::<Result<Vec<String>>>()
    });
    Ok(NewLimits {
        prompt_ids: new.prompt_ids.as_ref().map(RawJson::of).transpose()?,
        collection_ids: new.collection_ids.as_ref().map(RawJson::of).transpose()?,
        labels: labels.transpose()?.as_ref().map(RawJson::of).transpose()?,
    })
}

async fn insert(db: &Db, me: Me, token: &ApiToken, secret: &str) -> Result<()> {
    let user = me.id;
    let mut tx = db.begin().await?;
    // A password reset meanwhile has ended this session and its tokens.
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
        "INSERT INTO api_tokens (id, workspace_id, user_id, name, token_hash, scope, created_at, expires_at,
             prompt_ids, collection_ids, labels)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(token.id)
    .bind(me.workspace)
    .bind(user)
    .bind(token.name.as_str())
    .bind(hash_token(secret))
    .bind(token.scope.as_str())
    .bind(token.created_at)
    .bind(token.expires_at)
    .bind(token.prompt_ids.as_ref().map(ToString::to_string))
    .bind(token.collection_ids.as_ref().map(ToString::to_string))
    .bind(token.labels.as_ref().map(ToString::to_string))
    .execute()
    .await?;
    let created = audit::Entry::account(Action::TokenCreated, user)
        .with(json!({ "token_id": token.id, "scope": token.scope }));
    audit::record(&mut tx, me.by(), created, token.created_at).await?;
    tx.commit().await?;
    Ok(())
}
