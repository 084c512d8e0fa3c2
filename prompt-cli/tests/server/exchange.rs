//! Push, pull, merge and conflict.

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;

use crate::support::{REVIEW, Server, version};

#[test]
fn what_was_pushed_is_pulled_identically_in_every_format() {
    // Given a prompt that was pushed from a file
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    let stored = person.stored(&id);
    for name in ["a.json", "a.yaml", "a.md", "a.html", "a.xml", "a.prompty"] {
        // When it is pulled in another format
        person.does(&["pull", &id, "-o", name]);
        // Then the file matches the server exactly
        person
            .run(&["diff", &id, name])
            .assert()
            .success()
            .stdout(is_empty());
        // And pushing it back changes nothing
        person
            .run(&["push", name])
            .assert()
            .success()
            .stdout(starts_with("Nothing to save, it is Code review 1.0.0"));
    }
    assert_eq!(person.stored(&id), stored);
    // And standard output matches the server's export
    let pulled = person.says(&["pull", &id, "--to", "yaml"]);
    assert_eq!(pulled, person.read("a.yaml"));
}

#[test]
fn a_format_that_does_not_hold_all_of_a_prompt_is_not_pushed_over_it() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person
        .run(&["pull", &id, "-o", "review.txt"])
        .assert()
        .success()
        .stderr(contains(
            "review.txt: warning: not all of the prompt is in it",
        ));
    person.edit("review.txt", "Be kind.", "Be blunt.");
    person
        .run(&["push", "review.txt"])
        .assert()
        .code(2)
        .stderr(contains(format!("--id {id}")));
    assert_eq!(version(&person.stored(&id)), "1.0.0");
}

#[test]
fn an_edit_is_saved_over_the_version_that_was_pulled() {
    // Given a prompt that was pulled and edited
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person.does(&["pull", "Code review", "-o", "mine.yaml"]);
    person.edit("mine.yaml", "Be kind.", "Be very kind.");
    // When it is pushed
    person
        .run(&["push", "mine.yaml"])
        .assert()
        .success()
        .stdout(format!("Saved Code review 1.0.1: {id}\n"));
    // Then the server has the edit, in a single prompt
    assert!(person.stored(&id).to_string().contains("Be very kind."));
    let mine = person.answers(&["list", "--json"]);
    assert_eq!(mine["items"].as_array().map(Vec::len), Some(1));
    // And the file can be edited and pushed again
    person.edit("mine.yaml", "Be very kind.", "Be kinder.");
    person
        .run(&["push", "mine.yaml"])
        .assert()
        .success()
        .stdout(starts_with("Saved Code review 1.0.2"));
}

#[test]
fn an_integer_that_javascript_rounds_is_pushed_as_text_with_a_warning() {
    // Given a file with an integer beyond 2^53 - 1
    let server = Server::start();
    let person = server.person();
    let seeded = r#"{
      "title": "Seeded", "structure_type": "modulized",
      "content": { "modules": [{ "id": "m", "order": 0, "title": "M", "content": "x", "config": { "seed": 7 } }] }
    }"#;
    let id = person.push_new("seeded.json", seeded);
    person.edit("seeded.json", "7", "9007199254740993");
    // When it is pushed
    person
        .run(&["push", "seeded.json"])
        .assert()
        .success()
        .stderr(contains(
            "The number 9007199254740993 cannot be kept as a number",
        ));
    // Then the digits are stored as text
    let seed = &person.stored(&id)["content"]["modules"][0]["config"]["seed"];
    assert_eq!(seed, "9007199254740993");
}

#[test]
fn a_file_without_ids_keeps_its_items() {
    // Given a hand-written file without ids
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("notes.md", REVIEW);
    let ids = |stored: &Value| {
        let sections = stored["content"]["sections"].as_array().cloned();
        let ids = sections
            .expect("sections")
            .iter()
            .map(|it| it["id"].clone())
            .collect::<Vec<_>>();
        assert!(!ids.is_empty());
        ids
    };
    let before = ids(&person.stored(&id));
    // When it is edited and pushed again
    person.edit("notes.md", "Be kind.", "Be very kind.");
    person.does(&["push", "notes.md"]);
    // Then the items keep their ids
    assert_eq!(ids(&person.stored(&id)), before);
    // And the file is not rewritten
    assert_eq!(
        person.read("notes.md"),
        REVIEW.replace("Be kind.", "Be very kind.")
    );
}

