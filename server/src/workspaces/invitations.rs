//! Invitations to teams in the database. Only the hash of a token is stored.

use std::time::Duration;

use poem::http::StatusCode;
use prompt_core::validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{Right, Role, members};
use crate::audit::{Action, By};
use crate::auth::store::email_key;
use crate::clock::{Timestamp, new_id};
use crate::db::{self, Db, Tx, row};
use crate::http::error::{ApiError, Result};
use crate::session::tokens::hash_token;
use crate::workspaces::store::log;

/// How many days an invitation is valid, unless its maker says otherwise.
const DAYS: u32 = 7;
/// The most days that one may be valid.
const MOST_DAYS: u32 = 90;
/// The most that wait in a team at once.
const MOST: i64 = 200;

/// Whom to invite to a team, and as what.
#[derive(Deserialize, JsonSchema)]
pub struct NewTeamInvitation {
    /// Not `owner`: a member can be made one.
    #[schemars(example = &"editor")]
    pub role: Role,
    /// The address to mail it to, whose account alone may accept it. Left out for a link that you pass on yourself.
    #[serde(default)]
    #[schemars(example = &"ada@example.org")]
    pub email: Option<String>,
    /// The part after the @ of the addresses that may follow the link; left out for any.
    #[serde(default)]
    #[schemars(example = &"example.org")]
    pub domain: Option<String>,
    /// 1 to 90; 7 if left out.
    #[serde(default)]
    #[schemars(example = 7, range(min = 1, max = 90))]
    pub days: Option<u32>,
}

row! {
    /// An invitation to a team that can still be accepted.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct TeamInvitation {
        pub id: Uuid,
        #[schemars(with = "Role")]
        pub role: String,
        /// The address that alone may accept it, once; null for a link.
        #[schemars(example = &"ada@example.org")]
        pub email: Option<String>,
        /// The part after the @ of the addresses that may follow the link; null for any.
        #[schemars(example = &"example.org")]
        pub domain: Option<String>,
        /// The name of the account that made it; null once that is deleted.
        #[schemars(example = &"Grace Hopper")]
        pub invited_by: Option<String>,
        pub created_at: Timestamp,
        pub expires_at: Timestamp,
    }
}

/// A new invitation. This is the only answer that contains its link.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CreatedTeamInvitation {
    #[serde(flatten)]
    pub invitation: TeamInvitation,
    /// Opens the page that accepts it.
    #[schemars(example = &"https://prompts.example.org/join#token=kD3vWq8sZ2mXhT5n")]
    pub link: String,
}

row! {
    /// What an invitation is to, as whoever has its token sees it.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct InvitationPreview {
        pub workspace_id: Uuid,
        /// The name of the team.
        #[schemars(example = &"Support")]
        pub name: String,
        #[schemars(with = "Role")]
        pub role: String,
        /// The address that alone may accept it; null for a link.
        #[schemars(example = &"ada@example.org")]
        pub email: Option<String>,
        /// The part after the @ of the addresses that may follow the link; null for any.
        #[schemars(example = &"example.org")]
        pub domain: Option<String>,
        #[schemars(example = &"Grace Hopper")]
        pub invited_by: Option<String>,
        pub expires_at: Timestamp,
    }
}

/// The token of an invitation's link.
#[derive(Deserialize, JsonSchema)]
pub struct InvitationToken {
    #[schemars(example = &"kD3vWq8sZ2mXhT5n")]
    pub token: String,
}

const SELECT: &str =
    "SELECT i.id, i.role, i.email, i.domain, u.full_name AS invited_by, i.created_at, i.expires_at
    FROM workspace_invitations i LEFT JOIN users u ON u.id = i.created_by";

/// An invitation that was checked.
pub struct Wanted {
    role: Role,
    pub email: Option<String>,
    domain: Option<String>,
    pub valid: Duration,
}

impl NewTeamInvitation {
    pub fn parse(self) -> Result<Wanted> {
        if self.role == Role::Owner {
            let message = "Nobody is invited as an owner. Invite as an admin, and make the member owner then.";
            return Err(ApiError::rule("role", "not_by_invitation", message));
        }
        let days = self.days.unwrap_or(DAYS);
        if !(1..=MOST_DAYS).contains(&days) {
            let message = format!("An invitation is valid for 1 to {MOST_DAYS} days");
            return Err(ApiError::rule("days", "out_of_range", message));
        }
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let email = given(self.email);
        let email = email.map(|email| validate::email(&email)).transpose()?;
        let domain = given(self.domain).map(|domain| parse_domain(&domain));
        let domain = domain.transpose()?;
        if email.is_some() && domain.is_some() {
            let message = "An invitation to an address has no domain besides";
            return Err(ApiError::rule("domain", "invalid", message));
        }
        Ok(Wanted {
            role: self.role,
            email,
            domain,
            valid: Duration::from_hours(24 * u64::from(days)),
        })
    }
}

