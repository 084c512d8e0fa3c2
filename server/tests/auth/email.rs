//! Confirming and changing the address of an account, and mails about what protects it.

use crate::support::{PASSWORD, TestServer, seen, server, server_with};
use prompt_core::plan::PlanType;
use serde_json::json;

/// The mail with this subject that was written last to this address.
pub(super) async fn mail(server: &TestServer, to: &str, subject: &str) -> String {
    let found = seen(async || {
        let mut files: Vec<_> = std::fs::read_dir(server.data_dir().join("mail"))
            .ok()?
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort_by_key(|path| std::fs::metadata(path).unwrap().modified().unwrap());
        let mut texts = files
            .iter()
            .filter_map(|path| std::fs::read_to_string(path).ok());
        let (to, subject) = (format!("To: {to}"), format!("Subject: {subject}"));
        texts.rfind(|text| text.contains(&to) && text.contains(&subject))
    });
    found
        .await
        .unwrap_or_else(|| panic!("no mail {subject} to {to}"))
}

fn token_in(mail: &str) -> String {
    let mail = mail.replace("=\r\n", "").replace("=3D", "=");
    let (_, rest) = mail.split_once("/confirm-email#token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn an_address_is_confirmed_by_a_link_that_works_once() {
    let server = server().await;
    let ada = server.person("Ada").await;
    ada.post("/api/auth/email/confirmation", json!({}))
        .await
        .done();
    let token = token_in(&mail(&server, "ada@example.org", "Confirm your address").await);
    let visitor = server.visitor();
    let confirm = async || {
        visitor
            .post("/api/auth/email/confirm", json!({ "token": token }))
            .await
    };
    assert_eq!(confirm().await.ok(), json!({ "email": "ada@example.org" }));
    confirm().await.fails(422, "invalid_token");
    for _ in 0..4 {
        ada.post("/api/auth/email/confirmation", json!({}))
            .await
            .done();
    }
    ada.post("/api/auth/email/confirmation", json!({}))
        .await
        .fails(429, "too_many_attempts");
}

#[tokio::test]
async fn an_address_waits_for_confirmation_only_where_mail_is_set_up() {
    let without = server().await;
    let ada = without.person("Ada").await;
    let session = ada.get("/api/auth/session").await.ok();
    assert_eq!(session["user"]["email_confirmed"], true);
    let with = server_with(|config| config.smtp_url = Some("smtp://127.0.0.1:9".to_owned())).await;
    let ada = with.person("Ada").await;
    let session = ada.get("/api/auth/session").await.ok();
    assert_eq!(session["user"]["email_confirmed"], false);
    // Nothing is locked.
    ada.prompt(json!({ "title": "Written" })).await;
}

#[tokio::test]
async fn a_new_address_counts_once_its_link_is_followed() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    let change = async |email: &str, password: &str| {
        let form = json!({ "email": email, "password": password });
        ada.put("/api/auth/email", form).await
    };
    change("lovelace@example.org", "wrong one")
        .await
        .fails(422, "wrong_password");
    change("nothing", PASSWORD).await.fails(422, "not_valid");
    change("BOB@example.org", PASSWORD)
        .await
        .fails(422, "email_taken");
    change("lovelace@example.org", PASSWORD).await.done();
    let session = ada.get("/api/auth/session").await.ok();
    assert_eq!(session["user"]["email"], "ada@example.org");

    let token = token_in(&mail(&server, "lovelace@example.org", "Confirm your address").await);
    let confirm = json!({ "token": token });
    bob.post("/api/auth/email/confirm", confirm).await.ok();
    let session = ada.get("/api/auth/session").await.ok();
    assert_eq!(session["user"]["email"], "lovelace@example.org");
    let told = mail(&server, "ada@example.org", "Your address was changed").await;
    assert!(told.contains("lovelace@example.org"), "{told}");
    let sign_in = async |email: &str| {
        let form = json!({ "email": email, "password": PASSWORD });
        server
            .visitor()
            .post("/api/auth/login", form)
            .await
            .status
            .as_u16()
    };
    assert_eq!(
        (
            sign_in("ada@example.org").await,
            sign_in("lovelace@example.org").await
        ),
        (401, 200)
    );
}

