//! Running a prompt: the request to the model, and storing what it answered.

use std::time::Duration;

use prompt_core::checks::Budget;
use prompt_core::content::settings::Settings;
use prompt_core::content::test_case::TestCase;
use prompt_core::credits::Cost;
use prompt_core::generation::AiConfig;
use prompt_core::name::Target;
use prompt_core::render::{Rendered, Values, references, render};
use prompt_core::{Complexity, Error, Prompt, VersionNumber, runs};
use serde_json::Value;
use tokio::time::Instant;
use uuid::Uuid;

use crate::access::Object;
use crate::app::App;
use crate::clients::ai::{
    Advice, Answer, AnswerForm, Call, ChatMessage, Failure, Finish, ToolCall,
};
use crate::credits::model::UsageRecord;
use crate::credits::store::{self as ledger, Outcome};
use crate::fetch::{includes, resolve};
use crate::generation::model::TextPart;
use crate::generation::run::{Completed, GenerationJob, SoFar, Step, Stopped, Task};
use crate::heavy;
use crate::http::error::{ApiError, Result};
use crate::http::json::RawJson;
use crate::records::{store as records, versions};
use crate::runs::checks::{Checked, digest, off_thread, results, text_digest};
use crate::runs::model::{EXCERPT_CHARS, PromptRun, RunDone, RunRequest, RunSummary};
use crate::runs::store::{self, OfTest};
use crate::session::extractors::Me;

/// A prompt that is ready to run.
pub struct RunTask {
    prompt: Uuid,
    version: VersionNumber,
    test: Option<TestCase>,
    complexity: Complexity,
    values: Values,
    settings: Settings,
    /// The settings as JSON, which the price is for.
    stored_settings: Value,
    ai: AiConfig,
    rendered: Rendered,
}

/// What the model answered.
pub struct RunAnswer {
    text: String,
    tool_calls: Vec<ToolCall>,
    input_tokens: u64,
    output_tokens: u64,
    begun: Option<Instant>,
    finish: Option<Finish>,
    is_stopped: bool,
}

impl RunAnswer {
    fn of(answer: &Answer, is_stopped: bool) -> Self {
        Self {
            text: answer.text.clone(),
            tool_calls: answer.tool_calls.clone(),
            input_tokens: answer.input_tokens,
            output_tokens: answer.output_tokens,
            begun: answer.begun,
            finish: answer.finish,
            is_stopped,
        }
    }
}

impl RunTask {
    /// Renders the text to run. 404 unless `me` may change the prompt.
    pub async fn prepare(app: &App, me: Me, id: Uuid, request: RunRequest) -> Result<Self> {
        let db = &app.db;
        let current = records::writable::<Prompt>(db, me.id, id).await?;
        let stored = current.record()?;
        let current_tests = stored.content.tests();
        let (version, prompt) = match request.version {
            Some(number) => (
                number,
                versions::snapshot::<Prompt>(db, me.id, id, number).await?,
            ),
            None => (current.version(), stored),
        };
        let test = match (request.test_id, request.test_version) {
            (None, _) => None,
            (Some(test), Some(of)) if of == current.version() => {
                Some(find_test(current_tests, &test)?)
            }
            (Some(test), Some(of)) => {
                let of = versions::snapshot::<Prompt>(db, me.id, id, of).await?;
                Some(find_test(of.content.tests(), &test)?)
            }
            (Some(test), None) => {
                // One that is new since the version is found in the current text.
                let tests = prompt.content.tests().into_iter().chain(current_tests);
                Some(find_test(tests.collect(), &test)?)
            }
        };
        let values = match &test {
            Some(test) => test.values.clone(),
            None => request.values,
        };
        let target = Target::Id(id.to_string());
        let found = resolve::record(db, me.id, me.workspace, Object::Prompt, &target).await?;
        let own = found.map_or(me.workspace, |found| found.workspace_id);
        let included = includes::load(db, me.id, own, references(&prompt)).await?;
        let rendered = heavy::in_turn(|| render(&prompt, &values, &included.prompts)).await;
        let (stored_settings, settings) = match request.settings {
            Some(given) => {
                let settings = Settings::parse(&given, &Value::Null)?;
                (given, settings)
            }
            None => (prompt.content.settings().clone(), rendered.settings.clone()),
        };
        let model = request.model.unwrap_or_else(|| {
            runs::model_of(request.provider, settings.model.as_deref()).to_owned()
        });
        let ai = AiConfig {
            provider: request.provider,
            max_tokens: runs::answer_tokens(&settings, &model),
            model,
        };
        Ok(Self {
            prompt: id,
            version,
            test,
            complexity: prompt.complexity,
            values,
            settings,
            stored_settings,
            ai,
            rendered,
        })
    }

