//! `audit`: the audit log as JSON Lines.

use std::io::Write as _;

use promptcase_server::audit::store::{Filter, list};
use promptcase_server::config::Config;

use super::Outcome;
use super::instance::open_current;

/// Entries read at once.
const CHUNK: usize = 500;

/// Writes the entries, newest first.
pub async fn print_audit(config: Config) -> Outcome {
    let db = open_current(&config.database(), config.database_connections).await?;
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let mut cursor = None;
    loop {
        let page = list(&db, Filter::default(), cursor.as_deref(), CHUNK).await?;
        for entry in &page.items {
            out.write_all(entry.line()?.as_bytes())?;
        }
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    out.flush()?;
    db.close().await;
    Ok(())
}
