//! Acknowledged writes survive SIGKILL: twenty kills at random moments of concurrent writes.

use std::pin::pin;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use promptcase_server::db::{Db, Engine};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::fakes::{self, Fake, SERVER_KEY, free_port};
use crate::support::{Client, PASSWORD, fresh_postgres, path, version, visitor_of};

/// Instances that run in parallel, so that twenty kills take the time of five.
const INSTANCES: usize = 4;
const DEATHS: usize = 5;
/// The minimum of acknowledged writes before a kill.
const WRITES: usize = 4;

struct Process(Child);

impl Drop for Process {
    /// Sends SIGKILL: no graceful shutdown.
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server process with its data.
struct Instance {
    folder: TempDir,
    postgres: Option<String>,
    port: u16,
    ai: String,
    ada: Client,
}

/// The writes that the server acknowledged.
#[derive(Default)]
struct Answered {
    /// Ids and titles.
    prompts: Vec<(String, String)>,
    /// Prompts and their versions.
    versions: Vec<(String, String)>,
    /// Generated prompts that were charged.
    generated: Vec<String>,
    /// Runs that were charged.
    runs: Vec<String>,
    /// The patch number that the last save of the shared prompt returned.
    batch: u64,
}

impl Answered {
    fn count(&self) -> usize {
        self.prompts.len() + self.versions.len() + self.generated.len() + self.runs.len()
    }
}

impl Instance {
    async fn new(ai: &Fake) -> Self {
        let port = free_port();
        Self {
            folder: tempfile::tempdir().unwrap(),
            postgres: fresh_postgres().await,
            port,
            ai: format!("{}/v1", ai.url),
            ada: visitor_of(&format!("http://127.0.0.1:{port}")),
        }
    }

    fn database(&self) -> String {
        let file = self.folder.path().join("promptcase.db");
        let sqlite = || format!("sqlite:{}", file.display());
        self.postgres.clone().unwrap_or_else(sqlite)
    }

    async fn start(&self) -> Process {
        let child = Command::new(env!("CARGO_BIN_EXE_promptcase-server"))
            .env("LISTEN", format!("127.0.0.1:{}", self.port))
            .env("DATA_DIR", self.folder.path())
            .env("DATABASE_URL", self.database())
            .env("UNSAFE_FAST_PASSWORDS", "true")
            .env("DEFAULT_PLAN", "max")
            .env("OPENAI_API_KEY", SERVER_KEY)
            .env("OPENAI_BASE_URL", &self.ai)
            .env("LOG", "error")
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let process = Process(child);
        self.ada.wait_until_ready().await;
        process
    }

    /// Runs several kinds of writes concurrently until the process is killed, recording the acknowledged ones.
    async fn write(&self, one: &str, answered: &mut Answered, written: &AtomicUsize) {
        let ada = &self.ada;
        let new_prompts = async {
            let (mut prompts, mut versions) = (Vec::new(), Vec::new());
            loop {
                let title = format!("Number {}", rand::random::<u64>());
                let create = json!({ "title": title, "tags": ["killed", title] });
                let Some(created) = ada.try_post("/api/prompts", create).await else {
                    break;
                };
                let id = created["id"].as_str().unwrap().to_owned();
                prompts.push((id.clone(), title));
                written.fetch_add(1, Ordering::Relaxed);
                let new = json!({ "version_type": "minor", "base_version": "1.0.0" });
                let Some(kept) = ada.try_post(&path(&created, "/versions"), new).await else {
                    break;
                };
                versions.push((id, version(&kept)));
            }
            (prompts, versions)
        };
        let saves = async {
            let mut last = 0;
            let Some(mut current) = ada.try_get(one).await else {
                return last;
            };
            loop {
                let text = format!("Saved {}", rand::random::<u64>());
                let mut save = current.clone();
                save["description"] = json!(text);
                save["base_version"] = json!(version(&current));
                let Some(saved) = ada.try_put(one, save).await else {
                    return last;
                };
                last = saved["version_batch"].as_u64().unwrap();
                written.fetch_add(1, Ordering::Relaxed);
                current = saved;
            }
        };
        let generations = async {
            let mut generated = Vec::new();
            let request = json!({ "user_input": "Please write a poem" });
            while let Some(done) = ada.try_post("/api/generations", request.clone()).await {
                generated.push(done["prompt"]["id"].as_str().unwrap().to_owned());
                written.fetch_add(1, Ordering::Relaxed);
            }
            generated
        };
        let runs = async {
            let mut ran = Vec::new();
            let content = json!({ "segments": [{ "type": "user", "content": "Greet Ada" }] });
            let create = json!({ "title": "Greeting", "content": content });
            let Some(prompt) = ada.try_post("/api/prompts", create).await else {
                return ran;
            };
            let address = path(&prompt, "/runs");
            while let Some(done) = ada.try_post(&address, json!({})).await {
                ran.push(done["id"].as_str().unwrap().to_owned());
                written.fetch_add(1, Ordering::Relaxed);
            }
            ran
        };
        let ((prompts, versions), last, generated, runs) =
            tokio::join!(new_prompts, saves, generations, runs);
        answered.runs.extend(runs);
        answered.prompts.extend(prompts);
        answered.versions.extend(versions);
        answered.generated.extend(generated);
        answered.batch = answered.batch.max(last);
    }

