//! The database: the one module that knows which engine runs.
//!
//! Both engines accept the same SQL with `$1` placeholders, native UUIDs and booleans, so a statement is written
//! once, beside its feature. The few places where the engines differ check [`Db::engine`].
//!
//! SQLite runs in the process, with one writer at a time: see [`sqlite`] and docs/design/sqlite.md. PostgreSQL has
//! a connection pool, and a row that is read in order to be changed is locked with [`Tx::for_update`].

mod cells;
pub mod instance_lock;
mod query;
mod row;
mod rows;
mod slow;
mod sql;
mod sqlite;
mod upgrade;
mod value;

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{PgPool, Postgres, SqlSafeStr, Transaction};
use uuid::Uuid;

use self::query::{On, OnPostgres, OnSqlite};
pub use self::slow::Permit;
use self::slow::SlowReads;
use self::sqlite::{Sqlite, SqliteSnapshot, SqliteTx};
use crate::private;

pub use cells::Cell;
pub use query::Query;
pub(crate) use row::row;
pub use row::{Column, Field, FromRow, Row};
pub use rows::Rows as NewRows;
pub use sql::Sql;
pub use value::{SqlType, SqlValue, Typed};

static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

/// The table in which sqlx records migrations.
const MIGRATIONS: &str = "_sqlx_migrations";

pub type Result<T> = std::result::Result<T, sqlx::Error>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Whether the tables exist, and which version of the program made them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaState {
    Missing,
    Current,
    OfAnotherVersion,
}

#[derive(Clone, Debug)]
pub enum Db {
    Sqlite(Arc<Sqlite>, SlowReads),
    Postgres(PgPool, SlowReads),
}

impl Engine {
    /// The column that identifies a prompt at the least cost: SQLite's integer key for each row.
    pub fn prompt_key(self) -> &'static str {
        match self {
            Self::Sqlite => "rid",
            Self::Postgres => "id",
        }
    }
}

impl Db {
    /// Opens the database at a URL. A missing SQLite file is created, readable by its owner alone.
    pub async fn connect(url: &str, connections: u32) -> Result<Self> {
        match file_of(url) {
            Some(path) => {
                if path != Path::new(":memory:") {
                    make_file(path).map_err(sqlx::Error::Io)?;
                }
                open_sqlite(path)
            }
            None => connect_postgres(url, connections).await,
        }
    }

    /// As [`Self::connect`], without creating anything: `None` if there is no database, or none with our tables.
    pub async fn existing(url: &str, connections: u32) -> Result<Option<(Self, SchemaState)>> {
        let db = match file_of(url) {
            Some(path) if !path.is_file() || !sqlite::has_table(path, MIGRATIONS)? => {
                return Ok(None);
            }
            Some(path) => open_sqlite(path)?,
            None => connect_postgres(url, connections).await?,
        };
        let state = db.schema_state().await?;
        Ok((state != SchemaState::Missing).then_some((db, state)))
    }

    /// Runs the pending migrations.
    pub async fn migrate(&self) -> std::result::Result<(), MigrateError> {
        match self {
            Self::Sqlite(sqlite, _) => migrate_sqlite(sqlite.path()).await?,
            Self::Postgres(pool, _) => POSTGRES.run(pool).await?,
        }
        upgrade::run(self).await.map_err(MigrateError::Execute)
    }

    /// How many migrations [`Self::migrate`] would run.
    pub async fn pending_migrations(&self) -> Result<usize> {
        let known = self.migrations();
        let done = self.done_migrations().await?;
        let pending = known.filter(|version| !done.contains(version));
        Ok(pending.count())
    }

    /// The version of the newest migration that has run.
    pub async fn last_migration(&self) -> Result<Option<i64>> {
        Ok(self.done_migrations().await?.last().copied())
    }

    /// Whether the tables exist, and in which version.
    pub async fn schema_state(&self) -> Result<SchemaState> {
        let done = self.done_migrations().await?;
        Ok(if done.is_empty() {
            SchemaState::Missing
        } else if self.migrations().eq(done) {
            SchemaState::Current
        } else {
            SchemaState::OfAnotherVersion
        })
    }

