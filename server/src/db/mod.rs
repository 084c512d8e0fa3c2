//! The database: the one module that knows which engine runs.
//!
//! Both engines understand the same SQL text with `$1` places, native UUIDs and booleans, so a statement stands once,
//! beside its room. The few places where the engines differ ask [`Db::engine`].
//!
//! SQLite has one writer connection, whose transactions begin IMMEDIATE so that a read inside them is a read under the
//! write lock, and a pool of readers that cannot write. PostgreSQL has one pool; a row that is read in order to be
//! changed is locked with [`Tx::for_update`].

mod cells;

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::encode::Encode;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::types::Type;
use sqlx::{
    Arguments, AssertSqlSafe, FromRow, PgPool, Postgres, SqlSafeStr, SqlStr, Sqlite, SqlitePool,
    Transaction,
};
use uuid::Uuid;

pub use cells::Cell;

static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

pub type Result<T> = std::result::Result<T, sqlx::Error>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

#[derive(Clone, Debug)]
pub enum Db {
    Sqlite {
        readers: SqlitePool,
        writer: SqlitePool,
    },
    Postgres(PgPool),
}

impl Db {
    /// Opens the database a URL names, creating a missing SQLite file.
    pub async fn connect(url: &str, connections: u32) -> Result<Self> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return connect_postgres(url, connections).await;
        }
        let path = url.strip_prefix("sqlite:").unwrap_or(url);
        connect_sqlite(path.strip_prefix("//").unwrap_or(path), connections).await
    }

    /// Brings the tables to the form this program expects.
    pub async fn migrate(&self) -> std::result::Result<(), MigrateError> {
        match self {
            Self::Sqlite { writer, .. } => SQLITE.run(writer).await,
            Self::Postgres(pool) => POSTGRES.run(pool).await,
        }
    }

    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite { .. } => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// A statement that only reads.
    pub fn read(&self, sql: impl SqlSafeStr) -> Query<'_> {
        match self {
            Self::Sqlite { readers, .. } => Query::new(On::SqlitePool(readers), sql),
            Self::Postgres(pool) => Query::new(On::PgPool(pool), sql),
        }
    }

    /// One statement that writes, as a transaction of its own.
    pub fn write(&self, sql: impl SqlSafeStr) -> Query<'_> {
        match self {
            Self::Sqlite { writer, .. } => Query::new(On::SqlitePool(writer), sql),
            Self::Postgres(pool) => Query::new(On::PgPool(pool), sql),
        }
    }

    /// Begins a transaction that may write. It is rolled back unless committed.
    pub async fn begin(&self) -> Result<Tx> {
        match self {
            Self::Sqlite { writer, .. } => {
                Ok(Tx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?))
            }
            Self::Postgres(pool) => Ok(Tx::Postgres(pool.begin().await?)),
        }
    }

    /// Begins a transaction that only reads and sees one moment throughout, whatever is written meanwhile.
    pub async fn snapshot(&self) -> Result<Tx> {
        match self {
            Self::Sqlite { readers, .. } => Ok(Tx::Sqlite(readers.begin().await?)),
            Self::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Ok(Tx::Postgres(pool.begin_with(begin).await?))
            }
        }
    }

    /// Waits for running statements and closes every connection.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

async fn connect_sqlite(path: &str, connections: u32) -> Result<Db> {
    if let Some(folder) = Path::new(path).parent() {
        std::fs::create_dir_all(folder).map_err(sqlx::Error::Io)?;
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A commit that was answered must survive a power cut: the credit ledger lives here.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(10))
        .statement_cache_capacity(256)
        .pragma("cache_size", "-16000")
        .pragma("journal_size_limit", "67108864")
        .pragma("temp_store", "MEMORY");
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(Duration::from_secs(20))
        .connect_with(options.clone())
        .await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(Duration::from_secs(20))
        .connect_with(options.pragma("query_only", "ON"))
        .await?;
    Ok(Db::Sqlite { readers, writer })
}

async fn connect_postgres(url: &str, connections: u32) -> Result<Db> {
    let options = PgConnectOptions::from_str(url)?
        .application_name("promptcase")
        // Plans made for the values at hand: a general plan for a text search reads far too much.
        .options([("plan_cache_mode", "force_custom_plan")]);
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(20))
        .connect_with(options)
        .await?;
    Ok(Db::Postgres(pool))
}

