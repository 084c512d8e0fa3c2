//! Ordinary edits of an imported prompt are written into its file: items that are added, removed or swapped, another role,
//! another text.

use prompt_core::import::{export_to_source, import};
use prompt_core::{Prompt, Section, Segment, SegmentType, StructureType};

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

/// Files of each form that a text, a heading or a message may have.
const FILES: [(&str, &str); 24] = [
    (
        "intro.mdc",
        "---\ndescription: a\n---\nIntro\n\n## H\nTwo\n\n## I\nThree\n",
    ),
    (
        "empty.mdc",
        "---\ndescription: a\n---\n# Title\n\n## A\n\na\n",
    ),
    (
        "levels.mdc",
        "---\ndescription: a\n---\n# T\n\nt\n\n## A\n\na\n\n## B\n\nb\n",
    ),
    (
        ".cursorrules",
        "Be brief.\n\n# Style\n\nSpaces.\n\n# Tests\n\nAlways.\n",
    ),
    ("AGENTS.md", "# Top\n\nintro\n\n## A\n\na\n\n## B\n\nb\n"),
    (
        "closed/AGENTS.md",
        "# Top\n\nintro\n\n## Next #\n\none\n\n## Last ##\n\ntwo\n",
    ),
    (
        "plain/AGENTS.md",
        "Just an intro.\n\n## A\n\na\n\n## B\n\nb\n",
    ),
    (
        "indicator.prompt.yml",
        "messages:\n- role: system\n  content: |2\n      indented\n    x\n- role: user\n  content: b\nname: q\n",
    ),
    (
        "keep.prompt.yml",
        "name: q\nmessages:\n  - role: system\n    content: |+\n      one\n\n  - role: user\n    content: |+\n      two\n\n",
    ),
    (
        "keep-first.prompt.yml",
        "messages:\n  - role: system\n    content: |+\n      one\n\n\n  - role: user\n    content: two\nmodel: m\n",
    ),
    (
        "flow.prompt.yml",
        "name: x\nmessages: [{role: system, content: \"a\\tb\"}, {role: user, content: 'it''s'}]\nmodel: m\n",
    ),
    (
        "flow-lines.prompt.yml",
        "name: x\nmessages: [\n  {role: system, content: \"a\"},\n  {role: user, content: \"b\"},\n]\nmodel: m\n",
    ),
    (
        "flow-items.prompt.yml",
        "name: x\nmessages:\n  - { role: system, content: \"a\" }\n  - { role: user, content: \"b\" }\nmodel: m\n",
    ),
    (
        "parts.json",
        "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":[\"plain\",{\"type\":\"text\",\"text\":\"t2\"}]},{\"role\":\"user\",\"content\":\"z\"}]}",
    ),
    (
        "humanloop.prompt",
        "---\nmodel: gpt-4o\ntemplate_language: jinja\n---\n<system>\nS {{ a }}\n</system>\n\n<user>\nU\n</user>\n",
    ),
    (
        "humanloop3.prompt",
        "---\nmodel: gpt-4o\n---\n<system>\nS\n</system>\n\n<user>\nU\n</user>\n\n<assistant>\nA\n</assistant>\n",
    ),
    (
        "continue.prompt",
        "temperature: 0.5\n---\n<system>\nS\n</system>\n{{{ input }}}\n",
    ),
    (
        "role.prompt",
        "---\nmodel: m\n---\n{{role \"system\"}}\nS\n{{role \"user\"}}\nU\n",
    ),
    (
        "above.prompty",
        "---\nname: n\nmodel:\n  api: chat\nsample: {x: 1}\n---\nAbove.\n\nsystem:\nA\n\nuser:\nB\n",
    ),
    (
        "v2.prompty",
        "---\nname: n\nmetadata: {}\n---\nsystem[name=\"x\"]:\nA\nuser:\nB",
    ),
    (
        "v1.prompty",
        "---\nname: n\nmodel:\n  api: chat\nsample: {x: 1}\n---\nsystem:\nA\n\nuser:\nB\n",
    ),
    (
        "oa.json",
        "{\"model\": \"m\", \"messages\": [\n  {\"role\": \"system\", \"content\": \"a\"},\n  {\"role\": \"user\", \"content\": \"b\"}\n]}\n",
    ),
    (
        "lf.json",
        "{\"name\": \"support/answer\", \"type\": \"chat\", \"prompt\": [{\"role\": \"system\", \"content\": \"a\"}, {\"role\": \"user\", \"content\": \"b\"}], \"config\": {}}\n",
    ),
    (
        "windsurf.md",
        "---\ntrigger: always_on\n---\nIntro\n\n## A\n\na\n\n## B\n\nb\n",
    ),
];

fn is_segments(prompt: &Prompt) -> bool {
    prompt.structure_type == StructureType::Standard
}

fn count(prompt: &Prompt) -> usize {
    prompt.content.segments.len() + prompt.content.sections.len()
}

fn text_of(prompt: &mut Prompt, at: usize) -> &mut String {
    if is_segments(prompt) {
        &mut prompt.content.segments[at].content
    } else {
        &mut prompt.content.sections[at].content
    }
}

fn insert(prompt: &mut Prompt, at: usize) {
    if is_segments(prompt) {
        let new = Segment {
            r#type: SegmentType::User,
            content: "Something new.".to_owned(),
            ..Segment::default()
        };
        prompt.content.segments.insert(at, new);
    } else {
        let new = Section {
            title: "New".to_owned(),
            content: "Something new.".to_owned(),
            ..Section::default()
        };
        prompt.content.sections.insert(at, new);
    }
}

fn remove(prompt: &mut Prompt, at: usize) {
    if is_segments(prompt) {
        prompt.content.segments.remove(at);
    } else {
        prompt.content.sections.remove(at);
    }
}

fn swap(prompt: &mut Prompt, one: usize, other: usize) {
    if is_segments(prompt) {
        prompt.content.segments.swap(one, other);
    } else {
        prompt.content.sections.swap(one, other);
    }
}

/// Each edit of a prompt, by its name.
fn edits(prompt: &Prompt) -> Vec<(String, Prompt)> {
    let mut edits = Vec::new();
    let mut edit = |name: String, change: &dyn Fn(&mut Prompt)| {
        let mut edited = prompt.clone();
        change(&mut edited);
        edits.push((name, edited));
    };
    let count = count(prompt);
    for at in 0..count {
        // Several blocks of a message stay as many.
        let is_of_blocks = text_of(&mut prompt.clone(), at).contains("plain\n\nt2");
        let text = if is_of_blocks {
            "Another.\n\nText."
        } else {
            "Another text."
        };
        edit(format!("text {at}"), &|it| {
            text.clone_into(text_of(it, at));
        });
        edit(format!("lines {at}"), &|it| {
            "Two: lines\n\n- and # marks".clone_into(text_of(it, at));
        });
        if count > 1 {
            edit(format!("remove {at}"), &|it| remove(it, at));
        }
        // A text without a heading is the first one.
        let is_intro = !is_segments(prompt) && prompt.content.sections[at].title.is_empty();
        if at + 1 < count && !is_intro {
            edit(format!("swap {at}"), &|it| swap(it, at, at + 1));
        }
        if is_segments(prompt) {
            edit(format!("role {at}"), &|it| {
                it.content.segments[at].r#type = SegmentType::Assistant;
            });
        } else if !prompt.content.sections[at].title.is_empty() {
            edit(format!("heading {at}"), &|it| {
                "Another heading".clone_into(&mut it.content.sections[at].title);
            });
        }
    }
    for at in 0..=count {
        let is_intro =
            at == 0 && !is_segments(prompt) && prompt.content.sections[0].title.is_empty();
        if !is_intro {
            edit(format!("add {at}"), &|it| insert(it, at));
        }
    }
    edits
}

fn said(prompt: &Prompt) -> Vec<(String, String)> {
    let segments = prompt.content.segments.iter();
    let segments = segments.map(|one| (one.r#type.to_string(), one.content.trim().to_owned()));
    let sections = prompt.content.sections.iter();
    let sections = sections.map(|one| (one.title.clone(), one.content.trim().to_owned()));
    segments.chain(sections).collect()
}

/// The headings of a Markdown file.
fn headings(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with('#')).collect()
}

#[test]
fn ordinary_edits_are_written_into_files_of_every_form() {
    let mut wrong = Vec::new();
    for (name, text) in FILES {
        let prompt = only(name, text);
        assert_eq!(
            export_to_source(&prompt).map(|file| file.text).as_deref(),
            Some(text),
            "{name}"
        );
        for (edit, edited) in edits(&prompt) {
            let Some(written) = export_to_source(&edited) else {
                wrong.push(format!("{name}, {edit}: refused"));
                continue;
            };
            let again = only(name, &written.text);
            if said(&again) != said(&edited) {
                wrong.push(format!("{name}, {edit}: other texts:\n{}", written.text));
            }
            // A heading that is there still has the level that it had, or that of one which stands above it now.
            let mut deepest = 0;
            for heading in headings(&written.text) {
                let level = heading.len() - heading.trim_start_matches('#').len();
                deepest = deepest.max(level);
                let words = heading.trim_matches(['#', ' ']);
                let same = |line: &&str| line.trim_matches(['#', ' ']) == words;
                let stood = headings(text).into_iter().find(same);
                let is_demoted = deepest == level && !edit.starts_with("text");
                if stood.is_some_and(|stood| {
                    stood.len() > heading.len() || (stood.len() < heading.len() && !is_demoted)
                }) {
                    wrong.push(format!(
                        "{name}, {edit}: the level of {heading}:\n{}",
                        written.text
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
}

#[test]
fn tags_and_names_get_the_key_that_the_file_lacks() {
    for (name, text, expected) in [
        (
            "a.prompty",
            "---\nname: n\nmodel:\n  api: chat\nsample: {x: 1}\n---\nsystem:\nA\n",
            "---\nname: Other\nmodel:\n  api: chat\nsample: {x: 1}\ntags: [a, b c]\n---\nsystem:\nA\n",
        ),
        (
            "b.prompty",
            "---\r\nname: n\r\nmetadata: {}\r\n---\r\nsystem:\r\nA\r\n",
            "---\r\nname: Other\r\nmetadata:\r\n  tags: [a, b c]\r\n---\r\nsystem:\r\nA\r\n",
        ),
        (
            "c.prompty",
            "---\nname: n\nmetadata:\n    authors: [ann]\nmodel: m\n---\nsystem:\nA\n",
            "---\nname: Other\nmetadata:\n    tags: [a, b c]\n    authors: [ann]\nmodel: m\n---\nsystem:\nA\n",
        ),
        (
            "d.prompty",
            "---\nname: n\nmodel:\n  id: m\n---\nsystem:\nA\n",
            "---\nname: Other\nmodel:\n  id: m\nmetadata:\n  tags: [a, b c]\n---\nsystem:\nA\n",
        ),
        (
            "lf.json",
            "{\n  \"name\": \"support/n\",\n  \"type\": \"chat\",\n  \"prompt\": [{\"role\": \"user\", \"content\": \"a\"}],\n  \"config\": {}\n}\n",
            "{\n  \"name\": \"support/Other\",\n  \"type\": \"chat\",\n  \"tags\": [\"a\",\"b c\"],\n  \"prompt\": [{\"role\": \"user\", \"content\": \"a\"}],\n  \"config\": {}\n}\n",
        ),
    ] {
        let mut prompt = only(name, text);
        prompt.title = "Other".to_owned();
        prompt.tags = vec!["a".to_owned(), "b c".to_owned()];
        let written = export_to_source(&prompt).expect(name);
        assert_eq!(written.warnings, [], "{name}: {}", written.text);
        let spaced = |text: &str| text.replace("\", \"", "\",\"");
        assert_eq!(spaced(&written.text), spaced(expected), "{name}");
    }
}
