//! The members of workspaces. A change locks its team first, so that a team always has an owner.

use std::future::pending;
use std::time::Duration;

use poem::http::StatusCode;
use sqlx::AssertSqlSafe;
use tokio::time::sleep;
use uuid::Uuid;

use crate::access::{Right, Role, personal_workspace};
use crate::clock::Timestamp;
use crate::db::{self, Db, Tx, row};
use crate::http::error::{ApiError, Result};

/// The most members of a team.
pub const MOST_MEMBERS: i64 = 500;
/// The most teams that an account owns.
pub const MOST_OWNED: i64 = 20;

/// How often what goes on for long looks whether its member still is one.
const LOOK_EVERY: Duration = Duration::from_millis(500);

row! {
    /// A workspace, as a member sees it.
    pub struct Membership {
        pub id: Uuid,
        pub kind: String,
        pub name: String,
        pub handle: String,
        pub role: String,
        pub members: i64,
        pub created_at: Timestamp,
    }
}

row! {
    /// A member of a team.
    pub struct MemberRow {
        pub user_id: Uuid,
        pub full_name: String,
        pub handle: String,
        pub avatar_url: Option<String>,
        pub email: String,
        pub role: String,
        pub joined_at: Timestamp,
    }
}

/// Memberships of account `$1`: its personal workspace and its teams.
const MEMBERSHIPS: &str = "SELECT w.id, w.kind, COALESCE(w.name, u.full_name) AS name, COALESCE(h.handle, '') AS handle,
        membership.role, (SELECT COUNT(*) FROM workspace_members m WHERE m.workspace_id = w.id) AS members, w.created_at
    FROM workspace_members membership
    JOIN workspaces w ON w.id = membership.workspace_id
    JOIN users u ON u.id = membership.user_id
    LEFT JOIN handles h ON h.workspace_id = w.id AND h.is_current
    WHERE membership.user_id = $1 AND (w.kind = 'team' OR w.id = $1)";

/// The role of an account in a workspace; `None` for a stranger.
pub async fn role(db: &Db, workspace: Uuid, account: Uuid) -> db::Result<Option<Role>> {
    let found = db.read(ROLE).bind(workspace).bind(account);
    let found: Option<(String,)> = found.optional().await?;
    Ok(found.and_then(|(role,)| Role::parse(&role)))
}

const ROLE: &str = "SELECT role FROM workspace_members WHERE workspace_id = $1 AND user_id = $2";

/// Waits until an account is no member of a workspace any longer; forever in its own.
pub async fn ended(db: &Db, workspace: Uuid, account: Uuid) {
    if workspace == personal_workspace(account) {
        return pending().await;
    }
    loop {
        sleep(LOOK_EVERY).await;
        match role(db, workspace, account).await {
            Ok(Some(_)) => {}
            Ok(None) => return,
            Err(error) => tracing::warn!(%error, "a membership could not be read"),
        }
    }
}

async fn role_in(tx: &mut Tx, workspace: Uuid, account: Uuid) -> db::Result<Option<Role>> {
    let found = tx.query(ROLE).bind(workspace).bind(account);
    let found: Option<(String,)> = found.optional().await?;
    Ok(found.and_then(|(role,)| Role::parse(&role)))
}

/// The workspaces of an account: the personal one first, then teams by name.
pub async fn memberships(db: &Db, account: Uuid) -> db::Result<Vec<Membership>> {
    let sql = format!(
        "{MEMBERSHIPS} ORDER BY CASE w.kind WHEN 'personal' THEN 0 ELSE 1 END, LOWER(w.name), w.id"
    );
    db.read(AssertSqlSafe(sql)).bind(account).all().await
}

/// One workspace of an account; 404 for a stranger.
pub async fn membership(db: &Db, account: Uuid, workspace: Uuid) -> Result<Membership> {
    let sql = format!("{MEMBERSHIPS} AND w.id = $2");
    let found = db.read(AssertSqlSafe(sql)).bind(account).bind(workspace);
    found.optional().await?.ok_or_else(not_found)
}

