//! Handlers of auth.

use poem::Request;
use poem::http::StatusCode;
use poem::web::cookie::CookieJar;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use prompt_core::Message;
use prompt_core::name::Handle;
use prompt_core::validate::{self, Registration};
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::audit::{self, Action, By};
use crate::auth::model::{
    Credentials, HandleSuggestion, PasswordChange, SessionState, SignedIn, User,
};
use crate::auth::passwords::{check_new_password, confirm_password, expect_uncommon, known_of};
use crate::auth::registration::{expect_domain, may_register};
use crate::auth::store::{self, NewUser};
use crate::auth::{email, invitations, notices, two_factor};
use crate::clock::new_id;
use crate::http::error::{ApiError, Result};
use crate::http::events;
use crate::http::json::{Created, Json, NoContent};
use crate::http::tags::Tags;
use crate::names::handles;
use crate::session::extractors::{Browser, Viewer};
use crate::session::{store as session_store, throttle};

pub struct AuthApi(pub App);

#[OpenApi(prefix_path = "/auth", tag = "Tags::Auth")]
impl AuthApi {
    /// Create an account
    ///
    /// Signs the new account in: the response sets the session cookie.
    #[oai(path = "/register", method = "post", operation_id = "register")]
    async fn register(
        &self,
        request: &Request,
        Json(form): Json<Registration>,
    ) -> Result<Created<SignedIn>> {
        let app = &self.0;
        if let Some(error) = form.validate().into_iter().next() {
            return Err(error.into());
        }
        let address = form.email.trim().to_owned();
        let full_name = validate::full_name(&form.full_name)?;
        let handle = form.chosen_handle()?;
        may_register(&app.config, form.invitation.as_deref())?;
        let local = address.split('@').next().unwrap_or_default();
        expect_uncommon(&form.password, "password", &[&address, local, &full_name])?;
        // Test suites create thousands of accounts from one address.
        if !app.config.unsafe_fast_passwords {
            let address = throttle::origin(&app.sessions.client_address(request));
            let _ = throttle::attempt(&app.db, throttle::REGISTRATION, &address, app.now()).await?;
        }
        let invited = match &form.invitation {
            Some(token) => Some(invitations::find(&app.db, token, &address, app.now()).await?),
            None => None,
        };
        // Whoever invites an address has chosen it.
        let is_chosen = invited.is_some_and(|invited| invited.by_address);
        if !is_chosen {
            expect_domain(&app.config, &address)?;
        }
        let password_hash = app.passwords.hash(form.password).await?;
        let now = app.clock.now();
        let id = new_id(now);
        let user = NewUser {
            id,
            email: address.clone(),
            full_name,
            handle,
            password_hash: Some(password_hash),
            identity: None,
            email_confirmed: is_chosen,
            created_at: now,
            invited,
            by: By::Visitor {
                from: app.sessions.client_ip(request),
            },
        };
        if !store::insert_user(&app.db, user).await? {
            return Err(ApiError::rule(
                "email",
                "email_taken",
                "User already registered",
            ));
        }
        if app.config.smtp_url.is_some() && !is_chosen {
            email::send_link(app, id, Some(&address), None).await?;
        }
        app.sessions.start(request, id, None).await?;
        Ok(Created(SignedIn {
            user: known_user(app, id).await?,
        }))
    }

    /// Suggest a handle
    ///
    /// A free handle for a new account, from its name.
    #[oai(path = "/handle", method = "get", operation_id = "suggest_handle")]
    async fn suggest_handle(
        &self,
        /// The name of the account.
        full_name: Query<Option<String>>,
    ) -> Result<Json<HandleSuggestion>> {
        let full_name = full_name.0.unwrap_or_default();
        let handle = handles::free(&self.0.db, &Handle::suggest(&full_name)).await?;
        Ok(Json(HandleSuggestion {
            handle: handle.to_string(),
        }))
    }

