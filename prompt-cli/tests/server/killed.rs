//! A sync that is killed before it recorded a written file, and the sync after it.

use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use predicates::str::contains;

use crate::support::{Person, REVIEW, Server, version};

const SAME: &str = "Everything is the same on both sides.\n";

/// Number of prompts, and of processes to kill.
const MANY: usize = 24;

/// A user with prompts called `P 01` and so on, without files in the folder `prompts`.
fn person_with_many(server: &Server) -> (Person, Vec<String>) {
    let person = server.person();
    let push = |n| person.push_new("p.md", &REVIEW.replace("Code review", &format!("P {n:02}")));
    let ids = (1..=MANY).map(push).collect();
    (person, ids)
}

/// The files of the folder `prompts`.
fn files(person: &Person) -> BTreeSet<String> {
    let entries = fs::read_dir(person.path("prompts")).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| name.into_string().expect("text"))
        .filter(|name| name != ".promptcase")
        .collect()
}

fn one_for_each(ending: &str) -> BTreeSet<String> {
    (1..=MANY).map(|n| format!("p-{n:02}.{ending}")).collect()
}

/// Syncs repeatedly, killing each process as soon as `is_new` holds for the next file.
fn kill_at_each_file(person: &Person, sync: &[&str], is_new: impl Fn(usize) -> bool) {
    for n in 1..=MANY {
        let mut program = person
            .process(sync)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let begun = Instant::now();
        while !is_new(n) && program.try_wait().expect("its state").is_none() {
            assert!(begun.elapsed() < Duration::from_mins(1), "nothing happens");
        }
        // The process may have exited already.
        let _ = program.kill();
        program.wait().expect("it ends");
    }
}

#[test]
fn a_sync_that_is_killed_again_and_again_makes_one_file_for_each_prompt() {
    for ending in ["json", "txt"] {
        // Given many prompts without files
        let server = Server::start();
        let (person, ids) = person_with_many(&server);
        let format = if ending == "json" {
            "json"
        } else {
            "plain-text"
        };
        let sync = ["sync", "prompts", "--to", format];
        let path = |n: usize| person.path(&format!("prompts/p-{n:02}.{ending}"));
        // When the program is killed at each file it writes
        kill_at_each_file(&person, &sync, |n| path(n).exists());
        // Then the next sync completes the rest, and no prompt has a second file
        person.does(&sync);
        assert_eq!(files(&person), one_for_each(ending));
        person.run(&sync).assert().success().stdout(SAME);

        // And when all of them changed on the server, and the program is killed at each file it overwrites
        for id in &ids {
            person.save_elsewhere(id, "Be kind.", "Be theirs.");
        }
        let holds_theirs =
            |n| fs::read_to_string(path(n)).is_ok_and(|it| it.contains("Be theirs."));
        kill_at_each_file(&person, &sync, holds_theirs);
        // Then every file has the server's text, and nothing was pushed
        person.does(&sync);
        assert_eq!(files(&person), one_for_each(ending));
        assert!((1..=MANY).all(holds_theirs));
        person.run(&sync).assert().success().stdout(SAME);
        for id in &ids {
            assert_eq!(version(&person.stored(id)), "1.0.1");
        }
    }
}

#[test]
fn no_file_is_written_that_could_not_be_remembered() {
    // Given two prompts, one of whose records cannot be written: a folder blocks even root, unlike permissions
    let server = Server::start();
    let person = server.person();
    for title in ["One", "Two"] {
        person.push_new("p.md", &REVIEW.replace("Code review", title));
    }
    let block = person.path("prompts/.promptcase/one.json.json.part");
    fs::create_dir_all(&block).expect("a folder");
    // When they are synced
    person
        .run(&["sync", "prompts"])
        .assert()
        .code(3)
        .stdout(contains("two.json: Pulled Two 1.0.0"))
        .stderr(contains("one.json.json"));
    // Then the other gets its file, and this one gets none until its record can be written
    assert_eq!(files(&person), BTreeSet::from(["two.json".to_owned()]));
    fs::remove_dir(&block).expect("it is removed");
    person.does(&["sync", "prompts"]);
    let both = ["one.json", "two.json"].map(str::to_owned);
    assert_eq!(files(&person), BTreeSet::from(both));
    person
        .run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(SAME);
}

/// The state after a kill between the two writes: the file, and its unfinished record.
#[test]
fn a_file_whose_record_was_only_begun_is_known_to_every_command() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("p.md", REVIEW);
    let file = "prompts/code-review.json";
    let record = "prompts/.promptcase/code-review.json.json";
    let begin = |how: &str| {
        let begun = format!("\"begun\": \"{how}\",\n    \"is_whole\"");
        person.edit(record, "\"is_whole\"", &begun);
    };
    let count = || {
        let mine = person.answers(&["list", "--json"]);
        mine["items"].as_array().map(Vec::len)
    };
    // Given a file that was written completely
    person.does(&["sync", "prompts"]);
    for how in ["new", "over"] {
        begin(how);
        // Then there is nothing to do
        person
            .run(&["sync", "prompts"])
            .assert()
            .success()
            .stdout(SAME);
        // And a push saves to its prompt
        person.does(&["push", file]);
        assert!(!person.read(record).contains("begun"));
        assert_eq!(count(), Some(1));
    }
    // Given a file that was not written: it is written now
    begin("new");
    fs::remove_file(person.path(file)).expect("it is removed");
    person.does(&["sync", "prompts"]);
    assert_eq!(
        files(&person),
        BTreeSet::from(["code-review.json".to_owned()])
    );
    // Given a file that was edited since: it is saved to its prompt
    begin("new");
    person.edit(file, "Be kind.", "Be mine.");
    person.does(&["sync", "prompts"]);
    assert_eq!(count(), Some(1));
    assert!(person.stored(&id).to_string().contains("Be mine."));
    // Given an older file that was not overwritten: it is not taken for the prompt
    person.write("own.json", "{}");
    person.does(&["pull", &id, "-o", "own.json", "--force"]);
    let own = ".promptcase/own.json.json";
    person.edit(
        own,
        "\"is_whole\"",
        "\"begun\": \"over\",\n    \"is_whole\"",
    );
    person.write(
        "own.json",
        r#"{"title":"My own","content":{"segments":[]}}"#,
    );
    person.does(&["push", "own.json"]);
    assert_eq!(count(), Some(2));
    assert!(person.stored(&id).to_string().contains("Be mine."));
}