/// A transaction.
pub enum Tx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    pub fn query(&mut self, sql: impl SqlSafeStr) -> Query<'_> {
        match self {
            Self::Sqlite(tx) => Query::new(On::Sqlite(tx), sql),
            Self::Postgres(tx) => Query::new(On::Postgres(tx), sql),
        }
    }

    /// The end of a SELECT whose rows are about to be changed: SQLite's writer is alone already.
    pub fn for_update(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "",
            Self::Postgres(_) => " FOR UPDATE",
        }
    }

    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(_) => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    pub async fn commit(self) -> Result<()> {
        match self {
            Self::Sqlite(tx) => tx.commit().await,
            Self::Postgres(tx) => tx.commit().await,
        }
    }
}

/// A value that both engines can take.
pub trait Value<'v>:
    Encode<'v, Sqlite> + Type<Sqlite> + Encode<'v, Postgres> + Type<Postgres>
{
}
impl<'v, T: Encode<'v, Sqlite> + Type<Sqlite> + Encode<'v, Postgres> + Type<Postgres>> Value<'v>
    for T
{
}

/// A row that both engines can give: a struct with `derive(sqlx::FromRow)` or a tuple.
pub trait Record:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}
impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin> Record for T {}

enum On<'c> {
    SqlitePool(&'c SqlitePool),
    PgPool(&'c PgPool),
    Sqlite(&'c mut Transaction<'static, Sqlite>),
    Postgres(&'c mut Transaction<'static, Postgres>),
}

enum Args {
    Sqlite(SqliteArguments),
    Postgres(PgArguments),
}

/// A statement and its values, bound in the order of `$1`, `$2`, ….
pub struct Query<'c> {
    on: On<'c>,
    sql: SqlStr,
    args: Args,
    failed: Option<sqlx::Error>,
}

enum Rows {
    Sqlite(Vec<SqliteRow>),
    Postgres(Vec<PgRow>),
}

impl From<Vec<SqliteRow>> for Rows {
    fn from(rows: Vec<SqliteRow>) -> Self {
        Self::Sqlite(rows)
    }
}

impl From<Vec<PgRow>> for Rows {
    fn from(rows: Vec<PgRow>) -> Self {
        Self::Postgres(rows)
    }
}

enum Row {
    Sqlite(Option<SqliteRow>),
    Postgres(Option<PgRow>),
}

impl From<Option<SqliteRow>> for Row {
    fn from(row: Option<SqliteRow>) -> Self {
        Self::Sqlite(row)
    }
}

impl From<Option<PgRow>> for Row {
    fn from(row: Option<PgRow>) -> Self {
        Self::Postgres(row)
    }
}

/// Runs one sqlx call on whichever connection the query has.
macro_rules! run {
    ($query:expr, |$sql:ident, $args:ident, $on:ident| $call:expr) => {{
        let query = $query;
        if let Some(error) = query.failed {
            return Err(error);
        }
        let $sql = query.sql;
        match (query.on, query.args) {
            (On::SqlitePool($on), Args::Sqlite($args)) => $call,
            (On::PgPool($on), Args::Postgres($args)) => $call,
            (On::Sqlite(tx), Args::Sqlite($args)) => {
                let $on = &mut **tx;
                $call
            }
            (On::Postgres(tx), Args::Postgres($args)) => {
                let $on = &mut **tx;
                $call
            }
            _ => Err(sqlx::Error::Protocol(
                "values bound for another engine".into(),
            )),
        }
    }};
}

impl<'c> Query<'c> {
    fn new(on: On<'c>, sql: impl SqlSafeStr) -> Self {
        let args = match on {
            On::SqlitePool(_) | On::Sqlite(_) => Args::Sqlite(SqliteArguments::default()),
            On::PgPool(_) | On::Postgres(_) => Args::Postgres(PgArguments::default()),
        };
        Self {
            on,
            sql: sql.into_sql_str(),
            args,
            failed: None,
        }
    }

