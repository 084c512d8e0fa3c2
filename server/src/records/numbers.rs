//! Version numbers of records. Each number is used once, so a save based on an older text is recognised by its
//! number (optimistic concurrency).

use prompt_core::{VersionNumber, VersionType};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::db::Tx;
use crate::http::error::Result;
use crate::records::Kind;
use crate::records::columns::{parts, version};

/// Returns the next number after `from` that the record never had. The caller's transaction has locked the record.
pub async fn next<K: Kind>(
    tx: &mut Tx,
    record: Uuid,
    from: VersionNumber,
    part: VersionType,
) -> Result<VersionNumber> {
    let kind = K::KIND;
    let sql = format!(
        "SELECT version_major, version_minor, last_batch FROM {kind}_numbers WHERE {kind}_id = $1"
    );
    let given: Vec<(i64, i64, i64)> = tx.query(AssertSqlSafe(sql)).bind(record).all().await?;
    let given: Vec<VersionNumber> = given
        .into_iter()
        .map(|(major, minor, last)| version(major, minor, last))
        .collect();
    let next = from.next_unused(part, &given)?;
    let sql = format!(
        "INSERT INTO {kind}_numbers ({kind}_id, version_major, version_minor, last_batch) VALUES ($1, $2, $3, $4)
         ON CONFLICT ({kind}_id, version_major, version_minor) DO UPDATE SET last_batch = excluded.last_batch"
    );
    let [major, minor, batch] = parts(next);
    let insert = tx.query(AssertSqlSafe(sql)).bind(record);
    insert.bind(major).bind(minor).bind(batch).execute().await?;
    Ok(next)
}
