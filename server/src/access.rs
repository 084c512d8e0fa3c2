//! Access control: which accounts may see and change a resource. Every read and write path checks here, and nothing
//! else reads memberships.
//!
//! A resource belongs to a workspace, and an account may do there what its role as a member allows. Accounts that are
//! no members see public resources only; a private one does not exist for them, so a refusal is 404. A member whose
//! role does not allow a change gets 403.

pub mod members;

use poem::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::{self, Db, NewRows, Query, Tx};
use crate::http::error::{ApiError, Result};

/// The account named Promptcase. It has no password and an address that cannot be registered, so signing in to it
/// is impossible.
pub const SYSTEM_ACCOUNT: Uuid = Uuid::from_u128(0x0190_a0a0_0000_7000_8000_0000_0000_0000);

/// The role of an account in a workspace. Every member may read; commenters may also comment.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MemberRole")]
pub enum Role {
    Owner,
    Admin,
    Editor,
    Commenter,
    Viewer,
}

/// What a role may allow beyond reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Create, change, and move to the trash and back.
    Write,
    /// Delete for good, and manage members.
    Administer,
    /// Say who the owners are, and delete the workspace.
    Own,
}

impl Role {
    pub const ALL: [Self; 5] = [
        Self::Owner,
        Self::Admin,
        Self::Editor,
        Self::Commenter,
        Self::Viewer,
    ];

    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Admin => "admin",
            Self::Editor => "editor",
            Self::Commenter => "commenter",
            Self::Viewer => "viewer",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }

    pub const fn allows(self, right: Right) -> bool {
        match right {
            Right::Write => matches!(self, Self::Owner | Self::Admin | Self::Editor),
            Right::Administer => matches!(self, Self::Owner | Self::Admin),
            Right::Own => matches!(self, Self::Owner),
        }
    }

    /// 403 unless the role allows it.
    pub fn expect(self, right: Right) -> Result<()> {
        if self.allows(right) {
            Ok(())
        } else {
            Err(role_required())
        }
    }
}

impl Right {
    /// SQL for "account `$1` has this right on the row", for rows with a `workspace_id` under the given alias.
    pub fn on(self, row: &str) -> String {
        self.of("$1", &format!("{row}.workspace_id"))
    }

    /// SQL for "this account has this right in this workspace", both as SQL.
    pub fn of(self, account: &str, workspace: &str) -> String {
        let roles = Role::ALL.into_iter().filter(|role| role.allows(self));
        let roles: Vec<String> = roles.map(|role| format!("'{}'", role.as_str())).collect();
        format!(
            "EXISTS (SELECT 1 FROM workspace_members membership
                 WHERE membership.workspace_id = {workspace} AND membership.user_id = {account}
                     AND membership.role IN ({}))",
            roles.join(", ")
        )
    }
}

/// 403: the account may see it, but not do this with it.
fn role_required() -> ApiError {
    let message = "Your role in this workspace does not allow this.";
    ApiError::new(StatusCode::FORBIDDEN, "role_required", message)
}

/// SQL for "account `$1` is a member of the row's workspace". Combines with other SQL by `concat!`.
macro_rules! is_member {
    ($row:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM workspace_members membership
                 WHERE membership.workspace_id = ",
            $row,
            ".workspace_id AND membership.user_id = $1)"
        )
    };
}
pub(crate) use is_member;

/// SQL for "the row is visible to viewer `$1`", for rows of prompts, components and collections under the given
/// alias. A visitor has the nil id, which is no member of anything. Combines with other SQL by `concat!`.
macro_rules! visible {
    ($row:literal) => {
        concat!(
            "(",
            $row,
            ".is_public OR ",
            $crate::access::is_member!($row),
            ") AND ",
            $row,
            ".deleted_at IS NULL"
        )
    };
}
pub(crate) use visible;

/// Prompt `p` is visible to viewer `$1`.
pub const VISIBLE_PROMPT: &str = visible!("p");
/// Collection `c` is visible to viewer `$1`.
pub const VISIBLE_COLLECTION: &str = visible!("c");
/// Component `c` is visible to viewer `$1`.
pub const VISIBLE_COMPONENT: &str = visible!("c");
/// Record `r`, of any kind, is visible to viewer `$1`.
pub const VISIBLE_RECORD: &str = visible!("r");

