//! What one does every day: many files at once, what differs, renaming, moving, deleting, watching.

use std::fs;
use std::io::Read as _;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use serde_json::{Value, json};

use crate::support::{Person, REVIEW, Server};

fn titled(title: &str) -> String {
    REVIEW.replace("Code review", title)
}

fn titles(person: &Person) -> Vec<String> {
    let list = person.answers(&["list", "--json", "--all", "--sort", "title"]);
    let items = list["items"].as_array().expect("items");
    let title = |item: &Value| item["title"].as_str().expect("a title").to_owned();
    items.iter().map(title).collect()
}

fn collection(person: &Person, title: &str, prompts: &[&str]) -> String {
    let made = person.browser("POST", "/api/collections", Some(json!({ "title": title })));
    let id = made["id"].as_str().expect("an id").to_owned();
    let items = json!({ "prompt_ids": prompts });
    person.browser("POST", &format!("/api/collections/{id}/items"), Some(items));
    id
}

#[test]
fn many_files_are_pushed_and_a_bad_one_stops_none() {
    let server = Server::start();
    let ada = server.person();
    fs::create_dir_all(ada.path("prompts/deep")).expect("folders");
    ada.write("prompts/a.md", &titled("A"));
    ada.write("prompts/deep/b.md", &titled("B"));
    ada.write("prompts/broken.json", "{ \"title\": ");
    ada.run(&["push", "prompts"])
        .assert()
        .code(3)
        .stdout(contains("Created A 1.0.0").and(contains("Created B 1.0.0")))
        .stderr(contains("broken.json"));
    assert_eq!(titles(&ada), ["A", "B"]);
    fs::remove_file(ada.path("prompts/broken.json")).expect("it is there");
    // A pattern that no shell has replaced.
    ada.edit("prompts/a.md", "kind", "brief");
    ada.run(&["push", "prompts/*.md", "prompts/deep/b.md"])
        .assert()
        .success()
        .stdout(contains("Saved A 1.0.1").and(contains("Nothing to save, it is B 1.0.0")));
    let list = ada.answers(&["push", "prompts", "--json"]);
    assert_eq!(list.as_array().expect("a list").len(), 2);
    ada.run(&["push", "prompts", "--id", "A"]).assert().code(2);
    ada.run(&["push", "nothing/*.md"]).assert().code(3);
}

#[test]
fn status_tells_what_differs_and_changes_nothing() {
    let server = Server::start();
    let ada = server.person();
    fs::create_dir_all(ada.path("prompts/deep")).expect("folders");
    for (name, title) in [("a", "A"), ("deep/b", "B"), ("c", "C")] {
        ada.push_new(&format!("prompts/{name}.md"), &titled(title));
    }
    ada.run(&["status", "prompts"])
        .assert()
        .success()
        .stdout(contains("the same on both sides"));
    let id = ada.push_new("elsewhere.md", &titled("D"));
    ada.save_elsewhere(&id, "kind", "brief");
    ada.edit("prompts/a.md", "kind", "brief");
    fs::rename(
        ada.path("prompts/c.md"),
        ada.path("prompts/deep/renamed.md"),
    )
    .expect("it is moved");
    ada.write("prompts/new.md", &titled("New"));
    let before = titles(&ada);
    let done = ada.run(&["status", "prompts", "--json"]).assert().code(1);
    let told: Value = serde_json::from_slice(&done.get_output().stdout).expect("JSON");
    let told: Vec<_> = told
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| {
            let file = one["file"].as_str().expect("a file");
            (
                file.replace('\\', "/"),
                one["state"].as_str().expect("a state").to_owned(),
            )
        })
        .collect();
    let has = |file: &str, state: &str| told.contains(&(file.to_owned(), state.to_owned()));
    assert!(has("prompts/a.md", "changed_here"), "{told:?}");
    assert!(has("prompts/deep/renamed.md", "renamed"), "{told:?}");
    assert!(has("prompts/new.md", "only_here"), "{told:?}");
    assert!(has("prompts/d.json", "only_on_server"), "{told:?}");
    assert_eq!(told.len(), 4, "{told:?}");
    assert_eq!(titles(&ada), before);
    assert!(!ada.path("prompts/d.json").exists());
}

