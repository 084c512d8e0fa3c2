//! Test harness: a real server with its own database and socket for each test, and HTTP clients.

#![allow(dead_code, reason = "each test file uses its own part of the harness")]

pub mod fakes;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use poem::Server;
use poem::listener::Acceptor as _;
use prompt_core::plan::PlanType;
use promptcase_server::admin::{self, actions};
use promptcase_server::app::App;
use promptcase_server::audit::By;
use promptcase_server::clock::{Clock, Timestamp};
use promptcase_server::components::samples;
use promptcase_server::config::ai::AiSettings;
use promptcase_server::config::oidc::OidcSettings;
use promptcase_server::config::stripe::StripeSettings;
use promptcase_server::config::{Config, LogFormat, Registrations};
use promptcase_server::db::Db;
use promptcase_server::http::error::Result;
use promptcase_server::router;
use reqwest::header::{COOKIE, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// 2026-01-31T09:30:00Z: the start time of every test.
pub const START: Timestamp = Timestamp(1_769_851_800_000_000);

/// Timeout for polling, long enough for a machine under load.
const PATIENCE: Duration = Duration::from_mins(1);

/// Polls until there is a value; `None` on timeout.
pub async fn seen<T>(mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    loop {
        let found = look().await;
        if found.is_some() || begun.elapsed() > PATIENCE {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A running server with its own database.
pub struct TestServer {
    pub app: App,
    pub clock: Clock,
    pub address: SocketAddr,
    folder: TempDir,
}

pub async fn server() -> TestServer {
    server_with(|_| {}).await
}

/// Starts a server with changed settings.
pub async fn server_with(change: impl FnOnce(&mut Config)) -> TestServer {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut config = Config {
        listen: "127.0.0.1:0".parse().expect("an address"),
        data_dir: PathBuf::from(folder.path()),
        database_url: None,
        public_url: "http://localhost:8080".to_owned(),
        trusted_proxies: 0,
        smtp_url: None,
        mail_from: "Promptcase <no-reply@localhost>".to_owned(),
        log: "off".to_owned(),
        log_format: LogFormat::Text,
        database_connections: 4,
        unsafe_fast_passwords: true,
        metrics_token: None,
        default_plan: Some(PlanType::Free),
        fetch_limit: 6000,
        change_limit: 0,
        storage_per_account: 0,
        shutdown_delay: 0,
        registration: Registrations::Open,
        registration_domains: Vec::new(),
        require_sign_in: false,
        audit_days: 365,
        webhooks_allow_private: false,
        webhook_hosts: Vec::new(),
        reports_to: None,
        oidc: OidcSettings::default(),
        ai: AiSettings::default(),
        stripe: StripeSettings::default(),
    };
    config.database_url = migrated_postgres().await;
    change(&mut config);
    let db = Db::connect(&config.database(), config.database_connections)
        .await
        .expect("the database opens");
    db.migrate().await.expect("the database migrates");
    let clock = Clock::settable(START);
    let app = App::new(config, db, clock.clone()).expect("the app starts");
    samples::ensure(&app.db, app.now())
        .await
        .expect("the samples are added");
    let acceptor = app
        .connections
        .listen(([127, 0, 0, 1], 0).into())
        .await
        .expect("a free port");
    let address = *acceptor.local_addr()[0]
        .as_socket_addr()
        .expect("a socket address");
    tokio::spawn(Server::new_with_acceptor(acceptor).run(router::endpoint(&app)));
    TestServer {
        app,
        clock,
        address,
        folder,
    }
}

/// Creates an empty database on the PostgreSQL of the test script, if it started one; tests run on SQLite
/// otherwise.
pub async fn fresh_postgres() -> Option<String> {
    let server = postgres_server()?;
    Some(database_on(&server, "").await)
}

/// Creates a migrated database by copying a template that all tests share.
async fn migrated_postgres() -> Option<String> {
    static MIGRATED: OnceCell<String> = OnceCell::const_new();
    let server = postgres_server()?;
    let migrated = MIGRATED.get_or_init(async || {
        let url = database_on(&server, "").await;
        let db = Db::connect(&url, 1).await.expect("the database opens");
        db.migrate().await.expect("the database migrates");
        // A template cannot be copied while a connection is open.
        db.close().await;
        url.rsplit('/').next().unwrap_or_default().to_owned()
    });
    let copied = format!("TEMPLATE {}", migrated.await);
    Some(database_on(&server, &copied).await)
}

fn postgres_server() -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "a setting of the tests, not of the server"
    )]
    std::env::var("TEST_DATABASE_URL").ok()
}

async fn database_on(server: &str, how: &str) -> String {
    let name = format!("test_{}", uuid::Uuid::new_v4().simple());
    let admin = Db::connect(&format!("{server}/postgres"), 1)
        .await
        .expect("the test PostgreSQL answers");
    let create = format!("CREATE DATABASE {name} {how}");
    admin
        .write(sqlx::AssertSqlSafe(create))
        .execute()
        .await
        .expect("a new database");
    admin.close().await;
    format!("{server}/{name}")
}

impl TestServer {
    /// A client that is not signed in.
    pub fn visitor(&self) -> Client {
        visitor_of(&format!("http://{}", self.address))
    }

    /// A signed-in client with a new account. The email address derives from `name`.
    pub async fn person(&self, name: &str) -> Client {
        let mut client = self.visitor();
        let email = format!("{}@example.org", name.to_lowercase());
        let form = json!({ "full_name": name, "email": email, "password": PASSWORD });
        client.user = client.post("/api/auth/register", form).await.created()["user"].clone();
        client
    }

    /// Takes the role of administrator from everybody, so that the first account can be deleted.
    pub async fn demote_all(&self) {
        let demote = self
            .app
            .db
            .write("UPDATE users SET is_administrator = FALSE");
        demote.execute().await.expect("the role is taken back");
    }

    /// A second server on the same database, with the same clock.
    pub async fn twin(&self) -> Self {
        self.twin_with(|_| {}).await
    }

    /// A second server with changed settings.
    pub async fn twin_with(&self, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = self.app.config.clone();
        change(&mut config);
        let db = Db::connect(&config.database(), config.database_connections)
            .await
            .expect("the database opens again");
        let app = App::new(config, db, self.clock.clone()).expect("the app starts");
        let acceptor = app
            .connections
            .listen(([127, 0, 0, 1], 0).into())
            .await
            .expect("a free port");
        let address = *acceptor.local_addr()[0]
            .as_socket_addr()
            .expect("a socket address");
        tokio::spawn(Server::new_with_acceptor(acceptor).run(router::endpoint(&app)));
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self {
            app,
            clock: self.clock.clone(),
            address,
            folder,
        }
    }

    /// Inserts newer copies of a row directly, which is faster than hundreds of requests.
    pub async fn add_copies(&self, table: &str, of: &Value, count: i64) {
        let id: uuid::Uuid = of["id"].as_str().expect("an id").parse().expect("a UUID");
        let columns = self.app.db.columns(table).await.expect("columns");
        let names: Vec<&str> = columns
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(|name| *name != "rid")
            .collect();
        let values: Vec<String> = names
            .iter()
            .map(|name| match *name {
                "id" => "$2".to_owned(),
                "created_at" | "updated_at" => format!("{name} + $3"),
                name => name.to_owned(),
            })
            .collect();
        let sql = format!(
            "INSERT INTO {table} ({}) SELECT {} FROM {table} WHERE id = $1",
            names.join(", "),
            values.join(", ")
        );
        let mut tx = self.app.db.begin().await.expect("a transaction");
        for n in 1..=count {
            let new = uuid::Uuid::new_v4();
            let copy = tx
                .query(sqlx::AssertSqlSafe(sql.clone()))
                .bind(id)
                .bind(new)
                .bind(n);
            copy.execute().await.expect("a copy");
            let kind = table.trim_end_matches('s');
            if ["prompt", "component", "collection"].contains(&kind) {
                // Every record has a slug.
                let sql = format!(
                    "INSERT INTO slugs (workspace_id, slug, {kind}_id, is_current, created_at)
                     SELECT workspace_id, $2, id, TRUE, created_at FROM {table} WHERE id = $1"
                );
                let name = tx
                    .query(sqlx::AssertSqlSafe(sql))
                    .bind(new)
                    .bind(format!("copy-{}", new.simple()));
                name.execute().await.expect("a name");
            }
        }
        tx.commit().await.expect("the copies stay");
    }

    pub fn data_dir(&self) -> &std::path::Path {
        self.folder.path()
    }

    pub fn pass(&self, time: Duration) {
        self.clock.advance(time);
    }
}

/// Sets a new password for an account, as the command line does.
pub async fn reset_password(app: &App, email: &str) -> Result<String> {
    let user = admin::account_of(app, email).await?;
    actions::reset_password(app, user, By::CommandLine).await
}

/// Deletes an account, as the command line does.
pub async fn delete_account(app: &App, email: &str) -> Result<()> {
    let user = admin::account_of(app, email).await?;
    actions::delete(app, user, By::CommandLine).await
}

/// A client of any server that is not signed in.
pub fn visitor_of(base: &str) -> Client {
    Client {
        base: base.to_owned(),
        http: http(),
        cookie: Mutex::new(None),
        user: Value::Null,
    }
}

/// A client with a new account on a separate server process, once it is ready.
pub async fn person_at(base: &str, name: &str) -> Client {
    let mut client = visitor_of(base);
    client.wait_until_ready().await;
    let email = format!("{}@example.org", name.to_lowercase());
    let form = json!({ "full_name": name, "email": email, "password": PASSWORD });
    client.user = client.post("/api/auth/register", form).await.created()["user"].clone();
    client
}

pub const PASSWORD: &str = "correct horse";

fn http() -> reqwest::Client {
    // Only HTTP is used, but the client requires a default crypto provider.
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    reqwest::Client::builder().build().expect("an HTTP client")
}

/// A client with its own cookie.
pub struct Client {
    base: String,
    http: reqwest::Client,
    cookie: Mutex<Option<String>>,
    pub user: Value,
}

impl Client {
    pub fn id(&self) -> &str {
        self.user["id"].as_str().expect("a signed-in client")
    }

    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match &*self.cookie.lock().expect("no poison") {
            Some(cookie) => request.header(COOKIE, cookie),
            None => request,
        }
    }

    pub async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        let response = request.send().await.expect("an answer");
        if let Some(set) = response.headers().get(SET_COOKIE) {
            let pair = set
                .to_str()
                .expect("a readable cookie")
                .split(';')
                .next()
                .unwrap_or_default()
                .to_owned();
            *self.cookie.lock().expect("no poison") =
                Some(pair).filter(|pair| !pair.ends_with('='));
        }
        let status = response.status();
        let headers = response.headers().clone();
        let bytes = response.bytes().await.expect("a body").to_vec();
        Answer {
            status,
            headers,
            bytes,
        }
    }

    /// The body of a success; `None` when the server is gone.
    async fn try_send(&self, request: reqwest::RequestBuilder) -> Option<Value> {
        let response = request.send().await.ok()?.error_for_status().ok()?;
        response.json().await.ok()
    }

    pub async fn try_get(&self, path: &str) -> Option<Value> {
        self.try_send(self.request(Method::GET, path)).await
    }

    pub async fn try_post(&self, path: &str, body: Value) -> Option<Value> {
        self.try_send(self.request(Method::POST, path).json(&body))
            .await
    }

    pub async fn try_put(&self, path: &str, body: Value) -> Option<Value> {
        self.try_send(self.request(Method::PUT, path).json(&body))
            .await
    }

    pub async fn wait_until_ready(&self) {
        let ready = seen(async || {
            let asked = self.request(Method::GET, "/readyz").send().await.ok()?;
            asked.status().is_success().then_some(())
        });
        ready.await.expect("the server did not become ready");
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path).json(&body))
            .await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PATCH, path).json(&body))
            .await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path)).await
    }

    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().expect("no poison").clone()
    }

    pub fn set_cookie(&self, cookie: Option<String>) {
        *self.cookie.lock().expect("no poison") = cookie;
    }

    /// Creates a prompt from a small standard one with these fields changed.
    pub async fn prompt(&self, fields: Value) -> Value {
        let mut draft = json!({
            "title": "A prompt",
            "content": { "segments": [{ "id": "s1", "order": 0, "type": "system", "content": "You are kind." }] },
        });
        for (name, value) in fields.as_object().expect("an object of fields") {
            draft[name] = value.clone();
        }
        self.post("/api/prompts", draft).await.created()
    }

    /// Saves a prompt with some fields changed, on top of the version it was read at.
    pub async fn save(&self, prompt: &Value, changes: Value) -> Answer {
        let mut save = prompt.clone();
        for (name, value) in changes.as_object().expect("an object of changes") {
            save[name] = value.clone();
        }
        save["base_version"] = json!(version(prompt));
        self.put(
            &format!("/api/prompts/{}", prompt["id"].as_str().expect("an id")),
            save,
        )
        .await
    }
}

