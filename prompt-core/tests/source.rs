//! A file that was imported, edited and written back is the same outside of the edits.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::import::{ImportFormat, export_to_source, import, rewrite_file, source_format};
use prompt_core::{Prompt, Segment, SegmentType};
use serde_json::json;

fn only(name: &str, text: &str) -> Prompt {
    let mut imported = import(text.as_bytes(), Some(name), None);
    assert_eq!(
        imported.prompts.len(),
        1,
        "{text}: {:?}",
        imported.diagnostics
    );
    imported.prompts.remove(0).prompt
}

/// Files with `OLD` in the text that is edited.
fn files() -> Vec<(&'static str, ImportFormat, String)> {
    use ImportFormat::{
        Anthropic, ClaudeCode, Cursor, Dotprompt, Fabric, Gemini, GithubModels, Langchain,
        Langfuse, Openai, Opencode, Prompty, Vscode, Windsurf,
    };
    let lc = json!({"lc": 1, "type": "constructor", "id": ["langchain", "prompts", "chat", "ChatPromptTemplate"],
        "kwargs": {"input_variables": ["q"], "messages": [
            {"lc": 1, "id": ["x", "SystemMessagePromptTemplate"], "kwargs": {"prompt": {"id": ["PromptTemplate"], "kwargs": {"template": "OLD with {{\"a\": 1}} for {q}", "template_format": "f-string"}}}},
            {"lc": 1, "id": ["x", "HumanMessagePromptTemplate"], "kwargs": {"prompt": {"id": ["PromptTemplate"], "kwargs": {"template": "{q}", "template_format": "f-string"}}}}]}});
    vec![
        ("v2.prompty", Prompty, "---\nname: t # a name\nmodel:\n  id: gpt-x\n  options: {temperature: 0.2}\ninputs:\n  - name: q\n    kind: string\n    default: hi\ntools:\n  - name: f\n    kind: function\n---\n# System:\nOLD {% if q %}x{% endif %}\n\nuser[id=\"7\"]:\n  {{q}}\n".into()),
        ("v1.prompty", Prompty, "---\nname: T\nauthors: [a]\nmodel:\n  api: chat\nsample:\n  q: \"x\"\n---\n\nsystem:\n\n\nOLD\n\nuser:\n{{q}}".into()),
        ("a.prompt", Dotprompt, "# Copyright\n---\nmodel: x/y\ninput: {schema: {q: string}}\n---\n{{role \"system\"}}\n  OLD\n{{~role \"user\"~}}\nHi {{q}}\n\n".into()),
        ("a.prompt.yml", GithubModels, "name: Bug   # said once\ndescription: >\n  one\n  two\nmodel: openai/gpt-4o\nmodelParameters:\n  temperature: 0.5\nmessages:\n  - role: system\n    content: |\n      OLD\n\n      more\n  # the question\n  - role: user\n    content: '{{input}}'\ntestData:\n  - input: a\n".into()),
        ("b.prompt.yml", GithubModels, "messages:\n- {role: system, content: 'It''s OLD'}\n- role: user\n  content: plain text\n".into()),
        ("s/SKILL.md", ClaudeCode, "---\nname: pdf\ndescription: Reads. Use when: a PDF comes\nlicense: MIT\nmetadata:\n  version: \"1.0\"\n---\n\n# PDF\n\nOLD\n\n## Steps\n\n1. Go.\n".into()),
        ("agent.md", ClaudeCode, "---\nname: reviewer\ndescription: \"Reviews: all\"\ntools: Read, Grep\nmodel: inherit\n---\nOLD\n\nLine 2.\n".into()),
        ("command.md", ClaudeCode, "---\ndescription: d\nargument-hint: [a] [b]\n---\r\nOLD $ARGUMENTS\r\n\r\nLine.\r\n".into()),
        ("r.mdc", Cursor, "---\ndescription: TS rules\nglobs: **/*.ts\nalwaysApply: false\n---\n\n# Never use any\n\n## Style ##\n\nOLD\n\n\n## Tests\nRun.\n".into()),
        ("p.prompt.md", Vscode, "---\ndescription: 'It''s d'\nmode: agent\ntools: ['a', 'b']\n---\nOLD ${input:x}\n".into()),
        ("w.md", Windsurf, "---\ntrigger: glob\nglobs: \"*.rs\"\n---\n# A\n\nOLD\n".into()),
        ("o.md", Opencode, "---\nmode: subagent\ndescription: d\n---\nOLD\n".into()),
        ("p/system.md", Fabric, "# IDENTITY\n\nOLD\n\n# INPUT\n\nINPUT:\n".into()),
        ("g.toml", Gemini, "# a command\ndescription = \"x\"\nprompt = \"\"\"\nOLD:\n\n{{args}} \\\\d\n\"\"\"\n\n[extra]\na = 1\n".into()),
        ("h.toml", Gemini, "prompt = 'OLD'\ndescription = 'x'\n".into()),
        ("lc.json", Langchain, format!("{lc:#}\n")),
        ("lf.json", Langfuse, "[\n    {\"name\": \"team/a\", \"type\": \"chat\", \"version\": 3, \"prompt\": [{\"role\": \"system\", \"content\": \"OLD\"}, {\"type\": \"placeholder\", \"name\": \"h\"}], \"config\": {\"t\": 1.0}, \"tags\": [\"x\"], \"labels\": []}\n]".into()),
        ("oa.json", Openai, "{\"model\": \"m\", \"temperature\": 1.0, \"messages\": [\n  {\"role\": \"developer\", \"content\": \"caf\\u00e9 OLD\"},\n  {\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"name\": \"bob\"}\n], \"tools\": []}\n".into()),
        ("an.json", Anthropic, "{\"model\":\"m\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"Q\\/A\"}],\"system\":[{\"type\":\"text\",\"text\":\"OLD\",\"cache_control\":{\"type\":\"ephemeral\"}}]}".into()),
    ]
}

