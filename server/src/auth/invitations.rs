//! Invitations: links by which an administrator lets somebody sign up, once.

use std::time::Duration;

use prompt_core::validate;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use url::form_urlencoded;
use uuid::Uuid;

use crate::app::App;
use crate::audit::{self, Action, By};
use crate::auth::store::{credentials, email_key};
use crate::clock::{Timestamp, new_id};
use crate::config::Registrations;
use crate::db::{Db, Tx, row};
use crate::http::error::{ApiError, Result};
use crate::mail::Mail;
use crate::session::tokens::{hash_token, new_token};

/// How many days an invitation is valid, unless its maker says otherwise.
pub const DAYS: u32 = 7;
/// The most days that one may be valid.
pub const MOST_DAYS: u32 = 90;
/// The most that wait to be used at once.
const MOST: i64 = 1000;

row! {
    /// An invitation that waits to be used.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct Invitation {
        pub id: Uuid,
        /// The address that alone may use it; null for whoever has the link.
        #[schemars(example = &"ada@example.org")]
        pub email: Option<String>,
        /// The address of the administrator who made it; null for the command line, and once that account is gone.
        #[schemars(example = &"root@example.org")]
        pub invited_by: Option<String>,
        pub created_at: Timestamp,
        pub expires_at: Timestamp,
    }
}

/// A new invitation. This is the only answer that contains its link.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NewInvitation {
    #[serde(flatten)]
    pub invitation: Invitation,
    /// Opens the registration form.
    #[schemars(example = &"https://prompts.example.org/register#invitation=kD3vWq8sZ2mXhT5n")]
    pub link: String,
    /// Whether the link was mailed to the address.
    pub is_mailed: bool,
}

/// Makes an invitation for an address, or for whoever has the link, and mails it where this server sends mail.
pub async fn make(app: &App, email: Option<&str>, days: u32, by: By) -> Result<NewInvitation> {
    if app.config.registration == Registrations::Closed {
        let message = "Nobody can sign up on this server, so an invitation would lead nowhere. Set REGISTRATION=invite.";
        return Err(ApiError::rule("email", "registration_closed", message));
    }
    if !(1..=MOST_DAYS).contains(&days) {
        let message = format!("An invitation is valid for 1 to {MOST_DAYS} days");
        return Err(ApiError::rule("days", "out_of_range", message));
    }
    let email = email.map(validate::email).transpose()?;
    if let Some(email) = &email
        && credentials(&app.db, email).await?.is_some()
    {
        let message = "This address has an account already";
        return Err(ApiError::rule("email", "email_taken", message));
    }
    let now = app.now();
    let token = new_token();
    let id = new_id(now);
    let expires_at = now.plus(Duration::from_hours(24 * u64::from(days)));
    let mut tx = app.db.begin().await?;
    let waiting = tx.query("SELECT COUNT(*) FROM invitations WHERE expires_at > $1");
    let (waiting,): (i64,) = waiting.bind(now).one().await?;
    if waiting >= MOST {
        let message = format!("At most {MOST} invitations wait at once. Revoke some first.");
        return Err(ApiError::rule("email", "too_many", message));
    }
    tx.query(
        "INSERT INTO invitations (id, token_hash, email, created_by, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(id)
    .bind(hash_token(&token))
    .bind(email.as_deref())
    .bind(by.account())
    .bind(now)
    .bind(expires_at)
    .execute()
    .await?;
    let entry = entry(Action::InvitationCreated, id, email.as_deref());
    audit::record(&mut tx, by, entry, now).await?;
    let made_by = tx.query("SELECT email FROM users WHERE id = $1");
    let made_by = made_by.bind(by.account()).optional::<(String,)>().await?;
    tx.commit().await?;

    let mut fragment = form_urlencoded::Serializer::new(String::new());
    fragment.append_pair("invitation", &token);
    if let Some(email) = &email {
        fragment.append_pair("email", email);
    }
    let link = format!("{}/register#{}", app.config.origin(), fragment.finish());
    let is_mailed = email.is_some() && app.config.smtp_url.is_some();
    if is_mailed && let Some(to) = email.clone() {
        let until = expires_at.date();
        let body = format!(
            "You are invited to {}, where prompts are written and kept.\n\n\
             Open this link by {until} to create your account:\n\n{link}\n\n\
             It works once. If you do not know who invited you, do nothing.\n",
            app.config.origin()
        );
        app.mail(Mail {
            to,
            subject: "Your invitation to Promptcase".to_owned(),
            body,
            valid: Duration::from_hours(24 * u64::from(days)),
        });
    }
    Ok(NewInvitation {
        invitation: Invitation {
            id,
            email,
            invited_by: made_by.map(|(email,)| email),
            created_at: now,
            expires_at,
        },
        link,
        is_mailed,
    })
}

fn entry(action: Action, id: Uuid, email: Option<&str>) -> audit::Entry {
    audit::Entry::thing(action, email.unwrap_or_default()).with(json!({ "invitation_id": id }))
}

/// The invitations that wait to be used, newest first.
pub async fn list(db: &Db, now: Timestamp) -> Result<Vec<Invitation>> {
    let query = db.read(
        "SELECT i.id, i.email, u.email AS invited_by, i.created_at, i.expires_at
         FROM invitations i LEFT JOIN users u ON u.id = i.created_by
         WHERE i.expires_at > $1 ORDER BY i.created_at DESC, i.id DESC",
    );
    Ok(query.bind(now).all().await?)
}

/// Ends an invitation, so that its link lets nobody sign up.
pub async fn revoke(app: &App, id: Uuid, by: By) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let gone = tx.query("DELETE FROM invitations WHERE id = $1 RETURNING email");
    let gone = gone.bind(id).optional::<(Option<String>,)>().await?;
    let (email,) = gone.ok_or_else(|| ApiError::not_found("Invitation"))?;
    let entry = entry(Action::InvitationRevoked, id, email.as_deref());
    audit::record(&mut tx, by, entry, app.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// What an invitation says of the account that is made by it.
#[derive(Clone, Copy, Debug)]
pub struct Invited {
    pub id: Uuid,
    /// Whether the invitation is for the account's address, which counts as confirmed then.
    pub by_address: bool,
}

/// Finds the invitation with a token for somebody with an address.
pub async fn find(db: &Db, token: &str, email: &str, now: Timestamp) -> Result<Invited> {
    let query =
        db.read("SELECT id, email FROM invitations WHERE token_hash = $1 AND expires_at > $2");
    let found = query.bind(hash_token(token)).bind(now);
    let (id, only) = found
        .optional::<(Uuid, Option<String>)>()
        .await?
        .ok_or_else(gone)?;
    if only
        .as_ref()
        .is_some_and(|only| email_key(only) != email_key(email))
    {
        let message =
            "This invitation is for another address. Sign up with the address that it was sent to.";
        return Err(ApiError::rule("email", "invited_another", message));
    }
    Ok(Invited {
        id,
        by_address: only.is_some(),
    })
}

/// Uses an invitation up. Of two who do at one moment, one is refused.
pub async fn take(tx: &mut Tx, invited: Invited) -> Result<()> {
    let take = tx.query("DELETE FROM invitations WHERE id = $1");
    match take.bind(invited.id).execute().await? {
        0 => Err(gone()),
        _ => Ok(()),
    }
}

fn gone() -> ApiError {
    let message = "This invitation was used already, was revoked or is too old. Ask for a new one.";
    ApiError::rule("invitation", "invalid_invitation", message)
}
