//! Lists and versions.

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty, is_match, starts_with};

use crate::support::{REVIEW, Server, version};

#[test]
fn lists_are_filtered_and_come_in_pages() {
    // Given three prompts and an asset
    let server = Server::start();
    let person = server.person();
    for title in ["One", "Two", "Three"] {
        person.push_new("p.md", &REVIEW.replace("Code review", title));
    }
    person.does(&[
        "new",
        "--type",
        "persona",
        "--title",
        "Somebody",
        "-o",
        "persona.json",
    ]);
    person.does(&["push", "persona.json", "--public"]);
    let titles = |arguments: &[&str]| {
        let page = person.answers(&[&["list", "--json"], arguments].concat());
        let titles = page["items"].as_array().expect("items").iter();
        titles
            .map(|it| it["title"].as_str().expect("a title").to_owned())
            .collect::<Vec<_>>()
    };
    // Then each filter lists what it names
    for (arguments, listed) in [
        (&["--sort", "title"][..], &["One", "Three", "Two"][..]),
        (&["--kind", "asset"], &["Somebody"]),
        (&["--type", "persona"], &["Somebody"]),
        (&["--kind", "all", "--public"], &["Somebody"]),
        (
            &["--kind", "all", "--private", "--sort", "title"],
            &["One", "Three", "Two"],
        ),
        (&["three"], &["Three"]),
        (&["--search", "three"], &["Three"]),
        (&["--category", "business"], &[]),
        (&["--limit", "1", "--sort", "title"], &["One"]),
    ] {
        assert_eq!(titles(arguments), listed, "{arguments:?}");
    }
    // And a page returns the cursor of the next
    let page = person.answers(&["list", "--limit", "2", "--sort", "title", "--json"]);
    let cursor = page["next_cursor"].as_str().expect("there is more");
    assert_eq!(titles(&["--sort", "title", "--cursor", cursor]), ["Two"]);
    person
        .run(&["list", "--limit", "2"])
        .assert()
        .success()
        .stderr(starts_with("There are more: --all, or --cursor "));
    let line = is_match(r"(?m)^[0-9a-f-]{36}  1\.0\.0     private  \d{4}-\d\d-\d\d  Two$")
        .expect("a pattern");
    person
        .run(&["list", "--all"])
        .assert()
        .success()
        .stdout(line)
        .stderr(is_empty());
}

#[test]
fn a_title_names_one_prompt_or_none() {
    let server = Server::start();
    let person = server.person();
    let first = person.push_new("a.md", REVIEW);
    person.run(&["pull", "code REVIEW"]).assert().success();
    let second = person.push_new("b.md", REVIEW);
    person
        .run(&["pull", "Code review"])
        .assert()
        .code(2)
        .stderr(
            starts_with("error: 2 prompts are called Code review\nhint: name one by its id: ")
                .and(contains(first))
                .and(contains(second.as_str())),
        );
    // A title of one word is also a name, and a name may be the title of another prompt.
    let one = person.push_new("solo.md", "---\ntitle: Solo\n---\n\nOne.\n");
    let two = person.push_new("other.md", "---\ntitle: Solo\n---\n\nTwo.\n");
    let slug = person.push_new("slug.md", "---\ntitle: solo\n---\n\nThree.\n");
    for name in ["Solo", "Solo@1.0.0", "solo"] {
        person
            .run(&["rm", name, "--yes"])
            .assert()
            .code(2)
            .stderr(contains("2 prompts are called").and(contains(&one)));
    }
    for id in [&one, &two, &slug] {
        assert_eq!(person.stored(id)["deleted_at"], serde_json::Value::Null);
    }
    // A part of a title does not name a prompt.
    person.run(&["pull", "Code"]).assert().code(4);
    // A pushed file does.
    let stored = person.answers(&["history", "b.md", "--json"]);
    assert_eq!(stored["items"].as_array().map(Vec::len), Some(1));
    person.does(&["snapshot", "b.md", "major", "-m", "Done"]);
    assert_eq!(version(&person.stored(&second)), "2.0.0");
}

