//! Anthropic's Messages API.

use prompt_core::content::settings::Tool;
use prompt_core::render::{MessageContent, Role};
use prompt_core::runs;
use reqwest::RequestBuilder;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::clients::ai::{Answer, AnswerForm, Call, Failure, Finish, ProviderError, judge_late};
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

pub fn request(http: &reqwest::Client, endpoint: &Endpoint, call: &Call) -> RequestBuilder {
    let request = http
        .post(format!("{}/messages", endpoint.base_url))
        .header("anthropic-version", VERSION)
        .json(&body(call));
    match &endpoint.key {
        Some(key) => request.header("x-api-key", &key.0),
        None => request,
    }
}

fn body(call: &Call) -> Value {
    let (system, others): (Vec<_>, Vec<_>) = call
        .messages
        .iter()
        .partition(|message| message.role == Role::System);
    // Only messages of the user have images.
    let mut system: Vec<&str> = system
        .iter()
        .filter_map(|message| match &message.content {
            MessageContent::Text(text) => Some(text.as_str()),
            MessageContent::Parts(_) => None,
        })
        .collect();
    let mut messages: Vec<Value> = others
        .iter()
        .map(|message| json!({ "role": message.role, "content": message.content.anthropic() }))
        .collect();
    runs::trim_begun_answer(&mut messages);
    // A conversation needs a message of the user.
    if messages.is_empty() {
        messages.push(json!({ "role": Role::User, "content": system.join("\n\n") }));
        system.clear();
    }
    let schema = if let AnswerForm::Schema(schema) = &call.answer {
        format!(
            "Answer with a single JSON value and nothing else. It must match this JSON Schema:\n\n{}",
            json!(schema)
        )
    } else {
        String::new()
    };
    if !schema.is_empty() {
        system.push(&schema);
    }
    let mut body = json!({
        "model": full_name(&call.model),
        "max_tokens": call.max_tokens,
        "messages": messages,
        "stream": true,
    });
    if !system.is_empty() {
        body["system"] = json!(system.join("\n\n"));
    }
    if let Some(temperature) = &call.temperature {
        body["temperature"] = json!(temperature);
    }
    if !call.tools.is_empty() {
        body["tools"] = call.tools.iter().map(tool).collect();
    }
    body
}

fn tool(tool: &Tool) -> Value {
    let schema = if tool.parameters.is_empty() {
        json!({ "type": "object" })
    } else {
        json!(tool.parameters)
    };
    json!({ "name": tool.name, "description": tool.description, "input_schema": schema })
}

/// The events read here; others (`ping`, …) may come at any time.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    MessageStart {
        message: Start,
    },
    ContentBlockStart {
        index: u64,
        content_block: Block,
    },
    ContentBlockDelta {
        #[serde(default)]
        index: u64,
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
enum Block {
    ToolUse {
        name: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Delta {
    #[serde(rename = "text_delta")]
    Text { text: String },
    #[serde(rename = "input_json_delta")]
    InputJson { partial_json: String },
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
        Event::ContentBlockStart {
            index,
            content_block: Block::ToolUse { name },
        } => answer.add_call(index, Some(name), ""),
        Event::ContentBlockDelta {
            delta: Delta::Text { text },
            ..
        } => answer.text.push_str(&text),
        Event::ContentBlockDelta {
            index,
            delta: Delta::InputJson { partial_json },
        } => answer.add_call(index, None, &partial_json),
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
        Event::MessageStart { .. }
        | Event::ContentBlockStart { .. }
        | Event::ContentBlockDelta { .. }
        | Event::Other => {}
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use prompt_core::credits::Provider;
    use prompt_core::generation::AiConfig;
    use serde_json::Map;

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
            ..Answer::default()
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
            let ai = AiConfig {
                provider: Provider::Anthropic,
                model: model.into(),
                ..AiConfig::default()
            };
            let body = body(&Call::json(&ai, "s".into(), "u".into(), 2048));
            assert_eq!(
                (&body["model"], &body["temperature"]),
                (&json!(name), &temperature)
            );
        }
    }

    #[test]
    fn a_conversation_is_sent_with_its_schema_and_tools() {
        let ai = AiConfig::default();
        let mut call = Call::json(&ai, "s".into(), "u".into(), 10);
        call.answer = AnswerForm::Schema(Map::new());
        call.tools = vec![Tool {
            name: "find".into(),
            ..Tool::default()
        }];
        let sent = body(&call);
        let system = sent["system"].as_str().unwrap();
        assert!(
            system.starts_with("s\n\nAnswer with a single JSON value") && system.ends_with("{}")
        );
        assert_eq!(
            sent["tools"],
            json!([{ "name": "find", "description": "", "input_schema": { "type": "object" } }])
        );
        // A system message alone is asked by the user.
        call.messages.truncate(1);
        call.answer = AnswerForm::Text;
        let sent = body(&call);
        assert_eq!(
            sent["messages"],
            json!([{ "role": "user", "content": "s" }])
        );
        assert!(sent.get("system").is_none());
    }

    #[test]
    fn tool_calls_are_read_beside_the_text() {
        let mut answer = Answer::default();
        for data in [
            json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": "I look." } }),
            json!({ "type": "content_block_start", "index": 1, "content_block": { "type": "tool_use", "id": "t", "name": "find", "input": {} } }),
            json!({ "type": "content_block_delta", "index": 1, "delta": { "type": "input_json_delta", "partial_json": "{\"q\":" } }),
            json!({ "type": "content_block_delta", "index": 1, "delta": { "type": "input_json_delta", "partial_json": "1}" } }),
        ] {
            read(&data.to_string(), &mut answer).unwrap();
        }
        assert_eq!(answer.text, "I look.");
        let call = &answer.tool_calls[0];
        assert_eq!((&*call.name, &*call.arguments), ("find", r#"{"q":1}"#));
    }
}
