//! Changing and resetting a password.

use super::code_of;
use crate::support::{Client, PASSWORD, TestServer, seen, server, server_with};
use prompt_core::plan::PlanType;
use promptcase_server::audit::By;
use reqwest::Method;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::time::Duration;

/// The newest mail with a link to a new password that the server wrote to its mail folder.
async fn newest_mail(server: &TestServer) -> Option<String> {
    // Mails are written by a background task.
    seen(async || {
        let mut files: Vec<_> = std::fs::read_dir(server.data_dir().join("mail"))
            .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
            .unwrap_or_default();
        files.sort_by_key(|path| std::fs::metadata(path).unwrap().modified().unwrap());
        let mut texts = files
            .iter()
            .filter_map(|file| std::fs::read_to_string(file).ok());
        texts.rfind(|text| text.contains("Subject: Choose a new password"))
    })
    .await
}

fn token_in(mail: &str) -> String {
    // Undo quoted-printable: long lines are folded with a trailing '='.
    let mail = mail.replace("=\r\n", "").replace("=3D", "=");
    let (_, rest) = mail.split_once("/reset-password#token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

async fn turn_on_second_factor(server: &TestServer, client: &Client, password: &str) {
    let at = |step: &str| format!("/api/auth/two-factor/{step}");
    let form = json!({ "password": password });
    let setup = client.post(&at("setup"), form).await.ok();
    let code = code_of(server, setup["secret"].as_str().unwrap());
    let form = json!({ "code": code });
    client.post(&at("enable"), form).await.ok();
}

#[tokio::test]
async fn changing_the_password_asks_for_the_old_one_and_ends_other_sessions() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let elsewhere = server.visitor();
    elsewhere
        .post(
            "/api/auth/login",
            json!({ "email": "ada@example.org", "password": PASSWORD }),
        )
        .await
        .ok();

    let wrong = json!({ "current_password": "not it", "new_password": "a new one" });
    assert_eq!(
        ada.put("/api/auth/password", wrong)
            .await
            .fails(422, "wrong_password")["field"],
        "current_password"
    );
    let short = json!({ "current_password": PASSWORD, "new_password": "short" });
    assert_eq!(
        ada.put("/api/auth/password", short)
            .await
            .fails(422, "password_too_short")["field"],
        "new_password"
    );

    ada.put(
        "/api/auth/password",
        json!({ "current_password": PASSWORD, "new_password": "a new one" }),
    )
    .await
    .done();
    assert!(ada.get("/api/auth/session").await.ok()["user"].is_object());
    assert_eq!(
        elsewhere.get("/api/auth/session").await.ok()["user"],
        Value::Null
    );
    let old = json!({ "email": "ada@example.org", "password": PASSWORD });
    server
        .visitor()
        .post("/api/auth/login", old)
        .await
        .fails(401, "invalid_login");
    server
        .visitor()
        .put(
            "/api/auth/password",
            json!({ "current_password": "x", "new_password": "a new one" }),
        )
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_by_a_link_that_works_once() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let visitor = server.visitor();
    visitor
        .post(
            "/api/auth/password/forgot",
            json!({ "email": "nobody@example.org" }),
        )
        .await
        .done();
    visitor
        .post(
            "/api/auth/password/forgot",
            json!({ "email": " ADA@example.org" }),
        )
        .await
        .done();
    let mail = newest_mail(&server).await.unwrap();
    assert!(mail.contains("To: ada@example.org"), "{mail}");
    let reset = |password: &str| json!({ "token": token_in(&mail), "new_password": password });

    visitor
        .post("/api/auth/password/reset", reset("short"))
        .await
        .fails(422, "password_too_short");
    visitor
        .post("/api/auth/password/reset", reset("a new one"))
        .await
        .done();
    visitor
        .post("/api/auth/password/reset", reset("another one"))
        .await
        .fails(422, "invalid_token");
    assert_eq!(ada.get("/api/auth/session").await.ok()["user"], Value::Null);
    visitor
        .post(
            "/api/auth/login",
            json!({ "email": "ada@example.org", "password": PASSWORD }),
        )
        .await
        .fails(401, "invalid_login");
    visitor
        .post(
            "/api/auth/login",
            json!({ "email": "ada@example.org", "password": "a new one" }),
        )
        .await
        .ok();
}

#[tokio::test]
async fn a_password_that_was_typed_twice_in_different_ways_is_refused_wherever_one_is_set() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let twice = |again: &str| {
        json!({
            "full_name": "Ann",
            "email": "ann@example.org",
            "password": "a new one",
            "current_password": PASSWORD,
            "token": "unknown",
            "new_password": "a new one",
            "confirm_password": again,
        })
    };
    let visitor = server.visitor();
    for (who, method, at) in [
        (&visitor, Method::POST, "/api/auth/register"),
        (&visitor, Method::POST, "/api/auth/password/reset"),
        (&ada, Method::PUT, "/api/auth/password"),
    ] {
        let request = who.request(method, at).json(&twice("another one"));
        let refused = who.send(request).await.fails(422, "passwords_differ");
        assert_eq!(refused["field"], "confirm_password", "{at}");
        assert_eq!(refused["message"], "Passwords do not match", "{at}");
    }
    ada.put("/api/auth/password", twice("a new one"))
        .await
        .error_or_ok();
}

