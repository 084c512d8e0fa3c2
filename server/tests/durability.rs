//! What was answered survives the sudden death of the process.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::support::{PASSWORD, fresh_postgres, path, visitor_of};

struct Process(Child);

impl Process {
    fn start(folder: &std::path::Path, port: u16, database: Option<&str>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_promptcase-server"));
        command
            .env("LISTEN", format!("127.0.0.1:{port}"))
            .env("DATA_DIR", folder)
            .env("UNSAFE_FAST_PASSWORDS", "true")
            .env("LOG", "error")
            .stderr(Stdio::null());
        if let Some(database) = database {
            command.env("DATABASE_URL", database);
        }
        Self(command.spawn().expect("the program starts"))
    }
}

impl Drop for Process {
    /// SIGKILL: no goodbye.
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn nothing_that_was_answered_is_lost_when_the_process_is_killed_while_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let database = fresh_postgres().await;
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let base = format!("http://127.0.0.1:{port}");
    let ada = visitor_of(&base);
    let mut answered: Vec<(String, String)> = Vec::new();
    for round in 0..6_u64 {
        let process = Process::start(folder.path(), port, database.as_deref());
        ada.wait_until_ready().await;
        if round == 0 {
            let form =
                json!({ "full_name": "Ada", "email": "ada@example.org", "password": PASSWORD });
            ada.post("/api/auth/register", form).await.created();
        }
        for (id, title) in &answered {
            let read = ada.get(&format!("/api/prompts/{id}")).await.ok();
            assert_eq!(read["title"], title.as_str());
        }
        // The writer goes on until the process is gone under it; what it was answered is kept.
        let written = AtomicU64::new(0);
        let writing = async {
            let mut done = Vec::new();
            for n in 0.. {
                let title = format!("Round {round}, number {n}");
                let Some(created) = ada
                    .try_post("/api/prompts", json!({ "title": title }))
                    .await
                else {
                    break;
                };
                let saved = format!("{title}, saved");
                let mut save = created.clone();
                save["title"] = json!(saved);
                save["base_version"] = json!("1.0.0");
                // A save that was not answered may have happened or not.
                if ada.try_put(&path(&created, ""), save).await.is_some() {
                    done.push((created["id"].as_str().unwrap().to_owned(), saved));
                    written.fetch_add(1, Ordering::Relaxed);
                }
            }
            done
        };
        // The end comes after some writes, at another moment of one each round.
        let kill = async {
            while written.load(Ordering::Relaxed) < 3 + round {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            tokio::time::sleep(Duration::from_micros(700 * round)).await;
            drop(process);
        };
        let (done, ()) = tokio::join!(writing, kill);
        answered.extend(done);
    }
    assert!(
        answered.len() >= 6 * 3,
        "only {} writes were answered",
        answered.len()
    );
}
