//! Accounts, sessions and passwords.

use std::time::Duration;

use crate::support::{PASSWORD, server, server_with};
use reqwest::Method;
use reqwest::header::{ORIGIN, SET_COOKIE};
use serde_json::{Value, json};

#[tokio::test]
async fn a_new_account_is_signed_in_and_can_come_back() {
    let server = server().await;
    let ada = server.visitor();
    let form = json!({ "full_name": " Ada Lovelace ", "email": " Ada@Example.org ", "password": PASSWORD });
    let user = ada.post("/api/auth/register", form).await.created()["user"].clone();
    assert_eq!(user["full_name"], "Ada Lovelace");
    assert_eq!(user["email"], "Ada@Example.org");
    assert_eq!(user["created_at"], "2026-01-31T09:30:00.000Z");
    assert_eq!(ada.get("/api/auth/session").await.ok()["user"], user);

    ada.post("/api/auth/logout", json!({})).await.done();
    assert_eq!(ada.get("/api/auth/session").await.ok()["user"], Value::Null);
    ada.post("/api/auth/logout", json!({})).await.done();

    let again = json!({ "email": "ADA@example.ORG", "password": PASSWORD });
    assert_eq!(ada.post("/api/auth/login", again).await.ok()["user"], user);
}

#[tokio::test]
async fn what_is_wrong_with_a_registration_is_said_at_its_field() {
    let server = server().await;
    server.person("Ada").await;
    let long = "x".repeat(257);
    for (name, email, password, field, code, message) in [
        (
            "",
            "a@b.org",
            PASSWORD,
            "full_name",
            "required",
            "Full name is required",
        ),
        ("A", " ", PASSWORD, "email", "required", "Email is required"),
        (
            "A",
            "no-at-sign",
            PASSWORD,
            "email",
            "invalid_email",
            "Enter a valid email address",
        ),
        (
            "A",
            "a b@c.org",
            PASSWORD,
            "email",
            "invalid_email",
            "Enter a valid email address",
        ),
        (
            "A",
            "ADA@example.org",
            PASSWORD,
            "email",
            "email_taken",
            "User already registered",
        ),
        (
            "A",
            "a@b.org",
            "five5",
            "password",
            "too_short",
            "Password must be at least 6 characters",
        ),
        (
            "A",
            "a@b.org",
            &long,
            "password",
            "too_long",
            "Password may have at most 256 characters",
        ),
    ] {
        let form = json!({ "full_name": name, "email": email, "password": password });
        let body = server
            .visitor()
            .post("/api/auth/register", form)
            .await
            .fails(422, code);
        assert_eq!(
            (body["field"].as_str(), body["message"].as_str()),
            (Some(field), Some(message))
        );
    }
}

#[tokio::test]
async fn a_password_of_six_characters_in_any_script_is_enough() {
    let server = server().await;
    let form = json!({ "full_name": "Li", "email": "li@example.org", "password": "密码密码密码" });
    server
        .visitor()
        .post("/api/auth/register", form)
        .await
        .created();
    let form = json!({ "email": "li@example.org", "password": "密码密码密码" });
    server.visitor().post("/api/auth/login", form).await.ok();
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
        answers.push(answer.fails(401, "invalid_credentials"));
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
            .fails(422, "too_short")["field"],
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
        .fails(401, "invalid_credentials");
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
        // Reading is free for everybody: other sites cannot see the answer.
        let read = ada
            .request(Method::GET, "/api/auth/session")
            .header(header, value);
        ada.send(read).await.ok();
    }
}

#[tokio::test]
async fn a_registration_twice_at_once_makes_one_account() {
    let server = server().await;
    let (a, b) = (server.visitor(), server.visitor());
    let form = json!({ "full_name": "Ada", "email": "ada@example.org", "password": PASSWORD });
    let (a, b) = tokio::join!(
        a.post("/api/auth/register", form.clone()),
        b.post("/api/auth/register", form)
    );
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422]);
}