#[tokio::test]
async fn a_reset_link_is_good_for_an_hour() {
    let server = server().await;
    server.person("Ada").await;
    let visitor = server.visitor();
    visitor
        .post(
            "/api/auth/password/forgot",
            json!({ "email": "ada@example.org" }),
        )
        .await
        .done();
    let token = token_in(&newest_mail(&server).await.unwrap());
    server.pass(Duration::from_mins(61));
    let late = json!({ "token": token, "new_password": "a new one" });
    visitor
        .post("/api/auth/password/reset", late)
        .await
        .fails(422, "invalid_token");
}

#[tokio::test]
async fn a_link_sets_no_password_once_another_one_was_set() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let forgot = json!({ "email": "ada@example.org" });
    ada.post("/api/auth/password/forgot", forgot).await.done();
    let token = token_in(&newest_mail(&server).await.unwrap());
    let change = json!({ "current_password": PASSWORD, "new_password": "a new one" });
    ada.put("/api/auth/password", change).await.done();
    let reset = json!({ "token": token, "new_password": "a newer one" });
    let refused = ada.post("/api/auth/password/reset", reset).await;
    refused.fails(422, "invalid_token");
}

#[tokio::test]
async fn who_gets_an_account_that_somebody_else_made_with_their_address_has_it_alone() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    // Given an account that somebody made with Ada's address, with a second factor and a webhook.
    let stranger = server.person("Ada").await;
    turn_on_second_factor(&server, &stranger, PASSWORD).await;
    let hook = json!({ "url": "https://example.org/hook", "events": ["prompt.version.created"] });
    stranger.post("/api/webhooks", hook).await.created();
    // When the owner of the address chooses a password with a mailed link,
    let visitor = server.visitor();
    let used = RefCell::new(String::new());
    let reset = async |password: &str| {
        let forgot = json!({ "email": "ada@example.org" });
        let asked = visitor.post("/api/auth/password/forgot", forgot).await;
        asked.done();
        let new = seen(async || {
            let token = token_in(&newest_mail(&server).await?);
            (token != *used.borrow()).then_some(token)
        });
        let token = new.await.unwrap();
        used.replace(token.clone());
        let form = json!({ "token": token, "new_password": password });
        visitor.post("/api/auth/password/reset", form).await.done();
        let form = json!({ "email": "ada@example.org", "password": password });
        visitor.post("/api/auth/login", form).await
    };
    reset("a new one").await.ok();
    // then nothing of the stranger's is left.
    let hooks = visitor.get("/api/webhooks").await.ok();
    assert_eq!(hooks["items"], json!([]));
    // and the owner is told what was removed.
    let told = seen(async || {
        let mails = std::fs::read_dir(server.data_dir().join("mail")).ok()?;
        let texts = mails.filter_map(|mail| std::fs::read_to_string(mail.ok()?.path()).ok());
        let mut texts = texts.map(|text| text.replace("=\r\n", ""));
        texts.find(|text| text.contains("two-factor authentication, webhooks"))
    });
    told.await.expect("a mail that names it");
    let log = server
        .app
        .db
        .read("SELECT COUNT(*) FROM audit_log WHERE action = 'two_factor_disabled'");
    assert_eq!(log.one::<(i64,)>().await.unwrap().0, 1);
    // A factor that is set up after that stays.
    turn_on_second_factor(&server, &visitor, "a new one").await;
    reset("a newer one").await.fails(401, "code_required");
}

