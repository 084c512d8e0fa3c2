//! The signed-in browsers of an account, and signing them out.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::audit::{self, Action};
use crate::clock::Timestamp;
use crate::db::row;
use crate::http::error::{ApiError, Result};
use crate::http::json::{Json, NoContent};
use crate::http::pagination::Page;
use crate::http::tags::Tags;
use crate::session::extractors::{Browser, Me};

row! {
    /// A signed-in browser.
    #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
    pub struct SignedInBrowser {
        pub id: Uuid,
        /// The browser's `User-Agent`.
        pub user_agent: String,
        /// The address it signed in from.
        pub address: String,
        pub created_at: Timestamp,
        /// Accurate to 15 minutes.
        pub last_seen_at: Timestamp,
        /// Whether it is the browser that sent this request.
        pub is_current: bool,
    }
}

pub struct SessionsApi(pub App);

#[OpenApi(prefix_path = "/auth/sessions", tag = "Tags::Auth")]
impl SessionsApi {
    /// List signed-in browsers, last used first
    #[oai(path = "/", method = "get", operation_id = "list_sessions")]
    async fn list_sessions(&self, Browser(me): Browser) -> Result<Json<Page<SignedInBrowser>>> {
        let items: Vec<_> = self
            .0
            .db
            .read(
                "SELECT id, user_agent, address, created_at, last_seen_at, id = $2 AS is_current FROM sessions
                 WHERE user_id = $1 AND expires_at > $3 ORDER BY last_seen_at DESC, id DESC LIMIT 100",
            )
            .bind(me.id)
            .bind(me.session)
            .bind(self.0.clock.now())
            .all()
            .await?;
        Ok(Json(Page::from(items)))
    }

    /// Sign out one browser
    #[oai(path = "/:session_id", method = "delete", operation_id = "end_session")]
    async fn end_session(&self, Browser(me): Browser, session_id: Path<Uuid>) -> Result<NoContent> {
        let sql = "DELETE FROM sessions WHERE user_id = $1 AND id = $2";
        if self.end(me, sql, session_id.0).await? == 0 {
            return Err(ApiError::not_found("Session"));
        }
        Ok(NoContent)
    }

    /// Sign out every other browser
    #[oai(path = "/", method = "delete", operation_id = "end_other_sessions")]
    async fn end_other_sessions(&self, Browser(me): Browser) -> Result<NoContent> {
        let sql = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2";
        self.end(me, sql, me.session).await?;
        Ok(NoContent)
    }
}

impl SessionsApi {
    /// Ends sessions of an account and returns how many.
    async fn end(&self, me: Me, sql: &'static str, session: Uuid) -> Result<u64> {
        let mut tx = self.0.db.begin().await?;
        let ended = tx.query(sql).bind(me.id).bind(session).execute().await?;
        if ended > 0 {
            let entry = audit::Entry::account(Action::SessionsEnded, me.id);
            let entry = entry.with(json!({ "sessions": ended }));
            audit::record(&mut tx, me.by(), entry, self.0.now()).await?;
        }
        tx.commit().await?;
        Ok(ended)
    }
}
