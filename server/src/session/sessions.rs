//! Sessions: identify the sender of a request by the cookie of a signed-in browser or by an API token.
//!
//! The cookie carries 256 random bits and the database stores only their SHA-256, so a copy of the database cannot
//! be used to sign in. Every sign-in starts a new session.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use poem::http::{Method, StatusCode, header};
use poem::web::cookie::{Cookie, CookieJar, SameSite};
use poem::{PathPattern, Request};
use prompt_core::plan::PlanType;
use uuid::Uuid;

use crate::access::{self, members};
use crate::clock::{Clock, new_id};
use crate::config::Config;
use crate::counter::Counter;
use crate::db::Db;
use crate::http::error::{ApiError, Result};
use crate::http::events;
use crate::http::limit::Limiter;
use crate::session::extractors::Me;
use crate::session::store::{self, NewSession};
use crate::session::throttle;
use crate::session::token_uses::TokenUse;
use crate::session::tokens::{self, Scope, hash_token, new_token};

/// A session expires this long after its last use.
const LIFETIME: Duration = Duration::from_hours(30 * 24);
/// It expires this long after the sign-in at the latest, however much it is used.
const LONGEST: Duration = Duration::from_hours(90 * 24);
/// The time of last use is written at most this often.
pub const TOUCH_INTERVAL: Duration = Duration::from_mins(15);

// Browsers accept the `__Host-` prefix only on cookies that are Secure, for this host, and for every path.
const SECURE_COOKIE: &str = "__Host-session";
const PLAIN_COOKIE: &str = "session";

/// The header with the account that a client believes it is signed in to.
pub const EXPECTED_USER: &str = "Expected-User";

/// The header with the workspace that a request of a browser is about.
pub const WORKSPACE: &str = "Workspace";

/// The address of the Model Context Protocol.
pub const MCP_PATH: &str = "/mcp";

/// Starts, finds and ends sessions.
#[derive(Clone)]
pub struct Sessions {
    db: Db,
    clock: Clock,
    is_secure: bool,
    trusted_proxies: usize,
    default_plan: PlanType,
    /// Bytes of a workspace.
    storage: u64,
    /// Changing requests a minute.
    change_limit: u32,
    changes: Arc<Limiter>,
    uses: Counter<TokenUse>,
}

impl Sessions {
    pub fn new(config: &Config, db: Db, clock: Clock) -> Self {
        Self {
            db,
            clock,
            is_secure: config.is_secure(),
            trusted_proxies: config.trusted_proxies,
            default_plan: config.default_plan(),
            storage: config.storage_per_account * 1024 * 1024,
            change_limit: config.change_limit,
            changes: Arc::default(),
            uses: Counter::default(),
        }
    }

