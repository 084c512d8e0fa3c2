//! Password reset: a single-use link by mail.

use std::time::Duration;

use poem::Request;
use poem_openapi::OpenApi;
use prompt_core::validate;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::audit::{self, By};
use crate::auth::notices;
use crate::auth::passwords::{check_new_password, expect_uncommon};
use crate::auth::store;
use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::{ApiError, Result};
use crate::http::events;
use crate::http::json::{Json, NoContent};
use crate::http::tags::Tags;
use crate::mail::Mail;
use crate::session::throttle;
use crate::session::tokens::{hash_token, new_token};

/// How long a link is valid.
const LIFETIME: Duration = Duration::from_hours(1);

/// The account whose password was forgotten.
#[derive(Deserialize, JsonSchema)]
pub struct ForgottenPassword {
    #[schemars(example = &"ada@example.org")]
    pub email: String,
}

/// The new password, and the token that allows setting it.
#[derive(Deserialize, JsonSchema)]
pub struct PasswordReset {
    /// From the link in the mail.
    pub token: String,
    /// 6 to 256 characters.
    #[schemars(example = &"correct horse battery staple", length(min = 6, max = 256))]
    pub new_password: String,
    /// The new password again, which the server compares. Clients without a confirmation field omit it.
    #[serde(default)]
    pub confirm_password: Option<String>,
}

pub struct ResetApi(pub App);

#[OpenApi(prefix_path = "/auth/password", tag = "Tags::Auth")]
impl ResetApi {
    /// Request a password reset link
    ///
    /// The response is the same whether or not an account has this address.
    #[oai(path = "/forgot", method = "post", operation_id = "forgot_password")]
    async fn forgot_password(
        &self,
        request: &Request,
        Json(form): Json<ForgottenPassword>,
    ) -> Result<NoContent> {
        let app = &self.0;
        let email = validate::email(&form.email)?;
        let _ = throttle::attempt(
            &app.db,
            throttle::RESET_ADDRESS,
            &throttle::origin(&app.sessions.client_address(request)),
            app.now(),
        )
        .await?;
        let _ = throttle::attempt(&app.db, throttle::RESET_ACCOUNT, &email, app.now()).await?;
        if let Some((user, _)) = store::credentials(&app.db, &email).await? {
            send_link(app, user, &email, None).await?;
            events::note_of("reset_asked", user);
        }
        Ok(NoContent)
    }

    /// Reset the password with a link's token
    ///
    /// A token works once. All sessions and API tokens of the account end.
    #[oai(path = "/reset", method = "post", operation_id = "reset_password")]
    async fn reset_password(
        &self,
        request: &Request,
        Json(form): Json<PasswordReset>,
    ) -> Result<NoContent> {
        let app = &self.0;
        check_new_password(&form.new_password, form.confirm_password.as_deref())?;
        expect_uncommon(&form.new_password, "new_password", &[])?;
        let attempt = throttle::attempt(
            &app.db,
            throttle::RESET_ADDRESS,
            &throttle::origin(&app.sessions.client_address(request)),
            app.now(),
        )
        .await?;
        let by = By::Visitor {
            from: app.sessions.client_ip(request),
        };
        let hash = app.passwords.hash(form.new_password).await?;
        let user = take(&app.db, &form.token, app.now())
            .await?
            .ok_or_else(|| {
                ApiError::rule(
                    "token",
                    "invalid_token",
                    "This link was used already or is too old. Ask for a new one.",
                )
            })?;
        store::set_password(&app.db, user, hash, None, by, app.now()).await?;
        store::confirm_by_reset(&app.db, user, app.now()).await?;
        // Failed sign-ins with the old password must not lock the owner out of the new one.
        if let Some(person) = store::user(&app.db, user).await? {
            let email = store::email_key(&person.email);
            throttle::forget(&app.db, throttle::SIGN_IN_ACCOUNT, &email).await?;
            throttle::forget(&app.db, throttle::CODE_DAY, &user.to_string()).await?;
            let what = "A new password was set for your Promptcase account with a mailed link.";
            notices::send(app, &person.email, "Your password was changed", what);
        }
        attempt.succeeded(&app.db).await?;
        Ok(NoContent)
    }
}

/// Mails a link to a new password. An administrator who asks for it is logged.
pub async fn send_link(
    app: &App,
    user: Uuid,
    email: &str,
    asked: Option<(By, audit::Entry)>,
) -> Result<()> {
    let token = new_token();
    let who = match asked {
        Some(_) => "An administrator asked for a new password for your account at Promptcase.",
        None => "Somebody, hopefully you, asked for a new password for Promptcase.",
    };
    insert(&app.db, user, &token, asked, app.now()).await?;
    let link = format!("{}/reset-password#token={token}", app.config.origin());
    let text = format!(
        "{who}\n\n\
         Open this link within an hour to choose one:\n\n{link}\n\n\
         Choosing one signs all browsers out and ends all API tokens of your account.\n\n\
         If it was not you, do nothing: your password stays as it is.\n"
    );
    app.mail(Mail {
        to: email.to_owned(),
        subject: "Choose a new password".to_owned(),
        body: text,
        valid: LIFETIME,
    });
    Ok(())
}

/// Stores a token. A new link replaces earlier ones.
async fn insert(
    db: &Db,
    user: Uuid,
    token: &str,
    asked: Option<(By, audit::Entry)>,
    now: Timestamp,
) -> Result<()> {
    let mut tx = db.begin().await?;
    if let Some((by, entry)) = asked {
        audit::record(&mut tx, by, entry, now).await?;
    }
    tx.query("DELETE FROM password_resets WHERE user_id = $1")
        .bind(user)
        .execute()
        .await?;
    tx.query("INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES ($1, $2, $3)")
        .bind(hash_token(token))
        .bind(user)
        .bind(now.plus(LIFETIME))
        .execute()
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Consumes a token and returns its account.
async fn take(db: &Db, token: &str, now: Timestamp) -> Result<Option<Uuid>> {
    let found = db
        .write("DELETE FROM password_resets WHERE token_hash = $1 AND expires_at > $2 RETURNING user_id")
        .bind(hash_token(token))
        .bind(now)
        .optional::<(Uuid,)>()
        .await?;
    Ok(found.map(|(user,)| user))
}
