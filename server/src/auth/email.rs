//! The address of an account: confirmed by a link that is mailed to it, and changed by one mailed to the new address.

use std::time::Duration;

use poem::Request;
use poem_openapi::OpenApi;
use prompt_core::validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::audit::{self, Action, By};
use crate::auth::notices;
use crate::auth::passwords::confirm_password;
use crate::auth::store;
use crate::clock::Timestamp;
use crate::db::{Db, Tx};
use crate::http::error::{ApiError, Result};
use crate::http::events;
use crate::http::json::{Json, NoContent};
use crate::http::tags::Tags;
use crate::mail::{self, Mail};
use crate::session::extractors::Browser;
use crate::session::store::{lock_account, lock_for_session};
use crate::session::throttle;
use crate::session::tokens::{hash_token, new_token};

/// How long a link is valid.
const LIFETIME: Duration = Duration::from_hours(48);

/// A new address for the account.
#[derive(Deserialize, JsonSchema)]
pub struct EmailChange {
    #[schemars(example = &"ada@example.org")]
    pub email: String,
    /// The current password.
    #[schemars(example = &"correct horse battery staple")]
    pub password: String,
}

/// The token of a mailed link.
#[derive(Deserialize, JsonSchema)]
pub struct EmailConfirmation {
    #[schemars(example = &"kD3vWq8sZ2mXhT5n")]
    pub token: String,
}

/// The address that is confirmed now.
#[derive(Serialize, JsonSchema)]
pub struct ConfirmedEmail {
    #[schemars(example = &"ada@example.org")]
    pub email: String,
}

pub struct EmailApi(pub App);

#[OpenApi(prefix_path = "/auth/email", tag = "Tags::Auth")]
impl EmailApi {
    /// Mail a link that confirms your address
    #[oai(
        path = "/confirmation",
        method = "post",
        operation_id = "send_email_confirmation"
    )]
    async fn send_email_confirmation(&self, Browser(me): Browser) -> Result<NoContent> {
        let app = &self.0;
        let who = me.id.to_string();
        let _ = throttle::attempt(&app.db, throttle::CONFIRMATION, &who, app.now()).await?;
        send_link(app, me.id, None, Some(me.session)).await?;
        Ok(NoContent)
    }

    /// Change your address
    ///
    /// Mails a link to the new address; the account has it once the link is followed. The address of before is told. A
    /// new password cancels the change.
    #[oai(path = "/", method = "put", operation_id = "change_email")]
    async fn change_email(
        &self,
        Browser(me): Browser,
        Json(form): Json<EmailChange>,
    ) -> Result<NoContent> {
        let app = &self.0;
        let email = validate::email(&form.email)?;
        confirm_password(app, me.id, form.password, "password").await?;
        // Before the address is looked up, so that nobody asks which ones are registered.
        let who = me.id.to_string();
        let _ = throttle::attempt(&app.db, throttle::CONFIRMATION, &who, app.now()).await?;
        if store::credentials(&app.db, &email).await?.is_some() {
            return Err(taken());
        }
        send_link(app, me.id, Some(&email), Some(me.session)).await?;
        events::note("address_change_asked");
        let what = format!(
            "The address of your Promptcase account is to become {email}. It does when the link that was mailed there is opened."
        );
        notices::tell(app, me.id, "Your address is about to change", &what).await;
        Ok(NoContent)
    }

    /// Confirm an address with a link's token
    ///
    /// A token works once.
    #[oai(path = "/confirm", method = "post", operation_id = "confirm_email")]
    async fn confirm_email(
        &self,
        request: &Request,
        Json(form): Json<EmailConfirmation>,
    ) -> Result<Json<ConfirmedEmail>> {
        let app = &self.0;
        let by = By::Visitor {
            from: app.sessions.client_ip(request),
        };
        let confirmed = confirm(&app.db, &form.token, by, app.now()).await?;
        if let Some(old) = confirmed.replaced {
            let text = format!(
                "The address of your Promptcase account is {} now.\n\nIf it was not you, write to whoever runs {}.\n",
                confirmed.email,
                app.config.origin()
            );
            app.mail(Mail {
                to: old,
                subject: "Your address was changed".to_owned(),
                body: text,
                valid: mail::A_DAY,
            });
        }
        Ok(Json(ConfirmedEmail {
            email: confirmed.email,
        }))
    }
}

