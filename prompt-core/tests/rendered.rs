//! The cases of `rendered.json`, which the browser, the server and the command line render as well: all of them give
//! the same bytes. `UPDATE=1 cargo test -p prompt-core --test rendered` writes the texts again.

use std::collections::HashMap;
use std::path::PathBuf;

use prompt_core::Prompt;
use prompt_core::render::{Values, render};
use serde_json::Value;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/rendered.json")
}

#[test]
fn every_case_renders_to_its_text() {
    let written = std::fs::read_to_string(file()).expect("the cases");
    let mut cases: Vec<Value> = serde_json::from_str(&written).expect("JSON");
    assert!(cases.len() >= 10, "{}", cases.len());
    for case in &mut cases {
        let prompt: Prompt = serde_json::from_value(case["prompt"].clone()).expect("a prompt");
        let values: Values = serde_json::from_value(case["values"].clone()).expect("values");
        let included = case["includes"].as_object().expect("includes");
        let included = included.iter().map(|(reference, prompt)| {
            let prompt: Prompt = serde_json::from_value(prompt.clone()).expect("a prompt");
            (reference.clone(), prompt)
        });
        let included: HashMap<String, Prompt> = included.collect();
        let rendered = render(&prompt, &values, &included);
        if std::env::var_os("UPDATE").is_some() {
            case["text"] = rendered.text().into();
            case["messages"] = rendered.messages_json();
        }
        assert_eq!(case["text"], rendered.text(), "{}", case["name"]);
        assert_eq!(case["messages"], rendered.messages_json());
    }
    if std::env::var_os("UPDATE").is_some() {
        let text = serde_json::to_string_pretty(&cases).expect("JSON") + "\n";
        std::fs::write(file(), text).expect("the file is written");
    }
}
