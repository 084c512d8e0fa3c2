//! Synchronizing a folder with the server.

use std::fs;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, starts_with};

use crate::support::{Person, REVIEW, Server, relay};

const SAME: &str = "Everything is the same on both sides.\n";

/// A user with prompts of these titles, none with a file in the folder `prompts`.
fn person_with(server: &Server, titles: &[&str]) -> (Person, Vec<String>) {
    let person = server.person();
    let push = |title: &&str| person.push_new("p.md", &REVIEW.replace("Code review", title));
    let ids = titles.iter().map(push).collect();
    (person, ids)
}

fn names(person: &Person) -> Vec<String> {
    let entries = fs::read_dir(person.path("prompts")).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.into_string().expect("text"))
        .filter(|name| name != ".promptcase")
        .collect();
    names.sort();
    names
}

#[test]
fn what_changed_on_either_side_reaches_the_other() {
    // Given prompts on a server, two of the same title, and no folder
    let server = Server::start();
    let (person, ids) = person_with(&server, &["Größe!", "Twice", "Twice", "Four"]);
    // When it is synced
    person
        .run(&["sync", "prompts", "--to", "markdown"])
        .assert()
        .success()
        .stdout(contains("größe.md: Pulled Größe! 1.0.0"));
    // Then each prompt has a file, and there is nothing left to do
    assert_eq!(
        names(&person),
        ["four.md", "größe.md", "twice-2.md", "twice.md"]
    );
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(SAME);
    // When one changes locally, one on the server, and one on both sides in different places
    person.edit("prompts/four.md", "Be kind.", "Be four.");
    person.save_elsewhere(&ids[0], "Be kind.", "Be tall.");
    let twice = person.read("prompts/twice.md");
    let both = ids[1..3].iter().find(|id| {
        let section = &person.stored(id)["content"]["sections"][0]["id"];
        twice.contains(section.as_str().expect("an id"))
    });
    let both = both.expect("one of the two");
    person.edit("prompts/twice.md", "Be kind.", "Be twice.");
    person.save_elsewhere(both, "Read the diff.", "Read it twice.");
    // Then a dry run reports it and changes nothing
    person
        .run(&["sync", "prompts", "--dry-run"])
        .assert()
        .success()
        .stdout(
            contains("four.md: to be pushed")
                .and(contains("größe.md: to be pulled"))
                .and(contains("twice.md: to be pushed")),
        );
    assert!(person.stored(&ids[3]).to_string().contains("Be kind."));
    // And a sync applies every change to the other side
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(contains("merged with 1.0.1"));
    assert!(person.stored(&ids[3]).to_string().contains("Be four."));
    assert!(person.read("prompts/größe.md").contains("Be tall."));
    let merged = person.read("prompts/twice.md");
    let stored = person.stored(both).to_string();
    for text in ["Be twice.", "Read it twice."] {
        assert!(merged.contains(text) && stored.contains(text), "{text}");
    }
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(SAME);
}

