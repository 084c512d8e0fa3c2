//! Password hashing: argon2id with OWASP's parameters, off the async threads, with limited concurrency.
//!
//! One hash takes 19 MiB and tens of milliseconds of a core. Without a limit, a burst of sign-ins would exhaust
//! memory and starve every read; with it, sign-ins queue, and after a while are told to retry.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use poem::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::http::error::{ApiError, Result};

/// How long a sign-in waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Passwords {
    argon2: Argon2<'static>,
    slots: Arc<Semaphore>,
    /// The hash that a sign-in with an unknown address is verified against, so that it takes as long as any other.
    decoy: Arc<str>,
}

impl Passwords {
    /// `fast` makes hashes that protect nothing, for tests.
    pub fn new(fast: bool) -> Result<Self> {
        let params = if fast {
            Params::new(8, 1, 1, None)
        } else {
            Params::new(19 * 1024, 2, 1, None)
        };
        let params = params.map_err(|error| ApiError::internal(&error))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let decoy = hash(&argon2, "a password nobody has")?.into();
        let cores = available_parallelism().map_or(2, usize::from);
        Ok(Self {
            argon2,
            slots: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))),
            decoy,
        })
    }

    pub async fn hash(&self, password: String) -> Result<String> {
        let argon2 = self.argon2.clone();
        self.work(move || hash(&argon2, &password)).await?
    }

    /// Whether the password matches the hash. Without a hash it does the same work and returns false.
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<bool> {
        let argon2 = self.argon2.clone();
        let decoy = Arc::clone(&self.decoy);
        self.work(move || {
            let is_known = stored.is_some();
            let stored = stored.as_deref().unwrap_or(&decoy);
            let parsed = PasswordHash::new(stored).map_err(|error| ApiError::internal(&error))?;
            Ok(argon2.verify_password(password.as_bytes(), &parsed).is_ok() && is_known)
        })
        .await?
    }

    /// Whether a hash was made with other parameters than new ones are.
    pub fn is_dated(&self, stored: &str) -> bool {
        let cost = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
        let parsed = PasswordHash::new(stored).ok();
        let params = parsed.and_then(|hash| Params::try_from(&hash).ok());
        params.is_none_or(|params| cost(&params) != cost(self.argon2.params()))
    }

    async fn work<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let turn = timeout(PATIENCE, Arc::clone(&self.slots).acquire_owned()).await;
        let Ok(Ok(permit)) = turn else {
            return Err(ApiError::later(
                StatusCode::SERVICE_UNAVAILABLE,
                "busy",
                "Too many people are signing in right now. Please try again in a moment.",
                5,
            ));
        };
        let done = tokio::task::spawn_blocking(move || {
            let result = job();
            drop(permit);
            result
        });
        done.await.map_err(|error| ApiError::internal(&error))
    }
}

fn hash(argon2: &Argon2<'_>, password: &str) -> Result<String> {
    let hash = argon2
        .hash_password(password.as_bytes())
        .map_err(|error| ApiError::internal(&error))?;
    Ok(hash.to_string())
}
