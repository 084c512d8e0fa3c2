//! Who may run prompts and see runs, and when runs go.

use super::{TEXT, address, greeting, prompt, run, runs};
use crate::generation::server;
use crate::support::{Client, TestServer, path};
use promptcase_server::clock::Timestamp;
use serde_json::json;
use uuid::Uuid;

fn uuid(person: &Client) -> Uuid {
    person.id().parse().unwrap()
}

async fn add_viewer(server: &TestServer, owner: &Client, member: &Client) {
    let insert = "INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', $3)";
    let insert = server.app.db.write(insert).bind(uuid(owner));
    let insert = insert.bind(uuid(member)).bind(Timestamp::from_day(1));
    insert.execute().await.unwrap();
}

#[tokio::test]
async fn runs_are_seen_by_the_members_of_the_workspace_alone() {
    let (server, _fake) = server().await;
    let (ada, bob, eve) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.person("Eve").await,
    );
    let prompt = prompt(&ada, TEXT).await;
    let done = run(&ada, &prompt, greeting()).await.created();
    add_viewer(&server, &ada, &eve).await;

    for is_public in [false, true] {
        ada.patch(&path(&prompt, ""), json!({ "is_public": is_public }))
            .await
            .ok();
        // A stranger finds nothing, neither of a private prompt nor of a public one.
        if is_public {
            assert!(runs(&bob, &prompt).await.is_empty());
        } else {
            bob.get(&path(&prompt, "/runs"))
                .await
                .fails(404, "not_found");
        }
        run(&bob, &prompt, greeting()).await.fails(404, "not_found");
        bob.get(&address(&done, "")).await.fails(404, "not_found");
        bob.put(&address(&done, "/pin"), json!({}))
            .await
            .fails(404, "not_found");
        bob.delete(&address(&done, ""))
            .await
            .fails(404, "not_found");

        // A viewer of the workspace reads.
        assert_eq!(runs(&eve, &prompt).await.len(), 1);
        eve.get(&address(&done, "")).await.ok();
        run(&eve, &prompt, greeting())
            .await
            .fails(403, "role_required");
        eve.put(&address(&done, "/pin"), json!({}))
            .await
            .fails(403, "role_required");
        eve.delete(&address(&done, ""))
            .await
            .fails(403, "role_required");
    }
    server
        .visitor()
        .get(&path(&prompt, "/runs"))
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn runs_go_with_their_prompt() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada, TEXT).await;
    let done = run(&ada, &prompt, greeting()).await.created();
    ada.delete(&path(&prompt, "")).await.done();
    ada.get(&address(&done, "")).await.fails(404, "not_found");
    ada.get(&path(&prompt, "/runs"))
        .await
        .fails(404, "not_found");

    let trashed = format!("/api/trash/prompt/{}", prompt["id"].as_str().unwrap());
    ada.post(&format!("{trashed}/restore"), json!({}))
        .await
        .done();
    assert_eq!(runs(&ada, &prompt).await.len(), 1);
    ada.delete(&path(&prompt, "")).await.done();
    ada.delete(&trashed).await.done();
    let count = server.app.db.read("SELECT COUNT(*) FROM prompt_runs");
    assert_eq!(count.one::<(i64,)>().await.unwrap().0, 0);
}
