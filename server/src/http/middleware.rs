//! Middleware of every request: id, log line, limits, origin check, and the error format.

use std::sync::Arc;
use std::time::{Duration, Instant};

use poem::error::{
    MethodNotAllowedError, NotFoundError, ParseCookieError, ParsePathError, ParseQueryError,
    ReadBodyError,
};
use poem::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use poem::middleware::{CatchPanic, Compression, CookieJarManager};
use poem::web::{CompressionAlgo, CompressionLevel};
use poem::{Body, Endpoint, EndpointExt, Error, IntoResponse, Request, Response};
use poem_openapi::error::{ContentTypeError, ParseParamError, ParsePathError as ParseApiPathError};
use tokio::time::timeout;
use tracing::Instrument;
use tracing::field::Empty;
use uuid::Uuid;

use crate::http::compression::Accepted;
use crate::http::error::ApiError;
use crate::http::metrics;
use crate::http::openapi::{Routes, WrongParameter};
use crate::http::trace;

/// The largest request body that is read.
pub const MAX_BODY_BYTES: usize = 12 * 1024 * 1024;
/// Time limit of a handler.
const HANDLER_TIMEOUT: Duration = Duration::from_mins(1);
/// Time limit of a generation: it waits for a provider, and each attempt has a time limit of its own.
const GENERATION_TIMEOUT: Duration = Duration::from_mins(9);
/// Time limit of an account export, until its first byte is sent.
const EXPORT_TIMEOUT: Duration = Duration::from_mins(10);
/// Time limit for receiving a request body.
const BODY_TIMEOUT: Duration = Duration::from_mins(1);

pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// An endpoint that can be shared between tasks.
pub trait Shared: Endpoint<Output = Response> + 'static {}
impl<E: Endpoint<Output = Response> + 'static> Shared for E {}

/// How this server is reached, and the routes of its contract.
pub struct Site {
    /// `PUBLIC_URL` without a trailing slash.
    pub origin: String,
    pub is_secure: bool,
    /// Whether a proxy in front says the id of a request.
    pub is_behind_proxy: bool,
    pub routes: Routes,
    /// The address of whoever sends a request.
    pub client: ClientAddress,
}

/// Finds the address of whoever sends a request.
pub type ClientAddress = Box<dyn Fn(&Request) -> String + Send + Sync>;

/// The target of the span of a request and of the events of security in the log.
pub const SECURITY: &str = "security";

/// Wraps the routes in every layer. The last line is the outermost one.
pub fn wrap(routes: impl Shared, site: Site) -> impl Shared {
    let for_headers = Arc::new(site);
    let (for_origin, for_methods) = (Arc::clone(&for_headers), Arc::clone(&for_headers));
    let (for_parameters, for_log) = (Arc::clone(&for_headers), Arc::clone(&for_headers));
    let compression = Compression::new()
        .with_quality(CompressionLevel::Fastest)
        .algorithms([CompressionAlgo::BR, CompressionAlgo::GZIP]);
    // Boxed, because the compiler gives up on types that are nested more deeply.
    let answers = routes
        .around(limit_time)
        .around(limit_body)
        .around(refuse_unreadable_headers)
        .around(move |next, request| {
            refuse_unknown_parameters(next, request, Arc::clone(&for_parameters))
        })
        .around(move |next, request| refuse_foreign_origins(next, request, Arc::clone(&for_origin)))
        .with(CookieJarManager::new())
        .catch_all_error(|error| async move { describe(error) })
        .around(move |next, request| name_methods(next, request, Arc::clone(&for_methods)))
        .boxed();
    answers
        .with(
            CatchPanic::new().with_handler(|panic: Box<dyn std::any::Any + Send>| {
                let message = panic.downcast_ref::<&str>().map(ToString::to_string);
                let message = message
                    .or_else(|| panic.downcast_ref::<String>().cloned())
                    .unwrap_or_default();
                ApiError::internal(&format!("panic: {message}")).response()
            }),
        )
        // The type is erased here: the compiler follows nested types only so deep.
        .map_to_response()
        .boxed()
        .around(allow_fetch)
        .around(move |next, request| security_headers(next, request, Arc::clone(&for_headers)))
        .around(answer_not_modified)
        .with(compression)
        .around(choose_compression)
        .around(move |next, request| identify_and_log(next, request, Arc::clone(&for_log)))
        .map_to_response()
}

