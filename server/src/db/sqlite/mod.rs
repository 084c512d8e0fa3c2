//! SQLite in the process: statements run on the calling thread, and writers share their commits (group commit).
//!
//! Reads use an idle connection. Writes take turns on one connection: each transaction is a savepoint in a group's
//! transaction, and one COMMIT, with one fsync, serves the group. The first transaction to end requests the commit,
//! which queues for the connection like a transaction; those queued before it join the group. A transaction returns
//! after its group's COMMIT. The reasons and costs: docs/design/sqlite.md.

mod row;

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};
use sqlx::error::{DatabaseError, ErrorKind};
use tokio::sync::{Mutex as Queue, OwnedMutexGuard, oneshot};
use tokio::time::{sleep, timeout};
use url::Url;

use super::{Result, SqlValue};
use crate::heavy;

pub use row::SqliteRow;

/// The first bytes of an SQLite file.
const HEADER: &[u8; 16] = b"SQLite format 3\0";
/// Prepared statements cached per connection.
const STATEMENT_CACHE_CAPACITY: usize = 256;
/// How long a statement waits for another process, such as a backup.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// SQLite virtual machine steps between two checks whether to stop a statement.
const PROGRESS_HANDLER_STEPS: i32 = 1000;
/// How long a transaction waits for its turn to write.
const WRITER_QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

pub struct Sqlite {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    writer: Arc<Queue<Writer>>,
    is_closed: AtomicBool,
}

