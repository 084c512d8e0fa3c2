//! What an administrator does with an account. Each act is logged in its transaction.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use poem::http::StatusCode;
use prompt_core::name::Handle;
use prompt_core::plan::PlanType;
use prompt_core::text::is_blank;
use prompt_core::validate;
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object, personal_workspace};
use crate::app::App;
use crate::audit::{self, Action, By};
use crate::auth::store::{self, NewUser};
use crate::auth::{notices, password_reset, two_factor};
use crate::clock::new_id;
use crate::credits::model::Credits;
use crate::credits::store as ledger;
use crate::db::Tx;
use crate::http::error::{ApiError, Result};
use crate::names::handles;
use crate::session::throttle;
use crate::{account, billing};

/// The most credits that one grant may give, so that an extra zero is caught.
pub const LARGEST_GIFT: u64 = 1_000_000;
/// Maximum number of characters of a reason.
const REASON_CHARS: usize = 200;

/// Adds an account and returns its password. Works where registration is closed. Its address counts as confirmed.
pub async fn add(app: &App, email: &str, full_name: &str, by: By) -> Result<String> {
    let email = validate::email(email)?;
    let full_name = validate::full_name(full_name)?;
    let password = new_password();
    let now = app.now();
    let user = NewUser {
        id: new_id(now),
        email,
        handle: Some(handles::free(&app.db, &Handle::suggest(&full_name)).await?),
        full_name,
        password_hash: Some(app.passwords.hash(password.clone()).await?),
        identity: None,
        email_confirmed: true,
        created_at: now,
        invited: None,
        by,
    };
    if store::insert_user(&app.db, user).await? {
        Ok(password)
    } else {
        let message = "an account has this address already";
        Err(ApiError::rule("email", "email_taken", message))
    }
}

/// A password that nobody has to remember for long.
fn new_password() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 12]>())
}

/// Sets a new random password, ends the account's sessions and API tokens and turns its second factor off.
pub async fn reset_password(app: &App, user: Uuid, by: By) -> Result<String> {
    let password = new_password();
    let hash = app.passwords.hash(password.clone()).await?;
    store::set_password(&app.db, user, hash, None, by, app.now()).await?;
    if let Some(person) = store::user(&app.db, user).await? {
        let email = store::email_key(&person.email);
        throttle::forget(&app.db, throttle::SIGN_IN_ACCOUNT, &email).await?;
    }
    two_factor::turn_off(&app.db, user, by, app.now()).await?;
    Ok(password)
}

/// Grants an account credits, for a reason that its owner sees in the ledger.
pub async fn grant(app: &App, user: Uuid, credits: u64, reason: &str, by: By) -> Result<Credits> {
    if !(1..=LARGEST_GIFT).contains(&credits) {
        let message = format!("Credits are given from 1 to {LARGEST_GIFT} at once");
        return Err(ApiError::rule("credits", "out_of_range", message));
    }
    if is_blank(reason) {
        let message = "Reason is required";
        return Err(ApiError::rule("reason", "required", message));
    }
    let reason = reason.trim();
    if reason.chars().count() > REASON_CHARS || reason.chars().any(char::is_control) {
        let message = format!("Reason must be one line of at most {REASON_CHARS} characters");
        return Err(ApiError::rule("reason", "invalid", message));
    }
    let given = audit::Entry::account(Action::CreditsGranted, user)
        .with(json!({ "credits": credits, "reason": reason }));
    let workspace = personal_workspace(user);
    let mut tx = app.db.begin().await?;
    let has = ledger::give(&mut tx, workspace, credits, reason, app.now()).await?;
    audit::record(&mut tx, by, given, app.now()).await?;
    tx.commit().await?;
    Ok(has)
}

/// Deletes an account and everything it owns, after cancelling its subscriptions.
pub async fn delete(app: &App, user: Uuid, by: By) -> Result<()> {
    refuse_own(user, by)?;
    account::store::expect_deletable(&app.db, user).await?;
    billing::subscriptions::end_now(app, personal_workspace(user)).await?;
    account::store::delete(&app.db, user, by, app.now()).await
}