    /// Asserts that every acknowledged write is stored, the ledger balances, and the database is intact.
    async fn check(&self, answered: &Answered) {
        let ada = &self.ada;
        for (id, title) in &answered.prompts {
            let read = ada.get(&format!("/api/prompts/{id}")).await.ok();
            assert_eq!(read["title"], title.as_str());
        }
        for (prompt, number) in &answered.versions {
            ada.get(&format!("/api/prompts/{prompt}/versions/{number}"))
                .await
                .ok();
        }
        for id in &answered.generated {
            ada.get(&format!("/api/prompts/{id}")).await.ok();
        }
        for id in &answered.runs {
            ada.get(&format!("/api/runs/{id}")).await.ok();
        }
        let mut sum = 0;
        let mut spent = 0;
        for line in pages(ada, "/api/credits/transactions").await {
            sum += line["amount"].as_i64().unwrap();
            spent += usize::from(line["transaction_type"] == "spent");
        }
        let credits = ada.get("/api/credits").await.ok();
        assert_eq!(credits["balance"], sum);
        assert!(spent >= answered.generated.len() + answered.runs.len());

        let db = Db::connect(&self.database(), 1).await.unwrap();
        for (what, sql) in [
            (
                "balances that are not the sum of their ledger",
                "SELECT COUNT(*) FROM credit_accounts a WHERE a.balance <>
                     (SELECT SUM(t.amount) FROM credit_transactions t WHERE t.workspace_id = a.workspace_id)",
            ),
            (
                "reservations that no running generation holds",
                "SELECT COUNT(*) FROM credit_accounts a WHERE a.reserved <> (SELECT COALESCE(SUM(u.total_cost), 0)
                     FROM ai_usage u WHERE u.workspace_id = a.workspace_id AND u.status = 'pending')",
            ),
            (
                "uses without the prompt they paid for",
                "SELECT COUNT(*) FROM ai_usage u WHERE u.status = 'succeeded'
                     AND NOT EXISTS (SELECT 1 FROM prompts p WHERE p.id = u.prompt_id)",
            ),
            (
                "runs that were charged and not stored",
                "SELECT COUNT(*) FROM ai_usage u WHERE u.status = 'succeeded' AND u.feature_type = 'prompt_run'
                     AND NOT EXISTS (SELECT 1 FROM prompt_runs r WHERE r.id = u.id)",
            ),
        ] {
            let (count,) = db.read(sql).one::<(i64,)>().await.unwrap();
            assert_eq!(count, 0, "{what}");
        }
        if db.engine() == Engine::Sqlite {
            let (found,) = db
                .read("PRAGMA integrity_check")
                .one::<(String,)>()
                .await
                .unwrap();
            assert_eq!(found, "ok");
            let (torn,) = db
                .read("SELECT COUNT(*) FROM pragma_foreign_key_check")
                .one::<(i64,)>()
                .await
                .unwrap();
            assert_eq!(torn, 0, "references lead nowhere");
        }
        db.close().await;
    }
}

async fn pages(client: &Client, list: &str) -> Vec<Value> {
    let mut items = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = client.get(&format!("{list}?limit=100{cursor}")).await.ok();
        items.extend(page["items"].as_array().unwrap().iter().cloned());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return items,
        }
    }
}

async fn live_and_die(ai: &Fake) -> usize {
    let instance = Instance::new(ai).await;
    let mut answered = Answered::default();
    let mut one = String::new();
    for death in 0..DEATHS {
        let process = instance.start().await;
        if death == 0 {
            let form =
                json!({ "full_name": "Ada", "email": "ada@example.org", "password": PASSWORD });
            let ada = &instance.ada;
            ada.post("/api/auth/register", form).await.created();
            one = path(&ada.prompt(json!({ "title": "The one" })).await, "");
        }
        instance.check(&answered).await;
        let read = instance.ada.get(&one).await.ok();
        assert!(read["version_batch"].as_u64().unwrap() >= answered.batch);

        // Kill after a random number of writes.
        let written = AtomicUsize::new(0);
        let enough = rand::random_range(WRITES..5 * WRITES);
        let death = async {
            while written.load(Ordering::Relaxed) < enough {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            tokio::time::sleep(Duration::from_micros(rand::random_range(0..20_000))).await;
            drop(process);
        };
        let mut writing = pin!(instance.write(&one, &mut answered, &written));
        tokio::select! {
            biased;
            () = death => writing.await,
            () = &mut writing => panic!("the server answered nothing more before it died"),
        }
    }
    let _last = instance.start().await;
    instance.check(&answered).await;
    answered.count()
}

#[tokio::test]
async fn nothing_that_was_answered_is_lost_in_twenty_sudden_deaths() {
    let ai = fakes::ai().await;
    let counts = join_all((0..INSTANCES).map(|_| live_and_die(&ai))).await;
    // At least one acknowledged write was checked.
    assert!(counts.iter().sum::<usize>() > 0, "{counts:?}");
}
