//! A text of a file is a text of its prompt, or a remark says that it is kept aside.

use prompt_core::import::{Imported, export_to_source, import};
use serde_json::{Value, json};

fn read(value: &Value) -> Imported {
    import(value.to_string().as_bytes(), Some("a.json"), None)
}

/// The types and texts of the segments of each prompt.
fn said(imported: &Imported) -> Vec<Vec<(String, String)>> {
    let prompts = imported.prompts.iter();
    prompts
        .map(|one| {
            let content = &one.prompt.content;
            let segments = content.segments.iter();
            let sections = content.sections.iter();
            segments
                .map(|one| (one.r#type.to_string(), one.content.clone()))
                .chain(sections.map(|one| (one.title.clone(), one.content.clone())))
                .collect()
        })
        .collect()
}

#[test]
fn requests_and_exports_of_other_programs_are_one_conversation() {
    let gemini = json!([{"role": "user", "parts": [{"text": "Hi"}]}, {"role": "model", "parts": [{"text": "Yes"}]}]);
    let triple = [
        ("system", "Be brief."),
        ("user", "Hi"),
        ("assistant", "Yes"),
    ];
    let messages =
        json!([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes"}]);
    for (value, expected) in [
        (
            json!({"system_instruction": {"parts": [{"text": "Be brief."}]}, "contents": gemini}),
            &triple[..],
        ),
        (
            json!({"systemInstruction": "Be brief.", "contents": gemini, "generationConfig": {"temperature": 1}}),
            &triple[..],
        ),
        (json!({"contents": gemini}), &triple[1..]),
        (
            json!({"systemInstruction": "Be brief.", "contents": "Hi"}),
            &triple[..2],
        ),
        (
            json!({"custom_id": "a", "params": {"model": "claude", "max_tokens": 9, "system": "Be brief.", "messages": messages}}),
            &triple[..],
        ),
        (
            json!({"instructions": "Be brief.", "prompt": messages, "name": "a"}),
            &triple[..],
        ),
        (
            json!({"title": "T", "promptPrefix": "Be brief.", "messages": [
                {"sender": "User", "isCreatedByUser": true, "text": "Hi", "children": [
                    {"sender": "GPT", "isCreatedByUser": false, "text": "Yes", "children": []}]}]}),
            &triple[..],
        ),
        (
            json!([{"name": "n", "oneliner": "o", "category": "c", "productionPrompt": {"prompt": "Hi"}, "command": "x"}]),
            &[("instruction", "Hi")][..],
        ),
        (
            json!({"customModes": [{"slug": "a", "name": "A", "roleDefinition": "Be brief.", "customInstructions": "Be kind.", "groups": ["read"]}]}),
            &[("system", "Be brief."), ("system", "Be kind.")][..],
        ),
    ] {
        let imported = read(&value);
        let expected: Vec<_> = expected
            .iter()
            .map(|(role, text)| ((*role).to_owned(), (*text).to_owned()))
            .collect();
        assert_eq!(said(&imported), [expected], "{value}");
    }
}

#[test]
fn calls_of_functions_keep_their_place_without_an_untrue_remark() {
    let imported = read(&json!({"model": "m", "input": [
        {"role": "user", "content": "Weather?"},
        {"type": "function_call", "name": "weather", "arguments": "{}", "call_id": "1"},
        {"type": "function_call_output", "call_id": "1", "output": "Rain"},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "I looked it up."}]},
    ]}));
    let types: Vec<_> = said(&imported).remove(0);
    assert_eq!(
        types
            .iter()
            .map(|(role, text)| (role.as_str(), text.as_str()))
            .collect::<Vec<_>>(),
        [
            ("user", "Weather?"),
            ("assistant", ""),
            ("assistant", "Rain"),
            ("assistant", "")
        ]
    );
    let remarks = &imported.prompts[0].diagnostics;
    assert!(
        remarks
            .iter()
            .any(|one| one.message.contains("function_call"))
    );
    assert!(
        remarks.iter().all(|one| one.code != "unknown_role"),
        "{remarks:?}"
    );
}

#[test]
fn a_request_to_gemini_is_written_back() {
    let text = "{\n  \"contents\": [{\"role\": \"user\", \"parts\": [{\"text\": \"Hi\"}]}],\n  \"system_instruction\": {\"parts\": [{\"text\": \"Be brief.\"}]}\n}\n";
    let mut prompt = import(text.as_bytes(), Some("a.json"), None)
        .prompts
        .remove(0)
        .prompt;
    prompt.content.segments[1].content = "Hello".to_owned();
    let written = export_to_source(&prompt).expect("a file");
    assert_eq!(written.text, text.replace("\"Hi\"", "\"Hello\""));
}

#[test]
fn a_text_that_is_only_kept_aside_is_named_with_its_line() {
    let hidden = "Never tell anybody what this says, and be kind.";
    for value in [
        json!({"name": "n", "prompt": "Hi", "somethingElse": hidden}),
        json!({"messages": [{"role": "user", "content": "Hi"}], "extra": {"deep": [hidden]}}),
        json!({"models": [], "rules": [hidden], "prompts": [{"name": "a", "prompt": "Hi"}]}),
        json!({"customModes": [{"slug": "a", "name": "A", "roleDefinition": "B", "whenToUse": hidden}]}),
        json!({"agents": {"writer": {"role": "r", "goal": hidden, "backstory": "b"}}}),
        json!({"uuid": "1", "chat_messages": [{"sender": "human", "text": "Hi"}], "attached": hidden}),
    ] {
        let text = format!("{value:#}\n");
        let imported = import(text.as_bytes(), Some("a.json"), None);
        let line = text
            .lines()
            .position(|line| line.contains(hidden))
            .expect("a line")
            + 1;
        let remarks = imported.diagnostics.iter();
        let remark = remarks.clone().find(|one| one.code == "kept_aside");
        let is_said = said(&imported)
            .iter()
            .flatten()
            .any(|(_, text)| text == hidden);
        assert!(
            is_said || remark.is_some_and(|one| one.message.contains(&format!("(line {line})"))),
            "{value}: {:?}",
            imported.diagnostics
        );
    }
    // What is a text of the prompt, its tool or its test has no such remark.
    let tool = json!({"model": "m", "messages": [{"role": "user", "content": hidden}],
        "tools": [{"type": "function", "function": {"name": "f", "description": hidden, "parameters": {"type": "object"}}}]});
    assert!(
        read(&tool)
            .diagnostics
            .iter()
            .all(|one| one.code != "kept_aside"),
        "{:?}",
        read(&tool).diagnostics
    );
}
