//! Backup, restore and moving between engines.

use super::{files_beside, looks_like_the_sample, program, program_at, restore};
use crate::support::{PASSWORD, path, seen, server, server_with};
use futures_util::future::join_all;
use promptcase_server::backup::{backup, copy};
use promptcase_server::db::Db;
use promptcase_server::seed;
use serde_json::json;
use std::cell::Cell;

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
    // The moved instance works: new rows, new versions, unique numbers.
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
        rows(&there, "prompt_versions") + 1
    );
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
    // The number of active writers: each counts itself after its first prompt.
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
                 (SELECT COUNT(*) FROM prompt_versions v WHERE v.prompt_id = p.id AND v.is_named)"),
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
