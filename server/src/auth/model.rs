//! Rows, bodies and answers of auth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;
use crate::session::tokens::Scope;

row! {
    /// A person with an account, as they see themselves.
    #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
    pub struct User {
        pub id: Uuid,
        #[schemars(example = &"ada@example.org")]
        pub email: String,
        #[schemars(example = &"Ada Lovelace")]
        pub full_name: String,
        pub avatar_url: Option<String>,
        pub created_at: Timestamp,
    }
}

/// Who signs in.
#[derive(Deserialize, JsonSchema)]
pub struct Credentials {
    /// Six digits, or a recovery code: only where a second factor is on.
    #[serde(default)]
    pub code: Option<String>,
    #[schemars(example = &"ada@example.org")]
    pub email: String,
    #[schemars(example = &"correct horse battery staple")]
    pub password: String,
}

/// The password that is, and the one that shall be.
#[derive(Deserialize, JsonSchema)]
pub struct PasswordChange {
    pub current_password: String,
    /// 6 to 256 characters.
    #[schemars(example = &"correct horse battery staple", length(min = 6, max = 256))]
    pub new_password: String,
    /// The same again. A program that has no second field sends none.
    #[serde(default)]
    pub confirm_password: Option<String>,
}

/// The account that is now signed in.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SignedIn {
    pub user: User,
}

/// Who asks; `user` is null for a visitor.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Session")]
pub struct SessionState {
    pub user: Option<User>,
    /// What the API token may do that was shown; left out for a browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_scope: Option<Scope>,
}
