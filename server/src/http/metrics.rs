//! Prometheus metrics: the number of requests, their status and duration. No label identifies a user.

use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::Duration;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use poem::endpoint::make_sync;
use poem::http::{Method, StatusCode, header};
use poem::{Endpoint, Request, Response};
use subtle::ConstantTimeEq;

use crate::config::Config;
use crate::http::error::{ApiError, Result};

const REQUESTS: &str = "http_requests_total";
const DURATION: &str = "http_request_duration_seconds";
const BUCKETS: &[f64] = &[
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// One recorder per process; `None` if another one was installed first, and then nothing is counted.
static FIGURES: LazyLock<Option<PrometheusHandle>> = LazyLock::new(|| {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full(DURATION.to_owned()), BUCKETS);
    let installed = builder
        .map_err(|error| error.to_string())
        .and_then(|builder| {
            builder
                .install_recorder()
                .map_err(|error| error.to_string())
        });
    installed
        .inspect_err(|error| tracing::warn!(%error, "requests are not counted"))
        .ok()
});

pub fn record(method: &Method, status: StatusCode, took: Duration) {
    LazyLock::force(&FIGURES);
    let method = label(method);
    metrics::counter!(REQUESTS, "method" => method, "status" => status.as_u16().to_string())
        .increment(1);
    metrics::histogram!(DURATION, "method" => method).record(took.as_secs_f64());
}

/// Clients may send any word as a method and every label is retained forever, so only known methods get a label of
/// their own.
fn label(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    let known = KNOWN.into_iter().find(|known| method.as_str() == *known);
    known.unwrap_or("other")
}

/// `GET /metrics`: with `METRICS_TOKEN`, or, if none is set, for programs on this machine unless a proxy may be in
/// front. Every other request gets 404.
pub fn endpoint(config: &Config) -> impl Endpoint + 'static {
    let token = config.metrics_token.clone();
    let is_behind_proxy = config.is_behind_proxy();
    make_sync(move |request: Request| {
        let is_allowed = match &token {
            Some(token) => {
                let sent = request
                    .header(header::AUTHORIZATION)
                    .and_then(|value| value.strip_prefix("Bearer "));
                sent.is_some_and(|sent| sent.as_bytes().ct_eq(token.as_bytes()).into())
            }
            None => !is_behind_proxy && is_local(&request),
        };
        let figures = FIGURES.as_ref().filter(|_| is_allowed);
        let figures = figures.ok_or_else(|| ApiError::not_found("Page"))?;
        Result::<Response>::Ok(
            Response::builder()
                .content_type("text/plain; version=0.0.4")
                .body(figures.render()),
        )
    })
}

fn is_local(request: &Request) -> bool {
    let peer: Option<IpAddr> = request
        .remote_addr()
        .as_socket_addr()
        .map(std::net::SocketAddr::ip);
    // A reverse proxy on this machine forwards other clients' requests, whatever the values of these headers.
    let is_forwarded = ["x-forwarded-for", "forwarded", "x-real-ip", "via"]
        .iter()
        .any(|name| request.headers().contains_key(*name));
    peer.is_some_and(|peer| peer.is_loopback()) && !is_forwarded
}
