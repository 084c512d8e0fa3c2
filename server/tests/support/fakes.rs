//! Third-party fakes of the AI providers and Stripe. `scripts/test-server` installs them.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio, id as process_id};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// A fake server process, stopped when dropped.
pub struct Fake {
    child: Child,
    pub url: String,
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fakes")
}

/// A Python with the packages of `tests/fakes/requirements.txt`.
pub fn python() -> Command {
    let python = std::env::vars().find(|(name, _)| name == "PROMPTCASE_PYTHON");
    let (_, python) =
        python.expect("PROMPTCASE_PYTHON is set; run scripts/test-server, which sets it");
    Command::new(python)
}

async fn start(mut command: Command, port: u16, health: &str) -> Fake {
    let child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the fake starts");
    let fake = Fake {
        child,
        url: format!("http://127.0.0.1:{port}"),
    };
    let (http, url) = (super::http(), format!("{}{health}", fake.url));
    let answer = super::seen(async || http.get(&url).send().await.ok()).await;
    assert!(answer.is_some(), "the fake does not answer: {command:?}");
    fake
}

/// Returns an unused port below the system's ephemeral range, so that it is not reassigned before use. Each
/// process starts at a different one.
pub fn free_port() -> u16 {
    const FIRST: u32 = 10_240;
    const COUNT: u32 = 22_000;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let at = (process_id() % COUNT * 64 + NEXT.fetch_add(1, Ordering::Relaxed)) % COUNT;
        let port = u16::try_from(FIRST + at).expect("a port");
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// The API keys that the AI providers' fake accepts.
pub const SERVER_KEY: &str = "sk-server-0123456789";
pub const OWN_KEY: &str = "sk-own-9876543210";

/// Starts a fake of OpenAI and Anthropic. `ai.json` maps words in the request to responses.
pub async fn ai() -> Fake {
    let program = folder().join("node_modules/@copilotkit/aimock/dist/cli.js");
    assert!(
        program.exists(),
        "aimock is not installed; run scripts/test-server, which installs it"
    );
    let port = free_port();
    let mut command = Command::new("node");
    command.arg(program).args([
        "-p",
        &port.to_string(),
        "--strict",
        "--log-level",
        "silent",
        "-f",
    ]);
    command
        .arg(folder().join("ai.json"))
        .env("AIMOCK_API_KEYS", format!("{SERVER_KEY},{OWN_KEY}"));
    start(command, port, "/__aimock/health").await
}

impl Fake {
    /// All requests to the AI providers' fake, oldest first.
    pub async fn journal(&self) -> Vec<Value> {
        let url = format!("{}/__aimock/journal", self.url);
        let request = super::http().get(url).bearer_auth(SERVER_KEY);
        request
            .send()
            .await
            .expect("the journal")
            .json()
            .await
            .expect("a list")
    }
}

/// Starts an OpenID Connect provider that sends browsers back to an address.
pub async fn oidc(callback: &str) -> Fake {
    let port = free_port();
    let mut command = Command::new("node");
    command
        .arg(folder().join("oidc_provider.mjs"))
        .args([&port.to_string(), callback]);
    start(command, port, "/.well-known/openid-configuration").await
}

pub const WEBHOOK_SECRET: &str = "whsec_test";

/// Starts a fake of Stripe.
pub async fn stripe() -> Fake {
    let port = free_port();
    let mut command = python();
    command
        .arg(folder().join("stripe_fake.py"))
        .arg(port.to_string());
    start(command, port, "/").await
}

impl Fake {
    /// Sends a form request to the Stripe fake.
    pub async fn call(&self, method: reqwest::Method, path: &str, form: &[(&str, &str)]) -> Value {
        let request = super::http().request(method, format!("{}{path}", self.url));
        let body: Vec<String> = form
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let request = request
            .bearer_auth("sk_test_fake")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body.join("&"));
        let answer = request.send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.expect("JSON")
    }
}

/// Signs webhook events with Stripe's own library.
pub struct Signer(std::sync::Mutex<Signing>);

struct Signing {
    child: Child,
    stdin: std::process::ChildStdin,
    stdout: std::io::BufReader<std::process::ChildStdout>,
}

impl Signer {
    pub fn new() -> Self {
        let mut command = python();
        command
            .arg(folder().join("sign.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("Stripe's library starts");
        let stdin = child.stdin.take().expect("its input");
        let stdout = std::io::BufReader::new(child.stdout.take().expect("its output"));
        Self(std::sync::Mutex::new(Signing {
            child,
            stdin,
            stdout,
        }))
    }

    pub fn sign(&self, payload: &str, secret: &str, seconds: i64) -> String {
        use std::io::{BufRead as _, Write as _};
        let mut signing = self.0.lock().expect("no poison");
        let order =
            serde_json::json!({ "payload": payload, "secret": secret, "timestamp": seconds });
        writeln!(signing.stdin, "{order}").expect("it reads");
        let mut header = String::new();
        signing.stdout.read_line(&mut header).expect("it answers");
        header.trim().to_owned()
    }
}

impl Drop for Signing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