/// An administrator does not lock out the account that is signed in.
fn refuse_own(user: Uuid, by: By) -> Result<()> {
    if by.account() != Some(user) {
        return Ok(());
    }
    let message =
        "This is your own account. Another administrator, or the command line, can do this.";
    Err(ApiError::new(StatusCode::CONFLICT, "own_account", message))
}

/// Logs an act on an account.
async fn log(app: &App, tx: &mut Tx, by: By, action: Action, user: Uuid) -> Result<()> {
    let entry = audit::Entry::account(action, user);
    Ok(audit::record(tx, by, entry, app.now()).await?)
}

/// Ends an account's sessions and lets nobody act for it until it is enabled again; its data stays, and what it made
/// public stays public, unless that is made private too. Returns how much was made private.
pub async fn disable(app: &App, user: Uuid, and_unpublish: bool, by: By) -> Result<u64> {
    refuse_own(user, by)?;
    let mut tx = app.db.begin().await?;
    access::expect_other_administrator(&mut tx, user).await?;
    let disabled = tx
        .query("UPDATE users SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL")
        .bind(user)
        .bind(app.now())
        .execute()
        .await?;
    tx.query("DELETE FROM sessions WHERE user_id = $1")
        .bind(user)
        .execute()
        .await?;
    if disabled == 1 {
        log(app, &mut tx, by, Action::AccountDisabled, user).await?;
    }
    let mut hidden = 0;
    if and_unpublish {
        hidden = unpublish(app, &mut tx, user, by).await?;
    }
    tx.commit().await?;
    Ok(hidden)
}

