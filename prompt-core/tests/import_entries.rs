//! Entries of tables, libraries and code whose text stands at an unusual place: none becomes an empty prompt.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::Prompt;
use prompt_core::import::{Imported, export_to_source, import};

fn read(name: &str, text: &str) -> Imported {
    import(text.as_bytes(), Some(name), None)
}

/// The title of a prompt, and each of its texts behind its role or title.
fn told(prompt: &Prompt) -> Vec<(String, String)> {
    let content = &prompt.content;
    let segments = content.segments.iter();
    let segments = segments.map(|one| (one.r#type.to_string(), one.content.clone()));
    let sections = content.sections.iter();
    let sections = sections.map(|one| (one.title.clone(), one.content.trim_end().to_owned()));
    std::iter::once(("title".to_owned(), prompt.title.clone()))
        .chain(segments)
        .chain(sections)
        .collect()
}

fn assert_reads(name: &str, text: &str, expected: &[&[(&str, &str)]]) {
    let imported = read(name, text);
    let told: Vec<_> = imported
        .prompts
        .iter()
        .map(|one| told(&one.prompt))
        .collect();
    let expected: Vec<Vec<_>> = expected
        .iter()
        .map(|one| {
            one.iter()
                .map(|(key, text)| ((*key).to_owned(), (*text).to_owned()))
                .collect()
        })
        .collect();
    assert_eq!(told, expected, "{text}");
}

fn remarks(imported: &Imported) -> Vec<String> {
    let own = imported.prompts.iter().flat_map(|one| &one.diagnostics);
    imported
        .diagnostics
        .iter()
        .chain(own)
        .map(|one| {
            let place = one.place.as_deref().unwrap_or_default();
            format!("{} {place}: {}", one.code, one.message)
        })
        .collect()
}

#[test]
fn heads_of_tables_are_known_by_their_words() {
    for (head, delimiter) in [
        ("Prompt Title,Prompt Text", ','),
        ("PROMPT_NAME,Prompt_Content", ','),
        ("promptName;promptBody", ';'),
        ("Title of it\tThe prompt", '\t'),
        ("act|content", '|'),
        ("Name,Your message (English)", ','),
    ] {
        let text = format!("{head}\nA title{delimiter}A text\n");
        assert_reads(
            "a.csv",
            &text,
            &[&[("title", "A title"), ("instruction", "A text")]],
        );
    }
    // In any order, with a text of the system and an answer beside it.
    let imported = read(
        "a.csv",
        "TAGS,Assistant response,System Prompt,Prompt Category,User Prompt,Short Description,Act\na;b | c,Yes,Be brief.,Creative,Hi,About,T\n",
    );
    let prompt = &imported.prompts[0].prompt;
    assert_eq!(prompt.tags, ["a", "b", "c"]);
    assert_eq!(prompt.description, "About");
    assert_eq!(prompt.category.as_str(), "creative");
    let texts = told(prompt);
    let texts: Vec<_> = texts.iter().map(|(key, text)| (&**key, &**text)).collect();
    assert_eq!(
        texts,
        [
            ("title", "T"),
            ("system", "Be brief."),
            ("user", "Hi"),
            ("assistant", "Yes")
        ]
    );
    // A long text in a column of its own kind is named.
    let imported = read(
        "a.csv",
        "act,prompt,notes\nT,Hi,these are more than a few words\n",
    );
    let told = remarks(&imported);
    assert!(
        told[0].starts_with("kept_aside line 2: The text in the column 'notes'"),
        "{told:?}"
    );
    // Prose with a comma in its first line is no table.
    let prose = "Write a title, then some text\nand, last of all, stop.\n";
    assert_eq!(
        read("", prose).prompts[0].prompt.content.segments[0].content,
        prose.trim_end()
    );
}

#[test]
fn tags_in_one_text_are_several() {
    for text in ["a;b", "a|b", "a, b", "a ; b|", "[\"a\", \"b\"]"] {
        let csv = format!("act,prompt,tags\nT,Hi,\"{}\"\n", text.replace('"', "\"\""));
        assert_eq!(
            read("a.csv", &csv).prompts[0].prompt.tags,
            ["a", "b"],
            "{text}"
        );
        let json = serde_json::json!([{ "title": "T", "prompt": "Hi", "tags": text }]);
        let imported = read("a.json", &json.to_string());
        assert_eq!(imported.prompts[0].prompt.tags, ["a", "b"], "{text}");
    }
}

#[test]
fn json_may_have_comments_and_last_commas() {
    let config = "// Settings\n{\n  \"agent\": {\n    /* one, } of them */\n    \"review\": { \"prompt\": \"Review // this, }\", },\n    \"write\": { \"prompt\": \"Write\" }, // last\n  },\n}\n";
    for name in ["opencode.jsonc", "opencode.json", "a.json5"] {
        assert_reads(
            name,
            config,
            &[
                &[("title", "review"), ("system", "Review // this, }")],
                &[("title", "write"), ("system", "Write")],
            ],
        );
        assert_eq!(
            remarks(&read(name, config)),
            ["comment_left_out line 1: 3 comments were left out, of which this is the first"]
        );
    }
    assert_reads(
        "",
        "[\n  // one\n  {\"role\": \"user\", \"content\": \"Hi\"},\n]",
        &[&[("title", "Hi"), ("user", "Hi")]],
    );
    // What is no JSON then either stays what it was.
    assert_eq!(read("a.json", "{ // a\n \"a\": }").prompts.len(), 0);
}

#[test]
fn agents_and_tasks_of_a_crew_are_sections() {
    let agent: &[_] = &[
        ("title", "researcher"),
        ("Role", "Senior researcher"),
        ("Goal", "Find out"),
        ("Backstory", "You are seasoned."),
    ];
    let yaml = "researcher:\n  role: >\n    Senior researcher\n  goal: Find out\n  backstory: |\n    You are seasoned.\n  verbose: true\n";
    assert_reads("agents.yaml", yaml, &[agent]);
    assert_reads(
        "crew.yaml",
        &format!("agents:\n  {}", yaml.replace('\n', "\n  ")),
        &[agent],
    );
    let task: &[_] = &[
        ("title", "research"),
        ("Description", "Look into {topic}."),
        ("Expected output", "A list"),
    ];
    let tasks = "research:\n  description: Look into {topic}.\n  expected_output: A list\n  agent: researcher\n";
    assert_reads("tasks.yaml", tasks, &[task]);
    assert_reads(
        "crew.yaml",
        &format!("tasks:\n  {}", tasks.replace('\n', "\n  ")),
        &[task],
    );
    assert_reads(
        "crew.json",
        r#"{"agents": [{"role": "R", "goal": "G", "backstory": "B"}]}"#,
        &[&[
            ("title", "R"),
            ("Role", "R"),
            ("Goal", "G"),
            ("Backstory", "B"),
        ]],
    );
}

#[test]
fn an_entry_with_texts_under_unknown_keys_is_not_empty() {
    let long = "do this whenever somebody asks for it";
    for text in [
        format!(r#"{{"name": "n", "duty": "{long}"}}"#),
        format!(r#"{{"name": "n", "duty": ["{long}"]}}"#),
        format!(r#"{{"agents": {{"n": {{"duty": "{long}", "temperature": 1}}}}}}"#),
        format!(r#"{{"prompts": [{{"name": "n", "duty": "{long}"}}]}}"#),
    ] {
        assert_reads("a.json", &text, &[&[("title", "n"), ("Duty", long)]]);
        assert!(
            remarks(&read("a.json", &text))[0].starts_with("unknown_keys"),
            "{text}"
        );
    }
}

#[test]
fn texts_of_libraries_are_found_wherever_they_stand() {
    let messages = r#"[{\"role\": \"system\", \"content\": \"Be brief.\"}, {\"role\": \"user\", \"content\": \"Hi\"}]"#;
    let chat: &[_] = &[("title", "n"), ("system", "Be brief."), ("user", "Hi")];
    for text in [
        format!(r#"{{"name": "n", "version": 1, "template": "{messages}"}}"#),
        format!(
            r#"{{"name": "n", "version": "1", "tags": {{"mlflow.prompt.text": "{messages}"}}}}"#
        ),
        format!(
            r#"{{"name": "n", "version": "1", "tags": [{{"key": "mlflow.prompt.text", "value": "{messages}"}}]}}"#
        ),
        format!(r#"{{"name": "n", "type": "chat", "labels": [], "prompt": "{messages}"}}"#),
    ] {
        assert_reads("a.json", &text, &[chat]);
    }
    for text in [
        r#"{"workspace": {"name": "W", "slug": "w", "openAiPrompt": "Be brief."}}"#,
        r#"{"workspaces": [{"name": "W", "openAiTemp": 1, "openAiPrompt": "Be brief."}]}"#,
    ] {
        assert_reads(
            "a.json",
            text,
            &[&[("title", "W"), ("system", "Be brief.")]],
        );
    }
    let espanso = "matches:\n  - trigger: \":h\"\n    html: \"<b>Hi</b>\"\n  - trigger: \":l\"\n    replace: [one, two]\n  - trigger: \":i\"\n    image_path: /a.png\n";
    assert_reads(
        "base.yml",
        espanso,
        &[
            &[("title", ":h"), ("instruction", "<b>Hi</b>")],
            &[("title", ":l"), ("instruction", "one\ntwo")],
        ],
    );
    let told = remarks(&read("base.yml", espanso));
    assert_eq!(
        told,
        ["no_text matches[2]: Entry 3 holds no text; no prompt was made of it"]
    );
}

#[test]
fn messages_may_be_pairs_and_their_texts_lists() {
    assert_reads(
        "a.yaml",
        "messages:\n  - [system, Be brief.]\n  - - human\n    - Hi\n",
        &[&[("title", "A"), ("system", "Be brief."), ("user", "Hi")]],
    );
    let told = remarks(&read(
        "a.yaml",
        "messages:\n  - role: user\n    content:\n      - - x\n",
    ));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("not_a_text segments[0]:"), "{told:?}");
    let profile = r#"{"title": "T", "current_node": "b", "mapping": {"b": {"message": {"author": {"role": "user"}, "content": {"content_type": "user_editable_context", "user_profile": "I cook.", "user_instructions": "Be brief."}}}}}"#;
    assert_reads(
        "a.json",
        profile,
        &[&[
            ("title", "T"),
            ("context", "I cook."),
            ("system", "Be brief."),
        ]],
    );
}

#[test]
fn texts_that_code_puts_together_are_read() {
    for (code, expected) in [
        (
            "A = \"Be\"\nSYS = A + \" kind\"\nc.responses.create(instructions=SYS + \" and \" + 'brief', input=\"Hi\")",
            &[("system", "Be kind and brief"), ("user", "Hi")][..],
        ),
        (
            "U = \"\"\"\n    Hi\n      there\n    \"\"\"\nMSGS = [dict(role=\"user\", content=textwrap.dedent(U).strip())]\nopenai.ChatCompletion.create(model=\"m\", messages=MSGS)",
            &[("user", "Hi\n  there")][..],
        ),
        (
            "c.messages.create(messages=[{\"role\": \"user\", \"content\": \"\\n\".join([\"a\", \"b\"])}, {\"role\": \"user\", \"content\": \"Hi {}\".format(x, [1])}])",
            &[("user", "a\nb"), ("user", "Hi {}")][..],
        ),
        (
            "c.messages.create({ system: dedent`\n  Be\n  kind`, messages: [{ role: 'user', content: 'Hi ' + name + '!' }, { role: 'user', content: ask(name) }, { role: 'user', content: `a`.repeat(2) }] })",
            &[
                ("system", "\nBe\nkind"),
                ("user", "Hi {{name}}!"),
                ("user", "{{ask}}"),
                ("user", "{{content}}"),
            ][..],
        ),
    ] {
        let imported = read("a.py", code);
        let told = told(&imported.prompts[0].prompt);
        let told: Vec<_> = told[1..]
            .iter()
            .map(|(key, text)| (&**key, &**text))
            .collect();
        assert_eq!(told, expected, "{code}");
    }
    // What the code adds later is named.
    let imported = read(
        "a.py",
        "S = \"Be\"\nM = [{\"role\": \"user\", \"content\": \"Hi\"}]\nS += \" kind\"\nM.append(x)\nc.messages.create(system=S, messages=M)",
    );
    let told = remarks(&imported);
    assert!(
        told[1].ends_with("computes it: S += \" kind\", M.append(x)"),
        "{told:?}"
    );
}

#[test]
fn comments_of_json_stay_when_a_text_is_written_back() {
    let text = "{\n  // the agent\n  \"agent\": {\n    \"review\": { \"prompt\": \"Review\", \"mode\": \"all\", },\n  },\n}\n";
    let imported = read("opencode.jsonc", text);
    let mut prompt = imported.prompts[0].prompt.clone();
    assert_eq!(remarks(&imported), Vec::<String>::new());
    prompt.content.segments[0].content = "Read".to_owned();
    let written = export_to_source(&prompt).map(|written| written.text);
    assert_eq!(written, Some(text.replace("Review", "Read")));
}
