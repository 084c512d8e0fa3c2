//! Labels: moving, undo, history, protection, and who may read them.

use crate::support::{Client, TestServer, path, server, version};
use serde_json::{Value, json};
use std::time::Duration;

struct Case {
    server: TestServer,
    ada: Client,
    prompt: Value,
}

/// A prompt with the saves 1.0.0, 1.0.1, 1.0.2.
async fn case(is_public: bool) -> Case {
    let server = server().await;
    let ada = server.person("Ada").await;
    let mut prompt = ada
        .prompt(json!({ "title": "Tone", "is_public": is_public }))
        .await;
    for text in ["Be brief.", "Be kind."] {
        let content = json!({ "segments": [{ "id": "s1", "content": text }] });
        prompt = ada.save(&prompt, json!({ "content": content })).await.ok();
    }
    assert_eq!(version(&prompt), "1.0.2");
    Case {
        server,
        ada,
        prompt,
    }
}

impl Case {
    fn label(&self, rest: &str) -> String {
        path(&self.prompt, &format!("/labels/{rest}"))
    }

    async fn move_to(&self, name: &str, version: &str, reason: &str) -> Value {
        self.server.pass(Duration::from_secs(1));
        let target = json!({ "version": version, "reason": reason });
        self.ada.put(&self.label(name), target).await.ok()
    }
}

#[tokio::test]
async fn a_label_moves_with_author_and_reason_and_one_act_undoes_it() {
    let case = case(false).await;
    let ada = &case.ada;
    case.move_to("production", "1.0.0", "First").await;
    let moved = case.move_to("production", "1.0.2", "Kinder").await;
    assert_eq!(moved["version"], "1.0.2");
    assert_eq!(
        (&moved["moved_by"], &moved["reason"]),
        (&json!("Ada"), &json!("Kinder"))
    );
    case.move_to("staging", "1.0.1", "").await;
    let list = ada.get(&path(&case.prompt, "/labels")).await.ok();
    let names: Vec<&Value> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["name"])
        .collect();
    assert_eq!(names, ["production", "staging"]);

    let undone = ada
        .post(&case.label("production/undo"), json!({}))
        .await
        .ok();
    assert_eq!(undone["items"][0]["version"], "1.0.0");
    let history = ada.get(&case.label("production/moves")).await.ok();
    let history: Vec<(&Value, &Value, &Value)> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (&it["from"], &it["to"], &it["reason"]))
        .collect();
    assert_eq!(
        history,
        [
            (&json!("1.0.2"), &json!("1.0.0"), &json!("Undone")),
            (&json!("1.0.0"), &json!("1.0.2"), &json!("Kinder")),
            (&Value::Null, &json!("1.0.0"), &json!("First")),
        ]
    );
    // Another page that still shows 1.0.2 does not bring it back.
    ada.post(&case.label("production/undo"), json!({ "from": "1.0.2" }))
        .await
        .fails(409, "conflict");
    case.move_to("production", "1.0.1", "").await;

    // Moving it to where it is records nothing.
    case.move_to("production", "1.0.1", "Again").await;
    let first = ada.get(&case.label("production/moves?limit=1")).await.ok();
    assert_eq!(first["items"][0]["seq"], 4);
    let cursor = first["next_cursor"].as_str().unwrap();
    let rest = ada
        .get(&case.label(&format!("production/moves?cursor={cursor}")))
        .await
        .ok();
    assert_eq!(rest["items"][0]["seq"], 3);

    ada.delete(&case.label("staging")).await.done();
    ada.get(&case.label("staging"))
        .await
        .fails(404, "not_found");
    ada.delete(&case.label("staging"))
        .await
        .fails(404, "not_found");
    let back = ada.post(&case.label("staging/undo"), json!({})).await.ok();
    assert_eq!(back["items"][0]["version"], "1.0.1");
}

#[tokio::test]
async fn a_label_points_to_a_version_of_the_history() {
    let case = case(false).await;
    let ada = &case.ada;
    case.move_to("production", "1.0.1", "").await;
    // What is labelled is a version.
    let entry = ada.get(&path(&case.prompt, "/versions/1.0.1")).await.ok();
    assert_eq!(
        (&entry["is_named"], &entry["changelog"]),
        (&json!(true), &json!("Labelled production"))
    );
    let target = |version: &str| json!({ "version": version });
    let missing = ada.put(&case.label("production"), target("9.0.0")).await;
    assert_eq!(missing.fails(422, "no_such_version")["field"], "version");
    for wrong in ["latest", "a%20b", "1.2.0"] {
        let answer = ada.put(&case.label(wrong), target("1.0.0")).await;
        assert_eq!(answer.fails(422, "not_valid")["field"], "label", "{wrong}");
    }
    ada.post(&case.label("nothing/undo"), json!({}))
        .await
        .fails(404, "not_found");
    for n in 0..49 {
        ada.put(&case.label(&format!("label-{n}")), target("1.0.0"))
            .await
            .ok();
    }
    ada.put(&case.label("one-more"), target("1.0.0"))
        .await
        .fails(422, "too_many");
    // Neither does undoing a removal.
    ada.delete(&case.label("label-0")).await.done();
    ada.put(&case.label("one-more"), target("1.0.0")).await.ok();
    ada.post(&case.label("label-0/undo"), json!({}))
        .await
        .fails(422, "too_many");
}

