//! Commands of the administrator.

use super::program;
use crate::support::{PASSWORD, server};
use promptcase_server::admin;
use serde_json::json;

#[tokio::test]
async fn an_administrator_resets_passwords_and_deletes_accounts() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let password = admin::reset_password(&server.app, "ADA@example.org")
        .await
        .unwrap();
    assert!(ada.get("/api/auth/session").await.ok()["user"].is_null());
    let login = |password: &str| json!({ "email": "ada@example.org", "password": password });
    server
        .visitor()
        .post("/api/auth/login", login(PASSWORD))
        .await
        .fails(401, "invalid_login");
    server
        .visitor()
        .post("/api/auth/login", login(&password))
        .await
        .ok();
    admin::delete(&server.app, "ada@example.org").await.unwrap();
    server
        .visitor()
        .post("/api/auth/login", login(&password))
        .await
        .fails(401, "invalid_login");
    assert!(admin::delete(&server.app, "ada@example.org").await.is_err());
}

#[tokio::test]
async fn an_administrator_gives_credits_for_a_reason_that_their_owner_reads() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let give = |email: &str, credits: &str, reason: &str| {
        let arguments = ["user", "grant", email, credits, "--reason", reason];
        program(&server, &arguments)
    };
    let (code, said, error) = give("Ada@Example.org", "250", " Thank you for the report ");
    assert_eq!(
        (code, said.as_str(), error.as_str()),
        (
            Some(0),
            "Gave 250 credits to Ada@Example.org, who has 350 now.\n",
            ""
        )
    );
    give("ada@example.org", "250", "Once more");
    let credits = ada.get("/api/credits").await.ok();
    assert_eq!(
        (&credits["balance"], &credits["total_earned"]),
        (&json!(600), &json!(600))
    );
    let ledger = ada.get("/api/credits/transactions").await.ok();
    let lines: Vec<_> = ledger["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| line["transaction_type"] == "granted")
        .map(|line| {
            (
                line["amount"].as_i64().unwrap(),
                line["description"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(lines.len(), 2);
    assert!(lines.contains(&(250, "Thank you for the report")));

    for (email, credits, reason, code, message) in [
        ("bob@example.org", "1", "x", 1, "no account has the address"),
        ("ada@example.org", "1", " ", 1, "Reason is required"),
        (
            "ada@example.org",
            "1",
            "two\nlines",
            1,
            "Reason must be one line",
        ),
        ("ada@example.org", "0", "x", 2, "0 is not in 1..=1000000"),
        ("ada@example.org", "-5", "x", 2, "unexpected argument"),
        (
            "ada@example.org",
            "1000001",
            "x",
            2,
            "is not in 1..=1000000",
        ),
        ("ada@example.org", "many", "x", 2, "invalid digit"),
    ] {
        let (ended, said, error) = give(email, credits, reason);
        assert_eq!((ended, said.as_str()), (Some(code), ""), "{error}");
        assert!(
            error.starts_with("error: ") && error.contains(message),
            "{error}"
        );
    }
    let (code, ..) = program(&server, &["user", "grant", "ada@example.org", "5"]);
    assert_eq!(code, Some(2), "a reason is asked for");
    assert_eq!(ada.get("/api/credits").await.ok()["balance"], 600);

    let (code, help, _) = program(&server, &["user", "grant", "--help"]);
    assert_eq!(code, Some(0));
    for words in ["Give an account credits", "--reason", "1000000"] {
        assert!(help.contains(words), "{help}");
    }
    let (_, help, _) = program(&server, &["--help"]);
    assert!(help.contains("Exit codes: 0 done, 1 "), "{help}");
}
