//! The path of one request to a model: check, reserve, call, then settle and charge, or release. Generating, improving
//! and running prompts take it.
//!
//! After the reservation everything runs in a task of its own, so that a broken connection never leaves a
//! reservation open. The task stops when the client disconnects, the use is cancelled (through any server process),
//! or its time is over. If the process dies, the reservation is released after
//! [`crate::credits::store::RESERVED_FOR`].

use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::ready;
use futures_util::stream::{BoxStream, StreamExt as _, once, unfold};
use poem::http::StatusCode;
use prompt_core::Message;
use prompt_core::credits::Cost;
use prompt_core::generation::AiConfig;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tracing::Instrument as _;
use uuid::Uuid;

use crate::access::Right;
use crate::app::App;
use crate::clients::ai::{self, Advice, Answer, Call, Failure, FailureReport};
use crate::clock::new_id;
use crate::config::ai::Endpoint;
use crate::credits::model::UsageRecord;
use crate::credits::store::{self as ledger, NewUse, Outcome, Reservation};
use crate::generation::model::{Progress, Receipt, Started, TextPart};
use crate::http::error::{ApiError, Result};
use crate::plans;
use crate::secret::Secret;
use crate::session::extractors::Me;

/// How often a running request checks whether it was cancelled.
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(250);
/// How often what has arrived is stored while the model writes.
const KEEP_INTERVAL: Duration = Duration::from_secs(1);

/// A kind of request to a model.
pub trait Task: Send + Sync + Sized + 'static {
    /// The value parsed from the model's answer.
    type Content: Send;
    /// The response to the request.
    type Result: Send + 'static;
    /// Its name on the price list.
    const FEATURE: &'static str;
    /// The advice in the error if there is no usable answer.
    const ADVICE: Advice;
    /// Whether every plan includes it on credits, and a key of one's own every model.
    const IS_OPEN: bool = false;

    fn ai(&self) -> &AiConfig;
    fn check(&self) -> std::result::Result<(), prompt_core::Error>;
    fn price(&self) -> std::result::Result<Cost, prompt_core::Error>;
    /// The number of characters the price is based on.
    fn length(&self) -> usize;
    fn call(&self) -> Call;
    fn parse(
        &self,
        answer: &Answer,
        ids: &mut impl FnMut() -> String,
    ) -> std::result::Result<Self::Content, Failure>;

    /// The step for a new text of the answer, which has this many characters by then.
    fn progress(_text: &str, characters: usize) -> Step<Self::Result> {
        Step::Progress(Progress { characters })
    }

    /// The result of a request that was stopped after the model had begun to answer; `None` if it has none.
    fn part(&self, _answer: &Answer) -> Option<Self::Content> {
        None
    }

    /// Whether what has arrived is stored while the model writes, by [`Task::keep`].
    const KEEPS: bool = false;

    /// Stores what has arrived so far, in case that this process dies.
    fn keep(
        _order: &GenerationJob<Self>,
        _id: Uuid,
        _so_far: &SoFar,
        _begun: Instant,
    ) -> impl Future<Output = Result<()>> + Send {
        ready(Ok(()))
    }

    /// Stores the result, if the task stores one, and charges the price, both or neither.
    fn settle(
        order: &GenerationJob<Self>,
        done: Completed<Self::Content>,
    ) -> impl Future<Output = std::result::Result<Self::Result, Stopped>> + Send;

    /// Ends a use without a result. `answer` is what the model had written.
    fn end_without_result(
        order: &GenerationJob<Self>,
        id: Uuid,
        stopped: &Stopped,
        _answer: &Answer,
        _begun: Instant,
    ) -> impl Future<Output = Result<()>> + Send {
        async move {
            let (db, now) = (&order.app.db, order.app.clock.now());
            ledger::end_use_now(db, id, stopped.outcome(), now).await?;
            Ok(())
        }
    }

    /// The response to a repeated request whose first run succeeded.
    fn repeat(
        order: &GenerationJob<Self>,
        before: UsageRecord,
    ) -> impl Future<Output = Result<Self::Result>> + Send;
}

/// The part of an answer that has arrived.
#[derive(Clone, Default)]
pub struct SoFar {
    pub text: String,
    /// When the first of it arrived.
    pub since: Option<Instant>,
    /// Whether a shorter part was stored before.
    pub is_kept: bool,
}

/// A use whose answer has arrived and is not settled yet.
pub struct Completed<Content> {
    pub id: Uuid,
    pub content: Content,
    pub tokens: u64,
    pub begun: Instant,
}

/// A step of a request, as sent to the listener.
pub enum Step<T> {
    Started(Started),
    Progress(Progress),
    Text(TextPart),
    Done(Box<T>),
    Failed(ApiError),
}

/// A running request. Dropping it cancels it.
pub struct Running<T> {
    first: Step<T>,
    steps: mpsc::UnboundedReceiver<Step<T>>,
}

