//! What goes wrong on this side: files that cannot be read or written, that were cut short, and two syncs at once.

use predicates::str::starts_with;

use crate::support::{REVIEW, Server};

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