    /// The address a request comes from: the peer, or the entry of the first trusted proxy.
    pub fn client_address(&self, request: &Request) -> String {
        let peer = request
            .remote_addr()
            .as_socket_addr()
            .map(|address| address.ip().to_string());
        let trusted = self.trusted_proxies;
        let forwarded = request
            .headers()
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok());
        let hops: Vec<&str> = forwarded
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .collect();
        let client = hops
            .len()
            .checked_sub(trusted)
            .filter(|_| trusted > 0)
            .map(|at| hops[at].to_owned());
        client.or(peer).unwrap_or_default()
    }

    /// As [`Self::client_address`]; `None` if a proxy sent something else than an address.
    pub fn client_ip(&self, request: &Request) -> Option<IpAddr> {
        throttle::parse_address(&self.client_address(request))
    }

    /// Whether an account administers the instance.
    pub async fn is_administrator(&self, account: Uuid) -> Result<bool> {
        access::is_administrator(&self.db, account).await
    }

    /// Starts a session and sets its cookie; `false` if the password with the hash `shown` has been changed
    /// meanwhile.
    pub async fn start(&self, request: &Request, user: Uuid, shown: Option<&str>) -> Result<bool> {
        let now = self.clock.now();
        let token = new_token();
        let user_agent = request.header(header::USER_AGENT).unwrap_or_default();
        let session = NewSession {
            id: new_id(now),
            user_id: user,
            token_hash: hash_token(&token),
            user_agent: user_agent
                .chars()
                .take(300)
                .filter(|c| *c != '\0')
                .collect(),
            address: self.client_address(request),
            from: self.client_ip(request),
            created_at: now,
            expires_at: now.plus(LIFETIME),
        };
        // A sign-in over an existing session replaces it.
        if let Some(old) = self.token_of(request) {
            store::end_session_by_token(&self.db, &hash_token(&old)).await?;
        }
        let is_started = store::insert_session(&self.db, session, shown).await?;
        if is_started {
            request.cookie().add(self.cookie(token, LIFETIME));
        }
        Ok(is_started)
    }

    /// Gives a session another token, so that whoever learnt the former one is out. After what protects the account has
    /// changed.
    pub async fn renew(&self, request: &Request, me: Me) -> Result<()> {
        let token = new_token();
        store::set_token(&self.db, me.id, me.session, &hash_token(&token)).await?;
        request.cookie().add(self.cookie(token, LIFETIME));
        Ok(())
    }

    /// Removes the cookie.
    pub fn forget(&self, jar: &CookieJar) {
        let mut gone = self.cookie(String::new(), Duration::ZERO);
        gone.make_removal();
        jar.add(gone);
    }

    fn cookie_name(&self) -> &'static str {
        if self.is_secure {
            SECURE_COOKIE
        } else {
            PLAIN_COOKIE
        }
    }

    fn cookie(&self, value: String, max_age: Duration) -> Cookie {
        let mut cookie = Cookie::new_with_str(self.cookie_name(), value);
        cookie.set_http_only(true);
        cookie.set_same_site(SameSite::Lax);
        cookie.set_secure(self.is_secure);
        cookie.set_path("/");
        cookie.set_max_age(max_age);
        cookie
    }

    fn token_of(&self, request: &Request) -> Option<String> {
        let cookie = request.cookie().get(self.cookie_name())?;
        Some(cookie.value_str().to_owned()).filter(|token| !token.is_empty())
    }

    /// The account that sends a request; `None` for a visitor.
    pub async fn find(&self, request: &Request) -> Result<Option<Me>> {
        let found = self.authenticate(request).await?;
        if let Some(me) = found {
            events::is_of(me.id);
            refuse_other_user(request, me.id)?;
            self.count_change(request, me)?;
        }
        let from = self.client_ip(request);
        Ok(found.map(|me| Me { from, ..me }))
    }

    /// 429 if an account changes things faster than any program of a person does. What only reads by POST has limits of
    /// its own.
    fn count_change(&self, request: &Request, me: Me) -> Result<()> {
        let path = request.original_uri().path();
        let reads = matches!(*request.method(), Method::GET | Method::HEAD)
            || ["/api/fetch/", "/api/includes", MCP_PATH]
                .iter()
                .any(|start| path.starts_with(start));
        if !reads {
            let limit = self.change_limit;
            self.changes
                .count(me.id.to_string(), limit, self.clock.now())?;
        }
        Ok(())
    }

    async fn authenticate(&self, request: &Request) -> Result<Option<Me>> {
        if let Some(token) = bearer(request) {
            return self.by_token(request, token).await.map(Some);
        }
        let Some(token) = self.token_of(request) else {
            return Ok(None);
        };
        let now = self.clock.now();
        let Some(session) = store::session(&self.db, &hash_token(&token), now).await? else {
            return Ok(None);
        };
        if session.last_seen_at < now.minus(TOUCH_INTERVAL) {
            let last = session.created_at.plus(LONGEST);
            let expires = now.plus(LIFETIME).min(last);
            store::touch_session(&self.db, session.id, now, expires).await?;
        }
        let me = Me {
            session: session.id,
            storage: self.storage,
            ..Me::personal(session.user_id)
        };
        Ok(Some(match workspace(request)? {
            Some(workspace) if workspace != me.workspace => {
                let role = members::role(&self.db, workspace, me.id).await?;
                let role = role.ok_or_else(no_workspace)?;
                Me {
                    workspace,
                    role,
                    ..me
                }
            }
            _ => me,
        }))
    }

    /// The account of an API token. An invalid token is rejected even where visitors are allowed.
    async fn by_token(&self, request: &Request, token: &str) -> Result<Me> {
        let now = self.clock.now();
        let Some(found) = tokens::find(&self.db, token, now).await? else {
            let address = throttle::origin(&self.client_address(request));
            events::note("invalid_token");
            let _ = throttle::attempt(&self.db, throttle::TOKEN_ADDRESS, &address, now).await?;
            return Err(ApiError::new(
                StatusCode::UNAUTHORIZED,
                "invalid_token",
                "This API token is not valid",
            ));
        };
        let tokens::Found { id, mut me, scope } = found;
        me.storage = self.storage;
        if workspace(request)?.is_some_and(|named| named != me.workspace) {
            return Err(no_workspace());
        }
        self.uses.count(&self.db, self.token_use(request, id), now);
        // Tokens stop working when a plan ends and work again when it is renewed.
        tokens::allowed(&self.db, me.workspace, self.default_plan, now).await?;
        let path = request.original_uri().path();
        // Fetching and the Model Context Protocol check the limits of a token and its scope themselves.
        let is_checked_there = path.starts_with("/api/fetch/") || path == MCP_PATH;
        // A prompt is rendered and includes are loaded by POST, which changes nothing.
        let reads = matches!(*request.method(), Method::GET | Method::HEAD)
            || is_checked_there
            || path == "/api/includes";
        if me.limited.is_some() && !is_checked_there {
            return Err(tokens::limited());
        }
        if scope == Scope::Read && !reads {
            let message = "This API token may only read";
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "insufficient_scope",
                message,
            ));
        }
        Ok(me)
    }

    fn token_use(&self, request: &Request, token: Uuid) -> TokenUse {
        TokenUse {
            token,
            hour: self.clock.now().hour(),
            request: described(request),
            address: throttle::origin(&self.client_address(request)),
        }
    }
}

