//! What administrators do with accounts, over HTTP and on the command line.

use prompt_core::plan::PlanType;
use reqwest::Method;
use serde_json::{Value, json};

use super::{acts, entries, mail_with, user};
use crate::support::{Client, PASSWORD, TestServer, seen, server, server_with};

fn of(client: &Client, rest: &str) -> String {
    format!("/api/admin/accounts/{}{rest}", client.id())
}

async fn list(admin: &Client, query: &str) -> Vec<Value> {
    let address = format!("/api/admin/accounts?{query}");
    let page = admin.get(&address).await.ok();
    page["items"].as_array().expect("accounts").clone()
}

fn names(accounts: &[Value]) -> Vec<&str> {
    let names = accounts.iter().map(|account| account["full_name"].as_str());
    names.map(|name| name.expect("a name")).collect()
}

async fn sign_in(server: &TestServer, email: &str) -> u16 {
    let form = json!({ "email": email, "password": PASSWORD });
    let answer = server.visitor().post("/api/auth/login", form).await;
    answer.status.as_u16()
}

#[tokio::test]
async fn accounts_are_searched_and_shown_with_their_size_and_use() {
    let server = server().await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    server.person("Adam_100%").await;
    ada.prompt(json!({ "title": "One", "is_public": true }))
        .await;
    ada.prompt(json!({ "title": "Two" })).await;

    assert_eq!(names(&list(&root, "").await), ["Adam_100%", "Ada", "Root"]);
    assert_eq!(names(&list(&root, "search=ADA").await).len(), 2);
    assert_eq!(names(&list(&root, "search=0%25").await), ["Adam_100%"]);
    assert_eq!(names(&list(&root, "search=@ada@").await).len(), 0);
    assert_eq!(names(&list(&root, "state=administrator").await), ["Root"]);
    let first = root.get("/api/admin/accounts?limit=2").await.ok();
    let cursor = first["next_cursor"].as_str().expect("another page");
    let rest = list(&root, &format!("limit=2&cursor={cursor}")).await;
    assert_eq!(names(&rest), ["Root"]);

    let account = root.get(&of(&ada, "")).await.ok();
    for (field, value) in [
        ("email", json!("ada@example.org")),
        ("handle", json!("ada")),
        ("prompts", json!(2)),
        ("public", json!(1)),
        ("sessions", json!(1)),
        ("plan", json!("free")),
        ("given_plan", Value::Null),
        ("is_administrator", json!(false)),
    ] {
        assert_eq!(account[field], value, "{field}");
    }
    assert!(account["bytes"].as_i64().expect("bytes") > 100);
    assert!(account["last_used_at"].is_string());
    let nobody = "/api/admin/accounts/00000000-0000-7000-8000-000000000000";
    root.get(nobody).await.fails(404, "not_found");
    let (code, said) = user(&server, &["show", "ada@example.org"]);
    let shown: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((code, &shown["prompts"]), (Some(0), &json!(2)));
}

#[tokio::test]
async fn a_disabled_account_is_locked_out_until_it_is_enabled() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "is_public": true })).await;
    let token = json!({ "name": "Build", "password": PASSWORD, "scope": "read" });
    let token = ada.post("/api/auth/tokens", token).await.created();
    let by_token = async || {
        let visitor = server.visitor();
        let request = visitor.request(Method::GET, "/api/prompts");
        let secret = token["token"].as_str().expect("a secret");
        visitor
            .send(request.bearer_auth(secret))
            .await
            .status
            .as_u16()
    };
    let hook = json!({ "url": "https://example.org/hook", "events": ["prompt.shared"] });
    let hook = ada.post("/api/webhooks", hook).await.created();
    let test = format!("/api/webhooks/{}/test", hook["id"].as_str().expect("an id"));
    ada.post(&test, json!({})).await.created();
    let messages = async || {
        let due = promptcase_server::webhooks::store::due(&server.app.db, server.app.now(), 9);
        due.await.expect("messages").len()
    };
    assert_eq!(messages().await, 1);
    let disabled = root.post(&of(&ada, "/disable"), json!({})).await.ok();
    assert!(disabled["disabled_at"].is_string());
    assert_eq!(disabled["sessions"], 0);
    assert_eq!(messages().await, 0);
    ada.get("/api/profile")
        .await
        .fails(401, "not_authenticated");
    assert_eq!(
        (sign_in(&server, "ada@example.org").await, by_token().await),
        (403, 401)
    );
    // Its public pages stay, unless they are made private too
    let address = crate::support::path(&prompt, "");
    server.visitor().get(&address).await.ok();
    let form = json!({ "unpublish": true });
    root.post(&of(&ada, "/disable"), form).await.ok();
    server.visitor().get(&address).await.fails(404, "not_found");
    assert_eq!(names(&list(&root, "state=disabled").await), ["Ada"]);
    root.post(&of(&ada, "/enable"), json!({})).await.ok();
    assert_eq!(messages().await, 1);
    assert_eq!(
        (sign_in(&server, "ada@example.org").await, by_token().await),
        (200, 200)
    );
    let log = entries(&root, &format!("&account_id={}", ada.id())).await;
    assert_eq!(
        acts(&log)[..5],
        [
            "signed_in",
            "account_enabled",
            "unpublished",
            "sign_in_failed",
            "account_disabled"
        ]
    );
    assert_eq!(log[4]["actor"], "root@example.org");
}

