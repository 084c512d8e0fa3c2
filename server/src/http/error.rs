//! The API's error: a code for machines, a sentence for people, and the field it is about.

use std::fmt;

use poem::http::{HeaderMap, HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{
    MetaHeader, MetaMediaType, MetaResponse, MetaResponses, MetaSchemaRef, Registry,
};
use poem_openapi::types::Type;
use prompt_core::{Message, VersionNumber};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::value::RawValue;
use sqlx::error::DatabaseError;

use crate::http::openapi;

pub type Result<T, E = ApiError> = std::result::Result<T, E>;

/// The body of every failed response.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct ErrorBody {
    /// A stable code for programs: `not_found`, `conflict`, …
    #[schemars(example = &"not_found")]
    pub code: &'static str,
    /// A message to show to the user.
    #[schemars(example = &"Prompt not found")]
    pub message: String,
    /// The field of the request that the error is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub field: Option<String>,
    /// Only for a failed generation: the AI provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<&'static str>,
    /// Only for 409 on a save: the current state of the record, so that the client can offer to keep, take or merge
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "current_schema")]
    pub current: Option<Box<RawValue>>,
}

/// The router describes `current`, because it knows the features.
fn current_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "$ref": "#/components/schemas/Current" })
}

/// An error on its way to the client. Its internal cause is logged and never part of the body.
#[derive(Debug)]
pub struct ApiError {
    pub status: StatusCode,
    pub body: ErrorBody,
    pub retry_after: Option<u32>,
    /// Further headers of the response.
    pub headers: Option<Box<HeaderMap>>,
    /// PostgreSQL aborted the transaction over a deadlock or serialization failure; nothing was written.
    is_aborted: bool,
}

/// Attempts of a transaction that PostgreSQL aborts.
const ATTEMPTS: usize = 3;

/// Runs a transaction, and retries it if PostgreSQL aborts it over a deadlock or serialization failure. `run` must
/// be safe to repeat: one transaction, or several idempotent ones.
pub async fn retry_on_deadlock<T, F: Future<Output = Result<T>>>(
    mut run: impl FnMut() -> F,
) -> Result<T> {
    for _ in 1..ATTEMPTS {
        match run().await {
            Err(error) if error.is_aborted => {}
            done => return done,
        }
    }
    run().await
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            body: ErrorBody {
                code,
                message: message.into(),
                field: None,
                provider: None,
                current: None,
            },
            retry_after: None,
            headers: None,
            is_aborted: false,
        }
    }

    /// An error with a message of the core's catalogue.
    pub fn said(status: StatusCode, message: Message) -> Self {
        Self::new(status, message.as_str(), message.label())
    }

    #[must_use]
    pub fn at(mut self, field: impl Into<String>) -> Self {
        self.body.field = Some(field.into());
        self
    }

    /// 400: the request could not be parsed.
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "unreadable", message)
    }

    /// 401: the request carries no valid session or token.
    pub fn not_authenticated() -> Self {
        Self::said(StatusCode::UNAUTHORIZED, Message::NotAuthenticated)
    }

    /// 404: absent, or hidden from the viewer. `what` is the noun: `Prompt`.
    pub fn not_found(what: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            format!("{what} not found"),
        )
    }

    /// 422: a field of the request breaks a rule.
    pub fn rule(field: &str, code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message).at(field)
    }

    /// The first of several broken rules: a response names one.
    pub fn first(errors: Vec<prompt_core::Error>) -> Self {
        let mut errors = errors.into_iter();
        errors
            .next()
            .map_or_else(|| Self::internal(&"no rule was broken"), Self::from)
    }

    /// 409: another request was faster.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", message)
    }

    /// As [`Self::conflict`], if `edited` is not the current version; `current` is the current record.
    pub fn saved_meanwhile(
        now: VersionNumber,
        edited: VersionNumber,
        current: &impl Serialize,
    ) -> Self {
        let message = format!("Somebody saved {now} in the meantime; you edited {edited}");
        match serde_json::to_string(current).and_then(RawValue::from_string) {
            Ok(current) => {
                let mut error = Self::conflict(message);
                error.body.current = Some(current);
                error
            }
            Err(error) => Self::internal(&error),
        }
    }

    /// 429 and 503: retry after some seconds.
    pub fn later(status: StatusCode, code: &'static str, message: &str, seconds: u64) -> Self {
        let mut error = Self::new(status, code, message);
        error.retry_after = Some(u32::try_from(seconds).unwrap_or(u32::MAX));
        error
    }

    /// 500: a fault of the server. The cause is logged here, inside the span that carries the request id.
    pub fn internal(cause: &dyn fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on the server. Please try again; the log names the cause under the request id.",
        )
    }

    pub fn response(&self) -> Response {
        let body = serde_json::to_vec(&self.body).unwrap_or_default();
        let mut response = Response::builder()
            .status(self.status)
            .content_type("application/json")
            .body(body);
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            headers.insert(header::WWW_AUTHENTICATE, scheme);
        }
        for (name, value) in self.headers.iter().flat_map(|more| more.iter()) {
            headers.insert(name, value.clone());
        }
        response
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.body.message)
    }
}

impl std::error::Error for ApiError {}

impl poem::error::ResponseError for ApiError {
    fn status(&self) -> StatusCode {
        self.status
    }

    fn as_response(&self) -> Response {
        self.response()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.response()
    }
}

