//! Invitations: who may sign up where an invitation is needed.

use std::time::Duration;

use promptcase_server::audit::By;
use promptcase_server::auth::invitations;
use promptcase_server::config::{Config, Registrations};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{acts, entries, user};
use crate::support::{Answer, Client, PASSWORD, TestServer, seen, server_with};

const INVITATIONS: &str = "/api/admin/invitations";
const DAY: Duration = Duration::from_hours(24);

/// A server with an administrator, on which others need an invitation.
async fn by_invitation(change: impl FnOnce(&mut Config)) -> (TestServer, Client) {
    let server = server_with(|config| {
        config.registration = Registrations::Invite;
        change(config);
    })
    .await;
    let made = invitations::make(&server.app, Some("root@example.org"), 7, By::CommandLine).await;
    let link = made.expect("an invitation").link;
    let admin = server.visitor();
    let form = json!({
        "full_name": "Root", "email": "root@example.org", "password": PASSWORD,
        "invitation": in_link(&link, "invitation"),
    });
    admin.post("/api/auth/register", form).await.created();
    (server, admin)
}

/// The value in the fragment of a link.
fn in_link(link: &str, name: &str) -> Option<String> {
    let (address, fragment) = link.split_once('#').expect("a fragment");
    assert_eq!(address, "http://localhost:8080/register");
    let mut pairs = url::form_urlencoded::parse(fragment.as_bytes());
    pairs.find_map(|(key, value)| (key == name).then(|| value.into_owned()))
}

fn token_of(made: &Value) -> String {
    let link = made["link"].as_str().expect("a link");
    in_link(link, "invitation").expect("a token")
}

async fn sign_up(server: &TestServer, email: &str, invitation: Option<&str>) -> Answer {
    let form = json!({
        "full_name": "Ada", "email": email, "password": PASSWORD, "invitation": invitation,
    });
    server.visitor().post("/api/auth/register", form).await
}

async fn waiting(admin: &Client) -> Vec<Value> {
    let page = admin.get(INVITATIONS).await.ok();
    page["items"].as_array().expect("invitations").clone()
}

#[tokio::test]
async fn an_invitation_for_an_address_lets_it_sign_up_once_and_confirms_it() {
    let (server, root) = by_invitation(|config| {
        config.smtp_url = Some("smtp://127.0.0.1:9".to_owned());
        config.registration_domains = vec!["example.com".to_owned()];
    })
    .await;
    let refused = sign_up(&server, "ada@example.com", None).await;
    refused.fails(403, "invitation_required");

    let form = json!({ "email": "ada@example.org" });
    let made = root.post(INVITATIONS, form).await.created();
    assert_eq!(made["is_mailed"], true);
    assert_eq!(made["email"], "ada@example.org");
    assert_eq!(made["invited_by"], "root@example.org");
    let link = made["link"].as_str().expect("a link");
    assert_eq!(in_link(link, "email").as_deref(), Some("ada@example.org"));
    let token = token_of(&made);
    let mails = async || {
        let queued = server.app.db.read("SELECT recipient, body FROM mail_queue");
        let queued: Vec<(String, String)> = queued.all().await.expect("mails");
        let mut queued = queued.into_iter();
        queued.find(|(to, body)| to == "ada@example.org" && body.contains(&token))
    };
    seen(mails).await.expect("the link is mailed");
    let listed = waiting(&root).await;
    assert_eq!(listed.len(), 1);
    assert!(!listed[0].to_string().contains(&token));

    let other = sign_up(&server, "eve@example.com", Some(&token)).await;
    assert_eq!(other.fails(422, "invited_another")["field"], "email");
    // One that fails does not use it up
    let known = sign_up(&server, "root@example.org", Some(&token)).await;
    known.fails(422, "invited_another");
    let ada = sign_up(&server, "ada@EXAMPLE.org", Some(&token))
        .await
        .created();
    assert_eq!(ada["user"]["email_confirmed"], true);
    let again = sign_up(&server, "ada@example.org", Some(&token)).await;
    again.fails(422, "invalid_invitation");
    assert!(waiting(&root).await.is_empty());

    let log = entries(&root, "").await;
    assert_eq!(acts(&log)[1..3], ["account_created", "invitation_created"]);
    assert_eq!(log[1]["details"]["invitation_id"], made["id"]);
    assert_eq!(log[2]["target"], "ada@example.org");
    assert!(!json!(log).to_string().contains(&token));
    let refused = root
        .post(INVITATIONS, json!({ "email": "ada@example.org" }))
        .await;
    refused.fails(422, "email_taken");
}

