//! Rows, bodies and answers of auth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;
use crate::session::tokens::Scope;

row! {
    /// A user, as returned to that user alone.
    #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
    pub struct User {
        pub id: Uuid,
        #[schemars(example = &"ada@example.org")]
        pub email: String,
        #[schemars(example = &"Ada Lovelace")]
        pub full_name: String,
        /// The name of the account in references: `@ada/code-review`.
        #[schemars(example = &"ada")]
        pub handle: String,
        pub avatar_url: Option<String>,
        pub created_at: Timestamp,
        /// Whether the address is confirmed, or need not be because this server sends no mail.
        pub email_confirmed: bool,
        /// Whether the account administers this instance.
        pub is_administrator: bool,
    }
}

/// The credentials of a sign-in.
#[derive(Deserialize, JsonSchema)]
pub struct Credentials {
    /// Six digits, or a recovery code. Required only if a second factor is turned on.
    #[serde(default)]
    pub code: Option<String>,
    #[schemars(example = &"ada@example.org")]
    pub email: String,
    #[schemars(example = &"correct horse battery staple")]
    pub password: String,
}

/// The current password and the new one.
#[derive(Deserialize, JsonSchema)]
pub struct PasswordChange {
    pub current_password: String,
    /// 6 to 256 characters.
    #[schemars(example = &"correct horse battery staple", length(min = 6, max = 256))]
    pub new_password: String,
    /// The new password again, which the server compares. Clients without a confirmation field omit it.
    #[serde(default)]
    pub confirm_password: Option<String>,
}

/// A handle that is free.
#[derive(Serialize, JsonSchema)]
pub struct HandleSuggestion {
    #[schemars(example = &"ada")]
    pub handle: String,
}

/// The account that is now signed in.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SignedIn {
    pub user: User,
}

/// The sender of the request; `user` is null for a visitor.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Session")]
pub struct SessionState {
    pub user: Option<User>,
    /// The scope of the API token that was sent; absent for a browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_scope: Option<Scope>,
    /// Present and true where this server answers nobody who is not signed in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sign_in_required: bool,
    /// The name of the OpenID Connect provider by which one can sign in; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"Example Inc.")]
    pub sign_in_by: Option<String>,
}
