//! The component library: editing, drafts, versions, ratings, and who sees what.

use std::time::Duration;

use crate::support::{Client, server, version};
use promptcase_server::clock::Timestamp;
use promptcase_server::components::samples;
use serde_json::{Value, json};

async fn component(client: &Client, fields: Value) -> Value {
    let mut new = json!({ "title": "Table", "content": { "moduleContent": "Rows." } });
    for (name, value) in fields.as_object().expect("an object of fields") {
        new[name] = value.clone();
    }
    client.post("/api/components", new).await.created()
}

fn at(component: &Value, rest: &str) -> String {
    format!(
        "/api/components/{}{rest}",
        component["id"].as_str().expect("an id")
    )
}

async fn save(client: &Client, component: &Value, changes: Value) -> crate::support::Answer {
    let mut save = component.clone();
    for (name, value) in changes.as_object().expect("an object of changes") {
        save[name] = value.clone();
    }
    save["base_version"] = json!(version(component));
    client.put(&at(component, ""), save).await
}

async fn list(client: &Client, query: &str) -> Vec<String> {
    let page = client.get(&format!("/api/components?{query}")).await.ok();
    let items = page["items"].as_array().expect("a list");
    items
        .iter()
        .map(|item| item["title"].as_str().expect("a title").to_owned())
        .collect()
}

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
async fn six_samples_of_promptcase_are_there_for_everybody() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let page = ada.get("/api/components").await.ok();
    let samples = page["items"].as_array().unwrap();
    assert_eq!(samples.len(), 6);
    assert!(
        samples
            .iter()
            .all(|sample| sample["author_name"] == "Promptcase" && sample["is_public"] == true)
    );
    samples::ensure(&server.app.db, server.app.now())
        .await
        .expect("a second start adds nothing");
    let counts = ada.get("/api/components/counts").await.ok();
    assert_eq!(
        counts,
        json!({ "all": 6, "module": 2, "wrapper": 2, "template": 1, "asset": 1 })
    );
    for credentials in [
        json!({ "email": "Promptcase", "password": "" }),
        json!({ "email": "", "password": "x" }),
    ] {
        assert!(
            server
                .visitor()
                .post("/api/auth/login", credentials)
                .await
                .status
                .is_client_error()
        );
    }
}

#[tokio::test]
async fn lists_and_counts_follow_the_same_filters() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    component(
        &ada,
        json!({ "title": "One", "tags": ["Fast"], "is_public": true }),
    )
    .await;
    server.pass(Duration::from_secs(1));
    component(
        &ada,
        json!({ "title": "Two", "type": "asset", "description": "Schnelle Übersicht" }),
    )
    .await;
    server.pass(Duration::from_secs(1));
    component(
        &bob,
        json!({ "title": "Bob's", "category": "creative", "is_public": true, "tags": ["slow"] }),
    )
    .await;
    component(&bob, json!({ "title": "Bob's secret" })).await;

    for (query, titles) in [
        ("owner=me", vec!["Two", "One"]),
        ("owner=me&type=asset", vec!["Two"]),
        ("search=ÜBERSICHT%20two", vec!["Two"]),
        ("category=creative", vec!["Bob's", "Plain Language Guide"]),
        ("tags=FAST&tags=slow", vec!["Bob's", "One"]),
        ("is_public=false", vec!["Two"]),
        ("search=secret", vec![]),
        ("limit=2", vec!["Bob's", "Two"]),
    ] {
        assert_eq!(list(&ada, query).await, titles, "{query}");
    }
    let of_bob = format!("owner={}", bob.id());
    assert_eq!(list(&ada, &of_bob).await, ["Bob's"]);
    let counts = ada.get("/api/components/counts?owner=me").await.ok();
    assert_eq!(
        counts,
        json!({ "all": 2, "module": 1, "wrapper": 0, "template": 0, "asset": 1 })
    );
    let counts = ada
        .get("/api/components/counts?tags=fast&tags=slow")
        .await
        .ok();
    assert_eq!((&counts["all"], &counts["module"]), (&json!(2), &json!(2)));

    let first = ada.get("/api/components?limit=5").await.ok();
    let rest = ada
        .get(&format!(
            "/api/components?limit=5&cursor={}",
            first["next_cursor"].as_str().unwrap()
        ))
        .await
        .ok();
    assert_eq!(
        (
            first["items"].as_array().unwrap().len(),
            rest["items"].as_array().unwrap().len()
        ),
        (5, 4)
    );
    assert_eq!(rest["next_cursor"], Value::Null);
    assert!(list(&server.visitor(), "").await.is_empty());
    assert_eq!(
        server.visitor().get("/api/components/counts").await.ok()["all"],
        0
    );
}

