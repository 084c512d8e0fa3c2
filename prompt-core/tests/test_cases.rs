//! The tests of a prompt in files of other tools, and in our own.

use prompt_core::content::test_case::{Check, CheckKind};
use prompt_core::export::{ExportFormat, ExportOptions, ForeignFormat, export, export_foreign};
use prompt_core::import::{Imported, import};
use prompt_core::{Content, Document, Edit, Prompt};
use serde_json::{Value, json};

fn read(name: &str, text: &str) -> Imported {
    import(text.as_bytes(), Some(name), None)
}

fn only(name: &str, text: &str) -> Prompt {
    let mut imported = read(name, text);
    assert_eq!(imported.prompts.len(), 1, "{:?}", imported.diagnostics);
    imported.prompts.remove(0).prompt
}

fn prompt(tests: &Value) -> Prompt {
    let content = json!({
        "segments": [{ "id": "a", "type": "user", "content": "Greet {{name}} in two lines." }],
        "tests": tests,
    });
    Prompt {
        title: "Greeting".into(),
        content: serde_json::from_value::<Content>(content).expect("a content"),
        ..Prompt::default()
    }
}

fn every_check() -> Value {
    json!([
        {
            "id": "1", "title": "Ada", "values": { "name": "Ada" },
            "checks": [
                { "kind": "contains", "value": "Ada" },
                { "kind": "contains", "value": "HELLO", "ignore_case": true },
                { "kind": "not_contains", "value": "Bob" },
                { "kind": "equals", "value": "Hello, Ada." },
                { "kind": "regex", "value": "^Hello" },
                { "kind": "json_schema", "value": { "type": "object" } },
                { "kind": "max_characters", "value": 200 },
                { "kind": "judge", "value": "Is it polite?" },
            ],
        },
        { "id": "2", "values": { "name": "Bob" }, "checks": [{ "kind": "contains", "value": "Bob" }] },
    ])
}

#[test]
fn tests_travel_in_every_format_that_holds_everything() {
    let prompt = prompt(&every_check());
    for format in [
        ExportFormat::Json,
        ExportFormat::Yaml,
        ExportFormat::Markdown,
    ] {
        let options = ExportOptions {
            format,
            ..ExportOptions::default()
        };
        let file = export(&prompt, &options);
        let again = only(&file.file_name, &file.text);
        assert_eq!(again.content.tests(), prompt.content.tests(), "{format}");
    }
}

#[test]
fn promptfoo_reads_and_writes_tests() {
    let prompt = prompt(&every_check());
    let file = export_foreign(&prompt, ForeignFormat::Promptfoo);
    assert!(
        !file
            .warnings
            .iter()
            .any(|one| one.message.contains("checks of the tests")),
        "{:?}",
        file.warnings
    );
    let again = only("promptfooconfig.yaml", &file.text);
    assert_eq!(again.content.tests(), prompt.content.tests());

    let lossy = self::prompt(&json!([{ "values": {}, "checks": [
        { "kind": "max_tokens", "value": 5 },
        { "kind": "contains", "value": "a", "on": "prompt" },
    ] }]));
    let file = export_foreign(&lossy, ForeignFormat::Promptfoo);
    let told: Vec<_> = file.warnings.iter().map(|one| &*one.message).collect();
    assert!(
        told.iter()
            .any(|one| one.contains("some checks of the tests")),
        "{told:?}"
    );
    let file = export_foreign(&lossy, ForeignFormat::Gemini);
    let told: Vec<_> = file.warnings.iter().map(|one| &*one.message).collect();
    assert!(told.iter().any(|one| one.contains("the tests")), "{told:?}");
}

