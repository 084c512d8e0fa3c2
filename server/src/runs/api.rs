//! Handlers of runs.

use poem::Request;
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use prompt_core::runs;
use uuid::Uuid;

use crate::access::{Object, members};
use crate::app::App;
use crate::credits::store as ledger;
use crate::db::Db;
use crate::generation::api::{Answer, secret};
use crate::generation::run;
use crate::http::error::{ApiError, ProviderError, Result};
use crate::http::json::{Json, NoContent};
use crate::http::pagination::{self, Limit, Page};
use crate::http::tags::Tags;
use crate::runs::judge::JudgeTask;
use crate::runs::model::{JudgeRequest, PromptRun, RunDone, RunRequest, RunSummary};
use crate::runs::store::{self, RunFilter};
use crate::runs::task::{RunTask, expect_run};
use crate::session::extractors::Me;

pub struct RunsApi(pub App);

#[OpenApi(tag = "Tags::Runs")]
impl RunsApi {
    /// Run a prompt
    ///
    /// Renders the saved text with the values and sends it to a model. With `Accept: text/event-stream` the response
    /// is a stream of the events `started` (`Started`), `text` (`TextPart`) and finally `done` (`RunDone`) or `failed`
    /// (`Error`); otherwise it is `RunDone`, once finished. Closing the connection stops the run. A run that fails, or
    /// is stopped before the model begins to answer, costs nothing; one that is stopped later keeps what was written
    /// and is charged.
    #[oai(
        path = "/prompts/:id/runs",
        method = "post",
        operation_id = "run_prompt"
    )]
    async fn run_prompt(
        &self,
        request: &Request,
        me: Me,
        id: Path<Uuid>,
        /// Your own key for the provider. It is used for this request only and not stored, and the run costs no
        /// credits.
        #[oai(name = "X-Provider-Key")]
        own_key: Header<Option<String>>,
        /// A unique text per run, such as a UUID. A repeated request returns the first run.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        Json(run): Json<RunRequest>,
    ) -> Result<Answer<RunDone>, ProviderError> {
        let task = RunTask::prepare(&self.0, me, id.0, run).await?;
        let me = in_its_workspace(&self.0.db, me, id.0).await?;
        let own_key = secret(own_key.0);
        let running = run::start(&self.0, me, task, own_key, idempotency_key.0).await?;
        Ok(Answer::of(&self.0, me, request, running).await?)
    }

    /// Judge the answer of a test
    ///
    /// Asks a model the questions of the test, its checks of the kind `judge`, and keeps the verdicts with the run. It
    /// streams and costs as a run does.
    #[oai(path = "/runs/:id/judge", method = "post", operation_id = "judge_run")]
    async fn judge_run(
        &self,
        request: &Request,
        me: Me,
        id: Path<Uuid>,
        /// Your own key for the provider. It is used for this request only and not stored, and the judgement costs no
        /// credits.
        #[oai(name = "X-Provider-Key")]
        own_key: Header<Option<String>>,
        /// A unique text per request, such as a UUID. A repeated request returns the run.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        Json(judge): Json<JudgeRequest>,
    ) -> Result<Answer<RunDone>, ProviderError> {
        let task = JudgeTask::prepare(&self.0, me, id.0, judge).await?;
        let me = in_its_workspace(&self.0.db, me, task.prompt()).await?;
        let own_key = secret(own_key.0);
        let running = run::start(&self.0, me, task, own_key, idempotency_key.0).await?;
        Ok(Answer::of(&self.0, me, request, running).await?)
    }

    /// List the runs of a prompt
    ///
    /// Newest first. A prompt keeps its latest 500 runs, 1,000 runs of its tests, and the pinned ones.
    #[oai(path = "/prompts/:id/runs", method = "get", operation_id = "list_runs")]
    async fn list_runs(
        &self,
        me: Me,
        id: Path<Uuid>,
        /// Only the pinned ones.
        pinned: Query<Option<bool>>,
        /// Only those of this test. Without it those that belong to no test.
        test_id: Query<Option<String>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<Json<Page<RunSummary>>> {
        let limit = pagination::limit(limit.0)?;
        let (db, cursor) = (&self.0.db, cursor.0.as_deref());
        if test_id.0.as_deref().is_some_and(|id| id.contains('\0')) {
            let message = "test_id must not contain the character NUL (U+0000)";
            return Err(ApiError::unreadable(message).at("test_id"));
        }
        let of = RunFilter {
            pinned: pinned.0.unwrap_or_default(),
            test: test_id.0.as_deref(),
        };
        let page = store::list(db, me, id.0, of, cursor, limit);
        Ok(Json(page.await?))
    }

    /// Read a run
    ///
    /// One that has not ended yet is the conflict `run_pending`.
    #[oai(path = "/runs/:id", method = "get", operation_id = "get_run")]
    async fn get_run(&self, me: Me, id: Path<Uuid>) -> Result<Json<PromptRun>> {
        let db = &self.0.db;
        match store::get(db, me, id.0).await {
            Err(error) if error.status == StatusCode::NOT_FOUND => {
                let pending = ledger::one_use(db, me.id, id.0).await;
                if pending
                    .is_ok_and(|one| one.status == "pending" && one.feature_type == runs::FEATURE)
                {
                    let message = "The run has not ended yet. Ask again in a second.";
                    return Err(ApiError::new(StatusCode::CONFLICT, "run_pending", message));
                }
                // It may have ended between the two reads.
                Ok(Json(store::get(db, me, id.0).await?))
            }
            found => Ok(Json(found?)),
        }
    }

    /// Stop a run
    ///
    /// The stream of the run ends with `done` and what was written, or with `failed` if nothing was. A run that has
    /// ended stays unchanged.
    #[oai(path = "/runs/:id/stop", method = "post", operation_id = "stop_run")]
    async fn stop_run(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        expect_run(&self.0, me, id.0).await?;
        ledger::ask_to_stop(&self.0.db, me.id, id.0).await?;
        Ok(NoContent)
    }

    /// Pin a run
    ///
    /// Newer runs do not push out a pinned one.
    #[oai(path = "/runs/:id/pin", method = "put", operation_id = "pin_run")]
    async fn pin_run(&self, me: Me, id: Path<Uuid>) -> Result<Json<PromptRun>> {
        Ok(Json(store::pin(&self.0.db, me, id.0, true).await?))
    }

    /// Remove the pin of a run
    #[oai(path = "/runs/:id/pin", method = "delete", operation_id = "unpin_run")]
    async fn unpin_run(&self, me: Me, id: Path<Uuid>) -> Result<Json<PromptRun>> {
        Ok(Json(store::pin(&self.0.db, me, id.0, false).await?))
    }

    /// Delete a run
    #[oai(path = "/runs/:id", method = "delete", operation_id = "delete_run")]
    async fn delete_run(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        store::delete(&self.0.db, me, id.0).await?;
        Ok(NoContent)
    }
}

/// `me` in the workspace of a prompt, which pays for its runs and whose members alone see them, whatever workspace the
/// request names.
async fn in_its_workspace(db: &Db, me: Me, prompt: Uuid) -> Result<Me> {
    let workspace = store::workspace(db, prompt).await?;
    let role = members::role(db, workspace, me.id).await?;
    let role = role.ok_or_else(|| ApiError::not_found(Object::Prompt.name()))?;
    Ok(Me {
        workspace,
        role,
        ..me
    })
}
