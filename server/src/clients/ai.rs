//! Calls to AI providers: one call, its retries with backoff, its progress, and failures in words a user can act
//! on.
//!
//! [`crate::clients::openai`] and [`crate::clients::anthropic`] hold the differences: the request, and how an event
//! of the response is parsed. Responses are always streamed, so that progress can be shown and a call can be
//! cancelled.

use std::fmt;
use std::time::Duration;

use eventsource_stream::Eventsource as _;
use futures_util::StreamExt as _;
use poem::http::StatusCode;
use prompt_core::ErrorKind;
use prompt_core::content::settings::Tool;
use prompt_core::credits::Provider;
use prompt_core::generation::{AiConfig, TEMPERATURE, is_reasoning_model};
use prompt_core::render::{MessageContent, Role};
use reqwest::{RequestBuilder, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use tokio::time::{Instant, sleep, timeout};

use crate::clients::{anthropic, openai};
use crate::config::ai::Endpoint;
use crate::http::error::{ApiError, Result as ApiResult};
use crate::http::trace;

/// Retries after the first attempt.
const RETRIES: u32 = 2;
/// If a provider asks to wait longer than this, the call fails instead.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// The largest response that is read, far beyond the token limit.
const ANSWER_BYTES: usize = 1024 * 1024;

/// The code of every failure, as the specification has it; the message gives the reason.
const GENERATION_FAILED: &str = "GENERATION_FAILED";
/// Time limit of the look for models on this machine.
const LOCAL_TIME: Duration = Duration::from_millis(500);
/// Time limit for connecting.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// A request to a model.
#[derive(Clone, Debug)]
pub struct Call {
    pub model: String,
    pub messages: Vec<ChatMessage>,
    /// Maximum number of tokens of the answer.
    pub max_tokens: u32,
    /// The model's own without it.
    pub temperature: Option<Number>,
    pub answer: AnswerForm,
    pub tools: Vec<Tool>,
}

#[derive(Clone, Debug)]
pub struct ChatMessage {
    pub role: Role,
    pub content: MessageContent,
}

/// The form that the answer must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerForm {
    Text,
    /// Any JSON, which the system message describes.
    Json,
    /// JSON of this schema.
    Schema(Map<String, Value>),
}

impl Call {
    /// A question that is answered with JSON.
    pub fn json(ai: &AiConfig, system: String, user: String, most_tokens: u32) -> Self {
        // Reasoning models and later models of Anthropic reject the parameter.
        let takes_temperature = match ai.provider {
            Provider::OpenAi => !is_reasoning_model(&ai.model),
            Provider::Anthropic => ai.model.starts_with("claude-3"),
        };
        // Serialised as 0.7 and not as the binary float next to it.
        let temperature = Number::from_f64((f64::from(TEMPERATURE) * 10.0).round() / 10.0);
        Self {
            model: ai.model.clone(),
            messages: vec![
                ChatMessage {
                    role: Role::System,
                    content: MessageContent::Text(system),
                },
                ChatMessage {
                    role: Role::User,
                    content: MessageContent::Text(user),
                },
            ],
            max_tokens: ai.max_tokens.clamp(1, most_tokens),
            temperature: temperature.filter(|_| takes_temperature),
            answer: AnswerForm::Json,
            tools: Vec::new(),
        }
    }
}

/// The answer, as far as it has been read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    pub tool_calls: Vec<ToolCall>,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub finish: Option<Finish>,
    /// When its first part arrived.
    pub begun: Option<Instant>,
}

/// A call that the model asks for. It is shown and never made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ToolCall {
    /// Its place among the parts of the answer.
    #[serde(skip)]
    pub index: u64,
    /// The name of the tool.
    pub name: String,
    /// Its arguments as JSON, as far as the model wrote them.
    pub arguments: String,
}

impl Answer {
    /// Whether the model wrote nothing.
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.tool_calls.is_empty()
    }

    /// Adds a part of a call of a tool.
    pub fn add_call(&mut self, index: u64, name: Option<String>, arguments: &str) {
        let at = self.tool_calls.iter().position(|call| call.index == index);
        let at = at.unwrap_or_else(|| {
            self.tool_calls.push(ToolCall {
                index,
                ..ToolCall::default()
            });
            self.tool_calls.len() - 1
        });
        if let Some(call) = self.tool_calls.get_mut(at) {
            call.name.push_str(&name.unwrap_or_default());
            call.arguments.push_str(arguments);
        }
    }

    fn bytes(&self) -> usize {
        let calls = self.tool_calls.iter();
        // A call without text counts too, so that their number is limited.
        let calls = calls.map(|call| call.name.len() + call.arguments.len() + 64);
        self.text.len() + calls.sum::<usize>()
    }
}