#[tokio::test]
async fn no_administrator_locks_out_their_own_account_or_the_last_one() {
    let server = server().await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    for (way, body) in [
        ("disable", json!({})),
        ("administrator", json!({ "is_administrator": false })),
    ] {
        let request = if way == "disable" {
            root.post(&of(&root, "/disable"), body).await
        } else {
            root.put(&of(&root, "/administrator"), body).await
        };
        request.fails(409, "own_account");
    }
    root.delete(&of(&root, "")).await.fails(409, "own_account");
    let promote = json!({ "is_administrator": true });
    root.put(&of(&ada, "/administrator"), promote).await.ok();
    let demote = json!({ "is_administrator": false });
    ada.put(&of(&root, "/administrator"), demote).await.ok();
    root.get("/api/admin/instance")
        .await
        .fails(404, "not_found");
    ada.get("/api/admin/instance").await.ok();

    // The last one stays, whoever asks
    let password = json!({ "password": PASSWORD });
    ada.post("/api/auth/account/delete", password.clone())
        .await
        .fails(409, "last_administrator");
    for words in [
        ["disable", "ada@example.org", ""],
        ["delete", "ada@example.org", "--yes"],
    ] {
        let words = words.into_iter().filter(|word| !word.is_empty());
        let (code, said) = user(&server, &words.collect::<Vec<_>>());
        assert_eq!(code, Some(1));
        assert!(said.contains("This is the last administrator"), "{said}");
    }
    let promote = json!({ "is_administrator": true });
    ada.put(&of(&root, "/administrator"), promote).await.ok();
    ada.post("/api/auth/account/delete", password).await.done();
    root.get("/api/admin/instance").await.ok();
}

#[tokio::test]
async fn of_two_administrators_who_disable_each_other_at_once_one_stays() {
    let server = server().await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    let promote = json!({ "is_administrator": true });
    root.put(&of(&ada, "/administrator"), promote).await.ok();
    let (of_ada, of_root) = (of(&ada, "/disable"), of(&root, "/disable"));
    let (one, other) = tokio::join!(root.post(&of_ada, json!({})), ada.post(&of_root, json!({})));
    let done = [one, other].map(|answer| answer.status == 200);
    assert_eq!(done.iter().filter(|done| **done).count(), 1);
}

#[tokio::test]
async fn a_mailed_link_is_in_the_queue_before_the_command_ends() {
    let server = server().await;
    server.person("Root").await;
    let (code, said) = user(&server, &["send-reset-link", "root@example.org"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(mail_with(&server, "An administrator asked").is_some());
}

#[tokio::test]
async fn plans_are_given_and_taken_back() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    let token = json!({ "name": "Build", "password": PASSWORD, "scope": "read" });
    let plan = async || ada.get("/api/billing").await.ok()["plan_type"].clone();
    assert_eq!(plan().await, "max");
    let free = root
        .put(&of(&ada, "/plan"), json!({ "plan": "free" }))
        .await;
    assert_eq!(free.ok()["plan"], "free");
    assert_eq!(plan().await, "free");
    ada.post("/api/auth/tokens", token.clone())
        .await
        .fails(403, "plan_required");
    let (code, said) = user(&server, &["plan", "ada@example.org", "pro"]);
    assert_eq!(
        (code, said.as_str()),
        (Some(0), "The plan of ada@example.org is pro now.\n")
    );
    assert_eq!(plan().await, "pro");
    ada.post("/api/auth/tokens", token).await.created();
    let back = root.put(&of(&ada, "/plan"), json!({ "plan": null })).await;
    assert_eq!(back.ok()["given_plan"], Value::Null);
    assert_eq!(plan().await, "max");
    root.put(&of(&ada, "/plan"), json!({ "plan": "gold" }))
        .await
        .fails(400, "unreadable");
    // A misspelt word takes no plan back
    root.put(&of(&ada, "/plan"), json!({ "plam": "pro" }))
        .await
        .fails(422, "required");
    assert_eq!(
        user(&server, &["plan", "ada@example.org", "gold"]).0,
        Some(1)
    );
}

#[tokio::test]
async fn addresses_sessions_passwords_and_accounts() {
    let server = server().await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    root.put(&of(&ada, "/email"), json!({ "email": "root@example.org" }))
        .await
        .fails(422, "email_taken");
    let new = json!({ "email": "countess@example.org" });
    let changed = root.put(&of(&ada, "/email"), new).await.ok();
    assert_eq!(changed["email_confirmed"], true);
    let told = seen(async || mail_with(&server, "changed the address of your Promptcase account"));
    let told = told.await.expect("a mail to the former address");
    assert!(told.contains("To: ada@example.org") && told.contains("countess@example.org"));
    assert_eq!(sign_in(&server, "countess@example.org").await, 200);
    let tokens = json!({ "tokens": true });
    let ended = root.post(&of(&ada, "/end-sessions"), tokens).await;
    assert_eq!(ended.ok()["sessions"], 0);
    root.post(&of(&ada, "/reset-link"), json!({})).await.done();
    let mail = seen(async || mail_with(&server, "An administrator asked"));
    let mail = mail.await.expect("a mail");
    assert!(mail.contains("To: countess@example.org") && mail.contains("/reset-password#token="));
    root.delete(&of(&ada, "")).await.done();
    root.get(&of(&ada, "")).await.fails(404, "not_found");
    assert_eq!(sign_in(&server, "countess@example.org").await, 401);
    let log = entries(&root, &format!("&account_id={}", ada.id())).await;
    assert_eq!(
        acts(&log)[..5],
        [
            "account_deleted",
            "reset_link_sent",
            "sessions_ended",
            "signed_in",
            "email_changed"
        ]
    );
    // The command asks first
    let (code, said) = user(&server, &["delete", "root@example.org"]);
    assert!(
        code == Some(1) && said.contains("nothing was deleted"),
        "{said}"
    );
    let figures = root.get("/api/admin/instance").await.ok();
    assert_eq!(figures["counts"]["accounts"], 1);
    assert!(figures["database_bytes"].as_i64().expect("bytes") > 10_000);
}
