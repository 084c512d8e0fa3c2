//! Handing what a leaver made over to somebody else.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{entries, user};
use crate::support::{Client, TestServer, path, seen, server, version};

#[tokio::test]
async fn what_a_leaver_made_is_handed_over_with_ids_histories_labels_and_links() {
    let server = server().await;
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    // Given a prompt of each with one name, a label, a secret link, a run and a collection
    bob.prompt(json!({ "title": "Code review" })).await;
    let review = ada.prompt(json!({ "title": "Code review" })).await;
    let saved = ada.save(&review, json!({ "description": "New" })).await;
    assert_eq!(version(&saved.ok()), "1.0.1");
    let tone = ada.prompt(json!({ "title": "Tone" })).await;
    let target = json!({ "version": "1.0.0" });
    ada.put(&path(&review, "/labels/production"), target)
        .await
        .ok();
    let folder = ada
        .post("/api/collections", json!({ "title": "Work" }))
        .await;
    let folder = folder.created();
    let id = |of: &Value| of["id"].as_str().expect("an id").to_owned();
    let items = format!("/api/collections/{}/items", id(&folder));
    let filled = json!({ "prompt_ids": [review["id"], tone["id"]] });
    ada.post(&items, filled).await.ok();
    let piece = json!({ "title": "Piece", "content": { "moduleContent": "x" } });
    let piece = ada.post("/api/components", piece).await.created();
    let link = ada.put(&path(&tone, "/link"), json!({})).await.json();
    let link = link["path"].as_str().expect("a link").to_owned();
    assert_eq!(server.visitor().get(&link).await.status, 200);
    add_run(&server, &ada, &tone).await;
    let gone = ada.prompt(json!({ "title": "Gone" })).await;
    ada.delete(&path(&gone, "")).await.done();

    let address = format!("/api/admin/accounts/{}/hand-over", ada.id());
    // Nobody takes what is private with the role alone
    root.post(&address, json!({ "to": root.id() }))
        .await
        .fails(409, "own_account");
    let to = json!({ "to": bob.id() });
    let done = root.post(&address, to.clone()).await.ok();
    assert_eq!(
        done,
        json!({
            "prompts": 3, "components": 1, "collections": 1,
            "renamed": [{ "id": review["id"], "from": "code-review", "to": "code-review-2" }],
        })
    );
    let mails = seen(async || {
        let told = |who: &str| {
            let told = "An administrator gave the prompts";
            super::mail_with(&server, &format!("To: {who}@example.org"))
                .is_some_and(|mail| mail.contains(told))
        };
        (told("ada") && told("bob")).then_some(())
    });
    mails.await.expect("both are told");
    ada.get(&path(&review, "")).await.fails(404, "not_found");
    let moved = bob.get(&path(&review, "")).await.ok();
    assert_eq!(
        (&moved["slug"], &moved["handle"]),
        (&json!("code-review-2"), &json!("bob"))
    );
    bob.save(&moved, json!({ "description": "Mine" }))
        .await
        .ok();
    let versions = bob.get(&path(&review, "/versions")).await.ok();
    assert_eq!(versions["items"].as_array().expect("a history").len(), 3);
    let labels = bob.get(&path(&review, "/labels")).await.ok();
    assert_eq!(labels["items"][0]["version"], "1.0.0");
    assert_eq!(
        bob.get(&items).await.ok()["items"]
            .as_array()
            .expect("items")
            .len(),
        2
    );
    bob.get(&format!("/api/components/{}", id(&piece)))
        .await
        .ok();
    let trash = bob.get("/api/trash").await.ok();
    assert_eq!(trash["items"][0]["title"], "Gone");

    // The former name leads to it as long as the former account exists
    bob.get("/api/fetch/@ada/code-review").await.ok();
    assert_eq!(
        user(&server, &["delete", "--yes", "ada@example.org"]).0,
        Some(0)
    );
    bob.get("/api/fetch/@bob/code-review-2").await.ok();
    assert_eq!(server.visitor().get(&link).await.status, 200);
    let runs = bob.get(&path(&tone, "/runs")).await.ok();
    assert_eq!(runs["items"].as_array().expect("runs").len(), 1);
    assert_eq!(
        bob.get(&items).await.ok()["items"]
            .as_array()
            .expect("items")
            .len(),
        2
    );
    let log = entries(&root, "&action=handed_over").await;
    assert_eq!(log[0]["details"]["to"], "bob@example.org");
    root.post(&address, to).await.fails(404, "not_found");
}

async fn add_run(server: &TestServer, person: &Client, prompt: &Value) {
    let id = |text: &str| text.parse::<Uuid>().expect("an id");
    let prompt = id(prompt["id"].as_str().expect("an id"));
    let insert = server.app.db.write(
        "INSERT INTO prompt_runs (id, prompt_id, workspace_id, user_id, version, variable_values, settings, provider,
             model, own_key, status, output, tool_calls, input_tokens, output_tokens, total_cost, total_ms, created_at)
         VALUES ($1, $1, $2, $2, '1.0.0', '{}', '{}', 'openai', 'gpt-4.1', $3, 'succeeded', 'Hi', '[]', 1, 1, 1, 1, $4)",
    );
    let insert = insert.bind(prompt).bind(id(person.id())).bind(false);
    let inserted = insert.bind(server.app.now()).execute().await;
    inserted.expect("a run");
}

#[tokio::test]
async fn handing_over_and_back_gives_the_former_names_back() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    let tone = ada.prompt(json!({ "title": "Tone" })).await;
    for (from, to, now) in [("ada", "bob", &bob), ("bob", "ada", &ada)] {
        let (from, to) = (format!("{from}@example.org"), format!("{to}@example.org"));
        let (code, said) = user(&server, &["hand-over", &from, &to]);
        assert_eq!(
            (code, said),
            (
                Some(0),
                format!("Gave 1 prompts, 0 components and 0 collections of {from} to {to}.\n")
            )
        );
        assert_eq!(now.get(&path(&tone, "")).await.ok()["slug"], "tone");
    }
    let address = format!("/api/admin/accounts/{}/hand-over", ada.id());
    ada.post(&address, json!({ "to": ada.id() }))
        .await
        .fails(422, "same_account");
    user(&server, &["disable", "bob@example.org"]);
    ada.post(&address, json!({ "to": bob.id() }))
        .await
        .fails(409, "account_disabled");
}
