//! Mail over a real SMTP server: what it gets, and what happens while there is none.

use crate::support::fakes::{free_port, python};
use crate::support::{TestServer, seen, server_with};
use promptcase_server::backup;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// An SMTP server that keeps mails in a maildir.
struct Smtp {
    child: Child,
    folder: PathBuf,
}

impl Drop for Smtp {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Smtp {
    async fn start(port: u16, folder: &Path) -> Self {
        let folder = folder.join("mails");
        let child = python()
            .args(["-m", "aiosmtpd", "-n", "-l", &format!("127.0.0.1:{port}")])
            .args(["-c", "aiosmtpd.handlers.Mailbox"])
            .arg(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("aiosmtpd starts; scripts/test-server installs it");
        let connected = seen(async || std::net::TcpStream::connect(("127.0.0.1", port)).ok());
        connected.await.expect("it listens");
        Self { child, folder }
    }

    fn mails(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.folder.join("new"));
        let texts = files.into_iter().flatten().filter_map(|file| {
            let text = std::fs::read_to_string(file.ok()?.path()).ok()?;
            Some(text.replace("=\n", "").replace("=\r\n", ""))
        });
        texts.collect()
    }
}

async fn sending_to(port: u16) -> TestServer {
    server_with(|config| config.smtp_url = Some(format!("smtp://127.0.0.1:{port}"))).await
}

async fn waiting(server: &TestServer) -> i64 {
    let count = server.app.db.read("SELECT COUNT(*) FROM mail_queue");
    count.one::<(i64,)>().await.unwrap().0
}

#[tokio::test]
async fn a_mail_has_what_mail_servers_expect() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let smtp = Smtp::start(port, folder.path()).await;
    let server = sending_to(port).await;
    server.person("Ada").await;
    let mail = seen(async || smtp.mails().into_iter().next())
        .await
        .unwrap();
    for line in [
        "From: ",
        "To: ada@example.org",
        "Subject: Confirm your address",
        "Message-ID: <",
        "Date: ",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
    ] {
        assert!(
            mail.contains(&format!("\n{line}")) || mail.starts_with(line),
            "{line}: {mail}"
        );
    }
    let taken = seen(async || (waiting(&server).await == 0).then_some(()));
    taken.await.expect("what was sent does not wait");
}

#[tokio::test]
async fn a_mail_waits_for_a_mail_server_that_is_down() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let server = sending_to(port).await;
    let ada = server.person("Ada").await;
    // The first attempt has failed once the next one has a time.
    let tried = async || {
        let count = "SELECT COUNT(*) FROM mail_queue WHERE next_at <= $1";
        let soon = server.app.now().plus(Duration::from_mins(1));
        let (count,) = server
            .app
            .db
            .read(count)
            .bind(soon)
            .one::<(i64,)>()
            .await
            .unwrap();
        (count == 1).then_some(())
    };
    seen(tried).await.expect("the mail is kept");
    let app = &server.app;
    let send_due = async || app.mailer.send_due(&app.db, &app.clock).await.unwrap();

    // Not before its time, and again later if it still fails.
    assert_eq!(send_due().await, 0);
    server.pass(Duration::from_mins(1));
    assert_eq!((send_due().await, waiting(&server).await), (0, 1));
    server.pass(Duration::from_mins(1));
    // A backup does not hold what waits: its links work.
    let copy = folder.path().join("copy.db");
    backup::backup(&server.app.db, &copy).await.unwrap();
    let copied = std::fs::read(&copy).unwrap();
    assert!(
        !copied
            .windows(20)
            .any(|text| text == b"/confirm-email#token")
    );
    let smtp = Smtp::start(port, folder.path()).await;
    assert_eq!((send_due().await, smtp.mails().len()), (0, 0));
    server.pass(Duration::from_mins(4));
    assert_eq!((send_due().await, waiting(&server).await), (1, 0));
    assert_eq!(smtp.mails().len(), 1);
    assert!(smtp.mails()[0].contains("Subject: Confirm your address"));
    drop(smtp);

    // A mail that is no longer worth sending is given up, and one of a deleted account at once.
    let again = async || {
        ada.post("/api/auth/email/confirmation", json!({}))
            .await
            .done();
        seen(tried).await.expect("the mail is kept");
    };
    again().await;
    for _ in 0..7 {
        assert_eq!((send_due().await, waiting(&server).await), (0, 1));
        server.pass(Duration::from_hours(7));
    }
    assert_eq!((send_due().await, waiting(&server).await), (0, 0));
    again().await;
    server.demote_all().await;
    crate::support::delete_account(&server.app, "ada@example.org")
        .await
        .unwrap();
    assert_eq!(waiting(&server).await, 0);
}

#[tokio::test]
async fn an_administrator_tries_the_settings_of_mail() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let run = |url: Option<String>, to: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_promptcase-server"));
        command
            .args(["mail", "test", to])
            .env("DATA_DIR", folder.path());
        if let Some(url) = url {
            command.env("SMTP_URL", url);
        }
        let output = command.output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let url = format!("smtp://127.0.0.1:{port}");
    let (code, _, error) = run(Some(url.clone()), "ada@example.org");
    assert_eq!(code, Some(1));
    assert!(
        error.starts_with("error: the mail was not sent: "),
        "{error}"
    );
    let (code, _, error) = run(Some("mail.example.org".to_owned()), "ada@example.org");
    assert_eq!(code, Some(1));
    assert!(
        error.starts_with("error: SMTP_URL cannot be used: "),
        "{error}"
    );

    let smtp = Smtp::start(port, folder.path()).await;
    let (code, said, error) = run(Some(url.clone()), "ada@example.org");
    assert_eq!(
        (code, said.as_str(), error.as_str()),
        (Some(0), "A mail was sent to ada@example.org.\n", "")
    );
    assert_eq!(smtp.mails().len(), 1);
    assert_eq!(run(Some(url), "nobody").0, Some(1));
    let (code, said, _) = run(None, "ada@example.org");
    assert_eq!(code, Some(0));
    assert!(said.contains("SMTP_URL is not set"), "{said}");
    assert_eq!(
        std::fs::read_dir(folder.path().join("mail"))
            .unwrap()
            .count(),
        1
    );
}
