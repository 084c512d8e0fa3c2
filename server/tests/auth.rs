//! Accounts, sessions and passwords.

use std::time::Duration;

use crate::support::{Answer, Client, PASSWORD, TestServer, seen, server, server_with};
use prompt_core::plan::PlanType;
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

/// The newest mail the server wrote instead of sending.
async fn newest_mail(server: &TestServer) -> Option<String> {
    // Mails are written in the background.
    seen(async || {
        let mut files: Vec<_> = std::fs::read_dir(server.data_dir().join("mail"))
            .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
            .unwrap_or_default();
        files.sort_by_key(|path| std::fs::metadata(path).unwrap().modified().unwrap());
        let text = std::fs::read_to_string(files.last()?).ok()?;
        Some(text).filter(|text| !text.is_empty())
    })
    .await
}

fn token_in(mail: &str) -> String {
    // A long line of a mail may be folded, with '=' at its end.
    let mail = mail.replace("=\r\n", "").replace("=3D", "=");
    let (_, rest) = mail.split_once("/reset-password?token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
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
        .post("/api/auth/password/reset", reset("another"))
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

/// What an authenticator app shows now.
fn code_of(server: &TestServer, secret: &str) -> String {
    let bytes = totp_rs::Secret::Encoded(secret.to_owned())
        .to_bytes()
        .unwrap();
    let totp = totp_rs::TOTP::new(
        totp_rs::Algorithm::SHA1,
        6,
        1,
        30,
        bytes,
        None,
        String::new(),
    )
    .unwrap();
    totp.generate(u64::try_from(server.clock.now().0 / 1_000_000).unwrap())
}

#[tokio::test]
async fn a_second_factor_is_asked_for_and_each_code_counts_once() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let base = "/api/auth/two-factor";
    assert_eq!(
        ada.get(base).await.ok(),
        json!({ "enabled": false, "recovery_codes_left": 0 })
    );
    ada.post(&format!("{base}/setup"), json!({ "password": "wrong" }))
        .await
        .fails(422, "wrong_password");
    let setup = ada
        .post(&format!("{base}/setup"), json!({ "password": PASSWORD }))
        .await
        .ok();
    let secret = setup["secret"].as_str().unwrap();
    assert!(
        setup["otpauth_url"]
            .as_str()
            .unwrap()
            .starts_with("otpauth://totp/Promptcase:ada%40example.org")
    );
    assert!(
        setup["qr_code"]
            .as_str()
            .unwrap()
            .starts_with("data:image/svg+xml;base64,")
    );
    let login =
        |code: Value| json!({ "email": "ada@example.org", "password": PASSWORD, "code": code });
    // Not on yet: nobody is asked.
    server
        .visitor()
        .post("/api/auth/login", login(Value::Null))
        .await
        .ok();
    ada.post(&format!("{base}/enable"), json!({ "code": "000000" }))
        .await
        .fails(422, "wrong_code");
    let codes = ada
        .post(
            &format!("{base}/enable"),
            json!({ "code": code_of(&server, secret) }),
        )
        .await
        .ok();
    let codes: Vec<&str> = codes["recovery_codes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|code| code.as_str().unwrap())
        .collect();
    assert_eq!(codes.len(), 10);
    assert_eq!(
        ada.get(base).await.ok(),
        json!({ "enabled": true, "recovery_codes_left": 10 })
    );
    ada.post(&format!("{base}/setup"), json!({ "password": PASSWORD }))
        .await
        .fails(409, "conflict");

    let visitor = server.visitor();
    visitor
        .post("/api/auth/login", login(Value::Null))
        .await
        .fails(401, "code_required");
    visitor
        .post("/api/auth/login", login(json!("123456")))
        .await
        .fails(401, "wrong_code");
    // The code that turned it on is used up; the next one works once.
    visitor
        .post("/api/auth/login", login(json!(code_of(&server, secret))))
        .await
        .fails(401, "wrong_code");
    server.pass(Duration::from_secs(30));
    visitor
        .post("/api/auth/login", login(json!(code_of(&server, secret))))
        .await
        .ok();
    visitor
        .post("/api/auth/login", login(json!(code_of(&server, secret))))
        .await
        .fails(401, "wrong_code");
    // A recovery code works once, however it is typed.
    visitor
        .post(
            "/api/auth/login",
            login(json!(codes[3].to_uppercase().replace('-', " "))),
        )
        .await
        .ok();
    visitor
        .post("/api/auth/login", login(json!(codes[3])))
        .await
        .fails(401, "wrong_code");
    assert_eq!(ada.get(base).await.ok()["recovery_codes_left"], 9);
    // A wrong password never gets as far as the code.
    let wrong = json!({ "email": "ada@example.org", "password": "wrong", "code": codes[4] });
    visitor
        .post("/api/auth/login", wrong)
        .await
        .fails(401, "invalid_login");

    let renewed = ada
        .post(
            &format!("{base}/recovery-codes"),
            json!({ "password": PASSWORD }),
        )
        .await
        .ok();
    visitor
        .post("/api/auth/login", login(json!(codes[5])))
        .await
        .fails(401, "wrong_code");
    visitor
        .post(
            "/api/auth/login",
            login(renewed["recovery_codes"][0].clone()),
        )
        .await
        .ok();
    ada.post(&format!("{base}/disable"), json!({ "password": PASSWORD }))
        .await
        .done();
    server
        .visitor()
        .post("/api/auth/login", login(Value::Null))
        .await
        .ok();
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
async fn guessing_is_slowed_down_and_says_when_to_come_back() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let visitor = server.visitor();
    let login = |email: &str, password: &str| json!({ "email": email, "password": password });
    // Those who get in are never slowed down.
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
    // Another account is not in the way, and time heals.
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

/// A request from an address, as a trusted proxy tells it.
async fn from(server: &TestServer, address: &str, path: &str, body: Value) -> Answer {
    let visitor = server.visitor();
    let request = visitor.request(Method::POST, path).json(&body);
    visitor
        .send(request.header("x-forwarded-for", address))
        .await
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
    // Many addresses together are stopped all the same.
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
    // What cannot be an account does not count; asking whether there is one does.
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

#[tokio::test]
async fn a_reset_password_ends_api_tokens_and_a_changed_one_does_not() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let ada = server.person("Ada").await;
    let token = async |client: &Client| {
        let new = json!({ "name": "CI", "scope": "write" });
        let made = client.post("/api/auth/tokens", new).await.created();
        made["token"].as_str().unwrap().to_owned()
    };
    let works = async |token: &str| {
        let visitor = server.visitor();
        let request = visitor.request(Method::GET, "/api/prompts");
        visitor.send(request.bearer_auth(token)).await.status == 200
    };
    let first = token(&ada).await;
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
    let (second, bobs) = (token(&ada).await, token(&server.person("Bob").await).await);
    let reset = promptcase_server::admin::reset_password(&server.app, "ada@example.org").await;
    reset.unwrap();
    assert_eq!((works(&second).await, works(&bobs).await), (false, true));
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
    // The right ones are not taken either, until the time is over.
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
            created_at: now,
            expires_at: now.plus(Duration::from_hours(1)),
        };
        promptcase_server::session::store::insert_session(db, session, shown)
            .await
            .unwrap()
    };
    assert!(start(old.as_deref()).await);
    // The right password was checked; before its session begins the administrator resets it.
    promptcase_server::admin::reset_password(&server.app, "ada@example.org")
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
    // Nor may a session that has ended change the password again.
    let own = uuid::Uuid::new_v4();
    assert!(
        !store::set_password(db, id, "x".into(), Some(own))
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
            let token = json!({ "name": "CI", "scope": "write" });
            let made = ada.post("/api/auth/tokens", token).await;
            if made.status != 201 {
                return tokens;
            }
            tokens.push(made.created()["token"].as_str().unwrap().to_owned());
        }
    };
    let reset = async {
        tokio::time::sleep(Duration::from_millis(30)).await;
        promptcase_server::admin::reset_password(&server.app, "ada@example.org")
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
    let new = promptcase_server::admin::reset_password(&server.app, "ada@example.org")
        .await
        .unwrap();
    assert_eq!(sign_in("192.0.2.7", &new).await, 200);
}