    #[must_use]
    pub fn bind<'v>(mut self, value: impl Value<'v> + 'v) -> Self {
        let added = match &mut self.args {
            Args::Sqlite(args) => Arguments::add(args, value),
            Args::Postgres(args) => Arguments::add(args, value),
        };
        if let Err(error) = added {
            self.failed = Some(sqlx::Error::Encode(error));
        }
        self
    }

    pub async fn all<T: Record>(self) -> Result<Vec<T>> {
        match self.rows().await? {
            Rows::Sqlite(rows) => rows.iter().map(T::from_row).collect(),
            Rows::Postgres(rows) => rows.iter().map(T::from_row).collect(),
        }
    }

    pub async fn optional<T: Record>(self) -> Result<Option<T>> {
        match self.row().await? {
            Row::Sqlite(row) => row.as_ref().map(T::from_row).transpose(),
            Row::Postgres(row) => row.as_ref().map(T::from_row).transpose(),
        }
    }

    pub async fn one<T: Record>(self) -> Result<T> {
        self.optional().await?.ok_or(sqlx::Error::RowNotFound)
    }

    // Nothing below is generic: the drivers' code is compiled once and not again for every type that is read.

    async fn rows(self) -> Result<Rows> {
        run!(self, |sql, args, on| sqlx::query_with(sql, args)
            .fetch_all(on)
            .await
            .map(Rows::from))
    }

    async fn row(self) -> Result<Row> {
        run!(self, |sql, args, on| sqlx::query_with(sql, args)
            .fetch_optional(on)
            .await
            .map(Row::from))
    }

    /// Runs the statement and says how many rows it touched.
    pub async fn execute(self) -> Result<u64> {
        run!(self, |sql, args, on| sqlx::query_with(sql, args)
            .execute(on)
            .await
            .map(|done| done.rows_affected()))
    }
}

/// SQL that is put together at run time: text, and the values it refers to by number. Only ever text of our own.
pub struct Sql {
    text: String,
    values: Vec<SqlValue>,
}

enum SqlValue {
    Id(Uuid),
    Text(String),
    Number(i64),
    Real(f64),
    Truth(bool),
}

impl From<Uuid> for SqlValue {
    fn from(id: Uuid) -> Self {
        Self::Id(id)
    }
}

impl From<String> for SqlValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for SqlValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for SqlValue {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<f64> for SqlValue {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<bool> for SqlValue {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl Sql {
    pub fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            values: Vec::new(),
        }
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a value and gives the place that stands for it, such as `$3`.
    #[expect(private_bounds, reason = "the closed list of types is the point")]
    pub fn bind(&mut self, value: impl Into<SqlValue>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// Adds values and gives the places that stand for them, such as `$3, $4`.
    pub fn bind_all(&mut self, ids: &[Uuid]) -> String {
        let places: Vec<String> = ids.iter().map(|&id| self.bind(id)).collect();
        places.join(", ")
    }

    /// A condition: the text in a column contains a word.
    pub fn contains(&mut self, engine: Engine, column: &str, word: &str) -> String {
        match engine {
            Engine::Sqlite => format!("instr({column}, {}) > 0", self.bind(word)),
            Engine::Postgres => format!(
                "{column} LIKE {}",
                self.bind(format!("%{}%", escape_like(word)))
            ),
        }
    }

    pub fn read(self, db: &Db) -> Query<'_> {
        let query = db.read(AssertSqlSafe(self.text));
        Self::fill(query, self.values)
    }

    /// The same inside a transaction.
    pub fn query(self, tx: &mut Tx) -> Query<'_> {
        let query = tx.query(AssertSqlSafe(self.text));
        Self::fill(query, self.values)
    }

    fn fill(query: Query<'_>, values: Vec<SqlValue>) -> Query<'_> {
        values.into_iter().fold(query, |query, value| match value {
            SqlValue::Id(id) => query.bind(id),
            SqlValue::Text(text) => query.bind(text),
            SqlValue::Number(number) => query.bind(number),
            SqlValue::Real(number) => query.bind(number),
            SqlValue::Truth(truth) => query.bind(truth),
        })
    }
}

fn escape_like(word: &str) -> String {
    word.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}