fn taken() -> ApiError {
    ApiError::rule("email", "email_taken", "User already registered")
}

/// The address to confirm: the one that waits for it, else the account's own.
async fn unconfirmed(tx: &mut Tx, user: Uuid, now: Timestamp) -> Result<String> {
    let (email,) = tx
        .query(
            "SELECT COALESCE((SELECT c.email FROM email_confirmations c WHERE c.user_id = u.id AND c.expires_at > $2),
                 u.email) FROM users u WHERE u.id = $1",
        )
        .bind(user)
        .bind(now)
        .one::<(String,)>()
        .await?;
    Ok(email)
}

/// Mails a link that confirms an address of the account: a `new` one, else the one that waits for it or has it. It
/// replaces earlier links. Fails if the session that asks has ended meanwhile.
pub async fn send_link(
    app: &App,
    user: Uuid,
    new: Option<&str>,
    session: Option<Uuid>,
) -> Result<()> {
    let token = new_token();
    let mut tx = app.db.begin().await?;
    match session {
        Some(session) if !lock_for_session(&mut tx, user, session).await? => {
            return Err(ApiError::not_authenticated());
        }
        Some(_) => {}
        None => {
            lock_account(&mut tx, user).await?;
        }
    }
    // Read under the lock: a new password that cancels a change of address cancels it for good.
    let email = match new {
        Some(email) => email.to_owned(),
        None => unconfirmed(&mut tx, user, app.now()).await?,
    };
    tx.query("DELETE FROM email_confirmations WHERE user_id = $1")
        .bind(user)
        .execute()
        .await?;
    tx.query(
        "INSERT INTO email_confirmations (token_hash, user_id, email, expires_at) VALUES ($1, $2, $3, $4)",
    )
    .bind(hash_token(&token))
    .bind(user)
    .bind(email.as_str())
    .bind(app.now().plus(LIFETIME))
    .execute()
    .await?;
    tx.commit().await?;
    let link = format!("{}/confirm-email#token={token}", app.config.origin());
    let text = format!(
        "Open this link within two days to confirm that this address is yours:\n\n{link}\n\n\
         If you have no account at Promptcase, do nothing.\n"
    );
    app.mail(Mail {
        to: email,
        subject: "Confirm your address".to_owned(),
        body: text,
        valid: LIFETIME,
    });
    Ok(())
}

struct Confirmed {
    email: String,
    /// The former address, if it was another one.
    replaced: Option<String>,
}

async fn confirm(db: &Db, token: &str, by: By, now: Timestamp) -> Result<Confirmed> {
    let mut tx = db.begin().await?;
    let found = tx
        .query(
            "DELETE FROM email_confirmations WHERE token_hash = $1 AND expires_at > $2 RETURNING user_id, email",
        )
        .bind(hash_token(token))
        .bind(now)
        .optional::<(Uuid, String)>()
        .await?;
    let (user, email) = found.ok_or_else(|| {
        let message = "This link was used already or is too old. Ask for a new one.";
        ApiError::rule("token", "invalid_token", message)
    })?;
    let key = store::email_key(&email);
    // Somebody else may have registered with the address meanwhile.
    let other = tx
        .query("SELECT id FROM users WHERE email_key = $1 AND id <> $2")
        .bind(key.as_str())
        .bind(user)
        .optional::<(Uuid,)>()
        .await?;
    if other.is_some() {
        return Err(taken());
    }
    let (old,) = tx
        .query("SELECT email FROM users WHERE id = $1")
        .bind(user)
        .one::<(String,)>()
        .await?;
    let replaced = Some(old).filter(|old| store::email_key(old) != key);
    tx.query("UPDATE users SET email = $2, email_key = $3, email_confirmed_at = $4 WHERE id = $1")
        .bind(user)
        .bind(email.as_str())
        .bind(key)
        .bind(now)
        .execute()
        .await?;
    if let Some(old) = &replaced {
        let changed =
            audit::Entry::account(Action::EmailChanged, user).with(json!({ "from": old }));
        audit::record(&mut tx, by, changed, now).await?;
        // A link that was mailed to the former address must not set a password any longer.
        tx.query("DELETE FROM password_resets WHERE user_id = $1")
            .bind(user)
            .execute()
            .await?;
    }
    tx.commit().await?;
    Ok(Confirmed { email, replaced })
}
