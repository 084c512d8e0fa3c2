//! Handles of workspaces in the database.

use std::collections::HashSet;

use prompt_core::limits::HANDLE_CHARS;
use prompt_core::name::Handle;
use uuid::Uuid;

use super::twins_between;
use crate::clock::Timestamp;
use crate::db::{Db, Query, Tx};
use crate::http::error::{ApiError, Result};

/// Handles of a workspace, former ones included: all of them stay taken.
const HANDLES: i64 = 20;

/// SQL for the handle of workspace `$1`.
pub const OF_WORKSPACE: &str = "SELECT handle FROM handles WHERE workspace_id = $1 AND is_current";

/// The handle of a workspace.
pub async fn current(db: &Db, workspace: Uuid) -> Result<Option<String>> {
    let found: Option<(String,)> = db.read(OF_WORKSPACE).bind(workspace).optional().await?;
    Ok(found.map(|(handle,)| handle))
}

/// The first of a handle and its twins that is free now.
pub async fn free(db: &Db, wanted: &Handle) -> Result<Handle> {
    first_free(db.read(TAKEN), wanted).await
}

const TAKEN: &str =
    "SELECT handle FROM handles WHERE handle = $1 OR (handle >= $2 AND handle < $3)";

async fn first_free(taken: Query<'_>, wanted: &Handle) -> Result<Handle> {
    let (low, high) = twins_between(wanted.as_str(), HANDLE_CHARS);
    let taken = taken.bind(wanted.as_str()).bind(low).bind(high);
    let taken: Vec<(String,)> = taken.all().await?;
    let taken: HashSet<String> = taken.into_iter().map(|(handle,)| handle).collect();
    Ok(wanted.first_free(|handle| taken.contains(handle)))
}

/// Gives a new workspace a handle: `wanted`, or the first of its twins that is free.
pub async fn assign(tx: &mut Tx, workspace: Uuid, wanted: &Handle, now: Timestamp) -> Result<()> {
    loop {
        let handle = first_free(tx.query(TAKEN), wanted).await?;
        // Another transaction may have taken it meanwhile.
        if insert(tx, workspace, handle.as_str(), now).await? {
            return Ok(());
        }
    }
}

/// Gives a workspace this handle; `false` if it is taken.
pub async fn insert(tx: &mut Tx, workspace: Uuid, handle: &str, now: Timestamp) -> Result<bool> {
    let insert = tx
        .query(
            "INSERT INTO handles (handle, workspace_id, is_current, created_at) VALUES ($1, $2, TRUE, $3)
             ON CONFLICT (handle) DO NOTHING",
        )
        .bind(handle)
        .bind(workspace)
        .bind(now);
    Ok(insert.execute().await? == 1)
}

/// Gives a workspace another handle; the old one leads to it. The caller's transaction has locked its owner.
pub async fn rename(tx: &mut Tx, workspace: Uuid, handle: &Handle, now: Timestamp) -> Result<()> {
    tx.query("UPDATE handles SET is_current = FALSE WHERE workspace_id = $1 AND handle <> $2")
        .bind(workspace)
        .bind(handle.as_str())
        .execute()
        .await?;
    // It may go back to a handle that it had before.
    let update = tx
        .query("UPDATE handles SET is_current = TRUE WHERE handle = $1 AND workspace_id = $2")
        .bind(handle.as_str())
        .bind(workspace);
    if update.execute().await? == 1 {
        return Ok(());
    }
    let count = tx.query("SELECT COUNT(*) FROM handles WHERE workspace_id = $1");
    let (count,) = count.bind(workspace).one::<(i64,)>().await?;
    if count >= HANDLES {
        let message = format!(
            "Your handle has been changed {} times, which is the most. Former handles stay yours: take one of them.",
            HANDLES - 1
        );
        return Err(ApiError::rule("handle", "too_many", message));
    }
    if insert(tx, workspace, handle.as_str(), now).await? {
        return Ok(());
    }
    Err(taken(handle))
}

/// 422: a handle is taken.
pub fn taken(handle: &Handle) -> ApiError {
    let message = format!("The handle @{handle} is taken. Choose another.");
    ApiError::rule("handle", "handle_taken", message)
}

/// The workspace that a handle names or named.
pub async fn workspace(db: &Db, handle: &str) -> Result<Option<Uuid>> {
    let sql = "SELECT workspace_id FROM handles WHERE handle = $1 AND workspace_id IS NOT NULL";
    let found: Option<(Uuid,)> = db.read(sql).bind(handle).optional().await?;
    Ok(found.map(|(workspace,)| workspace))
}

/// The current handle of a workspace.
pub async fn of_workspace(db: &Db, workspace: Uuid) -> Result<Option<String>> {
    let found: Option<(String,)> = db.read(OF_WORKSPACE).bind(workspace).optional().await?;
    Ok(found.map(|(handle,)| handle))
}