/// Why the answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    Complete,
    CutOff,
    Refused,
}

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    BadKey,
    NotAllowed,
    UnknownModel,
    QuotaExhausted,
    RateLimited(Option<Duration>),
    Overloaded(u16),
    /// The status and, if it is safe to show, the provider's message.
    NotAccepted(u16, String),
    TimedOut,
    Unreachable,
    Interrupted,
    Unreadable,
    TooLarge,
    Empty,
    NotText,
    Refused,
    CutOff,
    /// The answer does not have the requested form; the core's error says why.
    NotUsable(prompt_core::Error),
}

impl Failure {
    /// The name for the log. The provider's own message may quote the prompt.
    fn name(&self) -> String {
        let debug = format!("{self:?}");
        debug
            .split(['(', ' '])
            .next()
            .unwrap_or_default()
            .to_owned()
    }

    /// Whether a retry may help. Failures after the answer began are never retried.
    fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::RateLimited(_) | Self::Overloaded(_) | Self::Unreachable
        )
    }

    /// The backoff before the next attempt; `None` if it is too long.
    fn wait(&self, attempt: u32) -> Option<Duration> {
        let asked = if let Self::RateLimited(wait) = self {
            *wait
        } else {
            None
        };
        let ours = Duration::from_millis(
            500 * u64::from(2_u32.pow(attempt)) + u64::from(rand::random::<u8>()),
        );
        Some(asked.unwrap_or(ours)).filter(|wait| *wait <= LONGEST_WAIT)
    }
}

/// The client for all calls. It follows no redirects, which would send a key to another host.
pub fn client() -> ApiResult<reqwest::Client> {
    // The first caller installs it for the process.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .connect_timeout(CONNECT_TIME)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("promptcase/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| ApiError::internal(&error))
}

/// The models of a server with OpenAI's API on this machine; none if nothing answers.
pub async fn local_models(http: &reqwest::Client, url: &str) -> Vec<String> {
    #[derive(Deserialize)]
    struct Models {
        data: Vec<Model>,
    }
    #[derive(Deserialize)]
    struct Model {
        id: String,
    }
    let ask = async {
        let response = http.get(format!("{url}/v1/models")).send().await.ok()?;
        response
            .error_for_status()
            .ok()?
            .json::<Models>()
            .await
            .ok()
    };
    let found = timeout(LOCAL_TIME, ask).await.ok().flatten();
    let models = found.map(|models| models.data).unwrap_or_default();
    models.into_iter().map(|model| model.id).collect()
}

/// Calls the provider, with retries. `answer` receives what arrives, and stays if the future is dropped; `progress`
/// receives each new text and the number of characters so far.
pub async fn ask(
    http: &reqwest::Client,
    endpoint: &Endpoint,
    call: &Call,
    answer: &mut Answer,
    progress: impl Fn(&str, usize),
) -> Result<(), Failure> {
    let mut attempt = 0;
    loop {
        let once = async {
            let response = begin(http, endpoint, call).await?;
            read(response, endpoint.provider, answer, &progress).await
        };
        let failure = match timeout(endpoint.time_limit, once).await {
            Ok(Ok(())) => {
                count(endpoint.provider, "answered".to_owned());
                return Ok(());
            }
            Ok(Err(failure)) => failure,
            Err(_) => Failure::TimedOut,
        };
        count(endpoint.provider, failure.name());
        // Provider and model only: neither keys nor prompts may reach the log.
        tracing::warn!(provider = %endpoint.provider, model = %call.model, attempt, failure = failure.name(), "no answer");
        let wait = if attempt < RETRIES && failure.is_passing() && answer.begun.is_none() {
            failure.wait(attempt)
        } else {
            None
        };
        let Some(wait) = wait else {
            return Err(failure);
        };
        sleep(wait).await;
        attempt += 1;
    }
}

fn count(provider: Provider, outcome: String) {
    let provider = provider.to_string();
    metrics::counter!("ai_requests_total", "provider" => provider, "outcome" => outcome)
        .increment(1);
}

/// Sends the request and checks the status.
async fn begin(
    http: &reqwest::Client,
    endpoint: &Endpoint,
    call: &Call,
) -> Result<Response, Failure> {
    let request: RequestBuilder = match endpoint.provider {
        Provider::OpenAi => openai::request(http, endpoint, call),
        Provider::Anthropic => anthropic::request(http, endpoint, call),
    };
    let request = request.header(trace::HEADER, trace::next());
    let response = request.send().await.map_err(|error| {
        // A failed connection cannot have started an answer. In any other case a retry could cost twice.
        if error.is_connect() {
            Failure::Unreachable
        } else {
            Failure::Interrupted
        }
    })?;
    if response.status().is_success() {
        return Ok(response);
    }
    let status = response.status().as_u16();
    let retry_after = response
        .headers()
        .get("retry-after")
        .and_then(|value| wait_asked(value.to_str().ok()?));
    let body = response.bytes().await.unwrap_or_default();
    let error = serde_json::from_slice::<ErrorBody>(&body)
        .unwrap_or_default()
        .error;
    Err(judge(status, retry_after, error))
}

