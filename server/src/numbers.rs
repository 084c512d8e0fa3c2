//! Version numbers of prompts and components. A number is given once: a save that began with an older text of a record is
//! recognised by the number of that text.

use prompt_core::{VersionNumber, VersionType};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::db::Tx;
use crate::http::error::Result;

/// A kind of record that has versions.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Prompt,
    Component,
}

impl Kind {
    /// The table of given numbers, and its column that names the record.
    const fn numbers(self) -> (&'static str, &'static str) {
        match self {
            Self::Prompt => ("prompt_numbers", "prompt_id"),
            Self::Component => ("component_numbers", "component_id"),
        }
    }

    /// The same of the versions.
    const fn versions(self) -> (&'static str, &'static str) {
        match self {
            Self::Prompt => ("prompt_versions", "prompt_id"),
            Self::Component => ("component_versions", "component_id"),
        }
    }
}

/// A version number from its columns, which only ever hold what a `u32` holds.
pub fn version(major: i64, minor: i64, batch: i64) -> VersionNumber {
    let part = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    VersionNumber::new(part(major), part(minor), part(batch))
}

/// Gives a record the next number after `from` that it never had. The record is locked by the transaction.
pub async fn next(
    tx: &mut Tx,
    kind: Kind,
    record: Uuid,
    from: VersionNumber,
    part: VersionType,
) -> Result<VersionNumber> {
    let (table, id) = kind.numbers();
    let sql =
        format!("SELECT version_major, version_minor, last_batch FROM {table} WHERE {id} = $1");
    let given: Vec<(i64, i64, i64)> = tx.query(AssertSqlSafe(sql)).bind(record).all().await?;
    let given: Vec<VersionNumber> = given
        .into_iter()
        .map(|(major, minor, last)| version(major, minor, last))
        .collect();
    let next = from.next_unused(part, &given)?;
    let sql = format!(
        "INSERT INTO {table} ({id}, version_major, version_minor, last_batch) VALUES ($1, $2, $3, $4)
         ON CONFLICT ({id}, version_major, version_minor) DO UPDATE SET last_batch = excluded.last_batch"
    );
    tx.query(AssertSqlSafe(sql))
        .bind(record)
        .bind(i64::from(next.major))
        .bind(i64::from(next.minor))
        .bind(i64::from(next.batch))
        .execute()
        .await?;
    Ok(next)
}

/// Whether a version holds what a record said under a number.
pub async fn is_kept(tx: &mut Tx, kind: Kind, record: Uuid, number: VersionNumber) -> Result<bool> {
    let (table, id) = kind.versions();
    let sql = format!(
        "SELECT 1 FROM {table}
         WHERE {id} = $1 AND version_major = $2 AND version_minor = $3 AND version_batch = $4"
    );
    let found = tx
        .query(AssertSqlSafe(sql))
        .bind(record)
        .bind(i64::from(number.major))
        .bind(i64::from(number.minor))
        .bind(i64::from(number.batch))
        .optional::<(i32,)>()
        .await?;
    Ok(found.is_some())
}
