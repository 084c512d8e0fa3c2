//! Creating and migrating an instance, and graceful shutdown.

use super::{looks_like_the_sample, program, program_at};
use crate::prompts::as_before_0046;
use crate::support::fakes::free_port;
use crate::support::{fresh_postgres, person_at, seen, server};
use promptcase_server::db::{Db, Engine, SchemaState};
use promptcase_server::seed;
use serde_json::json;
use std::path::Path;
use std::process::{Command, Stdio};
use tokio::io::AsyncReadExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

#[tokio::test]
async fn only_serving_seeding_and_restoring_make_an_instance() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("typo");
    let file = folder.path().join("copy.db");
    let file = file.to_str().unwrap();
    let database = match fresh_postgres().await {
        Some(empty) => empty,
        None => format!("sqlite:{}", missing.join("promptcase.db").display()),
    };
    let sqlite = format!("sqlite:{}", missing.join("none.db").display());
    let target = format!("sqlite:{}", folder.path().join("target.db").display());
    for arguments in [
        &["backup", file][..],
        &["user", "reset-password", "ada@example.org"],
        &[
            "user",
            "grant",
            "ada@example.org",
            "5",
            "--reason",
            "Thanks",
        ],
        &["user", "delete", "ada@example.org"],
        &["migrate-data", "--from", &sqlite, "--to", &target],
    ] {
        let (code, said, error) = program_at(&missing, &database, arguments);
        assert_eq!((code, said.as_str()), (Some(1), ""), "{arguments:?}");
        let begins = "error: there is no instance in ";
        assert!(error.starts_with(begins), "{arguments:?}: {error}");
        let left = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 0, "{arguments:?}");
    }
    // Restoring a file that is not a backup creates none either.
    let damaged = folder.path().join("damaged.db");
    std::fs::write(&damaged, "not a database").unwrap();
    for no_backup in [&damaged, &folder.path().join("nowhere.db")] {
        let restore = ["restore", no_backup.to_str().unwrap()];
        assert_eq!(program_at(&missing, &database, &restore).0, Some(1));
    }
    assert!(Db::existing(&database, 1).await.unwrap().is_none());
    assert_eq!(program_at(&missing, &database, &["seed"]).0, Some(0));
    let (db, state) = Db::existing(&database, 1).await.unwrap().unwrap();
    assert_eq!(state, SchemaState::Current);
    db.close().await;
    let (code, _, error) = program_at(&missing, &database, &["backup", file]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
}