/// The version of a resource, as `1.0.3`.
pub fn version(of: &Value) -> String {
    format!(
        "{}.{}.{}",
        of["version_major"], of["version_minor"], of["version_batch"]
    )
}

pub fn path(prompt: &Value, rest: &str) -> String {
    format!(
        "/api/prompts/{}{rest}",
        prompt["id"].as_str().expect("an id")
    )
}

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|error| panic!("{error} in {:?}", self.text()))
    }

    fn with_status(self, status: StatusCode) -> Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }

    /// Asserts 200 and returns the body.
    pub fn ok(self) -> Value {
        self.with_status(StatusCode::OK).json()
    }

    /// Asserts 201 and returns the body.
    pub fn created(self) -> Value {
        self.with_status(StatusCode::CREATED).json()
    }

    /// Asserts 204.
    pub fn done(self) {
        self.with_status(StatusCode::NO_CONTENT);
    }

    /// Returns an error's status and code after checking its format; the message must not be empty.
    pub fn error(&self) -> (u16, String) {
        let body = self.json();
        assert!(
            body["message"]
                .as_str()
                .is_some_and(|message| !message.is_empty()),
            "{body}"
        );
        let known = ["code", "message", "field", "provider", "current"];
        assert!(
            body.as_object()
                .is_some_and(|fields| fields.keys().all(|key| known.contains(&key.as_str()))),
            "{body}"
        );
        (
            self.status.as_u16(),
            body["code"].as_str().expect("a code").to_owned(),
        )
    }

    /// Asserts an error and returns its body.
    pub fn fails(self, status: u16, code: &str) -> Value {
        assert_eq!(self.error(), (status, code.to_owned()), "{}", self.text());
        self.json()
    }
}

impl Answer {
    /// Returns the status after checking the format of an error.
    pub fn error_or_ok(&self) -> u16 {
        if self.status.is_success() {
            self.status.as_u16()
        } else {
            self.error().0
        }
    }
}
