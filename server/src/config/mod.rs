//! Configuration, read once from flags or environment variables.

pub mod ai;
pub mod files;
mod listen;
pub mod oidc;
pub mod stripe;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use prompt_core::plan::PlanType;
use url::{Host, Url};

use crate::config::ai::AiSettings;
use crate::config::oidc::OidcSettings;
use crate::config::stripe::StripeSettings;
use crate::db;

/// The configuration of one server process. Every flag can also be set by the environment variable shown.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address and port to listen on. Use 0.0.0.0:8080 to accept connections from other machines.
    #[arg(long, env = "LISTEN", default_value = "127.0.0.1:8080", value_parser = listen::listen_address)]
    pub listen: SocketAddr,

    /// Folder for everything the server stores: the database, uploaded pictures, unsent mail. Created when missing.
    #[arg(long, env = "DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,

    /// Database. Left out: SQLite in the data folder. `postgres://user:password@host/name` moves to PostgreSQL, which
    /// any number of server processes may share. `sqlite:FILE` names another SQLite file.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// Address people open in their browser, such as `https://prompts.example.org`. Links in mails start with it; with
    /// https the session cookie is marked Secure.
    #[arg(long, env = "PUBLIC_URL", default_value = "http://localhost:8080")]
    pub public_url: String,

    /// Number of trusted reverse proxies in front of the server, whose X-Forwarded-For entries are used. 0: the
    /// peer's address is used.
    #[arg(long, env = "TRUSTED_PROXIES", default_value_t = 0)]
    pub trusted_proxies: usize,

    /// Mail server, as `smtps://user:password@host` or `smtp://host:25`. Left out: mails are written as .eml files
    /// into the data folder, and the log names them.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,

    /// Sender of mails.
    #[arg(
        long,
        env = "MAIL_FROM",
        default_value = "Promptcase <no-reply@localhost>"
    )]
    pub mail_from: String,

    /// Address that is mailed when a visitor reports a public page. `promptcase-server reports` lists reports in any case.
    #[arg(long, env = "REPORTS_TO")]
    pub reports_to: Option<String>,

    /// Password for /metrics, sent as `Authorization: Bearer …`. Left out: only programs on this machine may read
    /// it, and none behind a proxy (with `TRUSTED_PROXIES`, or a `PUBLIC_URL` that is not local).
    #[arg(long, env = "METRICS_TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,

    /// Log level: error, warn, info, debug, or a filter such as `info,sqlx=debug`.
    #[arg(long, env = "LOG", default_value = "info")]
    pub log: String,

    /// Format of the log on standard error.
    #[arg(long, env = "LOG_FORMAT", value_enum, default_value_t = LogFormat::Json)]
    pub log_format: LogFormat,

    /// Seconds from a request to stop until new connections are refused. /readyz answers 503 meanwhile, so that a load
    /// balancer sends requests elsewhere. Not needed behind a proxy that tries another server by itself.
    #[arg(long, env = "SHUTDOWN_DELAY", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=300))]
    pub shutdown_delay: u64,

    /// Maximum number of connections to PostgreSQL. SQLite runs in the process and needs no such limit.
    #[arg(long, env = "DATABASE_CONNECTIONS", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub database_connections: u32,

    /// Unsafe, for tests only: hash passwords with next to no work and do not count registrations, so that a test suite
    /// can sign up thousands of accounts. Refused when listening on anything but a loopback address.
    #[arg(long, env = "UNSAFE_FAST_PASSWORDS")]
    pub unsafe_fast_passwords: bool,

    /// Who may create an account. An administrator can add accounts in any case.
    #[arg(long, env = "REGISTRATION", value_enum, default_value_t = Registrations::Open)]
    pub registration: Registrations,

    /// The domains whose addresses may sign up, with commas between them, as `example.org,example.com`. Left out: all. The
    /// address is compared and not confirmed first, so this keeps mistakes out, and no stranger who claims an address.
    #[arg(long, env = "REGISTRATION_DOMAINS", value_delimiter = ',')]
    pub registration_domains: Vec<String>,

    /// Answer nobody who is not signed in, whatever is public: public means visible to every account.
    #[arg(long, env = "REQUIRE_SIGN_IN")]
    pub require_sign_in: bool,

    /// Days for which the audit log is kept. 0: for ever.
    #[arg(long, env = "AUDIT_DAYS", default_value_t = 365)]
    pub audit_days: u32,

    /// The plan of every account without a paid one: free, pro or max. Left out: free if plans are sold through
    /// Stripe, otherwise max.
    #[arg(long, env = "DEFAULT_PLAN")]
    pub default_plan: Option<PlanType>,

    /// The most requests a minute by which a client may fetch prompts (`/api/fetch`), for each server process. 0: no limit.
    #[arg(long, env = "FETCH_LIMIT", default_value_t = 6000)]
    pub fetch_limit: u32,

    /// The most requests a minute by which an account may change things, for each server process. An import sends one for
    /// each file. 0: no limit.
    #[arg(long, env = "CHANGE_LIMIT", default_value_t = 20_000)]
    pub change_limit: u32,

    /// Megabytes that the prompts and components of an account may take with their histories. 0: no limit.
    #[arg(long, env = "STORAGE_PER_ACCOUNT", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(0..=1024 * 1024))]
    pub storage_per_account: u64,

    /// Let webhooks lead to `http://` addresses and into the server's own network. For tests, and where everybody who may make
    /// webhooks may reach that network anyway.
    #[arg(long, env = "WEBHOOKS_ALLOW_PRIVATE")]
    pub webhooks_allow_private: bool,

    /// The only hosts that webhooks may lead to, with commas between them, as `hooks.example.org,*.example.com`. Left out: all.
    #[arg(long, env = "WEBHOOK_HOSTS", value_delimiter = ',')]
    pub webhook_hosts: Vec<String>,

    #[command(flatten)]
    pub oidc: OidcSettings,

    #[command(flatten)]
    pub ai: AiSettings,

    #[command(flatten)]
    pub stripe: StripeSettings,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registrations {
    /// Everybody.
    Open,
    /// Whoever has an invitation.
    Invite,
    /// Nobody.
    Closed,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// One JSON object per line, for machines.
    Json,
    /// Plain lines, for a terminal.
    Text,
}

