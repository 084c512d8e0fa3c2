//! `import --to-server`: files, folders and archives become prompts.

use std::fs;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use serde_json::{Value, json};

use crate::support::{Person, Server};

/// A folder of two prompts and something else.
fn given(person: &Person) {
    fs::create_dir_all(person.path("team/sql")).expect("folders");
    person.write(
        "team/review.md",
        "# Role\nYou review.\n\n# Task\nReview {{code}}.\n",
    );
    person.write("team/sql/query.txt", "Write a query for {{question}}.\n");
    person.write("team/empty.md", "");
}

fn titles(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().expect("items").iter();
    let mut titles: Vec<_> = items.filter_map(|item| item["title"].as_str()).collect();
    titles.sort_unstable();
    titles
}

#[test]
fn a_folder_moves_in_with_its_folders_as_collections_once() {
    let server = Server::start();
    let person = server.person();
    given(&person);
    let import = [
        "import",
        "team",
        "--to-server",
        "--collection",
        "Moved",
        "--folders",
        "--tag",
        "old",
    ];

    // A dry run creates nothing.
    person
        .run(&[&import[..], &["--dry-run"]].concat())
        .assert()
        .code(1)
        .stdout(contains("team/review.md: would create Review"));
    assert_eq!(
        titles(&person.browser("GET", "/api/prompts?owner=me", None)),
        [""; 0]
    );

    // Each prompt is created; a file without one is named and stops none.
    person
        .run(&import)
        .assert()
        .code(1)
        .stdout(contains("team/review.md: Review ").and(contains("team/sql/query.txt: Query ")))
        .stderr(contains("team/empty.md"));
    let own = person.browser("GET", "/api/prompts?owner=me", None);
    assert_eq!(titles(&own), ["Query", "Review"]);
    assert!(
        own["items"]
            .as_array()
            .expect("items")
            .iter()
            .all(|item| { item["tags"] == json!(["old"]) && item["is_public"] == false })
    );
    let level =
        |parent: &str| person.browser("GET", &format!("/api/collections?parent_id={parent}"), None);
    let id = |list: &Value| {
        list["items"][0]["id"]
            .as_str()
            .expect("a collection")
            .to_owned()
    };
    let moved = level("root");
    assert_eq!(titles(&moved), ["Moved"]);
    let team = level(&id(&moved));
    assert_eq!(
        (titles(&team), &team["items"][0]["item_count"]),
        (vec!["team"], &json!(1))
    );
    let sql = level(&id(&team));
    assert_eq!(
        (titles(&sql), &sql["items"][0]["item_count"]),
        (vec!["sql"], &json!(1))
    );

    // The second time everything is there already.
    person
        .run(&import)
        .assert()
        .code(1)
        .stdout(contains("team/review.md: Review is there already: "));
    assert_eq!(
        titles(&person.browser("GET", "/api/prompts?owner=me", None)),
        ["Query", "Review"]
    );
    assert_eq!(titles(&level("root")), ["Moved"]);

    // What was edited since is another prompt.
    person.edit("team/sql/query.txt", "a query", "one query");
    person
        .run(&import)
        .assert()
        .code(1)
        .stdout(contains("query.txt: Query "));
    assert_eq!(
        titles(&person.browser("GET", "/api/prompts?owner=me", None)),
        ["Query", "Query", "Review"]
    );
}

#[test]
fn options_of_the_server_need_it() {
    let server = Server::start();
    let person = server.person();
    given(&person);
    for options in [
        &["--collection", "Moved"][..],
        &["--to-server", "--directory", "out"],
    ] {
        person
            .run(&[&["import", "team"], options].concat())
            .assert()
            .code(2);
    }
}
