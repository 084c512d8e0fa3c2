//! Runs a prompt: what may be sent to a model, and the price.

use serde_json::Value;

use crate::content::settings::Settings;
use crate::credits::{Cost, MODELS, Provider, cost};
use crate::render::{IMAGE_TOKENS, ProblemKind, Rendered, RenderedMessage, Values};
use crate::text::{TextCounts, is_blank, json_bytes};
use crate::{Complexity, Error, ErrorKind};

/// The name of the feature in the price list.
pub const FEATURE: &str = "prompt_run";
/// The name of judging the answer of a run, which has the price of a run.
pub const JUDGE_FEATURE: &str = "prompt_judgement";
/// The names of both.
pub const FEATURES: [&str; 2] = [FEATURE, JUDGE_FEATURE];
/// The maximum number of tokens of an answer, unless the prompt says another one.
pub const ANSWER_TOKENS: u32 = 4_096;
/// The maximum number of tokens of an answer that a prompt may ask for.
pub const MAX_ANSWER_TOKENS: u32 = 32_768;
/// The maximum number of characters of all messages.
pub const INPUT_CHARS: usize = 1_000_000;
/// The maximum size of the values in bytes of JSON.
pub const VALUES_BYTES: usize = 1024 * 1024;
/// The runs of a prompt that are kept. Pinned ones are kept beside them.
pub const KEPT: usize = 500;
/// The runs of the tests of a prompt that are kept beside the others.
pub const TEST_RUNS_KEPT: usize = 1_000;

/// The number of characters that a model gets, which determines the price: the messages, the schema of the answer and
/// the tools. `settings` are those that are stored, as JSON.
pub fn length(rendered: &Rendered, settings: &Value) -> usize {
    let pieces = rendered.messages.iter().flat_map(|message| &message.pieces);
    let text: usize = pieces.map(|piece| piece.text.chars().count()).sum();
    let sent = ["response_schema", "tools"].iter();
    let sent = sent.filter_map(|key| settings.get(key).filter(|value| !value.is_null()));
    // Four characters make about one token.
    text + images(rendered) * IMAGE_TOKENS * 4 + sent.map(json_bytes).sum::<usize>()
}

/// The estimated tokens of a rendered prompt with its images, which its token budget is for.
pub fn tokens(rendered: &Rendered) -> usize {
    TextCounts::of(&rendered.text()).tokens + images(rendered) * IMAGE_TOKENS
}

fn images(rendered: &Rendered) -> usize {
    let messages = rendered.messages.iter();
    messages.map(RenderedMessage::images).sum()
}

/// Checks whether a rendered prompt can be sent to a model.
///
/// # Errors
///
/// Returns an error if there is no text, a variable has no value, the settings cannot be used, or something is too long.
pub fn check(rendered: &Rendered, settings: &Value, values: &Values) -> Result<(), Error> {
    let mut messages = rendered.messages.iter();
    if messages.all(|message| is_blank(&message.text())) {
        return Err(ErrorKind::Required {
            what: "Some text in the prompt",
        }
        .at("content"));
    }
    let missing = rendered
        .problems
        .iter()
        .filter(|problem| problem.kind == ProblemKind::MissingValue);
    let missing: Vec<_> = missing.map(|problem| &*problem.name).collect();
    if !missing.is_empty() {
        let names = missing.join(", ");
        return Err(ErrorKind::MissingValues { names }.at("values"));
    }
    if let Some(error) = Settings::read(settings).unusable().into_iter().next() {
        return Err(error);
    }
    let actual = length(rendered, settings);
    if actual > INPUT_CHARS {
        return Err(ErrorKind::TooLong {
            what: "The rendered prompt with its schema and tools",
            limit: INPUT_CHARS,
            actual,
        }
        .at("content"));
    }
    let actual = json_bytes(values);
    if actual > VALUES_BYTES {
        return Err(ErrorKind::ValuesTooLarge {
            limit: VALUES_BYTES,
            actual,
        }
        .at("values"));
    }
    Ok(())
}

/// The maximum number of tokens of an answer of a model.
pub fn answer_tokens(settings: &Settings, model: &str) -> u32 {
    let asked = settings.max_tokens.unwrap_or(ANSWER_TOKENS);
    let known = MODELS.iter().find(|known| known.name == model);
    let most = known.map_or(MAX_ANSWER_TOKENS, |known| known.output_tokens);
    asked.clamp(1, most.min(MAX_ANSWER_TOKENS))
}

