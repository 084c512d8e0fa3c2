//! A folder that was synchronized in the form of a tool has nothing more to do, wherever its prompts came from.

use std::fs;

use crate::support::{Person, Server};

/// Files of other tools, with a text that each of them has once.
const FILES: [(&str, &str, &str); 9] = [
    (
        "sec.md",
        "---\nname: sec-auditor\ndescription: Finds holes.\ntools: Read\n---\n\nYou audit code. Agent text.\n",
        "Agent text.",
    ),
    (
        "commit.toml",
        "# a comment\ndescription = 'Commits'\nprompt = \"\"\"\nWrite a message. Gemini text.\n\"\"\"\n",
        "Gemini text.",
    ),
    (
        "x.prompt.md",
        "---\r\ndescription: Writes docs\r\nmode: agent\r\n---\r\nWrite docs.\r\n\r\nVscode text.\r\n",
        "Vscode text.",
    ),
    (
        "req.json",
        "{\"model\": \"gpt-4o\", \"messages\": [{\"role\": \"system\", \"content\": \"Be brief.\"}, {\"role\": \"user\", \"content\": \"Openai text.\"}]}\n",
        "Openai text.",
    ),
    (
        "ts.mdc",
        "---\ndescription: TypeScript\nglobs: '*.ts'\nalwaysApply: false\n---\n\n# Rules\n\nNo any. Cursor text.\n",
        "Cursor text.",
    ),
    (
        "mail.prompty",
        "---\nname: Mail\ndescription: Writes mail\ntags: [mail]\n---\nsystem:\nYou write mail.\n\nuser:\nPrompty text.\n",
        "Prompty text.",
    ),
    (
        "classify.prompt.yml",
        "name: Classify\nmessages:\n  - role: system\n    content: Be terse.\n  - role: user\n    content: Models text.\n",
        "Models text.",
    ),
    (
        "one/SKILL.md",
        "---\nname: pdf-fill\ndescription: Fills forms.\nlicense: MIT\n---\n\nFill the form. Skill text.\n",
        "Skill text.",
    ),
    (
        "own.md",
        "# Own prompt\n\n## Task\n\nDo it. Own text.\n",
        "Own text.",
    ),
];

const TOOLS: [&str; 24] = [
    "skill",
    "claude-command",
    "claude-agent",
    "agents-md",
    "cursor",
    "vscode-prompt",
    "vscode-instructions",
    "vscode-agent",
    "gemini",
    "dotprompt",
    "prompty-1",
    "github-models",
    "langchain",
    "langfuse",
    "openai",
    "anthropic",
    "promptfoo",
    "original",
    "json",
    "yaml",
    "xml",
    "html",
    "markdown",
    "prompty",
];

fn pushed(person: &Person) -> Vec<String> {
    let mut ids = Vec::new();
    for (name, text, _) in FILES {
        if let Some((folder, _)) = name.rsplit_once('/') {
            fs::create_dir_all(person.path(folder)).expect("a folder");
        }
        ids.push(person.push_new(name, text));
    }
    ids
}

