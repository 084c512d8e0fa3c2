//! Asking a provider for an answer, with the settings that the server takes from its environment, too.

use std::time::Duration;

use prompt_core::checks::CheckResult;
use prompt_core::checks::judge::{Judgement, TOKENS};
use prompt_core::content::settings::Settings;
use prompt_core::credits::Provider as Kind;
use prompt_core::generation::is_reasoning_model;
use prompt_core::render::{MessageContent, Rendered, Role};
use prompt_core::runs::{answer_tokens, trim_begun_answer};
use serde_json::{Value, json};
use ureq::Agent;
use ureq::tls::{RootCerts, TlsConfig};

use crate::failure::Failure;
use crate::remote::environment;
use crate::terminal::one_line;

const WHOLE: Duration = Duration::from_mins(3);
const ANSWER_BYTES: u64 = 16 * 1024 * 1024;
/// Tokens a reasoning model may use for thinking, in addition to its answer.
const THINKING_TOKENS: u32 = 8192;
/// The version of Anthropic's API.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// A provider with its address and key.
pub struct Provider {
    kind: Kind,
    base_url: String,
    key: Option<String>,
    agent: Agent,
}

impl Provider {
    /// The provider as the environment names it.
    pub fn of_environment(kind: Kind) -> Result<Self, Failure> {
        let (key, base, usual) = match kind {
            Kind::OpenAi => (
                "OPENAI_API_KEY",
                "OPENAI_BASE_URL",
                "https://api.openai.com/v1",
            ),
            Kind::Anthropic => (
                "ANTHROPIC_API_KEY",
                "ANTHROPIC_BASE_URL",
                "https://api.anthropic.com/v1",
            ),
        };
        let (secret, base_url) = (environment(key), environment(base));
        if secret.is_none() && base_url.is_none() {
            return Err(Failure::server(
                format!("there is no key for {}", kind.label()),
                format!("set {key}, or {base} for a server of your own"),
            ));
        }
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            // The key is sent to no other host.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("promptcase/", env!("CARGO_PKG_VERSION")))
            .timeout_global(Some(WHOLE));
        Ok(Self {
            kind,
            base_url: base_url.unwrap_or_else(|| usual.to_owned()),
            key: secret,
            agent: config.build().into(),
        })
    }

    /// What a model answers to a rendered prompt.
    pub fn ask(&self, model: &str, rendered: &Rendered) -> Result<String, Failure> {
        let messages: Vec<_> = messages(rendered).collect();
        self.send(model, messages, &rendered.settings)
    }

    /// What a model says to the questions about an answer.
    pub fn judge(&self, model: &str, judgement: &Judgement) -> Result<Vec<CheckResult>, Failure> {
        let messages = vec![
            (
                Role::System,
                MessageContent::Text(judgement.system.to_owned()),
            ),
            (Role::User, MessageContent::Text(judgement.user.clone())),
        ];
        let settings = Settings {
            max_tokens: Some(TOKENS),
            ..Settings::default()
        };
        let answer = self.send(model, messages, &settings)?;
        judgement.read(&answer).map_err(|error| {
            let hint = "try again, or ask the question in other words";
            Failure::server(format!("the judge: {error}"), hint)
        })
    }

    fn send(
        &self,
        model: &str,
        messages: Vec<(Role, MessageContent)>,
        settings: &Settings,
    ) -> Result<String, Failure> {
        let (path, body) = match self.kind {
            Kind::OpenAi => ("chat/completions", openai(model, messages, settings)),
            Kind::Anthropic => ("messages", anthropic(model, messages, settings)),
        };
        let url = format!("{}/{path}", self.base_url.trim_end_matches('/'));
        let mut request = self
            .agent
            .post(&url)
            .header("content-type", "application/json");
        match (self.kind, &self.key) {
            (Kind::OpenAi, Some(key)) => {
                request = request.header("authorization", format!("Bearer {key}"));
            }
            (Kind::Anthropic, key) => {
                request = request.header("anthropic-version", ANTHROPIC_VERSION);
                if let Some(key) = key {
                    request = request.header("x-api-key", key);
                }
            }
            (Kind::OpenAi, None) => {}
        }
        let failed = |told: &str| {
            Failure::server(
                format!("{} did not answer: {}", self.kind.label(), one_line(told)),
                "check the model, the key and the address; the command can be repeated",
            )
        };
        let answer = request.send(body.to_string().as_bytes());
        let mut answer = answer.map_err(|error| failed(&error.to_string()))?;
        let status = answer.status().as_u16();
        let body = answer.body_mut().with_config().limit(ANSWER_BYTES);
        let body = body
            .read_to_vec()
            .map_err(|error| failed(&error.to_string()))?;
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        if !(200..300).contains(&status) {
            let told = body["error"]["message"].as_str().unwrap_or_default();
            let failure = failed(&format!("{status} {told}"));
            // The key or the account, which every other request would fail for, too.
            return Err(match status {
                401..=403 => failure.for_all(),
                _ => failure,
            });
        }
        Ok(self.text(&body))
    }

