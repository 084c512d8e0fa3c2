//! Slow reads (searches, counts of smart collections, account exports) do not block other requests. Server and
//! test share one thread: a response in the meantime shows that it is free.

use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use crate::operations::files_beside;
use crate::support::{TestServer, seen, server, server_with, version};
use promptcase_server::db::{self, Db, Engine};
use promptcase_server::http::error::ApiError;
use promptcase_server::search;
use reqwest::StatusCode;
use serde_json::json;
use tokio::task::JoinHandle;
use uuid::Uuid;

/// A read that never finishes.
async fn endless(db: Db, account: Uuid) -> db::Result<()> {
    let sql = match db.engine() {
        Engine::Sqlite => {
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"
        }
        Engine::Postgres => "SELECT 1::bigint FROM pg_sleep(60)",
    };
    db.read_slowly(account, sql).one::<(i64,)>().await?;
    Ok(())
}

/// Occupies every slot for slow reads, and the head of the queue, until dropped.
struct Busy(Vec<JoinHandle<db::Result<()>>>);

impl Busy {
    /// Uses a different account for each read.
    async fn begin(server: &TestServer) -> Self {
        Self::of(server, Uuid::new_v4).await
    }

    async fn of(server: &TestServer, account: impl Fn() -> Uuid) -> Self {
        let db = &server.app.db;
        let places = match db.engine() {
            Engine::Sqlite => available_parallelism().map_or(2, usize::from),
            Engine::Postgres => server.app.config.database_connections as usize,
        };
        let reads = (0..places * 4).map(|_| tokio::spawn(endless(db.clone(), account())));
        let busy = Self(reads.collect());
        // Let each of them run until it waits.
        tokio::task::yield_now().await;
        busy
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for read in &self.0 {
            read.abort();
        }
    }
}

#[tokio::test]
async fn searches_hold_up_nobody_else() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let visitor = server.visitor();
    ada.prompt(json!({ "title": "Review" })).await;
    let smart = json!({
        "title": "Smart", "is_public": true, "is_smart": true, "filter": { "owner": "all", "search": "re" },
    });
    let smart = ada.post("/api/collections", smart).await.created();
    assert_eq!(
        (&smart["item_count"], &smart["more_items"]),
        (&json!(1), &json!(false))
    );

    let busy = Busy::begin(&server).await;
    let search = ada.request(reqwest::Method::GET, "/api/prompts?search=review");
    let search = tokio::spawn(search.send());
    for path in ["/healthz", "/readyz"] {
        assert_eq!(visitor.get(path).await.status, StatusCode::OK, "{path}");
    }
    let prompts = ada.get("/api/prompts").await.ok();
    assert_eq!(prompts["items"][0]["title"], "Review");
    // A list of collections does not wait for the counts of smart ones.
    let listed = ada.get("/api/collections").await.ok();
    let listed = &listed["items"][0];
    assert_eq!(
        (
            &listed["title"],
            &listed["item_count"],
            &listed["more_items"]
        ),
        (&json!("Smart"), &json!(0), &json!(true))
    );
    assert!(!search.is_finished());
    drop(busy);
    let found = search.await.unwrap().unwrap();
    assert_eq!(found.status(), StatusCode::OK);
}

#[tokio::test]
async fn every_search_takes_turns() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let busy = Busy::begin(&server).await;
    // Two-letter terms are scanned for; longer ones use the index.
    let paths = [
        "/api/prompts?search=",
        "/api/components?search=",
        "/api/components/counts?search=",
        "/api/collections?search=",
    ];
    let searches = paths.iter().flat_map(|path| {
        ["re", "review"].map(|word| {
            let path = format!("{path}{word}");
            let search = ada.request(reqwest::Method::GET, &path).send();
            (path, tokio::spawn(search))
        })
    });
    let searches: Vec<_> = searches.collect();
    for _ in 0..20 {
        assert_eq!(visitor.get("/healthz").await.status, StatusCode::OK);
        ada.get("/api/components").await.ok();
    }
    for (path, search) in &searches {
        assert!(!search.is_finished(), "{path}");
    }
    drop(busy);
    for (path, search) in searches {
        let found = search.await.unwrap().unwrap();
        assert_eq!(found.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn a_list_of_many_smart_collections_holds_up_nobody() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let text = "many words ".repeat(10_000);
    let large = json!({ "content": { "segments": [{ "id": "s", "content": text }] } });
    let large = ada.prompt(large).await;
    server.add_copies("prompts", &large, 60).await;
    let smart = json!({
        "title": "Smart", "is_smart": true, "filter": { "owner": "me", "search": "qz" },
    });
    let smart = ada.post("/api/collections", smart).await.created();
    server.add_copies("collections", &smart, 99).await;

    let path = "/api/collections?limit=100";
    let list = tokio::spawn(ada.request(reqwest::Method::GET, path).send());
    let mut answered = 0;
    while !list.is_finished() {
        assert_eq!(visitor.get("/healthz").await.status, StatusCode::OK);
        answered += 1;
    }
    assert!(answered > 5, "{answered} answers while a list was made");
    let list: serde_json::Value = list.await.unwrap().unwrap().json().await.unwrap();
    assert_eq!(list["items"].as_array().unwrap().len(), 100);
}

#[tokio::test]
async fn one_account_takes_search_from_nobody() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let account = ada.id().parse().unwrap();
    let _busy = Busy::of(&server, || account).await;
    // At most one of Ada's reads runs before Bob's, and it is stopped after five seconds.
    bob.get("/api/prompts?search=review").await.ok();
}

