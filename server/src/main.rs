//! The server program: `serve` and the administrator's commands.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use poem::Server;
use poem::listener::Acceptor as _;
use promptcase_server::app::App;
use promptcase_server::clients::ai;
use promptcase_server::clock::Clock;
use promptcase_server::community::trends;
use promptcase_server::components::samples;
use promptcase_server::config::{Config, LogFormat};
use promptcase_server::db::{Db, Engine, SchemaState};
use promptcase_server::fetch::usage;
use promptcase_server::seed::bulk::BulkSeed;
use promptcase_server::seed::{self, Seeded};
use promptcase_server::{admin, auth, backup, credits, private, router, trash, webhooks};
use tracing_subscriber::EnvFilter;
use url::Url;

/// A request makes about a hundred small allocations, on any of the threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long running requests may take to finish after the server was asked to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);

const EXIT_CODES: &str = "Exit codes: 0 done, 1 it could not be done and standard error says why, 2 the command line \
    could not be read.";

/// Write, structure, version, organise, share and export AI prompts.
#[derive(Parser)]
#[command(name = "promptcase-server", version, about, long_about = None, after_help = EXIT_CODES)]
struct Program {
    #[command(flatten)]
    config: Config,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the web app and the API (the default command).
    Serve,
    /// Print the API's contract as an OpenAPI document.
    Openapi,
    /// Add a demo account with sample prompts and print how to sign in. Does nothing if the account exists.
    Seed {
        #[command(flatten)]
        filling: BulkSeed,
    },
    /// Manage accounts.
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
    /// Write a consistent copy of the instance, running or not, to a new file. The instance is not changed.
    Backup { file: PathBuf },
    /// Fill an empty instance from a backup, which is not changed. Stop the server first.
    Restore { file: PathBuf },
    /// Move an instance to another database, from SQLite to PostgreSQL or back. Stop the server first.
    MigrateData {
        /// Database to read, as `sqlite:data/promptcase.db`.
        #[arg(long)]
        from: String,
        /// Database to fill, as `postgres://user:password@host/name`. It must be empty.
        #[arg(long)]
        to: String,
    },
}

#[derive(Subcommand)]
enum UserCommand {
    /// Set a new random password and print it. Ends all sessions and API tokens and turns two-factor authentication off.
    ResetPassword { email: String },
    /// Give an account credits. They are added to its ledger with the reason, which its owner sees, and do not
    /// expire. Granting twice gives twice.
    Grant {
        email: String,
        /// Number of credits, from 1 to 1000000.
        #[arg(value_parser = clap::value_parser!(u64).range(1..=admin::LARGEST_GIFT))]
        credits: u64,
        /// The reason, in a few words for the owner of the account, such as `Thank you for the bug report`.
        #[arg(long)]
        reason: String,
    },
    /// Delete an account and everything it owns.
    Delete { email: String },
}

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Outcome = Result<(), Failure>;