#[test]
fn what_two_saved_is_merged() {
    // Given a prompt that was pulled and edited, and saved in the browser meanwhile
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person.does(&["pull", &id, "-o", "mine.md"]);
    person.edit("mine.md", "Be kind.", "Be very kind.");
    let mine = person.read("mine.md");
    person.save_elsewhere(&id, "Read the diff.", "Read all of the diff.");
    // When it is pushed
    person
        .run(&["push", "mine.md"])
        .assert()
        .success()
        .stdout(starts_with("Saved Code review 1.0.2, merged with 1.0.1"));
    // Then the server and the file contain both changes, and the old file is backed up
    let stored = person.stored(&id).to_string();
    let file = person.read("mine.md");
    for text in ["Be very kind.", "Read all of the diff."] {
        assert!(stored.contains(text) && file.contains(text), "{text}");
    }
    assert_eq!(person.read(".promptcase/mine.md.before"), mine);
    person
        .run(&["push", "mine.md"])
        .assert()
        .success()
        .stdout(starts_with("Nothing to save"));
}

#[test]
fn a_file_of_somebody_elses_format_takes_back_what_was_merged() {
    // Given a file of provider messages whose prompt was saved in the browser meanwhile
    let server = Server::start();
    let person = server.person();
    let text = r#"{"model":"gpt-4o","messages":[{"role":"system","content":"Be kind."},{"role":"user","content":"Read the diff."}]}"#;
    let id = person.push_new("chat.json", text);
    person.edit("chat.json", "Be kind.", "Be very kind.");
    person.save_elsewhere(&id, "Read the diff.", "Read all of the diff.");
    // When it is pushed and saved as a version
    person
        .run(&["push", "chat.json", "-m", "Both"])
        .assert()
        .success()
        .stdout(contains("merged with 1.0.1").and(contains("Kept as version 1.0.3")))
        .stderr(contains("chat.json holds both now"));
    // Then the file has both, in its own form
    let both = text
        .replace("Be kind.", "Be very kind.")
        .replace("Read the diff.", "Read all of the diff.");
    assert_eq!(person.read("chat.json"), both);
    // And the next push does not revert anything
    person.edit("chat.json", "Be very kind.", "Be kinder.");
    person.does(&["push", "chat.json"]);
    let stored = person.stored(&id).to_string();
    for text in ["Be kinder.", "Read all of the diff."] {
        assert!(stored.contains(text), "{text} in {stored}");
    }
    // A new file can have the form of the old one
    person.does(&["pull", &id, "-o", "again.json", "--to", "original"]);
    assert_eq!(
        person.read("again.json"),
        both.replace("Be very kind.", "Be kinder.")
    );
}

#[test]
fn a_conflict_changes_nothing_until_it_is_decided() {
    // Given the same line changed in the file and in the browser
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    for (name, prefer, wins, told) in [
        (
            "one.json",
            "mine",
            "Be mine.",
            "Saved Code review 1.0.2, merged with 1.0.1, yours where both changed the same: ",
        ),
        (
            "two.json",
            "theirs",
            "Be theirs.",
            "Took theirs, Code review 1.0.3, without your edit: ",
        ),
    ] {
        person.does(&["pull", &id, "-o", name]);
        let was = if name == "one.json" {
            "Be kind."
        } else {
            "Be mine."
        };
        person.edit(
            name,
            was,
            &format!("Be mine{}.", if name == "one.json" { "" } else { " again" }),
        );
        person.save_elsewhere(&id, was, "Be theirs.");
        let before = (person.stored(&id), person.read(name));
        // When it is pushed
        person
            .run(&["push", name])
            .assert()
            .code(1)
            .stdout(is_empty())
            .stderr(starts_with("conflict: ").and(contains("--prefer mine")));
        // Then neither side is changed
        assert_eq!((person.stored(&id), person.read(name)), before);
        // Until the user resolves the conflict, and is told the result
        person
            .run(&["push", name, "--prefer", prefer])
            .assert()
            .success()
            .stdout(starts_with(told))
            .stderr(contains("holds both").not());
        assert!(person.stored(&id).to_string().contains(wins));
        assert!(person.read(name).contains(wins));
    }
}

#[test]
fn a_pull_does_not_write_over_what_was_not_pushed() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person.does(&["pull", &id, "-o", "mine.md"]);
    // An unchanged file can be pulled again.
    person.does(&["pull", &id, "-o", "mine.md"]);
    person.edit("mine.md", "Be kind.", "Be very kind.");
    person.write("other.md", "Something else");
    for (name, error) in [
        (
            "mine.md",
            "error: mine.md has changes that were not pushed\nhint: push them first",
        ),
        (
            "other.md",
            "error: other.md is there already\nhint: name another file",
        ),
    ] {
        let before = person.read(name);
        person
            .run(&["pull", &id, "-o", name])
            .assert()
            .code(2)
            .stderr(starts_with(error));
        assert_eq!(person.read(name), before);
        person.does(&["pull", &id, "-o", name, "--force"]);
        assert!(person.read(name).contains("Be kind."));
    }
}