#[tokio::test]
async fn a_new_password_cancels_a_change_that_somebody_else_asked_for() {
    for is_reset in [true, false] {
        let server = server().await;
        let ada = server.person("Ada").await;
        let form = json!({ "email": "thief@example.org", "password": PASSWORD });
        ada.put("/api/auth/email", form).await.done();
        let token = token_in(&mail(&server, "thief@example.org", "Confirm your address").await);
        let told = mail(
            &server,
            "ada@example.org",
            "Your address is about to change",
        )
        .await;
        assert!(told.contains("thief@example.org"), "{told}");
        // The link stays when another mail is asked for.
        ada.post("/api/auth/email/confirmation", json!({}))
            .await
            .done();
        let again = seen(async || {
            let mail = mail(&server, "thief@example.org", "Confirm your address").await;
            Some(token_in(&mail)).filter(|again| *again != token)
        });
        let token = again.await.unwrap();

        if is_reset {
            let form = json!({ "email": "ada@example.org" });
            ada.post("/api/auth/password/forgot", form).await.done();
            let text = mail(&server, "ada@example.org", "Choose a new password").await;
            let text = text.replace("=\r\n", "").replace("=3D", "=");
            let (_, after) = text.split_once("token=").unwrap();
            let secret = after.split_whitespace().next().unwrap();
            let form = json!({ "token": secret, "new_password": "another good one" });
            ada.post("/api/auth/password/reset", form).await.done();
        } else {
            let form = json!({ "current_password": PASSWORD, "new_password": "another good one" });
            ada.put("/api/auth/password", form).await.done();
        }
        let confirm = json!({ "token": token });
        server
            .visitor()
            .post("/api/auth/email/confirm", confirm)
            .await
            .fails(422, "invalid_token");
    }
}

#[tokio::test]
async fn an_address_that_was_taken_meanwhile_is_not_taken_over() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let form = json!({ "email": "bob@example.org", "password": PASSWORD });
    ada.put("/api/auth/email", form).await.done();
    let token = token_in(&mail(&server, "bob@example.org", "Confirm your address").await);
    server.person("Bob").await;
    let confirm = json!({ "token": token });
    ada.post("/api/auth/email/confirm", confirm)
        .await
        .fails(422, "email_taken");
}

#[tokio::test]
async fn the_owner_is_told_of_a_new_password_token_webhook_and_second_factor() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    let ada = server.person("Ada").await;
    let hook = json!({ "url": "https://192.0.43.7/secret-path", "events": ["prompt.shared"] });
    ada.post("/api/webhooks", hook).await.created();
    let told = mail(&server, "ada@example.org", "A new webhook").await;
    assert!(
        told.contains("https://192.0.43.7") && !told.contains("secret-path"),
        "{told}"
    );
    let new = json!({ "name": "Nightly export", "password": PASSWORD, "scope": "read" });
    ada.post("/api/auth/tokens", new).await.created();
    let told = mail(&server, "ada@example.org", "A new API token").await;
    assert!(
        told.contains("Nightly export") && told.contains("/forgot-password"),
        "{told}"
    );

    let password = json!({ "password": PASSWORD });
    let setup = ada
        .post("/api/auth/two-factor/setup", password.clone())
        .await
        .ok();
    let code = super::code_of(&server, setup["secret"].as_str().unwrap());
    ada.post("/api/auth/two-factor/enable", json!({ "code": code }))
        .await
        .ok();
    mail(
        &server,
        "ada@example.org",
        "Two-factor authentication is on",
    )
    .await;
    ada.post("/api/auth/two-factor/disable", password)
        .await
        .done();
    mail(
        &server,
        "ada@example.org",
        "Two-factor authentication is off",
    )
    .await;

    let change = json!({ "current_password": PASSWORD, "new_password": "a new one" });
    ada.put("/api/auth/password", change).await.done();
    mail(&server, "ada@example.org", "Your password was changed").await;
}
