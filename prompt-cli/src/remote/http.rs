//! HTTP requests and responses: authorization, retries after `Retry-After`, and the mapping of errors to
//! failures.

use std::io::ErrorKind;
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Error};

use super::answers::ErrorBody;
use super::operations::{Method, Operation};
use super::{Address, Source, Token};
use crate::failure::Failure;
use crate::files;
use crate::terminal::one_line;

/// Limit on the total wait for retries. Beyond it the user decides.
const PATIENCE: Duration = Duration::from_mins(1);
const CONNECT: Duration = Duration::from_secs(10);
const WHOLE: Duration = Duration::from_mins(2);
/// Response size limit in bytes: the largest prompt plus its envelope. A page of a hundred summaries is
/// smaller.
const ANSWER_BYTES: u64 = 16 * 1024 * 1024;

/// A client for one server, with the token to send.
pub struct Server {
    address: Address,
    token: Option<(Token, Source)>,
    is_verbose: bool,
    agent: Agent,
}

/// A request for one operation of the API.
pub struct Request<'a> {
    pub operation: Operation,
    /// Values of the path parameters, in order.
    pub ids: Vec<String>,
    pub query: Vec<(&'a str, String)>,
    pub body: Option<Vec<u8>>,
    pub headers: Vec<(&'a str, String)>,
}

/// A response with any status.
pub struct Answer {
    operation: Operation,
    status: u16,
    body: Vec<u8>,
    retry_after: Option<Duration>,
    request_id: Option<String>,
    location: Option<String>,
}

impl Answer {
    /// Whether what was asked for does not exist.
    pub const fn is_not_found(&self) -> bool {
        self.status == 404
    }

    /// The error body of a 409 response.
    pub fn conflict(&self) -> Option<ErrorBody> {
        (self.status == 409)
            .then(|| serde_json::from_slice(&self.body).ok())
            .flatten()
    }
}

impl Server {
    pub fn new(address: Address, token: Option<(Token, Source)>, is_verbose: bool) -> Self {
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .build();
        let mut config = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            // Redirects are not followed, so the token is not sent to another host.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("promptcase/", env!("CARGO_PKG_VERSION")))
            .accept("application/json")
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(WHOLE));
        if address.is_here() {
            config = config.proxy(None);
        }
        Self {
            agent: config.build().into(),
            address,
            token,
            is_verbose,
        }
    }

    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// The source of the token.
    pub fn source(&self) -> Option<Source> {
        self.token.as_ref().map(|(_, source)| *source)
    }

    /// Sends a request and parses a success response.
    pub fn ask<T: DeserializeOwned>(&self, request: &Request<'_>) -> Result<T, Failure> {
        let answer = self.send(request)?;
        self.read(&answer)
    }

    /// Parses a success response, or returns the failure of an error response.
    pub fn read<T: DeserializeOwned>(&self, answer: &Answer) -> Result<T, Failure> {
        if !(200..300).contains(&answer.status) {
            return Err(self.failure(answer));
        }
        serde_json::from_slice(&answer.body)
            .map_err(|error| self.stranger(&format!("its answer cannot be read, {error}")))
    }

    /// Sends a message of the Model Context Protocol. The answer is another, or none to a notification.
    pub fn message(
        &self,
        body: Vec<u8>,
        headers: Vec<(&str, String)>,
    ) -> Result<Option<Value>, Failure> {
        let answer = self.send(&Request {
            operation: Operation {
                method: Method::Post,
                path: "/mcp",
            },
            ids: Vec::new(),
            query: Vec::new(),
            body: Some(body),
            headers,
        })?;
        match serde_json::from_slice::<Value>(&answer.body) {
            // The protocol's own errors come with statuses too.
            Ok(said) if said.get("jsonrpc").is_some() => Ok(Some(said)),
            _ if answer.status == 202 => Ok(None),
            _ if (200..300).contains(&answer.status) => {
                Err(self.stranger("it sent no message of the Model Context Protocol"))
            }
            _ => Err(self.failure(&answer)),
        }
    }

    /// Sends a request whose success has no body that matters.
    pub fn done(&self, request: &Request<'_>) -> Result<(), Failure> {
        let answer = self.send(request)?;
        if (200..300).contains(&answer.status) {
            Ok(())
        } else {
            Err(self.failure(&answer))
        }
    }

    /// Sends a request, and retries 429 and 503 responses after their `Retry-After` delay.
    pub fn send(&self, request: &Request<'_>) -> Result<Answer, Failure> {
        let mut left = PATIENCE;
        loop {
            let answer = self.send_once(request)?;
            let wait = match (answer.status, answer.retry_after) {
                (429 | 503, Some(wait)) if wait <= left => wait.max(Duration::from_secs(1)),
                _ => return Ok(answer),
            };
            left = left.saturating_sub(wait);
            files::note(&format!(
                "{} asks to come back in {} s: waiting",
                self.address,
                wait.as_secs()
            ));
            thread::sleep(wait);
        }
    }

    fn send_once(&self, request: &Request<'_>) -> Result<Answer, Failure> {
        let url = self.address.join(&request.operation.path(&request.ids));
        let started = Instant::now();
        if self.is_verbose {
            let query = request
                .query
                .iter()
                .map(|(name, value)| format!(" {name}={value}"));
            let query: String = query.collect();
            files::note(&one_line(&format!(
                "> {} {url}{query}",
                request.operation.method.as_str()
            )));
        }
        let answer = self
            .call(&url, request)
            .map_err(|error| self.unreached(&error))?;
        if self.is_verbose {
            files::note(&format!(
                "< {}, {} bytes, {} ms{}",
                answer.status,
                answer.body.len(),
                started.elapsed().as_millis(),
                answer
                    .request_id
                    .as_deref()
                    .map_or_else(String::new, |id| format!(", request {}", one_line(id)))
            ));
        }
        Ok(answer)
    }

    fn call(&self, url: &str, request: &Request<'_>) -> Result<Answer, Error> {
        let mut answer = match request.operation.method {
            Method::Get | Method::Delete => {
                let mut get = if request.operation.method == Method::Get {
                    self.agent.get(url)
                } else {
                    self.agent.delete(url)
                };
                for (name, value) in &request.query {
                    get = get.query(*name, value);
                }
                if let Some((token, _)) = &self.token {
                    get = get.header("authorization", token.header());
                }
                get.call()
            }
            method => {
                let mut send = match method {
                    Method::Put => self.agent.put(url),
                    Method::Patch => self.agent.patch(url),
                    _ => self.agent.post(url),
                }
                .header("content-type", "application/json");
                for (name, value) in &request.headers {
                    send = send.header(*name, value);
                }
                if let Some((token, _)) = &self.token {
                    send = send.header("authorization", token.header());
                }
                send.send(request.body.as_deref().unwrap_or_default())
            }
        }?;
        let header = |name: &str| {
            let value = answer.headers().get(name)?;
            value.to_str().ok().map(str::to_owned)
        };
        let seconds = header("retry-after").and_then(|seconds| seconds.parse().ok());
        Ok(Answer {
            operation: request.operation,
            status: answer.status().as_u16(),
            retry_after: seconds.map(Duration::from_secs),
            request_id: header("x-request-id"),
            location: header("location"),
            body: answer
                .body_mut()
                .with_config()
                .limit(ANSWER_BYTES)
                .read_to_vec()?,
        })
    }

    /// The failure for a request without a response.
    fn unreached(&self, error: &Error) -> Failure {
        let address = &self.address;
        let cause = match error {
            Error::Io(error) => error.to_string(),
            error => error.to_string(),
        };
        let cause = one_line(&cause);
        let is_tls = matches!(error, Error::Tls(_) | Error::Rustls(_))
            || matches!(error, Error::Io(error) if error.kind() == ErrorKind::InvalidData);
        if is_tls && cause.contains("certificate") {
            return Failure::server(
                format!("{address} cannot be trusted: {cause}"),
                "check the address; an authority of your own is added to what the machine trusts, or named in SSL_CERT_FILE",
            )
            .for_all();
        }
        let hint = match error {
            _ if is_tls => "check the address: who answers there does not speak https",
            Error::Timeout(_) => "check the network",
            _ => "check the address, that the server runs, and the network",
        };
        Failure::server(
            format!("{address} cannot be reached: {cause}"),
            format!("{hint}; the command can be repeated"),
        )
        .for_all()
    }

    /// The failure for an error response.
    pub fn failure(&self, answer: &Answer) -> Failure {
        if let (300..400, Some(location)) = (answer.status, &answer.location) {
            return Failure::server(
                format!("{} sends on to {}", self.address, one_line(location)),
                "name that server with --server, or sign in to it",
            )
            .for_all();
        }
        let Ok(body) = serde_json::from_slice::<ErrorBody>(&answer.body) else {
            return self.stranger(&format!("its answer is {}", answer.status));
        };
        let message = one_line(&body.message);
        let failure = Failure::server(message, self.hint(answer, &body));
        match answer.status {
            // Caused by the token or by server load, so every other request would fail too.
            401 | 403 | 429 | 503 => failure.for_all(),
            _ => failure,
        }
    }

    fn hint(&self, answer: &Answer, body: &ErrorBody) -> String {
        let sign_in = match self.source() {
            Some(Source::Environment) => "set PROMPTCASE_TOKEN to another",
            Some(Source::SignIn) | None => "sign in with promptcase login",
        };
        match (answer.status, body.code.as_str()) {
            (401, _) if self.token.is_none() => format!("{sign_in}, or set PROMPTCASE_TOKEN"),
            (401, _) => format!(
                "it may have been revoked or have ended: {sign_in}; tokens are made under Settings, Account"
            ),
            (403, "insufficient_scope") => {
                format!("make a token that may write, under Settings, Account, and {sign_in}")
            }
            (403, "plan_required") => {
                "tokens come with Pro and Max; yours works again when the plan is back".to_owned()
            }
            (404, _) if self.token.is_none() => {
                format!("what is private is seen only by its owner: {sign_in}")
            }
            (404, _) if answer.operation.path.contains("{version}") => {
                "see promptcase history for the numbers that there are".to_owned()
            }
            (404, _) if answer.operation.method == Method::Put => {
                "it was deleted, or is somebody else's: push --new makes one of your own".to_owned()
            }
            (404, _) => {
                "see promptcase list; what is private to somebody else is not found".to_owned()
            }
            (409, _) => "somebody was first: look at what stands there now, and repeat the command"
                .to_owned(),
            (429 | 503, _) => answer.retry_after.map_or_else(
                || "try again later".to_owned(),
                |wait| format!("try again in {} s", wait.as_secs()),
            ),
            (500.., _) => answer.request_id.as_deref().map_or_else(
                || "try again".to_owned(),
                |id| {
                    format!(
                        "try again; the server's log has the cause under {}",
                        one_line(id)
                    )
                },
            ),
            _ => body.field.as_deref().map_or_else(
                || "see the command's --help".to_owned(),
                |field| format!("look at {}", one_line(field)),
            ),
        }
    }

    /// The failure for a response that is not Promptcase's.
    fn stranger(&self, how: &str) -> Failure {
        Failure::server(
            format!(
                "{} does not answer as Promptcase does: {}",
                self.address,
                one_line(how)
            ),
            "check the address of the server, and that this program is as new as the server",
        )
        .for_all()
    }
}
