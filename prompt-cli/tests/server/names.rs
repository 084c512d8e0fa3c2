//! Names and labels on the command line, and what a prompt includes.

use predicates::str::contains;
use serde_json::Value;

use crate::support::{REVIEW, Server, version};

#[test]
fn a_name_with_a_version_or_a_label_works_wherever_a_prompt_is_named() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    let handle = person.stored(&id)["handle"].as_str().unwrap().to_owned();
    person.edit("review.md", "Be kind.", "Be very kind.");
    person.does(&["push", "review.md"]);
    let whole = format!("@{handle}/code-review");
    for name in ["code-review", "@me/code-review", &whole, &id, "Code review"] {
        assert!(
            person.says(&["pull", name]).contains("Be very kind."),
            "{name}"
        );
        assert!(person.says(&["history", name]).contains("1.0.1"), "{name}");
    }
    let moved = person.says(&[
        "label",
        "move",
        &whole,
        "production",
        "1.0.0",
        "--reason",
        "Shorter",
    ]);
    assert_eq!(moved, "production is at 1.0.0 now.\n");
    for name in [
        "code-review@1.0.0",
        "code-review:production",
        &format!("{whole}:production"),
        &format!("{whole}@1.0.0"),
    ] {
        assert!(person.says(&["pull", name]).contains("Be kind."), "{name}");
        assert!(person.says(&["fill", name]).contains("Be kind."), "{name}");
    }
    let listed = person.says(&["label", "list", "code-review"]);
    assert!(
        listed.starts_with("production") && listed.contains("Shorter"),
        "{listed}"
    );
    person.says(&["label", "move", "code-review", "production", "1.0.1"]);
    person
        .run(&["diff", "code-review@1.0.0", "code-review:production"])
        .assert()
        .code(1)
        .stdout(contains("very"));
    let undone = person.says(&["label", "undo", "code-review", "production"]);
    assert_eq!(undone, "production is at 1.0.0 again.\n");
    let listed = person.answers(&["label", "list", "code-review", "--json"]);
    assert_eq!(listed["items"][0]["version"], "1.0.0");

    person
        .run(&["pull", "code-review:staging"])
        .assert()
        .code(4)
        .stderr(contains(
            "This prompt has no label staging. Its labels: production.",
        ));
    person
        .run(&["pull", "@nobody/code-review"])
        .assert()
        .code(4)
        .stderr(contains("There is nothing of this name"));
    person
        .run(&["label", "move", "code-review", "latest", "1.0.0"])
        .assert()
        .code(2)
        .stderr(contains("needs no label"));
    // A private name is another's missing one.
    let other = server.person();
    other
        .run(&["pull", &whole])
        .assert()
        .code(4)
        .stderr(contains("There is nothing of this name"));
    assert_eq!(version(&person.stored(&id)), "1.0.1");
}

#[test]
fn a_file_includes_prompts_of_the_server_and_what_they_include() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("tone.md", "Be {{mood}} as {{> base}}");
    person.push_new("base.md", "on the server");
    let handle = person.stored(&id)["handle"].as_str().unwrap().to_owned();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.md").display().to_string();
    std::fs::write(&file, format!("{{{{> base}}}}: {{{{> @{handle}/tone}}}}")).unwrap();
    std::fs::write(folder.path().join("base.md"), "beside").unwrap();
    assert_eq!(
        person.says(&["fill", &file, "-v", "mood=kind"]),
        "beside: Be kind as on the server\n"
    );
}

/// The cases that the core, the browser and the server render too.
#[test]
fn the_command_line_renders_the_same_bytes() {
    let server = Server::start();
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../prompt-core/tests/rendered.json")).unwrap();
    for (number, case) in cases.iter().enumerate() {
        let person = server.person();
        for (reference, included) in case["includes"].as_object().unwrap() {
            person.push_new(&format!("{reference}.json"), &included.to_string());
        }
        let file = format!("case-{number}.json");
        let id = person.push_new(&file, &case["prompt"].to_string());
        person.write("values.json", &case["values"].to_string());
        // The program ends what it prints with a line end.
        let expected = case["text"].as_str().unwrap();
        let expected = if expected.ends_with('\n') {
            expected.to_owned()
        } else {
            format!("{expected}\n")
        };
        for name in [&file, &id] {
            let filled = person
                .run(&["fill", name, "--values", "values.json"])
                .output()
                .unwrap();
            let filled = String::from_utf8(filled.stdout).unwrap();
            assert_eq!(filled, expected, "{} from {name}", case["name"]);
        }
    }
}
