//! Judging the answer of a run: a second request to a model, with the questions of the test.

use prompt_core::checks::judge::{Judgement, TOKENS, judged};
use prompt_core::checks::{CheckResult, CheckStatus};
use prompt_core::content::test_case::TestCase;
use prompt_core::credits::Cost;
use prompt_core::generation::AiConfig;
use prompt_core::render::{Values, references, render};
use prompt_core::{Complexity, Error, ErrorKind, Prompt, VersionNumber, runs};
use uuid::Uuid;

use crate::app::App;
use crate::clients::ai::{Advice, Answer, Call, Failure};
use crate::credits::model::UsageRecord;
use crate::credits::store::{self as ledger, Outcome};
use crate::fetch::includes;
use crate::generation::run::{Completed, GenerationJob, Stopped, Task};
use crate::heavy;
use crate::http::error::{ApiError, Result};
use crate::http::json::RawJson;
use crate::records::{store as records, versions};
use crate::runs::checks::{StoredCheck, digest};
use crate::runs::model::{JudgeRequest, PromptRun, RunDone};
use crate::runs::store;
use crate::session::extractors::Me;

/// An answer to judge.
pub struct JudgeTask {
    run: PromptRun,
    test: TestCase,
    complexity: Complexity,
    ai: AiConfig,
    judgement: Judgement,
}

impl JudgeTask {
    /// The prompt of the run.
    pub const fn prompt(&self) -> Uuid {
        self.run.summary.prompt_id
    }

    /// Loads the run and the questions of its test. 404 unless `me` may change the prompt.
    pub async fn prepare(app: &App, me: Me, id: Uuid, request: JudgeRequest) -> Result<Self> {
        let db = &app.db;
        let run = store::get(db, me, id).await?;
        let prompt = run.summary.prompt_id;
        let stored = records::writable::<Prompt>(db, me.id, prompt)
            .await?
            .record()?;
        let Some(test_id) = &run.summary.test_id else {
            return Err(not_judged("The run belongs to no test of the prompt"));
        };
        if run.summary.status != "succeeded" {
            return Err(not_judged(
                "The run has no whole answer. Run the test again.",
            ));
        }
        let version: VersionNumber = run.summary.version.parse()?;
        let of_version = versions::snapshot::<Prompt>(db, me.id, prompt, version).await?;
        let internal = |error: serde_json::Error| ApiError::internal(&error);
        let values: Values = serde_json::from_str(run.variable_values.0.get()).map_err(internal)?;
        let checks: Vec<StoredCheck> =
            serde_json::from_str(run.checks.0.get()).map_err(internal)?;
        let tests = stored.content.tests().into_iter();
        let tests = tests.chain(of_version.content.tests());
        let tests = tests.filter(|test| test.id == *test_id && test.values == values);
        let test = open_first(tests.collect(), &checks)?;
        let own = store::workspace(db, prompt).await?;
        let included = includes::load(db, me.id, own, references(&of_version)).await?;
        let render = || render(&of_version, &values, &included.prompts).text();
        let rendered = heavy::in_turn(render).await;
        let judgement = Judgement::of(&test, &rendered, &run.output);
        let judgement =
            judgement.ok_or_else(|| not_judged("The test has no question for a model"))?;
        Ok(Self {
            test,
            complexity: stored.complexity,
            ai: AiConfig {
                provider: request
                    .provider
                    .map_or_else(|| run.summary.provider.parse(), Ok)?,
                model: request.model.unwrap_or_else(|| run.summary.model.clone()),
                max_tokens: TOKENS,
            },
            judgement,
            run,
        })
    }

    /// The results with those of the judge. Equal questions have the same result.
    fn results(
        &self,
        mut checks: Vec<StoredCheck>,
        verdicts: Vec<CheckResult>,
    ) -> Result<Vec<StoredCheck>> {
        for (check, result) in judged(&self.test).zip(verdicts) {
            let digest = digest(check)?;
            if !checks.iter().any(|stored| stored.digest == digest) {
                let result = result.clone();
                let digest = digest.clone();
                checks.push(StoredCheck { digest, result });
            }
            let equal = checks.iter_mut().filter(|stored| stored.digest == digest);
            equal.for_each(|stored| stored.result = result.clone());
        }
        Ok(checks)
    }
}

