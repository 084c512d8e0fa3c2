//! Handlers of generation.

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
use prompt_core::runs;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::access::members;
use crate::app::App;
use crate::credits::store as ledger;
use crate::generation::improve::{Improved, ImprovementRequest};
use crate::generation::model::{GenerationOptions, Progress, ProviderOffer, Started, TextPart};
use crate::generation::run;
use crate::generation::write::{Generated, GenerationRequest};
use crate::http::error::{self, ApiError, ProviderError, Result};
use crate::http::json::{Created, Json, NoContent};
use crate::http::tags::Tags;
use crate::secret::Secret;
use crate::session::extractors::Me;

/// How often an idle event stream sends a keep-alive, so that no proxy closes it.
const KEEP_ALIVE: Duration = Duration::from_secs(2);

pub struct GenerationApi(pub App);

#[OpenApi(prefix_path = "/generations", tag = "Tags::Generation")]
impl GenerationApi {
    /// Generate a prompt
    ///
    /// The prompt is saved as private. With `Accept: text/event-stream` the response is a stream of the events
    /// `started` (`Started`), `progress` (`Progress`) and finally `done` (`Generated`) or `failed` (`Error`);
    /// otherwise it is `Generated`, once finished. Closing the connection cancels the request, and nothing is
    /// charged.
    #[oai(path = "/", method = "post", operation_id = "create_generation")]
    async fn create_generation(
        &self,
        request: &Request,
        me: Me,
        /// Your own key for the provider. It is used for this request only and not stored, and the generation costs
        /// no credits.
        #[oai(name = "X-Provider-Key")]
        own_key: Header<Option<String>>,
        /// A unique text per generation, such as a UUID. A repeated request returns the prompt of the first.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        Json(generation): Json<GenerationRequest>,
    ) -> Result<Answer<Generated>, ProviderError> {
        let own_key = secret(own_key.0);
        let running = run::start(&self.0, me, generation, own_key, idempotency_key.0).await?;
        Ok(Answer::of(&self.0, me, request, running).await?)
    }

    /// Improve a prompt, or one part of it
    ///
    /// The prompt is sent with the request, saved or not, and is not stored. The response is the content that the
    /// model proposes, to be accepted or rejected part by part: parts retain their ids, order and everything but
    /// their text. An answer that changes nothing costs nothing. Streaming, cancelling and paying work as for a generation, with `Improved` at the end.
    #[oai(path = "/improve", method = "post", operation_id = "improve_prompt")]
    async fn improve_prompt(
        &self,
        request: &Request,
        me: Me,
        /// Your own key for the provider. It is used for this request only and not stored, and the request costs no
        /// credits.
        #[oai(name = "X-Provider-Key")]
        own_key: Header<Option<String>>,
        /// A unique text per request, such as a UUID. A repeated request is rejected, because the first result is
        /// not stored; it is not charged twice.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        Json(improvement): Json<ImprovementRequest>,
    ) -> Result<Answer<Improved>, ProviderError> {
        let improvement = improvement.with_ids(self.0.clock.now());
        let own_key = secret(own_key.0);
        let running = run::start(&self.0, me, improvement, own_key, idempotency_key.0).await?;
        Ok(Answer::of(&self.0, me, request, running).await?)
    }

    /// Cancel a generation or an improvement
    ///
    /// Stops the provider and releases the reserved credits. A request that has ended stays unchanged.
    #[oai(path = "/:id", method = "delete", operation_id = "cancel_generation")]
    async fn cancel_generation(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        let app = &self.0;
        let used = ledger::one_use(&app.db, me.id, id.0).await?;
        // A run is stopped with what the model has written: `stop_run`.
        if runs::FEATURES.contains(&&*used.feature_type) {
            return Err(ApiError::not_found("Generation"));
        }
        ledger::end_use_now(&app.db, id.0, ledger::Outcome::Cancelled, app.clock.now()).await?;
        Ok(NoContent)
    }

    /// List providers and models
    ///
    /// The AI providers with their models, and whether they work without a key of your own.
    #[expect(clippy::unused_async, reason = "handlers are asynchronous")]
    #[oai(
        path = "/options",
        method = "get",
        operation_id = "get_generation_options"
    )]
    async fn get_generation_options(&self, _me: Me) -> Result<Json<GenerationOptions>> {
        let ai = &self.0.config.ai;
        let offer = |&provider: &Provider| ProviderOffer {
            provider,
            is_configured: ai.is_configured(provider),
            is_ollama: provider == Provider::OpenAi && ai.is_ollama,
            models: ai.models(provider),
        };
        let providers = Provider::ALL.iter().map(offer).collect();
        Ok(Json(GenerationOptions { providers }))
    }
}

/// A key as it was sent; `None` without one.
pub fn secret(key: Option<String>) -> Option<Secret> {
    let key = key.map(|key| Secret(key.trim().to_owned()));
    key.filter(|key| !key.0.is_empty())
}

/// The whole result, or a stream of events.
pub enum Answer<T> {
    Whole(Box<T>),
    Stream(BoxStream<'static, run::Step<T>>),
}

impl<T: Send + 'static> Answer<T> {
    pub async fn of(
        app: &App,
        me: Me,
        request: &Request,
        running: run::Running<T>,
    ) -> Result<Self> {
        let closed = app.connections.closed(request.remote_addr());
        let db = app.db.clone();
        // What runs in a team ends with the membership, too.
        let closed = async move {
            tokio::select! {
                () = closed => {}
                () = members::ended(&db, me.workspace, me.id) => {}
            }
        };
        let accept = request.header("accept").unwrap_or_default();
        if accept.contains("text/event-stream") {
            return Ok(Self::Stream(
                running.into_events().take_until(Box::pin(closed)).boxed(),
            ));
        }
        tokio::select! {
            result = running.into_result() => Ok(Self::Whole(Box::new(result?))),
            // Dropping the running request cancels it. The client is gone, so this response is never read.
            () = closed => Err(run::Stopped::Cancelled.into_error()),
        }
    }
}

impl<T: Serialize + JsonSchema + Send + 'static> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        match self {
            Self::Whole(result) => Created(*result).into_response(),
            Self::Stream(steps) => SSE::new(steps.map(event))
                .keep_alive(KEEP_ALIVE)
                .into_response(),
        }
    }
}

fn event<T: Serialize>(step: run::Step<T>) -> Event {
    let (name, data) = match step {
        run::Step::Started(started) => ("started", serde_json::to_string(&started)),
        run::Step::Progress(progress) => ("progress", serde_json::to_string(&progress)),
        run::Step::Text(part) => ("text", serde_json::to_string(&part)),
        run::Step::Done(result) => ("done", serde_json::to_string(&result)),
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

impl<T: Serialize + JsonSchema + Send + 'static> ApiResponse for Answer<T> {
    fn meta() -> MetaResponses {
        let mut meta = <Created<T> as ApiResponse>::meta();
        let mut stream = <Json<T> as ApiResponse>::meta();
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
        <Json<T> as Payload>::register(registry);
        <Json<Started> as Payload>::register(registry);
        <Json<Progress> as Payload>::register(registry);
        <Json<TextPart> as Payload>::register(registry);
    }
}

fn events_schema() -> MetaSchemaRef {
    <String as Type>::schema_ref()
}