#[tokio::test]
async fn a_search_on_the_only_connection_is_short() {
    let server = server_with(|config| config.database_connections = 1).await;
    let db = &server.app.db;
    if db.engine() == Engine::Sqlite {
        return;
    }
    let limit = "SELECT current_setting('statement_timeout')";
    let limit = db.read_slowly(Uuid::nil(), limit).one::<(String,)>().await;
    assert_eq!(limit.unwrap().0, "1s");
}

#[tokio::test]
async fn a_search_that_takes_too_long_is_stopped_and_told() {
    let server = server().await;
    let stopped = async || {
        let read = endless(server.app.db.clone(), Uuid::nil());
        read.await.unwrap_err()
    };
    let error = ApiError::from(stopped().await);
    assert_eq!(
        (error.status, error.body.code, error.retry_after),
        (StatusCode::SERVICE_UNAVAILABLE, "timeout", Some(5))
    );
    // Only a failed search gets the hint about searching.
    let words = "Longer words";
    assert!(!error.body.message.contains(words), "{error}");
    let explained = search::failed(stopped().await);
    assert_eq!(explained.body.code, "timeout");
    assert!(explained.body.message.contains(words), "{explained}");
    // The connection is reusable.
    let ada = server.person("Ada").await;
    ada.get("/api/prompts?search=review").await.ok();
}

#[tokio::test]
async fn only_searches_are_planned_anew_each_time() {
    let server = server().await;
    let db = &server.app.db;
    if db.engine() == Engine::Sqlite {
        return;
    }
    for (setting, usual, slow) in [
        ("plan_cache_mode", "auto", "force_custom_plan"),
        ("statement_timeout", "0", "5s"),
        ("transaction_read_only", "off", "on"),
    ] {
        let ask = || sqlx::AssertSqlSafe(format!("SELECT current_setting('{setting}')"));
        // On each connection, including one that has run a slow read.
        for _ in 0..2 {
            let (now,) = db
                .read_slowly(Uuid::nil(), ask())
                .one::<(String,)>()
                .await
                .unwrap();
            assert_eq!(now, slow, "{setting}");
            let (now,) = db.read(ask()).one::<(String,)>().await.unwrap();
            assert_eq!(now, usual, "{setting}");
        }
    }
}

#[tokio::test]
async fn an_export_of_an_account_holds_up_nobody_and_is_made_once_at_a_time() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let text = "many words ".repeat(10_000);
    let large = json!({ "content": { "segments": [{ "id": "s", "content": text }] } });
    let large = ada.prompt(large).await;
    server.add_copies("prompts", &large, 60).await;
    let path = "/api/auth/account/export";
    let files = files_beside(&server);

    let export = tokio::spawn(ada.request(reqwest::Method::GET, path).send());
    let mut answered = 0;
    while !export.is_finished() {
        assert_eq!(visitor.get("/healthz").await.status, StatusCode::OK);
        answered += 1;
    }
    assert!(answered > 5, "{answered} answers while an export was made");
    let zip = export.await.unwrap().unwrap().bytes().await.unwrap();
    let zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
    assert_eq!(zip.len(), 1 + 61 * 2);
    assert_eq!(files_beside(&server), files);
    assert_eq!(ada.get(path).await.status, StatusCode::OK);
}

