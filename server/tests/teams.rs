//! Teams: making one, acting in it, its members, and invitations to it.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use prompt_core::plan::PlanType;
use serde_json::{Value, json};

use crate::generation;
use crate::support::{Answer, Client, PASSWORD, TestServer, path, seen, server_with};

fn id(of: &Value) -> &str {
    of["id"].as_str().unwrap()
}

async fn on_max() -> TestServer {
    server_with(|config| config.default_plan = Some(PlanType::Max)).await
}

fn at(team: &Value, rest: &str) -> String {
    format!("/api/workspaces/{}{rest}", id(team))
}

fn member(team: &Value, who: &Client) -> String {
    at(team, &format!("/members/{}", who.id()))
}

async fn team(owner: &Client, name: &str) -> Value {
    let made = owner.post("/api/workspaces", json!({ "name": name }));
    made.await.created()
}

/// Sends a request that is about a workspace.
async fn in_team(who: &Client, team: &Value, method: &str, path: &str, body: Value) -> Answer {
    let request = who
        .request(method.parse().unwrap(), path)
        .header("Workspace", id(team));
    let request = if body.is_null() {
        request
    } else {
        request.json(&body)
    };
    who.send(request).await
}

async fn prompt_in(who: &Client, team: &Value, title: &str) -> Value {
    let new = json!({ "title": title });
    in_team(who, team, "POST", "/api/prompts", new)
        .await
        .created()
}

async fn titles(who: &Client, team: &Value) -> Vec<Value> {
    let list = in_team(who, team, "GET", "/api/prompts?owner=me", Value::Null)
        .await
        .ok();
    let items = list["items"].as_array().unwrap();
    items.iter().map(|item| item["title"].clone()).collect()
}

fn token_of(made: &Value) -> String {
    let link = made["link"].as_str().unwrap();
    link.split_once("/join#token=").unwrap().1.to_owned()
}

async fn accept(who: &Client, token: &str) -> Answer {
    who.post("/api/team-invitations/accept", json!({ "token": token }))
        .await
}

/// Lets somebody join with a role.
async fn join(owner: &Client, team: &Value, who: &Client, role: &str) {
    let invite = json!({ "role": role });
    let made = owner
        .post(&at(team, "/invitations"), invite)
        .await
        .created();
    accept(who, &token_of(&made)).await.ok();
    owner
        .delete(&at(team, &format!("/invitations/{}", id(&made))))
        .await
        .done();
}

