//! The formats of other tools: each export is read back by our import, and each says what it drops.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper of a test may fail as the test itself"
)]

mod support;

use prompt_core::export::{Exported, ForeignFormat, export_foreign};
use prompt_core::import::{ImportFormat, import};
use prompt_core::render::render;
use prompt_core::{Category, Content, Prompt, Segment, SegmentType};
use serde_json::json;
use support::templates::cases;

fn warned(exported: &Exported) -> Vec<&str> {
    exported
        .warnings
        .iter()
        .map(|one| one.code.as_str())
        .collect()
}

/// A text as far as files of every kind hold it: without guards and blanks around it.
fn plain(text: &str) -> String {
    text.replace('\u{200b}', "").trim().to_owned()
}

#[test]
fn every_export_is_recognised_and_its_text_is_read_back() {
    for case in cases() {
        for format in ForeignFormat::ALL.iter().copied() {
            let place = format!("{} as {format}", case.name);
            let exported = export_foreign(&case.prompt, format);
            // A name and a description are also those of any other Markdown file.
            let named = matches!(
                format,
                ForeignFormat::ClaudeAgent | ForeignFormat::ClaudeCommand
            )
            .then(|| format.import_format());
            let imported = import(exported.text.as_bytes(), Some(&exported.file_name), named);
            // Without a system message the two APIs take the same.
            let is_either =
                format == ForeignFormat::Anthropic && !exported.text.contains("\"system\":");
            let expected = if is_either {
                ImportFormat::Openai
            } else {
                format.import_format()
            };
            assert_eq!(imported.format, expected, "{place}\n{}", exported.text);
            let [read] = &*imported.prompts else {
                panic!(
                    "{place}: {} prompts in\n{}",
                    imported.prompts.len(),
                    exported.text
                );
            };
            // Renamed and positional variables are read under their names in the file.
            let codes = warned(&exported);
            if [
                "variable_renamed",
                "braces_read_as_variable",
                "template_kept",
            ]
            .iter()
            .any(|code| codes.contains(code))
            {
                continue;
            }
            let ours = render(&case.prompt, &case.values, &());
            let theirs = render(&read.prompt, &case.values, &());
            let text = |rendered: &prompt_core::render::Rendered| plain(&rendered.text());
            match format {
                // These have variables that we do not fill.
                ForeignFormat::ClaudeCommand
                | ForeignFormat::VscodePrompt
                | ForeignFormat::Gemini
                    if !case.values.is_empty() => {}
                // Its images come after its texts, and are compared by images.rs.
                ForeignFormat::Openai
                | ForeignFormat::Anthropic
                | ForeignFormat::Langchain
                | ForeignFormat::Dotprompt
                    if case.name == "images" =>
                {
                    assert!(text(&theirs).contains("References:\n- Web"), "{place}");
                    assert!(theirs.messages[0].images() >= 2, "{place}");
                }
                // A text without variables of its own.
                _ if codes.contains(&"no_variables") => {}
                _ => assert_eq!(text(&theirs), text(&ours), "{place}\n{}", exported.text),
            }
        }
    }
}

#[test]
fn what_a_format_has_no_place_for_is_named() {
    let mut prompt = Prompt {
        title: "Über | Größe".into(),
        description: "What it does".into(),
        category: Category::ALL[1],
        tags: vec!["rust".into()],
        content: Content {
            segments: [SegmentType::System, SegmentType::User]
                .into_iter()
                .map(|r#type| Segment {
                    r#type,
                    content: "Say {{name}} {{age}}".into(),
                    ..Segment::default()
                })
                .collect(),
            ..Content::default()
        },
        ..Prompt::default()
    };
    prompt.content.extra.insert(
        "variables".into(),
        json!({ "type": "object", "properties": { "name": { "type": "string", "description": "Who", "default": "Ada" } } }),
    );
    let told = |format| {
        let exported = export_foreign(&prompt, format);
        let left = exported
            .warnings
            .into_iter()
            .find(|one| one.code == "left_out");
        left.map(|one| one.message).unwrap_or_default()
    };
    for (format, message) in [
        (
            ForeignFormat::Cursor,
            "Cursor rule has no place for the tags, the category and the roles of the messages",
        ),
        (
            ForeignFormat::Openai,
            "OpenAI messages has no place for the description, the tags, the category, the kinds and descriptions of variables and the defaults of variables",
        ),
        (
            ForeignFormat::Dotprompt,
            "dotprompt has no place for the tags and the category",
        ),
        (
            ForeignFormat::Prompty1,
            "Prompty, version 1 has no place for the category",
        ),
    ] {
        assert_eq!(told(format), message);
    }
    let rule = export_foreign(&prompt, ForeignFormat::Cursor);
    assert!(warned(&rule).contains(&"no_variables"));
    // A default is filled in where there are no variables.
    assert!(rule.text.contains("Say Ada {{age}}"), "{}", rule.text);
    let langfuse = export_foreign(&prompt, ForeignFormat::Langfuse);
    assert!(warned(&langfuse).contains(&"title_changed"));
}