/// Removes the blanks at the end of an answer that the messages begin: Anthropic refuses them.
pub fn trim_begun_answer(messages: &mut [Value]) {
    if let Some(last) = messages.last_mut()
        && last["role"] == "assistant"
        && let Value::String(text) = &mut last["content"]
    {
        text.truncate(text.trim_end().len());
    }
}

/// The model of a provider that answers without a choice: the one that the prompt names, unless it is another provider's.
pub fn model_of(provider: Provider, named: Option<&str>) -> &str {
    let is_of_another = |name: &str| {
        let mut known = MODELS.iter();
        known.any(|known| known.name == name && known.provider != provider)
    };
    let default = match provider {
        Provider::OpenAi => "gpt-4o-mini",
        Provider::Anthropic => "claude-3-haiku",
    };
    named.filter(|name| !is_of_another(name)).unwrap_or(default)
}

/// The price of a run. The browser shows it before the run, and the server charges it.
///
/// # Errors
///
/// Returns an error if the feature has no price.
pub fn price(
    complexity: Complexity,
    provider: &str,
    model: &str,
    chars: usize,
) -> Result<Cost, Error> {
    cost(FEATURE, provider, model, complexity, chars)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::render::render;
    use crate::{Prompt, Segment};

    fn rendered(text: &str, values: &Value) -> (Rendered, Values) {
        let mut prompt = Prompt::default();
        let content = text.to_owned();
        prompt.content.segments = vec![Segment {
            content,
            ..Segment::default()
        }];
        let values = values.as_object().cloned().unwrap_or_default();
        (render(&prompt, &values, &()), values)
    }

    #[test]
    fn what_cannot_be_sent_is_told() {
        let told = |text: &str, values: Value| {
            let (rendered, values) = rendered(text, &values);
            let error = check(&rendered, &Value::Null, &values).err()?;
            Some((error.code(), error.field().map(str::to_owned)))
        };
        let at = |field: &str| Some(field.to_owned());
        assert_eq!(told("Hi {{a}}", json!({ "a": "b" })), None);
        assert_eq!(told(" ", json!({})), Some(("required", at("content"))));
        assert_eq!(
            told("{{a}} {{b}}", json!({ "a": 1 })),
            Some(("missing_values", at("values")))
        );
        let long = "x".repeat(INPUT_CHARS + 1);
        assert_eq!(told(&long, json!({})), Some(("too_long", at("content"))));
        let large = json!({ "unused": "x".repeat(VALUES_BYTES) });
        assert_eq!(told("Hi", large), Some(("too_large", at("values"))));
    }

    #[test]
    fn the_schema_and_the_tools_are_part_of_what_is_paid_for() {
        let (rendered, _) = rendered("four", &json!({}));
        let tools = json!([{ "name": "find", "description": "x".repeat(INPUT_CHARS) }]);
        let settings = json!({ "model": "gpt-4o", "tools": tools });
        assert_eq!(length(&rendered, &settings), 4 + tools.to_string().len());
        let refused = check(&rendered, &settings, &Values::new()).unwrap_err();
        assert_eq!(refused.code(), "too_long");
    }

    #[test]
    fn a_run_costs_one_credit_times_the_factors() {
        for (model, complexity, chars, total) in [
            ("gpt-4o-mini", Complexity::Simple, 10, 1),
            ("gpt-4.1", Complexity::Simple, 10, 10),
            ("gpt-4.1", Complexity::Complex, 2_000, 40),
        ] {
            let price = price(complexity, "openai", model, chars).unwrap();
            assert_eq!((price.total_cost, price.base_cost), (total, 1), "{model}");
        }
    }

    #[test]
    fn an_answer_has_a_limit() {
        for (asked, tokens) in [
            (None, ANSWER_TOKENS),
            (Some(5), 5),
            (Some(900_000), MAX_ANSWER_TOKENS),
        ] {
            let settings = Settings {
                max_tokens: asked,
                ..Settings::default()
            };
            assert_eq!(answer_tokens(&settings, "any"), tokens);
            assert!(answer_tokens(&settings, "claude-3-haiku") <= 4_096);
        }
    }

    #[test]
    fn a_model_is_one_of_its_provider() {
        for (provider, named, model) in [
            (Provider::OpenAi, None, "gpt-4o-mini"),
            (Provider::Anthropic, None, "claude-3-haiku"),
            (Provider::Anthropic, Some("gpt-4o"), "claude-3-haiku"),
            (Provider::Anthropic, Some("claude-next"), "claude-next"),
            (Provider::OpenAi, Some("gpt-4o"), "gpt-4o"),
        ] {
            assert_eq!(model_of(provider, named), model);
        }
    }
}
