//! Runs in the database.

use prompt_core::VersionNumber;
use prompt_core::checks::{CheckResult, CheckStatus, status};
use prompt_core::credits::Provider;
use prompt_core::runs::{KEPT, TEST_RUNS_KEPT};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object, Right, is_member};
use crate::clock::Timestamp;
use crate::db::{Db, Tx, row};
use crate::http::error::{ApiError, Result};
use crate::http::pagination::{self, Page};
use crate::runs::checks::StoredCheck;
use crate::runs::model::{PromptRun, RunSummary};
use crate::session::extractors::Me;

/// Which runs of a prompt are listed.
#[derive(Clone, Copy, Default)]
pub struct RunFilter<'a> {
    pub pinned: bool,
    /// The test they belong to; none for those that belong to no test.
    pub test: Option<&'a str>,
}

/// The columns of a [`RunSummary`], of `prompt_runs` as `r`.
const SUMMARY: &str = "r.id, r.prompt_id, r.version, r.provider, r.model, r.test_id, r.own_key,
    CASE r.status WHEN 'running' THEN 'failed' ELSE r.status END AS status,
    CASE r.status WHEN 'running'
        THEN 'The server ended while the model wrote. Nothing was charged; run it again.' ELSE r.message END AS message,
    substr(r.output, 1, 300) AS excerpt, r.input_tokens, r.output_tokens, r.total_cost, r.first_token_ms, r.total_ms,
    r.is_pinned, r.created_at";

/// The status of a run whose model writes. It becomes another when the run ends, so that a run that has it without a
/// pending use was broken off by the end of its server.
pub const RUNNING: &str = "running";

/// Run `r` belongs to a workspace of account `$1`, its prompt is not in the trash, and it has ended.
const VISIBLE: &str = concat!(
    is_member!("r"),
    " AND EXISTS (SELECT 1 FROM prompts p WHERE p.id = r.prompt_id AND p.deleted_at IS NULL)
     AND NOT (r.status = 'running'
         AND EXISTS (SELECT 1 FROM ai_usage u WHERE u.id = r.id AND u.status = 'pending'))"
);

/// What recognises a run of a test.
pub struct OfTest {
    /// The digest of the values of the test.
    pub values: String,
    /// The digest of what the model got.
    pub text: String,
}

/// Stores a run, unless its prompt was deleted meanwhile, and removes what is beyond the runs that a prompt keeps.
pub async fn insert(tx: &mut Tx, me: Me, run: &PromptRun, of_test: Option<OfTest>) -> Result<()> {
    forget_running(tx, run.summary.id).await?;
    write(tx, me, run, of_test, "").await?;
    let (others, kept) = match run.summary.test_id {
        Some(_) => ("test_id IS NOT NULL", TEST_RUNS_KEPT),
        None => ("test_id IS NULL", KEPT),
    };
    let beyond = format!(
        "DELETE FROM prompt_runs WHERE prompt_id = $1 AND NOT is_pinned AND id IN
             (SELECT id FROM prompt_runs WHERE prompt_id = $1 AND NOT is_pinned AND {others}
              ORDER BY created_at DESC, id DESC LIMIT 100 OFFSET {kept})"
    );
    let delete = tx.query(AssertSqlSafe(beyond));
    delete.bind(run.summary.prompt_id).execute().await?;
    Ok(())
}

/// Stores a run whose model writes, unless it has ended meanwhile.
pub async fn insert_running(
    tx: &mut Tx,
    me: Me,
    run: &PromptRun,
    of_test: Option<OfTest>,
) -> Result<()> {
    let is_pending =
        "AND EXISTS (SELECT 1 FROM ai_usage u WHERE u.id = $1 AND u.status = 'pending')";
    write(tx, me, run, of_test, is_pending).await
}

/// Stores more of the answer of a run whose model writes.
pub async fn grow(db: &Db, id: Uuid, output: &str, total_ms: i64) -> Result<()> {
    let sql =
        "UPDATE prompt_runs SET output = $2, total_ms = $3 WHERE id = $1 AND status = 'running'";
    let update = db.write(sql).bind(id).bind(output).bind(total_ms);
    update.execute().await?;
    Ok(())
}