/// Replaces `OLD` in the prompt's texts.
fn edited(prompt: &Prompt, new: &str) -> Prompt {
    let mut prompt = prompt.clone();
    for segment in &mut prompt.content.segments {
        segment.content = segment.content.replace("OLD", new);
    }
    for section in &mut prompt.content.sections {
        section.content = section.content.replace("OLD", new);
    }
    prompt
}

#[test]
fn thousands_of_messages_are_read_and_written_back_up_to_the_items_of_a_prompt() {
    let messages = |count: usize| -> String {
        let items: Vec<_> = (0..count)
            .map(|at| format!("- role: user\n  content: message {}\n", at % 1_500))
            .collect();
        format!("messages:\n{}", items.concat())
    };
    for (count, is_kept) in [(1, true), (2_000, true), (2_001, false), (3_000, false)] {
        let text = messages(count);
        let imported = import(text.as_bytes(), Some("a.prompt.yml"), None);
        let one = &imported.prompts[0];
        assert_eq!(one.prompt.content.segments.len(), count);
        let written = export_to_source(&one.prompt).map(|written| written.text);
        assert_eq!(written, is_kept.then_some(text), "{count}");
        let is_told = one.diagnostics.iter().any(|told| told.code == "no_source");
        assert_eq!(is_told, !is_kept, "{count}");
    }
    // An item more is written behind the others.
    let text = messages(1_999);
    let mut prompt = only("a.prompt.yml", &text);
    let last = prompt.content.segments[1_998].clone();
    prompt.content.segments.push(Segment {
        order: 1_999,
        content: "one more".to_owned(),
        ..last
    });
    let written = export_to_source(&prompt).unwrap().text;
    assert!(written.starts_with(&text) && written.ends_with("one more\n"));
}

#[test]
fn a_long_key_is_not_repeated_for_every_text_of_its_list() {
    let key = "k".repeat(100_000);
    let texts = vec!["\"\""; 40_000].join(",");
    let text =
        format!("{{\"messages\":[{{\"role\":\"user\",\"content\":\"Hi\"}}],\"{key}\":[{texts}]}}");
    assert_eq!(export_to_source(&only("a.json", &text)).unwrap().text, text);
}

#[test]
fn an_unchanged_prompt_is_the_same_file() {
    for (name, format, text) in files() {
        let prompt = only(name, &text);
        assert_eq!(source_format(&prompt), Some(format), "{name}");
        let written = export_to_source(&prompt).unwrap();
        assert_eq!(written.text, text, "{name}");
        assert_eq!(written.warnings, [], "{name}");
    }
}

#[test]
fn an_edit_changes_its_text_and_nothing_else() {
    for (name, _, text) in files() {
        let prompt = edited(&only(name, &text), "New & \u{e4}");
        let written = export_to_source(&prompt).unwrap();
        let expected = match name {
            "oa.json" => text.replace("OLD", "New & \\u00e4"),
            _ => text.replace("OLD", "New & \u{e4}"),
        };
        assert_eq!(written.text, expected, "{name}");
    }
}

#[test]
fn texts_that_need_another_syntax_are_written_in_it() {
    for new in [
        "line one\nline two",
        "quote \" and ' and \\ back",
        "colon: and # hash",
        "  leading blanks",
        "- item\n- item",
        "''' and \"\"\"",
        "trailing\n\n",
        "\u{2028} \u{7f}",
        "{\"a\": {{b}}}",
    ] {
        for (name, _, text) in files() {
            let prompt = edited(&only(name, &text), new);
            let Some(written) = export_to_source(&prompt) else {
                // Documents trim their ends, and split at roles and headings.
                let is_document = [".prompt", ".md"].iter().any(|part| name.contains(part));
                assert!(is_document, "{name}: {new:?}");
                continue;
            };
            let again = only(name, &written.text);
            for (one, other) in again.content.segments.iter().zip(&prompt.content.segments) {
                assert_eq!(one.content, other.content, "{name}: {}", written.text);
            }
            assert_eq!(again.content.segments.len(), prompt.content.segments.len());
        }
    }
}

