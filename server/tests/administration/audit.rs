//! Who administers an instance, and the audit log.

use std::time::Duration;

use serde_json::{Value, json};

use super::{acts, entries, is_administrator, user};
use crate::operations::program;
use crate::support::{PASSWORD, server, version};

#[tokio::test]
async fn the_first_account_administers_the_instance() {
    let server = server().await;
    // Sample accounts have known passwords and are never the first.
    let seeded = promptcase_server::seed::seed(&server.app).await;
    seeded.expect("sample data");
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    assert_eq!(ada.user["is_administrator"], true);
    assert!(is_administrator(&ada).await && !is_administrator(&bob).await);

    // For everybody else the pages do not exist
    bob.get("/api/admin/audit").await.fails(404, "not_found");
    let visitor = server.visitor();
    visitor
        .get("/api/admin/audit")
        .await
        .fails(401, "not_authenticated");

    assert_eq!(user(&server, &["promote", "bob@example.org"]).0, Some(0));
    assert!(is_administrator(&bob).await);
    assert_eq!(user(&server, &["demote", "ada@example.org"]).0, Some(0));
    ada.get("/api/admin/audit").await.fails(404, "not_found");
    let (code, said) = user(&server, &["demote", "bob@example.org"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("This is the last administrator"), "{said}");
    assert!(is_administrator(&bob).await);
    let (_, list) = user(&server, &["list", "bob"]);
    assert!(list.ends_with("Bob (administrator)\n"), "{list}");
}

#[tokio::test]
async fn two_first_accounts_at_once_give_one_administrator() {
    let server = server().await;
    let twin = server.twin().await;
    let (ada, bob) = tokio::join!(server.person("Ada"), twin.person("Bob"));
    let both = [&ada, &bob].map(|one| one.user["is_administrator"] == json!(true));
    assert_eq!(both.iter().filter(|is_one| **is_one).count(), 1);
}

#[tokio::test]
async fn what_protects_an_account_is_logged_with_who_and_from_where() {
    let server = server().await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    let sign_in = async |password: &str| {
        let form = json!({ "email": "ADA@example.org", "password": password });
        let browser = server.visitor();
        browser.post("/api/auth/login", form).await;
        browser
    };
    sign_in("a wrong one").await;
    let other = sign_in(PASSWORD).await;
    ada.delete("/api/auth/sessions").await.done();
    let change = json!({ "current_password": PASSWORD, "new_password": "another horse" });
    ada.put("/api/auth/password", change).await.done();
    drop(other);
    assert_eq!(user(&server, &["disable", "ada@example.org"]).0, Some(0));
    sign_in("another horse").await;

    let about = format!("&account_id={}", ada.id());
    let log = entries(&root, &about).await;
    assert_eq!(
        acts(&log),
        [
            // By the real clock, which is later than that of the test.
            "account_disabled",
            "sign_in_failed",
            "password_changed",
            "sessions_ended",
            "signed_in",
            "sign_in_failed",
            "signed_in",
            "account_created",
        ]
    );
    for entry in &log {
        assert_eq!(entry["target"], "ada@example.org", "{entry}");
        assert_eq!(entry["account_id"], ada.id(), "{entry}");
    }
    assert_eq!(log[1]["details"], json!({ "reason": "disabled" }));
    assert_eq!(
        (&log[0]["actor"], &log[0]["address"]),
        (&json!("command line"), &json!(""))
    );
    assert_eq!(
        (&log[2]["actor"], &log[2]["address"]),
        (&json!("ada@example.org"), &json!("127.0.0.1"))
    );
    assert_eq!(log[5]["actor"], "");
    assert_eq!(log[5]["details"], json!({ "reason": "password" }));
    for secret in [PASSWORD, "another horse", "a wrong one"] {
        assert!(!json!(log).to_string().contains(secret), "{secret}");
    }

    // An address without an account may be a password in the wrong field
    let form = json!({ "email": "hunter2@example.org", "password": "x" });
    server.visitor().post("/api/auth/login", form).await;
    let unknown = entries(&root, "&action=sign_in_failed").await;
    assert_eq!(unknown[0]["target"], "");

    // What is about an account that is gone stays
    assert_eq!(
        user(&server, &["delete", "--yes", "ada@example.org"]).0,
        Some(0)
    );
    let log = entries(&root, &about).await;
    assert_eq!(
        (log.len(), &log[0]["action"], &log[0]["target"]),
        (9, &json!("account_deleted"), &json!("ada@example.org"))
    );
}

#[tokio::test]
async fn labels_restores_and_tokens_are_logged() {
    let server = crate::support::server_with(|config| {
        config.default_plan = Some(prompt_core::plan::PlanType::Max);
    })
    .await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "Secret title" })).await;
    let saved = ada.save(&prompt, json!({ "title": "Another" })).await.ok();
    let address = |rest: &str| crate::support::path(&prompt, rest);
    let target = json!({ "version": "1.0.0" });
    ada.put(&address("/labels/production"), target).await.ok();
    ada.delete(&address("/labels/production")).await.done();
    let base = json!({ "base_version": version(&saved) });
    ada.post(&address("/versions/1.0.0/restore"), base)
        .await
        .ok();
    let token = json!({ "name": "Build", "password": PASSWORD, "scope": "read" });
    let token = ada.post("/api/auth/tokens", token).await.created();
    let id = token["id"].as_str().expect("an id");
    ada.delete(&format!("/api/auth/tokens/{id}")).await.done();
    let log = entries(&root, &format!("&account_id={}", ada.id())).await;
    assert_eq!(
        acts(&log)[..5],
        [
            "token_revoked",
            "token_created",
            "version_restored",
            "label_removed",
            "label_moved",
        ]
    );
    assert_eq!(log[4]["target"], "production");
    assert_eq!(log[4]["details"]["prompt_id"], prompt["id"]);
    assert_eq!(log[2]["target"], "1.0.0");
    let text = json!(log).to_string();
    let secret = token["token"].as_str().expect("a secret");
    assert!(!text.contains("Secret title") && !text.contains(secret));
}