impl From<prompt_core::Error> for ApiError {
    /// A broken rule of the core, with the core's message.
    fn from(error: prompt_core::Error) -> Self {
        let mut api = Self::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            error.code(),
            error.to_string(),
        );
        api.body.field = error.field().map(str::to_owned);
        api
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolTimedOut => {
                tracing::warn!("no database connection became free in time");
                Self::later(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "busy",
                    "The server is busy. Please try again shortly.",
                    2,
                )
            }
            error if is_stopped(&error) => Self::later(
                StatusCode::SERVICE_UNAVAILABLE,
                "timeout",
                "This took too long and was stopped. Please try again shortly.",
                5,
            ),
            // The row usually existed a moment ago and was deleted meanwhile.
            sqlx::Error::Database(cause) if cause.is_foreign_key_violation() => {
                tracing::warn!(%cause, "a row refers to one that does not exist");
                let message =
                    "Something this refers to no longer exists. Please reload and try again.";
                Self::new(StatusCode::NOT_FOUND, "not_found", message)
            }
            error if has_code(&error, &["40P01", "40001"]) => {
                tracing::warn!(%error, "a transaction was aborted for another one");
                let message = "The server is busy. Please try again shortly.";
                let busy = Self::later(StatusCode::SERVICE_UNAVAILABLE, "busy", message, 1);
                Self {
                    is_aborted: true,
                    ..busy
                }
            }
            // `SQLITE_FULL`, or PostgreSQL's `disk_full`.
            error if has_code(&error, &["13", "53100"]) => {
                tracing::error!(%error, "the database has no room on its disk");
                Self::later(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "storage_full",
                    "The server's disk is full, so nothing was stored. Please tell the administrator and try again later.",
                    30,
                )
            }
            error => Self::internal(&error),
        }
    }
}

/// Whether a statement was stopped by its time limit: `SQLITE_INTERRUPT`, or PostgreSQL's `query_canceled`.
pub fn is_stopped(error: &sqlx::Error) -> bool {
    has_code(error, &["9", "57014"])
}

/// Whether the database returned one of these codes.
fn has_code(error: &sqlx::Error, codes: &[&str]) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| codes.contains(&code.as_ref()))
}

impl From<serde_json::Error> for ApiError {
    /// Stored JSON that cannot be read or written: never the client's fault.
    fn from(error: serde_json::Error) -> Self {
        Self::internal(&error)
    }
}

/// Every status an operation may return besides its success. One shared list, so that no operation misses one.
const STATUSES: [(u16, &str); 13] = [
    (400, "The request could not be read."),
    (401, "Nobody is signed in, or the credentials are wrong."),
    (
        403,
        "Signed in, but this is not allowed: foreign origin, or a plan or scope that does not include it.",
    ),
    (
        404,
        "It does not exist, or it is not visible to whoever asks.",
    ),
    (408, "The body took too long to arrive."),
    (
        409,
        "Somebody was first. `current` carries the present state where there is one.",
    ),
    (
        412,
        "Another account is signed in than `Expected-User` names; nothing was done.",
    ),
    (413, "The body is larger than 12 MB."),
    (
        415,
        "The content type or the encoding of the body is not supported.",
    ),
    (422, "A rule is broken; `field` names where."),
    (
        429,
        "Too many attempts. Retry-After says when to come back.",
    ),
    (
        500,
        "The server failed; its log names the cause under the request id.",
    ),
    (
        503,
        "Busy or not configured. Where it is worth coming back, Retry-After says when.",
    ),
];

/// A response with the body that every failure has.
pub fn failure(status: u16, description: &'static str) -> MetaResponse {
    let retry_after = || MetaHeader {
        name: "Retry-After".to_owned(),
        description: Some("Seconds until it is worth coming back.".to_owned()),
        required: status == 429,
        deprecated: false,
        schema: u64::schema_ref(),
    };
    let content = vec![MetaMediaType {
        content_type: "application/json",
        schema: MetaSchemaRef::Reference(openapi::name::<ErrorBody>()),
    }];
    let headers = if matches!(status, 429 | 503) {
        vec![retry_after()]
    } else {
        vec![]
    };
    openapi::response(status, description, content, headers)
}

impl ApiResponse for ApiError {
    fn meta() -> MetaResponses {
        let responses = STATUSES
            .iter()
            .map(|&(status, description)| failure(status, description));
        MetaResponses {
            responses: responses.collect(),
        }
    }

    fn register(registry: &mut Registry) {
        openapi::register::<ErrorBody>(registry);
    }
}

/// The error of an operation that calls an AI or payment provider, which may itself have failed.
pub struct ProviderError(ApiError);

impl From<ApiError> for ProviderError {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

impl From<ProviderError> for poem::Error {
    fn from(error: ProviderError) -> Self {
        error.0.into()
    }
}

impl ApiResponse for ProviderError {
    fn meta() -> MetaResponses {
        let mut meta = ApiError::meta();
        meta.responses.push(failure(
            502,
            "The provider of AI or of payments failed, or could not be reached.",
        ));
        meta
    }

    fn register(registry: &mut Registry) {
        ApiError::register(registry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;

    #[tokio::test]
    async fn a_full_disk_is_said_and_passes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("full.db");
        let db = Db::connect(&format!("sqlite:{}", file.display()), 1)
            .await
            .unwrap();
        let run = async |sql: &'static str| db.write(sql).execute().await;
        run("CREATE TABLE texts (text BLOB)").await.unwrap();
        // With the page limit reached, SQLite returns the same error as for a full disk.
        run("PRAGMA max_page_count = 1").await.unwrap();
        let error = run("INSERT INTO texts VALUES (zeroblob(1000000))").await;
        let error = ApiError::from(error.unwrap_err());
        assert_eq!(
            (error.status, error.body.code),
            (StatusCode::SERVICE_UNAVAILABLE, "storage_full")
        );
    }
}
