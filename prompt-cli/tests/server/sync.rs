//! A folder and a server that are brought to the same state.

use std::fs;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, starts_with};

use crate::support::{Person, REVIEW, Server};

const SAME: &str = "Everything is the same on both sides.\n";

/// Somebody with prompts of these titles, none of which is in a file of the folder `prompts`.
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
    // Then each has a file, and there is nothing left to do
    assert_eq!(
        names(&person),
        ["four.md", "größe.md", "twice-2.md", "twice.md"]
    );
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(SAME);
    // When one changes here, one there, and one on both sides in different places
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
    // Then a dry run says so and does nothing
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
    // And a sync brings all to all
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
    // Given a folder in sync, with a file that has nothing to do with it
    let server = Server::start();
    let (person, ids) = person_with(&server, &["One", "Two"]);
    person.does(&["sync", "prompts"]);
    person.write("prompts/README.md", "# What this is");
    // When a file is deleted here, and a prompt there
    fs::remove_file(person.path("prompts/one.json")).expect("it is deleted");
    person.browser("DELETE", &format!("/api/prompts/{}", ids[1]), None);
    // Then both are told, and neither is carried over
    person.run(&["sync", "prompts"]).assert().success().stderr(
        contains("one.json: left out: the file is gone")
            .and(contains("two.json: left out: the prompt is gone")),
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
    // Then the one is as it was on both sides, and the other is done
    assert!(person.read("prompts/one.json").contains("Be mine."));
    assert!(person.stored(&ids[0]).to_string().contains("Be theirs."));
    assert!(person.stored(&ids[1]).to_string().contains("Be two."));
    // Until somebody decides
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
