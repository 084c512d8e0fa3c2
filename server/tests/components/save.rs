//! Creating and saving components.

use super::{at, component, list, save};
use crate::support::{server, version};
use serde_json::{Value, json};

#[tokio::test]
async fn a_new_component_can_be_read_and_saved() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = component(&ada, json!({ "title": " Table ", "type": "wrapper", "category": "formatting", "tags": [" a ", "b", "a"],
        "content": { "wrapperType": "format-table", "wrapperLogic": "Rows.", "mine": 1 } }))
    .await;
    for (field, value) in [
        ("title", json!("Table")),
        ("author_name", json!("Ada")),
        ("tags", json!(["a", "b"])),
        ("is_public", json!(false)),
        ("usage_count", json!(0)),
        ("rating", json!(0.0)),
        ("rating_count", json!(0)),
        ("my_rating", Value::Null),
        (
            "content",
            json!({ "wrapperType": "format-table", "wrapperLogic": "Rows.", "mine": 1 }),
        ),
    ] {
        assert_eq!(new[field], value, "{field}");
    }
    assert_eq!(version(&new), "1.0.0");
    assert_eq!(ada.get(&at(&new, "")).await.ok(), new);

    let same = save(&ada, &new, json!({})).await.ok();
    assert_eq!(version(&same), "1.0.0", "nothing changed");
    let saved = save(&ada, &new, json!({ "title": "Grid", "is_public": true }))
        .await
        .ok();
    assert_eq!(
        (version(&saved).as_str(), &saved["title"]),
        ("1.0.1", &json!("Grid"))
    );
    let lost = save(&ada, &new, json!({ "title": "Other" }))
        .await
        .fails(409, "conflict");
    assert_eq!(lost["current"]["title"], "Grid");
}

#[tokio::test]
async fn what_is_wrong_with_a_component_is_said_at_its_field() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for (new, status, code, field) in [
        (json!({ "content": [] }), 400, "unreadable", "content"),
        (
            json!({ "content": { "templateStructure": [[["Title", "Text"]]] } }),
            400,
            "unreadable",
            "content",
        ),
        (
            json!({ "content": { "templateVariables": [["name", "text", true]] } }),
            400,
            "unreadable",
            "content",
        ),
        (json!({ "title": " " }), 422, "required", "title"),
        (
            json!({ "title": "\u{200b}\u{202e}" }),
            422,
            "required",
            "title",
        ),
        (json!({ "title": "a\u{202e}b" }), 422, "not_valid", "title"),
        (
            json!({ "title": "x".repeat(201) }),
            422,
            "too_long",
            "title",
        ),
        (
            json!({ "title": "x", "tags": ["y".repeat(51)] }),
            422,
            "too_long",
            "tags[0]",
        ),
        (
            json!({ "title": "x", "type": "gadget" }),
            400,
            "unreadable",
            "type",
        ),
        (
            json!({ "title": "x", "content": { "wrapperType": "no" } }),
            400,
            "unreadable",
            "",
        ),
    ] {
        let body = ada.post("/api/components", new).await.fails(status, code);
        assert!(field.is_empty() || body["field"] == field, "{body}");
    }
}

#[tokio::test]
async fn a_draft_is_kept_until_the_component_is_saved() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = component(&ada, json!({})).await;
    let path = at(&new, "/session");
    assert_eq!(ada.get(&path).await.ok(), json!({ "draft": null }));

    // A draft need not be valid.
    let draft = json!({ "base_version": "1.0.0", "data": { "title": "", "content": { "moduleContent": "Half a sen" } } });
    ada.put(&path, draft).await.ok();
    let kept = ada.get(&path).await.ok()["draft"].clone();
    assert_eq!(
        (&kept["base_version"], &kept["data"]["title"]),
        (&json!("1.0.0"), &json!(""))
    );
    assert_eq!(kept["data"]["content"]["moduleContent"], "Half a sen");
    assert_eq!(kept["saved_at"], "2026-01-31T09:30:00.000Z");
    assert_eq!(
        ada.get(&at(&new, "")).await.ok(),
        new,
        "a draft changes nothing"
    );

    save(&ada, &new, json!({ "description": "Whole" }))
        .await
        .ok();
    assert_eq!(ada.get(&path).await.ok(), json!({ "draft": null }));
    ada.put(&path, json!({ "base_version": "1.0.1", "data": {} }))
        .await
        .ok();
    ada.delete(&path).await.done();
    assert_eq!(ada.get(&path).await.ok(), json!({ "draft": null }));
}