#[test]
fn a_sync_deletes_nothing_and_takes_up_nothing_by_itself() {
    // Given a synced folder with an unrelated file
    let server = Server::start();
    let (person, ids) = person_with(&server, &["One", "Two"]);
    person.does(&["sync", "prompts"]);
    person.write("prompts/README.md", "# What this is");
    // When a file and another file's prompt are deleted
    fs::remove_file(person.path("prompts/one.json")).expect("it is deleted");
    person.browser("DELETE", &format!("/api/prompts/{}", ids[1]), None);
    // Then both are reported, and neither deletion is propagated
    person.run(&["sync", "prompts"]).assert().success().stderr(
        contains("one.json: skipped: the file is gone")
            .and(contains("two.json: skipped: the prompt is gone")),
    );
    assert_eq!(person.stored(&ids[0])["title"], "One");
    assert_eq!(names(&person), ["README.md", "two.json"]);
    let mine = person.answers(&["list", "--json"]);
    assert_eq!(mine["items"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_conflict_in_one_file_leaves_the_others_synced() {
    // Given two files, one of which conflicts with the server
    let server = Server::start();
    let (person, ids) = person_with(&server, &["One", "Two"]);
    person.does(&["sync", "prompts"]);
    person.edit("prompts/one.json", "Be kind.", "Be mine.");
    person.save_elsewhere(&ids[0], "Be kind.", "Be theirs.");
    person.edit("prompts/two.json", "Be kind.", "Be two.");
    // When they are synced
    person
        .run(&["sync", "prompts"])
        .assert()
        .code(1)
        .stdout(contains("two.json: Saved Two 1.0.1"))
        .stderr(starts_with("conflict: "));
    // Then the first is unchanged on both sides, and the other is pushed
    assert!(person.read("prompts/one.json").contains("Be mine."));
    assert!(person.stored(&ids[0]).to_string().contains("Be theirs."));
    assert!(person.stored(&ids[1]).to_string().contains("Be two."));
    // Until the user resolves the conflict
    person
        .run(&["sync", "prompts", "--prefer", "theirs"])
        .assert()
        .success()
        .stdout(contains(
            "one.json: Took theirs, One 1.0.1, without your edit",
        ))
        .stderr(contains(
            "one.json holds theirs now; as it was it is kept in",
        ));
    assert!(person.read("prompts/one.json").contains("Be theirs."));
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(SAME);
}

/// Files in other programs' formats, each with a line `Be kind.`.
const FOREIGN: [(&str, &str); 8] = [
    (
        "SKILL.md",
        "---\nname: review\ndescription: Reviews\nallowed-tools: Read\n---\n# Review\n\nBe kind.\n\nRead the diff.\n",
    ),
    (
        "agent.md",
        "---\nname: reviewer\ndescription: Reviews\ntools: Read\nmodel: opus\n---\nBe kind.\n\nRead the diff.\n",
    ),
    (
        "a.prompt.md",
        "---\nmode: agent\ndescription: Reviews\n---\nBe kind.\n\nRead the diff.\n",
    ),
    (
        "b.prompt.yml",
        "name: b\nmessages:\n  - role: system\n    content: Be kind.\n  - role: user\n    content: Read the diff.\n",
    ),
    (
        "chat.json",
        r#"{"model":"gpt-4o","messages":[{"role":"system","content":"Be kind."},{"role":"user","content":"Read the diff."}]}"#,
    ),
    (
        "c.prompty",
        "---\nname: c\nmodel:\n  api: chat\n---\nsystem:\nBe kind.\n\nuser:\nRead the diff.\n",
    ),
    ("note.txt", "Be kind.\n\nRead the diff.\n"),
    ("note.md", "# Note\n\n## A\n\nBe kind.\n\nRead the diff.\n"),
];

#[test]
fn a_file_of_another_program_keeps_its_form() {
    // Given pushed files in other programs' formats, whose prompts were then saved in the browser
    let server = Server::start();
    let person = server.person();
    fs::create_dir(person.path("prompts")).expect("a folder");
    let ids = FOREIGN.map(|(name, text)| {
        let id = person.push_new(&format!("prompts/{name}"), text);
        person.save_elsewhere(&id, "Be kind.", "Be brief.");
        id
    });
    // When the folder is synced
    person.run(&["sync", "prompts"]).assert().success();
    for ((name, text), id) in FOREIGN.iter().zip(&ids) {
        // Then each has the new text and is the same otherwise, and the old file is kept
        let path = format!("prompts/{name}");
        let brief = text.replace("Be kind.", "Be brief.");
        assert_eq!(person.read(&path), brief);
        assert_eq!(
            person.read(&format!("prompts/.promptcase/{name}.before")),
            *text
        );
        // A pull into it changes only the text too
        person.save_elsewhere(id, "Be brief.", "Be calm.");
        person.does(&["pull", id, "-o", &path]);
        let calm = text.replace("Be kind.", "Be calm.");
        assert_eq!(person.read(&path), calm);
        // When both sides change, both have both
        person.edit(&path, "Read the diff.", "Read all of the diff.");
        person.save_elsewhere(id, "Be calm.", "Be quick.");
        person
            .run(&["push", &path])
            .assert()
            .success()
            .stderr(contains("holds both now"));
        let both = text
            .replace("Be kind.", "Be quick.")
            .replace("Read the diff.", "Read all of the diff.");
        assert_eq!(person.read(&path), both);
        let stored = person.stored(id).to_string();
        assert!(
            stored.contains("Be quick.") && stored.contains("Read all of the diff."),
            "{stored}"
        );
    }
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(SAME);
}

#[test]
fn a_clone_of_other_programs_files_makes_no_twins() {
    // Given a folder of other programs' files that were pushed, cloned without what was remembered
    let server = Server::start();
    let person = server.person();
    fs::create_dir(person.path("prompts")).expect("a folder");
    let files = [
        (
            "rule.mdc",
            "---\nglobs: \"*.rs\"\nalwaysApply: false\n---\n# Rust\n\nBe kind.\n",
        ),
        (
            "review.toml",
            "description = \"d\"\nprompt = \"\"\"\nBe kind.\n\"\"\"\n",
        ),
        (
            "greet.prompt",
            "---\nmodel: m\n---\n{{role \"system\"}}\nBe kind.\n",
        ),
    ];
    for (name, text) in files {
        person.push_new(&format!("prompts/{name}"), text);
    }
    let before = names(&person);
    fs::remove_dir_all(person.path("prompts/.promptcase")).expect("it is deleted");
    // When it is synced
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(contains("rule.mdc: linked to"));
    // Then each file is linked to its prompt, and none is added
    assert_eq!(names(&person), before);
    for (name, text) in files {
        assert_eq!(person.read(&format!("prompts/{name}")), text);
    }
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(SAME);
}

#[test]
fn what_only_the_files_own_format_has_reaches_the_other_clone() {
    // Given two clones of a folder of other programs' files
    let server = Server::start();
    let person = server.person();
    let files = [
        (
            "pdf.md",
            "---\nname: pdf\ndescription: Reads\nlicense: MIT\n---\nBe kind.\n",
            ["license: MIT", "license: Apache-2.0"],
        ),
        (
            "rule.mdc",
            "---\ndescription: Rule\nalwaysApply: false\n---\nBe kind.\n",
            ["alwaysApply: false", "alwaysApply: true"],
        ),
        (
            "agent.md",
            "---\nname: agent\ndescription: d\ntools: Read\n---\nBe kind.\n",
            ["tools: Read", "tools: Read, Bash"],
        ),
        (
            "run.toml",
            "# old\ndescription = \"d\"\nprompt = \"Be kind.\"\n",
            ["# old", "# new"],
        ),
        (
            "greet.prompty",
            "---\nname: greet\nmodel:\n  options:\n    max_tokens: 5\n---\nsystem:\nBe kind.\n",
            ["max_tokens: 5", "max_tokens: 6"],
        ),
    ];
    for folder in ["a", "b"] {
        fs::create_dir(person.path(folder)).expect("a folder");
    }
    for (name, text, _) in files {
        person.push_new(&format!("a/{name}"), text);
        person.write(&format!("b/{name}"), text);
    }
    person.run(&["sync", "b"]).assert().success();
    // When one changes what no prompt of ours has a field for, and the other syncs
    for (name, _, [from, to]) in files {
        person.edit(&format!("a/{name}"), from, to);
        person.edit(&format!("a/{name}"), "Be kind.", "Be brief.");
    }
    person.run(&["sync", "a"]).assert().success();
    person.run(&["sync", "b"]).assert().success();
    // Then the other has it too
    for (name, ..) in files {
        assert_eq!(
            person.read(&format!("b/{name}")),
            person.read(&format!("a/{name}"))
        );
    }
    for folder in ["a", "b"] {
        person
            .run(&["sync", folder])
            .assert()
            .success()
            .stdout(SAME);
    }
}

#[test]
fn a_file_that_cannot_hold_a_change_is_told_and_left() {
    // Given a skill, which holds one text, whose prompt got a second one
    let server = Server::start();
    let person = server.person();
    fs::create_dir(person.path("prompts")).expect("a folder");
    let (name, text) = FOREIGN[0];
    let id = person.push_new(&format!("prompts/{name}"), text);
    person.does(&["pull", &id, "-o", "other.json"]);
    let mut prompt: serde_json::Value =
        serde_json::from_str(&person.read("other.json")).expect("JSON");
    let segments = prompt["content"]["segments"]
        .as_array_mut()
        .expect("a list");
    segments.push(serde_json::json!({"type": "user", "content": "And more."}));
    person.write("other.json", &prompt.to_string());
    person.does(&["push", "other.json"]);
    // When the folder is synced
    person
        .run(&["sync", "prompts"])
        .assert()
        .code(1)
        .stderr(contains("skipped").and(contains("cannot hold its texts")));
    // Then the file is as it was, and a push says that it lacks something
    assert_eq!(person.read(&format!("prompts/{name}")), text);
    for _ in 0..2 {
        person
            .run(&["push", &format!("prompts/{name}")])
            .assert()
            .code(1)
            .stderr(contains("without what was merged"));
    }
}

#[test]
fn a_folder_that_lost_what_was_remembered_gets_nothing_twice() {
    // Given a synced folder unpacked from a zip file, without .promptcase
    let server = Server::start();
    let (person, ids) = person_with(&server, &["One", "Two", "Twice", "Twice"]);
    person.does(&["sync", "prompts", "--to", "markdown"]);
    let before = names(&person);
    let forget = || {
        fs::remove_dir_all(person.path("prompts/.promptcase")).expect("it is deleted");
    };
    forget();
    // When it is synced again
    person
        .run(&["sync", "prompts", "--dry-run"])
        .assert()
        .success()
        .stdout(contains("one.md: to be linked to One 1.0.0"));
    person
        .run(&["sync", "prompts", "--to", "markdown"])
        .assert()
        .success()
        .stdout(contains("one.md: linked to One 1.0.0"));
    // Then each file is linked to its prompt again
    assert_eq!(names(&person), before);
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(SAME);
    person.save_elsewhere(&ids[0], "Be kind.", "Be one.");
    person.does(&["sync", "prompts"]);
    assert!(person.read("prompts/one.md").contains("Be one."));
    // When .promptcase is lost again, an edited file is left to the user
    forget();
    person.edit("prompts/two.md", "Be kind.", "Be two.");
    // A dry run exits with the same code as the sync.
    person
        .run(&["sync", "prompts", "--dry-run"])
        .assert()
        .code(1)
        .stdout(contains("two.md: skipped: a prompt with this title"));
    person
        .run(&["sync", "prompts"])
        .assert()
        .code(1)
        .stderr(contains(
            "two.md: skipped: a prompt with this title has other text",
        ));
    assert_eq!(names(&person), before);
    assert!(person.stored(&ids[1]).to_string().contains("Be kind."));
    // And a push creates no duplicate of a prompt with the same text
    forget();
    person
        .run(&["push", "prompts/one.md"])
        .assert()
        .code(1)
        .stderr(
            contains("--id")
                .and(contains(&ids[0]))
                .and(contains("--new")),
        );
    let mine = person.answers(&["list", "--json"]);
    assert_eq!(mine["items"].as_array().map(Vec::len), Some(4));
    person.does(&["push", "prompts/one.md", "--id", &ids[0]]);
    person.does(&["push", "prompts/one.md"]);
}

#[test]
fn a_file_is_linked_to_the_prompt_of_its_text_whichever_comes_first() {
    // Given two prompts with the same title, and a file without a record that has the text of the second
    let server = Server::start();
    let (person, ids) = person_with(&server, &["Twice", "Twice"]);
    person.save_elsewhere(&ids[0], "Be kind.", "Be first.");
    fs::create_dir(person.path("prompts")).expect("a folder");
    person.write("prompts/mine.md", &REVIEW.replace("Code review", "Twice"));
    // When the folder is synced
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(contains("mine.md: linked to Twice 1.0.0").and(contains("twice.json: Pulled")));
    // Then the other gets its own file
    assert_eq!(names(&person), ["mine.md", "twice.json"]);
    assert!(person.read("prompts/twice.json").contains("Be first."));
}

#[test]
fn who_can_find_a_prompt_is_synced_too() {
    let server = Server::start();
    let (person, ids) = person_with(&server, &["One"]);
    person.does(&["sync", "prompts"]);
    for is_public in [true, false] {
        person.publish_elsewhere(&ids[0], is_public);
        person.does(&["sync", "prompts"]);
        let file = person.read("prompts/one.json");
        let file: serde_json::Value = serde_json::from_str(&file).expect("JSON");
        assert_eq!(file["is_public"], is_public, "{file}");
        person
            .run(&["sync", "prompts"])
            .assert()
            .success()
            .stdout(SAME);
    }
}

#[test]
fn a_file_in_another_layout_is_kept_before_it_is_written_over() {
    let server = Server::start();
    let (person, ids) = person_with(&server, &["One"]);
    fs::create_dir(person.path("prompts")).expect("a folder");
    person.does(&[
        "pull",
        &ids[0],
        "-o",
        "prompts/one.json",
        "--no-version-info",
    ]);
    let before = person.read("prompts/one.json");
    person.save_elsewhere(&ids[0], "Be kind.", "Be brief.");
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stderr(contains("one.json: as it was it is kept in"));
    assert!(person.read("prompts/one.json").contains("Be brief."));
    assert_eq!(person.read("prompts/.promptcase/one.json.before"), before);
}

#[test]
fn a_file_that_changes_during_a_sync_is_not_written_over() {
    // Given a file to be pulled, one to be linked and one to be added
    let server = Server::start();
    let (person, ids) = person_with(&server, &["Pulled", "Linked", "Added"]);
    fs::create_dir(person.path("prompts")).expect("a folder");
    let (id, folder) = (ids[0].clone(), person.path("prompts"));
    let url = relay(&server.url, move |asked| {
        // The plan is complete: change each file now.
        if asked.contains(&ids[0]) && folder.join("linked.md").exists() {
            for name in ["pulled.json", "linked.md", "added.json"] {
                fs::write(folder.join(name), "Mine.").expect("it is written");
            }
        }
    });
    let run = |arguments: &[&str]| {
        let mut run = person.run(arguments);
        run.env("PROMPTCASE_SERVER", &url)
            .env("PROMPTCASE_TOKEN", &person.token);
        run.assert()
    };
    run(&["pull", &id, "-o", "prompts/pulled.json"]).success();
    person.save_elsewhere(&id, "Be kind.", "Be brief.");
    person.write(
        "prompts/linked.md",
        &REVIEW.replace("Code review", "Linked"),
    );
    // When they change during the sync
    let told = run(&["sync", "prompts"]).code(1);
    let told = String::from_utf8_lossy(&told.get_output().stderr).into_owned();
    // Then each is reported and unchanged
    for name in ["pulled.json", "linked.md", "added.json"] {
        let why = format!("{name}: skipped: the file changed during the sync");
        assert!(told.contains(&why), "{why} in {told}");
        assert_eq!(person.read(&format!("prompts/{name}")), "Mine.");
    }
}