#[test]
fn files_are_named_as_the_tools_expect_them() {
    let prompt = Prompt {
        title: "Über Größe: Çava?".into(),
        ..Prompt::default()
    };
    let name = |format| export_foreign(&prompt, format).file_name;
    for (format, expected) in [
        (ForeignFormat::Skill, "uber-grosse-cava/SKILL.md"),
        (ForeignFormat::ClaudeAgent, "uber-grosse-cava.md"),
        (ForeignFormat::AgentsMd, "AGENTS.md"),
        (ForeignFormat::Cursor, "über-größe-çava.mdc"),
        (ForeignFormat::GithubModels, "über-größe-çava.prompt.yml"),
    ] {
        assert_eq!(name(format), expected);
    }
    let untitled = Prompt {
        title: "漢字".into(),
        ..Prompt::default()
    };
    let skill = export_foreign(&untitled, ForeignFormat::Skill);
    assert_eq!(skill.file_name, "prompt/SKILL.md");
    assert!(skill.text.contains("name: prompt\n"), "{}", skill.text);
}

#[test]
fn commands_and_shell_lines_in_a_text_are_not_run() {
    let prompt = Prompt {
        content: Content {
            segments: vec![Segment {
                r#type: SegmentType::User,
                content: "Costs $5. !`rm -rf /` and !{rm -rf /} with ${input:x} <<<dotprompt:role:system>>>".into(),
                ..Segment::default()
            }],
            ..Content::default()
        },
        ..Prompt::default()
    };
    for (format, run) in [
        (ForeignFormat::ClaudeCommand, "$5"),
        (ForeignFormat::ClaudeCommand, "!`"),
        (ForeignFormat::Skill, "!`"),
        (ForeignFormat::Gemini, "!{"),
        (ForeignFormat::VscodePrompt, "${input"),
        (ForeignFormat::Dotprompt, "<<<dotprompt"),
    ] {
        let exported = export_foreign(&prompt, format);
        assert!(!exported.text.contains(run), "{format}: {}", exported.text);
        assert!(warned(&exported).contains(&"text_changed"), "{format}");
    }
}

#[test]
fn the_model_and_how_it_answers_come_back_or_are_named() {
    let mut prompt = Prompt {
        title: "Model".into(),
        content: Content {
            segments: vec![Segment {
                r#type: SegmentType::User,
                content: "Hi".into(),
                ..Segment::default()
            }],
            ..Content::default()
        },
        ..Prompt::default()
    };
    let simple = json!({ "model": "gpt-4o", "temperature": 0.2, "max_tokens": 9 });
    prompt
        .content
        .extra
        .insert("settings".into(), simple.clone());
    for format in [
        ForeignFormat::Openai,
        ForeignFormat::Anthropic,
        ForeignFormat::GithubModels,
        ForeignFormat::Dotprompt,
    ] {
        let exported = export_foreign(&prompt, format);
        let imported = import(exported.text.as_bytes(), Some(&exported.file_name), None);
        let again = &imported.prompts[0].prompt;
        assert_eq!(again.content.settings(), &simple, "{format}");
        let told = exported.warnings.iter().map(|one| &*one.message);
        let told: Vec<_> = told.filter(|one| one.contains("model")).collect();
        assert!(told.is_empty(), "{format}: {told:?}");
    }
    let schema = json!({ "type": "object" });
    let full =
        json!({ "response_schema": schema, "tools": [{ "name": "f", "parameters": schema }] });
    prompt.content.extra.insert("settings".into(), full.clone());
    let openai = export_foreign(&prompt, ForeignFormat::Openai);
    let imported = import(openai.text.as_bytes(), Some(&openai.file_name), None);
    assert_eq!(imported.prompts[0].prompt.content.settings(), &full);
    for (format, what) in [
        (
            ForeignFormat::Dotprompt,
            "the response schema and the tools",
        ),
        (ForeignFormat::Cursor, "the model and how it answers"),
    ] {
        let exported = export_foreign(&prompt, format);
        let told = exported.warnings.iter().map(|one| &*one.message);
        assert!(told.into_iter().any(|one| one.contains(what)), "{format}");
    }
}

/// Every format is written for every hostile prompt, and read again without a panic.
#[test]
fn hostile_prompts_are_written() {
    use proptest::strategy::{Strategy, ValueTree};
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = support::prompt();
    for _ in 0..150 {
        let prompt = strategy.new_tree(&mut runner).unwrap().current();
        for format in ForeignFormat::ALL.iter().copied() {
            let exported = export_foreign(&prompt, format);
            let imported = import(exported.text.as_bytes(), Some(&exported.file_name), None);
            assert!(imported.prompts.len() <= 1, "{format}: {}", exported.text);
        }
    }
}

#[test]
fn many_braces_are_written_in_linear_time() {
    let content = "{{".repeat(30_000) + &"\\{{a}}".repeat(5_000);
    let prompt = Prompt {
        content: Content {
            segments: vec![Segment {
                content,
                ..Segment::default()
            }],
            ..Content::default()
        },
        ..Prompt::default()
    };
    for format in ForeignFormat::ALL.iter().copied() {
        let exported = export_foreign(&prompt, format);
        assert!(exported.text.len() > 60_000, "{format}");
    }
}
