//! PATCH changes what it names, and nothing else.

use crate::support::{Client, server, version};
use serde_json::{Map, Value, json};

/// A record of a kind with a value in every field, and another value for each field.
struct Kind {
    name: &'static str,
    schema: &'static str,
    whole: Value,
    other: Value,
}

fn kinds() -> Vec<Kind> {
    let segments = |text: &str| json!({ "segments": [{ "id": "s", "order": 0, "type": "user", "content": text }] });
    let filter = |word: &str| json!({ "kind": "prompt", "owner": "me", "search": word });
    vec![
        Kind {
            name: "prompts",
            schema: "PromptPatch",
            whole: json!({
                "title": "Title", "description": "Description", "prompt_type": "persona", "structure_type": "standard",
                "category": "creative", "type": "assistant", "language": "german", "complexity": "custom",
                "tags": ["one"], "is_public": true, "asset_fields": {}, "asset_metadata": { "source": "book" },
                "content": segments("old"),
            }),
            other: json!({
                "title": "Another", "slug": "another", "description": "Another", "prompt_type": "context", "category": "web",
                "type": "tool", "language": "english", "complexity": "simple", "tags": ["two", "three"],
                "is_public": false, "asset_metadata": { "source": "film" }, "content": segments("new"),
            }),
        },
        Kind {
            name: "components",
            schema: "ComponentPatch",
            whole: json!({
                "title": "Title", "description": "Description", "type": "module", "category": "formatting",
                "tags": ["one"], "is_public": true, "content": { "moduleContent": "old", "moduleConfig": { "a": 1 } },
            }),
            other: json!({
                "title": "Another", "slug": "another-piece", "description": "Another", "type": "wrapper", "category": "business",
                "tags": ["two"], "is_public": false, "content": { "moduleContent": "new" },
            }),
        },
        Kind {
            name: "collections",
            schema: "CollectionPatch",
            whole: json!({
                "title": "Title", "description": "Description", "is_public": true, "is_smart": true,
                "filter": filter("old"),
            }),
            other: json!({
                "title": "Another", "slug": "another-folder", "description": "Another", "is_public": false, "filter": filter("new"),
            }),
        },
    ]
}

async fn created(client: &Client, kind: &Kind) -> (String, Value) {
    let path = format!("/api/{}", kind.name);
    let made = client.post(&path, kind.whole.clone()).await.created();
    let at = format!("{path}/{}", made["id"].as_str().unwrap());
    let stands = client.get(&at).await.ok();
    (at, stands)
}

/// The names of the fields in which two records differ.
fn differing(one: &Value, other: &Value) -> Vec<String> {
    let fields = |of: &Value| -> Map<String, Value> { of.as_object().unwrap().clone() };
    let (one, other) = (fields(one), fields(other));
    let names = one
        .iter()
        .filter(|(name, value)| other.get(*name) != Some(value));
    let names = names.map(|(name, _)| name.clone());
    // These follow from a change of others.
    names
        .filter(|name| !matches!(name.as_str(), "version_batch" | "updated_at" | "excerpt"))
        .collect()
}

#[tokio::test]
async fn each_field_is_changed_alone() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let contract = server.visitor().get("/api/openapi.json").await.ok();
    for kind in kinds() {
        let schema = &contract["components"]["schemas"][kind.schema];
        for field in schema["properties"].as_object().unwrap().keys() {
            // These say what is edited, and are no fields of a record.
            if matches!(field.as_str(), "base_version" | "draft") {
                continue;
            }
            let (at, before) = created(&ada, &kind).await;
            let Some(value) = kind.other.get(field) else {
                // The structure of a stored prompt is settled, and this kind of asset has no fields.
                assert!(
                    matches!(field.as_str(), "structure_type" | "asset_fields"),
                    "{field} is not tried"
                );
                continue;
            };
            let changed = ada.patch(&at, json!({ field: value })).await.ok();
            assert_eq!(changed[field], *value, "{} {field}", kind.name);
            assert_eq!(
                differing(&before, &changed),
                [field.as_str()],
                "{}",
                kind.name
            );
            let stored = ada.get(&at).await.ok();
            assert_eq!(differing(&stored, &changed), [""; 0], "{}", kind.name);
        }
    }
}

#[tokio::test]
async fn nothing_named_changes_nothing_and_rules_hold() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for kind in kinds() {
        let (at, before) = created(&ada, &kind).await;
        let same = ada.patch(&at, json!({})).await.ok();
        assert_eq!(differing(&before, &same), [""; 0], "{}", kind.name);
        let untitled = ada.patch(&at, json!({ "title": " " })).await;
        assert_eq!(untitled.fails(422, "required")["field"], "title");
        bob.patch(&at, json!({ "title": "Taken" }))
            .await
            .error_or_ok();
        assert_eq!(
            differing(&before, &ada.get(&at).await.ok()),
            [""; 0],
            "{}",
            kind.name
        );
    }
}

#[tokio::test]
async fn a_version_that_is_named_must_be_the_current_one() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for kind in kinds().iter().filter(|kind| kind.name != "collections") {
        let (at, _) = created(&ada, kind).await;
        let patch = |title: &str, base: &str| json!({ "title": title, "base_version": base });
        let saved = ada.patch(&at, patch("Second", "1.0.0")).await.ok();
        assert_eq!(version(&saved), "1.0.1");
        let stale = ada.patch(&at, patch("Third", "1.0.0")).await;
        assert_eq!(stale.fails(409, "conflict")["current"], saved);
        let history = ada.get(&format!("{at}/versions")).await.ok();
        assert_eq!(history["items"][0]["changes"], json!(["Title edited"]));
    }
}
