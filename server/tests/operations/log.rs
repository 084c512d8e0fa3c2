//! What the log of a running server says of accounts and addresses.

use crate::support::{PASSWORD, fakes, person_at, visitor_of};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn the_log_says_who_did_what_from_where() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    let port = fakes::free_port();
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_promptcase-server"))
        .env("LISTEN", format!("127.0.0.1:{port}"))
        .env("DATA_DIR", folder.path().join("data"))
        .env("TRUSTED_PROXIES", "1")
        .stderr(std::fs::File::create(&file).unwrap())
        .spawn()
        .unwrap();
    let base = format!("http://127.0.0.1:{port}");
    let ada = person_at(&base, "Ada").await;
    let guess = |email: &str, password: &str| {
        let form = json!({ "email": email, "password": password });
        let visitor = visitor_of(&base);
        let request = visitor.request(Method::POST, "/api/auth/login").json(&form);
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let request = request.header("x-forwarded-for", "192.0.2.7");
        request
            .header("traceparent", trace)
            .header("x-request-id", "of-the-proxy")
    };
    let visitor = visitor_of(&base);
    visitor
        .send(guess("ada@example.org", "a wrong one"))
        .await
        .fails(401, "invalid_login");
    visitor
        .send(guess("nobody@example.org", "a wrong one"))
        .await
        .fails(401, "invalid_login");
    visitor.send(guess("ada@example.org", PASSWORD)).await.ok();
    let prompt = ada.prompt(json!({ "title": "Secret title" })).await;
    let foreign = ada.request(Method::DELETE, &crate::support::path(&prompt, ""));
    let foreign = foreign.header("origin", "https://evil.example");
    ada.send(foreign).await.fails(403, "foreign_origin");
    ada.post("/api/auth/logout", json!({})).await.done();
    program.kill().unwrap();
    program.wait().unwrap();

    let log = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let events = |name: &str| -> Vec<&Value> {
        let events = lines.iter().filter(|line| line["event"] == name);
        events.map(|line| &line["span"]).collect()
    };
    let account = ada.id();
    let wrong = events("sign_in_failed");
    assert_eq!(wrong.len(), 2, "{log}");
    assert_eq!(
        (&wrong[0]["account"], &wrong[0]["address"]),
        (&json!(account), &json!("192.0.2.7"))
    );
    assert_eq!(wrong[0]["trace"], "4bf92f3577b34da6a3ce929d0e0e4736");
    assert_eq!(wrong[0]["id"], "of-the-proxy");
    assert_eq!(wrong[1]["account"], Value::Null);
    for event in ["account_created", "signed_in", "signed_out"] {
        assert_eq!(events(event)[0]["account"], account, "{event}");
    }
    assert_eq!(events("foreign_origin").len(), 1);
    assert_eq!(events("forbidden").len(), 1);
    let answered = lines
        .iter()
        .find(|line| line["route"] == "/api/prompts" && line["method"] == "POST");
    assert_eq!(answered.unwrap()["span"]["account"], account);
    let deleted = lines
        .iter()
        .find(|line| line["method"] == "DELETE")
        .unwrap();
    assert_eq!(
        (&deleted["route"], &deleted["status"]),
        (&json!("/api/prompts/{id}"), &json!(403))
    );
    for secret in ["ada@example.org", PASSWORD, "a wrong one", "Secret title"] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
