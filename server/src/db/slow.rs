//! Reads that may take long, such as searches: few at a time, off the threads that answer requests, and not for long.
//!
//! Whoever else asks for something meanwhile must not wait for them. One that is not done in time is stopped by the
//! engine; one that nobody waits for any longer keeps its turn until the engine has stopped it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::{PgPool, SqlStr};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{spawn, spawn_blocking};
use tokio::time::timeout;

use super::Result;
use super::sqlite::Lite;

/// How long a statement may take.
pub const LIMIT: Duration = Duration::from_secs(5);
/// How long a statement waits for its turn.
const TURN: Duration = Duration::from_secs(20);
/// The same limit for PostgreSQL, in milliseconds. And plans made for the values at hand: a general plan for a text search
/// reads far too much, while other statements would only lose time by planning anew.
const BEGIN: &str = "BEGIN READ ONLY; SET LOCAL statement_timeout = 5000; SET LOCAL plan_cache_mode = force_custom_plan";

/// Where slow reads take turns.
#[derive(Clone, Debug)]
pub struct Lane(Arc<Semaphore>);

impl Lane {
    pub fn new(width: usize) -> Self {
        Self(Arc::new(Semaphore::new(width.max(1))))
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit> {
        let turn = timeout(TURN, Arc::clone(&self.0).acquire_owned()).await;
        let turn = turn.map_err(|_| sqlx::Error::PoolTimedOut)?;
        turn.map_err(|_| sqlx::Error::PoolClosed)
    }

    pub async fn sqlite<T: Send + 'static>(
        &self,
        lite: &Arc<Lite>,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let turn = self.turn().await?;
        let lite = Arc::clone(lite);
        let asked = Asked::default();
        let given_up = Arc::clone(&asked.0);
        let done = spawn_blocking(move || {
            let begun = Instant::now();
            let stop = move || given_up.load(Ordering::Relaxed) || begun.elapsed() > LIMIT;
            let done = lite.read_until(stop, run);
            drop(turn);
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
        let turn = self.turn().await?;
        let pool = pool.clone();
        // A task of its own: when whoever asked is gone, PostgreSQL goes on with the statement, and so the turn lasts.
        let done = spawn(async move {
            let mut tx = pool.begin_with(BEGIN).await?;
            let query = sqlx::query_with(sql, args);
            let rows = if most == 1 {
                let row = query.fetch_optional(&mut *tx).await?;
                row.into_iter().collect()
            } else {
                query.fetch_all(&mut *tx).await?
            };
            tx.commit().await?;
            drop(turn);
            Ok(rows)
        });
        done.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }
}

/// Somebody waits for an answer; once dropped, nobody does.
#[derive(Default)]
struct Asked(Arc<AtomicBool>);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
