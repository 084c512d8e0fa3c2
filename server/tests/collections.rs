//! Nested collections, what lies in them, and who sees what of it.

use crate::support::{Client, server};
use futures_util::future::join_all;
use serde_json::{Value, json};

async fn collection(client: &Client, fields: Value) -> Value {
    let mut new = json!({ "title": "A collection" });
    for (name, value) in fields.as_object().expect("an object of fields") {
        new[name] = value.clone();
    }
    client.post("/api/collections", new).await.created()
}

fn at(collection: &Value, rest: &str) -> String {
    format!(
        "/api/collections/{}{rest}",
        collection["id"].as_str().expect("an id")
    )
}

async fn list(client: &Client, query: &str) -> Vec<String> {
    let page = client.get(&format!("/api/collections?{query}")).await.ok();
    titles(&page["items"])
}

fn titles(items: &Value) -> Vec<String> {
    let items = items.as_array().expect("a list");
    items
        .iter()
        .map(|item| item["title"].as_str().expect("a title").to_owned())
        .collect()
}

/// The titles of what lies in a collection.
async fn contents(client: &Client, collection: &Value) -> Vec<String> {
    let page = client.get(&at(collection, "/items")).await.ok();
    let items = page["items"].as_array().expect("a list");
    let title = |item: &Value| {
        let thing = if item["item_type"] == "prompt" {
            &item["prompt"]
        } else {
            &item["child_collection"]
        };
        thing["title"].as_str().expect("a title").to_owned()
    };
    items.iter().map(title).collect()
}

#[tokio::test]
async fn a_new_collection_is_private_and_empty_and_can_be_changed() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = collection(&ada, json!({ "title": "  Support  " })).await;
    assert_eq!(new["title"], "Support");
    assert_eq!(new["user_id"], ada.user["id"]);
    assert_eq!(new["author_name"], "Ada");
    for (field, value) in [
        ("description", json!("")),
        ("is_public", json!(false)),
        ("is_smart", json!(false)),
        ("parent_id", Value::Null),
        ("filter", Value::Null),
        ("item_count", json!(0)),
        ("child_count", json!(0)),
        ("view_count", json!(0)),
        ("like_count", json!(0)),
        ("is_liked", json!(false)),
        ("breadcrumbs", json!([])),
    ] {
        assert_eq!(new[field], value, "{field}");
    }

    let edit = json!({ "title": "Help desk", "description": "Answers", "is_public": true });
    let changed = ada.put(&at(&new, ""), edit).await.ok();
    assert_eq!(
        (&changed["title"], &changed["is_public"]),
        (&json!("Help desk"), &json!(true))
    );
    assert_eq!(ada.get(&at(&new, "")).await.ok(), changed);
}

#[tokio::test]
async fn what_is_wrong_with_a_collection_is_said_at_its_field() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let plain = collection(&ada, json!({})).await;
    for (new, field, code) in [
        (json!({ "title": "  " }), "title", "required"),
        (json!({ "title": "\u{200b}\u{feff}" }), "title", "required"),
        (json!({ "title": "a\u{202e}b" }), "title", "not_valid"),
        (json!({ "title": "x".repeat(201) }), "title", "too_long"),
        (
            json!({ "title": "x", "description": "x".repeat(2001) }),
            "description",
            "too_long",
        ),
        (
            json!({ "title": "x", "is_smart": true }),
            "filter",
            "required",
        ),
        (json!({ "title": "x", "filter": {} }), "filter", "not_smart"),
        (
            json!({ "title": "x", "is_smart": true, "filter": { "search": "x".repeat(201) } }),
            "filter.search",
            "too_long",
        ),
    ] {
        assert_eq!(
            ada.post("/api/collections", new).await.fails(422, code)["field"],
            field
        );
    }
    let edit = json!({ "title": "x", "is_public": false, "filter": {} });
    ada.put(&at(&plain, ""), edit).await.fails(422, "not_smart");
    ada.post(
        "/api/collections",
        json!({ "title": "x", "is_smart": true, "filter": { "colour": 1 } }),
    )
    .await
    .fails(400, "unreadable");
}