/// The first test that has a question without a verdict, or else the first one.
fn open_first(tests: Vec<TestCase>, checks: &[StoredCheck]) -> Result<TestCase> {
    let has_verdict = |digest: String| {
        let mut stored = checks.iter();
        stored.any(|one| one.digest == digest && one.result.status != CheckStatus::Pending)
    };
    let mut chosen = None;
    for test in tests {
        let mut is_open = false;
        for check in judged(&test) {
            is_open |= !has_verdict(digest(check)?);
        }
        if is_open {
            return Ok(test);
        }
        chosen.get_or_insert(test);
    }
    chosen.ok_or_else(|| not_judged("The test has other values by now, or is gone. Run it again."))
}

fn not_judged(message: &str) -> ApiError {
    ApiError::rule("id", "not_judged", message)
}

impl Task for JudgeTask {
    type Content = Vec<CheckResult>;
    type Result = RunDone;
    const FEATURE: &'static str = runs::JUDGE_FEATURE;
    const ADVICE: Advice = Advice {
        smaller: "Ask fewer questions.",
        other: "Try again, or choose another model.",
    };
    const IS_OPEN: bool = true;

    fn ai(&self) -> &AiConfig {
        &self.ai
    }

    fn check(&self) -> std::result::Result<(), Error> {
        Ok(())
    }

    fn price(&self) -> std::result::Result<Cost, Error> {
        let (provider, model) = (self.ai.provider.as_str(), &self.ai.model);
        runs::price(self.complexity, provider, model, self.length())
    }

    fn length(&self) -> usize {
        self.judgement.length()
    }

    fn call(&self) -> Call {
        let (system, user) = (
            self.judgement.system.to_owned(),
            self.judgement.user.clone(),
        );
        Call::json(&self.ai, system, user, TOKENS)
    }

    fn parse(
        &self,
        answer: &Answer,
        _: &mut impl FnMut() -> String,
    ) -> std::result::Result<Vec<CheckResult>, Failure> {
        let answer = answer.whole(self.ai.provider)?;
        self.judgement.read(answer).map_err(|_| {
            let test = if self.test.title.is_empty() {
                self.test.id.clone()
            } else {
                self.test.title.clone()
            };
            Failure::NotUsable(ErrorKind::NotJudged { test }.into())
        })
    }

    /// Stores the verdicts and charges the price, both or neither.
    async fn settle(
        order: &GenerationJob<Self>,
        done: Completed<Vec<CheckResult>>,
    ) -> std::result::Result<RunDone, Stopped> {
        let (app, task) = (&order.app, &order.task);
        let outcome = Outcome::Succeeded {
            prompt: Some(task.run.summary.prompt_id),
            tokens: ledger::whole(done.tokens),
        };
        let id = task.run.summary.id;
        let mut tx = app.db.begin().await?;
        if !ledger::end_use(&mut tx, done.id, outcome, app.clock.now()).await? {
            return Err(Stopped::Cancelled);
        }
        let change = |checks| task.results(checks, done.content);
        // A run that was deleted meanwhile costs nothing more.
        let checks = store::change_checks(&mut tx, id, change).await?;
        let checks = checks.ok_or_else(|| ApiError::not_found("Run"))?;
        tx.commit().await?;
        Ok(RunDone {
            run: PromptRun {
                checks: RawJson::of(&checks)?,
                ..task.run.clone()
            },
            balance: order.balance().await?,
        })
    }

    /// The run as it is.
    async fn repeat(order: &GenerationJob<Self>, _: UsageRecord) -> Result<RunDone> {
        Ok(RunDone {
            run: store::get(&order.app.db, order.me, order.task.run.summary.id).await?,
            balance: order.balance().await?,
        })
    }
}