/// The wait a provider asks for, in seconds. A value that is no duration, such as -1 or NaN, is ignored.
fn wait_asked(header: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(header.trim().parse().ok()?).ok()
}

/// The error body, of which both providers share the fields read here.
#[derive(Default, Deserialize)]
struct ErrorBody {
    #[serde(default)]
    error: ProviderError,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ProviderError {
    #[serde(rename = "type")]
    kind: Option<String>,
    code: Option<Value>,
    message: Option<String>,
}

fn judge(status: u16, retry_after: Option<Duration>, error: ProviderError) -> Failure {
    let is = |word: &str| {
        error.kind.as_deref() == Some(word) || error.code.as_ref().is_some_and(|code| code == word)
    };
    match status {
        401 => Failure::BadKey,
        403 => Failure::NotAllowed,
        404 => Failure::UnknownModel,
        402 => Failure::QuotaExhausted,
        429 if is("insufficient_quota") => Failure::QuotaExhausted,
        429 => Failure::RateLimited(retry_after),
        500.. => Failure::Overloaded(status),
        _ if is("model_not_found") => Failure::UnknownModel,
        _ => Failure::NotAccepted(
            status,
            error
                .message
                .unwrap_or_default()
                .chars()
                .take(300)
                .collect(),
        ),
    }
}

/// An error reported inside an answer that had begun.
pub fn judge_late(error: ProviderError) -> Failure {
    match error.kind.as_deref() {
        Some("overloaded_error" | "api_error" | "server_error") => Failure::Overloaded(529),
        Some("rate_limit_error") => Failure::RateLimited(None),
        _ => Failure::NotAccepted(
            200,
            error
                .message
                .unwrap_or_default()
                .chars()
                .take(300)
                .collect(),
        ),
    }
}

/// Reads the answer event by event. Failures here are never retried: the provider has begun to answer.
async fn read(
    response: Response,
    provider: Provider,
    answer: &mut Answer,
    progress: &impl Fn(&str, usize),
) -> Result<(), Failure> {
    let mut events = response.bytes_stream().eventsource();
    let mut characters = 0;
    while let Some(event) = events.next().await {
        let event = event.map_err(|_| Failure::Interrupted)?;
        let before = answer.text.len();
        let is_over = match provider {
            Provider::OpenAi => openai::read(&event.data, answer),
            Provider::Anthropic => anthropic::read(&event.data, answer),
        }
        .map_err(Failure::begun)?;
        if answer.bytes() > ANSWER_BYTES {
            return Err(Failure::TooLarge);
        }
        let added = answer.text.get(before..).unwrap_or_default();
        if answer.begun.is_none() && (!added.is_empty() || !answer.tool_calls.is_empty()) {
            answer.begun = Some(Instant::now());
        }
        if !added.is_empty() {
            characters += added.chars().count();
            progress(added, characters);
        }
        if is_over {
            return Ok(());
        }
    }
    // Some compatible servers omit the closing event; a finish reason is enough.
    if answer.finish.is_some() {
        Ok(())
    } else {
        Err(Failure::Interrupted)
    }
}

impl Failure {
    /// The same failure after the answer began, which is never retried.
    fn begun(self) -> Self {
        match self {
            Self::Overloaded(_) | Self::RateLimited(_) => Self::Interrupted,
            other => other,
        }
    }
}

impl Answer {
    /// The text of an answer that is whole: neither cut off nor refused nor empty.
    pub fn whole(&self, provider: Provider) -> Result<&str, Failure> {
        let is_empty = self.text.trim().is_empty();
        match self.finish {
            Some(Finish::Refused) => Err(Failure::Refused),
            Some(Finish::CutOff) => Err(Failure::CutOff),
            _ if is_empty && provider == Provider::Anthropic => Err(Failure::NotText),
            _ if is_empty => Err(Failure::Empty),
            _ => Ok(&self.text),
        }
    }
}

/// A failure with the context for its message.
pub struct FailureReport<'a> {
    pub failure: Failure,
    pub endpoint: &'a Endpoint,
    pub model: &'a str,
    /// The maximum number of tokens the answer could have had.
    pub max_tokens: u32,
    pub advice: Advice,
}

/// The advice if there is no usable answer, by the kind of request.
#[derive(Clone, Copy)]
pub struct Advice {
    /// If the token limit was reached.
    pub smaller: &'static str,
    /// If the provider declined to answer.
    pub other: &'static str,
}

