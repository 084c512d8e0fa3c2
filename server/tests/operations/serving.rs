//! Starting and stopping the program: settings, the port, the lock on the instance, upgrades, draining.

use super::program;
use crate::prompts::as_before_0046;
use crate::support::fakes::free_port;
use crate::support::{TestServer, seen, server};
use promptcase_server::db::{Db, Engine, SchemaState};
use std::process::{Child, Command, ExitStatus, Output, Stdio};

/// The program serving the instance of a test server.
struct Serving {
    child: Child,
    url: String,
}

impl Serving {
    async fn start(of: &TestServer, settings: &[(&str, &str)]) -> Self {
        let port = free_port();
        let child = serve(of, port)
            .envs(settings.iter().copied())
            .spawn()
            .expect("the program starts");
        let url = format!("http://127.0.0.1:{port}");
        let serving = Self { child, url };
        let ready = seen(async || (serving.status("/readyz").await == Some(200)).then_some(()));
        ready.await.expect("the program serves");
        serving
    }

    async fn status(&self, path: &str) -> Option<u16> {
        let answer = reqwest::get(format!("{}{path}", self.url)).await.ok()?;
        Some(answer.status().as_u16())
    }

    #[cfg(unix)]
    fn ask_to_stop(&self) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(sent.expect("kill runs").success());
    }

    async fn ended(mut self) -> ExitStatus {
        let waited = tokio::task::spawn_blocking(move || self.child.wait());
        waited.await.expect("waited").expect("it ends")
    }
}

fn serve(of: &TestServer, port: u16) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_promptcase-server"));
    command
        .env("LISTEN", format!("localhost:{port}"))
        .env("DATA_DIR", of.data_dir())
        .env("DATABASE_URL", of.app.config.database())
        .env("UNSAFE_FAST_PASSWORDS", "true")
        .env("OLLAMA_URL", "off")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

#[cfg(unix)]
#[tokio::test]
async fn a_stopping_server_says_so_before_it_refuses_connections() {
    let settings = server().await;
    let serving = Serving::start(&settings, &[("SHUTDOWN_DELAY", "300")]).await;
    serving.ask_to_stop();
    let told = seen(async || (serving.status("/readyz").await == Some(503)).then_some(()));
    told.await.expect("a load balancer is told");
    assert_eq!(serving.status("/healthz").await, Some(200));
    assert_eq!(serving.status("/api/auth/session").await, Some(200));
    // A second signal ends the delay.
    serving.ask_to_stop();
    assert_eq!(serving.ended().await.code(), Some(0));
}

#[tokio::test]
async fn an_instance_is_neither_restored_nor_moved_while_a_server_runs_on_it() {
    let settings = server().await;
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    let copy = copy.to_str().expect("a path");
    let target = format!("sqlite:{}", folder.path().join("moved.db").display());
    let own = settings.app.config.database();
    let restore = ["restore", copy];
    let migrate = ["migrate-data", "--from", &own, "--to", &target];

    let mut serving = Serving::start(&settings, &[]).await;
    // A backup needs no lock.
    assert_eq!(program(&settings, &["backup", copy]).0, Some(0));
    for arguments in [&restore[..], &migrate] {
        let (code, _, error) = program(&settings, arguments);
        assert_eq!(code, Some(1), "{arguments:?}");
        assert!(
            error.starts_with("error: a server runs on the instance in "),
            "{error}"
        );
        assert!(error.trim_end().ends_with(": stop it first"), "{error}");
    }
    // A server that was killed holds nothing.
    serving.child.kill().expect("killed");
    serving.ended().await;
    let moved = async || (program(&settings, &migrate).0 == Some(0)).then_some(());
    seen(moved).await.expect("it is moved");
}

#[tokio::test]
async fn a_second_start_on_the_same_port_leaves_the_instance_alone() {
    let settings = server().await;
    let folder = tempfile::tempdir().expect("a folder");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let Output { status, stderr, .. } = serve(&settings, port)
        .env("DATA_DIR", folder.path().join("data"))
        .env_remove("DATABASE_URL")
        .stderr(Stdio::piped())
        .output()
        .expect("the program runs");
    let error = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(1));
    assert!(error.contains("cannot be listened on"), "{error}");
    assert!(!folder.path().join("data").exists());
}

#[tokio::test]
async fn an_sqlite_instance_is_copied_before_its_upgrade() {
    let old = server().await;
    if old.app.db.engine() != Engine::Sqlite {
        return;
    }
    old.person("Ada").await;
    as_before_0046(&old.app.db).await;
    let mut serving = Serving::start(&old, &[]).await;
    serving.child.kill().expect("killed");

    let state = async |url: &str| {
        Db::existing(url, 1)
            .await
            .expect("opened")
            .expect("there")
            .1
    };
    let copies = std::fs::read_dir(old.data_dir()).expect("the data folder");
    let copies = copies.map(|file| file.expect("a file").path());
    let copies: Vec<_> = copies
        .filter(|path| path.to_string_lossy().contains("before-upgrade-"))
        .collect();
    let [copy] = &copies[..] else {
        panic!("{copies:?}");
    };
    let copy = format!("sqlite:{}", copy.display());
    assert_eq!(state(&copy).await, SchemaState::OfAnotherVersion);
    assert_eq!(
        state(&old.app.config.database()).await,
        SchemaState::Current
    );
}

#[tokio::test]
async fn a_setting_may_be_in_a_file_and_a_path_in_the_address_is_refused() {
    let settings = server().await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("database-url");
    std::fs::write(&file, format!("{}\n", settings.app.config.database())).expect("written");
    let user = ["user", "reset-password", "nobody@example.org"];
    let run = |name: &str, value: &str, arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_promptcase-server"))
            .args(arguments)
            .env("DATA_DIR", folder.path())
            .env(name, value)
            .output()
            .expect("the program runs");
        (
            output.status.code(),
            String::from_utf8(output.stderr).expect("text"),
        )
    };
    // The instance is found, and has no such account.
    let (code, error) = run("DATABASE_URL_FILE", file.to_str().expect("a path"), &user);
    assert_eq!(code, Some(1));
    assert!(error.contains("no account has the address"), "{error}");
    let (code, error) = run("DATABASE_URL_FILE", "/nowhere", &user);
    assert_eq!(code, Some(2));
    assert!(
        error.contains("the file of DATABASE_URL_FILE, /nowhere, cannot be read"),
        "{error}"
    );

    let (code, error) = run("PUBLIC_URL", "https://example.org/prompts", &["serve"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("cannot be served under a path"), "{error}");
}
