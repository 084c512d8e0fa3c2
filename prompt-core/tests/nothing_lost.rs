//! Files whose texts could be lost without a word: each text is taken, kept aside, or named in a remark.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::export::{ForeignFormat, export_foreign};
use prompt_core::import::{Imported, NamedFile, export_to_source, import, import_files};
use prompt_core::{Prompt, SegmentType};

fn read(name: &str, text: &str) -> Imported {
    import(text.as_bytes(), Some(name), None)
}

fn texts(prompt: &Prompt) -> Vec<(SegmentType, &str)> {
    let items = prompt.content.segments.iter();
    items
        .map(|one| (one.r#type, one.content.as_str()))
        .collect()
}

fn told(imported: &Imported, code: &str) -> Vec<String> {
    let own = imported.prompts.iter().flat_map(|one| &one.diagnostics);
    let all = imported.diagnostics.iter().chain(own);
    all.filter(|one| one.code == code)
        .map(|one| {
            format!(
                "{}: {}",
                one.place.as_deref().unwrap_or_default(),
                one.message
            )
        })
        .collect()
}

#[test]
fn xml_with_a_prompt_that_is_not_ours_is_taken_as_text() {
    for text in [
        "<prompt><role>You are a poet</role><task>Write</task></prompt>",
        "<prompt name=\"x\">You are a poet. <b>bold</b> tail</prompt>",
        "<prompt><title>T</title><content>Write</content></prompt>",
        "<prompt>Write\n<segments><segment><content>a</content></segment></segments></prompt>",
        "<prompt/>",
    ] {
        let imported = read("a.xml", text);
        assert_eq!(texts(&imported.prompts[0].prompt)[0].1, text);
        assert_eq!(told(&imported, "foreign_xml").len(), 1, "{text}");
    }
    let mixed =
        "<prompt><segments><segment>beside<content>a</content></segment></segments></prompt>";
    let imported = read("a.xml", mixed);
    assert_eq!(texts(&imported.prompts[0].prompt)[0].1, "a");
    assert!(told(&imported, "left_out")[0].contains("beside"));
}

#[test]
fn every_call_in_code_is_read_and_what_it_computes_is_named() {
    let code = "import openai\nSYSTEM = 'Be kind.'\na.responses.create(\n    input=\"x\",  # the question\n    instructions=SYSTEM,\n    max_output_tokens=9,\n    text=make_text(1),\n)\nb.chat.completions.create(messages=[{\"role\": \"user\", \"content\": f\"Hi {name}\"}], response_format={\"type\": \"json_object\"})\nc.responses.create(**rest)\n";
    let imported = read("call.py", code);
    let [one, two] = &imported.prompts[..] else {
        panic!("{imported:?}")
    };
    assert_eq!(
        texts(&one.prompt),
        [(SegmentType::System, "Be kind."), (SegmentType::User, "x")]
    );
    assert_eq!(texts(&two.prompt), [(SegmentType::User, "Hi {name}")]);
    assert_ne!(one.prompt.title, two.prompt.title);
    assert!(one.prompt.content.settings().to_string().contains('9'));
    let kept = serde_json::to_string(&two.prompt.content.extra).unwrap();
    assert!(kept.contains("json_object"), "{kept}");
    assert_eq!(
        told(&imported, "argument_left_out"),
        [
            "call 1: Left out, because the code computes it: text",
            "call 3: Left out, because the code computes it: **rest"
        ]
    );
    assert_eq!(told(&imported, "call_left_out").len(), 1);
    // A prompt that is stored elsewhere is named.
    let imported = read(
        "a.py",
        "c.responses.create(prompt={\"id\": \"pmpt_abc\"}, input=q)",
    );
    assert!(told(&imported, "reference_only")[0].contains("pmpt_abc"));
}

#[test]
fn a_key_that_stands_twice_is_told() {
    for text in [
        "{\"messages\": [{\"role\": \"user\", \"content\": \"a\", \"content\": \"b\"}]}",
        "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}], \"messages\": [{\"role\": \"user\", \"content\": \"b\"}]}",
        "{\"title\": \"T\", \"structure_type\": \"standard\", \"content\": {\"segments\": [{\"content\": \"a\", \"content\": \"b\"}]}}",
    ] {
        let imported = read("a.json", text);
        let told = told(&imported, "doubled_key");
        assert_eq!(told.len(), 1, "{text}");
        assert!(told[0].starts_with("line 1: The key '"), "{told:?}");
    }
}

#[test]
fn a_system_text_does_not_hide_the_users() {
    let expected = [(SegmentType::System, "S"), (SegmentType::User, "U")];
    for (name, text) in [
        ("a.json", "{\"system\": \"S\", \"user\": \"U\"}"),
        (
            "a.json",
            "{\"system_prompt\": \"S\", \"user_prompt\": \"U\"}",
        ),
        ("a.yaml", "system: S\nuser: U\n"),
        (
            "a.json",
            "{\"prompts\": [{\"title\": \"T\", \"system\": \"S\", \"user\": \"U\"}]}",
        ),
        (
            "a.json",
            "{\"prompts\": {\"a\": {\"system\": \"S\", \"user\": \"U\"}, \"b\": \"B\"}}",
        ),
    ] {
        let imported = read(name, text);
        assert_eq!(texts(&imported.prompts[0].prompt), expected, "{text}");
        if text.contains("\"b\"") {
            assert_eq!(imported.prompts[0].prompt.title, "a");
            assert_eq!(imported.prompts[1].prompt.title, "b");
            assert_eq!(texts(&imported.prompts[1].prompt)[0].1, "B");
        }
    }
    // Alone, such a key names a person.
    let imported = read("a.json", "{\"user\": \"ada\", \"prompt\": \"P\"}");
    assert_eq!(texts(&imported.prompts[0].prompt)[0].1, "P");
}

#[test]
fn the_files_of_a_skill_are_named_where_a_format_drops_them() {
    let file = |name: &str, text: &str| NamedFile {
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
    };
    let files = [
        file(
            "pdf/SKILL.md",
            "---\nname: pdf\ndescription: d\nlicense: MIT\n---\nRead.\n",
        ),
        file("pdf/references/a.md", "More."),
        file("pdf/scripts/x.py", "print()"),
    ];
    let imported = import_files(&files, None);
    let prompt = &imported[0].1.prompts[0].prompt;
    for format in [ForeignFormat::Skill, ForeignFormat::Cursor] {
        let warnings = export_foreign(prompt, format).warnings;
        let is_told = warnings
            .iter()
            .any(|one| one.message.contains("the other files of the skill"));
        assert!(is_told, "{format:?}: {warnings:?}");
    }
}

#[test]
fn a_skill_is_written_into_its_folder_and_never_outside() {
    let text = "---\nname: pdf\ndescription: d\nlicense: MIT\n---\nRead.\n";
    for (name, expected) in [
        ("skills/pdf/SKILL.md", "pdf/SKILL.md"),
        ("SKILL.md", "pdf/SKILL.md"),
        ("../SKILL.md", "pdf/SKILL.md"),
        ("/SKILL.md", "pdf/SKILL.md"),
        ("c:/SKILL.md", "pdf/SKILL.md"),
        ("..\\SKILL.md", "pdf/SKILL.md"),
    ] {
        let prompt = &read(name, text).prompts[0].prompt;
        let written = export_to_source(prompt).unwrap();
        assert_eq!(written.file_name, expected, "{name}");
        // A stored name may be anything.
        let mut stored = serde_json::to_value(prompt).unwrap();
        stored["content"]["imported_source"]["name"] = "x/../../y".into();
        let hostile: Prompt = serde_json::from_value(stored).unwrap();
        if let Some(written) = export_to_source(&hostile) {
            assert!(!written.file_name.contains(".."), "{}", written.file_name);
        }
    }
}