/// The members of a workspace of `me`: owners first, then by name.
pub async fn list(db: &Db, me: Uuid, workspace: Uuid) -> db::Result<Vec<MemberRow>> {
    db.read(
        "SELECT u.id AS user_id, u.full_name, COALESCE(h.handle, '') AS handle, u.avatar_url, u.email, m.role,
             m.created_at AS joined_at
         FROM workspace_members m
         JOIN users u ON u.id = m.user_id
         LEFT JOIN handles h ON h.workspace_id = u.id AND h.is_current
         WHERE m.workspace_id = $2
             AND EXISTS (SELECT 1 FROM workspace_members mine WHERE mine.workspace_id = $2 AND mine.user_id = $1)
         ORDER BY CASE m.role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 WHEN 'editor' THEN 2 WHEN 'commenter' THEN 3 ELSE 4 END,
             LOWER(u.full_name), u.id",
    )
    .bind(me)
    .bind(workspace)
    .all()
    .await
}

/// The owners of a team. A personal workspace has none here: its plan is its own.
pub async fn owners_of_team(db: &Db, workspace: Uuid) -> db::Result<Vec<Uuid>> {
    let found: Vec<(Uuid,)> = db
        .read(
            "SELECT m.user_id FROM workspaces w
             JOIN workspace_members m ON m.workspace_id = w.id AND m.role = 'owner'
             WHERE w.id = $1 AND w.kind = 'team' ORDER BY m.created_at, m.user_id",
        )
        .bind(workspace)
        .all()
        .await?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// Creates a team with its first owner. 422 for an account that owns enough of them.
pub async fn create_team(
    tx: &mut Tx,
    team: Uuid,
    name: &str,
    owner: Uuid,
    now: Timestamp,
) -> Result<()> {
    if owned(tx, owner).await? >= MOST_OWNED {
        let message = format!("You own {MOST_OWNED} teams, which is the most. Delete one first.");
        return Err(ApiError::rule("name", "too_many", message));
    }
    tx.query("INSERT INTO workspaces (id, kind, name, created_at) VALUES ($1, 'team', $2, $3)")
        .bind(team)
        .bind(name)
        .bind(now)
        .execute()
        .await?;
    insert(tx, team, owner, Role::Owner, now).await?;
    Ok(())
}

/// How many teams an account owns.
async fn owned(tx: &mut Tx, owner: Uuid) -> db::Result<i64> {
    let teams = tx.query(
        "SELECT COUNT(*) FROM workspace_members m JOIN workspaces w ON w.id = m.workspace_id AND w.kind = 'team'
         WHERE m.user_id = $1 AND m.role = 'owner'",
    );
    let (teams,) = teams.bind(owner).one::<(i64,)>().await?;
    Ok(teams)
}

/// Locks a team for a change, and returns the role of `me` in it; 404 for a stranger.
pub async fn lock_team(tx: &mut Tx, me: Uuid, team: Uuid) -> Result<Role> {
    lock(tx, team).await?;
    role_in(tx, team, me).await?.ok_or_else(not_found)
}

async fn lock(tx: &mut Tx, team: Uuid) -> Result<()> {
    let sql = format!(
        "SELECT id FROM workspaces WHERE id = $1 AND kind = 'team'{}",
        tx.for_update()
    );
    let found = tx.query(AssertSqlSafe(sql)).bind(team);
    found.optional::<(Uuid,)>().await?.ok_or_else(not_found)?;
    Ok(())
}

/// Adds a member, unless the account is one already; returns whether it was added.
pub async fn add(
    tx: &mut Tx,
    team: Uuid,
    account: Uuid,
    role: Role,
    now: Timestamp,
) -> Result<bool> {
    lock(tx, team).await?;
    let count = tx.query("SELECT COUNT(*) FROM workspace_members WHERE workspace_id = $1");
    let (count,) = count.bind(team).one::<(i64,)>().await?;
    if role_in(tx, team, account).await?.is_none() && count >= MOST_MEMBERS {
        let message = format!("This team has {MOST_MEMBERS} members, which is the most");
        return Err(ApiError::new(StatusCode::CONFLICT, "too_many", message));
    }
    Ok(insert(tx, team, account, role, now).await?)
}

async fn insert(
    tx: &mut Tx,
    team: Uuid,
    account: Uuid,
    role: Role,
    now: Timestamp,
) -> db::Result<bool> {
    let insert = tx
        .query(
            "INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (workspace_id, user_id) DO NOTHING",
        )
        .bind(team)
        .bind(account)
        .bind(role.as_str())
        .bind(now);
    Ok(insert.execute().await? == 1)
}

/// Gives a member another role. Owners alone make and unmake owners. Returns the role of before.
pub async fn set_role(
    tx: &mut Tx,
    me: Uuid,
    team: Uuid,
    account: Uuid,
    role: Role,
) -> Result<Role> {
    let mine = lock_team(tx, me, team).await?;
    mine.expect(Right::Administer)?;
    let before = role_in(tx, team, account).await?.ok_or_else(no_member)?;
    if before == Role::Owner || role == Role::Owner {
        mine.expect(Right::Own)?;
    }
    if before != Role::Owner && role == Role::Owner && owned(tx, account).await? >= MOST_OWNED {
        let message = format!("This account owns {MOST_OWNED} teams, which is the most");
        return Err(ApiError::rule("role", "too_many", message));
    }
    if before == Role::Owner && role != Role::Owner {
        expect_other_owner(tx, team, account).await?;
    }
    tx.query("UPDATE workspace_members SET role = $3 WHERE workspace_id = $1 AND user_id = $2")
        .bind(team)
        .bind(account)
        .bind(role.as_str())
        .execute()
        .await?;
    Ok(before)
}

/// Removes a member, which everybody may do with themselves. Its API tokens for the team go with the membership, so
/// that they do not come back with it.
pub async fn remove(tx: &mut Tx, me: Uuid, team: Uuid, account: Uuid) -> Result<Role> {
    let mine = lock_team(tx, me, team).await?;
    if account != me {
        mine.expect(Right::Administer)?;
    }
    let before = role_in(tx, team, account).await?.ok_or_else(no_member)?;
    if before == Role::Owner {
        mine.expect(Right::Own)?;
        expect_other_owner(tx, team, account).await?;
    }
    for sql in [
        "DELETE FROM workspace_members WHERE workspace_id = $1 AND user_id = $2",
        "DELETE FROM api_tokens WHERE workspace_id = $1 AND user_id = $2",
    ] {
        let delete = tx.query(sql).bind(team).bind(account);
        delete.execute().await?;
    }
    Ok(before)
}

/// The teams that an account is the only owner of.
const ALONE: &str = "SELECT w.id, w.name,
        (SELECT COUNT(*) FROM workspace_members m WHERE m.workspace_id = w.id) AS members
    FROM workspaces w
    JOIN workspace_members mine ON mine.workspace_id = w.id AND mine.user_id = $1 AND mine.role = 'owner'
    WHERE w.kind = 'team' AND NOT EXISTS (SELECT 1 FROM workspace_members other
        WHERE other.workspace_id = w.id AND other.role = 'owner' AND other.user_id <> $1)
    ORDER BY w.id";

async fn expect_other_owner(tx: &mut Tx, team: Uuid, account: Uuid) -> Result<()> {
    let other = tx.query(
        "SELECT 1 FROM workspace_members m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
         WHERE m.workspace_id = $1 AND m.role = 'owner' AND m.user_id <> $2 LIMIT 1",
    );
    let other = other.bind(team).bind(account).optional::<(i32,)>().await?;
    if other.is_some() {
        return Ok(());
    }
    let message =
        "This is the only owner of the team. Make another member owner first, or delete the team.";
    Err(last_owner(message.to_owned()))
}

/// Locks the teams of an account that is to be deleted, and fails if one of them would be left without an owner.
pub async fn expect_no_orphans(tx: &mut Tx, account: Uuid) -> Result<()> {
    let sql = format!(
        "SELECT w.id FROM workspaces w WHERE w.kind = 'team' AND w.id IN
             (SELECT m.workspace_id FROM workspace_members m WHERE m.user_id = $1) ORDER BY w.id{}",
        tx.for_update()
    );
    let lock = tx.query(AssertSqlSafe(sql)).bind(account);
    let _: Vec<(Uuid,)> = lock.all().await?;
    let alone = tx.query(ALONE).bind(account);
    let alone: Vec<(Uuid, String, i64)> = alone.all().await?;
    let Some((_, name, members)) = alone.into_iter().next() else {
        return Ok(());
    };
    let first = if members > 1 {
        "Make another member owner first, or delete the team."
    } else {
        "Delete the team first."
    };
    Err(last_owner(format!(
        "This account is the only owner of the team “{name}”. {first}"
    )))
}

fn last_owner(message: String) -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "last_owner", message)
}

/// 404: a stranger's workspace, or none.
pub fn not_found() -> ApiError {
    ApiError::not_found("Workspace")
}

fn no_member() -> ApiError {
    ApiError::not_found("Member")
}