#[tokio::test]
async fn collections_nest_and_breadcrumbs_lead_to_them() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let a = collection(&ada, json!({ "title": "A" })).await;
    let b = collection(&ada, json!({ "title": "B", "parent_id": a["id"] })).await;
    let c = collection(&ada, json!({ "title": "C", "parent_id": b["id"] })).await;
    let crumb = |of: &Value| json!({ "id": of["id"], "title": of["title"] });
    assert_eq!(c["breadcrumbs"], json!([crumb(&a), crumb(&b)]));

    assert_eq!(list(&ada, "").await, ["A"]);
    assert_eq!(
        list(&ada, &format!("parent_id={}", a["id"].as_str().unwrap())).await,
        ["B"]
    );
    assert_eq!(list(&ada, "parent_id=any").await, ["C", "B", "A"]);
    assert_eq!(ada.get(&at(&a, "")).await.ok()["child_count"], 1);

    let moved = ada
        .put(&at(&c, "/parent"), json!({ "parent_id": null }))
        .await
        .ok();
    assert_eq!(
        (&moved["parent_id"], &moved["breadcrumbs"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(list(&ada, "parent_id=root").await, ["C", "A"]);
    ada.get("/api/collections?parent_id=nonsense")
        .await
        .fails(400, "unreadable");
}

#[tokio::test]
async fn a_collection_never_gets_into_itself() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let a = collection(&ada, json!({ "title": "A" })).await;
    let b = collection(&ada, json!({ "title": "B", "parent_id": a["id"] })).await;
    let c = collection(&ada, json!({ "title": "C", "parent_id": b["id"] })).await;
    for (what, into) in [(&a, &a), (&a, &b), (&a, &c), (&b, &c)] {
        let answer = ada
            .put(&at(what, "/parent"), json!({ "parent_id": into["id"] }))
            .await;
        assert_eq!(answer.fails(422, "collection_cycle")["field"], "parent_id");
        let items = json!({ "collection_ids": [what["id"]] });
        ada.post(&at(into, "/items"), items)
            .await
            .fails(422, "collection_cycle");
    }
    // Several at once: none moves when one may not.
    let d = collection(&ada, json!({ "title": "D" })).await;
    let both = json!({ "ids": [d["id"], a["id"]], "parent_id": c["id"] });
    ada.post("/api/collections/move", both)
        .await
        .fails(422, "collection_cycle");
    assert_eq!(ada.get(&at(&d, "")).await.ok()["parent_id"], Value::Null);
    let both = json!({ "ids": [c["id"], d["id"]], "parent_id": a["id"] });
    ada.post("/api/collections/move", both).await.done();
    assert_eq!(ada.get(&at(&a, "")).await.ok()["child_count"], 3);
}

#[tokio::test]
async fn two_moves_at_once_do_not_close_a_circle() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for _ in 0..10 {
        let a = collection(&ada, json!({ "title": "A" })).await;
        let b = collection(&ada, json!({ "title": "B" })).await;
        let (under, over) = (
            json!({ "parent_id": b["id"] }),
            json!({ "parent_id": a["id"] }),
        );
        let (at_a, at_b) = (at(&a, "/parent"), at(&b, "/parent"));
        let answers = join_all([ada.put(&at_a, under), ada.put(&at_b, over)]).await;
        let moved = answers.iter().filter(|answer| answer.status == 200).count();
        let refused = answers.iter().filter(|answer| answer.status == 422).count();
        assert_eq!((moved, refused), (1, 1));
        let tops = [&a, &b].map(|one| at(one, ""));
        let parents = join_all(tops.iter().map(|path| ada.get(path))).await;
        assert_eq!(
            parents
                .into_iter()
                .filter(|answer| answer.json()["parent_id"].is_null())
                .count(),
            1
        );
    }
}

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
async fn others_see_public_collections_and_only_the_public_things_in_them() {
    let server = server().await;
    let (ada, bob, visitor) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.visitor(),
    );
    let private = collection(&ada, json!({ "title": "Private" })).await;
    let shown = collection(
        &ada,
        json!({ "title": "Shown", "is_public": true, "parent_id": private["id"] }),
    )
    .await;
    collection(
        &ada,
        json!({ "title": "Hidden below", "parent_id": shown["id"] }),
    )
    .await;
    let open = ada
        .prompt(json!({ "title": "Open", "is_public": true }))
        .await;
    let secret = ada.prompt(json!({ "title": "Secret" })).await;
    let items = json!({ "prompt_ids": [open["id"], secret["id"]], "collection_ids": [] });
    ada.post(&at(&shown, "/items"), items).await.ok();
    ada.post(
        &at(&private, "/items"),
        json!({ "prompt_ids": [open["id"]] }),
    )
    .await
    .ok();

    // To others it stands at the top: where it lies is private.
    assert_eq!(list(&bob, "").await, ["Shown"]);
    assert_eq!(list(&bob, &format!("owner={}", ada.id())).await, ["Shown"]);
    assert_eq!(
        list(&bob, &format!("contains={}", open["id"].as_str().unwrap())).await,
        ["Shown"]
    );
    assert!(
        list(
            &bob,
            &format!("contains={}", secret["id"].as_str().unwrap())
        )
        .await
        .is_empty()
    );
    assert!(list(&bob, "owner=me").await.is_empty());
    assert!(list(&bob, "search=hidden").await.is_empty());
    assert!(list(&visitor, "").await.is_empty());
    for stranger in [&bob, &visitor] {
        let seen = stranger.get(&at(&shown, "")).await.ok();
        assert_eq!(
            (&seen["item_count"], &seen["child_count"]),
            (&json!(1), &json!(0))
        );
        assert_eq!(
            (&seen["parent_id"], &seen["breadcrumbs"]),
            (&Value::Null, &json!([]))
        );
        assert_eq!(contents(stranger, &shown).await, ["Open"]);
        stranger
            .get(&at(&private, ""))
            .await
            .fails(404, "not_found");
        stranger
            .get(&at(&private, "/items"))
            .await
            .fails(404, "not_found");
        let below = format!(
            "/api/collections?parent_id={}",
            private["id"].as_str().unwrap()
        );
        stranger.get(&below).await.fails(404, "not_found");
    }
    assert_eq!(ada.get(&at(&shown, "")).await.ok()["item_count"], 2);
    // A prompt that turns private leaves the view of others, and of the count.
    ada.save(&open, json!({ "is_public": false })).await.ok();
    assert_eq!(bob.get(&at(&shown, "")).await.ok()["item_count"], 0);
}

