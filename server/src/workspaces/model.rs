//! Bodies and answers of workspaces.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::access::Role;
use crate::access::members::{MemberRow, Membership};
use crate::clock::Timestamp;
use crate::db::row;
use crate::http::json::Omittable;

/// What a workspace is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WorkspaceKind {
    /// An account's own.
    Personal,
    /// Shared by its members.
    Team,
}

/// A workspace that you are a member of.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Workspace {
    pub id: Uuid,
    pub kind: WorkspaceKind,
    /// The name of the team; of a personal workspace, the name of the account.
    #[schemars(example = &"Support")]
    pub name: String,
    #[schemars(example = &"acme-support")]
    pub handle: String,
    /// Your role.
    pub role: Role,
    #[schemars(with = "u32")]
    pub members: i64,
    pub created_at: Timestamp,
}

impl From<Membership> for Workspace {
    fn from(row: Membership) -> Self {
        Self {
            id: row.id,
            kind: match row.kind.as_str() {
                "team" => WorkspaceKind::Team,
                _ => WorkspaceKind::Personal,
            },
            name: row.name,
            handle: row.handle,
            role: Role::parse(&row.role).unwrap_or(Role::Viewer),
            members: row.members,
            created_at: row.created_at,
        }
    }
}

row! {
    /// What belongs to a workspace, and is deleted with it.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct Contents {
        /// Prompts and assets, with those in the trash.
        #[schemars(with = "u32")]
        pub prompts: i64,
        #[schemars(with = "u32")]
        pub components: i64,
        #[schemars(with = "u32")]
        pub collections: i64,
        #[schemars(with = "u32")]
        pub api_tokens: i64,
        #[schemars(with = "u32")]
        pub webhooks: i64,
        /// Credits that are left.
        #[schemars(with = "u32")]
        pub credits: i64,
    }
}

/// A workspace with what belongs to it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WorkspaceDetail {
    #[serde(flatten)]
    pub workspace: Workspace,
    pub contents: Contents,
}

/// A new team.
#[derive(Deserialize, JsonSchema)]
pub struct NewTeam {
    /// 1 to 80 characters.
    #[schemars(example = &"Support", length(min = 1, max = 80))]
    pub name: String,
    /// As that of an account, which it differs from; suggested from the name if left out.
    #[serde(default)]
    #[schemars(example = &"acme-support")]
    pub handle: Option<String>,
}

/// Changes of a team.
#[derive(Deserialize, JsonSchema)]
pub struct TeamPatch {
    #[serde(default)]
    #[schemars(example = &"Support and sales", length(min = 1, max = 80))]
    pub name: Omittable<String>,
    /// The former one still leads to the team.
    #[serde(default)]
    #[schemars(example = &"acme-support")]
    pub handle: Omittable<String>,
}

/// The confirmation that a team is to be deleted.
#[derive(Deserialize, JsonSchema)]
pub struct TeamDeletion {
    /// The name of the team, as it is written.
    #[schemars(example = &"Support")]
    pub name: String,
}

/// A member of a team.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Member {
    pub user_id: Uuid,
    #[schemars(example = &"Ada Lovelace")]
    pub full_name: String,
    #[schemars(example = &"ada")]
    pub handle: String,
    pub avatar_url: Option<String>,
    /// Null unless you are an owner or admin.
    #[schemars(example = &"ada@example.org")]
    pub email: Option<String>,
    pub role: Role,
    pub joined_at: Timestamp,
}

impl Member {
    pub fn of(row: MemberRow, shows_email: bool) -> Self {
        Self {
            user_id: row.user_id,
            full_name: row.full_name,
            handle: row.handle,
            avatar_url: row.avatar_url,
            email: shows_email.then_some(row.email),
            role: Role::parse(&row.role).unwrap_or(Role::Viewer),
            joined_at: row.joined_at,
        }
    }
}

/// A role for a member.
#[derive(Deserialize, JsonSchema)]
pub struct NewRole {
    #[schemars(example = &"editor")]
    pub role: Role,
}

/// The member who is to own the team.
#[derive(Deserialize, JsonSchema)]
pub struct NewOwner {
    #[schemars(example = &"0192f1c4-6d2a-7b3e-8f10-2c9d4e5a6b7c")]
    pub user_id: Uuid,
}