#[test]
fn what_promptfoo_checks_otherwise_stays_aside_and_is_named() {
    let text = r#"
prompts: ["Greet {{name}} kindly."]
providers: [echo]
defaultTest:
  vars: { tone: kind }
  assert: [{ type: not-contains, value: sorry }]
tests:
  - description: Ada
    vars: { name: Ada }
    assert:
      - { type: contains-all, value: [Ada, Hello] }
      - { type: similar, value: Hello there, threshold: 0.8 }
      - { type: javascript, value: "output.includes('x')" }
      - { type: is-json }
  - file://more.csv
"#;
    let imported = read("promptfooconfig.yaml", text);
    let one = &imported.prompts[0];
    let tests = one.prompt.content.tests();
    assert_eq!(tests.len(), 1);
    assert_eq!(tests[0].title, "Ada");
    assert_eq!(
        Value::Object(tests[0].values.clone()),
        json!({ "tone": "kind", "name": "Ada" })
    );
    assert_eq!(
        tests[0].checks,
        [
            Check::new(CheckKind::NotContains, "sorry"),
            Check::new(CheckKind::Contains, "Ada"),
            Check::new(CheckKind::Contains, "Hello"),
            Check::new(CheckKind::JsonSchema, true),
        ]
    );
    let told: Vec<_> = one.diagnostics.iter().map(|one| &*one.message).collect();
    assert!(
        told.iter()
            .any(|one| one.contains("no check for similar, javascript")),
        "{told:?}"
    );
    assert!(one.prompt.content.extra["imported"]["fields"]["tests"].is_array());
}

#[test]
fn promptfoo_has_a_test_for_each_value_of_a_list_and_fills_in_what_is_compared() {
    let text = r#"
prompts: ["Greet {{name}}."]
tests:
  - vars: { name: [Ada, Bob], tone: [kind, "like {{name}}"] }
    assert:
      - { type: contains, value: "Hi {{name}}" }
      - { type: contains, value: "{{ name | upper }}" }
      - { type: regex, value: "a(?!b)" }
  - vars: { name: [[x, y]], text: "{{ '{{' }}name}}" }
"#;
    let imported = read("promptfooconfig.yaml", text);
    let tests = imported.prompts[0].prompt.content.tests();
    let values: Vec<_> = tests.iter().map(|test| json!(test.values)).collect();
    assert_eq!(
        values,
        [
            json!({ "name": "Ada", "tone": "kind" }),
            json!({ "name": "Ada", "tone": "like Ada" }),
            json!({ "name": "Bob", "tone": "kind" }),
            json!({ "name": "Bob", "tone": "like Bob" }),
            json!({ "name": ["x", "y"], "text": "{{name}}" }),
        ]
    );
    assert_eq!(tests[2].checks, [Check::new(CheckKind::Contains, "Hi Bob")]);
    let told = imported.prompts[0].diagnostics.iter();
    let told: Vec<_> = told.map(|one| &*one.message).collect();
    let left_out =
        "There is no check for contains, regex a(?!b); it stays beside the prompt as it is";
    assert!(told.contains(&left_out), "{told:?}");
}

#[test]
fn what_looks_like_a_template_of_promptfoo_stays_as_it_is() {
    let prompt = prompt(&json!([{ "id": "1",
        "values": { "name": "{{x}} {% if %}", "list": ["{{y}}", "b"] },
        "checks": [
            { "kind": "contains", "value": "{{name}} {# a #}" },
            { "kind": "forbidden_words", "value": ["{{name}}"] },
            { "kind": "regex", "value": r"a{2}\{\{" },
        ],
    }]));
    let file = export_foreign(&prompt, ForeignFormat::Promptfoo).text;
    assert!(!file.contains("{{name}} {#"), "{file}");
    let again = only("promptfooconfig.yaml", &file);
    let (tests, mut wanted) = (again.content.tests(), prompt.content.tests());
    // Each word is a check of its own there.
    wanted[0].checks[1] = Check {
        ignore_case: true,
        ..Check::new(CheckKind::NotContains, "{{name}}")
    };
    assert_eq!(tests, wanted);
}

