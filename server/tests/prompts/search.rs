//! Full-text search of prompts.

use super::{as_before_0046, list, titles};
use crate::support::{TestServer, path, server};
use promptcase_server::db::Engine;
use serde_json::json;
use std::collections::HashSet;

/// SQLite's integrity check of the index, rows and terms; always `true` on PostgreSQL, which maintains its own
/// index.
async fn index_is_whole(server: &TestServer) -> bool {
    let db = &server.app.db;
    let check = "INSERT INTO prompt_search (prompt_search, rank) VALUES ('integrity-check', 1)";
    db.engine() == Engine::Postgres || db.write(check).execute().await.is_ok()
}

#[tokio::test]
async fn a_search_looks_into_title_description_and_content_of_any_script() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for is_public in [true, false] {
        let who = if is_public { "public" } else { "own" };
        ada.prompt(json!({ "title": format!("Título {who}"), "is_public": is_public }))
            .await;
        ada.prompt(json!({ "title": format!("D {who}"), "description": "A \"quoted\" 100% sure_thing", "is_public": is_public })).await;
        ada.prompt(json!({ "title": format!("S {who}"), "is_public": is_public, "structure_type": "advanced",
            "tags": ["ΟΔΟΣ", "İzmir"],
            "content": { "blocks": [{ "title": "Straße", "modules": [{ "content": "请总结这篇文章。 Viele Grüße" }] }] } })).await;
    }
    for (query, names) in [
        ("search=T%C3%8DTULO", &["Título"][..]),
        ("search=%22quoted%22", &["D"]),
        ("search=100%25", &["D"]),
        ("search=sure_thing", &["D"]),
        ("search=sureXthing", &[]),
        ("search=quoted%20sure", &["D"]),
        ("search=quoted%20nonsense", &[]),
        ("search=stra%C3%9Fe", &["S"]),
        // Case is folded in every script; a letter with a mark stays another letter than the one without.
        ("search=GR%C3%9CSSE", &["S"]),
        ("search=gru%CC%88%C3%9Fe", &["S"]),
        ("search=GRUSSE", &[]),
        ("search=%CE%BF%CE%B4%CE%BF%CF%82", &["S"]),
        ("search=IZMIR", &["S"]),
        ("tags=%CE%BF%CE%B4%CE%BF%CF%82", &["S"]),
        ("tags=izmir&search=strasse", &["S"]),
        ("search=%E6%80%BB%E7%BB%93%E8%BF%99", &["S"]),
        ("search=%E6%80%BB%E7%BB%93", &["S"]),
        ("search=%00", &["S", "D", "Título"]),
        ("search=%20", &["S", "D", "Título"]),
    ] {
        let mine: Vec<String> = names
            .iter()
            .map(|name| format!("{name} own"))
            .chain(names.iter().map(|name| format!("{name} public")))
            .collect();
        let theirs: Vec<String> = names.iter().map(|name| format!("{name} public")).collect();
        assert_eq!(titles(&list(&ada, query).await), mine, "{query}");
        assert_eq!(titles(&list(&bob, query).await), theirs, "{query}");
    }
}

#[tokio::test]
async fn a_long_search_finds_what_holds_all_of_it_and_not_what_begins_alike() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for title in [
        "Internationalisation of prompts",
        "Internationalisations of problems",
        "Internationalisable prompts",
    ] {
        ada.prompt(json!({ "title": title, "is_public": true }))
            .await;
    }
    for (search, found) in [
        ("internationalisa%20pro", 3),
        ("internationalisation", 2),
        ("internationalisation%20prompts", 1),
        ("internationalisations%20prompts", 0),
    ] {
        let query = format!("search={search}");
        for who in [&ada, &bob] {
            assert_eq!(titles(&list(who, &query).await).len(), found, "{search}");
        }
    }
}

#[tokio::test]
async fn a_search_follows_what_was_saved_published_and_hidden() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({ "title": "Before" })).await;
    let finds = async |word: &str| titles(&list(&bob, &format!("search={word}")).await).len();
    assert_eq!(finds("before").await, 0);
    let prompt = ada.save(&prompt, json!({ "is_public": true })).await.ok();
    assert_eq!(finds("before").await, 1);
    let prompt = ada
        .save(&prompt, json!({ "title": "Afterwards" }))
        .await
        .ok();
    assert_eq!((finds("before").await, finds("afterwards").await), (0, 1));
    let prompt = ada.save(&prompt, json!({ "is_public": false })).await.ok();
    assert_eq!(finds("afterwards").await, 0);
    let prompt = ada
        .save(&prompt, json!({ "is_public": true, "title": "Back again" }))
        .await
        .ok();
    assert_eq!((finds("afterwards").await, finds("back").await), (0, 1));
    ada.delete(&path(&prompt, "")).await.done();
    assert_eq!(finds("back").await, 0);
}

