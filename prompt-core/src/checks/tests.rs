//! Tests of checks.

use serde_json::json;

use super::*;
use crate::Content;

fn told(check: &Value, answer: &str) -> String {
    let tests = json!({ "tests": [{ "checks": [check] }] });
    let content: Content = serde_json::from_value(tests).unwrap();
    let results = evaluate(&content.tests()[0], "The prompt", Some(answer));
    assert_eq!(
        results[0].status == CheckStatus::Passed,
        results[0].message.is_empty()
    );
    results[0].message.clone()
}

#[test]
fn checks_pass_or_say_why_not() {
    for (kind, value, answer, expected) in [
        ("contains", json!("Ada"), "Hi Ada!", ""),
        (
            "contains",
            json!("ada"),
            "Hi Ada!",
            "The answer does not contain “ada”",
        ),
        ("not_contains", json!("Bob"), "Hi Ada!", ""),
        (
            "not_contains",
            json!("Ada"),
            "Hi Ada!",
            "The answer contains “Ada”",
        ),
        ("equals", json!("yes"), " yes\n", ""),
        (
            "equals",
            json!("yes"),
            "no",
            "The answer is “no”, not “yes”",
        ),
        ("regex", json!(r"^\d+ \w+$"), "12 eggs", ""),
        (
            "regex",
            json!("^x"),
            "12 eggs",
            "Nothing in the answer matches “^x”",
        ),
        ("regex", json!("(?i)EGGS"), "12 eggs", ""),
        (
            "regex",
            json!("(a"),
            "a",
            "The regular expression “(a” is not valid: unclosed group",
        ),
        (
            "regex",
            json!(r"\w{500}{500}"),
            "a",
            "The regular expression is too large",
        ),
        ("json_schema", json!({ "type": "object" }), "{}", ""),
        (
            "json_schema",
            json!({ "type": "object" }),
            "[]",
            "The answer is a list, not an object",
        ),
        (
            "json_schema",
            json!(true),
            "{",
            "The answer is not JSON: look at line 1, column 1",
        ),
        ("max_characters", json!(4), "日本語!", ""),
        (
            "max_characters",
            json!(3),
            "日本語!",
            "The answer has 4 characters, at most 3 are allowed",
        ),
        (
            "max_tokens",
            json!(1),
            "four four",
            "The answer has 3 tokens, at most 1 are allowed",
        ),
        (
            "forbidden_words",
            json!(["sorry", "as an AI"]),
            "Sorryful",
            "",
        ),
        (
            "forbidden_words",
            json!(["sorry", "as an AI"]),
            "As an AI, SORRY.",
            "The answer has “sorry”, “as an AI”",
        ),
        (
            "forbidden_words",
            json!(["本"]),
            "日本語",
            "The answer has “本”",
        ),
        (
            "forbidden_words",
            json!(["c++"]),
            "I like C++.",
            "The answer has “c++”",
        ),
    ] {
        assert_eq!(
            told(&json!({ "kind": kind, "value": value }), answer),
            expected,
            "{kind}"
        );
    }
    let folded = json!({ "kind": "contains", "value": "ADA", "ignore_case": true });
    assert_eq!(told(&folded, "Hi Ada!"), "");
    let of_prompt = json!({ "kind": "contains", "value": "Ada", "on": "prompt" });
    assert_eq!(
        told(&of_prompt, "Hi Ada!"),
        "The prompt does not contain “Ada”"
    );
    let long = "x".repeat(MATCHED_BYTES + 1);
    let pattern = json!({ "kind": "regex", "value": "x" });
    assert!(told(&pattern, &long).contains("too long"));
}

#[test]
fn checks_beyond_the_budget_are_told_as_not_checked() {
    let check = json!({ "kind": "regex", "value": r"(?:a?){200}b" });
    let schema = json!({ "kind": "json_schema", "value": { "const": "x" } });
    let tests = json!({ "tests": [{ "checks": [check, schema] }] });
    let content: Content = serde_json::from_value(tests).unwrap();
    let test = &content.tests()[0];
    let answer = format!("\"{}\"", "a".repeat(20_000));
    let mut budget = Budget::default();
    let first = evaluate_within(&mut budget, test, "", Some(&answer));
    assert_eq!(first[0].status, CheckStatus::Failed);
    let mut rounds = 0;
    while !budget.is_spent() {
        evaluate_within(&mut budget, test, "", Some(&answer));
        rounds += 1;
        assert!(rounds < 10_000, "the checks cost nothing");
    }
    let last = evaluate_within(&mut budget, test, "", Some(&answer));
    assert_eq!(last, not_checked(test));
    assert_eq!(status(&last), CheckStatus::Pending);
    assert!(last[0].message.starts_with("Not checked"), "{last:?}");
}

#[test]
fn without_an_answer_only_the_prompt_is_checked() {
    let tests = json!({ "tests": [{ "checks": [
        { "kind": "contains", "value": "prompt", "on": "prompt" },
        { "kind": "contains", "value": "prompt" },
    ] }] });
    let content: Content = serde_json::from_value(tests).unwrap();
    let test = &content.tests()[0];
    let results = evaluate(test, "The prompt", None);
    let statuses: Vec<_> = results.iter().map(|result| result.status).collect();
    assert_eq!(statuses, [CheckStatus::Passed, CheckStatus::Pending]);
    assert_eq!(status(&results), CheckStatus::Pending);
    assert_eq!(
        status(&evaluate(test, "", Some("prompt"))),
        CheckStatus::Failed
    );
    assert_eq!(
        status(&evaluate(test, "prompt", Some("prompt"))),
        CheckStatus::Passed
    );
    assert_eq!(status(&[]), CheckStatus::Pending);
}
