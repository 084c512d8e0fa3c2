//! auth: accounts, signing in and out, passwords.

pub mod password;
pub mod session;
pub mod store;

use poem::Request;
use poem::web::cookie::CookieJar;
use poem_openapi::OpenApi;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::{Me, Viewer};
use crate::auth::store::NewUser;
use crate::clock::{Timestamp, new_id};
use crate::error::{ApiError, Result};
use crate::payload::{Created, NoContent, Serde};

const NAME_CHARS: usize = 200;
const EMAIL_CHARS: usize = 254;

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

#[derive(Deserialize, JsonSchema)]
pub struct Registration {
    #[schemars(example = &"Ada Lovelace")]
    pub full_name: String,
    #[schemars(example = &"ada@example.org")]
    pub email: String,
    /// 6 to 256 characters.
    #[schemars(example = &"correct horse battery staple")]
    pub password: String,
}

#[derive(Deserialize, JsonSchema)]
pub struct Credentials {
    #[schemars(example = &"ada@example.org")]
    pub email: String,
    #[schemars(example = &"correct horse battery staple")]
    pub password: String,
}

#[derive(Deserialize, JsonSchema)]
pub struct PasswordChange {
    pub current_password: String,
    /// 6 to 256 characters.
    pub new_password: String,
}

/// The account that is now signed in.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SignedIn {
    pub user: User,
}

/// Who is signed in; `user` is null for a visitor.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Session")]
pub struct SessionState {
    pub user: Option<User>,
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
        let full_name = required(&form.full_name, "full_name", "Full name")?;
        let email = check_email(&form.email)?;
        password::check(&form.password, "password")?;
        if full_name.chars().count() > NAME_CHARS {
            let message = format!("Full name may have at most {NAME_CHARS} characters");
            return Err(ApiError::rule("full_name", "too_long", message));
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
        session::start(app, request, id).await?;
        Ok(Created(SignedIn {
            user: known_user(app, id).await?,
        }))
    }

    /// Sign in
    #[oai(path = "/login", method = "post", operation_id = "sign_in")]
    async fn sign_in(
        &self,
        request: &Request,
        Serde(form): Serde<Credentials>,
    ) -> Result<Serde<SignedIn>> {
        let app = &self.0;
        required(&form.email, "email", "Email")?;
        required(&form.password, "password", "Password")?;
        let found = store::credentials(&app.db, &form.email).await?;
        let (id, hash) = found.map_or((None, None), |(id, hash)| (Some(id), hash));
        let is_right = app.passwords.verify(form.password, hash).await?;
        let id = id.filter(|_| is_right).ok_or_else(invalid_credentials)?;
        session::start(app, request, id).await?;
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
    #[oai(path = "/session", method = "get", operation_id = "get_session")]
    async fn get_session(&self, viewer: Viewer) -> Result<Serde<SessionState>> {
        let user = match viewer.0 {
            Some(me) => store::user(&self.0.db, me.id).await?,
            None => None,
        };
        Ok(Serde(SessionState { user }))
    }

    /// Change the password
    ///
    /// Asks for the present one and ends every other session of the account.
    #[oai(path = "/password", method = "put", operation_id = "change_password")]
    async fn change_password(
        &self,
        me: Me,
        Serde(form): Serde<PasswordChange>,
    ) -> Result<NoContent> {
        let app = &self.0;
        password::check(&form.new_password, "new_password")?;
        let stored = store::password_hash(&app.db, me.id).await?;
        if !app.passwords.verify(form.current_password, stored).await? {
            return Err(ApiError::rule(
                "current_password",
                "wrong_password",
                "The current password is not correct",
            ));
        }
        let hash = app.passwords.hash(form.new_password).await?;
        store::set_password(&app.db, me.id, hash, Some(me.session)).await?;
        Ok(NoContent)
    }
}

fn invalid_credentials() -> ApiError {
    ApiError::new(
        poem::http::StatusCode::UNAUTHORIZED,
        "invalid_credentials",
        "Invalid login credentials",
    )
}

async fn known_user(app: &App, id: Uuid) -> Result<User> {
    store::user(&app.db, id)
        .await?
        .ok_or_else(ApiError::not_authenticated)
}

/// The text without blanks around it, which must leave something.
pub fn required(text: &str, field: &str, what: &str) -> Result<String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ApiError::rule(
            field,
            "required",
            format!("{what} is required"),
        ));
    }
    Ok(text.to_owned())
}

/// An address is checked for its shape only; that it works is shown by the mail that arrives.
fn check_email(email: &str) -> Result<String> {
    let email = required(email, "email", "Email")?;
    let has_shape = email.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty()
            && !host.is_empty()
            && !host.contains('@')
            && !host.starts_with('.')
            && !host.ends_with('.')
    });
    if !has_shape
        || email.len() > EMAIL_CHARS
        || email.chars().any(|c| c.is_whitespace() || c.is_control())
    {
        return Err(ApiError::rule(
            "email",
            "invalid_email",
            "Enter a valid email address",
        ));
    }
    Ok(email)
}
