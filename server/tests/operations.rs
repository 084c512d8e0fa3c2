//! Copies of an instance, and its figures.

use std::cell::Cell;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use futures_util::future::join_all;
use promptcase_server::backup::{self, Failure, Report, backup, copy};
use promptcase_server::config::Config;
use promptcase_server::db::{Db, Engine, SchemaState};
use promptcase_server::{admin, seed};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::prompts::as_before_0046;
use crate::support::fakes::free_port;
use crate::support::{
    PASSWORD, TestServer, fresh_postgres, path, person_at, seen, server, server_with,
};

async fn looks_like_the_sample(server: &TestServer) {
    let demo = server.visitor();
    demo.post(
        "/api/auth/login",
        json!({ "email": seed::EMAIL, "password": seed::PASSWORD }),
    )
    .await
    .ok();
    let list = demo
        .get("/api/prompts?kind=all&limit=100&search=code")
        .await
        .ok();
    assert!(!list["items"].as_array().unwrap().is_empty());
    let list = demo.get("/api/prompts?kind=all&limit=100").await.ok();
    assert!(list["items"].as_array().unwrap().len() >= 12);
}

/// Fills an instance from a backup, as the command does.
async fn restore(file: &Path, to: &Db, folder: &Path) -> Result<Report, Failure> {
    backup::restore(backup::checked(file, folder).await?, to).await
}

#[tokio::test]
async fn a_backup_of_a_running_instance_fills_an_empty_one() {
    let old = server().await;
    seed::seed(&old.app).await.unwrap();
    let file = old.data_dir().join("copy.db");
    let report = backup(&old.app.db, &file).await.unwrap();
    assert!(
        report
            .iter()
            .any(|(table, rows)| table == "prompts" && *rows >= 12),
        "{report:?}"
    );
    assert!(
        backup(&old.app.db, &file)
            .await
            .unwrap_err()
            .to_string()
            .contains("exists already")
    );

    let new = server().await;
    let before = std::fs::read(&file).unwrap();
    restore(&file, &new.app.db, new.data_dir()).await.unwrap();
    assert!(
        std::fs::read(&file).unwrap() == before,
        "the backup changed"
    );
    looks_like_the_sample(&new).await;
    assert!(
        restore(&file, &new.app.db, new.data_dir())
            .await
            .unwrap_err()
            .to_string()
            .contains("in use")
    );
    std::fs::write(
        old.data_dir().join("torn.db"),
        b"SQLite format 3\0 and then nothing",
    )
    .unwrap();
    let torn = old.data_dir().join("torn.db");
    let db = &server().await.app.db;
    assert!(restore(&torn, db, old.data_dir()).await.is_err());
    assert_eq!(files_beside(&new), files_beside(&server().await));
}

#[tokio::test]
async fn an_instance_moves_from_sqlite_to_whatever_the_tests_run_on_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = server_with(|config| {
        config.database_url = Some(format!("sqlite:{}", folder.path().join("a.db").display()));
    })
    .await;
    seed::seed(&sqlite.app).await.unwrap();
    let other = server().await;
    let there = copy(&sqlite.app.db, &other.app.db).await.unwrap();
    looks_like_the_sample(&other).await;
    // And what was moved goes on working: new rows, new versions, unique numbers.
    let ada = other.person("Ada").await;
    ada.prompt(json!({ "is_public": true })).await;

    let back = Db::connect(
        &format!("sqlite:{}", folder.path().join("b.db").display()),
        1,
    )
    .await
    .unwrap();
    back.migrate().await.unwrap();
    let back = copy(&other.app.db, &back).await.unwrap();
    let rows = |report: &[(String, usize)], name: &str| {
        report.iter().find(|(table, _)| table == name).unwrap().1
    };
    assert_eq!(rows(&back, "prompts"), rows(&there, "prompts") + 1);
    assert_eq!(
        rows(&back, "prompt_versions"),
        rows(&there, "prompt_versions")
    );
}

