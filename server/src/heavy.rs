//! Work that takes a processor for long, apart from the threads that serve requests.
//!
//! Whoever writes a prompt decides how long it takes to render: loops repeat, and a text may have two megabytes. A
//! thread that renders one answers nobody else, so before such work it hands what it serves to another thread.

use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;
use tokio::task::block_in_place;

/// Work on fewer bytes takes less than moving it would.
const SMALL: usize = 16 * 1024;

/// How much of the work that multiplies what it is given is done at once.
static PLACES: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(2, usize::from)));

/// Does work on so many bytes, whose time grows as they do.
pub fn apart<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let can_move = Handle::try_current()
        .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
    if bytes < SMALL || !can_move {
        return work();
    }
    block_in_place(work)
}

/// Does work whose time is up to the text that somebody wrote, a few at a time. Not within a transaction: others would
/// wait for its turn.
pub async fn in_turn<T>(work: impl FnOnce() -> T) -> T {
    // The semaphore is never closed.
    let _place = PLACES.acquire().await;
    apart(usize::MAX, work)
}
