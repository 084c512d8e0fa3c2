//! OpenAI's chat completions API, which many other servers implement too.

use prompt_core::generation::is_reasoning_model;
use reqwest::RequestBuilder;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::clients::ai::{Answer, AnswerForm, Call, Failure, Finish, ProviderError, judge_late};
use crate::config::ai::Endpoint;

/// Tokens a reasoning model may use for thinking, in addition to its answer.
const THINKING_TOKENS: u32 = 8192;

pub fn request(http: &reqwest::Client, endpoint: &Endpoint, call: &Call) -> RequestBuilder {
    let request = http
        .post(format!("{}/chat/completions", endpoint.base_url))
        .json(&body(call));
    match &endpoint.key {
        Some(key) => request.bearer_auth(&key.0),
        None => request,
    }
}

fn body(call: &Call) -> Value {
    let messages: Value = call
        .messages
        .iter()
        .map(|message| json!({ "role": message.role, "content": message.content }))
        .collect();
    let mut body = json!({
        "model": call.model,
        "messages": messages,
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    match &call.answer {
        AnswerForm::Text => {}
        AnswerForm::Json => body["response_format"] = json!({ "type": "json_object" }),
        AnswerForm::Schema(schema) => {
            let schema = json!({ "name": "answer", "schema": schema });
            body["response_format"] = json!({ "type": "json_schema", "json_schema": schema });
        }
    }
    if !call.tools.is_empty() {
        let tools = call.tools.iter();
        body["tools"] = tools
            .map(|tool| json!({ "type": "function", "function": tool }))
            .collect();
    }
    if is_reasoning_model(&call.model) {
        body["max_completion_tokens"] = json!(call.max_tokens + THINKING_TOKENS);
    } else {
        body["max_tokens"] = json!(call.max_tokens);
        if let Some(temperature) = &call.temperature {
            body["temperature"] = json!(temperature);
        }
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
    tool_calls: Option<Vec<CallPart>>,
}

#[derive(Deserialize)]
struct CallPart {
    #[serde(default)]
    index: u64,
    #[serde(default)]
    function: FunctionPart,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FunctionPart {
    name: Option<String>,
    arguments: Option<String>,
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
    for CallPart { index, function } in choice.delta.tool_calls.into_iter().flatten() {
        let arguments = function.arguments.unwrap_or_default();
        answer.add_call(index, function.name, &arguments);
    }
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
    use prompt_core::content::settings::Tool;
    use prompt_core::generation::AiConfig;

    use super::*;

    #[test]
    fn reasoning_models_get_their_own_limit_and_no_temperature() {
        let body_of = |model: &str| {
            let ai = AiConfig {
                model: model.into(),
                ..AiConfig::default()
            };
            let mut call = Call::json(&ai, "Answer in JSON.".into(), "A poem".into(), 2048);
            let generated = body(&call);
            // A prompt's own temperature is not sent either.
            call.temperature = Some(1.into());
            assert_eq!(
                body(&call).get("temperature").is_some(),
                generated.get("temperature").is_some()
            );
            generated
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
    fn a_conversation_is_sent_with_its_schema_and_tools() {
        let schema = json!({ "type": "object" });
        let mut call = Call::json(&AiConfig::default(), "s".into(), "u".into(), 10);
        call.answer = AnswerForm::Schema(schema.as_object().cloned().unwrap());
        call.tools = vec![Tool {
            name: "find".into(),
            description: "Finds.".into(),
            parameters: schema.as_object().cloned().unwrap(),
        }];
        let body = body(&call);
        assert_eq!(
            body["messages"],
            json!([{ "role": "system", "content": "s" }, { "role": "user", "content": "u" }])
        );
        assert_eq!(
            body["response_format"]["json_schema"],
            json!({ "name": "answer", "schema": schema })
        );
        let function = json!({ "name": "find", "description": "Finds.", "parameters": schema });
        assert_eq!(
            body["tools"],
            json!([{ "type": "function", "function": function }])
        );
        call.answer = AnswerForm::Text;
        assert!(self::body(&call).get("response_format").is_none());
    }

    #[test]
    fn tool_calls_are_put_together_by_their_index() {
        let mut answer = Answer::default();
        for part in [
            json!({ "index": 0, "id": "a", "function": { "name": "find", "arguments": "" } }),
            json!({ "index": 0, "function": { "arguments": "{\"q\":" } }),
            json!({ "index": 1, "id": "b", "function": { "name": "open", "arguments": "{}" } }),
            json!({ "index": 0, "function": { "arguments": "1}" } }),
        ] {
            let chunk = json!({ "choices": [{ "delta": { "tool_calls": [part] } }] });
            read(&chunk.to_string(), &mut answer).unwrap();
        }
        let calls: Vec<_> = answer
            .tool_calls
            .iter()
            .map(|call| (&*call.name, &*call.arguments))
            .collect();
        assert_eq!(calls, [("find", r#"{"q":1}"#), ("open", "{}")]);
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
            ..Answer::default()
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
