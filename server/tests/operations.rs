//! Copies of an instance, and its figures.

use promptcase_server::backup::{backup, copy, restore};
use promptcase_server::db::Db;
use promptcase_server::{admin, seed};
use reqwest::Method;
use serde_json::json;

use crate::support::{PASSWORD, TestServer, server, server_with};

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
    restore(&file, &new.app.db).await.unwrap();
    looks_like_the_sample(&new).await;
    assert!(
        restore(&file, &new.app.db)
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
    assert!(
        restore(&old.data_dir().join("torn.db"), &server().await.app.db)
            .await
            .is_err()
    );
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
