//! Signing in, sessions and cookies.

use crate::support::{PASSWORD, server, server_with};
use reqwest::Method;
use reqwest::header::{ORIGIN, SET_COOKIE};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn what_is_missing_for_signing_in_is_said_at_its_field() {
    let server = server().await;
    server.person("Ada").await;
    for (email, password, field, message) in [
        (" ", PASSWORD, "email", "Email is required"),
        ("ada@example.org", "", "password", "Password is required"),
    ] {
        let form = json!({ "email": email, "password": password });
        let answer = server.visitor().post("/api/auth/login", form).await;
        let refused = answer.fails(422, "required");
        assert_eq!(
            (&refused["field"], &refused["message"]),
            (&json!(field), &json!(message))
        );
    }
}

#[tokio::test]
async fn a_wrong_address_and_a_wrong_password_are_told_apart_by_nothing() {
    let server = server().await;
    server.person("Ada").await;
    let mut answers = Vec::new();
    for (email, password) in [
        ("ada@example.org", "wrong one"),
        ("nobody@example.org", PASSWORD),
    ] {
        let form = json!({ "email": email, "password": password });
        let answer = server.visitor().post("/api/auth/login", form).await;
        assert!(answer.headers.get(SET_COOKIE).is_none());
        answers.push(answer.fails(401, "invalid_login"));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0]["message"], "Invalid login credentials");
}

#[tokio::test]
async fn signing_in_replaces_the_session_and_the_old_cookie_is_dead() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let old = ada.cookie();
    ada.post(
        "/api/auth/login",
        json!({ "email": "ada@example.org", "password": PASSWORD }),
    )
    .await
    .ok();
    assert_ne!(ada.cookie(), old);
    ada.set_cookie(old);
    assert_eq!(ada.get("/api/auth/session").await.ok()["user"], Value::Null);
}

#[tokio::test]
async fn a_session_lasts_while_it_is_used_and_ends_after_thirty_idle_days() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for _ in 0..4 {
        server.pass(Duration::from_hours(20 * 24));
        assert!(ada.get("/api/auth/session").await.ok()["user"].is_object());
    }
    server.pass(Duration::from_hours(31 * 24));
    assert_eq!(ada.get("/api/auth/session").await.ok()["user"], Value::Null);
}

#[tokio::test]
async fn the_cookie_is_out_of_reach_for_scripts_and_bound_to_tls_where_there_is_tls() {
    for (url, name, secure) in [
        ("http://localhost:8080", "session=", false),
        ("https://p.example.org", "__Host-session=", true),
    ] {
        let server = server_with(|config| config.public_url = url.to_owned()).await;
        let form = json!({ "full_name": "Ada", "email": "ada@example.org", "password": PASSWORD });
        let answer = server.visitor().post("/api/auth/register", form).await;
        let cookie = answer.headers[SET_COOKIE].to_str().unwrap();
        assert!(cookie.starts_with(name), "{cookie}");
        for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert_eq!(cookie.contains("Secure"), secure, "{cookie}");
        assert!(!cookie.contains("Domain"), "{cookie}");
    }
}