impl<T: Send + 'static> Running<T> {
    pub fn into_events(self) -> BoxStream<'static, Step<T>> {
        let rest = unfold(self.steps, |mut steps| async {
            steps.recv().await.map(|step| (step, steps))
        });
        once(ready(self.first)).chain(rest).boxed()
    }

    pub async fn into_result(mut self) -> Result<T> {
        let mut step = Some(self.first);
        loop {
            match step {
                Some(Step::Done(done)) => return Ok(*done),
                Some(Step::Failed(error)) => return Err(error),
                Some(Step::Started(_) | Step::Progress(_) | Step::Text(_)) => {
                    step = self.steps.recv().await;
                }
                None => return Err(no_result()),
            }
        }
    }
}

fn no_result() -> ApiError {
    ApiError::internal(&"a request to a model ended without a result")
}

/// Validates the request, then reserves the price and starts it.
pub async fn start<T: Task>(
    app: &App,
    me: Me,
    task: T,
    own_key: Option<Secret>,
    idempotency_key: Option<String>,
) -> Result<Running<T::Result>> {
    task.check()?;
    me.expect(Right::Write)?;
    let ai = task.ai();
    let is_any_model = T::IS_OPEN && own_key.is_some();
    if !is_any_model && !app.config.ai.models(ai.provider).contains(&ai.model) {
        let message = format!(
            "{} offers no model '{}' here. Choose one of the list.",
            ai.provider.label(),
            ai.model
        );
        return Err(ApiError::rule("model", "unknown_model", message));
    }
    let plan = app.config.default_plan();
    let needs_plan = !T::IS_OPEN && own_key.is_none();
    if needs_plan && !plans::can_use_ai(&app.db, me.workspace, plan, app.now()).await? {
        return Err(ApiError::said(StatusCode::FORBIDDEN, Message::AiNotAllowed));
    }
    let price = task.price()?;
    let total_cost = if own_key.is_some() {
        0
    } else {
        price.total_cost
    };
    let new = NewUse {
        feature_type: T::FEATURE,
        provider: ai.provider.as_str().to_owned(),
        model: ai.model.clone(),
        own_key: own_key.is_some(),
        prompt_length: i64::try_from(task.length()).unwrap_or(i64::MAX),
        base_cost: ledger::whole(price.base_cost),
        multiplier: price.multiplier,
        total_cost: ledger::whole(total_cost),
        idempotency_key,
    };
    let endpoint = app.config.ai.endpoint(ai.provider, own_key);
    let order = GenerationJob {
        app: app.clone(),
        me,
        task,
        endpoint,
        total_cost,
    };
    let (send, mut steps) = mpsc::unbounded_channel();
    tokio::spawn(order.fulfil(new, send).in_current_span());
    match steps.recv().await {
        // A failure before the start is a response with its own status, not an event.
        Some(Step::Failed(error)) => Err(error),
        Some(first) => Ok(Running { first, steps }),
        None => Err(no_result()),
    }
}

/// A request that was accepted.
pub struct GenerationJob<T> {
    pub app: App,
    pub me: Me,
    pub task: T,
    /// `None` if the provider is not configured.
    endpoint: Option<Endpoint>,
    total_cost: u64,
}

type Listener<T> = mpsc::UnboundedSender<Step<T>>;

impl<T: Task> GenerationJob<T> {
    /// Reserves the price, runs the request and ends the use. The listener receives each step.
    async fn fulfil(self, new: NewUse, send: Listener<T::Result>) {
        let last = match ledger::begin_use(
            &self.app.db,
            self.me,
            new,
            self.app.config.default_plan(),
            self.app.now(),
        )
        .await
        {
            Ok(Reservation::New(id)) => self.run(id, &send).await,
            Ok(Reservation::Before(id)) => self.repeat(id).await,
            Err(error) => Err(error),
        };
        let last = match last {
            Ok(done) => Step::Done(Box::new(done)),
            Err(error) => Step::Failed(error),
        };
        // The listener may be gone; the use is complete all the same.
        let _ = send.send(last);
    }

    /// The response to a repeated request with the same key, or why there is none.
    async fn repeat(&self, id: Uuid) -> Result<T::Result> {
        let before = ledger::one_use(&self.app.db, self.me.id, id).await?;
        let why = if before.feature_type != T::FEATURE {
            "This Idempotency-Key was used for another request. Send a new one."
        } else if before.status == "pending" {
            "This request is still running"
        } else if before.success {
            return T::repeat(self, before).await;
        } else {
            "This request did not succeed. Send a new Idempotency-Key to try again."
        };
        Err(ApiError::conflict(why))
    }