#[tokio::test]
async fn the_log_is_filtered_paged_downloaded_and_forgotten() {
    let server = server().await;
    let root = server.person("Root").await;
    for name in ["Ada", "Bob", "Eve"] {
        server.pass(Duration::from_hours(1));
        server.person(name).await;
    }
    let all = entries(&root, "").await;
    assert_eq!(all.len(), 8);
    let created = entries(&root, "&action=account_created").await;
    assert_eq!(created.len(), 4);
    let at = |n: usize| {
        created[n]["created_at"]
            .as_str()
            .expect("a time")
            .to_owned()
    };
    let between = entries(&root, &format!("&since={}&until={}", at(2), at(0))).await;
    assert_eq!(between.len(), 4);
    root.get("/api/admin/audit?since=yesterday")
        .await
        .fails(400, "unreadable");
    root.get("/api/admin/audit?action=dance")
        .await
        .fails(400, "unreadable");

    let mut paged = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = root.get(&format!("/api/admin/audit?limit=3{cursor}")).await;
        let page = page.ok();
        paged.extend(page["items"].as_array().expect("entries").clone());
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(paged, all);

    let lines = root.get("/api/admin/audit.jsonl").await;
    assert_eq!(lines.headers["content-type"], "application/jsonl");
    assert_eq!(lines.headers["cache-control"], "no-store");
    let read = |text: &str| -> Vec<Value> {
        let lines = text.lines().map(serde_json::from_str);
        lines.collect::<Result<_, _>>().expect("JSON")
    };
    assert_eq!(read(&lines.text()), all);
    let (code, said, _) = program(&server, &["audit"]);
    assert_eq!((code, read(&said)), (Some(0), all));

    server.pass(Duration::from_hours(24 * 365 - 1));
    let db = &server.app.db;
    let forget = promptcase_server::audit::store::forget_old;
    assert_eq!(forget(db, 0, server.app.now()).await.expect("none"), 0);
    // Root's and Ada's, which are more than a year old
    assert_eq!(forget(db, 365, server.app.now()).await.expect("some"), 4);
}