    /// Sign in
    ///
    /// With a second factor turned on, a request without `code` gets 401 `code_required`. A recovery code is
    /// accepted too.
    #[oai(path = "/login", method = "post", operation_id = "sign_in")]
    async fn sign_in(
        &self,
        request: &Request,
        Json(form): Json<Credentials>,
    ) -> Result<Json<SignedIn>> {
        let app = &self.0;
        if let Some(error) = validate::sign_in(&form.email, &form.password)
            .into_iter()
            .next()
        {
            return Err(error.into());
        }
        let email = store::email_key(&form.email);
        let address = throttle::origin(&app.sessions.client_address(request));
        // In this order, so that attempts refused for one address do not count against the account.
        let attempts = [
            throttle::attempt(
                &app.db,
                throttle::SIGN_IN_PAIR,
                &format!("{email} {address}"),
                app.now(),
            )
            .await?,
            throttle::attempt(&app.db, throttle::SIGN_IN_ADDRESS, &address, app.now()).await?,
            throttle::attempt(&app.db, throttle::SIGN_IN_ACCOUNT, &email, app.now()).await?,
        ];
        let found = store::credentials(&app.db, &email).await?;
        let (id, hash) = found.map_or((None, None), |(id, hash)| (Some(id), hash));
        let is_right = app
            .passwords
            .verify(form.password.clone(), hash.clone())
            .await?;
        let from = app.sessions.client_ip(request);
        if let Some(id) = id {
            events::is_of(id);
        }
        let failed = |reason: &str| {
            let entry = id.map_or_else(
                || audit::Entry::thing(Action::SignInFailed, ""),
                |id| audit::Entry::account(Action::SignInFailed, id),
            );
            let entry = entry.with(json!({ "reason": reason }));
            audit::record_alone(&app.db, By::Visitor { from }, entry, app.now())
        };
        let Some(known) = id.filter(|_| is_right) else {
            failed("password").await?;
            return Err(invalid_credentials());
        };
        for attempt in attempts {
            attempt.succeeded(&app.db).await?;
        }
        let second = two_factor::check(app, known, form.code.as_deref()).await;
        if let Err(error) = second {
            match error.body.code {
                "wrong_code" => failed("code").await?,
                "too_many_attempts" => failed("too_many_attempts").await?,
                _ => {}
            }
            return Err(error);
        }
        if session_store::is_disabled(&app.db, known).await? {
            failed("disabled").await?;
            let message = "This account is disabled. Ask whoever runs this server.";
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "account_disabled",
                message,
            ));
        }
        if !app.sessions.start(request, known, hash.as_deref()).await? {
            return Err(invalid_credentials());
        }
        if let Some(old) = hash.filter(|hash| app.passwords.is_dated(hash)) {
            let new = app.passwords.hash(form.password).await?;
            store::renew_hash(&app.db, known, &old, new).await?;
        }
        Ok(Json(SignedIn {
            user: known_user(app, known).await?,
        }))
    }

    /// Sign out
    ///
    /// Ends this browser's session. Signing out twice is not an error.
    #[oai(path = "/logout", method = "post", operation_id = "sign_out")]
    async fn sign_out(&self, viewer: Viewer, jar: &CookieJar) -> Result<NoContent> {
        if let Some(me) = viewer.0 {
            session_store::end_session(&self.0.db, me.id, me.session).await?;
            events::note("signed_out");
        }
        self.0.sessions.forget(jar);
        Ok(NoContent)
    }

    /// Read the session
    ///
    /// Returns the signed-in user, or null. For a request with an API token, also the token's scope.
    #[oai(path = "/session", method = "get", operation_id = "get_session")]
    async fn get_session(&self, viewer: Viewer) -> Result<Json<SessionState>> {
        let user = match viewer.0 {
            Some(me) => user(&self.0, me.id).await?,
            None => None,
        };
        Ok(Json(SessionState {
            user,
            token_scope: viewer.0.and_then(|me| me.scope),
            sign_in_required: self.0.config.require_sign_in,
            sign_in_by: self.0.oidc.as_ref().map(|provider| provider.name.clone()),
        }))
    }

    /// Change the password
    ///
    /// Requires the current password and ends every other session of the account.
    #[oai(path = "/password", method = "put", operation_id = "change_password")]
    async fn change_password(
        &self,
        request: &Request,
        Browser(me): Browser,
        Json(form): Json<PasswordChange>,
    ) -> Result<NoContent> {
        let app = &self.0;
        check_new_password(&form.new_password, form.confirm_password.as_deref())?;
        confirm_password(app, me.id, form.current_password, "current_password").await?;
        let known = known_of(app, me.id).await?;
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        expect_uncommon(&form.new_password, "new_password", &known)?;
        let hash = app.passwords.hash(form.new_password).await?;
        if !store::set_password(&app.db, me.id, hash, Some(me.session), me.by(), app.now()).await? {
            return Err(ApiError::not_authenticated());
        }
        app.sessions.renew(request, me).await?;
        let what = "The password of your Promptcase account was changed.";
        notices::tell(app, me.id, "Your password was changed", what).await;
        Ok(NoContent)
    }
}

fn invalid_credentials() -> ApiError {
    ApiError::said(StatusCode::UNAUTHORIZED, Message::InvalidLogin)
}

/// The account, as returned to its owner.
async fn user(app: &App, id: Uuid) -> Result<Option<User>> {
    let found = store::user(&app.db, id).await?;
    Ok(found.map(|user| User {
        email_confirmed: user.email_confirmed || app.config.smtp_url.is_none(),
        ..user
    }))
}

async fn known_user(app: &App, id: Uuid) -> Result<User> {
    user(app, id).await?.ok_or_else(ApiError::not_authenticated)
}