/// The files below a folder, by their path in it.
fn files(person: &Person, folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(person.path(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if name.ends_with("/.promptcase") {
            continue;
        }
        if entry.path().is_dir() {
            found.extend(files(person, &name));
        } else {
            found.push(name);
        }
    }
    found
}

/// The file of a folder with a text.
fn file_with(person: &Person, folder: &str, text: &str) -> Option<String> {
    let mut files = files(person, folder).into_iter();
    files.find(|name| person.read(name).contains(text))
}

fn settles(person: &Person, folder: &str, what: &str) {
    let status = person.run(&["status", folder]).output().expect("it runs");
    let said = String::from_utf8_lossy(&status.stdout).into_owned()
        + &String::from_utf8_lossy(&status.stderr);
    assert_eq!(status.status.code(), Some(0), "{folder}, {what}: {said}");
    assert!(
        person
            .says(&["sync", folder])
            .contains("same on both sides"),
        "{folder}, {what}"
    );
}

#[test]
fn a_synchronized_folder_is_settled_in_the_form_of_every_tool() {
    let server = Server::start();
    let person = server.person();
    let ids = pushed(&person);
    for tool in TOOLS {
        person.does(&["sync", tool, "--to", tool]);
        settles(&person, tool, "after the first sync");
    }
    // What is written elsewhere arrives.
    for (id, (_, _, text)) in ids.iter().zip(FILES) {
        person.save_elsewhere(id, text, &format!("{text} From elsewhere."));
    }
    for tool in TOOLS {
        person.does(&["sync", tool]);
        for (name, _, text) in FILES {
            let new = format!("{text} From elsewhere.");
            assert!(file_with(&person, tool, &new).is_some(), "{tool}: {name}");
        }
        settles(&person, tool, "after an edit elsewhere");
    }
}

#[test]
fn an_edit_of_a_file_in_the_form_of_a_tool_arrives_and_settles() {
    let server = Server::start();
    let person = server.person();
    let ids = pushed(&person);
    for tool in TOOLS {
        person.does(&["sync", tool, "--to", tool]);
    }
    let mut pushed = 0;
    for tool in TOOLS {
        // The other folder has what the one before it changed.
        person.does(&["sync", tool]);
        for (id, (name, _, text)) in ids.iter().zip(FILES) {
            let file = file_with(&person, tool, text).expect(name);
            let title = person.stored(id)["title"].to_string();
            person.edit(&file, text, &format!("{text} By {tool}."));
            let before = person.read(&file);
            let done = person.run(&["sync", tool]).assert().success();
            if !person
                .stored(id)
                .to_string()
                .contains(&format!("By {tool}."))
            {
                // A file that has the texts of several items in one is not pushed.
                let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
                assert!(said.contains("does not hold all"), "{tool}: {name}: {said}");
                person.edit(&file, &format!("{text} By {tool}."), text);
                continue;
            }
            pushed += 1;
            assert_eq!(person.read(&file), before, "{tool}: {name}");
            assert_eq!(
                person.stored(id)["title"].to_string(),
                title,
                "{tool}: {name}"
            );
        }
        settles(&person, tool, "after an edit here");
    }
    assert!(pushed > 150, "{pushed}");
}

#[test]
fn edits_of_both_sides_meet_in_the_file_of_a_tool() {
    let server = Server::start();
    let person = server.person();
    for (number, (name, text)) in [
        (
            "one.md",
            "---\nname: one\ndescription: Finds holes.\ntools: Read\n---\n\nFirst part.\n\nBetween.\n\nLast part.\n",
        ),
        (
            "two.toml",
            "description = 'Commits'\nprompt = \"\"\"\nFirst part.\n\nBetween.\n\nLast part.\n\"\"\"\n",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let id = person.push_new(name, text);
        for tool in ["skill", "cursor", "claude-command", "gemini", "agents-md"] {
            let folder = format!("{tool}{number}");
            person.does(&["sync", &folder, "--to", tool]);
            let file = file_with(&person, &folder, "Last part.").expect(name);
            person.edit(&file, "First part.", &format!("First part, {tool}."));
            person.save_elsewhere(&id, "Last part.", &format!("Last part, {tool}."));
            person.does(&["sync", &folder]);
            let both = person.read(&file);
            for wanted in ["First part, ", "Last part, "] {
                assert!(both.contains(&format!("{wanted}{tool}.")), "{both}");
                let stored = person.stored(&id).to_string();
                assert!(stored.contains(&format!("{wanted}{tool}.")), "{stored}");
            }
            settles(&person, &folder, "after a merge");
            person.edit(&file, &format!("First part, {tool}."), "First part.");
            person.edit(&file, &format!("Last part, {tool}."), "Last part.");
            person.does(&["sync", &folder]);
        }
        person.does(&["rm", &id, "--yes"]);
    }
}