#[tokio::test]
async fn a_reset_password_ends_api_tokens_and_a_changed_one_does_not() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let ada = server.person("Ada").await;
    let token = async |client: &Client, password: &str| {
        let new = json!({ "name": "CI", "password": password, "scope": "write" });
        let made = client.post("/api/auth/tokens", new).await.created();
        made["token"].as_str().unwrap().to_owned()
    };
    let works = async |token: &str| {
        let visitor = server.visitor();
        let request = visitor.request(Method::GET, "/api/prompts");
        visitor.send(request.bearer_auth(token)).await.status == 200
    };
    let first = token(&ada, PASSWORD).await;
    let change = json!({ "current_password": PASSWORD, "new_password": "a new one" });
    ada.put("/api/auth/password", change).await.done();
    assert!(works(&first).await);

    let forgot = json!({ "email": "ada@example.org" });
    ada.post("/api/auth/password/forgot", forgot).await.done();
    let mail = newest_mail(&server).await.unwrap();
    let reset = json!({ "token": token_in(&mail), "new_password": "a newer one" });
    ada.post("/api/auth/password/reset", reset).await.done();
    assert!(!works(&first).await);

    let form = json!({ "email": "ada@example.org", "password": "a newer one" });
    ada.post("/api/auth/login", form).await.ok();
    let bob = server.person("Bob").await;
    let (second, bobs) = (
        token(&ada, "a newer one").await,
        token(&bob, PASSWORD).await,
    );
    let reset = crate::support::reset_password(&server.app, "ada@example.org").await;
    reset.unwrap();
    assert_eq!((works(&second).await, works(&bobs).await), (false, true));
}

#[tokio::test]
async fn a_sign_in_with_a_password_that_is_reset_meanwhile_starts_nothing() {
    use promptcase_server::auth::store;
    use promptcase_server::session::store::NewSession;
    let server = server().await;
    let ada = server.person("Ada").await;
    let db = &server.app.db;
    let (id, old) = store::credentials(db, "ada@example.org")
        .await
        .unwrap()
        .unwrap();
    let start = async |shown: Option<&str>| {
        let now = server.clock.now();
        let session = NewSession {
            id: uuid::Uuid::new_v4(),
            user_id: id,
            token_hash: uuid::Uuid::new_v4().as_bytes().to_vec(),
            user_agent: String::new(),
            address: String::new(),
            from: None,
            created_at: now,
            expires_at: now.plus(Duration::from_hours(1)),
        };
        promptcase_server::session::store::insert_session(db, session, shown)
            .await
            .unwrap()
    };
    assert!(start(old.as_deref()).await);
    // The password is verified, but an administrator resets it before the session is created.
    crate::support::reset_password(&server.app, "ada@example.org")
        .await
        .unwrap();
    assert!(!start(old.as_deref()).await);
    ada.get("/api/profile")
        .await
        .fails(401, "not_authenticated");
    let (sessions,): (i64,) = db
        .read("SELECT COUNT(*) FROM sessions WHERE user_id = $1")
        .bind(id)
        .one()
        .await
        .unwrap();
    assert_eq!(sessions, 0);
    // An ended session cannot change the password either.
    let own = uuid::Uuid::new_v4();
    assert!(
        !store::set_password(
            db,
            id,
            "x".into(),
            Some(own),
            By::CommandLine,
            server.app.now()
        )
        .await
        .unwrap()
    );
}

#[tokio::test]
async fn no_token_made_while_a_password_is_reset_outlives_it() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let ada = server.person("Ada").await;
    let make = async || {
        let mut tokens = Vec::new();
        loop {
            let token = json!({ "name": "CI", "password": PASSWORD, "scope": "write" });
            let made = ada.post("/api/auth/tokens", token).await;
            if made.status != 201 {
                return tokens;
            }
            tokens.push(made.created()["token"].as_str().unwrap().to_owned());
        }
    };
    let reset = async {
        tokio::time::sleep(Duration::from_millis(30)).await;
        crate::support::reset_password(&server.app, "ada@example.org")
            .await
            .unwrap();
    };
    let (one, two, ()) = tokio::join!(make(), make(), reset);
    for token in one.into_iter().chain(two) {
        let visitor = server.visitor();
        let request = visitor
            .request(Method::GET, "/api/profile")
            .bearer_auth(token);
        assert_eq!(visitor.send(request).await.status, 401);
    }
}

#[tokio::test]
async fn a_reset_lets_an_owner_in_whom_guesses_locked_out() {
    let server = server_with(|config| config.trusted_proxies = 1).await;
    server.person("Ada").await;
    let sign_in = async |address: &str, password: &str| {
        let visitor = server.visitor();
        let form = json!({ "email": "ada@example.org", "password": password });
        let request = visitor
            .request(Method::POST, "/api/auth/login")
            .header("x-forwarded-for", address)
            .json(&form);
        visitor.send(request).await.status
    };
    for machine in 0..10 {
        for _ in 0..10 {
            let address = format!("2001:db8:0:{machine}::1");
            assert_eq!(sign_in(&address, "wrong password").await, 401);
        }
    }
    assert_eq!(sign_in("192.0.2.7", PASSWORD).await, 429);
    let new = crate::support::reset_password(&server.app, "ada@example.org")
        .await
        .unwrap();
    assert_eq!(sign_in("192.0.2.7", &new).await, 200);
}