/// Assigns a request id, runs the request inside a span that carries it, the client's address and later the account, and
/// logs one line.
async fn identify_and_log<E: Endpoint>(
    next: Arc<E>,
    request: Request,
    site: Arc<Site>,
) -> poem::Result<Response>
where
    E::Output: IntoResponse,
{
    let id = request
        .header(REQUEST_ID.as_str())
        .filter(|id| {
            site.is_behind_proxy
                && id.len() <= 64
                && !id.is_empty()
                && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        })
        .map_or_else(|| Uuid::new_v4().to_string(), str::to_owned);
    let method = request.method().clone();
    let path = logged(request.uri().path());
    let route = route(&site.routes, request.uri().path());
    let address = (site.client)(&request);
    let parent = request
        .header(trace::HEADER)
        .filter(|_| site.is_behind_proxy);
    let trace_id = parent.and_then(trace::parse).unwrap_or_else(Uuid::new_v4);
    let trace = trace_id.simple().to_string();
    let span =
        tracing::info_span!(target: SECURITY, "request", id, trace, address, account = Empty);
    let answered = async move {
        let started = Instant::now();
        let mut response = match next.call(request).await {
            Ok(response) => response.into_response(),
            Err(error) => describe(error),
        };
        if let Ok(value) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
        metrics::record(&method, &route, response.status(), started.elapsed());
        let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let status = response.status();
        let refused = match status {
            StatusCode::FORBIDDEN => Some("forbidden"),
            StatusCode::TOO_MANY_REQUESTS => Some("too_many"),
            _ => None,
        };
        if let Some(event) = refused {
            tracing::info!(target: SECURITY, event, route, "security");
        }
        tracing::info!(%method, path, route, status = status.as_u16(), ms, "answered");
        Ok(response)
    };
    trace::within(trace_id, answered.instrument(span)).await
}

/// The route of a path, as the contract writes it: `/api/prompts/{id}`. All files of the app are one, and so is what does
/// not exist.
fn route(routes: &Routes, path: &str) -> String {
    if let Some(template) = routes.template(path) {
        return template.to_owned();
    }
    let known = [
        "/healthz",
        "/readyz",
        "/metrics",
        "/mcp",
        "/report",
        "/oembed",
        "/sitemap.xml",
    ];
    let below = [
        ("/p/", "/p/…"),
        ("/s/", "/s/…"),
        ("/assets/", "/assets/…"),
        ("/api/", "/api/…"),
    ];
    let known = known.into_iter().find(|known| *known == path);
    let below = below.into_iter().find(|(start, _)| path.starts_with(start));
    known
        .or(below.map(|(_, name)| name))
        .unwrap_or("app")
        .to_owned()
}

/// What the log says of an address: its path, since a query may hold a user's search words, without the secret of a
/// link.
fn logged(path: &str) -> String {
    // A spelling that leads nowhere has the secret of a link, too.
    let decoded: String = url::form_urlencoded::parse(path.as_bytes())
        .map(|(name, _)| name.to_lowercase())
        .collect();
    if decoded.trim_start_matches('/').starts_with("s/") {
        "/s/…".to_owned()
    } else {
        path.to_owned()
    }
}

async fn limit_time<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    request: Request,
) -> poem::Result<Response> {
    let time = time_for(request.uri().path());
    timeout(time, next.call(request)).await.unwrap_or_else(|_| {
        let error = ApiError::later(
            StatusCode::SERVICE_UNAVAILABLE,
            "timeout",
            "The server took too long.",
            5,
        );
        Err(error.into())
    })
}