/// A domain is what makes a good address behind an @.
fn parse_domain(text: &str) -> Result<String> {
    let domain = text.trim().trim_start_matches('@');
    let address = validate::email(&format!("a@{domain}"));
    let address = address.map_err(|_| {
        let message = "Write the domain as example.org";
        ApiError::rule("domain", "invalid", message)
    })?;
    Ok(address.trim_start_matches("a@").to_owned())
}

/// The invitations to a team that wait, newest first; for owners and admins.
pub async fn list(db: &Db, me: Uuid, team: Uuid, now: Timestamp) -> Result<Vec<TeamInvitation>> {
    let role = members::role(db, team, me).await?;
    role.ok_or_else(members::not_found)?
        .expect(Right::Administer)?;
    let sql = format!(
        "{SELECT} WHERE i.workspace_id = $1 AND i.expires_at > $2 ORDER BY i.created_at DESC, i.id DESC"
    );
    Ok(db
        .read(AssertSqlSafe(sql))
        .bind(team)
        .bind(now)
        .all()
        .await?)
}

/// Stores an invitation, in place of one to the same address. Returns the name of the team, too.
pub async fn create(
    tx: &mut Tx,
    me: Uuid,
    by: By,
    team: Uuid,
    wanted: &Wanted,
    token: &str,
    now: Timestamp,
) -> Result<(TeamInvitation, String)> {
    let role = members::lock_team(tx, me, team).await?;
    role.expect(Right::Administer)?;
    tx.query("DELETE FROM workspace_invitations WHERE workspace_id = $1 AND (expires_at <= $2 OR email = $3)")
        .bind(team)
        .bind(now)
        .bind(wanted.email.clone())
        .execute()
        .await?;
    let waiting = tx.query("SELECT COUNT(*) FROM workspace_invitations WHERE workspace_id = $1");
    let (waiting,) = waiting.bind(team).one::<(i64,)>().await?;
    if waiting >= MOST {
        let message = format!("At most {MOST} invitations wait at once. Revoke some first.");
        return Err(ApiError::new(StatusCode::CONFLICT, "too_many", message));
    }
    let id = new_id(now);
    tx.query(
        "INSERT INTO workspace_invitations
             (id, workspace_id, token_hash, role, email, domain, created_by, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(id)
    .bind(team)
    .bind(hash_token(token))
    .bind(wanted.role.as_str())
    .bind(wanted.email.clone())
    .bind(wanted.domain.clone())
    .bind(me)
    .bind(now)
    .bind(now.plus(wanted.valid))
    .execute()
    .await?;
    let details = json!({ "role": wanted.role, "email": wanted.email, "domain": wanted.domain });
    log(
        tx,
        by,
        Action::TeamInvitationCreated,
        team,
        None,
        details,
        now,
    )
    .await?;
    let made = tx.query(AssertSqlSafe(format!("{SELECT} WHERE i.id = $1")));
    let made = made.bind(id).one().await?;
    let name = tx.query("SELECT COALESCE(name, '') FROM workspaces WHERE id = $1");
    let (name,) = name.bind(team).one::<(String,)>().await?;
    Ok((made, name))
}

/// Revokes an invitation.
pub async fn revoke(db: &Db, me: Uuid, by: By, team: Uuid, id: Uuid, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    let role = members::lock_team(&mut tx, me, team).await?;
    role.expect(Right::Administer)?;
    let delete = tx.query(
        "DELETE FROM workspace_invitations WHERE id = $1 AND workspace_id = $2 RETURNING email",
    );
    let delete = delete.bind(id).bind(team);
    let deleted: Option<(Option<String>,)> = delete.optional().await?;
    let (email,) = deleted.ok_or_else(|| ApiError::not_found("Invitation"))?;
    let details = json!({ "email": email });
    let action = Action::TeamInvitationRevoked;
    log(&mut tx, by, action, team, None, details, now).await?;
    tx.commit().await?;
    Ok(())
}

const PREVIEW: &str =
    "SELECT i.workspace_id, COALESCE(w.name, '') AS name, i.role, i.email, i.domain,
        u.full_name AS invited_by, i.expires_at
    FROM workspace_invitations i
    JOIN workspaces w ON w.id = i.workspace_id
    JOIN users u ON u.id = i.created_by AND u.disabled_at IS NULL
    WHERE i.token_hash = $1 AND i.expires_at > $2";

/// The invitation of hash `$1` at time `$2`, as long as whoever made it may still invite.
fn alive() -> String {
    let may_invite = Right::Administer.of("i.created_by", "i.workspace_id");
    format!("{PREVIEW} AND {may_invite}")
}

/// What a token invites to.
pub async fn preview(db: &Db, token: &str, now: Timestamp) -> Result<InvitationPreview> {
    let found = db.read(AssertSqlSafe(alive()));
    let found = found.bind(hash_token(token)).bind(now);
    found.optional().await?.ok_or_else(invalid)
}

/// Makes `me` a member of the team that a token invites to, and returns the team. A member stays what it is.
/// Where no mail is set up, no address is confirmed, and `confirms` is false.
pub async fn accept(
    db: &Db,
    me: Uuid,
    by: By,
    token: &str,
    confirms: bool,
    now: Timestamp,
) -> Result<Uuid> {
    let mut tx = db.begin().await?;
    let found = invited(&mut tx, token, now).await?;
    let account = tx.query("SELECT email, email_confirmed_at IS NOT NULL FROM users WHERE id = $1");
    let (email, is_confirmed) = account.bind(me).one::<(String, bool)>().await?;
    expect_address(&found, &email, is_confirmed || !confirms)?;
    let team = found.workspace_id;
    let role = Role::parse(&found.role).unwrap_or(Role::Viewer);
    let is_new = members::add(&mut tx, team, me, role, now).await?;
    // Under the lock of the team: one that was revoked or used meanwhile, or whose maker was removed, adds nobody.
    invited(&mut tx, token, now).await?;
    let use_up = if found.email.is_some() {
        "DELETE FROM workspace_invitations WHERE token_hash = $1"
    } else {
        "UPDATE workspace_invitations SET role = role WHERE token_hash = $1"
    };
    let used = tx.query(use_up).bind(hash_token(token));
    if used.execute().await? == 0 {
        return Err(invalid());
    }
    if is_new {
        let details = json!({ "role": role });
        log(
            &mut tx,
            by,
            Action::MemberAdded,
            team,
            Some(me),
            details,
            now,
        )
        .await?;
    }
    tx.commit().await?;
    Ok(team)
}

async fn invited(tx: &mut Tx, token: &str, now: Timestamp) -> Result<InvitationPreview> {
    let found = tx.query(AssertSqlSafe(alive()));
    let found = found.bind(hash_token(token)).bind(now);
    found.optional().await?.ok_or_else(invalid)
}

/// Ends the links of a team that more than one account may follow, so that whoever was removed does not come back by one.
pub async fn end_links(tx: &mut Tx, team: Uuid) -> db::Result<u64> {
    let delete =
        tx.query("DELETE FROM workspace_invitations WHERE workspace_id = $1 AND email IS NULL");
    delete.bind(team).execute().await
}

/// Fails unless an account's confirmed address is the one that was invited, or in the domain.
fn expect_address(invited: &InvitationPreview, email: &str, is_confirmed: bool) -> Result<()> {
    let refused = |code, message| Err(ApiError::new(StatusCode::FORBIDDEN, code, message));
    let fits = match (&invited.email, &invited.domain) {
        (Some(wanted), _) => email_key(email) == email_key(wanted),
        (None, Some(domain)) => {
            let own = email.rsplit_once('@').map(|(_, own)| own.to_lowercase());
            own.as_deref() == Some(domain)
        }
        (None, None) => return Ok(()),
    };
    if !fits {
        let whom = match (&invited.email, &invited.domain) {
            (Some(email), _) => email.clone(),
            (None, domain) => format!("addresses at {}", domain.as_deref().unwrap_or_default()),
        };
        let message = format!(
            "This invitation is for {whom}, and you are signed in as {email}. Sign in with that address."
        );
        return refused("other_address", message);
    }
    if !is_confirmed {
        let message = format!(
            "Confirm your address {email} first: open the link that was mailed to it. Then open this page again."
        );
        return refused("email_unconfirmed", message);
    }
    Ok(())
}

fn invalid() -> ApiError {
    let message = "This invitation was used or revoked already, or is too old. Ask for a new one.";
    ApiError::rule("token", "invalid_token", message)
}
