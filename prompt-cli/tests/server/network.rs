//! Network failures: no server, another server, lost responses, and retry requests.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty, is_match, starts_with};

use crate::support::{REVIEW, Server, free_port};

#[test]
fn without_a_server_nothing_is_lost() {
    // Given a file that was pushed and edited
    let mut server = Server::start();
    let person = server.person();
    person.push_new("review.md", REVIEW);
    person.edit("review.md", "Be kind.", "Be very kind.");
    // When the server is down
    server.end();
    // Then each command reports it in two lines, and the file is unchanged
    for arguments in [
        &["push", "review.md"][..],
        &["pull", "review.md", "-o", "other.md"],
        &["list"],
        &["whoami"],
        &["history", "review.md"],
    ] {
        person
            .run(arguments)
            .assert()
            .code(4)
            .stdout(is_empty())
            .stderr(
                is_match(r"\Aerror: http://127.0.0.1:\d+ cannot be reached: .+\nhint: .+\n\z")
                    .expect("a pattern"),
            );
    }
    assert!(person.read("review.md").contains("Be very kind."));
    assert!(!person.path("other.md").exists());
}

#[test]
fn a_token_is_not_sent_unencrypted_to_another_machine() {
    let server = Server::start();
    let person = server.stranger();
    let login = [
        "login",
        "--with-token",
        "--server",
        "http://prompts.invalid",
    ];
    person
        .run(&login)
        .write_stdin(person.token.as_str())
        .assert()
        .code(2)
        .stderr(starts_with(
            "error: http://prompts.invalid is not encrypted",
        ));
    // --allow-http permits it; the host does not exist.
    person
        .run(&[&login[..], &["--allow-http"]].concat())
        .write_stdin(person.token.as_str())
        .env_remove("http_proxy")
        .env_remove("HTTP_PROXY")
        .env_remove("all_proxy")
        .env_remove("ALL_PROXY")
        .assert()
        .code(4)
        .stderr(starts_with(
            "error: http://prompts.invalid cannot be reached",
        ));
}

/// Starts a listener that sends the same response to every request and records the requests.
fn answering(answer: &'static str) -> (String, Arc<Mutex<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let asked = Arc::new(Mutex::new(String::new()));
    let heard = Arc::clone(&asked);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            heard.lock().expect("no poison").push_str(&head(&stream));
            // The client may disconnect early.
            let _ = (&stream).write_all(answer.as_bytes());
        }
    });
    (url, asked)
}

/// Reads the head of a request.
fn head(stream: &TcpStream) -> String {
    let mut head = String::new();
    let mut reader = BufReader::new(stream);
    while reader.read_line(&mut head).is_ok_and(|read| read > 2) {}
    head
}

#[test]
fn somebody_else_at_the_address_is_told_apart() {
    let server = Server::start();
    let person = server.stranger();
    for (answer, error) in [
        (
            "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 6\r\nconnection: close\r\n\r\n<html>",
            "does not answer as Promptcase does",
        ),
        (
            "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno",
            "does not answer as Promptcase does: its answer is 404",
        ),
        (
            "HTTP/1.1 301 Moved\r\nlocation: https://prompts.invalid/x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            "sends on to https://prompts.invalid/x",
        ),
    ] {
        let (url, _) = answering(answer);
        person
            .run(&["login", "--with-token", "--server", &url])
            .write_stdin(person.token.as_str())
            .assert()
            .code(4)
            .stderr(starts_with(format!("error: {url} {error}")));
    }
    assert!(!person.sign_in_file().exists());
}

#[test]
fn a_token_goes_to_its_own_server_only() {
    // Given a user who is signed in to one server
    let server = Server::start();
    let person = server.person();
    let (other, asked) =
        answering("HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno");
    // When they use another server
    let id = "0198c2f4-5d1e-7c3a-9b1f-2f6c1f0a7e55";
    person
        .run(&["pull", id, "--server", &other])
        .assert()
        .code(4);
    // Then the token is not sent there
    let asked = asked.lock().expect("no poison").to_lowercase();
    assert!(asked.contains(&format!("get /api/prompts/{id}")), "{asked}");
    assert!(!asked.contains("authorization"), "{asked}");
    // And commands that need an account report a missing sign-in
    person
        .run(&["push", "x.md", "--server", &other])
        .assert()
        .code(4)
        .stderr(starts_with(format!(
            "error: you are not signed in to {other}\n"
        )));
}