#[test]
fn a_sync_follows_renamed_files_adds_new_ones_and_walks_folders() {
    let server = Server::start();
    let ada = server.person();
    fs::create_dir_all(ada.path("prompts/deep")).expect("folders");
    let id = ada.push_new("prompts/a.md", &titled("A"));
    fs::rename(ada.path("prompts/a.md"), ada.path("prompts/deep/other.md")).expect("it is moved");
    ada.write("prompts/new.md", &titled("New"));
    ada.run(&["sync", "prompts"])
        .assert()
        .success()
        .stdout(contains("other.md: was prompts/a.md"));
    // Nobody asked for the new one.
    assert_eq!(titles(&ada), ["A"]);
    ada.edit("prompts/deep/other.md", "kind", "brief");
    ada.run(&["sync", "prompts", "--add"])
        .assert()
        .success()
        .stdout(contains("Saved A 1.0.1").and(contains("Created New 1.0.0")));
    assert!(ada.stored(&id).to_string().contains("brief"));
    ada.run(&["status", "prompts"]).assert().success();
    // Renamed and edited before the next sync, with the same text in another form of the file.
    ada.does(&["convert", "prompts/new.md", "-o", "prompts/newer.yaml"]);
    fs::remove_file(ada.path("prompts/new.md")).expect("it is there");
    ada.run(&["sync", "prompts", "--add"])
        .assert()
        .success()
        .stdout(contains("newer.yaml: was prompts/new.md"));
    assert_eq!(titles(&ada), ["A", "New"]);
}

#[test]
fn a_sync_of_a_collection_or_a_tag_leaves_the_rest_alone() {
    let server = Server::start();
    let ada = server.person();
    let one = ada.push_new("one.md", &titled("One"));
    let two = ada.push_new(
        "two.md",
        &format!("---\ntags: [review]\n---\n{}", titled("Two")),
    );
    ada.push_new("three.md", &titled("Three"));
    let team = collection(&ada, "Team", &[&one]);
    let inner = ada.browser(
        "POST",
        "/api/collections",
        Some(json!({ "title": "Inner", "parent_id": team })),
    );
    let inner = inner["id"].as_str().expect("an id");
    let items = json!({ "prompt_ids": [two] });
    ada.browser(
        "POST",
        &format!("/api/collections/{inner}/items"),
        Some(items),
    );

    ada.does(&["sync", "team", "--collection", "Team", "--to", "markdown"]);
    assert!(ada.path("team/one.md").exists() && ada.path("team/two.md").exists());
    assert!(!ada.path("team/three.md").exists());
    ada.does(&["sync", "tagged", "--tag", "review"]);
    let names: Vec<_> = fs::read_dir(ada.path("tagged"))
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name != ".promptcase")
        .collect();
    assert_eq!(names, ["two.json"]);
    // A new file becomes a prompt of the collection.
    ada.write("team/new.md", &titled("New"));
    ada.does(&["sync", "team", "--collection", "Team", "--add"]);
    let items = ada.browser("GET", &format!("/api/collections/{team}/items"), None);
    assert!(items.to_string().contains("\"New\""), "{items}");
    // What is outside of the filter is no concern of the sync, even if it changed.
    ada.edit("team/two.md", "kind", "brief");
    ada.run(&["sync", "team", "--collection", "Inner"])
        .assert()
        .success();
    ada.edit("team/one.md", "kind", "brief");
    ada.run(&["status", "team", "--tag", "review"])
        .assert()
        .success();
    ada.run(&["sync", "team", "--collection", "Nobody"])
        .assert()
        .code(4)
        .stderr(contains("no collection called Nobody"));
}