    /// The versions of this program's migrations.
    fn migrations(&self) -> impl Iterator<Item = i64> {
        let migrator = match self.engine() {
            Engine::Sqlite => &SQLITE,
            Engine::Postgres => &POSTGRES,
        };
        migrator.iter().map(|migration| migration.version)
    }

    /// The versions of the migrations that have run, in order.
    async fn done_migrations(&self) -> Result<Vec<i64>> {
        let there = match self.engine() {
            Engine::Sqlite => "SELECT COUNT(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'",
            Engine::Postgres => {
                "SELECT COUNT(*) FROM information_schema.tables
                 WHERE table_schema = current_schema() AND table_name = '_sqlx_migrations'"
            }
        };
        let (is_there,) = self.read(there).one::<(i64,)>().await?;
        if is_there == 0 {
            return Ok(Vec::new());
        }
        let done = self
            .read("SELECT version FROM _sqlx_migrations WHERE success ORDER BY version")
            .all::<(i64,)>()
            .await?;
        Ok(done.into_iter().map(|(version,)| version).collect())
    }

    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(..) => Engine::Sqlite,
            Self::Postgres(..) => Engine::Postgres,
        }
    }

    /// A read-only statement.
    pub fn read(&self, sql: impl SqlSafeStr) -> Query<'_> {
        match self {
            Self::Sqlite(sqlite, _) => Query::new(On::Sqlite(OnSqlite::Reader(sqlite)), sql),
            Self::Postgres(pool, _) => Query::new(On::Postgres(OnPostgres::Pool(pool)), sql),
        }
    }

    /// The permit of slow reads for an account, for what takes long beside the reads. It must not read slowly itself.
    pub async fn permit(&self, account: Uuid) -> Result<Permit> {
        match self {
            Self::Sqlite(_, slow) | Self::Postgres(_, slow) => slow.permit(account).await,
        }
    }

    /// A read-only statement that may be slow, such as a search, on behalf of an account or visitor: see [`slow`].
    pub fn read_slowly(&self, account: Uuid, sql: impl SqlSafeStr) -> Query<'_> {
        let on = match self {
            Self::Sqlite(sqlite, slow) => On::Sqlite(OnSqlite::SlowReader(sqlite, slow, account)),
            Self::Postgres(pool, slow) => On::Postgres(OnPostgres::SlowPool(pool, slow, account)),
        };
        Query::new(on, sql)
    }

    /// One statement that writes, in a transaction of its own.
    pub fn write(&self, sql: impl SqlSafeStr) -> Query<'_> {
        match self {
            Self::Sqlite(sqlite, _) => Query::new(On::Sqlite(OnSqlite::Writer(sqlite)), sql),
            Self::Postgres(pool, _) => Query::new(On::Postgres(OnPostgres::Pool(pool)), sql),
        }
    }

    /// A statement that cannot run inside a transaction, such as SQLite's VACUUM. It does not block writers.
    pub fn apart(&self, sql: impl SqlSafeStr) -> Query<'_> {
        match self {
            Self::Sqlite(sqlite, _) => Query::new(On::Sqlite(OnSqlite::Apart(sqlite)), sql),
            Self::Postgres(pool, _) => Query::new(On::Postgres(OnPostgres::Pool(pool)), sql),
        }
    }

    /// Begins a transaction that may write. It is rolled back unless committed.
    pub async fn begin(&self) -> Result<Tx> {
        match self {
            Self::Sqlite(sqlite, _) => Ok(Tx::Sqlite(sqlite.begin().await?)),
            Self::Postgres(pool, _) => Ok(Tx::Postgres(pool.begin().await?)),
        }
    }

    /// Begins a read-only transaction that sees one snapshot throughout, whatever is written meanwhile.
    pub async fn snapshot(&self) -> Result<Tx> {
        match self {
            Self::Sqlite(sqlite, _) => Ok(Tx::Snapshot(SqliteSnapshot::begin(sqlite)?)),
            Self::Postgres(pool, _) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Ok(Tx::Postgres(pool.begin_with(begin).await?))
            }
        }
    }

    /// The open connections to PostgreSQL, and how many of them are idle.
    pub fn connections(&self) -> Option<(u32, u32)> {
        match self {
            Self::Sqlite(..) => None,
            Self::Postgres(pool, _) => {
                let idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
                Some((pool.size(), idle))
            }
        }
    }

    /// Waits for running statements and closes every connection.
    pub async fn close(&self) {
        match self {
            Self::Sqlite(sqlite, _) => sqlite.close().await,
            Self::Postgres(pool, _) => pool.close().await,
        }
    }
}

