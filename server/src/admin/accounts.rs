//! Listing accounts.

use serde::Serialize;

use crate::access::SYSTEM_ACCOUNT;
use crate::app::App;
use crate::clock::Timestamp;
use crate::db::row;
use crate::http::error::Result;

row! {
    /// An account as an administrator sees it.
    #[derive(Debug, Serialize)]
    pub struct Account {
        pub email: String,
        pub full_name: String,
        pub handle: Option<String>,
        pub created_at: Timestamp,
        /// When one of its open sessions was last used.
        pub last_seen_at: Option<Timestamp>,
        pub disabled_at: Option<Timestamp>,
        pub is_administrator: bool,
        /// Its prompts and assets, without those in the trash.
        pub prompts: i64,
    }
}

/// The accounts whose address or name contains a text, in any case; newest first.
pub async fn list(app: &App, search: &str) -> Result<Vec<Account>> {
    let pattern = search.to_lowercase();
    let accounts: Vec<Account> = app
        .db
        .read(
            "SELECT u.email, u.full_name, h.handle, u.created_at, u.disabled_at, u.is_administrator,
                 (SELECT MAX(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS last_seen_at,
                 (SELECT COUNT(*) FROM prompts p WHERE p.workspace_id = u.id AND p.deleted_at IS NULL) AS prompts
             FROM users u LEFT JOIN handles h ON h.workspace_id = u.id AND h.is_current
             WHERE u.id <> $1 ORDER BY u.created_at DESC, u.id DESC",
        )
        .bind(SYSTEM_ACCOUNT)
        .all()
        .await?;
    let matches = |text: &str| text.to_lowercase().contains(&pattern);
    let found = accounts
        .into_iter()
        .filter(|account| matches(&account.email) || matches(&account.full_name));
    Ok(found.collect())
}
