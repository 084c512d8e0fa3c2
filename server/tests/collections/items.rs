//! Prompts in collections.

use super::{at, collection, contents, list};
use crate::support::server;
use serde_json::{Value, json};

#[tokio::test]
async fn items_are_added_once_and_taken_out_once() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let folder = collection(&ada, json!({ "title": "Folder" })).await;
    let inner = collection(&ada, json!({ "title": "Inner" })).await;
    let one = ada.prompt(json!({ "title": "One" })).await;
    let persona = ada
        .prompt(json!({ "title": "Persona", "prompt_type": "persona", "type": "asset" }))
        .await;

    let items =
        json!({ "prompt_ids": [one["id"], persona["id"]], "collection_ids": [inner["id"]] });
    let added = ada.post(&at(&folder, "/items"), items.clone()).await.ok();
    assert_eq!(
        (&added["added"], added["items"].as_array().unwrap().len()),
        (&json!(3), 3)
    );
    let again = ada.post(&at(&folder, "/items"), items).await.ok();
    assert_eq!(
        (&again["added"], &again["items"]),
        (&json!(0), &added["items"])
    );

    let mut inside = contents(&ada, &folder).await;
    inside.sort();
    assert_eq!(inside, ["Inner", "One", "Persona"]);
    assert_eq!(ada.get(&at(&folder, "")).await.ok()["item_count"], 3);
    let containing = format!("contains={}", one["id"].as_str().unwrap());
    assert_eq!(list(&ada, &containing).await, ["Folder"]);

    let item = added["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["prompt_id"] == one["id"])
        .unwrap();
    assert_eq!(
        (&item["item_type"], &item["added_by"]),
        (&json!("prompt"), &ada.user["id"])
    );
    let path = at(&folder, &format!("/items/{}", item["id"].as_str().unwrap()));
    ada.delete(&path).await.done();
    ada.delete(&path).await.done();
    assert_eq!(ada.get(&at(&folder, "")).await.ok()["item_count"], 2);
    ada.get(&crate::support::path(&one, "")).await.ok();

    for (items, status, code) in [
        (json!({}), 422, "required"),
        (
            json!({ "prompt_ids": vec![one["id"].clone(); 501] }),
            422,
            "too_many",
        ),
        (json!({ "prompt_ids": [folder["id"]] }), 404, "not_found"),
        (json!({ "collection_ids": [one["id"]] }), 404, "not_found"),
    ] {
        ada.post(&at(&folder, "/items"), items)
            .await
            .fails(status, code);
    }
}

#[tokio::test]
async fn items_move_to_another_collection_or_stay_all() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let from = collection(&ada, json!({ "title": "From" })).await;
    let to = collection(&ada, json!({ "title": "To" })).await;
    let one = ada.prompt(json!({ "title": "One" })).await;
    let two = ada.prompt(json!({ "title": "Two" })).await;
    let both = json!({ "prompt_ids": [one["id"], two["id"]] });
    let added = ada.post(&at(&from, "/items"), both).await.ok();
    ada.post(&at(&to, "/items"), json!({ "prompt_ids": [one["id"]] }))
        .await
        .ok();
    let ids: Vec<&Value> = added["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["id"])
        .collect();

    let stranger = json!({ "item_ids": [ids[0], one["id"]], "to": to["id"] });
    ada.post(&at(&from, "/items/move"), stranger)
        .await
        .fails(404, "not_found");
    assert_eq!(contents(&ada, &from).await.len(), 2);
    ada.post(
        &at(&from, "/items/move"),
        json!({ "item_ids": ids, "to": to["id"] }),
    )
    .await
    .done();
    assert!(contents(&ada, &from).await.is_empty());
    assert_eq!(contents(&ada, &to).await.len(), 2);

    let page = ada.get(&at(&to, "/items")).await.ok();
    let ids: Vec<&Value> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["id"])
        .collect();
    ada.post(&at(&to, "/items/remove"), json!({ "item_ids": ids }))
        .await
        .done();
    assert!(contents(&ada, &to).await.is_empty());
}

#[tokio::test]
async fn a_smart_collection_fills_itself() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    ada.prompt(json!({ "title": "Web one", "category": "web", "is_public": true }))
        .await;
    ada.prompt(json!({ "title": "Web two", "category": "web" }))
        .await;
    ada.prompt(json!({ "title": "Data", "category": "data" }))
        .await;
    bob.prompt(json!({ "title": "Bob's web", "category": "web", "is_public": true }))
        .await;
    bob.prompt(json!({ "title": "Bob's secret web", "category": "web" }))
        .await;

    let filter = json!({ "category": "web" });
    let smart = json!({ "title": "Smart", "is_public": true, "is_smart": true, "filter": filter });
    let smart = collection(&ada, smart).await;
    assert_eq!(
        (&smart["is_smart"], &smart["item_count"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(contents(&ada, &smart).await, ["Web two", "Web one"]);
    // Other users get the public items, without the filter.
    let seen = bob.get(&at(&smart, "")).await.ok();
    assert_eq!(
        (&seen["item_count"], &seen["filter"]),
        (&json!(1), &Value::Null)
    );
    assert_eq!(contents(&bob, &smart).await, ["Web one"]);
    assert_eq!(contents(&server.visitor(), &smart).await, ["Web one"]);

    let edit = json!({ "title": "Smart", "is_public": true, "filter": { "category": "web", "owner": "all" } });
    let changed = ada.put(&at(&smart, ""), edit).await.ok();
    assert_eq!(changed["filter"]["owner"], "all");
    assert_eq!(
        contents(&ada, &smart).await,
        ["Bob's web", "Web two", "Web one"]
    );
    assert_eq!(contents(&bob, &smart).await, ["Bob's web", "Web one"]);

    let prompt = ada.prompt(json!({ "title": "By hand" })).await;
    let items = json!({ "prompt_ids": [prompt["id"]] });
    ada.post(&at(&smart, "/items"), items)
        .await
        .fails(422, "smart_collection");
}

#[tokio::test]
async fn a_smart_collection_is_counted_up_to_a_thousand_and_says_that_there_are_more() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "One of many" })).await;
    let smart = json!({ "title": "Many", "is_smart": true, "filter": { "search": "many" } });
    let smart = collection(&ada, smart).await;
    let counted = async || {
        let seen = ada.get(&at(&smart, "")).await.ok();
        (seen["item_count"].clone(), seen["more_items"].clone())
    };
    assert_eq!(counted().await, (json!(1), json!(false)));
    server.add_copies("prompts", &prompt, 999).await;
    assert_eq!(counted().await, (json!(1_000), json!(false)));
    server.add_copies("prompts", &prompt, 1).await;
    assert_eq!(counted().await, (json!(1_000), json!(true)));
}