/// The writing connection, and the ended transactions that wait for their group's COMMIT. If there are any, a
/// commit has been requested.
struct Writer {
    connection: Connection,
    ended: Vec<oneshot::Sender<Result<()>>>,
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sqlite")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl Sqlite {
    pub fn open(path: &Path) -> Result<Self> {
        let connection = connect(path).map_err(failed)?;
        // Another process may hold the lock: `begin` retries without blocking a thread.
        connection.busy_timeout(Duration::ZERO).map_err(failed)?;
        Ok(Self {
            path: path.to_owned(),
            idle: Mutex::new(vec![reader(path).map_err(failed)?]),
            writer: Arc::new(Queue::new(Writer {
                connection,
                ended: Vec::new(),
            })),
            is_closed: AtomicBool::new(false),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs a read-only statement.
    pub fn read<T>(&self, run: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let connection = self.reader()?;
        let done = run(&connection);
        self.idle().push(connection);
        done.map_err(failed)
    }

    /// Runs a read-only statement until `stop` returns true, which interrupts it with an error.
    pub fn read_until<T>(
        &self,
        stop: impl FnMut() -> bool + Send + 'static,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let connection = self.reader()?;
        connection
            .progress_handler(PROGRESS_HANDLER_STEPS, Some(stop))
            .map_err(failed)?;
        let done = run(&connection);
        connection
            .progress_handler(0, None::<fn() -> bool>)
            .map_err(failed)?;
        self.idle().push(connection);
        done.map_err(failed)
    }

    /// Takes an idle connection, or opens one.
    fn reader(&self) -> Result<Connection> {
        self.expect_open()?;
        let idle = self.idle().pop();
        idle.map_or_else(|| reader(&self.path), Ok).map_err(failed)
    }

    fn expect_open(&self) -> Result<()> {
        if self.is_closed.load(Ordering::Acquire) {
            return Err(sqlx::Error::PoolClosed);
        }
        Ok(())
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn begin(&self) -> Result<SqliteTx> {
        let turn = timeout(WRITER_QUEUE_TIMEOUT, Arc::clone(&self.writer).lock_owned()).await;
        let mut writer = turn.map_err(|_| sqlx::Error::PoolTimedOut)?;
        self.expect_open()?;
        if writer.connection.is_autocommit() {
            begin_group(&mut writer.connection).await?;
        }
        let mut tx = SqliteTx {
            queue: Arc::clone(&self.writer),
            writer: Some(writer),
        };
        tx.run(|connection| connection.execute_batch("SAVEPOINT one"))?;
        Ok(tx)
    }

    /// Runs a statement that cannot be part of a transaction, on a connection of its own.
    pub async fn apart<T: Send + 'static>(
        &self,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let path = self.path.clone();
        let done = tokio::task::spawn_blocking(move || run(&connect(&path)?)).await;
        done.map_err(|_| sqlx::Error::WorkerCrashed)?
            .map_err(failed)
    }

    /// Waits for the running transaction and its group, and closes the file. The last connection to close also
    /// checkpoints the write-ahead log.
    pub async fn close(&self) {
        let mut writer = self.writer.lock().await;
        writer.commit();
        self.is_closed.store(true, Ordering::Release);
        self.idle().clear();
        if let Ok(nowhere) = Connection::open_in_memory() {
            writer.connection = nowhere;
        }
    }
}

/// Whether a file is an SQLite database with a table of this name. Changes neither the file nor those beside it.
pub fn has_table(path: &Path, table: &str) -> Result<bool> {
    let mut begin = [0; HEADER.len()];
    let mut file = File::open(path).map_err(sqlx::Error::Io)?;
    if file.read_exact(&mut begin).is_err() || begin != *HEADER {
        return Ok(false);
    }
    let path = std::path::absolute(path).map_err(sqlx::Error::Io)?;
    let mut url = Url::from_file_path(&path)
        .map_err(|()| sqlx::Error::Configuration("the path cannot be read".into()))?;
    url.set_query(Some("mode=ro"));
    // Reading a database without a log would create one, unless it is opened as immutable.
    let mut log = path.into_os_string();
    log.push("-wal");
    if !Path::new(&log).exists() {
        url.set_query(Some("immutable=1"));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let look = || {
        let connection = Connection::open_with_flags(url.as_str(), flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        let sql = "SELECT COUNT(*) > 0 FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        connection.query_row(sql, [table], |row| row.get(0))
    };
    look().map_err(failed)
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE_CAPACITY);
    // FULL: a commit that was reported must survive a power cut, because the credit ledger is stored here.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000;
         PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY;",
    )?;
    Ok(connection)
}

fn reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = connect(path)?;
    // Readers map the file instead of copying its pages.
    connection.execute_batch("PRAGMA query_only = ON; PRAGMA mmap_size = 2147418112")?;
    Ok(connection)
}

/// Begins IMMEDIATE, so that transactions read under the write lock.
async fn begin_group(connection: &mut Connection) -> Result<()> {
    let begun = Instant::now();
    loop {
        match connection.execute_batch("BEGIN IMMEDIATE") {
            Err(error) if is_busy(&error) && begun.elapsed() < BUSY_TIMEOUT => {
                sleep(Duration::from_millis(2)).await;
            }
            Err(error) if is_busy(&error) => return Err(sqlx::Error::PoolTimedOut),
            done => return done.map_err(failed),
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

/// A snapshot read transaction on a connection of its own.
pub struct SqliteSnapshot {
    sqlite: Arc<Sqlite>,
    connection: Option<Connection>,
}

impl SqliteSnapshot {
    pub fn begin(sqlite: &Arc<Sqlite>) -> Result<Self> {
        let connection = sqlite.reader()?;
        connection.execute_batch("BEGIN").map_err(failed)?;
        Ok(Self {
            sqlite: Arc::clone(sqlite),
            connection: Some(connection),
        })
    }

    pub fn run<T>(&mut self, run: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let connection = self.connection.as_ref().ok_or_else(lost)?;
        run(connection).map_err(failed)
    }
}

impl Drop for SqliteSnapshot {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take()
            && connection.execute_batch("ROLLBACK").is_ok()
        {
            self.sqlite.idle().push(connection);
        }
    }
}

/// A transaction. It is rolled back unless committed.
pub struct SqliteTx {
    queue: Arc<Queue<Writer>>,
    /// The turn to write; `None` once the group was lost.
    writer: Option<OwnedMutexGuard<Writer>>,
}

impl SqliteTx {
    pub fn run<T>(&mut self, run: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let writer = self.writer.as_mut().ok_or_else(lost)?;
        let done = run(&writer.connection);
        // Errors such as a full disk end the whole SQLite transaction, the group's.
        if writer.connection.is_autocommit() {
            writer.lose();
            self.writer = None;
        }
        done.map_err(failed)
    }

    pub async fn commit(mut self) -> Result<()> {
        self.run(|connection| connection.execute_batch("RELEASE one"))?;
        let writer = self.writer.take().ok_or_else(lost)?;
        end_with_group(Arc::clone(&self.queue), writer).await
    }

    pub async fn roll_back(mut self) -> Result<()> {
        let mut writer = self.writer.take().ok_or_else(lost)?;
        writer.roll_back();
        if writer.ended.is_empty() {
            return Ok(());
        }
        end_with_group(Arc::clone(&self.queue), writer).await
    }
}

async fn end_with_group(
    queue: Arc<Queue<Writer>>,
    mut writer: OwnedMutexGuard<Writer>,
) -> Result<()> {
    let (tell, told) = oneshot::channel();
    let is_first = writer.ended.is_empty();
    writer.ended.push(tell);
    drop(writer);
    if is_first {
        tokio::task::spawn_blocking(move || queue.blocking_lock_owned().commit());
    }
    told.await.unwrap_or_else(|_| Err(lost()))
}

impl Drop for SqliteTx {
    fn drop(&mut self) {
        if let Some(writer) = &mut self.writer {
            writer.roll_back();
        }
    }
}

impl Writer {
    /// Commits the group and notifies its transactions.
    fn commit(&mut self) {
        if self.ended.is_empty() {
            return;
        }
        let done = self.connection.execute_batch("COMMIT").map_err(Arc::new);
        if done.is_err() && !self.connection.is_autocommit() {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        for tell in self.ended.drain(..) {
            // A dropped request receives nothing; its change is committed all the same.
            let _ = tell.send(done.clone().map_err(shared));
        }
    }

    /// Rolls back the running transaction and leaves the others of its group intact.
    fn roll_back(&mut self) {
        let undo = if self.ended.is_empty() {
            "ROLLBACK"
        } else {
            "ROLLBACK TO one; RELEASE one"
        };
        if let Err(error) = self.connection.execute_batch(undo) {
            tracing::error!(%error, "a transaction could not be rolled back alone");
            let _ = self.connection.execute_batch("ROLLBACK");
            self.lose();
        }
    }

    fn lose(&mut self) {
        for tell in self.ended.drain(..) {
            let _ = tell.send(Err(lost()));
        }
    }
}

fn lost() -> sqlx::Error {
    sqlx::Error::Protocol("the transaction was rolled back with its group".into())
}

/// Runs a statement and returns its rows, at most `most` of them.
pub fn rows(
    connection: &Connection,
    sql: &str,
    values: &[SqlValue],
    most: usize,
) -> rusqlite::Result<Vec<SqliteRow>> {
    let mut statement = connection.prepare_cached(sql)?;
    bind(&mut statement, values)?;
    let columns = SqliteRow::columns_of(&statement);
    let mut rows = statement.raw_query();
    let mut read = Vec::new();
    while let Some(row) = rows.next()? {
        read.push(SqliteRow::read(&columns, row)?);
        if read.len() == most {
            break;
        }
    }
    Ok(read)
}

/// Runs a statement to its end and returns the number of affected rows.
pub fn execute(connection: &Connection, sql: &str, values: &[SqlValue]) -> rusqlite::Result<u64> {
    // A long text is indexed for the search while it is written.
    let bytes = values.iter().map(SqlValue::bytes).sum();
    heavy::apart(bytes, || execute_here(connection, sql, values))
}

fn execute_here(connection: &Connection, sql: &str, values: &[SqlValue]) -> rusqlite::Result<u64> {
    let mut statement = connection.prepare_cached(sql)?;
    bind(&mut statement, values)?;
    if statement.column_count() == 0 {
        let touched = statement.raw_execute()?;
        return Ok(touched as u64);
    }
    let mut rows = statement.raw_query();
    while rows.next()?.is_some() {}
    drop(rows);
    Ok(connection.changes())
}

/// SQLite treats `$2` as a name: its number, not its position, decides which value is bound.
fn bind(statement: &mut rusqlite::Statement<'_>, values: &[SqlValue]) -> rusqlite::Result<()> {
    for place in 1..=statement.parameter_count() {
        let name = statement.parameter_name(place);
        let number = name.and_then(|name| name.get(1..)?.parse::<usize>().ok());
        let value = number.and_then(|number| values.get(number.checked_sub(1)?));
        let value = value.ok_or(rusqlite::Error::InvalidParameterCount(values.len(), place))?;
        statement.raw_bind_parameter(place, value)?;
    }
    Ok(())
}

/// An SQLite error, in the form in which errors of both engines are handled.
#[derive(Clone, Debug)]
struct Failed(Arc<rusqlite::Error>);

fn failed(error: rusqlite::Error) -> sqlx::Error {
    shared(Arc::new(error))
}

fn shared(error: Arc<rusqlite::Error>) -> sqlx::Error {
    sqlx::Error::Database(Box::new(Failed(error)))
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Failed {}

impl DatabaseError for Failed {
    fn message(&self) -> &str {
        match &*self.0 {
            rusqlite::Error::SqliteFailure(_, Some(message)) => message,
            _ => "SQLite failed",
        }
    }

    /// SQLite's primary result code.
    fn code(&self) -> Option<Cow<'_, str>> {
        let code = self.0.sqlite_error()?.extended_code & 0xff;
        Some(code.to_string().into())
    }

    fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn std::error::Error + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn std::error::Error + Send + Sync + 'static> {
        self
    }

    fn kind(&self) -> ErrorKind {
        let code = self.0.sqlite_error().map(|error| error.extended_code);
        if code == Some(rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY) {
            ErrorKind::ForeignKeyViolation
        } else {
            ErrorKind::Other
        }
    }
}
