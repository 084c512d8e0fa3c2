//! generation: prompts written by AI, and who pays for them.
//!
//! A request is checked, its price reserved, the provider asked, and the answer saved in the same database transaction
//! that charges the price. [`run`] is that path, [`provider`] the call, [`openai`] and [`anthropic`] the wire formats.

mod anthropic;
mod openai;
pub mod provider;
mod run;
pub mod settings;

use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use poem::web::sse::{Event, SSE};
use poem::{IntoResponse, Request, Response};
use poem_openapi::param::{Header, Path};
use poem_openapi::payload::Payload;
use poem_openapi::registry::{MetaMediaType, MetaResponses, MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, OpenApi};
use prompt_core::credits::Provider;
use prompt_core::generation::{AiConfig, GenerationConfig};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::Me;
use crate::config::Secret;
use crate::credits::store as ledger;
use crate::error::{self, ApiError, ProviderError, Result};
use crate::payload::{Created, NoContent, Serde};
use crate::prompts::StoredPrompt;

/// How often a quiet stream shows that it is alive. A listener who went away is noticed by the second of these.
const KEEP_ALIVE: Duration = Duration::from_secs(2);

/// What to write, and who is to write it. What is left out has its default.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GenerationRequest {
    #[serde(flatten)]
    pub config: GenerationConfig,
    #[serde(flatten)]
    pub ai: AiConfig,
}

/// A prompt that was written, saved and paid for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Generated {
    /// The id of the use.
    pub id: Uuid,
    pub prompt: StoredPrompt,
    pub provider: Provider,
    pub model: String,
    pub tokens_used: u64,
    /// Milliseconds from the request to the answer.
    pub generation_time: u64,
    /// What was charged; 0 with one's own key.
    pub total_cost: u64,
    /// What is left.
    pub balance: u64,
}

/// The first event of a stream, `started`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Started {
    /// Whom to DELETE in order to cancel.
    pub id: Uuid,
    /// What is reserved.
    pub total_cost: u64,
}

/// The event `progress`, whenever the model has written something.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Progress {
    /// Characters of the answer so far.
    pub characters: usize,
}

/// A provider and what it offers here.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProviderOffer {
    pub provider: Provider,
    /// Whether it works without a key of one's own.
    pub is_configured: bool,
    pub models: Vec<String>,
}

/// Who can be asked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GenerationOptions {
    pub providers: Vec<ProviderOffer>,
}

pub struct GenerationApi(pub App);

#[OpenApi(prefix_path = "/generations", tag = "Tags::Generation")]
impl GenerationApi {
    /// Let AI write a prompt
    ///
    /// The prompt is saved private. With `Accept: text/event-stream` the answer is a stream of the events `started`
    /// (`Started`), `progress` (`Progress`) and at last `done` (`Generated`) or `failed` (`Error`); otherwise it is
    /// `Generated`, when all is done. Closing the stream stops the provider, and nothing is charged; without a stream
    /// the generation runs to its end unless it is cancelled.
    #[oai(path = "/", method = "post", operation_id = "create_generation")]
    async fn create_generation(
        &self,
        request: &Request,
        me: Me,
        /// One's own key for the provider. It is used for this request, stored nowhere, and the generation costs no
        /// credits.
        #[oai(name = "X-Provider-Key")]
        own_key: Header<Option<String>>,
        /// Any text that is new for each generation, such as a UUID. A repeated request gives the prompt of the first.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        Serde(generation): Serde<GenerationRequest>,
    ) -> Result<Answer, ProviderError> {
        let own_key = own_key.0.map(|key| Secret(key.trim().to_owned()));
        let own_key = own_key.filter(|key| !key.0.is_empty());
        let running = run::start(&self.0, me, generation, own_key, idempotency_key.0).await?;
        let accept = request.header("accept").unwrap_or_default();
        if accept.contains("text/event-stream") {
            return Ok(Answer::Stream(running.into_events()));
        }
        Ok(Answer::Whole(Box::new(running.into_result().await?)))
    }

    /// Cancel a generation
    ///
    /// Stops the provider and gives the reserved credits back. One that has ended stays as it is.
    #[oai(path = "/:id", method = "delete", operation_id = "cancel_generation")]
    async fn cancel_generation(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        let app = &self.0;
        ledger::one_use(&app.db, me.id, id.0).await?;
        ledger::end_use_now(&app.db, id.0, ledger::Outcome::Cancelled, app.clock.now()).await?;
        Ok(NoContent)
    }

    /// Who can be asked
    ///
    /// The providers with their models, and which of them work without a key of one's own.
    #[expect(clippy::unused_async, reason = "handlers are asynchronous")]
    #[oai(
        path = "/options",
        method = "get",
        operation_id = "get_generation_options"
    )]
    async fn get_generation_options(&self, _me: Me) -> Result<Serde<GenerationOptions>> {
        let ai = &self.0.config.ai;
        let offer = |&provider: &Provider| ProviderOffer {
            provider,
            is_configured: ai.is_configured(provider),
            models: ai.models(provider),
        };
        let providers = Provider::ALL.iter().map(offer).collect();
        Ok(Serde(GenerationOptions { providers }))
    }
}

/// The whole result, or events on the way to it.
pub enum Answer {
    Whole(Box<Generated>),
    Stream(BoxStream<'static, run::Step>),
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        match self {
            Self::Whole(generated) => Created(*generated).into_response(),
            Self::Stream(steps) => SSE::new(steps.map(event))
                .keep_alive(KEEP_ALIVE)
                .into_response(),
        }
    }
}

fn event(step: run::Step) -> Event {
    let (name, data) = match step {
        run::Step::Started(started) => ("started", serde_json::to_string(&started)),
        run::Step::Progress(progress) => ("progress", serde_json::to_string(&progress)),
        run::Step::Done(generated) => ("done", serde_json::to_string(&generated)),
        run::Step::Failed(error) => ("failed", serde_json::to_string(&error.body)),
    };
    match data {
        Ok(data) => Event::message(data).event_type(name),
        Err(error) => {
            let error = ApiError::internal(&error);
            Event::message(serde_json::to_string(&error.body).unwrap_or_default())
                .event_type("failed")
        }
    }
}

impl ApiResponse for Answer {
    fn meta() -> MetaResponses {
        let mut meta = <Created<Generated> as ApiResponse>::meta();
        let mut stream = <Serde<Generated> as ApiResponse>::meta();
        for response in &mut stream.responses {
            response.description = "The events, when `Accept` asks for them.";
            response.content = vec![MetaMediaType {
                content_type: "text/event-stream",
                schema: events_schema(),
            }];
        }
        meta.responses.append(&mut stream.responses);
        meta.responses
            .push(error::failure(402, "The balance is too small for it."));
        meta
    }

    fn register(registry: &mut Registry) {
        <Serde<Generated> as Payload>::register(registry);
        <Serde<Started> as Payload>::register(registry);
        <Serde<Progress> as Payload>::register(registry);
    }
}

fn events_schema() -> MetaSchemaRef {
    <String as Type>::schema_ref()
}
