//! Test harness: a real server on its own port, user accounts, and the program as each user runs it.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio, id as process_id};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

pub const PASSWORD: &str = "correct horse";

/// A server process with its own database.
pub struct Server {
    pub url: String,
    data: TempDir,
    process: Child,
}

/// The path of the server program: the one configured, or the one built beside the program under test.
fn program() -> PathBuf {
    let program = option_env!("PROMPTCASE_SERVER_PROGRAM").map_or_else(
        || Path::new(env!("CARGO_BIN_EXE_promptcase")).with_file_name("promptcase-server"),
        PathBuf::from,
    );
    assert!(
        program.is_file(),
        "{} is not built: run scripts/test-cli, or cargo build -p promptcase-server",
        program.display()
    );
    program
}

/// Returns an unused port below the system's ephemeral range, so it is not reassigned after its server stops.
/// Each process starts at a different one.
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

impl Server {
    /// Starts a server whose plan includes tokens for all users.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server with these settings.
    pub fn start_with(settings: &[(&str, &str)]) -> Self {
        Self::serve(tempfile::tempdir().expect("a folder"), "max", settings)
    }

    fn serve(data: TempDir, plan: &str, settings: &[(&str, &str)]) -> Self {
        let url = format!("http://127.0.0.1:{}", free_port());
        let process = Process::new(program())
            .env("DATA_DIR", data.path())
            .env("LISTEN", url.trim_start_matches("http://"))
            .env("PUBLIC_URL", &url)
            .env("DEFAULT_PLAN", plan)
            .env("UNSAFE_FAST_PASSWORDS", "true")
            .env("LOG", "warn")
            .env_remove("DATABASE_URL")
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut server = Self { url, data, process };
        for _ in 0..1_200 {
            let ended = server.process.try_wait().expect("its state");
            assert!(ended.is_none(), "the server ended: {ended:?}");
            if ureq::get(format!("{}/readyz", server.url)).call().is_ok() {
                return server;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("the server did not become ready");
    }

    /// Restarts the server on the same data with another plan.
    pub fn with_plan(mut self, plan: &str) -> Self {
        self.end();
        let data = std::mem::replace(&mut self.data, tempfile::tempdir().expect("a folder"));
        Self::serve(data, plan, &[])
    }

    /// Stops the server and frees its port.
    pub fn end(&mut self) {
        // The process may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Creates a user with a write token, signed in on the command line.
    pub fn person(&self) -> Person {
        let person = self.stranger();
        person
            .run(&["login", "--with-token", "--server", &self.url])
            .write_stdin(person.token.as_str())
            .assert()
            .success();
        person
    }

    /// Creates a user with a write token, not signed in on the command line.
    pub fn stranger(&self) -> Person {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let form = json!({
            "full_name": format!("Ada {number}"),
            "email": format!("ada{number}@example.org"),
            "password": PASSWORD,
        });
        let answer = ureq::post(format!("{}/api/auth/register", self.url))
            .content_type("application/json")
            .send(form.to_string())
            .expect("an account");
        let cookie = answer.headers()["set-cookie"].to_str().expect("a cookie");
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let mut person = Person {
            url: self.url.clone(),
            cookie,
            token: String::new(),
            home: tempfile::tempdir().expect("a folder"),
        };
        let token = person.new_token("write");
        token["token"]
            .as_str()
            .expect("a token")
            .clone_into(&mut person.token);
        person
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts a proxy that forwards every request after calling `before` with its first line.
pub fn relay(server: &str, before: impl Fn(&str) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let server = server.trim_start_matches("http://").to_owned();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let mut reader = BufReader::new(&client);
            let (mut head, mut length, mut line) = (String::new(), 0, String::new());
            while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
                let lower = line.to_lowercase();
                if let Some(value) = lower.strip_prefix("content-length:") {
                    length = value.trim().parse().expect("a length");
                }
                if !lower.starts_with("connection:") {
                    head.push_str(&line);
                }
                line.clear();
            }
            before(head.lines().next().unwrap_or_default());
            let mut body = vec![0; length];
            reader.read_exact(&mut body).expect("the body");
            let mut above = TcpStream::connect(&server).expect("the server");
            let asked = format!("{head}connection: close\r\n\r\n").into_bytes();
            above
                .write_all(&[asked, body].concat())
                .expect("it is asked");
            // The client may disconnect early.
            let _ = io::copy(&mut above, &mut &client);
        }
    });
    url
}

/// A user with an account, a home folder and a token.
pub struct Person {
    pub url: String,
    pub token: String,
    cookie: String,
    home: TempDir,
}

impl Person {
    /// The program as this user runs it, in the user's own folder.
    pub fn run(&self, arguments: &[&str]) -> Command {
        Command::from_std(self.process(arguments))
    }