#[test]
fn prompts_are_renamed_moved_and_deleted_once_it_is_confirmed() {
    let server = Server::start();
    let ada = server.person();
    let id = ada.push_new("review.md", REVIEW);
    let old = collection(&ada, "Old", &[&id]);
    // Nobody can be asked here.
    for command in [
        &["rm", "Code review"][..],
        &["mv", "Code review", "--title", "Other"],
    ] {
        ada.run(command).assert().code(2).stderr(contains("--yes"));
    }
    ada.does(&["mv", "review.md", "--title", "Review of code", "--yes"]);
    assert_eq!(titles(&ada), ["Review of code"]);
    ada.does(&["mv", "Review of code", "--collection", "New", "--yes"]);
    let items = |id: &str| {
        let items = ada.browser("GET", &format!("/api/collections/{id}/items"), None);
        items["items"].as_array().expect("items").len()
    };
    assert_eq!(items(&old), 0);
    let all = ada.browser("GET", "/api/collections?owner=me&search=New", None);
    assert_eq!(items(all["items"][0]["id"].as_str().expect("an id")), 1);
    ada.does(&["mv", "review.md", "--collection", "Old", "--copy", "--yes"]);
    assert_eq!(items(&old), 1);
    ada.run(&["mv", "review.md"]).assert().code(2);
    ada.run(&["rm", "review.md", "Nobody", "--yes"])
        .assert()
        .code(4)
        .stdout(contains("to the trash"));
    assert!(titles(&ada).is_empty());
    assert!(ada.path("review.md").exists());
    let trash = ada.browser("GET", "/api/trash", None);
    assert!(trash.to_string().contains("Review of code"), "{trash}");
}

#[test]
fn an_ambiguous_title_lists_what_it_may_be() {
    let server = Server::start();
    let ada = server.person();
    let first = ada.push_new("a.md", REVIEW);
    let second = ada.push_new("b.md", &REVIEW.replace("kind", "brief"));
    ada.run(&["rm", "Code review", "--yes"])
        .assert()
        .code(2)
        .stderr(contains(&first).and(contains(&second)));
    ada.run(&["export", "Code review", "-d", "out"])
        .assert()
        .code(3)
        .stderr(contains(&first));
}

#[test]
fn a_version_of_the_server_is_exported() {
    let server = Server::start();
    let ada = server.person();
    let id = ada.push_new("review.md", REVIEW);
    ada.save_elsewhere(&id, "kind", "brief");
    ada.does(&["export", "Code review", "--to", "markdown", "-d", "now"]);
    assert!(ada.read("now/code-review-v1-0-1.md").contains("brief"));
    ada.does(&[
        "export",
        "review.md",
        "--version",
        "1.0.0",
        "--to",
        "skill",
        "-d",
        "out",
    ]);
    assert!(ada.read("out/code-review/SKILL.md").contains("Be kind."));
    ada.run(&["export", "Code review", "--version", "9.0.0", "-d", "out"])
        .assert()
        .code(4);
}

#[cfg(unix)]
#[test]
fn a_watched_folder_is_pushed_when_it_changes_until_it_is_interrupted() {
    let server = Server::start();
    let ada = server.person();
    fs::create_dir(ada.path("prompts")).expect("a folder");
    let id = ada.push_new("prompts/a.md", &titled("A"));
    let mut watch = ada
        .process(&["watch", "prompts", "--add"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let wait = |what: &dyn Fn() -> bool| {
        for _ in 0..200 {
            if what() {
                return true;
            }
            thread::sleep(Duration::from_millis(100));
        }
        false
    };
    thread::sleep(Duration::from_millis(700));
    ada.edit("prompts/a.md", "kind", "brief");
    assert!(wait(&|| ada.stored(&id).to_string().contains("brief")));
    ada.write("prompts/b.md", &titled("B"));
    assert!(wait(&|| titles(&ada) == ["A", "B"]));
    let pid = watch.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(killed.expect("kill runs").success());
    let status = watch.wait().expect("it ends");
    let mut told = String::new();
    let mut stderr = watch.stderr.take().expect("its errors");
    stderr.read_to_string(&mut told).expect("text");
    assert!(status.success(), "{status}: {told}");
    assert!(told.contains("Ended."), "{told}");
}