    /// The text of an answer; empty if there is none, as for a call of a tool.
    fn text(&self, body: &Value) -> String {
        match self.kind {
            Kind::OpenAi => {
                let text = body["choices"][0]["message"]["content"].as_str();
                text.unwrap_or_default().to_owned()
            }
            Kind::Anthropic => {
                let blocks = body["content"].as_array().map_or(&[][..], Vec::as_slice);
                let texts = blocks.iter().filter_map(|block| block["text"].as_str());
                texts.collect()
            }
        }
    }
}

fn messages(rendered: &Rendered) -> impl Iterator<Item = (Role, MessageContent)> + '_ {
    let messages = rendered.messages.iter();
    let messages = messages.map(|message| (message.role, message.content()));
    // Providers reject a message without text.
    messages.filter(|(_, content)| !content.is_blank())
}

fn openai(model: &str, messages: Vec<(Role, MessageContent)>, settings: &Settings) -> Value {
    let messages = messages.into_iter();
    let messages = messages.map(|(role, content)| json!({ "role": role, "content": content }));
    let mut body = json!({ "model": model, "messages": messages.collect::<Vec<_>>() });
    if let Some(schema) = &settings.response_schema {
        let schema = json!({ "name": "answer", "schema": schema });
        body["response_format"] = json!({ "type": "json_schema", "json_schema": schema });
    }
    if !settings.tools.is_empty() {
        let tools = settings.tools.iter();
        let tools = tools.map(|tool| json!({ "type": "function", "function": tool }));
        body["tools"] = tools.collect();
    }
    let tokens = answer_tokens(settings, model);
    if is_reasoning_model(model) {
        body["max_completion_tokens"] = json!(tokens + THINKING_TOKENS);
    } else {
        body["max_tokens"] = json!(tokens);
        if let Some(temperature) = &settings.temperature {
            body["temperature"] = json!(temperature);
        }
    }
    body
}

fn anthropic(model: &str, messages: Vec<(Role, MessageContent)>, settings: &Settings) -> Value {
    let (system, others): (Vec<_>, Vec<_>) = messages
        .into_iter()
        .partition(|(role, _)| *role == Role::System);
    // Only messages of the user have images.
    let mut system: Vec<String> = system
        .into_iter()
        .filter_map(|(_, content)| match content {
            MessageContent::Text(text) => Some(text),
            MessageContent::Parts(_) => None,
        })
        .collect();
    let mut messages: Vec<_> = others
        .into_iter()
        .map(|(role, content)| json!({ "role": role, "content": content.anthropic() }))
        .collect();
    trim_begun_answer(&mut messages);
    // A conversation needs a message of the user.
    if messages.is_empty() {
        messages.push(json!({ "role": Role::User, "content": system.join("\n\n") }));
        system.clear();
    }
    if let Some(schema) = &settings.response_schema {
        system.push(format!(
            "Answer with a single JSON value and nothing else. It must match this JSON Schema:\n\n{}",
            json!(schema)
        ));
    }
    let mut body = json!({
        "model": model, "max_tokens": answer_tokens(settings, model), "messages": messages,
    });
    if !system.is_empty() {
        body["system"] = json!(system.join("\n\n"));
    }
    if let Some(temperature) = &settings.temperature {
        body["temperature"] = json!(temperature);
    }
    if !settings.tools.is_empty() {
        let tools = settings.tools.iter().map(|tool| {
            let mut schema = tool.parameters.clone();
            if schema.is_empty() {
                schema.insert("type".to_owned(), json!("object"));
            }
            json!({ "name": tool.name, "description": tool.description, "input_schema": schema })
        });
        body["tools"] = tools.collect();
    }
    body
}

#[cfg(test)]
mod tests {
    use prompt_core::content::settings::Tool;

    use super::*;

    #[test]
    fn tools_are_sent() {
        let name = "find".to_owned();
        let tool = Tool {
            name,
            ..Tool::default()
        };
        let settings = Settings {
            tools: vec![tool],
            ..Settings::default()
        };
        let messages = || vec![(Role::User, MessageContent::Text("Hi".to_owned()))];
        let sent = openai("gpt-4o-mini", messages(), &settings);
        assert_eq!(sent["tools"][0]["type"], "function");
        assert_eq!(sent["tools"][0]["function"]["name"], "find");
        let sent = anthropic("claude-3-haiku", messages(), &settings);
        let schema = json!({ "type": "object" });
        assert_eq!(
            sent["tools"],
            json!([{ "name": "find", "description": "", "input_schema": schema }])
        );
        let sent = anthropic("claude-3-haiku", messages(), &Settings::default());
        assert!(sent.get("tools").is_none());
    }
}
