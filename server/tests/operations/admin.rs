//! Commands of the administrator.

use super::program;
use crate::support::{PASSWORD, path, server, server_with};
use prompt_core::plan::PlanType;
use promptcase_server::admin::{account_of, actions};
use promptcase_server::audit::By;
use promptcase_server::config::Registrations;
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn an_administrator_resets_passwords_and_deletes_accounts() {
    let server = server().await;
    let ada = server.person("Ada").await;
    server.demote_all().await;
    let id = account_of(&server.app, "ADA@example.org").await.unwrap();
    let password = actions::reset_password(&server.app, id, By::CommandLine)
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
    actions::delete(&server.app, id, By::CommandLine)
        .await
        .unwrap();
    server
        .visitor()
        .post("/api/auth/login", login(&password))
        .await
        .fails(401, "invalid_login");
    assert!(account_of(&server.app, "ada@example.org").await.is_err());
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

#[tokio::test]
async fn a_disabled_account_keeps_its_data_and_nobody_acts_for_it() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let ada = server.person("Ada").await;
    server.demote_all().await;
    let bob = server.person("Bob").await;
    let prompt = ada
        .prompt(json!({ "title": "Kept", "is_public": true }))
        .await;
    let token = json!({ "name": "Build", "password": PASSWORD, "scope": "read" });
    let token = ada.post("/api/auth/tokens", token).await.created();
    let by_token = async || {
        let request = server.visitor().request(Method::GET, "/api/prompts");
        let secret = token["token"].as_str().expect("a token").to_owned();
        server.visitor().send(request.bearer_auth(secret)).await
    };
    by_token().await.ok();
    let sign_in = async |password: &str| {
        let form = json!({ "email": "ada@example.org", "password": password });
        server.visitor().post("/api/auth/login", form).await
    };

    let (code, said, error) = program(&server, &["user", "disable", "ADA@example.org"]);
    assert_eq!(
        (code, said.as_str()),
        (Some(0), "Disabled ADA@example.org.\n"),
        "{error}"
    );
    assert!(ada.get("/api/auth/session").await.ok()["user"].is_null());
    by_token().await.fails(401, "invalid_token");
    sign_in(PASSWORD).await.fails(403, "account_disabled");
    // Whoever does not know the password learns nothing.
    sign_in("wrong one").await.fails(401, "invalid_login");
    let public = path(&prompt, "");
    bob.get(&public).await.ok();
    let (_, said, _) = program(
        &server,
        &["user", "disable", "ada@example.org", "--unpublish"],
    );
    assert!(
        said.ends_with("Made 1 of its records and links private.\n"),
        "{said}"
    );
    bob.get(&public).await.fails(404, "not_found");
    let (_, list, _) = program(&server, &["user", "list", "ADA"]);
    assert!(
        list.lines().count() == 2 && list.ends_with("Ada (disabled)\n"),
        "{list}"
    );

    assert_eq!(
        program(&server, &["user", "enable", "ada@example.org"]).0,
        Some(0)
    );
    by_token().await.ok();
    sign_in(PASSWORD).await.ok();
}

#[tokio::test]
async fn accounts_are_added_listed_and_changed_where_registration_is_closed() {
    let server = server_with(|config| config.registration = Registrations::Closed).await;
    let form = json!({ "full_name": "Eve", "email": "eve@example.org", "password": PASSWORD });
    let refused = server.visitor().post("/api/auth/register", form).await;
    refused.fails(403, "registration_closed");
    let run = |arguments: &[&str]| program(&server, &[&["user"], arguments].concat());
    let (code, password, error) = run(&["add", "ada@example.org", "Ada Lovelace"]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert_eq!(run(&["add", "ADA@example.org", "Ada"]).0, Some(1));
    assert_eq!(run(&["add", "nothing", "Ada"]).0, Some(1));
    let sign_in = async |email: &str| {
        let form = json!({ "email": email, "password": password.trim() });
        let browser = server.visitor();
        let answer = browser.post("/api/auth/login", form).await;
        (browser, answer)
    };
    let (ada, answer) = sign_in("ada@example.org").await;
    answer.ok();
    assert_eq!(run(&["end-sessions", "ada@example.org"]).0, Some(0));
    assert!(ada.get("/api/auth/session").await.ok()["user"].is_null());

    run(&["add", "bob@example.org", "Bob"]);
    assert_eq!(
        run(&["change-email", "ada@example.org", "bob@example.org"]).0,
        Some(1)
    );
    let (code, said, _) = run(&["change-email", "ada@example.org", "countess@example.org"]);
    assert_eq!(
        (code, said.as_str()),
        (Some(0), "ada@example.org is countess@example.org now.\n")
    );
    sign_in("ada@example.org")
        .await
        .1
        .fails(401, "invalid_login");
    sign_in("countess@example.org").await.1.ok();

    let (_, list, _) = run(&["list", "--json"]);
    let accounts: Vec<Value> = list
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(accounts.len(), 2);
    assert_eq!(accounts[0]["email"], "bob@example.org");
    assert_eq!(accounts[1]["handle"], "ada-lovelace");
}

#[tokio::test]
async fn only_addresses_of_the_allowed_domains_sign_up() {
    let server = server_with(|config| {
        config.registration_domains = vec!["example.org".to_owned(), "example.com".to_owned()];
    })
    .await;
    let sign_up = async |email: &str| {
        let form = json!({ "full_name": "Ada", "email": email, "password": PASSWORD });
        server.visitor().post("/api/auth/register", form).await
    };
    sign_up("ada@EXAMPLE.com").await.created();
    for email in [
        "ada@example.net",
        "ada@sub.example.org",
        "ada@example.org.evil.net",
    ] {
        let refused = sign_up(email).await.fails(422, "domain_not_allowed");
        assert_eq!(
            refused["message"],
            "Sign up with an address at example.org or example.com"
        );
    }
}
