//! Sessions: who is asking, by the cookie of a signed-in browser.
//!
//! The cookie carries 256 random bits; the database knows only their SHA-256, so a copy of the database signs nobody
//! in. Every sign-in makes a new session.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use poem::http::{Method, StatusCode, header};
use poem::web::cookie::{Cookie, CookieJar, SameSite};
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::app::App;
use crate::auth::store::{self, NewSession};
use crate::auth::throttle;
use crate::auth::tokens::{self, Scope};
use crate::clock::new_id;
use crate::error::{ApiError, Result};

/// A session ends this long after it was last used.
const LIFETIME: Duration = Duration::from_hours(30 * 24);
/// The time of last use is written down at most this often.
pub const TOUCH_EVERY: Duration = Duration::from_mins(15);

/// The signed-in person behind a request; without one the answer is 401.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Me {
    pub id: Uuid,
    pub session: Uuid,
    /// What the API token may do that was shown; none with a browser.
    pub scope: Option<Scope>,
}

/// A person at a browser of their own. Passwords, second factors and tokens are not for programs with a token.
pub struct Browser(pub Me);

/// Whoever is behind a request, signed in or not.
#[derive(Clone, Copy, Debug)]
pub struct Viewer(pub Option<Me>);

impl Viewer {
    /// The viewer's id; for a visitor the nil id, which nobody has.
    pub fn id(self) -> Uuid {
        self.0.map_or(Uuid::nil(), |me| me.id)
    }
}

// Browsers accept the prefix only on cookies that are Secure, for this host, and for every path.
const SECURE_COOKIE: &str = "__Host-session";
const PLAIN_COOKIE: &str = "session";

/// The account that a client takes itself to act for.
pub const EXPECTED_USER: &str = "Expected-User";

fn cookie_name(app: &App) -> &'static str {
    if app.config.is_secure() {
        SECURE_COOKIE
    } else {
        PLAIN_COOKIE
    }
}

pub fn hash_token(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// 256 random bits as text that fits into a cookie, a header and an address.
pub fn new_token() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// Starts a session and puts its cookie into the answer; `false` when the password whose hash was `shown` was changed
/// meanwhile.
pub async fn start(app: &App, request: &Request, user: Uuid, shown: Option<&str>) -> Result<bool> {
    let now = app.clock.now();
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
        address: app.client_address(request),
        created_at: now,
        expires_at: now.plus(LIFETIME),
    };
    // Whoever signs in over an existing session replaces it.
    if let Some(old) = token_of(app, request) {
        store::end_session_by_token(&app.db, &hash_token(&old)).await?;
    }
    let is_started = store::insert_session(&app.db, session, shown).await?;
    if is_started {
        request.cookie().add(cookie(app, token, LIFETIME));
    }
    Ok(is_started)
}

/// Whether a request brings a session's cookie at all, valid or not: enough to guess which page somebody wants to see first.
pub fn is_sent(request: &Request) -> bool {
    let cookies = request.header(header::COOKIE).unwrap_or_default();
    let mut names = cookies.split(';').filter_map(|pair| pair.split('=').next());
    names.any(|name| [SECURE_COOKIE, PLAIN_COOKIE].contains(&name.trim()))
}

/// Takes the cookie away.
pub fn forget(app: &App, jar: &CookieJar) {
    let mut gone = cookie(app, String::new(), Duration::ZERO);
    gone.make_removal();
    jar.add(gone);
}

fn cookie(app: &App, value: String, max_age: Duration) -> Cookie {
    let mut cookie = Cookie::new_with_str(cookie_name(app), value);
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_secure(app.config.is_secure());
    cookie.set_path("/");
    cookie.set_max_age(max_age);
    cookie
}

fn token_of(app: &App, request: &Request) -> Option<String> {
    let cookie = request.cookie().get(cookie_name(app))?;
    Some(cookie.value_str().to_owned()).filter(|token| !token.is_empty())
}