#[tokio::test]
async fn a_search_finds_parts_of_words_in_any_script_in_ones_own_and_in_public_ones() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for is_public in [true, false] {
        let who = if is_public { "public" } else { "own" };
        component(
            &ada,
            json!({ "title": format!("Título {who}"), "is_public": is_public }),
        )
        .await;
        component(&ada, json!({ "title": format!("D {who}"), "description": "A \"quoted\" 100% sure_thing", "is_public": is_public })).await;
        component(&ada, json!({ "title": format!("S {who}"), "description": "请总结这篇文章", "is_public": is_public })).await;
    }
    for (query, names) in [
        ("search=T%C3%8DTULO", &["Título"][..]),
        ("search=%22quoted%22", &["D"]),
        ("search=100%25", &["D"]),
        ("search=sure_thing", &["D"]),
        ("search=sureXthing", &[]),
        ("search=uot%20sure", &["D"]),
        ("search=quoted%20nonsense", &[]),
        ("search=%E6%80%BB%E7%BB%93%E8%BF%99", &["S"]),
        ("search=%E6%80%BB%E7%BB%93", &["S"]),
    ] {
        let mine = names
            .iter()
            .flat_map(|name| [format!("{name} own"), format!("{name} public")]);
        let theirs: Vec<String> = names.iter().map(|name| format!("{name} public")).collect();
        assert_eq!(list(&ada, query).await, mine.collect::<Vec<_>>(), "{query}");
        assert_eq!(list(&bob, query).await, theirs, "{query}");
        let counts = bob
            .get(&format!("/api/components/counts?{query}"))
            .await
            .ok();
        assert_eq!(counts["all"], theirs.len(), "{query}");
    }
}

#[tokio::test]
async fn a_common_word_hides_no_component_that_a_filter_would_show() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let new = |title: &str, kind: &str| json!({ "title": title, "is_public": true, "type": kind });
    component(&ada, new("An old zebra", "wrapper")).await;
    let newer = component(&bob, new("A new zebra", "module")).await;
    server.add_copies("components", &newer, 1_199).await;
    for filter in [format!("owner={}", ada.id()), "type=wrapper".to_owned()] {
        let query = format!("search=zebra&{filter}");
        assert_eq!(list(&bob, &query).await, ["An old zebra"], "{filter}");
    }
    let counts = ada.get("/api/components/counts?search=zebra").await.ok();
    assert_eq!(
        (&counts["all"], &counts["module"]),
        (&json!(1_201), &json!(1_200))
    );
}

#[tokio::test]
async fn a_search_follows_what_was_saved_published_hidden_deleted_and_restored() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let before = component(&ada, json!({ "title": "Zebra" })).await;
    let finds = async |word: &str| list(&bob, &format!("search={word}")).await.len();
    assert_eq!(finds("zebra").await, 0);
    let step = async |component: &Value, changes: Value| save(&ada, component, changes).await.ok();
    let shown = step(&before, json!({ "is_public": true })).await;
    assert_eq!(finds("zebra").await, 1);
    let renamed = step(&shown, json!({ "title": "Okapi" })).await;
    assert_eq!((finds("zebra").await, finds("okapi").await), (0, 1));
    let hidden = step(&renamed, json!({ "is_public": false })).await;
    assert_eq!(finds("okapi").await, 0);
    let back = step(&hidden, json!({ "is_public": true, "title": "Tapir" })).await;
    assert_eq!((finds("okapi").await, finds("tapir").await), (0, 1));
    ada.delete(&at(&back, "")).await.done();
    assert_eq!(finds("tapir").await, 0);
    let trashed = format!("/api/trash/component/{}", back["id"].as_str().unwrap());
    ada.post(&format!("{trashed}/restore"), json!({}))
        .await
        .done();
    assert_eq!(finds("tapir").await, 1);
    ada.delete(&at(&back, "")).await.done();
    ada.delete(&trashed).await.done();
    assert_eq!(finds("tapir").await, 0);
}