#[tokio::main]
async fn main() -> ExitCode {
    let program = Program::parse();
    let done = match program.command {
        None | Some(Command::Serve) => serve(program.config).await,
        Some(Command::Openapi) => print_contract(program.config).await,
        Some(Command::Seed { filling }) => plant(program.config, filling).await,
        Some(Command::User { command }) => manage(program.config, command).await,
        Some(Command::Backup { file }) => save(program.config, &file).await,
        Some(Command::Restore { file }) => fill(program.config, &file).await,
        Some(Command::MigrateData { from, to }) => migrate_data(program.config, &from, &to).await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
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

async fn open(config: &Config) -> Result<Db, Failure> {
    let cannot = |error: &dyn std::fmt::Display| format!("the database cannot be opened: {error}");
    let db = Db::connect(&config.database(), config.database_connections)
        .await
        .map_err(|error| cannot(&error))?;
    db.migrate().await.map_err(|error| cannot(&error))?;
    Ok(db)
}

/// Opens an existing instance without changing it. A mistyped URL must not create one, and another version must not
/// migrate it.
async fn open_existing(url: &str, connections: u32) -> Result<(Db, SchemaState), Failure> {
    let found = Db::existing(url, connections).await;
    let found = found.map_err(|error| format!("the database cannot be opened: {error}"))?;
    found.ok_or_else(|| format!("there is no instance in {}", without_password(url)).into())
}

/// As [`open_existing`], for the current version only.
async fn open_current(url: &str, connections: u32) -> Result<Db, Failure> {
    match open_existing(url, connections).await? {
        (db, SchemaState::Current) => Ok(db),
        _ => Err(other_version(url)),
    }
}

fn other_version(url: &str) -> Failure {
    format!(
        "the instance in {} is of another version of this program: use that version, or start this one's server once",
        without_password(url)
    )
    .into()
}

fn without_password(url: &str) -> String {
    if let Ok(mut parsed) = Url::parse(url)
        && parsed.has_host()
    {
        let _ = parsed.set_password(None);
        parsed.set_query(None);
        return parsed.into();
    }
    url.strip_prefix("sqlite:").unwrap_or(url).to_owned()
}

/// Creates the data folder for its owner alone. An existing one may be open to others and is closed.
fn make_data_folder(config: &Config) -> Outcome {
    let folder = &config.data_dir;
    let made = private::new_folder(folder).and_then(|()| private::close_to_others(folder));
    made.map_err(|error| {
        let folder = folder.display();
        format!("the data folder {folder} cannot be made: {error}").into()
    })
}

async fn serve(mut config: Config) -> Outcome {
    config.check()?;
    log(&config)?;
    find_ollama(&mut config).await?;
    make_data_folder(&config)?;
    let db = open(&config).await?;
    let listen = config.listen;
    let app = App::new(config, db.clone(), Clock::System)?;
    samples::ensure(&db, app.now()).await?;

    let acceptor = app
        .connections
        .listen(listen)
        .await
        .map_err(|error| format!("{listen} cannot be listened on: {error}"))?;
    for address in acceptor.local_addr() {
        tracing::info!(%address, url = app.config.public_url, "listening");
    }
    let housekeeping = tokio::spawn(housekeeping(app.clone()));
    let webhooks = tokio::spawn(webhooks::sender::run(app.clone()));
    Server::new_with_acceptor(acceptor)
        .name("promptcase")
        .run_with_graceful_shutdown(
            router::endpoint(&app),
            stop_signal(),
            Some(SHUTDOWN_TIMEOUT),
        )
        .await?;
    housekeeping.abort();
    webhooks.abort();
    db.close().await;
    tracing::info!("stopped");
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

async fn plant(config: Config, filling: BulkSeed) -> Outcome {
    config.check()?;
    make_data_folder(&config)?;
    let db = open(&config).await?;
    let url = config.public_url.clone();
    let app = App::new(config, db.clone(), Clock::System)?;
    let seeded = seed::seed(&app).await?;
    filling.fill(&app).await?;
    db.close().await;
    let done = match seeded {
        Seeded::New(count) => format!("Added {count} sample prompts."),
        Seeded::AlreadyThere => "The sample data is there already.".to_owned(),
    };
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{done}\n\n  address   {url}/login\n  email     {}\n  password  {}",
        seed::EMAIL,
        seed::PASSWORD
    )?;
    Ok(())
}

async fn manage(config: Config, command: UserCommand) -> Outcome {
    let db = open_current(&config.database(), config.database_connections).await?;
    let app = App::new(config, db.clone(), Clock::System)?;
    let mut out = std::io::stdout();
    match command {
        UserCommand::ResetPassword { email } => {
            writeln!(out, "{}", admin::reset_password(&app, &email).await?)?;
        }
        UserCommand::Grant {
            email,
            credits,
            reason,
        } => {
            let has = admin::grant(&app, &email, credits, &reason).await?;
            let balance = has.balance.balance;
            writeln!(
                out,
                "Gave {credits} credits to {email}, who has {balance} now."
            )?;
        }
        UserCommand::Delete { email } => {
            admin::delete(&app, &email).await?;
            writeln!(out, "Deleted {email}.")?;
        }
    }
    db.close().await;
    Ok(())
}

async fn save(config: Config, file: &Path) -> Outcome {
    // An SQLite file is copied whole, in any version. PostgreSQL is copied table by table, so every table must be
    // known.
    let (url, connections) = (config.database(), config.database_connections);
    let (db, state) = open_existing(&url, connections).await?;
    if db.engine() == Engine::Postgres && state != SchemaState::Current {
        return Err(other_version(&url));
    }
    report("Backed up", &backup::backup(&db, file).await?)?;
    db.close().await;
    Ok(())
}

async fn fill(config: Config, file: &Path) -> Outcome {
    make_data_folder(&config)?;
    // Checked first: a backup that cannot be restored must not leave an empty instance behind.
    let backup = backup::checked(file, &config.data_dir).await?;
    let db = open(&config).await?;
    let restored = backup::restore(backup, &db).await?;
    report("Restored", &restored)?;
    db.close().await;
    Ok(())
}

async fn migrate_data(config: Config, from: &str, to: &str) -> Outcome {
    let from = open_current(from, config.database_connections).await?;
    let to = Db::connect(to, 4).await?;
    to.migrate().await?;
    report("Moved", &backup::copy(&from, &to).await?)?;
    from.close().await;
    to.close().await;
    Ok(())
}

fn report(done: &str, tables: &backup::Report) -> Outcome {
    let mut out = std::io::stdout();
    let rows: usize = tables.iter().map(|(_, rows)| rows).sum();
    writeln!(out, "{done} {rows} rows, verified:")?;
    for (table, rows) in tables.iter().filter(|(_, rows)| *rows > 0) {
        writeln!(out, "  {table:<28} {rows:>9}")?;
    }
    Ok(())
}

/// Waits for Ctrl+C or a termination signal.
async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => tokio::select! { _ = interrupt => {}, _ = terminate.recv() => {} },
            Err(error) => {
                tracing::warn!(%error, "cannot wait for SIGTERM");
                let _ = interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
    tracing::info!("stopping: running requests are finished first");
}

/// Background jobs: every hour expired rows are deleted, and every minute the credit reservations of processes that
/// have died are released.
async fn housekeeping(app: App) {
    let mut minute = tokio::time::interval(Duration::from_mins(1));
    let mut minutes = 0_u32;
    loop {
        minute.tick().await;
        if let Err(error) = credits::store::release_stale(&app.db, app.clock.now(), None).await {
            tracing::warn!(%error, "stale reservations could not be released");
        }
        let is_full_hour = minutes.is_multiple_of(60);
        minutes = minutes.wrapping_add(1);
        if !is_full_hour {
            continue;
        }
        if let Err(error) = auth::store::delete_expired(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "expired rows could not be removed");
        }
        if let Err(error) = trends::forget_old(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "the rankings could not be tidied");
        }
        if let Err(error) = usage::forget_old(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "old counts of fetches could not be removed");
        }
        if let Err(error) = webhooks::store::forget_old(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "old messages to webhooks could not be removed");
        }
        if let Err(error) = trash::store::purge_expired(&app.db, app.clock.now()).await {
            tracing::warn!(error = error.body.message, "the trash could not be purged");
        }
    }
}

async fn print_contract(config: Config) -> Outcome {
    // No request is served, so any database will do.
    let app = App::new(
        config,
        Db::connect("sqlite::memory:", 1).await?,
        Clock::System,
    )?;
    let document = serde_json::to_string_pretty(router::contract(&app))?;
    writeln!(std::io::stdout(), "{document}")?;
    Ok(())
}