#[test]
fn versions_are_kept_compared_and_restored() {
    // Given a prompt with two versions
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    person
        .run(&["snapshot", "Code review", "minor", "-m", "The first"])
        .assert()
        .success()
        .stdout("Kept Code review 1.1.0.\n");
    person.edit("review.md", "Be kind.", "Be very kind.");
    // When an edit is pushed as a version after the number, but not the text, changed on the server
    person
        .run(&["push", "review.md", "-m", "Kinder", "--bump", "major"])
        .assert()
        .success()
        .stdout(format!(
            "Saved Code review 1.1.1: {id}\nKept as version 2.0.0.\n"
        ));
    // A refused version does not roll back the save
    person.edit("review.md", "Name every bug.", "Name each bug.");
    person
        .run(&["push", "review.md", "-m", &"x".repeat(2_001)])
        .assert()
        .code(4)
        .stdout(format!("Saved Code review 2.0.1: {id}\n"))
        .stderr(starts_with(
            "error: Changelog may have at most 2000 characters, this one has 2001\nhint: look at changelog\n",
        ));
    person
        .run(&["push", "review.md"])
        .assert()
        .success()
        .stdout(starts_with("Nothing to save"));
    person.edit("review.md", "Name each bug.", "Name every bug.");
    person.does(&["push", "review.md"]);
    person.does(&["snapshot", &id, "major", "-m", "Kinder still"]);
    // Then the history has both
    let history = person.says(&["history", "Code review", "--named"]);
    let lines: Vec<&str> = history.lines().collect();
    assert!(
        lines[0].starts_with("3.0.0 ") && lines[0].ends_with("  now  version  Kinder still"),
        "{history}"
    );
    assert!(
        lines[1].starts_with("2.0.0 ") && lines[1].ends_with("       version  Kinder"),
        "{history}"
    );
    assert!(
        lines[2].starts_with("1.1.0 ") && lines[2].ends_with("  The first"),
        "{history}"
    );
    // And the whole history has the saves between them, with what changed
    let history = person.says(&["history", "Code review"]);
    let lines: Vec<&str> = history.lines().collect();
    assert!(
        lines[1].starts_with("2.0.2 ")
            && lines[1].contains("  save     ")
            && lines[1].ends_with(" edited"),
        "{history}"
    );
    assert_eq!(
        lines.last().map(|line| line.starts_with("1.0.0 ")),
        Some(true)
    );
    // And they differ by the edit
    let (one, two) = (format!("{id}@1.1.0"), format!("{id}@2.0.0"));
    person
        .run(&["diff", &one, &two])
        .assert()
        .code(1)
        .stdout(contains("  - Be kind.\n  + Be very kind.\n"));
    person.run(&["diff", &two, &id]).assert().success();
    // By title and number too, a save between the versions as well
    person
        .run(&["diff", "Code review@1.1.0", "Code review@1.1.1"])
        .assert()
        .code(1)
        .stdout(contains("Be very kind."));
    let shown = person.says(&["show", "Code review@1.1.0", "--to", "markdown"]);
    assert!(
        shown.contains("Be kind.") && shown.contains("1.1.0"),
        "{shown}"
    );
    person
        .run(&["show", "Code review@1.1.7"])
        .assert()
        .code(4)
        .stderr(starts_with("error: Version not found"));
    person.run(&["diff", &two, "review.md"]).assert().success();
    person
        .run(&["diff", &id, &format!("{id}@9.9.9")])
        .assert()
        .code(4)
        .stderr(starts_with(
            "error: Version not found\nhint: see promptcase history",
        ));
    // And the first can be restored
    person
        .run(&["restore", &id, "1.1.0"])
        .assert()
        .success()
        .stdout(starts_with("Restored 1.1.0 as Code review 1.1."));
    assert!(person.stored(&id).to_string().contains("Be kind."));
}

#[test]
fn what_somebody_wrote_does_nothing_to_a_terminal() {
    let server = Server::start();
    let person = server.person();
    // The server rejects an unclosed bidirectional override; a closed one is stored.
    let title = "Red \\u001b[31m\\u202eher\\u0007e\\u202c";
    let text = format!(
        r#"{{"title":"{title}","content":{{"segments":[{{"type":"user","content":"a\u001b[2Jb"}}]}}}}"#
    );
    let id = person.push_new("evil.json", &text);
    person.write("good.json", r#"{"title":"Good","content":{"segments":[]}}"#);
    for arguments in [
        &["list"][..],
        &["list", "--owner", "all"],
        &["diff", "good.json", &id],
    ] {
        let output = person.run(arguments).output().expect("it runs");
        let said = String::from_utf8(output.stdout).expect("text");
        assert!(said.contains("Red"), "{said}");
        assert!(!said.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{said:?}");
    }
}
