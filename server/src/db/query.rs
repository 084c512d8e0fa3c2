//! A statement, its bound values and where it runs.

use std::sync::Arc;
use std::time::Instant;

use rusqlite::Connection;
use sqlx::{PgPool, Postgres, SqlSafeStr, SqlStr, Transaction};
use uuid::Uuid;

use super::Result;
use super::row::{FromRow, Row};
use super::slow::SlowReads;
use super::sqlite::{self, Sqlite, SqliteSnapshot, SqliteTx};
use super::value::{self, SqlValue};

/// The time of statements in the metrics, with the waits for a connection or the one writer.
const STATEMENT: &str = "database_statement_seconds";

/// A statement and its values, bound in the order of `$1`, `$2`, ….
pub struct Query<'c> {
    on: On<'c>,
    sql: SqlStr,
    values: Vec<SqlValue>,
}

/// Where a statement runs.
pub(super) enum On<'c> {
    Sqlite(OnSqlite<'c>),
    Postgres(OnPostgres<'c>),
}

pub(super) enum OnSqlite<'c> {
    Reader(&'c Sqlite),
    SlowReader(&'c Arc<Sqlite>, &'c SlowReads, Uuid),
    Writer(&'c Sqlite),
    Apart(&'c Sqlite),
    Tx(&'c mut SqliteTx),
    Snapshot(&'c mut SqliteSnapshot),
}

pub(super) enum OnPostgres<'c> {
    Pool(&'c PgPool),
    SlowPool(&'c PgPool, &'c SlowReads, Uuid),
    Tx(&'c mut Transaction<'static, Postgres>),
}

impl<'c> Query<'c> {
    pub(super) fn new(on: On<'c>, sql: impl SqlSafeStr) -> Self {
        Self {
            on,
            sql: sql.into_sql_str(),
            values: Vec::new(),
        }
    }

    #[must_use]
    pub fn bind(mut self, value: impl Into<SqlValue>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Binds values in order.
    pub(super) fn bind_all(mut self, values: Vec<SqlValue>) -> Self {
        self.values.extend(values);
        self
    }

    pub async fn all<T: FromRow>(self) -> Result<Vec<T>> {
        let rows = self.rows(usize::MAX).await?;
        rows.iter().map(T::from_row).collect()
    }

    pub async fn optional<T: FromRow>(self) -> Result<Option<T>> {
        let rows = self.rows(1).await?;
        rows.first().map(T::from_row).transpose()
    }

    pub async fn one<T: FromRow>(self) -> Result<T> {
        self.optional().await?.ok_or(sqlx::Error::RowNotFound)
    }

    // Nothing below is generic, so the drivers' code is compiled once.

    /// Returns the rows, or only the first if `most` is 1. On SQLite any `most` is a limit.
    pub(super) async fn rows(self, most: usize) -> Result<Vec<Row>> {
        let began = Instant::now();
        let rows = self.rows_untimed(most).await;
        metrics::histogram!(STATEMENT, "kind" => "read").record(began.elapsed().as_secs_f64());
        rows
    }

    async fn rows_untimed(self, most: usize) -> Result<Vec<Row>> {
        match self.on {
            On::Sqlite(on) => {
                let statement = Statement(self.sql, self.values);
                let run = move |statement: &Statement, connection: &Connection| {
                    sqlite::rows(connection, statement.0.as_str(), &statement.1, most)
                };
                let rows = statement.run(on, run).await?;
                Ok(rows.into_iter().map(Row::Sqlite).collect())
            }
            On::Postgres(on) => {
                let arguments = value::postgres(self.values)?;
                if let OnPostgres::SlowPool(pool, slow, account) = on {
                    let rows = slow
                        .postgres(account, pool, self.sql, arguments, most)
                        .await?;
                    return Ok(rows.into_iter().map(Row::Postgres).collect());
                }
                let query = sqlx::query_with(self.sql, arguments);
                let rows = match (on, most) {
                    (OnPostgres::Tx(tx), 1) => {
                        let row = query.fetch_optional(&mut **tx).await?;
                        row.into_iter().collect()
                    }
                    (OnPostgres::Tx(tx), _) => query.fetch_all(&mut **tx).await?,
                    (OnPostgres::Pool(pool) | OnPostgres::SlowPool(pool, ..), 1) => {
                        query.fetch_optional(pool).await?.into_iter().collect()
                    }
                    (OnPostgres::Pool(pool) | OnPostgres::SlowPool(pool, ..), _) => {
                        query.fetch_all(pool).await?
                    }
                };
                Ok(rows.into_iter().map(Row::Postgres).collect())
            }
        }
    }

    /// Runs the statement and returns the number of affected rows.
    pub async fn execute(self) -> Result<u64> {
        let began = Instant::now();
        let done = self.execute_untimed().await;
        metrics::histogram!(STATEMENT, "kind" => "write").record(began.elapsed().as_secs_f64());
        done
    }

    async fn execute_untimed(self) -> Result<u64> {
        match self.on {
            On::Sqlite(on) => {
                let run = |statement: &Statement, connection: &Connection| {
                    sqlite::execute(connection, statement.0.as_str(), &statement.1)
                };
                Statement(self.sql, self.values).run(on, run).await
            }
            On::Postgres(on) => {
                let query = sqlx::query_with(self.sql, value::postgres(self.values)?);
                let done = match on {
                    OnPostgres::Pool(pool) | OnPostgres::SlowPool(pool, ..) => {
                        query.execute(pool).await?
                    }
                    OnPostgres::Tx(tx) => query.execute(&mut **tx).await?,
                };
                Ok(done.rows_affected())
            }
        }
    }
}

/// A statement for SQLite.
struct Statement(SqlStr, Vec<SqlValue>);

impl Statement {
    async fn run<T: Send + 'static>(
        self,
        on: OnSqlite<'_>,
        run: impl FnOnce(&Self, &Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        match on {
            OnSqlite::Reader(sqlite) => sqlite.read(|connection| run(&self, connection)),
            OnSqlite::SlowReader(sqlite, slow, account) => {
                slow.sqlite(account, sqlite, move |connection| run(&self, connection))
                    .await
            }
            OnSqlite::Writer(sqlite) => {
                let mut tx = sqlite.begin().await?;
                let done = tx.run(|connection| run(&self, connection))?;
                tx.commit().await?;
                Ok(done)
            }
            OnSqlite::Apart(sqlite) => sqlite.apart(move |connection| run(&self, connection)).await,
            OnSqlite::Tx(tx) => tx.run(|connection| run(&self, connection)),
            OnSqlite::Snapshot(tx) => tx.run(|connection| run(&self, connection)),
        }
    }
}
