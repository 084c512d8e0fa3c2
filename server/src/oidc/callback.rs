//! The end of a sign-in: the provider sends the browser back with a code.

use poem::http::{StatusCode, header};
use poem::web::{Data, Query};
use poem::{Request, Response, handler};
use prompt_core::validate;
use serde::Deserialize;
use serde_json::json;
use subtle::ConstantTimeEq as _;
use url::form_urlencoded;
use uuid::Uuid;

use crate::app::App;
use crate::audit::{self, Action, By};
use crate::auth::registration::{expect_domain, may_register};
use crate::auth::store::{NewUser, credentials, insert_user};
use crate::auth::{identities, invitations, notices};
use crate::clients::oidc::{Failure, Identity};
use crate::clock::new_id;
use crate::http::error::{ApiError, Result};
use crate::oidc::start::{COOKIE, cookie, provider};
use crate::oidc::store::{self, Attempt};
use crate::session::store as session_store;

/// What the provider adds to the address.
#[derive(Deserialize)]
pub struct Outcome {
    state: Option<String>,
    code: Option<String>,
    /// Who answers (RFC 9207).
    iss: Option<String>,
    error: Option<String>,
}

/// Signs in, or links. A failure leads to the form with a word that says what happened.
#[handler]
pub async fn finish(
    app: Data<&App>,
    request: &Request,
    Query(outcome): Query<Outcome>,
) -> Response {
    let app = app.0;
    let sent = request.cookie().get(COOKIE);
    let sent = sent.map(|sent| sent.value_str().to_owned());
    let mut gone = cookie(app, String::new(), std::time::Duration::ZERO);
    gone.make_removal();
    request.cookie().add(gone);
    let address = match complete(app, request, sent, outcome).await {
        Ok(page) => page,
        Err((form, error)) => {
            if error.status.is_server_error() {
                tracing::error!(code = error.body.code, "a sign-in by the provider failed");
            }
            let known = problem(error.body.code);

            // In the fragment, which the router of the app leaves alone.
            format!("{form}#problem={known}")
        }
    };
    Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, address)
        .header(header::CACHE_CONTROL, "no-store")
        .finish()
}

/// The word of a failure that the form knows.
fn problem(code: &'static str) -> &'static str {
    match code {
        "account_disabled"
        | "address_known"
        | "address_unverified"
        | "already_linked"
        | "domain_not_allowed"
        | "invitation_required"
        | "invalid_invitation"
        | "invited_another"
        | "provider_failed"
        | "provider_refused"
        | "registration_closed"
        | "sign_in_expired"
        | "sign_in_stopped" => code,
        _ => "failed",
    }
}

/// The page to go on to, or the form to show and what went wrong.
async fn complete(
    app: &App,
    request: &Request,
    sent: Option<String>,
    outcome: Outcome,
) -> Result<String, (String, ApiError)> {
    let at_form = |error: ApiError| ("/login".to_owned(), error);
    let attempt = attempt_of(app, sent, outcome.state.as_deref())
        .await
        .map_err(at_form)?;
    let form = if attempt.session_id.is_some() {
        attempt.page.clone()
    } else {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("from", &attempt.page)
            .finish();
        format!("/login?{query}")
    };
    let done = async {
        let identity = identity_of(app, request, &attempt, outcome).await?;
        match attempt.session_id {
            Some(session) => link(app, request, session, &identity).await,
            None => sign_in(app, request, &attempt, &identity).await,
        }
    };
    done.await.map_err(|error| (form, error))?;
    // The form leads on as after a password, and only within the app.
    Ok(if attempt.session_id.is_some() {
        attempt.page
    } else {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("from", &attempt.page)
            .finish();
        format!("/login?{query}")
    })
}

/// The sign-in that this browser began.
async fn attempt_of(app: &App, sent: Option<String>, state: Option<&str>) -> Result<Attempt> {
    let expired = || {
        let message = "This sign-in is too old or was begun in another browser.";
        ApiError::new(StatusCode::FORBIDDEN, "sign_in_expired", message)
    };
    let (Some(sent), Some(state)) = (sent, state) else {
        return Err(expired());
    };
    if !bool::from(sent.as_bytes().ct_eq(state.as_bytes())) {
        return Err(expired());
    }
    store::take(&app.db, state, app.now())
        .await?
        .ok_or_else(expired)
}

/// Who the provider says it is.
async fn identity_of(
    app: &App,
    request: &Request,
    attempt: &Attempt,
    outcome: Outcome,
) -> Result<Identity> {
    let provider = provider(app)?;
    let refused = || {
        let message = "The provider does not vouch for this sign-in.";
        ApiError::new(StatusCode::FORBIDDEN, "provider_refused", message)
    };
    if outcome.iss.is_some_and(|iss| iss != provider.issuer()) {
        failed(app, request, None, "issuer").await?;
        return Err(refused());
    }
    if let Some(error) = outcome.error {
        tracing::info!(%error, "the provider ended a sign-in");
        let message = "The sign-in was stopped.";
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "sign_in_stopped",
            message,
        ));
    }
    let code = outcome.code.unwrap_or_default();
    match provider
        .finish(&code, &attempt.nonce, &attempt.verifier)
        .await
    {
        Ok(identity) => Ok(identity),
        Err(Failure::Provider(cause)) => {
            tracing::error!(%cause, "the OpenID Connect provider fails");
            let message = "The provider does not answer.";
            Err(ApiError::new(
                StatusCode::BAD_GATEWAY,
                "provider_failed",
                message,
            ))
        }
        Err(Failure::Refused(cause)) => {
            tracing::warn!(%cause, "the OpenID Connect provider refused a sign-in");
            failed(app, request, None, "provider").await?;
            Err(refused())
        }
    }
}

