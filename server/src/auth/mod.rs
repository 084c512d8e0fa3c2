//! auth: accounts, signing in and out, passwords.

pub mod account;
pub mod export;
pub mod password;
pub mod reset;
pub mod session;
pub mod sessions;
pub mod store;
pub mod throttle;
pub mod tokens;
pub mod two_factor;

use poem::Request;
use poem::http::StatusCode;
use poem::web::cookie::CookieJar;
use poem_openapi::OpenApi;
use prompt_core::Message;
use prompt_core::text::is_blank;
use prompt_core::validate::{self, Registration};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::{Browser, Viewer};
use crate::auth::store::NewUser;
use crate::auth::tokens::Scope;
use crate::clock::{Timestamp, new_id};
use crate::error::{ApiError, Result};
use crate::payload::{Created, NoContent, Serde};

/// A person with an account, as they see themselves.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, sqlx::FromRow)]
pub struct User {
    pub id: Uuid,
    #[schemars(example = &"ada@example.org")]
    pub email: String,
    #[schemars(example = &"Ada Lovelace")]
    pub full_name: String,
    pub avatar_url: Option<String>,
    pub created_at: Timestamp,
}

/// Who signs in.
#[derive(Deserialize, JsonSchema)]
pub struct Credentials {
    /// Six digits, or a recovery code: only where a second factor is on.
    #[serde(default)]
    pub code: Option<String>,
    #[schemars(example = &"ada@example.org")]
    pub email: String,
    #[schemars(example = &"correct horse battery staple")]
    pub password: String,
}

/// The password that is, and the one that shall be.
#[derive(Deserialize, JsonSchema)]
pub struct PasswordChange {
    pub current_password: String,
    /// 6 to 256 characters.
    #[schemars(example = &"correct horse battery staple", length(min = 6, max = 256))]
    pub new_password: String,
    /// The same again. A program that has no second field sends none.
    #[serde(default)]
    pub confirm_password: Option<String>,
}

/// The account that is now signed in.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SignedIn {
    pub user: User,
}

/// Who asks; `user` is null for a visitor.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Session")]
pub struct SessionState {
    pub user: Option<User>,
    /// What the API token may do that was shown; left out for a browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_scope: Option<Scope>,
}

pub struct AuthApi(pub App);

#[OpenApi(prefix_path = "/auth", tag = "Tags::Auth")]
impl AuthApi {
    /// Create an account
    ///
    /// Signs the new account in: the answer sets the session cookie.
    #[oai(path = "/register", method = "post", operation_id = "register")]
    async fn register(
        &self,
        request: &Request,
        Serde(form): Serde<Registration>,
    ) -> Result<Created<SignedIn>> {
        let app = &self.0;
        if let Some(error) = form.validate().into_iter().next() {
            return Err(error.into());
        }
        let email = form.email.trim().to_owned();
        let full_name = validate::full_name(&form.full_name)?;
        // Test suites make thousands of accounts from one address.
        if !app.config.unsafe_fast_passwords {
            let address = throttle::origin(app, request);
            let _ = throttle::attempt(app, throttle::REGISTRATION, &address).await?;
        }
        let password_hash = app.passwords.hash(form.password).await?;
        let now = app.clock.now();
        let id = new_id(now);
        let user = NewUser {
            id,
            email,
            full_name,
            password_hash,
            created_at: now,
        };
        if !store::insert_user(&app.db, user).await? {
            return Err(ApiError::rule(
                "email",
                "email_taken",
                "User already registered",
            ));
        }
        session::start(app, request, id, None).await?;
        Ok(Created(SignedIn {
            user: known_user(app, id).await?,
        }))
    }