    /// The results of the checks of its test.
    async fn checks(&self, answer: &RunAnswer) -> Result<RawJson> {
        let Some(test) = self.test.clone() else {
            return RawJson::of(&[(); 0]);
        };
        let (prompt, answer) = (self.rendered.text(), answer.text.clone());
        let results = off_thread(move || {
            let checked = Checked {
                test: &test,
                prompt: &prompt,
                answer: Some(&answer),
                before: &[],
            };
            results(&mut Budget::default(), &checked)
        });
        RawJson::of(&results.await?)
    }

    /// What recognises it as a run of its test.
    fn of_test(&self) -> Result<Option<OfTest>> {
        let of_test = self.test.as_ref().map(|test| {
            Ok(OfTest {
                values: digest(&test.values)?,
                text: text_digest(&self.rendered, &self.settings)?,
            })
        });
        of_test.transpose()
    }

    /// The run as it is stored. A failed one costs nothing.
    fn run(
        &self,
        id: Uuid,
        order: &GenerationJob<Self>,
        status: &str,
        answer: &RunAnswer,
        begun: Instant,
    ) -> Result<PromptRun> {
        let message = match answer.finish {
            _ if answer.is_stopped => None,
            Some(Finish::CutOff) if self.settings.max_tokens >= Some(self.ai.max_tokens + 1) => {
                Some(format!(
                    "The answer was cut off at {} tokens, the most that {} gives. Ask for less, or choose another model.",
                    self.ai.max_tokens, self.ai.model
                ))
            }
            Some(Finish::CutOff) => Some(format!(
                "The answer was cut off at {} tokens. {}",
                self.ai.max_tokens,
                Self::ADVICE.smaller
            )),
            Some(Finish::Refused) => Some(format!(
                "The model declined to go on. {}",
                Self::ADVICE.other
            )),
            _ => None,
        };
        let output = storable(&answer.text);
        let tool_calls: Vec<ToolCall> = answer.tool_calls.iter().map(storable_call).collect();
        let since_begun = |at: Instant| milliseconds(at.duration_since(begun));
        Ok(PromptRun {
            summary: RunSummary {
                id,
                prompt_id: self.prompt,
                version: self.version.to_string(),
                provider: self.ai.provider.as_str().to_owned(),
                model: self.ai.model.clone(),
                test_id: self.test.as_ref().map(|test| test.id.clone()),
                own_key: order.own_key(),
                status: status.to_owned(),
                message,
                excerpt: output.chars().take(EXCERPT_CHARS).collect(),
                input_tokens: ledger::whole(answer.input_tokens),
                output_tokens: ledger::whole(answer.output_tokens),
                total_cost: 0,
                first_token_ms: answer.begun.map(since_begun),
                total_ms: milliseconds(begun.elapsed()),
                is_pinned: false,
                created_at: order.app.clock.now(),
            },
            variable_values: RawJson::of(&self.values)?,
            settings: RawJson::of(&self.settings)?,
            output,
            tool_calls: RawJson::of(&tool_calls)?,
            checks: RawJson::of(&[(); 0])?,
        })
    }
}

/// PostgreSQL stores no NUL.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

fn storable_call(call: &ToolCall) -> ToolCall {
    ToolCall {
        index: call.index,
        name: storable(&call.name),
        arguments: storable(&call.arguments),
    }
}

