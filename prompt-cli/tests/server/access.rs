//! Signing in, tokens and plans.

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, ends_with, is_empty, is_match, starts_with};

use crate::support::{REVIEW, Server};

#[test]
fn a_token_is_checked_and_kept_for_its_owner_alone() {
    // Given a user with a token
    let server = Server::start();
    let person = server.stranger();
    // When they sign in with it, logging every request
    let login = person
        .run(&["login", "--with-token", "-v", "--server", &server.url])
        .write_stdin(format!("{}\n", person.token))
        .assert()
        .success()
        .stdout(starts_with(format!("Signed in to {} as Ada ", server.url)))
        .stderr(contains("> GET ").and(contains("< 200")));
    // Then the token is stored readable only by the owner
    let kept = person.sign_in_file();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&kept).expect("it is kept").permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
    }
    // And is never printed
    let output = login.get_output();
    for said in [&output.stdout, &output.stderr] {
        assert!(!String::from_utf8_lossy(said).contains(&person.token));
    }
    // And whoami shows the user until they sign out
    let me = person.answers(&["whoami", "--json"]);
    assert_eq!(
        (&me["server"], &me["token"], &me["plan"], &me["scope"]),
        (
            &server.url.as_str().into(),
            &"promptcase login".into(),
            &"max".into(),
            &"write".into()
        )
    );
    person
        .run(&["whoami"])
        .assert()
        .success()
        .stdout(is_match(r"<ada.*>, Max\n").expect("a pattern"))
        .stdout(ends_with("which may read and write\n"));
    person.does(&["logout"]);
    assert!(!kept.exists());
    person
        .run(&["whoami"])
        .assert()
        .code(4)
        .stderr(starts_with("error: no server is known\nhint: "));
}

#[test]
fn a_token_that_is_none_is_not_kept() {
    let server = Server::start();
    let person = server.stranger();
    for (token, code, error) in [
        (
            "promptcase_nobody",
            4,
            "error: This API token is not valid\nhint: ",
        ),
        ("", 2, "error: that is no token\nhint: "),
        ("two words", 2, "error: that is no token\nhint: "),
    ] {
        person
            .run(&["login", "--with-token", "--server", &server.url])
            .write_stdin(token)
            .assert()
            .code(code)
            .stdout(is_empty())
            .stderr(starts_with(error));
    }
    assert!(!person.sign_in_file().exists());
}

/// Typing needs a terminal: Python's `pty` provides one and captures its output.
#[test]
fn a_token_that_is_typed_is_not_seen() {
    const TERMINAL: &str = "
import os, pty, sys, termios, time
program, url, token = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.execv(program, [program, 'login', '--server', url])
seen = b''
while b'Token for' not in seen:
    seen += os.read(terminal, 1000)
for _ in range(6000):
    if not termios.tcgetattr(terminal)[3] & termios.ECHO:
        break
    time.sleep(0.01)
else:
    sys.exit('what is typed would be seen')
os.write(terminal, token.encode() + b'\\n')
try:
    while part := os.read(terminal, 1000):
        seen += part
except OSError:
    pass
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
";
    let server = Server::start();
    let person = server.stranger();
    let program = env!("CARGO_BIN_EXE_promptcase");
    assert_cmd::Command::new("python3")
        .args(["-c", TERMINAL, program, &server.url, &person.token])
        .env("HOME", person.path(""))
        .env("XDG_CONFIG_HOME", person.path("config"))
        .env_remove("PROMPTCASE_TOKEN")
        .assert()
        .success()
        .stdout(
            contains("Token for http")
                .and(contains("Signed in to"))
                .and(contains(person.token.as_str()).not()),
        );
    assert!(person.sign_in_file().exists());
}

#[test]
fn the_environment_comes_before_what_is_kept() {
    // Given a machine without a stored sign-in
    let server = Server::start();
    let person = server.stranger();
    // When the environment sets a server and a token, as in CI
    let ci = |arguments: &[&str]| {
        let mut program = person.run(arguments);
        program
            .env("PROMPTCASE_SERVER", &server.url)
            .env("PROMPTCASE_TOKEN", &person.token);
        program
    };
    // Then everything works without a sign-in
    person.write("review.md", REVIEW);
    ci(&["push", "review.md"]).assert().success();
    ci(&["list"])
        .assert()
        .success()
        .stdout(contains("Code review"));
    ci(&["whoami"])
        .assert()
        .success()
        .stdout(contains("PROMPTCASE_TOKEN"));
    assert!(!person.sign_in_file().exists());
    // And whoami checks the token of the environment
    ci(&["whoami"])
        .env("PROMPTCASE_TOKEN", "promptcase_other")
        .assert()
        .code(4)
        .stderr(contains("set PROMPTCASE_TOKEN to another"));
    // And an empty variable counts as unset
    ci(&["whoami"])
        .env("PROMPTCASE_TOKEN", "")
        .assert()
        .code(4)
        .stderr(starts_with(format!(
            "error: you are not signed in to {}\n",
            server.url
        )));
    ci(&["list"])
        .env("PROMPTCASE_SERVER", "ftp://x")
        .assert()
        .code(2)
        .stderr(starts_with(
            "error: PROMPTCASE_SERVER holds no address of a server\nhint: write",
        ));
}