fn time_for(path: &str) -> Duration {
    match path {
        "/api/generations" | "/api/generations/improve" => GENERATION_TIMEOUT,
        "/api/auth/account/export" => EXPORT_TIMEOUT,
        run if run.starts_with("/api/prompts/") && run.ends_with("/runs") => GENERATION_TIMEOUT,
        run if run.starts_with("/api/runs/") && run.ends_with("/judge") => GENERATION_TIMEOUT,
        _ => HANDLER_TIMEOUT,
    }
}

/// Reads the body, up to the limit, before the handler runs, so that a slow or endless body holds no transaction
/// open. The limit applies whatever the headers declare, and a compressed body is rejected unread: `Compression`
/// would unpack a megabyte into gigabytes.
async fn limit_body<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    mut request: Request,
) -> poem::Result<Response> {
    let announced = request
        .header(header::CONTENT_LENGTH)
        .and_then(|length| length.parse::<usize>().ok());
    if announced.is_some_and(|length| length > MAX_BODY_BYTES) {
        return Err(too_large().into());
    }
    let mut codings = request.headers().get_all(header::CONTENT_ENCODING).iter();
    if codings.any(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        let message = "A body may not be compressed. Send it without Content-Encoding.";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(ApiError::new(status, "unsupported_media_type", message).into());
    }
    let body = timeout(
        BODY_TIMEOUT,
        request.take_body().into_bytes_limit(MAX_BODY_BYTES),
    )
    .await;
    let body = body.map_err(|_| {
        ApiError::new(
            StatusCode::REQUEST_TIMEOUT,
            "timeout",
            "The body took too long.",
        )
    })?;
    request.set_body(Body::from(body?));
    next.call(request).await
}

fn too_large() -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too_large",
        "The request body may have at most 12 MB",
    )
}

/// Rejects headers that cannot be parsed. Ignoring one would change the request: the server's key would be used in
/// place of the user's provider key.
async fn refuse_unreadable_headers<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    request: Request,
) -> poem::Result<Response> {
    for name in ["Authorization", "Idempotency-Key", "X-Provider-Key"] {
        let mut values = request.headers().get_all(name).iter();
        if values.any(|value| value.to_str().is_err()) {
            let message = format!("The header {name} may hold only visible ASCII characters");
            return Err(ApiError::unreadable(message).at(name).into());
        }
    }
    next.call(request).await
}

/// Rejects a query parameter that the operation does not have. Ignoring one would change the request: a misspelt
/// filter would list everything.
async fn refuse_unknown_parameters<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    request: Request,
    site: Arc<Site>,
) -> poem::Result<Response> {
    let (method, uri) = (request.method(), request.uri());
    let query = uri.query().unwrap_or_default();
    let wrong = site.routes.wrong_parameter(method, uri.path(), query);
    if let Some(wrong) = wrong {
        let (name, message) = match wrong {
            WrongParameter::Unknown(name) => {
                let message = format!("There is no parameter {name} here");
                (name, message)
            }
            WrongParameter::Repeated(name) => {
                let message = format!("The parameter {name} is there more than once");
                (name, message)
            }
        };
        return Err(ApiError::unreadable(message).at(name).into());
    }
    next.call(request).await
}

/// Whether a path is that of a prompt which any site may fetch: it changes nothing, and a page never reads an answer
/// that depends on a cookie, because the answer allows no credentials.
fn is_fetch(path: &str) -> bool {
    path.starts_with("/api/fetch/")
}

/// Lets the pages of any site fetch prompts (CORS).
async fn allow_fetch<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    request: Request,
) -> poem::Result<Response> {
    if !is_fetch(request.uri().path()) {
        return next.call(request).await;
    }
    let is_preflight = *request.method() == Method::OPTIONS;
    let mut response = if is_preflight {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.call(request).await?
    };
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    if is_preflight {
        set(header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, POST");
        set(
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "Authorization, Content-Type, If-None-Match",
        );
        set(header::ACCESS_CONTROL_MAX_AGE, "86400");
    } else {
        set(
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            "ETag, Content-Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id",
        );
    }
    Ok(response)
}

/// Rejects a request from another site that changes something, if it carries a cookie or comes from a browser.
async fn refuse_foreign_origins<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    request: Request,
    site: Arc<Site>,
) -> poem::Result<Response> {
    let is_safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    ) || is_fetch(request.uri().path());
    let rides_on_cookie = request.headers().contains_key(header::COOKIE);
    if !is_safe
        && (rides_on_cookie || is_from_browser(request.headers()))
        && is_foreign(&request, &site.origin)
    {
        tracing::info!(target: SECURITY, event = "foreign_origin", "security");
        let message = "This request comes from another site and was refused.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "foreign_origin", message).into());
    }
    next.call(request).await
}