#[tokio::test]
async fn a_draft_from_another_place_is_neither_replaced_nor_dropped() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = component(&ada, json!({})).await;
    let path = at(&new, "/session");
    let typed = |title: &str, follows: Value| json!({ "base_version": "1.0.0", "follows": follows, "data": { "title": title } });

    // Both tabs were opened before there was a draft.
    let first = ada.put(&path, typed("One", Value::Null)).await.ok();
    ada.put(&path, typed("Two", Value::Null))
        .await
        .fails(409, "conflict");
    let kept = ada.get(&path).await.ok()["draft"].clone();
    assert_eq!(
        (&kept["data"]["title"], &kept["id"]),
        (&json!("One"), &first["id"])
    );
    // After a lost response, the same request is repeated and editing continues.
    assert_eq!(ada.put(&path, typed("One", Value::Null)).await.ok(), first);
    let second = ada
        .put(&path, typed("One and more", first["id"].clone()))
        .await
        .ok();
    assert_ne!(first["id"], second["id"]);

    // Saving or discarding affects only a tab's own draft.
    let dropped = |id: &Value| format!("{path}?draft={}", id.as_str().unwrap());
    ada.delete(&dropped(&first["id"])).await.done();
    let saved = save(&ada, &new, json!({ "title": "Two", "draft": null }))
        .await
        .ok();
    save(
        &ada,
        &saved,
        json!({ "title": "Three", "draft": first["id"] }),
    )
    .await
    .ok();
    assert_eq!(
        ada.get(&path).await.ok()["draft"]["data"]["title"],
        "One and more"
    );
    ada.delete(&dropped(&second["id"])).await.done();
    assert_eq!(ada.get(&path).await.ok(), json!({ "draft": null }));

    // Without a stored draft, nothing can be lost.
    let third = ada
        .put(&path, typed("Again", second["id"].clone()))
        .await
        .ok();
    let now = ada.get(&at(&new, "")).await.ok();
    save(
        &ada,
        &now,
        json!({ "title": "Again", "draft": third["id"] }),
    )
    .await
    .ok();
    assert_eq!(ada.get(&path).await.ok(), json!({ "draft": null }));
}

#[tokio::test]
async fn a_repeated_request_creates_nothing_twice() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for path in ["/api/components", "/api/collections"] {
        let create = async |title: &str| {
            let request = ada.request(reqwest::Method::POST, path);
            let request = request.header("Idempotency-Key", format!("once{path}"));
            ada.send(request.json(&json!({ "title": title }))).await
        };
        let first = create("One").await.created();
        assert_eq!(create("One").await.created()["id"], first["id"]);
        create("Two").await.fails(422, "key_reused");
    }
    assert_eq!(list(&ada, "owner=me").await, ["One"]);
}

#[tokio::test]
async fn an_integer_beyond_53_bits_is_refused_with_its_place() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let config = json!({ "moduleContent": "x", "moduleConfig": { "seeds": [1, 9_007_199_254_740_993_u64] } });
    let new = json!({ "title": "Seeded", "type": "module", "content": config });
    let refused = ada
        .post("/api/components", new)
        .await
        .fails(422, "inexact_number");
    assert_eq!(refused["field"], "content.moduleConfig.seeds[1]");
}