#[test]
fn a_prompt_is_replaced_only_by_name_and_kept_first() {
    // Given a prompt and an unrelated file
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person.write("new.md", "# Another\n\n## Only\n\nThis.\n");
    // When it is pushed with the id
    person
        .run(&["push", "new.md", "--id", &id])
        .assert()
        .success()
        .stdout(starts_with("Saved Another 1.0.2"))
        .stderr(contains("What stood there is kept as version 1.0.1."));
    // Then the file replaces the prompt, and the previous contents are a version
    assert_eq!(person.stored(&id)["title"], "Another");
    person
        .run(&["pull", &id, "--version", "1.0.1"])
        .assert()
        .success()
        .stdout(contains("Be kind."));
}

#[test]
fn a_prompt_whose_complexity_is_settled_keeps_it_when_a_file_replaces_it() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    let mut save = person.stored(&id);
    save["base_version"] = version(&save).into();
    save["complexity"] = "simple".into();
    person.browser("PUT", &format!("/api/prompts/{id}"), Some(save));
    person.write("new.md", "# Another\n\n## Only\n\nThis.\n");
    person.does(&["push", "new.md", "--id", &id]);
    let stored = person.stored(&id);
    assert_eq!(
        (&stored["title"], &stored["complexity"]),
        (&"Another".into(), &"simple".into())
    );
}

#[test]
fn who_can_find_a_prompt_is_as_the_last_option_said() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    for (arguments, is_public) in [
        (&["push", "review.md"][..], false),
        (&["push", "review.md", "--public"], true),
        // The file itself still says private.
        (&["push", "review.md"], true),
        (&["push", "review.md", "--id", &id], true),
        (&["push", "review.md", "--private"], false),
    ] {
        person.does(arguments);
        assert_eq!(person.stored(&id)["is_public"], is_public, "{arguments:?}");
    }
}

#[test]
fn who_can_find_a_prompt_is_as_asked_whatever_somebody_else_said_meanwhile() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    let is_public = || person.stored(&id)["is_public"].clone();
    // Given a prompt that was published in the browser
    person.publish_elsewhere(&id, true);
    // When it is pushed as private
    person.does(&["push", "review.md", "--private"]);
    // Then it is private, also when the text was saved too
    assert_eq!(is_public(), false);
    for (option, asked) in [("--private", false), ("--public", true)] {
        person.does(&["pull", &id, "-o", "mine.json"]);
        person.publish_elsewhere(&id, !asked);
        person.save_elsewhere(&id, "Read ", "Read again ");
        person.edit("mine.json", "Be ", "Be very ");
        person
            .run(&["push", "mine.json", option])
            .assert()
            .success()
            .stdout(contains("merged with"));
        assert_eq!(is_public(), asked, "{option}");
    }
}

#[test]
fn a_file_of_another_structure_keeps_no_version_of_what_it_cannot_replace() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person.write(
        "chat.json",
        r#"{"model":"gpt-4o","messages":[{"role":"user","content":"Read."}]}"#,
    );
    let before = person.stored(&id);
    person
        .run(&["push", "chat.json", "--id", &id])
        .assert()
        .code(3)
        .stderr(starts_with("error: chat.json: ").and(contains("is kept as version").not()));
    assert_eq!(person.stored(&id), before);
}

#[test]
fn a_file_that_became_somebody_elses_keeps_its_form() {
    // Given a file that promptcase wrote, reformatted by hand and pushed
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person.does(&["pull", &id, "-o", "mine.md"]);
    let by_hand = REVIEW.replace("Read the diff.", "Read all of the diff.");
    person.write("mine.md", &by_hand);
    person.does(&["push", "mine.md"]);
    // When it changes on the server
    person.save_elsewhere(&id, "Be kind.", "Be brief.");
    // Then a pull and a sync write only the text that changed
    person.does(&["pull", &id, "-o", "mine.md"]);
    assert_eq!(
        person.read("mine.md"),
        by_hand.replace("Be kind.", "Be brief.")
    );
    person.save_elsewhere(&id, "Be brief.", "Be calm.");
    person.does(&["sync", "."]);
    assert_eq!(
        person.read("mine.md"),
        by_hand.replace("Be kind.", "Be calm.")
    );
}

#[test]
fn what_may_not_be_stored_is_refused_before_it_is_sent() {
    let server = Server::start();
    let person = server.person();
    person.write(
        "bad.json",
        r#"{"title":"T","structure_type":"advanced",
            "content":{"blocks":[{"id":"b","title":"B","assets":[{"id":"a","type":"url","reference":" "}]}]}}"#,
    );
    person
        .run(&["push", "bad.json", "-v"])
        .assert()
        .code(3)
        .stderr(contains("error: bad.json: ").and(contains("> POST").not()));
}