#[test]
fn github_models_reads_and_writes_tests() {
    let text = r#"
name: Greeting
messages: [{ role: user, content: "Greet {{name}}." }]
testData:
  - { name: Ada, expected: "Hello, Ada (hi)" }
  - { name: Bob, expected: Hello }
evaluators:
  - { name: has, string: { contains: "{{expected}}" } }
  - { name: starts, string: { startsWith: "{{expected}}" } }
  - { name: polite, string: { contains: Hello } }
  - { name: judge, uses: github/similarity }
"#;
    let imported = read("greeting.prompt.yml", text);
    let tests = imported.prompts[0].prompt.content.tests();
    assert_eq!(tests.len(), 2);
    assert_eq!(
        tests[0].checks,
        [
            Check::new(CheckKind::Contains, "Hello, Ada (hi)"),
            Check::new(CheckKind::Regex, r"^Hello, Ada \(hi\)"),
            Check::new(CheckKind::Contains, "Hello"),
        ]
    );
    let told = &imported.prompts[0].diagnostics;
    assert!(
        told.iter()
            .any(|one| one.message.contains("github/similarity")),
        "{told:?}"
    );

    let ours = prompt(&json!([
        { "values": { "name": "Ada" }, "checks": [
            { "kind": "contains", "value": "Hello" }, { "kind": "contains", "value": "Ada" },
        ] },
        { "values": { "name": "Bob" }, "checks": [
            { "kind": "contains", "value": "Hello" }, { "kind": "contains", "value": "Bob" },
        ] },
    ]));
    let file = export_foreign(&ours, ForeignFormat::GithubModels);
    assert!(
        !file
            .warnings
            .iter()
            .any(|one| one.message.contains("checks of the tests")),
        "{:?}",
        file.warnings
    );
    let again = only(&file.file_name, &file.text);
    let checks = |prompt: &Prompt| -> Vec<Vec<Check>> {
        prompt
            .content
            .tests()
            .into_iter()
            .map(|test| test.checks)
            .collect()
    };
    assert_eq!(checks(&again), checks(&ours));
    let rich = export_foreign(&prompt(&every_check()), ForeignFormat::GithubModels);
    assert!(
        rich.warnings
            .iter()
            .any(|one| one.message.contains("checks of the tests"))
    );
}

#[test]
fn tests_are_edited_in_one_undo_step_and_outlive_another_structure() {
    let mut document = Document::new(prompt(&Value::Null), || "new".to_owned());
    let tests = every_check();
    let edit = Edit::SetTests {
        tests: tests.clone(),
    };
    assert!(document.apply(edit).unwrap().details_changed);
    let structure_type = prompt_core::StructureType::Structured;
    document
        .apply(Edit::SetStructure { structure_type })
        .unwrap();
    assert_eq!(document.prompt().content.stored_tests(), &tests);
    document.undo().unwrap();
    document.undo().unwrap();
    assert!(document.prompt().content.tests().is_empty());
    let refused = document.apply(Edit::SetTests {
        tests: json!([{ "checks": [{ "kind": "contains" }] }]),
    });
    assert_eq!(
        refused.unwrap_err().field(),
        Some("tests[0].checks[0].value")
    );
}

#[test]
fn values_that_are_put_into_each_other_do_not_grow_without_end() {
    // Given 100,000 times a value of 100,000 letters, for each of many tests, and in a check
    let many = "{{a}}".repeat(100_000);
    let a = "x".repeat(100_000);
    let rows: Vec<u32> = (0..500).collect();
    let file = json!({
        "prompts": ["Say {{b}}"],
        "tests": [
            { "vars": { "c": "first" }, "assert": [{ "type": "contains", "value": "{{c}}" }] },
            { "vars": { "a": a, "b": many, "n": rows } },
        ],
    });
    // When it is imported
    let imported = read("promptfooconfig.yaml", &file.to_string());
    // Then the tests up to there are taken, and the rest is told
    let tests = imported.prompts[0].prompt.content.tests();
    assert_eq!(tests.len(), 1);
    let told = &imported.prompts[0].diagnostics;
    assert!(
        told.iter().any(|one| one.code == "tests_too_large"),
        "{told:?}"
    );
}

#[test]
fn more_tests_than_a_prompt_has_are_left_out() {
    let rows: Vec<u32> = (0..500).collect();
    let values = json!({ "a": rows, "b": ["x", "y"] });
    let file = json!({ "prompts": ["Say {{a}} {{b}}"], "tests": [{ "vars": values }] });
    let imported = read("promptfooconfig.yaml", &file.to_string());
    let tests = imported.prompts[0].prompt.content.tests();
    assert_eq!(tests.len(), 100);
    assert_eq!(json!(tests[99].values), json!({ "a": 49, "b": "y" }));
    let told = &imported.prompts[0].diagnostics;
    assert!(
        told.iter().any(|one| one.code == "too_many_tests"),
        "{told:?}"
    );
}
