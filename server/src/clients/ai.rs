//! Talking to a provider: one call, its retries, its progress, and what can go wrong in words a person can act on.
//!
//! [`crate::clients::openai`] and [`crate::clients::anthropic`] hold what differs: the request, and how an event of the answer is read. Answers are always streamed, so that progress can be shown and a call can be stopped.

use std::fmt;
use std::time::Duration;

use eventsource_stream::Eventsource as _;
use futures_util::StreamExt as _;
use poem::http::StatusCode;
use prompt_core::ErrorKind;
use prompt_core::credits::Provider;
use reqwest::{RequestBuilder, Response};
use serde::Deserialize;
use tokio::time::{sleep, timeout};

use crate::clients::{anthropic, openai};
use crate::config::ai::Endpoint;
use crate::http::error::{ApiError, Result as ApiResult};

/// Retries after the first attempt.
const RETRIES: u32 = 2;
/// A provider that asks to wait longer than this is not waited for.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// The largest answer that is read: far beyond what the token limit allows.
const ANSWER_BYTES: usize = 1024 * 1024;

/// The code of every failure, as the specification has it; the sentence tells which.
const GENERATION_FAILED: &str = "GENERATION_FAILED";
/// How long a connection may take to be made.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// A question to a model.
pub struct Call<'a> {
    pub model: &'a str,
    pub system: &'a str,
    pub user: &'a str,
    /// How long the answer may be.
    pub max_tokens: u32,
}

/// The answer, as far as it was read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub finish: Option<Finish>,
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
    /// Status and, where it is safe to show, what the provider said.
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
    /// The text is not what was asked for; the core says how.
    NotUsable(prompt_core::Error),
}

impl Failure {
    /// The name for the log. The provider's own words may quote the question.
    fn name(&self) -> String {
        let debug = format!("{self:?}");
        debug
            .split(['(', ' '])
            .next()
            .unwrap_or_default()
            .to_owned()
    }

    /// Whether another attempt makes sense. Never once an answer began.
    fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::RateLimited(_) | Self::Overloaded(_) | Self::Unreachable
        )
    }

    /// How long to wait before the next attempt; `None` when that is too long.
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

/// The client for all calls. Redirects are not followed: they would carry a key to another place.
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

/// Asks until there is an answer or no more sense in asking. `progress` learns how many characters have arrived.
pub async fn ask(
    http: &reqwest::Client,
    endpoint: &Endpoint,
    call: &Call<'_>,
    progress: impl Fn(usize),
) -> Result<Answer, Failure> {
    let mut attempt = 0;
    loop {
        let once = async {
            let response = begin(http, endpoint, call).await?;
            read(response, endpoint.provider, &progress).await
        };
        let failure = match timeout(endpoint.time_limit, once).await {
            Ok(Ok(answer)) => return finish(answer, endpoint.provider),
            Ok(Err(failure)) => failure,
            Err(_) => Failure::TimedOut,
        };
        // Provider and model only: neither keys nor what was asked may reach the log.
        tracing::warn!(provider = %endpoint.provider, model = call.model, attempt, failure = failure.name(), "no answer");
        let wait = if attempt < RETRIES && failure.is_passing() {
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

/// Sends the request and looks at the status.
async fn begin(
    http: &reqwest::Client,
    endpoint: &Endpoint,
    call: &Call<'_>,
) -> Result<Response, Failure> {
    let request: RequestBuilder = match endpoint.provider {
        Provider::OpenAi => openai::request(http, endpoint, call),
        Provider::Anthropic => anthropic::request(http, endpoint, call),
    };
    let response = request.send().await.map_err(|error| {
        // Without a connection nobody can have begun to answer; else asking again could cost twice.
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

/// The wait a provider asks for in seconds. What is no span of time, as -1 or NaN, says nothing.
fn wait_asked(header: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(header.trim().parse().ok()?).ok()
}

/// The error body, which is the same for both providers as far as we look at it.
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
    code: Option<serde_json::Value>,
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

/// An error that arrives inside an answer that had begun.
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

/// Reads the answer event by event. Failures here are never retried: the provider has begun to write.
async fn read(
    response: Response,
    provider: Provider,
    progress: &impl Fn(usize),
) -> Result<Answer, Failure> {
    let mut answer = Answer::default();
    let mut events = response.bytes_stream().eventsource();
    let mut characters = 0;
    while let Some(event) = events.next().await {
        let event = event.map_err(|_| Failure::Interrupted)?;
        let before = answer.text.len();
        let is_over = match provider {
            Provider::OpenAi => openai::read(&event.data, &mut answer),
            Provider::Anthropic => anthropic::read(&event.data, &mut answer),
        }
        .map_err(Failure::begun)?;
        if answer.text.len() > ANSWER_BYTES {
            return Err(Failure::TooLarge);
        }
        if answer.text.len() > before {
            characters += answer
                .text
                .get(before..)
                .unwrap_or_default()
                .chars()
                .count();
            progress(characters);
        }
        if is_over {
            return Ok(answer);
        }
    }
    // Some compatible servers leave the closing event out; a finish reason is enough.
    if answer.finish.is_some() {
        Ok(answer)
    } else {
        Err(Failure::Interrupted)
    }
}

impl Failure {
    /// The same failure in an answer that had begun, which is never asked for again.
    fn begun(self) -> Self {
        match self {
            Self::Overloaded(_) | Self::RateLimited(_) => Self::Interrupted,
            other => other,
        }
    }
}

/// Whether what was answered is an answer.
fn finish(answer: Answer, provider: Provider) -> Result<Answer, Failure> {
    let is_empty = answer.text.trim().is_empty();
    match answer.finish {
        Some(Finish::Refused) => Err(Failure::Refused),
        Some(Finish::CutOff) => Err(Failure::CutOff),
        _ if is_empty && provider == Provider::Anthropic => Err(Failure::NotText),
        _ if is_empty => Err(Failure::Empty),
        _ => Ok(answer),
    }
}

/// A failure with what is needed to say it.
pub struct FailureReport<'a> {
    pub failure: Failure,
    pub endpoint: &'a Endpoint,
    pub model: &'a str,
    /// How long the answer might have been.
    pub max_tokens: u32,
    pub advice: Advice,
}

/// The advice when there is no usable answer, by the kind of question.
#[derive(Clone, Copy)]
pub struct Advice {
    /// When there was no room for it.
    pub smaller: &'static str,
    /// When the provider did not want to write it.
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

/// The error of a provider that nobody set up.
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
            error.retry_after = Some(wait.as_secs().max(1));
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