fn is_from_browser(headers: &HeaderMap) -> bool {
    headers.contains_key("sec-fetch-site") || headers.contains_key(header::ORIGIN)
}

fn is_foreign(request: &Request, own: &str) -> bool {
    // Browsers set Sec-Fetch-Site themselves and no page can change it, so it decides if present.
    if let Some(site) = request.header("sec-fetch-site") {
        return !matches!(site, "same-origin" | "none");
    }
    let Some(origin) = request.header(header::ORIGIN) else {
        return false;
    };
    let is_ours = own == origin;
    let host = request.header(header::HOST);
    let is_this_host = origin.split_once("://").map(|(_, host)| host) == host && host.is_some();
    !is_ours && !is_this_host
}

/// Adds `Allow` to a 405.
async fn name_methods<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    request: Request,
    site: Arc<Site>,
) -> poem::Result<Response> {
    let path = request.uri().path().to_owned();
    let mut response = next.call(request).await?;
    if response.status() == StatusCode::METHOD_NOT_ALLOWED
        && let Ok(allowed) = HeaderValue::from_str(site.routes.methods(&path))
    {
        response
            .headers_mut()
            .entry(header::ALLOW)
            .or_insert(allowed);
    }
    Ok(response)
}

/// Tells the compression layer which coding the client accepts and turns it off where it would do harm. It would
/// buffer server-sent events, and the app's files are compressed ahead of time.
async fn choose_compression<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    mut request: Request,
) -> poem::Result<Response> {
    let path = request.uri().path();
    let is_page = is_share_page(path);
    let is_file = !path.starts_with("/api/") && !is_page;
    let has_strong_tag = is_fetch(path) || is_page;
    let wants_events = request
        .header(header::ACCEPT)
        .is_some_and(|accept| accept.contains("text/event-stream"));
    let accepted = Accepted::of(request.headers());
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    if is_file {
        request.extensions_mut().insert(accepted);
    } else if let Some(coding) = accepted.best(|_| !wants_events) {
        let named = HeaderValue::from_static(coding.name());
        request.headers_mut().insert(header::ACCEPT_ENCODING, named);
        if has_strong_tag {
            let response = with_tag_of_coding(next, request, coding.name()).await?;
            return Ok(varied(response, is_page));
        }
    }
    Ok(varied(next.call(request).await?, is_page))
}

/// Names what a page depends on: it is compressed as its reader wants it.
fn varied(mut response: Response, is_page: bool) -> Response {
    if is_page {
        let coding = HeaderValue::from_static("accept-encoding");
        let headers = response.headers_mut();
        headers.entry(header::VARY).or_insert(coding);
    }
    response
}

/// Whether a path is that of a page or a file which is made for each visitor.
fn is_share_page(path: &str) -> bool {
    ["/p/", "/s/"].iter().any(|start| path.starts_with(start))
        || matches!(path, "/oembed" | "/sitemap.xml")
}

/// A strong tag names the bytes that are sent, so that of a compressed answer ends in the name of its coding.
async fn with_tag_of_coding<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    mut request: Request,
    coding: &str,
) -> poem::Result<Response> {
    let ending = format!("-{coding}\"");
    if let Some(known) = request.header(header::IF_NONE_MATCH)
        && let Ok(plain) = HeaderValue::from_str(&known.replace(&ending, "\""))
    {
        request.headers_mut().insert(header::IF_NONE_MATCH, plain);
    }
    let mut response = next.call(request).await?;
    let tag = response.headers().get(header::ETAG);
    let tag = tag.and_then(|tag| tag.to_str().ok()?.strip_suffix('"'));
    if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(&format!("{tag}{ending}")).ok()) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    Ok(response)
}