/// Method and route, such as `GET /api/prompts/…`.
fn described(request: &Request) -> String {
    let route = request.data::<PathPattern>().map(|route| &*route.0);
    let route = route.unwrap_or_else(|| request.original_uri().path());
    let parts = route
        .split('/')
        .map(|part| if part.starts_with(':') { "…" } else { part });
    let route = parts.collect::<Vec<_>>().join("/");
    format!("{} {route}", request.method())
}

/// Whether a request has a session cookie, valid or not: enough to choose the first page.
pub fn is_sent(request: &Request) -> bool {
    let cookies = request.header(header::COOKIE).unwrap_or_default();
    let mut names = cookies.split(';').filter_map(|pair| pair.split('=').next());
    names.any(|name| [SECURE_COOKIE, PLAIN_COOKIE].contains(&name.trim()))
}

/// Rejects a request of a page that still shows another account. The tabs of a browser share one cookie, and any of
/// them may have signed in to another account.
fn refuse_other_user(request: &Request, user: Uuid) -> Result<()> {
    for value in request.headers().get_all(EXPECTED_USER) {
        let expected = value.to_str().ok().and_then(|id| id.parse::<Uuid>().ok());
        let Some(expected) = expected else {
            let message = format!("The header {EXPECTED_USER} may hold only the id of an account");
            return Err(ApiError::unreadable(message).at(EXPECTED_USER));
        };
        if expected != user {
            return Err(ApiError::new(
                StatusCode::PRECONDITION_FAILED,
                "other_user",
                "Another account is signed in here now, so nothing was done.",
            ));
        }
    }
    Ok(())
}

/// 404, with a code of its own, by which a page knows that it names a workspace that is none of its account's.
fn no_workspace() -> ApiError {
    let message = "Workspace not found";
    ApiError::new(StatusCode::NOT_FOUND, "workspace_not_found", message)
}

/// The workspace that a request names; `None` for the account's own, or the API token's.
fn workspace(request: &Request) -> Result<Option<Uuid>> {
    let Some(named) = request.headers().get(WORKSPACE) else {
        return Ok(None);
    };
    let id = named.to_str().ok().and_then(|id| id.parse().ok());
    id.map(Some).ok_or_else(|| {
        let message = format!("The header {WORKSPACE} may hold only the id of a workspace");
        ApiError::unreadable(message).at(WORKSPACE)
    })
}

fn bearer(request: &Request) -> Option<&str> {
    let header = request.header(header::AUTHORIZATION)?;
    let (scheme, token) = header.split_once(' ').unwrap_or((header, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
