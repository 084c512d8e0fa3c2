//! What a sync and a push say, in which form new files are written, and files that were moved and edited.

use std::fs;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty};
use serde_json::Value;

use crate::support::{Person, REVIEW, Server};

const SKILL: &str = "---\nname: pdf-helper\ndescription: Reads PDF files.\nlicense: MIT\n---\n\nRead the file.\n\nSum it up.\n";

fn titles(person: &Person) -> Vec<String> {
    let mine = person.answers(&["list", "--json"]);
    let items = mine["items"].as_array().expect("a list").iter();
    let mut titles: Vec<String> = items
        .map(|item| item["title"].as_str().expect("a title").to_owned())
        .collect();
    titles.sort();
    titles
}

#[test]
fn a_sync_counts_the_files_that_are_not_on_the_server() {
    let server = Server::start();
    let person = server.person();
    fs::create_dir_all(person.path("notes/inner")).expect("folders");
    for name in ["notes/a.md", "notes/b.txt", "notes/inner/c.md"] {
        person.write(name, &format!("The text of {name}.\n"));
    }
    person
        .run(&["sync", "notes"])
        .assert()
        .success()
        .stdout(contains("3 files are not on the server").and(contains("same on both").not()));
    let listed = person.answers(&["sync", "notes", "--json"]);
    let states: Vec<_> = listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["state"])
        .collect();
    assert_eq!(states, ["only_here"; 3]);
    assert!(titles(&person).is_empty());

    let added = person.answers(&["sync", "notes", "--add", "--json"]);
    assert_eq!(added.as_array().map(Vec::len), Some(3));
    assert_eq!(added[0]["state"], "created");
    assert_eq!(person.says(&["sync", "notes", "--quiet"]), "");
    assert_eq!(
        person.answers(&["sync", "notes", "--json"]),
        Value::Array(Vec::new())
    );
    assert!(
        person
            .says(&["sync", "notes"])
            .contains("same on both sides")
    );
}

#[test]
fn what_a_sync_did_is_listed_for_programs_and_left_out_when_quiet() {
    let server = Server::start();
    let person = server.person();
    let one = person.push_new("p.md", &REVIEW.replace("Code review", "One"));
    person.push_new("p.md", &REVIEW.replace("Code review", "Two"));
    let plan = person.answers(&["sync", "prompts", "--dry-run", "--json"]);
    assert_eq!(
        (&plan[0]["state"], plan.as_array().map(Vec::len)),
        (&"added".into(), Some(2))
    );
    person
        .run(&["sync", "prompts", "--to", "markdown", "--quiet"])
        .assert()
        .success()
        .stdout(is_empty());
    person.save_elsewhere(&one, "Be kind.", "Be brief.");
    person.edit("prompts/two.md", "Be kind.", "Be quick.");
    let done = person.answers(&["sync", "prompts", "--json"]);
    let done: Vec<_> = done
        .as_array()
        .expect("a list")
        .iter()
        .map(|step| {
            (
                step["file"].as_str().expect("a file"),
                step["state"].as_str().expect("a state"),
            )
        })
        .collect();
    assert_eq!(
        done,
        [("prompts/one.md", "pulled"), ("prompts/two.md", "pushed")]
    );
    // A conflict is told, in both.
    person.save_elsewhere(&one, "Be brief.", "Be tall.");
    person.edit("prompts/one.md", "Be brief.", "Be small.");
    person
        .run(&["sync", "prompts", "--quiet"])
        .assert()
        .code(1)
        .stdout(is_empty())
        .stderr(contains("conflict"));
    person
        .run(&["sync", "prompts", "--json"])
        .assert()
        .code(1)
        .stdout(contains("\"state\": \"conflict\""));

    person.write("new.md", "Something new.\n");
    person
        .run(&["push", "new.md", "--quiet"])
        .assert()
        .success()
        .stdout(is_empty())
        .stderr(is_empty());
    assert!(titles(&person).contains(&"New".to_owned()));
}

