//! Checks the program's requests and response types against `openapi.json`.

use std::collections::BTreeSet;

use prompt_core::credits::Provider;
use prompt_core::{Prompt, PromptType, VersionNumber, VersionType};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::answers::{
    Billing, ErrorBody, Folder, FolderItem, Included, LabelOf, Labels, Named, Page, Save, Session,
    Stored, Summary, TestRun, Version, Whole,
};
use super::operations::{
    self as op, IncludesWanted, LabelTarget, LabelUndo, NewFolder, NewItems, NewJudgement, NewRun,
    NewTitle, NewVersion, Operation, Restore, header, query,
};

fn contract() -> Value {
    serde_json::from_str(include_str!("../../../openapi.json")).expect("the contract is JSON")
}

/// Looks up an operation in the contract.
fn found(contract: &Value, operation: Operation) -> Value {
    let method = operation.method.as_str().to_lowercase();
    let found = contract["paths"][operation.path][method].clone();
    assert!(found.is_object(), "{operation:?} is not in the contract");
    found
}

fn resolved<'a>(contract: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => contract
            .pointer(name.trim_start_matches('#'))
            .expect("what is referred to"),
        None => schema,
    }
}

/// Builds the minimal valid response: only the required fields.
fn barest(contract: &Value, schema: &Value) -> Value {
    let schema = resolved(contract, schema);
    let may_be_null = |schema: &Value| {
        let kind = &schema["type"];
        *kind == "null"
            || kind
                .as_array()
                .is_some_and(|kinds| kinds.contains(&json!("null")))
    };
    let mut choices = ["anyOf", "oneOf"]
        .into_iter()
        .filter_map(|of| schema[of].as_array());
    if may_be_null(schema) || choices.any(|of| of.iter().any(may_be_null)) {
        return Value::Null;
    }
    for of in ["allOf", "anyOf", "oneOf"] {
        if let Some(first) = schema[of].get(0) {
            return barest(contract, first);
        }
    }
    if !schema["example"].is_null() && schema["pattern"].is_string() {
        return schema["example"].clone();
    }
    if let Some(word) = schema["enum"].get(0) {
        return word.clone();
    }
    match schema["type"].as_str() {
        Some("object") => {
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let fields = required.iter().filter_map(Value::as_str).map(|name| {
                let value = barest(contract, &schema["properties"][name]);
                (name.to_owned(), value)
            });
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Some("array") => json!([barest(contract, &schema["items"])]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        Some("string") if schema["format"] == "uuid" => {
            json!("0198c2f4-5d1e-7c3a-9b1f-2f6c1f0a7e55")
        }
        Some("string") if schema["format"] == "date-time" => json!("2026-01-31T09:30:00.000Z"),
        Some("string") => json!("text"),
        other => panic!("{other:?} in {schema}"),
    }
}

/// The schema of an operation's success response.
fn answer(contract: &Value, operation: Operation) -> Value {
    let found = found(contract, operation);
    let answers = found["responses"].as_object().expect("answers").clone();
    let (_, good) = answers
        .into_iter()
        .find(|(status, answer)| status.starts_with('2') && answer["content"].is_object())
        .expect("an answer with a body");
    good["content"]["application/json"]["schema"].clone()
}

fn reads<T: DeserializeOwned>(contract: &Value, operation: Operation) -> T {
    let example = barest(contract, &answer(contract, operation));
    serde_json::from_value(example.clone())
        .unwrap_or_else(|error| panic!("{operation:?}: {error} in {example}"))
}

#[test]
fn every_answer_is_read_as_the_contract_says() {
    let contract = contract();
    reads::<Session>(&contract, op::GET_SESSION);
    reads::<Billing>(&contract, op::GET_BILLING);
    reads::<Page<Whole<Summary>>>(&contract, op::LIST_PROMPTS);
    reads::<Stored>(&contract, op::CREATE_PROMPT);
    reads::<Stored>(&contract, op::GET_PROMPT);
    reads::<Stored>(&contract, op::SAVE_PROMPT);
    reads::<Page<Whole<Version>>>(&contract, op::LIST_VERSIONS);
    reads::<Whole<Version>>(&contract, op::CREATE_VERSION);
    reads::<Prompt>(&contract, op::GET_VERSION);
    reads::<Stored>(&contract, op::RESTORE_VERSION);
    reads::<Named>(&contract, op::RESOLVE_NAME);
    reads::<Included>(&contract, op::LOAD_INCLUDES);
    reads::<Labels>(&contract, op::LIST_LABELS);
    reads::<LabelOf>(&contract, op::MOVE_LABEL);
    reads::<Labels>(&contract, op::UNDO_LABEL);
    reads::<TestRun>(&contract, op::RUN_PROMPT);
    reads::<TestRun>(&contract, op::JUDGE_RUN);
    reads::<Page<Whole<Folder>>>(&contract, op::LIST_COLLECTIONS);
    reads::<Folder>(&contract, op::CREATE_COLLECTION);
    reads::<Page<Whole<FolderItem>>>(&contract, op::LIST_COLLECTION_ITEMS);
    reads::<Stored>(&contract, op::UPDATE_PROMPT);
    for operation in [op::DELETE_PROMPT, op::REMOVE_COLLECTION_ITEM] {
        let answers = &found(&contract, operation)["responses"];
        assert!(answers["204"].is_object(), "{operation:?}");
    }
    let user = barest(&contract, &contract["components"]["schemas"]["User"]);
    serde_json::from_value::<super::User>(user).expect("a user");
    let failure = barest(&contract, &contract["components"]["schemas"]["Error"]);
    serde_json::from_value::<ErrorBody>(failure).expect("a failure");
    for (schema, field) in [
        ("Error", "field"),
        ("Error", "current"),
        ("Session", "token_scope"),
    ] {
        assert!(contract["components"]["schemas"][schema]["properties"][field].is_object());
    }
    let words = &contract["components"]["schemas"]["Scope"]["enum"];
    serde_json::from_value::<Vec<super::Scope>>(words.clone()).expect("scopes");
}

/// A field missing from a response would be parsed as its default, and the next save would store that.
#[test]
fn answers_hold_every_field_that_a_person_writes() {
    let contract = contract();
    let written = fields(&everything());
    for (operation, missing) in [
        (op::GET_PROMPT, &[][..]),
        (op::SAVE_PROMPT, &[]),
        // Versions do not store visibility; it is taken from the prompt.
        (op::GET_VERSION, &["is_public"]),
    ] {
        let schema = answer(&contract, operation);
        let required = &resolved(&contract, &schema)["required"];
        let required: BTreeSet<String> = serde_json::from_value(required.clone()).expect("names");
        let lacking: Vec<_> = written.difference(&required).collect();
        assert_eq!(lacking, missing, "{operation:?}");
    }
}

#[test]
fn every_request_is_as_the_contract_says() {
    let contract = contract();
    let prompt = everything();
    let base_version = VersionNumber::INITIAL;
    let new = NewVersion {
        version_type: VersionType::Minor,
        changelog: "",
        base_version,
    };
    let save = Save::new(base_version, &prompt, false).expect("a save");
    sends(&contract, op::CREATE_PROMPT, &prompt);
    sends(&contract, op::SAVE_PROMPT, &save);
    sends(&contract, op::CREATE_VERSION, &new);
    sends(&contract, op::RESTORE_VERSION, &Restore { base_version });
    let title = NewTitle {
        title: "",
        base_version,
    };
    sends(&contract, op::UPDATE_PROMPT, &title);
    let wanted = IncludesWanted {
        references: &[],
        prompt_id: Some(uuid::Uuid::nil()),
    };
    sends(&contract, op::LOAD_INCLUDES, &wanted);
    let target = LabelTarget {
        version: base_version,
        reason: "",
        confirm: false,
    };
    sends(&contract, op::MOVE_LABEL, &target);
    let run = NewRun {
        test_id: "1",
        version: None,
        provider: Provider::OpenAi,
        model: "gpt-4o-mini",
    };
    sends(&contract, op::RUN_PROMPT, &run);
    let judge = NewJudgement {
        provider: Provider::OpenAi,
        model: "gpt-4o-mini",
    };
    sends(&contract, op::JUDGE_RUN, &judge);
    sends(
        &contract,
        op::UNDO_LABEL,
        &LabelUndo {
            from: None,
            confirm: false,
        },
    );
    let folder = NewFolder {
        title: "Team",
        parent_id: None,
    };
    sends(&contract, op::CREATE_COLLECTION, &folder);
    let items = NewItems { prompt_ids: &[] };
    sends(&contract, op::ADD_TO_COLLECTION, &items);
}

/// A field missing from a save would keep its stored value although it was emptied here.
#[test]
fn a_save_holds_every_field_that_a_person_writes() {
    let contract = contract();
    let found = found(&contract, op::SAVE_PROMPT);
    let schema = &found["requestBody"]["content"]["application/json"]["schema"];
    let mut known = fields(&resolved(&contract, schema)["properties"]);
    // A name on the server, no part of what a file holds.
    known.remove("slug");
    let blank = Save::new(VersionNumber::INITIAL, &Prompt::default(), true).expect("a save");
    let lacking: Vec<String> = known.difference(&fields(&blank)).cloned().collect();
    assert_eq!(lacking, [""; 0]);
}

/// Asserts that the body has every required field and no unknown one.
fn sends(contract: &Value, operation: Operation, body: &impl Serialize) {
    let found = found(contract, operation);
    let schema = &found["requestBody"]["content"]["application/json"]["schema"];
    let schema = resolved(contract, schema);
    let known: BTreeSet<String> = schema["properties"]
        .as_object()
        .expect("fields")
        .keys()
        .cloned()
        .collect();
    let required: BTreeSet<String> =
        serde_json::from_value(schema["required"].clone()).unwrap_or_default();
    let sent = fields(body);
    assert!(
        sent.is_subset(&known),
        "{operation:?}: {sent:?} of {known:?}"
    );
    assert!(required.is_subset(&sent), "{operation:?}: {required:?}");
}

fn fields(body: &impl Serialize) -> BTreeSet<String> {
    let body = serde_json::to_value(body).expect("a body");
    body.as_object()
        .expect("an object")
        .keys()
        .cloned()
        .collect()
}

/// A prompt that serializes every field.
fn everything() -> Prompt {
    let mut prompt = Prompt::new(PromptType::Persona);
    for fields in [&mut prompt.asset_fields, &mut prompt.asset_metadata] {
        fields.insert("name".to_owned(), json!("value"));
    }
    prompt
}

#[test]
fn every_filter_and_every_header_is_in_the_contract() {
    let contract = contract();
    for (operation, place, names) in [
        (
            op::LIST_PROMPTS,
            "query",
            &[
                query::KIND,
                query::SEARCH,
                query::CATEGORY,
                query::STRUCTURE_TYPE,
                query::COMPLEXITY,
                query::IS_PUBLIC,
                query::PROMPT_TYPE,
                query::OWNER,
                query::TAGS,
                query::SORT,
                query::CURSOR,
                query::LIMIT,
            ][..],
        ),
        (
            op::LIST_VERSIONS,
            "query",
            &[query::NAMED, query::CURSOR, query::LIMIT],
        ),
        (
            op::LIST_COLLECTIONS,
            "query",
            &[
                query::OWNER,
                query::PARENT_ID,
                query::CONTAINS,
                query::SEARCH,
                query::CURSOR,
                query::LIMIT,
            ],
        ),
        (
            op::LIST_COLLECTION_ITEMS,
            "query",
            &[query::CURSOR, query::LIMIT],
        ),
        (op::RESOLVE_NAME, "query", &[query::NAME]),
        (op::CREATE_PROMPT, "header", &[header::IDEMPOTENCY_KEY]),
    ] {
        let found = found(&contract, operation);
        let known: BTreeSet<&str> = found["parameters"]
            .as_array()
            .expect("parameters")
            .iter()
            .filter(|it| it["in"] == place)
            .filter_map(|it| it["name"].as_str())
            .collect();
        for name in names {
            assert!(known.contains(name), "{operation:?}: {name}");
        }
    }
}