impl fmt::Display for FailureReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.endpoint.provider.label();
        let model = self.model;
        let own = self.endpoint.own_key;
        match &self.failure {
            Failure::BadKey if own => write!(
                f,
                "{name} did not accept your API key. Check it under Settings, or remove it to use credits."
            ),
            Failure::BadKey => write!(
                f,
                "{name} did not accept this server's API key. Please tell the administrator, or use a key of your own."
            ),
            Failure::NotAllowed if own => write!(
                f,
                "{name} does not let your API key use {model}. Choose another model or check the key's permissions."
            ),
            Failure::NotAllowed => write!(
                f,
                "{name} does not let this server use {model}. Choose another model."
            ),
            Failure::UnknownModel => write!(
                f,
                "{name} does not know the model {model}. Choose another model."
            ),
            Failure::QuotaExhausted if own => write!(
                f,
                "Your {name} account has no quota left. Check its billing, or remove your key to use credits."
            ),
            Failure::QuotaExhausted => write!(
                f,
                "This server's {name} account has no quota left. Please tell the administrator, or use a key of your own."
            ),
            Failure::RateLimited(Some(wait)) => write!(
                f,
                "{name} is receiving too many requests. Please try again in {} seconds.",
                wait.as_secs().max(1)
            ),
            Failure::RateLimited(None) => write!(
                f,
                "{name} is receiving too many requests. Please try again in a minute."
            ),
            Failure::Overloaded(_) => write!(
                f,
                "{name} is overloaded or has a fault. Please try again in a minute, or choose another provider."
            ),
            Failure::NotAccepted(_, said) if said.is_empty() => write!(
                f,
                "{name} did not accept the request. Choose another model or a shorter text."
            ),
            Failure::NotAccepted(_, said) => write!(f, "{name} did not accept the request: {said}"),
            Failure::TimedOut => write!(
                f,
                "{name} did not answer in {} seconds. Please try again, or choose a faster model.",
                self.endpoint.time_limit.as_secs()
            ),
            Failure::Unreachable => write!(
                f,
                "{name} could not be reached. Please try again in a minute."
            ),
            Failure::Interrupted => write!(f, "{name}'s answer broke off. Please try again."),
            Failure::Unreadable => write!(
                f,
                "{name} answered with something that could not be read. Please try again."
            ),
            Failure::TooLarge => write!(
                f,
                "{name}'s answer was too large. Ask for something smaller."
            ),
            Failure::Empty => write!(f, "No content generated from {name}"),
            Failure::NotText => write!(f, "Unexpected response type from {name}"),
            Failure::Refused => write!(f, "{name} declined to write this. {}", self.advice.other),
            Failure::CutOff => write!(
                f,
                "The answer was cut off at {} tokens. {}",
                self.max_tokens, self.advice.smaller
            ),
            Failure::NotUsable(error) => write!(f, "{error}"),
        }
    }
}

/// The error for a provider that is not configured.
pub fn not_configured(provider: Provider) -> ApiError {
    let kind = ErrorKind::ProviderNotAvailable {
        provider: provider.to_string(),
    };
    let status = StatusCode::SERVICE_UNAVAILABLE;
    let mut error = ApiError::new(status, GENERATION_FAILED, kind.to_string());
    error.body.provider = Some(provider.as_str());
    error
}

impl FailureReport<'_> {
    pub fn into_error(self) -> ApiError {
        let mut error = ApiError::new(StatusCode::BAD_GATEWAY, GENERATION_FAILED, self.to_string());
        error.body.provider = Some(self.endpoint.provider.as_str());
        if let Failure::RateLimited(Some(wait)) = self.failure {
            error.retry_after = u32::try_from(wait.as_secs().max(1)).ok();
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn models_of_this_machine_are_found_where_they_answer() {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let http = client().unwrap();
        let serve = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            // Closing with an unread request would reset the connection.
            let read = stream.read(&mut [0; 4096]).await.unwrap();
            assert!(read > 0);
            let body = r#"{"object":"list","data":[{"id":"llama3.2"},{"id":"qwen3"}]}"#;
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
            let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
            stream.write_all(answer.as_bytes()).await.unwrap();
            stream.shutdown().await.unwrap();
        };
        let (models, ()) = tokio::join!(local_models(&http, &url), serve);
        assert_eq!(models, ["llama3.2", "qwen3"]);
        drop(listener);
        assert!(local_models(&http, &url).await.is_empty());
    }

    #[test]
    fn a_wait_that_is_no_span_of_time_says_nothing() {
        for (header, wait) in [
            ("33", Some(Duration::from_secs(33))),
            (" 0.5 ", Some(Duration::from_millis(500))),
            ("-1", None),
            ("NaN", None),
            ("inf", None),
            ("1e300", None),
            ("Wed, 21 Oct 2026 07:28:00 GMT", None),
        ] {
            assert_eq!(wait_asked(header), wait, "{header}");
        }
    }
}
