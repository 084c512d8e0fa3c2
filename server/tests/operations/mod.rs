//! Backups, instances, administration and metrics.

use crate::support::TestServer;
use promptcase_server::backup::{Failure, Report};
use promptcase_server::db::Db;
use promptcase_server::{backup, seed};
use serde_json::json;
use std::path::Path;
use std::process::{Command, Output};

mod admin;
mod backups;
mod instance;
mod log;
mod metrics;
mod serving;

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

/// Restores a backup into an instance, as the command does.
async fn restore(file: &Path, to: &Db, folder: &Path) -> Result<Report, Failure> {
    backup::restore(backup::checked(file, folder).await?, to).await
}

/// Runs the program with the settings of a running server.
pub fn program(server: &TestServer, arguments: &[&str]) -> (Option<i32>, String, String) {
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

/// The files in a server's folder, without SQLite's temporary ones.
pub fn files_beside(server: &TestServer) -> Vec<String> {
    let files = std::fs::read_dir(server.data_dir()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.contains(".db")).collect();
    names.sort();
    names
}