#[tokio::test]
async fn a_team_is_made_on_max_with_a_handle_as_accounts_have() {
    let free = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let eve = free.person("Eve").await;
    eve.post("/api/workspaces", json!({ "name": "Support" }))
        .await
        .fails(403, "plan_required");

    let server = on_max().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let made = team(&ada, "Acme Support").await;
    assert_eq!(
        (
            &made["kind"],
            &made["name"],
            &made["handle"],
            &made["role"],
            &made["members"]
        ),
        (
            &json!("team"),
            &json!("Acme Support"),
            &json!("acme-support"),
            &json!("owner"),
            &json!(1)
        )
    );
    let list = ada.get("/api/workspaces").await.ok();
    let names: Vec<_> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["name"])
        .collect();
    assert_eq!(names, [&json!("Ada"), &json!("Acme Support")]);
    for (name, handle, code) in [
        ("", Value::Null, "required"),
        ("x", json!("ada"), "handle_taken"),
        ("x", json!("acme-support"), "handle_taken"),
        ("x", json!("settings"), "reserved"),
    ] {
        let new = json!({ "name": name, "handle": handle });
        let refused = ada.post("/api/workspaces", new).await;
        assert_eq!(refused.status, 422, "{code}: {}", refused.text());
    }

    // It is renamed by those who administer it, and its former handle still leads to it.
    ada.patch(
        &at(&made, ""),
        json!({ "name": "Care", "handle": "acme-care" }),
    )
    .await
    .ok();
    let shown = ada.get(&at(&made, "")).await.ok();
    assert_eq!(
        (&shown["name"], &shown["handle"]),
        (&json!("Care"), &json!("acme-care"))
    );
    let taken = json!({ "name": "x", "handle": "acme-support" });
    bob.post("/api/workspaces", taken)
        .await
        .fails(422, "handle_taken");

    // A stranger finds nothing, and nothing that is no team is changed or deleted here.
    for path in [
        at(&made, ""),
        at(&made, "/members"),
        at(&made, "/invitations"),
    ] {
        bob.get(&path).await.fails(404, "not_found");
    }
    let own = json!({ "id": ada.id() });
    ada.patch(&at(&own, ""), json!({ "name": "Mine" }))
        .await
        .fails(404, "not_found");
    ada.post(&at(&own, "/delete"), json!({ "name": "Ada" }))
        .await
        .fails(404, "not_found");
    ada.delete(&member(&own, &ada))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn a_request_acts_in_the_workspace_that_it_names() {
    let server = on_max().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let made = team(&ada, "Support").await;
    ada.prompt(json!({ "title": "Own" })).await;
    let shared = prompt_in(&ada, &made, "Shared").await;
    assert_eq!(titles(&ada, &made).await, ["Shared"]);
    let mine = ada.get("/api/prompts?owner=me").await.ok();
    assert_eq!(mine["items"].as_array().unwrap().len(), 1);
    assert_eq!(shared["handle"], "support-team");
    // The page of one opens without saying where it is.
    ada.get(&path(&shared, "")).await.ok();

    // A token made there belongs there, and reads nothing else.
    let new = json!({ "name": "App", "password": PASSWORD, "scope": "read" });
    let token = in_team(&ada, &made, "POST", "/api/auth/tokens", new)
        .await
        .created();
    let program = server.visitor();
    let ask = async |path: &str, workspace: Option<&str>| {
        let request = program.request("GET".parse().unwrap(), path);
        let request = request.bearer_auth(token["token"].as_str().unwrap());
        program
            .send(match workspace {
                Some(id) => request.header("Workspace", id),
                None => request,
            })
            .await
    };
    let list = ask("/api/prompts?owner=me", None).await.ok();
    assert_eq!(list["items"][0]["title"], "Shared");
    ask("/api/prompts", Some(ada.id()))
        .await
        .fails(404, "workspace_not_found");
    ask(&at(&json!({ "id": ada.id() }), ""), None)
        .await
        .fails(404, "not_found");
    let listed = ask("/api/workspaces", None).await.ok();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);

    // A stranger's workspace and an unknown one are the same; what is no id is unreadable.
    let unknown = json!({ "id": "0192f1c4-6d2a-7b3e-8f10-2c9d4e5a6b7c" });
    for team in [&made, &unknown] {
        in_team(&bob, team, "GET", "/api/prompts", Value::Null)
            .await
            .fails(404, "workspace_not_found");
        in_team(&bob, team, "POST", "/api/prompts", json!({ "title": "x" }))
            .await
            .fails(404, "workspace_not_found");
    }
    let wrong = json!({ "id": "support" });
    assert_eq!(
        in_team(&ada, &wrong, "GET", "/api/prompts", Value::Null)
            .await
            .status,
        400
    );
}