    async fn run(&self, id: Uuid, send: &Listener<T::Result>) -> Result<T::Result> {
        let begun = Instant::now();
        let total_cost = self.total_cost;
        let _ = send.send(Step::Started(Started { id, total_cost }));
        let mut answer = Answer::default();
        let so_far = Mutex::new(SoFar::default());
        let asked = tokio::select! {
            asked = self.ask(send, &mut answer, &so_far) => asked,
            never = self.keep(id, &so_far, begun) => match never {},
            () = send.closed() => Err(Stopped::Cancelled),
            () = cancelled(&self.app, id) => Err(Stopped::Cancelled),
        };
        let content = match asked {
            Ok(content) => Ok(content),
            Err(Stopped::Cancelled) => self.task.part(&answer).ok_or(Stopped::Cancelled),
            Err(failed) => Err(failed),
        };
        let settled = match content {
            Ok(content) => {
                let tokens = answer.input_tokens + answer.output_tokens;
                let done = Completed {
                    id,
                    content,
                    tokens,
                    begun,
                };
                T::settle(self, done).await
            }
            Err(stopped) => Err(stopped),
        };
        let stopped = match settled {
            Ok(result) => return Ok(result),
            Err(stopped) => stopped,
        };
        if let Err(error) = T::end_without_result(self, id, &stopped, &answer, begun).await {
            let error = error.body.message;
            tracing::error!(%error, %id, "a use could not be ended; its reservation is given back later");
        }
        Err(stopped.into_error())
    }

    /// Stores what arrives, again and again, until it is dropped.
    async fn keep(&self, id: Uuid, so_far: &Mutex<SoFar>, begun: Instant) -> Infallible {
        let mut kept = SoFar::default();
        loop {
            sleep(KEEP_INTERVAL).await;
            let now = locked(so_far).clone();
            if !T::KEEPS || now.text.len() == kept.text.len() {
                continue;
            }
            let is_kept = kept.is_kept;
            kept = SoFar { is_kept, ..now };
            match T::keep(self, id, &kept, begun).await {
                Ok(()) => kept.is_kept = true,
                // The next part may be stored, and the whole is.
                Err(error) => {
                    let error = error.body.message;
                    tracing::warn!(%error, %id, "a part of an answer could not be stored");
                }
            }
        }
    }

    /// Calls the provider and parses its answer.
    async fn ask(
        &self,
        send: &Listener<T::Result>,
        answer: &mut Answer,
        so_far: &Mutex<SoFar>,
    ) -> std::result::Result<T::Content, Stopped> {
        let ai = self.task.ai();
        let Some(endpoint) = &self.endpoint else {
            return Err(ai::not_configured(ai.provider).into());
        };
        let call = self.task.call();
        let told = |failure| {
            FailureReport {
                failure,
                endpoint,
                model: &ai.model,
                max_tokens: call.max_tokens,
                advice: T::ADVICE,
            }
            .into_error()
        };
        let progress = |text: &str, characters| {
            if T::KEEPS {
                let mut so_far = locked(so_far);
                so_far.text.push_str(text);
                so_far.since.get_or_insert_with(Instant::now);
            }
            let _ = send.send(T::progress(text, characters));
        };
        ai::ask(&self.app.http, endpoint, &call, answer, progress)
            .await
            .map_err(told)?;
        let now = self.app.clock.now();
        let mut ids = || new_id(now).to_string();
        Ok(self.task.parse(answer, &mut ids).map_err(told)?)
    }

    /// Whether the user's own key pays.
    pub fn own_key(&self) -> bool {
        self.endpoint
            .as_ref()
            .is_some_and(|endpoint| endpoint.own_key)
    }

    /// The credits that it costs.
    pub const fn total_cost(&self) -> u64 {
        self.total_cost
    }

    /// The credits that are left.
    pub async fn balance(&self) -> Result<u64> {
        let (app, plan) = (&self.app, self.app.config.default_plan());
        let credits = ledger::balance(&app.db, self.me.workspace, plan, app.now()).await?;
        Ok(credits.balance.balance)
    }

    /// The receipt of a settled use.
    pub async fn receipt<Content>(&self, done: &Completed<Content>) -> Result<Receipt> {
        let ai = self.task.ai();
        Ok(Receipt {
            id: done.id,
            provider: ai.provider,
            model: ai.model.clone(),
            tokens_used: done.tokens,
            generation_time: u64::try_from(done.begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            total_cost: self.total_cost,
            balance: self.balance().await?,
        })
    }
}

/// Why there is no result.
pub enum Stopped {
    Cancelled,
    Failed(ApiError),
}

impl Stopped {
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Cancelled => Outcome::Cancelled,
            Self::Failed(error) => Outcome::Failed(error.body.message.clone()),
        }
    }

    pub fn into_error(self) -> ApiError {
        match self {
            Self::Cancelled => {
                let message = "The request was cancelled. Nothing was charged.";
                ApiError::new(StatusCode::CONFLICT, "cancelled", message)
            }
            Self::Failed(error) => error,
        }
    }
}

impl From<ApiError> for Stopped {
    fn from(error: ApiError) -> Self {
        Self::Failed(error)
    }
}

impl From<sqlx::Error> for Stopped {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

fn locked(so_far: &Mutex<SoFar>) -> MutexGuard<'_, SoFar> {
    so_far.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until the use is no longer pending because it was cancelled.
async fn cancelled(app: &App, id: Uuid) {
    loop {
        sleep(CANCEL_POLL_INTERVAL).await;
        // A failed query cancels nothing; the next poll tries again.
        if let Ok(false) = ledger::is_pending(&app.db, id).await {
            return;
        }
    }
}
