//! Reports of visitors about public pages.

use reqwest::Method;
use serde_json::{Value, json};

use crate::operations::program;
use crate::support::{Answer, Client, path, server, server_with};

async fn report(client: &Client, about: &str, reason: &str, message: &str) -> Answer {
    let fields = [("about", about), ("reason", reason), ("message", message)];
    let form: String = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    let request = client.request(Method::POST, "/report").body(form);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    client.send(request).await
}

async fn written(client: &Client, title: &str, is_public: bool) -> Value {
    let segments = json!([{ "id": "s1", "order": 0, "type": "user", "content": "Hello." }]);
    let prompt =
        json!({ "title": title, "is_public": is_public, "content": { "segments": segments } });
    client.prompt(prompt).await
}

#[tokio::test]
async fn a_visitor_reports_a_page_and_the_administrator_reads_it() {
    let server = server_with(|config| config.reports_to = Some("ops@example.org".to_owned())).await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    written(&ada, "Buy now", true).await;
    let private = written(&ada, "Mine", false).await;
    ada.put(&path(&private, "/link"), json!({})).await;
    let link = ada.get(&path(&private, "/link")).await.json();
    let link = link["path"].as_str().unwrap().to_owned();
    for address in ["/p/ada/buy-now", "/p/ada", &link] {
        let html = visitor.get(address).await.text();
        let field = format!("name=\"about\" value=\"{address}\"");
        assert!(html.contains(&field), "{address}: {html}");
        let answer = report(&visitor, address, "spam", "Sold\u{1b}[2J here\r\nfor money").await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.text().contains("Thank you for your report"));
    }
    let (code, listed, error) = program(&server, &["reports"]);
    assert_eq!(code, Some(0), "{error}");
    for part in [
        "/p/ada/buy-now  Buy now",
        "/p/ada  Ada",
        "the secret link of @ada/mine  Mine",
        "spam",
        "    Sold\u{fffd}[2J here\n    for money",
    ] {
        assert!(listed.contains(part), "{part} is not in {listed}");
    }
    // The address of a link is a secret, and the program prints nothing that a terminal would obey.
    assert!(!listed.contains(link.trim_start_matches("/s/")) && !listed.contains('\u{1b}'));
    let folder = server.data_dir().join("mail");
    let mails = crate::support::seen(async || {
        let files: Vec<_> = std::fs::read_dir(&folder).ok()?.flatten().collect();
        (files.len() >= 3).then_some(files)
    })
    .await
    .expect("a mail for each report");
    let mail = std::fs::read_to_string(mails[0].path()).unwrap();
    assert!(mail.contains("To: ops@example.org"), "{mail}");
}

#[tokio::test]
async fn only_what_a_visitor_may_see_is_reported_and_not_too_often() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    written(&ada, "Mine", false).await;
    for about in [
        "/p/ada/mine",
        "/p/ada/none",
        "/p/bob",
        "/s/none",
        "/explorer",
        "",
    ] {
        assert_eq!(
            report(&visitor, about, "spam", "").await.status,
            404,
            "{about}"
        );
    }
    // Nor does its author see more there than a visitor.
    assert_eq!(report(&ada, "/p/ada/mine", "spam", "").await.status, 404);
    let (_, listed, _) = program(&server, &["reports"]);
    assert_eq!(listed, "There are no reports.\n");
    // A reason is asked for, in words.
    let unreasoned = report(&visitor, "/p/ada", "", "").await;
    assert_eq!(unreasoned.status, 422);
    assert!(unreasoned.text().contains("choose what is wrong"));
    server.pass(std::time::Duration::from_hours(2));
    for _ in 0..10 {
        assert_eq!(report(&visitor, "/p/ada", "other", "").await.status, 200);
    }
    let refused = report(&visitor, "/p/ada", "other", "").await;
    assert_eq!(refused.status, 429, "an eleventh within the hour");
    assert!(refused.text().contains("Too many reports"));
}
