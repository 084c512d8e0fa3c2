//! The start of a sign-in.

use std::time::Duration;

use poem::http::StatusCode;
use poem::web::cookie::{Cookie, CookieJar, SameSite};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::clients::oidc::OidcClient;
use crate::http::error::{ApiError, Result};
use crate::http::json::Json;
use crate::oidc::store::{self, Aim};

/// How long somebody may take to sign in at the provider.
const TIME: Duration = Duration::from_mins(15);
/// The longest page to go on to, in bytes.
const LONGEST: usize = 4000;
/// The cookie that binds a sign-in to the browser that began it.
pub const COOKIE: &str = "oidc_state";

/// The page of the provider that the browser opens next.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct OidcPage {
    #[schemars(example = &"https://login.example.org/authorize?client_id=promptcase")]
    pub url: String,
}

/// The provider; 503 if none is configured.
pub fn provider(app: &App) -> Result<&OidcClient> {
    app.oidc.as_ref().ok_or_else(|| {
        let message =
            "Nobody can sign in by a provider on this server. Sign in with your password.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "not_configured", message)
    })
}

/// Begins a sign-in: remembers it, and gives the browser its state.
pub async fn begin(app: &App, jar: &CookieJar, aim: Aim) -> Result<Json<OidcPage>> {
    let provider = provider(app)?;
    let words = [Some(&aim.page), aim.invitation.as_ref()];
    if words.into_iter().flatten().any(|word| word.len() > LONGEST) {
        return Err(ApiError::unreadable(format!(
            "from and invitation may have {LONGEST} bytes each"
        )));
    }
    let begun = provider.begin().await.map_err(|failure| {
        tracing::error!(%failure, "the OpenID Connect provider fails");
        let message = format!(
            "{} does not answer. Try again later, or sign in with your password.",
            provider.name
        );
        ApiError::new(StatusCode::BAD_GATEWAY, "provider_failed", message)
    })?;
    store::begin(&app.db, &begun, aim, app.now().plus(TIME)).await?;
    jar.add(cookie(app, begun.state, TIME));
    Ok(Json(OidcPage { url: begun.url }))
}

/// The cookie with a state. It must come with the request that the provider's page leads to.
pub fn cookie(app: &App, state: String, max_age: Duration) -> Cookie {
    let mut cookie = Cookie::new_with_str(COOKIE, state);
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_secure(app.config.is_secure());
    cookie.set_path("/api/auth/oidc");
    cookie.set_max_age(max_age);
    cookie
}