#[test]
fn titles_and_descriptions_are_written_where_the_file_has_them() {
    for (name, _, text) in files() {
        let mut prompt = only(name, &text);
        prompt.description = "Another: one".to_owned();
        prompt.title = "Other".to_owned();
        let written = export_to_source(&prompt).unwrap();
        let again = only(name, &written.text);
        let told = |place: &str| {
            written
                .warnings
                .iter()
                .any(|one| one.place.as_deref() == Some(place))
        };
        assert_ne!(
            again.title == "Other",
            told("title"),
            "{name}: {}",
            written.text
        );
        assert_ne!(
            again.description == "Another: one",
            told("description"),
            "{name}: {}",
            written.text
        );
    }
}

#[test]
fn items_that_were_added_removed_and_moved_are_written() {
    let segment = |r#type, content: &str| Segment {
        r#type,
        content: content.to_owned(),
        ..Segment::default()
    };
    for (name, _, text) in files() {
        let prompt = only(name, &text);
        if prompt.content.segments.len() < 2
            || name == "lc.json"
            || name == "an.json"
            || name == "lf.json"
        {
            continue;
        }
        let mut added = prompt.clone();
        added
            .content
            .segments
            .push(segment(SegmentType::Assistant, "Yes.\nNo."));
        added
            .content
            .segments
            .push(segment(SegmentType::User, "Why?"));
        let mut removed = prompt.clone();
        removed.content.segments.remove(0);
        let mut moved = prompt.clone();
        moved.content.segments.reverse();
        for (what, changed) in [("added", added), ("removed", removed), ("moved", moved)] {
            let written = export_to_source(&changed).unwrap_or_else(|| panic!("{name}: {what}"));
            let again = only(name, &written.text);
            let told = |prompt: &Prompt| -> Vec<(SegmentType, String)> {
                prompt
                    .content
                    .segments
                    .iter()
                    .map(|one| (one.r#type, one.content.clone()))
                    .collect()
            };
            assert_eq!(
                told(&again),
                told(&changed),
                "{name}: {what}: {}",
                written.text
            );
            // What stands above the first message stays.
            let head = text.lines().next().unwrap();
            assert!(
                written.text.starts_with(head),
                "{name}: {what}: {}",
                written.text
            );
        }
    }
    let text = &files()
        .into_iter()
        .find(|(name, ..)| *name == "r.mdc")
        .unwrap()
        .2;
    let mut rule = only("r.mdc", text);
    let first = rule.content.sections[1].clone();
    rule.content.sections.push(prompt_core::Section {
        title: "New".into(),
        content: "More.".into(),
        id: String::new(),
        ..first
    });
    let written = export_to_source(&rule).unwrap();
    assert!(
        written
            .text
            .starts_with("---\ndescription: TS rules\nglobs: **/*.ts\n"),
        "{}",
        written.text
    );
    assert!(written.text.contains("New\n\nMore."), "{}", written.text);
}

#[test]
fn a_file_is_rewritten_with_what_others_changed() {
    for (name, _, text) in files() {
        let prompt = edited(&only(name, &text), "New");
        let (bytes, _) = rewrite_file(text.as_bytes(), Some(name), &prompt).unwrap();
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            text.replace("OLD", "New"),
            "{name}"
        );
    }
    // Plain files need no source of their own.
    for (name, text) in [
        ("a.txt", "\u{feff}OLD and more\r\nlines\r\n"),
        ("a.md", "# T\n\nOLD\n\n* * *\n\n## B\n\nText\n"),
        ("a.md", "OLD\n"),
    ] {
        let prompt = edited(&only(name, text), "New");
        let (bytes, _) = rewrite_file(text.as_bytes(), Some(name), &prompt).unwrap();
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            text.replace("OLD", "New"),
            "{name}"
        );
    }
}

#[test]
fn the_source_survives_every_export_and_names_no_removed_text() {
    for (name, _, text) in files() {
        let prompt = only(name, &text);
        for &format in ExportFormat::ALL {
            if format == ExportFormat::PlainText {
                continue;
            }
            let exported = export(&prompt, &ExportOptions::new(format));
            let again = only(&exported.file_name, &exported.text);
            assert_eq!(
                export_to_source(&again).unwrap().text,
                text,
                "{name} by {format}"
            );
        }
        // Texts are holes in the source, so that no edit leaves an old text behind.
        let gone = edited(&prompt, "New");
        let stored = serde_json::to_string(&gone).unwrap();
        assert!(
            !stored.contains("OLD") || name == "oa.json",
            "{name}: {stored}"
        );
    }
}
