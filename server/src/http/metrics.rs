//! Prometheus metrics. No label identifies a user.

use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::Duration;

use metrics::Unit;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use poem::Request;
use poem::http::{Method, StatusCode, header};
use subtle::ConstantTimeEq;

use crate::config::Config;

const REQUESTS: &str = "http_requests_total";
const DURATION: &str = "http_request_duration_seconds";
/// The time of statements of the database.
const STATEMENT: &str = "database_statement_seconds";
const BUCKETS: &[f64] = &[
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// One recorder per process; `None` if another one was installed first, and then nothing is counted.
static FIGURES: LazyLock<Option<PrometheusHandle>> = LazyLock::new(|| {
    let of = |name: &str| Matcher::Full(name.to_owned());
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(of(DURATION), BUCKETS)
        .and_then(|builder| builder.set_buckets_for_metric(of(STATEMENT), BUCKETS));
    let installed = builder
        .map_err(|error| error.to_string())
        .and_then(|builder| {
            builder
                .install_recorder()
                .map_err(|error| error.to_string())
        });
    describe();
    installed
        .inspect_err(|error| tracing::warn!(%error, "requests are not counted"))
        .ok()
});

/// What each figure says. Described before anything is counted.
fn describe() {
    for (name, text) in [
        (REQUESTS, "Answered requests by route, method and status."),
        ("mails_total", "Mails by outcome: sent, given up."),
        (
            "ai_requests_total",
            "Requests to providers of AI by provider and outcome.",
        ),
    ] {
        metrics::describe_counter!(name, text);
    }
    metrics::describe_histogram!(
        DURATION,
        Unit::Seconds,
        "Time from a request to its answer."
    );
    let text = "Time that statements took, by whether they read or write.";
    metrics::describe_histogram!(STATEMENT, Unit::Seconds, text);
    for (name, text) in [
        ("build_info", "The version of the program; always 1."),
        (
            "database_connections",
            "Connections to PostgreSQL, by whether they are in use.",
        ),
        (
            "accounts",
            "Accounts of the instance, counted at most once a minute.",
        ),
        (
            "prompts",
            "Prompts and assets of the instance, without the trash.",
        ),
        ("mails_waiting", "Mails that no mail server has taken yet."),
        (
            "webhook_messages_waiting",
            "Messages to webhooks that were not delivered yet.",
        ),
        (
            "runs_pending",
            "Runs and generations that wait for a provider.",
        ),
        (
            "housekeeping_last_run_timestamp_seconds",
            "When the jobs of each minute ran last.",
        ),
        ("process_resident_memory_bytes", "Memory of the process."),
        (
            "process_open_fds",
            "Open files and connections of the process.",
        ),
        (
            "process_cpu_seconds_total",
            "Time of processors that the process has used.",
        ),
        ("process_start_time_seconds", "When the process started."),
    ] {
        metrics::describe_gauge!(name, text);
    }
}

pub fn record(method: &Method, route: &str, status: StatusCode, took: Duration) {
    LazyLock::force(&FIGURES);
    let (route, method) = (route.to_owned(), label(method));
    let code = status.as_u16().to_string();
    metrics::counter!(REQUESTS, "route" => route.clone(), "method" => method, "status" => code)
        .increment(1);
    metrics::histogram!(DURATION, "route" => route, "method" => method).record(took.as_secs_f64());
}

/// Clients may send any word as a method and every label is retained forever, so only known methods get a label of
/// their own.
fn label(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    let known = KNOWN.into_iter().find(|known| method.as_str() == *known);
    known.unwrap_or("other")
}

/// Whether a request may read the figures: with `METRICS_TOKEN`, or, if none is set, from a program on this machine unless
/// a proxy may be in front.
pub fn is_allowed(config: &Config, request: &Request) -> bool {
    match &config.metrics_token {
        Some(token) => {
            let sent = request
                .header(header::AUTHORIZATION)
                .and_then(|value| value.strip_prefix("Bearer "));
            sent.is_some_and(|sent| sent.as_bytes().ct_eq(token.as_bytes()).into())
        }
        None => !config.is_behind_proxy() && is_local(request),
    }
}

/// Everything that is counted, in Prometheus' text format.
pub fn written() -> Option<String> {
    FIGURES.as_ref().map(PrometheusHandle::render)
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
