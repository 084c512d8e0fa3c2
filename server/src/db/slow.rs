//! Reads that may be slow, such as searches: limited in number and time, and off the threads that serve requests.
//!
//! A slow read must not delay other requests. The engine stops a read at its time limit, and the read of a request
//! that was dropped holds its permit until the engine has stopped it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::{AssertSqlSafe, PgPool, SqlStr};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::task::{spawn, spawn_blocking};
use tokio::time::timeout;
use uuid::Uuid;

use super::Result;
use super::sqlite::Sqlite;

/// Time limit of a statement.
const LIMIT: Duration = Duration::from_secs(5);
/// Time limit if other requests wait for the same connection.
const LIMIT_ALONE: Duration = Duration::from_secs(1);
/// How long a statement waits for its permit.
const PERMIT_WAIT: Duration = Duration::from_secs(20);

/// The permits of slow reads. An account has one permit however many requests it sends; visitors together count as
/// one account.
#[derive(Clone, Debug)]
pub struct SlowReads {
    all: Arc<Semaphore>,
    accounts: Arc<Mutex<HashMap<Uuid, Weak<Semaphore>>>>,
    limit: Duration,
}

/// Released on drop.
#[derive(Debug)]
pub struct Permit {
    _of_account: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl SlowReads {
    /// For SQLite: one per core. They run on threads of their own, so other requests wait for a time slice at most.
    pub fn on_cores(cores: usize) -> Self {
        Self::new(cores, LIMIT)
    }

    /// For PostgreSQL: a quarter of the connections.
    pub fn on_connections(connections: usize) -> Self {
        let limit = if connections > 1 { LIMIT } else { LIMIT_ALONE };
        Self::new(connections / 4, limit)
    }

    fn new(width: usize, limit: Duration) -> Self {
        Self {
            all: Arc::new(Semaphore::new(width.max(1))),
            accounts: Arc::default(),
            limit,
        }
    }

    /// Waits until the account has no slow read, and not too many others have one.
    pub async fn permit(&self, account: Uuid) -> Result<Permit> {
        let permit = async {
            Ok(Permit {
                _of_account: self.of_account(account).acquire_owned().await?,
                _of_all: Arc::clone(&self.all).acquire_owned().await?,
            })
        };
        let permit = timeout(PERMIT_WAIT, permit).await;
        let permit: std::result::Result<_, AcquireError> =
            permit.map_err(|_| sqlx::Error::PoolTimedOut)?;
        permit.map_err(|_| sqlx::Error::PoolClosed)
    }

    /// The permit of an account. Unused accounts are removed from the map.
    fn of_account(&self, account: Uuid) -> Arc<Semaphore> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(permit) = accounts.get(&account).and_then(Weak::upgrade) {
            return permit;
        }
        accounts.retain(|_, permit| permit.strong_count() > 0);
        let permit = Arc::new(Semaphore::new(1));
        accounts.insert(account, Arc::downgrade(&permit));
        permit
    }

    pub async fn sqlite<T: Send + 'static>(
        &self,
        account: Uuid,
        sqlite: &Arc<Sqlite>,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let permit = self.permit(account).await?;
        let sqlite = Arc::clone(sqlite);
        let limit = self.limit;
        let on_drop = CancelOnDrop::default();
        let is_cancelled = Arc::clone(&on_drop.0);
        let done = spawn_blocking(move || {
            let begun = Instant::now();
            let stop = move || is_cancelled.load(Ordering::Relaxed) || begun.elapsed() > limit;
            let done = sqlite.read_until(stop, run);
            drop(permit);
            done
        });
        done.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }

    pub async fn postgres(
        &self,
        account: Uuid,
        pool: &PgPool,
        sql: SqlStr,
        args: PgArguments,
        most: usize,
    ) -> Result<Vec<PgRow>> {
        let permit = self.permit(account).await?;
        let pool = pool.clone();
        let begin = begin(self.limit);
        // Runs in a task of its own: PostgreSQL continues the statement even if the request is dropped, and the
        // permit must last as long.
        let done = spawn(async move {
            let mut tx = pool.begin_with(AssertSqlSafe(begin)).await?;
            let query = sqlx::query_with(sql, args);
            let rows = if most == 1 {
                let row = query.fetch_optional(&mut *tx).await?;
                row.into_iter().collect()
            } else {
                query.fetch_all(&mut *tx).await?
            };
            tx.commit().await?;
            drop(permit);
            Ok(rows)
        });
        done.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }
}

/// Begins a slow read on PostgreSQL, with its time limit and custom plans. A generic plan for a text search reads
/// far too many rows; other statements would only lose time by being planned each time.
fn begin(limit: Duration) -> String {
    let limit = limit.as_millis();
    format!(
        "BEGIN READ ONLY; SET LOCAL statement_timeout = {limit}; SET LOCAL plan_cache_mode = force_custom_plan"
    )
}

/// Cancels a read when its request is dropped.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
