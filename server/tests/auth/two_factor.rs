//! The second factor.

use super::code_of;
use super::email::mail;
use crate::support::{PASSWORD, server};
use serde_json::{Value, json};
use std::time::Duration;

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
    // Not enabled yet: no code is required.
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
    // The code that enabled it cannot be reused; the next one works once.
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
    // A recovery code works once, in any spelling.
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
    // A wrong password fails before the code is checked.
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
async fn the_owner_hears_of_wrong_codes_and_a_day_has_few_of_them() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let base = "/api/auth/two-factor";
    let setup = json!({ "password": PASSWORD });
    let setup = ada.post(&format!("{base}/setup"), setup).await.ok();
    let secret = setup["secret"].as_str().unwrap();
    let before = ada.cookie();
    let code = json!({ "code": code_of(&server, secret) });
    ada.post(&format!("{base}/enable"), code).await.ok();
    assert_ne!(ada.cookie(), before);
    let sign_in = async |code: &str| {
        let form = json!({ "email": "ada@example.org", "password": PASSWORD, "code": code });
        server.visitor().post("/api/auth/login", form).await
    };
    for at in 0..30 {
        if at % 10 == 0 {
            server.pass(Duration::from_mins(16));
        }
        sign_in("000000").await.fails(401, "wrong_code");
        if at == 0 {
            mail(&server, "ada@example.org", "A wrong code for your account").await;
        }
    }
    server.pass(Duration::from_mins(16));
    let right = code_of(&server, secret);
    sign_in(&right).await.fails(429, "too_many_attempts");
    server.pass(Duration::from_hours(24));
    sign_in(&code_of(&server, secret)).await.ok();
}
