//! What the log tells: the acts, who did them, and an entry as it is read.

use std::net::IpAddr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::clock::Timestamp;

/// An act that is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AuditAction")]
pub enum Action {
    AccountCreated,
    AccountDeleted,
    AccountDisabled,
    AccountEnabled,
    AdministratorDemoted,
    AdministratorPromoted,
    CreditsGranted,
    EmailChanged,
    HandedOver,
    IdentityLinked,
    IdentityUnlinked,
    InvitationCreated,
    InvitationRevoked,
    LabelMoved,
    LabelRemoved,
    MemberAdded,
    MemberRemoved,
    MemberRoleChanged,
    PasswordChanged,
    PlanChanged,
    RecoveryCodesRenewed,
    ReportDismissed,
    ReportResolved,
    ResetLinkSent,
    SessionsEnded,
    SignInFailed,
    SignedIn,
    TeamCreated,
    TeamDeleted,
    TeamInvitationCreated,
    TeamInvitationRevoked,
    TokenCreated,
    TokenRevoked,
    TwoFactorDisabled,
    TwoFactorEnabled,
    Unpublished,
    VersionRestored,
}

impl Action {
    /// The word in the database and in answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AccountCreated => "account_created",
            Self::AccountDeleted => "account_deleted",
            Self::AccountDisabled => "account_disabled",
            Self::AccountEnabled => "account_enabled",
            Self::AdministratorDemoted => "administrator_demoted",
            Self::AdministratorPromoted => "administrator_promoted",
            Self::CreditsGranted => "credits_granted",
            Self::EmailChanged => "email_changed",
            Self::HandedOver => "handed_over",
            Self::IdentityLinked => "identity_linked",
            Self::IdentityUnlinked => "identity_unlinked",
            Self::InvitationCreated => "invitation_created",
            Self::InvitationRevoked => "invitation_revoked",
            Self::LabelMoved => "label_moved",
            Self::LabelRemoved => "label_removed",
            Self::MemberAdded => "member_added",
            Self::MemberRemoved => "member_removed",
            Self::MemberRoleChanged => "member_role_changed",
            Self::PasswordChanged => "password_changed",
            Self::PlanChanged => "plan_changed",
            Self::RecoveryCodesRenewed => "recovery_codes_renewed",
            Self::ReportDismissed => "report_dismissed",
            Self::ReportResolved => "report_resolved",
            Self::ResetLinkSent => "reset_link_sent",
            Self::SessionsEnded => "sessions_ended",
            Self::SignInFailed => "sign_in_failed",
            Self::SignedIn => "signed_in",
            Self::TeamCreated => "team_created",
            Self::TeamDeleted => "team_deleted",
            Self::TeamInvitationCreated => "team_invitation_created",
            Self::TeamInvitationRevoked => "team_invitation_revoked",
            Self::TokenCreated => "token_created",
            Self::TokenRevoked => "token_revoked",
            Self::TwoFactorDisabled => "two_factor_disabled",
            Self::TwoFactorEnabled => "two_factor_enabled",
            Self::Unpublished => "unpublished",
            Self::VersionRestored => "version_restored",
        }
    }
}

/// Who does something, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Account {
        id: Uuid,
        from: Option<IpAddr>,
    },
    /// Somebody who is not signed in.
    Visitor {
        from: Option<IpAddr>,
    },
    CommandLine,
}

impl By {
    /// The account, if there is one.
    pub const fn account(self) -> Option<Uuid> {
        match self {
            Self::Account { id, .. } => Some(id),
            Self::Visitor { .. } | Self::CommandLine => None,
        }
    }

    /// The word that stands in place of an account's address.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::CommandLine => "command line",
            Self::Account { .. } | Self::Visitor { .. } => "",
        }
    }

    /// The address of the network; empty for the command line.
    pub(super) fn from(self) -> String {
        match self {
            Self::Account { from, .. } | Self::Visitor { from } => {
                from.map(|from| from.to_string()).unwrap_or_default()
            }
            Self::CommandLine => String::new(),
        }
    }
}

/// An entry of the audit log.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditEntry {
    pub id: Uuid,
    pub created_at: Timestamp,
    #[schemars(with = "Action")]
    pub action: String,
    /// The account that did it; null for a visitor and for the command line.
    pub actor_id: Option<Uuid>,
    /// The actor's address at the time, `command line`, or empty for a visitor.
    #[schemars(example = &"ada@example.org")]
    pub actor: String,
    /// Where the request came from; empty for the command line.
    #[schemars(example = &"192.0.2.7")]
    pub address: String,
    /// The account that it is about, if there is one.
    pub account_id: Option<Uuid>,
    /// What it is about: an address, or the name of a label, token or page. Never the title or text of a record.
    pub target: String,
    /// An object with what else there is to say.
    pub details: Value,
}

impl AuditEntry {
    /// The entry as a line of JSON.
    pub fn line(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}
