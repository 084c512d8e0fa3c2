//! Local failures: unreadable, unwritable or truncated files, and concurrent syncs.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty, is_match, starts_with};

use crate::support::{Person, REVIEW, Server, version};

/// A user with prompts of these titles, all synced to the folder `prompts`.
fn synced(server: &Server, titles: &[&str]) -> (Person, Vec<String>) {
    let person = server.person();
    let push = |title: &&str| person.push_new("p.md", &REVIEW.replace("Code review", title));
    let ids = titles.iter().map(push).collect();
    person.does(&["sync", "prompts"]);
    (person, ids)
}

/// The prompt files of the folder `prompts`.
fn files(person: &Person) -> Vec<String> {
    let entries = fs::read_dir(person.path("prompts")).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.into_string().expect("text"))
        .filter(|name| name != ".promptcase")
        .collect();
    names.sort();
    names
}

/// Blocks a path with a folder. Unlike permissions, it stops root too.
fn block(person: &Person, path: &str) {
    fs::create_dir_all(person.path(path)).expect("a folder");
}

#[test]
fn nothing_is_sent_that_could_not_be_remembered() {
    // Given files whose records cannot be written
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
        // Then the server is unchanged
        assert_eq!(version(&person.stored(&id)), "1.0.0", "{push:?}");
    }
    let mine = person.answers(&["list", "--json"]);
    assert_eq!(mine["items"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_was_sent_is_told_even_when_the_file_cannot_be_written() {
    // Given a file to be merged whose backup cannot be written
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
    // Then the file is unchanged, and can be pushed once the backup can be written
    assert_eq!(person.read("mine.md"), mine);
    fs::remove_dir(person.path(".promptcase/mine.md.before")).expect("it is removed");
    person.does(&["push", "mine.md"]);
    assert!(person.read("mine.md").contains("Read all of it."));
    assert_eq!(version(&person.stored(&id)), "1.0.2");
}

#[test]
fn a_file_that_cannot_be_read_leaves_the_others_synced() {
    // Given a broken file between two changed ones
    let server = Server::start();
    let (person, ids) = synced(&server, &["A", "M", "Z"]);
    person.edit("prompts/a.json", "Be kind.", "Be first.");
    person.write("prompts/m.json", "{x");
    person.save_elsewhere(&ids[2], "Be kind.", "Be last.");
    // Then a dry run reports all three
    person
        .run(&["sync", "prompts", "--dry-run"])
        .assert()
        .code(3)
        .stdout(contains("a.json: to be pushed").and(contains("z.json: to be pulled")))
        .stderr(contains("error: ").and(contains("m.json")));
    // And a sync pushes the two good ones
    person
        .run(&["sync", "prompts"])
        .assert()
        .code(3)
        .stdout(contains("a.json: Saved A 1.0.1").and(contains("z.json: Pulled Z 1.0.1")))
        .stderr(is_match(r"(?m)^error: .*m\.json.*\nhint: .+$").expect("a pattern"));
    assert!(person.stored(&ids[0]).to_string().contains("Be first."));
    assert!(person.stored(&ids[1]).to_string().contains("Be kind."));
    assert!(person.read("prompts/z.json").contains("Be last."));
    assert_eq!(person.read("prompts/m.json"), "{x");
}

#[test]
fn what_is_remembered_and_cannot_be_read_leaves_the_others_synced() {
    // Given a file with an unreadable record, and a changed one
    let server = Server::start();
    let (person, ids) = synced(&server, &["A", "M"]);
    person.write("prompts/.promptcase/a.json.json", "");
    person.edit("prompts/m.json", "Be kind.", "Be blunt.");
    for sync in [&["sync", "prompts", "--dry-run"][..], &["sync", "prompts"]] {
        // When they are synced
        person
            .run(sync)
            .assert()
            .code(3)
            .stdout(contains("m.json: "))
            .stderr(
                contains("a.json.json: ")
                    .and(contains("push prompts/a.json --id ID"))
                    .and(contains("Left out what has no file (1)")),
            );
        // Then its prompt gets no second file
        assert_eq!(files(&person), ["a.json", "m.json"]);
    }
    assert!(person.stored(&ids[1]).to_string().contains("Be blunt."));
    // And naming the prompt, by push or pull, restores the record
    for said in [
        &["push", "prompts/a.json", "--id", &ids[0]][..],
        &["pull", &ids[0], "-o", "prompts/a.json", "--force"],
    ] {
        person.write("prompts/.promptcase/a.json.json", "");
        person.does(said);
        person.does(&["sync", "prompts"]);
        assert_eq!(files(&person), ["a.json", "m.json"]);
    }
}

#[test]
fn a_push_and_a_pull_wait_for_a_sync() {
    // Given a sync that is under way
    let server = Server::start();
    let (person, ids) = synced(&server, &["A"]);
    let lock = File::open(person.path("prompts/.promptcase/sync.lock")).expect("the lock");
    person.edit("prompts/a.json", "Be kind.", "Be blunt.");
    for command in [
        &["push", "prompts/a.json"][..],
        &["pull", &ids[0], "-o", "prompts/b.json"],
    ] {
        lock.lock().expect("it is free after the one before");
        // When another command runs in the folder, then it waits for the lock
        let mut second = starts_and_waits(&person, command);
        assert_eq!(files(&person), ["a.json"]);
        lock.unlock().expect("it was held");
        assert!(second.wait().expect("it ends").success());
    }
    assert!(person.stored(&ids[0]).to_string().contains("Be blunt."));
    assert_eq!(files(&person), ["a.json", "b.json"]);
}

#[test]
fn a_file_that_was_cut_short_does_not_empty_its_prompt() {
    // Given an emptied file
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
        // Then the prompt is unchanged
        assert_eq!(person.stored(&ids[0]), before, "{command:?}");
    }
    // And only --force empties it
    person.does(&["push", "prompts/a.json", "--force"]);
    assert!(!person.stored(&ids[0]).to_string().contains("Be kind."));
}

#[test]
fn a_sync_waits_for_the_one_before() {
    // Given a sync that is under way
    let server = Server::start();
    let (person, _) = synced(&server, &["A"]);
    let lock = File::open(person.path("prompts/.promptcase/sync.lock")).expect("the lock");
    lock.lock().expect("it is free after a sync");
    person.push_new("p.md", &REVIEW.replace("Code review", "B"));
    // When another one starts, then it reports that it is waiting and has done nothing
    let mut second = starts_and_waits(&person, &["sync", "prompts"]);
    assert_eq!(files(&person), ["a.json"]);
    // And continues when the first is done
    drop(lock);
    assert!(second.wait().expect("it ends").success());
    assert_eq!(files(&person), ["a.json", "b.json"]);
}

#[test]
fn no_file_is_named_as_a_device_is() {
    let server = Server::start();
    let (person, _) = synced(&server, &["CON", "Console"]);
    assert_eq!(files(&person), ["con-prompt.json", "console.json"]);
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
            "error: Code review: there is no such file\nhint: name an existing file, - for standard input, or a prompt by ID, ID@1.2.3 or TITLE@1.2.3",
        ));
}

/// Starts the program in a locked folder, and reads its message that it is waiting.
fn starts_and_waits(person: &Person, command: &[&str]) -> Child {
    let mut second = person
        .process(command)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut told = String::new();
    BufReader::new(second.stderr.take().expect("its remarks"))
        .read_line(&mut told)
        .expect("a line");
    assert_eq!(
        told,
        "Another promptcase is at work in prompts: waiting for it\n"
    );
    second
}
