//! `promptcase watch`: synchronizes a folder whenever it changes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;

use super::Sync;
use crate::failure::{self, Outcome};
use crate::{changes, files};

/// How often files are looked at.
const LOOK: Duration = Duration::from_millis(500);

/// Set when Ctrl+C was pressed.
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// Synchronize a folder now and whenever a file changes, until Ctrl+C
#[derive(Args)]
#[command(
    after_help = "It does what promptcase sync does, half a second after files stopped changing, and asks the server for changes every \
            --interval seconds. Failures are told, and the next change is tried again. Ctrl+C ends it once a sync that runs is done.

Examples:
  promptcase watch prompts
  promptcase watch prompts --add --interval 10"
)]
pub struct Watch {
    #[command(flatten)]
    sync: Sync,
    /// Seconds between questions for changes on the server
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = clap::value_parser!(u64).range(1..))]
    interval: u64,
}

impl Watch {
    pub fn run(self) -> Outcome {
        let server = self.sync.remote.signed_in()?;
        // Without a handler Ctrl+C ends the program at once, which loses nothing either.
        let _ = ctrlc::set_handler(|| IS_OVER.store(true, Ordering::Relaxed));
        let interval = Duration::from_secs(self.interval);
        files::note(&format!(
            "Watching {}; press Ctrl+C to end.",
            self.sync.folder.display()
        ));
        let mut code = failure::OK;
        let mut is_first = true;
        while !IS_OVER.load(Ordering::Relaxed) {
            code = match self.sync.once(&server, is_first) {
                Ok(code) => code,
                Err(failure) if failure.ends_all() => return Err(failure),
                Err(failure) => {
                    files::note(&failure.to_string());
                    failure.code_among_others()
                }
            };
            is_first = false;
            self.wait(interval);
        }
        files::note("Ended.");
        Ok(code)
    }

    /// Waits until files changed and stopped changing, the interval is over, or Ctrl+C was pressed.
    fn wait(&self, interval: Duration) {
        let until = Instant::now() + interval;
        let synced = changes::seen(&self.sync.folder);
        let mut before = synced.clone();
        while !IS_OVER.load(Ordering::Relaxed) && Instant::now() < until {
            thread::sleep(LOOK);
            let now = changes::seen(&self.sync.folder);
            if now == before && now != synced {
                return;
            }
            before = now;
        }
    }
}
