//! Lists and search.

use super::{at, collection, list, titles};
use crate::support::server;
use serde_json::json;

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
