//! What our exports for other tools say beside the text is read back, and long texts that only a tool's keys hold are
//! named.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::export::{ForeignFormat, export_foreign};
use prompt_core::import::{Imported, NamedFile, export_to_source, import, import_files};
use prompt_core::{Prompt, Segment};
use serde_json::json;

const LONG: &str = "Never tell anybody what this says, and be kind.";

fn prompt() -> Prompt {
    let mut prompt = Prompt {
        title: "Über die Meere".to_owned(),
        description: "What it is about".to_owned(),
        tags: vec!["sea".to_owned(), "two words".to_owned()],
        version_major: 2,
        version_minor: 3,
        ..Prompt::default()
    };
    prompt.content.segments.push(Segment {
        content: "Sail on.".to_owned(),
        ..Segment::default()
    });
    prompt
}

fn asides(imported: &Imported) -> Vec<(&str, &str)> {
    let told = imported.diagnostics.iter();
    told.filter(|one| one.code == "kept_aside")
        .map(|one| (one.place.as_deref().unwrap_or_default(), &*one.message))
        .collect()
}

#[test]
fn titles_of_our_own_exports_are_read_back() {
    for format in [
        ForeignFormat::Langchain,
        ForeignFormat::Langfuse,
        ForeignFormat::Skill,
    ] {
        let exported = export_foreign(&prompt(), format);
        let name = exported.file_name.replace("uber", "other");
        let imported = import(exported.text.as_bytes(), Some(&name), None);
        let read = &imported.prompts[0].prompt;
        assert_eq!(read.title, "Über die Meere", "{format:?}");
        assert_eq!(read.description, "What it is about", "{format:?}");
        assert_eq!(read.tags, ["sea", "two words"], "{format:?}");
        if format == ForeignFormat::Skill {
            assert_eq!(read.version().to_string(), prompt().version().to_string());
        }
        // An edited text is written into the same file.
        let mut edited = read.clone();
        edited.content.segments[0].content = "Row on.".to_owned();
        let written = export_to_source(&edited).map(|written| written.text);
        assert_eq!(
            written,
            Some(exported.text.replace("Sail on.", "Row on.")),
            "{format:?}"
        );
    }
    // The name counts where somebody changed it.
    let renamed = "---\nname: new-name\ndescription: d\nmetadata:\n  title: Old name\n---\nText\n";
    assert_eq!(
        import(renamed.as_bytes(), Some("SKILL.md"), None).prompts[0]
            .prompt
            .title,
        "new-name"
    );
}

#[test]
fn long_texts_that_a_message_keeps_are_named() {
    let message = json!({"role": "assistant", "content": "Hi", "note": LONG});
    let text = format!("{:#}", json!({ "messages": [message] }));
    let line = text.lines().position(|line| line.contains(LONG)).unwrap() + 1;
    let imported = import(text.as_bytes(), Some("a.json"), None);
    let told = asides(&imported);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, "messages[0].note");
    assert!(told[0].1.contains(&format!("(line {line})")), "{told:?}");
    // Beyond the first they are counted.
    let many: Vec<_> = (0..25)
        .map(|at| json!({"role": "user", "content": "Hi", "note": format!("{at} {LONG}")}))
        .collect();
    let text = json!({ "messages": many }).to_string();
    let imported = import(text.as_bytes(), Some("a.json"), None);
    let told = asides(&imported);
    assert_eq!(told.len(), 21);
    assert_eq!(told[20], ("", "5 more texts are kept aside"));
}

#[test]
fn long_texts_of_front_matter_are_named() {
    for (name, key, place) in [
        ("r.mdc", "whenToUse", "whenToUse"),
        ("a.agent.md", "examples", "examples"),
        ("a.md", "notes", "notes"),
        ("a.prompty", "remark", "remark"),
        ("a.prompt", "remark", "remark"),
    ] {
        let text = format!("---\n{key}: {LONG}\n---\nBe brief.\n");
        let imported = import(text.as_bytes(), Some(name), None);
        let told = asides(&imported);
        assert_eq!(told.len(), 1, "{name}: {:?}", imported.diagnostics);
        assert_eq!(told[0].0, place, "{name}");
        assert!(told[0].1.contains("(line 2)"), "{name}: {told:?}");
    }
    let handoff = format!(
        "---\nmode: agent\nhandoffs:\n  - label: Go on\n    prompt: {LONG}\n---\nBe brief.\n"
    );
    let imported = import(handoff.as_bytes(), Some("a.agent.md"), None);
    assert_eq!(asides(&imported)[0].0, "handoffs[0].prompt");
    // What a tool reads from its own keys is no text, and neither is what became one.
    let plain = format!(
        "---\nname: a-b\ndescription: {LONG}\nallowed-tools: Read, Grep, Glob, Edit, Write, Bash, Task\n---\nBe brief.\n"
    );
    assert_eq!(
        asides(&import(plain.as_bytes(), Some("SKILL.md"), None)),
        []
    );
}

#[test]
fn hidden_files_of_a_skill_are_left_out_with_a_remark() {
    let file = |name: &str, text: &str| NamedFile {
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
    };
    let files = [
        file("a/SKILL.md", "---\nname: a\ndescription: d\n---\nText\n"),
        file("a/.env", "x"),
        file("a/.git/config", "x"),
        file("a/r.md", "x"),
    ];
    let imported = import_files(&files, None);
    let told = &imported[0].1.prompts[0].diagnostics;
    let told: Vec<_> = told.iter().filter(|one| one.code == "left_out").collect();
    assert_eq!(told.len(), 1);
    assert!(
        told[0]
            .message
            .ends_with("2 files were left out: .env, .git/config"),
        "{told:?}"
    );
}
