//! Handlers of the audit log.

use std::collections::VecDeque;

use futures_util::stream;
use poem::http::{HeaderValue, header};
use poem::{Body, IntoResponse, Response};
use poem_openapi::param::Query;
use poem_openapi::registry::{MetaResponses, MetaSchema, Registry};
use poem_openapi::{ApiResponse, OpenApi};
use uuid::Uuid;

use crate::app::App;
use crate::audit::Action;
use crate::audit::model::AuditEntry;
use crate::audit::store::{self, Filter};
use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::{ApiError, Result};
use crate::http::json::Json;
use crate::http::openapi;
use crate::http::pagination::{self, Limit, Page};
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::session::extractors::Administrator;

/// Entries read at once for a download.
const CHUNK: usize = 500;

pub struct AuditApi(pub App);

#[OpenApi(prefix_path = "/admin", tag = "Tags::Admin")]
impl AuditApi {
    /// List the audit log, newest first
    #[oai(path = "/audit", method = "get", operation_id = "list_audit")]
    #[expect(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn list_audit(
        &self,
        _admin: Administrator,
        /// Only this act.
        action: Query<Option<EnumParam<Action>>>,
        /// Only what this account did, and what is about it.
        account_id: Query<Option<Uuid>>,
        /// From this time on, as `2026-01-31T00:00:00Z`.
        since: Query<Option<String>>,
        /// Before this time.
        until: Query<Option<String>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<Json<Page<AuditEntry>>> {
        let limit = pagination::limit(limit.0)?;
        let filter = filter(action.0.map(|word| word.0), account_id.0, &since, &until)?;
        let page = store::list(&self.0.db, filter, cursor.0.as_deref(), limit);
        Ok(Json(page.await?))
    }

    /// Download the audit log
    ///
    /// As JSON Lines: one entry a line, newest first.
    #[oai(path = "/audit.jsonl", method = "get", operation_id = "download_audit")]
    async fn download_audit(
        &self,
        _admin: Administrator,
        /// Only this act.
        action: Query<Option<EnumParam<Action>>>,
        /// Only what this account did, and what is about it.
        account_id: Query<Option<Uuid>>,
        /// From this time on, as `2026-01-31T00:00:00Z`.
        since: Query<Option<String>>,
        /// Before this time.
        until: Query<Option<String>>,
    ) -> Result<JsonLines> {
        let filter = filter(action.0.map(|word| word.0), account_id.0, &since, &until)?;
        // The first entries before the answer begins, so that a failure is an answer.
        let first = store::list(&self.0.db, filter, None, CHUNK).await?;
        Ok(JsonLines(self.0.db.clone(), filter, first))
    }
}

fn filter(
    action: Option<Action>,
    account: Option<Uuid>,
    since: &Query<Option<String>>,
    until: &Query<Option<String>>,
) -> Result<Filter> {
    Ok(Filter {
        action,
        account,
        since: time("since", since.0.as_deref())?,
        until: time("until", until.0.as_deref())?,
    })
}

fn time(field: &str, text: Option<&str>) -> Result<Option<Timestamp>> {
    let parsed = text.map(str::parse).transpose();
    parsed.map_err(|_| {
        let message = format!("{field} must be a time such as 2026-01-31T00:00:00Z");
        ApiError::unreadable(message).at(field)
    })
}

/// Entries as one JSON object a line, read in chunks while they are sent.
pub struct JsonLines(Db, Filter, Page<AuditEntry>);

impl IntoResponse for JsonLines {
    fn into_response(self) -> Response {
        let Self(db, filter, first) = self;
        let state = (VecDeque::from(first.items), first.next_cursor);
        let lines = stream::try_unfold(state, move |(mut entries, mut next)| {
            let db = db.clone();
            async move {
                if entries.is_empty()
                    && let Some(cursor) = next.take()
                {
                    let page = store::list(&db, filter, Some(&cursor), CHUNK).await;
                    let page = page.map_err(|error| std::io::Error::other(error.body.message))?;
                    (entries, next) = (page.items.into(), page.next_cursor);
                }
                let Some(entry) = entries.pop_front() else {
                    return Ok::<_, std::io::Error>(None);
                };
                let line = entry.line().map_err(std::io::Error::other)?;
                Ok(Some((line, (entries, next))))
            }
        });
        let mut response = Response::builder()
            .content_type("application/jsonl")
            .body(Body::from_bytes_stream(lines));
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"promptcase-audit.jsonl\""),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

impl ApiResponse for JsonLines {
    fn meta() -> MetaResponses {
        let schema = MetaSchema::new("string");
        openapi::file("The entries.", ["application/jsonl"], &schema, vec![])
    }

    fn register(_: &mut Registry) {}
}