#[test]
fn new_files_are_written_for_a_tool_or_as_the_files_that_prompts_came_from() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("SKILL.md", SKILL);
    person.push_new("p.md", &REVIEW.replace("Code review", "Twice"));
    person.push_new("p.md", &REVIEW.replace("Code review", "Twice"));
    // As skills, each in a folder of its own
    person.does(&["sync", "skills", "--to", "skill"]);
    for name in ["pdf-helper", "twice", "twice-2"] {
        let text = person.read(&format!("skills/{name}/SKILL.md"));
        assert!(text.starts_with("---\nname: "), "{text}");
    }
    // As they came, and in our JSON what came from no such file
    person.does(&["sync", "mirror", "--to", "original"]);
    assert_eq!(person.read("mirror/pdf-helper/SKILL.md"), SKILL);
    assert!(person.path("mirror/twice.json").is_file());
    person.does(&["sync", "agents", "--to", "agents-md"]);
    assert!(person.path("agents/twice-2/AGENTS.md").is_file());
    // They stay the files of their prompts.
    for folder in ["skills", "mirror", "agents"] {
        assert!(
            person
                .says(&["sync", folder])
                .contains("same on both sides"),
            "{folder}"
        );
    }
    person.save_elsewhere(&id, "Sum it up.", "Sum it up in a line.");
    person.edit(
        "mirror/pdf-helper/SKILL.md",
        "Read the file.",
        "Read it all.",
    );
    person.does(&["sync", "mirror"]);
    person.does(&["sync", "skills"]);
    for folder in ["skills", "mirror"] {
        let text = person.read(&format!("{folder}/pdf-helper/SKILL.md"));
        assert!(
            text.contains("Read it all.") && text.contains("in a line."),
            "{text}"
        );
        assert!(text.contains("license: MIT"), "{text}");
    }
    assert_eq!(titles(&person).len(), 3);
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_whose_name_differs_in_capitals_or_accents_only_is_the_same() {
    let server = Server::start();
    let person = server.person();
    fs::create_dir(person.path("prompts")).expect("a folder");
    for (was, is) in [
        ("Katze.txt", "katze.txt"),
        ("nai\u{308}ve.txt", "na\u{ef}ve.txt"),
    ] {
        let [was, is] = [was, is].map(|name| format!("prompts/{name}"));
        person.push_new(&was, &format!("Say {was}."));
        fs::rename(person.path(&was), person.path(&is)).expect("it is renamed");
        person.does(&["sync", "prompts", "--add"]);
        person.write(&is, &format!("Say {was} again."));
        person.does(&["sync", "prompts", "--add"]);
    }
    assert_eq!(titles(&person).len(), 2);
    let told = person.says(&["sync", "prompts"]);
    assert!(told.contains("same on both sides"), "{told}");
}

#[test]
fn a_file_that_was_moved_and_edited_stays_the_file_of_its_prompt() {
    let server = Server::start();
    let person = server.person();
    for (name, title) in [("one", "One"), ("two", "Two"), ("three", "Three")] {
        person.push_new(
            "p.md",
            &REVIEW
                .replace("Code review", title)
                .replace("Be kind.", &format!("Be {name}.")),
        );
    }
    person.does(&["sync", "prompts", "--to", "markdown"]);
    fs::create_dir(person.path("prompts/sub")).expect("a folder");
    for name in ["one", "two"] {
        let to = format!("prompts/sub/{name}-moved.md");
        fs::rename(person.path(&format!("prompts/{name}.md")), person.path(&to)).expect("it moves");
        person.edit(&to, "Name every bug.", &format!("Name each bug of {name}."));
    }
    person.does(&["sync", "prompts", "--add"]);
    assert_eq!(titles(&person), ["One", "Three", "Two"]);
    assert!(
        person
            .says(&["sync", "prompts"])
            .contains("same on both sides")
    );
    // Plain files have no ids: most of the words, and the title, say which it was.
    person.write("prompts/plain.md", "# Plain\n\nRead the whole diff, then name every bug that you see in it, one a line.\n\n## Style\n\nBe kind to the author.\n");
    person.does(&["sync", "prompts", "--add"]);
    fs::rename(
        person.path("prompts/plain.md"),
        person.path("prompts/sub/other.md"),
    )
    .expect("it moves");
    person.edit("prompts/sub/other.md", "one a line", "two a line");
    // A new file that shares little is another prompt.
    person.write(
        "prompts/new.md",
        "# New\n\nWrite a poem about the sea.\n\n## Style\n\nIn four lines.\n",
    );
    person.does(&["sync", "prompts", "--add"]);
    assert_eq!(titles(&person), ["New", "One", "Plain", "Three", "Two"]);
    // One with the title of a file that is gone, and nothing else of it, is reported and makes no second one.
    fs::remove_file(person.path("prompts/sub/other.md")).expect("it goes");
    person.write(
        "prompts/again.md",
        "# Plain\n\nSomething else altogether.\n\n## Tone\n\nDry.\n",
    );
    person
        .run(&["sync", "prompts", "--add"])
        .assert()
        .code(1)
        .stderr(contains(
            "again.md: skipped: it may be prompts/sub/other.md, which is gone",
        ));
    assert_eq!(titles(&person).len(), 5);
}

#[test]
fn a_file_of_a_tool_that_holds_a_prompt_in_another_form_is_pulled_and_not_pushed() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("p.md", REVIEW);
    person.does(&["sync", "skills", "--to", "skill"]);
    // Its two sections are one text there: a change on the server reaches it,
    person.save_elsewhere(&id, "Be kind.", "Be brief.");
    person.does(&["sync", "skills"]);
    let file = "skills/code-review/SKILL.md";
    assert!(person.read(file).contains("Be brief."));
    // and a change of it is told and changes nothing on the server.
    person.edit(file, "Be brief.", "Be tall.");
    for (arguments, code) in [(&["sync", "skills"][..], 0), (&["push", file], 2)] {
        person
            .run(arguments)
            .assert()
            .code(code)
            .stderr(contains("does not hold all of the prompt"));
    }
    assert!(person.read(file).contains("Be tall."));
    assert!(person.stored(&id).to_string().contains("Be brief."));
    // A pull into such a file says so, too.
    person
        .run(&["pull", &id, "--to", "skill", "-o", "one.md"])
        .assert()
        .success()
        .stderr(contains("cannot be pushed back"));
}