#[tokio::test]
async fn only_the_owner_changes_a_collection() {
    let server = server().await;
    let (ada, bob, visitor) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.visitor(),
    );
    let shown = collection(&ada, json!({ "title": "Shown", "is_public": true })).await;
    let secret = ada.prompt(json!({ "title": "Secret" })).await;
    let bobs = collection(&bob, json!({ "title": "Bob's" })).await;
    let id = json!([shown["id"]]);
    for (method, path, body) in [
        (
            "PUT",
            at(&shown, ""),
            json!({ "title": "Mine now", "is_public": true }),
        ),
        ("PUT", at(&shown, "/parent"), json!({ "parent_id": null })),
        (
            "POST",
            "/api/collections/move".to_owned(),
            json!({ "ids": id, "parent_id": null }),
        ),
        (
            "POST",
            "/api/collections".to_owned(),
            json!({ "title": "x", "parent_id": shown["id"] }),
        ),
        (
            "POST",
            at(&shown, "/items"),
            json!({ "collection_ids": [bobs["id"]] }),
        ),
        (
            "POST",
            at(&shown, "/items/remove"),
            json!({ "item_ids": id }),
        ),
        (
            "POST",
            at(&shown, "/items/move"),
            json!({ "item_ids": id, "to": bobs["id"] }),
        ),
        (
            "POST",
            at(&bobs, "/items"),
            json!({ "prompt_ids": [secret["id"]] }),
        ),
        (
            "DELETE",
            at(&shown, "/items/0190a0a0-0000-7000-8000-000000000000"),
            json!(null),
        ),
        ("DELETE", at(&shown, ""), json!(null)),
    ] {
        let method: reqwest::Method = method.parse().expect("a method");
        let answer = bob
            .send(bob.request(method.clone(), &path).json(&body))
            .await;
        answer.fails(404, "not_found");
        visitor
            .send(visitor.request(method, &path).json(&body))
            .await
            .fails(401, "not_authenticated");
    }
    assert_eq!(ada.get(&at(&shown, "")).await.ok()["title"], "Shown");
    // Bob may keep Ada's public collection among his own things.
    bob.post(
        &at(&bobs, "/items"),
        json!({ "collection_ids": [shown["id"]] }),
    )
    .await
    .ok();
    assert_eq!(contents(&bob, &bobs).await, ["Shown"]);
}