impl Config {
    /// Validates the configuration; the error is a sentence for the administrator.
    pub fn check(&self) -> Result<(), String> {
        if !(self.public_url.starts_with("http://") || self.public_url.starts_with("https://")) {
            return Err(format!(
                "PUBLIC_URL must start with http:// or https://, not {:?}",
                self.public_url
            ));
        }
        if Url::parse(&self.public_url).is_ok_and(|url| url.path() != "/") {
            return Err(format!(
                "PUBLIC_URL must be the address of a whole host, not {:?}: the app cannot be served under a path",
                self.public_url
            ));
        }
        let is_reachable = !self.listen.ip().is_loopback() || self.is_behind_proxy();
        if self.unsafe_fast_passwords && is_reachable {
            return Err(format!(
                "UNSAFE_FAST_PASSWORDS is for tests and refused on {} with PUBLIC_URL={} and TRUSTED_PROXIES={}: \
                 leave it out where others reach this server",
                self.listen, self.public_url, self.trusted_proxies
            ));
        }
        self.oidc.check()?;
        self.stripe.check()
    }

    /// What would travel unprotected, each a sentence for the log.
    pub fn warnings(&self) -> Vec<String> {
        let url = |url: &str| Url::parse(url).ok().filter(|url| !is_this_machine(url));
        let value = |url: &Url, wanted: &str| {
            let mut pairs = url.query_pairs();
            pairs
                .find(|(name, _)| name == wanted)
                .map(|(_, value)| value.into_owned())
        };
        let mut warnings = Vec::new();
        let database = self
            .database_url
            .as_deref()
            .filter(|url| db::is_postgres(url));
        if let Some(found) = database.and_then(url)
            && value(&found, "host").is_none()
            && value(&found, "sslmode").as_deref() != Some("verify-full")
        {
            let text = "DATABASE_URL leads to another machine without sslmode=verify-full: whoever is in between may read \
                        and change what is stored";
            warnings.push(text.to_owned());
        }
        let mail = self
            .smtp_url
            .as_deref()
            .filter(|url| url.starts_with("smtp:"));
        if let Some(found) = mail.and_then(url)
            && value(&found, "tls").as_deref() != Some("required")
        {
            let text = "SMTP_URL leads to another machine without TLS: use smtps://, or smtp:// with ?tls=required. Mails have \
                        links that set a password";
            warnings.push(text.to_owned());
        }
        if !self.listen.ip().is_loopback() && !self.is_secure() {
            let text = "LISTEN takes connections from other machines and PUBLIC_URL is http: passwords travel in the clear";
            warnings.push(text.to_owned());
        }
        warnings
    }

    /// The plan of every account without a paid one. No user meets a paywall on an instance that sells nothing.
    pub fn default_plan(&self) -> PlanType {
        let without_setting = if self.stripe.is_configured() {
            PlanType::Free
        } else {
            PlanType::Max
        };
        self.default_plan.unwrap_or(without_setting)
    }

    /// Whether requests may come through a proxy on this machine, even one that sends no forwarding header.
    pub fn is_behind_proxy(&self) -> bool {
        let url = Url::parse(&self.public_url);
        self.trusted_proxies > 0 || !url.is_ok_and(|url| is_this_machine(&url))
    }

    /// Whether browsers connect over TLS, so that cookies can be restricted to it.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// `PUBLIC_URL` without a trailing slash.
    pub fn origin(&self) -> &str {
        self.public_url.trim_end_matches('/')
    }

    /// Whether the database is a PostgreSQL server.
    pub fn is_on_postgres(&self) -> bool {
        db::is_postgres(&self.database())
    }

    /// The database URL, with the default filled in.
    pub fn database(&self) -> String {
        self.database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite:{}", self.data_dir.join("promptcase.db").display()))
    }
}

/// Whether the host of an address is this machine.
fn is_this_machine(url: &Url) -> bool {
    let is_loopback = |name: &str| {
        let address = name
            .trim_start_matches('[')
            .trim_end_matches(']')
            .parse::<IpAddr>();
        address.is_ok_and(|address| address.is_loopback())
    };
    match url.host() {
        // Of a scheme that is not the web's, an address is a name.
        Some(Host::Domain(name)) => {
            name == "localhost" || name.ends_with(".localhost") || is_loopback(name)
        }
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