#[test]
fn a_revoked_token_ends_and_loses_nothing() {
    // Given a file that was pushed and edited
    let server = Server::start();
    let person = server.person();
    person.push_new("review.md", REVIEW);
    person.edit("review.md", "Be kind.", "Be very kind.");
    // When the token is revoked
    person.revoke_tokens();
    // Then the push reports it and the edit is preserved
    person
        .run(&["push", "review.md"])
        .assert()
        .code(4)
        .stderr(starts_with(
            "error: This API token is not valid\nhint: it may have been revoked",
        ));
    assert!(person.read("review.md").contains("Be very kind."));
    // And succeeds after a new sign-in
    let token = person.new_token("write")["token"]
        .as_str()
        .expect("a token")
        .to_owned();
    person
        .run(&["login", "--with-token"])
        .write_stdin(token)
        .assert()
        .success();
    person
        .run(&["push", "review.md"])
        .assert()
        .success()
        .stdout(starts_with("Saved Code review 1.0.1"));
}

#[test]
fn a_token_that_may_read_does_not_write() {
    let server = Server::start();
    let person = server.person();
    let id = person.push_new("review.md", REVIEW);
    let token = person.new_token("read")["token"]
        .as_str()
        .expect("a token")
        .to_owned();
    person
        .run(&["login", "--with-token"])
        .write_stdin(token)
        .assert()
        .success();
    person.run(&["whoami"]).assert().success().stdout(ends_with(
        "by the token of promptcase login, which may only read\n",
    ));
    person
        .run(&["pull", &id])
        .assert()
        .success()
        .stdout(contains("Be kind."));
    person.edit("review.md", "Be kind.", "Be very kind.");
    person
        .run(&["push", "review.md"])
        .assert()
        .code(4)
        .stderr(starts_with(
            "error: This API token may only read\nhint: make a token that may write",
        ));
}

#[test]
fn a_plan_without_tokens_is_named() {
    // Given a user who signed in while the plan included tokens
    let server = Server::start();
    let person = server.stranger();
    let server = server.with_plan("free");
    // When the plan no longer includes tokens
    person
        .run(&["login", "--with-token", "--server", &server.url])
        .write_stdin(person.token.as_str())
        .assert()
        .code(4)
        // Then the plan is named as the reason, not the token
        .stderr(contains("hint: tokens come with Pro and Max"));
}

#[test]
fn a_stranger_finds_what_is_public_and_nothing_else() {
    // Given a user's private and public prompts
    let server = Server::start();
    let author = server.person();
    let private = author.push_new("private.md", REVIEW);
    author.write("public.md", &REVIEW.replace("Code review", "For everybody"));
    let public = author.answers(&["push", "public.md", "--public", "--json"]);
    let public = public["id"].as_str().expect("an id");
    let reader = server.person();
    // Then another user sees only the public one, by id, by title and in a list
    reader.run(&["pull", public]).assert().success();
    reader.run(&["pull", "For everybody"]).assert().success();
    reader
        .run(&["list", "--owner", "all"])
        .assert()
        .success()
        .stdout(contains(public).and(contains(&private).not()));
    reader
        .run(&["pull", &private])
        .assert()
        .code(4)
        .stderr(starts_with("error: Prompt not found\nhint: "));
    reader
        .run(&["pull", "Code review"])
        .assert()
        .code(4)
        .stderr(starts_with(
            "error: there is no prompt called Code review\n",
        ));
    // And cannot save over it
    reader.does(&["pull", public, "-o", "theirs.md"]);
    reader.edit("theirs.md", "Be kind.", "Be mine.");
    reader
        .run(&["push", "theirs.md"])
        .assert()
        .code(4)
        .stderr(contains("push --new makes one of your own"));
    assert!(author.stored(public).to_string().contains("Be kind."));
    // And a visitor without a token can read it
    let visitor = server.stranger();
    visitor
        .run(&["pull", public, "--server", &server.url])
        .assert()
        .success();
}
