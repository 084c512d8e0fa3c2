//! The server program: `serve` and the administrator's commands.

mod commands;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use promptcase_server::config::Config;
use promptcase_server::config::files::with_files;
use promptcase_server::seed::bulk::BulkSeed;

use crate::commands::accounts::{UserCommand, manage};
use crate::commands::audit::print_audit;
use crate::commands::data::{fill, migrate_data, plant, print_contract, save};
use crate::commands::health::health;
use crate::commands::mail::{MailCommand, send_test};
use crate::commands::reports::{ReportsCommand, manage_reports};
use crate::commands::serve::serve;

/// A request makes about a hundred small allocations, on any of the threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXIT_CODES: &str = "Exit codes: 0 done, 1 it could not be done and standard error says why, 2 the command line \
    could not be read.";

/// The version with the commit, if the program was built to be installed elsewhere (`make dist`).
const VERSION: &str = match option_env!("PROMPTCASE_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// Write, structure, version, organise, share and export AI prompts.
#[derive(Parser)]
#[command(name = "promptcase-server", version = VERSION, about, long_about = None, after_help = EXIT_CODES)]
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
    /// Ask a running server whether it is ready; exits with 0 if it is. For the health checks of containers.
    Health,
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
    /// Try the settings of mail.
    Mail {
        #[command(subcommand)]
        command: MailCommand,
    },
    /// List what visitors reported about public pages, the newest first, or close a report.
    Reports {
        #[command(subcommand)]
        command: Option<ReportsCommand>,
    },
    /// Print the audit log as JSON Lines, the newest entry first.
    Audit,
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

#[tokio::main]
async fn main() -> ExitCode {
    let variable = |name: &str| std::env::var_os(name);
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let program = match with_files(&Program::command(), arguments, variable) {
        Ok(arguments) => Program::parse_from(arguments),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            return ExitCode::from(2);
        }
    };
    let done = match program.command {
        None | Some(Command::Serve) => serve(program.config).await,
        Some(Command::Health) => health(program.config).await,
        Some(Command::Openapi) => print_contract(program.config).await,
        Some(Command::Seed { filling }) => plant(program.config, filling).await,
        Some(Command::User { command }) => manage(program.config, command).await,
        Some(Command::Mail { command }) => send_test(program.config, command).await,
        Some(Command::Reports { command }) => manage_reports(program.config, command).await,
        Some(Command::Audit) => print_audit(program.config).await,
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