#[tokio::test]
async fn figures_are_for_this_machine_or_for_whoever_has_the_token() {
    let open = server().await;
    open.visitor().get("/api/auth/session").await.ok();
    // Whatever word a client invents as a method, it makes no new figure.
    let odd = Method::from_bytes(b"BREW").unwrap();
    let odd = open.visitor().request(odd, "/api/auth/session");
    assert_eq!(open.visitor().send(odd).await.status, 405);
    let figures = open.visitor().get("/metrics").await;
    assert_eq!(figures.status, 200);
    assert!(
        figures.text().contains("http_requests_total{"),
        "{}",
        figures.text()
    );
    assert!(
        figures
            .text()
            .contains("http_request_duration_seconds_bucket{")
    );
    assert!(figures.text().contains(r#"method="other",status="405""#));
    assert!(!figures.text().contains("BREW"), "{}", figures.text());
    let forwarded = open
        .visitor()
        .request(Method::GET, "/metrics")
        .header("x-forwarded-for", "1.2.3.4");
    open.visitor().send(forwarded).await.fails(404, "not_found");

    let closed = server_with(|config| config.metrics_token = Some("secret".to_owned())).await;
    closed
        .visitor()
        .get("/metrics")
        .await
        .fails(404, "not_found");
    let wrong = closed
        .visitor()
        .request(Method::GET, "/metrics")
        .bearer_auth("guess");
    closed.visitor().send(wrong).await.fails(404, "not_found");
    let right = closed
        .visitor()
        .request(Method::GET, "/metrics")
        .bearer_auth("secret");
    assert_eq!(closed.visitor().send(right).await.status, 200);
}

#[tokio::test]
async fn figures_are_never_open_through_a_proxy() {
    let open = server().await;
    for (name, value) in [
        ("x-forwarded-for", &b"\xe9"[..]),
        ("x-forwarded-for", b""),
        ("X-Forwarded-For", b"127.0.0.1"),
        ("forwarded", b"for=192.0.2.6"),
        ("via", b"1.1 proxy"),
    ] {
        let value = reqwest::header::HeaderValue::from_bytes(value).unwrap();
        let visitor = open.visitor();
        let request = visitor.request(Method::GET, "/metrics");
        let told = visitor.send(request.header(name, value)).await;
        told.fails(404, "not_found");
    }
    // A proxy that does not say for whom it asks, as nginx does not by itself.
    let behind: [fn(&mut Config); 3] = [
        |config| config.trusted_proxies = 1,
        |config| config.public_url = "https://prompts.example.org".to_owned(),
        |config| config.public_url = "http://192.0.2.7:8080/".to_owned(),
    ];
    for change in behind {
        let server = server_with(change).await;
        let told = server.visitor().get("/metrics").await;
        told.fails(404, "not_found");
        let with_token =
            server.twin_with(|config| config.metrics_token = Some("secret".to_owned()));
        let visitor = with_token.await.visitor();
        let request = visitor.request(Method::GET, "/metrics");
        let told = visitor.send(request.bearer_auth("secret")).await;
        assert_eq!(told.status, 200);
    }
    for here in [
        "http://127.0.0.1:8080",
        "http://[::1]:8080",
        "http://demo.localhost",
    ] {
        let server = server_with(|config| config.public_url = here.to_owned()).await;
        assert_eq!(server.visitor().get("/metrics").await.status, 200, "{here}");
    }
}

#[tokio::test]
async fn an_administrator_resets_passwords_and_deletes_accounts() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let password = admin::reset_password(&server.app, "ADA@example.org")
        .await
        .unwrap();
    assert!(ada.get("/api/auth/session").await.ok()["user"].is_null());
    let login = |password: &str| json!({ "email": "ada@example.org", "password": password });
    server
        .visitor()
        .post("/api/auth/login", login(PASSWORD))
        .await
        .fails(401, "invalid_login");
    server
        .visitor()
        .post("/api/auth/login", login(&password))
        .await
        .ok();
    admin::delete(&server.app, "ada@example.org").await.unwrap();
    server
        .visitor()
        .post("/api/auth/login", login(&password))
        .await
        .fails(401, "invalid_login");
    assert!(admin::delete(&server.app, "ada@example.org").await.is_err());
}

/// The program with the settings of a running server.
fn program(server: &TestServer, arguments: &[&str]) -> (Option<i32>, String, String) {
    program_at(server.data_dir(), &server.app.config.database(), arguments)
}

fn program_at(
    data_dir: &Path,
    database: &str,
    arguments: &[&str],
) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_promptcase-server"))
        .args(arguments)
        .env("DATA_DIR", data_dir)
        .env("DATABASE_URL", database)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

#[tokio::test]
async fn an_administrator_gives_credits_for_a_reason_that_their_owner_reads() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let give = |email: &str, credits: &str, reason: &str| {
        let arguments = ["user", "grant", email, credits, "--reason", reason];
        program(&server, &arguments)
    };
    let (code, said, error) = give("Ada@Example.org", "250", " Thank you for the report ");
    assert_eq!(
        (code, said.as_str(), error.as_str()),
        (
            Some(0),
            "Gave 250 credits to Ada@Example.org, who has 350 now.\n",
            ""
        )
    );
    give("ada@example.org", "250", "Once more");
    let credits = ada.get("/api/credits").await.ok();
    assert_eq!(
        (&credits["balance"], &credits["total_earned"]),
        (&json!(600), &json!(600))
    );
    let ledger = ada.get("/api/credits/transactions").await.ok();
    let lines: Vec<_> = ledger["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| line["transaction_type"] == "granted")
        .map(|line| {
            (
                line["amount"].as_i64().unwrap(),
                line["description"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(lines.len(), 2);
    assert!(lines.contains(&(250, "Thank you for the report")));

    for (email, credits, reason, code, message) in [
        ("bob@example.org", "1", "x", 1, "no account has the address"),
        ("ada@example.org", "1", " ", 1, "Reason is required"),
        (
            "ada@example.org",
            "1",
            "two\nlines",
            1,
            "Reason must be one line",
        ),
        ("ada@example.org", "0", "x", 2, "0 is not in 1..=1000000"),
        ("ada@example.org", "-5", "x", 2, "unexpected argument"),
        (
            "ada@example.org",
            "1000001",
            "x",
            2,
            "is not in 1..=1000000",
        ),
        ("ada@example.org", "many", "x", 2, "invalid digit"),
    ] {
        let (ended, said, error) = give(email, credits, reason);
        assert_eq!((ended, said.as_str()), (Some(code), ""), "{error}");
        assert!(
            error.starts_with("error: ") && error.contains(message),
            "{error}"
        );
    }
    let (code, ..) = program(&server, &["user", "grant", "ada@example.org", "5"]);
    assert_eq!(code, Some(2), "a reason is asked for");
    assert_eq!(ada.get("/api/credits").await.ok()["balance"], 600);

    let (code, help, _) = program(&server, &["user", "grant", "--help"]);
    assert_eq!(code, Some(0));
    for words in ["Give an account credits", "--reason", "1000000"] {
        assert!(help.contains(words), "{help}");
    }
    let (_, help, _) = program(&server, &["--help"]);
    assert!(help.contains("Exit codes: 0 done, 1 "), "{help}");
}

#[tokio::test]
async fn a_backup_under_load_holds_one_moment() {
    let server = server().await;
    let people = join_all((0..4).map(|n| {
        let server = &server;
        async move { server.person(&format!("Writer{n}")).await }
    }))
    .await;
    let folder = tempfile::tempdir().unwrap();
    // How many write: each counts itself after its first prompt.
    let writers = Cell::new(0);
    let writing = join_all(people.iter().map(|person| async {
        let mut written = 0;
        loop {
            let prompt = person
                .prompt(json!({ "title": "Written", "tags": ["a"] }))
                .await;
            let new = json!({ "version_type": "minor", "base_version": "1.0.0" });
            person
                .post(&path(&prompt, "/versions"), new)
                .await
                .created();
            let changed = prompt["id"].as_str().unwrap();
            person
                .put(&format!("/api/prompts/{changed}/like"), json!({}))
                .await
                .ok();
            written += 1;
            if written == 1 {
                writers.set(writers.get() + 1);
            }
            if folder.path().join("last.db").exists() {
                return written;
            }
        }
    }));
    let copying = async {
        let all_write = seen(async || (writers.get() == people.len()).then_some(()));
        all_write.await.expect("everybody has written something");
        for name in ["first.db", "second.db", "last.db"] {
            backup(&server.app.db, &folder.path().join(name))
                .await
                .unwrap();
        }
    };
    let (written, ()) = tokio::join!(writing, copying);
    assert!(written.iter().all(|&prompts| prompts > 1), "{written:?}");

    for name in ["first.db", "second.db", "last.db"] {
        let file = folder.path().join(name);
        let copy = Db::connect(&format!("sqlite:{}", file.display()), 1)
            .await
            .unwrap();
        // Each of these pairs is written in one transaction.
        for (what, sql) in [
            ("references", "SELECT COUNT(*) FROM pragma_foreign_key_check"),
            ("versions", "SELECT COUNT(*) FROM prompts p WHERE p.version_minor <>
                 (SELECT COUNT(*) FROM prompt_versions v WHERE v.prompt_id = p.id)"),
            ("tags", "SELECT COUNT(*) FROM prompts p WHERE NOT EXISTS
                 (SELECT 1 FROM prompt_tags t WHERE t.prompt_id = p.id)"),
            ("likes", "SELECT COUNT(*) FROM prompts p LEFT JOIN prompt_counts c ON c.prompt_id = p.id
                 WHERE COALESCE(c.like_count, 0) <> (SELECT COUNT(*) FROM prompt_likes l WHERE l.prompt_id = p.id)"),
        ] {
            let (torn,) = copy.read(sql).one::<(i64,)>().await.unwrap();
            assert_eq!(torn, 0, "{name}: {what}");
        }
        let (prompts,) = copy
            .read("SELECT COUNT(*) FROM prompts")
            .one::<(i64,)>()
            .await
            .unwrap();
        assert!(prompts > 0);
        copy.close().await;
    }
}

#[tokio::test]
async fn the_program_copies_an_instance_and_says_what_it_did() {
    let old = server().await;
    seed::seed(&old.app).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    let file = file.to_str().unwrap();
    let (code, said, error) = program(&old, &["backup", file]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(
        said.starts_with("Backed up ") && said.contains("prompts "),
        "{said}"
    );
    let (code, _, error) = program(&old, &["backup", file]);
    assert_eq!(code, Some(1));
    assert!(
        error.starts_with("error: ") && error.contains("exists already"),
        "{error}"
    );

    let new = server().await;
    let (code, said, error) = program(&new, &["restore", file]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(said.starts_with("Restored "), "{said}");
    looks_like_the_sample(&new).await;

    let moved = server().await;
    let to = moved.app.config.database();
    let from = format!("sqlite:{file}");
    let (code, said, error) = program(&moved, &["migrate-data", "--from", &from, "--to", &to]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(said.starts_with("Moved "), "{said}");
    looks_like_the_sample(&moved).await;
}

#[cfg(unix)]
#[tokio::test]
async fn files_that_are_no_instance_are_left_as_they_are() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let files = folder.path().join("files");
    std::fs::create_dir(&files).unwrap();
    for (name, journal) in [("plain.db", "DELETE"), ("wal.db", "WAL")] {
        let other = rusqlite::Connection::open(files.join(name)).unwrap();
        let sql = format!("PRAGMA journal_mode = {journal}; CREATE TABLE theirs (a)");
        other.execute_batch(&sql).unwrap();
    }
    std::fs::write(files.join("notes.txt"), "no database at all, but a text").unwrap();
    std::fs::write(files.join("empty.db"), "").unwrap();
    let state = || {
        let entries = std::fs::read_dir(&files).unwrap();
        let mut state: Vec<_> = entries
            .map(|entry| {
                let path = entry.unwrap().path();
                let mode = std::fs::metadata(&path).unwrap().permissions().mode();
                (path.clone(), mode, std::fs::read(path).unwrap())
            })
            .collect();
        state.sort();
        state
    };
    for (path, ..) in state() {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644)).unwrap();
    }
    let before = state();
    for (path, ..) in &before {
        let url = format!("sqlite:{}", path.display());
        let target = format!("sqlite:{}", folder.path().join("target.db").display());
        for arguments in [
            &["backup", copy.to_str().unwrap()][..],
            &["user", "delete", "ada@example.org"],
            &["migrate-data", "--from", &url, "--to", &target],
        ] {
            let (code, _, error) = program_at(folder.path(), &url, arguments);
            assert_eq!(code, Some(1), "{arguments:?}");
            let begins = "error: there is no instance in ";
            assert!(error.starts_with(begins), "{arguments:?}: {error}");
            assert_eq!(state(), before, "{arguments:?}");
        }
    }
}

#[tokio::test]
async fn nothing_is_copied_over_an_instance_with_accounts() {
    let old = server().await;
    seed::seed(&old.app).await.unwrap();
    let file = old.data_dir().join("copy.db");
    backup(&old.app.db, &file).await.unwrap();

    // Ada has neither prompts nor sessions.
    let used = server().await;
    let ada = used.person("Ada").await;
    let folder = ada
        .post("/api/collections", json!({ "title": "Mine" }))
        .await;
    folder.created();
    ada.post("/api/auth/logout", json!({})).await.done();
    let db = &used.app.db;
    for refused in [
        restore(&file, db, used.data_dir()).await.unwrap_err(),
        copy(&old.app.db, db).await.unwrap_err(),
    ] {
        assert!(refused.to_string().contains("in use"), "{refused}");
    }
    let login = json!({ "email": "ada@example.org", "password": PASSWORD });
    used.visitor().post("/api/auth/login", login).await.ok();
}

#[tokio::test]
async fn a_raw_copy_is_restored_with_the_log_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let raw = folder.path().join("raw.db");
    let old = server_with(|config| {
        config.database_url = Some(format!("sqlite:{}", raw.display()));
    })
    .await;
    seed::seed(&old.app).await.unwrap();
    let ada = old.person("Ada").await;
    ada.prompt(json!({ "title": "The latest" })).await;

    let file = folder.path().join("copy.db");
    std::fs::copy(&raw, &file).unwrap();
    let log = std::fs::copy(
        folder.path().join("raw.db-wal"),
        folder.path().join("copy.db-wal"),
    );
    assert!(log.unwrap() > 0);
    let new = server().await;
    restore(&file, &new.app.db, new.data_dir()).await.unwrap();
    looks_like_the_sample(&new).await;
    let there = new.visitor();
    there.set_cookie(ada.cookie());
    let list = there.get("/api/prompts?owner=me").await.ok();
    assert_eq!(list["items"][0]["title"], "The latest");
}

/// What lies in a server's folder, without what only the running database keeps there.
pub fn files_beside(server: &TestServer) -> Vec<String> {
    let files = std::fs::read_dir(server.data_dir()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.contains(".db")).collect();
    names.sort();
    names
}

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
    // Nor does a restore of what is no backup.
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

    // The backup is of the older version too, and stays that when it is restored.
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
    // The folder may be there before the first start, open to others.
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(seed(), Some(0));
    assert_eq!((mode(&data), mode(&database)), (0o700, 0o600));
    // An instance of an earlier version is closed to others too.
    for (path, open) in [(&data, 0o755), (&database, 0o644)] {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(open)).unwrap();
    }
    assert_eq!(seed(), Some(0));
    assert_eq!((mode(&data), mode(&database)), (0o700, 0o600));
    let file = folder.path().join("copy.db");
    let (code, ..) = program_at(&data, &url, &["backup", file.to_str().unwrap()]);
    assert_eq!((code, mode(&file)), (Some(0), 0o600));
    // So does a restore, also where the database is elsewhere.
    let elsewhere = folder.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    std::fs::set_permissions(&elsewhere, std::fs::Permissions::from_mode(0o755)).unwrap();
    let other = format!("sqlite:{}", folder.path().join("other.db").display());
    let arguments = ["restore", file.to_str().unwrap()];
    assert_eq!(program_at(&elsewhere, &other, &arguments).0, Some(0));
    assert_eq!(mode(&elsewhere), 0o700);

    // While it runs: what SQLite keeps beside its file, and mails.
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

    // Half a request has been sent when the server is asked to stop, and the rest only comes afterwards.
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
    // Whoever is asked to go on has begun to be served.
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
