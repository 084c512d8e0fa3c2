//! A sync that ends before it has remembered what it wrote, and the one after it.

use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use predicates::str::contains;

use crate::support::{Person, REVIEW, Server, version};

const SAME: &str = "Everything is the same on both sides.\n";

/// How many prompts there are, and with them programs to kill.
const MANY: usize = 24;

/// Somebody with prompts that are called `P 01` and so on, none of which is in a file of the folder `prompts`.
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

/// Syncs again and again, and kills each program as soon as it has written one more of the files, `is_new` says which are.
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
        // One that has ended already is as wanted.
        let _ = program.kill();
        program.wait().expect("it ends");
    }
}

#[test]
fn a_sync_that_is_killed_again_and_again_makes_one_file_for_each_prompt() {
    for ending in ["json", "txt"] {
        // Given many prompts without a file
        let server = Server::start();
        let (person, ids) = person_with_many(&server);
        let format = if ending == "json" {
            "json"
        } else {
            "plain-text"
        };
        let sync = ["sync", "prompts", "--to", format];
        let path = |n: usize| person.path(&format!("prompts/p-{n:02}.{ending}"));
        // When the program is killed at each file that it wrote
        kill_at_each_file(&person, &sync, |n| path(n).exists());
        // Then what is left is done by the next, and no prompt got a second file
        person.does(&sync);
        assert_eq!(files(&person), one_for_each(ending));
        person.run(&sync).assert().success().stdout(SAME);

        // And when all of them changed on the server, and it is killed at each file that it wrote over
        for id in &ids {
            person.save_elsewhere(id, "Be kind.", "Be theirs.");
        }
        let holds_theirs =
            |n| fs::read_to_string(path(n)).is_ok_and(|it| it.contains("Be theirs."));
        kill_at_each_file(&person, &sync, holds_theirs);
        // Then every file has theirs, and nothing was sent
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
    // Given two prompts, of one of which nothing can be remembered: unlike a mode, a folder stops an administrator too
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
    // Then the other has its file, and the one has none until it can be remembered
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

/// What a program leaves that was killed just there: the file, and its record as one that was begun.
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
    // Given a file that is as it was written
    person.does(&["sync", "prompts"]);
    for how in ["new", "over"] {
        begin(how);
        // Then there is nothing to do
        person
            .run(&["sync", "prompts"])
            .assert()
            .success()
            .stdout(SAME);
        // And a push saves it over its prompt
        person.does(&["push", file]);
        assert!(!person.read(record).contains("begun"));
        assert_eq!(count(), Some(1));
    }
    // Given one that is not there: it is written now
    begin("new");
    fs::remove_file(person.path(file)).expect("it is removed");
    person.does(&["sync", "prompts"]);
    assert_eq!(
        files(&person),
        BTreeSet::from(["code-review.json".to_owned()])
    );
    // Given one that somebody has edited since: it is saved over its prompt
    begin("new");
    person.edit(file, "Be kind.", "Be mine.");
    person.does(&["sync", "prompts"]);
    assert_eq!(count(), Some(1));
    assert!(person.stored(&id).to_string().contains("Be mine."));
    // Given one that was there before and is not as it was to be written: it is not taken for the prompt
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