/// An unread export occupies its slot; once the client disconnects, the next one can start.
#[tokio::test]
async fn an_account_has_one_export_until_it_is_sent_or_given_up() {
    let server = server().await;
    let ada = server.person("Ada").await;
    // Larger than the socket buffers, and barely compressible.
    let text: String = (0..40_000).map(|_| Uuid::new_v4().to_string()).collect();
    let dense = json!({ "content": { "segments": [{ "id": "s", "content": text }] } });
    let dense = ada.prompt(dense).await;
    server.add_copies("prompts", &dense, 3).await;
    let path = "/api/auth/account/export";
    let unread = ada.request(reqwest::Method::GET, path).send().await;
    let unread = unread.unwrap();
    assert_eq!(unread.status(), StatusCode::OK);
    ada.get(path).await.fails(429, "busy");
    let bob = server.person("Bob").await;
    assert_eq!(bob.get(path).await.status, StatusCode::OK);
    drop(unread);
    let next = seen(async || {
        let next = ada.get(path).await;
        (next.status == StatusCode::OK).then_some(())
    });
    next.await.expect("the mark is gone with the download");
}

/// The longest that another request waited while this one was answered, and how long that took.
async fn holding_up(server: &TestServer, request: reqwest::RequestBuilder) -> (Duration, Duration) {
    let others = server.visitor();
    let begun = Instant::now();
    let asked = tokio::spawn(request.send());
    let mut longest = Duration::ZERO;
    while !asked.is_finished() {
        let sent = Instant::now();
        assert_eq!(others.get("/healthz").await.status, StatusCode::OK);
        longest = longest.max(sent.elapsed());
    }
    let took = begun.elapsed();
    let answer = asked.await.expect("no panic").expect("an answer");
    assert!(answer.status().is_success(), "{}", answer.status());
    (longest, took)
}

/// One thread serves. Whatever a text makes the server do, that thread answers others meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn texts_that_take_long_hold_up_nobody_else() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let write = async |title: &str, language: &str, text: String| {
        let segments = json!([{ "id": "s", "order": 0, "type": "user", "content": text }]);
        let content = json!({ "segments": segments, "template_language": language });
        let prompt = json!({ "title": title, "is_public": true, "content": content });
        ada.prompt(prompt).await
    };
    let words = |seed: usize| -> String {
        let word = |at: usize| format!("{:x}\n", (at + seed) * 2_654_435_761 % 1_000_003);
        (0..60_000).map(word).collect()
    };
    let nested =
        "{% for a in range(9000) %}{% for b in range(9000) %}{{ a * b }}{% endfor %}{% endfor %}";
    write("Loops", "jinja2", nested.to_owned()).await;
    write(
        "Sections",
        "mustache",
        "{{#a}}{{#a}}{{#a}}{{#a}}{{x}}{{/a}}{{/a}}{{/a}}{{/a}}".to_owned(),
    )
    .await;
    let places = write("Places", "promptcase", "{{a}}".repeat(100_000)).await;
    write("Long", "promptcase", words(0)).await;
    write("Includes", "promptcase", "{{> long}}".repeat(20)).await;
    let compared = write("Compared", "promptcase", "{{a}}".to_owned()).await;
    let id = compared["id"].as_str().unwrap();
    let of = |text: String| {
        let segments = json!([{ "id": "s", "order": 0, "type": "user", "content": text }]);
        json!({ "content": { "segments": segments } })
    };
    let saved = ada.save(&compared, of(words(1))).await.ok();
    let saved = ada.save(&saved, of(words(500_000))).await.ok();

    let list: Vec<u8> = vec![1; 40];
    let fetch = |slug: &str| {
        let values = json!({ "values": { "a": list, "x": "a value" } });
        let path = format!("/api/fetch/ada/{slug}?format=text");
        ada.request(reqwest::Method::POST, &path).json(&values)
    };
    let get = |path: String| ada.request(reqwest::Method::GET, &path);
    for (what, request) in [
        ("loops", fetch("loops")),
        ("sections", fetch("sections")),
        ("includes", fetch("includes")),
        ("a page with includes", get("/p/ada/includes".to_owned())),
        (
            "a comparison",
            get(format!("/api/prompts/{id}/compare?from=1.0.1")),
        ),
        ("a page of places", get("/p/ada/places".to_owned())),
        (
            "a save",
            ada.request(reqwest::Method::PATCH, &format!("/api/prompts/{id}"))
                .json(&json!({
                    "base_version": version(&saved), "content": places["content"],
                })),
        ),
        (
            "a file of another tool",
            get(format!(
                "/api/prompts/{}/export?format=langchain",
                places["id"].as_str().unwrap()
            )),
        ),
    ] {
        let (longest, took) = holding_up(&server, request).await;
        assert!(
            longest * 2 < took || took < Duration::from_millis(60),
            "{what}: another request waited {longest:?} of {took:?}"
        );
        println!("{what}: {longest:?} of {took:?}");
    }
}