#[tokio::test]
async fn an_instance_of_an_older_version_is_not_migrated_by_a_backup_or_a_command() {
    let old = server().await;
    seed::seed(&old.app).await.unwrap();
    let db = &old.app.db;
    let newest = match db.engine() {
        Engine::Sqlite => {
            as_before_0046(db).await;
            46
        }
        Engine::Postgres => {
            let forget = "DELETE FROM _sqlx_migrations WHERE version = 41";
            db.write(forget).execute().await.unwrap();
            41
        }
    };
    let migrated = async |db: &Db| {
        let all = "SELECT version FROM _sqlx_migrations";
        let all = db.read(all).all::<(i64,)>().await.unwrap();
        all.contains(&(newest,))
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    let (code, _, error) = program(&old, &["backup", file.to_str().unwrap()]);
    assert!(!migrated(db).await);
    let reset = ["user", "reset-password", seed::EMAIL];
    let (refused, _, why) = program(&old, &reset);
    assert_eq!(refused, Some(1));
    assert!(why.contains("another version"), "{why}");
    assert!(!migrated(db).await);
    if db.engine() == Engine::Postgres {
        assert_eq!(code, Some(1));
        assert!(error.contains("another version"), "{error}");
        return;
    }

    // The backup has the older version too, and keeps it when restored.
    assert_eq!((code, error.as_str()), (Some(0), ""));
    let copied = std::fs::read(&file).unwrap();
    let new = server().await;
    let (code, _, error) = program(&new, &["restore", file.to_str().unwrap()]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    looks_like_the_sample(&new).await;
    assert!(migrated(&new.app.db).await);
    assert!(
        std::fs::read(&file).unwrap() == copied,
        "the backup changed"
    );
    let url = format!("sqlite:{}", file.display());
    assert!(!migrated(&Db::connect(&url, 1).await.unwrap()).await);
}

#[cfg(unix)]
#[tokio::test]
async fn what_the_server_stores_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let database = data.join("promptcase.db");
    let url = format!("sqlite:{}", database.display());
    let seed = || program_at(&data, &url, &["seed"]).0;
    // The folder may exist before the first start, readable by others.
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(seed(), Some(0));
    assert_eq!((mode(&data), mode(&database)), (0o700, 0o600));
    // The permissions of an earlier version's instance are tightened too.
    for (path, open) in [(&data, 0o755), (&database, 0o644)] {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(open)).unwrap();
    }
    assert_eq!(seed(), Some(0));
    assert_eq!((mode(&data), mode(&database)), (0o700, 0o600));
    let file = folder.path().join("copy.db");
    let (code, ..) = program_at(&data, &url, &["backup", file.to_str().unwrap()]);
    assert_eq!((code, mode(&file)), (Some(0), 0o600));
    // A restore tightens them too, also when the database is elsewhere.
    let elsewhere = folder.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    std::fs::set_permissions(&elsewhere, std::fs::Permissions::from_mode(0o755)).unwrap();
    let other = format!("sqlite:{}", folder.path().join("other.db").display());
    let arguments = ["restore", file.to_str().unwrap()];
    assert_eq!(program_at(&elsewhere, &other, &arguments).0, Some(0));
    assert_eq!(mode(&elsewhere), 0o700);

    // At run time: the files beside SQLite's database, and mails.
    let server = server().await;
    let forgot = json!({ "email": "ada@example.org" });
    let ada = server.person("Ada").await;
    ada.post("/api/auth/password/forgot", forgot).await.done();
    let mails = server.data_dir().join("mail");
    let mail = seen(async || {
        let mut files = std::fs::read_dir(&mails).ok()?;
        let mail = files.next()?.unwrap().path();
        (mode(&mail) == 0o600).then_some(mail)
    });
    assert!(mail.await.is_some());
    assert_eq!(mode(&mails), 0o700);
    for ending in ["", "-wal", "-shm"] {
        let path = server.data_dir().join(format!("promptcase.db{ending}"));
        if server.app.db.engine() == Engine::Sqlite {
            assert_eq!(mode(&path), 0o600, "{ending}");
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_that_is_asked_to_stop_finishes_what_it_began() {
    let settings = server().await;
    let port = free_port();
    let mut child = Command::new(env!("CARGO_BIN_EXE_promptcase-server"))
        .env("LISTEN", format!("127.0.0.1:{port}"))
        .env("DATA_DIR", settings.data_dir())
        .env("DATABASE_URL", settings.app.config.database())
        .env("UNSAFE_FAST_PASSWORDS", "true")
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let base = format!("http://127.0.0.1:{port}");
    let ada = person_at(&base, "Ada").await;

    // Half a request is sent before the shutdown signal, and the rest after it.
    let body = json!({ "title": "Begun" }).to_string();
    let (half, rest) = body.split_at(8);
    let mut connection = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let head = format!(
        "POST /api/prompts HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n",
        ada.cookie().unwrap(),
        body.len(),
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    // `100 Continue` shows that the request is being handled.
    let go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    let mut told = vec![0; go_on.len()];
    connection.read_exact(&mut told).await.unwrap();
    assert_eq!(String::from_utf8_lossy(&told), go_on);
    connection.write_all(half.as_bytes()).await.unwrap();
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap()
            .success()
    );
    let closed = seen(async || TcpStream::connect(("127.0.0.1", port)).await.err());
    closed.await.expect("nobody is let in any more");
    connection.write_all(rest.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    let status = tokio::task::spawn_blocking(move || child.wait())
        .await
        .unwrap();
    assert_eq!(status.unwrap().code(), Some(0));

    let there = settings.visitor();
    there.set_cookie(ada.cookie());
    let list = there.get("/api/prompts?owner=me").await.ok();
    assert_eq!(list["items"][0]["title"], "Begun");
}
