//! Rate limits on guessing.

use super::{code_of, from};
use crate::support::{PASSWORD, server, server_with};
use prompt_core::plan::PlanType;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn guessing_is_slowed_down_and_says_when_to_come_back() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let visitor = server.visitor();
    let login = |email: &str, password: &str| json!({ "email": email, "password": password });
    // Successful sign-ins are never throttled.
    for _ in 0..15 {
        visitor
            .post("/api/auth/login", login("ada@example.org", PASSWORD))
            .await
            .ok();
    }
    for _ in 0..10 {
        visitor
            .post("/api/auth/login", login("ada@example.org", "wrong"))
            .await
            .fails(401, "invalid_login");
    }
    let refused = visitor
        .post("/api/auth/login", login("ada@example.org", PASSWORD))
        .await;
    assert_eq!(refused.headers["retry-after"], "900");
    refused.fails(429, "too_many_attempts");
    // Other accounts are not affected, and the limit expires.
    visitor
        .post("/api/auth/login", login("nobody@example.org", "wrong"))
        .await
        .fails(401, "invalid_login");
    server.pass(Duration::from_mins(15));
    visitor
        .post("/api/auth/login", login("ada@example.org", PASSWORD))
        .await
        .ok();

    for _ in 0..10 {
        let wrong = json!({ "current_password": "wrong", "new_password": "a new one" });
        ada.put("/api/auth/password", wrong)
            .await
            .fails(422, "wrong_password");
    }
    let right = json!({ "current_password": PASSWORD, "new_password": "a new one" });
    ada.put("/api/auth/password", right)
        .await
        .fails(429, "too_many_attempts");

    for _ in 0..5 {
        visitor
            .post(
                "/api/auth/password/forgot",
                json!({ "email": "eve@example.org" }),
            )
            .await
            .done();
    }
    visitor
        .post(
            "/api/auth/password/forgot",
            json!({ "email": "eve@example.org" }),
        )
        .await
        .fails(429, "too_many_attempts");
}

#[tokio::test]
async fn a_stranger_at_one_address_locks_nobody_out() {
    let server = server_with(|config| config.trusted_proxies = 1).await;
    server.person("Ada").await;
    let sign_in = async |address: &str, password: &str| {
        let form = json!({ "email": "ada@example.org", "password": password });
        from(&server, address, "/api/auth/login", form).await
    };
    let mut refused = 0;
    for n in 0..120 {
        let told = sign_in("192.0.2.6", &format!("guess {n}")).await;
        refused += u32::from(told.status == 429);
    }
    assert_eq!(refused, 110);
    sign_in("192.0.2.7", PASSWORD).await.ok();
    // Attempts from many addresses are limited together.
    for n in 0..90 {
        let told = sign_in(&format!("198.51.100.{n}"), "guess").await;
        told.fails(401, "invalid_login");
    }
    sign_in("198.51.100.200", "guess")
        .await
        .fails(429, "too_many_attempts");
}

#[tokio::test]
async fn the_addresses_of_one_ipv6_network_count_as_one() {
    let server = server_with(|config| config.trusted_proxies = 1).await;
    server.person("Ada").await;
    let sign_in = async |address: &str, who: &str| {
        let form = json!({ "email": format!("{who}@example.org"), "password": "guess" });
        from(&server, address, "/api/auth/login", form).await
    };
    for n in 0..100 {
        let address = format!("2001:db8:1:2:{n}::{n}");
        sign_in(&address, &format!("p{n}"))
            .await
            .fails(401, "invalid_login");
    }
    sign_in("2001:db8:1:2:ffff::", "ada")
        .await
        .fails(429, "too_many_attempts");
    sign_in("2001:db8:1:3::", "ada")
        .await
        .fails(401, "invalid_login");
}

#[tokio::test]
async fn everything_that_can_be_guessed_is_limited() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let ada = server.person("Ada").await;
    let base = "/api/auth/two-factor";
    let setup = ada
        .post(&format!("{base}/setup"), json!({ "password": PASSWORD }))
        .await
        .ok();
    let secret = setup["secret"].as_str().unwrap();
    let code = json!({ "code": code_of(&server, secret) });
    ada.post(&format!("{base}/enable"), code).await.ok();

    let visitor = server.visitor();
    let post = |path: &str, body: Value| visitor.request(Method::POST, path).json(&body);
    let with_code =
        |code: &str| json!({ "email": "ada@example.org", "password": PASSWORD, "code": code });
    let sign_in = |n: u32| json!({ "email": format!("{n}@example.org"), "password": "guess" });
    let guess = |what: &str, n: u32| match what {
        "code" => post("/api/auth/login", with_code(&format!("{n:06}"))),
        "recovery code" => post("/api/auth/login", with_code(&format!("aaaaa-{n:05}"))),
        "account" => post("/api/auth/login", sign_in(n)),
        "reset link" => post(
            "/api/auth/password/reset",
            json!({ "token": format!("{n}"), "new_password": "a new password" }),
        ),
        _ => visitor
            .request(Method::GET, "/api/prompts")
            .bearer_auth(format!("promptcase_{n}")),
    };
    for (what, times, code, seconds) in [
        ("code", 10, "wrong_code", 900),
        ("recovery code", 0, "", 900),
        ("account", 100, "invalid_login", 900),
        ("reset link", 30, "invalid_token", 3600),
        ("token", 100, "invalid_token", 900),
    ] {
        for n in 0..times {
            let answer = visitor.send(guess(what, n)).await;
            assert_eq!(answer.error().1, code, "{what} {n}");
        }
        let refused = visitor.send(guess(what, times)).await;
        let wait: u32 = refused.headers["retry-after"]
            .to_str()
            .unwrap()
            .parse()
            .unwrap();
        assert!((1..=seconds).contains(&wait), "{what}: {wait}");
        refused.fails(429, "too_many_attempts");
    }
    // Correct codes are rejected too until the limit expires.
    visitor
        .post("/api/auth/login", with_code(&code_of(&server, secret)))
        .await
        .fails(429, "too_many_attempts");
    server.pass(Duration::from_mins(15));
    visitor
        .post("/api/auth/login", with_code(&code_of(&server, secret)))
        .await
        .ok();
}

#[tokio::test]
async fn parallel_guesses_count_too() {
    let server = server().await;
    server.person("Ada").await;
    let visitor = server.visitor();
    let guesses = (0..40).map(|n| {
        visitor.post(
            "/api/auth/login",
            json!({ "email": "ada@example.org", "password": format!("guess {n}") }),
        )
    });
    let answers = futures_util::future::join_all(guesses).await;
    assert_eq!(
        answers.iter().filter(|answer| answer.status == 401).count(),
        10
    );
    assert_eq!(
        answers.iter().filter(|answer| answer.status == 429).count(),
        30
    );
}
