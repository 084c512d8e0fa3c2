//! Teams in the database. Who may do what with them is decided by `access`.

use prompt_core::name::Handle;
use prompt_core::validate;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::access::{Right, Role, members};
use crate::audit::{self, Action, By};
use crate::clock::{Timestamp, new_id};
use crate::db::{self, Db, Tx};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::names::handles;
use crate::workspaces::invitations;
use crate::workspaces::model::{Contents, NewTeam, TeamPatch};

/// Creates a team, whose maker is its owner.
pub async fn create(db: &Db, me: Uuid, by: By, new: NewTeam, now: Timestamp) -> Result<Uuid> {
    let name = validate::workspace_name(&new.name)?;
    let chosen = match new.handle.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(text) => Some(text.parse::<Handle>()?),
    };
    let team = new_id(now);
    let mut tx = db.begin().await?;
    members::create_team(&mut tx, team, &name, me, now).await?;
    match &chosen {
        None => handles::assign(&mut tx, team, &suggested(&name), now).await?,
        Some(handle) => {
            if !handles::insert(&mut tx, team, handle.as_str(), now).await? {
                return Err(handles::taken(handle));
            }
        }
    }
    log(&mut tx, by, Action::TeamCreated, team, None, json!({}), now).await?;
    tx.commit().await?;
    Ok(team)
}

/// The handle for a team's name. Of a name that gives none, such as a reserved word, it is that with `team` behind it.
fn suggested(name: &str) -> Handle {
    let suggested = Handle::suggest(name);
    if suggested == Handle::suggest("") {
        return Handle::suggest(&format!("{name} team"));
    }
    suggested
}

/// Gives a team another name or handle.
pub async fn update(
    db: &Db,
    me: Uuid,
    team: Uuid,
    change: TeamPatch,
    now: Timestamp,
) -> Result<()> {
    let mut tx = db.begin().await?;
    let role = members::lock_team(&mut tx, me, team).await?;
    role.expect(Right::Administer)?;
    if let Some(name) = change.name.0 {
        let name = validate::workspace_name(&name)?;
        let update = tx.query("UPDATE workspaces SET name = $2 WHERE id = $1");
        update.bind(team).bind(name).execute().await?;
    }
    if let Some(handle) = change.handle.0 {
        let handle: Handle = handle.trim().parse()?;
        handles::rename(&mut tx, team, &handle, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Fails unless `me` may delete a team and confirmed its name.
pub async fn expect_deletable(db: &Db, me: Uuid, team: Uuid, name: &str) -> Result<()> {
    let mut tx = db.begin().await?;
    lock_to_delete(&mut tx, me, team, name).await
}

/// Deletes a team and everything that belongs to it. Its rows follow by their foreign keys.
pub async fn delete(
    db: &Db,
    me: Uuid,
    by: By,
    team: Uuid,
    name: &str,
    now: Timestamp,
) -> Result<()> {
    retry_on_deadlock(|| delete_once(db, me, by, team, name, now)).await
}

async fn delete_once(
    db: &Db,
    me: Uuid,
    by: By,
    team: Uuid,
    name: &str,
    now: Timestamp,
) -> Result<()> {
    let mut tx = db.begin().await?;
    lock_to_delete(&mut tx, me, team, name).await?;
    log(&mut tx, by, Action::TeamDeleted, team, None, json!({}), now).await?;
    let delete = tx.query("DELETE FROM workspaces WHERE id = $1");
    delete.bind(team).execute().await?;
    tx.commit().await?;
    Ok(())
}

async fn lock_to_delete(tx: &mut Tx, me: Uuid, team: Uuid, name: &str) -> Result<()> {
    let role = members::lock_team(tx, me, team).await?;
    role.expect(Right::Own)?;
    if name.trim() == self::name(tx, team).await? {
        return Ok(());
    }
    let message = "Type the name of the team to delete it";
    Err(ApiError::rule("name", "name_differs", message))
}

async fn name(tx: &mut Tx, team: Uuid) -> db::Result<String> {
    let name = tx.query("SELECT COALESCE(name, '') FROM workspaces WHERE id = $1");
    let (name,) = name.bind(team).one::<(String,)>().await?;
    Ok(name)
}

/// What belongs to a workspace.
pub async fn contents(db: &Db, workspace: Uuid) -> db::Result<Contents> {
    db.read(
        "SELECT (SELECT COUNT(*) FROM prompts p WHERE p.workspace_id = $1) AS prompts,
             (SELECT COUNT(*) FROM components c WHERE c.workspace_id = $1) AS components,
             (SELECT COUNT(*) FROM collections c WHERE c.workspace_id = $1) AS collections,
             (SELECT COUNT(*) FROM api_tokens t WHERE t.workspace_id = $1) AS api_tokens,
             (SELECT COUNT(*) FROM webhooks w WHERE w.workspace_id = $1) AS webhooks,
             COALESCE((SELECT a.balance FROM credit_accounts a WHERE a.workspace_id = $1), 0) AS credits",
    )
    .bind(workspace)
    .one()
    .await
}

/// Gives a member another role.
pub async fn set_role(
    db: &Db,
    me: Uuid,
    by: By,
    team: Uuid,
    account: Uuid,
    role: Role,
    now: Timestamp,
) -> Result<()> {
    let mut tx = db.begin().await?;
    let before = members::set_role(&mut tx, me, team, account, role).await?;
    if before != role {
        let details = json!({ "from": before, "to": role });
        let action = Action::MemberRoleChanged;
        log(&mut tx, by, action, team, Some(account), details, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Removes a member, or `me`.
pub async fn remove(
    db: &Db,
    me: Uuid,
    by: By,
    team: Uuid,
    account: Uuid,
    now: Timestamp,
) -> Result<()> {
    let mut tx = db.begin().await?;
    let before = members::remove(&mut tx, me, team, account).await?;
    if account != me {
        invitations::end_links(&mut tx, team).await?;
    }
    let details = json!({ "role": before, "left": account == me });
    let action = Action::MemberRemoved;
    log(&mut tx, by, action, team, Some(account), details, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Makes a member the owner in place of `me`, who becomes an admin.
pub async fn hand_over(
    db: &Db,
    me: Uuid,
    by: By,
    team: Uuid,
    account: Uuid,
    now: Timestamp,
) -> Result<()> {
    if account == me {
        let message = "Choose another member";
        return Err(ApiError::rule("user_id", "same_account", message));
    }
    let mut tx = db.begin().await?;
    let role = members::lock_team(&mut tx, me, team).await?;
    role.expect(Right::Own)?;
    for (who, role) in [(account, Role::Owner), (me, Role::Admin)] {
        let before = members::set_role(&mut tx, me, team, who, role).await?;
        let details = json!({ "from": before, "to": role });
        let action = Action::MemberRoleChanged;
        log(&mut tx, by, action, team, Some(who), details, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Logs an act on a team, which it names by its handle, and where there is one on an account.
pub async fn log(
    tx: &mut Tx,
    by: By,
    action: Action,
    team: Uuid,
    account: Option<Uuid>,
    mut details: Value,
    now: Timestamp,
) -> Result<()> {
    let handle = tx.query(handles::OF_WORKSPACE).bind(team);
    let handle = handle.optional::<(String,)>().await?;
    let handle = handle.map(|(handle,)| handle).unwrap_or_default();
    details["team"] = json!({ "id": team, "handle": handle });
    let entry = match account {
        Some(account) => audit::Entry::account(action, account),
        None => audit::Entry::thing(action, handle),
    };
    audit::record(tx, by, entry.with(details), now).await?;
    Ok(())
}
