//! The state shared by all handlers. It knows no feature.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::clients::ai;
use crate::clients::oidc::OidcClient;
use crate::clients::stripe::StripeClient;
use crate::clock::{Clock, Timestamp};
use crate::config::Config;
use crate::db::Db;
use crate::http::connections::Connections;
use crate::http::error::{ApiError, Result};
use crate::mail::{Mail, Mailer};
use crate::session::passwords::Passwords;
use crate::session::sessions::Sessions;

/// The shared state. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<State>);

pub struct State {
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    pub passwords: Passwords,
    pub sessions: Sessions,
    pub mailer: Mailer,
    /// The open client connections.
    pub connections: Connections,
    /// Whether the server was asked to stop, and serves what still comes.
    pub is_stopping: AtomicBool,
    /// The HTTP client for AI providers.
    pub http: reqwest::Client,
    /// The payment provider, if one is configured.
    pub stripe: Option<StripeClient>,
    /// The OpenID Connect provider, if one is configured.
    pub oidc: Option<OidcClient>,
}

impl Deref for App {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl App {
    pub fn new(config: Config, db: Db, clock: Clock) -> Result<Self> {
        let passwords = Passwords::new(config.unsafe_fast_passwords)?;
        let sessions = Sessions::new(&config, db.clone(), clock.clone());
        let mailer = Mailer::new(&config).map_err(|error| ApiError::internal(&error))?;
        let http = ai::client()?;
        let stripe = StripeClient::new(&config.stripe)?;
        let oidc = OidcClient::new(&config)?;
        Ok(Self(Arc::new(State {
            config,
            db,
            clock,
            passwords,
            sessions,
            mailer,
            connections: Connections::default(),
            is_stopping: AtomicBool::new(false),
            http,
            stripe,
            oidc,
        })))
    }

    /// Sends a mail in the background.
    pub fn mail(&self, mail: Mail) {
        self.mailer.send(&self.db, &self.clock, mail);
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