    /// Sign in
    ///
    /// With a second factor on, `code` is asked for by 401 `code_required`; a recovery code does as well.
    #[oai(path = "/login", method = "post", operation_id = "sign_in")]
    async fn sign_in(
        &self,
        request: &Request,
        Serde(form): Serde<Credentials>,
    ) -> Result<Serde<SignedIn>> {
        let app = &self.0;
        if let Some(error) = validate::sign_in(&form.email, &form.password)
            .into_iter()
            .next()
        {
            return Err(error.into());
        }
        let email = store::email_key(&form.email);
        let address = throttle::origin(app, request);
        // In this order: what one address is refused does not count against the account, whose owner is elsewhere.
        let attempts = [
            throttle::attempt(app, throttle::SIGN_IN_PAIR, &format!("{email} {address}")).await?,
            throttle::attempt(app, throttle::SIGN_IN_ADDRESS, &address).await?,
            throttle::attempt(app, throttle::SIGN_IN_ACCOUNT, &email).await?,
        ];
        let found = store::credentials(&app.db, &email).await?;
        let (id, hash) = found.map_or((None, None), |(id, hash)| (Some(id), hash));
        let is_right = app.passwords.verify(form.password, hash.clone()).await?;
        let id = id.filter(|_| is_right).ok_or_else(invalid_credentials)?;
        for attempt in attempts {
            attempt.succeeded(app).await?;
        }
        two_factor::check(app, id, form.code.as_deref()).await?;
        if !session::start(app, request, id, hash.as_deref()).await? {
            return Err(invalid_credentials());
        }
        Ok(Serde(SignedIn {
            user: known_user(app, id).await?,
        }))
    }

    /// Sign out
    ///
    /// Ends the session of this browser. Signing out twice is no error.
    #[oai(path = "/logout", method = "post", operation_id = "sign_out")]
    async fn sign_out(&self, viewer: Viewer, jar: &CookieJar) -> Result<NoContent> {
        if let Some(me) = viewer.0 {
            store::end_session(&self.0.db, me.id, me.session).await?;
        }
        session::forget(&self.0, jar);
        Ok(NoContent)
    }

    /// Who is signed in
    ///
    /// To a program: whose API token it shows, and its scope.
    #[oai(path = "/session", method = "get", operation_id = "get_session")]
    async fn get_session(&self, viewer: Viewer) -> Result<Serde<SessionState>> {
        let user = match viewer.0 {
            Some(me) => store::user(&self.0.db, me.id).await?,
            None => None,
        };
        Ok(Serde(SessionState {
            user,
            token_scope: viewer.0.and_then(|me| me.scope),
        }))
    }

    /// Change the password
    ///
    /// Asks for the present one and ends every other session of the account.
    #[oai(path = "/password", method = "put", operation_id = "change_password")]
    async fn change_password(
        &self,
        Browser(me): Browser,
        Serde(form): Serde<PasswordChange>,
    ) -> Result<NoContent> {
        let app = &self.0;
        check_new_password(&form.new_password, form.confirm_password.as_deref())?;
        confirm_password(app, me.id, form.current_password, "current_password").await?;
        let hash = app.passwords.hash(form.new_password).await?;
        if !store::set_password(&app.db, me.id, hash, Some(me.session)).await? {
            return Err(ApiError::not_authenticated());
        }
        Ok(NoContent)
    }
}

/// Refuses a password that may not take the place of another.
fn check_new_password(text: &str, again: Option<&str>) -> Result<()> {
    let wrong = validate::new_password(text, again).into_iter().next();
    wrong.map_or(Ok(()), |error| Err(error.into()))
}

/// Asks somebody who is signed in for the password again, and counts wrong ones.
pub async fn confirm_password(app: &App, user: Uuid, password: String, field: &str) -> Result<()> {
    let attempt = throttle::attempt(app, throttle::PASSWORD, &user.to_string()).await?;
    let stored = store::password_hash(&app.db, user).await?;
    if !app.passwords.verify(password, stored).await? {
        return Err(ApiError::rule(
            field,
            "wrong_password",
            "The current password is not correct",
        ));
    }
    attempt.succeeded(app).await
}

fn invalid_credentials() -> ApiError {
    ApiError::said(StatusCode::UNAUTHORIZED, Message::InvalidLogin)
}

async fn known_user(app: &App, id: Uuid) -> Result<User> {
    store::user(&app.db, id)
        .await?
        .ok_or_else(ApiError::not_authenticated)
}

/// The text without blanks around it, which must leave something.
pub fn required(text: &str, field: &str, what: &str) -> Result<String> {
    if is_blank(text) {
        return Err(ApiError::rule(
            field,
            "required",
            format!("{what} is required"),
        ));
    }
    Ok(text.trim().to_owned())
}
