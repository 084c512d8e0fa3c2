//! `promptcase test` with a model: a file at the fake of the providers, and a prompt of a server.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use predicates::str::contains;
use serde_json::json;

use crate::support::{Server, free_port};

/// The key that the fake accepts.
const KEY: &str = "sk-server-0123456789";

/// The third-party fake of OpenAI and Anthropic that the server's tests use, too.
struct Fake {
    child: Child,
    url: String,
}

impl Fake {
    fn start() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/fakes");
        let program: PathBuf = folder.join("node_modules/@copilotkit/aimock/dist/cli.js");
        assert!(
            program.exists(),
            "aimock is not installed; run scripts/test-cli, which installs it"
        );
        let port = free_port();
        let child = Command::new("node")
            .arg(program)
            .args([
                "-p",
                &port.to_string(),
                "--strict",
                "--log-level",
                "silent",
                "-f",
            ])
            .arg(folder.join("ai.json"))
            .env("AIMOCK_API_KEYS", KEY)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the fake starts");
        let fake = Self {
            child,
            url: format!("http://127.0.0.1:{port}"),
        };
        for _ in 0..600 {
            let health = format!("{}/__aimock/health", fake.url);
            // Any answer will do: it asks for a key.
            if matches!(
                ureq::get(health).call(),
                Ok(_) | Err(ureq::Error::StatusCode(_))
            ) {
                return fake;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("the fake does not answer");
    }

    fn base(&self) -> String {
        format!("{}/v1", self.url)
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn greeting() -> String {
    json!({
        "title": "Greeting",
        "content": {
            "segments": [{ "id": "s", "type": "user", "content": "Greet {{name}}." }],
            "tests": [
                { "id": "a", "title": "Hello", "values": { "name": "Ada" }, "checks": [{ "kind": "contains", "value": "Hello" }] },
                { "id": "b", "values": { "name": "Ada" }, "checks": [{ "kind": "contains", "value": "Ada", "on": "prompt" }] },
            ],
        },
    })
    .to_string()
}

#[test]
fn a_file_is_tested_at_the_provider() {
    let (fake, server) = (Fake::start(), Server::start());
    let person = server.person();
    person.write("greeting.json", &greeting());
    let run = |arguments: &[&str]| {
        let mut command = person.run(&[&["test", "greeting.json"], arguments].concat());
        command
            .env("OPENAI_BASE_URL", fake.base())
            .env("OPENAI_API_KEY", KEY);
        command
            .env("ANTHROPIC_BASE_URL", fake.base())
            .env("ANTHROPIC_API_KEY", KEY);
        command
    };
    let both = [
        "--model",
        "gpt-4o-mini",
        "--model",
        "gpt-4.1",
        "--junit",
        "results.xml",
    ];
    run(&both)
        .assert()
        .code(1)
        .stdout(contains("passed   Hello"))
        .stdout(contains(
            "FAILED   Hello\n           The answer does not contain “Hello”",
        ))
        .stdout(contains("3 passed, 1 failed, 0 not run"));
    let xml = person.read("results.xml");
    assert!(xml.contains(r#"tests="4" failures="1""#), "{xml}");
    assert!(
        xml.contains(r#"<testcase name="Hello" classname="gpt-4.1">"#),
        "{xml}"
    );
    let claude = [
        "--model",
        "claude-3-haiku",
        "--provider",
        "anthropic",
        "--json",
    ];
    let done = run(&claude).assert().success();
    let told: serde_json::Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert_eq!((&told["passed"], &told["failed"]), (&json!(2), &json!(0)));
    assert_eq!(told["tests"][0]["answer"], "Hello, Ada. How are you?");

    // Without a key, and with one that is refused.
    person
        .run(&["test", "greeting.json", "--model", "gpt-4o-mini"])
        .env_remove("OPENAI_API_KEY")
        .env_remove("OPENAI_BASE_URL")
        .assert()
        .code(4)
        .stderr(contains("set OPENAI_API_KEY"));
    run(&["--model", "gpt-4o-mini"])
        .env("OPENAI_API_KEY", "sk-wrong")
        .assert()
        .code(4)
        .stderr(contains("401"));
}

#[test]
fn a_failure_of_one_test_leaves_the_others() {
    let (fake, server) = (Fake::start(), Server::start());
    let person = server.person();
    // The fake has no answer for Bob.
    let mut prompt: serde_json::Value = serde_json::from_str(&greeting()).unwrap();
    let mut bob = prompt["content"]["tests"][0].clone();
    bob["id"] = json!("c");
    bob["title"] = json!("Bob");
    bob["values"]["name"] = json!("Bob");
    prompt["content"]["tests"]
        .as_array_mut()
        .unwrap()
        .insert(0, bob);
    person.write("greeting.json", &prompt.to_string());
    person
        .run(&["test", "greeting.json", "--model", "gpt-4o-mini"])
        .args(["--junit", "results.xml"])
        .env("OPENAI_BASE_URL", fake.base())
        .env("OPENAI_API_KEY", KEY)
        .assert()
        .code(4)
        .stdout(contains("not run  Bob\n           OpenAI did not answer"))
        .stdout(contains("passed   Hello"))
        .stdout(contains("2 passed, 0 failed, 1 not run"))
        .stderr(contains("did not answer"));
    let xml = person.read("results.xml");
    let counts = r#"failures="0" errors="1" skipped="0""#;
    assert!(xml.contains(counts), "{xml}");
}

#[test]
fn a_prompt_of_a_server_is_tested_by_the_server() {
    let fake = Fake::start();
    let server = Server::start_with(&[("OPENAI_BASE_URL", &fake.base()), ("OPENAI_API_KEY", KEY)]);
    let person = server.person();
    let id = person.push_new("greeting.json", &greeting());
    let told = person.says(&["test", &id, "--model", "gpt-4o-mini"]);
    assert!(told.contains("2 passed, 0 failed, 0 not run"), "{told}");
    person
        .run(&["test", &id, "--model", "gpt-4.1"])
        .assert()
        .code(1)
        .stdout(contains("The answer does not contain “Hello”"));
    // What needs no model needs no provider.
    let told = person.says(&["test", &id]);
    assert!(told.contains("1 passed, 0 failed, 1 not run"), "{told}");
    person
        .run(&["test", &id, "--model", "unknown"])
        .assert()
        .code(4)
        .stderr(contains("offers no model 'unknown'"));
}
