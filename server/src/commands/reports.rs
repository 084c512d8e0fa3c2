//! `reports`: what visitors reported about public pages.

use std::io::Write as _;

use promptcase_server::config::Config;
use promptcase_server::reports::store;

use super::Outcome;
use super::instance::open_current;

pub async fn list_reports(config: Config) -> Outcome {
    let db = open_current(&config.database(), config.database_connections).await?;
    let reports = store::list(&db, true).await?;
    let mut out = std::io::stdout();
    if reports.is_empty() {
        writeln!(out, "There are no reports.")?;
    }
    for report in &reports {
        writeln!(out, "{}", report.lines().trim_end())?;
    }
    db.close().await;
    Ok(())
}
