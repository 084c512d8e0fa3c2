//! Transactions that run side by side, below HTTP: some share a commit, and none may notice.

use futures_util::future::join_all;
use promptcase_server::db::{Db, Tx};

use crate::support::server;

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

    // Given sixty transactions at once: a third commits, a third is taken back, a third breaks a rule and is dropped.
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

    // Then what was committed is there, and nothing else.
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