/// Removes what was stored of a run while its model wrote.
pub async fn forget_running(tx: &mut Tx, id: Uuid) -> Result<()> {
    let delete = tx.query("DELETE FROM prompt_runs WHERE id = $1 AND status = 'running'");
    delete.bind(id).execute().await?;
    Ok(())
}

async fn write(
    tx: &mut Tx,
    me: Me,
    run: &PromptRun,
    of_test: Option<OfTest>,
    and: &str,
) -> Result<()> {
    let summary = &run.summary;
    let checks = of_test.as_ref().map(|_| run.checks.to_string());
    let test_passed = match &checks {
        Some(checks) => passed(&read_checks(checks)?),
        None => None,
    };
    let sql = format!(
        "INSERT INTO prompt_runs (id, prompt_id, workspace_id, user_id, version, variable_values, settings, provider,
             model, own_key, status, message, output, tool_calls, input_tokens, output_tokens, total_cost,
             first_token_ms, total_ms, created_at, test_id, test_values, checks,
             test_text, test_passed)
         SELECT $1, p.id, p.workspace_id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
             $20, $21, $22, $23, $24
         FROM prompts p WHERE p.id = $2 {and}"
    );
    tx.query(AssertSqlSafe(sql))
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
        .bind(summary.test_id.as_deref())
        .bind(of_test.as_ref().map(|of| of.values.as_str()))
        .bind(checks)
        .bind(of_test.as_ref().map(|of| of.text.as_str()))
        .bind(test_passed)
        .execute()
        .await?;
    Ok(())
}

/// Lists the runs of a prompt, newest first. 404 unless `me` may see the prompt; one of somebody else has none.
pub async fn list(
    db: &Db,
    me: Me,
    prompt: Uuid,
    filter: RunFilter<'_>,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<RunSummary>> {
    access::sees(db, Object::Prompt, me.id, prompt).await?;
    let (time, id) = pagination::newest_before(cursor)?;
    let pinned = if filter.pinned { "r.is_pinned" } else { "TRUE" };
    let of_test = match filter.test {
        Some(_) => "r.test_id = $5",
        None => "r.test_id IS NULL AND $5 = ''",
    };
    let sql = format!(
        "SELECT {SUMMARY} FROM prompt_runs r
         WHERE r.prompt_id = $2 AND {VISIBLE} AND {pinned} AND {of_test} AND (r.created_at, r.id) < ($3, $4)
         ORDER BY r.created_at DESC, r.id DESC LIMIT {}",
        limit + 1
    );
    let query = db.read(AssertSqlSafe(sql)).bind(me.id).bind(prompt);
    let query = query.bind(time).bind(id);
    let rows = query.bind(filter.test.unwrap_or_default()).all().await?;
    Ok(Page::cut(rows, limit, |row: &RunSummary| {
        (row.created_at.0, row.id)
    }))
}