#[tokio::test]
async fn members_are_managed_by_role() {
    let server = on_max().await;
    server.person("Root").await;
    let ada = server.person("Ada").await;
    let made = team(&ada, "Support").await;
    let mut others = Vec::new();
    for (name, role) in [
        ("Bob", "admin"),
        ("Cleo", "editor"),
        ("Dan", "commenter"),
        ("Eve", "viewer"),
    ] {
        let who = server.person(name).await;
        join(&ada, &made, &who, role).await;
        others.push(who);
    }
    let [bob, cleo, dan, eve] = &others[..] else {
        unreachable!()
    };
    let zoe = server.person("Zoe").await;

    // Everybody reads who is in it; addresses are for those who administer it.
    for (who, sees) in [
        (&ada, true),
        (bob, true),
        (cleo, false),
        (dan, false),
        (eve, false),
    ] {
        let list = who.get(&at(&made, "/members")).await.ok();
        let roles: Vec<_> = list["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["role"].clone())
            .collect();
        assert_eq!(roles, ["owner", "admin", "editor", "commenter", "viewer"]);
        assert_eq!(list["items"][0]["email"].is_string(), sees);
    }
    // Who may write there writes.
    for (who, writes) in [(bob, true), (cleo, true), (dan, false), (eve, false)] {
        let new = in_team(who, &made, "POST", "/api/prompts", json!({ "title": "x" })).await;
        assert_eq!(
            new.status.as_u16(),
            if writes { 201 } else { 403 },
            "{}",
            new.text()
        );
    }

    // Nobody below admin changes anything of the team.
    for who in [cleo, dan, eve] {
        who.put(&member(&made, eve), json!({ "role": "editor" }))
            .await
            .fails(403, "role_required");
        who.delete(&member(&made, bob))
            .await
            .fails(403, "role_required");
        who.patch(&at(&made, ""), json!({ "name": "x" }))
            .await
            .fails(403, "role_required");
        who.get(&at(&made, "/invitations"))
            .await
            .fails(403, "role_required");
        who.post(&at(&made, "/invitations"), json!({ "role": "viewer" }))
            .await
            .fails(403, "role_required");
    }
    for who in [bob, cleo, dan, eve] {
        who.post(&at(&made, "/delete"), json!({ "name": "Support" }))
            .await
            .fails(403, "role_required");
        who.put(&at(&made, "/owner"), json!({ "user_id": who.id() }))
            .await
            .fails(422, "same_account");
        who.put(&at(&made, "/owner"), json!({ "user_id": ada.id() }))
            .await
            .fails(403, "role_required");
        who.put(&member(&made, who), json!({ "role": "owner" }))
            .await
            .fails(403, "role_required");
        who.get(&at(&made, "/export"))
            .await
            .fails(403, "role_required");
    }
    // An admin manages all but owners.
    bob.put(&member(&made, eve), json!({ "role": "editor" }))
        .await
        .done();
    bob.put(&member(&made, &ada), json!({ "role": "viewer" }))
        .await
        .fails(403, "role_required");
    bob.delete(&member(&made, &ada))
        .await
        .fails(403, "role_required");
    bob.put(&member(&made, &zoe), json!({ "role": "viewer" }))
        .await
        .fails(404, "not_found");
    bob.delete(&member(&made, dan)).await.done();
    in_team(dan, &made, "GET", "/api/prompts", Value::Null)
        .await
        .fails(404, "workspace_not_found");

    // There is always an owner.
    ada.delete(&member(&made, &ada))
        .await
        .fails(409, "last_owner");
    ada.put(&member(&made, &ada), json!({ "role": "admin" }))
        .await
        .fails(409, "last_owner");
    let gone = ada
        .post("/api/auth/account/delete", json!({ "password": PASSWORD }))
        .await;
    gone.fails(409, "last_owner");
    ada.put(&at(&made, "/owner"), json!({ "user_id": zoe.id() }))
        .await
        .fails(404, "not_found");
    ada.put(&at(&made, "/owner"), json!({ "user_id": cleo.id() }))
        .await
        .done();
    assert_eq!(ada.get(&at(&made, "")).await.ok()["role"], "admin");
    assert_eq!(cleo.get(&at(&made, "")).await.ok()["role"], "owner");
    ada.delete(&member(&made, &ada)).await.done();
    ada.get(&at(&made, "")).await.fails(404, "not_found");
    ada.post("/api/auth/account/delete", json!({ "password": PASSWORD }))
        .await
        .done();
}

#[tokio::test]
async fn two_owners_who_leave_at_once_do_not_both_go() {
    let server = on_max().await;
    for at in 0..5 {
        let ada = server.person(&format!("Ada{at}")).await;
        let bob = server.person(&format!("Bob{at}")).await;
        let made = team(&ada, "Support").await;
        join(&ada, &made, &bob, "admin").await;
        ada.put(&member(&made, &bob), json!({ "role": "owner" }))
            .await
            .done();
        let (one, other) = (member(&made, &ada), member(&made, &bob));
        let (one, other) = tokio::join!(ada.delete(&one), bob.delete(&other));
        let mut both = [one.status.as_u16(), other.status.as_u16()];
        both.sort_unstable();
        assert_eq!(both, [204, 409]);
    }
}

#[tokio::test]
async fn a_team_is_deleted_by_its_owner_with_what_is_in_it() {
    let server = on_max().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let made = team(&ada, "Support").await;
    join(&ada, &made, &bob, "editor").await;
    let prompt = prompt_in(&bob, &made, "Shared").await;
    let own = bob.prompt(json!({ "title": "Own" })).await;
    let contents = ada.get(&at(&made, "")).await.ok()["contents"].clone();
    assert_eq!(
        (
            &contents["prompts"],
            &contents["components"],
            &contents["collections"]
        ),
        (&json!(1), &json!(0), &json!(0))
    );
    // It can be exported first, whole, and without what its members have elsewhere.
    let export = ada.get(&at(&made, "/export")).await;
    assert_eq!(export.status, 200);
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(export.bytes)).unwrap();
    let names: Vec<_> = zip.file_names().map(str::to_owned).collect();
    assert!(
        names.iter().any(|name| name.contains(id(&prompt))),
        "{names:?}"
    );
    assert!(
        !names.iter().any(|name| name.contains(id(&own))),
        "{names:?}"
    );
    let mut data = String::new();
    std::io::Read::read_to_string(&mut zip.by_name("data.json").unwrap(), &mut data).unwrap();
    let data: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(
        data["records"]["workspace_members"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(data["records"]["users"], json!([]));

    ada.post(&at(&made, "/delete"), json!({ "name": "support" }))
        .await
        .fails(422, "name_differs");
    ada.post(&at(&made, "/delete"), json!({ "name": "Support" }))
        .await
        .done();
    bob.get(&path(&prompt, "")).await.fails(404, "not_found");
    bob.get(&path(&own, "")).await.ok();
    // Nobody else gets its handle.
    let again = json!({ "name": "Support", "handle": "support-team" });
    bob.post("/api/workspaces", again)
        .await
        .fails(422, "handle_taken");
}

#[tokio::test]
async fn removal_ends_tokens_and_what_is_under_way() {
    let (server, _fake) = generation::server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let max = server.app.db.write("UPDATE workspaces SET plan = 'max'");
    max.execute().await.unwrap();
    let made = team(&ada, "Support").await;
    join(&ada, &made, &bob, "editor").await;
    let content = json!({ "segments": [{ "type": "user", "content": "Greet Ada slowly." }] });
    let new = json!({ "title": "Greeting", "content": content });
    let prompt = in_team(&bob, &made, "POST", "/api/prompts", new)
        .await
        .created();
    let new = json!({ "name": "App", "password": PASSWORD, "scope": "write" });
    let token = in_team(&bob, &made, "POST", "/api/auth/tokens", new)
        .await
        .created();
    give_credits(&server, &made).await;

    let program = server.visitor();
    let ask = async || {
        let request = program.request("GET".parse().unwrap(), &path(&prompt, ""));
        program
            .send(request.bearer_auth(token["token"].as_str().unwrap()))
            .await
            .status
            .as_u16()
    };
    let mcp = async || {
        let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
        let request = program.request("POST".parse().unwrap(), "/mcp").json(&ping);
        let request = request.header("accept", "application/json, text/event-stream");
        program
            .send(request.bearer_auth(token["token"].as_str().unwrap()))
            .await
            .status
            .as_u16()
    };
    assert_eq!((ask().await, mcp().await), (200, 200));
    // A prompt runs in its workspace, whichever the page shows.
    let run = bob.request("POST".parse().unwrap(), &path(&prompt, "/runs"));
    let run = run
        .header("accept", "text/event-stream")
        .json(&json!({ "values": {} }));
    let answer = run.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let mut steps = answer.bytes_stream();
    steps.next().await.unwrap().unwrap();

    let removed = Instant::now();
    ada.delete(&member(&made, &bob)).await.done();
    assert_eq!((ask().await, mcp().await), (401, 401));
    let rest = async { while let Some(Ok(_)) = steps.next().await {} };
    tokio::time::timeout(Duration::from_secs(20), rest)
        .await
        .unwrap();
    assert!(
        removed.elapsed() < Duration::from_secs(3),
        "{:?}",
        removed.elapsed()
    );
    // A token of before does not come back with a new membership.
    join(&ada, &made, &bob, "editor").await;
    assert_eq!(ask().await, 401);
}

async fn give_credits(server: &TestServer, team: &Value) {
    let mut tx = server.app.db.begin().await.unwrap();
    let workspace = id(team).parse().unwrap();
    let now = server.app.now();
    promptcase_server::credits::store::give(&mut tx, workspace, 100, "Test", now)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn nobody_comes_back_by_a_link_of_before() {
    let server = on_max().await;
    let (ada, bob, eve) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.person("Eve").await,
    );
    let made = team(&ada, "Support").await;
    let invite = async |who: &Client, role: &str| {
        let new = json!({ "role": role, "days": 90 });
        let made = who.post(&at(&made, "/invitations"), new).await.created();
        token_of(&made)
    };
    // Whoever is removed finds the links of the team ended.
    let link = invite(&ada, "viewer").await;
    accept(&eve, &link).await.ok();
    ada.delete(&member(&made, &eve)).await.done();
    accept(&eve, &link).await.fails(422, "invalid_token");

    // A link works only while whoever made it may invite.
    join(&ada, &made, &bob, "admin").await;
    let own = invite(&bob, "admin").await;
    let role = json!({ "role": "viewer" });
    ada.put(&member(&made, &bob), role).await.done();
    accept(&eve, &own).await.fails(422, "invalid_token");
    bob.delete(&member(&made, &bob)).await.done();
    accept(&bob, &own).await.fails(422, "invalid_token");
}

#[tokio::test]
async fn an_invitation_by_link_is_followed_until_it_is_revoked_or_expires() {
    let server = on_max().await;
    let (ada, bob, eve) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.person("Eve").await,
    );
    let made = team(&ada, "Support").await;
    let invitations = at(&made, "/invitations");
    for (body, code) in [
        (json!({ "role": "owner" }), "not_by_invitation"),
        (json!({ "role": "viewer", "days": 91 }), "out_of_range"),
        (
            json!({ "role": "viewer", "domain": "not a domain" }),
            "invalid",
        ),
        (
            json!({ "role": "viewer", "email": "bob@example.org", "domain": "example.org" }),
            "invalid",
        ),
    ] {
        ada.post(&invitations, body).await.fails(422, code);
    }
    let link = ada
        .post(&invitations, json!({ "role": "editor" }))
        .await
        .created();
    let token = token_of(&link);
    // The token is in no list, and only its hash is stored.
    let listed = ada.get(&invitations).await.ok();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
    assert!(!listed.to_string().contains(&token));
    let kept = server
        .app
        .db
        .read("SELECT token_hash FROM workspace_invitations");
    let (kept,) = kept.one::<(Vec<u8>,)>().await.unwrap();
    assert_ne!(kept, token.as_bytes());

    let visitor = server.visitor();
    let preview = visitor
        .post("/api/team-invitations/preview", json!({ "token": token }))
        .await
        .ok();
    assert_eq!(
        (&preview["name"], &preview["role"], &preview["invited_by"]),
        (&json!("Support"), &json!("editor"), &json!("Ada"))
    );
    accept(&visitor, &token)
        .await
        .fails(401, "not_authenticated");
    assert_eq!(accept(&bob, &token).await.ok()["role"], "editor");
    // Who is a member stays what it is.
    assert_eq!(accept(&ada, &token).await.ok()["role"], "owner");
    ada.delete(&format!("{invitations}/{}", id(&link)))
        .await
        .done();
    accept(&eve, &token).await.fails(422, "invalid_token");
    let preview = visitor
        .post("/api/team-invitations/preview", json!({ "token": token }))
        .await;
    preview.fails(422, "invalid_token");
    eve.delete(&format!("{invitations}/{}", id(&link)))
        .await
        .fails(404, "not_found");

    let short = ada
        .post(&invitations, json!({ "role": "viewer", "days": 1 }))
        .await
        .created();
    server.pass(Duration::from_hours(25));
    accept(&eve, &token_of(&short))
        .await
        .fails(422, "invalid_token");
    let domain = ada
        .post(
            &invitations,
            json!({ "role": "viewer", "domain": "@Other.example" }),
        )
        .await
        .created();
    assert_eq!(domain["domain"], "other.example");
    accept(&eve, &token_of(&domain))
        .await
        .fails(403, "other_address");
    eve.get(&at(&made, "")).await.fails(404, "not_found");
}

#[tokio::test]
async fn a_mailed_invitation_is_for_its_confirmed_address_once() {
    let server = server_with(|config| {
        config.default_plan = Some(PlanType::Max);
        config.smtp_url = Some("smtp://127.0.0.1:9".to_owned());
    })
    .await;
    let (ada, bob, eve) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.person("Eve").await,
    );
    let made = team(&ada, "Support").await;
    let bobs = bob.get("/api/auth/session").await.ok()["user"]["email"].clone();
    let invite = json!({ "role": "commenter", "email": bobs });
    let first = ada
        .post(&at(&made, "/invitations"), invite.clone())
        .await
        .created();
    // A second one to the same address replaces the first.
    let second = ada.post(&at(&made, "/invitations"), invite).await.created();
    let mails = seen(async || {
        let queued = server
            .app
            .db
            .read("SELECT body FROM mail_queue WHERE recipient = $1 AND subject LIKE 'Join%'");
        let mails: Vec<(String,)> = queued
            .bind(bobs.as_str().unwrap().to_owned())
            .all()
            .await
            .unwrap();
        (mails.len() == 2).then_some(mails)
    });
    let mails = mails.await.expect("both are queued");
    assert!(
        mails
            .iter()
            .any(|(body,)| body.contains(second["link"].as_str().unwrap()))
    );

    let (first, second) = (token_of(&first), token_of(&second));
    accept(&bob, &first).await.fails(422, "invalid_token");
    accept(&eve, &second).await.fails(403, "other_address");
    accept(&bob, &second).await.fails(403, "email_unconfirmed");
    let confirm = server
        .app
        .db
        .write("UPDATE users SET email_confirmed_at = 1");
    confirm.execute().await.unwrap();
    assert_eq!(accept(&bob, &second).await.ok()["role"], "commenter");
    accept(&bob, &second).await.fails(422, "invalid_token");
    assert_eq!(
        ada.get(&at(&made, "/invitations")).await.ok()["items"],
        json!([])
    );
}