    /// The same, as a process to start and wait for later.
    pub fn process(&self, arguments: &[&str]) -> Process {
        let mut program = Process::new(env!("CARGO_BIN_EXE_promptcase"));
        program
            .args(arguments)
            .current_dir(self.home.path())
            .env("HOME", self.home.path())
            .env("XDG_CONFIG_HOME", self.home.path().join("config"))
            .env_remove("PROMPTCASE_SERVER")
            .env_remove("PROMPTCASE_TOKEN")
            .env_remove("PROMPTCASE_ALLOW_HTTP");
        program
    }

    /// Runs a command that must succeed, and returns its standard output.
    pub fn says(&self, arguments: &[&str]) -> String {
        let done = self.run(arguments).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).expect("text")
    }

    /// The same, parsed as JSON.
    pub fn answers(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.says(arguments)).expect("JSON")
    }

    /// Runs a command that must succeed.
    pub fn does(&self, arguments: &[&str]) {
        self.run(arguments).assert().success();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub fn sign_in_file(&self) -> PathBuf {
        self.path("config/promptcase/sign-in.json")
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("the file is written");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// Replaces text in a file, as in an editor.
    pub fn edit(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert!(text.contains(old), "no {old:?} in {text}");
        self.write(name, &text.replace(old, new));
    }

    /// Pushes a file as a new prompt, and returns its id.
    pub fn push_new(&self, name: &str, text: &str) -> String {
        self.write(name, text);
        let stored = self.answers(&["push", name, "--new", "--json"]);
        stored["id"].as_str().expect("an id").to_owned()
    }

    /// Loads a prompt over the browser's session, not through the program.
    pub fn stored(&self, id: &str) -> Value {
        self.browser("GET", &format!("/api/prompts/{id}"), None)
    }

    /// Sets a prompt's visibility in the browser.
    pub fn publish_elsewhere(&self, id: &str, is_public: bool) {
        let mut save = self.stored(id);
        save["base_version"] = version(&save).into();
        save["is_public"] = is_public.into();
        self.browser("PUT", &format!("/api/prompts/{id}"), Some(save));
        assert_eq!(self.stored(id)["is_public"], is_public);
    }

    /// Replaces text of a prompt in the browser.
    pub fn save_elsewhere(&self, id: &str, old: &str, new: &str) {
        let stored = self.stored(id);
        let text = stored.to_string();
        assert!(text.contains(old), "no {old:?} in {text}");
        let mut save: Value = serde_json::from_str(&text.replace(old, new)).expect("JSON");
        save["base_version"] = version(&stored).into();
        self.browser("PUT", &format!("/api/prompts/{id}"), Some(save));
    }

    /// Creates a token for this user, and returns it with its id.
    pub fn new_token(&self, scope: &str) -> Value {
        let new = json!({ "name": "A shell", "password": PASSWORD, "scope": scope });
        self.browser("POST", "/api/auth/tokens", Some(new))
    }

    /// Revokes every token.
    pub fn revoke_tokens(&self) {
        let tokens = self.browser("GET", "/api/auth/tokens", None);
        for token in tokens["items"].as_array().expect("tokens") {
            let id = token["id"].as_str().expect("an id");
            self.browser("DELETE", &format!("/api/auth/tokens/{id}"), None);
        }
    }

    /// Sends a request with this user's browser session.
    pub fn browser(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header("cookie", &self.cookie)
            .header("content-type", "application/json");
        let mut answer = match body {
            Some(body) => ureq::run(request.body(body.to_string()).expect("a request")),
            None => ureq::run(request.body(()).expect("a request")),
        }
        .expect("an answer");
        let text = answer.body_mut().read_to_string().expect("a body");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }
}

/// The version of a stored prompt, as `1.0.3`.
pub fn version(stored: &Value) -> String {
    format!(
        "{}.{}.{}",
        stored["version_major"], stored["version_minor"], stored["version_batch"]
    )
}

pub const REVIEW: &str = "# Code review

## Task

Read the diff.
Name every bug.

## Style

Be kind.
";