#[tokio::test]
async fn deleting_takes_nested_collections_along_and_never_prompts() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let a = collection(&ada, json!({ "title": "A" })).await;
    let b = collection(
        &ada,
        json!({ "title": "B", "parent_id": a["id"], "is_public": true }),
    )
    .await;
    let prompt = ada.prompt(json!({ "title": "Stays" })).await;
    ada.post(&at(&b, "/items"), json!({ "prompt_ids": [prompt["id"]] }))
        .await
        .ok();
    let bobs = collection(&bob, json!({ "title": "Bob's" })).await;
    bob.post(&at(&bobs, "/items"), json!({ "collection_ids": [b["id"]] }))
        .await
        .ok();

    ada.delete(&at(&a, "")).await.done();
    ada.delete(&at(&a, "")).await.fails(404, "not_found");
    for gone in [&a, &b] {
        ada.get(&at(gone, "")).await.fails(404, "not_found");
        ada.get(&at(gone, "/items")).await.fails(404, "not_found");
        ada.put(&at(gone, "/parent"), json!({ "parent_id": null }))
            .await
            .fails(404, "not_found");
    }
    assert!(list(&ada, "parent_id=any").await.is_empty());
    assert_eq!(bob.get(&at(&bobs, "")).await.ok()["item_count"], 0);
    assert!(contents(&bob, &bobs).await.is_empty());
    assert_eq!(
        ada.get(&crate::support::path(&prompt, "")).await.ok()["title"],
        "Stays"
    );
}

#[tokio::test]
async fn lists_are_filtered_and_come_in_pages_newest_first() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for n in 0..7 {
        collection(
            &ada,
            json!({ "title": format!("Reise {n} Ärger"), "is_public": n % 2 == 0 }),
        )
        .await;
    }
    collection(&ada, json!({ "title": "100%_sure" })).await;
    assert_eq!(
        list(&ada, "search=ärger%20REISE&is_public=true&limit=3").await,
        ["Reise 6 Ärger", "Reise 4 Ärger", "Reise 2 Ärger"]
    );
    assert_eq!(list(&ada, "search=%25_s").await, ["100%_sure"]);
    assert_eq!(list(&ada, "is_public=false&search=reise").await.len(), 3);
    assert!(list(&bob, "is_public=false").await.is_empty());

    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = bob
            .get(&format!("/api/collections?limit=3{cursor}"))
            .await
            .ok();
        seen.extend(titles(&page["items"]));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(
        seen,
        [
            "Reise 6 Ärger",
            "Reise 4 Ärger",
            "Reise 2 Ärger",
            "Reise 0 Ärger"
        ]
    );
    bob.get("/api/collections?cursor=nonsense")
        .await
        .fails(400, "unreadable");
    bob.get("/api/collections?limit=0")
        .await
        .fails(422, "out_of_range");
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
    // Others get the public part, and do not see the filter.
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
async fn a_common_word_hides_no_collection_that_a_filter_would_show() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    collection(&ada, json!({ "title": "Old reviews", "is_public": true })).await;
    let new = json!({ "title": "New reviews", "is_public": true });
    let new = collection(&bob, new).await;
    server.add_copies("collections", &new, 1_199).await;
    for client in [&bob, &server.person("Eve").await] {
        let query = format!("/api/collections?search=review&owner={}", ada.id());
        let found = client.get(&query).await.ok();
        assert_eq!(found["items"].as_array().unwrap().len(), 1);
        assert_eq!(found["items"][0]["title"], "Old reviews");
    }
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

