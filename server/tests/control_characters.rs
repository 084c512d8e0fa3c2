//! Titles, names and tags are single-line: line breaks and control characters are rejected, but stored ones do
//! not prevent a save.

use std::str::FromStr;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{PASSWORD, TestServer, path, server_with, version};

/// Stores a title with a control character, as older versions allowed.
async fn break_title(server: &TestServer, sql: &'static str, id: &Value) {
    let id = Uuid::from_str(id.as_str().unwrap()).unwrap();
    let changed = server.app.db.write(sql).bind(id).bind("Red \u{1b}[31m");
    assert_eq!(changed.execute().await.unwrap(), 1);
}

async fn server() -> TestServer {
    server_with(|config| config.default_plan = Some(prompt_core::plan::PlanType::Pro)).await
}

#[tokio::test]
async fn what_breaks_a_line_is_refused_where_it_is_written() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for broken in ["a\u{1b}[31mb", "a\nb", "a\tb", "a\u{9b}b", "a\u{2028}b"] {
        for (path, body, field) in [
            ("/api/prompts", json!({ "title": broken }), "title"),
            (
                "/api/prompts",
                json!({ "title": "x", "tags": ["y", broken] }),
                "tags[1]",
            ),
            (
                "/api/components",
                json!({ "title": broken, "type": "module" }),
                "title",
            ),
            ("/api/collections", json!({ "title": broken }), "title"),
            (
                "/api/auth/tokens",
                json!({ "name": broken, "password": PASSWORD, "scope": "read" }),
                "name",
            ),
        ] {
            let refused = ada.post(path, body).await.fails(422, "not_valid");
            assert_eq!(refused["field"], field, "{path} {broken:?}");
        }
        let named = json!({ "full_name": broken });
        ada.patch("/api/profile", named)
            .await
            .fails(422, "not_valid");
    }
    // Leading and trailing line breaks are trimmed, and texts may be multi-line.
    let fine = json!({ "title": " fine\n", "description": "two\n\tlines" });
    assert_eq!(ada.prompt(fine).await["title"], "fine");
}

#[tokio::test]
async fn what_was_stored_before_can_still_be_saved() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "x", "tags": ["a"] })).await;
    let sql = "UPDATE prompts SET title = $2 WHERE id = $1";
    break_title(&server, sql, &prompt["id"]).await;
    // Sent back unchanged, the stored title is accepted and cleaned
    let stands = ada.get(&path(&prompt, "")).await.ok();
    assert_eq!(stands["title"], "Red \u{1b}[31m");
    let saved = ada
        .save(&stands, json!({ "description": "new" }))
        .await
        .ok();
    assert_eq!(saved["title"], "Red  [31m");
    // A new control character is rejected
    ada.save(&saved, json!({ "title": "Red \u{1b}[32m" }))
        .await
        .fails(422, "not_valid");
    // A bulk change cleans it too, without sending it
    break_title(&server, sql, &prompt["id"]).await;
    let add = json!({ "action": "add_tags", "tags": ["b"], "prompt_ids": [prompt["id"]] });
    assert_eq!(ada.post("/api/prompts/bulk", add).await.ok()["changed"], 1);
    let now = ada.get(&path(&prompt, "")).await.ok();
    assert_eq!(
        (&now["title"], &now["tags"]),
        (&json!("Red  [31m"), &json!(["a", "b"]))
    );

    let component = ada
        .post("/api/components", json!({ "title": "x", "type": "module" }))
        .await
        .created();
    let sql = "UPDATE components SET title = $2 WHERE id = $1";
    break_title(&server, sql, &component["id"]).await;
    let at = format!("/api/components/{}", component["id"].as_str().unwrap());
    let mut stands = ada.get(&at).await.ok();
    stands["base_version"] = version(&stands).into();
    stands["description"] = json!("new");
    assert_eq!(ada.put(&at, stands).await.ok()["title"], "Red  [31m");

    let collection = ada
        .post("/api/collections", json!({ "title": "x" }))
        .await
        .created();
    let sql = "UPDATE collections SET title = $2 WHERE id = $1";
    break_title(&server, sql, &collection["id"]).await;
    let at = format!("/api/collections/{}", collection["id"].as_str().unwrap());
    let mut stands = ada.get(&at).await.ok();
    stands["description"] = json!("new");
    ada.put(&at, stands).await.error_or_ok();
    assert_eq!(ada.get(&at).await.ok()["title"], "Red  [31m");

    let sql = "UPDATE users SET full_name = $2 WHERE id = $1";
    break_title(&server, sql, &json!(ada.id())).await;
    ada.patch("/api/profile", json!({ "bio": "new" }))
        .await
        .error_or_ok();
    let profile = ada.get("/api/profile").await.ok();
    assert_eq!(
        (&profile["full_name"], &profile["bio"]),
        (&json!("Red  [31m"), &json!("new"))
    );
}

#[tokio::test]
async fn what_goes_back_to_an_old_version_or_is_copied_from_an_old_one_can_be_saved() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for (kind, new, stands) in [
        (
            "prompts",
            json!({ "title": "x", "tags": ["a"] }),
            "UPDATE prompts SET title = $2, tags = '[\"b\\tc\"]' WHERE id = $1",
        ),
        (
            "components",
            json!({ "title": "x", "type": "module", "tags": ["a"] }),
            "UPDATE components SET title = $2, tags = '[\"b\\tc\"]' WHERE id = $1",
        ),
    ] {
        let list = format!("/api/{kind}");
        let saved = async |stored: &Value| {
            let at = format!("{list}/{}", stored["id"].as_str().unwrap());
            let mut save = ada.get(&at).await.ok();
            save["base_version"] = version(&save).into();
            save["description"] = json!("new");
            ada.put(&at, save).await.ok()
        };
        // Given a version from before names were validated
        let made = ada.post(&list, new).await.created();
        let at = format!("{list}/{}", made["id"].as_str().unwrap());
        break_title(&server, stands, &made["id"]).await;
        let kept = json!({ "version_type": "minor", "base_version": "1.0.0" });
        ada.post(&format!("{at}/versions"), kept).await.created();
        saved(&made).await;
        // When it is restored, then its names are single-line
        let restore = format!("{at}/versions/1.1.0/restore");
        let restored = ada.post(&restore, json!({ "base_version": "1.1.1" })).await;
        let restored = restored.ok();
        assert_eq!(restored["title"], "Red  [31m", "{kind}");
        assert_eq!(restored["tags"], json!(["b c"]), "{kind}");
        // And the prompt can be saved
        assert_eq!(saved(&restored).await["description"], "new");

        // When a stored title has a control character, then a copy gets a single-line title
        break_title(&server, stands, &made["id"]).await;
        let copy = ada.post(&format!("{at}/clone"), json!({})).await.created();
        assert_eq!(copy["title"], "Red  [31m (Copy)", "{kind}");
        assert_eq!(copy["tags"], json!(["b c"]), "{kind}");
        assert_eq!(saved(&copy).await["description"], "new");
    }
}
