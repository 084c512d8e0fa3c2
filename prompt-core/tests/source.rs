//! A file that was imported, edited and written back is the same outside of the edits.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::import::{ImportFormat, export_to_source, import, rewrite_file, source_format};
use prompt_core::pairing::adopt_ids;
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
                // Line ends around a text are no difference in a document.
                let [one, other] = [&one.content, &other.content].map(|text| match new {
                    "trailing\n\n" if !name.ends_with("json") && !name.ends_with("ml") => {
                        text.trim_end()
                    }
                    _ => text,
                });
                assert_eq!(one, other, "{name}: {}", written.text);
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

/// A segment with another text, role or place.
fn said(r#type: SegmentType, content: &str) -> Segment {
    Segment {
        r#type,
        content: content.to_owned(),
        ..Segment::default()
    }
}

const MODELS: &str = "name: Bug\nmessages:\n  # first\n  - role: system # kept\n    content: |\n      Be\n      kind.\n  # the question\n  - role: user\n    content: \"a\\n\\\n      b\" # said oddly\n\n  # the answer\n  - role: assistant\n    content: 'Yes.' # short\n# the end\nmodel: m\n";

#[test]
fn an_item_that_is_added_removed_or_moved_leaves_the_rest_of_the_file_as_it_was() {
    let question = "  - role: user\n    content: \"a\\n\\\n      b\" # said oddly\n\n";
    let answer = "  - role: assistant\n    content: 'Yes.' # short\n";
    let prompt = only("a.prompt.yml", MODELS);
    let written = |edit: &dyn Fn(&mut Vec<Segment>)| {
        let mut prompt = prompt.clone();
        edit(&mut prompt.content.segments);
        export_to_source(&prompt).unwrap().text
    };
    // An item before another one of its role, and one at the end
    let block = |text: &str| format!("  - role: user\n    content: |-\n      {text}\n");
    assert_eq!(
        written(&|items| items.insert(1, said(SegmentType::User, "New."))),
        MODELS.replace(
            "  # the question",
            &format!("{}  # the question", block("New."))
        )
    );
    assert_eq!(
        written(&|items| items.push(said(SegmentType::User, "New."))),
        MODELS.replace(answer, &format!("{answer}{}", block("New.")))
    );
    // One that is removed leaves the comments around it
    assert_eq!(
        written(&|items| {
            items.remove(1);
        }),
        MODELS.replace(question, "")
    );
    // One that is moved takes its own comment along
    let moved = written(&|items| items.swap(1, 2));
    for text in [
        question.trim_end(),
        answer.trim_end(),
        "# the question",
        "# the answer",
        "# the end",
    ] {
        assert_eq!(moved.matches(text).count(), 1, "{text} in {moved}");
    }
    // Another role is a change of one word
    assert_eq!(
        written(&|items| items[1].r#type = SegmentType::Assistant),
        MODELS.replace("role: user", "role: assistant")
    );
}

#[test]
fn texts_that_were_not_edited_keep_their_spelling_when_items_change() {
    let text = "{\"messages\": [\n  {\n    \"role\": \"system\",\n    \"content\": \"a\\u0041\\/b\"\n  },\n  {\"role\": \"user\", \"content\": \"Hi\", \"name\": \"bob\"}\n], \"model\": \"m\"}\n";
    let mut prompt = only("a.json", text);
    prompt
        .content
        .segments
        .push(said(SegmentType::System, "New."));
    let written = export_to_source(&prompt).unwrap().text;
    let user = "{\"role\": \"user\", \"content\": \"Hi\", \"name\": \"bob\"}";
    // In the form of the other message of the system
    let new = "{\n    \"role\": \"system\",\n    \"content\": \"New.\"\n  }";
    assert_eq!(written, text.replace(user, &format!("{user},\n  {new}")));
    prompt.content.segments.pop();
    prompt.content.segments[0].r#type = SegmentType::User;
    assert_eq!(
        export_to_source(&prompt).unwrap().text,
        text.replace("\"role\": \"system\"", "\"role\": \"user\"")
    );
    // So do texts whose signs are all escaped, as Python writes them.
    let escaped = "{\"model\":\"m\",\"messages\":[\n {\"role\":\"system\",\"content\":\"\\u65e5\\ud83d\\ude00\"},\n {\"role\":\"user\",\"content\":\"\\u00fc\"}\n]}\n";
    let mut prompt = only("py.json", escaped);
    prompt.content.segments[1].r#type = SegmentType::Assistant;
    assert_eq!(
        export_to_source(&prompt).unwrap().text,
        escaped.replace("\"user\"", "\"assistant\"")
    );
    // Sections keep the level of their headings.
    let rule = "---\nalwaysApply: true\n---\n# Never\n\nA\n\n## Sub ##\nB\n\n# Always\n\nC\n";
    let mut prompt = only("r.mdc", rule);
    prompt.content.sections.swap(0, 1);
    assert_eq!(
        export_to_source(&prompt).unwrap().text,
        "---\nalwaysApply: true\n---\n# Always\n\nC\n\n# Never\n\nA\n\n## Sub ##\nB\n"
    );
}

#[test]
fn messages_beside_a_system_text_and_of_other_kinds_are_added_moved_and_removed() {
    let anthropic = "{\"system\": \"Be \\u006bind.\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}], \"max_tokens\": 9}";
    let behind =
        "{\"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}], \"system\": \"Be kind.\"}";
    let responses = "{\"model\": \"m\", \"instructions\": \"Be kind.\", \"input\": [{\"role\": \"user\", \"content\": \"Hi\"}]}";
    for text in [anthropic, behind, responses] {
        let mut prompt = only("a.json", text);
        prompt
            .content
            .segments
            .push(said(SegmentType::Assistant, "Yes."));
        prompt.content.segments.push(said(SegmentType::User, "So?"));
        let hi = "{\"role\": \"user\", \"content\": \"Hi\"}";
        let more = "{\"role\": \"assistant\", \"content\": \"Yes.\"}, {\"role\": \"user\", \"content\": \"So?\"}";
        let written = export_to_source(&prompt).unwrap().text;
        assert_eq!(written, text.replace(hi, &format!("{hi}, {more}")));
        prompt.content.segments[0].content = "Be brief.".to_owned();
        prompt.content.segments.truncate(3);
        let written = export_to_source(&prompt).unwrap().text;
        assert!(
            written.contains("Be brief.") && written.contains("Yes."),
            "{written}"
        );
    }
    for (name, text) in [
        (
            "placeholder.json",
            "{\"name\": \"a\", \"type\": \"chat\", \"prompt\": [{\"role\": \"system\", \"content\": \"S\"}, {\"type\": \"placeholder\", \"name\": \"h\"}, {\"role\": \"user\", \"content\": \"U\"}], \"labels\": []}",
        ),
        (
            "tools.json",
            "{\"messages\": [{\"role\": \"user\", \"content\": \"U\"}, {\"role\": \"assistant\", \"content\": null, \"tool_calls\": [{\"id\": \"1\", \"function\": {\"name\": \"f\", \"arguments\": \"{}\"}}]}, {\"role\": \"system\", \"content\": [{\"type\": \"text\", \"text\": \"a\"}, {\"type\": \"text\", \"text\": \"b\", \"cache_control\": {}}]}]}",
        ),
    ] {
        let prompt = only(name, text);
        let mut removed = prompt.clone();
        removed.content.segments.remove(0);
        let mut moved = prompt.clone();
        moved.content.segments.reverse();
        let mut added = prompt.clone();
        added.content.segments.push(said(SegmentType::User, "New"));
        for (what, changed) in [("removed", removed), ("moved", moved), ("added", added)] {
            let written = export_to_source(&changed).unwrap_or_else(|| panic!("{name}: {what}"));
            let again = only(name, &written.text);
            let texts = |prompt: &Prompt| -> Vec<String> {
                let items = prompt.content.segments.iter();
                items.map(|one| one.content.clone()).collect()
            };
            assert_eq!(texts(&again), texts(&changed), "{name}: {what}");
        }
    }
    // LangChain: an item has the form of another one of its kind.
    let text = &files()
        .into_iter()
        .find(|(name, ..)| *name == "lc.json")
        .unwrap()
        .2;
    let mut prompt = only("lc.json", text);
    prompt.content.segments.reverse();
    let more = Segment {
        content: "More {{q}}".to_owned(),
        id: String::new(),
        ..prompt.content.segments[0].clone()
    };
    prompt.content.segments.push(more);
    let written = export_to_source(&prompt).unwrap().text;
    let again = only("lc.json", &written);
    let texts: Vec<_> = again
        .content
        .segments
        .iter()
        .map(|one| &*one.content)
        .collect();
    assert_eq!(texts[0], "{{q}}");
    assert_eq!(texts[2], "More {{q}}");
}

#[test]
fn tags_and_words_are_written_where_the_file_has_them() {
    for (name, text, old, new) in [
        (
            "v1.prompty",
            "---\nname: T\ntags:\n  - mail # why\n  - zwei\nauthors: [a]\n---\nsystem:\nS\n",
            "  - mail # why\n  - zwei\n",
            "  - zwei\n  - \"a, b\"\n",
        ),
        (
            "v1.prompty",
            "---\nname: T\ntags:\n- mail\n- zwei\nsample: {}\n---\nsystem:\nS\n",
            "- mail\n- zwei\n",
            "- zwei\n- \"a, b\"\n",
        ),
        (
            "v1.prompty",
            "---\nname: T\ntags: []\n---\nsystem:\nS\n",
            "[]",
            "[zwei, \"a, b\"]",
        ),
        (
            "v2.prompty",
            "---\nname: T\nmetadata:\n  tags: [mail, 'zwei'] # two\n  category: creative\n  language: german\nmodel: m\n---\nsystem:\nS\n",
            "[mail, 'zwei']",
            "[zwei, \"a, b\"]",
        ),
        (
            "lf.json",
            "{\"name\": \"a\", \"type\": \"text\", \"prompt\": \"P\", \"tags\": [ \"mail\",\"zwei\" ], \"labels\": []}",
            "[ \"mail\",\"zwei\" ]",
            "[\"zwei\", \"a, b\"]",
        ),
    ] {
        let mut prompt = only(name, text);
        assert_eq!(export_to_source(&prompt).unwrap().text, text);
        prompt.tags = vec!["zwei".to_owned(), "a, b".to_owned()];
        let written = export_to_source(&prompt).unwrap();
        assert_eq!(written.text, text.replace(old, new), "{name}");
        assert_eq!(written.warnings, [], "{name}");
        assert_eq!(only(name, &written.text).tags, prompt.tags);
        prompt.tags.clear();
        let written = export_to_source(&prompt).unwrap();
        assert_eq!(written.warnings, [], "{name}: {}", written.text);
        if text.contains("category") {
            prompt.tags = only(name, text).tags;
            prompt.category = prompt_core::Category::Web;
            let written = export_to_source(&prompt).unwrap();
            assert_eq!(written.text, text.replace("creative", "web"));
            assert_eq!(written.warnings, []);
        }
    }
}

#[test]
fn a_key_that_the_file_lacks_or_has_empty_is_written() {
    for (name, text, title, description) in [
        (
            "a.prompt.yml",
            "# mine\nname: A\nmodel: m\nmessages:\n- role: user\n  content: U\n",
            None,
            Some(
                "# mine\nname: A\ndescription: New\nmodel: m\nmessages:\n- role: user\n  content: U\n",
            ),
        ),
        (
            "r.mdc",
            "---\ndescription: \nglobs: *.rs\n---\nText\n",
            None,
            Some("---\ndescription: New\nglobs: *.rs\n---\nText\n"),
        ),
        (
            "p.prompt.md",
            "---\nmode: agent\n---\nText\n",
            Some("---\nname: Other\nmode: agent\n---\nText\n"),
            Some("---\ndescription: New\nmode: agent\n---\nText\n"),
        ),
        (
            "i.instructions.md",
            "---\napplyTo: '**'\n---\nText\n",
            None,
            Some("---\ndescription: New\napplyTo: '**'\n---\nText\n"),
        ),
        (
            "c.toml",
            "# mine\nprompt = 'P'\n",
            None,
            Some("# mine\ndescription = \"New\"\nprompt = 'P'\n"),
        ),
        (
            "c.toml",
            "description = \"\"\r\nprompt = 'P'\r\n",
            None,
            Some("description = \"New\"\r\nprompt = 'P'\r\n"),
        ),
        (
            "d.prompt",
            "{{role \"system\"}}\nS\n",
            Some("---\nname: Other\n---\n{{role \"system\"}}\nS\n"),
            Some("---\ndescription: New\n---\n{{role \"system\"}}\nS\n"),
        ),
    ] {
        for (is_title, expected) in [(true, title), (false, description)] {
            let Some(expected) = expected else { continue };
            let mut prompt = only(name, text);
            if is_title {
                prompt.title = "Other".to_owned();
            } else {
                prompt.description = "New".to_owned();
            }
            let written = export_to_source(&prompt).unwrap();
            assert_eq!(written.text, expected, "{name}");
            assert_eq!(written.warnings, [], "{name}");
        }
    }
}

#[test]
fn front_matter_that_is_not_yaml_is_written_line_by_line() {
    let agent = "---\nname: a\ndescription: Use when: a PDF comes\ntools: Read\n---\nOLD\n";
    let mut prompt = only("agent.md", agent);
    assert_eq!(prompt.description, "Use when: a PDF comes");
    prompt.description = "Use when: \"a\" # or b".to_owned();
    let written = export_to_source(&prompt).unwrap();
    assert_eq!(
        written.text,
        agent.replace("Use when: a PDF comes", "Use when: \"a\" # or b")
    );
    assert_eq!(written.warnings, []);
    let rule = "---\ndescription: Rules\nglobs: *.ts\n---\nText\n";
    let mut prompt = only("r.mdc", rule);
    prompt.description = "New: \"desc\" # x".to_owned();
    let written = export_to_source(&prompt).unwrap();
    assert_eq!(written.text, rule.replace("Rules", "New: \"desc\" # x"));
    assert_eq!(only("r.mdc", &written.text).description, prompt.description);
}

#[test]
fn line_ends_around_a_text_are_no_difference_in_a_document() {
    for (name, _, text) in files() {
        if !text.starts_with("---\n") || text.contains('\r') {
            continue;
        }
        let mut prompt = only(name, &text);
        for segment in &mut prompt.content.segments {
            segment.content = format!("\n{}\r\nNew\n", segment.content);
        }
        let sections = prompt.content.sections.iter_mut();
        for section in sections.filter(|one| !one.content.is_empty()) {
            section.content.push_str("\r\nNew\n");
        }
        let written = export_to_source(&prompt);
        let written = written.unwrap_or_else(|| panic!("{name}")).text;
        assert!(
            written.contains("\nNew\n") && !written.contains('\r'),
            "{name}: {written}"
        );
    }
}

#[test]
fn the_name_of_a_skill_stays_one_and_a_text_that_begins_as_a_role_is_told() {
    let skill = "---\nname: pdf\ndescription: d\nlicense: MIT\n---\nRead.\n";
    let mut prompt = only("pdf/SKILL.md", skill);
    prompt.title = "PDF Tools!".to_owned();
    let written = export_to_source(&prompt).unwrap();
    assert_eq!(written.text, skill.replace("name: pdf", "name: pdf-tools"));
    assert_eq!(written.warnings.len(), 1);
    // A name that is none stays as long as nobody edits it.
    let odd = skill.replace("name: pdf", "name: PDF Tools");
    let mut prompt = only("pdf/SKILL.md", &odd);
    prompt.content.segments[0].content = "New.".to_owned();
    let written = export_to_source(&prompt).unwrap().text;
    assert_eq!(written, odd.replace("Read.", "New."));
    let command = "---\ndescription: d\nargument-hint: a\n---\nText\n";
    let mut prompt = only("c.md", command);
    prompt.content.segments[0].content = "user:\nText".to_owned();
    let (_, warnings) = rewrite_file(command.as_bytes(), Some("c.md"), &prompt).unwrap();
    assert!(
        warnings
            .iter()
            .any(|one| one.code == "read_as_other_format"),
        "{warnings:?}"
    );
}

/// A prompt with a stored source of these pieces.
fn with_pieces(format: &str, pieces: serde_json::Value) -> Prompt {
    let mut prompt = only(
        "a.prompt.yml",
        "messages:\n- role: user\n  content: plain\n",
    );
    let source = prompt.content.extra.get_mut("imported_source").unwrap();
    source["format"] = format.into();
    source["pieces"] = pieces;
    prompt
}

#[test]
fn a_stored_source_cannot_repeat_a_text_or_grow_beyond_a_file() {
    let hole = |text: &str, style: &str| json!({"text": text, "as": style});
    let two = with_pieces(
        "github-models",
        json!([hole("0", "raw"), hole("00", "json")]),
    );
    assert_eq!(source_format(&two), None);
    let mut many = with_pieces("github-models", json!(vec![hole("0", "raw"); 3_000]));
    many.content.segments[0].content = "x".repeat(1_000_000);
    assert!(source_format(&many).is_none() && export_to_source(&many).is_none());
    // Numbers of items that no prompt has, and columns that no file has.
    for (text, style) in [
        ("2000", "raw"),
        ("18446744073709551615", "raw"),
        ("18446744073709551615.title", "raw"),
        ("tags", "tags-18446744073709551615"),
        ("tags", "tags-101"),
    ] {
        let pieces = json!(["messages:\n- content: ", hole(text, style)]);
        assert_eq!(source_format(&with_pieces("github-models", pieces)), None);
    }
    for style in ["yaml-6", "yaml-9000000", "yaml-18446744073709551615"] {
        let pieces = json!([
            "messages:\n- role: user\n  content: ",
            hole("0", style),
            "\n"
        ]);
        let mut prompt = with_pieces("github-models", pieces);
        prompt.content.segments[0].content = "one\ntwo\nthree".to_owned();
        let written = export_to_source(&prompt).unwrap().text;
        assert!(written.len() < 100, "{style}");
    }
    let mut large = with_pieces(
        "github-models",
        json!(["messages:\n- content: ", hole("0", "json")]),
    );
    large.content.segments[0].content = "x".repeat(13_000_000);
    assert!(source_format(&large).is_some() && export_to_source(&large).is_none());
}

#[test]
fn a_description_cannot_add_keys_to_front_matter() {
    let agent = "---\nname: a\ndescription: Use when: a PDF comes\ntools: Read\n---\nOLD\n";
    for description in [
        "Reads.\nhooks: all\nallowed-tools: Bash",
        "Reads.\r\nhooks: all",
        "Reads.\rhooks: all",
        "Reads.\u{2028}hooks: all",
        "\"Reads.\"\n---\nhooks: all",
        "- hooks: all",
        "\"quoted\"",
        " hooks ",
    ] {
        let mut prompt = only("agent.md", agent);
        prompt.description = description.to_owned();
        let written = export_to_source(&prompt).unwrap();
        let lines: Vec<_> = written.text.split(['\n', '\r', '\u{2028}']).collect();
        assert_eq!(lines.len(), agent.split('\n').count(), "{}", written.text);
        assert!(lines[2].starts_with("description: \""), "{}", written.text);
        let again = only("agent.md", &written.text);
        assert_eq!(again.description.trim(), description.trim());
        assert_eq!(written.warnings, [], "{description:?}");
        // As it stood.
        prompt.description = "Use when: a PDF comes".to_owned();
        assert_eq!(export_to_source(&prompt).unwrap().text, agent);
    }
    // A new key beside a line that is not YAML.
    let rule = "---\nglobs: *.ts\n---\nText\n";
    let mut prompt = only("r.mdc", rule);
    prompt.description = "Reads.\nhooks: all".to_owned();
    let written = export_to_source(&prompt).unwrap().text;
    assert!(!written.contains("\nhooks"), "{written}");
    // Several lines that the file has stay as they are.
    let long = "---\nname: a\ndescription: Use when: so\n  and so\ntools: Read\n---\nOLD\n";
    let prompt = edited(&only("agent.md", long), "New");
    assert_eq!(
        export_to_source(&prompt).unwrap().text,
        long.replace("OLD", "New")
    );
}

#[test]
fn only_new_text_takes_the_usual_line_end() {
    let text = "# mine\nname: A\r\nmodel: m\nmessages:\n- role: system\n  content: one\n- role: user\r\n  content: two\n\n# end\n";
    for is_mostly_crlf in [false, true] {
        // One line end of the other kind in a file.
        let text = if is_mostly_crlf {
            text.replace("\r\n", "\n")
                .replace('\n', "\r\n")
                .replace("model: m\r\n", "model: m\n")
        } else {
            text.to_owned()
        };
        let line_end = if is_mostly_crlf { "\r\n" } else { "\n" };
        let prompt = only("a.prompt.yml", &text);
        assert_eq!(export_to_source(&prompt).unwrap().text, text);
        let mut described = prompt.clone();
        described.description = "New".to_owned();
        let written = export_to_source(&described).unwrap().text;
        assert_eq!(
            written.replace(&format!("description: New{line_end}"), ""),
            text
        );
        let mut longer = prompt.clone();
        longer.content.segments[0].content = "more".to_owned();
        longer
            .content
            .segments
            .push(said(SegmentType::Assistant, "three"));
        let written = export_to_source(&longer).unwrap().text;
        let new = ["- role: assistant", "  content: |-", "    three", ""].join(line_end);
        let end = format!("{line_end}# end");
        let expected = text
            .replace("content: one", "content: more")
            .replace(&end, &format!("{line_end}{new}{end}"));
        assert_eq!(written, expected);
    }
}

#[test]
fn a_text_that_is_gone_is_not_kept_in_the_source() {
    let text = "messages:\n- role: system\n  content: \"it is \\x6fld\"\n- role: user\n  content: \"\\x48i\"\n";
    let prompt = only("a.prompt.yml", text);
    let normalised = |prompt: &Prompt| {
        let mut prompt = prompt.clone();
        let mut number = 0;
        prompt.content.normalise(&mut || {
            number += 1;
            format!("id-{number}")
        });
        prompt
    };
    assert_eq!(normalised(&prompt), prompt);
    let mut moved = prompt.clone();
    moved.content.segments.swap(0, 1);
    for (at, segment) in moved.content.segments.iter_mut().enumerate() {
        segment.order = u32::try_from(at).unwrap();
    }
    assert_eq!(normalised(&moved), moved);
    let mut gone = prompt.clone();
    gone.content.segments[0].content = "new".to_owned();
    let saved = normalised(&gone);
    let stored = serde_json::to_string(&saved).unwrap();
    assert!(
        !stored.contains("6fld") && stored.contains("x48i"),
        "{stored}"
    );
    let sums = |prompt: &Prompt| {
        serde_json::to_string(prompt)
            .unwrap()
            .matches("sum")
            .count()
    };
    assert_eq!((sums(&prompt), sums(&saved)), (2, 1));
    assert!(saved.says_the_same(&gone) && gone.says_the_same(&saved));
    let expected = text.replace("it is \\x6fld", "new");
    assert_eq!(export_to_source(&saved).unwrap().text, expected);
    // Another spelling of the same text is another file.
    let other = only("a.prompt.yml", &text.replace("\\x48i", "\\x48\\x69"));
    assert!(!other.says_the_same(&prompt));
}

#[test]
fn each_block_of_a_message_has_a_place_of_its_own() {
    type Changes = &'static [(&'static str, &'static str)];
    let anthropic = "{\n  \"model\": \"m\",\n  \"system\": [\n    {\"type\": \"text\", \"text\": \"Be kind.\\n\\nAlways.\", \"cache_control\": {\"type\": \"ephemeral\"}},\n    {\"type\": \"text\", \"text\": \"Know this.\"}\n  ],\n  \"messages\": [\n    {\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Sum up:\"}, {\"type\": \"image\", \"source\": {\"url\": \"u\"}}, {\"type\":\"text\",\"text\":\"In a line.\"}]},\n    {\"role\": \"assistant\", \"content\": \"Yes.\"}\n  ]\n}\n";
    let prompt = only("a.json", anthropic);
    assert_eq!(export_to_source(&prompt).unwrap().text, anthropic);
    let cases: [(usize, &str, Changes); 5] = [
        (
            0,
            "Be brief.\n\nAlways.\n\nKnow this.",
            &[("Be kind", "Be brief")],
        ),
        (
            0,
            "Be kind.\n\nAlways.\n\nKnow that.\n\nAll of it.",
            &[("Know this.", "Know that.\\n\\nAll of it.")],
        ),
        (
            0,
            "Be kind.\n\nNever.\n\nForget this.",
            &[("Always", "Never"), ("Know", "Forget")],
        ),
        (1, "Sum it up:\n\nIn a line.", &[("Sum up", "Sum it up")]),
        (
            1,
            "Sum up:\n\n\"In\" two.",
            &[("In a line.", "\\\"In\\\" two.")],
        ),
    ];
    for (at, text, changes) in cases {
        let mut edited = prompt.clone();
        edited.content.segments[at].content = text.to_owned();
        let mut expected = anthropic.to_owned();
        for (old, new) in changes {
            expected = expected.replace(old, new);
        }
        let written = export_to_source(&edited).unwrap();
        assert_eq!(written.text, expected);
        assert!(written.warnings.is_empty(), "{:?}", written.warnings);
        let rewritten = rewrite_file(anthropic.as_bytes(), Some("a.json"), &edited).unwrap();
        assert_eq!(rewritten.0, expected.as_bytes());
        // What is read again is the same prompt, and what the source says of the texts is no difference.
        let mut read = only("a.json", &expected);
        adopt_ids(&edited.content, &mut read.content);
        assert!(read.says_the_same(&edited));
    }
    // Other messages come and go beside them, each kept as it was.
    let mut edited = prompt.clone();
    edited.content.segments[1].content = "Sum up:\n\nIn two lines.".to_owned();
    edited
        .content
        .segments
        .push(said(SegmentType::User, "Thanks."));
    let written = export_to_source(&edited).unwrap().text;
    assert!(written.contains("\"text\":\"In two lines.\"}"), "{written}");
    assert!(
        written.contains("{\"role\": \"user\", \"content\": \"Thanks.\"}"),
        "{written}"
    );
    assert!(written.starts_with(&anthropic[..anthropic.find("In a line").unwrap()]));
    edited.content.segments.swap(1, 2);
    let moved = export_to_source(&edited).unwrap().text;
    assert!(moved.find("Yes.") < moved.find("Sum up:"), "{moved}");
    edited.content.segments.remove(2);
    let gone = export_to_source(&edited).unwrap().text;
    assert!(
        !gone.contains("Sum up") && gone.contains("Thanks."),
        "{gone}"
    );
    // A block that is gone changes what the message has beside its text, which is told by no file at all.
    let mut edited = prompt.clone();
    edited.content.segments[0].content = "Be kind.".to_owned();
    assert!(export_to_source(&edited).is_none());

    let yaml = "messages:\n  - role: user\n    content:\n      - type: text\n        text: |-\n          First.\n\n          More.\n      - {type: text, text: 'Second: it''s'}\n      - type: image_url\n        image_url: {url: x}\n";
    let mut prompt = only("a.prompt.yml", yaml);
    let text = &mut prompt.content.segments[0].content;
    assert_eq!(text, "First.\n\nMore.\n\nSecond: it's");
    *text = "First.\n\nMuch more.\n\nSecond: it is".to_owned();
    assert_eq!(
        export_to_source(&prompt).unwrap().text,
        yaml.replace("More.", "Much more.")
            .replace("it''s", "it is")
    );
}

#[test]
fn what_people_write_around_their_texts_stays() {
    for (name, text) in [
        // A byte order mark
        (
            "SKILL.md",
            "\u{feff}---\nname: a\ndescription: d\n---\nOLD\n",
        ),
        (
            "a.json",
            "\u{feff}{\"messages\": [{\"role\": \"user\", \"content\": \"OLD\"}]}",
        ),
        // Blank lines at the end of a block
        (
            "a.prompt.yml",
            "messages:\r\n- role: user\r\n  content: |+ # all\r\n    OLD\r\n\r\n    B\r\n\r\n\r\nname: a\r\n",
        ),
        (
            "b.prompt.yml",
            "messages:\n- role: user\n  content: |+\n    OLD\n\n\n",
        ),
        // A heading below the first text, which is the title and part of the text
        (
            "AGENTS.md",
            "OLD intro\n\n# Setup\n\nRun.\n\n## Inner\n\nText\n\nOther\n=====\n\nx",
        ),
        // Types of variables
        (
            "h.json",
            "{\"helicone_template\": {\"messages\": [{\"role\":\"user\", \"content\": \"OLD {{hc:n:number}} {{hc:who:string}} {{x}}\"}]}}\n",
        ),
        // YAML between brackets, also all of it
        (
            "c.prompt.yml",
            "messages:\n- {role: system, content: It's OLD}   # it's said\n- {content: \"a, b: [c]\", role: user}\n",
        ),
        (
            "d.prompt.yml",
            "{name: x, messages: [{role: system, content: \"OLD, \\\"q\\\"\"}, {role: user, content: plain OLD text}]}\n",
        ),
        // Front matter that is not YAML, with a comment and a block
        (
            "b/SKILL.md",
            "---\nname: b\n# about it\ndescription: >-\n  Reads\n  files.\nmetadata:\n\tx: y\n---\nOLD\n",
        ),
    ] {
        let prompt = only(name, text);
        assert_eq!(export_to_source(&prompt).unwrap().text, text, "{name}");
        let prompt = edited(&prompt, "New {{n}}");
        let written = export_to_source(&prompt).unwrap();
        let expected = match name {
            // A variable has brackets, which only stand in quotes there.
            "c.prompt.yml" => text.replace("It's OLD", "\"It's New {{n}}\""),
            "d.prompt.yml" => text
                .replace("OLD, ", "New {{n}}, ")
                .replace("plain OLD text", "\"plain New {{n}} text\""),
            "h.json" => text.replace("OLD", "New {{hc:n:number}}"),
            _ => text.replace("OLD", "New {{n}}"),
        };
        assert_eq!(written.text, expected, "{name}");
        assert!(
            written.warnings.is_empty(),
            "{name}: {:?}",
            written.warnings
        );
        let rewritten = rewrite_file(text.as_bytes(), Some(name), &prompt).unwrap();
        assert_eq!(rewritten.0, expected.as_bytes(), "{name}");
    }
    let prompt = only(
        "b/SKILL.md",
        "---\nname: b\n# about it\ndescription: >-\n  Reads\n  files.\nmetadata:\n\tx: y\n---\nOLD\n",
    );
    assert_eq!(
        (prompt.title.as_str(), prompt.description.as_str()),
        ("b", "Reads files.")
    );
}

#[test]
fn the_first_message_of_dotprompt_gets_its_role_when_it_moves() {
    let text = "---\nmodel: m\n---\nHello {{name}}.\n\n{{role \"system\"}}\nBe kind.\n\n{{role \"model\"}}\nYes.\n";
    let mut prompt = only("a.prompt", text);
    let segments = &mut prompt.content.segments;
    let first = segments.remove(0);
    segments.push(first);
    let written = export_to_source(&prompt).unwrap().text;
    let read = only("a.prompt", &written);
    let texts: Vec<_> = read
        .content
        .segments
        .iter()
        .map(|one| (one.r#type.as_str(), one.content.as_str()))
        .collect();
    assert_eq!(
        texts,
        [
            ("system", "Be kind."),
            ("assistant", "Yes."),
            ("user", "Hello {{name}}.")
        ]
    );
    assert!(
        written.starts_with("---\nmodel: m\n---\n{{role \"system\"}}\nBe kind.\n"),
        "{written}"
    );
    prompt
        .content
        .segments
        .insert(0, said(SegmentType::Assistant, "New."));
    assert!(export_to_source(&prompt).is_some());
}
