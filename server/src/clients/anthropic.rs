//! Anthropic's Messages API.

use prompt_core::generation::TEMPERATURE;
use reqwest::RequestBuilder;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::clients::ai::{Answer, Call, Failure, Finish, ProviderError, judge_late};
use crate::config::ai::Endpoint;

/// The API version.
const VERSION: &str = "2023-06-01";

/// The full names of models that the product lists by short names.
fn full_name(model: &str) -> &str {
    match model {
        "claude-3-opus" => "claude-3-opus-20240229",
        "claude-3-sonnet" => "claude-3-sonnet-20240229",
        "claude-3-haiku" => "claude-3-haiku-20240307",
        other => other,
    }
}

pub fn request(http: &reqwest::Client, endpoint: &Endpoint, call: &Call<'_>) -> RequestBuilder {
    let request = http
        .post(format!("{}/messages", endpoint.base_url))
        .header("anthropic-version", VERSION)
        .json(&body(call));
    match &endpoint.key {
        Some(key) => request.header("x-api-key", &key.0),
        None => request,
    }
}

fn body(call: &Call<'_>) -> Value {
    let mut body = json!({
        "model": full_name(call.model),
        "max_tokens": call.max_tokens,
        "system": call.system,
        "messages": [{ "role": "user", "content": call.user }],
        "stream": true,
    });
    // Later models reject the parameter.
    if call.model.starts_with("claude-3") {
        // Serialised as 0.7 and not as the binary float next to it.
        body["temperature"] = json!((f64::from(TEMPERATURE) * 10.0).round() / 10.0);
    }
    body
}

/// The events read here; others (`ping`, …) may come at any time.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    MessageStart {
        message: Start,
    },
    ContentBlockDelta {
        delta: Delta,
    },
    MessageDelta {
        delta: End,
        usage: Option<Usage>,
    },
    MessageStop,
    Error {
        error: ProviderError,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Start {
    usage: Option<Usage>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Delta {
    TextDelta {
        text: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct End {
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
}

impl Usage {
    /// Token counts are running totals; the last one applies.
    fn note(&self, answer: &mut Answer) {
        answer.input_tokens = self.input_tokens.unwrap_or(answer.input_tokens);
        answer.output_tokens = self.output_tokens.unwrap_or(answer.output_tokens);
    }
}

/// Parses one event of the answer; `true` if it was the last.
pub fn read(data: &str, answer: &mut Answer) -> Result<bool, Failure> {
    match serde_json::from_str(data).map_err(|_| Failure::Unreadable)? {
        Event::MessageStart {
            message: Start { usage: Some(usage) },
        } => usage.note(answer),
        Event::ContentBlockDelta {
            delta: Delta::TextDelta { text },
        } => answer.text.push_str(&text),
        Event::MessageDelta { delta, usage } => {
            if let Some(usage) = usage {
                usage.note(answer);
            }
            match delta.stop_reason.as_deref() {
                None => {}
                Some("max_tokens" | "model_context_window_exceeded") => {
                    answer.finish = Some(Finish::CutOff);
                }
                Some("refusal") => answer.finish = Some(Finish::Refused),
                Some(_) => answer.finish = Some(Finish::Complete),
            }
        }
        Event::MessageStop => return Ok(true),
        Event::Error { error } => return Err(judge_late(error)),
        Event::MessageStart { .. } | Event::ContentBlockDelta { .. } | Event::Other => {}
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_put_together_from_its_events() {
        let mut answer = Answer::default();
        for (data, over) in [
            (
                r#"{"type":"message_start","message":{"id":"m","usage":{"input_tokens":12,"output_tokens":1}}}"#,
                false,
            ),
            (
                r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
                false,
            ),
            (r#"{"type":"ping"}"#, false),
            (
                r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"{\"a\""}}"#,
                false,
            ),
            (
                r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}"#,
                false,
            ),
            (
                r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":":1}"}}"#,
                false,
            ),
            (
                r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":34}}"#,
                false,
            ),
            (r#"{"type":"message_stop"}"#, true),
        ] {
            assert_eq!(read(data, &mut answer), Ok(over), "{data}");
        }
        let expected = Answer {
            text: r#"{"a":1}"#.into(),
            input_tokens: 12,
            output_tokens: 34,
            finish: Some(Finish::Complete),
        };
        assert_eq!(answer, expected);
    }

    #[test]
    fn an_error_inside_the_answer_is_a_failure() {
        let overloaded =
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
        assert_eq!(
            read(overloaded, &mut Answer::default()),
            Err(Failure::Overloaded(529))
        );
    }

    #[test]
    fn short_names_become_full_ones_and_only_they_take_a_temperature() {
        for (model, name, temperature) in [
            ("claude-3-haiku", "claude-3-haiku-20240307", json!(0.7)),
            ("claude-sonnet-5", "claude-sonnet-5", Value::Null),
        ] {
            let body = body(&Call {
                model,
                system: "s",
                user: "u",
                max_tokens: 2048,
            });
            assert_eq!(
                (&body["model"], &body["temperature"]),
                (&json!(name), &temperature)
            );
        }
    }
}
