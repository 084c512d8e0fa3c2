//! Liveness and readiness probes.

use poem::http::StatusCode;
use poem::web::Data;
use poem::{Response, handler};

use crate::app::App;
use crate::http::error::{ApiError, Result};

/// Liveness: the process runs. The database is not checked, so that a slow one does not get the process killed.
#[handler]
pub fn alive() -> &'static str {
    "ok"
}

/// Readiness: the process can serve requests, because its database responds.
#[handler]
pub async fn ready(Data(app): Data<&App>) -> Result<Response> {
    let asked = app.db.read("SELECT 1").one::<(i32,)>().await;
    asked.map_err(|error| {
        tracing::warn!(%error, "not ready");
        ApiError::later(
            StatusCode::SERVICE_UNAVAILABLE,
            "not_ready",
            "The database does not answer",
            5,
        )
    })?;
    Ok("ready".into())
}
