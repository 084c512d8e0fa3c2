//! Counting what happens often. Events are counted in memory and added to the database in batches, so that an event writes
//! nothing. A process that dies loses at most one interval.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::Result;

/// The time between an event and its count in the database.
const FLUSH_INTERVAL: Duration = Duration::from_secs(2);
/// The most counts that wait for the database.
const WAITING: usize = 50_000;

/// A kind of event.
pub trait Counted: Clone + Eq + Hash + Ord + Send + Sync + 'static {
    /// The events, for the log.
    const EVENTS: &'static str;

    /// Bounds how many different events wait, before a new one joins those that do.
    fn join<'a>(&mut self, waiting: impl Iterator<Item = &'a Self>);

    /// Adds counts to those in the database, in this order.
    fn add(db: &Db, counts: &[(Self, Count)]) -> impl Future<Output = Result<()>> + Send;
}

/// How often an event happened, and when last.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    pub times: i64,
    pub last: Timestamp,
}

/// The counts that are not in the database yet.
pub struct Counter<E>(Arc<Mutex<Counts<E>>>);

struct Counts<E> {
    by_event: HashMap<E, Count>,
    /// Whether a task will flush them.
    is_waiting: bool,
}

impl<E> Clone for Counter<E> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<E> Default for Counter<E> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Counts {
            by_event: HashMap::new(),
            is_waiting: false,
        })))
    }
}

impl<E: Counted> Counter<E> {
    pub fn count(&self, db: &Db, mut event: E, now: Timestamp) {
        let mut counts = self.lock();
        if !counts.by_event.contains_key(&event) {
            event.join(counts.by_event.keys());
        }
        let once = Count {
            times: 1,
            last: now,
        };
        counts.add(event, once);
        if !counts.is_waiting {
            counts.is_waiting = true;
            let (counter, db) = (self.clone(), db.clone());
            tokio::spawn(async move { counter.flush_until_empty(&db).await });
        }
    }

    async fn flush_until_empty(&self, db: &Db) {
        loop {
            tokio::time::sleep(FLUSH_INTERVAL).await;
            if let Err(error) = self.flush(db).await {
                let (events, error) = (E::EVENTS, error.body.message);
                tracing::warn!(error, "{events} could not be counted yet");
            }
            let mut counts = self.lock();
            if counts.by_event.is_empty() {
                counts.is_waiting = false;
                return;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Counts<E>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the counts to the database. They stay here if that fails.
    async fn flush(&self, db: &Db) -> Result<()> {
        let taken = std::mem::take(&mut self.lock().by_event);
        let mut taken: Vec<(E, Count)> = taken.into_iter().collect();
        // In one order, so that two processes do not wait for each other.
        taken.sort_by(|(one, _), (other, _)| one.cmp(other));
        let added = E::add(db, &taken).await;
        if added.is_err() {
            let mut counts = self.lock();
            for (event, count) in taken {
                counts.add(event, count);
            }
        }
        added
    }
}

impl<E: Counted> Counts<E> {
    fn add(&mut self, event: E, more: Count) {
        // While the database cannot be written.
        if self.by_event.len() >= WAITING && !self.by_event.contains_key(&event) {
            return;
        }
        let count = self.by_event.entry(event).or_insert(Count {
            times: 0,
            last: more.last,
        });
        count.times += more.times;
        count.last = count.last.max(more.last);
    }
}
