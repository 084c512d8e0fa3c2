//! What is public, and what visitors report.

use serde_json::json;

use super::{acts, entries};
use crate::operations::program;
use crate::support::{path, server};

#[tokio::test]
async fn public_records_are_made_private() {
    let server = server().await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    let public = json!({ "title": "Spam", "is_public": true });
    let prompt = ada.prompt(public.clone()).await;
    let folder = ada.post("/api/collections", public.clone()).await.created();
    let mut piece = public;
    piece["content"] = json!({ "moduleContent": "x" });
    let piece = ada.post("/api/components", piece).await.created();
    for (kind, record) in [
        ("prompt", &prompt),
        ("collection", &folder),
        ("component", &piece),
    ] {
        let id = record["id"].as_str().expect("an id");
        let address = format!("/api/{kind}s/{id}");
        server.visitor().get(&address).await.ok();
        let form = json!({ "kind": kind, "id": id });
        root.post("/api/admin/unpublish", form.clone()).await.done();
        server.visitor().get(&address).await.fails(404, "not_found");
        ada.get(&address).await.ok();
        // A private one is none of the administrator's business
        root.post("/api/admin/unpublish", form)
            .await
            .fails(404, "not_found");
    }
    let log = entries(&root, "&action=unpublished").await;
    assert_eq!(log.len(), 3);
    assert_eq!(
        (&log[0]["target"], &log[0]["account_id"]),
        (&json!("ada@example.org"), &json!(ada.id()))
    );
    assert!(!json!(log).to_string().contains("Spam"), "{log:?}");
}

#[tokio::test]
async fn reports_are_listed_until_they_are_decided() {
    let server = server().await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    let prompt = ada
        .prompt(json!({ "title": "Spam", "is_public": true }))
        .await;
    let visitor = server.visitor();
    let report = visitor
        .request(reqwest::Method::POST, "/report")
        .header("content-type", "application/x-www-form-urlencoded")
        .body("about=/p/@ada/spam&reason=spam&message=Look");
    assert_eq!(visitor.send(report).await.status, 200);
    let open = async |query: &str| {
        let address = format!("/api/admin/reports{query}");
        root.get(&address).await.ok()["items"].clone()
    };
    let listed = open("").await;
    assert_eq!(listed[0]["prompt_id"], prompt["id"]);
    assert_eq!(
        (
            &listed[0]["name"],
            &listed[0]["reason"],
            &listed[0]["is_public"]
        ),
        (&json!("@ada/spam"), &json!("spam"), &json!(true))
    );
    assert_eq!(
        root.get("/api/admin/instance").await.ok()["counts"]["open_reports"],
        1
    );
    let decision = format!(
        "/api/admin/reports/{}/decision",
        listed[0]["id"].as_str().expect("an id")
    );
    root.put(&decision, json!({ "outcome": "resolved" }))
        .await
        .done();
    assert_eq!(open("").await, json!([]));
    assert_eq!(open("?all=true").await[0]["outcome"], "resolved");
    root.put(&decision, json!({ "outcome": "dismissed" }))
        .await
        .done();
    let log = entries(&root, "").await;
    assert_eq!(acts(&log)[..2], ["report_dismissed", "report_resolved"]);
    ada.get(&path(&prompt, "")).await.ok();
    // The command line decides, too; nobody sees a prompt in the trash
    ada.delete(&path(&prompt, "")).await.done();
    let all = open("?all=true").await;
    assert_eq!(all[0]["is_public"], false);
    let id = all[0]["id"].as_str().expect("an id");
    let (code, said, _) = program(&server, &["reports"]);
    assert!(code == Some(0) && said.contains(id), "{said}");
    let (code, _, error) = program(&server, &["reports", "resolve", id]);
    assert_eq!(code, Some(0), "{error}");
    assert_eq!(open("?all=true").await[0]["outcome"], "resolved");
    assert_eq!(
        entries(&root, "&action=report_resolved").await[0]["actor"],
        "command line"
    );
    let nothing = "00000000-0000-7000-8000-000000000000";
    let (code, ..) = program(&server, &["reports", "dismiss", nothing]);
    assert_eq!(code, Some(1));
}
