//! `REQUIRE_SIGN_IN`: what is public is public inside the instance. The one rule of what a visitor is answered then.

use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, IntoResponse as _, Request, Response};
use url::form_urlencoded;

use crate::app::App;
use crate::http::error::ApiError;
use crate::session::sessions::MCP_PATH;
use crate::web;

/// What signing in needs, and what authenticates its callers by other means.
const OPEN: [(Method, &str); 17] = [
    (Method::POST, "/api/auth/login"),
    (Method::POST, "/api/auth/logout"),
    (Method::POST, "/api/auth/register"),
    (Method::GET, "/api/auth/session"),
    (Method::POST, "/api/auth/oidc/start"),
    (Method::GET, "/api/auth/oidc/callback"),
    (Method::POST, "/api/auth/password/forgot"),
    (Method::POST, "/api/auth/password/reset"),
    (Method::POST, "/api/auth/email/confirm"),
    // Who has the token of an invitation sees what it is to.
    (Method::POST, "/api/team-invitations/preview"),
    // Signed by Stripe.
    (Method::POST, "/api/billing/webhook"),
    // Has a token of its own.
    (Method::GET, "/metrics"),
    (Method::GET, "/healthz"),
    (Method::GET, "/readyz"),
    // How a program learns that it needs a token.
    (Method::GET, "/.well-known/oauth-protected-resource"),
    (Method::GET, "/.well-known/oauth-protected-resource/mcp"),
    (Method::GET, ROBOTS),
];

/// The pages of the app that a visitor needs. They hold nothing of the instance.
const OPEN_PAGES: [&str; 9] = [
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password",
    "/confirm-email",
    "/join",
    "/terms",
    "/privacy",
    "/refund-policy",
];

const ROBOTS: &str = "/robots.txt";
const NO_ROBOTS: &str = "User-agent: *\nDisallow: /\n";

/// Whether a visitor is answered.
fn is_open(method: &Method, path: &str) -> bool {
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    let method = if is_read { &Method::GET } else { method };
    // The protocol demands a token itself and says where a client learns how to get one.
    path == MCP_PATH
        || OPEN.iter().any(|(open, at)| open == method && *at == path)
        || (is_read && (OPEN_PAGES.contains(&path) || web::is_file(path)))
}

/// Answers a visitor only what signing in needs. Browsers are led to the sign-in form and back, programs get 401.
pub async fn check<E: Endpoint<Output = Response>>(
    app: App,
    next: &E,
    request: Request,
) -> poem::Result<Response> {
    let path = request.uri().path();
    if path == ROBOTS {
        return Ok(NO_ROBOTS.into_response());
    }
    if is_open(request.method(), path) {
        return next.call(request).await;
    }
    if app.sessions.find(&request).await?.is_none() {
        return match way_to_sign_in(&request) {
            Some(address) => Ok(Response::builder()
                .status(StatusCode::SEE_OTHER)
                .header(header::LOCATION, address)
                .header(header::CACHE_CONTROL, "no-store")
                .finish()),
            None => Err(ApiError::not_authenticated().into()),
        };
    }
    let mut response = next.call(request).await?;
    keep_private(&mut response);
    Ok(response)
}

/// The sign-in form that leads back to a page; `None` if the request is not that of somebody who opens a page.
fn way_to_sign_in(request: &Request) -> Option<String> {
    let opens_page = matches!(*request.method(), Method::GET | Method::HEAD)
        && request
            .header(header::ACCEPT)
            .is_some_and(|accept| accept.contains("text/html"));
    let from = request.uri().path_and_query()?.as_str();
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("from", from)
        .finish();
    let address = if from == "/" {
        "/login".to_owned()
    } else {
        format!("/login?{query}")
    };
    opens_page.then_some(address)
}

/// No cache between the server and the member may show an answer to somebody else.
fn keep_private(response: &mut Response) {
    let said = response.headers().get(header::CACHE_CONTROL);
    let said = said.and_then(|value| value.to_str().ok());
    let Some(said) = said.filter(|said| said.contains("public") || said.contains("s-maxage"))
    else {
        return;
    };
    let kept = said.split(',').map(str::trim);
    let kept = kept.filter(|word| *word != "public" && !word.starts_with("s-maxage"));
    let kept: Vec<&str> = std::iter::once("private").chain(kept).collect();
    if let Ok(value) = HeaderValue::from_str(&kept.join(", ")) {
        response.headers_mut().insert(header::CACHE_CONTROL, value);
    }
}