#[tokio::test]
async fn a_private_component_exists_for_its_owner_alone() {
    let server = server().await;
    let (ada, bob, visitor) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.visitor(),
    );
    let private = component(&ada, json!({})).await;
    let shown = component(&ada, json!({ "is_public": true })).await;
    let draft = json!({ "base_version": "1.0.0", "data": { "title": "x" } });
    let new_version = json!({ "version_type": "minor", "base_version": "1.0.0" });
    let snapshot = ada
        .post(&at(&private, "/versions"), new_version.clone())
        .await
        .created();
    let snapshot = format!("/versions/{}", snapshot["id"].as_str().unwrap());

    // What only the owner does fails for others, on a public one as on a private one.
    for (method, rest, body) in [
        (
            "PUT",
            "",
            json!({ "base_version": "1.0.0", "title": "Mine", "content": {} }),
        ),
        ("DELETE", "", json!(null)),
        ("GET", "/session", json!(null)),
        ("PUT", "/session", draft),
        ("DELETE", "/session", json!(null)),
        ("POST", "/versions", new_version),
        (
            "POST",
            &format!("{snapshot}/restore"),
            json!({ "base_version": "1.0.0" }),
        ),
    ] {
        for component in [&private, &shown] {
            let method: reqwest::Method = method.parse().expect("a method");
            let path = at(component, rest);
            bob.send(bob.request(method.clone(), &path).json(&body))
                .await
                .fails(404, "not_found");
            visitor
                .send(visitor.request(method, &path).json(&body))
                .await
                .fails(401, "not_authenticated");
        }
    }
    // What everybody may do with a public one fails on a private one.
    for (method, rest, body) in [
        ("GET", "", json!(null)),
        ("GET", "/ratings", json!(null)),
        ("GET", "/versions", json!(null)),
        ("GET", snapshot.as_str(), json!(null)),
        ("POST", "/clone", json!(null)),
        ("POST", "/use", json!(null)),
        ("PUT", "/rating", json!({ "rating_value": 5 })),
        ("DELETE", "/rating", json!(null)),
    ] {
        let method: reqwest::Method = method.parse().expect("a method");
        let answer = bob
            .send(bob.request(method, &at(&private, rest)).json(&body))
            .await;
        answer.fails(404, "not_found");
    }
    bob.get(&at(&shown, "")).await.ok();
    visitor.get(&at(&shown, "")).await.ok();
}

#[tokio::test]
async fn a_draft_is_kept_until_the_component_is_saved() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = component(&ada, json!({})).await;
    let path = at(&new, "/session");
    assert_eq!(ada.get(&path).await.ok(), json!({ "draft": null }));

    // A draft may be unfit to be saved.
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

    // Two tabs were opened when there was no draft.
    let first = ada.put(&path, typed("One", Value::Null)).await.ok();
    ada.put(&path, typed("Two", Value::Null))
        .await
        .fails(409, "conflict");
    let kept = ada.get(&path).await.ok()["draft"].clone();
    assert_eq!(
        (&kept["data"]["title"], &kept["id"]),
        (&json!("One"), &first["id"])
    );
    // Whose answer was lost sends the same once more, and then goes on.
    assert_eq!(ada.put(&path, typed("One", Value::Null)).await.ok(), first);
    let second = ada
        .put(&path, typed("One and more", first["id"].clone()))
        .await
        .ok();
    assert_ne!(first["id"], second["id"]);

    // What the other tab saves or discards is its own.
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

    // Where nothing is kept any more nothing can be lost.
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
async fn versions_are_kept_and_restored_without_losing_anything() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let new = component(&ada, json!({ "title": "First" })).await;
    let path = at(&new, "/versions");
    let minor = json!({ "version_type": "minor", "changelog": "Begun", "base_version": "1.0.0" });
    let first = ada.post(&path, minor.clone()).await.created();
    assert_eq!(
        (
            version(&first).as_str(),
            &first["title"],
            &first["is_current"]
        ),
        ("1.1.0", &json!("First"), &json!(true))
    );
    ada.post(&path, minor).await.fails(409, "conflict");

    let now = ada.get(&at(&new, "")).await.ok();
    let saved = save(&ada, &now, json!({ "title": "Second" })).await.ok();
    assert_eq!(version(&saved), "1.1.1");
    let restore = format!("{path}/{}/restore", first["id"].as_str().unwrap());
    ada.post(&restore, json!({ "base_version": "1.1.0" }))
        .await
        .fails(409, "conflict");
    server.pass(Duration::from_secs(1));
    let restored = ada
        .post(&restore, json!({ "base_version": "1.1.1" }))
        .await
        .ok();
    // 1.1.1 was in no snapshot: it is kept, and its number is taken.
    assert_eq!(
        (version(&restored).as_str(), &restored["title"]),
        ("1.1.2", &json!("First"))
    );
    let page = ada.get(&path).await.ok();
    let history: Vec<(String, &Value)> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| (version(item), &item["title"]))
        .collect();
    assert_eq!(
        history,
        [
            ("1.1.1".to_owned(), &json!("Second")),
            ("1.1.0".to_owned(), &json!("First"))
        ]
    );
    let whole = ada
        .get(&format!("{path}/{}", first["id"].as_str().unwrap()))
        .await
        .ok();
    assert_eq!(whole["content"], new["content"]);
    ada.get(&format!("{path}/{}", new["id"].as_str().unwrap()))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn ratings_count_once_a_person_and_can_be_changed() {
    let server = server().await;
    let (ada, bob, eve) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.person("Eve").await,
    );
    let shown = component(&ada, json!({ "is_public": true })).await;
    let path = at(&shown, "/rating");
    for (who, stars, mean, count) in [(&bob, 5, 5.0, 1), (&eve, 2, 3.5, 2), (&bob, 4, 3.0, 2)] {
        server.pass(Duration::from_secs(1));
        let rating = json!({ "rating_value": stars, "review_text": format!("{stars} stars") });
        assert_eq!(
            who.put(&path, rating).await.ok(),
            json!({ "rating": mean, "rating_count": count })
        );
    }
    let seen = bob.get(&at(&shown, "")).await.ok();
    assert_eq!(
        (&seen["rating"], &seen["my_rating"]),
        (&json!(3.0), &json!(4))
    );
    let page = server
        .visitor()
        .get(&at(&shown, "/ratings?limit=1"))
        .await
        .ok();
    assert_eq!(
        (
            &page["items"][0]["author_name"],
            &page["items"][0]["review_text"]
        ),
        (&json!("Bob"), &json!("4 stars"))
    );
    let next = page["next_cursor"].as_str().unwrap();
    let page = bob
        .get(&at(&shown, &format!("/ratings?cursor={next}")))
        .await
        .ok();
    assert_eq!(page["items"][0]["rating_value"], 2);

    assert_eq!(
        eve.delete(&path).await.ok(),
        json!({ "rating": 4.0, "rating_count": 1 })
    );
    assert_eq!(
        bob.delete(&path).await.ok(),
        json!({ "rating": 0.0, "rating_count": 0 })
    );
    ada.put(&path, json!({ "rating_value": 5 }))
        .await
        .fails(422, "own_component");
    for stars in [0, 6] {
        let body = bob
            .put(&path, json!({ "rating_value": stars }))
            .await
            .fails(422, "not_valid");
        assert_eq!(body["field"], "rating_value");
    }
    bob.put(&path, json!({ "rating_value": -1 }))
        .await
        .fails(400, "unreadable");
    server
        .visitor()
        .put(&path, json!({ "rating_value": 5 }))
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn ratings_at_once_are_all_counted() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let shown = component(&ada, json!({ "is_public": true })).await;
    let mut raters = Vec::new();
    for n in 0..10 {
        raters.push(server.person(&format!("Rater{n}")).await);
    }
    let path = at(&shown, "/rating");
    let answers = raters
        .iter()
        .map(|rater| rater.put(&path, json!({ "rating_value": 4 })));
    for answer in futures_util::future::join_all(answers).await {
        answer.ok();
    }
    let seen = ada.get(&at(&shown, "")).await.ok();
    assert_eq!(
        (&seen["rating"], &seen["rating_count"]),
        (&json!(4.0), &json!(10))
    );
}