#[tokio::test]
async fn likes_and_views_count_once() {
    let server = server().await;
    let (ada, bob, visitor) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.visitor(),
    );
    let shown = collection(&ada, json!({ "is_public": true })).await;
    let private = collection(&ada, json!({})).await;
    let like = at(&shown, "/like");
    for (answer, liked, count) in [
        (bob.put(&like, json!({})).await, true, 1),
        (bob.put(&like, json!({})).await, true, 1),
        (ada.put(&like, json!({})).await, true, 2),
        (bob.delete(&like).await, false, 1),
        (bob.delete(&like).await, false, 1),
    ] {
        assert_eq!(answer.ok(), json!({ "liked": liked, "like_count": count }));
    }
    let seen = ada.get(&at(&shown, "")).await.ok();
    assert_eq!(
        (&seen["is_liked"], &seen["like_count"]),
        (&json!(true), &json!(1))
    );

    for client in [&bob, &bob, &ada, &visitor] {
        client.post(&at(&shown, "/view"), json!({})).await.done();
    }
    assert_eq!(ada.get(&at(&shown, "")).await.ok()["view_count"], 1);
    server.pass(promptcase_server::clock::Timestamp::DAY);
    bob.post(&at(&shown, "/view"), json!({})).await.done();
    assert_eq!(ada.get(&at(&shown, "")).await.ok()["view_count"], 2);

    bob.put(&at(&private, "/like"), json!({}))
        .await
        .fails(404, "not_found");
    bob.post(&at(&private, "/view"), json!({}))
        .await
        .fails(404, "not_found");
    visitor
        .put(&like, json!({}))
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn a_search_follows_what_others_published_renamed_hid_deleted_and_restored() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let shelf = collection(&ada, json!({ "title": "Zebra 总结这" })).await;
    let finds = async |word: &str| list(&bob, &format!("search={word}")).await.len();
    assert_eq!(finds("zebra").await, 0);
    let edit = async |title: &str, is_public: bool| {
        let fields = json!({ "title": title, "description": "", "is_public": is_public });
        ada.put(&at(&shelf, ""), fields).await.ok();
    };
    edit("Zebra 总结这", true).await;
    for (words, count) in [
        ("zebra", 1),
        ("EBR", 1),
        ("ze", 1),
        ("%E6%80%BB%E7%BB%93", 1),
        ("%E6%80%BB%E7%BB%93%E8%BF%99%20zeb", 1),
        ("zebra%20horse", 0),
        ("%22zebra%22", 0),
    ] {
        assert_eq!(finds(words).await, count, "{words}");
    }
    edit("Okapi", true).await;
    assert_eq!((finds("zebra").await, finds("okapi").await), (0, 1));
    edit("Okapi", false).await;
    assert_eq!(finds("okapi").await, 0);
    edit("Tapir", true).await;
    assert_eq!((finds("okapi").await, finds("tapir").await), (0, 1));
    ada.delete(&at(&shelf, "")).await.done();
    assert_eq!(finds("tapir").await, 0);
    let trashed = format!("/api/trash/collection/{}", shelf["id"].as_str().unwrap());
    ada.post(&format!("{trashed}/restore"), json!({}))
        .await
        .done();
    assert_eq!(finds("tapir").await, 1);
    ada.delete(&at(&shelf, "")).await.done();
    ada.delete(&trashed).await.done();
    assert_eq!(finds("tapir").await, 0);
}

#[tokio::test]
async fn a_save_without_a_description_leaves_the_description() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = json!({ "title": "Kept", "description": "All that is kept" });
    let collection = ada.post("/api/collections", new).await.created();
    let at = format!("/api/collections/{}", collection["id"].as_str().unwrap());
    let save = json!({ "title": "Renamed", "is_public": true });
    let saved = ada.put(&at, save).await.ok();
    assert_eq!(saved["title"], "Renamed");
    assert_eq!(saved["description"], "All that is kept");
    let save = json!({ "title": "Renamed", "is_public": true, "description": "" });
    assert_eq!(ada.put(&at, save).await.ok()["description"], "");
    assert_eq!(
        ada.put(&at, json!({ "title": "Renamed" }))
            .await
            .fails(422, "required")["field"],
        "is_public"
    );
}
