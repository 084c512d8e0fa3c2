//! Liveness and readiness probes.

use std::sync::atomic::Ordering;
use std::time::Duration;

use poem::http::StatusCode;
use poem::web::Data;
use poem::{Response, handler};
use tokio::time::timeout;

use crate::app::App;
use crate::http::error::{ApiError, Result};

/// Liveness: the process runs. The database is not checked, so that a slow one does not get the process killed.
#[handler]
pub fn alive() -> &'static str {
    "ok"
}

/// How long the database may take to answer a readiness probe. Probes themselves wait a few seconds.
const DATABASE_TIME: Duration = Duration::from_secs(1);

/// Readiness: the process can serve requests, because its database responds and it was not asked to stop.
#[handler]
pub async fn ready(Data(app): Data<&App>) -> Result<Response> {
    if app.is_stopping.load(Ordering::Relaxed) {
        return Err(not_ready("The server is stopping"));
    }
    let asked = app.db.read("SELECT 1");
    match timeout(DATABASE_TIME, asked.one::<(i32,)>()).await {
        Ok(Ok(_)) => Ok("ready".into()),
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready");
            Err(not_ready("The database does not answer"))
        }
        Err(_) => {
            tracing::warn!("not ready: the database did not answer in time");
            Err(not_ready("The database does not answer"))
        }
    }
}

fn not_ready(message: &'static str) -> ApiError {
    ApiError::later(StatusCode::SERVICE_UNAVAILABLE, "not_ready", message, 5)
}