#[tokio::test]
async fn a_use_counts_once_a_person_and_day() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let shown = component(&ada, json!({ "is_public": true })).await;
    let path = at(&shown, "/use");
    for (who, count) in [(&bob, 1), (&bob, 1), (&ada, 2)] {
        assert_eq!(who.post(&path, json!({})).await.ok()["usage_count"], count);
    }
    server.pass(Timestamp::DAY);
    assert_eq!(bob.post(&path, json!({})).await.ok()["usage_count"], 3);
}

#[tokio::test]
async fn a_clone_is_a_private_copy() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let shown = component(
        &ada,
        json!({ "title": "Shown", "is_public": true, "tags": ["x"] }),
    )
    .await;
    let copy = bob.post(&at(&shown, "/clone"), json!({})).await.created();
    assert_eq!(
        (&copy["title"], &copy["is_public"], &copy["user_id"]),
        (&json!("Shown (Copy)"), &json!(false), &bob.user["id"])
    );
    assert_eq!(copy["content"], shown["content"]);
    assert_eq!(list(&bob, "owner=me&tags=x").await, ["Shown (Copy)"]);
    ada.get(&at(&copy, "")).await.fails(404, "not_found");
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

/// The sequence by which a stale save once passed: a restore gave a number again that a save had had.
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
    let restore = at(
        &table,
        &format!("/versions/{}/restore", old["id"].as_str().unwrap()),
    );
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
    let new = json!({ "title": "Module", "type": "module", "content": content });
    let module = ada.post("/api/components", new).await.created();
    let save = json!({ "base_version": "1.0.0", "title": "Module", "content": {} });
    let emptied = ada.put(&at(&module, ""), save).await.ok();
    assert_eq!(version(&emptied), "1.0.1");
    let kept = ada.get(&at(&module, "/versions")).await.ok()["items"][0].clone();
    assert_eq!(version(&kept), "1.0.0");
}
