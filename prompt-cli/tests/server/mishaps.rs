//! What goes wrong on this side: files that cannot be read or written, that were cut short, and two syncs at once.

use std::fs;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty, starts_with};

use crate::support::{Person, REVIEW, Server, version};

/// Somebody with prompts of these titles, all in files of the folder `prompts`.
fn synced(server: &Server, titles: &[&str]) -> (Person, Vec<String>) {
    let person = server.person();
    let push = |title: &&str| person.push_new("p.md", &REVIEW.replace("Code review", title));
    let ids = titles.iter().map(push).collect();
    person.does(&["sync", "prompts"]);
    (person, ids)
}

/// Puts a folder where the program is about to write a file. Unlike a mode, it stops an administrator too.
fn block(person: &Person, path: &str) {
    fs::create_dir_all(person.path(path)).expect("a folder");
}

#[test]
fn nothing_is_sent_that_could_not_be_remembered() {
    // Given files beside which nothing can be written
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person.edit("review.md", "Be kind.", "Be very kind.");
    block(&person, ".promptcase/review.md.json.part");
    person.write("new.md", REVIEW);
    block(&person, ".promptcase/new.md.json.part");
    person.write("other.md", REVIEW);
    block(&person, ".promptcase/other.md.json.part");
    for push in [
        &["push", "review.md"][..],
        &["push", "new.md"],
        &["push", "other.md", "--id", &id],
    ] {
        // When they are pushed
        person
            .run(push)
            .assert()
            .code(3)
            .stdout(is_empty())
            .stderr(contains(
                "hint: make the folder .promptcase beside the file",
            ));
        // Then the server has what it had
        assert_eq!(version(&person.stored(&id)), "1.0.0", "{push:?}");
    }
    let mine = person.answers(&["list", "--json"]);
    assert_eq!(mine["items"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_was_sent_is_told_even_when_the_file_cannot_be_written() {
    // Given a file that is to be merged, and whose former text cannot be kept
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person.does(&["pull", &id, "-o", "mine.md"]);
    person.edit("mine.md", "Be kind.", "Be very kind.");
    person.save_elsewhere(&id, "Read the diff.", "Read all of it.");
    let mine = person.read("mine.md");
    block(&person, ".promptcase/mine.md.before");
    // When it is pushed
    person
        .run(&["push", "mine.md"])
        .assert()
        .code(3)
        .stderr(starts_with(
            "error: Saved Code review 1.0.2, merged with 1.0.1, but that could not be remembered: ",
        ));
    // Then the file is as it was, and can be pushed again when it can be written
    assert_eq!(person.read("mine.md"), mine);
    fs::remove_dir(person.path(".promptcase/mine.md.before")).expect("it is removed");
    person.does(&["push", "mine.md"]);
    assert!(person.read("mine.md").contains("Read all of it."));
    assert_eq!(version(&person.stored(&id)), "1.0.2");
}

#[test]
fn a_file_that_was_cut_short_does_not_empty_its_prompt() {
    // Given a file with nothing left in it
    let server = Server::start();
    let (person, ids) = synced(&server, &["A"]);
    let before = person.stored(&ids[0]);
    person.write("prompts/a.json", r#"{"title":"","content":{}}"#);
    // When it is synced or pushed
    for command in [
        &["sync", "prompts"][..],
        &["sync", "prompts", "--prefer", "mine"],
        &["push", "prompts/a.json"],
    ] {
        person
            .run(command)
            .assert()
            .code(3)
            .stderr(contains("has nothing left of the prompt's text").and(contains("--force")));
        // Then the prompt is as it was
        assert_eq!(person.stored(&ids[0]), before, "{command:?}");
    }
    // And only who insists empties it
    person.does(&["push", "prompts/a.json", "--force"]);
    assert!(!person.stored(&ids[0]).to_string().contains("Be kind."));
}

#[test]
fn who_is_not_signed_in_is_told_so() {
    let server = Server::start();
    let person = server.stranger();
    for (command, error) in [
        (&["whoami"][..], "error: no server is known"),
        (
            &["whoami", "--server", &server.url],
            "error: you are not signed in to ",
        ),
        (
            &["login", "--server", &server.url],
            "error: a token can be typed only at a terminal",
        ),
    ] {
        person
            .run(command)
            .write_stdin("")
            .assert()
            .code(4)
            .stderr(starts_with(error));
    }
}

#[test]
fn a_title_in_a_comparison_is_answered_with_how_to_name_a_prompt() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person
        .run(&["diff", "Code review", &id])
        .assert()
        .code(3)
        .stderr(starts_with(
            "error: Code review: there is no such file\nhint: name an existing file, - for standard input, or a prompt by ID or ID@1.2.3",
        ));
}
