//! Bodies of answers that stay in memory. A body is kept under a digest of everything it depends on, a version among
//! it, so it is never out of date, whatever other processes do: whether the asker may see it, and which version a label
//! points to, is read from the database every time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of all bodies together; beyond them all are forgotten.
const BYTES: usize = 16 * 1024 * 1024;
/// Bytes of the largest body that is kept.
const BODY_BYTES: usize = 256 * 1024;

/// The body of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    pub media_type: &'static str,
    pub text: String,
}

impl Body {
    pub fn new(media_type: &'static str, text: String) -> Self {
        Self { media_type, text }
    }
}

/// The bodies in memory.
#[derive(Default)]
pub struct Kept(Mutex<Bodies>);

#[derive(Default)]
struct Bodies {
    by_digest: HashMap<[u8; 32], Arc<Body>>,
    bytes: usize,
}

impl Kept {
    pub fn get(&self, digest: &[u8; 32]) -> Option<Arc<Body>> {
        self.lock().by_digest.get(digest).cloned()
    }

    /// Keeps a body, and returns it.
    pub fn keep(&self, digest: [u8; 32], body: Body) -> Arc<Body> {
        let (bytes, body) = (body.text.len(), Arc::new(body));
        if bytes > BODY_BYTES {
            return body;
        }
        let mut bodies = self.lock();
        if bodies.bytes + bytes > BYTES {
            *bodies = Bodies::default();
        }
        if bodies.by_digest.insert(digest, Arc::clone(&body)).is_none() {
            // A small body still takes its place in the table.
            bodies.bytes += bytes + size_of::<Body>() + digest.len();
        }
        body
    }

    fn lock(&self) -> MutexGuard<'_, Bodies> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_kept_up_to_a_limit() {
        let kept = Kept::default();
        let digest = |number: u32| {
            let mut digest = [0; 32];
            digest[..4].copy_from_slice(&number.to_le_bytes());
            digest
        };
        let body = |bytes| Body::new("text/plain", "a".repeat(bytes));
        kept.keep(digest(0), body(BODY_BYTES + 1));
        assert_eq!(kept.get(&digest(0)), None);
        for number in 1..=200 {
            kept.keep(digest(number), body(BODY_BYTES));
            kept.keep(digest(number), body(BODY_BYTES));
            assert_eq!(kept.get(&digest(number)).unwrap().text.len(), BODY_BYTES);
        }
        assert_eq!(kept.get(&digest(1)), None);
        assert!(kept.lock().bytes <= BYTES);
        assert!(kept.lock().by_digest.len() > 10);
    }
}
