//! The limit of requests a minute and client. Each process counts for itself.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use poem::http::{HeaderName, HeaderValue, StatusCode};

use crate::clock::Timestamp;
use crate::http::error::{ApiError, Result};

const WINDOW: Duration = Duration::from_mins(1);
/// Clients counted at once; beyond them, those whose window is over are forgotten, and else the half that asked least.
const CLIENTS: usize = 10_000;

/// Counts requests by client.
#[derive(Default)]
pub struct Limiter(Mutex<HashMap<String, Window>>);

struct Window {
    ends: Timestamp,
    count: u32,
}

pub const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
pub const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
pub const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// What a client has left.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    pub limit: u32,
    pub remaining: u32,
    /// Seconds until the count starts anew.
    pub reset: u64,
}

impl Left {
    pub fn headers(self) -> [(HeaderName, HeaderValue); 3] {
        [
            (LIMIT, self.limit.into()),
            (REMAINING, self.remaining.into()),
            (RESET, self.reset.into()),
        ]
    }

    /// An error that says what is left.
    pub fn on(self, mut error: ApiError) -> ApiError {
        error.headers.get_or_insert_default().extend(self.headers());
        error
    }
}

impl Limiter {
    /// Counts a request of a client; 429 beyond the limit. A limit of 0 is none.
    pub fn count(&self, client: String, limit: u32, now: Timestamp) -> Result<Option<Left>> {
        if limit == 0 {
            return Ok(None);
        }
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.len() >= CLIENTS {
            windows.retain(|_, window| window.ends > now);
            // Those with the fewest requests lose the least.
            if windows.len() >= CLIENTS {
                let mut counts: Vec<u32> = windows.values().map(|window| window.count).collect();
                let half = counts.len() / 2;
                let (_, &mut middle, _) = counts.select_nth_unstable(half);
                windows.retain(|_, window| window.count > middle);
            }
        }
        let window = windows.entry(client).or_insert(Window {
            ends: now.plus(WINDOW),
            count: 0,
        });
        if window.ends <= now {
            *window = Window {
                ends: now.plus(WINDOW),
                count: 0,
            };
        }
        window.count = window.count.saturating_add(1);
        let left = u64::try_from(window.ends.0 - now.0).unwrap_or(0);
        let reset = left.div_ceil(1_000_000);
        let left = Left {
            limit,
            remaining: limit.saturating_sub(window.count),
            reset,
        };
        if window.count > limit {
            let message =
                "Too many requests in a minute. Wait a while and try again; keep what you fetched.";
            let status = StatusCode::TOO_MANY_REQUESTS;
            let error = ApiError::later(status, "too_many_requests", message, reset);
            return Err(left.on(error));
        }
        Ok(Some(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_refused_beyond_the_limit_until_its_minute_is_over() {
        let limiter = Limiter::default();
        let start = Timestamp(0);
        let count = |client: &str, at| limiter.count(client.to_owned(), 2, at);
        assert_eq!(count("a", start).unwrap().unwrap().remaining, 1);
        assert_eq!(count("a", start).unwrap().unwrap().remaining, 0);
        let later = start.plus(Duration::from_secs(20));
        let error = count("a", later).unwrap_err();
        assert_eq!((error.status.as_u16(), error.retry_after), (429, Some(40)));
        assert_eq!(count("b", later).unwrap().unwrap().remaining, 1);
        let next = start.plus(WINDOW);
        assert_eq!(count("a", next).unwrap().unwrap().remaining, 1);
        assert!(limiter.count("a".to_owned(), 0, next).unwrap().is_none());
    }
}
