//! Prompty, version 2: the text that a model gets and the source travel together.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::import::{Imported, import};
use prompt_core::render::{Role, Values, render};
use prompt_core::{Prompt, StructureType};
use serde_json::json;

fn read(text: &str) -> Imported {
    import(text.as_bytes(), Some("a.prompty"), None)
}

fn hello() -> Prompt {
    let mut imported = import(b"Hello", Some("a.txt"), None);
    imported.prompts.remove(0).prompt
}

fn codes(imported: &Imported) -> Vec<&str> {
    let prompts = imported.prompts.iter().flat_map(|one| &one.diagnostics);
    prompts.map(|one| one.code.as_str()).collect()
}

#[test]
fn a_file_has_the_rendered_text_and_gives_the_source_back() {
    let body = |text: &str| {
        text.splitn(3, "---\n")
            .nth(2)
            .unwrap()
            .trim_end()
            .to_owned()
    };
    for (language, source, written) in [
        (
            "promptcase",
            r"a {{x}} \{{lit}} \\{{x}} {{{x}}} {{> other}}",
            r"a {{x}} {{ '{{' }}lit}} \{{ '{{' }}x}} {{ '{' }}{{x}}} {{ '{{' }}> other}}",
        ),
        (
            "fstring",
            "a {x} {{lit}} {x.y}",
            "a {{ x }} {lit} {{ x.y }}",
        ),
        ("handlebars", r"a {{x}} \{{lit}}", "a {{x}} {{ '{{' }}lit}}"),
        ("mustache", "a {{{x}}} b", "a {{ x }} b"),
        ("mustache", "a {{#x}}{{y}}{{/x}}", "a {{#x}}{{{y}}}{{/x}}"),
        (
            "jinja2",
            "{% if x %}{{ x }}{% endif %} {{ '{{' }}",
            "{% if x %}{{ x }}{% endif %} {{ '{{' }}",
        ),
        ("none", "a {{x}}", "a {{ '{{' }}x}}"),
    ] {
        let mut prompt = hello();
        prompt.content.segments[0].content = source.to_owned();
        prompt
            .content
            .set_template_language(language.parse().unwrap());
        let file = export(&prompt, &ExportOptions::new(ExportFormat::Prompty)).text;
        let marker = "user[segment=instruction]:\n";
        assert_eq!(body(&file), format!("{marker}{written}"), "{language}");
        let again = read(&file);
        assert_eq!(again.prompts[0].prompt, prompt, "{file}");
        assert!(codes(&again).is_empty(), "{language}");
        let edited = read(&file.replace(marker, &format!("{marker}Now ")));
        let edited = &edited.prompts[0].prompt;
        let values = json!({ "x": "1", "x.y": "2", "y": "3" });
        let text = |prompt: &Prompt| render(prompt, values.as_object().unwrap(), &()).text();
        assert_eq!(text(edited), format!("Now {}", text(&prompt)), "{language}");
        assert_eq!(edited.content.segments[0].id, prompt.content.segments[0].id);
    }
}

#[test]
fn an_edited_message_is_read_by_its_headings() {
    let mut prompt = hello();
    prompt.structure_type = StructureType::Modulized;
    prompt.content = serde_json::from_value(json!({
        "role": "system",
        "modules": [
            { "id": "a", "title": "One", "content": "First", "wrappers": ["format-list"] },
            { "id": "b", "order": 1, "title": "Two", "content": "Second \\{{x}}" },
        ],
    }))
    .unwrap();
    let file = export(&prompt, &ExportOptions::new(ExportFormat::Prompty)).text;
    let edited = file
        .replace("\nsystem:\n", "\nuser:\n")
        .replace("\nFirst\n", "\nFirst of all\n");
    let back = read(&edited);
    assert_eq!(codes(&back), ["message_edited"]);
    let modules: Vec<_> = back.prompts[0].prompt.content.modules.iter().collect();
    let texts: Vec<_> = modules
        .iter()
        .map(|one| (&*one.title, &*one.content))
        .collect();
    assert_eq!(
        texts,
        [
            ("One", "First of all\n\nAnswer as a bulleted list."),
            ("Two", "Second \\{{x}}")
        ]
    );
    assert!(modules.iter().all(|one| one.wrappers.is_empty()));
    let rendered = render(&back.prompts[0].prompt, &Values::new(), &());
    let before = render(&prompt, &Values::new(), &()).text();
    assert_eq!(rendered.text(), before.replace("First", "First of all"));
    assert_eq!(rendered.messages[0].role, Role::User);
}

#[test]
fn edited_messages_keep_the_segments_that_were_not_edited() {
    let mut prompt = hello();
    prompt.content = serde_json::from_value(json!({ "segments": [
        { "id": "a", "order": 0, "type": "system", "content": "Line\r\nbreaks {{user-name}}" },
        { "id": "b", "order": 1, "type": "user", "content": "Hi {{user-name}}" },
    ], "variables": { "properties": { "user-name": { "type": "string" } } } }))
    .unwrap();
    let file = export(&prompt, &ExportOptions::new(ExportFormat::Prompty)).text;
    assert_eq!(read(&file).prompts[0].prompt, prompt);
    let back = read(&file.replace("\nHi ", "\nHello "));
    let segments = &back.prompts[0].prompt.content.segments;
    assert_eq!(segments[0], prompt.content.segments[0]);
    assert_eq!(segments[1].content, "Hello {{user-name}}");
    assert_eq!(segments[1].id, "b");
}

#[test]
fn older_files_of_ours_are_read_with_their_edits_and_exact_texts() {
    // A file without checksums, as it is and with an edited message
    let file = "---\nname: T\nmetadata:\n  structure_type: modulized\n  modules:\n    - id: m\n      title: Start\n      content: First\n---\nuser:\n# Start\n\nFirst\n";
    let found = read(file);
    assert_eq!(found.prompts[0].prompt.content.modules[0].id, "m");
    assert_eq!(codes(&found), Vec::<&str>::new());
    let found = read(&file.replace("\n\nFirst\n", "\n\nSecond\n"));
    let modules = &found.prompts[0].prompt.content.modules;
    assert_eq!(modules.len(), 1);
    assert_eq!(modules[0].content, "Second");
    assert_eq!(codes(&found), ["message_edited"]);
    // The exact text of a message
    let file = "---\nname: T\nmetadata:\n  structure_type: standard\n  segments:\n    - id: a\n      content: \"\\nHi\\r\\nuser:\\n\"\n---\nuser:\nHi\n\u{200b}user:\n";
    let segment = |file: &str| read(file).prompts[0].prompt.content.segments[0].clone();
    assert_eq!(segment(file).content, "\nHi\r\nuser:\n");
    let edited = segment(&file.replace("\nHi\n", "\nHello\n"));
    assert!(edited.content.starts_with("Hello"), "{edited:?}");
    assert_eq!(edited.id, "a");
}