#[tokio::test]
async fn others_find_a_public_prompt_however_often_it_was_saved() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let found = async |word: &str| titles(&list(&bob, &format!("search={word}")).await).len();
    let mut prompt = ada
        .prompt(json!({ "title": "Review a_b", "is_public": true }))
        .await;
    for title in ["Review of code", "Review of prose", "Review a_b", "Other"] {
        prompt = ada.save(&prompt, json!({ "title": title })).await.ok();
        let expected = usize::from(title.starts_with("Review"));
        assert_eq!(found("review").await, expected, "{title}");
        assert_eq!(found(&title[..5]).await, 1, "{title}");
        assert!(index_is_whole(&server).await, "{title}");
    }
    // The same terms after other changes: hidden, shown, in the trash and restored.
    for changes in [
        json!({ "is_public": false }),
        json!({ "title": "Review hidden" }),
        json!({ "is_public": true }),
        json!({ "title": "Review shown" }),
    ] {
        prompt = ada.save(&prompt, changes).await.ok();
    }
    ada.delete(&path(&prompt, "")).await.done();
    assert_eq!(found("review").await, 0);
    let trashed = format!("/api/trash/prompt/{}", prompt["id"].as_str().unwrap());
    ada.post(&format!("{trashed}/restore"), json!({}))
        .await
        .done();
    assert_eq!((found("review").await, found("shown").await), (1, 1));
    assert!(index_is_whole(&server).await);
}

#[tokio::test]
async fn an_index_that_the_old_triggers_damaged_is_made_anew() {
    let server = server().await;
    let db = &server.app.db;
    if db.engine() == Engine::Postgres {
        return;
    }
    as_before_0046(db).await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada
        .prompt(json!({ "title": "Review a_b", "is_public": true }))
        .await;
    ada.save(&prompt, json!({ "title": "Review of code" }))
        .await
        .ok();
    let found = async || titles(&list(&bob, "search=review").await).len();
    assert_eq!((found().await, index_is_whole(&server).await), (0, false));

    db.migrate().await.unwrap();
    assert_eq!((found().await, index_is_whole(&server).await), (1, true));
}

#[tokio::test]
async fn a_common_word_hides_nothing_that_a_filter_would_show() {
    let server = server().await;
    let (ada, bob, eve) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.person("Eve").await,
    );
    let old =
        json!({ "title": "An old review", "is_public": true, "tags": ["ada"], "category": "web" });
    ada.prompt(old).await;
    let smart = json!({
        "title": "Reviews", "is_public": true, "is_smart": true, "filter": { "search": "review" },
    });
    let smart = ada.post("/api/collections", smart).await.created();
    let smart = format!("/api/collections/{}", smart["id"].as_str().unwrap());
    // Newer prompts, and more than the search inspects one by one.
    let new = json!({ "title": "A new review", "is_public": true });
    let new = eve.prompt(new).await;
    server.add_copies("prompts", &new, 1_199).await;

    for filter in [
        format!("owner={}", ada.id()),
        "tags=ada".to_owned(),
        "category=web".to_owned(),
    ] {
        let found = list(&bob, &format!("search=review&{filter}")).await;
        assert_eq!(titles(&found), ["An old review"], "{filter}");
    }
    // The user's own prompts do not crowd out other users'.
    let found = list(&eve, "search=review&category=web").await;
    assert_eq!(titles(&found), ["An old review"]);
    let found = list(&eve, "search=old%20review").await;
    assert_eq!(titles(&found), ["An old review"]);
    assert_eq!(bob.get(&smart).await.ok()["item_count"], 1);
    let items = bob.get(&format!("{smart}/items")).await.ok();
    assert_eq!(items["items"][0]["prompt"]["title"], "An old review");

    // The last page has no cursor.
    let mut pages = 0;
    let mut seen = HashSet::new();
    let mut query = "search=review&limit=100".to_owned();
    loop {
        let page = list(&bob, &query).await;
        pages += 1;
        for item in page["items"].as_array().unwrap() {
            assert!(seen.insert(item["id"].as_str().unwrap().to_owned()));
        }
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        query = format!("search=review&limit=100&cursor={cursor}");
    }
    assert_eq!((pages, seen.len()), (13, 1_201));
}
