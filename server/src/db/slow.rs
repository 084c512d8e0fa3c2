//! Reads that may take long, such as searches: few at a time, off the threads that answer requests, and not for long.
//!
//! Nobody else may have to wait for them. The engine stops a read that is not done in time; a read that nobody waits for any
//! longer keeps its permit until the engine has stopped it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::{AssertSqlSafe, PgPool, SqlStr};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{spawn, spawn_blocking};
use tokio::time::timeout;

use super::Result;
use super::sqlite::Lite;

/// How long a statement may take.
pub const LIMIT: Duration = Duration::from_secs(5);
/// How long a statement waits for its permit.
const PERMIT_WAIT: Duration = Duration::from_secs(20);

/// The permits of slow reads.
#[derive(Clone, Debug)]
pub struct SlowReads(Arc<Semaphore>);

impl SlowReads {
    pub fn new(width: usize) -> Self {
        Self(Arc::new(Semaphore::new(width.max(1))))
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit> {
        let permit = timeout(PERMIT_WAIT, Arc::clone(&self.0).acquire_owned()).await;
        let permit = permit.map_err(|_| sqlx::Error::PoolTimedOut)?;
        permit.map_err(|_| sqlx::Error::PoolClosed)
    }

    pub async fn sqlite<T: Send + 'static>(
        &self,
        lite: &Arc<Lite>,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let permit = self.permit().await?;
        let lite = Arc::clone(lite);
        let on_drop = CancelOnDrop::default();
        let is_cancelled = Arc::clone(&on_drop.0);
        let done = spawn_blocking(move || {
            let begun = Instant::now();
            let stop = move || is_cancelled.load(Ordering::Relaxed) || begun.elapsed() > LIMIT;
            let done = lite.read_until(stop, run);
            drop(permit);
            done
        });
        done.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }

    pub async fn postgres(
        &self,
        pool: &PgPool,
        sql: SqlStr,
        args: PgArguments,
        most: usize,
    ) -> Result<Vec<PgRow>> {
        let permit = self.permit().await?;
        let pool = pool.clone();
        // A task of its own: when nobody waits any longer, PostgreSQL goes on with the statement, and so the permit lasts.
        let done = spawn(async move {
            let mut tx = pool.begin_with(AssertSqlSafe(begin())).await?;
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

/// How a slow read begins on PostgreSQL: with its limit, and with plans made for the values at hand. A general plan for a text
/// search reads far too much, while other statements would only lose time by planning anew.
fn begin() -> String {
    let limit = LIMIT.as_millis();
    format!(
        "BEGIN READ ONLY; SET LOCAL statement_timeout = {limit}; SET LOCAL plan_cache_mode = force_custom_plan"
    )
}

/// Cancels a read once it is dropped: nobody waits for the answer any longer.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