#[tokio::test]
async fn a_request_from_another_site_changes_nothing() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let host = server.address.to_string();
    for (header, value, allowed) in [
        ("sec-fetch-site", "cross-site", false),
        ("sec-fetch-site", "same-site", false),
        ("sec-fetch-site", "same-origin", true),
        (ORIGIN.as_str(), "https://evil.example", false),
        (ORIGIN.as_str(), "null", false),
        (ORIGIN.as_str(), "http://localhost:8080", true),
        (ORIGIN.as_str(), &format!("http://{host}"), true),
    ] {
        let request = ada
            .request(Method::POST, "/api/prompts")
            .header(header, value)
            .json(&json!({ "title": "T" }));
        let answer = ada.send(request).await;
        if allowed {
            answer.created();
        } else {
            answer.fails(403, "foreign_origin");
        }
        // Reads are allowed from any site, which cannot see the response.
        let read = ada
            .request(Method::GET, "/api/auth/session")
            .header(header, value);
        ada.send(read).await.ok();
    }
}

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let (phone, bob) = (server.visitor(), server.person("Bob").await);
    server.pass(Duration::from_secs(1));
    let login = json!({ "email": "ada@example.org", "password": PASSWORD });
    let request = phone
        .request(Method::POST, "/api/auth/login")
        .header("user-agent", "Phone/1")
        .json(&login);
    phone.send(request).await.ok();
    let list = ada.get("/api/auth/sessions").await.ok();
    let items = list["items"].as_array().unwrap();
    assert_eq!(items.len(), 2);
    assert_eq!(
        (&items[0]["user_agent"], &items[0]["is_current"]),
        (&json!("Phone/1"), &json!(false))
    );
    assert_eq!(items[1]["is_current"], true);
    assert_eq!(items[0]["address"], "127.0.0.1");
    let path = format!("/api/auth/sessions/{}", items[0]["id"].as_str().unwrap());
    bob.delete(&path).await.fails(404, "not_found");
    assert!(phone.get("/api/auth/session").await.ok()["user"].is_object());
    ada.delete(&path).await.done();
    assert_eq!(
        phone.get("/api/auth/session").await.ok()["user"],
        Value::Null
    );

    phone.post("/api/auth/login", login).await.ok();
    ada.delete("/api/auth/sessions").await.done();
    assert_eq!(
        phone.get("/api/auth/session").await.ok()["user"],
        Value::Null
    );
    assert!(ada.get("/api/auth/session").await.ok()["user"].is_object());
}

#[tokio::test]
async fn a_session_ends_after_ninety_days_however_much_it_is_used() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for _ in 0..5 {
        server.pass(Duration::from_hours(17 * 24));
        assert!(ada.get("/api/auth/session").await.ok()["user"].is_object());
    }
    server.pass(Duration::from_hours(5 * 24 + 1));
    assert_eq!(ada.get("/api/auth/session").await.ok()["user"], Value::Null);
}

#[tokio::test]
async fn the_browser_used_longest_ago_is_signed_out_beyond_fifty() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let form = json!({ "email": "ada@example.org", "password": PASSWORD });
    let second = server.visitor();
    server.pass(Duration::from_mins(20));
    second.post("/api/auth/login", form.clone()).await.ok();
    // The first one is in use, so the second is the one to go.
    server.pass(Duration::from_mins(20));
    ada.get("/api/auth/session").await.ok();
    for _ in 0..49 {
        server.pass(Duration::from_secs(1));
        let browser = server.visitor();
        browser.post("/api/auth/login", form.clone()).await.ok();
    }
    let listed = ada.get("/api/auth/sessions").await.ok();
    assert_eq!(listed["items"].as_array().unwrap().len(), 50);
    let session = second.get("/api/auth/session").await.ok();
    assert_eq!(session["user"], Value::Null);
}

#[tokio::test]
async fn a_session_has_a_new_token_after_the_password_was_changed() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let before = ada.cookie();
    let change = json!({ "current_password": PASSWORD, "new_password": "another horse" });
    ada.put("/api/auth/password", change).await.done();
    assert_ne!(ada.cookie(), before);
    assert!(ada.get("/api/auth/session").await.ok()["user"].is_object());
    let stolen = server.visitor();
    stolen.set_cookie(before);
    let session = stolen.get("/api/auth/session").await.ok();
    assert_eq!(session["user"], Value::Null);
}

#[tokio::test]
async fn a_hash_of_other_parameters_is_renewed_at_the_sign_in() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let hash = async || {
        let sql = "SELECT password_hash FROM users WHERE id = $1";
        let id: uuid::Uuid = ada.id().parse().unwrap();
        let (hash,): (String,) = server.app.db.read(sql).bind(id).one().await.unwrap();
        hash
    };
    let form = json!({ "email": "ada@example.org", "password": PASSWORD });
    let before = hash().await;
    ada.post("/api/auth/login", form.clone()).await.ok();
    assert_eq!(hash().await, before);
    let strict = server.twin_with(|config| config.unsafe_fast_passwords = false);
    let strict = strict.await;
    let visitor = strict.visitor();
    visitor.post("/api/auth/login", form.clone()).await.ok();
    let after = hash().await;
    assert!(after.contains("m=19456,t=2"), "{after}");
    visitor.post("/api/auth/login", form).await.ok();
    assert_eq!(hash().await, after);
}
