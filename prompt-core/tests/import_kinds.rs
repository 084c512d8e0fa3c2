//! Kinds of files that importers commonly get wrong, each with inputs of its own and the right result.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::content::template::TemplateLanguage;
use prompt_core::export::{ExportFormat, ExportOptions, ForeignFormat, export, export_foreign};
use prompt_core::import::{
    IMPORTED, ImportFormat, Imported, NamedFile, export_to_source, import, import_files,
};
use prompt_core::{Prompt, SegmentType};
use serde_json::{Value, json};

fn read(name: &str, text: &str) -> Imported {
    import(text.as_bytes(), (!name.is_empty()).then_some(name), None)
}

fn only(name: &str, text: &str) -> Prompt {
    let mut imported = read(name, text);
    assert_eq!(imported.prompts.len(), 1, "{:?}", imported.diagnostics);
    imported.prompts.remove(0).prompt
}

fn texts(prompt: &Prompt) -> Vec<(&str, &str)> {
    let content = &prompt.content;
    let segments = content.segments.iter();
    let segments = segments.map(|one| (one.r#type.as_str(), one.content.as_str()));
    let sections = content.sections.iter();
    segments
        .chain(sections.map(|one| (one.title.as_str(), one.content.as_str())))
        .collect()
}

fn codes(imported: &Imported) -> Vec<&str> {
    let own = imported.diagnostics.iter();
    let prompts = imported.prompts.iter().flat_map(|one| &one.diagnostics);
    own.chain(prompts).map(|one| one.code.as_str()).collect()
}

fn aside(prompt: &Prompt) -> &Value {
    &prompt.content.extra[IMPORTED]
}

#[test]
fn a_heading_that_is_not_the_title_stays_in_the_text() {
    for (name, text) in [
        (
            "r.mdc",
            "---\nglobs: \"*.ts\"\n---\n# Never use any\n\n## Style\n\nTabs.\n",
        ),
        ("p/system.md", "# Never use any\n\n## Style\n\nTabs.\n"),
        (
            "a.md",
            "---\ntitle: Rules\n---\n# Never use any\n\n## Style\n\nTabs.\n",
        ),
        (
            "a.md",
            "---\nname: rules\n---\n# Never use any\n\n## Style\n\nTabs.\n",
        ),
        (".windsurfrules", "# Never use any\n\n## Style\n\nTabs.\n"),
    ] {
        assert_eq!(
            texts(&only(name, text)),
            [("Never use any", ""), ("Style", "Tabs.")],
            "{name}: {text}"
        );
    }
    // As the title of a document it is taken once.
    let prompt = only("a.md", "# Never use any\n\n## Style\n\nTabs.\n");
    assert_eq!(prompt.title, "Never use any");
    assert_eq!(texts(&prompt), [("Style", "Tabs.")]);
}

#[test]
fn a_preamble_gets_no_heading_in_any_export() {
    let prompt = only(
        "a.md",
        "You help.\n\n# Rules\n\nBe kind.\n\n# Output\n\nJSON.\n",
    );
    assert_eq!(
        texts(&prompt),
        [
            ("", "You help."),
            ("Rules", "Be kind."),
            ("Output", "JSON.")
        ]
    );
    for &format in ExportFormat::ALL {
        for include_metadata in [true, false] {
            let mut options = ExportOptions::new(format);
            options.include_metadata = include_metadata;
            let exported = export(&prompt, &options);
            assert!(!exported.text.contains("Introduction"), "{}", exported.text);
            if format != ExportFormat::PlainText && include_metadata {
                let again = only(&exported.file_name, &exported.text);
                assert_eq!(again.content, prompt.content, "{format}: {}", exported.text);
            }
        }
    }
}

#[test]
fn only_known_endings_are_cut_from_a_name() {
    for (name, title) in [
        (
            "GPT-4.1 prompting guide v1.2.md",
            "GPT 4.1 prompting guide v1.2",
        ),
        ("node.js-review.prompt.md", "Node.js review"),
        ("Claude 3.5 notes", "Claude 3.5 notes"),
        ("dir.d/a.b.c.txt", "A.b.c"),
        (".cursorrules", "Cursorrules"),
        ("v2.0.skill/SKILL.md", "V2.0.skill"),
    ] {
        assert_eq!(only(name, "Hello").title, title, "{name}");
    }
}

#[test]
fn a_comment_is_never_cut_apart() {
    let prompt = only(
        "c.md",
        "# A\n\nText.\n\n<!--\n# Draft\n## Deeper\n-->\n\n# B\n\n<!-- one line --> rest\n\n<pre>\n# no\n</pre>\n\n# C\n<!-- open\n# D\n",
    );
    let titles: Vec<_> = texts(&prompt).into_iter().map(|(title, _)| title).collect();
    assert_eq!(titles, ["A", "B", "C", "D"]);
    assert_eq!(
        texts(&prompt)[0].1,
        "Text.\n\n<!--\n# Draft\n## Deeper\n-->"
    );
}

#[test]
fn tables_of_every_dialect_are_read() {
    for (name, text) in [
        (
            "a.csv",
            "\u{feff}Name;Prompt;Category\r\nTutor;\"Explain; slowly\r\nplease\";Data\r\nCook;Make soup, quickly;Other\r\n",
        ),
        (
            "a.tsv",
            "Name\tPrompt\tCategory\nTutor\t\"Explain; slowly\nplease\"\tData\nCook\tMake soup, quickly\tOther\n",
        ),
        (
            "a.csv",
            "sep=|\nName|Prompt|Category\nTutor|\"Explain; slowly\nplease\"|Data\nCook|Make soup, quickly|Other\n",
        ),
        (
            "",
            "name;prompt;category\nTutor;\"Explain; slowly\nplease\";data\nCook;Make soup, quickly;Other\n",
        ),
    ] {
        let imported = read(name, text);
        let prompts: Vec<_> = imported.prompts.iter().map(|one| &one.prompt).collect();
        assert_eq!(prompts.len(), 2, "{text}");
        assert_eq!(prompts[0].title, "Tutor");
        assert_eq!(
            texts(prompts[0]),
            [("instruction", "Explain; slowly\nplease")]
        );
        assert_eq!(prompts[0].category, prompt_core::Category::Data);
        assert_eq!(texts(prompts[1]), [("instruction", "Make soup, quickly")]);
        assert!(aside(prompts[1]).to_string().contains("Other"));
    }
}

#[test]
fn text_that_begins_like_data_is_text() {
    for text in [
        "[Role] You are a poet.",
        "{role}: answer as {name}",
        "{% if x %}Be kind.{% endif %}",
        "[INST] Hello [/INST]",
        "{{name}} is here",
        "[[wiki]] link",
        "---\nLead-in sentence\n---\n\nBody",
    ] {
        for name in ["", "a", "a.txt"] {
            let prompt = only(name, text);
            assert_eq!(texts(&prompt), [("instruction", text)], "{name}");
        }
    }
    // What was meant as data is told, with its line.
    let imported = read("", "{\"messages\": [\n {\"role\": \"user\"");
    assert_eq!(codes(&imported), ["not_json"]);
    assert_eq!(imported.diagnostics[0].place.as_deref(), Some("line 2"));
}

#[test]
fn commands_in_toml_are_read_and_what_is_broken_is_told() {
    for (name, text) in [
        (
            "g.toml",
            "description = \"x\"\nprompt = \"\"\"\nReview:\n\n{{args}}\n!{git diff}\n\"\"\"\n",
        ),
        (
            "g.toml",
            "description = 'x'\nprompt = '''\nReview:\n\n{{args}}\n!{git diff}\n'''\n",
        ),
        (
            "",
            "description = \"x\"\nprompt = \"\"\"Review:\n\n{{args}}\n!{git diff}\n\"\"\"\n",
        ),
    ] {
        let imported = read(name, text);
        assert_eq!(imported.format, ImportFormat::Gemini);
        let prompt = &imported.prompts[0].prompt;
        assert_eq!(prompt.description, "x");
        assert_eq!(texts(prompt)[0].1, "Review:\n\n{{args}}\n!{git diff}\n");
    }
    let escaped = read(
        "g.toml",
        "description = \"x\"\nprompt = \"\"\"\nfind \\d+\n\"\"\"\n",
    );
    assert_eq!(texts(&escaped.prompts[0].prompt)[0].1, "find \\d+\n");
    assert_eq!(codes(&escaped), ["toml_escape"]);
    assert_eq!(escaped.diagnostics[0].place.as_deref(), Some("line 3"));
    let broken = read("g.toml", "description = \"x\"\nprompt = \"open\n");
    assert_eq!(codes(&broken), ["bad_toml"]);
    assert_eq!(broken.diagnostics[0].place.as_deref(), Some("line 2"));
}

#[test]
fn libraries_keep_titles_texts_tags_and_folders() {
    let genius = json!({"version": 3, "prompts": [
        {"id": "1", "title": "One", "text": "First {{x}}", "tags": ["a"], "folder": "F"},
        {"id": "2", "title": "", "text": "Second"},
        {},
    ], "folders": [{"name": "Work", "id": "F"}]});
    let imported = read("b.json", &genius.to_string());
    assert_eq!(imported.format, ImportFormat::PromptGenius);
    let prompts: Vec<_> = imported.prompts.iter().map(|one| &one.prompt).collect();
    assert_eq!(prompts.len(), 2);
    assert_eq!(
        (prompts[0].title.as_str(), &*prompts[0].tags),
        ("One", &["a".to_owned()][..])
    );
    assert_eq!(texts(prompts[0]), [("instruction", "First {{x}}")]);
    assert!(aside(prompts[0]).to_string().contains("Work"));
    assert_eq!(prompts[1].title, "Second");
    let told = &imported.diagnostics[0];
    assert_eq!(
        (told.code.as_str(), told.place.as_deref()),
        ("no_text", Some("prompts[2]"))
    );
}

#[test]
fn a_path_of_promptfoo_is_told_from_a_text() {
    let text = "prompts:\n  - '{{user.q}}'\n  - 'Say:{{text}}.Done'\n  - Hello.World\n  - and/or\n  - prompts/a.txt\n  - b.json:key\n  - 'file://c'\n";
    let imported = read("p.yaml", text);
    let found: Vec<_> = imported
        .prompts
        .iter()
        .map(|one| texts(&one.prompt)[0].1)
        .collect();
    assert_eq!(
        found,
        ["{{user.q}}", "Say:{{text}}.Done", "Hello.World", "and/or"]
    );
    assert_eq!(codes(&imported), ["not_fetched"; 3]);
}

#[test]
fn templates_keep_their_language() {
    let lc = |text: &str, format: &str| {
        json!({"lc": 1, "type": "constructor", "id": ["langchain", "prompts", "prompt", "PromptTemplate"],
               "kwargs": {"template": text, "template_format": format, "input_variables": ["a"]}})
        .to_string()
    };
    for (name, text, language, expected) in [
        (
            "a.json",
            lc("{\"x\":{{a}}} {{{b}}}", "mustache"),
            TemplateLanguage::Mustache,
            "{\"x\":{{a}}} {{{b}}}",
        ),
        (
            "a.json",
            lc("{% if a %}{{ a | upper }}{% endif %}", "jinja2"),
            TemplateLanguage::Jinja2,
            "{% if a %}{{ a | upper }}{% endif %}",
        ),
        (
            "a.json",
            lc("{{\"x\": {a}}}", "f-string"),
            TemplateLanguage::Promptcase,
            "{\"x\": {{a}}}",
        ),
        (
            "a.prompty",
            "---\nname: a\n---\nsystem:\n{% if a %}x{% endif %}\n".to_owned(),
            TemplateLanguage::Jinja2,
            "{% if a %}x{% endif %}",
        ),
        (
            "a.prompty",
            "---\nname: a\ntemplate: mustache\n---\nsystem:\n{{#a}}x{{/a}}\n".to_owned(),
            TemplateLanguage::Mustache,
            "{{#a}}x{{/a}}",
        ),
        (
            "a.prompt",
            "{{#if a}}x{{/if}}".to_owned(),
            TemplateLanguage::Handlebars,
            "{{#if a}}x{{/if}}",
        ),
    ] {
        let prompt = only(name, &text);
        assert_eq!(prompt.content.template_language(), language, "{text}");
        assert_eq!(texts(&prompt)[0].1, expected, "{text}");
        // Every export brings text and language back.
        for &format in ExportFormat::ALL {
            if format != ExportFormat::PlainText {
                let exported = export(&prompt, &ExportOptions::new(format));
                let again = only(&exported.file_name, &exported.text);
                assert_eq!(again.content, prompt.content, "{format}: {}", exported.text);
            }
        }
    }
}

#[test]
fn what_belongs_to_a_prompt_is_kept_beside_it() {
    let structured = json!({"owner": "acme", "repo": "writer", "commit_hash": "ab12", "manifest": {"lc": 1,
        "type": "constructor", "id": ["langchain_core", "prompts", "structured", "StructuredPrompt"],
        "kwargs": {"input_variables": ["q"], "schema_": {"type": "object", "required": ["text"]},
        "messages": [{"lc": 1, "id": ["x", "HumanMessagePromptTemplate"], "kwargs": {"prompt": {"lc": 1,
            "id": ["x", "PromptTemplate"], "kwargs": {"template": "Reply to {q}"}}}}]}}, "examples": []});
    let prompt = only("s.json", &structured.to_string());
    assert_eq!(prompt.title, "writer");
    assert_eq!(texts(&prompt), [("user", "Reply to {{q}}")]);
    let kept = aside(&prompt).to_string();
    assert!(kept.contains("required") && kept.contains("ab12"), "{kept}");
    let cached = json!({"model": "m", "system": [
        {"type": "text", "text": "Long.", "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": [
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
            {"type": "text", "text": "What is it?"}]}],
        "tools": [{"name": "t"}]});
    let prompt = only("r.json", &cached.to_string());
    assert_eq!(
        texts(&prompt),
        [("system", "Long."), ("user", "What is it?")]
    );
    let all = serde_json::to_string(&prompt).unwrap();
    for part in ["ephemeral", "base64,AAAA", "\"tools\""] {
        assert!(all.contains(part), "{part} is gone: {all}");
    }
}

#[test]
fn roles_of_dotprompt_may_control_blanks_and_indentation_stays() {
    let prompt = only(
        "w.prompt",
        "---\nmodel: x/y\n---\n{{~role \"system\"~}}\nBe kind.\n{{ role 'user' ~}}\n\n    indented\n  less\n{{~ role \"model\"}}\nHa",
    );
    assert_eq!(
        texts(&prompt),
        [
            ("system", "Be kind."),
            ("user", "    indented\n  less"),
            ("assistant", "Ha")
        ]
    );
    let tagged = only(
        "h.prompt",
        "---\nmodel: m\n---\n<system>\nYou help.\n</system>\n\n<user>\n{{q}}\n</user>\n",
    );
    assert_eq!(texts(&tagged), [("system", "You help."), ("user", "{{q}}")]);
    let headed = only(
        "c.prompt",
        "name: Test\ntemperature: 0.5\n---\n<system>You help.</system>\nSay {{{ input }}}\n",
    );
    assert_eq!(
        texts(&headed),
        [("system", "You help."), ("user", "Say {{{ input }}}")]
    );
}

#[test]
fn references_of_langfuse_are_told() {
    let text = json!([{"name": "a", "type": "chat", "prompt": [
        {"role": "system", "content": "@@@langfusePrompt:name=x|label=production@@@\nBe kind. @@@langfusePrompt:name=y|version=2@@@"}],
        "labels": [], "tags": []}]);
    let imported = read("l.json", &text.to_string());
    assert_eq!(codes(&imported), ["not_fetched"; 2]);
}

#[test]
fn variables_of_every_script_stay_variables_in_prompty() {
    let prompt = only(
        "v.md",
        "Hi {{имя}}, {{名前}} and {{name}}, {{user-name}}, {{user name}}\n",
    );
    let exported = export(&prompt, &ExportOptions::new(ExportFormat::Prompty));
    for name in ["имя", "名前", "name"] {
        assert!(
            exported.text.contains(&format!("{{{{{name}}}}}")),
            "{}",
            exported.text
        );
        assert!(
            exported.text.contains(&format!("name: {name}"))
                || exported.text.contains(&format!("name: \"{name}\"")),
            "{}",
            exported.text
        );
    }
    let told = &exported.warnings[0];
    assert_eq!(told.code, "variable_renamed");
    assert_eq!(
        told.message,
        "The variable 'user-name' is called 'user_name'"
    );
    let edited = exported.text.replace("Hi {{", "Hello {{");
    let back = only("v.prompty", &edited);
    assert_eq!(
        back.content.segments[0].content,
        "Hello {{имя}}, {{名前}} and {{name}}, {{ user_name }}, {{user name}}"
    );
}

#[test]
fn conversations_and_assistants_of_other_programs_are_read() {
    use ImportFormat::{
        Chatgpt, Claude, Continue, Espanso, Helicone, Json, Librechat, Mlflow, Nextchat, OpenWebui,
        Openai, Opencode, Raycast, Roo, Sharegpt, Typingmind,
    };
    let chatgpt = json!([{"title": "Trip", "mapping": {
        "r": {"id": "r", "message": null, "parent": null, "children": ["s"]},
        "s": {"id": "s", "message": {"author": {"role": "user"}, "content": {"content_type": "user_editable_context", "user_profile": "I cook.", "user_instructions": "Be brief."}}, "parent": "r", "children": ["a", "b"]},
        "a": {"id": "a", "message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Old question"]}}, "parent": "s", "children": []},
        "b": {"id": "b", "message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Where to?"]}}, "parent": "s", "children": ["c"]},
        "c": {"id": "c", "message": {"author": {"role": "assistant"}, "content": {"content_type": "text", "parts": ["Rome."]}}, "parent": "b", "children": []}},
        "current_node": "c"}]);
    let claude = json!([{"uuid": "u", "name": "Trip", "chat_messages": [
        {"uuid": "m", "sender": "human", "text": "Where to?", "content": [{"type": "text", "text": "Where to?"}]},
        {"uuid": "n", "sender": "assistant", "text": "Rome.", "content": []}]}]);
    let cases = [
        (
            chatgpt,
            Chatgpt,
            "Trip",
            vec![
                ("context", "I cook."),
                ("system", "Be brief."),
                ("user", "Where to?"),
                ("assistant", "Rome."),
            ],
        ),
        (
            claude,
            Claude,
            "Trip",
            vec![("user", "Where to?"), ("assistant", "Rome.")],
        ),
        (
            json!({"gizmo": {"instructions": "You cook.", "display": {"name": "Chef"}}, "name": "Chef"}),
            Chatgpt,
            "Chef",
            vec![("system", "You cook.")],
        ),
        (
            json!({"title": "P", "promptPrefix": "Be kind.", "model": "m"}),
            Librechat,
            "P",
            vec![("system", "Be kind.")],
        ),
        (
            json!([{"id": "m", "name": "Tutor", "params": {"system": "Teach."}, "meta": {}}]),
            OpenWebui,
            "Tutor",
            vec![("system", "Teach.")],
        ),
        (
            json!({"data": {"userCharacters": [{"title": "Tutor", "instruction": "Teach.", "welcomeMessage": "Hi"}]}}),
            Typingmind,
            "Tutor",
            vec![("system", "Teach.")],
        ),
        (
            json!({"mask-store": {"masks": {"1": {"name": "Tutor", "avatar": "a", "context": [{"role": "system", "content": "Teach."}]}}}}),
            Nextchat,
            "Tutor",
            vec![("system", "Teach.")],
        ),
        (
            json!({"custom_id": "1", "body": {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}}),
            Openai,
            "R",
            vec![("user", "Hi")],
        ),
        (
            json!({"conversations": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Yes"}]}),
            Sharegpt,
            "R",
            vec![("user", "Hi"), ("assistant", "Yes")],
        ),
        (
            json!({"name": "sum", "version": 2, "template": [{"role": "system", "content": "Sum {{x}}"}], "commit_message": "c"}),
            Mlflow,
            "sum",
            vec![("system", "Sum {{x}}")],
        ),
        (
            json!([{"name": "Sign", "text": "Best", "keyword": ";s"}]),
            Raycast,
            "Sign",
            vec![("instruction", "Best")],
        ),
        (
            json!({"matches": [{"trigger": ":s", "replace": "Best"}]}),
            Espanso,
            ":s",
            vec![("instruction", "Best")],
        ),
        (
            json!({"customModes": [{"slug": "r", "name": "Review", "roleDefinition": "You review.", "groups": ["read"]}]}),
            Roo,
            "Review",
            vec![("system", "You review.")],
        ),
        (
            json!({"agent": {"review": {"description": "d", "prompt": "You review.", "mode": "subagent"}}}),
            Opencode,
            "review",
            vec![("system", "You review.")],
        ),
        (
            json!({"name": "c", "version": "1", "models": [], "prompts": [{"name": "t", "description": "d", "prompt": "Test it."}]}),
            Continue,
            "t",
            vec![("instruction", "Test it.")],
        ),
        (
            json!({"id": "pmpt_1", "version": "3", "name": "Stored", "input": [{"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "Be brief."}]}]}),
            Openai,
            "Stored",
            vec![("system", "Be brief.")],
        ),
        (
            json!([{"id": "v1", "minor_version": 0, "model": "m", "helicone_template": {"model": "m", "messages": [{"role": "user", "content": "About {{hc:topic:string}} {{hc:x"}]}}]),
            Helicone,
            "R",
            vec![("user", "About {{topic}} {{hc:x")],
        ),
        (
            json!({"name": "Greet", "tags": ["a"], "promptBody": {"messages": [{"role": "system", "content": "S {{hc:n:number}}"}]}}),
            Helicone,
            "Greet",
            vec![("system", "S {{n}}")],
        ),
        (
            json!({"workspaces": [{"name": "Docs", "openAiPrompt": "You answer.", "openAiTemp": 0.7}]}),
            Json,
            "Docs",
            vec![("system", "You answer.")],
        ),
    ];
    for (file, format, title, expected) in cases {
        let imported = read("r.json", &file.to_string());
        assert_eq!(
            imported.prompts.len(),
            1,
            "{file}: {:?}",
            imported.diagnostics
        );
        let prompt = &imported.prompts[0].prompt;
        assert_eq!(
            (imported.format, prompt.title.as_str()),
            (format, title),
            "{file}"
        );
        assert_eq!(texts(prompt), expected, "{file}");
    }
    let code = "client.responses.create(\n  model=\"m\",\n  input=[{\"role\": \"user\", \"content\": \"Hi {{name}}\"}],\n)\n";
    let imported = read("call.py", code);
    assert_eq!(imported.format, Openai);
    assert_eq!(
        texts(&imported.prompts[0].prompt),
        [("user", "Hi {{name}}")]
    );
    // A stored prompt's code holds no text, and says so.
    let reference = "client.responses.create(prompt={\"id\": \"pmpt_1\", \"version\": \"2\"})\n";
    let imported = read("call.txt", reference);
    assert!(imported.prompts.is_empty());
    assert!(
        imported
            .diagnostics
            .iter()
            .any(|one| one.code == "reference_only")
    );
    let yaml = "matches:\n  - trigger: ':a'\n    replace: |\n      Dear {{name}},\n  - triggers: [':b']\n    replace: Bye\n";
    let imported = read("base.yml", yaml);
    assert_eq!((imported.format, imported.prompts.len()), (Espanso, 2));
    let modes = "customModes:\n  - slug: r\n    name: Review\n    roleDefinition: You review.\n";
    assert_eq!(read(".roomodes", modes).format, Roo);
}

#[test]
fn documents_of_agents_have_their_voice() {
    use ImportFormat::{ClaudeCode, Opencode, Windsurf};
    for (name, header, format, voice) in [
        (
            "a.md",
            "description: d\nmode: subagent",
            Opencode,
            SegmentType::System,
        ),
        (
            "a.md",
            "trigger: always_on",
            Windsurf,
            SegmentType::Instruction,
        ),
        (
            "any.md",
            "name: s\ndescription: d\nlicense: MIT",
            ClaudeCode,
            SegmentType::Instruction,
        ),
        (
            "c.md",
            "description: d\nargument-hint: '[a]'",
            ClaudeCode,
            SegmentType::User,
        ),
    ] {
        let imported = read(name, &format!("---\n{header}\n---\nBody.\n"));
        assert_eq!(imported.format, format, "{header}");
        assert_eq!(
            imported.prompts[0].prompt.content.segments[0].r#type, voice,
            "{header}"
        );
    }
}

#[test]
fn a_skill_may_have_any_name_beside_its_references() {
    let file = |name: &str, text: &str| NamedFile {
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
    };
    let files = [
        file(
            "tools/pdf.md",
            "---\nname: pdf\ndescription: d\nlicense: MIT\n---\nRead.\n",
        ),
        file("tools/references/a.md", "Facts.\n"),
        file("docs/one.md", "# One\n\nText.\n"),
        file("docs/two.md", "# Two\n\nText.\n"),
        file("docs/references/b.md", "More.\n"),
    ];
    let found = import_files(&files, None);
    let names: Vec<_> = found.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        [
            "tools/pdf.md",
            "docs/one.md",
            "docs/two.md",
            "docs/references/b.md"
        ]
    );
    let skill = &found[0].1.prompts[0].prompt;
    assert_eq!(
        aside(skill)["files"],
        json!({"references/a.md": "Facts.\n"})
    );
    assert_eq!(texts(skill), [("instruction", "Read.")]);
    let archive = import(b"PK\x03\x04 and more", Some("a.skill"), None);
    assert_eq!(codes(&archive), ["archive"]);
}

#[test]
fn a_skill_keeps_as_many_files_as_a_prompt_has_room_for() {
    let skill = NamedFile {
        name: "big/SKILL.md".to_owned(),
        bytes: b"---\nname: big\ndescription: d\n---\nRead the references.\n".to_vec(),
    };
    // Quotes, line ends and control characters take more room in the prompt than in their files.
    for (line, count) in [
        ("a plain line\n", 40),
        ("\"\"\n", 40),
        ("\u{1}\u{2}\n", 40),
        ("x\n", 300),
    ] {
        let mut files = vec![skill.clone()];
        files.extend((0..count).map(|at| NamedFile {
            name: format!("big/references/{at:03}.md"),
            bytes: line.repeat(100_000 / line.len()).into_bytes(),
        }));
        files.push(NamedFile {
            name: "big/references/zz.md".to_owned(),
            bytes: b"Small.\n".to_vec(),
        });
        let found = import_files(&files, None);
        let imported = &found[0].1.prompts[0];
        assert_eq!(imported.prompt.validate(), []);
        let kept = aside(&imported.prompt)["files"].as_object().unwrap();
        assert!(kept.contains_key("references/zz.md"), "{line:?}");
        // Every file is kept or named.
        let told = imported.diagnostics.iter().map(|one| &one.message);
        let told = told.map(String::as_str).collect::<Vec<_>>().join("\n");
        assert!(kept.len() < count);
        for file in &files[1..] {
            let name = file.name.strip_prefix("big/").unwrap();
            assert!(
                kept.contains_key(name) || told.contains(name),
                "{line:?} {name}"
            );
        }
    }
}

#[test]
fn files_that_belong_together_are_one_prompt() {
    let file = |name: &str, text: &str| NamedFile {
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
    };
    let files = [
        file("patterns/sum/system.md", "# ROLE\n\nYou sum up.\n"),
        file("patterns/sum/user.md", "INPUT:\n{{input}}\n"),
        file("patterns/bare/system.md", "You help.\n"),
        file("patterns/bare/user.md", "\n"),
        file(
            "skills/pdf/SKILL.md",
            "---\nname: pdf\ndescription: d\n---\nRead references/a.md.\n",
        ),
        file("skills/pdf/references/a.md", "# Facts\n\nMany.\n"),
        file("skills/pdf/logo.png", "\0\0"),
        file("notes.md", "# N\n\nText.\n"),
    ];
    let found = import_files(&files, None);
    let names: Vec<_> = found.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        [
            "patterns/sum/system.md",
            "patterns/bare/system.md",
            "skills/pdf/SKILL.md",
            "notes.md"
        ]
    );
    let prompt = |at: usize| &found[at].1.prompts[0].prompt;
    assert_eq!(
        texts(prompt(0)),
        [
            ("system", "# ROLE\n\nYou sum up."),
            ("user", "INPUT:\n{{input}}")
        ]
    );
    assert_eq!(prompt(0).title, "Sum");
    assert_eq!(texts(prompt(1)), [("system", "You help.")]);
    assert_eq!(
        aside(prompt(2))["files"],
        json!({"references/a.md": "# Facts\n\nMany.\n"})
    );
    assert_eq!(codes(&found[2].1), ["left_out", "files_kept"]);
}

#[test]
fn the_parts_of_a_poml_file_are_sections_or_messages() {
    let poml = "<poml>\n  <!-- a note -->\n  <role>You are a <b>kind</b> teacher.</role>\n  <task caption=\"What to do\">\n    Explain {{topic}} &amp; more:\n    <list>\n      <item>first</item>\n      <item>second</item>\n    </list>\n  </task>\n  <document src=\"a.txt\"/>\n  <output-format style=\"plain\">JSON</output-format>\n</poml>\n";
    for name in ["teach.poml", "x.txt"] {
        let imported = read(name, poml);
        assert_eq!(imported.format, ImportFormat::Poml);
        let sections = &imported.prompts[0].prompt.content.sections;
        let found: Vec<_> = sections
            .iter()
            .map(|one| (one.title.as_str(), one.content.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("Role", "You are a **kind** teacher."),
                (
                    "What to do",
                    "Explain {{topic}} & more:\n\n- first\n- second"
                ),
                ("", "<document src=\"a.txt\"/>"),
                ("Output Format", "JSON"),
            ]
        );
        let codes: Vec<_> = imported.prompts[0]
            .diagnostics
            .iter()
            .map(|one| one.code.as_str())
            .collect();
        assert_eq!(codes, ["comment_left_out", "template_kept", "left_out"]);
    }
    let chat = read(
        "c.poml",
        "<poml><task>T</task><system-msg>S</system-msg><human-msg>Hi<br/>you</human-msg></poml>",
    );
    assert_eq!(
        texts(&chat.prompts[0].prompt),
        [
            ("system", "# Task\n\nT"),
            ("system", "S"),
            ("user", "Hi\nyou")
        ]
    );
    // What is not well-formed is text.
    for broken in ["<poml><task>", "<poml><b></poml>", "<!DOCTYPE x><poml/>"] {
        let imported = read("b.poml", broken);
        assert_eq!(imported.prompts.len(), 1, "{broken}");
    }
}

#[test]
fn a_skill_is_known_by_its_front_matter_its_name_or_its_folder() {
    let body = "# PDF\n\n## Read\n\nText.";
    let skill = format!("---\nname: pdf-helper\ndescription: Reads PDF files.\n---\n\n{body}\n");
    for name in [
        "pdf.md",
        "team__skills-pdf-SKILL.md",
        "pdf_skill.md",
        ".claude/skills/pdf/NOTES.md",
        "",
    ] {
        let imported = read(name, &skill);
        assert_eq!(imported.format, ImportFormat::ClaudeCode, "{name}");
        let mut prompt = only(name, &skill);
        assert_eq!(texts(&prompt), [("instruction", body)], "{name}");
        prompt.title = "PDF Tools!".to_owned();
        prompt.content.segments[0].content = "Short.".to_owned();
        let written = export_to_source(&prompt).unwrap();
        assert_eq!(
            written.text,
            "---\nname: pdf-tools\ndescription: Reads PDF files.\n---\n\nShort.\n"
        );
        assert_eq!(written.warnings.len(), 1, "the name is told");
    }
    // Of the same front matter an agent is made in its folder; notes have a title that is no identifier.
    let agent = only("repo/.claude/agents/pdf.md", &skill);
    assert_eq!(texts(&agent)[0].0, "system");
    let agent = only("agents/pdf.md", &skill);
    assert_eq!(texts(&agent)[0].0, "system");
    for (name, text) in [
        (
            "a.md",
            "---\nname: My Notes\ndescription: Of today\n---\nText\n",
        ),
        (
            "a.md",
            "---\nname: notes\ndescription: d\ndate: 2024-01-01\n---\nText\n",
        ),
        ("a.md", "---\nname: notes\n---\nText\n"),
        ("unskill.md", "Text\n"),
    ] {
        assert_eq!(read(name, text).format, ImportFormat::Markdown, "{text}");
    }
}

#[test]
fn documents_of_a_tool_are_known_by_their_folder_and_written_back() {
    for (name, format, role) in [
        (
            ".claude/commands/git/fix.md",
            ImportFormat::ClaudeCode,
            "user",
        ),
        ("a/.codex/prompts/fix.md", ImportFormat::ClaudeCode, "user"),
        (".opencode/agent/fix.md", ImportFormat::Opencode, "system"),
        (".cursor/rules/fix.md", ImportFormat::Cursor, "instruction"),
        (
            "r\\.windsurf\\rules\\fix.md",
            ImportFormat::Windsurf,
            "instruction",
        ),
    ] {
        let text = "Fix issue $ARGUMENTS.\n\nRun the tests.\n";
        assert_eq!(read(name, text).format, format, "{name}");
        let mut prompt = only(name, text);
        assert_eq!((prompt.title.as_str(), texts(&prompt)[0].0), ("Fix", role));
        assert_eq!(export_to_source(&prompt).unwrap().text, text, "{name}");
        prompt.content.segments[0].content += "\nPush.";
        let written = export_to_source(&prompt).unwrap();
        assert_eq!(
            written.text.trim_end(),
            format!("{text}Push.").replace("\n\nPush", "\nPush")
        );
    }
    for name in [
        "AGENTS.md",
        "web/CLAUDE.md",
        ".github/copilot-instructions.md",
    ] {
        let text = "# Rules\r\n\r\nBe kind.\r\n\r\n## Tests  ##\r\n\r\n* Run them.\r\n";
        let mut prompt = only(name, text);
        assert_eq!(export_to_source(&prompt).unwrap().text, text);
        let last = prompt.content.sections.last_mut().unwrap();
        last.content = "* Run all.".to_owned();
        let written = export_to_source(&prompt).unwrap();
        assert_eq!(written.text, text.replace("Run them", "Run all"));
    }
}

#[test]
fn entries_of_a_configuration_belong_to_its_program() {
    let opencode = json!({"$schema": "https://opencode.ai/config.json", "agent": {
        "review": {"description": "Reviews", "mode": "subagent", "prompt": "You review.", "model": "a/b", "temperature": 0.1},
    }, "command": {"test": {"template": "Test $ARGUMENTS", "description": "Tests"}}});
    let imported = read("opencode.json", &opencode.to_string());
    assert_eq!(imported.format, ImportFormat::Opencode);
    let found: Vec<_> = imported
        .prompts
        .iter()
        .map(|one| (one.prompt.description.as_str(), texts(&one.prompt)[0]))
        .collect();
    assert_eq!(
        found,
        [
            ("Reviews", ("system", "You review.")),
            ("Tests", ("user", "Test $ARGUMENTS"))
        ]
    );
    let agent = &imported.prompts[0].prompt;
    assert_eq!(aside(agent)["from"], "opencode");
    assert_eq!(
        agent.content.settings(),
        &json!({"model": "a/b", "temperature": 0.1})
    );
    let config = "name: mine\nschema: v1\nmodels: []\nprompts:\n  - name: check\n    description: Checks\n    prompt: Check this\n";
    let imported = read("config.yaml", config);
    let prompt = &imported.prompts[0].prompt;
    assert_eq!(imported.format, ImportFormat::Continue);
    assert_eq!(
        (prompt.title.as_str(), prompt.description.as_str()),
        ("check", "Checks")
    );
    assert!(!aside(prompt).to_string().contains("langfuse"));
}

#[test]
fn registries_keep_paths_settings_and_tags_with_values() {
    let humanloop = json!({"path": "support/mails/Reply", "id": "pr_1", "version_id": "prv_1", "endpoint": "chat",
        "model": "gpt-4o", "temperature": 0.2, "max_tokens": 50, "template_language": "jinja",
        "template": [{"role": "system", "content": "Be {{ tone }}."}, {"role": "user", "content": "{{ mail }}"}],
        "tools": [{"name": "find", "parameters": {"type": "object"}}], "commit_message": "m"});
    let imported = read("pr_1.json", &humanloop.to_string());
    assert_eq!(imported.format, ImportFormat::Humanloop);
    let prompt = &imported.prompts[0].prompt;
    assert_eq!(prompt.title, "Reply");
    assert_eq!(aside(prompt)["from"], "humanloop");
    assert!(aside(prompt).to_string().contains("support/mails"));
    assert_eq!(prompt.content.template_language(), TemplateLanguage::Jinja2);
    let settings = prompt.content.settings();
    assert_eq!(settings["model"], "gpt-4o");
    assert_eq!(settings["max_tokens"], 50);
    assert_eq!(settings["tools"][0]["name"], "find");
    let file = "---\nmodel: gpt-4o\ntemplate_language: jinja\n---\n<user>\n{% if x %}Hi{% endif %}\n</user>\n";
    let language = only("a.prompt", file).content.template_language();
    assert_eq!(language, TemplateLanguage::Jinja2);

    let mlflow = json!({"name": "sum", "version": 2, "template": "Sum {{t}}", "commit_message": "c",
        "tags": {"team": "mail"}, "model_config": {"model_name": "gpt-4o", "temperature": 0.1}});
    let prompt = only("a.json", &mlflow.to_string());
    assert!(prompt.tags.is_empty());
    assert_eq!(aside(&prompt)["fields"]["tags"], json!({"team": "mail"}));
    assert_eq!(
        prompt.content.settings(),
        &json!({"model": "gpt-4o", "temperature": 0.1})
    );

    let inner = json!({"model": "m", "messages": [{"role": "user", "content": "About {{hc:topic:string}}"}]});
    let helicone = json!({"id": "1", "major_version": 1, "helicone_template": inner.to_string()});
    let imported = read("h.json", &helicone.to_string());
    assert_eq!(imported.format, ImportFormat::Helicone);
    assert_eq!(
        texts(&imported.prompts[0].prompt),
        [("user", "About {{topic}}")]
    );
    assert_eq!(codes(&imported), [""; 0]);
}

#[test]
fn a_schema_of_the_responses_api_and_the_name_that_a_gpt_shows_are_taken() {
    let schema = json!({"properties": {"a": {"type": "string"}}});
    let request = json!({"model": "gpt-5", "instructions": "Be kind.", "input": "Hi", "text": {"format":
        {"type": "json_schema", "name": "answer", "strict": true, "schema": schema}, "verbosity": "low"}});
    let prompt = only("a.json", &request.to_string());
    assert_eq!(prompt.content.settings()["response_schema"], schema);
    let plain = json!({"model": "gpt-5", "instructions": "i", "input": "x", "text": {"format": {"type": "text"}}});
    let prompt = only("a.json", &plain.to_string());
    assert_eq!(prompt.content.settings(), &json!({"model": "gpt-5"}));

    let gpt = json!({"gizmo": {"id": "g-1", "instructions": "You teach.", "display":
        {"name": "Maths tutor", "description": "Explains", "prompt_starters": ["Start"]}}});
    let prompt = only("gizmo.json", &gpt.to_string());
    assert_eq!(
        (prompt.title.as_str(), prompt.description.as_str()),
        ("Maths tutor", "Explains")
    );
    assert!(aside(&prompt).to_string().contains("Start"));

    for (about, answer) in [
        ("about_user_message", "about_model_message"),
        ("user_profile", "user_instructions"),
    ] {
        let custom = json!({about: "I am a nurse.", answer: "Be brief.", "enabled": true});
        let imported = read("custom.json", &custom.to_string());
        assert_eq!(imported.format, ImportFormat::Chatgpt);
        let prompt = &imported.prompts[0].prompt;
        assert_eq!(
            texts(prompt),
            [("context", "I am a nurse."), ("system", "Be brief.")]
        );
        assert_eq!(aside(prompt)["fields"]["enabled"], true);
    }
}

#[test]
fn comments_and_labels_that_no_prompt_holds_are_told() {
    let espanso = "# Mine\nmatches:\n  - trigger: ':a'\n    replace: 'One # no comment' # two\n  - trigger: ':b'\n    replace: Two\n";
    let imported = read("base.yml", espanso);
    let told: Vec<_> = imported
        .diagnostics
        .iter()
        .map(|one| (one.code.as_str(), one.place.as_deref()))
        .collect();
    assert_eq!(told, [("comment_left_out", Some("line 1"))]);
    assert!(imported.diagnostics[0].message.starts_with("2 comments"));
    // A single prompt keeps the source of its file.
    let one = "# Mine\nname: a\nmodel: m\nmessages:\n  - role: user\n    content: Hi # yes\n";
    assert_eq!(codes(&read("a.prompt.yml", one)), [""; 0]);

    let poml =
        "<poml>\n  <role>You help.</role>\n  <!-- Ask Ada -->\n  <task>Sum up.</task>\n</poml>\n";
    let imported = read("a.poml", poml);
    let remark = &imported.prompts[0].diagnostics[0];
    assert_eq!(remark.place.as_deref(), Some("line 3"));
    assert!(remark.message.ends_with("Ask Ada"), "{}", remark.message);

    let config = "prompts:\n  - id: file://b.json\n    label: The second\n  - |\n    [{\"role\": \"user\", \"content\": \"Hi {{x}}\"}]\nproviders: [m]\n";
    let imported = read("promptfooconfig.yaml", config);
    assert_eq!(texts(&imported.prompts[0].prompt), [("user", "Hi {{x}}")]);
    assert_eq!(codes(&imported), ["not_fetched"]);
    assert!(imported.diagnostics[0].message.contains("'The second'"));
}

#[test]
fn only_files_that_are_all_called_the_same_are_named_by_their_folder() {
    for (name, title) in [
        ("tt/user.txt", "User"),
        ("tt/system.json", "System"),
        ("tt/skill.txt", "Skill"),
        ("tt/USER.md", "Tt"),
        ("my-skill/Skill.md", "My skill"),
    ] {
        let text = if name.ends_with("json") {
            "{\"prompt\": \"Hi\"}"
        } else {
            "Hi"
        };
        assert_eq!(only(name, text).title, title, "{name}");
    }
}

#[test]
fn an_escaped_role_of_dotprompt_is_text() {
    let text = "Write \\{{role \"user\"}} yourself, or C:\\\\{{role \"model\"}}\nYes.";
    let prompt = only("a.prompt", text);
    assert_eq!(
        texts(&prompt),
        [
            ("user", "Write \\{{role \"user\"}} yourself, or C:\\\\"),
            ("assistant", "Yes.")
        ]
    );
    assert_eq!(export_to_source(&prompt).unwrap().text, text);
    // As our export writes a text with one.
    let mut prompt = only("a.md", "Begin with {{role \"user\"}}.");
    prompt.content.set_template_language(TemplateLanguage::None);
    let exported = export_foreign(&prompt, ForeignFormat::Dotprompt);
    assert_eq!(only("b.prompt", &exported.text).content.segments.len(), 1);
}

#[test]
fn names_and_versions_around_a_text_are_read_as_their_programs_mean_them() {
    let template = |text: &str| json!({"messages": [{"role": "user", "content": text}]});
    let versions = json!({"data": {"id": "1", "user_defined_id": "greet", "prompt": "Greeting", "versions": [
        {"major_version": 1, "minor_version": 9, "helicone_template": template("Old {{hc:n:string}}")},
        {"major_version": 2, "minor_version": 1, "helicone_template": template("New {{hc:n:string}}")},
        {"major_version": 2, "minor_version": 0, "helicone_template": template("Less old")},
    ]}});
    let imported = read("h.json", &versions.to_string());
    assert_eq!(imported.format, ImportFormat::Helicone);
    let prompt = &imported.prompts[0].prompt;
    assert_eq!(prompt.title, "Greeting");
    assert_eq!(texts(prompt), [("user", "New {{n}}")]);
    assert!(aside(prompt).to_string().contains("Less old"));

    let continued = "name: Check\ndescription: Checks it\nversion: 2\ntemperature: 0.5\n---\n<system>\nYou check.\n</system>\n{{{ input }}}\n";
    let prompt = only("c.prompt", continued);
    assert_eq!(
        (prompt.title.as_str(), prompt.description.as_str()),
        ("Check", "Checks it")
    );
    assert_eq!(texts(&prompt)[0], ("system", "You check."));
    assert_eq!(export_to_source(&prompt).unwrap().text, continued);

    let registry = json!({"prompts": [{"name": "qa", "version": 2, "template": "Answer {{q}}", "aliases": ["prod"]}]});
    let imported = read("r.json", &registry.to_string());
    assert_eq!(aside(&imported.prompts[0].prompt)["from"], "mlflow");
    let gpt = json!({"gizmo": {"instructions": "You teach.", "display": {"name": "Tutor", "categories": ["a"]}}});
    assert_eq!(aside(&only("g.json", &gpt.to_string()))["from"], "chatgpt");
}

#[test]
fn our_own_file_of_a_prompt_called_skill_keeps_its_structure() {
    let text = "---\ntitle: Code review skill\nstructure_type: structured\n---\n\n# Code review skill\n\n## First\n\nOne.\n\n## Second\n\nTwo.\n";
    let prompt = only("code-review-skill.md", text);
    assert_eq!(prompt.title, "Code review skill");
    assert_eq!(prompt.content.sections.len(), 2);
    let skill = "---\nname: review\ndescription: Reviews.\n---\n# Review\n\n## First\n\nOne.\n";
    let imported = read("code-review-skill.md", skill);
    assert_eq!(imported.format, ImportFormat::ClaudeCode);
}

#[test]
fn many_comments_of_poml_are_read_at_once() {
    let start = std::time::Instant::now();
    let comments = "<!-- a -->\n".repeat(300_000);
    let imported = read(
        "a.poml",
        &format!("<poml>\n<task>Go</task>\n{comments}</poml>"),
    );
    assert_eq!(texts(&imported.prompts[0].prompt)[0].1, "Go");
    let third = imported.prompts[0].diagnostics.get(2).unwrap();
    assert_eq!(third.place.as_deref(), Some("line 5"));
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn examples_of_conversations_are_messages() {
    for (name, file, wanted) in [
        (
            "a.json",
            json!({ "system": "S", "user": "U", "assistant": "A" }),
            &[("system", "S"), ("user", "U"), ("assistant", "A")][..],
        ),
        (
            "a.json",
            json!({ "instruction": "I", "input": "In", "output": "O" }),
            &[("system", "I"), ("user", "In"), ("assistant", "O")],
        ),
        (
            "a.json",
            json!({ "instruction": "I", "input": "", "output": "O" }),
            &[("system", "I"), ("assistant", "O")],
        ),
        (
            "a.json",
            json!({ "prompt": "P", "completion": "C" }),
            &[("user", "P"), ("assistant", "C")],
        ),
        (
            "a.yaml",
            json!({ "system_message": "S", "human_message": "U" }),
            &[("system", "S"), ("user", "U")],
        ),
        (
            "a.yaml",
            json!({ "messages": [{ "system": "S" }, { "user": "U" }] }),
            &[("system", "S"), ("user", "U")],
        ),
        (
            "a.json",
            json!({
                "_type": "chat",
                "messages": [
                    { "prompt": { "template": "S {x}", "template_format": "f-string" }, "_type": "system" },
                    { "prompt": { "template": "U" } },
                ],
            }),
            &[("system", "S {{x}}"), ("user", "U")],
        ),
    ] {
        let prompt = only(name, &file.to_string());
        assert_eq!(texts(&prompt), wanted, "{file}");
    }
}