#[tokio::test]
async fn a_save_that_leaves_a_field_out_empties_nothing() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = json!({
        "title": "Keep me", "description": "Kept", "type": "wrapper", "category": "formatting", "tags": ["kept"],
        "is_public": true, "content": { "wrapperType": "custom", "wrapperLogic": "Precious" },
    });
    let component = ada.post("/api/components", new).await.created();
    let at = format!("/api/components/{}", component["id"].as_str().unwrap());
    for (body, missing) in [
        (json!({ "base_version": "1.0.0" }), "title"),
        (json!({ "base_version": "1.0.0", "title": "T" }), "content"),
        (json!({ "title": "T", "content": {} }), "base_version"),
    ] {
        let refused = ada.put(&at, body).await.fails(422, "required");
        assert_eq!(refused["field"], missing);
    }
    assert_eq!(ada.get(&at).await.ok(), component);
    let save =
        json!({ "base_version": "1.0.0", "title": "Renamed", "content": component["content"] });
    let saved = ada.put(&at, save).await.ok();
    assert_eq!(
        (saved["title"].as_str(), version(&saved).as_str()),
        (Some("Renamed"), "1.0.1")
    );
    for field in [
        "description",
        "type",
        "category",
        "tags",
        "is_public",
        "content",
    ] {
        assert_eq!(saved[field], component[field], "{field}");
    }
}

/// Regression: a stale save passed because a restore reused the number of an earlier save.
#[tokio::test]
async fn a_number_that_a_save_had_is_never_given_again_and_a_stale_save_is_refused() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let table = component(&ada, json!({ "title": "First" })).await;
    let version_of = |base: &str, part: &str| json!({ "version_type": part, "base_version": base });
    let versions = at(&table, "/versions");
    let old = ada
        .post(&versions, version_of("1.0.0", "batch"))
        .await
        .created();
    let save = async |base: &str, title: &str| {
        let save = json!({ "base_version": base, "title": title, "content": table["content"] });
        ada.put(&at(&table, ""), save).await
    };
    save("1.0.1", "Second").await.ok();
    assert_eq!(version(&save("1.0.2", "Third").await.ok()), "1.0.3");
    ada.post(&versions, version_of("1.0.3", "minor"))
        .await
        .created();
    let restore = at(&table, &format!("/versions/{}/restore", version(&old)));
    let back = ada
        .post(&restore, json!({ "base_version": "1.1.0" }))
        .await
        .ok();
    assert_eq!(version(&back), "1.0.4");
    let important = save("1.0.4", "Important").await.ok();
    let stale = save("1.0.3", "Stale").await.fails(409, "conflict");
    assert_eq!(stale["current"], important);
}

#[tokio::test]
async fn who_sees_a_component_is_no_part_of_its_number() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let table = component(&ada, json!({})).await;
    let save = json!({ "base_version": "1.0.0", "title": "Table", "content": table["content"], "is_public": true });
    let public = ada.put(&at(&table, ""), save).await.ok();
    assert_eq!(
        (version(&public).as_str(), &public["is_public"]),
        ("1.0.0", &json!(true))
    );
}

#[tokio::test]
async fn a_save_that_empties_a_component_keeps_what_it_said() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let content = json!({ "moduleContent": "Precious" });
    for empty in [
        json!({}),
        json!({ "moduleContent": " " }),
        json!({ "moduleContents": "Misspelt" }),
    ] {
        let new = json!({ "title": "Module", "type": "module", "content": content });
        let module = ada.post("/api/components", new).await.created();
        let save = json!({ "base_version": "1.0.0", "title": "Module", "content": empty });
        let emptied = ada.put(&at(&module, ""), save).await.ok();
        assert_eq!(version(&emptied), "1.0.1");
        let kept = ada.get(&at(&module, "/versions")).await.ok()["items"][1].clone();
        assert_eq!(version(&kept), "1.0.0", "{empty}");
    }
}