/// Loads a run in a workspace of `me`.
pub async fn get(db: &Db, me: Me, id: Uuid) -> Result<PromptRun> {
    let sql = format!(
        "SELECT {SUMMARY}, r.variable_values, r.settings, r.output, r.tool_calls,
             COALESCE(r.checks, '[]') AS checks
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

/// A kept run of a test, without its answer.
pub struct TestedRun {
    pub id: Uuid,
    pub prompt_id: Uuid,
    pub version: VersionNumber,
    pub provider: Provider,
    pub model: String,
    pub status: String,
    pub message: Option<String>,
    pub test_id: String,
    pub test_values: String,
    /// The digest of what the model got; none for a run of a release that did not keep it.
    pub test_text: Option<String>,
    pub checks: Vec<StoredCheck>,
    pub created_at: Timestamp,
}

row! {
    struct TestedRow {
        id: Uuid,
        prompt_id: Uuid,
        version: String,
        provider: String,
        model: String,
        status: String,
        message: Option<String>,
        test_id: String,
        test_values: String,
        test_text: Option<String>,
        checks: String,
        created_at: Timestamp,
    }
}

impl TryFrom<TestedRow> for TestedRun {
    type Error = ApiError;

    fn try_from(row: TestedRow) -> Result<Self> {
        Ok(Self {
            id: row.id,
            prompt_id: row.prompt_id,
            version: row.version.parse()?,
            provider: row.provider.parse()?,
            model: row.model,
            status: row.status,
            message: row.message,
            test_id: row.test_id,
            test_values: row.test_values,
            test_text: row.test_text,
            checks: serde_json::from_str(&row.checks)
                .map_err(|error| ApiError::internal(&error))?,
            created_at: row.created_at,
        })
    }
}

/// The kept runs of the tests of a prompt, newest first. One that was stopped says nothing.
pub async fn of_tests(db: &Db, me: Uuid, prompt: Uuid) -> Result<Vec<TestedRun>> {
    let sql = format!(
        "SELECT r.id, r.prompt_id, r.version, r.provider, r.model, r.status, r.message, r.test_id, r.test_values, r.test_text,
             COALESCE(r.checks, '[]') AS checks, r.created_at
         FROM prompt_runs r
         WHERE r.prompt_id = $2 AND {VISIBLE} AND r.test_id IS NOT NULL AND r.status NOT IN ('stopped', 'running')
         ORDER BY r.created_at DESC, r.id DESC"
    );
    let rows: Vec<TestedRow> = db
        .read(AssertSqlSafe(sql))
        .bind(me)
        .bind(prompt)
        .all()
        .await?;
    rows.into_iter().map(TestedRun::try_from).collect()
}

/// Replaces the results of the checks of a run with those that `change` makes of them, and returns them; `None` if the
/// run was deleted. The caller has checked who may change it.
pub async fn change_checks(
    tx: &mut Tx,
    id: Uuid,
    change: impl FnOnce(Vec<StoredCheck>) -> Result<Vec<StoredCheck>>,
) -> Result<Option<Vec<StoredCheck>>> {
    let select = format!(
        "SELECT COALESCE(checks, '[]') FROM prompt_runs WHERE id = $1{}",
        tx.for_update()
    );
    let found: Option<(String,)> = tx.query(AssertSqlSafe(select)).bind(id).optional().await?;
    let Some((stored,)) = found else {
        return Ok(None);
    };
    let checks = change(read_checks(&stored)?)?;
    let written = serde_json::to_string(&checks).map_err(|error| ApiError::internal(&error))?;
    let update = tx.query("UPDATE prompt_runs SET checks = $2, test_passed = $3 WHERE id = $1");
    let update = update.bind(id).bind(written).bind(passed(&checks));
    update.execute().await?;
    Ok(Some(checks))
}

fn read_checks(stored: &str) -> Result<Vec<StoredCheck>> {
    serde_json::from_str(stored).map_err(|error| ApiError::internal(&error))
}

/// Whether a test passed with these checks; `None` while one is missing.
fn passed(checks: &[StoredCheck]) -> Option<bool> {
    let results: Vec<CheckResult> = checks.iter().map(|check| check.result.clone()).collect();
    match status(&results) {
        CheckStatus::Passed => Some(true),
        CheckStatus::Failed => Some(false),
        CheckStatus::Pending => None,
    }
}

/// The answer of a run. The caller has checked who may see it.
pub async fn output(db: &Db, id: Uuid) -> Result<String> {
    let found = db
        .read("SELECT output FROM prompt_runs WHERE id = $1")
        .bind(id);
    let found: Option<(String,)> = found.optional().await?;
    Ok(found.map(|(output,)| output).unwrap_or_default())
}

/// The workspace of a prompt. The caller has checked who may see it.
pub async fn workspace(db: &Db, prompt: Uuid) -> Result<Uuid> {
    let found = db
        .read("SELECT workspace_id FROM prompts WHERE id = $1")
        .bind(prompt);
    let found: Option<(Uuid,)> = found.optional().await?;
    found
        .map(|(id,)| id)
        .ok_or_else(|| ApiError::not_found(Object::Prompt.name()))
}