/// Returns 304 if the client's `If-None-Match` contains the current ETag.
async fn answer_not_modified<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    request: Request,
) -> poem::Result<Response> {
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let mut response = next.call(request).await?;
    let tag = response.headers().get(header::ETAG);
    if let (Some(known), Some(tag), StatusCode::OK) = (known, tag, response.status())
        && names(&known, tag)
    {
        response.set_status(StatusCode::NOT_MODIFIED);
        response.set_body(());
        response.headers_mut().remove(header::CONTENT_TYPE);
    }
    Ok(response)
}

/// Whether a list of ETags contains a tag, comparing weakly.
fn names(list: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(list), Ok(tag)) = (list.to_str(), tag.to_str()) else {
        return false;
    };
    let strong = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    list.split(',')
        .any(|known| known.trim() == "*" || strong(known) == strong(tag))
}

async fn security_headers<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    request: Request,
    site: Arc<Site>,
) -> poem::Result<Response> {
    let mut response = next.call(request).await?;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    };
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "strict-origin-when-cross-origin");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    set(
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    );
    // Responses other than the app's load nothing at all; the app and the API docs set policies of their own.
    set(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    if site.is_secure {
        set(
            header::STRICT_TRANSPORT_SECURITY,
            "max-age=31536000; includeSubDomains",
        );
    }
    Ok(response)
}

/// Renders any error in the API's one format.
fn describe(error: Error) -> Response {
    if error.is_from_response() {
        return error.into_response();
    }
    if let Some(ours) = error.downcast_ref::<ApiError>() {
        return ours.response();
    }
    translate(&error).response()
}

fn translate(error: &Error) -> ApiError {
    if let Some(wrong) = error.downcast_ref::<ParseParamError>() {
        let message = format!(
            "The parameter {} could not be read: {}",
            wrong.name, wrong.reason
        );
        return ApiError::unreadable(message).at(wrong.name);
    }
    // A malformed id is the id of nothing, so it is 404.
    if error.is::<ParseApiPathError>()
        || error.is::<ParsePathError>()
        || error.is::<NotFoundError>()
    {
        return ApiError::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "There is nothing at this address",
        );
    }
    if error.is::<MethodNotAllowedError>() {
        let message = "This address does not take that method";
        return ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            message,
        );
    }
    if let Some(wrong) = error.downcast_ref::<ContentTypeError>() {
        return ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            wrong.to_string(),
        );
    }
    if let Some(ReadBodyError::PayloadTooLarge) = error.downcast_ref::<ReadBodyError>() {
        return too_large();
    }
    if error.is::<ReadBodyError>()
        || error.is::<ParseQueryError>()
        || error.is::<ParseCookieError>()
    {
        return ApiError::unreadable(error.to_string());
    }
    match error.status() {
        StatusCode::BAD_REQUEST => ApiError::unreadable(error.to_string()),
        status if status.is_client_error() => ApiError::new(status, "refused", error.to_string()),
        _ => ApiError::internal(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_and_exports_may_take_longer() {
        for (path, time) in [
            ("/api/generations", GENERATION_TIMEOUT),
            ("/api/generations/improve", GENERATION_TIMEOUT),
            ("/api/generations/options", HANDLER_TIMEOUT),
            ("/api/auth/account/export", EXPORT_TIMEOUT),
            ("/api/auth/account/delete", HANDLER_TIMEOUT),
            ("/api/prompts", HANDLER_TIMEOUT),
            ("/api/prompts/x/runs", GENERATION_TIMEOUT),
            ("/api/runs/x/judge", GENERATION_TIMEOUT),
            ("/api/runs/x/stop", HANDLER_TIMEOUT),
        ] {
            assert_eq!(time_for(path), time, "{path}");
        }
    }
}