#[tokio::test]
async fn only_owners_and_admins_move_a_protected_label_and_only_on_purpose() {
    let case = case(false).await;
    let eve = case.server.person("Eve").await;
    let role = async |role: &str| {
        let mut tx = case.server.app.db.begin().await.unwrap();
        let id = |client: &Client| client.id().parse::<uuid::Uuid>().unwrap();
        tx.query("DELETE FROM workspace_members WHERE workspace_id = $1 AND user_id = $2")
            .bind(id(&case.ada))
            .bind(id(&eve))
            .execute()
            .await
            .unwrap();
        tx.query("INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, 0)")
            .bind(id(&case.ada)).bind(id(&eve)).bind(role).execute().await.unwrap();
        tx.commit().await.unwrap();
    };
    let (ada, label) = (&case.ada, case.label("production"));
    ada.put(&label, json!({ "version": "1.0.0", "is_protected": true }))
        .await
        .ok();
    let to = |version: &str, confirm: bool| json!({ "version": version, "confirm": confirm });
    ada.put(&label, to("1.0.1", false))
        .await
        .fails(422, "confirmation_required");
    ada.put(&label, to("1.0.1", true)).await.ok();
    ada.delete(&label).await.fails(422, "label_protected");

    role("viewer").await;
    eve.put(&label, to("1.0.0", true))
        .await
        .fails(403, "role_required");
    role("editor").await;
    eve.put(&label, to("1.0.0", true))
        .await
        .fails(403, "role_required");
    eve.put(&label, json!({ "version": "1.0.1", "is_protected": false }))
        .await
        .fails(403, "role_required");
    eve.post(&case.label("production/undo"), json!({ "confirm": true }))
        .await
        .fails(403, "role_required");
    eve.put(&case.label("staging"), to("1.0.0", false))
        .await
        .ok();
    // That comes before what is wrong with the version.
    eve.put(&label, to("9.9.9", true))
        .await
        .fails(403, "role_required");
    role("admin").await;
    eve.put(&label, to("9.9.9", true))
        .await
        .fails(422, "no_such_version");
    eve.post(&case.label("production/undo"), json!({}))
        .await
        .fails(422, "confirmation_required");
    let undone = eve
        .post(&case.label("production/undo"), json!({ "confirm": true }))
        .await
        .ok();
    assert_eq!(undone["items"][0]["version"], "1.0.0");
    assert_eq!(undone["items"][0]["moved_by"], "Eve");
    // The end of a protection is on purpose too, and leaves a trace.
    let mut end = json!({ "version": "1.0.0", "is_protected": false, "reason": "Moving" });
    eve.put(&label, end.clone())
        .await
        .fails(422, "confirmation_required");
    end["confirm"] = json!(true);
    eve.put(&label, end).await.ok();
    let last = ada.get(&case.label("production/moves?limit=1")).await.ok();
    let last = &last["items"][0];
    assert_eq!(
        (
            &last["from"],
            &last["to"],
            &last["reason"],
            &last["author_name"]
        ),
        (
            &json!("1.0.0"),
            &json!("1.0.0"),
            &json!("Moving"),
            &json!("Eve")
        )
    );
    // Undo passes over it.
    let undone = eve
        .post(&case.label("production/undo"), json!({}))
        .await
        .ok();
    assert_eq!(undone["items"], json!([]));
    let back = json!({ "version": "1.0.0" });
    eve.put(&label, back).await.ok();
    eve.delete(&label).await.done();
}

#[tokio::test]
async fn undoing_again_goes_further_back() {
    let case = case(false).await;
    for version in ["1.0.0", "1.0.1", "1.0.2"] {
        case.move_to("production", version, "").await;
    }
    let undo = async |from: &str| {
        let undo = json!({ "from": from });
        case.ada.post(&case.label("production/undo"), undo).await
    };
    assert_eq!(undo("1.0.2").await.ok()["items"][0]["version"], "1.0.1");
    undo("1.0.2").await.fails(409, "conflict");
    assert_eq!(undo("1.0.1").await.ok()["items"][0]["version"], "1.0.0");
    case.move_to("production", "1.0.2", "").await;
    assert_eq!(undo("1.0.2").await.ok()["items"][0]["version"], "1.0.0");
    assert_eq!(undo("1.0.0").await.ok()["items"], json!([]));
    undo("1.0.0").await.fails(409, "conflict");
}

#[tokio::test]
async fn others_read_where_public_labels_stand_and_nothing_about_who_moved_them() {
    let case = case(true).await;
    case.move_to("production", "1.0.1", "A private reason")
        .await;
    let bob = case.server.person("Bob").await;
    let label = bob.get(&case.label("production")).await.ok();
    assert_eq!(label["version"], "1.0.1");
    assert_eq!(
        (&label["reason"], &label["moved_by"]),
        (&json!(""), &json!(""))
    );
    bob.get(&case.label("production/moves"))
        .await
        .fails(404, "not_found");
    bob.put(&case.label("production"), json!({ "version": "1.0.0" }))
        .await
        .fails(404, "not_found");
    // What a label of a public prompt points to can be read.
    bob.get(&path(&case.prompt, "/versions/1.0.1")).await.ok();
}