/// Starts a proxy that forwards everything to the server, and drops responses from the first creation on.
fn one_way(server: &Server) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let behind = server.url.trim_start_matches("http://").to_owned();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut there = TcpStream::connect(&behind).expect("the server is there");
            let mut forth = there.try_clone().expect("a stream");
            let mut asks = stream.try_clone().expect("a stream");
            let is_closed = Arc::new(AtomicBool::new(false));
            let closes = Arc::clone(&is_closed);
            thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(read @ 1..) = asks.read(&mut bytes) {
                    if bytes.starts_with(b"POST ") {
                        closes.store(true, Ordering::SeqCst);
                    }
                    if forth.write_all(&bytes[..read]).is_err() {
                        break;
                    }
                }
            });
            thread::spawn(move || {
                let (mut bytes, mut back) = ([0; 4096], &stream);
                while let Ok(read @ 1..) = there.read(&mut bytes) {
                    if is_closed.load(Ordering::SeqCst) || back.write_all(&bytes[..read]).is_err() {
                        break;
                    }
                }
                let _ = stream.shutdown(Shutdown::Both);
            });
        }
    });
    url
}

#[test]
fn a_creation_whose_answer_is_lost_can_be_repeated() {
    // Given a network that drops the response
    let server = Server::start();
    let person = server.person();
    person.write("review.md", REVIEW);
    let broken = one_way(&server);
    let push = |url: &str| {
        let mut program = person.run(&["push", "review.md"]);
        program
            .env("PROMPTCASE_SERVER", url)
            .env("PROMPTCASE_TOKEN", &person.token);
        program
    };
    push(&broken)
        .assert()
        .code(4)
        .stderr(contains("cannot be reached"));
    let mine = person.answers(&["list", "--json"]);
    assert_eq!(mine["items"].as_array().map(Vec::len), Some(1));
    // When the push is retried and fails again
    push(&broken).assert().code(4);
    // Then nothing was created twice
    let again = person.answers(&["list", "--json"]);
    assert_eq!(again, mine);
}

/// Starts a proxy that answers the first request with `Retry-After` and forwards all others.
fn gate(server: &Server, seconds: u32) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let behind = server.url.trim_start_matches("http://").to_owned();
    thread::spawn(move || {
        let mut streams = listener.incoming().flatten();
        let first = streams.next().expect("somebody comes");
        head(&first);
        let body = r#"{"code":"too_many_attempts","message":"Too many attempts"}"#;
        let length = body.len();
        let _ = write!(
            &first,
            "HTTP/1.1 429 Too Many Requests\r\nretry-after: {seconds}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
        );
        drop(first);
        for stream in streams {
            let there = TcpStream::connect(&behind).expect("the server is there");
            let (back, forth) = (stream.try_clone(), there.try_clone());
            thread::spawn(move || pass(stream, there));
            thread::spawn(move || pass(forth.expect("a stream"), back.expect("a stream")));
        }
    });
    url
}

/// Copies from one stream to the other until it ends.
fn pass(mut from: TcpStream, mut to: TcpStream) {
    let mut bytes = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..read]).is_err() {
            break;
        }
    }
}

#[test]
fn a_server_that_asks_to_wait_is_waited_for() {
    let server = Server::start();
    let person = server.stranger();
    let url = gate(&server, 1);
    person
        .run(&["login", "--with-token", "--server", &url])
        .write_stdin(person.token.as_str())
        .assert()
        .success()
        .stderr(starts_with(format!(
            "{url} asks to come back in 1 s: waiting\n"
        )));
}

#[test]
fn a_server_that_asks_for_an_hour_is_told_of() {
    let server = Server::start();
    let person = server.stranger();
    let url = gate(&server, 3600);
    person
        .run(&["login", "--with-token", "--server", &url])
        .write_stdin(person.token.as_str())
        .assert()
        .code(4)
        .stderr("error: Too many attempts\nhint: try again in 3600 s\n");
}

#[test]
fn a_port_that_is_closed_is_named() {
    let server = Server::start();
    let person = server.stranger();
    let url = format!("http://localhost:{}", free_port());
    person
        .run(&["login", "--with-token", "--server", &url])
        .write_stdin(person.token.as_str())
        .assert()
        .code(4)
        .stderr(
            starts_with(format!("error: {url} cannot be reached"))
                .and(contains("hint: check the address, that the server runs")),
        );
}
