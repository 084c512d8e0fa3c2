//! Group commit: concurrent transactions share a commit without affecting each other.

use futures_util::future::join_all;
use promptcase_server::db::{Db, Engine, Tx};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{path, seen, server, version};

async fn add(tx: &mut Tx, key: u8) -> Result<u64, sqlx::Error> {
    tx.query("INSERT INTO attempts (key_hash, count, window_ends) VALUES ($1, $2, $3)")
        .bind(vec![key])
        .bind(1_i64)
        .bind(i64::MAX)
        .execute()
        .await
}

async fn keys(db: &Db) -> Vec<u8> {
    let rows: Vec<(Vec<u8>,)> = db
        .read("SELECT key_hash FROM attempts ORDER BY key_hash")
        .all()
        .await
        .unwrap();
    rows.into_iter().flat_map(|(key,)| key).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_one_takes_back_or_breaks_harms_no_other() {
    let server = server().await;
    let db = &server.app.db;
    let mut taken = db.begin().await.unwrap();
    add(&mut taken, 0).await.unwrap();
    taken.commit().await.unwrap();

    // Given sixty concurrent transactions: a third commit, a third roll back, a third violate a constraint and
    // are dropped.
    let all = (1..=60_u8).map(|key| {
        let db = db.clone();
        tokio::spawn(async move {
            let mut tx = db.begin().await.unwrap();
            add(&mut tx, key).await.unwrap();
            match key % 3 {
                0 => tx.commit().await.unwrap(),
                1 => drop(tx),
                _ => {
                    let broken = add(&mut tx, 0).await;
                    assert!(broken.is_err(), "key 0 is taken");
                }
            }
        })
    });
    for done in join_all(all).await {
        done.unwrap();
    }

    // Then exactly the committed rows are stored.
    let expected: Vec<u8> = (0..=60).filter(|key| key % 3 == 0).collect();
    assert_eq!(keys(db).await, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_committed_is_read_at_once() {
    let server = server().await;
    let db = &server.app.db;
    let all = (0..40_u8).map(|key| {
        let db = db.clone();
        tokio::spawn(async move {
            let mut tx = db.begin().await.unwrap();
            add(&mut tx, key).await.unwrap();
            tx.commit().await.unwrap();
            assert!(keys(&db).await.contains(&key), "{key} was acknowledged");
        })
    });
    for done in join_all(all).await {
        done.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_transaction_whose_request_is_gone_is_taken_back_and_the_next_one_goes_on() {
    let server = server().await;
    let db = &server.app.db;
    let (waiting, waits) = tokio::sync::oneshot::channel::<()>();
    let hung = {
        let db = db.clone();
        tokio::spawn(async move {
            let mut tx = db.begin().await.unwrap();
            add(&mut tx, 1).await.unwrap();
            waiting.send(()).unwrap();
            std::future::pending::<()>().await;
            tx.commit().await.unwrap();
        })
    };
    waits.await.unwrap();
    hung.abort();

    let mut tx = db.begin().await.unwrap();
    add(&mut tx, 2).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(keys(db).await, [2]);
}

#[tokio::test]
async fn a_place_without_a_value_is_an_error_and_not_null() {
    let server = server().await;
    let found = server
        .app
        .db
        .read("SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT)")
        .bind(1_i64)
        .all::<(i64, Option<i64>)>()
        .await;
    assert!(found.is_err(), "{found:?}");
}

/// Waits until a statement is blocked on a lock in this server's database.
async fn somebody_waits(db: &Db) {
    let waiting = seen(async || {
        let (waiting,) = db
            .read(
                "SELECT COUNT(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'",
            )
            .one::<(i64,)>()
            .await
            .unwrap();
        (waiting > 0).then_some(())
    });
    waiting.await.expect("the request waits for a lock");
}

/// PostgreSQL resolves a deadlock by aborting the transaction that waited first: here the request's.
#[tokio::test]
async fn a_request_that_is_given_up_in_a_deadlock_is_run_again() {
    let server = server().await;
    let db = &server.app.db;
    if db.engine() == Engine::Sqlite {
        return;
    }
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({})).await;
    let other = ada.prompt(json!({})).await;
    let new = json!({ "title": "New", "is_public": true });
    let piece = bob.post("/api/components", new.clone()).await.created();
    let from = ada.post("/api/collections", new.clone()).await.created();
    let to = ada.post("/api/collections", new).await.created();
    let id = |of: &Value| of["id"].as_str().unwrap().to_owned();
    let add = json!({ "prompt_ids": [prompt["id"]] });
    let items = format!("/api/collections/{}/items", id(&from));
    let added = ada.post(&items, add).await.ok();
    let mut save = prompt.clone();
    save["title"] = json!("Saved");
    save["base_version"] = json!(version(&prompt));

    for (what, table, locked, method, address, body) in [
        (
            "save",
            "prompts",
            &prompt,
            Method::PUT,
            path(&prompt, ""),
            save,
        ),
        (
            "bulk",
            "prompts",
            &other,
            Method::POST,
            "/api/prompts/bulk".to_owned(),
            json!({ "prompt_ids": [other["id"]], "action": "add_tags", "tags": ["more"] }),
        ),
        (
            "rate",
            "components",
            &piece,
            Method::PUT,
            format!("/api/components/{}/rating", id(&piece)),
            json!({ "rating_value": 4 }),
        ),
        (
            "move",
            "collections",
            &from,
            Method::POST,
            format!("{items}/move"),
            json!({ "item_ids": [added["items"][0]["id"]], "to": to["id"] }),
        ),
    ] {
        // The request locks its resource and waits for Ada's account, which this transaction holds. Then this
        // transaction waits for the resource.
        let mut tx = db.begin().await.unwrap();
        tx.query("SET LOCAL deadlock_timeout = '1min'")
            .execute()
            .await
            .unwrap();
        let lock = async |tx: &mut Tx, table: &str, id: &str| {
            let sql = format!("SELECT id FROM {table} WHERE id = $1 FOR UPDATE");
            let id: Uuid = id.parse().unwrap();
            let locked = tx.query(sqlx::AssertSqlSafe(sql)).bind(id);
            locked.one::<(Uuid,)>().await.unwrap();
        };
        lock(&mut tx, "users", ada.id()).await;
        let request = tokio::spawn(ada.request(method, &address).json(&body).send());
        somebody_waits(db).await;
        lock(&mut tx, table, &id(locked)).await;
        tx.commit().await.unwrap();
        let answer = request.await.unwrap().unwrap();
        assert!(answer.status().is_success(), "{what}: {answer:?}");
    }
}