/// Whether a URL is that of a PostgreSQL server, and not of an SQLite file.
pub fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

/// The SQLite file that a URL names.
fn file_of(url: &str) -> Option<&Path> {
    if is_postgres(url) {
        return None;
    }
    let path = url.strip_prefix("sqlite:").unwrap_or(url);
    Some(Path::new(path.strip_prefix("//").unwrap_or(path)))
}

fn open_sqlite(path: &Path) -> Result<Db> {
    let slow = SlowReads::on_cores(available_parallelism().map_or(2, usize::from));
    Ok(Db::Sqlite(Arc::new(Sqlite::open(path)?), slow))
}

/// Creates the file for its owner alone; SQLite gives the files beside it the same permissions.
fn make_file(path: &Path) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        private::new_folder(folder)?;
    }
    private::create_owner_only(path)?;
    for ending in ["-wal", "-shm"] {
        let mut beside = path.as_os_str().to_owned();
        beside.push(ending);
        match private::close_to_others(Path::new(&beside)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Runs sqlx's migrations on a connection of their own. It enforces no foreign keys, so that a migration can replace a
/// table that others refer to.
async fn migrate_sqlite(path: &Path) -> std::result::Result<(), MigrateError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(false)
        .busy_timeout(Duration::from_secs(10));
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await?;
    let done = SQLITE.run(&pool).await;
    pool.close().await;
    done
}

async fn connect_postgres(url: &str, connections: u32) -> Result<Db> {
    let options = PgConnectOptions::from_str(url)?.application_name("promptcase");
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(20))
        .connect_with(options)
        .await?;
    let slow = SlowReads::on_connections(connections as usize);
    Ok(Db::Postgres(pool, slow))
}

/// A transaction of either engine.
pub enum Tx {
    Sqlite(SqliteTx),
    Snapshot(SqliteSnapshot),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    pub fn query(&mut self, sql: impl SqlSafeStr) -> Query<'_> {
        match self {
            Self::Sqlite(tx) => Query::new(On::Sqlite(OnSqlite::Tx(tx)), sql),
            Self::Snapshot(tx) => Query::new(On::Sqlite(OnSqlite::Snapshot(tx)), sql),
            Self::Postgres(tx) => Query::new(On::Postgres(OnPostgres::Tx(tx)), sql),
        }
    }

    /// The suffix of a SELECT whose rows are about to be changed. SQLite's single writer needs none.
    pub fn for_update(&self) -> &'static str {
        match self {
            Self::Sqlite(_) | Self::Snapshot(_) => "",
            Self::Postgres(_) => " FOR UPDATE",
        }
    }

    /// The suffix of a SELECT whose rows must not be deleted while the transaction runs.
    pub fn for_key_share(&self) -> &'static str {
        match self {
            Self::Sqlite(_) | Self::Snapshot(_) => "",
            Self::Postgres(_) => " FOR KEY SHARE",
        }
    }

    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(_) | Self::Snapshot(_) => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// Rolls the transaction back and waits until the other transactions' changes it has read are durable. Only
    /// then may a response report them.
    pub async fn roll_back(self) -> Result<()> {
        match self {
            Self::Sqlite(tx) => tx.roll_back().await,
            Self::Snapshot(_) => Ok(()),
            Self::Postgres(tx) => tx.rollback().await,
        }
    }

    pub async fn commit(self) -> Result<()> {
        match self {
            Self::Sqlite(tx) => tx.commit().await,
            Self::Snapshot(_) => Ok(()),
            Self::Postgres(tx) => tx.commit().await,
        }
    }
}