async fn find(request: &Request) -> Result<Option<Me>> {
    let found = who_asks(request).await?;
    if let Some(me) = found {
        refuse_other_user(request, me.id)?;
    }
    Ok(found)
}

/// The tabs of a browser share one cookie, and another account may sign in in any of them. What a page that still shows the
/// one before would do is refused before it is done in the wrong name.
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

async fn who_asks(request: &Request) -> Result<Option<Me>> {
    let app = App::of(request)?;
    if let Some(token) = bearer(request) {
        return by_token(app, request, token).await.map(Some);
    }
    let Some(token) = token_of(app, request) else {
        return Ok(None);
    };
    let now = app.clock.now();
    let Some(session) = store::session(&app.db, &hash_token(&token), now).await? else {
        return Ok(None);
    };
    if session.last_seen_at < now.minus(TOUCH_EVERY) {
        store::touch_session(&app.db, session.id, now, now.plus(LIFETIME)).await?;
    }
    Ok(Some(Me {
        id: session.user_id,
        session: session.id,
        scope: None,
    }))
}

fn bearer(request: &Request) -> Option<&str> {
    let header = request.header(header::AUTHORIZATION)?;
    let (scheme, token) = header.split_once(' ').unwrap_or((header, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// A program with an API token. One that shows a bad token is told so, even where a visitor would be let in.
async fn by_token(app: &App, request: &Request, token: &str) -> Result<Me> {
    let Some((id, scope)) = tokens::find(app, token).await? else {
        let _ = throttle::attempt(
            app,
            throttle::TOKEN_ADDRESS,
            &throttle::origin(app, request),
        )
        .await?;
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "invalid_token",
            "This API token is not valid",
        ));
    };
    // A plan that ended takes its tokens along; they work again when it is back.
    tokens::allowed(app, id).await?;
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if scope == Scope::Read && !reads {
        let message = "This API token may only read";
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "insufficient_scope",
            message,
        ));
    }
    Ok(Me {
        id,
        session: Uuid::nil(),
        scope: Some(scope),
    })
}

impl<'a> ApiExtractor<'a> for Me {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        registry.security_schemes.insert(
            "session",
            MetaSecurityScheme {
                ty: "apiKey",
                description: Some(
                    "The cookie of a signed-in browser. Over TLS its name is `__Host-session`.",
                ),
                name: Some("session"),
                key_in: Some("cookie"),
                scheme: None,
                bearer_format: None,
                flows: None,
                openid_connect_url: None,
            },
        );
        registry.security_schemes.insert(
            "token",
            MetaSecurityScheme {
                ty: "http",
                description: Some(
                    "A personal API token, for Pro and Max. With scope read it may only read.",
                ),
                name: None,
                key_in: None,
                scheme: Some("bearer"),
                bearer_format: None,
                flows: None,
                openid_connect_url: None,
            },
        );
    }

    fn security_schemes() -> Vec<&'static str> {
        vec!["session", "token"]
    }

    async fn from_request(
        request: &'a Request,
        _: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(find(request)
            .await?
            .ok_or_else(ApiError::not_authenticated)?)
    }
}

impl<'a> ApiExtractor<'a> for Viewer {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        Me::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        Me::security_schemes()
    }

    /// Written into the document as an empty requirement: the operation is open to visitors too.
    fn has_security_fallback() -> bool {
        true
    }

    async fn from_request(
        request: &'a Request,
        _: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self(find(request).await?))
    }
}

impl<'a> ApiExtractor<'a> for Browser {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        Me::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        vec!["session"]
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let me = <Me as ApiExtractor>::from_request(request, body, options).await?;
        if me.session.is_nil() {
            let message = "Sign in with a browser to do this; an API token is not enough.";
            return Err(ApiError::new(StatusCode::FORBIDDEN, "session_required", message).into());
        }
        Ok(Self(me))
    }
}
