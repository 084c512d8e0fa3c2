//! OpenAI's chat completions API, which many other servers implement too.

use prompt_core::generation::{TEMPERATURE, is_reasoning_model};
use reqwest::RequestBuilder;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::clients::ai::{Answer, Call, Failure, Finish, ProviderError, judge_late};
use crate::config::ai::Endpoint;

/// Tokens a reasoning model may use for thinking, in addition to its answer.
const THINKING_TOKENS: u32 = 8192;

pub fn request(http: &reqwest::Client, endpoint: &Endpoint, call: &Call<'_>) -> RequestBuilder {
    let request = http
        .post(format!("{}/chat/completions", endpoint.base_url))
        .json(&body(call));
    match &endpoint.key {
        Some(key) => request.bearer_auth(&key.0),
        None => request,
    }
}

fn body(call: &Call<'_>) -> Value {
    let mut body = json!({
        "model": call.model,
        "messages": [
            { "role": "system", "content": call.system },
            { "role": "user", "content": call.user },
        ],
        "response_format": { "type": "json_object" },
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    if is_reasoning_model(call.model) {
        body["max_completion_tokens"] = json!(call.max_tokens + THINKING_TOKENS);
    } else {
        body["max_tokens"] = json!(call.max_tokens);
        // Serialised as 0.7 and not as the binary float next to it.
        body["temperature"] = json!((f64::from(TEMPERATURE) * 10.0).round() / 10.0);
    }
    body
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Usage>,
    error: Option<ProviderError>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    delta: Delta,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Delta {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
}

/// Parses one event of the answer; `true` if it was the last.
pub fn read(data: &str, answer: &mut Answer) -> Result<bool, Failure> {
    if data == "[DONE]" {
        return Ok(true);
    }
    let chunk: Chunk = serde_json::from_str(data).map_err(|_| Failure::Unreadable)?;
    if let Some(error) = chunk.error {
        return Err(judge_late(error));
    }
    if let Some(usage) = chunk.usage {
        answer.input_tokens = usage.prompt_tokens;
        answer.output_tokens = usage.completion_tokens;
    }
    let Some(choice) = chunk.choices.into_iter().next() else {
        return Ok(false);
    };
    answer
        .text
        .push_str(choice.delta.content.as_deref().unwrap_or_default());
    if choice
        .delta
        .refusal
        .is_some_and(|refusal| !refusal.is_empty())
    {
        answer.finish = Some(Finish::Refused);
    }
    match choice.finish_reason.as_deref() {
        None => {}
        Some("length") => answer.finish = Some(Finish::CutOff),
        Some("content_filter") => answer.finish = Some(Finish::Refused),
        Some(_) => answer.finish = answer.finish.or(Some(Finish::Complete)),
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_models_get_their_own_limit_and_no_temperature() {
        let body_of = |model| {
            body(&Call {
                model,
                system: "Answer in JSON.",
                user: "A poem",
                max_tokens: 2048,
            })
        };
        let plain = body_of("gpt-4o-mini");
        assert_eq!(
            (&plain["max_tokens"], &plain["temperature"]),
            (&json!(2048), &json!(0.7))
        );
        assert!(plain.get("max_completion_tokens").is_none());
        let reasoning = body_of("o3-mini");
        assert_eq!(reasoning["max_completion_tokens"], json!(10_240));
        assert!(reasoning.get("temperature").is_none() && reasoning.get("max_tokens").is_none());
    }

    #[test]
    fn an_answer_is_put_together_from_its_events() {
        let mut answer = Answer::default();
        for (data, over) in [
            (
                r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}"#,
                false,
            ),
            (
                r#"{"choices":[{"index":0,"delta":{"content":"{\"a\""},"finish_reason":null}],"usage":null}"#,
                false,
            ),
            (
                r#"{"choices":[{"index":0,"delta":{"content":":1}"},"finish_reason":null}]}"#,
                false,
            ),
            (
                r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
                false,
            ),
            (
                r#"{"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":34,"total_tokens":46}}"#,
                false,
            ),
            ("[DONE]", true),
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
    fn the_reason_for_an_early_end_is_kept() {
        for (data, finish) in [
            (
                r#"{"choices":[{"delta":{},"finish_reason":"length"}]}"#,
                Finish::CutOff,
            ),
            (
                r#"{"choices":[{"delta":{},"finish_reason":"content_filter"}]}"#,
                Finish::Refused,
            ),
            (
                r#"{"choices":[{"delta":{"refusal":"I will not"},"finish_reason":"stop"}]}"#,
                Finish::Refused,
            ),
        ] {
            let mut answer = Answer::default();
            read(data, &mut answer).unwrap();
            assert_eq!(answer.finish, Some(finish), "{data}");
        }
        assert_eq!(
            read("<html>", &mut Answer::default()),
            Err(Failure::Unreadable)
        );
    }
}
