//! Runs in the database.

use prompt_core::runs::KEPT;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object, Right, is_member};
use crate::db::{Db, Tx};
use crate::http::error::{ApiError, Result};
use crate::http::pagination::{self, Page};
use crate::runs::model::{PromptRun, RunSummary};
use crate::session::extractors::Me;

/// The columns of a [`RunSummary`], of `prompt_runs` as `r`.
const SUMMARY: &str = "r.id, r.prompt_id, r.version, r.provider, r.model, r.own_key, r.status, r.message,
    substr(r.output, 1, 300) AS excerpt, r.input_tokens, r.output_tokens, r.total_cost, r.first_token_ms, r.total_ms,
    r.is_pinned, r.created_at";

/// Run `r` belongs to a workspace of account `$1`, and its prompt is not in the trash.
const VISIBLE: &str = concat!(
    is_member!("r"),
    " AND EXISTS (SELECT 1 FROM prompts p WHERE p.id = r.prompt_id AND p.deleted_at IS NULL)"
);

/// Stores a run, unless its prompt was deleted meanwhile, and removes what is beyond the runs that a prompt keeps.
pub async fn insert(tx: &mut Tx, me: Me, run: &PromptRun) -> Result<()> {
    let summary = &run.summary;
    tx.query(
        "INSERT INTO prompt_runs (id, prompt_id, workspace_id, user_id, version, variable_values, settings, provider,
             model, own_key, status, message, output, tool_calls, input_tokens, output_tokens, total_cost,
             first_token_ms, total_ms, created_at)
         SELECT $1, p.id, p.workspace_id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
         FROM prompts p WHERE p.id = $2",
    )
    .bind(summary.id)
    .bind(summary.prompt_id)
    .bind(me.id)
    .bind(summary.version.as_str())
    .bind(run.variable_values.to_string())
    .bind(run.settings.to_string())
    .bind(summary.provider.as_str())
    .bind(summary.model.as_str())
    .bind(summary.own_key)
    .bind(summary.status.as_str())
    .bind(summary.message.as_deref())
    .bind(run.output.as_str())
    .bind(run.tool_calls.to_string())
    .bind(summary.input_tokens)
    .bind(summary.output_tokens)
    .bind(summary.total_cost)
    .bind(summary.first_token_ms)
    .bind(summary.total_ms)
    .bind(summary.created_at)
    .execute()
    .await?;
    let beyond = format!(
        "DELETE FROM prompt_runs WHERE prompt_id = $1 AND NOT is_pinned AND id IN
             (SELECT id FROM prompt_runs WHERE prompt_id = $1 AND NOT is_pinned
              ORDER BY created_at DESC, id DESC LIMIT 100 OFFSET {KEPT})"
    );
    let delete = tx.query(AssertSqlSafe(beyond)).bind(summary.prompt_id);
    delete.execute().await?;
    Ok(())
}

/// Lists the runs of a prompt, newest first. 404 unless `me` may see the prompt; one of somebody else has none.
pub async fn list(
    db: &Db,
    me: Me,
    prompt: Uuid,
    pinned: bool,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<RunSummary>> {
    access::sees(db, Object::Prompt, me.id, prompt).await?;
    let (time, id) = pagination::newest_before(cursor)?;
    let pinned = if pinned { "r.is_pinned" } else { "TRUE" };
    let sql = format!(
        "SELECT {SUMMARY} FROM prompt_runs r
         WHERE r.prompt_id = $2 AND {VISIBLE} AND {pinned} AND (r.created_at, r.id) < ($3, $4)
         ORDER BY r.created_at DESC, r.id DESC LIMIT {}",
        limit + 1
    );
    let query = db.read(AssertSqlSafe(sql)).bind(me.id).bind(prompt);
    let rows = query.bind(time).bind(id).all().await?;
    Ok(Page::cut(rows, limit, |row: &RunSummary| {
        (row.created_at.0, row.id)
    }))
}

/// Loads a run in a workspace of `me`.
pub async fn get(db: &Db, me: Me, id: Uuid) -> Result<PromptRun> {
    let sql = format!(
        "SELECT {SUMMARY}, r.variable_values, r.settings, r.output, r.tool_calls
         FROM prompt_runs r WHERE r.id = $2 AND {VISIBLE}"
    );
    let query = db.read(AssertSqlSafe(sql)).bind(me.id).bind(id);
    let found = query.optional().await?;
    found.ok_or_else(|| ApiError::not_found("Run"))
}

/// Pins a run, or removes its pin. 403 unless the role allows it.
pub async fn pin(db: &Db, me: Me, id: Uuid, is_pinned: bool) -> Result<PromptRun> {
    let sql = format!(
        "UPDATE prompt_runs AS r SET is_pinned = $3 WHERE r.id = $2 AND {VISIBLE} AND {}",
        Right::Write.on("r")
    );
    let update = db.write(AssertSqlSafe(sql)).bind(me.id).bind(id);
    let changed = update.bind(is_pinned).execute().await?;
    let run = get(db, me, id).await?;
    if changed == 0 {
        return access::refused_change(db, Object::Prompt, me.id, run.summary.prompt_id).await;
    }
    Ok(run)
}

/// Deletes a run. 403 unless the role allows it.
pub async fn delete(db: &Db, me: Me, id: Uuid) -> Result<()> {
    let sql = format!(
        "DELETE FROM prompt_runs AS r WHERE r.id = $2 AND {VISIBLE} AND {}",
        Right::Write.on("r")
    );
    let delete = db.write(AssertSqlSafe(sql)).bind(me.id).bind(id);
    if delete.execute().await? == 0 {
        let run = get(db, me, id).await?;
        return access::refused_change(db, Object::Prompt, me.id, run.summary.prompt_id).await;
    }
    Ok(())
}
