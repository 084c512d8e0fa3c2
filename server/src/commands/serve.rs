//! `serve`: the server itself and its background jobs.

use std::io::IsTerminal as _;
use std::sync::atomic::Ordering;
use std::time::Duration;

use poem::Server;
use poem::listener::Acceptor as _;
use promptcase_server::app::App;
use promptcase_server::clients::ai;
use promptcase_server::clock::Clock;
use promptcase_server::community::trends;
use promptcase_server::components::samples;
use promptcase_server::config::{Config, LogFormat};
use promptcase_server::db::instance_lock::{InstanceLock, Use};
use promptcase_server::fetch::usage;
use promptcase_server::session::token_uses;
use promptcase_server::{audit, auth, credits, reports, router, trash, webhooks};
use tokio::net::TcpListener;
use tokio::time::{MissedTickBehavior, timeout};
use tracing_subscriber::EnvFilter;

use super::Outcome;
use super::instance::{lock, make_data_folder, open};

/// How long running requests may take to finish after the server was asked to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);

/// When a connection on which nothing is sent is closed: after the longest answer of an AI provider.
const IDLE_TIMEOUT: Duration = Duration::from_mins(11);

/// How long renewing the lock on the instance may take: the connection may have broken unseen.
const LOCK_TIME: Duration = Duration::from_secs(10);

pub async fn serve(mut config: Config) -> Outcome {
    config.check()?;
    log(&config)?;
    for warning in config.warnings() {
        tracing::warn!(warning);
    }
    // Tried before the instance is upgraded: a second start by mistake must not get further than this. It is let go
    // again, so that nobody connects and waits during the upgrade.
    let listen = config.listen;
    let cannot = |error| format!("{listen} cannot be listened on: {error}");
    drop(TcpListener::bind(listen).await.map_err(cannot)?);
    find_ollama(&mut config).await?;
    match make_data_folder(&config) {
        // With PostgreSQL only exports, and mails without SMTP_URL, are written there.
        Err(error) if config.is_on_postgres() => tracing::warn!(%error, "going on without"),
        made => made?,
    }
    let lock = lock(&config.database(), Use::Shared).await?;
    let db = open(&config).await?;
    let app = App::new(config, db.clone(), Clock::System)?;
    samples::ensure(&db, app.now()).await?;

    let acceptor = app.connections.listen(listen).await.map_err(cannot)?;
    for address in acceptor.local_addr() {
        tracing::info!(%address, url = app.config.public_url, "listening");
    }
    let signals = StopSignals::listen()?;
    let background = [
        tokio::spawn(housekeeping(app.clone(), lock)),
        tokio::spawn(mails(app.clone())),
        tokio::spawn(webhooks::sender::run(app.clone())),
    ];
    Server::new_with_acceptor(acceptor)
        .name("promptcase")
        .idle_timeout(IDLE_TIMEOUT)
        .run_with_graceful_shutdown(
            router::endpoint(&app),
            stopped(app.clone(), signals),
            Some(SHUTDOWN_TIMEOUT),
        )
        .await?;
    for job in background {
        job.abort();
    }
    db.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn log(config: &Config) -> Outcome {
    let filter =
        EnvFilter::try_new(&config.log).map_err(|error| format!("LOG cannot be read: {error}"))?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match config.log_format {
        LogFormat::Json => log
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_span_list(false)
            .init(),
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
    }
    Ok(())
}

/// Offers the models of an Ollama on this machine, if there is one and nothing else is configured.
async fn find_ollama(config: &mut Config) -> Outcome {
    let Some(url) = config.ai.ollama(config.listen).map(str::to_owned) else {
        return Ok(());
    };
    let models = ai::local_models(&ai::client()?, &url).await;
    if !models.is_empty() {
        tracing::info!(%url, models = models.len(), "Ollama found");
        config.ai.offer_ollama(&url, models);
    }
    Ok(())
}

/// Waits until the server was asked to stop and load balancers had time to notice. A second signal ends that time.
async fn stopped(app: App, mut signals: StopSignals) {
    signals.next().await;
    app.is_stopping.store(true, Ordering::Relaxed);
    let delay = app.config.shutdown_delay;
    if delay > 0 {
        tracing::info!(
            seconds = delay,
            "stopping: /readyz says so, and requests are still served"
        );
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(delay)) => {}
            () = signals.next() => {}
        }
    }
    tracing::info!("stopping: running requests are finished first");
}

/// Ctrl+C and the termination signal. One that comes between two waits is not missed.
struct StopSignals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopSignals {
    fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! { _ = self.interrupt.recv() => {}, _ = self.terminate.recv() => {} }
    }
}

#[cfg(not(unix))]
impl StopSignals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self {})
    }

    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Background jobs: every hour expired rows are deleted; every minute the credit reservations of processes that have
/// died are released, and the lock on the instance is renewed.
async fn housekeeping(app: App, mut lock: InstanceLock) {
    let mut minute = tokio::time::interval(Duration::from_mins(1));
    let mut minutes = 0_u32;
    loop {
        minute.tick().await;
        let now = Duration::from_micros(app.now().0.unsigned_abs());
        metrics::gauge!("housekeeping_last_run_timestamp_seconds").set(now.as_secs_f64());
        if let Err(error) = credits::store::release_stale(&app.db, app.clock.now(), None).await {
            tracing::warn!(%error, "stale reservations could not be released");
        }
        let renewed = timeout(LOCK_TIME, lock.renew(&app.config.database())).await;
        match renewed {
            Err(_) => tracing::warn!("the lock on the instance could not be renewed in time"),
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => {
                tracing::error!("the instance is being restored or moved: stop this server");
            }
            Ok(Err(error)) => {
                tracing::warn!(%error, "the lock on the instance could not be renewed");
            }
        }
        let is_full_hour = minutes.is_multiple_of(60);
        minutes = minutes.wrapping_add(1);
        if !is_full_hour {
            continue;
        }
        if let Err(error) = auth::store::delete_expired(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "expired rows could not be removed");
        }
        let days = app.config.audit_days;
        if let Err(error) = audit::store::forget_old(&app.db, days, app.clock.now()).await {
            tracing::warn!(%error, "old entries of the audit log could not be removed");
        }
        if let Err(error) = trends::forget_old(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "the rankings could not be tidied");
        }
        if let Err(error) = usage::forget_old(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "old counts of fetches could not be removed");
        }
        if let Err(error) = token_uses::forget_old(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "old uses of API tokens could not be removed");
        }
        if let Err(error) = reports::store::forget_old(&app.db, app.clock.now()).await {
            tracing::warn!(
                error = error.body.message,
                "old reports could not be removed"
            );
        }
        if let Err(error) = webhooks::store::forget_old(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "old messages to webhooks could not be removed");
        }
        if let Err(error) = trash::store::purge_expired(&app.db, app.clock.now()).await {
            tracing::warn!(error = error.body.message, "the trash could not be purged");
        }
    }
}

/// Tries the mails that wait. Apart from the other jobs, because a mail server that hangs takes its time.
async fn mails(app: App) {
    let mut minute = tokio::time::interval(Duration::from_mins(1));
    minute.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        minute.tick().await;
        if let Err(error) = app.mailer.send_due(&app.db, &app.clock).await {
            tracing::warn!(%error, "mails that wait could not be sent");
        }
    }
}
