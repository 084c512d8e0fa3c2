//! `openapi.json` in the repository matches the program's output.

use std::collections::HashSet;
use std::path::Path;

use promptcase_server::router::contract;
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn the_committed_contract_is_current() {
    let server = crate::support::server().await;
    let mut printed = serde_json::to_string_pretty(contract(&server.app)).unwrap();
    printed.push('\n');
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../openapi.json");
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    if committed != printed {
        // Save the new text among the build artifacts, so that the fix is one copy.
        let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join("openapi.json");
        std::fs::write(&fresh, &printed).unwrap();
        panic!(
            "openapi.json is not current; run: cargo run -p promptcase-server -- openapi > openapi.json"
        );
    }
}

#[tokio::test]
async fn every_operation_is_named_described_and_closed() {
    let server = crate::support::server().await;
    let document = server.visitor().get("/api/openapi.json").await.ok();
    let mut ids = HashSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let place = format!("{method} {path}");
            let id = operation["operationId"]
                .as_str()
                .unwrap_or_else(|| panic!("{place} has no operationId"));
            assert!(ids.insert(id.to_owned()), "{id} stands twice");
            assert!(operation["summary"].is_string(), "{place} has no summary");
            assert!(operation["tags"][0].is_string(), "{place} has no tag");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(
                    parameter["in"] == "path" || parameter["description"].is_string(),
                    "{place} does not say what {} is",
                    parameter["name"]
                );
            }
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            assert!(
                body.is_null() || has_example(&document, body),
                "{place} shows no example"
            );
            assert!(
                operation["responses"]
                    .as_object()
                    .unwrap()
                    .keys()
                    .any(|status| status.starts_with('2')),
                "{place}"
            );
            for status in ["400", "401", "404", "408", "422", "429", "500"] {
                let answer = resolved(&document, &operation["responses"][status]);
                let schema = &answer["content"]["application/json"]["schema"];
                assert_eq!(
                    schema["$ref"], "#/components/schemas/Error",
                    "{place} {status}"
                );
                let says_when = answer["headers"]["Retry-After"].is_object();
                assert_eq!(says_when, status == "429", "{place} {status}");
            }
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(schema["description"].is_string(), "{name} is not described");
    }
    let mut refs = Vec::new();
    collect_refs(&document, &mut refs);
    for target in refs {
        let reference = json!({ "$ref": target });
        assert!(
            resolved(&document, &reference).is_object(),
            "{target} leads nowhere"
        );
    }
}

/// Resolves a reference, or returns the value itself.
fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    match value["$ref"].as_str() {
        Some(target) => document
            .pointer(target.trim_start_matches('#'))
            .unwrap_or(&Value::Null),
        None => value,
    }
}

/// Whether a schema, or one it references, has an example.
fn has_example(document: &Value, schema: &Value) -> bool {
    let within = |value: &Value| has_example(document, value);
    match schema {
        Value::Object(_) if schema["$ref"].is_string() => within(resolved(document, schema)),
        Value::Object(fields) => fields.contains_key("example") || fields.values().any(within),
        Value::Array(list) => list.iter().any(within),
        _ => false,
    }
}

fn collect_refs(value: &Value, refs: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(target)) = map.get("$ref") {
                refs.push(target.clone());
            }
            map.values().for_each(|value| collect_refs(value, refs));
        }
        Value::Array(list) => list.iter().for_each(|value| collect_refs(value, refs)),
        _ => {}
    }
}

#[tokio::test]
async fn every_operation_refuses_a_query_parameter_that_it_does_not_have() {
    let server = crate::support::server().await;
    let ada = server.person("Ada").await;
    let contract = ada.get("/api/openapi.json").await.ok();
    let id = "019c376f-cdc0-710d-ad2e-f260a56d409d";
    let mut operations = 0;
    for (path, methods) in contract["paths"].as_object().unwrap() {
        let segments = path.split('/').map(|segment| match segment {
            "{version}" => "1.0.0",
            "{type}" => "prompt",
            parameter if parameter.starts_with('{') => id,
            word => word,
        });
        let path = segments.collect::<Vec<_>>().join("/");
        for method in methods.as_object().unwrap().keys() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let asked = async |query: &str| {
                let request = ada.request(method.clone(), &format!("{path}?{query}"));
                ada.send(request.json(&json!({}))).await
            };
            let refused = asked("serach=x").await.fails(400, "unreadable");
            assert_eq!(refused["field"], "serach", "{method} {path}");
            operations += 1;
        }
    }
    assert!(operations > 100, "{operations}");
    // A known one is taken, once or more
    ada.get("/api/prompts?tags=a&tags=b&search=x&limit=3")
        .await
        .ok();
    ada.get("/api/prompts?limit=3&Limit=3")
        .await
        .fails(400, "unreadable");
}

#[tokio::test]
async fn the_contract_begins_with_fetching() {
    let server = crate::support::server().await;
    let document = server.visitor().get("/api/openapi.json").await.ok();
    let tags = document["tags"].as_array().unwrap().iter();
    let tags: Vec<_> = tags.map(|tag| tag["name"].as_str().unwrap()).collect();
    assert_eq!(tags[..2], ["Fetch", "Prompts"]);
    let first = document["paths"].as_object().unwrap().keys().next();
    assert_eq!(first.unwrap(), "/api/fetch/{handle}/{slug}");
}
