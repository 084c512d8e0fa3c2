//! The way of one generation: check, reserve, ask, save and charge, or give back.
//!
//! From the reservation on, all runs in a task of its own: a connection that breaks at any moment leaves no reservation
//! that nobody ends. The task stops
//! when nobody listens any more, when the use was cancelled (through any server process), or when its time is over. If
//! the process dies, the reservation is given back after a while ([`crate::credits::store::RESERVED_FOR`]).

use std::time::Duration;

use futures_util::future::ready;
use futures_util::stream::{BoxStream, StreamExt as _, once, unfold};
use poem::http::StatusCode;
use prompt_core::credits::Cost;
use prompt_core::generation::{ANSWER_TOKENS, FEATURE, parse_answer};
use prompt_core::{Content, Message};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tracing::Instrument as _;
use uuid::Uuid;

use crate::app::App;
use crate::auth::session::Me;
use crate::billing;
use crate::clock::new_id;
use crate::config::Secret;
use crate::credits::store::{self as ledger, Begun, NewUse, Outcome};
use crate::error::{ApiError, Result};
use crate::generation::provider::{self, Answer, Call, Endpoint, Failure, Told};
use crate::generation::{Generated, GenerationRequest, Progress, Started};
use crate::prompts;

/// How often a running generation looks whether it was cancelled.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What a listener learns.
pub enum Step {
    Started(Started),
    Progress(Progress),
    Done(Box<Generated>),
    Failed(ApiError),
}

/// A generation that runs. Dropping it cancels it.
pub struct Running {
    first: Step,
    steps: mpsc::UnboundedReceiver<Step>,
}

impl Running {
    pub fn into_events(self) -> BoxStream<'static, Step> {
        let rest = unfold(self.steps, |mut steps| async {
            steps.recv().await.map(|step| (step, steps))
        });
        once(ready(self.first)).chain(rest).boxed()
    }

    pub async fn into_result(mut self) -> Result<Generated> {
        let mut step = Some(self.first);
        loop {
            match step {
                Some(Step::Done(generated)) => return Ok(*generated),
                Some(Step::Failed(error)) => return Err(error),
                Some(Step::Started(_) | Step::Progress(_)) => step = self.steps.recv().await,
                None => return Err(no_result()),
            }
        }
    }
}

fn no_result() -> ApiError {
    ApiError::internal(&"a generation ended without a result")
}

/// Checks everything that can be checked at once, reserves the price and begins.
pub async fn start(
    app: &App,
    me: Me,
    request: GenerationRequest,
    own_key: Option<Secret>,
    idempotency_key: Option<String>,
) -> Result<Running> {
    let GenerationRequest { config, ai } = &request;
    config.check()?;
    if !app.config.ai.models(ai.provider).contains(&ai.model) {
        let message = format!(
            "{} offers no model '{}' here. Choose one of the list.",
            ai.provider.label(),
            ai.model
        );
        return Err(ApiError::rule("model", "unknown_model", message));
    }
    if !billing::store::can_use_ai(app, me.id).await? {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            Message::AiNotAllowed.code(),
            Message::AiNotAllowed.text(),
        ));
    }
    let price = config.cost(ai)?;
    let total_cost = if own_key.is_some() {
        0
    } else {
        price.total_cost
    };
    let new = new_use(
        &request,
        &price,
        total_cost,
        own_key.is_some(),
        idempotency_key,
    );
    let endpoint = app.config.ai.endpoint(ai.provider, own_key);
    let order = Order {
        app: app.clone(),
        me,
        request,
        endpoint,
        total_cost,
    };
    let (send, mut steps) = mpsc::unbounded_channel();
    tokio::spawn(order.fulfil(new, send).in_current_span());
    match steps.recv().await {
        // What is refused before it began is no event but an answer with its own status.
        Some(Step::Failed(error)) => Err(error),
        Some(first) => Ok(Running { first, steps }),
        None => Err(no_result()),
    }
}

/// A generation that was accepted.
struct Order {
    app: App,
    me: Me,
    request: GenerationRequest,
    /// `None` when nobody set the provider up.
    endpoint: Option<Endpoint>,
    total_cost: u64,
}

fn new_use(
    request: &GenerationRequest,
    price: &Cost,
    total_cost: u64,
    own_key: bool,
    idempotency_key: Option<String>,
) -> NewUse {
    NewUse {
        feature_type: FEATURE,
        provider: request.ai.provider.as_str().to_owned(),
        model: request.ai.model.clone(),
        own_key,
        prompt_length: i64::try_from(request.config.length()).unwrap_or(i64::MAX),
        base_cost: ledger::whole(price.base_cost),
        multiplier: price.multiplier.clone(),
        total_cost: ledger::whole(total_cost),
        idempotency_key,
    }
}

impl Order {
    /// Reserves the price, does the work and ends the use. Whoever listens learns each step.
    async fn fulfil(self, new: NewUse, send: mpsc::UnboundedSender<Step>) {
        let last = match ledger::begin_use(&self.app, self.me.id, new).await {
            Ok(Begun::New(id)) => self.run(id, &send).await,
            Ok(Begun::Before(id)) => self.repeat(id).await,
            Err(error) => Err(error),
        };
        let last = match last {
            Ok(generated) => Step::Done(Box::new(generated)),
            Err(error) => Step::Failed(error),
        };
        // Nobody may be listening any more; the record is complete without them.
        let _ = send.send(last);
    }

