//! `reports`: what visitors reported about public pages, and what was decided.

use std::io::Write as _;

use clap::Subcommand;
use promptcase_server::admin::reports::{ReportOutcome, decide};
use promptcase_server::app::App;
use promptcase_server::audit::By;
use promptcase_server::clock::Clock;
use promptcase_server::config::Config;
use promptcase_server::db::Db;
use promptcase_server::db::instance_lock::Use;
use promptcase_server::reports::store;
use uuid::Uuid;

use super::Outcome;
use super::instance::{lock, open_current};

#[derive(Subcommand)]
pub enum ReportsCommand {
    /// Close a report after something was done.
    Resolve { id: Uuid },
    /// Close a report without doing anything.
    Dismiss { id: Uuid },
}

/// Lists the reports, or decides about one.
pub async fn manage_reports(config: Config, command: Option<ReportsCommand>) -> Outcome {
    let db = open_current(&config.database(), config.database_connections).await?;
    let _lock = lock(&config.database(), Use::Shared).await?;
    let (id, outcome) = match command {
        None => {
            list(&db).await?;
            db.close().await;
            return Ok(());
        }
        Some(ReportsCommand::Resolve { id }) => (id, ReportOutcome::Resolved),
        Some(ReportsCommand::Dismiss { id }) => (id, ReportOutcome::Dismissed),
    };
    let app = App::new(config, db.clone(), Clock::System)?;
    decide(&app, id, outcome, By::CommandLine).await?;
    db.close().await;
    Ok(())
}

async fn list(db: &Db) -> Outcome {
    let reports = store::list(db, true).await?;
    let mut out = std::io::stdout();
    if reports.is_empty() {
        writeln!(out, "There are no reports.")?;
    }
    for report in &reports {
        writeln!(out, "{}", report.lines().trim_end())?;
    }
    Ok(())
}