/// Lets a disabled account sign in again; its API tokens work again, too.
pub async fn enable(app: &App, user: Uuid, by: By) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let enabled = tx
        .query("UPDATE users SET disabled_at = NULL WHERE id = $1 AND disabled_at IS NOT NULL")
        .bind(user)
        .execute()
        .await?;
    if enabled == 1 {
        log(app, &mut tx, by, Action::AccountEnabled, user).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Makes an account an administrator of the instance, or no longer one.
pub async fn set_administrator(
    app: &App,
    user: Uuid,
    is_administrator: bool,
    by: By,
) -> Result<()> {
    let mut tx = app.db.begin().await?;
    if !is_administrator {
        refuse_own(user, by)?;
        access::expect_other_administrator(&mut tx, user).await?;
    }
    let changed = tx
        .query("UPDATE users SET is_administrator = $2 WHERE id = $1 AND is_administrator <> $2")
        .bind(user)
        .bind(is_administrator)
        .execute()
        .await?;
    if changed == 1 {
        let action = if is_administrator {
            Action::AdministratorPromoted
        } else {
            Action::AdministratorDemoted
        };
        log(app, &mut tx, by, action, user).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Ends every session of an account, and every API token if asked to.
pub async fn end_sessions(app: &App, user: Uuid, and_tokens: bool, by: By) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let sessions = tx.query("DELETE FROM sessions WHERE user_id = $1");
    let sessions = sessions.bind(user).execute().await?;
    let mut tokens = 0;
    if and_tokens {
        let ended = tx.query("DELETE FROM api_tokens WHERE user_id = $1");
        tokens = ended.bind(user).execute().await?;
    }
    let ended = audit::Entry::account(Action::SessionsEnded, user)
        .with(json!({ "sessions": sessions, "tokens": tokens }));
    audit::record(&mut tx, by, ended, app.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// Gives an account another address, which counts as confirmed. Links that were mailed to the former one stop working,
/// and a mail tells it.
pub async fn change_email(app: &App, user: Uuid, new: &str, by: By) -> Result<()> {
    let new = validate::email(new)?;
    let owner = store::credentials(&app.db, &new).await?;
    if owner.is_some_and(|(owner, _)| owner != user) {
        return Err(email_taken());
    }
    let former = store::user(&app.db, user).await?;
    let mut tx = app.db.begin().await?;
    // Before the change, so that the log names the account by its former address.
    let changed = audit::Entry::account(Action::EmailChanged, user).with(json!({ "to": new }));
    audit::record(&mut tx, by, changed, app.now()).await?;
    tx.query("UPDATE users SET email = $2, email_key = $3, email_confirmed_at = $4 WHERE id = $1")
        .bind(user)
        .bind(new.as_str())
        .bind(store::email_key(&new))
        .bind(app.now())
        .execute()
        .await
        .map_err(|error| {
            if is_taken(&error) {
                email_taken()
            } else {
                error.into()
            }
        })?;
    for forget in [
        "DELETE FROM password_resets WHERE user_id = $1",
        "DELETE FROM email_confirmations WHERE user_id = $1",
    ] {
        tx.query(forget).bind(user).execute().await?;
    }
    tx.commit().await?;
    if let Some(former) = former.filter(|former| former.email != new.as_str()) {
        let what = format!(
            "An administrator changed the address of your Promptcase account to {new}. Mails about it go there, and \
             links that were mailed to this address stop working."
        );
        notices::send_by_administrator(app, &former.email, "Your address was changed", &what);
    }
    Ok(())
}

fn email_taken() -> ApiError {
    let message = "another account has this address";
    ApiError::rule("email", "email_taken", message)
}

/// Whether another account got the address after it was looked up.
fn is_taken(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(error) if error.is_unique_violation())
}

/// Makes everything private that an account had made public or shared by link, and returns how much that was.
async fn unpublish(app: &App, tx: &mut Tx, user: Uuid, by: By) -> Result<u64> {
    let workspace: Uuid = personal_workspace(user);
    let mut hidden = 0;
    for hide in [
        "UPDATE prompts SET is_public = FALSE WHERE workspace_id = $1 AND is_public",
        "UPDATE components SET is_public = FALSE WHERE workspace_id = $1 AND is_public",
        "UPDATE collections SET is_public = FALSE WHERE workspace_id = $1 AND is_public",
        "DELETE FROM share_links WHERE prompt_id IN (SELECT id FROM prompts WHERE workspace_id = $1)",
    ] {
        hidden += tx.query(hide).bind(workspace).execute().await?;
    }
    let unpublished = audit::Entry::account(Action::Unpublished, user)
        .with(json!({ "records_and_links": hidden }));
    audit::record(tx, by, unpublished, app.now()).await?;
    Ok(hidden)
}

/// Gives an account a plan in place of that of all accounts; `None` takes it back.
pub async fn set_plan(app: &App, user: Uuid, plan: Option<PlanType>, by: By) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let word = plan.map(PlanType::as_str);
    tx.query("UPDATE workspaces SET plan = $2 WHERE id = $1")
        .bind(personal_workspace(user))
        .bind(word)
        .execute()
        .await?;
    let changed = audit::Entry::account(Action::PlanChanged, user).with(json!({ "plan": word }));
    audit::record(&mut tx, by, changed, app.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// Mails an account a link to a new password.
pub async fn send_reset_link(app: &App, user: Uuid, email: &str, by: By) -> Result<()> {
    let sent = audit::Entry::account(Action::ResetLinkSent, user);
    password_reset::send_link(app, user, email, Some((by, sent))).await
}

/// Makes a public record private, and ends the secret link of a prompt. 404 if it is neither public nor linked.
pub async fn unpublish_record(app: &App, object: Object, id: Uuid, by: By) -> Result<()> {
    let table = object.table();
    let mut tx = app.db.begin().await?;
    let hide = format!("UPDATE {table} SET is_public = FALSE WHERE id = $1 AND is_public");
    let mut hidden = tx.query(AssertSqlSafe(hide)).bind(id).execute().await?;
    if matches!(object, Object::Prompt) {
        let unlink = tx.query("DELETE FROM share_links WHERE prompt_id = $1");
        hidden += unlink.bind(id).execute().await?;
    }
    if hidden == 0 {
        return Err(ApiError::not_found(object.name()));
    }
    let owner = format!("SELECT workspace_id FROM {table} WHERE id = $1");
    let owner = tx.query(AssertSqlSafe(owner)).bind(id);
    let (workspace,) = owner.one::<(Uuid,)>().await?;
    // Without the title: a prompt that had a secret link may be private.
    let entry = audit::Entry::account(Action::Unpublished, workspace)
        .with(json!({ "kind": table.trim_end_matches('s'), "id": id }));
    audit::record(&mut tx, by, entry, app.now()).await?;
    tx.commit().await?;
    Ok(())
}