    /// The answer to a request that was made before with the same key: its prompt, or why there is none.
    async fn repeat(&self, id: Uuid) -> Result<Generated> {
        let (app, me) = (&self.app, self.me);
        let before = ledger::one_use(&app.db, me.id, id).await?;
        let prompt = match before.prompt_id {
            Some(prompt) if before.success => prompts::store::get(&app.db, me.id, prompt).await?,
            _ if before.status == "pending" => {
                return Err(ApiError::conflict("This generation is still running", None));
            }
            _ => {
                let message =
                    "This generation did not succeed. Send a new Idempotency-Key to try again.";
                return Err(ApiError::conflict(message, None));
            }
        };
        Ok(Generated {
            id,
            prompt,
            provider: before.provider.parse()?,
            model: before.model,
            tokens_used: before.tokens_used.unsigned_abs(),
            generation_time: before.duration_ms.unsigned_abs(),
            total_cost: before.total_cost.unsigned_abs(),
            balance: ledger::balance(app, me.id).await?.balance.balance,
        })
    }

    async fn run(&self, id: Uuid, send: &mpsc::UnboundedSender<Step>) -> Result<Generated> {
        let begun = Instant::now();
        let total_cost = self.total_cost;
        let _ = send.send(Step::Started(Started { id, total_cost }));
        let answer = tokio::select! {
            answer = self.ask(send) => answer,
            () = send.closed() => Err(Stopped::Cancelled),
            () = cancelled(&self.app, id) => Err(Stopped::Cancelled),
        };
        let saved = match answer {
            Ok((content, answer)) => self.save(id, content, answer, begun).await,
            Err(stopped) => Err(stopped),
        };
        let stopped = match saved {
            Ok(generated) => return Ok(generated),
            Err(stopped) => stopped,
        };
        let (outcome, error) = stopped.told();
        let db = &self.app.db;
        if let Err(error) = ledger::end_use_now(db, id, outcome, self.app.clock.now()).await {
            tracing::error!(%error, %id, "a use could not be ended; its reservation is given back later");
        }
        Err(error)
    }

    /// Asks the provider and reads a prompt's content out of the answer.
    async fn ask(
        &self,
        send: &mpsc::UnboundedSender<Step>,
    ) -> std::result::Result<(Content, Answer), Stopped> {
        let GenerationRequest { config, ai } = &self.request;
        let Some(endpoint) = &self.endpoint else {
            return Err(provider::not_configured(ai.provider).into());
        };
        let told = |failure| {
            Told {
                failure,
                endpoint,
                model: &ai.model,
            }
            .into_error()
        };
        let call = Call {
            model: &ai.model,
            system: &config.system_prompt(),
            user: config.user_input.trim(),
            max_tokens: ai.max_tokens.clamp(1, ANSWER_TOKENS),
        };
        let progress = |characters| {
            let _ = send.send(Step::Progress(Progress { characters }));
        };
        let answer = provider::ask(&self.app.http, endpoint, &call, progress)
            .await
            .map_err(told)?;
        let now = self.app.clock.now();
        let content = parse_answer(config.structure_type, &answer.text, &mut || {
            new_id(now).to_string()
        })
        .map_err(|error| told(Failure::NotUsable(error)))?;
        Ok((content, answer))
    }

    /// Saves the prompt and charges its price, both or neither.
    async fn save(
        &self,
        id: Uuid,
        content: Content,
        answer: Answer,
        begun: Instant,
    ) -> std::result::Result<Generated, Stopped> {
        let (app, me) = (&self.app, self.me);
        let now = app.clock.now();
        let day: String = now.to_string().chars().take(10).collect();
        let prompt = self.request.config.prompt(content, &day);
        let prompt_id = new_id(now);
        let tokens = answer.input_tokens + answer.output_tokens;
        let outcome = Outcome::Succeeded {
            prompt: Some(prompt_id),
            tokens: ledger::whole(tokens),
        };

        let mut tx = app.db.begin().await?;
        prompts::store::insert(&mut tx, me.id, prompt_id, &prompt, None, now).await?;
        if !ledger::end_use(&mut tx, id, outcome, now).await? {
            return Err(Stopped::Cancelled);
        }
        tx.commit().await?;

        Ok(Generated {
            id,
            prompt: prompts::store::get(&app.db, me.id, prompt_id).await?,
            provider: self.request.ai.provider,
            model: self.request.ai.model.clone(),
            tokens_used: tokens,
            generation_time: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            total_cost: self.total_cost,
            balance: ledger::balance(app, me.id).await?.balance.balance,
        })
    }
}

/// Why there is no result.
enum Stopped {
    Cancelled,
    Failed(ApiError),
}

impl Stopped {
    fn told(self) -> (Outcome, ApiError) {
        match self {
            Self::Cancelled => {
                let message = "The generation was cancelled. Nothing was charged.";
                (
                    Outcome::Cancelled,
                    ApiError::new(StatusCode::CONFLICT, "cancelled", message),
                )
            }
            Self::Failed(error) => (Outcome::Failed(error.body.message.clone()), error),
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

/// Waits until the use is no longer pending, because somebody cancelled it.
async fn cancelled(app: &App, id: Uuid) {
    loop {
        sleep(LOOK_EVERY).await;
        // A database that cannot answer now is asked again; it cancels nothing.
        if let Ok(false) = ledger::is_pending(&app.db, id).await {
            return;
        }
    }
}
