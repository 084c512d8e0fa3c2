//! Realistic files and the expected result of importing each, including cases that other programs read
//! incorrectly.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

mod support;

use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::import::{IMPORTED, ImportFormat, Imported, import};
use prompt_core::{Module, Prompt, Severity};
use serde_json::json;

fn read(name: &str, bytes: &[u8]) -> Imported {
    let name = (!name.is_empty()).then_some(name);
    import(bytes, name, None)
}

/// Formats title, description and tags on the first line, then one line per item: its kind and its text
/// as a Rust string.
fn told(prompt: &Prompt) -> String {
    let details = [
        prompt.title.clone(),
        prompt.description.clone(),
        prompt.tags.join(", "),
    ];
    let details: Vec<_> = details.into_iter().filter(|one| !one.is_empty()).collect();
    let content = &prompt.content;
    let module = |item: &Module| format!("* {}: {:?}", item.title, item.content);
    let mut lines = vec![details.join(" | ")];
    lines.extend(
        content
            .segments
            .iter()
            .map(|item| format!("{}: {:?}", item.r#type, item.content)),
    );
    lines.extend(
        content
            .sections
            .iter()
            .map(|item| format!("# {}: {:?}", item.title, item.content)),
    );
    lines.extend(content.modules.iter().map(module));
    for block in &content.blocks {
        lines.push(format!("= {}", block.title));
        lines.extend(block.modules.iter().map(module));
    }
    lines.join("\n")
}

/// Imports the single prompt of a file and formats it.
fn one(name: &str, text: &str, format: ImportFormat) -> String {
    let imported = read(name, text.as_bytes());
    assert_eq!(imported.format, format, "{text}");
    assert_eq!(
        imported.prompts.len(),
        1,
        "{text}\n{:?}",
        imported.diagnostics
    );
    told(&imported.prompts[0].prompt)
}

fn check(cases: &[(&str, &str, ImportFormat, &str)]) {
    for (name, text, format, expected) in cases {
        assert_eq!(&one(name, text, *format), expected, "{name}: {text}");
    }
}

/// The codes of all diagnostics of a file.
fn codes(imported: &Imported) -> Vec<String> {
    imported
        .prompts
        .iter()
        .flat_map(|one| &one.diagnostics)
        .chain(&imported.diagnostics)
        .map(|remark| remark.code.clone())
        .collect()
}

#[test]
fn front_matter_is_read_as_its_author_meant_it() {
    use ImportFormat::{ClaudeCode, Cursor, Markdown};
    check(&[
        // A colon in a value is invalid YAML, and many loaders then drop every field.
        (
            "pack.md",
            "---\nname: pack\ndescription: Packs boxes. Use when: moving house\n---\nBody\n",
            ClaudeCode,
            "pack | Packs boxes. Use when: moving house\ninstruction: \"Body\"",
        ),
        (
            "a.md",
            "---\nname: a\ndescription: Use when: the user asks\nallowed-tools: Read, Bash(git:*)\nargument-hint: [file] [--flag]\n---\nBody $ARGUMENTS\n",
            ClaudeCode,
            "a | Use when: the user asks\nuser: \"Body $ARGUMENTS\"",
        ),
        (
            "helper.md",
            "---\nname: helper\ndescription: Use this. Examples:\n\n<example>\nuser: \"hi\"\n</example>\n\nmodel: inherit\n---\nYou help.\n",
            ClaudeCode,
            "helper | Use this. Examples:\n\n<example>\nuser: \"hi\"\n</example>\nsystem: \"You help.\"",
        ),
        // Globs are not valid YAML.
        (
            "rules.mdc",
            "---\ndescription: TS rules\nglobs: **/*.ts,**/*.tsx\nalwaysApply: false\n---\n- use const\n",
            Cursor,
            "Rules | TS rules\ninstruction: \"- use const\"",
        ),
        // Three dashes inside a value or in the text do not end the front matter.
        (
            "",
            "---\ntitle: \"Phase one --- two\"\ntags: [a]\n---\nAbove\n\n---\n\nBelow\n",
            Markdown,
            "Phase one --- two | a\ninstruction: \"Above\\n\\n---\\n\\nBelow\"",
        ),
        // Scalars that YAML parses as another type.
        (
            "",
            "---\ntitle: 1.10\ntags: [no, 2024-01-02, 0123]\n---\nx\n",
            Markdown,
            "1.10 | no, 2024-01-02, 0123\ninstruction: \"x\"",
        ),
        // A byte order mark, Windows line endings and an empty body.
        (
            "",
            "\u{feff}---\r\ntitle: Привет\r\n---\r\nТекст\r\n",
            Markdown,
            "Привет\ninstruction: \"Текст\"",
        ),
        (
            "only.md",
            "---\ntitle: x\n---",
            Markdown,
            "x\ninstruction: \"\"",
        ),
        // TOML.
        (
            "t.md",
            "+++\ntitle = \"x\"\ntags = [\"a\",\"b\"]\n+++\nbody\n",
            Markdown,
            "x | a, b\ninstruction: \"body\"",
        ),
    ]);
}

#[test]
fn what_looks_like_front_matter_and_is_none_stays_text() {
    use ImportFormat::Markdown;
    check(&[
        (
            "four.md",
            "----\nTask\n---\nRest\n",
            Markdown,
            "Four\ninstruction: \"----\\nTask\\n---\\nRest\"",
        ),
        (
            "hr.md",
            "---\n\nHello there\n\n---\nmore\n",
            Markdown,
            "Hr\ninstruction: \"---\\n\\nHello there\\n\\n---\\nmore\"",
        ),
        // Some loaders execute this.
        (
            "js.md",
            "---js\n{ title: \"x\", n: 1 + 1 }\n---\nBody\n",
            Markdown,
            "Js\ninstruction: \"---js\\n{ title: \\\"x\\\", n: 1 + 1 }\\n---\\nBody\"",
        ),
    ]);
}

#[test]
fn headings_become_sections() {
    use ImportFormat::{Fabric, Markdown};
    check(&[
        (
            "use.md",
            "# Setup\n\n```sh\n# install\nrun\n```\n\n# Use\nGo\n",
            Markdown,
            "Use\n# Setup: \"```sh\\n# install\\nrun\\n```\"\n# Use: \"Go\"",
        ),
        (
            "",
            "# The title\n\nHello.\n\n## One\n\ntext\n\n### Deeper\n\nmore\n\n## Two\n",
            Markdown,
            "The title\n# : \"Hello.\"\n# One: \"text\\n\\n### Deeper\\n\\nmore\"\n# Two: \"\"",
        ),
        (
            "patterns/summarize/system.md",
            "# IDENTITY and PURPOSE\r\n\r\nYou sum up.\r\n\r\n# INPUT\r\n\r\nINPUT:\r\n",
            Fabric,
            "Summarize\n# IDENTITY and PURPOSE: \"You sum up.\"\n# INPUT: \"INPUT:\"",
        ),
        // One of our own documents without metadata keeps its segments.
        (
            "",
            "# T\n\n## System\n\nBe kind.\n\n## User\n\n```text\n# Hi\n```\n",
            Markdown,
            "T\nsystem: \"Be kind.\"\nuser: \"# Hi\"",
        ),
    ]);
}

#[test]
fn conversations_become_segments() {
    use ImportFormat::{Anthropic, Dotprompt, GithubModels, Mcp, Openai, Prompty};
    check(&[
        (
            "chat.json",
            r#"[{"role":"developer","content":"Be brief"},{"role":"user","content":[{"type":"text","text":"Hi"},{"type":"text","text":"there"}]},{"role":"assistant","content":null}]"#,
            Openai,
            "Chat\nsystem: \"Be brief\"\nuser: \"Hi\\n\\nthere\"\nassistant: \"\"",
        ),
        (
            "r.json",
            r#"{"model":"m","max_tokens":9,"system":[{"type":"text","text":"S"}],"messages":[{"role":"user","content":"Q"}]}"#,
            Anthropic,
            "R\nsystem: \"S\"\nuser: \"Q\"",
        ),
        (
            "",
            r#"{"instructions":"Be kind","input":"Hello","model":"m"}"#,
            Openai,
            "Hello\nsystem: \"Be kind\"\nuser: \"Hello\"",
        ),
        (
            "",
            r#"{"jsonrpc":"2.0","id":1,"result":{"description":"Review","messages":[{"role":"user","content":{"type":"text","text":"Look:"}},{"role":"user","content":{"type":"resource","resource":{"uri":"r://x","text":"ctx"}}}]}}"#,
            Mcp,
            "Look: | Review\nuser: \"Look:\"\nuser: \"ctx\"",
        ),
        (
            "bug.prompt.yml",
            "name: Bug\ndescription: d\nmodel: openai/gpt-4o\nmessages:\n  - role: system\n    content: |\n      One\n  - {role: user, content: '{{input}}'}\n",
            GithubModels,
            "Bug | d\nsystem: \"One\\n\"\nuser: \"{{input}}\"",
        ),
        (
            "q.prompty",
            "---\nname: Q\ntags: [a]\ninputs: {q: hello}\ntemplate: jinja2\n---\nsystem:\nYou.\n\n# User:\n{{q}}\n\nuser[id=\"007\"]:\n",
            Prompty,
            "Q | a\nsystem: \"You.\"\nuser: \"{{q}}\"\nuser: \"\"",
        ),
        (
            "",
            "system:\nhi\n\nuser:\nq\n",
            Prompty,
            "system:\nsystem: \"hi\"\nuser: \"q\"",
        ),
        (
            "joke.prompt",
            "# Copyright\n---\nmodel: m\n---\nFirst\n{{role \"system\"}}\nBe funny\n{{role 'model'}}\nHa\n",
            Dotprompt,
            "Joke\nuser: \"First\"\nsystem: \"Be funny\"\nassistant: \"Ha\"",
        ),
    ]);
}

#[test]
fn collections_and_templates_of_other_tools() {
    use ImportFormat::{Langchain, Langfuse};
    check(&[
        (
            "",
            r#"{"name":"support/tone","version":7,"type":"chat","prompt":[{"role":"system","content":"S"},{"type":"placeholder","name":"history"}],"config":{"t":1},"tags":["x"],"labels":["latest"]}"#,
            Langfuse,
            "tone | x\nsystem: \"S\"\nuser: \"{{history}}\"",
        ),
        (
            "c.json",
            r#"{"_type":"chat","template":[{"role":"system","content":"{{}} {x}"},{"role":"human","content":"Tell {y}"}]}"#,
            Langchain,
            "C\nsystem: \"{} {{x}}\"\nuser: \"Tell {{y}}\"",
        ),
        (
            "lc.json",
            r#"{"lc":1,"type":"constructor","id":["langchain","prompts","chat","ChatPromptTemplate"],"kwargs":{"messages":[{"lc":1,"id":["x","HumanMessagePromptTemplate"],"kwargs":{"prompt":{"lc":1,"id":["x","PromptTemplate"],"kwargs":{"template":"Hi {n}"}}}},{"lc":1,"id":["x","MessagesPlaceholder"],"kwargs":{"variable_name":"h"}}]}}"#,
            Langchain,
            "Lc\nuser: \"Hi {{n}}\"\nuser: \"{{h}}\"",
        ),
    ]);
    let csv = "act,prompt,for_devs\n\"Say \"\"hi\"\"\",\"a\nb\",TRUE\n=1+1,x,FALSE\nshort,y\n";
    let imported = read("prompts.csv", csv.as_bytes());
    assert_eq!(imported.format, ImportFormat::PromptsChat);
    let told: Vec<_> = imported
        .prompts
        .iter()
        .map(|one| told(&one.prompt))
        .collect();
    assert_eq!(
        told,
        [
            "Say \"hi\"\ninstruction: \"a\\nb\"",
            "=1+1\ninstruction: \"x\"",
            "short\ninstruction: \"y\"",
        ]
    );
    let foo = "prompts:\n  - 'One {{x}}'\n  - {label: two, raw: Two}\n  - file://three.txt\nproviders: [p]\n";
    let imported = read("promptfooconfig.yaml", foo.as_bytes());
    assert_eq!(imported.format, ImportFormat::Promptfoo);
    assert_eq!(imported.prompts.len(), 2);
    assert_eq!(codes(&imported), ["not_fetched"]);
    let lines = "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n\n{\"messages\":[{\"role\":\"user\",\"content\":\"b\"}]}\nno json\n";
    let imported = read("batch.jsonl", lines.as_bytes());
    assert_eq!(imported.prompts.len(), 2);
    assert_eq!(codes(&imported), ["bad_json"]);
}

#[test]
fn what_has_no_field_is_kept_under_one_key() {
    let imported = read(
        "",
        b"---\ntitle: x\nglobs: '*.rs'\nnested: {a: [1, 2]}\n---\nbody\n",
    );
    let prompt = &imported.prompts[0].prompt;
    assert_eq!(
        prompt.content.extra[IMPORTED],
        serde_json::json!({"from": "cursor", "fields": {"globs": "*.rs", "nested": {"a": [1, 2]}}})
    );
    let imported = read(
        "",
        br#"{"title":"x","segments":[{"type":"odd","content":"a","n":1}]}"#,
    );
    let segment = &imported.prompts[0].prompt.content.segments[0];
    assert_eq!(segment.extra["unknown_type"], "odd");
    assert_eq!(segment.extra["n"], 1);
    assert_eq!(codes(&imported), ["unknown_word"]);
}

#[test]
fn what_cannot_be_read_says_why_and_where() {
    let deep = format!("{}1{}", "[".repeat(1000), "]".repeat(1000));
    for (name, bytes, code, place) in [
        ("a.md", &b"caf\xe9\n"[..], "not_utf8", Some("line 1")),
        ("a.md", b"one\ncaf\xe9\n", "not_utf8", Some("line 2")),
        ("a.json", b"{\n  \"title\": }", "bad_json", Some("line 2")),
        ("a.json", deep.as_bytes(), "bad_json", Some("line 1")),
        ("a.yml", b"title: [oops\n", "bad_yaml", Some("line 2")),
        ("a.yml", b"", "empty", None),
        (
            "a.xml",
            b"<prompt>\n<title></prompt>",
            "bad_xml",
            Some("line 2"),
        ),
        (
            "a.xml",
            b"<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><prompt>&b;</prompt>",
            "bad_xml",
            Some("line 1"),
        ),
        ("a.csv", b"x,y\n1,2\n", "no_text", Some("line 1")),
        (
            "a.json",
            br#"{"model":"m","prompt":{"id":"p","version":"2"}}"#,
            "reference_only",
            Some("prompt"),
        ),
    ] {
        let imported = read(name, bytes);
        assert_eq!(imported.prompts.len(), 0, "{name}");
        let remark = &imported.diagnostics[0];
        assert_eq!(
            remark.severity,
            Severity::Error,
            "{name}: {}",
            remark.message
        );
        assert_eq!(
            (remark.code.as_str(), remark.place.as_deref()),
            (code, place),
            "{name}: {}",
            remark.message
        );
        assert!(remark.hint.is_some(), "{name}: {}", remark.message);
    }
}

#[test]
fn any_bytes_give_something_and_no_panic() {
    use proptest::prelude::*;
    use proptest::sample::select;

    let names = [
        "a.md",
        "a.json",
        "a.yml",
        "a.xml",
        "a.html",
        "a.csv",
        "a.prompty",
        "a.prompt",
        "a.mdc",
        "a.jsonl",
        "a.txt",
        "",
    ];
    proptest!(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() }, |(
        text in support::text(),
        more in support::text(),
        name in select(names.to_vec()),
        format in proptest::option::of(select(ImportFormat::ALL)),
    )| {
        for text in [format!("{text}{more}"), format!("---\n{text}\n---\n{more}"), format!("{{\"content\":\"{text}")] {
            let imported = import(text.as_bytes(), Some(name), format);
            prop_assert!(!imported.prompts.is_empty() || !imported.diagnostics.is_empty(), "{text:?}");
        }
    });
}

#[test]
fn names_are_put_on_one_line_and_it_is_said() {
    let file = r#"{"title":"Red \u001b[31m\nalarm","tags":["a\tb","c\u0000d"],"structure_type":"standard","content":{}}"#;
    let imported = read("red.json", file.as_bytes());
    let [only] = &imported.prompts[..] else {
        panic!("{:?}", imported.diagnostics);
    };
    assert_eq!(only.prompt.title, "Red  [31m alarm");
    assert_eq!(only.prompt.tags, ["a b", "c d"]);
    assert!(only.prompt.validate().is_empty());
    let told: Vec<_> = only
        .diagnostics
        .iter()
        .map(|remark| (remark.severity, &*remark.code, remark.place.as_deref()))
        .collect();
    let blanks = |place| (Severity::Warning, "control_characters", Some(place));
    assert_eq!(told, [blanks("title"), blanks("tags")]);
    // A line break at the end of a title is dropped without a warning.
    let quiet = read(
        "quiet.yaml",
        b"structure_type: standard\ntitle: |\n  Quiet\n",
    );
    assert_eq!(quiet.prompts[0].prompt.title.trim(), "Quiet");
    assert!(quiet.prompts[0].diagnostics.is_empty());
}

#[test]
fn an_integer_that_javascript_rounds_becomes_text_and_is_named_in_every_format() {
    for long in ["9007199254740992", "123456789012345678901234567890"] {
        becomes_text(long);
    }
}

fn becomes_text(long: &str) {
    let prompt: Prompt = serde_json::from_value(serde_json::json!({
        "title": "Exact", "structure_type": "modulized",
        "content": {
            "modules": [{"id": "m", "title": "M", "content": "Draw.", "config": {"seed": 4_242_424_242_u64, "ids": [9_007_199_254_740_991_u64]}}],
        },
    }))
    .unwrap();
    for &format in ExportFormat::ALL {
        if format == ExportFormat::PlainText {
            continue;
        }
        let exported = export(&prompt, &ExportOptions::new(format));
        let file = exported.text;
        let changed = file.replace("4242424242", long);
        let imported = read(&exported.file_name, changed.as_bytes());
        assert_eq!(
            imported.prompts[0].prompt.content.modules[0].config,
            serde_json::json!({"seed": long, "ids": [9_007_199_254_740_991_u64]}),
            "{file}"
        );
        let named = imported
            .prompts
            .iter()
            .flat_map(|one| &one.diagnostics)
            .chain(&imported.diagnostics)
            .filter(|remark| remark.code == "long_number" && remark.message.contains(long));
        assert_ne!(named.count(), 0, "{file}");
    }
}

#[test]
fn every_format_that_nests_is_read_to_a_depth_and_opens_in_the_editor() {
    let nested = |open: &str, inner: &str, close: &str, times: usize| {
        open.repeat(times) + inner + &close.repeat(times)
    };
    let dotted = |times: usize| vec!["data"; times.max(1)].join(".");
    for times in [1, 63, 65, 109, 110, 111, 120, 127, 128, 129, 100_000] {
        let lists = nested("[", "1", "]", times);
        let json = nested("{\"data\":", "1", "}", times);
        let states = nested("{\"state\":", "{}", "}", times);
        let agents = nested("{\"agent\":{\"x\":", "{}", "}}", times);
        let flow = nested("{data: ", "1", "}", times);
        let inline = nested("{data = ", "1", "}", times);
        let elements = nested("<a>", "x", "</a>", times);
        let divs = nested("<div>", "x", "</div>", times);
        let items = nested("<section data-item='{}'>", "x", "</section>", times);
        let indented: String = (0..times.min(2_000))
            .map(|at| " ".repeat(at) + "data:\n")
            .collect();
        let toml = "prompt = \"Hello\"\n";
        let files = [
            (
                "a.json",
                format!("{{\"prompt\":\"Hello\",\"rest\":{lists}}}"),
            ),
            (
                "a.json",
                format!("{{\"prompt\":\"Hello\",\"rest\":{json}}}"),
            ),
            ("a.json", json.clone()),
            ("a.json", states),
            ("a.json", agents),
            (
                "a.jsonl",
                format!("{{\"text\":\"Hello\",\"rest\":{json}}}\n{{}}\n"),
            ),
            ("a.yaml", format!("prompt: Hello\nrest: {lists}\n")),
            ("a.yaml", format!("prompt: Hello\nrest: {flow}\n")),
            (
                "a.yaml",
                format!("prompt: Hello\nrest:\n  {}1\n", "- ".repeat(times)),
            ),
            ("a.yaml", indented.clone()),
            ("a.toml", format!("{toml}{} = 1\n", dotted(times))),
            ("a.toml", format!("{} = 1\n", dotted(times))),
            ("a.toml", format!("{toml}[{}]\nx = 1\n", dotted(times))),
            ("a.toml", format!("{toml}[[{}]]\nx = 1\n", dotted(times))),
            ("a.toml", format!("{toml}rest = {lists}\n")),
            ("a.toml", format!("{toml}rest = {inline}\n")),
            ("a.md", format!("+++\n{} = 1\n+++\nHello\n", dotted(times))),
            ("a.md", format!("+++\n[{}]\n+++\nHello\n", dotted(times))),
            ("a.md", format!("+++\nrest = {lists}\n+++\nHello\n")),
            ("a.md", format!("---\nrest: {flow}\n---\nHello\n")),
            ("a.md", format!("---\n{indented}---\nHello\n")),
            (
                "a.prompty",
                format!("---\nname: x\nrest: {lists}\n---\nsystem:\nHello\n"),
            ),
            (
                "a.prompt",
                format!("---\nmodel: x\nrest: {lists}\n---\nHello\n"),
            ),
            ("a.xml", elements),
            ("a.html", divs.clone()),
            ("a.html", items),
            ("a.md", format!("# T\n\n{divs}\n")),
        ];
        for (name, text) in files {
            let imported = read(name, text.as_bytes());
            let start: String = text.chars().take(60).collect();
            assert!(
                !codes(&imported).is_empty() || !imported.prompts.is_empty(),
                "{name} {start} {times}"
            );
            // The editor and the server read the prompt as JSON again.
            for one in &imported.prompts {
                let json = serde_json::to_string(&one.prompt).unwrap();
                let again = serde_json::from_str::<Prompt>(&json);
                assert!(again.is_ok(), "{name} {start} {times}: {:?}", again.err());
            }
        }
    }
}

#[test]
fn what_nests_too_deeply_is_answered_whatever_the_file_is_called() {
    let twice = |open: &str, close: &str| open.repeat(20_000) + &close.repeat(20_000);
    let levels = (1..60).map(|level| format!("a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1));
    let bomb = String::from("a0: &a0 [x, x]\n") + &levels.collect::<String>();
    let indented: String = (0..2_000).map(|at| " ".repeat(at) + "a:\n").collect();
    for text in [
        twice("[", ""),
        twice("[", "]"),
        twice("{\"a\":", ""),
        twice("{a: ", "}"),
        twice("- ", ""),
        twice("? ", ""),
        twice("> ", ""),
        twice("<a>", "</a>"),
        twice("<div>", ""),
        twice("<section data-item='{}'>", "</section>"),
        twice("<prompt>", ""),
        twice("`[", ")"),
        twice("{{", "}}"),
        indented,
        bomb,
    ] {
        for name in [
            "",
            "a.yaml",
            "a.json",
            "a.jsonl",
            "a.xml",
            "a.html",
            "a.md",
            "a.prompty",
            "a.csv",
        ] {
            for whole in [
                text.clone(),
                format!("---\n{text}\n---\nBody\n"),
                format!("title: x\nrest: {text}"),
            ] {
                let imported = read(name, whole.as_bytes());
                // The import returns a prompt or a reason, and every prompt can be opened in the
                // editor.
                assert!(
                    !codes(&imported).is_empty() || !imported.prompts.is_empty(),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn the_model_of_a_file_and_how_it_answers_become_settings() {
    let schema = json!({ "type": "object" });
    for (name, text, settings) in [
        (
            "v2.prompty",
            "---\nname: t\nmodel:\n  id: gpt-x\n  options:\n    temperature: 0.2\n    maxOutputTokens: 9\n---\nuser:\nHi",
            json!({ "model": "gpt-x", "temperature": 0.2, "max_tokens": 9 }),
        ),
        (
            "v1.prompty",
            "---\nname: t\nmodel:\n  api: chat\n  configuration:\n    azure_deployment: gpt-35\n  parameters:\n    max_tokens: 9\n---\nuser:\nHi",
            json!({ "model": "gpt-35", "max_tokens": 9 }),
        ),
        (
            "a.prompt",
            "---\nmodel: googleai/gemini\nconfig:\n  temperature: 1\n---\nHi",
            json!({ "model": "googleai/gemini", "temperature": 1 }),
        ),
        (
            "a.prompt.yml",
            "name: a\nmodel: openai/gpt-4o\nmodelParameters:\n  temperature: 0.5\n  max_tokens: 7\nmessages:\n  - role: user\n    content: Hi\ntestData: []\n",
            json!({ "model": "openai/gpt-4o", "temperature": 0.5, "max_tokens": 7 }),
        ),
        (
            "request.json",
            r#"{"model":"gpt-4o","temperature":9,"max_completion_tokens":5,"messages":[{"role":"user","content":"Hi"}],
                "response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object"}}},
                "tools":[{"type":"function","function":{"name":"f"}}]}"#,
            json!({ "model": "gpt-4o", "max_tokens": 5, "response_schema": schema, "tools": [{ "name": "f" }] }),
        ),
        (
            "json.json",
            r#"{"messages":[{"role":"user","content":"Hi"}],"response_format":{"type":"json_object"}}"#,
            serde_json::Value::Null,
        ),
    ] {
        let imported = read(name, text.as_bytes());
        let prompt = &imported.prompts[0].prompt;
        assert_eq!(prompt.content.settings(), &settings, "{name}");
        assert!(prompt.validate().is_empty(), "{name}");
    }
}

#[test]
fn settings_travel_in_our_own_files() {
    let mut prompt = Prompt {
        title: "Settings".into(),
        ..Prompt::default()
    };
    prompt.content = serde_json::from_value(json!({
        "segments": [{ "id": "a", "order": 0, "type": "user", "content": "Hi" }],
        "settings": { "model": "gpt-4o", "temperature": 0.2, "max_tokens": 9, "tools": [{ "name": "f" }] },
    }))
    .expect("the content is valid");
    for format in [
        ExportFormat::Json,
        ExportFormat::Yaml,
        ExportFormat::Prompty,
    ] {
        let file = export(&prompt, &ExportOptions::new(format));
        let again = read(&file.file_name, file.text.as_bytes());
        assert_eq!(again.prompts[0].prompt.content, prompt.content, "{format}");
    }
    let file = export(&prompt, &ExportOptions::new(ExportFormat::Prompty)).text;
    assert!(
        file.contains(
            "model:\n  id: gpt-4o\n  options:\n    temperature: 0.2\n    maxOutputTokens: 9\n"
        ),
        "{file}"
    );
}
