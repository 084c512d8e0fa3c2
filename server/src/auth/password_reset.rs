//! Password reset: a single-use link by mail.

use std::fmt::Write as _;
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
use crate::auth::{identities, store, two_factor};
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::http::error::{ApiError, Result};
use crate::http::events;
use crate::http::json::{Json, NoContent};
use crate::http::tags::Tags;
use crate::mail::{self, Mail};
use crate::session::store::lock_account;
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
    /// A token works once. All sessions and API tokens of the account end. If its address was not confirmed before, its
    /// second factor, webhooks and secret links are removed, and a mail says so.
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
        let mut tx = app.db.begin().await?;
        let user = take(&mut tx, &form.token, app.now())
            .await?
            .ok_or_else(|| {
                ApiError::rule(
                    "token",
                    "invalid_token",
                    "This link was used already or is too old. Ask for a new one.",
                )
            })?;
        store::replace_password(&mut tx, user, hash, None, by, app.now()).await?;
        let removed = confirm_by_reset(&mut tx, user, by, app.now()).await?;
        tx.commit().await?;
        // Failed sign-ins with the old password must not lock the owner out of the new one.
        if let Some(person) = store::user(&app.db, user).await? {
            let email = store::email_key(&person.email);
            throttle::forget(&app.db, throttle::SIGN_IN_ACCOUNT, &email).await?;
            throttle::forget(&app.db, throttle::CODE_DAY, &user.to_string()).await?;
            let mut what =
                "A new password was set for your Promptcase account with a mailed link.".to_owned();
            if !removed.is_empty() {
                let _ = write!(
                    what,
                    "\n\nNobody had confirmed this address before, so somebody else may have made the account. What \
                     could have let them back in was removed: {}. Set it up again if it was yours.",
                    removed.join(", ")
                );
            }
            notices::send(app, &person.email, "Your password was changed", &what);
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
    let link = format!("{}/reset-password#token={token}", app.config.origin());
    let text = format!(
        "{who}\n\n\
         Open this link within an hour to choose one:\n\n{link}\n\n\
         Choosing one signs all browsers out and ends all API tokens of your account.\n\n\
         If it was not you, do nothing: your password stays as it is.\n"
    );
    let mail = Mail {
        to: email.to_owned(),
        subject: "Choose a new password".to_owned(),
        body: text,
        valid: LIFETIME,
    };
    let mut tx = app.db.begin().await?;
    if let Some((by, entry)) = asked {
        audit::record(&mut tx, by, entry, app.now()).await?;
    }
    insert(&mut tx, user, &token, app.now()).await?;
    // In the transaction of the token: there is no link without its mail.
    let id = mail::queue::keep(&mut tx, &mail, app.now()).await?;
    tx.commit().await?;
    app.mailer.send_kept(&app.db, &app.clock, id, mail);
    Ok(())
}

/// Stores a token. A new link replaces earlier ones.
async fn insert(tx: &mut Tx, user: Uuid, token: &str, now: Timestamp) -> Result<()> {
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
    Ok(())
}

/// Consumes a token and returns its account, which is locked.
async fn take(tx: &mut Tx, token: &str, now: Timestamp) -> Result<Option<Uuid>> {
    let owner = tx.query("SELECT user_id FROM password_resets WHERE token_hash = $1");
    let owner = owner.bind(hash_token(token)).optional::<(Uuid,)>().await?;
    let Some((user,)) = owner else {
        return Ok(None);
    };
    // The account before the token, as everything that changes a password locks them.
    lock_account(tx, user).await?;
    let found = tx
        .query("DELETE FROM password_resets WHERE token_hash = $1 AND expires_at > $2 RETURNING user_id")
        .bind(hash_token(token))
        .bind(now)
        .optional::<(Uuid,)>()
        .await?;
    Ok(found.map(|(user,)| user))
}

/// Confirms the address of an account whose owner followed a link that was mailed to it. If nobody had confirmed it
/// before, the account may have been made by somebody else: what lets them back in or tells them of changes goes.
/// Returns what that was, in words.
async fn confirm_by_reset(
    tx: &mut Tx,
    id: Uuid,
    by: By,
    now: Timestamp,
) -> Result<Vec<&'static str>> {
    let first = tx
        .query(
            "UPDATE users SET email_confirmed_at = $2 WHERE id = $1 AND email_confirmed_at IS NULL",
        )
        .bind(id)
        .bind(now)
        .execute()
        .await?;
    let mut removed = Vec::new();
    if first == 0 {
        return Ok(removed);
    }
    if two_factor::remove(tx, id, by, now).await? {
        removed.push("two-factor authentication");
    }
    if identities::remove(tx, id, by, now).await? {
        removed.push("single sign-on");
    }
    for (sql, what) in [
        ("DELETE FROM webhooks WHERE workspace_id = $1", "webhooks"),
        (
            "DELETE FROM share_links WHERE prompt_id IN (SELECT id FROM prompts WHERE workspace_id = $1)",
            "secret links",
        ),
    ] {
        if tx.query(sql).bind(id).execute().await? > 0 {
            removed.push(what);
        }
    }
    Ok(removed)
}
