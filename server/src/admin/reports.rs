//! Reports of public pages, and what an administrator decides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::audit::{self, Action, By};
use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::{ApiError, Result};
use crate::reports::store;

/// What was decided about a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportOutcome {
    /// Something was done.
    Resolved,
    /// There was nothing to do.
    Dismissed,
}

/// A report of a public page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PageReport {
    pub id: Uuid,
    /// The path of the page when it was reported; empty for a secret link.
    #[schemars(example = &"/p/@ada/code-review")]
    pub path: String,
    pub title: String,
    /// The prompt, if it is one and still exists.
    pub prompt_id: Option<Uuid>,
    /// Its current name, as `@ada/code-review`.
    pub name: Option<String>,
    /// Whether anybody may see it now.
    pub is_public: bool,
    #[schemars(example = &"spam")]
    pub reason: String,
    pub message: String,
    pub created_at: Timestamp,
    /// `resolved` or `dismissed`; null while it is open.
    #[schemars(with = "Option<ReportOutcome>")]
    pub outcome: Option<String>,
    pub closed_at: Option<Timestamp>,
}

/// The newest reports: the open ones, or all.
pub async fn list(db: &Db, all: bool) -> Result<Vec<PageReport>> {
    let reports = store::list(db, all).await?;
    let page = reports.into_iter().map(|report| PageReport {
        name: match (&report.handle, &report.slug) {
            (Some(handle), Some(slug)) => Some(format!("@{handle}/{slug}")),
            _ => None,
        },
        id: report.id,
        path: report.path,
        title: report.title,
        prompt_id: report.prompt_id,
        is_public: report.is_public,
        reason: report.reason,
        message: report.message,
        created_at: report.created_at,
        outcome: report.outcome,
        closed_at: report.closed_at,
    });
    Ok(page.collect())
}

/// Records a decision; a later one replaces it.
pub async fn decide(app: &App, id: Uuid, outcome: ReportOutcome, by: By) -> Result<()> {
    let (word, action) = match outcome {
        ReportOutcome::Resolved => ("resolved", Action::ReportResolved),
        ReportOutcome::Dismissed => ("dismissed", Action::ReportDismissed),
    };
    let mut tx = app.db.begin().await?;
    let found = tx
        .query(
            "UPDATE reports SET outcome = $2, closed_at = $3 WHERE id = $1 RETURNING path, reason",
        )
        .bind(id)
        .bind(word)
        .bind(app.now())
        .optional::<(String, String)>()
        .await?;
    let (path, reason) = found.ok_or_else(|| ApiError::not_found("Report"))?;
    let entry = audit::Entry::thing(action, path);
    let entry = entry.with(json!({ "report_id": id, "reason": reason }));
    audit::record(&mut tx, by, entry, app.now()).await?;
    tx.commit().await?;
    Ok(())
}