/// The account that made link `link` of prompt `p` is still a member of its workspace, so the link leads to it.
pub const LINK_IS_ALIVE: &str = "EXISTS (SELECT 1 FROM workspace_members membership
    WHERE membership.workspace_id = p.workspace_id AND membership.user_id = link.user_id)";

/// The role of the account of API token `t` in the token's workspace; NULL if it is no longer a member.
pub const ROLE_OF_TOKEN: &str = "(SELECT membership.role FROM workspace_members membership
    WHERE membership.workspace_id = t.workspace_id AND membership.user_id = t.user_id)";

/// A kind of resource that belongs to a workspace and may be public.
#[derive(Clone, Copy, Debug)]
pub enum Object {
    Prompt,
    Component,
    Collection,
}

impl Object {
    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Prompt => "Prompt",
            Self::Component => "Component",
            Self::Collection => "Collection",
        }
    }

    pub const fn table(self) -> &'static str {
        match self {
            Self::Prompt => "prompts",
            Self::Component => "components",
            Self::Collection => "collections",
        }
    }

    fn select_visible(self) -> String {
        let (table, is_own) = (self.table(), is_member!("r"));
        format!("SELECT {is_own} FROM {table} r WHERE r.id = $2 AND {VISIBLE_RECORD}")
    }

    /// The SELECT of the workspace of resource `$2`, if the condition holds.
    fn select_workspace(self, place: Place, condition: &str) -> String {
        let (table, place) = (self.table(), place.condition());
        format!(
            "SELECT r.workspace_id FROM {table} r WHERE r.id = $2 AND r.{place} AND {condition}"
        )
    }
}

/// Where a resource is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    InUse,
    InTrash,
}

impl Place {
    const fn condition(self) -> &'static str {
        match self {
            Self::InUse => "deleted_at IS NULL",
            Self::InTrash => "deleted_at IS NOT NULL",
        }
    }
}

/// 404 unless the viewer may see the resource. Returns whether the viewer is a member of its workspace.
pub async fn sees(db: &Db, object: Object, viewer: Uuid, id: Uuid) -> Result<bool> {
    let sql = AssertSqlSafe(object.select_visible());
    found(db.read(sql), object, viewer, id).await
}

/// As [`sees`], inside a transaction that also prevents the resource from being deleted before it ends.
pub async fn sees_in(tx: &mut Tx, object: Object, viewer: Uuid, id: Uuid) -> Result<bool> {
    let sql = object.select_visible() + tx.for_key_share();
    found(tx.query(AssertSqlSafe(sql)), object, viewer, id).await
}

async fn found(query: Query<'_>, object: Object, viewer: Uuid, id: Uuid) -> Result<bool> {
    let found = query.bind(viewer).bind(id).optional::<(bool,)>().await?;
    let (is_own,) = found.ok_or_else(|| ApiError::not_found(object.name()))?;
    Ok(is_own)
}

/// The workspace of a resource on which `me` has a right; otherwise as [`refused`].
pub async fn expect(
    tx: &mut Tx,
    object: Object,
    place: Place,
    right: Right,
    me: Uuid,
    id: Uuid,
) -> Result<Uuid> {
    let sql = AssertSqlSafe(object.select_workspace(place, &right.on("r")));
    let found = tx
        .query(sql)
        .bind(me)
        .bind(id)
        .optional::<(Uuid,)>()
        .await?;
    match found {
        Some((workspace,)) => Ok(workspace),
        None => {
            refused(
                tx.query(AssertSqlSafe(of_member(object, place))),
                object,
                me,
                id,
            )
            .await
        }
    }
}

/// Why a resource in use was not found for a change: 403 for a member of its workspace, whose role does not allow it,
/// otherwise 404.
pub async fn refused_change<T>(db: &Db, object: Object, me: Uuid, id: Uuid) -> Result<T> {
    let sql = AssertSqlSafe(of_member(object, Place::InUse));
    refused(db.read(sql), object, me, id).await
}

