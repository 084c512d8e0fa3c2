//! `/metrics`: what is counted while the server runs, and the state of the instance and the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use poem::endpoint::make;
use poem::{Endpoint, Request, Response};
use uuid::Uuid;

use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{self, Db};
use crate::http::error::{ApiError, Result};
use crate::http::metrics::{is_allowed, written};

/// How often the rows of the instance are counted at most.
const RECOUNT: std::time::Duration = std::time::Duration::from_mins(1);

/// `GET /metrics`. Every request that may not read it gets 404.
pub fn endpoint(app: &App) -> impl Endpoint + use<> {
    let app = app.clone();
    let (started, counted_at) = (app.now(), Arc::new(AtomicI64::new(i64::MIN)));
    make(move |request: Request| {
        let (app, counted_at) = (app.clone(), Arc::clone(&counted_at));
        async move { show(&app, &request, &counted_at, started).await }
    })
}

async fn show(
    app: &App,
    request: &Request,
    counted_at: &AtomicI64,
    started: Timestamp,
) -> Result<Response> {
    if !is_allowed(&app.config, request) {
        return Err(ApiError::not_found("Page"));
    }
    let version = option_env!("PROMPTCASE_VERSION").unwrap_or(env!("CARGO_PKG_VERSION"));
    metrics::gauge!("build_info", "version" => version).set(1.0);
    if let Some((open, idle)) = app.db.connections() {
        let of = |state: &'static str| metrics::gauge!("database_connections", "state" => state);
        of("idle").set(f64::from(idle));
        of("used").set(f64::from(open.saturating_sub(idle)));
    }
    let now = app.now();
    let is_due = counted_at.load(Ordering::Relaxed) <= now.minus(RECOUNT).0;
    if is_due {
        counted_at.store(now.0, Ordering::Relaxed);
        if let Err(error) = count(&app.db).await {
            tracing::warn!(%error, "the rows could not be counted for /metrics");
        }
    }
    measure_process(started);
    let text = written().ok_or_else(|| ApiError::not_found("Page"))?;
    let response = Response::builder().content_type("text/plain; version=0.0.4; charset=utf-8");
    Ok(response.body(text))
}

/// Counts rows, in the queue of slow reads: no request waits for it.
async fn count(db: &Db) -> db::Result<()> {
    // An account that nobody has, so that it waits for no search of one.
    let nobody = Uuid::from_u128(1);
    for (name, sql) in [
        ("accounts", "SELECT COUNT(*) FROM users"),
        (
            "prompts",
            "SELECT COUNT(*) FROM prompts WHERE deleted_at IS NULL",
        ),
        ("mails_waiting", "SELECT COUNT(*) FROM mail_queue"),
        (
            "webhook_messages_waiting",
            "SELECT COUNT(*) FROM webhook_messages WHERE status = 'pending'",
        ),
        (
            "runs_pending",
            "SELECT COUNT(*) FROM ai_usage WHERE status = 'pending'",
        ),
    ] {
        let (count,) = db.read_slowly(nobody, sql).one::<(i64,)>().await?;
        metrics::gauge!(name).set(number(count));
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a figure of a graph")]
fn number(count: impl Into<i128>) -> f64 {
    count.into() as f64
}

/// Figures of the process, as far as Linux tells them.
fn measure_process(started: Timestamp) {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/self/{name}")).ok();
    let page: u64 = 4096;
    let resident = read("statm").and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    if let Some(pages) = resident {
        metrics::gauge!("process_resident_memory_bytes").set(number(pages * page));
    }
    if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
        let open = u64::try_from(open.count()).unwrap_or(0);
        metrics::gauge!("process_open_fds").set(number(open));
    }
    // After the name of the program, which may have blanks: user and system time are the 12th and 13th, in hundredths.
    let times = read("stat").and_then(|text| {
        let after = text.rsplit_once(')')?.1.to_owned();
        let mut fields = after.split_whitespace().skip(11);
        let user: u64 = fields.next()?.parse().ok()?;
        let system: u64 = fields.next()?.parse().ok()?;
        Some(user + system)
    });
    if let Some(hundredths) = times {
        metrics::gauge!("process_cpu_seconds_total").set(number(hundredths) / 100.0);
    }
    metrics::gauge!("process_start_time_seconds").set(number(started.0) / 1_000_000.0);
}
