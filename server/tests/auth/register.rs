//! Registration.

use super::from;
use crate::support::{PASSWORD, server, server_with};
use serde_json::{Value, json};
use std::time::Duration;

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
            "not_valid",
            "The email address is not valid: write it as name@example.org",
        ),
        (
            "A",
            "a b@c.org",
            PASSWORD,
            "email",
            "not_valid",
            "The email address is not valid: write it as name@example.org",
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
            "password_too_short",
            "Password must be at least 6 characters",
        ),
        (
            "A",
            "a@b.org",
            &long,
            "password",
            "too_long",
            "Password may have at most 256 characters, this one has 257",
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
    for (email, password) in [
        ("li@example.org", "密码密码密码"),
        ("blank@example.org", "      "),
    ] {
        let form = json!({ "full_name": "Li", "email": email, "password": password });
        server
            .visitor()
            .post("/api/auth/register", form)
            .await
            .created();
        let form = json!({ "email": email, "password": password });
        server.visitor().post("/api/auth/login", form).await.ok();
    }
}

#[tokio::test]
async fn a_password_that_is_guessed_first_is_refused() {
    let server = server().await;
    for password in [
        "123456",
        "QWERTY123",
        "promptcase",
        "Ada Lovelace",
        "ada@example.org",
    ] {
        let form = json!({ "full_name": "Ada Lovelace", "email": "ada@example.org", "password": password });
        let answer = server.visitor().post("/api/auth/register", form).await;
        assert_eq!(
            answer.fails(422, "password_too_common")["field"],
            "password"
        );
    }
    let ada = server.person("Ada").await;
    let change = json!({ "current_password": PASSWORD, "new_password": "password1" });
    let refused = ada.put("/api/auth/password", change).await;
    assert_eq!(
        refused.fails(422, "password_too_common")["field"],
        "new_password"
    );
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

#[tokio::test]
async fn registrations_are_counted_by_address() {
    let server = server_with(|config| {
        config.trusted_proxies = 1;
        config.unsafe_fast_passwords = false;
    })
    .await;
    let register = async |address: &str, who: &str| {
        let email = format!("{who}@example.org");
        let form = json!({ "full_name": who, "email": email, "password": PASSWORD });
        from(&server, address, "/api/auth/register", form).await
    };
    // An invalid address is not counted as an attempt; checking for an existing account is.
    for _ in 0..30 {
        register("192.0.2.6", "not an address")
            .await
            .fails(422, "not_valid");
    }
    register("192.0.2.6", "ada").await.created();
    for _ in 0..18 {
        register("192.0.2.6", "ada").await.fails(422, "email_taken");
    }
    register("192.0.2.6", "bob").await.created();
    let refused = register("192.0.2.6", "eve").await;
    assert_eq!(refused.headers["retry-after"], "3600");
    refused.fails(429, "too_many_attempts");
    register("192.0.2.7", "eve").await.created();
    server.pass(Duration::from_hours(1));
    register("192.0.2.6", "joe").await.created();
}