/// As [`refused_change`], inside a transaction.
pub async fn refused_change_in<T>(tx: &mut Tx, object: Object, me: Uuid, id: Uuid) -> Result<T> {
    let sql = AssertSqlSafe(of_member(object, Place::InUse));
    refused(tx.query(sql), object, me, id).await
}

fn of_member(object: Object, place: Place) -> String {
    object.select_workspace(place, is_member!("r"))
}

async fn refused<T>(of_member: Query<'_>, object: Object, me: Uuid, id: Uuid) -> Result<T> {
    let found = of_member.bind(me).bind(id).optional::<(Uuid,)>().await?;
    Err(match found {
        Some(_) => role_required(),
        None => ApiError::not_found(object.name()),
    })
}

/// Whether an account administers the instance. A disabled one does not.
pub async fn is_administrator(db: &Db, account: Uuid) -> Result<bool> {
    let found =
        db.read("SELECT 1 FROM users WHERE id = $1 AND is_administrator AND disabled_at IS NULL");
    Ok(found.bind(account).optional::<(i32,)>().await?.is_some())
}

/// Locks the administrators, and fails if an account is the last of them: it is not demoted, disabled or deleted.
pub async fn expect_other_administrator(tx: &mut Tx, account: Uuid) -> Result<()> {
    let sql = format!(
        "SELECT id FROM users WHERE is_administrator AND disabled_at IS NULL ORDER BY id{}",
        tx.for_update()
    );
    let all: Vec<(Uuid,)> = tx.query(AssertSqlSafe(sql)).all().await?;
    if all == [(account,)] {
        let message = "This is the last administrator. Make another account administrator first.";
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "last_administrator",
            message,
        ));
    }
    Ok(())
}

/// The personal workspace of an account has the account's id.
pub const fn personal_workspace(account: Uuid) -> Uuid {
    account
}

/// Whether a workspace is an account's own.
pub async fn is_personal(tx: &mut Tx, workspace: Uuid) -> db::Result<bool> {
    let found = tx
        .query("SELECT id FROM workspaces WHERE id = $1 AND kind = 'personal'")
        .bind(workspace)
        .optional::<(Uuid,)>()
        .await?;
    Ok(found.is_some())
}

/// Creates the personal workspaces of new accounts, each with its account as the owner.
pub async fn create_personal_workspaces(
    tx: &mut Tx,
    accounts: &[Uuid],
    now: Timestamp,
) -> db::Result<()> {
    let mut workspaces = NewRows::new("workspaces (id, kind, created_at)");
    let mut members = NewRows::new("workspace_members (workspace_id, user_id, role, created_at)");
    for &account in accounts {
        let workspace = personal_workspace(account);
        workspaces.push([workspace.into(), "personal".into(), now.into()]);
        let owner = Role::Owner.as_str();
        members.push([workspace.into(), account.into(), owner.into(), now.into()]);
    }
    workspaces.insert(tx).await?;
    members.insert(tx).await
}

/// Makes the owners of workspaces the authors of what an account wrote there, so that its deletion leaves it in place.
pub async fn hand_over(tx: &mut Tx, account: Uuid) -> db::Result<()> {
    let owner = |workspace: &str| {
        format!(
            "(SELECT membership.user_id FROM workspace_members membership
              WHERE membership.workspace_id = {workspace} AND membership.user_id <> $1
                  AND membership.role = '{}'
              ORDER BY membership.created_at, membership.user_id LIMIT 1)",
            Role::Owner.as_str()
        )
    };
    let of_item = "(SELECT c.workspace_id FROM collections c WHERE c.id = r.collection_id)";
    for (table, author, workspace) in [
        ("prompts", "user_id", "r.workspace_id"),
        ("components", "user_id", "r.workspace_id"),
        ("collections", "user_id", "r.workspace_id"),
        ("collection_items", "added_by", of_item),
    ] {
        let owner = owner(workspace);
        let sql = format!(
            "UPDATE {table} AS r SET {author} = COALESCE({owner}, {author}) WHERE r.{author} = $1"
        );
        let update = tx.query(AssertSqlSafe(sql)).bind(account);
        update.execute().await?;
    }
    Ok(())
}