fn milliseconds(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

impl Task for RunTask {
    type Content = RunAnswer;
    type Result = RunDone;
    const FEATURE: &'static str = runs::FEATURE;
    const ADVICE: Advice = Advice {
        smaller: "Raise the limit of tokens in the prompt's settings.",
        other: "Change the prompt and try again.",
    };
    const IS_OPEN: bool = true;

    fn ai(&self) -> &AiConfig {
        &self.ai
    }

    fn check(&self) -> std::result::Result<(), Error> {
        runs::check(&self.rendered, &self.stored_settings, &self.values)
    }

    fn price(&self) -> std::result::Result<Cost, Error> {
        let (provider, model) = (self.ai.provider.as_str(), &self.ai.model);
        runs::price(self.complexity, provider, model, self.length())
    }

    fn length(&self) -> usize {
        runs::length(&self.rendered, &self.stored_settings)
    }

    fn call(&self) -> Call {
        let messages = self.rendered.messages.iter().map(|message| ChatMessage {
            role: message.role,
            content: message.content(),
        });
        Call {
            model: self.ai.model.clone(),
            // Providers reject a message without text.
            messages: messages
                .filter(|message| !message.content.is_blank())
                .collect(),
            max_tokens: self.ai.max_tokens,
            temperature: self.settings.temperature.clone(),
            answer: match &self.settings.response_schema {
                Some(schema) => AnswerForm::Schema(schema.clone()),
                None => AnswerForm::Text,
            },
            tools: self.settings.tools.clone(),
        }
    }

    fn parse(
        &self,
        answer: &Answer,
        _: &mut impl FnMut() -> String,
    ) -> std::result::Result<RunAnswer, Failure> {
        if answer.is_empty() {
            answer.whole(self.ai.provider)?;
        }
        Ok(RunAnswer::of(answer, false))
    }

    fn progress(text: &str, _: usize) -> Step<RunDone> {
        let text = text.to_owned();
        Step::Text(TextPart { text })
    }

    fn part(&self, answer: &Answer) -> Option<RunAnswer> {
        (!answer.is_empty()).then(|| RunAnswer::of(answer, true))
    }

    const KEEPS: bool = true;

    async fn keep(
        order: &GenerationJob<Self>,
        id: Uuid,
        so_far: &SoFar,
        begun: Instant,
    ) -> Result<()> {
        let (app, task) = (&order.app, &order.task);
        if so_far.is_kept {
            let total_ms = milliseconds(begun.elapsed());
            return store::grow(&app.db, id, &storable(&so_far.text), total_ms).await;
        }
        let answer = RunAnswer {
            text: so_far.text.clone(),
            tool_calls: Vec::new(),
            input_tokens: 0,
            output_tokens: 0,
            begun: so_far.since,
            finish: None,
            is_stopped: false,
        };
        let run = task.run(id, order, store::RUNNING, &answer, begun)?;
        let mut tx = app.db.begin().await?;
        store::insert_running(&mut tx, order.me, &run, task.of_test()?).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Stores the run and charges its price, both or neither.
    async fn settle(
        order: &GenerationJob<Self>,
        done: Completed<RunAnswer>,
    ) -> std::result::Result<RunDone, Stopped> {
        let (app, task) = (&order.app, &order.task);
        let outcome = Outcome::Succeeded {
            prompt: Some(task.prompt),
            tokens: ledger::whole(done.tokens),
        };
        let status = if done.content.is_stopped {
            "stopped"
        } else {
            "succeeded"
        };
        let mut run = task.run(done.id, order, status, &done.content, done.begun)?;
        run.summary.total_cost = ledger::whole(order.total_cost());
        run.checks = task.checks(&done.content).await?;
        let mut tx = app.db.begin().await?;
        if !ledger::end_use(&mut tx, done.id, outcome, run.summary.created_at).await? {
            return Err(Stopped::Cancelled);
        }
        store::insert(&mut tx, order.me, &run, task.of_test()?).await?;
        tx.commit().await?;
        Ok(RunDone {
            run,
            balance: order.balance().await?,
        })
    }

    /// Releases the price. A failed run is stored with what had arrived; one that was stopped before is not.
    async fn end_without_result(
        order: &GenerationJob<Self>,
        id: Uuid,
        stopped: &Stopped,
        answer: &Answer,
        begun: Instant,
    ) -> Result<()> {
        let (app, task) = (&order.app, &order.task);
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        let is_ended = ledger::end_use(&mut tx, id, stopped.outcome(), now).await?;
        // A use that had ended before was settled, and its run is stored.
        if is_ended && let Stopped::Failed(error) = stopped {
            let answer = RunAnswer::of(answer, false);
            let mut run = task.run(id, order, "failed", &answer, begun)?;
            run.summary.message = Some(error.body.message.clone());
            store::insert(&mut tx, order.me, &run, task.of_test()?).await?;
        } else {
            store::forget_running(&mut tx, id).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// The stored run of the first request.
    async fn repeat(order: &GenerationJob<Self>, before: UsageRecord) -> Result<RunDone> {
        Ok(RunDone {
            run: store::get(&order.app.db, order.me, before.id).await?,
            balance: order.balance().await?,
        })
    }
}

fn find_test(tests: Vec<TestCase>, id: &str) -> Result<TestCase> {
    let mut tests = tests.into_iter();
    tests.find(|test| test.id == id).ok_or_else(|| {
        let message = "The saved prompt has no such test. Save the prompt and try again.";
        ApiError::rule("test_id", "no_such_test", message)
    })
}

/// 404 unless the use is a run by `me`.
pub async fn expect_run(app: &App, me: Me, id: Uuid) -> Result<()> {
    let used = ledger::one_use(&app.db, me.id, id).await;
    match used {
        Ok(used) if runs::FEATURES.contains(&&*used.feature_type) => Ok(()),
        _ => Err(ApiError::not_found("Run")),
    }
}
