//! Skills with their other files, on the way out and in a synchronized folder.

use std::fs;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty};

use crate::support::{Person, Server};

const SKILL: &str =
    "---\nname: my-skill\ndescription: Does things.\n---\n\nRead the reference first.\n";
const OTHERS: [(&str, &str); 2] = [
    ("references/r.md", "The reference.\n"),
    ("scripts/s.py", "print('ü')\n"),
];

/// A skill with two other files, on the server.
fn imported(person: &Person) {
    for folder in ["my-skill/references", "my-skill/scripts"] {
        fs::create_dir_all(person.path(folder)).expect("a folder");
    }
    person.write("my-skill/SKILL.md", SKILL);
    for (name, text) in OTHERS {
        person.write(&format!("my-skill/{name}"), text);
    }
    person.does(&["import", "my-skill", "--to-server"]);
}

#[test]
fn a_skill_is_written_with_its_other_files() {
    let server = Server::start();
    let person = server.person();
    imported(&person);
    person.does(&["export", "my-skill", "--to", "json", "-d", "."]);
    for (folder, from, to) in [
        ("a", "my-skill-v1-0-0.json", "original"),
        ("b", "my-skill-v1-0-0.json", "skill"),
        ("c", "my-skill", "claude-code"),
    ] {
        person
            .run(&["export", from, "--to", to, "-d", folder])
            .assert()
            .success()
            .stderr(contains("left out").not());
        for (name, text) in OTHERS {
            assert_eq!(person.read(&format!("{folder}/my-skill/{name}")), text);
        }
        // Again over the same files
        person.does(&["export", from, "--to", to, "-d", folder]);
        // What stands there is not written over.
        person.write(&format!("{folder}/my-skill/scripts/s.py"), "mine");
        person
            .run(&["export", from, "--to", to, "-d", folder])
            .assert()
            .code(3)
            .stderr(contains("s.py is there already"));
    }
    // One file says what it leaves out.
    for arguments in [
        &["export", "my-skill", "--to", "cursor", "-d", "d"] as &[&str],
        &["convert", "my-skill-v1-0-0.json", "--to", "skill"],
        &["convert", "my-skill-v1-0-0.json", "--to", "original"],
    ] {
        person
            .run(arguments)
            .assert()
            .success()
            .stderr(contains("the other files of the skill are left out"));
    }
}

#[test]
fn the_other_files_of_a_skill_stay_in_its_folder() {
    let server = Server::start();
    let person = server.person();
    imported(&person);
    person.does(&["export", "my-skill", "--to", "json", "-d", "."]);
    for name in [
        "../../out.md",
        "/tmp/out.md",
        "a/../../../out.md",
        "c:out",
        ".git/hooks/x",
        ".GIT/config",
        "SKILL.md",
    ] {
        person.edit("my-skill-v1-0-0.json", "references/r.md", name);
        person.does(&[
            "export",
            "my-skill-v1-0-0.json",
            "--to",
            "original",
            "-d",
            "x/y/z",
            "--force",
        ]);
        assert_eq!(person.read("x/y/z/my-skill/SKILL.md"), SKILL);
        assert!(!person.path("x/y/out.md").exists() && !person.path("x/out.md").exists());
        assert_eq!(
            fs::read_dir(person.path("x/y/z/my-skill"))
                .expect("a folder")
                .count(),
            2,
            "{name}"
        );
        person.edit("my-skill-v1-0-0.json", name, "references/r.md");
    }
}

#[test]
fn a_synchronized_skill_has_its_other_files_and_settles() {
    let server = Server::start();
    let person = server.person();
    imported(&person);
    for (folder, to) in [("a", "original"), ("b", "skill")] {
        person
            .run(&["sync", folder, "--to", to])
            .assert()
            .success()
            .stderr(contains("left out").not().and(contains("is a new folder")));
        for (name, text) in OTHERS {
            assert_eq!(person.read(&format!("{folder}/my-skill/{name}")), text);
        }
        person.does(&["status", folder]);
        person.does(&["sync", folder, "--add"]);
        let all = person.answers(&["list", "--json"]);
        assert_eq!(all["items"].as_array().map(Vec::len), Some(1));
        // A file that was edited is not what the skill keeps.
        person.write(&format!("{folder}/my-skill/references/r.md"), "Mine.\n");
        person
            .run(&["status", folder])
            .assert()
            .code(1)
            .stdout(contains("r.md: not on the server"));
    }
}

#[cfg(unix)]
#[test]
fn a_sync_writes_through_no_link() {
    let server = Server::start();
    let person = server.person();
    imported(&person);
    fs::create_dir_all(person.path("elsewhere")).expect("a folder");
    fs::create_dir_all(person.path("a")).expect("a folder");
    std::os::unix::fs::symlink(person.path("elsewhere"), person.path("a/my-skill"))
        .expect("a link");
    person.does(&["sync", "a", "--to", "skill"]);
    assert_eq!(
        fs::read_dir(person.path("elsewhere"))
            .expect("a folder")
            .count(),
        0
    );
    assert_eq!(
        person.read("a/my-skill-2/references/r.md"),
        "The reference.\n"
    );
    person.does(&["status", "a"]);
}

#[test]
fn files_that_failed_are_listed_for_programs() {
    let server = Server::start();
    let person = server.person();
    imported(&person);
    person.does(&["sync", "a", "--to", "skill", "--quiet"]);
    person.write("a/my-skill/.promptcase/SKILL.md.json", "{");
    for command in ["status", "sync"] {
        person
            .run(&[command, "a", "--json"])
            .assert()
            .code(3)
            .stdout(contains("\"state\": \"failed\"").and(contains("SKILL.md")))
            .stderr(is_empty().not());
    }
}
