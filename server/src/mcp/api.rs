//! The endpoint of the Model Context Protocol: streamable HTTP without sessions, for API tokens.

use std::sync::Arc;

use poem::endpoint::TowerCompatExt as _;
use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::web::Data;
use poem::{Body, Endpoint, EndpointExt as _, Request, Response, handler};
use prompt_mcp::PromptServer;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use url::Url;

use super::library::{Caller, Prompts};
use crate::app::App;
use crate::config::Config;
use crate::fetch::usage;
use crate::http::error::{ApiError, Result};
use crate::http::limit::Limiter;
use crate::session::sessions::MCP_PATH;

/// The protocol's address.
pub fn endpoint(app: &App) -> impl Endpoint<Output = Response> + use<> {
    let server = PromptServer::new(Arc::new(Prompts::new(app.clone())));
    let settings = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(hosts(&app.config));
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, settings);
    let (app, limiter) = (app.clone(), Arc::new(Limiter::default()));
    service
        .compat()
        .map_to_response()
        .around(move |next, mut request| {
            let (app, limiter) = (app.clone(), Arc::clone(&limiter));
            async move {
                let caller = match caller(&app, &limiter, &request).await {
                    Ok(caller) => caller,
                    Err(error) => return Ok(refused(&app, &error)),
                };
                if let Some(unreadable) = unreadable(&mut request).await {
                    return Ok(unreadable);
                }
                request.extensions_mut().insert(caller);
                let mut response = next.call(request).await?;
                if response.status() == StatusCode::METHOD_NOT_ALLOWED {
                    let allowed = HeaderValue::from_static("POST");
                    response.headers_mut().insert(header::ALLOW, allowed);
                }
                Ok(response)
            }
        })
}

/// The answer to a message that is no JSON: its parse error, which the protocol's library answers in plain text.
async fn unreadable(request: &mut Request) -> Option<Response> {
    if *request.method() != Method::POST {
        return None;
    }
    let body = request.take_body().into_bytes().await.unwrap_or_default();
    let is_message = serde_json::from_slice::<Value>(&body).is_ok_and(|body| body.is_object());
    request.set_body(Body::from(body));
    if is_message {
        return None;
    }
    let error = json!({
        "jsonrpc": "2.0",
        "id": null,
        "error": { "code": -32700, "message": "The body is no JSON-RPC message" },
    });
    let response = Response::builder().status(StatusCode::BAD_REQUEST);
    Some(
        response
            .content_type("application/json")
            .body(error.to_string()),
    )
}

/// The host of `PUBLIC_URL`, and the names of this machine where that is one of them.
fn hosts(config: &Config) -> Vec<String> {
    let url = Url::parse(&config.public_url).ok();
    let own = url.as_ref().and_then(Url::host_str).map(str::to_owned);
    let mut hosts: Vec<String> = own.into_iter().collect();
    if !config.is_behind_proxy() {
        hosts.extend(["localhost", "127.0.0.1", "::1"].map(str::to_owned));
    }
    hosts
}

/// The account of the token. A cookie is not enough: a page of another site could send it.
async fn caller(app: &App, limiter: &Limiter, request: &Request) -> Result<Caller> {
    let me = match app.sessions.find(request).await? {
        Some(me) if me.scope.is_some() => me,
        _ => return Err(ApiError::not_authenticated()),
    };
    limiter.count(me.id.to_string(), app.config.fetch_limit, app.now())?;
    Ok(Caller {
        me,
        client: usage::client(request.header(header::USER_AGENT)),
    })
}

/// A refusal says where a client reads how to sign in (RFC 9728).
fn refused(app: &App, error: &ApiError) -> Response {
    let mut response = error.response();
    if error.status == StatusCode::UNAUTHORIZED {
        let address = format!(
            "Bearer resource_metadata=\"{}/.well-known/oauth-protected-resource{MCP_PATH}\"",
            app.config.origin()
        );
        if let Ok(value) = HeaderValue::from_str(&address) {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, value);
        }
    }
    response
}

/// What clients read before they sign in: a token in the header `Authorization`.
#[handler]
pub fn show_resource(Data(app): Data<&App>) -> Response {
    let origin = app.config.origin();
    let described = json!({
        "resource": format!("{origin}{MCP_PATH}"),
        "resource_name": "Promptcase",
        "bearer_methods_supported": ["header"],
    });
    Response::builder()
        .content_type("application/json")
        .body(described.to_string())
}