#[tokio::test]
async fn an_invitation_for_whoever_has_the_link_works_until_it_is_used_revoked_or_old() {
    let (server, root) = by_invitation(|config| {
        config.registration_domains = vec!["example.org".to_owned()];
    })
    .await;
    let make = async |form: Value| root.post(INVITATIONS, form).await.created();
    let (used, revoked, old) = (
        make(json!({})).await,
        make(json!({})).await,
        make(json!({ "days": 1 })).await,
    );
    assert_eq!(
        (&used["email"], &used["is_mailed"]),
        (&Value::Null, &json!(false))
    );
    let token = token_of(&used);
    let elsewhere = sign_up(&server, "ada@example.net", Some(&token)).await;
    elsewhere.fails(422, "domain_not_allowed");
    // The address that has an account leaves the invitation unused
    let known = sign_up(&server, "root@example.org", Some(&token)).await;
    known.fails(422, "email_taken");
    let both = tokio::join!(
        sign_up(&server, "ada@example.org", Some(&token)),
        sign_up(&server, "bob@example.org", Some(&token)),
    );
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort();
    assert_eq!(
        statuses,
        [StatusCode::CREATED, StatusCode::UNPROCESSABLE_ENTITY]
    );
    let signed_up = if both.0.status == StatusCode::CREATED {
        both.0
    } else {
        both.1
    };
    let account = signed_up.json()["user"]["id"].clone();
    let account = format!("/api/admin/accounts/{}", account.as_str().expect("an id"));
    assert_eq!(root.get(&account).await.ok()["email_confirmed"], false);

    let address = format!("{INVITATIONS}/{}", revoked["id"].as_str().expect("an id"));
    root.delete(&address).await.done();
    root.delete(&address).await.fails(404, "not_found");
    let refused = sign_up(&server, "eve@example.org", Some(&token_of(&revoked))).await;
    refused.fails(422, "invalid_invitation");
    assert_eq!(waiting(&root).await.len(), 1);
    server.pass(DAY);
    let refused = sign_up(&server, "eve@example.org", Some(&token_of(&old))).await;
    refused.fails(422, "invalid_invitation");
    assert!(waiting(&root).await.is_empty());
    let log = entries(&root, "&action=invitation_revoked").await;
    assert_eq!(log[0]["details"]["invitation_id"], revoked["id"]);

    for form in [
        json!({ "days": 0 }),
        json!({ "days": 91 }),
        json!({ "email": "nobody" }),
    ] {
        let (status, _) = root.post(INVITATIONS, form.clone()).await.error();
        assert_eq!(status, 422, "{form}");
    }
}

#[tokio::test]
async fn the_command_line_invites_lists_and_revokes() {
    let server = server_with(|config| config.registration = Registrations::Invite).await;
    let (code, said) = user(&server, &["invite", "ada@example.org"]);
    assert_eq!(code, Some(0), "{said}");
    let link = said.lines().next().expect("a link").to_owned();
    let token = in_link(&link, "invitation").expect("a token");
    let ada = sign_up(&server, "ada@example.org", Some(&token))
        .await
        .created();
    assert_eq!(ada["user"]["is_administrator"], true);

    let (code, said) = user(&server, &["invite", "--link", "--days", "2"]);
    assert_eq!(code, Some(0), "{said}");
    let (_, list) = user(&server, &["invitations"]);
    let invitation: Value = serde_json::from_str(list.trim()).expect("one line of JSON");
    assert_eq!(invitation["email"], Value::Null);
    let id = invitation["id"].as_str().expect("an id");
    assert_eq!(user(&server, &["revoke-invitation", id]).0, Some(0));
    assert_eq!(user(&server, &["revoke-invitation", id]).0, Some(1));
    assert_eq!(user(&server, &["invitations"]), (Some(0), String::new()));
    for wrong in [&["invite"][..], &["invite", "bob@example.org", "--link"]] {
        assert_eq!(user(&server, wrong).0, Some(2), "{wrong:?}");
    }
    assert_eq!(user(&server, &["invite", "ada@example.org"]).0, Some(1));

    let closed = server_with(|config| config.registration = Registrations::Closed).await;
    let root = sign_up(&closed, "root@example.org", Some("x")).await;
    root.fails(403, "registration_closed");
}
