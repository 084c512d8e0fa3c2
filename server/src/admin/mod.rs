//! Administration of the instance: its accounts, on the command line and over HTTP.

pub mod accounts;
pub mod actions;
pub mod api;
pub mod audit_api;
pub mod hand_over;
pub mod instance;
pub mod invitations_api;
pub mod reports;

use poem::http::StatusCode;
use uuid::Uuid;

use crate::app::App;
use crate::auth::store;
use crate::http::error::{ApiError, Result};

/// The account with an address, for the command line.
pub async fn account_of(app: &App, email: &str) -> Result<Uuid> {
    let found = store::credentials(&app.db, email).await?;
    let (user, _) = found.ok_or_else(|| {
        let message = format!(
            "no account has the address {email}; are DATA_DIR and DATABASE_URL those of the server?"
        );
        ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
    })?;
    Ok(user)
}