/// Logs that a sign-in failed.
async fn failed(app: &App, request: &Request, id: Option<Uuid>, reason: &str) -> Result<()> {
    let from = app.sessions.client_ip(request);
    let entry = id.map_or_else(
        || audit::Entry::thing(Action::SignInFailed, ""),
        |id| audit::Entry::account(Action::SignInFailed, id),
    );
    let entry = entry.with(json!({ "reason": reason }));
    audit::record_alone(&app.db, By::Visitor { from }, entry, app.now()).await?;
    Ok(())
}

/// The address of an identity, if the provider has seen that it is theirs.
fn verified(identity: &Identity) -> Result<String> {
    let email = identity
        .email
        .as_deref()
        .filter(|_| identity.email_verified);
    let email = email.ok_or_else(|| {
        let message = "The provider has not confirmed an address of this account.";
        ApiError::new(StatusCode::FORBIDDEN, "address_unverified", message)
    })?;
    Ok(validate::email(email)?)
}

/// Links an identity to the account that is signed in in this browser.
async fn link(app: &App, request: &Request, session: Uuid, identity: &Identity) -> Result<()> {
    let me = app.sessions.find(request).await?;
    // Somebody else may have signed in here meanwhile.
    let me = me
        .filter(|me| me.session == session)
        .ok_or_else(ApiError::not_authenticated)?;
    let email = verified(identity)?;
    if !identities::link(&app.db, me.id, session, identity, me.by(), app.now()).await? {
        let message = "This account of the provider, or yours here, is linked already.";
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "already_linked",
            message,
        ));
    }
    app.sessions.renew(request, me).await?;
    let what = format!(
        "Your Promptcase account can now be signed in to by {email} at the single sign-on of this server."
    );
    notices::tell(app, me.id, "Single sign-on was linked", &what).await;
    Ok(())
}

async fn sign_in(
    app: &App,
    request: &Request,
    attempt: &Attempt,
    identity: &Identity,
) -> Result<()> {
    let user = match identities::account(&app.db, identity).await? {
        Some(user) => user,
        None => sign_up(app, request, attempt, identity).await?,
    };
    if session_store::is_disabled(&app.db, user).await? {
        failed(app, request, Some(user), "disabled").await?;
        let message = "This account is disabled. Ask whoever runs this server.";
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "account_disabled",
            message,
        ));
    }
    // The provider asks for a second factor as its administrators want it.
    if app.sessions.start(request, user, None).await? {
        Ok(())
    } else {
        Err(ApiError::not_authenticated())
    }
}

/// Makes an account for an identity that has none, as far as this server lets people sign up.
async fn sign_up(
    app: &App,
    request: &Request,
    attempt: &Attempt,
    identity: &Identity,
) -> Result<Uuid> {
    let email = verified(identity)?;
    if credentials(&app.db, &email).await?.is_some() {
        // Whoever can make an account at the provider must not get this one.
        return Err(address_known());
    }
    let now = app.now();
    let token = attempt.invitation.as_deref();
    may_register(&app.config, token)?;
    let invited = match token {
        Some(token) => Some(invitations::find(&app.db, token, &email, now).await?),
        None => None,
    };
    if !invited.is_some_and(|invited| invited.by_address) {
        expect_domain(&app.config, &email)?;
    }
    let local = email.split('@').next().unwrap_or_default();
    let named = identity.name.as_deref().map(validate::full_name);
    let id = new_id(now);
    let user = NewUser {
        id,
        full_name: match named {
            Some(Ok(name)) => name,
            _ => local.to_owned(),
        },
        email,
        handle: None,
        password_hash: None,
        identity: Some(identity.clone()),
        email_confirmed: true,
        created_at: now,
        invited,
        by: By::Visitor {
            from: app.sessions.client_ip(request),
        },
    };
    if insert_user(&app.db, user).await? {
        Ok(id)
    } else {
        Err(address_known())
    }
}

fn address_known() -> ApiError {
    let message =
        "An account here has this address. Sign in with its password and link it in the settings.";
    ApiError::new(StatusCode::CONFLICT, "address_known", message)
}
